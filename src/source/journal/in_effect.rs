//! Which write-backs of the journal are still in effect: which messages were written, and which rows and tool names
//! ghostcall added.

use std::collections::HashMap;

use rusqlite::{Connection, Row};
use serde::Deserialize;
use serde_json::Value;

use super::{EntryKind, JournalEntry, cell, each_row, journal_fault, json, kind, text_digest};
use crate::source::{Key, List};

/// The journal's view of one message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageJournal {
    /// The number of the last row that undid a write; 0 if there is none.
    pub last_undo: i64,
    /// The writes that are in effect, oldest first. There may be several: an application may rewrite a message, which
    /// can then be a finding again.
    pub in_effect: Vec<WriteInEffect>,
}

/// A write that was not undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteInEffect {
    /// The number of the journal row.
    pub id: i64,
    /// The number of the run that wrote it.
    pub batch: i64,
    /// The digest of the text that it left; `None` if it did not change the text.
    pub text_after: Option<String>,
    /// The reviewer who ran the write-back.
    pub reviewer: String,
}

impl MessageJournal {
    /// The journal row of the last write in effect.
    #[must_use]
    pub fn written(&self) -> Option<i64> {
        self.in_effect.last().map(|write| write.id)
    }

    /// Whether the last write in effect left a text with this digest.
    #[must_use]
    pub fn left(&self, text_digest: &str) -> bool {
        self.in_effect.last().is_some_and(|write| write.text_after.as_ref().is_none_or(|after| after == text_digest))
    }
}

/// What ghostcall wrote to a database and did not undo.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// The number of the last row; 0 if there is none.
    pub head: i64,
    /// The digest of the last row; empty if there is none.
    pub head_digest: String,
    /// Why the table of that name is not a journal, in words that follow its name; `None` if it is one, or missing.
    pub fault: Option<String>,
    messages: HashMap<Key, MessageJournal>,
    /// Table and key of each added record → the journal row.
    records: HashMap<(String, Key), i64>,
    tools: HashMap<Key, Vec<(i64, String)>>,
}

impl Journal {
    /// Reads the journal of a database; it is empty if the database has none.
    pub fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let mut journal = Self { fault: journal_fault(connection)?, ..Self::default() };
        let mut writes: HashMap<i64, RowSummary> = HashMap::new();
        each_summary(connection, |summary| {
            journal.head = summary.id;
            journal.head_digest.clone_from(&summary.digest);
            let place = journal.messages.entry(summary.message.clone()).or_default();
            match summary.kind {
                // Not believed: otherwise anybody could add an undo row and so turn what ghostcall wrote into evidence.
                EntryKind::Undo if summary.is_altered => {}
                EntryKind::Write => {
                    let text_after = summary.after.text.as_deref().map(text_digest);
                    place.in_effect.push(WriteInEffect {
                        id: summary.id,
                        batch: summary.batch,
                        text_after,
                        reviewer: summary.reviewer.clone(),
                    });
                    writes.insert(summary.id, summary.without_texts());
                }
                EntryKind::Undo => {
                    place.in_effect.retain(|write| Some(write.id) != summary.undoes);
                    place.last_undo = summary.id;
                    if let Some(undone) = summary.undoes {
                        writes.remove(&undone);
                    }
                }
            }
        })?;
        for summary in writes.into_values() {
            let (row, added) = (summary.id, summary.added_tools());
            if !added.is_empty() {
                journal.tools.entry(summary.message).or_default().extend(added.into_iter().map(|name| (row, name)));
            }
            journal.records.extend(summary.records.into_iter().map(|record| ((record.table, record.key), row)));
        }
        Ok(journal)
    }

    /// The journal's view of a message; `None` if it never wrote to it.
    #[must_use]
    pub fn of(&self, message: &Key) -> Option<&MessageJournal> {
        self.messages.get(message)
    }

    /// The journal row of the write that inserted this row, if ghostcall inserted it.
    #[must_use]
    pub fn row_of(&self, table: &str, key: &Key) -> Option<i64> {
        self.records.get(&(table.to_owned(), key.clone())).copied()
    }

    /// The tool names that ghostcall added to a message, each with the journal row of the write.
    #[must_use]
    pub fn tools_added(&self, message: &Key) -> &[(i64, String)] {
        self.tools.get(message).map_or(&[], Vec::as_slice)
    }

    /// All writes that are in effect.
    pub fn in_effect(&self) -> impl Iterator<Item = &WriteInEffect> {
        self.messages.values().flat_map(|place| &place.in_effect)
    }
}

/// The part of a row that [`Journal::read`] needs. It leaves out the finding of a write, which may be long.
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
    /// Whether an undo does not match its digest; always false for a write.
    is_altered: bool,
}

#[derive(Deserialize)]
struct ChangeSummary {
    text: Option<String>,
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

    /// The names that a write added to the list of tools.
    fn added_tools(&self) -> Vec<String> {
        let list = |change: &ChangeSummary| List::read(change.tools.as_ref().and_then(Value::as_str));
        let before = list(&self.before);
        list(&self.after).items.into_iter().flatten().filter(|name| !before.names().any(|old| old == name)).collect()
    }
}

fn each_summary(connection: &Connection, mut visit: impl FnMut(RowSummary)) -> rusqlite::Result<()> {
    // An undo needs its finding too, because the digest covers it.
    let columns = JournalEntry::COLUMNS.replace("finding", "iif(kind = 'undo', finding, NULL) AS finding");
    each_row(connection, &columns, |row| {
        visit(RowSummary::read(row)?);
        Ok(())
    })
}
