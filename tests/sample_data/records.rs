//! Traps 27 to 42: whether a lost memory can be written at all, and how many there are.

use super::traps::{LOST, OFF, Trap, UNCLEAR, recover, review, strip};

pub(crate) const TRAPS: &[Trap] = &[
    // A memory without an owner has nowhere to go.
    review(2700, "No agent", &[LOST]).warns(&["no_owner"]).cleaned("Left of the door."),
    // agent_id points to no agent: the same as none.
    review(2800, "An agent that is gone", &[LOST]).warns(&["no_owner"]).cleaned("To the smith."),
    // This agent has no tools at all, so it could not have saved anything; a reviewer may decide otherwise.
    review(2900, "The tool is not enabled", &[OFF]).warns(&["tool_not_enabled"]).cleaned("Evenings suit me."),
    // The application knows journal and core; any other label must not be inserted.
    review(3000, "An unknown memory type", &[LOST]).warns(&["invalid_record"]).cleaned("All of it."),
    // A memory must not be blank.
    review(3100, "Blank content", &[LOST]).warns(&["invalid_record"]).cleaned("Nothing to add."),
    // One character more than a memory may have.
    review(3200, "10,001 characters", &[LOST]).warns(&["invalid_record"]).cleaned("That was long."),
    // Exactly as long as a memory may be; in bytes it is longer, and bytes do not count.
    recover(3300, "10,000 characters", &[LOST]).cleaned("That was long."),
    // The memory can be recovered; the text would be empty and stays as it is.
    recover(3400, "A payload and nothing else", &[LOST]).warns(&["payload_only"]).cleaned(""),
    // The answer broke off inside the payload: what it would have said is not known. Nothing else is left of the text.
    review(3500, "A payload cut off", &[LOST]).warns(&["payload_only", "truncated_payload"]).cleaned(""),
    // It does not claim success, so no pattern matches; it is still a payload at the start.
    review(3600, "A result that says it failed", &[UNCLEAR]).unknown().cleaned("That did not work."),
    // The memory takes the time of its message, not of today.
    recover(3700, "A message from far in the past", &[LOST]).cleaned("In blossom!"),
    // In a group chat (manual_responses = 1) the loss is the same; only where to record the tool needs care.
    recover(3800, "A group chat", &[LOST]).cleaned("Ask the baker."),
    // Two claims of one finding, two memories.
    recover(3900, "Two payloads in a row", &[LOST, LOST]).records(2).cleaned("Windows, all of them."),
    // White space between payloads only separates them.
    recover(4000, "Three payloads in a row", &[LOST, LOST, LOST]).records(3).cleaned("That is all about peas."),
    // One memory, proposed once.
    recover(4100, "The same payload twice", &[LOST, LOST]).warns(&["duplicate_record"]).cleaned("B flat, I am sure."),
    // The first of the two holds the memory.
    recover(4200, "The same payload in two messages", &[LOST]).cleaned("It rolls."),
    // The answer was regenerated: the memory is proposed with the first message, and here only the text is cleaned.
    strip(4201, "The same payload in two messages, the second", &[LOST])
        .warns(&["duplicate_record"])
        .cleaned("It rolls quietly."),
];
