//! The database that is written to: its cells, read and set, and why something is not written.

use std::cell::OnceCell;

use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OptionalExtension as _, params_from_iter};
use serde_json::{Map, Value};

use super::equal::Copies;
use super::schema::Schema;
use super::{Reason, cell};
use crate::source::profile::{ColumnName, Profile};
use crate::source::{Columns, Key, ListEncoding, TimeCell, ToolNames, quote};

/// What is known of the database that is written to.
pub(super) struct Place<'a> {
    pub(super) connection: &'a Connection,
    pub(super) profile: &'a Profile,
    pub(super) columns: &'a Columns,
    pub(super) names: &'a ToolNames,
    /// The encoding that most lists of tools have: asked once.
    pub(super) usual_encoding: OnceCell<ListEncoding>,
    /// What equal records are looked for in.
    pub(super) copies: Copies,
    /// What was asked of the schema.
    pub(super) schema: Schema,
    /// `"id" = ?1 AND …`: what holds for the row of a message.
    pub(super) is_message: String,
    /// What reads the row of a message, and the columns of it that come last.
    pub(super) row_sql: OnceCell<(String, Vec<ColumnName>)>,
}

impl<'a> Place<'a> {
    pub(super) fn new(
        connection: &'a Connection,
        profile: &'a Profile,
        columns: &'a Columns,
        names: &'a ToolNames,
    ) -> Self {
        let (usual_encoding, copies, schema) = (OnceCell::new(), Copies::default(), Schema::default());
        let key = profile.messages.key.columns().iter().enumerate();
        let is_message: Vec<_> =
            key.map(|(index, column)| format!("{} = ?{}", quote(&column.column), index + 1)).collect();
        let (is_message, row_sql) = (is_message.join(" AND "), OnceCell::new());
        Self { connection, profile, columns, names, usual_encoding, copies, schema, is_message, row_sql }
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

    /// The cells of a message's key that tell its row from others.
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
}

/// Why there is no plan: left out, or SQLite fails.
pub(super) enum NoPlan {
    LeftOut(Reason),
    Failed(rusqlite::Error),
}

impl From<rusqlite::Error> for NoPlan {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<Reason> for NoPlan {
    fn from(reason: Reason) -> Self {
        Self::LeftOut(reason)
    }
}

/// `"a" = ?1 AND …` for a row named by its columns, and the cells to put in.
pub(super) fn is_row(key: &Map<String, Value>, first: usize) -> (String, Vec<Cell>) {
    let conditions = key.keys().enumerate().map(|(index, name)| format!("{} = ?{}", quote(name), index + first));
    (conditions.collect::<Vec<_>>().join(" AND "), key.values().map(cell::from_json).collect())
}

/// One cell of a row; `None` where there is no such row.
pub(super) fn read_cell(
    connection: &Connection,
    table: &str,
    column: &str,
    key: &Map<String, Value>,
) -> rusqlite::Result<Option<Cell>> {
    let (condition, cells) = is_row(key, 1);
    let sql = format!("SELECT {} FROM {} WHERE {condition}", quote(column), quote(table));
    connection.prepare_cached(&sql)?.query_row(params_from_iter(cells), |row| row.get(0)).optional()
}

/// Sets cells of a message, if its text is still the one that was looked at; one that does not stand in a cell of its own is
/// guarded where it is written.
pub(super) fn update_message(
    place: &Place<'_>,
    key: &Key,
    old_text: &str,
    sets: &[(&str, Cell)],
) -> Result<(), NoPlan> {
    let messages = &place.profile.messages;
    let column = &messages.text.column.column;
    let mut cells = place.row_cells(key);
    let mut assignments = Vec::new();
    for (column, cell) in sets {
        cells.push(cell.clone());
        assignments.push(format!("{} = ?{}", quote(column), cells.len()));
    }
    let mut condition = place.is_message.clone();
    if place.has_text_of_its_own() {
        cells.push(Cell::Text(old_text.to_owned()));
        condition.push_str(&format!(" AND {} IS ?{}", quote(column), cells.len()));
    }
    // `OR ABORT`: a constraint of the table might say that rows in the way are replaced.
    let sql = format!("UPDATE OR ABORT {} SET {} WHERE {condition}", quote(&messages.table), assignments.join(", "));
    match place.connection.prepare_cached(&sql)?.execute(params_from_iter(cells))? {
        1 => Ok(()),
        0 => Err(Reason::Stale.into()),
        _ => Err(Reason::KeyNotUnique.into()),
    }
}

/// Refuses a text that is read back otherwise than it was written: a column declared as STRING makes 42 of 0042, and a
/// trigger may do anything.
pub(super) fn check_text(place: &Place<'_>, meant: &str, found: Option<&Value>) -> Result<(), NoPlan> {
    if found.and_then(Value::as_str) == Some(meant) {
        return Ok(());
    }
    let messages = &place.profile.messages;
    let what = format!("{}.{} holds another text than written", messages.table, messages.text.column.column);
    Err(Reason::Refused { what }.into())
}

/// Sets one cell of a row.
pub(super) fn set_cell(connection: &Connection, place: &TimeCell, value: Cell) -> rusqlite::Result<()> {
    let (condition, key) = is_row(&place.key, 2);
    let sql = format!("UPDATE {} SET {} = ?1 WHERE {condition}", quote(&place.table), quote(&place.column));
    connection.prepare_cached(&sql)?.execute(params_from_iter(std::iter::once(value).chain(key))).map(drop)
}

/// One cell of a message, as JSON.
pub(super) fn read_message_cell(place: &Place<'_>, key: &Key, column: &str) -> rusqlite::Result<Value> {
    Ok(read_message_cells(place, key, &[column])?.pop().unwrap_or_default())
}

/// Cells of a message, as JSON, in the order of these columns.
pub(super) fn read_message_cells(place: &Place<'_>, key: &Key, columns: &[&str]) -> rusqlite::Result<Vec<Value>> {
    if columns.is_empty() {
        return Ok(Vec::new());
    }
    let quoted: Vec<_> = columns.iter().map(|column| quote(column)).collect();
    let sql = format!(
        "SELECT {} FROM {} WHERE {}",
        quoted.join(", "),
        quote(&place.profile.messages.table),
        place.is_message
    );
    let read = |row: &rusqlite::Row<'_>| (0..columns.len()).map(|at| Ok(cell::to_json(row.get_ref(at)?))).collect();
    place.connection.prepare_cached(&sql)?.query_row(params_from_iter(place.row_cells(key)), read)
}
