//! Taking write-backs back: text, tools and times as they were, records removed, unless somebody changed them since.

use std::collections::{HashMap, HashSet};

use rusqlite::types::{Value as Cell, ValueRef};
use serde_json::Value;

use super::journal::{Appender, Kept, Told};
use super::place::{NoPlan, Place, check_text, is_refusal, read_cell, read_message_cell, set_cell, update_message};
use super::standing::changed;
use super::{LeftOut, Reason, Report, Run, Watch, Writing, WritingStage, cell};
use crate::source::{Entry, EntryKind, SourceError, TimeCell, WrittenRecord, each_move, entry, quote};

/// What each write did to the cells that messages share, such as the time of their conversation.
#[derive(Default)]
struct SharedTimes {
    /// Of each cell, oldest first; the last one stands.
    moves: HashMap<String, Vec<Move>>,
}

/// What a write did to a cell.
struct Move {
    write: i64,
    stands: bool,
    before: Value,
    after: Value,
}

/// Takes write-backs back, the latest first.
pub(super) fn undo(place: &Place<'_>, writes: &[i64], run: &Run, watch: Watch<'_>) -> Result<Report, SourceError> {
    let failed = |error: rusqlite::Error| place.failed(&error);
    let (mut shared, undone) = read_journal(place).map_err(failed)?;
    let mut order: Vec<i64> = writes.to_vec();
    order.sort_unstable();
    order.dedup();
    let all = order.len();
    let (report, head) = Appender::with(place, run, |appender| {
        let mut report = Report::default();
        for (done, id) in order.into_iter().rev().enumerate() {
            if !watch(Writing { stage: WritingStage::Undo, done, all }) {
                return Err(SourceError::GivenUp);
            }
            match take_back(place, id, &undone, &mut shared).map_err(failed)? {
                Ok(told) => report.done.push(appender.append(told).map_err(failed)?),
                Err(left_out) => report.left_out.push(left_out),
            }
        }
        Ok(report)
    })?;
    Ok(Report { journal_head: head, ..report })
}

/// Takes one write back in a savepoint of its own, or leaves it out.
fn take_back(
    place: &Place<'_>,
    id: i64,
    undone: &HashSet<i64>,
    shared: &mut SharedTimes,
) -> rusqlite::Result<Result<Told, LeftOut>> {
    let leave = |message, reason| Ok(Err(LeftOut { message, write: Some(id), reason }));
    let Some(entry) = entry(place.connection, id)?.filter(|entry| entry.kind == EntryKind::Write) else {
        return leave(None, Reason::NoSuchWrite);
    };
    let message = Some(entry.message.clone());
    if undone.contains(&id) {
        return leave(message, Reason::AlreadyUndone);
    }
    place.run("SAVEPOINT write")?;
    let failure = match undo_one(place, entry, shared) {
        Ok(told) => {
            place.run("RELEASE write")?;
            return Ok(Ok(told));
        }
        // A full disk, or a trigger, may have rolled back everything: then nothing can go on.
        Err(NoPlan::Failed(error)) if place.connection.is_autocommit() => return Err(error),
        Err(failure) => failure,
    };
    place.connection.execute_batch("ROLLBACK TO write; RELEASE write")?;
    match failure {
        NoPlan::LeftOut(reason) => leave(message, reason),
        NoPlan::Failed(error) if is_refusal(&error) => leave(message, Reason::Refused { what: error.to_string() }),
        NoPlan::Failed(error) => Err(error),
    }
}

/// The moves of shared cells, and the writes that were taken back.
fn read_journal(place: &Place<'_>) -> rusqlite::Result<(SharedTimes, HashSet<i64>)> {
    let mut shared = SharedTimes::default();
    let mut undone = HashSet::new();
    each_move(place.connection, |id, undoes, times| match undoes {
        Some(write) => {
            undone.insert(write);
        }
        None => {
            for (before, after) in times.into_iter().filter(|(before, _)| is_shared(place, before)) {
                let moves = shared.moves.entry(cell_name(&before)).or_default();
                moves.push(Move { write: id, stands: true, before: before.value, after: after.value });
            }
        }
    })?;
    for moves in shared.moves.values_mut() {
        for step in &mut *moves {
            step.stands = !undone.contains(&step.write);
        }
        forget_the_undone(moves);
    }
    Ok((shared, undone))
}

/// A cell by its name.
fn cell_name(cell: &TimeCell) -> String {
    format!("{:?} {:?} {}", cell.table, cell.column, Value::Object(cell.key.clone()))
}

/// What came after the last move that stands is of no use any more.
fn forget_the_undone(moves: &mut Vec<Move>) {
    while moves.pop_if(|last| !last.stands).is_some() {}
}

/// Whether a cell belongs to other messages too.
fn is_shared(place: &Place<'_>, time: &TimeCell) -> bool {
    let messages = &place.profile.messages;
    time.table != messages.table || messages.unfolding().is_some()
}

impl SharedTimes {
    /// What a shared cell goes back to when the write `id` is taken back; `None` where a later write that stands
    /// has moved it on. Writes may be taken back in any order, and the last one brings the first state back.
    fn value_without(&self, id: i64, place: &TimeCell) -> Option<Value> {
        let moves = self.moves.get(&cell_name(place)).map_or(&[][..], Vec::as_slice);
        if moves.last().is_some_and(|last| last.write > id) {
            return None;
        }
        let mut value = place.value.clone();
        for earlier in moves.iter().rev().skip_while(|step| step.write >= id) {
            if earlier.stands || earlier.after != value {
                break;
            }
            value.clone_from(&earlier.before);
        }
        Some(value)
    }

    fn take_back(&mut self, id: i64, cells: &[TimeCell]) {
        for cell in cells {
            let Some(moves) = self.moves.get_mut(&cell_name(cell)) else { continue };
            if let Ok(at) = moves.binary_search_by_key(&id, |step| step.write) {
                moves[at].stands = false;
            }
            forget_the_undone(moves);
        }
    }
}

fn undo_one(place: &Place<'_>, entry: Entry, shared: &mut SharedTimes) -> Result<Told, NoPlan> {
    let text = check_unchanged(place, &entry)?;
    let messages = &place.profile.messages;
    let Entry { id, message, before, after, records, finding, .. } = entry;

    let mut sets: Vec<(&str, Cell)> = Vec::new();
    let has_own_text = place.has_text_of_its_own();
    if let Some(text) = before.text.as_ref().filter(|_| has_own_text) {
        sets.push((&messages.text.column.column, Cell::Text(text.clone())));
    }
    let tools_column = place.profile.tools_written.as_ref().map(|written| &written.column.column);
    if let (Some(tools), Some(column)) = (&before.tools, tools_column) {
        sets.push((column, cell::from_json(tools)));
    }
    let plan_column = place.plan_column().map(|column| column.column.as_str());
    if let (Some(plan), Some(column)) = (&before.plan, plan_column) {
        sets.push((column, cell::from_json(plan)));
    }
    for time in before.times.iter().filter(|time| !is_shared(place, time)) {
        sets.push((&time.column, cell::from_json(&time.value)));
    }
    if !sets.is_empty() {
        update_message(place, &message, &text, &sets)?;
        if let Some(text) = before.text.as_ref().filter(|_| has_own_text) {
            let found = read_message_cell(place, &message, &messages.text.column.column)?;
            check_text(place, text, Some(&found))?;
        }
    }
    for edit in place.texts_back(&before.copies, &after.copies)? {
        place.write_texts(&edit)?;
    }
    for (time, left) in before.times.iter().zip(&after.times).filter(|(time, _)| is_shared(place, time)) {
        let now = read_cell(place, &time.table, &time.column, &time.key)?;
        // Where the application moved it on meanwhile, it stays.
        let is_ours = now.is_some_and(|now| cell::to_json(ValueRef::from(&now)) == left.value);
        if let (true, Some(value)) = (is_ours, shared.value_without(id, time)) {
            set_cell(place, time, &cell::from_json(&value))?;
        }
    }
    for record in &records {
        let (table, column) = (&record.table, &record.key_column);
        let is_row = place.is_row(table, std::iter::once(column.as_str()))?;
        let sql = place.sql.of(["delete", table.as_str(), column.as_str()].into_iter(), || {
            format!("DELETE FROM {} WHERE {is_row}", quote(table))
        });
        if place.connection.prepare_cached(&sql)?.execute([&record.key])? != 1 {
            return Err(changed(&format!("{} {} cannot be removed", record.table, record.key)).into());
        }
    }
    shared.take_back(id, &before.times);
    let (kind, undoes, finding) = (EntryKind::Undo, Some(id), Kept::Before(finding));
    Ok(Told { kind, undoes, message, before: after, after: before, records, finding })
}

/// Everything that the write left must stand there as it left it, and nothing else must hang on it. Answers with the text of
/// the message.
fn check_unchanged(place: &Place<'_>, entry: &Entry) -> Result<String, NoPlan> {
    let row = place.check_message(entry)?;
    for time in entry.after.times.iter().filter(|time| !is_shared(place, time)) {
        let now = match row.other(&time.column) {
            Some(now) => cell::to_json(ValueRef::from(now)),
            // The profile in force moves other times than that of the write.
            None => read_message_cell(place, &entry.message, &time.column)?,
        };
        if now != time.value {
            return Err(changed(&format!("its {}", time.column)).into());
        }
    }
    place.check_records(entry)?;
    for record in &entry.records {
        if let Some(table) = referrer(place, record)? {
            return Err(changed(&format!("a row of {table} refers to {} {}", record.table, record.key)).into());
        }
    }
    Ok(row.text.text)
}

/// The table with a row that refers to a record: removed with it (`ON DELETE CASCADE`), or left hanging, it would be lost.
fn referrer(place: &Place<'_>, record: &WrittenRecord) -> rusqlite::Result<Option<String>> {
    for reference in place.schema.references(place.connection, &record.table)?.iter() {
        let target = match reference.to.as_ref().and_then(|to| record.values.get(to)) {
            Some(value) => cell::from_json(value),
            None => cell::from_json(&Value::from(&record.key)),
        };
        let (table, column) = (&reference.table, &reference.column);
        let sql = place.sql.of(["refers", table.as_str(), column.as_str()].into_iter(), || {
            format!("SELECT EXISTS (SELECT 1 FROM {} WHERE {} = ?1)", quote(table), quote(column))
        });
        if place.connection.prepare_cached(&sql)?.query_row([target], |row| row.get(0))? {
            return Ok(Some(table.clone()));
        }
    }
    Ok(None)
}
