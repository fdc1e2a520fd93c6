//! A shape that nobody has seen becomes a pattern without leaving the review.

use std::fs;

use super::screen::Export;

#[test]
fn a_shape_becomes_a_pattern_that_is_in_force_at_once_and_at_the_next_start() {
    let export = Export::of("unknown.db");
    let review = export.review(120, 40, &[]);
    review.wait_for("0/5 reviewed").wait_for("7 messages read");
    review.keys("p").wait_for("Shapes 1, 1 unknown").wait_for("no pattern");
    review.keys("\r").wait_for("1 of 7").wait_for("no finding").keys("\x1b").wait_for("Shapes 1");
    review.keys("e").wait_for("matches 7 payloads, none of which another pattern takes");
    // A mistake is told while it is typed, and is not saved.
    review.keys("x").wait_for("line 1, column 1").keys("\x13").wait_for("line 1, column 1");
    review.keys("\x1b[3~").wait_for("matches 7 payloads");
    review.keys("\x13").wait_for("scanning again").wait_for("0/6 reviewed").wait_for("logged_bed_li");
    review.keys("q");
    assert_eq!(review.ended(), 0);
    let own = export.file(".config/ghostcall/patterns/mine.json5");
    assert!(fs::read_to_string(own).unwrap().contains("logged_bed_litres_result"));

    let again = export.review(120, 40, &[]);
    again.wait_for("0/6 reviewed").keys("p").wait_for("Shapes 1, 0 unknown").keys("qq");
    assert_eq!(again.ended(), 0);
}
