//! The database that is written to: its cells, read and set, and the reasons for not writing a finding.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OptionalExtension as _, params_from_iter};
use serde_json::{Map, Value};

use super::cell::CellValue;
use super::equal::RecordCopies;
use super::references::References;
use super::schema::Schema;
use super::side_changes::{ExpectedChanges, RowsChanged};
use super::sql::SqlTexts;
use super::{ExclusionReason, cell};
use crate::source::profile::{ColumnName, Profile};
use crate::source::{
    Columns, Key, ListEncoding, SourceError, SqliteSource, ToolNames, quote, sqlite_error, sqlite_words,
};

/// The number of findings from which copies for look-ups are worth their cost.
pub(super) const BATCH: usize = 8;

/// The database that is written to, with everything that is cached about it.
pub(super) struct WriteContext<'a> {
    pub(super) source: &'a SqliteSource,
    pub(super) connection: &'a Connection,
    pub(super) profile: &'a Profile,
    pub(super) columns: &'a Columns,
    pub(super) names: &'a ToolNames,
    /// The most frequent encoding of lists of tools, determined once.
    pub(super) usual_encoding: OnceCell<ListEncoding>,
    /// The tables in which to look for equal records.
    pub(super) copies: RecordCopies,
    /// The cached schema.
    pub(super) schema: Schema,
    /// Whether there are enough findings to make copies for look-ups worth their cost.
    pub(super) is_batch: bool,
    /// The statements that each finding uses.
    pub(super) sql: SqlTexts,
    /// The statement that reads the row of a message, and the extra columns at its end.
    pub(super) row_sql: OnceCell<(String, Vec<ColumnName>)>,
    /// The rows that any statement changed.
    pub(super) rows_changed: RowsChanged,
    pub(super) watched: RefCell<ExpectedChanges>,
    /// The foreign keys of the database, if they must be checked.
    pub(super) references: Option<References>,
}

impl<'a> WriteContext<'a> {
    /// The context for this many findings.
    pub(super) fn new(source: &'a SqliteSource, findings: usize) -> Self {
        let (connection, profile) = (source.connection(), source.profile());
        let (columns, names) = (source.columns(), source.names());
        let (usual_encoding, copies, schema) = (OnceCell::new(), RecordCopies::default(), Schema::default());
        let (row_sql, sql, is_batch) = (OnceCell::new(), SqlTexts::default(), findings >= BATCH);
        let (rows_changed, watched) = (RowsChanged::default(), RefCell::default());
        Self {
            source,
            connection,
            profile,
            columns,
            names,
            usual_encoding,
            copies,
            schema,
            is_batch,
            sql,
            row_sql,
            rows_changed,
            watched,
            references: None,
        }
    }

    /// Converts an error of SQLite.
    pub(super) fn failed(&self, error: &rusqlite::Error) -> SourceError {
        sqlite_error(self.source.path(), error)
    }

    /// The table of messages.
    pub(super) fn table(&self) -> &str {
        &self.profile.messages.table
    }

    pub(super) fn tools_column(&self) -> Option<&ColumnName> {
        let column = &self.profile.tools_written.as_ref()?.column;
        self.columns.has(self.table(), column).then_some(column)
    }

    /// The column with the time of a message.
    pub(super) fn time_column(&self) -> Option<&ColumnName> {
        let time = self.profile.messages.time.as_ref().filter(|time| time.path.is_none()).map(|time| &time.column);
        time.filter(|column| self.columns.has(self.table(), column) && column.table_or(self.table()) == self.table())
    }

    /// SQL that is true for the rows of a table with `?1`, `?2` … in these columns. In a batch it never scans the
    /// table, with or without an index.
    pub(super) fn is_row<'c>(
        &self,
        table: &'c str,
        columns: impl Iterator<Item = &'c str> + Clone,
    ) -> rusqlite::Result<Rc<str>> {
        self.sql.try_of(["row", table].into_iter().chain(columns.clone()), || {
            let copied = match columns.clone().next() {
                Some(first) if self.is_batch => self.source.copied_lookup(table, first)?,
                _ => None,
            };
            let equal = columns.zip(1..).map(|(column, number)| format!("{} = ?{number}", quote(column)));
            Ok(copied.into_iter().chain(equal).collect::<Vec<_>>().join(" AND "))
        })
    }

    /// SQL that is true for the row of a message.
    pub(super) fn is_message(&self) -> rusqlite::Result<Rc<str>> {
        self.is_row(self.table(), self.profile.messages.key.columns().iter().map(|column| column.column.as_str()))
    }

    /// The cells of a message's key that identify its row.
    pub(super) fn row_cells(&self, key: &Key) -> Vec<Cell> {
        let mut cells = key.cells();
        if cells.len() == self.profile.messages.key_width() {
            cells.truncate(self.profile.messages.key.columns().len());
        }
        cells
    }

    /// Runs a statement that every finding needs, such as `SAVEPOINT`.
    pub(super) fn run(&self, sql: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(sql)?.execute([]).map(drop)
    }

    /// Rolls back to a savepoint, and rebuilds the temporary tables for look-ups that this drops.
    pub(super) fn roll_back_to(&self, savepoint: &str) -> rusqlite::Result<()> {
        self.connection.execute_batch(&format!("ROLLBACK TO {savepoint}; RELEASE {savepoint}"))?;
        self.schema.forget_greatest_keys();
        self.source.restore_lookups()
    }
}

/// Why there is no plan: the finding is left out, or SQLite failed.
pub(super) enum PlanFailure {
    LeftOut(ExclusionReason),
    Failed(rusqlite::Error),
}

impl From<rusqlite::Error> for PlanFailure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<ExclusionReason> for PlanFailure {
    fn from(reason: ExclusionReason) -> Self {
        Self::LeftOut(reason)
    }
}

impl PlanFailure {
    /// Converts an error that concerns only this finding to a reason for leaving it out.
    pub(super) fn or_refused(self) -> Self {
        match self {
            Self::Failed(error) => refusal(&error).map_or(Self::Failed(error), Self::LeftOut),
            left_out @ Self::LeftOut(_) => left_out,
        }
    }
}

/// The database's objection to this finding; `None` if the error would affect any finding.
fn refusal(error: &rusqlite::Error) -> Option<ExclusionReason> {
    use rusqlite::ErrorCode::{AuthorizationForStatementDenied, ConstraintViolation, TooBig, TypeMismatch, Unknown};
    let what = match (error, error.sqlite_error_code()) {
        (rusqlite::Error::QueryReturnedNoRows, _) => "a row disappeared when it was just written".to_owned(),
        // `Unknown` means an invalid statement, which can come from a trigger or a foreign key.
        (_, Some(ConstraintViolation | TypeMismatch | TooBig | AuthorizationForStatementDenied | Unknown)) => {
            sqlite_words(error)
        }
        _ => return None,
    };
    let what = if what.starts_with("no such function") {
        what + " (a trigger calls a function of the application)"
    } else {
        what
    };
    Some(ExclusionReason::Refused { what })
}

/// The values of the cells.
pub(super) fn cells_of(key: &Map<String, Value>) -> Vec<CellValue> {
    key.values().map(CellValue::from_json).collect()
}

/// A cell of a row as JSON; `None` if the row does not exist.
pub(super) fn read_cell(
    place: &WriteContext<'_>,
    table: &str,
    column: &str,
    key: &Map<String, Value>,
) -> rusqlite::Result<Option<Value>> {
    let names = key.keys().map(String::as_str);
    let is_row = place.is_row(table, names.clone())?;
    let parts = ["read cell", table, column].into_iter().chain(names);
    let sql = place.sql.of(parts, || format!("SELECT {} FROM {} WHERE {is_row}", quote(column), quote(table)));
    let mut statement = place.connection.prepare_cached(&sql)?;
    statement.query_row(params_from_iter(cells_of(key)), |row| Ok(cell::to_json(row.get_ref(0)?))).optional()
}

/// Refuses a text that is read back differently from how it was written: a column declared as STRING turns 0042 into
/// 42, and a trigger may do anything.
pub(super) fn check_text(place: &WriteContext<'_>, meant: &str, found: Option<&Value>) -> Result<(), PlanFailure> {
    if found.and_then(Value::as_str) == Some(meant) {
        return Ok(());
    }
    let messages = &place.profile.messages;
    let what = format!("{}.{} does not hold the text that was written", messages.table, messages.text.column.column);
    Err(ExclusionReason::Refused { what }.into())
}

/// The cells of a message as JSON, in the order of these columns.
pub(super) fn read_message_cells(
    place: &WriteContext<'_>,
    key: &Key,
    columns: &[&str],
) -> rusqlite::Result<Vec<Value>> {
    if columns.is_empty() {
        return Ok(Vec::new());
    }
    let is_message = place.is_message()?;
    let sql = place.sql.of(std::iter::once("read message").chain(columns.iter().copied()), || {
        let quoted: Vec<_> = columns.iter().map(|column| quote(column)).collect();
        format!("SELECT {} FROM {} WHERE {is_message}", quoted.join(", "), quote(place.table()))
    });
    let read = |row: &rusqlite::Row<'_>| (0..columns.len()).map(|at| Ok(cell::to_json(row.get_ref(at)?))).collect();
    place.connection.prepare_cached(&sql)?.query_row(params_from_iter(place.row_cells(key)), read)
}
