//! Checks that the results of a write are unchanged.

use rusqlite::types::ValueRef;
use serde_json::{Map, Value};

use super::context::{PlanFailure, WriteContext};
use super::plan::MessageRow;
use super::{ExclusionReason, cell};
use crate::source::profile::ColumnName;
use crate::source::{JournalEntry, Key, RowChange, WrittenRecord, quote};

impl WriteContext<'_> {
    /// Refuses a journal row that names tables or columns outside the profile: anybody could have written it, so it
    /// must not lead to anything else.
    pub(super) fn check_names(&self, entry: &JournalEntry) -> Result<(), PlanFailure> {
        let messages = &self.profile.messages;
        let JournalEntry { message, before, after, records, .. } = entry;
        if message.cells().len() != messages.key_width() {
            return Err(not_named(&format!("message {message}")).into());
        }
        let texts = || {
            let copies = messages.all_copies().map(|(_, copy)| &copy.column);
            std::iter::once(&messages.text.column).chain(copies)
        };
        for cell in before.copies.iter().chain(&after.copies) {
            if cell.snapshot {
                if !self.is_in_snapshot(cell) {
                    return Err(not_named(&format!("{}.{}", cell.table, cell.column)).into());
                }
                continue;
            }
            self.check_named((&cell.table, &cell.column, &cell.key), texts())?;
        }
        for cell in before.times.iter().chain(&after.times) {
            self.check_named((&cell.table, &cell.column, &cell.key), messages.touch.iter())?;
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
            self.check_record_named(record)?;
        }
        Ok(())
    }

    /// Fails unless a cell is in one of these columns, and its row is identified as in the profile.
    fn check_named<'c>(
        &self,
        (table, column, key): (&str, &str, &Map<String, Value>),
        mut named: impl Iterator<Item = &'c ColumnName>,
    ) -> Result<(), PlanFailure> {
        let own = self.table();
        let is_named = named.any(|name| name.table_or(own) == table && name.column == column);
        let is_found_as_usual = if table == own {
            key.keys().eq(self.profile.messages.key.columns().iter().map(|column| &column.column))
        } else {
            self.joined_by(table).is_some_and(|(theirs, _)| key.keys().eq([&theirs.column]))
        };
        let is_there =
            self.columns.has_named(table, column) && key.keys().all(|name| self.columns.has_named(table, name));
        if is_named && is_found_as_usual && is_there {
            Ok(())
        } else {
            Err(not_named(&format!("{table}.{column}")).into())
        }
    }

    fn check_record_named(&self, record: &WrittenRecord) -> Result<(), PlanFailure> {
        let WrittenRecord { table, key_column, key, values } = record;
        let is_named = table == self.table() || self.profile.records.values().any(|mapping| mapping.table == *table);
        let names = [self.schema.record_name(self.connection, table)?, self.schema.row_number(self.connection, table)?];
        let is_found_as_usual = names.iter().flatten().any(|name| **name == **key_column);
        let is_there = !values.is_empty() && values.keys().all(|column| self.columns.has_named(table, column));
        let is_one = !matches!(key, Key::Composite(_));
        if is_named && is_found_as_usual && is_there && is_one {
            return Ok(());
        }
        Err(not_named(&format!("{table} {key}")).into())
    }

    /// Checks that the text of the message with its copies, its tools and its plan are as a write left them. Returns
    /// its row.
    pub(super) fn check_message(&self, entry: &JournalEntry) -> Result<MessageRow, PlanFailure> {
        self.check_names(entry)?;
        let RowChange { text, tools, plan, copies, .. } = &entry.after;
        let row = match self.row(&entry.message) {
            Ok(row) => row,
            Err(PlanFailure::LeftOut(ExclusionReason::Gone)) => return Err(changed("the message is gone").into()),
            Err(PlanFailure::LeftOut(_)) => return Err(changed("its text").into()),
            Err(other) => return Err(other),
        };
        if text.as_ref().is_some_and(|text| row.text.text != *text) {
            return Err(changed("its text").into());
        }
        let mut texts = entry.before.copies.iter().zip(copies).filter(|(_, after)| !after.snapshot);
        texts.try_for_each(|(before, after)| self.text_back(before, after).map(drop))?;
        if let (Some(tools), Some(_)) = (tools, &self.profile.tools_written)
            && cell::to_json(ValueRef::from(&row.tools)) != *tools
        {
            return Err(changed("its tools").into());
        }
        if let Some(plan) = plan {
            // Without its profile, the column to restore is unknown.
            if self.plan_column().is_none() {
                return Err(changed("where its plan is recorded").into());
            }
            if cell::to_json(ValueRef::from(&row.plan)) != *plan {
                return Err(changed("its recorded plan").into());
            }
        }
        Ok(row)
    }

    /// Checks that the records of a write are as it left them.
    pub(super) fn check_records(&self, entry: &JournalEntry) -> Result<(), PlanFailure> {
        for record in &entry.records {
            self.check_record_named(record)?;
            if !is_unchanged(self, record)? {
                return Err(changed(&format!("{} {}", record.table, record.key)).into());
            }
        }
        Ok(())
    }
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
fn is_unchanged(place: &WriteContext<'_>, record: &WrittenRecord) -> rusqlite::Result<bool> {
    let WrittenRecord { table, key_column, key, values } = record;
    let parts =
        ["is_unchanged", table.as_str(), key_column.as_str()].into_iter().chain(values.keys().map(String::as_str));
    let is_row = place.is_row(table, std::iter::once(key_column.as_str()))?;
    let sql = place.sql.of(parts, || {
        let columns: Vec<_> = values.keys().map(|column| quote(column)).collect();
        format!("SELECT {} FROM {} WHERE {is_row}", columns.join(", "), quote(table))
    });
    let mut statement = place.connection.prepare_cached(&sql)?;
    let mut rows = statement.query([cell::from_json(&Value::from(key))])?;
    let Some(row) = rows.next()? else { return Ok(false) };
    for (index, value) in values.values().enumerate() {
        if cell::to_json(row.get_ref(index)?) != *value {
            return Ok(false);
        }
    }
    Ok(rows.next()?.is_none())
}
