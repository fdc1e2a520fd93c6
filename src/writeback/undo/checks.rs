//! Checks the rows of an undo: before it, that nothing changed since the write; after it, what was restored.

use serde_json::Value;

use crate::source::{JournalEntry, Key, TimeCell, WrittenRecord, quote};
use crate::writeback::ExclusionReason;
use crate::writeback::cell::CellValue;
use crate::writeback::database::Database;
use crate::writeback::failure::PlanFailure;
use crate::writeback::messages::MessageTable;
use crate::writeback::unchanged::{changed, check_message, check_records};
use crate::writeback::update::not_taken;

/// Checks that everything is as the write left it, and that no other row references its records. Returns the text of
/// the message.
pub(super) fn check_unchanged(messages: &MessageTable<'_>, entry: &JournalEntry) -> Result<String, PlanFailure> {
    let row = check_message(messages, entry)?;
    for time in entry.after.times.iter().filter(|time| !is_shared(messages, time)) {
        if row.other(&time.column) != Some(&time.value) {
            return Err(changed(&format!("its {}", time.column)).into());
        }
    }
    check_records(messages, entry)?;
    for record in &entry.records {
        if let Some(table) = referrer(&messages.database, record)? {
            return Err(changed(&format!("a row of {table} refers to {} {}", record.table, record.key)).into());
        }
    }
    Ok(row.text.text)
}

/// Refuses if one of the first `content` cells was not restored exactly; returns a sentence for each other such cell.
pub(super) fn check_own_cells(
    messages: &MessageTable<'_>,
    message: &Key,
    sets: &[(&str, &Value)],
    content: usize,
) -> Result<Vec<String>, PlanFailure> {
    let mut differences = Vec::new();
    let columns: Vec<&str> = sets.iter().map(|(column, _)| *column).collect();
    let found = messages.cells(message, &columns)?;
    for (at, ((column, was), is)) in sets.iter().zip(&found).enumerate().filter(|(_, ((_, was), is))| *was != *is) {
        if at < content {
            let what = format!("{}.{column} does not hold the value that was restored", messages.name());
            return Err(ExclusionReason::Refused { what }.into());
        }
        differences.push(format!("its {column} is {is}, but was {was}"));
    }
    Ok(differences)
}

/// A sentence for each shared time that was not restored exactly.
pub(super) fn times_not_back(
    database: &Database<'_>,
    moved_back: &[(&TimeCell, Value)],
) -> Result<Vec<String>, PlanFailure> {
    let mut differences = Vec::new();
    for (time, was) in moved_back {
        let is = database.cell((&time.table, &time.key), &time.column)?.unwrap_or_default();
        if is != *was {
            differences.push(format!("{}.{} is {is}, but was {was}", time.table, time.column));
        }
    }
    Ok(differences)
}

/// The table with a row that references a record: removing the record would delete that row too (`ON DELETE CASCADE`),
/// or break its reference.
fn referrer(database: &Database<'_>, record: &WrittenRecord) -> rusqlite::Result<Option<String>> {
    for reference in database.schema.references(&record.table)?.iter() {
        let target = match reference.to.as_ref().and_then(|to| record.values.get(to)) {
            Some(value) => CellValue::from_json(value),
            None => CellValue::from_json(&Value::from(&record.key)),
        };
        let (table, column) = (&reference.table, &reference.column);
        let sql = database.sql.of(["refers", table.as_str(), column.as_str()].into_iter(), || {
            format!("SELECT EXISTS (SELECT 1 FROM {} WHERE {} = ?1)", quote(table), quote(column))
        });
        if database.connection.prepare_cached(&sql)?.query_row([target], |row| row.get(0))? {
            return Ok(Some(table.clone()));
        }
    }
    Ok(None)
}

/// Checks that a removed record no longer exists.
pub(super) fn check_removed(database: &Database<'_>, record: &WrittenRecord) -> Result<(), PlanFailure> {
    let WrittenRecord { table, key_column, key, .. } = record;
    let is_row = database.is_row(table, std::iter::once(key_column.as_str()))?;
    let sql = database.sql.of(["is there", table.as_str(), key_column.as_str()].into_iter(), || {
        format!("SELECT EXISTS (SELECT 1 FROM {} WHERE {is_row})", quote(table))
    });
    let is_there = database.connection.prepare_cached(&sql)?.query_row([key], |row| row.get(0))?;
    if is_there { Err(not_taken(table, "removal")) } else { Ok(()) }
}

/// Whether a cell belongs to other messages too.
pub(super) fn is_shared(messages: &MessageTable<'_>, time: &TimeCell) -> bool {
    time.table != messages.name() || messages.profile.unfolding().is_some()
}
