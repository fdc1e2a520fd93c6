//! The keys of rows: what identifies a row, and where a new row gets its key.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use rusqlite::params_from_iter;
use rusqlite::types::Value as Cell;

use super::database::Database;
use super::failure::PlanFailure;
use super::row_insert::RowInsert;
use super::{ExclusionReason, KeySource};
use crate::source::profile::NewKey;
use crate::source::quote;

/// The keys of the rows of a database.
pub(super) struct RowKeys<'a> {
    database: Rc<Database<'a>>,
    /// Table with keys that ghostcall counts → its greatest key, and the number of the last row that this covers.
    greatest: RefCell<HashMap<String, (i64, i64)>>,
}

impl<'a> RowKeys<'a> {
    pub(super) fn new(database: Rc<Database<'a>>) -> Self {
        Self { database, greatest: RefCell::default() }
    }

    /// Call this after rows were removed, because their numbers will be reused.
    pub(super) fn forget(&self) {
        self.greatest.borrow_mut().clear();
    }

    /// Whether the database assigns keys to the new rows of a table.
    fn gives_keys(&self, table: &str) -> rusqlite::Result<bool> {
        let has_id = self.database.schema.record_name(table)?.is_some_and(|name| &*name == "id");
        Ok(!has_id || self.database.schema.counts_ids(table)?)
    }

    /// Where a new row gets its key.
    pub(super) fn source(&self, insert: &RowInsert) -> rusqlite::Result<KeySource> {
        Ok(match insert.key {
            NewKey::Uuid4 => KeySource::Uuid4,
            NewKey::Auto if self.gives_keys(&insert.table)? => KeySource::Database,
            NewKey::Auto => KeySource::Counted,
        })
    }

    /// The key of the next row, if the database does not assign one: exports by DuckDB have no primary keys.
    pub(super) fn next(&self, table: &str) -> Result<Option<i64>, PlanFailure> {
        if self.gives_keys(table)? {
            return Ok(None);
        }
        let greatest = match self.greatest.borrow().get(table).copied().filter(|_| self.database.is_batch) {
            Some((known, row)) => self.greatest_number(table, Some(row))?.max(known),
            None => self.greatest_key(table)?,
        };
        // No other process adds rows during the transaction, and new rows come after all others.
        if let Some(number) = self.database.schema.row_number(table)? {
            let sql = format!("SELECT max({}) FROM {}", quote(&number), quote(table));
            let last: Option<i64> = self.database.connection.prepare_cached(&sql)?.query_row([], |row| row.get(0))?;
            // After the greatest possible number, SQLite reuses any free one.
            if let Some(last) = last.filter(|last| *last < i64::MAX) {
                self.greatest.borrow_mut().insert(table.to_owned(), (greatest, last));
            }
        }
        greatest.checked_add(1).map(Some).ok_or_else(|| no_next_key(table))
    }

    /// The greatest key of a table; 0 if it is empty.
    fn greatest_key(&self, table: &str) -> Result<i64, PlanFailure> {
        let sql = format!("SELECT max(id) FROM {}", quote(table));
        // SQLite sorts texts after all numbers, so if the greatest key is a number, all are.
        match self.database.connection.query_row(&sql, [], |row| row.get(0))? {
            Cell::Null => Ok(0),
            Cell::Integer(number) => Ok(number),
            Cell::Text(_) => self.greatest_number(table, None),
            Cell::Real(_) | Cell::Blob(_) => Err(no_next_key(table)),
        }
    }

    /// The same for the rows after one, where keys may be texts that hold a number.
    fn greatest_number(&self, table: &str, after: Option<i64>) -> Result<i64, PlanFailure> {
        let number = self.database.schema.row_number(table)?;
        let condition = after.zip(number).map_or(String::new(), |(_, number)| format!("WHERE {} > ?1", quote(&number)));
        let sql = format!(
            "SELECT coalesce(max(CAST(id AS INTEGER)), 0),
                    coalesce(max(CAST(CAST(id AS INTEGER) AS TEXT) <> CAST(id AS TEXT)), 0)
             FROM {} {condition}",
            quote(table)
        );
        let mut statement = self.database.connection.prepare_cached(&sql)?;
        let (greatest, others): (i64, bool) =
            statement.query_row(params_from_iter(after), |row| Ok((row.get(0)?, row.get(1)?)))?;
        if others { Err(no_next_key(table)) } else { Ok(greatest) }
    }

    /// A new random key: a version 4 UUID from SQLite's random numbers.
    pub(super) fn new_uuid(&self) -> rusqlite::Result<String> {
        let digits: String =
            self.database.connection.query_row("SELECT lower(hex(randomblob(16)))", [], |row| row.get(0))?;
        let variant = digits.get(16..17).and_then(|digit| u8::from_str_radix(digit, 16).ok()).unwrap_or_default();
        let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default();
        Ok(format!(
            "{}-{}-4{}-{:x}{}-{}",
            part(0, 8),
            part(8, 12),
            part(13, 16),
            8 | (variant & 3),
            part(17, 20),
            part(20, 32)
        ))
    }
}

/// The column that identifies a record.
pub(super) fn row_name(database: &Database<'_>, table: &str) -> Result<Rc<str>, PlanFailure> {
    let name = database.schema.record_name(table)?;
    name.ok_or_else(|| ExclusionReason::Obstacle { what: no_row_name(table) }.into())
}

/// Why the rows of a table cannot be identified.
pub(super) fn no_row_name(table: &str) -> String {
    format!(
        "rows of {table} cannot be identified: no column `id`, no usable row number (rowid, _rowid_, oid); no row is added to it"
    )
}

fn no_next_key(table: &str) -> PlanFailure {
    ExclusionReason::Obstacle { what: format!("the keys of {table} are not numbers") }.into()
}
