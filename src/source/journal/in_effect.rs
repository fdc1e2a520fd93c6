//! What the journal still vouches for: which messages were written, and which rows and names ghostcall added.

use std::collections::HashMap;

use rusqlite::{Connection, Row};
use serde::Deserialize;
use serde_json::Value;

use super::{EntryKind, JournalEntry, cell, each_row, json, kind, text_digest};
use crate::source::{Key, List};

/// What the journal says about one message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageJournal {
    /// The last row that took a write back, 0 where none did.
    pub last_undo: i64,
    /// The writes that are, oldest first. An application may rewrite a message, and it is found again.
    pub in_effect: Vec<WriteInEffect>,
}

/// A write that was not undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteInEffect {
    /// The number of the journal row.
    pub id: i64,
    /// The run that wrote it.
    pub batch: i64,
    /// Digest of the text that it left; `None` where it left the text alone.
    pub text_after: Option<String>,
    /// Who wrote it.
    pub reviewer: String,
}

impl MessageJournal {
    /// The journal row of the last write that is not undone.
    #[must_use]
    pub fn written(&self) -> Option<i64> {
        self.in_effect.last().map(|write| write.id)
    }

    /// Whether a text with this digest is what the last write left.
    #[must_use]
    pub fn left(&self, text_digest: &str) -> bool {
        self.in_effect.last().is_some_and(|write| write.text_after.as_ref().is_none_or(|after| after == text_digest))
    }
}

/// What ghostcall wrote to a database and did not take back.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// The number of the last row, 0 where there is none.
    pub head: i64,
    /// The digest of the last row, empty where there is none.
    pub head_digest: String,
    messages: HashMap<Key, MessageJournal>,
    /// With the row that records each.
    records: HashMap<(String, Key), i64>,
    tools: HashMap<Key, Vec<(i64, String)>>,
}

impl Journal {
    /// Reads the journal of a database; one without it has written nothing.
    pub fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let mut journal = Self::default();
        let mut writes: HashMap<i64, RowSummary> = HashMap::new();
        each_trace(connection, |trace| {
            journal.head = trace.id;
            journal.head_digest.clone_from(&trace.digest);
            let place = journal.messages.entry(trace.message.clone()).or_default();
            match trace.kind {
                // Anybody who adds a row that undoes a write would turn what ghostcall wrote into evidence.
                EntryKind::Undo if trace.is_altered => {}
                EntryKind::Write => {
                    let text_after = trace.after.text.as_deref().map(text_digest);
                    place.in_effect.push(WriteInEffect {
                        id: trace.id,
                        batch: trace.batch,
                        text_after,
                        reviewer: trace.reviewer.clone(),
                    });
                    writes.insert(trace.id, trace.without_texts());
                }
                EntryKind::Undo => {
                    place.in_effect.retain(|write| Some(write.id) != trace.undoes);
                    place.last_undo = trace.id;
                    if let Some(undone) = trace.undoes {
                        writes.remove(&undone);
                    }
                }
            }
        })?;
        for trace in writes.into_values() {
            let (row, added) = (trace.id, trace.added_tools());
            if !added.is_empty() {
                journal.tools.entry(trace.message).or_default().extend(added.into_iter().map(|name| (row, name)));
            }
            journal.records.extend(trace.records.into_iter().map(|record| ((record.table, record.key), row)));
        }
        Ok(journal)
    }

    /// What the journal says about a message.
    #[must_use]
    pub fn of(&self, message: &Key) -> Option<&MessageJournal> {
        self.messages.get(message)
    }

    /// The row that records that ghostcall wrote this row, if there is one.
    #[must_use]
    pub fn row_of(&self, table: &str, key: &Key) -> Option<i64> {
        self.records.get(&(table.to_owned(), key.clone())).copied()
    }

    /// The names that ghostcall added to the tools of a message, each with the row that records it.
    #[must_use]
    pub fn tools_added(&self, message: &Key) -> &[(i64, String)] {
        self.tools.get(message).map_or(&[], Vec::as_slice)
    }

    /// All writes that are.
    pub fn in_effect(&self) -> impl Iterator<Item = &WriteInEffect> {
        self.messages.values().flat_map(|place| &place.in_effect)
    }
}

/// What reading the journal of a whole database needs of a row: without the snapshot of a write, which may be long.
struct RowSummary {
    id: i64,
    batch: i64,
    kind: EntryKind,
    undoes: Option<i64>,
    message: Key,
    before: ChangeSummary,
    after: ChangeSummary,
    records: Vec<RecordSummary>,
    reviewer: String,
    digest: String,
    /// Of a row that takes a write back: whether it is not as it was written.
    is_altered: bool,
}

#[derive(Deserialize)]
struct ChangeSummary {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    tools: Option<Value>,
}

#[derive(Deserialize)]
struct RecordSummary {
    table: String,
    key: Key,
}

impl RowSummary {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let kind = kind(row)?;
        Ok(Self {
            id: cell(row, "id")?,
            batch: cell(row, "batch")?,
            kind,
            undoes: cell(row, "undoes")?,
            message: json(row, "message")?,
            before: json(row, "before")?,
            after: json(row, "after")?,
            records: json(row, "records")?,
            reviewer: cell(row, "reviewer")?,
            digest: cell(row, "digest")?,
            is_altered: kind == EntryKind::Undo && !JournalEntry::read(row)?.is_intact(),
        })
    }

    fn without_texts(mut self) -> Self {
        (self.before.text, self.after.text) = (None, None);
        self
    }

    /// The names that the list of tools gained by a write.
    fn added_tools(&self) -> Vec<String> {
        let list = |change: &ChangeSummary| List::read(change.tools.as_ref().and_then(Value::as_str));
        let before = list(&self.before);
        list(&self.after).items.into_iter().flatten().filter(|name| !before.names().any(|old| old == name)).collect()
    }
}

fn each_trace(connection: &Connection, mut visit: impl FnMut(RowSummary)) -> rusqlite::Result<()> {
    // The digest goes over the snapshot too.
    let columns = JournalEntry::COLUMNS.replace("finding", "iif(kind = 'undo', finding, NULL) AS finding");
    each_row(connection, &columns, |row| {
        visit(RowSummary::read(row)?);
        Ok(())
    })
}
