//! Makes changes, and detects what the triggers of the database change besides.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Params;
use serde_json::Value;

use super::ExclusionReason;
use super::database::{Database, RowPlace};
use super::failure::PlanFailure;
use crate::source::JOURNAL_TABLE;

/// SQLite's database for the temporary tables of a connection.
const TEMP_SCHEMA: &str = "temp";

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
struct ExpectedChanges {
    /// The number of rows of each table that ghostcall's own statements changed.
    meant: HashMap<String, u64>,
    /// The rows that ghostcall inserted or removed.
    own: Vec<(String, i64)>,
    /// SQLite's count of changed rows in all tables before the finding.
    counted_before: u64,
    /// The previous contents of the rows to change.
    before: Vec<Vec<Value>>,
}

/// The changes that the statements of a finding make, those of triggers included.
pub(super) struct Changes<'a> {
    pub(super) database: Rc<Database<'a>>,
    /// The rows that any statement changed.
    rows: RowsChanged,
    expected: RefCell<ExpectedChanges>,
}

impl<'a> Changes<'a> {
    pub(super) fn new(database: Rc<Database<'a>>, rows: RowsChanged) -> Self {
        Self { database, rows, expected: RefCell::default() }
    }

    /// Runs a statement that changes rows of a table; returns their number.
    pub(super) fn run(&self, table: &str, sql: &str, parameters: impl Params) -> rusqlite::Result<usize> {
        let changed = self.database.connection.prepare_cached(sql)?.execute(parameters)?;
        *self.expected.borrow_mut().meant.entry(table.to_lowercase()).or_default() += changed as u64;
        Ok(changed)
    }

    /// The rows that any statement of the finding changed.
    pub(super) fn rows(&self) -> Vec<(String, i64)> {
        self.rows.all()
    }

    /// Call this before the statements of a finding, which change cells of these rows.
    pub(super) fn watch(&self, rows: &[RowPlace<'_>]) -> rusqlite::Result<()> {
        self.rows.clear();
        let mut watched =
            ExpectedChanges { counted_before: self.database.connection.total_changes(), ..ExpectedChanges::default() };
        if self.database.schema.has_triggers()? {
            watched.before = rows.iter().map(|row| self.database.whole_row(*row)).collect::<Result<_, _>>()?;
        }
        *self.expected.borrow_mut() = watched;
        Ok(())
    }

    /// Records that ghostcall itself inserts or removes this row.
    pub(super) fn add_own(&self, table: &str, row: i64) {
        self.expected.borrow_mut().own.push((table.to_lowercase(), row));
    }

    /// What triggers changed since [`Self::watch`]: columns of the watched rows other than those in `meant`
    /// (`messages.edited`), and tables with other changed rows. A virtual table, such as a text index, follows the rows
    /// of others and is not reported.
    pub(super) fn besides(
        &self,
        rows: &[RowPlace<'_>],
        meant: impl Fn(&str, &str) -> bool,
    ) -> rusqlite::Result<BTreeSet<String>> {
        let mut watched = std::mem::take(&mut *self.expected.borrow_mut());
        let mut besides = BTreeSet::new();
        if !self.database.schema.has_triggers()? {
            return Ok(besides);
        }
        let changed = self.rows.all();
        for (row, before) in rows.iter().zip(&watched.before) {
            let columns = self.database.columns.table(row.0).zip(before.iter().zip(self.database.whole_row(*row)?));
            let others = columns.filter(|(column, (was, is))| *was != is && !meant(row.0, column));
            besides.extend(others.map(|(column, _)| format!("{}.{column}", row.0)));
            watched.own.extend(self.database.number_of(*row)?.map(|number| (row.0.to_lowercase(), number)));
        }
        let indexes = self.database.schema.tables_like("type = 'shadow'")?;
        let others = changed.iter().filter(|row| !watched.own.contains(row) && !indexes.contains(&row.0));
        besides.extend(others.map(|(table, _)| table.clone()));

        // SQLite does not report rows in a table without row numbers, nor rows that are removed all at once.
        let is_reported = |table: &String| changed.iter().any(|(known, _)| known == table);
        let unreported: u64 = watched.meant.iter().filter(|(table, _)| !is_reported(table)).map(|(_, rows)| rows).sum();
        let counted = self.database.connection.total_changes() - watched.counted_before;
        if counted > changed.len() as u64 + unreported {
            let unseen = self.database.schema.tables_like(
                "type = 'table' AND wr AND EXISTS (SELECT 1 FROM sqlite_schema AS s
                                                   WHERE s.type = 'trigger' AND instr(lower(s.sql), lower(l.name)))",
            )?;
            if unseen.is_empty() && self.database.schema.tables_like("type = 'virtual'")?.is_empty() {
                besides.insert("another table".to_owned());
            }
            besides.extend(unseen.iter().cloned());
        }
        Ok(besides)
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
