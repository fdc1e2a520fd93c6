//! Writing back what was approved, and taking it back.

use jiff::Timestamp;

use super::{Session, SessionError, open_audit};
use crate::audit::Audit;
use crate::review::ReviewFile;
use crate::source::SourceError;
use crate::writeback::script::{Dialect, Script, script};
use crate::writeback::verify::{Verification, verify};
use crate::writeback::{Approved, LeftOut, Preview, Report, Run, SqliteTarget, Target as _, Watch, backup};

impl Session {
    fn run(&self, now: Timestamp) -> Run {
        Run { reviewer: self.setup.reviewer.clone(), now, patterns: self.audit.registry().digest() }
    }

    fn target(&self) -> Result<SqliteTarget, SessionError> {
        Ok(SqliteTarget::open(&self.setup.database, self.audit.source().profile())?)
    }

    /// What is approved, and what a write-back of it would do; writes nothing.
    pub fn preview(&self) -> Result<(Vec<Approved>, Preview), SessionError> {
        let approved = self.approved()?;
        let source = self.audit.source();
        let preview = SqliteTarget::preview_on(source, &approved, &self.run(self.setup.options.now))?;
        Ok((approved, preview))
    }

    /// Whether the journal is whole, and what it tells of still stands.
    pub fn verify(&self) -> Result<Verification, SessionError> {
        let seen = self.review.as_ref().map(ReviewFile::journal_head).transpose()?.flatten();
        Ok(verify(self.audit.source(), seen.as_deref())?)
    }

    /// SQL that writes everything that is accepted to the database that this one was exported from, and what is left out.
    pub fn script(&self, dialect: Dialect) -> Result<(Script, Vec<LeftOut>), SessionError> {
        let (_, preview) = self.preview()?;
        let run = self.run(self.setup.options.now);
        let mut script = script(&preview.writes, self.audit.source().profile(), dialect, &run);
        let left_out = preview.left_out.into_iter().chain(std::mem::take(&mut script.left_out)).collect();
        Ok((script, left_out))
    }

    /// Writes everything that is accepted, after a backup unless none is wanted.
    pub fn write_back(&mut self, with_backup: bool, now: Timestamp) -> Result<Report, SessionError> {
        // It may have changed since it was opened, or be another file by now.
        self.look_again(now)?;
        let report = self.write_watched(with_backup, now, &mut |_| true)?;
        self.after_writing(&report)?;
        Ok(report)
    }

    /// The same where the database was opened just now, and is not asked again: it is read anew neither before nor after.
    pub fn write_once(&mut self, with_backup: bool, now: Timestamp) -> Result<Report, SessionError> {
        let report = self.write_watched(with_backup, now, &mut |_| true)?;
        self.remember(&report)?;
        Ok(report)
    }

    /// The same beside the session that holds the review, which calls [`Self::after_writing`] then. Where `watch` gives it
    /// up, nothing is written.
    pub fn write_watched(&self, with_backup: bool, now: Timestamp, watch: Watch<'_>) -> Result<Report, SessionError> {
        let approved = self.approved()?;
        let run = self.run(now);
        let mut target = self.target()?;
        // No backup is needed then.
        if let Some(left_out) = target.refusal(&approved, &run)? {
            return Ok(Report { left_out, ..Report::default() });
        }
        let backup = if with_backup { Some(backup(&self.setup.database, now, watch)?) } else { None };
        let report = target.write(&approved, &run, watch).inspect_err(|error| {
            // Nothing was written: another try shall find the room that this backup takes.
            let nothing = matches!(
                error,
                SourceError::Locked(_)
                    | SourceError::DiskFull(_)
                    | SourceError::NoMore(_)
                    | SourceError::Damaged { .. }
                    | SourceError::Replaced(_)
                    | SourceError::GivenUp
            );
            if let (Some(path), true) = (&backup, nothing) {
                let _ = std::fs::remove_file(path);
            }
        })?;
        Ok(Report { backup, ..report })
    }

    /// Takes write-backs back.
    pub fn undo_writes(&mut self, writes: &[i64], now: Timestamp) -> Result<Report, SessionError> {
        self.look_again(now)?;
        let report = self.undo_watched(writes, now, &mut |_| true)?;
        self.after_writing(&report)?;
        Ok(report)
    }

    /// The same where the database was opened just now, as [`Self::write_once`] does it.
    pub fn undo_once(&mut self, writes: &[i64], now: Timestamp) -> Result<Report, SessionError> {
        let report = self.undo_watched(writes, now, &mut |_| true)?;
        self.remember(&report)?;
        Ok(report)
    }

    /// The same beside the session that holds the review, as [`Self::write_watched`] does it.
    pub fn undo_watched(&self, writes: &[i64], now: Timestamp, watch: Watch<'_>) -> Result<Report, SessionError> {
        let run = self.run(now);
        Ok(self.target()?.undo(writes, &run, watch)?)
    }

    /// Reads the database anew: a connection to an unchanging file would not see what was written.
    pub fn after_writing(&mut self, report: &Report) -> Result<(), SessionError> {
        let audit = open_audit(&self.setup)?;
        self.take_over(report, audit)
    }

    /// The same where it was read anew already: of a long journal that takes long.
    pub fn take_over(&mut self, report: &Report, audit: Audit) -> Result<(), SessionError> {
        self.remember(report)?;
        self.audit = audit;
        Ok(())
    }

    /// Keeps how far the review saw the journal.
    fn remember(&mut self, report: &Report) -> Result<(), SessionError> {
        if !report.journal_head.is_empty() {
            self.held()?.remember_journal_head(&report.journal_head)?;
        }
        Ok(())
    }

    /// The write-backs that stand, the latest first.
    #[must_use]
    pub fn standing_writes(&self) -> Vec<i64> {
        let mut writes: Vec<i64> = self.audit.source().journal().standing().collect();
        writes.sort_unstable_by(|a, b| b.cmp(a));
        writes
    }
}
