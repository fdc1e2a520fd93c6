//! Caches properties of tables, which do not change within a transaction.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use rusqlite::Connection;

use crate::source::{TimeStyle, is_view, record_name, row_number};

/// A column that references another table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReference {
    /// The table of the column.
    pub table: String,
    /// The name of the column.
    pub column: String,
    /// The referenced column; `None` means the primary key.
    pub to: Option<String>,
}

/// The properties determined so far.
pub(super) struct Schema<'a> {
    connection: &'a Connection,
    are_views: RefCell<HashMap<String, bool>>,
    record_names: RefCell<HashMap<String, Option<Rc<str>>>>,
    row_numbers: RefCell<HashMap<String, Option<Rc<str>>>>,
    counts_ids: RefCell<HashMap<String, bool>>,
    has_triggers: Cell<Option<bool>>,
    is_autoincrement: RefCell<HashMap<String, bool>>,
    references: RefCell<HashMap<String, Rc<Vec<TableReference>>>>,
    tables_like: RefCell<HashMap<&'static str, Rc<BTreeSet<String>>>>,
    time_styles: RefCell<HashMap<String, TimeStyle>>,
}

impl<'a> Schema<'a> {
    pub(super) fn new(connection: &'a Connection) -> Self {
        Self {
            connection,
            are_views: RefCell::default(),
            record_names: RefCell::default(),
            row_numbers: RefCell::default(),
            counts_ids: RefCell::default(),
            has_triggers: Cell::default(),
            is_autoincrement: RefCell::default(),
            references: RefCell::default(),
            tables_like: RefCell::default(),
            time_styles: RefCell::default(),
        }
    }

    /// Whether a table is a view.
    pub(super) fn is_view(&self, table: &str) -> rusqlite::Result<bool> {
        if let Some(known) = self.are_views.borrow().get(table) {
            return Ok(*known);
        }
        let is_view = is_view(self.connection, table)?;
        self.are_views.borrow_mut().insert(table.to_owned(), is_view);
        Ok(is_view)
    }

    /// The column that identifies a record.
    pub(super) fn record_name(&self, table: &str) -> rusqlite::Result<Option<Rc<str>>> {
        known_name(&self.record_names, table, || record_name(self.connection, table))
    }

    /// The name of a table's row number.
    pub(super) fn row_number(&self, table: &str) -> rusqlite::Result<Option<Rc<str>>> {
        known_name(&self.row_numbers, table, || row_number(self.connection, table))
    }

    /// Whether the database numbers the new rows of a table with a column `id`: that is an alias of the row number.
    pub(super) fn counts_ids(&self, table: &str) -> rusqlite::Result<bool> {
        if let Some(known) = self.counts_ids.borrow().get(table) {
            return Ok(*known);
        }
        let sql = "SELECT EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE name = 'id' AND pk = 1
                                  AND upper(type) = 'INTEGER')
                      AND (SELECT count(*) FROM pragma_table_xinfo(?1) WHERE pk > 0) = 1
                      AND NOT EXISTS (SELECT 1 FROM pragma_index_list(?1) WHERE origin = 'pk')";
        let counts = self.connection.query_row(sql, [table], |row| row.get(0))?;
        self.counts_ids.borrow_mut().insert(table.to_owned(), counts);
        Ok(counts)
    }

    /// Whether the database has any triggers.
    pub(super) fn has_triggers(&self) -> rusqlite::Result<bool> {
        if let Some(known) = self.has_triggers.get() {
            return Ok(known);
        }
        let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'trigger')";
        let has_triggers = self.connection.query_row(sql, [], |row| row.get(0))?;
        self.has_triggers.set(Some(has_triggers));
        Ok(has_triggers)
    }

    /// The tables, in lower case, that meet a condition on the list `l` of all tables.
    pub(super) fn tables_like(&self, condition: &'static str) -> rusqlite::Result<Rc<BTreeSet<String>>> {
        if let Some(known) = self.tables_like.borrow().get(condition) {
            return Ok(Rc::clone(known));
        }
        let sql = format!("SELECT name FROM pragma_table_list AS l WHERE schema = 'main' AND {condition}");
        let read = |row: &rusqlite::Row<'_>| Ok(row.get::<_, String>(0)?.to_lowercase());
        let found: BTreeSet<_> = self.connection.prepare(&sql)?.query_map([], read)?.collect::<Result<_, _>>()?;
        let found = Rc::new(found);
        self.tables_like.borrow_mut().insert(condition, Rc::clone(&found));
        Ok(found)
    }

    /// Whether a table never reuses a number (`AUTOINCREMENT`).
    pub(super) fn is_autoincrement(&self, table: &str) -> rusqlite::Result<bool> {
        if let Some(known) = self.is_autoincrement.borrow().get(table) {
            return Ok(*known);
        }
        let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1
                                  AND upper(sql) LIKE '%AUTOINCREMENT%')
                      AND EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence')";
        let is_autoincrement = self.connection.query_row(sql, [table], |row| row.get(0))?;
        self.is_autoincrement.borrow_mut().insert(table.to_owned(), is_autoincrement);
        Ok(is_autoincrement)
    }

    /// The columns of all tables that reference a table.
    pub(super) fn references(&self, table: &str) -> rusqlite::Result<Rc<Vec<TableReference>>> {
        if let Some(known) = self.references.borrow().get(table) {
            return Ok(Rc::clone(known));
        }
        let sql = "SELECT t.name, k.\"from\", k.\"to\"
                   FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS k
                   WHERE t.type = 'table' AND t.rootpage > 0 AND lower(k.\"table\") = lower(?1)";
        let read =
            |row: &rusqlite::Row<'_>| Ok(TableReference { table: row.get(0)?, column: row.get(1)?, to: row.get(2)? });
        let found: Vec<_> = self.connection.prepare(sql)?.query_map([table], read)?.collect::<Result<_, _>>()?;
        let found = Rc::new(found);
        self.references.borrow_mut().insert(table.to_owned(), Rc::clone(&found));
        Ok(found)
    }

    /// The format of times in the first row of a table; not cached until `look` finds a row.
    pub(super) fn time_style(
        &self,
        table: &str,
        look: impl FnOnce() -> rusqlite::Result<Option<TimeStyle>>,
    ) -> rusqlite::Result<Option<TimeStyle>> {
        if let Some(known) = self.time_styles.borrow().get(table) {
            return Ok(Some(*known));
        }
        let found = look()?;
        if let Some(style) = found {
            self.time_styles.borrow_mut().insert(table.to_owned(), style);
        }
        Ok(found)
    }
}

/// A cached name, looked up at the first use.
fn known_name(
    known: &RefCell<HashMap<String, Option<Rc<str>>>>,
    table: &str,
    look: impl FnOnce() -> rusqlite::Result<Option<String>>,
) -> rusqlite::Result<Option<Rc<str>>> {
    if let Some(name) = known.borrow().get(table) {
        return Ok(name.clone());
    }
    let name: Option<Rc<str>> = look()?.map(Into::into);
    known.borrow_mut().insert(table.to_owned(), name.clone());
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tables_are_listed_once_for_each_condition() {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE Ärger (id); CREATE TABLE narrow (id PRIMARY KEY) WITHOUT ROWID")
            .unwrap();
        let schema = Schema::new(&connection);
        let ask = |condition| schema.tables_like(condition).unwrap();
        let (tables, narrow) = (ask("type = 'table' AND name NOT LIKE 'sqlite%'"), ask("wr"));
        assert_eq!(tables.iter().collect::<Vec<_>>(), ["narrow", "ärger"]);
        assert_eq!(narrow.iter().collect::<Vec<_>>(), ["narrow"]);
        connection.execute_batch("CREATE TABLE other (id PRIMARY KEY) WITHOUT ROWID").unwrap();
        assert!(Rc::ptr_eq(&ask("wr"), &narrow), "it is not listed again");
    }
}
