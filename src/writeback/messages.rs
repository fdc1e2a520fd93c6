//! The table of messages, and what belongs to a message in it and in the tables joined with it.

use std::cell::OnceCell;
use std::rc::Rc;

use rusqlite::types::{Value as Cell, ValueRef};
use rusqlite::{OptionalExtension as _, params_from_iter};
use serde_json::{Map, Value};

use super::ExclusionReason;
use super::cell::{self, CellValue};
use super::database::Database;
use super::failure::PlanFailure;
use super::stored_text::{CellPlace, StoredText, own_path, unreadable};
use crate::source::profile::{ColumnName, ColumnPath, Messages, PathStep};
use crate::source::{Key, SqliteSource, StoredTime, json_text, quote};

/// The present row of a message.
pub(super) struct MessageRow {
    pub(super) text: StoredText,
    pub(super) tools: Cell,
    pub(super) plan: Cell,
    pub(super) time: Option<StoredTime>,
    /// Further columns of it: the times to update, and the columns of joins.
    others: Vec<(String, Value)>,
}

impl MessageRow {
    pub(super) fn other(&self, column: &str) -> Option<&Value> {
        self.others.iter().find(|(known, _)| known == column).map(|(_, value)| value)
    }
}

/// The table of messages.
pub(super) struct MessageTable<'a> {
    pub(super) database: Rc<Database<'a>>,
    /// What the profile says of it.
    pub(super) profile: &'a Messages,
    /// The statement that reads the row of a message, and the extra columns at its end.
    row_sql: OnceCell<(String, Vec<ColumnName>)>,
}

impl<'a> MessageTable<'a> {
    pub(super) fn new(database: Rc<Database<'a>>) -> Self {
        Self { profile: &database.profile.messages, database, row_sql: OnceCell::new() }
    }

    /// The table as it is now, to read a single message.
    pub(super) fn of(source: &'a SqliteSource) -> Self {
        Self::new(Database::new(source, 1))
    }

    /// The name of the table in the database.
    pub(super) fn name(&self) -> &'a str {
        &self.profile.table
    }

    /// The column that lists the tools of a message.
    pub(super) fn tools_column(&self) -> Option<&'a ColumnName> {
        let column = &self.database.profile.tools_written.as_ref()?.column;
        self.database.columns.has(self.name(), column).then_some(column)
    }

    /// The column of recorded plans, if it can be written.
    pub(super) fn plan_column(&self) -> Option<&'a ColumnName> {
        self.database.profile.writable_plan().filter(|column| self.database.columns.has(self.name(), column))
    }

    /// The column with the time of a message.
    pub(super) fn time_column(&self) -> Option<&'a ColumnName> {
        let time = self.profile.time.as_ref().filter(|time| time.path.is_none()).map(|time| &time.column);
        time.filter(|column| {
            self.database.columns.has(self.name(), column) && column.table_or(self.name()) == self.name()
        })
    }

    /// Whether the text is the whole cell of the message's own row, so that it is set together with the row's other
    /// cells.
    pub(super) fn has_text_of_its_own(&self) -> bool {
        let text = &self.profile.text;
        text.path.is_none() && text.column.table_or(self.name()) == self.name()
    }

    /// SQL that is true for the row of a message.
    pub(super) fn is_message(&self) -> rusqlite::Result<Rc<str>> {
        let key = self.profile.key.columns();
        self.database.is_row(self.name(), key.iter().map(|column| column.column.as_str()))
    }

    /// The cells of a message's key that identify its row.
    pub(super) fn row_cells(&self, key: &Key) -> Vec<Cell> {
        let mut cells = key.cells();
        if cells.len() == self.profile.key_width() {
            cells.truncate(self.profile.key.columns().len());
        }
        cells
    }

    /// The own row of a message: key column → value.
    pub(super) fn own_row(&self, message: &Key) -> Map<String, Value> {
        let names = self.profile.key.columns().iter().map(|column| column.column.clone());
        let cells = self.row_cells(message);
        names.zip(cells.iter().map(|cell| cell::to_json(ValueRef::from(cell)))).collect()
    }

    /// The columns that join `table` with the messages: its own, and the messages'.
    pub(super) fn joined_by(&self, table: &str) -> Option<(ColumnName, ColumnName)> {
        let join = self.profile.joins.iter().find(|join| join.table == table)?;
        let (left, right) = join.sides()?;
        Some(if left.table_or(table) == table { (left, right) } else { (right, left) })
    }

    /// The row of `table` that belongs to a message: its own row, or one joined with it.
    pub(super) fn touched_row(&self, table: &str, message: &Key) -> rusqlite::Result<Option<Map<String, Value>>> {
        if table == self.name() {
            return Ok(Some(self.own_row(message)));
        }
        let Some((theirs, ours)) = self.joined_by(table) else { return Ok(None) };
        let is_message = self.is_message()?;
        let sql = format!("SELECT {} FROM {} WHERE {is_message}", quote(&ours.column), quote(self.name()));
        let mut statement = self.database.connection.prepare_cached(&sql)?;
        let value = statement
            .query_row(params_from_iter(self.row_cells(message)), |row| Ok(cell::to_json(row.get_ref(0)?)))
            .optional()?;
        Ok(value.filter(|value| !value.is_null()).map(|value| Map::from_iter([(theirs.column.clone(), value)])))
    }

    /// Reads everything that the row itself holds in one query.
    pub(super) fn row(&self, key: &Key) -> Result<MessageRow, PlanFailure> {
        let is_message = self.is_message()?;
        let (sql, others) = self.row_sql.get_or_init(|| self.row_sql(&is_message));
        let mut statement = self.database.connection.prepare_cached(sql)?;
        let mut rows = statement.query(params_from_iter(self.row_cells(key)))?;
        let Some(found) = rows.next()? else { return Err(ExclusionReason::Gone.into()) };
        let (tools, plan) = (cell::read(found.get_ref(0)?), cell::read(found.get_ref(1)?));
        let (own_text, own_time) = (cell::read(found.get_ref(2)?), StoredTime::read(found.get_ref(3)?));
        let others = (others.iter().enumerate())
            .map(|(at, column)| Ok((column.column.clone(), cell::to_json(found.get_ref(at + 4)?))))
            .collect::<rusqlite::Result<_>>()?;
        if rows.next()?.is_some() {
            return Err(ExclusionReason::KeyNotUnique.into());
        }
        drop(rows);
        let text = if self.has_text_of_its_own() { self.own_text(key, own_text)? } else { self.stored_text(key)? };
        let time = if self.time_column().is_some() { own_time } else { self.message_time(key)? };
        Ok(MessageRow { text, tools, plan, time, others })
    }

    /// The text of a message whose own row holds it in this cell.
    fn own_text(&self, key: &Key, cell: Cell) -> Result<StoredText, PlanFailure> {
        let Cell::Text(cell) = cell else { return Err(ExclusionReason::Stale.into()) };
        let column = self.profile.text.column.column.clone();
        let row = self.touched_row(self.name(), key)?.ok_or(ExclusionReason::Gone)?;
        let place = CellPlace { table: self.name().to_owned(), column, row };
        Ok(StoredText { text: cell.clone(), place, cell, found: None })
    }

    /// The text of a message in a joined table, or in the JSON of a cell.
    fn stored_text(&self, key: &Key) -> Result<StoredText, PlanFailure> {
        let ColumnPath { column, path } = &self.profile.text;
        let table = column.table_or(self.name());
        let row = self.touched_row(table, key)?.ok_or(ExclusionReason::Gone)?;
        let place = CellPlace { table: table.to_owned(), column: column.column.clone(), row };
        let cell = match place.read(&self.database)? {
            Some(Value::String(cell)) => cell,
            Some(_) => return Err(ExclusionReason::Stale.into()),
            None => return Err(ExclusionReason::Gone.into()),
        };
        let Some(path) = path else { return Ok(StoredText { text: cell.clone(), place, cell, found: None }) };
        let values = json_text::find(&cell, &own_path(path, key), None).map_err(|error| unreadable(&place, error))?;
        let [value] = values.as_slice() else { return Err(ExclusionReason::Gone.into()) };
        let text = value.text(&cell).ok_or(ExclusionReason::Stale)?;
        Ok(StoredText { text, place, found: Some(value.clone()), cell })
    }

    /// Reads tools, plan, text and time of a message, with `NULL` for what is not in its row, and then other columns of
    /// it.
    fn row_sql(&self, is_message: &str) -> (String, Vec<ColumnName>) {
        let text = self.has_text_of_its_own().then_some(&self.profile.text.column);
        let others = self.moving_columns();
        let columns = [self.tools_column(), self.plan_column(), text, self.time_column()];
        let columns = columns.into_iter().chain(others.iter().map(Some));
        let columns: Vec<_> =
            columns.map(|column| column.map_or("NULL".to_owned(), |name| quote(&name.column))).collect();
        let (columns, table) = (columns.join(", "), quote(self.name()));
        (format!("SELECT {columns} FROM {table} WHERE {is_message} LIMIT 2"), others)
    }

    /// The columns of a message's own row that a write needs besides: its times, and the columns that join tables with
    /// times.
    fn moving_columns(&self) -> Vec<ColumnName> {
        let mut all = Vec::new();
        for column in self.profile.touch.iter().filter(|column| self.database.columns.has(self.name(), column)) {
            let table = column.table_or(self.name());
            all.extend(if table == self.name() {
                Some(column.clone())
            } else {
                self.joined_by(table).map(|(_, ours)| ours)
            });
        }
        all
    }

    /// The time of a message, with its format.
    fn message_time(&self, key: &Key) -> Result<Option<StoredTime>, PlanFailure> {
        let Some(time) = &self.profile.time else { return Ok(None) };
        if !self.database.columns.has(self.name(), &time.column) {
            return Ok(None);
        }
        Ok(self.cell_of(key, time)?.and_then(|value| moment(&value)))
    }

    /// The cells of a message as JSON, in the order of these columns.
    pub(super) fn cells(&self, key: &Key, columns: &[&str]) -> rusqlite::Result<Vec<Value>> {
        if columns.is_empty() {
            return Ok(Vec::new());
        }
        let is_message = self.is_message()?;
        let sql = self.database.sql.of(std::iter::once("read message").chain(columns.iter().copied()), || {
            let quoted: Vec<_> = columns.iter().map(|column| quote(column)).collect();
            format!("SELECT {} FROM {} WHERE {is_message}", quoted.join(", "), quote(self.name()))
        });
        let read = |row: &rusqlite::Row<'_>| (0..columns.len()).map(|at| Ok(cell::to_json(row.get_ref(at)?))).collect();
        self.database.connection.prepare_cached(&sql)?.query_row(params_from_iter(self.row_cells(key)), read)
    }

    /// The cells of a message's own row that no write-back changes: its role and its conversation, and its tools if
    /// `with_tools`. Empty if the message is gone.
    pub(super) fn unchanged(&self, key: &Key, with_tools: bool) -> rusqlite::Result<Map<String, Value>> {
        let is_own = |place: &&ColumnPath| place.path.is_none() && place.column.table_or(self.name()) == self.name();
        let places = self.profile.role.iter().chain(&self.profile.conversation).filter(is_own);
        let tools = self.database.profile.tools_written.iter().filter(|_| with_tools).map(|written| &written.column);
        let columns = places.map(|place| &place.column).chain(tools).map(|column| column.column.as_str());
        let columns: Vec<_> = columns.filter(|column| self.database.columns.has_named(self.name(), column)).collect();
        let cells = self.cells(key, &columns).optional()?.unwrap_or_default();
        Ok(columns.into_iter().map(str::to_owned).zip(cells).collect())
    }

    /// The value of a column of a message, or of a path in one, in the form of a cell.
    pub(super) fn cell_of(&self, key: &Key, at: &ColumnPath) -> Result<Option<Value>, PlanFailure> {
        let table = at.column.table_or(self.name());
        let Some(row) = self.touched_row(table, key)? else { return Ok(None) };
        let cell = self.database.cell((table, &row), &at.column.column)?;
        let Some(path) = &at.path else { return Ok(cell) };
        let Some(Value::String(document)) = cell else { return Ok(None) };
        let values = json_text::find(&document, &own_path(path, key), None).unwrap_or_default();
        let value = values.first().and_then(|value| document.get(value.span.clone()));
        Ok(value.and_then(|value| serde_json::from_str(value).ok()))
    }

    /// The name of a message in the documents with its copies.
    pub(super) fn member(&self, key: &Key) -> rusqlite::Result<Option<String>> {
        if let (Some(unfolding), Key::Composite(parts)) = (self.profile.unfolding(), key)
            && *unfolding.wild == PathStep::Key
        {
            return Ok(parts.last().map(ToString::to_string));
        }
        let Some(member) = &self.profile.member else { return Ok(None) };
        let is_message = self.is_message()?;
        let sql = format!("SELECT CAST(({member}) AS TEXT) FROM {} WHERE {is_message}", quote(self.name()));
        let mut statement = self.database.connection.prepare_cached(&sql)?;
        statement.query_row(params_from_iter(self.row_cells(key)), |row| row.get(0)).optional().map(Option::flatten)
    }
}

/// Parses a time from the JSON of its cell.
pub(super) fn moment(value: &Value) -> Option<StoredTime> {
    StoredTime::read(CellValue::from_json(value).as_ref())
}
