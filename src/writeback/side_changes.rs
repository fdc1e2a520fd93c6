//! Detects and reports what the triggers of a database change when something is written.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{OptionalExtension as _, params_from_iter};
use serde_json::{Map, Value};

use super::context::{PlanFailure, WriteContext, cells_of};
use super::{ExclusionReason, cell};
use crate::source::{JOURNAL_TABLE, quote};

/// SQLite's database for the temporary tables of a connection.
const TEMP_SCHEMA: &str = "temp";

/// The location of a row: its table, and the cells that identify it.
pub(super) type RowPlace<'a> = (&'a str, &'a Map<String, Value>);

/// The rows changed by any statement, as SQLite reports them: table in lower case, and row number.
#[derive(Clone, Debug, Default)]
pub(super) struct RowsChanged(Arc<Mutex<Vec<(String, i64)>>>);

impl RowsChanged {
    /// Adds a changed row.
    pub(super) fn add(&self, database: &str, table: &str, row: i64) {
        if database != TEMP_SCHEMA {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push((table.to_lowercase(), row));
        }
    }

    /// The rows since the list was last cleared.
    pub(super) fn all(&self) -> Vec<(String, i64)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// The changes that a finding is meant to make.
#[derive(Debug, Default)]
pub(super) struct ExpectedChanges {
    /// The number of rows of each table that ghostcall's own statements changed.
    meant: HashMap<String, u64>,
    /// The rows that ghostcall inserted or removed.
    own: Vec<(String, i64)>,
    /// SQLite's count of changed rows in all tables before the finding.
    counted_before: u64,
    /// The previous contents of the rows to change.
    before: Vec<Vec<Value>>,
}

impl ExpectedChanges {
    pub(super) fn meant(&mut self, table: &str, rows: usize) {
        *self.meant.entry(table.to_lowercase()).or_default() += rows as u64;
    }
}

impl WriteContext<'_> {
    /// Call this before the statements of a finding, which change cells of these rows.
    pub(super) fn watch_changes(&self, rows: &[RowPlace<'_>]) -> rusqlite::Result<()> {
        self.rows_changed.clear();
        let mut watched =
            ExpectedChanges { counted_before: self.connection.total_changes(), ..ExpectedChanges::default() };
        if self.schema.has_triggers(self.connection)? {
            watched.before = rows.iter().map(|row| self.whole_row(*row)).collect::<Result<_, _>>()?;
        }
        *self.watched.borrow_mut() = watched;
        Ok(())
    }

    /// Records that ghostcall itself inserts or removes this row.
    pub(super) fn is_own_row(&self, table: &str, row: i64) {
        self.watched.borrow_mut().own.push((table.to_lowercase(), row));
    }

    /// What triggers changed since [`Self::watch_changes`]: columns of the watched rows other than those in `meant`
    /// (`messages.edited`), and tables with other changed rows. A virtual table, such as a text index, follows the rows
    /// of others and is not reported.
    pub(super) fn changed_besides(
        &self,
        rows: &[RowPlace<'_>],
        meant: impl Fn(&str, &str) -> bool,
    ) -> rusqlite::Result<BTreeSet<String>> {
        let mut watched = std::mem::take(&mut *self.watched.borrow_mut());
        let mut besides = BTreeSet::new();
        if !self.schema.has_triggers(self.connection)? {
            return Ok(besides);
        }
        let changed = self.rows_changed.all();
        for (row, before) in rows.iter().zip(&watched.before) {
            let columns = self.columns.table(row.0).zip(before.iter().zip(self.whole_row(*row)?));
            let others = columns.filter(|(column, (was, is))| *was != is && !meant(row.0, column));
            besides.extend(others.map(|(column, _)| format!("{}.{column}", row.0)));
            watched.own.extend(self.number_of(*row)?.map(|number| (row.0.to_lowercase(), number)));
        }
        let indexes = self.schema.tables_like(self.connection, "type = 'shadow'")?;
        let others = changed.iter().filter(|row| !watched.own.contains(row) && !indexes.contains(&row.0));
        besides.extend(others.map(|(table, _)| table.clone()));

        // SQLite does not report rows in a table without row numbers, nor rows that are removed all at once.
        let is_reported = |table: &String| changed.iter().any(|(known, _)| known == table);
        let unreported: u64 = watched.meant.iter().filter(|(table, _)| !is_reported(table)).map(|(_, rows)| rows).sum();
        let counted = self.connection.total_changes() - watched.counted_before;
        if counted > changed.len() as u64 + unreported {
            let unseen = self.schema.tables_like(
                self.connection,
                "type = 'table' AND wr AND EXISTS (SELECT 1 FROM sqlite_schema AS s
                                                   WHERE s.type = 'trigger' AND instr(lower(s.sql), lower(l.name)))",
            )?;
            if unseen.is_empty() && self.schema.tables_like(self.connection, "type = 'virtual'")?.is_empty() {
                besides.insert("another table".to_owned());
            }
            besides.extend(unseen.iter().cloned());
        }
        Ok(besides)
    }

    /// All cells of a row.
    fn whole_row(&self, (table, key): RowPlace<'_>) -> rusqlite::Result<Vec<Value>> {
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
        let Some(number) = self.schema.row_number(self.connection, table)? else { return Ok(None) };
        let names = key.keys().map(String::as_str);
        let is_row = self.is_row(table, names.clone())?;
        let sql = self.sql.of(["number of row", table].into_iter().chain(names), || {
            format!("SELECT {} FROM {} WHERE {is_row}", quote(&number), quote(table))
        });
        self.connection.prepare_cached(&sql)?.query_row(params_from_iter(cells_of(key)), |row| row.get(0)).optional()
    }
}

/// Fails if a trigger writes to the journal, which only ghostcall may do.
pub(super) fn refuse_journal_triggers(besides: &BTreeSet<String>) -> Result<(), PlanFailure> {
    if besides.contains(JOURNAL_TABLE) {
        let what = format!("one of its triggers writes to {JOURNAL_TABLE}");
        return Err(ExclusionReason::Refused { what }.into());
    }
    Ok(())
}
