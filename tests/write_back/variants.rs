//! Databases that lack a part of what the profile describes, or hold more.

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

/// Writes everything back and undoes it; returns the number of journal rows written.
#[track_caller]
fn round_trip(export: &Export) -> i64 {
    let before = export.dump();
    export.accept_and_apply();
    let written = export.number("SELECT count(*) FROM ghostcall_journal");
    export.run("undo DB --all").ok();
    assert_eq!(export.dump(), before);
    written
}

#[test]
fn tables_of_evidence_may_be_missing() {
    for (table, written) in [("tool_calls", 6), ("whiteboards", 6), ("audit_logs", 5)] {
        let export = Export::fixture(JSON).and(&format!("DROP TABLE {table}"));
        assert_eq!(round_trip(&export), written, "without {table}");
    }
    let bare = Export::fixture(JSON).and("DROP TABLE tool_calls; DROP TABLE whiteboards; DROP TABLE audit_logs");
    let found = bare.show(111);
    // Without the history, nothing shows that it was saved once; but a memory from that time has changed since.
    assert_eq!((&found["claims"][0]["verdict"], &found["remedy"]), (&"not_executed".into(), &"review".into()));
    assert!(found["warnings"].as_array().unwrap().contains(&"changed_since".into()), "{found}");
    assert_eq!(round_trip(&bare), 5);
}

#[test]
fn columns_that_came_later_may_be_missing() {
    for (change, column) in [
        ("ALTER TABLE agent_memories DROP COLUMN constitutional", "constitutional"),
        ("ALTER TABLE agent_memories DROP COLUMN discarded_at", "discarded_at"),
        ("ALTER TABLE messages DROP COLUMN model_id_string", "model_id_string"),
        ("ALTER TABLE messages DROP COLUMN updated_at", "updated_at"),
        ("ALTER TABLE chats DROP COLUMN updated_at", "chats.updated_at"),
        ("ALTER TABLE agents DROP COLUMN enabled_tools", "enabled_tools"),
    ] {
        let export = Export::fixture(JSON).and(change);
        assert!(round_trip(&export) >= 6, "without {column}");
    }
}

#[test]
fn without_a_time_of_discarding_every_chat_is_read() {
    let export = Export::fixture(JSON).and("ALTER TABLE chats DROP COLUMN discarded_at");
    assert!(export.remedies().contains(&(109, "recover".to_owned())));
}

#[test]
fn a_missing_constant_leaves_the_other_cells_as_they_are_due() {
    let export = Export::fixture(JSON).and("ALTER TABLE agent_memories DROP COLUMN constitutional");
    export.accept_and_apply();
    let found = export.rows("SELECT agent_id, memory_type, content FROM agent_memories WHERE id > 3 ORDER BY id");
    assert_eq!(found.len(), 3);
}

#[test]
fn columns_that_the_profile_does_not_know_get_their_defaults() {
    let export = Export::fixture(JSON)
        .and("ALTER TABLE agent_memories ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'")
        .and("ALTER TABLE messages ADD COLUMN note TEXT");
    assert_eq!(round_trip(&export), 6);
}

#[test]
fn a_key_that_names_two_rows_is_never_written_to() {
    let export = Export::fixture("helix_kit_duckdb")
        .and("UPDATE messages SET tools_used = '[]'")
        .and("INSERT INTO messages SELECT * FROM messages WHERE id = 1");
    let before = export.dump();
    export.run("decide DB accept --message 1").ok();
    export.run("apply DB").with_problems().notes("key matches several rows");
    assert_eq!(export.dump(), before);
}

#[test]
fn what_the_database_refuses_is_left_out_and_the_rest_written() {
    let export = Export::fixture(JSON).and(
        "CREATE TRIGGER refuse BEFORE INSERT ON agent_memories WHEN new.content LIKE 'Label%'
         BEGIN SELECT RAISE(ABORT, 'labels are closed'); END",
    );
    export.run("decide DB accept --all").ok();
    export.run("apply DB").with_problems().notes("left out message 104").notes("labels are closed");
    assert_eq!(export.number("SELECT count(*) FROM ghostcall_journal"), 5);
    assert!(export.text("SELECT content FROM messages WHERE id = 104").starts_with("[2026-01-25"), "wholly or not");
    assert_eq!(export.status(104), "accepted", "the decision is kept for another try");
    export.sql("DROP TRIGGER refuse");
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 104"), "Labels agreed.");
}

#[test]
fn a_trigger_that_rolls_everything_back_ends_the_run_with_nothing_written() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    export.sql(
        "CREATE TRIGGER refuse BEFORE INSERT ON agent_memories WHEN new.content LIKE 'Label%'
         BEGIN SELECT RAISE(ROLLBACK, 'labels are closed'); END",
    );
    let before = export.dump();
    let refused = export.run("apply DB").refused();
    assert!(refused.contains("labels are closed") && refused.contains("message 104"), "{refused}");
    assert_eq!(export.dump(), before);
    export.sql("DROP TRIGGER refuse");
    let plain = export.dump();
    export.run("apply DB").ok();
    export.sql(
        "CREATE TRIGGER keep BEFORE DELETE ON agent_memories WHEN old.content LIKE 'Label%'
         BEGIN SELECT RAISE(ROLLBACK, 'labels are kept'); END",
    );
    let written = export.dump();
    let refused = export.run("undo DB --all").refused();
    assert!(refused.contains("labels are kept") && refused.contains("message 104"), "{refused}");
    assert_eq!(export.dump(), written);
    export.sql("DROP TRIGGER keep");
    export.run("undo DB --all").ok();
    assert_eq!(export.dump(), plain);
}

#[test]
fn a_trigger_that_changes_what_is_written_does_not_stop_the_undo() {
    let export = Export::fixture(JSON).and(
        "CREATE TRIGGER shout AFTER INSERT ON agent_memories
         BEGIN UPDATE agent_memories SET content = upper(content) WHERE id = new.id; END",
    );
    assert_eq!(round_trip(&export), 6);
}

#[test]
fn foreign_keys_that_were_broken_before_are_no_obstacle() {
    let export = Export::fixture(JSON)
        .and("PRAGMA foreign_keys = OFF; INSERT INTO tool_calls (id, message_id, name) VALUES (1, 99999, 'x')")
        .and("PRAGMA foreign_keys = OFF; INSERT INTO agent_memories VALUES (9, 77, 'Of nobody.', 0, 0, NULL, NULL, NULL)");
    assert_eq!(round_trip(&export), 6);
}

#[test]
fn tables_that_were_not_exported_are_no_obstacle_though_others_refer_to_them() {
    let schema = Export::fixture(JSON);
    let sql = schema.text("SELECT sql FROM sqlite_schema WHERE name = 'messages'");
    let sql = sql.replace("user_id INTEGER", "user_id INTEGER REFERENCES users(id)").replace("messages (", "other (");
    let export = schema.and(&sql).and(
        "PRAGMA foreign_keys = OFF; INSERT INTO other SELECT * FROM messages; DROP TABLE messages;
              PRAGMA legacy_alter_table = ON; ALTER TABLE other RENAME TO messages",
    );
    assert_eq!(round_trip(&export), 6);
    export.run("decide DB accept --all").ok();
    export.run("apply DB --record-tool sibling_row").ok();
}

#[test]
fn names_that_need_quoting_in_a_path_are_no_obstacle() {
    let export = Export::fixture(JSON);
    let odd = export.file("ex port #1?.db");
    std::fs::copy(export.path(), &odd).unwrap();
    let odd = odd.to_str().unwrap();
    export.run_with("decide --all", &[odd, "accept"]).ok();
    export.run_with("apply", &[odd]).ok();
    export.run_with("undo --all", &[odd]).ok();
    assert_eq!(crate::support::dump(&rusqlite::Connection::open(odd).unwrap()), export.dump());
}
