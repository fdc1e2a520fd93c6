//! Changes that a database makes by itself during a write: none of them goes unnoticed.

use ghostcall::source::{JournalEntry, each_entry};
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::{Dump, Export};

const JSON: &str = "helix_kit_db_to_sqlite";

fn accepted() -> Export {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    export
}

fn written() -> Export {
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
        export.run("scan DB").ok().notes(what);
        let output = export.run("apply DB");
        output.ended(2).notes(what).notes("nothing was written");
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
fn a_change_that_a_trigger_swallows_is_told_as_that_and_leaves_no_backup() {
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
fn what_an_undo_cannot_bring_back_is_told() {
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
        assert_ne!(export.text(types), before, "{cell}");
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

/// Rewrites a row of the journal, with matching digests.
fn forge(export: &Export, change: impl Fn(&mut JournalEntry)) {
    let connection = export.connect();
    let mut entries = Vec::new();
    each_entry(&connection, |entry| entries.push(entry)).unwrap();
    let mut previous = String::new();
    for mut entry in entries {
        change(&mut entry);
        entry.previous = previous;
        entry.digest = entry.computed_digest();
        connection
            .execute(
                "UPDATE ghostcall_journal SET before = ?2, after = ?3, records = ?4, previous = ?5, digest = ?6 WHERE id = ?1",
                rusqlite::params![
                    entry.id,
                    serde_json::to_string(&entry.before).unwrap(),
                    serde_json::to_string(&entry.after).unwrap(),
                    serde_json::to_string(&entry.records).unwrap(),
                    entry.previous,
                    entry.digest
                ],
            )
            .unwrap();
        previous = entry.digest;
    }
}

#[test]
fn a_row_of_the_journal_that_was_altered_is_not_followed() {
    for (row, sql) in [
        (1, "UPDATE ghostcall_journal SET before = replace(before, 'Late April', 'Forged') WHERE id = 1"),
        (1, "UPDATE ghostcall_journal SET reviewer = 'somebody' WHERE id = 1"),
        (3, "DELETE FROM ghostcall_journal WHERE id = 2"),
    ] {
        let export = written().and(sql);
        let before = export.dump();
        let undone = export.run("undo DB --write 1");
        if row == 1 {
            undone.with_problems().notes("journal row 1 altered");
            assert!(export.dump() == before, "{sql}");
        } else {
            undone.ok();
        }
        let before = export.dump();
        export.run("undo DB --write 5").with_problems().notes(&format!("journal row {row} altered"));
        assert!(export.dump() == before, "{sql}");
    }
}

#[test]
fn a_forged_row_of_the_journal_hides_no_evidence() {
    // As if ghostcall had written the memory that shows that the tool ran.
    let export = written();
    let plain = Export::fixture(JSON).remedies();
    export.run("undo DB --all").ok();
    let record = "{\"table\":\"agent_memories\",\"key_column\":\"id\",\"key\":2,\"values\":{\"id\":2}}";
    export.sql(&format!(
        "INSERT INTO ghostcall_journal SELECT 90, 90, 'write', NULL, '95', before, after, '[{record}]', finding, reviewer, written_at,
                                              program, patterns, previous, digest FROM ghostcall_journal WHERE id = 1"
    ));
    assert_eq!(export.show(102)["remedy"], "strip");
    assert_eq!(export.remedies(), plain);
}

#[test]
fn a_forged_row_of_the_journal_takes_nothing_back() {
    // Message 120 comes twenty seconds after 101, which names the tool only because ghostcall wrote it there.
    let export = Export::fixture(JSON).and(
        "INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, streaming, created_at, updated_at)
         VALUES (120, 1, 1, 'assistant', '{success: true, memory_type: \"core\", content: \"Quite another.\"}Yes.', '[]', 0,
                 '2026-01-20T17:01:31', '2026-01-20T17:01:31')",
    );
    export.run("decide DB accept --message 101").ok();
    let content = |export: &Export| -> Dump {
        export.dump().into_iter().filter(|(table, _)| table != "ghostcall_journal").collect()
    };
    let plain = content(&export);
    export.run("apply DB").ok();
    export.sql(
        "INSERT INTO ghostcall_journal SELECT 2, 2, 'undo', 1, message, after, before, records, finding, reviewer, written_at,
                                              program, patterns, digest, 'forged' FROM ghostcall_journal WHERE id = 1",
    );
    assert_eq!((export.status(101).as_str(), &export.show(120)["remedy"]), ("written", &"recover".into()));
    assert!(export.run("log DB --format jsonl").ok().lines()[0]["undone_by"].is_null());
    export.run("verify DB").with_problems();
    assert_eq!(export.run("undo DB --all").ok().lines().len(), 1);
    assert!(content(&export) == plain);
    // An undo recorded after the forged row still counts.
    export.run("undo DB --write 1").with_problems().notes("already undone");
    assert!(export.run("undo DB --all").ok().lines().is_empty());
}

#[test]
fn an_undo_touches_only_what_the_profile_names() {
    let secret =
        "CREATE TABLE secrets (id INTEGER PRIMARY KEY, word TEXT); INSERT INTO secrets VALUES (1, 'old'), (4, 'x')";
    let forgeries: [fn(&mut JournalEntry); 5] = [
        |entry| {
            for times in [&mut entry.before.times, &mut entry.after.times] {
                let mut time = times[0].clone();
                (time.table, time.column, time.value) = ("secrets".into(), "word".into(), "old".into());
                time.key = serde_json::from_str("{\"id\": 1}").unwrap();
                times.push(time);
            }
        },
        |entry| {
            for times in [&mut entry.before.times, &mut entry.after.times] {
                for time in times {
                    time.column = "created_at".into();
                }
            }
        },
        |entry| entry.before.times.truncate(1),
        |entry| {
            for record in &mut entry.records {
                (record.table, record.key_column) = ("secrets".into(), "id".into());
                record.values = serde_json::from_str("{\"word\": \"x\"}").unwrap();
            }
        },
        |entry| {
            for record in &mut entry.records {
                record.key_column = "agent_id".into();
            }
        },
    ];
    for (number, forgery) in forgeries.into_iter().enumerate() {
        let export = written().and(secret);
        forge(&export, forgery);
        let before = export.dump();
        export
            .run("undo DB --write 1")
            .with_problems()
            .notes("left out message 101")
            .notes("which this profile does not");
        assert!(export.dump() == before, "forgery {number}");
        export.run("verify DB").with_problems().tells("which this profile does not");
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
    fn whatever_triggers_do_all_is_as_it_was_or_it_is_told_what_is_not(
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
