//! Inserts rows and reads them back.

use std::rc::Rc;

use rusqlite::types::Value as Cell;
use rusqlite::{Connection, params_from_iter};
use serde_json::{Map, Value};

use super::change::{holds, not_taken};
use super::context::{PlanFailure, WriteContext};
use super::plan::RowInsert;
use super::rows::no_row_name;
use super::{ExclusionReason, cell};
use crate::source::profile::NewKey;
use crate::source::{Key, SourceError, WrittenRecord, quote};

/// A row that was inserted.
pub(super) struct Inserted {
    pub(super) record: WrittenRecord,
    /// The columns in which a trigger changed the written value.
    pub(super) differs: Vec<String>,
    /// The column and value that identify it, whatever its key.
    found_by: (Rc<str>, Cell),
}

impl Inserted {
    /// Reads the row again, because a later statement may have changed it.
    pub(super) fn read_again(self, place: &WriteContext<'_>) -> Result<Self, PlanFailure> {
        let WrittenRecord { table, key_column, .. } = &self.record;
        let record = read_back(place, table, key_column, &self.found_by)?;
        Ok(Self { record, ..self })
    }
}

/// Inserts a row and reads it back.
pub(super) fn insert_row(place: &WriteContext<'_>, insert: &RowInsert) -> Result<Inserted, PlanFailure> {
    let RowInsert { table, key, values, same: _ } = insert;
    let name = place.record_name(table)?;
    let given = match key {
        NewKey::Auto => place.next_key(table)?.map(|key| ("id".to_owned(), Cell::Integer(key))),
        NewKey::Uuid4 => Some(("id".to_owned(), Cell::Text(place.new_uuid()?))),
    };
    let number = place.schema.row_number(place.connection, table)?;
    if number.is_none() && given.is_none() {
        return Err(ExclusionReason::Obstacle { what: no_row_name(table) }.into());
    }
    has_numbers_left(place, table)?;
    let values: Vec<_> = given.iter().chain(values).collect();
    let columns = values.iter().map(|(column, _)| column.as_str());
    let sql = place.sql.of(["insert", table.as_str()].into_iter().chain(columns.clone()), || {
        let marks: Vec<_> = (1..=values.len()).map(|place| format!("?{place}")).collect();
        let columns: Vec<_> = columns.map(quote).collect();
        // `OR ABORT`, because a constraint of the table may be declared to replace conflicting rows.
        format!("INSERT OR ABORT INTO {} ({}) VALUES ({})", quote(table), columns.join(", "), marks.join(", "))
    });
    if place.change(table, &sql, params_from_iter(values.iter().map(|(_, cell)| cell)))? != 1 {
        // The last row number belongs to another row, which an undo would remove.
        return Err(not_taken(table, "new row"));
    }
    let found_by = match (number, given.as_ref()) {
        (Some(number), _) => {
            let row = place.connection.last_insert_rowid();
            place.is_own_row(table, row);
            (number, Cell::Integer(row))
        }
        (None, Some((_, key))) => (name.clone(), key.clone()),
        (None, None) => return Err(ExclusionReason::Obstacle { what: no_row_name(table) }.into()),
    };
    place.copy_row(table, (&found_by.0, &found_by.1))?;
    let record = read_back(place, table, &name, &found_by)?;
    let has_triggers = place.schema.has_triggers(place.connection)?;
    let mut differs = Vec::new();
    for (column, meant) in values {
        let found = record.values.get(column).unwrap_or(&Value::Null);
        if holds(meant, found) {
            continue;
        }
        // A column declared as STRING turns 0077 into 77. A trigger, however, belongs to the application and may change
        // values.
        if !has_triggers || (matches!(meant, Cell::Text(_)) && !found.is_string()) {
            return Err(ExclusionReason::Refused {
                what: format!("{table}.{column} does not hold the value that was written"),
            }
            .into());
        }
        differs.push(format!("{table}.{column}"));
    }
    Ok(Inserted { record, differs, found_by })
}

/// All columns of a row, including those that the database filled in: an undo must notice any later change.
fn read_back(
    place: &WriteContext<'_>,
    table: &str,
    name: &str,
    (column, value): &(Rc<str>, Cell),
) -> Result<WrittenRecord, PlanFailure> {
    let all: Vec<&str> = place.columns.table(table).collect();
    let sql = place.sql.of(["read row", table, &**column].into_iter(), || {
        let quoted: Vec<_> = std::iter::once(name).chain(all.iter().copied()).map(quote).collect();
        format!("SELECT {} FROM {} WHERE {} = ?1", quoted.join(", "), quote(table), quote(column))
    });
    let mut statement = place.connection.prepare_cached(&sql)?;
    let mut rows = statement.query([value])?;
    let Some(found) = rows.next()? else {
        return Err(ExclusionReason::Refused { what: format!("{table} keeps no new row: a trigger removes it") }.into());
    };
    let mut values = Map::new();
    for (index, column) in all.iter().enumerate() {
        values.insert((*column).to_owned(), cell::to_json(found.get_ref(index + 1)?));
    }
    let Some(key) = Key::from_cell(found.get_ref(0)?) else {
        let what = format!("{table} has keys that are neither integers nor texts");
        return Err(ExclusionReason::Obstacle { what }.into());
    };
    if rows.next()?.is_some() {
        return Err(ExclusionReason::KeyNotUnique.into());
    }
    Ok(WrittenRecord { table: table.to_owned(), key_column: name.to_owned(), key, values })
}

/// Refuses a table with `AUTOINCREMENT` that has used its last number: SQLite would report a full disk and roll back
/// everything.
fn has_numbers_left(place: &WriteContext<'_>, table: &str) -> Result<(), PlanFailure> {
    if !place.schema.is_autoincrement(place.connection, table)? {
        return Ok(());
    }
    let Some(number) = place.schema.row_number(place.connection, table)? else { return Ok(()) };
    let sql = place.sql.of(["last number", table].into_iter(), || {
        format!(
            "SELECT max(coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = ?1), 0),
                        coalesce((SELECT max({}) FROM {}), 0)) >= {}",
            quote(&number),
            quote(table),
            i64::MAX
        )
    });
    if place.connection.prepare_cached(&sql)?.query_row([table], |row| row.get(0))? {
        return Err(ExclusionReason::Refused { what: exhausted(table) }.into());
    }
    Ok(())
}

/// Converts an error of SQLite.
pub(super) fn failed_at(place: &WriteContext<'_>, error: &rusqlite::Error, message: Option<&Key>) -> SourceError {
    let known = place.failed(error);
    let rolled_back = |detail: String| SourceError::RolledBack {
        path: place.source.path().to_owned(),
        message: message.map_or_else(|| "this".to_owned(), |message| format!("message {message}")),
        detail,
    };
    match known {
        // SQLite may report a full disk for an exhausted table.
        SourceError::DiskFull(path) => match exhausted_table(place.connection) {
            Some(table) => rolled_back(exhausted(&table)),
            None => SourceError::DiskFull(path),
        },
        SourceError::Sqlite { detail, .. } if place.connection.is_autocommit() => rolled_back(detail),
        other => other,
    }
}

/// A table with `AUTOINCREMENT` that has used its last number, which SQLite reports as a full disk.
fn exhausted_table(connection: &Connection) -> Option<String> {
    let sql = "SELECT name FROM sqlite_sequence WHERE seq >= 9223372036854775807 LIMIT 1";
    connection.query_row(sql, [], |row| row.get(0)).ok()
}

/// Why the table accepts no more rows.
fn exhausted(table: &str) -> String {
    format!("{table} (AUTOINCREMENT) has used the greatest number; no row can be added")
}
