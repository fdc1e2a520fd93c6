//! Turns journal rows back into planned writes, for a script for the database that the export came from.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::context::{PlanFailure, WriteContext};
use super::equal::same_columns;
use super::plan::RowInsert;
use super::unchanged::changed;
use super::{ExclusionReason, LeftOut, PlannedRow, PlannedWrite, SqliteTarget, cell};
use crate::proposal::Finding;
use crate::source::profile::{ColumnName, NewKey, OwnerPlaces};
use crate::source::{
    EntryKind, JournalEntry, Key, SourceError, SqliteSource, TextCell, WrittenRecord, entry, first_altered,
};

impl SqliteTarget {
    /// Calls `visit` with what each of these write-backs did, in the given order and whether or not it was undone, until
    /// it returns `false`. Returns those for which that is unknown. To undo several, pass the latest first, because each
    /// builds on those before it. Needs no permission to write.
    pub fn written(
        source: &SqliteSource,
        writes: &[i64],
        visit: &mut dyn FnMut(PlannedWrite) -> bool,
    ) -> Result<Vec<LeftOut>, SourceError> {
        source.allows_writing()?;
        let _snapshot = source.snapshot()?;
        let place = WriteContext::new(source, writes.len());
        let altered = first_altered(place.connection).map_err(|error| place.failed(&error))?;
        let followed = |id: i64| altered.is_none_or(|row| row > id);
        let changes = place
            .text_changes(writes.iter().copied().filter(|id| followed(*id)))
            .map_err(|error| place.failed(&error))?;
        let mut left_out = Vec::new();
        for id in writes {
            let found = entry(place.connection, *id).map_err(|error| place.failed(&error))?;
            let Some(entry) = found.filter(|entry| entry.kind == EntryKind::Write) else {
                left_out.push(LeftOut { message: None, write: Some(*id), reason: ExclusionReason::NoSuchWrite });
                continue;
            };
            let message = Some(entry.message.clone());
            if let Some(row) = altered.filter(|row| row <= id) {
                left_out.push(LeftOut { message, write: Some(*id), reason: ExclusionReason::AlteredJournal { row } });
                continue;
            }
            match place.written(entry, &changes) {
                Ok(write) => {
                    if !visit(write) {
                        break;
                    }
                }
                Err(PlanFailure::LeftOut(reason)) => left_out.push(LeftOut { message, write: Some(*id), reason }),
                Err(PlanFailure::Failed(error)) => return Err(place.failed(&error)),
            }
        }
        Ok(left_out)
    }
}

impl WriteContext<'_> {
    /// The writes that changed the text, by message.
    fn text_changes(&self, writes: impl Iterator<Item = i64>) -> rusqlite::Result<HashMap<Key, Vec<i64>>> {
        let mut changes: HashMap<Key, Vec<i64>> = HashMap::new();
        for id in writes {
            let found = entry(self.connection, id)?.filter(|entry| entry.kind == EntryKind::Write);
            if let Some(entry) = found.filter(|entry| entry.before.text.is_some()) {
                changes.entry(entry.message).or_default().push(id);
            }
        }
        Ok(changes)
    }

    /// The first later write that changed the text of the message: it found the text that this write left.
    fn next_change(
        &self,
        entry: &JournalEntry,
        changes: &HashMap<Key, Vec<i64>>,
    ) -> Result<Option<JournalEntry>, PlanFailure> {
        if entry.before.text.is_some() {
            return Ok(None);
        }
        let later = changes.get(&entry.message).into_iter().flatten().copied().filter(|id| *id > entry.id);
        let Some(next) = later.min().map(|id| self::entry(self.connection, id)).transpose()?.flatten() else {
            return Ok(None);
        };
        self.check_names(&next)?;
        Ok(Some(next))
    }

    fn written(&self, entry: JournalEntry, changes: &HashMap<Key, Vec<i64>>) -> Result<PlannedWrite, PlanFailure> {
        self.check_names(&entry)?;
        let next = self.next_change(&entry, changes)?;
        let found = next.as_ref().unwrap_or(&entry);
        let finding: Finding = entry.approved_as()?;
        let row = self.touched_row(self.table(), &entry.message)?.unwrap_or_default();
        let (mut text_cell, text_now) = self.text_place(found, &row)?;
        let is_place = |cell: &&TextCell| {
            (&cell.table, &cell.column, &cell.key, &cell.path)
                == (&text_cell.table, &text_cell.column, &text_cell.key, &text_cell.path)
        };
        if let Some(cell) = found.before.copies.iter().find(is_place) {
            text_cell = cell.clone();
        }
        let text_before = found.before.text.clone().unwrap_or(text_now);
        let mut rows = Vec::new();
        for (at, record) in entry.records.into_iter().enumerate() {
            rows.push(self.written_row(record, finding.records.get(at).map(|record| record.kind.as_str()))?);
        }
        let (before, after) = (entry.before, entry.after);
        Ok(PlannedWrite {
            message: entry.message,
            row,
            text_cell,
            text_before,
            text_after: after.text,
            tools_before: before.tools,
            tools_after: after.tools,
            plan_before: before.plan,
            plan_after: after.plan,
            copies_before: before.copies,
            copies_after: after.copies,
            snapshots_left: Vec::new(),
            times: after.times,
            rows,
            guards: None,
        })
    }

    /// The cell with the text of a message, and its present text.
    fn text_place(&self, entry: &JournalEntry, row: &Map<String, Value>) -> Result<(TextCell, String), PlanFailure> {
        match self.row(&entry.message) {
            Ok(found) => Ok((found.text.as_cell(), found.text.text)),
            // If the message is gone from the export, or its text unreadable, the journal still holds everything that
            // was written.
            Err(PlanFailure::LeftOut(_)) if entry.before.text.is_some() => {
                let messages = &self.profile.messages;
                let own = TextCell {
                    table: messages.table.clone(),
                    column: messages.text.column.column.clone(),
                    key: row.clone(),
                    path: None,
                    value: String::new(),
                    snapshot: false,
                };
                let cell = if self.has_text_of_its_own() { Some(own) } else { entry.before.copies.first().cloned() };
                cell.map(|cell| (cell, String::new())).ok_or_else(|| changed("its text").into())
            }
            Err(other) => Err(other),
        }
    }

    /// A row as inserted, without the values that the database filled in.
    fn written_row(&self, record: WrittenRecord, kind: Option<&str>) -> Result<PlannedRow, PlanFailure> {
        let WrittenRecord { table, key_column: _, key: _, values } = record;
        let mapping = kind.and_then(|kind| self.profile.records.get(kind)).filter(|mapping| mapping.table == table);
        let (key, same, columns) = match mapping {
            Some(mapping) => {
                let fields = mapping.fields.values().map(|field| &field.column);
                let times = mapping.created.iter().chain(&mapping.updated);
                let names = mapping.owner.columns().iter().chain(fields).chain(times).map(|name| &name.column);
                (mapping.key, same_columns(mapping), names.chain(mapping.constants.keys()).cloned().collect())
            }
            None if kind.is_none() && table == self.table() => {
                (NewKey::Auto, self.sibling_same(), self.sibling_columns())
            }
            None => {
                let kind = kind.unwrap_or("another kind");
                let what = format!(
                    "the profile in force does not say how a record of {kind} is written to {table}: take the profile that it \
                     was written with"
                );
                return Err(ExclusionReason::Obstacle { what }.into());
            }
        };
        let columns: BTreeSet<String> = columns;
        let values = values.into_iter().filter(|(column, _)| columns.contains(column));
        let values = values.map(|(column, value)| (column, cell::from_json(&value))).collect();
        Ok(self.planned_row(RowInsert { table, key, values, same })?)
    }

    /// The columns set in the empty message that lists recovered tools.
    fn sibling_columns(&self) -> BTreeSet<String> {
        let messages = &self.profile.messages;
        let own = |name: &ColumnName| (name.table_or(&messages.table) == messages.table).then(|| name.column.clone());
        let places = [&messages.conversation, &messages.role, &messages.time].into_iter().flatten();
        let owners = messages.owner.iter().flat_map(OwnerPlaces::places);
        let places = places.chain(owners).filter(|place| place.path.is_none()).map(|place| &place.column);
        let tools = self.profile.tools_written.as_ref().map(|written| &written.column);
        places.chain(tools).chain([&messages.text.column]).chain(&messages.touch).filter_map(own).collect()
    }
}
