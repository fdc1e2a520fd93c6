//! Write-backs and their undo, at once or in the background.

use jiff::Timestamp;

use crate::session::SessionError;
use crate::source::SourceError;
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
        self.session.reload(now)?;
        Ok(vec![Action::Planned(Box::new(plan(&self.session, self.with_backup)?))])
    }

    /// Takes in the write plan that was prepared in the background.
    pub(crate) fn take_up_plan(&mut self, now: Timestamp) -> Result<Vec<Action>, SessionError> {
        let Some(planning) = self.planning.take() else { return Ok(Vec::new()) };
        match planning.recv() {
            Ok(Ok(PreparedPlan { plan, audit })) => {
                self.session.follow(audit, now)?;
                Ok(vec![Action::Planned(Box::new(plan))])
            }
            Ok(Err(error)) => {
                // If the journal was replaced, it has to be followed here too.
                self.session.reload(now)?;
                Err(error)
            }
            Err(_) => Ok(vec![Action::Failed("the write-back preview failed; try again".to_owned())]),
        }
    }

    /// Starts some work in the background, if there is somebody to report to; returns whether it did.
    fn begin(&mut self, work: BackgroundJob, now: Timestamp) -> bool {
        let Some(news) = &self.news else { return false };
        self.writing = Some(writing::begin(self.session.setup().clone(), work, now, news.clone()));
        true
    }

    /// A watch that stops work which would have to wait for another program: it waits in the background.
    fn at_once(&self) -> impl FnMut(Writing) -> bool + use<> {
        let has_background = self.news.is_some();
        move |writing| !(has_background && writing.stage == WritingStage::Waiting)
    }

    /// Writes back, in the background if that may take long.
    pub(crate) fn write_back(&mut self, now: Timestamp) -> Result<Vec<Action>, SessionError> {
        let work = BackgroundJob::WriteBack { with_backup: self.with_backup };
        if writing::takes_long(&self.session) && self.begin(work, now) {
            return Ok(Vec::new());
        }
        self.session.reload(now)?;
        match self.session.writer().write(self.with_backup, now, &mut self.at_once()) {
            Err(error) if is_given_up(&error) && self.begin(work, now) => {
                Ok(vec![Action::WritingBegan(Writing { stage: WritingStage::Waiting, ..Writing::default() })])
            }
            report => self.end(work, &report?),
        }
    }

    /// Undoes a write-back or a batch, in the background if that may take long.
    pub(crate) fn undo(&mut self, work: BackgroundJob, now: Timestamp) -> Result<Vec<Action>, SessionError> {
        let writes = work.undoes(&self.session);
        let began = |stage| Ok(vec![Action::WritingBegan(Writing { stage, done: 0, all: writes.len() })]);
        if writing::takes_long(&self.session) && self.begin(work, now) {
            return began(WritingStage::Undo);
        }
        self.session.reload(now)?;
        match self.session.writer().undo(&writes, now, &mut self.at_once()) {
            Err(error) if is_given_up(&error) && self.begin(work, now) => began(WritingStage::Waiting),
            report => self.end(work, &report?),
        }
    }

    /// Takes in the result of work that was done at once.
    fn end(&mut self, work: BackgroundJob, report: &WriteReport) -> Result<Vec<Action>, SessionError> {
        self.session.after_writing(report)?;
        self.done(work, report)
    }

    /// The actions that report finished work.
    fn done(&self, work: BackgroundJob, report: &WriteReport) -> Result<Vec<Action>, SessionError> {
        match work {
            BackgroundJob::WriteBack { .. } => Ok(written(report)),
            BackgroundJob::Undo(write) => undone::write_undone(&self.session, write, report),
            BackgroundJob::UndoBatch(batch) => undone::batch_undone(&self.session, batch, report),
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
                self.session.reload(now)?;
                return Ok(vec![match work {
                    BackgroundJob::WriteBack { .. } => Action::NotWritten(reason),
                    BackgroundJob::Undo(write) => Action::WriteNotUndone { write, reason },
                    BackgroundJob::UndoBatch(batch) => {
                        Action::BatchUndone { batch, changes: Vec::new(), problems: vec![reason] }
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

fn is_given_up(error: &SessionError) -> bool {
    matches!(error, SessionError::Source(SourceError::GivenUp))
}
