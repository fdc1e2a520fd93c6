//! `log --format jsonl`: who, when, what was seen, what was decided, what was written, with which program and patterns.

use ghostcall::source::text_digest;
use serde_json::Value;

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

fn trail(export: &Export, options: &str) -> Vec<Value> {
    export.run(&format!("log DB --format jsonl {options}")).ok().lines()
}

fn kinds(trail: &[Value]) -> Vec<&str> {
    trail.iter().map(|line| line["kind"].as_str().unwrap()).collect()
}

#[test]
fn the_log_is_the_whole_trail() {
    let export = Export::fixture(JSON);
    let text = export.text("SELECT content FROM messages WHERE id = 101");
    export.run_with("decide DB accept --message 101 --set", &["content=Mine.", "--note", "as Ana said"]).ok();
    export.run("decide DB reject --message 102 --reviewer bo").ok();
    export.run("decide DB skip --message 103").ok();
    export.run("decide DB reset --message 103").ok();
    export.run("apply DB --reviewer cy").ok();
    export.run("undo DB").ok();
    let mine = export.file("mine.json5");
    std::fs::write(&mine, "{version: 1, patterns: [{name: 'x', class: 'echo', match: {required: ['x']}}]}").unwrap();
    export.run(&format!("decide DB accept --message 104 --patterns {}", mine.display())).ok();

    let trail = trail(&export, "");
    assert_eq!(kinds(&trail), ["accept", "note", "reject", "skip", "reset", "write", "undo", "accept"]);
    let program = env!("CARGO_PKG_VERSION");
    for line in &trail {
        assert!(line["at"].as_str().unwrap().parse::<jiff::Timestamp>().is_ok(), "{line}");
        assert!(line["message"].is_i64() && line["program"] == program, "{line}");
        assert_eq!(line["patterns"].as_str().unwrap().len(), 64, "{line}");
    }
    assert!(trail.is_sorted_by_key(|line| line["at"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap()));
    let reviewers: Vec<_> = trail.iter().map(|line| line["reviewer"].as_str().unwrap()).collect();
    assert_eq!(reviewers, ["ana", "ana", "bo", "ana", "ana", "cy", "ana", "ana"]);
    // The decision and the write-back refer to the text that was reviewed.
    let (accepted, written) = (&trail[0], &trail[5]);
    assert_eq!(accepted["text_digest"], text_digest(&text));
    assert_eq!(accepted["text_digest"], written["text_digest"]);
    let claim = &accepted["finding"]["claims"][0];
    assert!(claim["pattern"] == "save_memory" && !claim["evidence"].as_array().unwrap().is_empty(), "{claim}");
    assert!(accepted["edit"].to_string().contains("Mine."), "{}", accepted["edit"]);
    assert_eq!(trail[1]["note"], "as Ana said");
    assert_eq!(written["records"][0]["values"]["content"], "Mine.");
    assert_eq!((&trail[6]["undoes"], &written["undone_by"]), (&written["id"], &trail[6]["id"]));
    // Only the last decision used other patterns.
    let patterns: Vec<_> = trail.iter().map(|line| &line["patterns"]).collect();
    assert!(patterns[..7].iter().all(|digest| *digest == patterns[0]) && patterns[7] != patterns[0]);
    let whole = export.run("log DB --format json").ok().json();
    assert_eq!(whole.as_array().unwrap(), &trail);
    assert_eq!(export.run("log DB --format csv").ok().stdout.lines().count(), 3, "a table is the journal alone");
}

#[test]
fn a_review_file_of_before_has_a_trail_too() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101").ok();
    let review = rusqlite::Connection::open(export.review()).unwrap();
    review.execute_batch("DROP TABLE made_with").unwrap();
    drop(review);
    assert_eq!(trail(&export, "")[0]["patterns"], Value::Null);
    export.run("decide DB reject --message 102").ok();
    let trail = trail(&export, "");
    assert_eq!((kinds(&trail), &trail[0]["program"]), (vec!["accept", "reject"], &Value::Null));
    assert_eq!(trail[1]["program"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn flags_and_what_was_undone_are_in_the_journal() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101").ok();
    let review = rusqlite::Connection::open(export.review()).unwrap();
    let event = |seq: i64, action: &str, edit: &str, target: &str| {
        let sql = format!(
            "INSERT INTO event (seq, gesture, at, reviewer, message, action, edit, target)
             VALUES ({seq}, {seq}, '2026-02-03T09:00:00Z', 'bo', '101', '{action}', {edit}, {target})"
        );
        review.execute_batch(&sql).unwrap();
    };
    event(2, "mark", "'\"on\"'", "NULL");
    event(3, "mark", "'\"off\"'", "NULL");
    event(4, "undo", "NULL", "1");
    event(5, "redo", "NULL", "1");
    event(6, "dream", "NULL", "NULL");
    drop(review);
    let trail = trail(&export, "");
    let expected = ["accept", "flag", "unflag", "undo_decision", "redo_decision", "unknown"];
    assert_eq!(kinds(&trail), expected);
    assert_eq!(trail[3]["target"], 1);
}

#[test]
fn a_batch_that_does_not_exist_is_refused() {
    let export = Export::fixture("helix_kit_db_to_sqlite");
    export.run("log DB").ok().notes("No write-backs yet.");
    export.accept_and_apply();
    export.run("undo DB").ok();
    for batch in [1, 2] {
        export.run(&format!("log DB --batch {batch}")).ok();
    }
    for line in ["log DB --batch 7", "log DB --batches --batch 7", "log DB --batch 7 --format json"] {
        let refused = export.run(line);
        assert!(refused.refused().contains("no batch 7"), "{line}");
        assert_eq!(refused.stdout, "");
    }
}
