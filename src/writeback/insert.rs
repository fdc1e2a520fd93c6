//! Inserts rows and reads them back.

use std::rc::Rc;

use rusqlite::types::Value as Cell;
use rusqlite::{Connection, params_from_iter};
use serde_json::{Map, Value};

use super::context::WriteContext;
use super::database::Database;
use super::failure::PlanFailure;
use super::keys::{no_row_name, row_name};
use super::row_insert::RowInsert;
use super::update::{holds, not_taken};
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
    pub(super) fn read_again(self, database: &Database<'_>) -> Result<Self, PlanFailure> {
        let WrittenRecord { table, key_column, .. } = &self.record;
        let record = read_back(database, table, key_column, &self.found_by)?;
        Ok(Self { record, ..self })
    }
}

/// Inserts a row and reads it back.
pub(super) fn insert_row(context: &WriteContext<'_>, insert: &RowInsert) -> Result<Inserted, PlanFailure> {
    let WriteContext { database, keys, changes, .. } = context;
    let RowInsert { table, key, values, same: _ } = insert;
    let name = row_name(database, table)?;
    let given = match key {
        NewKey::Auto => keys.next(table)?.map(|key| ("id".to_owned(), Cell::Integer(key))),
        NewKey::Uuid4 => Some(("id".to_owned(), Cell::Text(keys.new_uuid()?))),
    };
    let number = database.schema.row_number(table)?;
    if number.is_none() && given.is_none() {
        return Err(ExclusionReason::Obstacle { what: no_row_name(table) }.into());
    }
    has_numbers_left(database, table)?;
    let values: Vec<_> = given.iter().chain(values).collect();
    let columns = values.iter().map(|(column, _)| column.as_str());
    let sql = database.sql.of(["insert", table.as_str()].into_iter().chain(columns.clone()), || {
        let marks: Vec<_> = (1..=values.len()).map(|place| format!("?{place}")).collect();
        let columns: Vec<_> = columns.map(quote).collect();
        // `OR ABORT`, because a constraint of the table may be declared to replace conflicting rows.
        format!("INSERT OR ABORT INTO {} ({}) VALUES ({})", quote(table), columns.join(", "), marks.join(", "))
    });
    if changes.run(table, &sql, params_from_iter(values.iter().map(|(_, cell)| cell)))? != 1 {
        // The last row number belongs to another row, which an undo would remove.
        return Err(not_taken(table, "new row"));
    }
    let found_by = match (number, given.as_ref()) {
        (Some(number), _) => {
            let row = database.connection.last_insert_rowid();
            changes.add_own(table, row);
            (number, Cell::Integer(row))
        }
        (None, Some((_, key))) => (name.clone(), key.clone()),
        (None, None) => return Err(ExclusionReason::Obstacle { what: no_row_name(table) }.into()),
    };
    context.equal.add(changes, table, (&found_by.0, &found_by.1))?;
    let record = read_back(database, table, &name, &found_by)?;
    let has_triggers = database.schema.has_triggers()?;
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
    database: &Database<'_>,
    table: &str,
    name: &str,
    (column, value): &(Rc<str>, Cell),
) -> Result<WrittenRecord, PlanFailure> {
    let all: Vec<&str> = database.columns.table(table).collect();
    let sql = database.sql.of(["read row", table, &**column].into_iter(), || {
        let quoted: Vec<_> = std::iter::once(name).chain(all.iter().copied()).map(quote).collect();
        format!("SELECT {} FROM {} WHERE {} = ?1", quoted.join(", "), quote(table), quote(column))
    });
    let mut statement = database.connection.prepare_cached(&sql)?;
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
fn has_numbers_left(database: &Database<'_>, table: &str) -> Result<(), PlanFailure> {
    if !database.schema.is_autoincrement(table)? {
        return Ok(());
    }
    let Some(number) = database.schema.row_number(table)? else { return Ok(()) };
    let sql = database.sql.of(["last number", table].into_iter(), || {
        format!(
            "SELECT max(coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = ?1), 0),
                        coalesce((SELECT max({}) FROM {}), 0)) >= {}",
            quote(&number),
            quote(table),
            i64::MAX
        )
    });
    if database.connection.prepare_cached(&sql)?.query_row([table], |row| row.get(0))? {
        return Err(ExclusionReason::Refused { what: exhausted(table) }.into());
    }
    Ok(())
}

/// Converts an error of SQLite.
pub(super) fn failed_at(database: &Database<'_>, error: &rusqlite::Error, message: Option<&Key>) -> SourceError {
    let known = database.failed(error);
    let rolled_back = |detail: String| SourceError::RolledBack {
        path: database.source.path().to_owned(),
        message: message.map_or_else(|| "this".to_owned(), |message| format!("message {message}")),
        detail,
    };
    match known {
        // SQLite may report a full disk for an exhausted table.
        SourceError::DiskFull(path) => match exhausted_table(database.connection) {
            Some(table) => rolled_back(exhausted(&table)),
            None => SourceError::DiskFull(path),
        },
        SourceError::Sqlite { detail, .. } if database.connection.is_autocommit() => rolled_back(detail),
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
