//! Taking write-backs back: text, tools and times as they were, records removed, unless somebody changed them since.

use std::collections::HashMap;

use rusqlite::types::{Value as Cell, ValueRef};
use serde_json::Value;

use super::journal::{Appender, Told};
use super::place::{NoPlan, Place, read_cell, read_message_cell, set_cell, update_message};
use super::standing::changed;
use super::{Done, LeftOut, Reason, Report, Run, cell};
use crate::source::{Entry, EntryKind, TimeCell, WrittenRecord, each_entry, entry, quote};

/// What each write did to the cells that messages share, such as the time of their conversation.
#[derive(Default)]
struct SharedTimes {
    /// Oldest first: journal row, whether the write stands, cell before, cell after.
    moves: Vec<(i64, bool, TimeCell, Value)>,
}

/// Takes write-backs back, the latest first.
pub(super) fn undo(place: &Place<'_>, writes: &[i64], run: &Run) -> rusqlite::Result<Report> {
    let (mut shared, undone_by) = read_journal(place)?;
    let mut order: Vec<i64> = writes.to_vec();
    order.sort_unstable();
    order.dedup();
    let mut report = Report::default();
    let mut appender = Appender::new(place.connection, run)?;
    for id in order.into_iter().rev() {
        let found = entry(place.connection, id)?.filter(|entry| entry.kind == EntryKind::Write);
        let leave = |message, reason| LeftOut { message, write: Some(id), reason };
        let Some(entry) = found else {
            report.left_out.push(leave(None, Reason::NoSuchWrite));
            continue;
        };
        let message = entry.message.clone();
        if undone_by.contains_key(&id) {
            report.left_out.push(leave(Some(message), Reason::AlreadyUndone));
            continue;
        }
        place.connection.execute_batch("SAVEPOINT write")?;
        match undo_one(place, &mut appender, entry, &mut shared) {
            Ok(done) => {
                place.connection.execute_batch("RELEASE write")?;
                report.done.push(done);
            }
            // A full disk, or a trigger, may have rolled back everything: then nothing can go on.
            Err(NoPlan::Failed(error)) if place.connection.is_autocommit() => return Err(error),
            Err(failure) => {
                place.connection.execute_batch("ROLLBACK TO write; RELEASE write")?;
                let reason = match failure {
                    NoPlan::LeftOut(reason) => reason,
                    NoPlan::Failed(error)
                        if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) =>
                    {
                        Reason::Refused { what: error.to_string() }
                    }
                    NoPlan::Failed(error) => return Err(error),
                };
                report.left_out.push(leave(Some(message), reason));
            }
        }
    }
    appender.head().clone_into(&mut report.journal_head);
    Ok(report)
}

/// The moves of shared cells, and which write was taken back by which row.
fn read_journal(place: &Place<'_>) -> rusqlite::Result<(SharedTimes, HashMap<i64, i64>)> {
    let mut shared = SharedTimes::default();
    let mut undone_by = HashMap::new();
    each_entry(place.connection, |entry| match entry.kind {
        EntryKind::Write => {
            for (before, after) in entry.before.times.into_iter().zip(entry.after.times) {
                if is_shared(place, &before) {
                    shared.moves.push((entry.id, true, before, after.value));
                }
            }
        }
        EntryKind::Undo => undone_by.extend(entry.undoes.map(|undone| (undone, entry.id))),
    })?;
    for (id, stands, ..) in &mut shared.moves {
        *stands = !undone_by.contains_key(id);
    }
    Ok((shared, undone_by))
}

/// Whether a cell belongs to other messages too.
fn is_shared(place: &Place<'_>, time: &TimeCell) -> bool {
    let messages = &place.profile.messages;
    time.table != messages.table || messages.unfolding().is_some()
}

impl SharedTimes {
    fn is_same(a: &TimeCell, b: &TimeCell) -> bool {
        a.table == b.table && a.column == b.column && a.key == b.key
    }

    /// What a shared cell goes back to when the write `id` is taken back; `None` where a later write that stands
    /// has moved it on. Writes may be taken back in any order, and the last one brings the first state back.
    fn value_without(&self, id: i64, place: &TimeCell) -> Option<Value> {
        let of_cell = || self.moves.iter().filter(|(_, _, before, _)| Self::is_same(before, place));
        if of_cell().any(|(other, stands, ..)| *other > id && *stands) {
            return None;
        }
        let mut value = place.value.clone();
        for (_, stands, before, after) in
            of_cell().filter(|(other, ..)| *other < id).collect::<Vec<_>>().into_iter().rev()
        {
            if *stands || *after != value {
                break;
            }
            value = before.value.clone();
        }
        Some(value)
    }

    fn take_back(&mut self, undone: i64) {
        for (id, stands, ..) in &mut self.moves {
            *stands &= *id != undone;
        }
    }
}

fn undo_one(
    place: &Place<'_>,
    appender: &mut Appender<'_>,
    entry: Entry,
    shared: &mut SharedTimes,
) -> Result<Done, NoPlan> {
    check_unchanged(place, &entry)?;
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
        update_message(place, &message, &place.stored_text(&message)?.text, &sets)?;
    }
    for edit in place.texts_back(&before.copies, &after.copies)? {
        place.write_texts(&edit)?;
    }
    for (time, left) in before.times.iter().zip(&after.times).filter(|(time, _)| is_shared(place, time)) {
        let now = read_cell(place.connection, &time.table, &time.column, &time.key)?;
        // Where the application moved it on meanwhile, it stays.
        let is_ours = now.is_some_and(|now| cell::to_json(ValueRef::from(&now)) == left.value);
        if let (true, Some(value)) = (is_ours, shared.value_without(id, time)) {
            set_cell(place.connection, time, cell::from_json(&value))?;
        }
    }
    for record in &records {
        let sql = format!("DELETE FROM {} WHERE {} = ?1", quote(&record.table), quote(&record.key_column));
        if place.connection.prepare_cached(&sql)?.execute([&record.key])? != 1 {
            return Err(changed(&format!("{} {} cannot be removed", record.table, record.key)).into());
        }
    }
    shared.take_back(id);
    let done_records = records.iter().map(|record| (record.table.clone(), record.key.clone())).collect();
    let (text_changed, plan_changed) = (before.text.is_some(), before.plan.is_some());
    let journal = appender.append(Told {
        kind: EntryKind::Undo,
        undoes: Some(id),
        message: message.clone(),
        before: after,
        after: before,
        records,
        finding,
    })?;
    Ok(Done { message, journal, records: done_records, text_changed, plan_changed })
}

/// Everything that the write left must stand there as it left it, and nothing else must hang on it.
fn check_unchanged(place: &Place<'_>, entry: &Entry) -> Result<(), NoPlan> {
    place.check_message(entry)?;
    for time in entry.after.times.iter().filter(|time| !is_shared(place, time)) {
        if read_message_cell(place, &entry.message, &time.column)? != time.value {
            return Err(changed(&format!("its {}", time.column)).into());
        }
    }
    place.check_records(entry)?;
    for record in &entry.records {
        if let Some(table) = referrer(place, record)? {
            return Err(changed(&format!("a row of {table} refers to {} {}", record.table, record.key)).into());
        }
    }
    Ok(())
}

/// The table with a row that refers to a record: removed with it (`ON DELETE CASCADE`), or left hanging, it would be lost.
fn referrer(place: &Place<'_>, record: &WrittenRecord) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT t.name, k.\"from\", k.\"to\"
               FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS k
               WHERE t.type = 'table' AND lower(k.\"table\") = lower(?1)";
    let mut statement = place.connection.prepare_cached(sql)?;
    let mut references = statement.query([&record.table])?;
    while let Some(reference) = references.next()? {
        let (table, from, to): (String, String, Option<String>) =
            (reference.get(0)?, reference.get(1)?, reference.get(2)?);
        let target = match to.and_then(|to| record.values.get(&to)) {
            Some(value) => cell::from_json(value),
            None => cell::from_json(&Value::from(&record.key)),
        };
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {} WHERE {} = ?1)", quote(&table), quote(&from));
        if place.connection.prepare_cached(&sql)?.query_row([target], |row| row.get(0))? {
            return Ok(Some(table));
        }
    }
    Ok(None)
}
