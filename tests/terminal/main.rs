//! The review in a real pseudo-terminal: what a reviewer does, from the first screen to the undo.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

mod ending;
mod exploring;
mod external;
mod hostile;
mod looks;
mod plans;
mod screen;
mod typing;
mod written;

use rusqlite::types::Value;
use screen::{Export, Screen};

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

const MEMORIES: &str = "SELECT count(*) FROM agent_memories";

#[test]
fn accept_edit_reject_undo_write_back_quit() {
    let export = Export::sample();
    let Value::Integer(memories) = export.value(MEMORIES) else { panic!("a count") };
    let rejected = "SELECT content FROM messages WHERE id = 188";
    let before = export.value(rejected);

    let review = export.review(120, 40, &[]);
    review.wait_for("0/41 reviewed").wait_for("208 messages read");
    review.keys("a").wait_for("131 accepted").wait_for("1/41 reviewed");
    // Another text and another type for the second finding.
    review.keys("e").wait_for("Ctrl-S save");
    review.keys("!\t").wait_for("(•) journal").keys("\x1b[D").wait_for("(•) core");
    review.keys("\x13").wait_for("180 accepted with changes");
    review.keys("r").wait_for("188 rejected").keys("a").wait_for("196 accepted");
    review.keys("u").wait_for("196 is pending now").wait_for("3/41 reviewed");
    review.keys("w").wait_for("2 × memory written").wait_for("y write ·").keys("y").wait_for("2 findings written");
    review
        .keys("\x1b")
        .wait_until("the written ones", |screen| screen.contains("⤓w2") && !screen.contains("Written back"));
    review.keys("q");
    assert_eq!(review.ended(), 0);

    assert_eq!(export.value(MEMORIES), Value::Integer(memories + 2));
    let edited = "SELECT memory_type || substr(content, 1, 1) FROM agent_memories ORDER BY id DESC LIMIT 1";
    assert_eq!(export.value(edited), text("1!"));
    assert_eq!(export.value(rejected), before);
    assert_eq!(export.value("SELECT reviewer FROM ghostcall_journal WHERE id = 1"), text("ana"));
}

#[test]
fn what_was_written_is_taken_back_from_the_journal() {
    let export = Export::sample();
    let count = export.value(MEMORIES);
    let content = "SELECT content FROM messages WHERE id = 131";
    let before = export.value(content);

    let review = export.review(80, 24, &[]);
    review.wait_for("208 messages read").keys("a").wait_for("131 accepted");
    review.keys("w").wait_for("y write ·").keys("y").wait_for("1 finding written").keys("\x1b");
    review.wait_until("the notice's end", |screen| !screen.contains("Written back"));
    review.keys("l").wait_for("write  message 131").keys("U").wait_for("Undo the write-back of message 131?");
    review.keys("y").wait_for("write-back 1 of message 131 undone: it is pending again").wait_for("undo of 1");
    review.keys("l").wait_until("the journal's end", |screen| !screen.contains("undo of 1"));
    review.keys("g").wait_for("▸·  131").keys("c").wait_for("▸ 131 ·").keys("\t").wait_for("[] → [save_memory]");
    review.keys("cl").wait_for("undo of 1").keys("l").keys("q");
    assert_eq!(review.ended(), 0);
    assert_eq!((export.value(MEMORIES), export.value(content)), (count, before));

    // A write-back from before this review can be undone, and the message is scanned again.
    let review = export.review(80, 24, &[]);
    review.wait_for("208 messages read").keys("a").wait_for("131 accepted").keys("w").wait_for("y write ·");
    review.keys("y").wait_for("1 finding written").keys("\r").keys("q");
    assert_eq!(review.ended(), 0);
    let review = export.review(80, 24, &[]);
    review.wait_for("208 messages read").wait_for("0/40 reviewed").keys("lUy");
    review.wait_for("write-back 3 of message 131 undone · searching it again").keys("l").keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn undo_keeps_what_changed_since_the_write_back() {
    let export = Export::sample();
    let review = export.review(120, 40, &[]);
    review.wait_for("208 messages read").keys("a").wait_for("131 accepted").keys("w").wait_for("y write ·");
    review.keys("y").wait_for("1 finding written").keys("\r");
    export.value("UPDATE messages SET content = 'Mine.' WHERE id = 131 RETURNING id");
    review.keys("l").wait_for("write  message 131").keys("U").wait_for("y undo ·").keys("y");
    review.wait_for("Write-back 1 was not undone").wait_for("changed since it was written");
    review.keys("\r").keys("l").wait_for("⤓w1").keys("q");
    assert_eq!(review.ended(), 0);
    assert_eq!(export.value("SELECT content FROM messages WHERE id = 131"), text("Mine."));
}

#[test]
fn decisions_survive_a_quit_and_a_kill() {
    let export = Export::sample();
    let review = export.review(80, 24, &[]);
    review.wait_for("0/41 reviewed").keys("aas").wait_for("2/41 reviewed").wait_for("↷s1").keys("q");
    assert_eq!(review.ended(), 0);

    let review = export.review(80, 24, &[]);
    // The review resumes at the next pending finding.
    review.wait_for("2/41 reviewed").wait_for("Findings 4/41").keys("rr").wait_for("4/41 reviewed");
    review.kill();

    let review = export.review(80, 24, &[]);
    review.wait_for("4/41 reviewed").wait_for("✓a2").wait_for("✗r2").wait_for("↷s1");
    // Undo works across restarts.
    review.keys("uuu").wait_for("2/41 reviewed").keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_draft_survives_a_kill() {
    let export = Export::sample();
    let review = export.review(100, 30, &[]);
    review.wait_for("131 save_memory").keys("e").wait_for("Ctrl-S save").keys("drafted ").wait_for("drafted ");
    review.keys("\x1b").wait_until("the editor's end", |screen| !screen.contains("Ctrl-S save"));
    review.kill();
    let review = export.review(100, 30, &[]);
    review.wait_for("131 save_memory").keys("e").wait_for("drafted ");
    // The editor must be drawn completely: an Esc and a letter that arrive together are read as one key with Alt.
    review.wait_for("Ctrl-S save").keys("\x1b");
    review.wait_until("the editor's end", |screen| !screen.contains("Ctrl-S save")).keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_note_survives_a_kill_and_is_taken_back_later() {
    let export = Export::sample();
    let review = export.review(120, 40, &[]);
    review.wait_for("0/41 reviewed").keys(";ask Ana\r").wait_for("131: note saved");
    review.kill();
    let review = export.review(120, 40, &[]);
    review.wait_for("131¶save_memory").wait_for("note: ask Ana");
    review.keys("fnote:ana\r").wait_for("1 of 41 shown").keys("f\x15\r").wait_for("all 41 shown");
    review.keys("u").wait_for("undone: the note of 131").wait_for("131 save_memory").keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_storm_of_resizes_does_no_harm() {
    let export = Export::sample();
    let review = export.review(80, 24, &[]);
    review.wait_for("131 save_memory");
    for (columns, rows) in [(1, 1), (200, 60), (20, 5), (19, 4), (79, 14), (300, 3), (3, 100), (120, 40), (40, 13)] {
        review.resize(columns, rows).keys("j");
    }
    review.resize(120, 40).wait_for("Evidence").keys("g").wait_for("Findings 1/41").keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_wrong_key_and_escape_decide_nothing() {
    let export = Export::sample();
    let review = export.review(120, 40, &[]);
    review.wait_for("0/41 reviewed").keys("Z").wait_for("does nothing here");
    review.keys("u").wait_for("nothing to undo");
    review.keys("\x1b").keys("\r").keys("?").wait_for("accept, and go to the next undecided").keys("q");
    review.wait_for("0/41 reviewed").wait_for("Findings 1/41").keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn the_selected_row_is_marked_without_colours() {
    let export = Export::sample();
    let review = export.review(120, 40, &[("NO_COLOR", "1")]);
    review.wait_for("131 save_memory");
    assert!(review.text().contains("▸·  131"));
    assert!(review.is_reversed("▸·  131"), "the selected row is in reverse");
    review.keys("q");
    let raw = review.raw();
    assert_eq!(review.ended(), 0);
    let raw = String::from_utf8_lossy(&raw).into_owned();
    for colour in ["\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[36m", "\x1b[38;5;", "\x1b[38;2;"] {
        assert!(!raw.contains(colour), "{colour:?}");
    }
}

#[test]
fn the_terminal_is_left_as_it_was() {
    let export = Export::sample();
    let review = export.review(80, 24, &[]);
    review.wait_for("131 save_memory").keys("q");
    review.wait_until("everything is left", |_| review.was_left());
    assert_eq!(review.ended(), 0);
}

#[test]
fn keys_follow_the_configuration() {
    let export = Export::sample();
    let file = export.path().with_file_name("keys.json5");
    std::fs::write(&file, "{keys: {preset: 'vim', review: {accept: ['Ctrl-Y', 'F5'], scroll_up: 'K'}}}").unwrap();
    let review = export.review(120, 40, &[("GHOSTCALL_CONFIG", file.to_str().unwrap())]);
    review.wait_for("208 messages read").wait_for("Ctrl-Y accept");
    review.keys("a").wait_for("a does nothing here").keys("\x19").wait_for("1/41 reviewed");
    review.keys("\x1b[15~").wait_for("2/41 reviewed").keys("L").wait_for("Journal, latest first");
    review.keys("Lq");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_mistake_in_the_keys_is_shown_at_once_and_the_usual_ones_hold() {
    let export = Export::sample();
    let file = export.path().with_file_name("keys.json5");
    std::fs::write(&file, "{\n  keys: {\n    review: { acept: 'y' },\n  },\n}").unwrap();
    let review = export.review(120, 40, &[("GHOSTCALL_CONFIG", file.to_str().unwrap())]);
    review.wait_for("keys.json5:3:15: unknown review action");
    review.wait_for("Esc close").keys("\x1b");
    review.wait_until("the notice's end", |screen| !screen.contains("Esc close"));
    review.wait_for("208 messages read").keys("a").wait_for("1/41 reviewed").keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_second_reviewer_is_told_who_holds_the_review() {
    let export = Export::sample();
    let first = export.review(80, 24, &[]);
    first.wait_for("131 save_memory");
    let second = export.review(80, 24, &[("GHOSTCALL_REVIEWER", "ben")]);
    second.wait_for("ana (process").wait_for("--read-only");
    assert_eq!(second.ended(), 2);
    // `decide` has no such option, and does not name it.
    let path = export.path();
    let deciding = export.run(
        env!("CARGO_BIN_EXE_ghostcall"),
        &["decide", path.to_str().unwrap(), "accept", "--all"],
        &[("GHOSTCALL_REVIEWER", "ben")],
    );
    deciding.wait_for("ana (process").wait_for("try later");
    assert!(!deciding.text().contains("--read-only"), "{}", deciding.text());
    assert_eq!(deciding.ended(), 2);
    // Reading is allowed meanwhile; deciding is not.
    first.keys("a").wait_for("131 accepted");
    let looking = export.review_with(&["--read-only"], (80, 24), &[("GHOSTCALL_REVIEWER", "ben")]);
    looking.wait_for("1/41 reviewed").wait_for("read-only").keys("r").wait_for("restart without --read-only").keys("q");
    assert_eq!(looking.ended(), 0);
    first.keys("q");
    assert_eq!(first.ended(), 0);
}

#[test]
fn who_only_looks_leaves_no_file_behind() {
    let export = Export::sample();
    let review = export.review_with(&["--read-only", "--filter", "agent:juno"], (80, 24), &[]);
    review.wait_for("208 messages read").wait_for("4 of 41 shown").keys("a!w").wait_for("restart without --read-only");
    review.keys("q");
    assert_eq!(review.ended(), 0);
    assert_eq!(export.files(), ["export.db"]);
}

#[test]
fn the_next_start_goes_on_as_the_last_one_was_left() {
    let export = Export::sample();
    let review = export.review(80, 24, &[]);
    review
        .wait_for("208 messages read")
        .keys("fagent:juno\rO")
        .wait_for("sorted by time")
        .keys("j")
        .wait_for("▸·  277");
    review.keys("!").wait_for("277 flagged").keys("q");
    assert_eq!(review.ended(), 0);

    let review = export.review(80, 24, &[]);
    review.wait_for("shown as you left it: agent:juno, 4 of 41, by time").wait_for("▸·  277⚑");
    review.keys("a").wait_for("277 accepted").wait_for("▸·  482");
    review.kill();

    // The view was stored with the decision; another reviewer has a separate one.
    let review = export.review(80, 24, &[]);
    review.wait_for("shown as you left it").wait_for("▸·  482").keys("q");
    assert_eq!(review.ended(), 0);
    let review = export.review(80, 24, &[("GHOSTCALL_REVIEWER", "ben")]);
    review.wait_for("208 messages read").wait_for("▸·  131").wait_for("⚑1").keys("u").wait_for("277 is pending now");
    review.keys("u").wait_for("277 is not flagged now").keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_review_begins_at_the_message_that_was_asked_for() {
    let export = Export::sample();
    let review = export.review(80, 24, &[]);
    review.wait_for("208 messages read").keys("fagent:juno\r").wait_for("4 of 41 shown").keys("q");
    assert_eq!(review.ended(), 0);
    let review = export.review_with(&["--item", "253"], (80, 24), &[]);
    review.wait_for("filter cleared to show 253").wait_for("▸·  253").keys("q");
    assert_eq!(review.ended(), 0);
    let review = export.review_with(&["--item", "132"], (80, 24), &[]);
    review.wait_for("message 132 has no finding").keys("q");
    assert_eq!(review.ended(), 0);
    let review = export.review_with(&["--item", "99999"], (80, 24), &[]);
    review.wait_for("no message 99999");
    assert_eq!(review.ended(), 2);
}

#[test]
fn the_demo_opens_the_sample_on_a_copy() {
    let home = tempfile::tempdir().unwrap();
    let demo = Screen::start(&["demo"], home.path(), (80, 24), &[("TMPDIR", home.path().to_str().unwrap())]);
    demo.wait_for("0/41 reviewed").keys("a").wait_for("1/41 reviewed").keys("q");
    demo.wait_for("ghostcall review export.db");
    assert_eq!(demo.ended(), 0);
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0, "the copy is thrown away");
}
