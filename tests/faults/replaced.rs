//! Replaced files: an older copy of the database, another one under a running review, a missing review file. Every
//! change is noticed, and nothing is written blindly.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use rustix::process::Signal;

use crate::screen;
use crate::support::{Export, Ran};

const JSON: &str = "helix_kit_db_to_sqlite";
const LOST: &str = "the database is an older copy";

/// An export that was written back and then replaced by an older copy.
fn restored() -> Export {
    let export = Export::fixture(JSON);
    export.run("decide DB reject --message 103").ok();
    export.run("decide DB accept --message 104 --memory-type core").ok();
    export.run("decide DB accept --all").ok();
    let older = fs::read(export.path()).unwrap();
    export.run("apply DB --no-backup").ok();
    fs::write(export.path(), older).unwrap();
    export
}

#[test]
fn an_older_copy_is_reported_and_what_was_accepted_is_not_written_by_itself() {
    let export = restored();
    let before = export.dump();
    let ran = export.run("apply DB");
    ran.with_problems().notes(LOST).notes("5 accepted findings are pending again");
    assert_eq!(export.dump(), before, "nothing is written that somebody took back");
    assert!(export.files().iter().all(|name| !name.contains("backup")), "{:?}", export.files());
    assert_eq!(export.number("SELECT count(*) FROM sqlite_schema WHERE name = 'ghostcall_journal'"), 0);
    // It is reported once; `verify` reports it until something is written.
    assert_eq!(export.run("apply DB").ok().stderr, "Nothing to write: no accepted findings.\n");
    export.run("verify DB").with_problems().prints("cut_off");
    assert_eq!(export.status(103), "rejected", "what writes nothing still counts");
    assert_eq!(export.status(101), "pending");
    // Edited decisions are kept, and no bulk action accepts them.
    export.run("decide DB accept --all").ok().prints("edited, but not decided yet");
    export.run("decide DB accept --message 104 --memory-type core").ok();
    assert_eq!(export.run("apply DB --no-backup").ok().lines().len(), 5);
    export.run("verify DB").ok();
    export.run("undo DB --all").ok();
    assert_eq!(export.dump(), before);
    assert_eq!(export.run("apply DB").ok().stdout, "", "what was taken back is not written again");
}

#[test]
fn every_command_reports_a_replaced_database() {
    for (line, code) in [("decide DB skip --message 101", 0), ("apply DB", 1), ("undo DB", 0), ("undo DB --all", 0)] {
        let ran = restored().run(line);
        ran.ended(code).notes(LOST);
    }
    // Commands that only read change nothing, and print nothing approved for the lost database.
    let export = restored();
    let review = fs::read(export.review()).unwrap();
    for line in ["apply DB --dry-run", "export DB"] {
        assert_eq!(export.run(line).ok().notes(LOST).stdout, "", "{line}");
    }
    assert!(!export.run("apply DB --emit-sql postgres").ok().notes(LOST).stdout.contains("UPDATE"));
    assert_eq!(export.run("scan DB --status accepted").ok().stdout, "");
    assert!(fs::read(export.review()).unwrap() == review);
}

#[test]
fn what_changed_in_an_older_copy_is_stale() {
    let export = restored();
    export.sql("UPDATE messages SET content = content || ' More.' WHERE id = 101");
    export
        .run("apply DB")
        .with_problems()
        .notes("4 accepted findings")
        .notes("left out message 101: changed since decided");
    assert_eq!(export.status(101), "stale");
}

#[test]
fn what_is_hidden_when_the_older_copy_is_noticed_is_not_written_later_either() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 109 --include-discarded").ok();
    let older = fs::read(export.path()).unwrap();
    export.run("apply DB --no-backup --include-discarded").ok();
    fs::write(export.path(), older).unwrap();
    let before = export.dump();
    export.run("undo DB").ok().notes(LOST);
    assert_eq!(export.run("apply DB --include-discarded").ok().stdout, "");
    assert_eq!(export.dump(), before);
}

#[test]
fn the_gesture_that_makes_it_pending_can_be_taken_back() {
    let export = screen::Export::sample();
    let path = export.path();
    let review = export.review(120, 40, &[]);
    review.wait_for("208 messages read").keys("aaa").wait_for("3/41 reviewed");
    let older = fs::read(&path).unwrap();
    review.keys("w").wait_for("y write ·").keys("y").wait_for("3 findings written").keys("\x1b");
    review.wait_until("the notice's end", |screen| !screen.contains("Written back")).keys("q");
    assert_eq!(review.ended(), 0);
    fs::write(&path, older).unwrap();
    let review = export.review(120, 40, &[]);
    review.wait_for("Database changed outside this review").keys("\x1b");
    review.wait_for("208 messages read").wait_for("0/41 reviewed").keys("u").wait_for("3/41 reviewed").keys("q");
    assert_eq!(review.ended(), 0);
    let review = export.review(120, 40, &[]);
    review.wait_for("208 messages read").wait_for("3/41 reviewed").keys("q");
    assert!(!review.text().contains("Database changed outside this review"));
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_newer_copy_and_the_rows_of_another_review_are_followed() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB --no-backup").ok();
    let other = export.file("other.review");
    let other = other.to_str().unwrap();
    export.run_with("decide DB accept --message 102 --review", &[other]).ok();
    export.run_with("apply DB --no-backup --review", &[other]).ok();
    let newer = fs::read(export.path()).unwrap();
    assert_eq!(export.run("decide DB accept --message 103").ok().stderr, "");
    // The review knows that row too, and notices when it is missing.
    export.sql("DELETE FROM ghostcall_journal WHERE id = 2");
    export.run("decide DB skip --message 107").ok().notes("the journal was truncated");
    fs::write(export.path(), newer).unwrap();
    assert_eq!(export.run("decide DB skip --message 107").ok().stderr, "");
    export.run("verify DB").ok();
}

#[test]
fn an_older_copy_under_a_running_review_is_noticed_before_anything_is_written() {
    let export = screen::Export::sample();
    let path = export.path();
    let older = fs::read(&path).unwrap();
    let review = export.review(120, 40, &[]);
    review.wait_for("208 messages read").keys("aaa").wait_for("3/41 reviewed");
    review.keys("w").wait_for("y write ·").keys("y").wait_for("3 findings written").keys("\x1b");
    review
        .wait_until("the notice's end", |screen| !screen.contains("Written back"))
        .keys("aa")
        .wait_for("5/41 reviewed");
    let beside = export.file("older.db");
    fs::write(&beside, &older).unwrap();
    fs::rename(&beside, &path).unwrap();
    review.keys("w").wait_for("Database changed outside this review").keys("\x1b");
    review.wait_until("the notice's end", |screen| !screen.contains("Database changed outside this review"));
    review.wait_for("0/41 reviewed").keys("q");
    assert_eq!(review.ended(), 0);
    assert!(fs::read(&path).unwrap() == older, "nothing is written");
}

#[test]
fn another_database_under_a_running_review_is_never_written_to() {
    let export = screen::Export::sample();
    let review = export.review(120, 40, &[]);
    review.wait_for("208 messages read").keys("aaa").wait_for("3/41 reviewed").keys("w").wait_for("y write ·");
    // Between the preview and its confirmation.
    let other = Export::fixture(JSON);
    let before = fs::read(other.path()).unwrap();
    fs::rename(other.path(), export.path()).unwrap();
    review.keys("y").wait_for("belongs to another database").keys("\x1b");
    review.wait_until("the notice's end", |screen| !screen.contains("another database")).keys("q");
    assert_eq!(review.ended(), 0);
    assert!(fs::read(export.path()).unwrap() == before);
}

#[test]
fn a_copy_with_other_texts_under_a_running_review_leaves_those_out() {
    let export = screen::Export::sample();
    let review = export.review(120, 40, &[]);
    review.wait_for("208 messages read").keys("aaa").wait_for("3/41 reviewed");
    let beside = export.file("copy.db");
    fs::copy(export.path(), &beside).unwrap();
    let connection = rusqlite::Connection::open(&beside).unwrap();
    connection.execute("UPDATE messages SET content = content || ' More.' WHERE id = 131", []).unwrap();
    drop(connection);
    fs::rename(&beside, export.path()).unwrap();
    review.keys("w").wait_for("changed since decided: its text").keys("y").wait_for("2 findings written");
    review.keys("\x1b");
    review.wait_until("the notice's end", |screen| !screen.contains("Written back")).keys("q");
    assert_eq!(review.ended(), 0);
    let text = export.value("SELECT content FROM messages WHERE id = 131");
    assert!(matches!(text, rusqlite::types::Value::Text(text) if text.ends_with(" More.") && text.starts_with('{')));
}

#[test]
fn a_review_file_that_is_gone_stores_nothing_and_says_so() {
    for replaced in [false, true] {
        let export = screen::Export::sample();
        let file = export.file("export.db.review");
        let review = export.review(120, 40, &[]);
        review.wait_for("208 messages read").keys("a").wait_for("1/41 reviewed");
        let moved = export.file("moved.review");
        fs::rename(&file, &moved).unwrap();
        if replaced {
            fs::copy(&moved, &file).unwrap();
        }
        review.keys("a").wait_for("Not saved").wait_for("moved, removed or replaced").keys("\x1b");
        review.wait_until("the notice's end", |screen| !screen.contains("Not saved")).wait_for("1/41 reviewed");
        review.keys("q");
        review.wait_until("everything is left", |_| review.was_left());
        review.ended();
        fs::rename(&moved, &file).unwrap();
        let review = export.review(120, 40, &[]);
        review.wait_for("208 messages read").wait_for("1/41 reviewed").keys("q");
        assert_eq!(review.ended(), 0);
    }
}

#[test]
fn the_lock_of_a_dead_process_is_taken_over_and_that_of_a_stopped_one_is_not() {
    let export = screen::Export::sample();
    let review = export.review(80, 24, &[]);
    review.wait_for("208 messages read").keys("a").wait_for("1/41 reviewed");
    review.signal(Signal::STOP);
    let second = export.review(80, 24, &[("GHOSTCALL_REVIEWER", "ben")]);
    second.wait_for("ana (process").wait_for("--read-only");
    assert_eq!(second.ended(), 2);
    // The system releases the lock of a dead process, even if its id is reused.
    review.kill();
    let second = export.review(80, 24, &[("GHOSTCALL_REVIEWER", "ben")]);
    second.wait_for("208 messages read").wait_for("1/41 reviewed").keys("a").wait_for("2/41 reviewed").keys("q");
    assert_eq!(second.ended(), 0);
}

#[test]
fn a_process_waiting_for_a_replaced_review_file_locks_the_new_one() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101").ok();
    let held = ghostcall::review::Lock::acquire(&export.review(), ghostcall::review::Holder::default).unwrap();
    let mut command = export.command("decide DB accept --message 102");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(400));
    let beside = export.file("copy.review");
    fs::copy(export.review(), &beside).unwrap();
    fs::rename(&beside, export.review()).unwrap();
    drop(held);
    Ran::of(child.wait_with_output().unwrap()).ok();
    assert_eq!((export.status(101), export.status(102)), ("accepted".to_owned(), "accepted".to_owned()));
}
