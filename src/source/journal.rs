//! The journal that ghostcall keeps in the database itself: what it wrote, read back.
//!
//! Rows are appended by [`crate::writeback`]. They are read here because what ghostcall wrote is no evidence.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, OptionalExtension as _, Row};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::{Key, List};

/// The one table that ghostcall adds to a database.
pub const JOURNAL_TABLE: &str = "ghostcall_journal";

/// What a journal row did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// An approved finding was written.
    Write,
    /// A write was taken back.
    Undo,
}

impl EntryKind {
    /// The word in the table.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Undo => "undo",
        }
    }
}

/// A time cell that a write moved along.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeCell {
    /// The table.
    pub table: String,
    /// The column.
    pub column: String,
    /// The row: key column → value.
    pub key: Map<String, Value>,
    /// What the cell holds.
    pub value: Value,
}

/// A text that stands in JSON, or again beside the message, and that a write changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextCell {
    /// The table.
    pub table: String,
    /// The column.
    pub column: String,
    /// The row: key column → value.
    pub key: Map<String, Value>,
    /// Where it stands in the JSON of the cell; `None` where it is all that the cell holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What stands there, as it is written there: JSON where it stands in JSON.
    pub value: String,
}

/// The cells of a message that a write changed: before, or after.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RowChange {
    /// The text, where it was changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The text in JSON, and its copies, where they were changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<TextCell>,
    /// The cell that lists tools, where it was changed.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub tools: Option<Value>,
    /// The cell with the recorded plan, where it was changed.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub plan: Option<Value>,
    /// The times that moved along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<TimeCell>,
}

/// Keeps a `null` cell apart from a cell that was not changed.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// A row that a write inserted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WrittenRecord {
    /// The table.
    pub table: String,
    /// The column of its key.
    pub key_column: String,
    /// Its key.
    pub key: Key,
    /// Column → what was written, as the database holds it.
    pub values: Map<String, Value>,
}

/// A row of the journal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// Its number.
    pub id: i64,
    /// The run that wrote it.
    pub batch: i64,
    /// Whether it wrote or took back.
    pub kind: EntryKind,
    /// The row that it takes back.
    pub undoes: Option<i64>,
    /// The message.
    pub message: Key,
    /// What stood there.
    pub before: RowChange,
    /// What stands there since.
    pub after: RowChange,
    /// The rows that were inserted, or removed again.
    pub records: Vec<WrittenRecord>,
    /// The finding as the reviewer approved it, without its cleaned text where `after` (of an undo, `before`) is that.
    pub finding: Value,
    /// Who approved it.
    pub reviewer: String,
    /// When, RFC 3339.
    pub written_at: String,
    /// The version of the program.
    pub program: String,
    /// The digest of the patterns in force.
    pub patterns: String,
    /// The digest of the row before.
    pub previous: String,
    /// SHA-256 over this row and `previous`.
    pub digest: String,
}

impl Entry {
    /// The columns of the table, in the order in which the digest goes over them.
    pub const COLUMNS: &'static str = "id, batch, kind, undoes, message, before, after, records, finding, reviewer, \
                                       written_at, program, patterns, previous, digest";

    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            batch: row.get("batch")?,
            kind: kind(row)?,
            undoes: row.get("undoes")?,
            message: json(row, "message")?,
            before: json(row, "before")?,
            after: json(row, "after")?,
            records: json(row, "records")?,
            finding: json(row, "finding")?,
            reviewer: row.get("reviewer")?,
            written_at: row.get("written_at")?,
            program: row.get("program")?,
            patterns: row.get("patterns")?,
            previous: row.get("previous")?,
            digest: row.get("digest")?,
        })
    }

    /// The finding as the reviewer approved it, whole.
    #[must_use]
    pub fn approved(&self) -> Value {
        let mut finding = self.finding.clone();
        let written = match self.kind {
            EntryKind::Write => &self.after,
            EntryKind::Undo => &self.before,
        };
        if let (Some(members), Some(text)) = (finding.as_object_mut(), &written.text)
            && !members.contains_key("cleaned")
        {
            members.insert("cleaned".to_owned(), Value::from(text.as_str()));
        }
        finding
    }

    /// The digest that the row must have: over all its columns, each with its length, so that none can be
    /// shifted into another.
    #[must_use]
    pub fn computed_digest(&self) -> String {
        let Self {
            id,
            batch,
            kind,
            undoes,
            message,
            before,
            after,
            records,
            finding,
            reviewer,
            written_at,
            program,
            patterns,
            previous,
            digest: _,
        } = self;
        let columns = [
            id.to_string(),
            batch.to_string(),
            kind.name().to_owned(),
            undoes.map(|id| id.to_string()).unwrap_or_default(),
            message.to_json(),
            to_json(before),
            to_json(after),
            to_json(records),
            finding.to_string(),
            reviewer.clone(),
            written_at.clone(),
            program.clone(),
            patterns.clone(),
            previous.clone(),
        ];
        let mut hash = Sha256::new();
        for column in columns {
            hash.update(column.len().to_be_bytes());
            hash.update(column.as_bytes());
        }
        format!("{:x}", hash.finalize())
    }
}

fn kind(row: &Row<'_>) -> rusqlite::Result<EntryKind> {
    parsed(row, "kind", serde_json::from_value(Value::String(row.get("kind")?)))
}

fn json<T: serde::de::DeserializeOwned>(row: &Row<'_>, column: &str) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    parsed(row, column, serde_json::from_str(&text))
}

/// A part of a row that was read, or the error that tells which one it is.
fn parsed<T>(row: &Row<'_>, column: &str, part: serde_json::Result<T>) -> rusqlite::Result<T> {
    let id = row.get("id")?;
    part.map_err(|reason| {
        let error = DamagedEntry { id, column: column.to_owned(), reason };
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
    })
}

/// A part of an entry that is not as it was written.
#[derive(Debug, thiserror::Error)]
#[error("row {id} of {JOURNAL_TABLE} is damaged: in its column `{column}`, {reason}")]
struct DamagedEntry {
    id: i64,
    column: String,
    reason: serde_json::Error,
}

/// The JSON text of a part of an entry.
pub(crate) fn to_json<T: Serialize>(part: &T) -> String {
    // These types hold nothing that JSON cannot say.
    serde_json::to_string(part).unwrap_or_default()
}

/// SHA-256 of a text, in hexadecimal: how reviews and journals recognise a text.
#[must_use]
pub fn text_digest(text: &str) -> String {
    format!("{:x}", Sha256::digest(text.as_bytes()))
}

/// What the journal says about one message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageJournal {
    /// The last row that took a write back, 0 where none did.
    pub last_undo: i64,
    /// The writes that stand, oldest first: an application may write a message anew, and it is found again.
    pub standing: Vec<StandingWrite>,
}

/// A write that was not taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingWrite {
    /// Its row.
    pub id: i64,
    /// Digest of the text that it left; `None` where it left the text alone.
    pub text_after: Option<String>,
    /// Who wrote it.
    pub reviewer: String,
}

impl MessageJournal {
    /// The row of the last write that stands.
    #[must_use]
    pub fn written(&self) -> Option<i64> {
        self.standing.last().map(|write| write.id)
    }

    /// Whether a text with this digest is what the last write left.
    #[must_use]
    pub fn left(&self, text_digest: &str) -> bool {
        self.standing.last().is_some_and(|write| write.text_after.as_ref().is_none_or(|after| after == text_digest))
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
    records: HashSet<(String, Key)>,
    tools: HashMap<Key, Vec<String>>,
}

impl Journal {
    /// Reads the journal of a database; one without it has written nothing.
    pub fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let mut journal = Self::default();
        let mut writes: HashMap<i64, Trace> = HashMap::new();
        each_trace(connection, |trace| {
            journal.head = trace.id;
            journal.head_digest.clone_from(&trace.digest);
            let place = journal.messages.entry(trace.message.clone()).or_default();
            match trace.kind {
                EntryKind::Write => {
                    let text_after = trace.after.text.as_deref().map(text_digest);
                    place.standing.push(StandingWrite { id: trace.id, text_after, reviewer: trace.reviewer.clone() });
                    writes.insert(trace.id, trace.without_texts());
                }
                EntryKind::Undo => {
                    place.standing.retain(|write| Some(write.id) != trace.undoes);
                    place.last_undo = trace.id;
                    if let Some(undone) = trace.undoes {
                        writes.remove(&undone);
                    }
                }
            }
        })?;
        for trace in writes.into_values() {
            let added = trace.added_tools();
            if !added.is_empty() {
                journal.tools.entry(trace.message).or_default().extend(added);
            }
            journal.records.extend(trace.records.into_iter().map(|record| (record.table, record.key)));
        }
        Ok(journal)
    }

    /// What the journal says about a message.
    #[must_use]
    pub fn of(&self, message: &Key) -> Option<&MessageJournal> {
        self.messages.get(message)
    }

    /// Whether ghostcall wrote this row.
    #[must_use]
    pub fn wrote(&self, table: &str, key: &Key) -> bool {
        self.records.contains(&(table.to_owned(), key.clone()))
    }

    /// The names that ghostcall added to the tools of a message.
    #[must_use]
    pub fn tools_added(&self, message: &Key) -> &[String] {
        self.tools.get(message).map_or(&[], Vec::as_slice)
    }

    /// The rows of all writes that stand.
    pub fn standing(&self) -> impl Iterator<Item = i64> {
        self.messages.values().flat_map(|place| place.standing.iter().map(|write| write.id))
    }
}

/// What reading the journal of a whole database needs of a row: without its snapshot, which may be long.
struct Trace {
    id: i64,
    kind: EntryKind,
    undoes: Option<i64>,
    message: Key,
    before: TracedChange,
    after: TracedChange,
    records: Vec<TracedRecord>,
    reviewer: String,
    digest: String,
}

#[derive(Deserialize)]
struct TracedChange {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    tools: Option<Value>,
}

#[derive(Deserialize)]
struct TracedRecord {
    table: String,
    key: Key,
}

impl Trace {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            kind: kind(row)?,
            undoes: row.get("undoes")?,
            message: json(row, "message")?,
            before: json(row, "before")?,
            after: json(row, "after")?,
            records: json(row, "records")?,
            reviewer: row.get("reviewer")?,
            digest: row.get("digest")?,
        })
    }

    fn without_texts(mut self) -> Self {
        (self.before.text, self.after.text) = (None, None);
        self
    }

    /// The names that the list of tools gained by a write.
    fn added_tools(&self) -> Vec<String> {
        let list = |change: &TracedChange| List::read(change.tools.as_ref().and_then(Value::as_str));
        let before = list(&self.before);
        list(&self.after).items.into_iter().flatten().filter(|name| !before.names().any(|old| old == name)).collect()
    }
}

fn each_trace(connection: &Connection, mut visit: impl FnMut(Trace)) -> rusqlite::Result<()> {
    let columns = "id, kind, undoes, message, before, after, records, reviewer, digest";
    each_row(connection, columns, |row| {
        visit(Trace::read(row)?);
        Ok(())
    })
}

/// The times that a row of the journal moved: before, and after.
#[derive(Deserialize)]
struct TracedTimes {
    #[serde(default)]
    times: Vec<TimeCell>,
}

/// Calls `visit` for each row of the journal, oldest first: its number, the row that it takes back, and the times that it moved,
/// before and after.
pub fn each_move(
    connection: &Connection,
    mut visit: impl FnMut(i64, Option<i64>, Vec<(TimeCell, TimeCell)>),
) -> rusqlite::Result<()> {
    each_row(connection, "id, undoes, before, after", |row| {
        let (before, after): (TracedTimes, TracedTimes) = (json(row, "before")?, json(row, "after")?);
        visit(row.get("id")?, row.get("undoes")?, before.times.into_iter().zip(after.times).collect());
        Ok(())
    })
}

/// Calls `visit` for each row of the journal, oldest first.
pub fn each_entry(connection: &Connection, mut visit: impl FnMut(Entry)) -> rusqlite::Result<()> {
    each_row(connection, Entry::COLUMNS, |row| {
        visit(Entry::read(row)?);
        Ok(())
    })
}

/// Calls `visit` for each row, oldest first; a database without a journal has none.
fn each_row(
    connection: &Connection,
    columns: &str,
    mut visit: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    if !connection.table_exists(None, JOURNAL_TABLE)? {
        return Ok(());
    }
    let mut statement = connection.prepare(&format!("SELECT {columns} FROM {JOURNAL_TABLE} ORDER BY id"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        visit(row)?;
    }
    Ok(())
}

/// One row of the journal.
pub fn entry(connection: &Connection, id: i64) -> rusqlite::Result<Option<Entry>> {
    if !connection.table_exists(None, JOURNAL_TABLE)? {
        return Ok(None);
    }
    let sql = format!("SELECT {} FROM {JOURNAL_TABLE} WHERE id = ?1", Entry::COLUMNS);
    connection.query_row(&sql, [id], Entry::read).optional()
}
