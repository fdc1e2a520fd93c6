//! Writes approved findings back, and undoes write-backs.

use std::io;

use jiff::Timestamp;

use super::{Session, SessionError, open_audit};
use crate::audit::Audit;
use crate::review::{Decision, ReviewFile};
use crate::source::profile::UsedProfile;
use crate::source::{BatchNote, EntryKind, JournalBatch, JournalEntry, Key, SourceError, batches, entry, sqlite_error};
use crate::writeback::script::{Dialect, Printed, Script};
use crate::writeback::verify::{Verification, verify};
use crate::writeback::{
    Approved, LeftOut, PlannedWrite, RunDetails, SqliteTarget, Target as _, Watch, WriteReport, backup,
};

impl Session {
    pub(super) fn run(&self, now: Timestamp) -> RunDetails {
        RunDetails {
            reviewer: self.setup.reviewer.clone(),
            now,
            patterns: self.audit.registry().digest(),
            profile: self.setup.profile.as_ref().map(|profile| UsedProfile::of(profile).without_file()),
            requires_approval: self.setup.require_approval,
            batch: BatchNote::default(),
        }
    }

    /// From now on, writes only findings that another reviewer approved.
    pub fn require_approval(&mut self) {
        self.setup.require_approval = true;
    }

    /// Sets the name of the following batches.
    pub fn name_batch(&mut self, name: Option<String>) {
        self.setup.batch = name;
    }

    /// The note that is stored with the batch of all accepted findings.
    fn batch_note(&self) -> Result<BatchNote, SessionError> {
        let journal = self.audit.source().journal();
        let waits = |key: &Key, decision: &Decision| {
            let journal = journal.of(key);
            !decision.is_taken_back(journal) && !decision.is_carried_out(journal)
        };
        let selections = self.review.as_ref().map(|review| review.selections(waits)).transpose()?.unwrap_or_default();
        Ok(BatchNote { name: self.setup.batch.clone(), selections })
    }

    fn target(&self) -> Result<SqliteTarget, SessionError> {
        Ok(SqliteTarget::open(self.audit.source())?)
    }

    /// Why nothing can be written back to this database, whatever is accepted; `None` if it can.
    #[must_use]
    pub fn no_write_back(&self) -> Option<String> {
        self.audit.source().is_writable().err().map(|error| error.to_string())
    }

    /// Calls `visit` with each accepted finding and its planned write, until it returns `false`. Writes nothing.
    /// Returns the findings that would be left out.
    pub fn preview(&self, visit: &mut dyn FnMut(Approved, PlannedWrite) -> bool) -> Result<Vec<LeftOut>, SessionError> {
        self.audit.source().is_writable()?;
        self.planned(visit)
    }

    /// Like [`Self::preview`], but this database need not be writable: the plan may be for one with the same layout.
    fn planned(&self, visit: &mut dyn FnMut(Approved, PlannedWrite) -> bool) -> Result<Vec<LeftOut>, SessionError> {
        SqliteTarget::preview(self.audit.source(), &self.accepted(), &self.run(self.setup.options.now), visit)
    }

    /// Checks that the journal is intact and that its write-backs are still in place.
    pub fn verify(&self) -> Result<Verification, SessionError> {
        let seen = self.review.as_ref().map(ReviewFile::journal_head).transpose()?.flatten();
        Ok(verify(self.audit.source(), seen.as_deref())?)
    }

    /// Prints SQL for the database that this one was exported from. The SQL writes what was written here and is in
    /// effect, and everything that is accepted. Returns a summary.
    pub fn script(&self, dialect: Dialect, out: &mut dyn io::Write) -> Result<Printed, SessionError> {
        let written: Vec<i64> = self.writes_in_effect().into_iter().rev().collect();
        self.print_script(dialect, EntryKind::Write, &written, true, out)
    }

    /// Prints SQL that undoes these write-backs in the database that this one was exported from; with `with_accepted`,
    /// also what [`Self::script`] would write there for accepted findings. Returns a summary.
    pub fn undo_script(
        &self,
        dialect: Dialect,
        writes: &[i64],
        with_accepted: bool,
        out: &mut dyn io::Write,
    ) -> Result<Printed, SessionError> {
        let mut latest_first = writes.to_vec();
        latest_first.sort_unstable_by(|a, b| b.cmp(a));
        latest_first.dedup();
        self.print_script(dialect, EntryKind::Undo, &latest_first, with_accepted, out)
    }

    fn print_script(
        &self,
        dialect: Dialect,
        kind: EntryKind,
        writes: &[i64],
        with_accepted: bool,
        out: &mut dyn io::Write,
    ) -> Result<Printed, SessionError> {
        let (source, run) = (self.audit.source(), self.run(self.setup.options.now));
        let mut script = Script::new(source.profile(), dialect, kind, &run).map_err(SessionError::Script)?;
        let mut failure = None;
        let mut add = |write: PlannedWrite| {
            failure = script.add(&write).err();
            failure.is_none()
        };
        let mut left_out = Vec::new();
        // Accepted findings are written after the earlier write-backs, and so are undone before them.
        if with_accepted && kind == EntryKind::Undo {
            left_out.extend(self.planned(&mut |_, write| add(write))?);
        }
        left_out.extend(SqliteTarget::written(source, writes, &mut add)?);
        if with_accepted && kind == EntryKind::Write {
            left_out.extend(self.planned(&mut |_, write| add(write))?);
        }
        let printed = failure.map_or_else(|| script.print(out), Err).map_err(SessionError::Script)?;
        Ok(Printed { left_out: left_out.into_iter().chain(printed.left_out).collect(), ..printed })
    }

    /// Writes all accepted findings in one transaction, after a backup if `with_backup`.
    pub fn write_back(&mut self, with_backup: bool, now: Timestamp) -> Result<WriteReport, SessionError> {
        // The file may have changed or been replaced since it was opened.
        self.look_again(now)?;
        let report = self.write_watched(with_backup, now, &mut |_| true)?;
        self.after_writing(&report)?;
        Ok(report)
    }

    /// Like [`Self::write_back`] for a session that was just opened: the database is not read again, before or after.
    pub fn write_once(
        &mut self,
        with_backup: bool,
        now: Timestamp,
        watch: Watch<'_>,
    ) -> Result<WriteReport, SessionError> {
        let report = self.write_watched(with_backup, now, watch)?;
        self.remember(&report)?;
        Ok(report)
    }

    /// Like [`Self::write_back`], but usable from another thread than that of the session that holds the review, which
    /// then calls [`Self::after_writing`]. If `watch` cancels, nothing is written.
    pub fn write_watched(
        &self,
        with_backup: bool,
        now: Timestamp,
        watch: Watch<'_>,
    ) -> Result<WriteReport, SessionError> {
        self.audit.source().is_writable()?;
        let (accepted, run) = (self.accepted(), RunDetails { batch: self.batch_note()?, ..self.run(now) });
        let mut target = self.target()?;
        // Without a write, no backup is needed.
        if let Some(left_out) = SqliteTarget::refusal(self.audit.source(), &accepted, &run)? {
            return Ok(WriteReport { left_out, ..WriteReport::default() });
        }
        let backup = if with_backup { Some(backup(&self.setup.database, now, watch)?) } else { None };
        let report = target.write(&accepted, &run, watch);
        let wrote_nothing = match &report {
            Ok(report) => report.done.is_empty(),
            Err(error) => !target.may_have_written() || says_nothing_was_written(error),
        };
        // A backup of an unchanged database would only take up the space that the next attempt needs.
        let backup = backup.filter(|path| !wrote_nothing || std::fs::remove_file(path).is_err());
        Ok(WriteReport { backup, ..report? })
    }

    /// Undoes write-backs by their journal ids.
    pub fn undo_writes(&mut self, writes: &[i64], now: Timestamp) -> Result<WriteReport, SessionError> {
        self.look_again(now)?;
        let report = self.undo_watched(writes, now, &mut |_| true)?;
        self.after_writing(&report)?;
        Ok(report)
    }

    /// Like [`Self::undo_writes`] for a session that was just opened; see [`Self::write_once`].
    pub fn undo_once(&mut self, writes: &[i64], now: Timestamp, watch: Watch<'_>) -> Result<WriteReport, SessionError> {
        let report = self.undo_watched(writes, now, watch)?;
        self.remember(&report)?;
        Ok(report)
    }

    /// Like [`Self::undo_writes`], but usable from another thread; see [`Self::write_watched`].
    pub fn undo_watched(&self, writes: &[i64], now: Timestamp, watch: Watch<'_>) -> Result<WriteReport, SessionError> {
        let run = self.run(now);
        Ok(self.target()?.undo(writes, &run, watch)?)
    }

    /// Reads the database again: a connection that was opened as immutable would not see the write.
    pub fn after_writing(&mut self, report: &WriteReport) -> Result<(), SessionError> {
        let audit = open_audit(&self.setup)?;
        self.take_over(report, audit)
    }

    /// Continues with `audit`, which has read the database again after a write. With a long journal, reading takes
    /// long.
    pub fn take_over(&mut self, report: &WriteReport, audit: Audit) -> Result<(), SessionError> {
        self.remember(report)?;
        (self.audit, self.file) = (audit, None);
        Ok(())
    }

    /// Stores the last journal row, so that the review notices when it is lost.
    fn remember(&mut self, report: &WriteReport) -> Result<(), SessionError> {
        if !report.journal_head.is_empty() {
            self.writable_review()?.remember_journal_head(&report.journal_head)?;
        }
        Ok(())
    }

    /// The journal ids of the write-backs in effect, latest first.
    #[must_use]
    pub fn writes_in_effect(&self) -> Vec<i64> {
        let mut writes: Vec<i64> = self.audit.source().journal().in_effect().map(|write| write.id).collect();
        writes.sort_unstable_by(|a, b| b.cmp(a));
        writes
    }

    /// The last batch that has a write-back in effect.
    #[must_use]
    pub fn last_batch(&self) -> Option<i64> {
        self.audit.source().journal().in_effect().map(|write| write.batch).max()
    }

    /// The journal ids of a batch's write-backs in effect, latest first.
    #[must_use]
    pub fn writes_in_effect_of(&self, batch: i64) -> Vec<i64> {
        let of_batch = self.audit.source().journal().in_effect().filter(|write| write.batch == batch);
        let mut writes: Vec<i64> = of_batch.map(|write| write.id).collect();
        writes.sort_unstable_by(|a, b| b.cmp(a));
        writes
    }

    /// A journal row as the database holds it now.
    pub fn journal_row(&self, id: i64) -> Result<Option<JournalEntry>, SessionError> {
        let read = entry(self.audit.source().connection(), id);
        Ok(read.map_err(|error| sqlite_error(&self.setup.database, &error))?)
    }

    /// All batches in the journal, oldest first.
    pub fn batches(&self) -> Result<Vec<JournalBatch>, SessionError> {
        let read = batches(self.audit.source().connection());
        Ok(read.map_err(|error| sqlite_error(&self.setup.database, &error))?)
    }
}

fn says_nothing_was_written(error: &SessionError) -> bool {
    let SessionError::Source(error) = error else { return false };
    matches!(
        error,
        SourceError::Locked(_)
            | SourceError::DiskFull(_)
            | SourceError::NoMore(_)
            | SourceError::Damaged { .. }
            | SourceError::Schema { .. }
            | SourceError::Replaced(_)
            | SourceError::GivenUp
    )
}
