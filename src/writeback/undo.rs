//! Undoes write-backs: restores text, tools and times, and removes records, unless they have been changed since.

mod checks;

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::{Map, Value};

use super::cell::CellValue;
use super::changes::{Changes, refuse_journal_triggers};
use super::context::WriteContext;
use super::database::{Database, RowPlace};
use super::failure::PlanFailure;
use super::insert::failed_at;
use super::journal::{Appender, JournaledFinding, NewJournalEntry};
use super::messages::MessageTable;
use super::texts::{CellEdit, text_back, texts_back};
use super::update::{not_taken, set_cell, update_message};
use super::{ExclusionReason, LeftOut, RunDetails, UndoDifference, WatchProgress, WriteReport, Writing, WritingStage};
use crate::source::{
    EntryKind, JournalEntry, RowChange, SourceError, TextCell, TimeCell, WrittenRecord, each_chained, entry, quote,
};
use checks::{check_own_cells, check_removed, check_unchanged, is_shared, times_not_back};

/// The parts of the whole journal that an undo needs.
#[derive(Default)]
struct JournalHistory {
    shared: SharedTimes,
    undone: HashSet<i64>,
    /// The first altered row.
    altered: Option<i64>,
}

/// The changes of cells that messages share, such as the time of their conversation.
#[derive(Default)]
struct SharedTimes {
    /// Cell → its changes, oldest first; the last one is in effect.
    moves: HashMap<String, Vec<TimeChange>>,
}

/// A change of a cell by one write.
struct TimeChange {
    write: i64,
    is_in_effect: bool,
    before: Value,
    after: Value,
}

/// Undoes write-backs, latest first.
pub(super) fn undo(
    context: &WriteContext<'_>,
    writes: &[i64],
    run: &RunDetails,
    watch: WatchProgress<'_>,
) -> Result<WriteReport, SourceError> {
    let database = &*context.database;
    let mut past = read_journal(&context.messages).map_err(|error| database.failed(&error))?;
    let mut order: Vec<i64> = writes.to_vec();
    order.sort_unstable();
    order.dedup();
    let all = order.len();
    let (report, head) = Appender::with(&context.changes, run, |appender| {
        let mut report = WriteReport::default();
        for (done, id) in order.into_iter().rev().enumerate() {
            if !watch(Writing { stage: WritingStage::Undo, done, all }) {
                return Err(SourceError::GivenUp);
            }
            match undo_in_savepoint(context, id, &mut past)? {
                Ok((entry, differences)) => {
                    if !differences.is_empty() {
                        let (message, what) = (entry.message.clone(), differences.join("; "));
                        report.differs.push(UndoDifference { message, write: id, what });
                    }
                    report.done.push(appender.append(entry)?);
                }
                Err(left_out) => report.left_out.push(left_out),
            }
        }
        Ok(report)
    })?;
    Ok(WriteReport { journal_head: head, ..report })
}

/// Undoes one write in a savepoint of its own, or leaves it out. Also returns what could not be restored.
fn undo_in_savepoint(
    context: &WriteContext<'_>,
    id: i64,
    past: &mut JournalHistory,
) -> Result<Result<(NewJournalEntry, Vec<String>), LeftOut>, SourceError> {
    let database = &*context.database;
    let leave = |message, reason| Ok(Err(LeftOut { message, write: Some(id), reason }));
    let failed = |error: rusqlite::Error| database.failed(&error);
    let found = entry(database.connection, id).map_err(failed)?.filter(|entry| entry.kind == EntryKind::Write);
    let Some(entry) = found else { return leave(None, ExclusionReason::NoSuchWrite) };
    let message = entry.message.clone();
    if let Some(row) = past.altered.filter(|row| *row <= id) {
        return leave(Some(message), ExclusionReason::AlteredJournal { row });
    }
    if past.undone.contains(&id) {
        return leave(Some(message), ExclusionReason::AlreadyUndone);
    }
    database.run("SAVEPOINT write").map_err(failed)?;
    let undone = undo_one(context, entry, &mut past.shared);
    let failure = match undone.and_then(|undone| context.check_references().map(|()| undone)) {
        Ok(undone) => {
            database.run("RELEASE write").map_err(failed)?;
            past.shared.undo_one(id, &undone.0.after.times);
            return Ok(Ok(undone));
        }
        // A full disk or a trigger may have rolled back the whole transaction.
        Err(PlanFailure::Failed(error)) if database.connection.is_autocommit() => {
            return Err(failed_at(database, &error, Some(&message)));
        }
        Err(failure) => failure,
    };
    context.roll_back_to("write").map_err(failed)?;
    match failure.or_refused() {
        PlanFailure::LeftOut(reason) => leave(Some(message), reason),
        PlanFailure::Failed(error) => Err(failed_at(database, &error, Some(&message))),
    }
}

/// Reads the changes of shared cells, the undone writes, and the first altered row.
fn read_journal(messages: &MessageTable<'_>) -> rusqlite::Result<JournalHistory> {
    let mut past = JournalHistory::default();
    each_chained(messages.database.connection, |row| {
        let JournalEntry { id, undoes, before, after, .. } = row.entry;
        if !row.is_whole {
            past.altered.get_or_insert(id);
        }
        match undoes {
            // An undo after an altered row still counts.
            Some(write) if row.is_intact => {
                past.undone.insert(write);
            }
            None if row.is_whole => {
                let times = before.times.into_iter().zip(after.times);
                for (before, after) in times.filter(|(before, _)| is_shared(messages, before)) {
                    let moves = past.shared.moves.entry(cell_name(&before)).or_default();
                    moves.push(TimeChange { write: id, is_in_effect: true, before: before.value, after: after.value });
                }
            }
            // An altered row is ignored.
            _ => {}
        }
    })?;
    for moves in past.shared.moves.values_mut() {
        for step in &mut *moves {
            step.is_in_effect = !past.undone.contains(&step.write);
        }
        drop_undone_tail(moves);
    }
    Ok(past)
}

/// Identifies a cell by its table, its column and the key of its row.
fn cell_name(cell: &TimeCell) -> String {
    format!("{:?} {:?} {}", cell.table, cell.column, Value::Object(cell.key.clone()))
}

/// Drops the changes after the last one in effect, which are no longer needed.
fn drop_undone_tail(moves: &mut Vec<TimeChange>) {
    while moves.pop_if(|last| !last.is_in_effect).is_some() {}
}

impl SharedTimes {
    /// The value of a shared cell without the write `id`; `None` if a later write in effect has changed it. Writes may
    /// be undone in any order, and the last undo restores the first state.
    fn value_without(&self, id: i64, place: &TimeCell) -> Option<Value> {
        let moves = self.moves.get(&cell_name(place)).map_or(&[][..], Vec::as_slice);
        if moves.last().is_some_and(|last| last.write > id) {
            return None;
        }
        let mut value = place.value.clone();
        for earlier in moves.iter().rev().skip_while(|step| step.write >= id) {
            if earlier.is_in_effect || earlier.after != value {
                break;
            }
            value.clone_from(&earlier.before);
        }
        Some(value)
    }

    fn undo_one(&mut self, id: i64, cells: &[TimeCell]) {
        for cell in cells {
            let Some(moves) = self.moves.get_mut(&cell_name(cell)) else { continue };
            if let Ok(at) = moves.binary_search_by_key(&id, |step| step.write) {
                moves[at].is_in_effect = false;
            }
            drop_undone_tail(moves);
        }
    }
}

fn undo_one(
    context: &WriteContext<'_>,
    mut entry: JournalEntry,
    shared: &mut SharedTimes,
) -> Result<(NewJournalEntry, Vec<String>), PlanFailure> {
    let WriteContext { database, messages, changes, .. } = context;
    let text = check_unchanged(messages, &entry)?;
    let snapshots_left = leave_snapshots(database, &mut entry)?;
    let JournalEntry { id, message, before, after, records, finding, .. } = entry;

    let row = messages.own_row(&message);
    let edits = texts_back(database, &before.copies, &after.copies)?;
    let others = before.times.iter().map(|time| (time.table.as_str(), &time.key));
    let rows: Vec<RowPlace<'_>> =
        std::iter::once((messages.name(), &row)).chain(others).chain(edits.iter().map(CellEdit::row)).collect();
    changes.watch(&rows)?;

    let moved_back = times_back(messages, id, (&before, &after), shared)?;
    let old_text =
        before.text.as_ref().filter(|_| messages.has_text_of_its_own()).map(|text| Value::from(text.as_str()));
    let (sets, exact) = cells_back(messages, &before, old_text.as_ref());
    if !sets.is_empty() {
        let cells: Vec<_> = sets.iter().map(|(column, value)| (*column, CellValue::from_json(value))).collect();
        update_message((messages, changes), &message, &text, &cells)?;
    }
    edits.iter().try_for_each(|edit| edit.write(changes))?;
    moved_back.iter().try_for_each(|(time, value)| set_cell(changes, time, &CellValue::from_json(value)))?;
    records.iter().try_for_each(|record| remove(changes, record))?;

    // The present values are read back at the end, because a later statement may have changed them.
    let mut differences = snapshots_left;
    differences.extend(check_own_cells(messages, &message, &sets, exact)?);
    edits.iter().try_for_each(|edit| edit.check(database))?;
    differences.extend(times_not_back(database, &moved_back)?);
    records.iter().try_for_each(|record| check_removed(database, record))?;
    let is_meant = |table: &str, column: &str| {
        (table == messages.name() && sets.iter().any(|(set, _)| *set == column))
            || moved_back.iter().any(|(time, _)| time.table == table && time.column == column)
            || edits.iter().any(|edit| edit.is_in(table, column))
    };
    let besides = changes.besides(&rows, is_meant)?;
    refuse_journal_triggers(&besides)?;
    let all: BTreeSet<&str> = after.besides.iter().chain(&besides).map(String::as_str).collect();
    if !all.is_empty() {
        let all = all.into_iter().collect::<Vec<_>>().join(", ");
        differences.push(format!("triggers of the database also changed {all}; the values before are unknown"));
    }

    let (kind, undoes, finding) = (EntryKind::Undo, Some(id), JournaledFinding::Before(finding));
    let mut now = before;
    now.besides = besides.into_iter().collect();
    for time in &mut now.times {
        time.value = database.cell((&time.table, &time.key), &time.column)?.unwrap_or_default();
    }
    let (differs, snapshots_left) = (Vec::new(), Vec::new());
    Ok((
        NewJournalEntry { kind, undoes, message, before: after, after: now, records, finding, differs, snapshots_left },
        differences,
    ))
}

/// The shared times to restore, with their values. A time that the application has changed meanwhile is kept.
fn times_back<'a>(
    messages: &MessageTable<'_>,
    id: i64,
    (before, after): (&'a RowChange, &RowChange),
    shared: &SharedTimes,
) -> Result<Vec<(&'a TimeCell, Value)>, PlanFailure> {
    let mut moved_back = Vec::new();
    for (time, left) in before.times.iter().zip(&after.times).filter(|(time, _)| is_shared(messages, time)) {
        let is_ours =
            messages.database.cell((&time.table, &time.key), &time.column)?.is_some_and(|now| now == left.value);
        moved_back.extend(shared.value_without(id, time).filter(|_| is_ours).map(|value| (time, value)));
    }
    Ok(moved_back)
}

/// The cells of the message's own row with their values before the write, and how many of them must be restored
/// exactly: a trigger may update the times, which come last, at every change.
fn cells_back<'a>(
    messages: &'a MessageTable<'_>,
    before: &'a RowChange,
    old_text: Option<&'a Value>,
) -> (Vec<(&'a str, &'a Value)>, usize) {
    let mut sets: Vec<(&str, &Value)> = Vec::new();
    sets.extend(old_text.map(|text| (messages.profile.text.column.column.as_str(), text)));
    let tools_column = messages.database.profile.tools_written.as_ref().map(|written| written.column.column.as_str());
    sets.extend(tools_column.zip(before.tools.as_ref()));
    let plan_column = messages.plan_column().map(|column| column.column.as_str());
    sets.extend(plan_column.zip(before.plan.as_ref()));
    let content = sets.len();
    sets.extend(before.times.iter().filter(|time| !is_shared(messages, time)).map(|time| (&*time.column, &time.value)));
    (sets, content)
}

/// Removes the snapshots that have been replaced or removed since the write from the entry; returns a sentence for
/// each.
fn leave_snapshots(database: &Database<'_>, entry: &mut JournalEntry) -> Result<Vec<String>, PlanFailure> {
    let mut left = Vec::new();
    for (at, (before, after)) in entry.before.copies.iter().zip(&entry.after.copies).enumerate() {
        match after.snapshot.then(|| text_back(database, before, after)) {
            None | Some(Ok(_)) => {}
            Some(Err(PlanFailure::LeftOut(_))) => left.push(at),
            Some(Err(failed)) => return Err(failed),
        }
    }
    let mut sentences = Vec::new();
    for at in left.into_iter().rev() {
        entry.before.copies.remove(at);
        let TextCell { table, column, key, .. } = entry.after.copies.remove(at);
        let row = Value::Object(key);
        sentences.push(format!("{table}.{column} of row {row} changed since, and was left unchanged"));
    }
    Ok(sentences)
}

fn remove(changes: &Changes<'_>, record: &WrittenRecord) -> Result<(), PlanFailure> {
    let (WrittenRecord { table, key_column, key, .. }, database) = (record, &*changes.database);
    let is_row = database.is_row(table, std::iter::once(key_column.as_str()))?;
    let sql = database.sql.of(["delete", table.as_str(), key_column.as_str()].into_iter(), || {
        format!("DELETE FROM {} WHERE {is_row}", quote(table))
    });
    if database.schema.has_triggers()? {
        let row = Map::from_iter([(key_column.clone(), Value::from(key))]);
        database.number_of((table, &row))?.into_iter().for_each(|number| changes.add_own(table, number));
    }
    match changes.run(table, &sql, [key])? {
        1 => Ok(()),
        0 => Err(not_taken(table, "removal")),
        _ => Err(ExclusionReason::KeyNotUnique.into()),
    }
}
