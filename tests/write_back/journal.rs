//! The journal: every write and every undo, chained, in the database itself.

use ghostcall::source::{JournalEntry, each_entry};
use rusqlite::types::Value as Cell;
use serde_json::{Value, json};

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

fn entries(export: &Export) -> Vec<JournalEntry> {
    let mut entries = Vec::new();
    each_entry(&export.connect(), |entry| entries.push(entry)).unwrap();
    entries
}

fn of(entries: &[JournalEntry], message: i64) -> &JournalEntry {
    entries.iter().find(|entry| Value::from(&entry.message) == message).unwrap()
}

#[test]
fn the_rows_are_numbered_dated_signed_and_chained() {
    let export = Export::fixture(JSON);
    export.accept_and_apply();
    export.run("undo DB --last 2").ok();
    let entries = entries(&export);
    assert_eq!(entries.iter().map(|entry| entry.id).collect::<Vec<_>>(), (1..=8).collect::<Vec<_>>());
    assert_eq!(entries.iter().map(|entry| entry.batch).collect::<Vec<_>>(), [1, 1, 1, 1, 1, 1, 2, 2]);
    let mut previous = String::new();
    for entry in &entries {
        assert_eq!(entry.previous, previous, "row {}", entry.id);
        assert_eq!(entry.digest, entry.computed_digest(), "row {}", entry.id);
        assert_eq!((entry.digest.len(), entry.patterns.len()), (64, 64));
        assert_eq!(entry.reviewer, "ana");
        assert_eq!(entry.program, env!("CARGO_PKG_VERSION"));
        assert!(entry.written_at.ends_with('Z') && entry.written_at.contains('T'), "{}", entry.written_at);
        previous.clone_from(&entry.digest);
    }
    let patterns: std::collections::BTreeSet<_> = entries.iter().map(|entry| &entry.patterns).collect();
    assert_eq!(patterns.len(), 1);
}

#[test]
fn any_change_of_a_row_shows_in_its_digest() {
    let export = Export::fixture(JSON);
    export.accept_and_apply();
    for change in [
        "reviewer = 'eve'",
        "written_at = '2020-01-01T00:00:00Z'",
        "message = '9999'",
        "before = '{}'",
        "records = '[]'",
        "finding = '{}'",
        "kind = 'undo'",
        "batch = 7",
        "previous = 'x'",
    ] {
        let copy = Export::nowhere();
        std::fs::copy(export.path(), copy.path()).unwrap();
        copy.sql(&format!("UPDATE ghostcall_journal SET {change} WHERE id = 1"));
        let entries = entries(&copy);
        assert_ne!(entries[0].digest, entries[0].computed_digest(), "{change}");
    }
}

#[test]
fn a_write_records_what_was_there_and_what_is_there_now() {
    let export = Export::fixture(JSON);
    let text = export.text("SELECT content FROM messages WHERE id = 101");
    export.run("decide DB accept --message 101 --note because").ok();
    export.run("apply DB").ok();
    let entries = entries(&export);
    let entry = of(&entries, 101);
    let now = export.text("SELECT updated_at FROM messages WHERE id = 101");
    let cells = |text: &str, tools: &str, own: &str, chat: &str| {
        json!({
            "text": text, "tools": tools,
            "times": [
                {"table": "messages", "column": "updated_at", "key": {"id": 101}, "value": own},
                {"table": "chats", "column": "updated_at", "key": {"id": 1}, "value": chat},
            ],
        })
    };
    let before = cells(&text, "[]", "2026-01-20T17:01:12", "2026-01-24T08:00:00");
    assert_eq!(serde_json::to_value(&entry.before).unwrap(), before);
    let chat = export.text("SELECT updated_at FROM chats WHERE id = 1");
    let after = cells("Late April it is.\n\nI will stop asking.", "[\"save_memory\"]", &now, &chat);
    assert_eq!(serde_json::to_value(&entry.after).unwrap(), after);

    assert_eq!(entry.records.len(), 1);
    let record = &entry.records[0];
    assert_eq!((record.table.as_str(), Value::from(&record.key)), ("agent_memories", json!(4)));
    assert_eq!(record.values["memory_type"], 0, "values as the database holds them");
    assert_eq!(record.values["created_at"], "2026-01-20T17:01:11.123456");
    assert_eq!(record.values.len(), 8, "all columns, so that an undo sees any later change");

    let finding = entry.approved();
    assert_eq!(finding["message_id"], 101);
    assert_eq!(finding["remedy"], "recover");
    assert_eq!(finding["claims"][0]["pattern"], "save_memory");
    assert_eq!(finding["records"][0]["values"]["memory_type"], "journal", "the snapshot has the labels");
}

#[test]
fn what_a_write_does_not_change_it_does_not_record() {
    let export = Export::fixture(JSON);
    export.accept_and_apply();
    let entries = entries(&export);
    let strip = of(&entries, 103);
    assert!(strip.before.text.is_some() && strip.before.tools.is_none() && strip.records.is_empty());
    let null = Export::fixture(JSON).and("UPDATE messages SET tools_used = NULL WHERE id = 101");
    null.accept_and_apply();
    let entries = self::entries(&null);
    assert_eq!(of(&entries, 101).before.tools, Some(Value::Null), "NULL is not the same as unchanged");
    null.run("undo DB --all").ok();
    assert_eq!(null.cell("SELECT tools_used FROM messages WHERE id = 101"), Cell::Null);
}

#[test]
fn an_undo_is_a_row_that_names_what_it_takes_back() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101 102").ok();
    export.run("apply DB").ok();
    export.run("undo DB --last 1").ok();
    let entries = entries(&export);
    assert_eq!(entries.len(), 3);
    let (write, undo) = (&entries[1], &entries[2]);
    assert_eq!(undo.undoes, Some(write.id));
    assert_eq!(undo.message, write.message);
    assert_eq!((&undo.before, &undo.after), (&write.after, &write.before));
    assert_eq!((entries[0].undoes, write.undoes), (None, None));
}

#[test]
fn the_log_lists_the_rows_and_what_became_of_them() {
    let export = Export::fixture(JSON);
    assert_eq!(export.run("log DB").ok().notes("No write-backs yet").stdout, "");
    export.run("decide DB accept --message 101 102").ok();
    export.run("apply DB").ok();
    export.run("undo DB --last 1").ok();
    let trail = export.run("log DB").ok().lines();
    let kinds: Vec<_> = trail.iter().map(|line| line["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["accept", "accept", "write", "write", "undo"]);
    let log = &trail[2..];
    let output: Vec<_> = log.iter().map(|row| (&row["id"], &row["kind"], &row["message"], &row["undone_by"])).collect();
    let [write, undone, undo] = [
        (json!(1), json!("write"), json!(101), Value::Null),
        (json!(2), json!("write"), json!(102), json!(3)),
        (json!(3), json!("undo"), json!(102), Value::Null),
    ];
    let expected: Vec<_> = [&write, &undone, &undo].map(|row| (&row.0, &row.1, &row.2, &row.3)).into();
    assert_eq!(output, expected);
    assert_eq!(log[0]["reviewer"], "ana");
    assert_eq!(log[0]["after"]["text"], "Late April it is.\n\nI will stop asking.");
    let table = export.run("log DB --format table").ok().stdout.clone();
    assert!(table.contains("write, undone by 3") && table.contains("undo of 2"), "{table}");
}

#[test]
fn who_wrote_is_the_reviewer_that_the_options_name() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101 --reviewer bo").ok();
    export.run("apply DB --reviewer cy").ok();
    assert_eq!(entries(&export)[0].reviewer, "cy");
    assert_eq!(export.show(101)["decision"]["reviewer"], "bo");
}

#[test]
fn the_journal_is_no_table_that_a_scan_or_a_profile_minds() {
    let export = Export::fixture(JSON);
    let detected = export.run("profiles detect DB").ok().stdout.clone();
    export.accept_and_apply();
    assert_eq!(export.run("profiles detect DB").ok().stdout, detected);
    let written = export.run("scan DB --status written").ok().lines();
    assert_eq!(written.len(), 6);
    assert!(written.iter().all(|found| found["status"] == "written"));
}

#[test]
fn what_ghostcall_wrote_is_no_evidence_for_another_message() {
    let export = Export::fixture(JSON).and(
        "INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, streaming, created_at, updated_at)
         VALUES (120, 1, 1, 'assistant', '{success: true, memory_type: \"core\", content: \"Quite another.\"}Yes.', '[]', 0,
                 '2026-01-20T17:01:31', '2026-01-20T17:01:31')",
    );
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB").ok();
    // Message 120 comes twenty seconds after 101, which names the tool only because ghostcall wrote it there.
    assert_eq!(export.show(120)["remedy"], "recover");
}

#[test]
fn a_damaged_row_is_named() {
    let export = Export::fixture(JSON);
    export.accept_and_apply();
    export.sql("UPDATE ghostcall_journal SET before = '{' WHERE id = 2");
    for line in ["scan DB", "log DB", "undo DB --all", "apply DB"] {
        let output = export.run(line).refused();
        assert!(output.contains("row 2 of ghostcall_journal is damaged: in its column `before`"), "{line}: {output}");
    }
}
