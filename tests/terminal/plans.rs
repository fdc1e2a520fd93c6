//! A plan is corrected in the plan editor and written.

use super::screen::Export;

#[test]
fn a_plan_with_an_invented_tool_is_corrected_and_written() {
    let export = Export::of("plans.db");
    let catalog = concat!(env!("CARGO_MANIFEST_DIR"), "/sample-data/planner-tools.json");
    let review = export.review_with(&["--catalog", catalog], (100, 30), &[]);
    review.wait_for("0/3 reviewed").wait_for("10 messages read").wait_for("✗ step_1 create_folder");
    review.wait_for("→ organize_files").keys("e").wait_for("Ctrl-S save");
    review.wait_for("Step 'step_1': Tool 'create_folder' does not exist").keys("\x13").wait_for("not saved:");
    // Replaces the name in the fifth line.
    let name = format!("{}\x1b[F{}organize_files\",", "\x1b[B".repeat(4), "\x7f".repeat("create_folder\",".len()));
    review.keys(&name).wait_for("\"tool\": \"organize_files\",");
    review.wait_until("no mistake", |screen| !screen.contains("does not exist"));
    review.keys("\x13").wait_for("100 accepted with changes").wait_for("1/3 reviewed");
    review.keys("w").wait_for("1 × text cleaned").keys("y").wait_for("1 finding written");
    review.keys("\x1b").wait_until("the end of the notice", |screen| !screen.contains("Written back")).keys("q");
    assert_eq!(review.ended(), 0);
    let rusqlite::types::Value::Text(text) = export.value("SELECT content FROM messages WHERE id = 100") else {
        panic!("a text")
    };
    assert!(text.starts_with("{\"steps\": [{\"id\": \"step_1\", \"tool\": \"organize_files\", "), "{text}");
    assert!(text.ends_with("}On it! I make the folder first."), "{text}");
}
