//! Fast look-ups of rows by a column, with or without an index on it.
//!
//! Exports often have no indexes. Then a temporary index is built once in SQLite's temporary storage, which leaves the
//! database untouched and does not grow in memory. Rolling back the transaction or savepoint that created it drops it,
//! so that it must be rebuilt ([`SqliteSource::restore_lookups`]).

use std::cell::RefCell;
use std::collections::HashMap;

use rusqlite::Connection;

use super::SqliteSource;
use super::joined::JoinedSql;
use super::table_join::RowLookup;
use crate::source::{SourceError, quote, row_number};

/// The conditions that find rows by a column.
#[derive(Debug, Default)]
pub(super) struct Lookups {
    /// Table and column → the copy of it; `None` if none is needed.
    copies: RefCell<HashMap<(String, String), Option<ColumnCopy>>>,
}

/// A copy of a column, with the number of each row.
#[derive(Clone, Debug)]
struct ColumnCopy {
    name: String,
    /// The table's name for its row number.
    number: String,
}

impl Lookups {
    /// SQL that is true for the rows of `table` whose `column` is `?1`.
    pub(super) fn condition(&self, connection: &Connection, table: &str, column: &str) -> rusqlite::Result<String> {
        let copied = self.copied(connection, table, column, "?1")?;
        Ok(copied.unwrap_or_else(|| format!("{}.{} = ?1", quote(table), quote(column))))
    }

    /// The same for the value of an expression, by way of a copy of the column; `None` if SQLite finds the rows by
    /// itself, or they have no numbers.
    pub(super) fn copied(
        &self,
        connection: &Connection,
        table: &str,
        column: &str,
        value: &str,
    ) -> rusqlite::Result<Option<String>> {
        let copy = self.copy(connection, table, column)?;
        Ok(copy.map(|ColumnCopy { name, number }| {
            format!("{}.{} IN (SELECT place FROM temp.{name} WHERE value = {value})", quote(table), quote(&number))
        }))
    }

    fn copy(&self, connection: &Connection, table: &str, column: &str) -> rusqlite::Result<Option<ColumnCopy>> {
        let place = (table.to_owned(), column.to_owned());
        if let Some(known) = self.copies.borrow().get(&place) {
            return Ok(known.clone());
        }
        let number = if is_indexed(connection, table, column)? { None } else { row_number(connection, table)? };
        let copies = self.copies.borrow().len();
        let copy = number.map(|number| ColumnCopy { name: format!("ghostcall_lookup_{copies}"), number });
        if let Some(copy) = &copy {
            copy.make(connection, table, column)?;
        }
        self.copies.borrow_mut().insert(place, copy.clone());
        Ok(copy)
    }

    /// Rebuilds the copies that a rollback dropped, under their old names, so that statements that use them remain
    /// valid.
    fn restore(&self, connection: &Connection) -> rusqlite::Result<()> {
        for ((table, column), copy) in &*self.copies.borrow() {
            if let Some(copy) = copy
                && !copy.is_there(connection)?
            {
                copy.make(connection, table, column)?;
            }
        }
        Ok(())
    }
}

impl ColumnCopy {
    fn make(&self, connection: &Connection, table: &str, column: &str) -> rusqlite::Result<()> {
        let Self { name, number } = self;
        connection.execute_batch(&format!(
            "CREATE TABLE temp.{name} AS SELECT {column} AS value, {place} AS place FROM main.{table};
             CREATE INDEX temp.{name}_by_value ON {name} (value);",
            column = quote(column),
            place = quote(number),
            table = quote(table),
        ))
    }

    fn is_there(&self, connection: &Connection) -> rusqlite::Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM temp.sqlite_schema WHERE name = ?1)";
        connection.prepare_cached(sql)?.query_row([&self.name], |row| row.get(0))
    }
}

impl SqliteSource {
    /// SQL that is true for the rows of `table` whose `column` is `?1`.
    pub(super) fn found_by(&self, table: &str, column: &str) -> Result<String, SourceError> {
        self.lookups.condition(&self.connection, table, column).map_err(|error| self.error(&error))
    }

    /// SQL that is true for the rows of `table` whose `column` was `?1` when the copy was made; `None` if SQLite finds
    /// them without a scan.
    pub fn copied_lookup(&self, table: &str, column: &str) -> rusqlite::Result<Option<String>> {
        self.lookups.copied(&self.connection, table, column, "?1")
    }

    /// Rebuilds the copies that a rollback dropped. Call it after a rollback, outside the next transaction that may be
    /// rolled back.
    pub fn restore_lookups(&self) -> rusqlite::Result<()> {
        self.lookups.restore(&self.connection)
    }

    /// The SQL of a statement, changed so that no joined table is scanned.
    pub(super) fn joined(&self, sql: &JoinedSql) -> Result<String, SourceError> {
        let narrow = |RowLookup { table, column, value }: &RowLookup| {
            self.lookups.copied(&self.connection, table, column, value).map_err(|error| self.error(&error))
        };
        sql.text(narrow)
    }
}

/// Whether SQLite finds rows by this column without a scan.
fn is_indexed(connection: &Connection, table: &str, column: &str) -> rusqlite::Result<bool> {
    connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM pragma_index_list(?1) AS i, pragma_index_info(i.name) AS c
                        WHERE c.seqno = 0 AND c.name = ?2 AND i.partial = 0)
             OR EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) AS t
                        WHERE t.name = ?2 AND t.pk = 1 AND upper(t.type) = 'INTEGER')",
        [table, column],
        |row| row.get(0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_with_and_without_an_index() {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "CREATE TABLE plain (id BIGINT, a);
                 CREATE TABLE keyed (id INTEGER PRIMARY KEY, a);
                 CREATE TABLE indexed (id BIGINT, a); CREATE INDEX by_a ON indexed (a);
                 CREATE TABLE narrow (a TEXT PRIMARY KEY, b) WITHOUT ROWID;
                 INSERT INTO plain VALUES (1, 'x'), (2, 'y'), (3, 'x');
                 INSERT INTO keyed VALUES (1, 'x'), (2, 'y'), (3, 'x');
                 INSERT INTO indexed VALUES (1, 'x'), (2, 'y'), (3, 'x');
                 INSERT INTO narrow VALUES ('x', 1);",
            )
            .unwrap();
        let lookups = Lookups::default();
        let count = |table: &str, value: &str| -> i64 {
            let condition = lookups.condition(&connection, table, "a").unwrap();
            let sql = format!("SELECT count(*) FROM {table} WHERE {condition}");
            connection.query_row(&sql, [value], |row| row.get(0)).unwrap()
        };
        for table in ["plain", "keyed", "indexed"] {
            assert_eq!((count(table, "x"), count(table, "y"), count(table, "z")), (2, 1, 0), "{table}");
        }
        assert_eq!(count("narrow", "x"), 1);
        let of_id = |table: &str| lookups.condition(&connection, table, "id").unwrap();
        assert!(of_id("plain").contains("temp.") && !of_id("keyed").contains("temp."));
        assert!(!lookups.condition(&connection, "indexed", "a").unwrap().contains("temp."));
    }
    #[test]
    fn a_copy_that_a_rollback_dropped_is_made_again_under_its_name() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE plain (id BIGINT); INSERT INTO plain VALUES (1), (2)").unwrap();
        let lookups = Lookups::default();
        connection.execute_batch("BEGIN; SAVEPOINT write").unwrap();
        let condition = lookups.condition(&connection, "plain", "id").unwrap();
        let sql = format!("SELECT count(*) FROM plain WHERE {condition}");
        let count = || connection.prepare_cached(&sql)?.query_row([2], |row| row.get::<_, i64>(0));
        assert_eq!(count().unwrap(), 1);
        for rollback in ["ROLLBACK TO write; RELEASE write", "ROLLBACK"] {
            connection.execute_batch(rollback).unwrap();
            count().unwrap_err();
            lookups.restore(&connection).unwrap();
            lookups.restore(&connection).unwrap();
            assert_eq!(count().unwrap(), 1, "{rollback}");
        }
    }
}
