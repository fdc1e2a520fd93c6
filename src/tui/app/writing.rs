//! Write-backs in the background: the plan, the writing itself, and its undo.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel};
use std::thread;

use jiff::Timestamp;

use crate::audit::Audit;
use crate::proposal::Status;
use crate::session::{Access, Session, SessionError, Setup, open_audit};
use crate::tui::findings::words::count;
use crate::tui::input::action::Action;
use crate::tui::loaded::write_plan::WritePlan;
use crate::writeback::{WatchProgress, WriteReport};

use super::worker::SendOnDrop;

/// From this size in bytes a database is read and written in the background: its backup takes long.
const LARGE: u64 = 4 << 20;
/// From this number of findings write-backs run in the background.
const MANY: usize = 200;
/// The number of findings written between two progress reports.
const WORD: usize = 64;

/// Whether a write-back, its plan or its undo may take long in this session.
pub(crate) fn takes_long(session: &Session) -> bool {
    let size = std::fs::metadata(&session.setup().database).map_or(0, |metadata| metadata.len());
    let decisions = session.decisions().review().map_or(0, |review| review.history().decisions().count());
    let writes = usize::try_from(session.audit().source().journal().head).unwrap_or(0);
    size >= LARGE || decisions >= MANY || writes >= MANY
}

/// Work in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BackgroundJob {
    /// Writes back the accepted findings.
    WriteBack {
        /// Whether the database is backed up first.
        with_backup: bool,
    },
    /// Undoes the write-back in the journal row of this number.
    Undo(i64),
    /// Undoes all writes of this batch that are still in place.
    UndoBatch(i64),
}

impl BackgroundJob {
    /// The write-backs that it undoes.
    pub(crate) fn undoes(self, session: &Session) -> Vec<i64> {
        match self {
            Self::WriteBack { .. } => Vec::new(),
            Self::Undo(write) => vec![write],
            Self::UndoBatch(batch) => session.journal().writes_in_effect_of(batch),
        }
    }
}

/// The result of a write-back or undo.
pub(crate) struct WriteOutcome {
    pub(crate) report: WriteReport,
    /// The database after the write, if it could be read again.
    pub(crate) audit: Option<Audit>,
}

/// A write-back or undo that is running.
pub(crate) struct RunningWrite {
    pub(crate) work: BackgroundJob,
    is_cancelled: Arc<AtomicBool>,
    written: Receiver<Result<WriteOutcome, String>>,
}

impl RunningWrite {
    /// Asks it to stop before its commit, if that is still to come.
    pub(crate) fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::SeqCst);
    }

    /// Waits for the result.
    pub(crate) fn end(self) -> Result<WriteOutcome, String> {
        self.written.recv().unwrap_or_else(|_| Err("the write-back failed; nothing was written".to_owned()))
    }
}

/// Starts the work with its own session; sends [`Action::WritingEnded`] at the end.
pub(crate) fn begin(setup: Setup, work: BackgroundJob, now: Timestamp, news: SyncSender<Action>) -> RunningWrite {
    let is_cancelled = Arc::new(AtomicBool::new(false));
    let (sender, written) = channel();
    let stop = Arc::clone(&is_cancelled);
    thread::spawn(move || {
        // Sent even on panic.
        let last = SendOnDrop::new(news.clone(), Action::WritingEnded);
        let written = carry_out(setup, work, now, &mut |writing| {
            if writing.done % WORD == 0 {
                // If the channel is full, the next report will do.
                let _ = news.try_send(Action::Writing(writing));
            }
            !stop.load(Ordering::SeqCst)
        });
        let _ = sender.send(written.map_err(|error| error.to_string()));
        drop(sender);
        drop(last);
    });
    RunningWrite { work, is_cancelled, written }
}

fn carry_out(
    setup: Setup,
    work: BackgroundJob,
    now: Timestamp,
    watch: WatchProgress<'_>,
) -> Result<WriteOutcome, SessionError> {
    let session = Session::open(setup, Access::Read)?;
    if let Some(lost) = session.decisions().lost_journal() {
        return Err(SessionError::LostJournal(lost.clone()));
    }
    let report = match work {
        BackgroundJob::WriteBack { with_backup } => session.writer().write(with_backup, now, watch)?,
        BackgroundJob::Undo(_) | BackgroundJob::UndoBatch(_) => {
            session.writer().undo(&work.undoes(&session), now, watch)?
        }
    };
    // If the database cannot be read here, the review reads it and reports the error.
    let audit = open_audit(session.setup()).ok();
    Ok(WriteOutcome { report, audit })
}

/// A write plan prepared in the background.
pub(crate) struct PreparedPlan {
    pub(crate) plan: WritePlan,
    /// The database as read for the plan.
    pub(crate) audit: Audit,
}

/// Prepares the write plan with its own session; sends [`Action::PlanEnded`] at the end.
pub(crate) fn work_out(
    setup: Setup,
    with_backup: bool,
    news: SyncSender<Action>,
) -> Receiver<Result<PreparedPlan, SessionError>> {
    let (sender, worked_out) = channel();
    thread::spawn(move || {
        // Sent even on panic.
        let last = SendOnDrop::new(news, Action::PlanEnded);
        let work = || -> Result<PreparedPlan, SessionError> {
            let session = Session::open(setup, Access::Read)?;
            if let Some(lost) = session.decisions().lost_journal() {
                return Err(SessionError::LostJournal(lost.clone()));
            }
            Ok(PreparedPlan { plan: plan(&session, with_backup)?, audit: session.into_audit() })
        };
        let _ = sender.send(work());
        drop(sender);
        drop(last);
    });
    worked_out
}

/// What a write-back would do now: its messages, its records by type, and what it leaves out.
pub(crate) fn plan(session: &Session, with_backup: bool) -> Result<WritePlan, SessionError> {
    let mut plan = WritePlan::default();
    let mut records: BTreeMap<String, usize> = BTreeMap::new();
    let all_left_out = session.writer().preview(&mut |approved, write| {
        plan.messages.push(approved.message);
        for record in approved.finding.records {
            *records.entry(record.kind).or_default() += 1;
        }
        plan.texts += usize::from(write.text_after.is_some());
        plan.plans += usize::from(write.plan_after.is_some());
        true
    })?;
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    for left in all_left_out {
        plan.changed.extend(left.message.filter(|_| left.reason.is_change()));
        *left_out.entry(left.reason.to_string()).or_default() += 1;
    }
    let database = session.setup().database.display();
    Ok(WritePlan {
        records: records.into_iter().collect(),
        left_out: left_out.into_iter().collect(),
        backup: with_backup.then(|| format!("{database}.backup-…")),
        ..plan
    })
}

/// The actions that report a write-back.
pub(crate) fn written(report: &WriteReport) -> Vec<Action> {
    let written = report.done.iter().map(|done| (done.message.clone(), Status::Written));
    let stale = report.left_out.iter().filter(|left| left.reason.is_change());
    let stale = stale.filter_map(|left| Some((left.message.clone()?, Status::Stale)));
    vec![Action::Statuses(written.chain(stale).collect()), Action::Wrote(summary(report))]
}

/// What a write-back did, line by line.
fn summary(report: &WriteReport) -> Vec<String> {
    let mut lines = vec![format!(
        "{} written: {}, {}.",
        count(report.done.len(), "finding"),
        count(report.records(), "new record"),
        count(report.texts(), "cleaned text")
    )];
    if report.plans() > 0 {
        lines.push(format!("{} changed.", count(report.plans(), "recorded plan")));
    }
    lines.extend(report.left_out.iter().map(|left| {
        let message = left.message.as_ref().map(ToString::to_string).unwrap_or_default();
        format!("left out message {message}: {}", left.reason)
    }));
    lines.extend(report.describe_trigger_changes());
    lines.extend(report.describe_snapshots_left());
    lines.extend(report.afterwards.iter().map(|what| format!("Next: {what}.")));
    lines.extend(report.backup.iter().map(|path| format!("Backup: {}", path.display())));
    if !report.done.is_empty() {
        lines.push("The journal shows it, and can undo it.".to_owned());
    }
    lines
}
