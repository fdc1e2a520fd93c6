//! Writing to an SQLite database.

use rusqlite::types::{Value as Cell, ValueRef};
use rusqlite::{Transaction, TransactionBehavior, params_from_iter};
use serde_json::{Map, Value};

use super::journal::{Appender, Kept, Told};
use super::place::{NoPlan, Place, check_text, is_refusal, read_cell, read_message_cells, set_cell, update_message};
use super::plan::{Insert, Plan};
use super::{
    Approved, Batch, LeftOut, PlannedRow, PlannedWrite, Reason, Report, Run, Target, Watch, Writing, WritingStage,
    cell, recorded,
};
use crate::proposal::Finding;
use crate::source::profile::NewKey;
use crate::source::{
    EntryKind, FileNumber, Journal, Key, MessageJournal, RowChange, SourceError, SqliteSource, TimeCell, WrittenRecord,
    quote, sqlite_error,
};

/// An SQLite database, opened for a write-back.
pub struct SqliteTarget {
    /// What is written to, and read from in the same transaction.
    pub(super) source: SqliteSource,
    /// The file as it stood at the path before it was opened.
    file: Option<FileNumber>,
}

impl SqliteTarget {
    /// Opens the database of a source for a write-back.
    pub fn open(source: &SqliteSource) -> Result<Self, SourceError> {
        let file = FileNumber::at(source.path()).ok();
        Ok(Self { source: source.opening().open_to_write()?, file })
    }

    /// Calls `visit` with each finding of a batch and what would be written for it, until it answers `false`. Answers with
    /// those that would be left out. Needs no right to write.
    pub fn preview<B: Batch>(
        source: &SqliteSource,
        batch: &B,
        run: &Run,
        visit: &mut dyn FnMut(Approved, PlannedWrite) -> bool,
    ) -> Result<Vec<LeftOut>, B::Error> {
        let place = Place::new(source, batch.findings());
        each_plan(&place, batch, run, &mut |approved, plan| {
            let write = planned(&place, plan).map_err(|error| place.failed(&error))?;
            Ok(visit(approved, write))
        })
    }

    /// Why nothing of a batch would be written; `None` as soon as something would.
    pub fn refusal<B: Batch>(source: &SqliteSource, batch: &B, run: &Run) -> Result<Option<Vec<LeftOut>>, B::Error> {
        let mut is_written = false;
        let left_out = each_plan(&Place::new(source, batch.findings()), batch, run, &mut |_, _| {
            is_written = true;
            Ok(false)
        })?;
        Ok((!is_written).then_some(left_out))
    }

    /// Refuses to write where the structure of the file is damaged: a new row might take the page of an old one.
    fn refuse_damaged(&self) -> Result<(), SourceError> {
        let path = self.source.path();
        let found: String = self
            .source
            .connection()
            .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
            .map_err(|error| sqlite_error(path, &error))?;
        if found == "ok" {
            return Ok(());
        }
        // The line before says which database it is.
        let detail = found.lines().last().unwrap_or_default().to_owned();
        Err(SourceError::Damaged { path: path.to_owned(), detail })
    }

    /// Runs `work` on so many findings in one transaction that locks out other writers from its start; dropped, it is
    /// rolled back.
    fn transaction<T, E: From<SourceError>>(
        &mut self,
        findings: usize,
        work: impl FnOnce(&Place<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let path = self.source.path();
        let failed = |error| sqlite_error(path, &error);
        let begin = || Transaction::new_unchecked(self.source.connection(), TransactionBehavior::Immediate);
        let transaction = begin().map_err(failed)?;
        self.refuse_damaged()?;
        let done = work(&Place::new(&self.source, findings))?;
        if FileNumber::at(path).ok() != self.file {
            // Nobody would find what is written to a file that is gone.
            return Err(SourceError::Replaced(path.to_owned()).into());
        }
        transaction.commit().map_err(failed)?;
        Ok(done)
    }
}

impl Target for SqliteTarget {
    fn write<B: Batch>(&mut self, batch: &B, run: &Run, watch: Watch<'_>) -> Result<Report, B::Error> {
        self.source.is_writable()?;
        let all = batch.findings();
        self.transaction(all, |place| {
            let failed = |error: rusqlite::Error| B::Error::from(place.failed(&error));
            let journal = Journal::read(place.connection).map_err(failed)?;
            let (mut report, head) = Appender::with(place, run, |appender| {
                let mut report = Report::default();
                let mut numbers = 0..;
                batch.each(place.source, &mut |approved| {
                    let done = numbers.next().unwrap_or_default();
                    if !watch(Writing { stage: WritingStage::Findings, done, all }) {
                        return Err(SourceError::GivenUp.into());
                    }
                    let message = approved.message.clone();
                    match write_one(place, &journal, approved, run) {
                        Ok(told) => report.done.push(appender.append(told).map_err(failed)?),
                        Err(NoPlan::LeftOut(reason)) => report.left_out.push(leave(message, reason)),
                        Err(NoPlan::Failed(error)) => return Err(failed(error)),
                    }
                    Ok(true)
                })?;
                Ok::<_, B::Error>(report)
            })?;
            report.journal_head = head;
            let written = report.done.iter().flat_map(|done| &done.records).map(|(table, _)| table.as_str()).collect();
            report.afterwards = place.profile.afterwards(&written);
            Ok(report)
        })
    }

    fn undo(&mut self, writes: &[i64], run: &Run, watch: Watch<'_>) -> Result<Report, SourceError> {
        self.transaction(writes.len(), |place| super::undo::undo(place, writes, run, watch))
    }
}

fn leave(message: Key, reason: Reason) -> LeftOut {
    LeftOut { message: Some(message), write: None, reason }
}

fn plan(place: &Place<'_>, journal: &Journal, approved: &Approved, run: &Run) -> Result<Plan, NoPlan> {
    let written = journal.of(&approved.message).and_then(MessageJournal::written);
    if written.is_some_and(|written| written > approved.journal_head) {
        return Err(Reason::AlreadyWritten.into());
    }
    place.plan(approved, run)
}

/// Calls `visit` with each finding of a batch for which there is a plan, until it answers `false`. Answers with the others.
fn each_plan<B: Batch>(
    place: &Place<'_>,
    batch: &B,
    run: &Run,
    visit: &mut dyn FnMut(Approved, Plan) -> Result<bool, B::Error>,
) -> Result<Vec<LeftOut>, B::Error> {
    place.source.allows_writing()?;
    let _snapshot = place.source.snapshot()?;
    let failed = |error: rusqlite::Error| B::Error::from(place.failed(&error));
    let journal = Journal::read(place.connection).map_err(failed)?;
    let mut left_out = Vec::new();
    batch.each(place.source, &mut |approved| match plan(place, &journal, &approved, run) {
        Ok(plan) => visit(approved, plan),
        Err(NoPlan::LeftOut(reason)) => {
            left_out.push(leave(approved.message, reason));
            Ok(true)
        }
        Err(NoPlan::Failed(error)) => Err(failed(error)),
    })?;
    Ok(left_out)
}

fn planned(place: &Place<'_>, plan: Plan) -> rusqlite::Result<PlannedWrite> {
    let Plan { key, text_cell, old_text, new_text, texts, tools, recorded: new_plan, touches, inserts } = plan;
    let json = |cell: &Cell| cell::to_json(ValueRef::from(cell));
    let (tools_before, tools_after) = tools.as_ref().map(|(before, after)| (json(before), json(after))).unzip();
    let (plan_before, plan_after) = new_plan.as_ref().map(|(before, after)| (json(before), json(after))).unzip();
    let (copies_before, copies_after) = texts.into_iter().flat_map(|edit| edit.texts).unzip();
    let mut rows = Vec::new();
    for insert in inserts {
        let key = place.key_source(&insert)?;
        let values = insert.values.iter().map(|(column, cell)| (column.clone(), json(cell))).collect();
        rows.push(PlannedRow { table: insert.table, values, same: insert.same, key });
    }
    Ok(PlannedWrite {
        row: place.touched_row(place.table(), &key)?.unwrap_or_default(),
        message: key,
        text_cell,
        text_before: old_text,
        text_after: new_text,
        tools_before,
        tools_after,
        plan_before,
        plan_after,
        copies_before,
        copies_after,
        times: touches.into_iter().map(|touch| TimeCell { value: json(&touch.after), ..touch.before }).collect(),
        rows,
    })
}

/// Writes one finding in a savepoint of its own: what the database refuses leaves nothing behind.
fn write_one(place: &Place<'_>, journal: &Journal, approved: Approved, run: &Run) -> Result<Told, NoPlan> {
    let plan = plan(place, journal, &approved, run)?;
    place.run("SAVEPOINT finding")?;
    match carry_out(place, approved.finding, plan) {
        Ok(told) => {
            place.run("RELEASE finding")?;
            Ok(told)
        }
        Err(failure) => {
            // A full disk, or a trigger, may have rolled back everything: then nothing can go on.
            if place.connection.is_autocommit() {
                return Err(failure);
            }
            place.connection.execute_batch("ROLLBACK TO finding; RELEASE finding")?;
            place.schema.forget_greatest_keys();
            Err(match failure {
                NoPlan::Failed(error) if is_refusal(&error) => Reason::Refused { what: error.to_string() }.into(),
                other => other,
            })
        }
    }
}

fn carry_out(place: &Place<'_>, finding: Finding, plan: Plan) -> Result<Told, NoPlan> {
    let Plan { key, text_cell: _, old_text, new_text, texts, tools, recorded: new_plan, touches, inserts } = plan;
    let messages = &place.profile.messages;
    let own = |table: &str| table == messages.table;

    let mut sets: Vec<(&str, Cell)> = Vec::new();
    if place.has_text_of_its_own() {
        // The guard below compares the text even where it stays as it is.
        let text_after = new_text.as_deref().unwrap_or(&old_text);
        sets.push((&messages.text.column.column, Cell::Text(text_after.to_owned())));
    }
    let tools_column = place.profile.tools_written.as_ref().map(|written| &written.column.column);
    if let (Some((_, after)), Some(column)) = (&tools, tools_column) {
        sets.push((column, after.clone()));
    }
    let plan_column = place.plan_column().map(|column| column.column.as_str());
    if let (Some((_, after)), Some(column)) = (&new_plan, plan_column) {
        sets.push((column, after.clone()));
    }
    for touch in touches.iter().filter(|touch| own(&touch.before.table)) {
        sets.push((&touch.before.column, touch.after.clone()));
    }
    if !sets.is_empty() {
        update_message(place, &key, &old_text, &sets)?;
    }
    for edit in &texts {
        place.write_texts(edit)?;
    }
    for touch in touches.iter().filter(|touch| !own(&touch.before.table) && !touch.is_there()) {
        set_cell(place, &touch.before, &touch.after)?;
    }
    let mut records = Vec::new();
    for insert in &inserts {
        records.push(insert_row(place, insert)?);
    }

    // What stands there now, not what we meant to write: a column's affinity or a trigger may change it.
    let (copies_before, copies_after) = texts.into_iter().flat_map(|edit| edit.texts).unzip();
    let mut after = RowChange { text: new_text.clone(), copies: copies_after, ..RowChange::default() };
    let text_column = place.has_text_of_its_own().then_some(messages.text.column.column.as_str());
    let tools_column = tools_column.map(String::as_str).filter(|_| tools.is_some());
    let plan = new_plan.as_ref().zip(plan_column);
    let own_times = touches.iter().filter(|touch| own(&touch.before.table)).map(|touch| touch.before.column.as_str());
    let columns: Vec<&str> = (text_column.into_iter().chain(tools_column))
        .chain(plan.as_ref().map(|(_, column)| *column))
        .chain(own_times)
        .collect();
    let mut found = read_message_cells(place, &key, &columns)?.into_iter();
    if text_column.is_some() {
        check_text(place, new_text.as_deref().unwrap_or(&old_text), found.next().as_ref())?;
    }
    if tools_column.is_some() {
        after.tools = found.next();
    }
    if let Some(((_, meant), column)) = plan {
        let found = found.next().unwrap_or_default();
        recorded::check_written(column, meant, &found)?;
        after.plan = Some(found);
    }
    for touch in &touches {
        let TimeCell { table, column, key, .. } = &touch.before;
        let value = if own(table) {
            found.next().unwrap_or_default()
        } else if touch.is_there() {
            touch.before.value.clone()
        } else {
            let cell = read_cell(place, table, column, key)?.unwrap_or(Cell::Null);
            cell::to_json(ValueRef::from(&cell))
        };
        after.times.push(TimeCell { value, ..touch.before.clone() });
    }
    let before = RowChange {
        text: new_text.as_ref().map(|_| old_text.clone()),
        copies: copies_before,
        tools: tools.as_ref().map(|(before, _)| cell::to_json(ValueRef::from(before))),
        plan: new_plan.as_ref().map(|(before, _)| cell::to_json(ValueRef::from(before))),
        times: touches.into_iter().map(|touch| touch.before).collect(),
    };
    let finding = Kept::Approved(Box::new(finding));
    Ok(Told { kind: EntryKind::Write, undoes: None, message: key, before, after, records, finding })
}

/// Inserts a row and reads back what stands there.
fn insert_row(place: &Place<'_>, insert: &Insert) -> Result<WrittenRecord, NoPlan> {
    let Insert { table, key, values, same: _ } = insert;
    let key = match key {
        NewKey::Auto => place.next_key(table)?.map(|key| ("id".to_owned(), Cell::Integer(key))),
        NewKey::Uuid4 => Some(("id".to_owned(), Cell::Text(place.new_uuid()?))),
    };
    let values: Vec<_> = key.iter().chain(values).collect();
    let columns = values.iter().map(|(column, _)| column.as_str());
    let sql = place.sql.of(["insert", table.as_str()].into_iter().chain(columns.clone()), || {
        let marks: Vec<_> = (1..=values.len()).map(|place| format!("?{place}")).collect();
        let columns: Vec<_> = columns.map(quote).collect();
        // `OR ABORT`: a constraint of the table might say that rows in the way are replaced.
        format!("INSERT OR ABORT INTO {} ({}) VALUES ({})", quote(table), columns.join(", "), marks.join(", "))
    });
    let inserted =
        place.connection.prepare_cached(&sql)?.execute(params_from_iter(values.iter().map(|(_, cell)| cell)))?;
    if inserted != 1 {
        // A trigger swallowed it: the last row number is that of some other row, which an undo would remove.
        return Err(Reason::Refused { what: format!("{table} takes no new row") }.into());
    }
    let key_column = place.key_column(table);
    let row = place.connection.last_insert_rowid();
    // All columns, those that the database filled in too: an undo must see any later change of the row.
    let all: Vec<&str> = place.columns.table(table).collect();
    let sql = place.sql.of(["read row", table.as_str()].into_iter(), || {
        let quoted: Vec<_> = all.iter().map(|column| quote(column)).collect();
        format!("SELECT {key_column}, {} FROM {} WHERE rowid = ?1", quoted.join(", "), quote(table))
    });
    place.copy_row(table, row)?;
    let record = place.connection.prepare_cached(&sql)?.query_row([row], |found| {
        let mut written = Map::new();
        for (index, column) in all.iter().enumerate() {
            written.insert((*column).to_owned(), cell::to_json(found.get_ref(index + 1)?));
        }
        Ok(WrittenRecord {
            table: table.clone(),
            key_column: key_column.trim_matches('"').to_owned(),
            key: Key::from_cell(found.get_ref(0)?).unwrap_or(Key::Integer(row)),
            values: written,
        })
    })?;
    // A column declared as STRING makes 77 of 0077.
    let is_other = |(column, cell): &&&(String, Cell)| {
        matches!(cell, Cell::Text(_)) && !record.values.get(column).is_some_and(Value::is_string)
    };
    if let Some((column, _)) = values.iter().find(is_other) {
        return Err(Reason::Refused { what: format!("{table}.{column} holds no text") }.into());
    }
    Ok(record)
}
