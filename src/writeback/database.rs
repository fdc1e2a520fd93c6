//! The database that is written to: its tables, and the cells in them.

use std::rc::Rc;

use rusqlite::{Connection, OptionalExtension as _, params_from_iter};
use serde_json::{Map, Value};

use super::cell::{self, CellValue};
use super::schema::Schema;
use super::sql::SqlTexts;
use crate::source::profile::Profile;
use crate::source::{Columns, SourceError, SqliteSource, quote, sqlite_error};

/// The number of findings from which copies for look-ups are worth their cost.
pub(super) const BATCH: usize = 8;

/// The location of a row: its table, and the cells that identify it.
pub(super) type RowPlace<'a> = (&'a str, &'a Map<String, Value>);

/// The database that is written to, with what is cached about its tables.
pub(super) struct Database<'a> {
    pub(super) source: &'a SqliteSource,
    pub(super) connection: &'a Connection,
    pub(super) profile: &'a Profile,
    pub(super) columns: &'a Columns,
    pub(super) schema: Schema<'a>,
    /// The statements that each finding uses.
    pub(super) sql: SqlTexts,
    /// Whether there are enough findings to make copies for look-ups worth their cost.
    pub(super) is_batch: bool,
}

impl<'a> Database<'a> {
    /// The database for a write of this many findings.
    pub(super) fn new(source: &'a SqliteSource, findings: usize) -> Rc<Self> {
        let connection = source.connection();
        Rc::new(Self {
            source,
            connection,
            profile: source.profile(),
            columns: source.columns(),
            schema: Schema::new(connection),
            sql: SqlTexts::default(),
            is_batch: findings >= BATCH,
        })
    }

    /// Converts an error of SQLite.
    pub(super) fn failed(&self, error: &rusqlite::Error) -> SourceError {
        sqlite_error(self.source.path(), error)
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

    /// A cell of a row as JSON; `None` if the row does not exist.
    pub(super) fn cell(&self, (table, key): RowPlace<'_>, column: &str) -> rusqlite::Result<Option<Value>> {
        let names = key.keys().map(String::as_str);
        let is_row = self.is_row(table, names.clone())?;
        let parts = ["read cell", table, column].into_iter().chain(names);
        let sql = self.sql.of(parts, || format!("SELECT {} FROM {} WHERE {is_row}", quote(column), quote(table)));
        let mut statement = self.connection.prepare_cached(&sql)?;
        statement.query_row(params_from_iter(cells_of(key)), |row| Ok(cell::to_json(row.get_ref(0)?))).optional()
    }

    /// All cells of a row.
    pub(super) fn whole_row(&self, (table, key): RowPlace<'_>) -> rusqlite::Result<Vec<Value>> {
        let columns: Vec<&str> = self.columns.table(table).collect();
        let names = key.keys().map(String::as_str);
        let is_row = self.is_row(table, names.clone())?;
        let sql = self.sql.of(["whole row", table].into_iter().chain(names), || {
            let quoted: Vec<_> = columns.iter().map(|column| quote(column)).collect();
            format!("SELECT {} FROM {} WHERE {is_row}", quoted.join(", "), quote(table))
        });
        let read = |row: &rusqlite::Row<'_>| (0..columns.len()).map(|at| Ok(cell::to_json(row.get_ref(at)?))).collect();
        let found =
            self.connection.prepare_cached(&sql)?.query_row(params_from_iter(cells_of(key)), read).optional()?;
        Ok(found.unwrap_or_default())
    }

    /// The row number of a row.
    pub(super) fn number_of(&self, (table, key): RowPlace<'_>) -> rusqlite::Result<Option<i64>> {
        let Some(number) = self.schema.row_number(table)? else { return Ok(None) };
        let names = key.keys().map(String::as_str);
        let is_row = self.is_row(table, names.clone())?;
        let sql = self.sql.of(["number of row", table].into_iter().chain(names), || {
            format!("SELECT {} FROM {} WHERE {is_row}", quote(&number), quote(table))
        });
        self.connection.prepare_cached(&sql)?.query_row(params_from_iter(cells_of(key)), |row| row.get(0)).optional()
    }

    /// Runs a statement that every finding needs, such as `SAVEPOINT`.
    pub(super) fn run(&self, sql: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(sql)?.execute([]).map(drop)
    }
}

/// The values of the cells.
pub(super) fn cells_of(key: &Map<String, Value>) -> Vec<CellValue> {
    key.values().map(CellValue::from_json).collect()
}
