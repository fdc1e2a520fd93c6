//! The database that is written to: its cells, read and set, and why something is not written.

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

/// From so many findings on it is worth its while to copy what they look for.
pub(super) const BATCH: usize = 8;

/// What is known of the database that is written to.
pub(super) struct WriteContext<'a> {
    pub(super) source: &'a SqliteSource,
    pub(super) connection: &'a Connection,
    pub(super) profile: &'a Profile,
    pub(super) columns: &'a Columns,
    pub(super) names: &'a ToolNames,
    /// The encoding that most lists of tools have: asked once.
    pub(super) usual_encoding: OnceCell<ListEncoding>,
    /// What equal records are looked for in.
    pub(super) copies: RecordCopies,
    /// What was asked of the schema.
    pub(super) schema: Schema,
    /// Whether the findings are so many that a copy of what they look up is worth its cost.
    pub(super) is_batch: bool,
    /// The statements that each finding uses.
    pub(super) sql: SqlTexts,
    /// What reads the row of a message, and the columns of it that come last.
    pub(super) row_sql: OnceCell<(String, Vec<ColumnName>)>,
    /// The rows that are changed, by whatever statement, and which of them are meant.
    pub(super) rows_changed: RowsChanged,
    pub(super) watched: RefCell<ExpectedChanges>,
    /// The references of the database, where they are checked.
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

    /// What SQLite says of the database, in our words.
    pub(super) fn failed(&self, error: &rusqlite::Error) -> SourceError {
        sqlite_error(self.source.path(), error)
    }

    /// The table of the messages.
    pub(super) fn table(&self) -> &str {
        &self.profile.messages.table
    }

    pub(super) fn tools_column(&self) -> Option<&ColumnName> {
        let column = &self.profile.tools_written.as_ref()?.column;
        self.columns.has(self.table(), column).then_some(column)
    }

    /// The column of the messages that says when each was written.
    pub(super) fn time_column(&self) -> Option<&ColumnName> {
        let time = self.profile.messages.time.as_ref().filter(|time| time.path.is_none()).map(|time| &time.column);
        time.filter(|column| self.columns.has(self.table(), column) && column.table_or(self.table()) == self.table())
    }

    /// SQL that holds for the rows of a table in which `?1`, `?2` and so on are in these columns. In a batch none is looked for
    /// among all rows, whether there is an index or not.
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

    /// SQL that holds for the row of a message.
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

    /// Runs a statement that is run for every finding: `SAVEPOINT` and the like.
    pub(super) fn run(&self, sql: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(sql)?.execute([]).map(drop)
    }

    /// Takes back all that was done since a savepoint. What was made meanwhile to look rows up by goes with it, and is made again.
    pub(super) fn roll_back_to(&self, savepoint: &str) -> rusqlite::Result<()> {
        self.connection.execute_batch(&format!("ROLLBACK TO {savepoint}; RELEASE {savepoint}"))?;
        self.schema.forget_greatest_keys();
        self.source.restore_lookups()
    }
}

/// Why there is no plan: left out, or SQLite fails.
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
    /// The same, where the database refuses this one and would take others: what it says is why that is left out.
    pub(super) fn or_refused(self) -> Self {
        match self {
            Self::Failed(error) => refusal(&error).map_or(Self::Failed(error), Self::LeftOut),
            left_out @ Self::LeftOut(_) => left_out,
        }
    }
}

/// What the database says against this finding; `None` where it would say it of any other, too.
fn refusal(error: &rusqlite::Error) -> Option<ExclusionReason> {
    use rusqlite::ErrorCode::{AuthorizationForStatementDenied, ConstraintViolation, TooBig, TypeMismatch, Unknown};
    let what = match (error, error.sqlite_error_code()) {
        (rusqlite::Error::QueryReturnedNoRows, _) => "a row disappeared when it was just written".to_owned(),
        // `Unknown` is what is wrong with a statement: with what a trigger does, or what a foreign key refers to.
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

/// The cells to put in.
pub(super) fn cells_of(key: &Map<String, Value>) -> Vec<CellValue> {
    key.values().map(CellValue::from_json).collect()
}

/// One cell of a row, as JSON; `None` where there is no such row.
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

/// Refuses a text that is read back otherwise than it was written: a column declared as STRING makes 42 of 0042, and a
/// trigger may do anything.
pub(super) fn check_text(place: &WriteContext<'_>, meant: &str, found: Option<&Value>) -> Result<(), PlanFailure> {
    if found.and_then(Value::as_str) == Some(meant) {
        return Ok(());
    }
    let messages = &place.profile.messages;
    let what = format!("{}.{} does not hold the text that was written", messages.table, messages.text.column.column);
    Err(ExclusionReason::Refused { what }.into())
}

/// Cells of a message, as JSON, in the order of these columns.
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
