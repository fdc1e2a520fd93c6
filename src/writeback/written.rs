//! Turns journal rows back into planned writes, for a script for the database that the export came from.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use serde_json::{Map, Value};

use super::database::Database;
use super::equal::same_columns;
use super::failure::PlanFailure;
use super::keys::RowKeys;
use super::messages::MessageTable;
use super::repeated::rows_relied_on;
use super::row_insert::RowInsert;
use super::rows::planned_row;
use super::sibling::{sibling_columns, sibling_same};
use super::unchanged::{changed, check_names};
use super::{ExclusionReason, LeftOut, PlannedRow, PlannedWrite, SqliteTarget, cell};
use crate::proposal::Finding;
use crate::source::profile::NewKey;
use crate::source::{
    EntryKind, JournalEntry, Key, SourceError, SqliteSource, TextCell, WrittenRecord, entry, first_altered,
    sqlite_error,
};

impl SqliteTarget {
    /// Calls `visit` with what each of these write-backs did, in the given order and whether or not it was undone,
    /// until it returns `false`. Returns those for which that is unknown. To undo several, pass the latest first,
    /// because each builds on those before it. Needs no permission to write.
    pub fn written(
        source: &SqliteSource,
        writes: &[i64],
        visit: &mut dyn FnMut(PlannedWrite) -> bool,
    ) -> Result<Vec<LeftOut>, SourceError> {
        source.allows_writing()?;
        let _snapshot = source.snapshot()?;
        let failed = |error: rusqlite::Error| sqlite_error(source.path(), &error);
        let altered = first_altered(source.connection()).map_err(failed)?;
        let followed = writes.iter().copied().filter(|id| altered.is_none_or(|row| row > *id));
        let history = WriteHistory::of(source, writes.len(), followed).map_err(failed)?;
        let mut left_out = Vec::new();
        for id in writes {
            let found = entry(source.connection(), *id).map_err(failed)?;
            let Some(entry) = found.filter(|entry| entry.kind == EntryKind::Write) else {
                left_out.push(LeftOut { message: None, write: Some(*id), reason: ExclusionReason::NoSuchWrite });
                continue;
            };
            let message = Some(entry.message.clone());
            if let Some(row) = altered.filter(|row| row <= id) {
                left_out.push(LeftOut { message, write: Some(*id), reason: ExclusionReason::AlteredJournal { row } });
                continue;
            }
            match history.written(entry) {
                Ok(write) => {
                    if !visit(write) {
                        break;
                    }
                }
                Err(PlanFailure::LeftOut(reason)) => left_out.push(LeftOut { message, write: Some(*id), reason }),
                Err(PlanFailure::Failed(error)) => return Err(failed(error)),
            }
        }
        Ok(left_out)
    }
}

/// Reads what write-backs did.
struct WriteHistory<'a> {
    messages: MessageTable<'a>,
    keys: RowKeys<'a>,
    /// The writes that changed the text, by message.
    text_changes: HashMap<Key, Vec<i64>>,
}

impl<'a> WriteHistory<'a> {
    /// `followed` are the writes whose rows are not altered.
    fn of(source: &'a SqliteSource, findings: usize, followed: impl Iterator<Item = i64>) -> rusqlite::Result<Self> {
        let database = Database::new(source, findings);
        let (messages, keys) = (MessageTable::new(Rc::clone(&database)), RowKeys::new(database));
        let mut text_changes: HashMap<Key, Vec<i64>> = HashMap::new();
        for id in followed {
            let found = entry(source.connection(), id)?.filter(|entry| entry.kind == EntryKind::Write);
            if let Some(entry) = found.filter(|entry| entry.before.text.is_some()) {
                text_changes.entry(entry.message).or_default().push(id);
            }
        }
        Ok(Self { messages, keys, text_changes })
    }

    /// The first later write that changed the text of the message: it found the text that this write left.
    fn next_change(&self, entry: &JournalEntry) -> Result<Option<JournalEntry>, PlanFailure> {
        if entry.before.text.is_some() {
            return Ok(None);
        }
        let later = self.text_changes.get(&entry.message).into_iter().flatten().copied().filter(|id| *id > entry.id);
        let Some(next) =
            later.min().map(|id| self::entry(self.messages.database.connection, id)).transpose()?.flatten()
        else {
            return Ok(None);
        };
        check_names(&self.messages, &next)?;
        Ok(Some(next))
    }

    /// What a write did.
    fn written(&self, entry: JournalEntry) -> Result<PlannedWrite, PlanFailure> {
        check_names(&self.messages, &entry)?;
        let next = self.next_change(&entry)?;
        let found = next.as_ref().unwrap_or(&entry);
        let finding: Finding = entry.approved_as()?;
        let row = self.messages.touched_row(self.messages.name(), &entry.message)?.unwrap_or_default();
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
        let mut relies_on = Vec::new();
        for insert in rows_relied_on(self.messages.database.profile, &finding) {
            relies_on.push(planned_row(&self.messages.database, &self.keys, insert)?);
        }
        // Another write-back may have changed the tools.
        let unchanged = self.messages.unchanged(&entry.message, false)?;
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
            unchanged,
            relies_on,
            guards: None,
        })
    }

    /// The cell with the text of a message, and its present text.
    fn text_place(&self, entry: &JournalEntry, row: &Map<String, Value>) -> Result<(TextCell, String), PlanFailure> {
        match self.messages.row(&entry.message) {
            Ok(found) => Ok((found.text.as_cell(), found.text.text)),
            // If the message is gone from the export, or its text unreadable, the journal still holds everything that
            // was written.
            Err(PlanFailure::LeftOut(_)) if entry.before.text.is_some() => {
                let messages = self.messages.profile;
                let own = TextCell {
                    table: messages.table.clone(),
                    column: messages.text.column.column.clone(),
                    key: row.clone(),
                    path: None,
                    value: String::new(),
                    snapshot: false,
                };
                let cell =
                    if self.messages.has_text_of_its_own() { Some(own) } else { entry.before.copies.first().cloned() };
                cell.map(|cell| (cell, String::new())).ok_or_else(|| changed("its text").into())
            }
            Err(other) => Err(other),
        }
    }

    /// A row as inserted, without the values that the database filled in.
    fn written_row(&self, record: WrittenRecord, kind: Option<&str>) -> Result<PlannedRow, PlanFailure> {
        let WrittenRecord { table, key_column: _, key: _, values } = record;
        let profile = self.messages.database.profile;
        let mapping = kind.and_then(|kind| profile.records.get(kind)).filter(|mapping| mapping.table == table);
        let (key, same, columns) = match mapping {
            Some(mapping) => {
                let fields = mapping.fields.values().map(|field| &field.column);
                let times = mapping.created.iter().chain(&mapping.updated);
                let names = mapping.owner.columns().iter().chain(fields).chain(times).map(|name| &name.column);
                (mapping.key, same_columns(mapping), names.chain(mapping.constants.keys()).cloned().collect())
            }
            None if kind.is_none() && table == profile.messages.table => {
                (NewKey::Auto, sibling_same(profile), sibling_columns(profile))
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
        Ok(planned_row(&self.messages.database, &self.keys, RowInsert { table, key, values, same })?)
    }
}
