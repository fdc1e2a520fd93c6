//! What stands in the journal as it was planned: for the database that the export came from.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::equal::same_columns;
use super::place::{NoPlan, Place};
use super::plan::Insert;
use super::standing::changed;
use super::{LeftOut, PlannedRow, PlannedWrite, Reason, SqliteTarget, cell};
use crate::proposal::Finding;
use crate::source::profile::{ColumnName, NewKey};
use crate::source::{Entry, EntryKind, SourceError, SqliteSource, TextCell, WrittenRecord, entry, first_altered};

impl SqliteTarget {
    /// Calls `visit` with what each of these write-backs did, undone by now or not, until it answers `false`. Answers with those
    /// of which that cannot be told. Needs no right to write.
    pub fn written(
        source: &SqliteSource,
        writes: &[i64],
        visit: &mut dyn FnMut(PlannedWrite) -> bool,
    ) -> Result<Vec<LeftOut>, SourceError> {
        source.allows_writing()?;
        let _snapshot = source.snapshot()?;
        let place = Place::new(source, writes.len());
        let altered = first_altered(place.connection).map_err(|error| place.failed(&error))?;
        let mut left_out = Vec::new();
        for id in writes {
            let found = entry(place.connection, *id).map_err(|error| place.failed(&error))?;
            let Some(entry) = found.filter(|entry| entry.kind == EntryKind::Write) else {
                left_out.push(LeftOut { message: None, write: Some(*id), reason: Reason::NoSuchWrite });
                continue;
            };
            let message = Some(entry.message.clone());
            if let Some(row) = altered.filter(|row| row <= id) {
                left_out.push(LeftOut { message, write: Some(*id), reason: Reason::AlteredJournal { row } });
                continue;
            }
            match place.written(entry) {
                Ok(write) => {
                    if !visit(write) {
                        break;
                    }
                }
                Err(NoPlan::LeftOut(reason)) => left_out.push(LeftOut { message, write: Some(*id), reason }),
                Err(NoPlan::Failed(error)) => return Err(place.failed(&error)),
            }
        }
        Ok(left_out)
    }
}

impl Place<'_> {
    fn written(&self, entry: Entry) -> Result<PlannedWrite, NoPlan> {
        self.check_names(&entry)?;
        let finding: Finding = serde_json::from_value(entry.approved()).unwrap_or_default();
        let row = self.touched_row(self.table(), &entry.message)?.unwrap_or_default();
        let (text_cell, text_now) = self.text_place(&entry, &row)?;
        let mut rows = Vec::new();
        for (at, record) in entry.records.into_iter().enumerate() {
            rows.push(self.written_row(record, finding.records.get(at).map(|record| record.kind.as_str()))?);
        }
        let (before, after) = (entry.before, entry.after);
        Ok(PlannedWrite {
            message: entry.message,
            row,
            text_cell,
            text_before: before.text.unwrap_or(text_now),
            text_after: after.text,
            tools_before: before.tools,
            tools_after: after.tools,
            plan_before: before.plan,
            plan_after: after.plan,
            copies_before: before.copies,
            copies_after: after.copies,
            times: after.times,
            rows,
        })
    }

    /// Where the text of a message stands, and what it is now.
    fn text_place(&self, entry: &Entry, row: &Map<String, Value>) -> Result<(TextCell, String), NoPlan> {
        match self.row(&entry.message) {
            Ok(found) => Ok((found.text.as_cell(), found.text.text)),
            // It is gone, or no text any more, in the export: the journal tells all that was written.
            Err(NoPlan::LeftOut(_)) if entry.before.text.is_some() => {
                let messages = &self.profile.messages;
                let own = TextCell {
                    table: messages.table.clone(),
                    column: messages.text.column.column.clone(),
                    key: row.clone(),
                    path: None,
                    value: String::new(),
                };
                let cell = if self.has_text_of_its_own() { Some(own) } else { entry.before.copies.first().cloned() };
                cell.map(|cell| (cell, String::new())).ok_or_else(|| changed("its text").into())
            }
            Err(other) => Err(other),
        }
    }

    /// A row as it was to be inserted, without what the database filled in by itself.
    fn written_row(&self, record: WrittenRecord, kind: Option<&str>) -> rusqlite::Result<PlannedRow> {
        let WrittenRecord { table, key_column: _, key: _, values } = record;
        let mapping = kind.and_then(|kind| self.profile.records.get(kind)).filter(|mapping| mapping.table == table);
        let (key, same, columns) = match mapping {
            Some(mapping) => {
                let fields = mapping.fields.values().map(|field| &field.column);
                let times = mapping.created.iter().chain(&mapping.updated);
                let names = std::iter::once(&mapping.owner).chain(fields).chain(times).map(|name| &name.column);
                (mapping.key, same_columns(mapping), names.chain(mapping.constants.keys()).cloned().collect())
            }
            None => (NewKey::Auto, self.sibling_same(), self.sibling_columns()),
        };
        let columns: BTreeSet<String> = columns;
        let values = values.into_iter().filter(|(column, _)| columns.contains(column));
        let values = values.map(|(column, value)| (column, cell::from_json(&value))).collect();
        self.planned_row(Insert { table, key, values, same })
    }

    /// The columns that are set in the blank message that names recovered tools.
    fn sibling_columns(&self) -> BTreeSet<String> {
        let messages = &self.profile.messages;
        let own = |name: &ColumnName| (name.table_or(&messages.table) == messages.table).then(|| name.column.clone());
        let places = [&messages.conversation, &messages.owner, &messages.role, &messages.time];
        let places = places.into_iter().flatten().filter(|place| place.path.is_none()).map(|place| &place.column);
        let tools = self.profile.tools_written.as_ref().map(|written| &written.column);
        places.chain(tools).chain([&messages.text.column]).chain(&messages.touch).filter_map(own).collect()
    }
}
