//! Written findings show their current state, and the review reports when everything is written.

use std::process::Command;

use super::screen::Export;

#[test]
fn what_is_written_shows_its_current_state_and_undo_says_who_takes_it_back() {
    let export = Export::sample();
    let review = export.review(120, 40, &[]);
    review.wait_for("0/41 reviewed").wait_for("208 messages read").keys("r").wait_for("131 rejected");
    review.keys("a").wait_for("180 accepted").keys("w").wait_for("y write ·").keys("y").wait_for("1 finding written");
    review.keys("\x1b").wait_until("the review", |screen| !screen.contains("Written back"));
    // The last decision is already written, so that the one before is undone, and redone.
    review
        .keys("u")
        .wait_for("undone (what is written stays): 131 is pending now")
        .keys("\x12")
        .wait_for("131 is rejected now");
    review.keys("gj").wait_for("written 20").wait_for("row 1 of the journal").wait_for("tools_used [save_memory]");
    let message = |screen: &str| screen.lines().take(9).collect::<String>();
    assert!(!message(&review.text()).contains("success: true"), "{}", review.text());
    review.keys("c").wait_for("written · tools_used [save_memory]").keys("\x1b");
    review.wait_for("Payload as found").keys("u").wait_for("180 is already written").wait_for("✗r1");
    review.keys("l").wait_for("write  message 180").keys("U").wait_for("y undo ·").keys("y").wait_for("undone by 2");
    review
        .keys("\x1b")
        .wait_for("1/41 reviewed")
        .wait_for("Proposed memory")
        .wait_until("its text", |screen| message(screen).contains("success: true"));
}

#[test]
fn where_all_is_written_the_next_start_says_so() {
    let export = Export::of("unknown.db");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ghostcall"));
        command.args(arguments).arg("--reviewer").arg("bo").env("HOME", export.path().parent().unwrap());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{arguments:?} {}", String::from_utf8_lossy(&output.stderr));
    };
    let path = export.path();
    let path = path.to_str().unwrap();
    for key in ["100", "200", "300", "400", "600"] {
        run(&["decide", path, "accept", "--message", key, "--as", "strip"]);
    }
    run(&["apply", path]);
    let review = export.review(80, 24, &[]);
    review.wait_for("nothing to review").wait_for("5 findings were written back").wait_for("by bo.");
    review.keys("l").wait_for("▸batch 1").keys("\r").wait_for("write  message 600");
    review.keys("j").keys("U").wait_for("Undo the write-back of").keys("y");
    review.wait_for("undone by 6").keys("\x1b").wait_for("0/1 reviewed").wait_for("600 unknown");
}
