//! Checks that the results of a write are unchanged.

use rusqlite::types::ValueRef;
use serde_json::{Map, Value};

use super::database::Database;
use super::failure::PlanFailure;
use super::messages::{MessageRow, MessageTable};
use super::texts::text_back;
use super::{ExclusionReason, cell};
use crate::source::profile::{ColumnName, Messages};
use crate::source::{JournalEntry, Key, RowChange, TextCell, WrittenRecord, quote};

/// Refuses a journal row that names tables or columns outside the profile: anybody could have written it, so it
/// must not lead to anything else.
pub(super) fn check_names(messages: &MessageTable<'_>, entry: &JournalEntry) -> Result<(), PlanFailure> {
    let JournalEntry { message, before, after, records, .. } = entry;
    if message.cells().len() != messages.profile.key_width() {
        return Err(not_named(&format!("message {message}")).into());
    }
    let texts = || {
        let copies = messages.profile.all_copies().map(|(_, copy)| &copy.column);
        std::iter::once(&messages.profile.text.column).chain(copies)
    };
    for cell in before.copies.iter().chain(&after.copies) {
        if cell.snapshot {
            if !is_in_snapshot(messages.profile, cell) {
                return Err(not_named(&format!("{}.{}", cell.table, cell.column)).into());
            }
            continue;
        }
        check_named(messages, (&cell.table, &cell.column, &cell.key), texts())?;
    }
    for cell in before.times.iter().chain(&after.times) {
        check_named(messages, (&cell.table, &cell.column, &cell.key), messages.profile.touch.iter())?;
    }
    let same_texts = before.copies.iter().zip(&after.copies).all(|(one, other)| {
        (&one.table, &one.column, &one.key, &one.path, one.snapshot)
            == (&other.table, &other.column, &other.key, &other.path, other.snapshot)
    });
    let same_times = before
        .times
        .iter()
        .zip(&after.times)
        .all(|(one, other)| (&one.table, &one.column, &one.key) == (&other.table, &other.column, &other.key));
    let lengths = [(before.copies.len(), after.copies.len()), (before.times.len(), after.times.len())];
    if !same_texts || !same_times || lengths.iter().any(|(one, other)| one != other) {
        return Err(not_named("other cells after it than before").into());
    }
    for record in records {
        check_record_named(messages, record)?;
    }
    Ok(())
}

/// Fails unless a cell is in one of these columns, and its row is identified as in the profile.
fn check_named<'c>(
    messages: &MessageTable<'_>,
    (table, column, key): (&str, &str, &Map<String, Value>),
    mut named: impl Iterator<Item = &'c ColumnName>,
) -> Result<(), PlanFailure> {
    let own = messages.name();
    let is_named = named.any(|name| name.table_or(own) == table && name.column == column);
    let is_found_as_usual = if table == own {
        key.keys().eq(messages.profile.key.columns().iter().map(|column| &column.column))
    } else {
        messages.joined_by(table).is_some_and(|(theirs, _)| key.keys().eq([&theirs.column]))
    };
    let is_there = messages.database.columns.has_named(table, column)
        && key.keys().all(|name| messages.database.columns.has_named(table, name));
    if is_named && is_found_as_usual && is_there { Ok(()) } else { Err(not_named(&format!("{table}.{column}")).into()) }
}

fn check_record_named(messages: &MessageTable<'_>, record: &WrittenRecord) -> Result<(), PlanFailure> {
    let WrittenRecord { table, key_column, key, values } = record;
    let is_named =
        table == messages.name() || messages.database.profile.records.values().any(|mapping| mapping.table == *table);
    let schema = &messages.database.schema;
    let names = [schema.record_name(table)?, schema.row_number(table)?];
    let is_found_as_usual = names.iter().flatten().any(|name| **name == **key_column);
    let is_there = !values.is_empty() && values.keys().all(|column| messages.database.columns.has_named(table, column));
    let is_one = !matches!(key, Key::Composite(_));
    if is_named && is_found_as_usual && is_there && is_one {
        return Ok(());
    }
    Err(not_named(&format!("{table} {key}")).into())
}

/// Checks that the text of the message with its copies, its tools and its plan are as a write left them. Returns
/// its row.
pub(super) fn check_message(messages: &MessageTable<'_>, entry: &JournalEntry) -> Result<MessageRow, PlanFailure> {
    check_names(messages, entry)?;
    let RowChange { text, tools, plan, copies, .. } = &entry.after;
    let row = match messages.row(&entry.message) {
        Ok(row) => row,
        Err(PlanFailure::LeftOut(ExclusionReason::Gone)) => return Err(changed("the message is gone").into()),
        Err(PlanFailure::LeftOut(_)) => return Err(changed("its text").into()),
        Err(other) => return Err(other),
    };
    if text.as_ref().is_some_and(|text| row.text.text != *text) {
        return Err(changed("its text").into());
    }
    let mut texts = entry.before.copies.iter().zip(copies).filter(|(_, after)| !after.snapshot);
    texts.try_for_each(|(before, after)| text_back(&messages.database, before, after).map(drop))?;
    if let (Some(tools), Some(_)) = (tools, &messages.database.profile.tools_written)
        && cell::to_json(ValueRef::from(&row.tools)) != *tools
    {
        return Err(changed("its tools").into());
    }
    if let Some(plan) = plan {
        // Without its profile, the column to restore is unknown.
        if messages.plan_column().is_none() {
            return Err(changed("where its plan is recorded").into());
        }
        if cell::to_json(ValueRef::from(&row.plan)) != *plan {
            return Err(changed("its recorded plan").into());
        }
    }
    Ok(row)
}

/// Checks that the records of a write are as it left them.
pub(super) fn check_records(messages: &MessageTable<'_>, entry: &JournalEntry) -> Result<(), PlanFailure> {
    for record in &entry.records {
        check_record_named(messages, record)?;
        if !is_unchanged(&messages.database, record)? {
            return Err(changed(&format!("{} {}", record.table, record.key)).into());
        }
    }
    Ok(())
}

/// Whether a cell of the journal is in a table of snapshots of the profile.
fn is_in_snapshot(profile: &Messages, cell: &TextCell) -> bool {
    profile.snapshots.iter().any(|snapshots| {
        snapshots.table == cell.table
            && cell.key.keys().eq([&snapshots.key])
            && snapshots.copies.iter().any(|copy| copy.column.column == cell.column)
    })
}

/// Why a row of the journal is not followed.
fn not_named(what: &str) -> ExclusionReason {
    let what = format!(
        "its row of the journal names {what}, which this profile does not: none of it is followed; use the \
         profile that it was written with"
    );
    ExclusionReason::Obstacle { what }
}

pub(super) fn changed(what: &str) -> ExclusionReason {
    ExclusionReason::ChangedSince { what: what.to_owned() }
}

/// Whether a record still exists unchanged.
fn is_unchanged(database: &Database<'_>, record: &WrittenRecord) -> rusqlite::Result<bool> {
    let WrittenRecord { table, key_column, key, values } = record;
    let parts =
        ["is_unchanged", table.as_str(), key_column.as_str()].into_iter().chain(values.keys().map(String::as_str));
    let is_row = database.is_row(table, std::iter::once(key_column.as_str()))?;
    let sql = database.sql.of(parts, || {
        let columns: Vec<_> = values.keys().map(|column| quote(column)).collect();
        format!("SELECT {} FROM {} WHERE {is_row}", columns.join(", "), quote(table))
    });
    let mut statement = database.connection.prepare_cached(&sql)?;
    let mut rows = statement.query([cell::from_json(&Value::from(key))])?;
    let Some(row) = rows.next()? else { return Ok(false) };
    for (index, value) in values.values().enumerate() {
        if cell::to_json(row.get_ref(index)?) != *value {
            return Ok(false);
        }
    }
    Ok(rows.next()?.is_none())
}
