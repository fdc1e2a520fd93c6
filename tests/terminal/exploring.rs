//! An unknown shape becomes a pattern without leaving the review.

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
    // A mistake is reported during typing and is not saved.
    review.keys("x").wait_for("line 1, column 1").keys("\x13").wait_for("line 1, column 1");
    review.keys("\x1b[3~").wait_for("matches 7 payloads");
    review.keys("\x13").wait_for("scanning again").wait_for("0/6 reviewed").wait_for("logged_bed_li");
    review.keys("q");
    assert_eq!(review.ended(), 0);
    let own = export.file(".config/ghostcall/patterns/logged_bed_litres_result.json5");
    assert!(fs::read_to_string(own).unwrap().contains("logged_bed_litres_result"));

    let again = export.review(120, 40, &[]);
    again.wait_for("0/6 reviewed").keys("p").wait_for("Shapes 1, 0 unknown").keys("qq");
    assert_eq!(again.ended(), 0);
}

#[test]
fn the_conversation_of_each_message_of_a_shape_shows_its_own_text() {
    let export = Export::of("unknown.db");
    let keys = [100, 200, 300, 400, 500, 600, 700];
    let connection = rusqlite::Connection::open(export.path()).unwrap();
    // All are equally long, so only their words differ.
    for key in keys {
        let lines = format!("#{key} goes on and on.\n").repeat(150);
        let text = format!("{{logged: true, bed: \"roses\", litres: 4, weather: \"dry\"}}{lines}");
        connection.execute("UPDATE messages SET content = ?1 WHERE id = ?2", (text, key)).unwrap();
    }
    drop(connection);
    let review = export.review(100, 30, &[]);
    review.wait_for("7 messages read").keys("p").wait_for("no pattern").keys("\r").wait_for("1 of 7");
    for (place, key) in keys.into_iter().enumerate() {
        review.wait_for(&format!("{} of 7", place + 1)).keys("c").wait_for(&format!("▸ {key} ·"));
        // The last row is drawn last.
        review.wait_until("the whole conversation is drawn", |screen| !screen.contains("e draft"));
        let shown = review.text();
        let others = keys.iter().filter(|other| **other != key && shown.contains(&format!("#{other} ")));
        assert_eq!((shown.contains(&format!("#{key} ")), others.count()), (true, 0), "{shown}");
        review.keys("\x1b").wait_for(&format!("{} of 7", place + 1)).keys("j");
    }
}
