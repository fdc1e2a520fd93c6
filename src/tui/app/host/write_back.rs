//! Write-backs and their undo, at once or in the background.

use jiff::Timestamp;

use crate::session::SessionError;
use crate::tui::app::writing::{self, BackgroundJob, PreparedPlan, WriteOutcome, plan, written};
use crate::tui::input::action::Action;
use crate::writeback::{WriteReport, Writing, WritingStage};

use super::{SessionHost, undone};

impl SessionHost {
    pub(crate) fn plan_write_back(&mut self, now: Timestamp) -> Result<Vec<Action>, SessionError> {
        if let Some(news) = self.news.as_ref().filter(|_| writing::takes_long(&self.session)) {
            // A second request gets the same answer.
            let begin = || writing::work_out(self.session.setup().clone(), self.with_backup, news.clone());
            self.planning.get_or_insert_with(begin);
            return Ok(Vec::new());
        }
        self.session.look_again(now)?;
        Ok(vec![Action::Planned(plan(&self.session, self.with_backup)?)])
    }

    /// Takes in the write plan that was prepared in the background.
    pub(crate) fn take_up_plan(&mut self, now: Timestamp) -> Result<Vec<Action>, SessionError> {
        let Some(planning) = self.planning.take() else { return Ok(Vec::new()) };
        match planning.recv() {
            Ok(Ok(PreparedPlan { plan, audit })) => {
                self.session.follow(audit, now)?;
                Ok(vec![Action::Planned(plan)])
            }
            Ok(Err(error)) => {
                // If the journal was replaced, it has to be followed here too.
                self.session.look_again(now)?;
                Err(error)
            }
            Err(_) => Ok(vec![Action::Failed("the write-back preview failed; try again".to_owned())]),
        }
    }

    /// Starts some work in the background if it may take long; returns whether it did.
    fn runs_in_background(&mut self, work: BackgroundJob, now: Timestamp) -> bool {
        let Some(news) = self.news.as_ref().filter(|_| writing::takes_long(&self.session)) else { return false };
        self.writing = Some(writing::begin(self.session.setup().clone(), work, now, news.clone()));
        true
    }

    /// Writes back, in the background if that may take long.
    pub(crate) fn write_back(&mut self, now: Timestamp) -> Result<Vec<Action>, SessionError> {
        if self.runs_in_background(BackgroundJob::WriteBack { with_backup: self.with_backup }, now) {
            return Ok(Vec::new());
        }
        let report = self.session.write_back(self.with_backup, now)?;
        Ok(written(&report))
    }

    /// Undoes a write-back or a batch, in the background if that may take long.
    pub(crate) fn undo(&mut self, work: BackgroundJob, now: Timestamp) -> Result<Vec<Action>, SessionError> {
        let writes = work.undoes(&self.session);
        if self.runs_in_background(work, now) {
            let undoing = Writing { stage: WritingStage::Undo, done: 0, all: writes.len() };
            return Ok(vec![Action::WritingBegan(undoing)]);
        }
        let report = self.session.undo_writes(&writes, now)?;
        self.done(work, &report)
    }

    /// The actions that report finished work.
    fn done(&self, work: BackgroundJob, report: &WriteReport) -> Result<Vec<Action>, SessionError> {
        match work {
            BackgroundJob::WriteBack { .. } => Ok(written(report)),
            BackgroundJob::Undo(write) => undone::taken_back(&self.session, write, report),
            BackgroundJob::UndoBatch(batch) => undone::batch_taken_back(&self.session, batch, report),
        }
    }

    /// Takes in the result of a write-back or undo that ran in the background.
    pub(crate) fn take_up(&mut self, now: Timestamp) -> Result<Vec<Action>, SessionError> {
        let Some(writing) = self.writing.take() else { return Ok(Vec::new()) };
        let work = writing.work;
        let WriteOutcome { report, audit } = match writing.end() {
            Ok(written) => written,
            Err(reason) => {
                // If the journal was replaced, it has to be followed here too.
                self.session.look_again(now)?;
                return Ok(vec![match work {
                    BackgroundJob::WriteBack { .. } => Action::NotWritten(reason),
                    BackgroundJob::Undo(write) => Action::NotTakenBack { write, reason },
                    BackgroundJob::UndoBatch(batch) => {
                        Action::BatchTakenBack { batch, changes: Vec::new(), problems: vec![reason] }
                    }
                }]);
            }
        };
        match audit {
            Some(audit) => self.session.take_over(&report, audit)?,
            None => self.session.after_writing(&report)?,
        }
        self.done(work, &report)
    }
}
