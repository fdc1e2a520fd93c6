//! Write-back: approved findings into the database, in one transaction with the journal; and back again.

mod backup;
mod cell;
mod change;
mod context;
mod copies;
mod documents;
mod equal;
mod insert;
mod journal;
mod plan;
mod present;
mod preview;
mod recorded;
mod references;
mod rows;
mod schema;
pub mod script;
mod side_changes;
mod sql;
mod sqlite;
mod structure;
pub mod target_layout;
#[cfg(test)]
mod tests;
mod texts;
mod unchanged;
mod undo;
pub mod verify;
mod written;

use std::path::PathBuf;

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::proposal::Finding;
use crate::source::profile::{Trim, UsedProfile};
use crate::source::{BatchNote, Decided, Key, SourceError, SqliteSource, TextCell, TimeCell};

pub use backup::{backup, remove_unfinished};
pub use copies::{Copies, copies};
pub use documents::Documents;
pub use present::{CurrentMessage, listed_tools, present};
pub use schema::TableReference;
pub use sqlite::SqliteTarget;

/// A finding that a reviewer approved.
#[derive(Clone, Debug, PartialEq)]
pub struct Approved {
    /// The key of the message.
    pub message: Key,
    /// Digest of the text that was approved.
    pub text_digest: String,
    /// The last journal row when it was approved: a later write of the message has carried this out.
    pub journal_head: i64,
    /// Who accepted it, and when.
    pub decided: Decided,
    /// The finding, changes included, with the message as it is now; that has no key where it is not read by now.
    pub finding: Finding,
}

/// What every row of a run has in common.
#[derive(Clone, Debug, PartialEq)]
pub struct RunDetails {
    /// Who writes it.
    pub reviewer: String,
    /// The time that the journal records for the run.
    pub now: Timestamp,
    /// Digest of the patterns in force.
    pub patterns: String,
    /// The profile in force; `None` where it was detected, and is detected again.
    pub profile: Option<UsedProfile>,
    /// Whether only that is written which another reviewer approved.
    pub requires_approval: bool,
    /// A note on all that it writes.
    pub batch: BatchNote,
}

/// Why an approved finding, or an undo, was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum ExclusionReason {
    /// The text is another one by now.
    #[error("changed since decided: its text")]
    Stale,
    /// The recorded plan is another one by now.
    #[error("changed since decided: its recorded plan")]
    StalePlan,
    /// The message is not there.
    #[error("message deleted")]
    Gone,
    /// It is not among the messages that are read: what would be written cannot be worked out.
    #[error("no longer read: discarded conversation (--include-discarded) or unfinished message")]
    Hidden,
    /// It is written already.
    #[error("already written")]
    AlreadyWritten,
    /// Only the person who accepted it looked at it.
    #[error("not approved by another reviewer yet (`ghostcall decide DB approve`)")]
    NotApproved,
    /// Its key does not identify it.
    #[error("key matches several rows; not written")]
    KeyNotUnique,
    /// An equal record came to be meanwhile.
    #[error("identical record added meanwhile ({table} {key})")]
    RecordExists {
        /// The table of the row.
        table: String,
        /// The key of the row.
        key: Key,
    },
    /// It cannot be written as it is.
    #[error("{what}")]
    Obstacle {
        /// Why, and what to do.
        what: String,
    },
    /// The database refuses a row.
    #[error("the database refused it: {what}")]
    Refused {
        /// What it says.
        what: String,
    },
    /// What a write left was changed by somebody else.
    #[error("changed since it was written: {what}")]
    ChangedSince {
        /// What was changed, in words.
        what: String,
    },
    /// The journal is not as it was written.
    #[error("journal row {row} altered, or out of sequence; rows from {row} on are not used (see `ghostcall verify`)")]
    AlteredJournal {
        /// The first row that is not as it was.
        row: i64,
    },
    /// There is no such write.
    #[error("no such write-back")]
    NoSuchWrite,
    /// The write was undone before.
    #[error("already undone")]
    AlreadyUndone,
}

/// An item that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The message, where there is one.
    pub message: Option<Key>,
    /// The journal row, for an undo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub write: Option<i64>,
    /// Why it was left out.
    #[serde(flatten)]
    pub reason: ExclusionReason,
}

/// What was approved, finding by finding: of many, a few at a time are in memory.
pub trait Batch {
    /// What can go wrong on the way.
    type Error: From<SourceError>;

    /// The greatest possible number of findings.
    fn findings(&self) -> usize;

    /// Calls `visit` for each, with its message as it is in `source` now, until it answers `false`.
    fn each(&self, source: &SqliteSource, visit: Visit<'_, Self::Error>) -> Result<(), Self::Error>;
}

/// Receives a finding that was approved; returns whether it wants the next one.
pub type Visit<'v, E> = &'v mut dyn FnMut(Approved) -> Result<bool, E>;

/// A row that would be inserted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlannedRow {
    /// The table of the row.
    pub table: String,
    /// Column → what would be written, as the database holds it.
    pub values: Map<String, Value>,
    /// The columns by which an equal row is known, and what is cut off at both ends of each before they are compared.
    #[serde(skip)]
    pub same: Vec<(String, Trim)>,
    /// Where its key comes from.
    #[serde(skip)]
    pub key: KeySource,
    /// The column that is not NULL where the application took such a row away.
    #[serde(skip)]
    pub soft_delete: Option<String>,
    /// The columns of other tables that refer to such rows.
    #[serde(skip)]
    pub references: Vec<TableReference>,
}

/// Where the key of a new row comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeySource {
    /// The database gives one.
    #[default]
    Database,
    /// One more than the greatest: the table has no primary key.
    Counted,
    /// A random UUID.
    Uuid4,
}

/// What would be written for one finding: physical values, as the database holds them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlannedWrite {
    /// The key of the message.
    pub message: Key,
    /// Its row: key column → value.
    #[serde(skip)]
    pub row: Map<String, Value>,
    /// Where its text is, and what is there before.
    #[serde(skip)]
    pub text_cell: TextCell,
    /// The text before.
    pub text_before: String,
    /// The text after; `None` where it stays.
    pub text_after: Option<String>,
    /// The cell that lists tools, before; `None` where it stays.
    pub tools_before: Option<Value>,
    /// The cell that lists tools, after; `None` where it stays.
    pub tools_after: Option<Value>,
    /// The cell with the recorded plan, before; `None` where it stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan_before: Option<Value>,
    /// The cell with the recorded plan, after; `None` where it stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan_after: Option<Value>,
    /// The text where it is in JSON, and its copies, as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub copies_before: Vec<TextCell>,
    /// The same, as they will be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub copies_after: Vec<TextCell>,
    /// The snapshots of the text that say something else, and are left as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub snapshots_left: Vec<String>,
    /// The times that move along, as they will be.
    pub times: Vec<TimeCell>,
    /// The rows that would be inserted.
    pub rows: Vec<PlannedRow>,
    /// What else must be there, where the database itself was not read.
    #[serde(skip)]
    pub guards: Option<RowGuards>,
}

/// What must be in the row of a message of a database that was not read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowGuards {
    /// Columns by which rows of other tables are changed, with what is there.
    pub joined_by: Map<String, Value>,
    /// The time of the message: times are written in the manner of this one.
    pub time: Option<(String, Value)>,
}

/// One finding that was written, or undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrittenFinding {
    /// The key of the message.
    pub message: Key,
    /// The journal row.
    pub journal: i64,
    /// The rows that were inserted, or removed: table and key.
    pub records: Vec<(String, Key)>,
    /// Whether the text was changed.
    pub text_changed: bool,
    /// Whether the recorded plan was changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub plan_changed: bool,
}

/// Something that an undo could not bring back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UndoDifference {
    /// The key of the message.
    pub message: Key,
    /// The journal row of the write that was undone.
    pub write: i64,
    /// What is not as it was, and as what it is there.
    pub what: String,
}

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WriteReport {
    /// What was done.
    pub done: Vec<WrittenFinding>,
    /// What was left out, and why.
    pub left_out: Vec<LeftOut>,
    /// What a person must do now, since such records were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub afterwards: Vec<String>,
    /// The columns and tables that the database changed by itself, by triggers, when findings were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub besides: Vec<String>,
    /// The snapshots of a written text that say something else, and were left as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub snapshots_left: Vec<String>,
    /// What is not as it was before, of what was undone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<UndoDifference>,
    /// Where the database as it was before is.
    pub backup: Option<PathBuf>,
    /// The digest of the journal's last row.
    #[serde(skip)]
    pub journal_head: String,
}

impl WriteReport {
    /// The number of rows that were inserted, or removed.
    #[must_use]
    pub fn records(&self) -> usize {
        self.done.iter().map(|done| done.records.len()).sum()
    }

    /// The number of texts that were changed.
    #[must_use]
    pub fn texts(&self) -> usize {
        self.done.iter().filter(|done| done.text_changed).count()
    }

    /// What the database changed by itself when findings were written, in words.
    #[must_use]
    pub fn besides_in_words(&self) -> Option<String> {
        let tables = self.besides.join(", ");
        (!tables.is_empty()).then(|| format!("triggers of the database also changed {tables}"))
    }

    /// The snapshots that were left as they are, in words.
    #[must_use]
    pub fn snapshots_left_in_words(&self) -> Option<String> {
        snapshots_left_in_words(&self.snapshots_left)
    }

    /// The number of recorded plans that were changed.
    #[must_use]
    pub fn plans(&self) -> usize {
        self.done.iter().filter(|done| done.plan_changed).count()
    }
}

/// The snapshots that are left as they are, in words; `None` where there are none.
#[must_use]
pub fn snapshots_left_in_words(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| format!("left unchanged, since their text differs: {}", names.join(", ")))
}

/// What a write-back is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WritingStage {
    /// The database is copied.
    #[default]
    Backup,
    /// Findings are written.
    Findings,
    /// Write-backs are undone.
    Undo,
}

/// The progress of a write-back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Writing {
    /// What it is at.
    pub stage: WritingStage,
    /// The number of pages, findings, or write-backs that are done.
    pub done: usize,
    /// The total number of them.
    pub all: usize,
}

/// Receives the progress of a write-back, or of its undo; returns whether it goes on.
pub type Watch<'a> = &'a mut dyn FnMut(Writing) -> bool;

/// Where approved findings go. One implementation for each kind of database.
pub trait Target {
    /// Writes a batch in one transaction: each finding wholly or not at all. Where `watch` gives it up, nothing is written.
    fn write<B: Batch>(&mut self, batch: &B, run: &RunDetails, watch: Watch<'_>) -> Result<WriteReport, B::Error>;

    /// Takes write-backs back in one transaction, each wholly or not at all. Where `watch` gives it up, none is.
    fn undo(&mut self, writes: &[i64], run: &RunDetails, watch: Watch<'_>) -> Result<WriteReport, SourceError>;
}
