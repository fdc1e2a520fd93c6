//! Writes to an SQLite database.

use std::collections::BTreeSet;

use rusqlite::types::{Value as Cell, ValueRef};
use rusqlite::{Transaction, TransactionBehavior};
use serde_json::Value;

use super::busy::patiently;
use super::cell::CellValue;
use super::changes::{RowsChanged, refuse_journal_triggers};
use super::context::WriteContext;
use super::database::RowPlace;
use super::failure::PlanFailure;
use super::insert::{failed_at, insert_row};
use super::journal::{Appender, JournaledFinding, NewJournalEntry};
use super::messages::MessageTable;
use super::plan::{FindingWrite, TimeUpdate};
use super::references::{References, is_broken_reference};
use super::repeated::records_first;
use super::structure::damage;
use super::texts::CellEdit;
use super::update::{holds, set_cell, update_message};
use super::{
    Approved, Batch, ExclusionReason, LeftOut, RunDetails, Target, WatchProgress, WriteReport, Writing, WritingStage,
    cell, recorded,
};
use crate::proposal::Finding;
use crate::source::{
    Decided, EntryKind, FileNumber, Journal, Key, MessageJournal, RowChange, SourceError, SqliteSource, TimeCell,
    sqlite_error,
};

/// An SQLite database opened for a write-back.
pub struct SqliteTarget {
    /// The database to write to, and to read in the same transaction.
    pub(super) source: SqliteSource,
    /// The identity of the file at the path before it was opened.
    file: Option<FileNumber>,
    /// The rows changed by any statement.
    rows_changed: RowsChanged,
    /// Whether a commit was attempted: before that, nothing is written.
    commits: bool,
}

impl SqliteTarget {
    /// Opens the database of a source for a write-back.
    pub fn open(source: &SqliteSource) -> Result<Self, SourceError> {
        let file = FileNumber::at(source.path()).ok();
        let rows_changed = RowsChanged::default();
        let counted = rows_changed.clone();
        let source = source.opening().open_to_write(move |database, table, row| counted.add(database, table, row))?;
        Ok(Self { source, file, rows_changed, commits: false })
    }

    /// Whether anything may have been written: an earlier failure leaves no trace.
    #[must_use]
    pub fn may_have_written(&self) -> bool {
        self.commits
    }

    /// Refuses to write to a file with a damaged structure, in which a new row might overwrite an old one.
    fn refuse_damaged(&self) -> Result<(), SourceError> {
        let path = self.source.path();
        match damage(self.source.connection()).map_err(|error| sqlite_error(path, &error))? {
            None => Ok(()),
            Some(detail) => Err(SourceError::Damaged { path: path.to_owned(), detail }),
        }
    }

    /// Runs `work` on this many findings in one transaction that excludes other writers from its start. If the commit
    /// fails because of a broken reference, it runs again and checks the references after each finding.
    fn transaction<T, E: From<SourceError>>(
        &mut self,
        findings: usize,
        watch: WatchProgress<'_>,
        mut work: impl FnMut(&WriteContext<'_>, WatchProgress<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        match self.attempt(findings, false, watch, &mut work)? {
            Ok(done) => Ok(done),
            Err(error) if is_broken_reference(&error) => {
                self.attempt(findings, true, watch, &mut work)?.map_err(|error| self.failed(&error).into())
            }
            Err(error) => Err(self.failed(&error).into()),
        }
    }

    /// Runs one transaction; dropping it rolls it back. Returns a failure of the commit separately from other errors.
    fn attempt<T, E: From<SourceError>>(
        &mut self,
        findings: usize,
        asks_references: bool,
        watch: WatchProgress<'_>,
        work: &mut impl FnMut(&WriteContext<'_>, WatchProgress<'_>) -> Result<T, E>,
    ) -> Result<rusqlite::Result<T>, E> {
        let connection = self.source.connection();
        let begin = || Transaction::new_unchecked(connection, TransactionBehavior::Immediate);
        let transaction = patiently(connection, watch, begin).map_err(|error| self.failed(&error))?;
        self.refuse_damaged()?;
        // An earlier transaction may have been rolled back.
        self.source.restore_lookups().map_err(|error| self.failed(&error))?;
        let mut context = WriteContext::new(&self.source, findings, self.rows_changed.clone());
        if asks_references {
            let references = References::find(&context.database);
            context.references = Some(references.map_err(|error| self.failed(&error))?);
        }
        let done = work(&context, watch)?;
        let references = context.references.take();
        drop(context);
        let path = self.source.path();
        if FileNumber::at(path).ok() != self.file {
            // A write to a removed file would be lost.
            return Err(SourceError::Replaced(path.to_owned()).into());
        }
        let committed = patiently(connection, watch, || connection.execute_batch("COMMIT"));
        // Broken references are found before anything is written.
        let is_broken = committed.as_ref().is_err_and(is_broken_reference);
        self.commits = !is_broken;
        if let Some(references) = references.filter(|_| is_broken) {
            let detail = references.newly_broken(connection).map_err(|error| self.failed(&error))?;
            let detail = format!("{detail}, because of its triggers; nothing was written");
            return Err(SourceError::Sqlite { path: path.to_owned(), detail }.into());
        }
        drop(transaction);
        Ok(committed.map(|()| done))
    }

    fn failed(&self, error: &rusqlite::Error) -> SourceError {
        sqlite_error(self.source.path(), error)
    }
}

impl Target for SqliteTarget {
    fn write<B: Batch>(
        &mut self,
        batch: &B,
        run: &RunDetails,
        watch: WatchProgress<'_>,
    ) -> Result<WriteReport, B::Error> {
        self.source.is_writable()?;
        let all = batch.findings();
        self.transaction(all, watch, |context, watch| {
            let database = &*context.database;
            let failed = |error: rusqlite::Error| B::Error::from(database.failed(&error));
            let journal = Journal::read(database.connection).map_err(failed)?;
            context.check_evidence(batch, &mut || watch(Writing { stage: WritingStage::Findings, done: 0, all }))?;
            let mut besides = BTreeSet::new();
            let (mut report, head) = Appender::with(&context.changes, run, |appender| {
                let mut report = WriteReport::default();
                let mut numbers = 0..;
                records_first(batch, database.source, &mut |approved| {
                    let done = numbers.next().unwrap_or_default();
                    if !watch(Writing { stage: WritingStage::Findings, done, all }) {
                        return Err(SourceError::GivenUp.into());
                    }
                    let message = approved.message.clone();
                    match write_one(context, &journal, approved, run) {
                        Ok(entry) => {
                            report.snapshots_left.extend(entry.snapshots_left.iter().cloned());
                            besides.extend(entry.after.besides.iter().chain(&entry.differs).cloned());
                            report.done.push(appender.append(entry)?);
                        }
                        Err(PlanFailure::LeftOut(reason)) => report.left_out.push(leave(message, reason)),
                        Err(PlanFailure::Failed(error)) => {
                            return Err(failed_at(database, &error, Some(&message)).into());
                        }
                    }
                    Ok(true)
                })?;
                Ok::<_, B::Error>(report)
            })?;
            report.besides = besides.into_iter().collect();
            report.journal_head = head;
            let written = report.done.iter().flat_map(|done| &done.records).map(|(table, _)| table.as_str()).collect();
            report.afterwards = database.profile.afterwards(&written);
            Ok(report)
        })
    }

    fn undo(&mut self, writes: &[i64], run: &RunDetails, watch: WatchProgress<'_>) -> Result<WriteReport, SourceError> {
        self.transaction(writes.len(), watch, |context, watch| super::undo::undo(context, writes, run, watch))
    }
}

pub(super) fn leave(message: Key, reason: ExclusionReason) -> LeftOut {
    LeftOut { message: Some(message), write: None, reason }
}

/// Plans what would be written for a finding.
pub(super) fn plan(
    context: &WriteContext<'_>,
    journal: &Journal,
    approved: &Approved,
    run: &RunDetails,
) -> Result<FindingWrite, PlanFailure> {
    let written = journal.of(&approved.message).and_then(MessageJournal::written);
    if written.is_some_and(|written| written > approved.journal_head) {
        return Err(ExclusionReason::AlreadyWritten.into());
    }
    if run.requires_approval && approved.decided.approved_by.is_none() {
        return Err(ExclusionReason::NotApproved.into());
    }
    FindingWrite::plan(context, approved, run).map_err(PlanFailure::or_refused)
}

/// Writes one finding in a savepoint of its own, so that a refusal by the database leaves nothing behind.
fn write_one(
    context: &WriteContext<'_>,
    journal: &Journal,
    approved: Approved,
    run: &RunDetails,
) -> Result<NewJournalEntry, PlanFailure> {
    let plan = plan(context, journal, &approved, run)?;
    context.database.run("SAVEPOINT finding")?;
    let written = carry_out(context, (approved.finding, approved.decided), plan);
    match written.and_then(|entry| context.check_references().map(|()| entry)) {
        Ok(entry) => {
            context.database.run("RELEASE finding")?;
            Ok(entry)
        }
        Err(failure) => {
            // A full disk or a trigger may have rolled back the whole transaction.
            if context.database.connection.is_autocommit() {
                return Err(failure);
            }
            context.roll_back_to("finding")?;
            Err(failure.or_refused())
        }
    }
}

/// Carries out a plan; returns the journal entry for it.
fn carry_out(
    context: &WriteContext<'_>,
    (finding, decided): (Finding, Decided),
    plan: FindingWrite,
) -> Result<NewJournalEntry, PlanFailure> {
    let WriteContext { database, messages, changes, .. } = context;
    let row = messages.own_row(&plan.key);
    let others = plan.touches.iter().map(|touch| (touch.before.table.as_str(), &touch.before.key));
    let rows: Vec<RowPlace<'_>> =
        std::iter::once((messages.name(), &row)).chain(others).chain(plan.texts.iter().map(CellEdit::row)).collect();
    changes.watch(&rows)?;

    let own = OwnCells::of(messages, &plan);
    if !own.sets.is_empty() {
        update_message((messages, changes), &plan.key, &plan.old_text, &own.sets)?;
    }
    plan.texts.iter().try_for_each(|edit| edit.write(changes))?;
    for touch in plan.touches.iter().filter(|touch| !is_own(messages, touch) && !touch.is_there()) {
        set_cell(changes, &touch.before, &touch.after.clone().into())?;
    }
    let mut records: Vec<_> =
        plan.inserts.iter().map(|insert| insert_row(context, insert)).collect::<Result<_, _>>()?;
    let is_meant = |table: &str, column: &str| {
        (table == messages.name() && own.sets.iter().any(|(set, _)| *set == column))
            || plan.touches.iter().any(|touch| touch.before.table == table && touch.before.column == column)
            || plan.texts.iter().any(|edit| edit.is_in(table, column))
    };
    let besides = changes.besides(&rows, is_meant)?;
    refuse_journal_triggers(&besides)?;
    let has_triggers = database.schema.has_triggers()?;
    if has_triggers {
        // A later write may have changed what was read back after an earlier one.
        plan.texts.iter().try_for_each(|edit| edit.check(database))?;
        records = records.into_iter().map(|inserted| inserted.read_again(database)).collect::<Result<_, _>>()?;
    }
    let differs: Vec<String> = records.iter().flat_map(|inserted| inserted.differs.iter().cloned()).collect();
    let records = records.into_iter().map(|inserted| inserted.record).collect();

    let mut after = read_back(messages, &plan, &own, has_triggers)?;
    after.besides = besides.into_iter().collect();
    let FindingWrite { key: message, old_text, new_text, texts, snapshots_left, tools, recorded, touches, .. } = plan;
    let (copies_before, copies_after) = texts.into_iter().flat_map(|edit| edit.texts).unzip();
    after.copies = copies_after;
    let as_json = |(before, _): (Cell, Cell)| cell::to_json(ValueRef::from(&before));
    let before = RowChange {
        text: new_text.as_ref().map(|_| old_text),
        copies: copies_before,
        besides: Vec::new(),
        tools: tools.map(as_json),
        plan: recorded.map(as_json),
        times: touches.into_iter().map(|touch| touch.before).collect(),
    };
    after.text = new_text;
    let finding = JournaledFinding::Approved(Box::new(finding), decided);
    let kind = EntryKind::Write;
    Ok(NewJournalEntry { kind, undoes: None, message, before, after, records, finding, differs, snapshots_left })
}

/// Whether a time is in the row of the message.
fn is_own(messages: &MessageTable<'_>, touch: &TimeUpdate) -> bool {
    touch.before.table == messages.name()
}

/// The cells of the message's own row that a write sets.
struct OwnCells<'a> {
    /// The resulting text, if it has a column of its own.
    text: Option<&'a str>,
    /// The column that lists tools, with its new value.
    tools: Option<(&'a str, &'a Cell)>,
    /// The column of the recorded plan, with its new value.
    plan: Option<(&'a str, &'a Cell)>,
    /// All cells with their values, in this order: text, tools, plan, times.
    sets: Vec<(&'a str, CellValue)>,
}

impl<'a> OwnCells<'a> {
    fn of(messages: &'a MessageTable<'_>, plan: &'a FindingWrite) -> Self {
        // The guard of the update compares the text even if it does not change.
        let text_after = plan.new_text.as_deref().unwrap_or(&plan.old_text);
        let text = messages.has_text_of_its_own().then_some(text_after);
        let tools_column =
            messages.database.profile.tools_written.as_ref().map(|written| written.column.column.as_str());
        let tools = tools_column.zip(plan.tools.as_ref().map(|(_, after)| after));
        let plan_column = messages.plan_column().map(|column| column.column.as_str());
        let recorded = plan_column.zip(plan.recorded.as_ref().map(|(_, after)| after));
        let text_column = messages.profile.text.column.column.as_str();
        let mut sets: Vec<(&str, CellValue)> = Vec::new();
        sets.extend(text.map(|text| (text_column, Cell::Text(text.to_owned()).into())));
        sets.extend(tools.into_iter().chain(recorded).map(|(column, after)| (column, after.clone().into())));
        let times = plan.touches.iter().filter(|touch| is_own(messages, touch));
        sets.extend(times.map(|touch| (touch.before.column.as_str(), touch.after.clone().into())));
        Self { text, tools, plan: recorded, sets }
    }
}

/// Refuses a text that is read back differently from how it was written: a column declared as STRING turns 0042 into
/// 42, and a trigger may do anything.
fn check_text(messages: &MessageTable<'_>, meant: &str, found: Option<&Value>) -> Result<(), PlanFailure> {
    if found.and_then(Value::as_str) == Some(meant) {
        return Ok(());
    }
    let what =
        format!("{}.{} does not hold the text that was written", messages.name(), messages.profile.text.column.column);
    Err(ExclusionReason::Refused { what }.into())
}

/// Reads the present values back: a column's affinity or a trigger may have changed them.
fn read_back(
    messages: &MessageTable<'_>,
    plan: &FindingWrite,
    own: &OwnCells<'_>,
    has_triggers: bool,
) -> Result<RowChange, PlanFailure> {
    let mut after = RowChange::default();
    let columns: Vec<&str> = own.sets.iter().map(|(column, _)| *column).collect();
    let mut found = messages.cells(&plan.key, &columns)?.into_iter();
    if let Some(text) = own.text {
        check_text(messages, text, found.next().as_ref())?;
    }
    if let Some((column, meant)) = own.tools {
        after.tools = found.next();
        if !after.tools.as_ref().is_some_and(|found| holds(meant, found)) {
            return Err(
                ExclusionReason::Refused { what: format!("{column} does not hold the list that was written") }.into()
            );
        }
    }
    if let Some((column, meant)) = own.plan {
        let found = found.next().unwrap_or_default();
        recorded::check_written(column, meant, &found)?;
        after.plan = Some(found);
    }
    for touch in &plan.touches {
        let TimeCell { table, column, key, .. } = &touch.before;
        let value = if is_own(messages, touch) {
            found.next().unwrap_or_default()
        } else if touch.is_there() && !has_triggers {
            touch.before.value.clone()
        } else {
            messages.database.cell((table, key), column)?.unwrap_or_default()
        };
        after.times.push(TimeCell { value, ..touch.before.clone() });
    }
    Ok(after)
}
