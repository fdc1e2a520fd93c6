//! Invariants of a database at any moment: it contains what the journal says, and nothing else has changed.

use std::collections::BTreeMap;

use ghostcall::source::{EntryKind, JournalEntry, each_entry};
use rusqlite::Connection;
use rusqlite::types::Value as Cell;
use serde_json::Value;

use crate::support::{Dump, Export};

/// The texts of all messages.
pub(crate) fn texts(export: &Export) -> BTreeMap<i64, String> {
    let connection = export.connect();
    let mut statement = connection.prepare("SELECT id, content FROM messages").unwrap();
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
}

/// The key of an entry's message.
pub(crate) fn message(entry: &JournalEntry) -> i64 {
    Value::from(&entry.message).as_i64().unwrap()
}

/// Asserts that a message is written only if no write of it is in effect, and undone only if one is, and that the chain
/// of digests is intact. Returns the writes in effect, by message.
#[track_caller]
pub(crate) fn assert_never_twice(connection: &Connection, what: &str) -> BTreeMap<i64, JournalEntry> {
    let mut in_effect: BTreeMap<i64, JournalEntry> = BTreeMap::new();
    let mut previous = String::new();
    each_entry(connection, |entry| {
        assert_eq!(entry.previous, previous, "{what}: the chain is broken at {}", entry.id);
        assert_eq!(entry.digest, entry.computed_digest(), "{what}: {}", entry.id);
        previous.clone_from(&entry.digest);
        let message = message(&entry);
        match entry.kind {
            EntryKind::Write => {
                assert!(in_effect.insert(message, entry).is_none(), "{what}: {message} is written twice");
            }
            EntryKind::Undo => {
                let undone = in_effect.remove(&message).map(|write| write.id);
                assert_eq!(undone, entry.undoes, "{what}: {message} is taken back twice");
            }
        }
    })
    .unwrap();
    in_effect
}

/// Asserts that every write in effect is complete: its message and memories are as the journal says, and all others are
/// as they were.
#[track_caller]
pub(crate) fn assert_whole(
    export: &Export,
    what: &str,
    in_effect: &BTreeMap<i64, JournalEntry>,
    original_texts: &BTreeMap<i64, String>,
    original: &Dump,
) {
    let check: String = export.connect().query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok", "{what}");
    for (id, text) in texts(export) {
        let expected = in_effect.get(&id).and_then(|entry| entry.after.text.as_ref()).unwrap_or(&original_texts[&id]);
        assert_eq!(&text, expected, "{what}: message {id}");
    }
    let memories: usize = in_effect.values().map(|entry| entry.records.len()).sum();
    let (_, before) = original.iter().find(|(table, _)| table == "agent_memories").unwrap();
    let now = export.number("SELECT count(*) FROM agent_memories");
    assert_eq!(usize::try_from(now).unwrap(), before.len() + memories, "{what}");
    // Each recovered memory exists exactly once.
    let contents = export.rows("SELECT content FROM agent_memories");
    for record in in_effect.values().flat_map(|entry| &entry.records) {
        let content = Cell::Text(record.values["content"].as_str().unwrap().to_owned());
        assert_eq!(contents.iter().filter(|row| row[0] == content).count(), 1, "{what}: {content:?}");
    }
}
