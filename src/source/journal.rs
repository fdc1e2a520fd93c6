//! The journal that ghostcall stores in the database: reading what it wrote.
//!
//! [`crate::writeback`] appends the rows. They are read here because what ghostcall wrote is no evidence.

mod batch;
mod chain;
mod in_effect;
mod profile;
mod table;

use std::borrow::Cow;
use std::fmt;

use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension as _, Row};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::Key;

pub use batch::{BATCH_MEMBER, BatchNote, DECIDED_MEMBER, Decided, JournalBatch, Selection, batches};
pub use chain::{ChainedEntry, each_chained, first_altered};
pub use in_effect::{Journal, MessageJournal, WriteInEffect};
pub use profile::{PROFILE_MEMBER, written_with};
pub use table::{has_journal, journal_fault, journal_triggers};

/// The only table that ghostcall adds to a database.
pub const JOURNAL_TABLE: &str = "ghostcall_journal";

/// What a journal row records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum EntryKind {
    /// An approved finding was written.
    #[default]
    Write,
    /// A write was undone.
    Undo,
}

impl EntryKind {
    /// The word in the table.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A time cell that a write changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeCell {
    /// The table of the cell.
    pub table: String,
    /// The column of the cell.
    pub column: String,
    /// The row: key column → value.
    pub key: Map<String, Value>,
    /// The value of the cell.
    pub value: Value,
}

/// A text in JSON, or a copy of the message's text elsewhere, that a write changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextCell {
    /// The table of the cell.
    pub table: String,
    /// The column of the cell.
    pub column: String,
    /// The row: key column → value.
    pub key: Map<String, Value>,
    /// The path to the text in the cell's JSON; `None` if the text is the whole cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The text as stored: a JSON literal if it is in JSON.
    pub value: String,
    /// Whether it is part of a snapshot, which the application may have replaced or removed since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub snapshot: bool,
}

/// The cells of a message that a write changed, with their values before or after it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RowChange {
    /// The text, if it was changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The changed texts in JSON and copies of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<TextCell>,
    /// The cell that lists tools, if it was changed.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub tools: Option<Value>,
    /// The cell with the plan, if it was changed.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub plan: Option<Value>,
    /// The times that were moved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<TimeCell>,
    /// The columns of these rows, and the tables, that triggers of the database changed too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub besides: Vec<String>,
}

/// Distinguishes a cell that is null from a cell that was not changed.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// A row that a write inserted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WrittenRecord {
    /// The table of the record.
    pub table: String,
    /// The column of its key.
    pub key_column: String,
    /// The key of the record.
    pub key: Key,
    /// Column → inserted value, as the database holds it.
    pub values: Map<String, Value>,
}

/// A row of the journal.
#[derive(Clone, Debug, Serialize)]
pub struct JournalEntry {
    /// The number of the journal row.
    pub id: i64,
    /// The number of the run that wrote it.
    pub batch: i64,
    /// Whether it records a write or an undo.
    pub kind: EntryKind,
    /// The number of the row that it undoes.
    pub undoes: Option<i64>,
    /// The key of the message.
    pub message: Key,
    /// The state before it.
    pub before: RowChange,
    /// The state after it.
    pub after: RowChange,
    /// The rows that were inserted, or removed by an undo.
    pub records: Vec<WrittenRecord>,
    /// The finding as the reviewer approved it, without its cleaned text if `after` (`before` for an undo) holds the
    /// same text. It stays unparsed, because few readers need it.
    pub finding: Box<RawValue>,
    /// The reviewer who ran the write-back or the undo.
    pub reviewer: String,
    /// The time, in RFC 3339.
    pub written_at: String,
    /// The version of ghostcall that wrote it.
    pub program: String,
    /// The digest of the patterns in force.
    pub patterns: String,
    /// The digest of the previous row.
    pub previous: String,
    /// SHA-256 over this row and `previous`, in hexadecimal.
    pub digest: String,
}

impl JournalEntry {
    /// The columns of the table, in the order in which the digest covers them.
    pub const COLUMNS: &'static str = "id, batch, kind, undoes, message, before, after, records, finding, reviewer, \
                                       written_at, program, patterns, previous, digest";

    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: cell(row, "id")?,
            batch: cell(row, "batch")?,
            kind: kind(row)?,
            undoes: cell(row, "undoes")?,
            message: json(row, "message")?,
            before: json(row, "before")?,
            after: json(row, "after")?,
            records: json(row, "records")?,
            finding: json(row, "finding")?,
            reviewer: cell(row, "reviewer")?,
            written_at: cell(row, "written_at")?,
            program: cell(row, "program")?,
            patterns: cell(row, "patterns")?,
            previous: cell(row, "previous")?,
            digest: cell(row, "digest")?,
        })
    }

    /// The finding as the reviewer approved it, read as a `T`.
    ///
    /// # Errors
    /// The column `finding` is damaged, or another version of ghostcall wrote it.
    pub fn approved_as<T: serde::de::DeserializeOwned>(&self) -> rusqlite::Result<T> {
        serde_json::from_value(self.approved()).map_err(|reason| damaged(self.id, "finding", &reason))
    }

    /// The finding as the reviewer approved it, complete with its cleaned text.
    #[must_use]
    pub fn approved(&self) -> Value {
        // Cannot fail: the row was read as JSON.
        let mut finding: Value = serde_json::from_str(self.finding.get()).unwrap_or_default();
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

    /// Who decided its finding, and who else approved it; `None` if an earlier version wrote the row.
    #[must_use]
    pub fn decided(&self) -> Option<Decided> {
        #[derive(Deserialize)]
        struct DecidedMember {
            decided: Option<Decided>,
        }
        serde_json::from_str::<DecidedMember>(self.finding.get()).ok()?.decided
    }

    /// Whether the row still matches its digest, regardless of the rows before it.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        self.digest == self.computed_digest()
    }

    /// The digest that the row must have: over all its columns, each with its length, so that no bytes can move from
    /// one column to another.
    #[must_use]
    pub fn computed_digest(&self) -> String {
        digest_of(&self.cells())
    }

    /// The columns before the digest, each as text.
    pub(crate) fn cells(&self) -> [Cow<'_, str>; 14] {
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
        [
            id.to_string().into(),
            batch.to_string().into(),
            kind.name().into(),
            undoes.map(|id| id.to_string()).unwrap_or_default().into(),
            message.to_json().into(),
            to_json(before).into(),
            to_json(after).into(),
            to_json(records).into(),
            finding.get().into(),
            reviewer.into(),
            written_at.into(),
            program.into(),
            patterns.into(),
            previous.into(),
        ]
    }
}

/// The digest of a row with these columns.
pub(crate) fn digest_of(cells: &[Cow<'_, str>; 14]) -> String {
    let mut hash = Sha256::new();
    for cell in cells {
        hash.update(cell.len().to_be_bytes());
        hash.update(cell.as_bytes());
    }
    format!("{:x}", hash.finalize())
}

fn kind(row: &Row<'_>) -> rusqlite::Result<EntryKind> {
    let kind = serde_json::from_value(Value::String(cell(row, "kind")?));
    kind.map_err(|reason| damaged_cell(row, "kind", &reason))
}

fn json<T: serde::de::DeserializeOwned>(row: &Row<'_>, column: &str) -> rusqlite::Result<T> {
    let text: String = cell(row, column)?;
    serde_json::from_str(&text).map_err(|reason| damaged_cell(row, column, &reason))
}

/// Reads a column; the error names the row if the value has another type than ghostcall writes.
fn cell<T: FromSql>(row: &Row<'_>, column: &str) -> rusqlite::Result<T> {
    row.get(column).map_err(|error| match error {
        rusqlite::Error::InvalidColumnType(_, _, kind) => damaged_cell(row, column, &format!("a value of type {kind}")),
        rusqlite::Error::FromSqlConversionFailure(_, _, reason) => damaged_cell(row, column, &reason),
        other => other,
    })
}

fn damaged_cell(row: &Row<'_>, column: &str, reason: &dyn fmt::Display) -> rusqlite::Error {
    // A row whose number is unreadable is reported as row 0, which never exists.
    damaged(row.get("id").unwrap_or_default(), column, reason)
}

/// The error that names the damaged column of a row.
fn damaged(id: i64, column: &str, reason: &dyn fmt::Display) -> rusqlite::Error {
    let error = DamagedEntry { id, column: column.to_owned(), reason: reason.to_string() };
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
}

/// A column of an entry that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("row {id} of {JOURNAL_TABLE} is damaged: in its column `{column}`, {reason}")]
struct DamagedEntry {
    id: i64,
    column: String,
    reason: String,
}

/// The JSON text of a part of an entry.
fn to_json<T: Serialize>(part: &T) -> String {
    // Cannot fail: these types are always valid JSON.
    serde_json::to_string(part).unwrap_or_default()
}

/// SHA-256 of a text, in hexadecimal, by which reviews and journals recognise a text.
#[must_use]
pub fn text_digest(text: &str) -> String {
    format!("{:x}", Sha256::digest(text.as_bytes()))
}

/// Calls `visit` for each row of the journal, oldest first.
pub fn each_entry(connection: &Connection, mut visit: impl FnMut(JournalEntry)) -> rusqlite::Result<()> {
    each_row(connection, JournalEntry::COLUMNS, |row| {
        visit(JournalEntry::read(row)?);
        Ok(())
    })
}

/// Calls `visit` for each row, oldest first; does nothing if the database has no journal.
fn each_row(
    connection: &Connection,
    columns: &str,
    mut visit: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    if !has_journal(connection)? {
        return Ok(());
    }
    let mut statement = connection.prepare(&format!("SELECT {columns} FROM {JOURNAL_TABLE} ORDER BY id"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        visit(row)?;
    }
    Ok(())
}

/// The last rows of the journal, latest first, and the number of rows before them.
pub fn last_entries(connection: &Connection, most: usize) -> rusqlite::Result<(Vec<JournalEntry>, usize)> {
    if !has_journal(connection)? {
        return Ok((Vec::new(), 0));
    }
    let sql = format!("SELECT {} FROM {JOURNAL_TABLE} ORDER BY id DESC LIMIT ?1", JournalEntry::COLUMNS);
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let entries = connection.prepare(&sql)?.query_map([most], JournalEntry::read)?.collect::<Result<Vec<_>, _>>()?;
    let first = entries.last().map_or(0, |entry| entry.id);
    let sql = format!("SELECT count(*) FROM {JOURNAL_TABLE} WHERE id < ?1");
    let before: i64 = connection.query_row(&sql, [first], |row| row.get(0))?;
    Ok((entries, usize::try_from(before).unwrap_or(0)))
}

/// Whether a row of the journal has this digest.
pub fn has_entry(connection: &Connection, digest: &str) -> rusqlite::Result<bool> {
    if !has_journal(connection)? {
        return Ok(false);
    }
    let sql = format!("SELECT EXISTS (SELECT 1 FROM {JOURNAL_TABLE} WHERE digest = ?1)");
    connection.query_row(&sql, [digest], |row| row.get(0))
}

/// The journal row with this number.
pub fn entry(connection: &Connection, id: i64) -> rusqlite::Result<Option<JournalEntry>> {
    let sql = format!("SELECT {} FROM {JOURNAL_TABLE} WHERE id = ?1", JournalEntry::COLUMNS);
    match connection.prepare_cached(&sql) {
        Ok(mut statement) => statement.query_row([id], JournalEntry::read).optional(),
        // Checked only on an error, for speed. Preparing the statement also notices a journal that another connection
        // has just made.
        Err(_) if !has_journal(connection)? => Ok(None),
        Err(error) => Err(error),
    }
}
