//! Typed and pasted text is stored during typing, and never taken for keys.

use rusqlite::{Connection, OpenFlags};

use super::screen::{Export, Screen};

/// Waits until a draft that holds a text is stored.
#[track_caller]
fn wait_for_draft(export: &Export, review: &Screen, text: &str) {
    let path = export.file("export.db.review");
    let pattern = format!("%{text}%");
    review.wait_until(&format!("the draft `{text}`"), |_| {
        let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let sql = "SELECT count(*) FROM draft WHERE edit LIKE ?1";
        connection.query_row(sql, [&pattern], |row| row.get::<_, i64>(0)).is_ok_and(|count| count > 0)
    });
}

fn typing(export: &Export) -> Screen {
    let review = export.review(100, 30, &[]);
    review.wait_for("208 messages read").wait_for("Findings 1/41").keys("e").wait_for("Ctrl-S save");
    review
}

#[test]
fn a_kill_in_the_middle_of_typing_loses_nothing() {
    let export = Export::sample();
    let review = typing(&export);
    review.keys("half a sen");
    wait_for_draft(&export, &review, "half a sen");
    review.kill();
    let review = typing(&export);
    review.wait_for("half a sen").keys("tence, \x13").wait_for("131 accepted with changes").keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_kill_while_what_was_accepted_is_edited_again_loses_nothing() {
    let export = Export::sample();
    let review = export.review(100, 30, &[]);
    review.wait_for("208 messages read").keys("a").wait_for("131 accepted").keys("r").wait_for("180 rejected");
    for (key, typed) in [("g", "more of 131 "), ("j", "more of 180 ")] {
        review.keys(key).keys("e").wait_for("Ctrl-S save").keys(typed);
        wait_for_draft(&export, &review, typed);
        review.keys("\x1b").wait_until("the editor's end", |screen| !screen.contains("Ctrl-S save"));
    }
    review.kill();
    let review = export.review(100, 30, &[]);
    review.wait_for("208 messages read").wait_for("2/41 reviewed").wait_for("✓a1").wait_for("✗r1");
    for (key, typed) in [("g", "more of 131 "), ("j", "more of 180 ")] {
        review.keys(key).keys("e").wait_for("Ctrl-S save").wait_for(typed).keys("\x1b");
        review.wait_until("the editor's end", |screen| !screen.contains("Ctrl-S save"));
    }
    review.keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_paste_is_text_where_text_is_typed_and_nothing_elsewhere() {
    let export = Export::sample();
    let review = export.review(120, 40, &[]);
    review.wait_for("208 messages read").paste("aaa").wait_for("pasted text ignored");
    review.paste("rrqy\r").keys("j").wait_for("Findings 2/41").wait_for("0/41 reviewed");
    review.keys("/").paste("Sev\rerin").wait_for("/Severin").keys("\r").wait_for("Findings 4/41");
    review.keys("e").wait_for("Ctrl-S save").paste("one\rtwo\x13 ").wait_for("two").keys("\x1b");
    review.wait_for("kept as a draft").wait_for("0/41 reviewed").keys("A").wait_for("y accept all").paste("y");
    review.keys("\x1b").wait_for("nothing was decided").wait_for("0/41 reviewed").keys("q");
    assert_eq!(review.ended(), 0);
}
