//! Writes approved findings to the database, in one transaction with the journal, and undoes that.

mod backup;
mod busy;
mod cell;
mod changes;
mod context;
mod copies;
mod database;
mod documents;
mod equal;
mod failure;
mod insert;
mod journal;
mod keys;
mod left_out;
mod messages;
mod plan;
mod present;
mod preview;
mod recorded;
mod references;
mod repeated;
mod row_insert;
mod rows;
mod schema;
pub mod script;
mod sibling;
mod sql;
mod sqlite;
mod stored_text;
mod structure;
pub mod target_layout;
#[cfg(test)]
mod tests;
mod texts;
mod tools;
mod unchanged;
mod undo;
mod update;
pub mod verify;
mod written;

use std::collections::HashMap;
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
pub use left_out::{ExclusionReason, LeftOut};
pub use present::{CurrentMessage, listed_tools, present};
pub use schema::TableReference;
pub use sqlite::SqliteTarget;

/// A finding that a reviewer approved.
#[derive(Clone, Debug, PartialEq)]
pub struct Approved {
    /// The key of the message.
    pub message: Key,
    /// The digest of the text that was approved.
    pub text_digest: String,
    /// The number of the last journal row at the time of approval. A later write of the message means that the approval
    /// is used up.
    pub journal_head: i64,
    /// Who accepted it, and when.
    pub decided: Decided,
    /// The finding with the reviewer's changes. Its message is as stored now, and has no key if it is no longer read.
    pub finding: Finding,
}

/// The details that all rows of a run share.
#[derive(Clone, Debug, PartialEq)]
pub struct RunDetails {
    /// The name of the reviewer who runs it, as the journal records it.
    pub reviewer: String,
    /// The time that the journal records for the run.
    pub now: Timestamp,
    /// The digest of the patterns in force.
    pub patterns: String,
    /// The profile in force; `None` if it was detected, and will be again.
    pub profile: Option<UsedProfile>,
    /// Whether to write only findings that another reviewer approved.
    pub requires_approval: bool,
    /// A note on the whole batch.
    pub batch: BatchNote,
}

/// The approved findings, of which only a few at a time are in memory.
pub trait Batch {
    /// The error of reading the findings.
    type Error: From<SourceError>;

    /// The maximum number of findings.
    fn findings(&self) -> usize;

    /// Calls `visit` for each finding, with its message as stored in `source` now, until it returns `false`.
    fn each(&self, source: &SqliteSource, visit: VisitApproved<'_, Self::Error>) -> Result<(), Self::Error>;

    /// What the evidence in `source` shows otherwise than when a finding was approved, by the keys of the messages. Asked
    /// before anything is written, which is evidence itself. Nothing by default, for what was judged elsewhere.
    ///
    /// Calls `goes_on` for each finding, and fails if it returns `false`.
    fn changed_evidence(
        &self,
        _source: &SqliteSource,
        _goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<HashMap<Key, String>, Self::Error> {
        Ok(HashMap::new())
    }
}

/// Receives an approved finding; returns whether to continue.
pub type VisitApproved<'v, E> = &'v mut dyn FnMut(Approved) -> Result<bool, E>;

/// A row that would be inserted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlannedRow {
    /// The table of the row.
    pub table: String,
    /// Column → value that would be written, as the database holds it.
    pub values: Map<String, Value>,
    /// The columns that make rows equal, each with the trimming before the comparison.
    #[serde(skip)]
    pub same: Vec<(String, Trim)>,
    /// Where its key comes from.
    #[serde(skip)]
    pub key: KeySource,
    /// The column that is not NULL in rows that the application has discarded.
    #[serde(skip)]
    pub soft_delete: Option<String>,
    /// The columns of other tables that reference such rows.
    #[serde(skip)]
    pub references: Vec<TableReference>,
}

/// Where the key of a new row comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeySource {
    /// The database assigns it.
    #[default]
    Database,
    /// One more than the greatest: the table has no primary key.
    Counted,
    /// A random UUID, generated for the row.
    Uuid4,
}

/// What would be written for one finding: physical values, as the database holds them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlannedWrite {
    /// The key of the message.
    pub message: Key,
    /// The row of the message: key column → value.
    #[serde(skip)]
    pub row: Map<String, Value>,
    /// The cell with the text, and its present value.
    #[serde(skip)]
    pub text_cell: TextCell,
    /// The text before the write: as stored now, or as the journal has it for a finding that is written already.
    pub text_before: String,
    /// The new text; `None` if it does not change.
    pub text_after: Option<String>,
    /// The present list of tools; `None` if it does not change.
    pub tools_before: Option<Value>,
    /// The new list of tools; `None` if it does not change.
    pub tools_after: Option<Value>,
    /// The present plan; `None` if it does not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan_before: Option<Value>,
    /// The new plan; `None` if it does not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan_after: Option<Value>,
    /// The text in JSON, and its copies, with their present values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub copies_before: Vec<TextCell>,
    /// The same cells with their new values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub copies_after: Vec<TextCell>,
    /// The snapshots with another text, which are not changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub snapshots_left: Vec<String>,
    /// The times to update, with their new values.
    pub times: Vec<TimeCell>,
    /// The rows to insert.
    pub rows: Vec<PlannedRow>,
    /// Cells of the message's own row that stay, and must be as here where a script writes: its role, its conversation,
    /// and its tools.
    #[serde(skip)]
    pub unchanged: Map<String, Value>,
    /// Rows that must exist: the text loses records that these hold.
    #[serde(skip)]
    pub relies_on: Vec<PlannedRow>,
    /// Further conditions, if the target database itself was not read.
    #[serde(skip)]
    pub guards: Option<RowGuards>,
}

/// Conditions on the row of a message in a database that was not read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowGuards {
    /// The columns that other changed tables are joined by, with their values.
    pub joined_by: Map<String, Value>,
    /// The column and value of the message's time, whose format other times follow.
    pub time: Option<(String, Value)>,
}

/// One finding that was written or undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrittenFinding {
    /// The key of the message.
    pub message: Key,
    /// The number of the journal row.
    pub journal: i64,
    /// The table and key of each row that was inserted or removed.
    pub records: Vec<(String, Key)>,
    /// Whether the text was changed.
    pub text_changed: bool,
    /// Whether the recorded plan was changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub plan_changed: bool,
}

/// Something that an undo could not restore.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UndoDifference {
    /// The key of the message.
    pub message: Key,
    /// The journal row of the write that was undone.
    pub write: i64,
    /// What was not restored, and its present state.
    pub what: String,
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WriteReport {
    /// The findings that were written or undone.
    pub done: Vec<WrittenFinding>,
    /// The findings that were left out, and why.
    pub left_out: Vec<LeftOut>,
    /// What the user must do after such records were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub afterwards: Vec<String>,
    /// The columns and tables that triggers changed while findings were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub besides: Vec<String>,
    /// The snapshots of a written text that hold another text and were not changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub snapshots_left: Vec<String>,
    /// What an undo could not restore.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<UndoDifference>,
    /// The path of the backup, if one was made.
    pub backup: Option<PathBuf>,
    /// The digest of the last journal row.
    #[serde(skip)]
    pub journal_head: String,
    /// Whether the review file could not take note of the run, which stands all the same.
    #[serde(skip)]
    pub is_unnoted: bool,
}

impl WriteReport {
    /// What the user must know of a run that the review file could not take note of.
    #[must_use]
    pub fn unnoted_in_words(&self) -> Option<&'static str> {
        let what = "this run is complete; only the review file could not note it, so a lost journal would go unnoticed";
        self.is_unnoted.then_some(what)
    }

    /// The number of rows that were inserted or removed.
    #[must_use]
    pub fn records(&self) -> usize {
        self.done.iter().map(|done| done.records.len()).sum()
    }

    /// The number of texts that were changed.
    #[must_use]
    pub fn texts(&self) -> usize {
        self.done.iter().filter(|done| done.text_changed).count()
    }

    /// The changes by triggers, in words.
    #[must_use]
    pub fn describe_trigger_changes(&self) -> Option<String> {
        let tables = self.besides.join(", ");
        (!tables.is_empty()).then(|| format!("triggers of the database also changed {tables}"))
    }

    /// The unchanged snapshots, in words.
    #[must_use]
    pub fn describe_snapshots_left(&self) -> Option<String> {
        describe_snapshots_left(&self.snapshots_left)
    }

    /// The number of recorded plans that were changed.
    #[must_use]
    pub fn plans(&self) -> usize {
        self.done.iter().filter(|done| done.plan_changed).count()
    }
}

/// The unchanged snapshots, in words; `None` if there are none.
#[must_use]
pub fn describe_snapshots_left(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| format!("left unchanged, since their text differs: {}", names.join(", ")))
}

/// The stages of a write-back or undo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WritingStage {
    /// The database is being copied; the progress counts its pages.
    #[default]
    Backup,
    /// Waiting until another program releases the database.
    Waiting,
    /// The accepted findings are being written; none is saved until all are.
    Findings,
    /// Write-backs are being undone; nothing changes before the undo ends.
    Undo,
}

/// The progress of a write-back or undo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Writing {
    /// What is being done; it decides what `done` and `all` count.
    pub stage: WritingStage,
    /// The number of pages, findings or write-backs that are done.
    pub done: usize,
    /// The total number of them.
    pub all: usize,
}

/// Receives the progress of a write-back or undo; returns `false` to cancel it.
pub type WatchProgress<'a> = &'a mut dyn FnMut(Writing) -> bool;

/// A target for approved findings. There is one implementation for each kind of database.
pub trait Target {
    /// Writes a batch in one transaction, and each finding completely or not at all. If `watch` cancels, nothing is
    /// written.
    fn write<B: Batch>(
        &mut self,
        batch: &B,
        run: &RunDetails,
        watch: WatchProgress<'_>,
    ) -> Result<WriteReport, B::Error>;

    /// Undoes write-backs in one transaction, and each completely or not at all. If `watch` cancels, none is undone.
    fn undo(&mut self, writes: &[i64], run: &RunDetails, watch: WatchProgress<'_>) -> Result<WriteReport, SourceError>;
}
