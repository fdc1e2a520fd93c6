//! Plans the writes of approved findings, and writes them or undoes that.

use std::io;

use jiff::Timestamp;

use super::{AcceptedBatch, Decisions, JournalReader, SessionError, Setup};
use crate::audit::Audit;
use crate::review::Decision;
use crate::source::profile::UsedProfile;
use crate::source::{BatchNote, EntryKind, Key, SourceError};
use crate::writeback::script::{Dialect, Script, ScriptSummary};
use crate::writeback::{
    Approved, LeftOut, PlannedWrite, RunDetails, SqliteTarget, Target as _, WatchProgress, WriteReport, backup,
};

/// Writes the findings that a review accepted.
#[derive(Clone, Copy)]
pub struct Writer<'s> {
    pub(super) setup: &'s Setup,
    pub(super) audit: &'s Audit,
    pub(super) decisions: &'s Decisions,
}

impl<'s> Writer<'s> {
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

    /// All accepted findings that are not written yet.
    #[must_use]
    pub fn accepted(&self) -> AcceptedBatch<'s> {
        AcceptedBatch::of(self.audit, self.decisions)
    }

    /// The note that is stored with the batch of all accepted findings.
    fn batch_note(&self) -> Result<BatchNote, SessionError> {
        let journal = self.audit.source().journal();
        let waits = |key: &Key, decision: &Decision| {
            let journal = journal.of(key);
            !decision.is_taken_back(journal) && !decision.is_carried_out(journal)
        };
        let selections =
            self.decisions.review().map(|review| review.selections(waits)).transpose()?.unwrap_or_default();
        Ok(BatchNote { name: self.setup.batch.clone(), selections })
    }

    fn target(&self) -> Result<SqliteTarget, SessionError> {
        Ok(SqliteTarget::open(self.audit.source())?)
    }

    /// Why nothing can be written back to this database, whatever is accepted; `None` if it can.
    #[must_use]
    pub fn write_back_obstacle(&self) -> Option<String> {
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

    /// Prints SQL for the database that this one was exported from. The SQL writes what was written here and is in
    /// effect, and everything that is accepted. Returns a summary.
    pub fn script(&self, dialect: Dialect, out: &mut dyn io::Write) -> Result<ScriptSummary, SessionError> {
        let written: Vec<i64> =
            JournalReader { source: self.audit.source() }.writes_in_effect().into_iter().rev().collect();
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
    ) -> Result<ScriptSummary, SessionError> {
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
    ) -> Result<ScriptSummary, SessionError> {
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
        Ok(ScriptSummary { left_out: left_out.into_iter().chain(printed.left_out).collect(), ..printed })
    }

    /// Writes all accepted findings in one transaction, after a backup if `with_backup`. If `watch` cancels, nothing is
    /// written. The session that holds the review, which may be in another thread, then calls
    /// [`Session::after_writing`](super::Session::after_writing).
    pub fn write(
        &self,
        with_backup: bool,
        now: Timestamp,
        watch: WatchProgress<'_>,
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

    /// Undoes write-backs by their journal ids; see [`Self::write`].
    pub fn undo(&self, writes: &[i64], now: Timestamp, watch: WatchProgress<'_>) -> Result<WriteReport, SessionError> {
        let run = self.run(now);
        Ok(self.target()?.undo(writes, &run, watch)?)
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
