//! Changes that a database makes by itself during a write: none of them goes unnoticed.

use proptest::prelude::*;
use proptest::sample::select;

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

pub(crate) fn accepted() -> Export {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    export
}

pub(crate) fn written() -> Export {
    let export = Export::fixture(JSON);
    export.accept_and_apply();
    export
}

#[test]
fn a_journal_that_is_none_or_has_triggers_is_written_to_by_nobody() {
    let swallow = "CREATE TRIGGER swallow BEFORE INSERT ON ghostcall_journal BEGIN SELECT RAISE(IGNORE); END";
    let alter = "CREATE TRIGGER alter_it AFTER INSERT ON GHOSTCALL_JOURNAL
                 BEGIN UPDATE ghostcall_journal SET before = '{}' WHERE id = new.id; END";
    for trigger in [swallow, alter] {
        let export = written();
        export.run("undo DB --last 1").ok();
        export.run("decide DB accept --all").ok();
        export.sql(trigger);
        let before = export.dump();
        for line in ["apply DB", "undo DB --all"] {
            let output = export.run(line).refused();
            assert!(output.contains("ghostcall_journal has the trigger"), "{line}: {output}");
        }
        assert!(export.dump() == before);
        assert_eq!(export.files().iter().filter(|name| name.contains("backup")).count(), 1, "of the first write-back");
    }
    for (sql, what) in [
        ("CREATE VIEW ghostcall_journal AS SELECT 1 AS id", "is a view"),
        ("CREATE TABLE ghostcall_journal (id INTEGER PRIMARY KEY, what TEXT)", "a table with other columns"),
        ("CREATE VIRTUAL TABLE GhostCall_Journal USING fts5(a)", "a table with other columns"),
    ] {
        let export = accepted().and(sql);
        let before = export.dump();
        for command in ["scan DB", "log DB", "show DB 101"] {
            export.run(command).ok().notes(what);
        }
        for command in ["apply DB", "undo DB --all"] {
            export.run(command).ended(2).notes(what).notes("nothing was written");
        }
        assert!(export.dump() == before, "{sql}");
        assert!(!export.files().iter().any(|name| name.contains("backup")), "{sql}");
    }
}

#[test]
fn a_trigger_that_writes_to_the_journal_has_its_finding_left_out() {
    for (act, expected) in [
        ("DELETE FROM ghostcall_journal WHERE id = 1", "writes to ghostcall_journal"),
        ("UPDATE ghostcall_journal SET reviewer = 'nobody'", "writes to ghostcall_journal"),
    ] {
        let export = written();
        export.run("undo DB --write 1").ok();
        export.run("decide DB accept --message 101").ok();
        export.sql(&format!("CREATE TRIGGER meddle AFTER UPDATE ON messages BEGIN {act}; END"));
        let before = export.dump();
        export.run("apply DB --no-backup").with_problems().notes(expected);
        assert!(export.dump() == before, "{act}");
        export.run("undo DB --all").with_problems().notes(expected);
        assert!(export.dump() == before, "{act}");
        export.run("verify DB").ok();
    }
}

#[test]
fn a_change_that_a_trigger_swallows_is_reported_as_that_and_leaves_no_backup() {
    for (table, expected) in [("messages", "messages accepts no change"), ("chats", "chats accepts no change")] {
        let export =
            accepted().and(&format!("CREATE TRIGGER swallow BEFORE UPDATE ON {table} BEGIN SELECT RAISE(IGNORE); END"));
        let before = export.dump();
        let report = export.run("apply DB");
        report.with_problems().notes(expected).notes("left out message 101");
        assert!(!report.stderr.contains("stale"), "{}", report.stderr);
        assert!(export.dump() == before);
        assert!(!export.files().iter().any(|name| name.contains("backup")), "{:?}", export.files());
    }
    let export = written();
    export.sql("CREATE TRIGGER keep BEFORE DELETE ON agent_memories BEGIN SELECT RAISE(IGNORE); END");
    let before = export.dump();
    export.run("undo DB --write 1").with_problems().notes("agent_memories accepts no removal");
    assert!(export.dump() == before);
    export.sql(
        "DROP TRIGGER keep; CREATE TRIGGER again AFTER DELETE ON agent_memories
                BEGIN INSERT INTO agent_memories (id, content) VALUES (old.id, old.content); END",
    );
    export.run("undo DB --write 1").with_problems().notes("agent_memories accepts no removal");
    assert!(export.number("SELECT count(*) FROM agent_memories WHERE content LIKE 'Beans%'") == 1);
}

#[test]
fn what_an_undo_cannot_bring_back_is_reported() {
    let export = accepted().and(
        "CREATE TRIGGER touch AFTER UPDATE OF content ON messages
         BEGIN UPDATE messages SET updated_at = '2030-01-01T00:00:00' WHERE id = new.id; END",
    );
    let was = export.text("SELECT updated_at FROM messages WHERE id = 103");
    export.run("apply DB").ok();
    export.run("verify DB").ok();
    let undone = export.run("undo DB --all");
    undone
        .with_problems()
        .notes("message 103: write-back")
        .notes("its updated_at is \"2030-01-01T00:00:00\"")
        .notes(&was);
    assert_eq!(undone.lines().len(), 6, "all else is taken back");

    // A change in another table is not known to be undone either.
    let export = accepted().and(
        "CREATE TABLE changes (id INTEGER PRIMARY KEY, what TEXT);
         CREATE TRIGGER log AFTER INSERT ON agent_memories BEGIN INSERT INTO changes (what) VALUES (new.content); END",
    );
    export.run("apply DB").ok().notes("triggers of the database also changed changes");
    let undone = export.run("undo DB --all");
    undone.with_problems().notes("message 101: write-back").notes("triggers of the database also changed changes");
    assert!(!undone.stderr.contains("message 103"), "{}", undone.stderr);

    // A column of the message's own row.
    let export = accepted().and(
        "CREATE TRIGGER mark AFTER UPDATE ON messages WHEN new.id = 103
         BEGIN UPDATE messages SET tool_status = 'edited' WHERE id = new.id; END",
    );
    export.run("apply DB").ok().notes("triggers of the database also changed messages.tool_status");
    export.run("undo DB --all").with_problems().notes("messages.tool_status");
}

#[test]
fn an_index_over_the_texts_that_triggers_keep_is_no_difference() {
    let export = accepted().and(
        "CREATE VIRTUAL TABLE words USING fts5(content, content = 'messages', content_rowid = 'id');
         INSERT INTO words (words) VALUES ('rebuild');
         CREATE TRIGGER words_of AFTER UPDATE ON messages BEGIN
           INSERT INTO words (words, rowid, content) VALUES ('delete', old.id, old.content);
           INSERT INTO words (rowid, content) VALUES (new.id, new.content);
         END",
    );
    let before = export.rows("SELECT * FROM messages");
    let report = export.run("apply DB");
    report.ok();
    assert!(!report.stderr.contains("also changed"), "{}", report.stderr);
    export.run("undo DB --all").ok();
    assert_eq!(export.rows("SELECT * FROM messages"), before);
    export.sql("INSERT INTO words (words, rank) VALUES ('integrity-check', 1)");
}

#[test]
fn whatever_a_cell_holds_comes_back_as_it_was() {
    for cell in ["9e999", "-9e999", "CAST(x'61ff62' AS TEXT)", "x'61ff'", "1.0", "1", "-0.0", "0.1", "NULL", "''"] {
        // Columns without a type affinity store each value as it is.
        let export = Export::fixture(JSON).and(&format!(
            "ALTER TABLE messages RENAME COLUMN updated_at TO old; ALTER TABLE messages ADD COLUMN updated_at;
             ALTER TABLE chats RENAME COLUMN updated_at TO old; ALTER TABLE chats ADD COLUMN updated_at;
             UPDATE messages SET updated_at = {cell}; UPDATE chats SET updated_at = {cell};"
        ));
        let types = "SELECT group_concat(typeof(updated_at) || hex(updated_at)) FROM
                     (SELECT updated_at FROM messages UNION ALL SELECT updated_at FROM chats)";
        let before = export.text(types);
        export.accept_and_apply();
        // What cannot be read as a time is left as it is.
        assert_eq!(export.text(types) != before, ["1", "NULL"].contains(&cell), "{cell}");
        export.run("undo DB --all").ok();
        assert_eq!(export.text(types), before, "{cell}");
    }
}

#[test]
fn a_finding_that_the_database_refuses_is_named_and_the_others_are_written() {
    for (sql, expected) in [
        (
            "CREATE TABLE links (agent INTEGER REFERENCES agents (id) DEFERRABLE INITIALLY DEFERRED);
             INSERT INTO links VALUES (777);
             CREATE TRIGGER link AFTER INSERT ON agent_memories WHEN new.content LIKE 'Beans%'
             BEGIN INSERT INTO links VALUES (999); END",
            "a row of links would refer to a row of agents that is not there",
        ),
        (
            "CREATE TRIGGER call AFTER INSERT ON agent_memories WHEN new.content LIKE 'Beans%'
             BEGIN SELECT normalize_text(new.content); END",
            "no such function: normalize_text (a trigger calls a function of the application)",
        ),
        (
            "CREATE TABLE names (name TEXT); CREATE TABLE links (name TEXT REFERENCES names (name));
             CREATE TRIGGER link AFTER INSERT ON agent_memories WHEN new.content LIKE 'Beans%'
             BEGIN INSERT INTO links VALUES ('x'); END",
            "foreign key mismatch",
        ),
    ] {
        let export = accepted().and(&format!("PRAGMA foreign_keys = OFF; {sql}"));
        let report = export.run("apply DB");
        report.with_problems().notes("left out message 101: ").notes(expected);
        // A statement that cannot be prepared is refused for every record.
        assert!(report.lines().len() >= 3, "{sql}: {}", report.stderr);
        assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content LIKE 'Beans%'"), 0, "{sql}");
        export.run("undo DB --all").ok();
    }
}

/// A trigger of an application, or of an attacker.
fn trigger() -> impl Strategy<Value = String> {
    let table = select(&["messages", "chats", "agent_memories"][..]);
    let act = select(
        &[
            "SELECT RAISE(IGNORE)",
            "SELECT RAISE(ABORT, 'no')",
            "SELECT RAISE(FAIL, 'no')",
            "SELECT RAISE(ROLLBACK, 'no')",
            "UPDATE messages SET content = content || '!' WHERE id IN (101, 104)",
            "UPDATE messages SET tools_used = '[]'",
            "UPDATE messages SET updated_at = '2030-01-01T00:00:00' WHERE id = 103",
            "UPDATE messages SET tool_status = coalesce(tool_status, '') || 'x' WHERE id = 102",
            "UPDATE chats SET updated_at = 7, title = 'Changed'",
            "UPDATE chats SET updated_at = 7",
            "UPDATE chats SET updated_at = '2030-01-01T00:00:00' WHERE id = 1",
            "UPDATE agent_memories SET content = upper(content), updated_at = 9",
            "DELETE FROM agent_memories WHERE id = (SELECT max(id) FROM agent_memories)",
            "DELETE FROM messages WHERE id = 104",
            "DELETE FROM narrow",
            "INSERT INTO narrow VALUES (random())",
            "INSERT INTO agent_memories (content) VALUES ('planted')",
            "INSERT INTO changes (what) VALUES ('x')",
            "DELETE FROM changes",
            "SELECT unknown_function()",
        ][..],
    );
    let when = select(&["", "", "WHEN new.id % 2 = 1", "WHEN old.id % 2 = 0"][..]);
    (table, select(&["BEFORE", "AFTER"][..]), select(&["INSERT", "UPDATE", "DELETE"][..]), when, act).prop_map(
        |(table, timing, event, when, act)| {
            let when = match event {
                "INSERT" => when.replace("old.", "new."),
                "DELETE" => when.replace("new.", "old."),
                _ => when.to_owned(),
            };
            format!("{timing} {event} ON {table} {when} BEGIN {act}; END")
        },
    )
}

/// Each case starts the program four times.
fn config() -> ProptestConfig {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        ProptestConfig::default()
    } else {
        ProptestConfig::with_cases(40)
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn whatever_triggers_do_all_is_as_it_was_or_what_is_not_is_reported(
        triggers in prop::collection::vec(trigger(), 1..4), meanwhile in any::<bool>()
    ) {
        let export = Export::fixture(JSON).and(
            "CREATE TABLE changes (what TEXT); INSERT INTO changes VALUES ('first');
             CREATE TABLE narrow (a INTEGER PRIMARY KEY) WITHOUT ROWID; INSERT INTO narrow VALUES (1)",
        );
        let make = triggers.iter().enumerate().map(|(at, sql)| format!("CREATE TRIGGER t{at} {sql}"));
        let make = make.collect::<Vec<_>>().join(";\n");
        export.run("decide DB accept --all").ok();
        // The triggers may exist before the write-back or be added after it.
        if !meanwhile {
            export.sql(&make);
        }
        let mut before = export.dump();
        let applied = export.run("apply DB --no-backup");
        prop_assert!(matches!(applied.code, Some(0..=2)), "{applied:?}");
        if applied.code == Some(2) {
            prop_assert!(export.dump() == before, "{applied:?}");
        }
        if meanwhile {
            export.sql(&make);
            before[0] = export.dump()[0].clone();
        }
        let after = export.dump();
        let undone = export.run("undo DB --all");
        prop_assert!(matches!(undone.code, Some(0..=2)), "{undone:?}");
        match undone.code {
            Some(0) => prop_assert!(export.dump() == before, "{applied:?} {undone:?}"),
            Some(1) => prop_assert!(undone.stderr.contains("message 1"), "{undone:?}"),
            _ => prop_assert!(export.dump() == after, "{undone:?}"),
        }
        // The journal itself stays intact.
        let journal = export.run("verify DB");
        prop_assert!(!journal.stdout.contains("journal row"), "{journal:?}");
    }
}
