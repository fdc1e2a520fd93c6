//! Traps 1 to 26: the evidence on a payload. Did it run, did something else run, or did nothing run?

use super::traps::{LOST, RAN, Trap, UNCLEAR, recover, review, strip};

pub(crate) const TRAPS: &[Trap] = &[
    // The row names the tool and an equal memory exists: the text is only an echo of a call that ran.
    strip(100, "The tool ran and named itself", &[RAN]).cleaned("It no longer squeaks."),
    // An equal record proves that it ran, whatever tools_used says.
    strip(200, "An equal memory, no tool named", &[RAN]).cleaned("Use the green one."),
    // A discarded memory was saved once; recovering it would undo a user's decision.
    strip(300, "The equal memory was discarded", &[RAN]).cleaned("Four it is."),
    // The history holds the text as it was before the refinement: it was saved once.
    strip(400, "The equal memory was refined later", &[RAN]).cleaned("Earlier than the plums, even."),
    // The history lists the text among the memories that were merged into one: it was saved once.
    strip(500, "The equal memory was merged away", &[RAN]).cleaned("Back by Sunday, they say."),
    // An equal memory counts at any distance in time: a second copy would be useless.
    strip(600, "The equal memory is months older", &[RAN]).cleaned("Eleven, and cold."),
    // Memories are stored trimmed, so the comparison trims too.
    strip(700, "Equal but for the space around it", &[RAN]).cleaned("Third night running."),
    // A memory of another agent is no evidence: this one still lacks it.
    recover(800, "The equal memory is another agent's", &[LOST]).cleaned("Do not pull hard."),
    // A journal entry of the same text is another record; the core one was never written.
    recover(900, "The same text, another type", &[LOST]).cleaned("So move the boxes."),
    // The tool ran, but no record is equal: what it saved is not known, so a reviewer decides.
    review(1000, "Named, but nothing equal", &[UNCLEAR]).cleaned("It is only the cold."),
    // The application's own repair leaves a blank row one second before; as it names the tool, the case is unclear.
    review(1100, "A neighbour row names the tool", &[UNCLEAR]).cleaned("Oak, if there is any."),
    // The call is in tool_calls, in the same turn, with the same arguments: it ran.
    strip(1200, "A recorded call with equal arguments", &[RAN]).cleaned("Let it cool first."),
    // The other agent saved its own memory in this turn; that says nothing about this agent's.
    recover(1300, "The call belongs to another agent", &[LOST]).cleaned("Take the high road."),
    // The first block has its memory. The second has none, while the row names the tool: the name may refer to the
    // first alone, so it needs a decision.
    review(1400, "One real call, one invented block", &[RAN, UNCLEAR]).cleaned("One out of two."),
    // Another tool ran in this message, so a save cannot be excluded.
    review(1500, "Only another tool is named", &[UNCLEAR]).warns(&["other_tools_used"]).cleaned("Six, not seven."),
    // Until December 2025 the application wrote human-readable names; the memory exists in any case.
    strip(1600, "An old humanised name, equal memory", &[RAN]).cleaned("Weather allowing."),
    // "Save memory" is save_memory by another name: named, but nothing equal.
    review(1700, "An old humanised name, nothing equal", &[UNCLEAR]).cleaned("Red means wait."),
    // The entry is an object printed by mistake. Some tool ran, but it is unknown which.
    review(1800, "A junk entry in tools_used", &[UNCLEAR]).warns(&["other_tools_used"]).cleaned("Since last week."),
    // NULL means an empty list here: every source was queried and nothing ran.
    recover(1900, "tools_used is NULL", &[LOST]).cleaned("From nine to noon."),
    // The text is the only copy of what was to be written, and calls are never replayed: a reviewer decides.
    review(2000, "A whiteboard call that never ran", &[LOST]).cleaned("Beans first this year."),
    // The row names the tool, so the board has it.
    strip(2100, "A whiteboard call that ran", &[RAN]).cleaned("Leeks first, then."),
    // An echo of a call that ran.
    strip(2200, "A whiteboard echo, tool named", &[RAN]).cleaned("Third version, then."),
    // Nothing shows that it ran, but an echo holds nothing that could be lost.
    strip(2300, "A whiteboard echo, nothing named", &[UNCLEAR]).cleaned("Fourth version, then."),
    // Any success that is no memory is an echo; nothing in it can be lost.
    strip(2400, "A closed conversation", &[UNCLEAR]).cleaned("Sleep well."),
    // An object with the single key `error` is what a failed tool answers: an echo.
    strip(2500, "An error result", &[UNCLEAR]).cleaned("Which board did you mean?"),
    // Each payload is judged by itself; the finding takes the stronger remedy.
    recover(2600, "An echo, then a lost memory", &[UNCLEAR, LOST]).cleaned("After the tenth, then."),
];
