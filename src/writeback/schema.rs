//! What every finding asks of the tables as a whole, answered once: within a transaction it does not change.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use rusqlite::Connection;

use crate::source::{TimeStyle, is_view};

/// A column that refers to another table.
pub(super) struct Reference {
    pub(super) table: String,
    pub(super) column: String,
    /// The column that it refers to; the key where none is named.
    pub(super) to: Option<String>,
}

/// What is known of them by now.
#[derive(Default)]
pub(super) struct Schema {
    are_views: RefCell<HashMap<String, bool>>,
    counts_ids: RefCell<HashMap<String, bool>>,
    references: RefCell<HashMap<String, Rc<Vec<Reference>>>>,
    time_styles: RefCell<HashMap<String, TimeStyle>>,
    /// The greatest key of a table whose keys are counted here, and the number of the row up to which it is that.
    greatest_keys: RefCell<HashMap<String, (i64, i64)>>,
}

impl Schema {
    /// Whether a table is a view.
    pub(super) fn is_view(&self, connection: &Connection, table: &str) -> rusqlite::Result<bool> {
        if let Some(known) = self.are_views.borrow().get(table) {
            return Ok(*known);
        }
        let is_view = is_view(connection, table)?;
        self.are_views.borrow_mut().insert(table.to_owned(), is_view);
        Ok(is_view)
    }

    /// Whether the database gives numbers to the new rows of a table with a column `id`.
    pub(super) fn counts_ids(&self, connection: &Connection, table: &str) -> rusqlite::Result<bool> {
        if let Some(known) = self.counts_ids.borrow().get(table) {
            return Ok(*known);
        }
        let sql = "SELECT EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE name = 'id' AND pk = 1
                                  AND upper(type) = 'INTEGER')";
        let counts = connection.query_row(sql, [table], |row| row.get(0))?;
        self.counts_ids.borrow_mut().insert(table.to_owned(), counts);
        Ok(counts)
    }

    /// The greatest key of a table up to a row, where that is known, and the number of that row.
    pub(super) fn greatest_key(&self, table: &str) -> Option<(i64, i64)> {
        self.greatest_keys.borrow().get(table).copied()
    }

    pub(super) fn keep_greatest_key(&self, table: &str, known: (i64, i64)) {
        self.greatest_keys.borrow_mut().insert(table.to_owned(), known);
    }

    /// To be called where rows were taken back: the next ones get their numbers.
    pub(super) fn forget_greatest_keys(&self) {
        self.greatest_keys.borrow_mut().clear();
    }

    /// The columns of all tables that refer to a table.
    pub(super) fn references(&self, connection: &Connection, table: &str) -> rusqlite::Result<Rc<Vec<Reference>>> {
        if let Some(known) = self.references.borrow().get(table) {
            return Ok(Rc::clone(known));
        }
        let sql = "SELECT t.name, k.\"from\", k.\"to\"
                   FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS k
                   WHERE t.type = 'table' AND lower(k.\"table\") = lower(?1)";
        let read = |row: &rusqlite::Row<'_>| Ok(Reference { table: row.get(0)?, column: row.get(1)?, to: row.get(2)? });
        let found: Vec<_> = connection.prepare(sql)?.query_map([table], read)?.collect::<Result<_, _>>()?;
        let found = Rc::new(found);
        self.references.borrow_mut().insert(table.to_owned(), Rc::clone(&found));
        Ok(found)
    }

    /// How the first row of a table writes times; asked again as long as `look` finds no such row.
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
