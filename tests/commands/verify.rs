//! `verify` reports changes to what was written back, and to the journal itself.

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

/// An export with six write-backs, the last one undone.
fn written() -> Export {
    let export = Export::fixture(JSON);
    export.accept_and_apply();
    export.run("undo DB --last 1").ok();
    export
}

/// The problems that `verify` reports, each with its message.
fn problems(export: &Export) -> Vec<(String, Option<i64>)> {
    let verified = export.run("verify DB --format jsonl");
    let problems = verified.lines();
    verified.ended(i32::from(!problems.is_empty()));
    problems
        .iter()
        .map(|problem| (problem["problem"].as_str().unwrap().to_owned(), problem["message_id"].as_i64()))
        .collect()
}

#[test]
fn what_is_as_it_was_left_is_verified() {
    let export = Export::fixture(JSON);
    export.run("verify DB --format table").ok().prints("0 rows");
    let export = written();
    let before = export.files();
    export.run("verify DB --format table").ok().prints("7 rows, 5 write-backs in place, 1 undone; no problems.");
    assert_eq!(export.files(), before);
    // Undone write-backs, and text that was never written, are not checked.
    export.sql("UPDATE messages SET content = 'Other words.' WHERE id IN (106, 111)");
    export.sql("UPDATE chats SET updated_at = '2030-01-01T00:00:00'");
    assert_eq!(problems(&export), []);
}

#[test]
fn each_change_of_what_was_written_shows() {
    for (change, expected) in [
        ("UPDATE messages SET content = content || ' More.' WHERE id = 101", "its text"),
        ("UPDATE messages SET tools_used = '[]' WHERE id = 101", "its tools"),
        ("UPDATE agent_memories SET content = 'Edited.' WHERE id = 4", "agent_memories 4"),
        ("DELETE FROM agent_memories WHERE id = 4", "agent_memories 4"),
        ("DELETE FROM messages WHERE id = 101", "gone"),
    ] {
        let export = written();
        export.sql(change);
        assert_eq!(problems(&export), [("changed".to_owned(), Some(101))], "{change}");
        export.run("verify DB --format table").with_problems().prints(expected);
    }
}

#[test]
fn a_journal_that_was_tampered_with_shows() {
    let altered = |message| ("altered".to_owned(), Some(message));
    let unchained = |message| ("unchained".to_owned(), Some(message));
    let journal = |change: &str| {
        let export = written();
        export.sql(change);
        problems(&export)
    };
    for column in ["reviewer = 'eve'", "written_at = '2020-01-01T00:00:00Z'", "finding = '{}'", "program = '9'"] {
        assert_eq!(journal(&format!("UPDATE ghostcall_journal SET {column} WHERE id = 2")), [altered(102)], "{column}");
    }
    assert_eq!(journal("DELETE FROM ghostcall_journal WHERE id = 2"), [unchained(103)]);
    let cut_off = ("cut_off".to_owned(), None);
    assert_eq!(journal("DELETE FROM ghostcall_journal WHERE id = 7").first(), Some(&cut_off));
    assert_eq!(journal("DROP TABLE ghostcall_journal"), std::slice::from_ref(&cut_off));
    let foreign = ("foreign".to_owned(), None);
    assert_eq!(journal("ALTER TABLE ghostcall_journal ADD COLUMN more TEXT"), [foreign]);
    for damage in ["kind = 'w'", "after = '{'"] {
        let export = written();
        export.sql(&format!("UPDATE ghostcall_journal SET {damage} WHERE id = 3"));
        assert!(export.run("verify DB").refused().contains("row 3 of ghostcall_journal is damaged"), "{damage}");
    }
    assert_eq!(journal("UPDATE ghostcall_journal SET undoes = 1 WHERE id = 7").len(), 3);
    // The review file stores the last digest too, so changing it in the journal is not enough.
    let forged = journal("UPDATE ghostcall_journal SET digest = 'x' WHERE id = 7");
    assert_eq!(forged, [altered(111), cut_off]);
}

#[test]
fn a_finding_of_the_journal_that_cannot_be_read_is_reported_and_not_taken_for_an_empty_one() {
    let export = written();
    export.sql("UPDATE ghostcall_journal SET finding = '{}' WHERE id = 2");
    for command in ["show DB 102", "export DB"] {
        let said = export.run(command).refused();
        assert!(said.contains("row 2 of ghostcall_journal is damaged: in its column `finding`"), "{command}: {said}");
    }
}

#[test]
fn an_older_copy_in_its_place_and_a_foreign_review_file_show() {
    let export = Export::fixture(JSON);
    let older = std::fs::read(export.path()).unwrap();
    export.accept_and_apply();
    std::fs::write(export.path(), older).unwrap();
    assert_eq!(problems(&export), [("cut_off".to_owned(), None)]);
    let other = Export::sample("helix-kit.db");
    let review = export.review();
    let refused = other.run_with("verify DB --review", &[review.to_str().unwrap()]).refused();
    assert!(refused.contains("review"), "{refused}");
}

#[test]
fn a_write_back_that_was_changed_is_not_in_place() {
    let export = written();
    export.sql("UPDATE messages SET content = content || ' More.' WHERE id IN (101, 102)");
    let verified = export.run("verify DB --format table");
    verified.with_problems().prints("7 rows, 3 write-backs in place, 1 undone; 2 problems.");
}
