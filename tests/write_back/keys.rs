//! Keys and numbers that have no successor, or cannot be found again.

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

#[test]
fn numbers_that_none_can_follow_are_reported() {
    for sql in [
        "UPDATE ghostcall_journal SET id = 9223372036854775807 WHERE id = 6",
        "UPDATE ghostcall_journal SET batch = 9223372036854775807 WHERE id = 6",
        "UPDATE ghostcall_journal SET batch = 1e300 WHERE id = 6",
    ] {
        let export = Export::fixture(JSON);
        export.accept_and_apply();
        export.sql(sql);
        let before = export.dump();
        let output = export.run("undo DB --write 1").refused();
        assert!(output.contains("ghostcall_journal"), "{sql}: {output}");
        assert!(!output.contains("Invalid"), "{sql}: {output}");
        assert!(export.dump() == before, "{sql}");
    }

    let export = Export::fixture(JSON).and(
        "CREATE TABLE other (id INTEGER PRIMARY KEY AUTOINCREMENT, agent_id INTEGER, content TEXT, memory_type INTEGER,
                             constitutional INTEGER, discarded_at TEXT, created_at TEXT, updated_at TEXT);
         INSERT INTO other SELECT * FROM agent_memories;
         DROP TABLE agent_memories;
         ALTER TABLE other RENAME TO agent_memories;
         UPDATE sqlite_sequence SET seq = 9223372036854775807;",
    );
    export.run("decide DB accept --all").ok();
    let report = export.run("apply DB");
    report.with_problems().notes("left out message 101: the database refused it: agent_memories (AUTOINCREMENT)");
    assert!(!report.stderr.contains("disk"), "{}", report.stderr);
    assert_eq!(report.lines().len(), 3, "what needs no new row is written");

    // The same for a table that only a trigger writes to.
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    let export = export.and(
        "CREATE TABLE changes (id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT);
         INSERT INTO changes VALUES (9223372036854775807, 'last');
         CREATE TRIGGER log AFTER INSERT ON agent_memories BEGIN INSERT INTO changes (what) VALUES (new.content); END",
    );
    let before = export.dump();
    let output = export.run("apply DB").refused();
    assert!(
        output.contains("changes (AUTOINCREMENT) has used the greatest number") && output.contains("message 101"),
        "{output}"
    );
    assert!(export.dump() == before);
    assert!(!export.files().iter().any(|name| name.contains("backup")));
}

#[test]
fn a_record_with_a_key_that_nothing_finds_again_is_not_written_and_an_old_one_is_seen() {
    let memories = |key: &str, cell: &str| {
        Export::fixture(JSON).and(&format!(
            "CREATE TABLE other (id {key}, agent_id INTEGER, content TEXT, memory_type INTEGER, constitutional INTEGER,
                                 discarded_at TEXT, created_at TEXT, updated_at TEXT);
             INSERT INTO other SELECT {cell}, agent_id, content, memory_type, constitutional, discarded_at, created_at, updated_at
                               FROM agent_memories;
             DROP TABLE agent_memories;
             ALTER TABLE other RENAME TO agent_memories;"
        ))
    };
    for (key, cell) in [("BLOB PRIMARY KEY", "randomblob(16)"), ("REAL PRIMARY KEY", "id + 0.5")] {
        let export = memories(key, cell);
        let plain = Export::fixture(JSON);
        assert_eq!(export.remedies(), plain.remedies(), "{key}: an equal record is there, whatever its key");
        export.run("decide DB accept --all").ok();
        let before = export.number("SELECT count(*) FROM agent_memories");
        export.run("apply DB").with_problems().notes("left out message 101").notes("keys");
        assert_eq!(export.number("SELECT count(*) FROM agent_memories"), before, "{key}");
        export.run("undo DB --all").ok();
    }
}

#[test]
fn messages_whose_keys_find_nothing_again_are_reported_and_left() {
    for key in ["id + 0.5", "CAST('key ' || id AS BLOB)"] {
        let export = Export::fixture(JSON).and(&format!(
            "PRAGMA foreign_keys = OFF;
             CREATE TABLE other AS SELECT {key} AS id, chat_id, agent_id, user_id, role, content, tools_used, tool_status, streaming,
                                          thinking_text, replay_payload, model_id_string, created_at, updated_at FROM messages;
             DROP TABLE messages; ALTER TABLE other RENAME TO messages;"
        ));
        let before = export.dump();
        export.run("scan DB").ok().notes("the keys of messages are neither integers nor texts");
        export.run("decide DB accept --all").ok().prints("the message has no key");
        export.run("apply DB").ok().notes("Nothing to write");
        assert!(export.dump() == before, "{key}");
    }
}
