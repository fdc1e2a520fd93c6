//! Whether an equal record already exists.
//!
//! An export may have no index on the columns that make records equal, and a batch looks up each of its records. After
//! a few look-ups, a batch therefore copies these columns to a temporary table with an index.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use rusqlite::types::Value as Cell;
use rusqlite::{OptionalExtension as _, params_from_iter};

use super::cell;
use super::changes::Changes;
use super::database::{BATCH, Database};
use super::failure::PlanFailure;
use super::keys::row_name;
use super::row_insert::RowInsert;
use crate::source::profile::{RecordField, Records, Trim};
use crate::source::{Key, quote};

/// Looks for equal records; the copies are its own.
pub(super) struct EqualRecords<'a> {
    database: Rc<Database<'a>>,
    /// Type of record → the table with its copy.
    copies: RefCell<BTreeMap<String, String>>,
    /// The number of look-ups without a copy.
    missed: std::cell::Cell<usize>,
    /// The records that a preview would have inserted so far.
    planned: RefCell<HashSet<String>>,
}

impl Drop for EqualRecords<'_> {
    fn drop(&mut self) {
        for table in self.copies.borrow().values() {
            // If this fails, the table goes when the connection closes.
            let _ = self.database.connection.execute_batch(&format!("DROP TABLE IF EXISTS temp.{table}"));
        }
    }
}

impl<'a> EqualRecords<'a> {
    pub(super) fn new(database: Rc<Database<'a>>) -> Self {
        Self { database, copies: RefCell::default(), missed: std::cell::Cell::default(), planned: RefCell::default() }
    }

    /// The copy for these records, if it is worth its cost.
    fn copy_of(&self, kind: &str, mapping: &Records, name: &str) -> rusqlite::Result<Option<String>> {
        let mut copies = self.copies.borrow_mut();
        if let Some(table) = copies.get(kind) {
            return Ok(Some(table.clone()));
        }
        self.missed.set(self.missed.get() + 1);
        if self.missed.get() < BATCH {
            return Ok(None);
        }
        let table = format!("ghostcall_equal_{}", copies.len());
        let columns: Vec<_> = (0..same_columns(mapping).len()).map(|column| format!("c{column}")).collect();
        self.database.connection.execute_batch(&format!(
            "DROP TABLE IF EXISTS temp.{table};
             CREATE TEMPORARY TABLE {table} AS {};
             CREATE INDEX temp.{table}_index ON {table} ({})",
            copied(mapping, name),
            columns.join(", ")
        ))?;
        copies.insert(kind.to_owned(), table.clone());
        Ok(Some(table))
    }

    /// Adds a new row to the copies of its table; `place` and `row` are the identifying column and its value.
    pub(super) fn add(
        &self,
        changes: &Changes<'_>,
        table: &str,
        (place, row): (&str, &Cell),
    ) -> Result<(), PlanFailure> {
        for (kind, copy) in &*self.copies.borrow() {
            let Some(mapping) = self.database.profile.records.get(kind).filter(|mapping| mapping.table == table) else {
                continue;
            };
            let name = row_name(&self.database, table)?;
            let sql = self.database.sql.of(["copy", kind.as_str(), place].into_iter(), || {
                format!("INSERT INTO temp.{copy} {} WHERE {} = ?1", copied(mapping, &name), quote(place))
            });
            changes.run("temp", &sql, [row])?;
        }
        Ok(())
    }

    /// Notes a row that was planned and is not inserted.
    pub(super) fn note_planned(&self, insert: &RowInsert) {
        self.planned.borrow_mut().insert(identity(&insert.table, &insert.same, &insert.values));
    }

    /// Whether an equal record is in the database, or planned. Where the profile does not say what makes records equal,
    /// any record is taken to exist.
    pub(super) fn exists(&self, record: (&str, &Records), values: &[(String, Cell)]) -> Result<bool, PlanFailure> {
        let (_, mapping) = record;
        let is_planned = || self.planned.borrow().contains(&identity(&mapping.table, &same_columns(mapping), values));
        Ok(mapping.same.is_empty() || is_planned() || self.find(record, values)?.is_some())
    }

    /// The key of a record that equals the planned one.
    pub(super) fn find(
        &self,
        (kind, mapping): (&str, &Records),
        values: &[(String, Cell)],
    ) -> Result<Option<Key>, PlanFailure> {
        if mapping.same.is_empty() {
            return Ok(None);
        }
        let name = row_name(&self.database, &mapping.table)?;
        let copy = self.copy_of(kind, mapping, &name)?;
        let columns = same_columns(mapping);
        let asked: Vec<_> = (columns.iter().enumerate())
            .filter_map(|(at, same)| Some((at, same, values.iter().find(|(known, _)| *known == same.0)?)))
            .collect();
        let names = asked.iter().map(|(_, (column, _), _)| column.as_str());
        let copied_to = copy.as_deref().unwrap_or_default();
        let sql = self.database.sql.of(["equal", kind, copied_to].into_iter().chain(names), || {
            let conditions = asked.iter().zip(1..).map(|((at, (column, trim), _), number)| match &copy {
                Some(_) => format!("c{at} IS ?{number}"),
                None => format!("{} IS ?{number}", compared_column(column, *trim)),
            });
            let conditions = conditions.collect::<Vec<_>>().join(" AND ");
            let (key, table) = match &copy {
                Some(copy) => ("key".to_owned(), format!("temp.{copy}")),
                None => (quote(&name), quote(&mapping.table)),
            };
            format!("SELECT {key} FROM {table} WHERE {conditions} LIMIT 1")
        });
        let cells = asked.iter().map(|(_, _, (_, cell))| cell);
        let mut statement = self.database.connection.prepare_cached(&sql)?;
        // The row exists, even if its key has an unusual type.
        let found = statement.query_row(params_from_iter(cells), |row| Ok(Key::for_display(row.get_ref(0)?)));
        Ok(found.optional()?)
    }
}

/// Whether one of the planned rows equals a record.
pub(super) fn is_among(planned: &[RowInsert], mapping: &Records, values: &[(String, Cell)]) -> bool {
    let record = || identity(&mapping.table, &same_columns(mapping), values);
    let is_same = |row: &RowInsert| identity(&row.table, &row.same, &row.values) == record();
    !mapping.same.is_empty() && planned.iter().any(is_same)
}

/// The text that equal rows of a table share.
fn identity(table: &str, same: &[(String, Trim)], values: &[(String, Cell)]) -> String {
    let cell = |(column, _): &(String, Trim)| values.iter().find(|(known, _)| known == column).map(|(_, cell)| cell);
    let cells: Vec<_> = same.iter().map(|column| cell(column).map(|cell| cell::to_json(cell.into()))).collect();
    serde_json::json!([table, cells]).to_string()
}

/// The columns of a copy: the key, and the columns that make records equal, trimmed as by the application.
fn copied(mapping: &Records, name: &str) -> String {
    let columns = same_columns(mapping).into_iter().enumerate();
    let columns: Vec<_> =
        columns.map(|(number, (column, trim))| format!("{} AS c{number}", compared_column(&column, trim))).collect();
    format!("SELECT {} AS key, {} FROM {}", quote(name), columns.join(", "), quote(&mapping.table))
}

/// The expression by which records are compared.
fn compared_column(column: &str, trim: Trim) -> String {
    match trim {
        Trim::None => quote(column),
        Trim::Ascii => format!("trim({}, char(32, 9, 10, 11, 12, 13))", quote(column)),
    }
}

/// The columns that make records equal: those in the profile, or else the owner and all fields.
pub(super) fn same_columns(mapping: &Records) -> Vec<(String, Trim)> {
    let owner = || mapping.owner.columns().iter().map(|column| (column.column.clone(), Trim::None)).collect();
    let field = |field: &RecordField| vec![(field.column.column.clone(), field.trim)];
    if mapping.same.is_empty() {
        return std::iter::once(owner()).chain(mapping.fields.values().map(field)).flatten().collect();
    }
    mapping.same.iter().flat_map(|name| mapping.fields.get(name).map_or_else(owner, field)).collect()
}
