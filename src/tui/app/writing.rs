//! Write-backs beside the review, on a thread of their own: what would be written, the writing itself, and its undo; and what
//! the review is told of them.

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
use crate::tui::input::action::{Action, WritePlan};
use crate::writeback::{LeftOut, Reason, Report, Watch};

use super::worker::LastWord;

/// A database of so many bytes is read and written beside the review: its backup takes long.
const LARGE: u64 = 4 << 20;
/// So are so many findings.
const MANY: usize = 200;
/// So many findings are written between two words about them.
const WORD: usize = 64;

/// Whether to read the database of this session, a write-back to it, or its undo, may take long.
pub(crate) fn takes_long(session: &Session) -> bool {
    let size = std::fs::metadata(&session.setup().database).map_or(0, |metadata| metadata.len());
    let decisions = session.review().map_or(0, |review| review.history().decisions().count());
    let writes = usize::try_from(session.audit().source().journal().head).unwrap_or(0);
    size >= LARGE || decisions >= MANY || writes >= MANY
}

/// What is done beside the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// What is accepted is written back.
    WriteBack {
        /// Whether the database is copied before.
        with_backup: bool,
    },
    /// This write-back is taken back.
    Undo(i64),
    /// All that stands of this batch is taken back.
    UndoBatch(i64),
}

impl Work {
    /// The write-backs that it takes back.
    pub(crate) fn undoes(self, session: &Session) -> Vec<i64> {
        match self {
            Self::WriteBack { .. } => Vec::new(),
            Self::Undo(write) => vec![write],
            Self::UndoBatch(batch) => session.standing_of(batch),
        }
    }
}

/// What came of it.
pub(crate) struct Written {
    pub(crate) report: Report,
    /// The database as it is now, where it could be read anew.
    pub(crate) audit: Option<Audit>,
}

/// A write-back, or an undo of one, that is under way.
pub(crate) struct UnderWay {
    pub(crate) work: Work,
    gives_up: Arc<AtomicBool>,
    written: Receiver<Result<Written, String>>,
}

impl UnderWay {
    /// Has it end before its commit, if that is not done yet.
    pub(crate) fn give_up(&self) {
        self.gives_up.store(true, Ordering::SeqCst);
    }

    /// Waits for its end.
    pub(crate) fn end(self) -> Result<Written, String> {
        self.written.recv().unwrap_or_else(|_| Err("the writing broke off: nothing was written".to_owned()))
    }
}

/// Does it with a session of its own; at the end it tells [`Action::WritingEnded`].
pub(crate) fn begin(setup: Setup, work: Work, now: Timestamp, news: SyncSender<Action>) -> UnderWay {
    let gives_up = Arc::new(AtomicBool::new(false));
    let (told, written) = channel();
    let stop = Arc::clone(&gives_up);
    thread::spawn(move || {
        // Also where this thread panics.
        let last = LastWord::new(news.clone(), Action::WritingEnded);
        let written = carry_out(setup, work, now, &mut |writing| {
            if writing.done % WORD == 0 {
                // Who does not listen just now hears the next word.
                let _ = news.try_send(Action::Writing(writing));
            }
            !stop.load(Ordering::SeqCst)
        });
        let _ = told.send(written.map_err(|error| error.to_string()));
        drop(told);
        drop(last);
    });
    UnderWay { work, gives_up, written }
}

fn carry_out(setup: Setup, work: Work, now: Timestamp, watch: Watch<'_>) -> Result<Written, SessionError> {
    let session = Session::open(setup, Access::Read)?;
    if let Some(lost) = session.lost_journal() {
        return Err(SessionError::LostJournal(lost.clone()));
    }
    let report = match work {
        Work::WriteBack { with_backup } => session.write_watched(with_backup, now, watch)?,
        Work::Undo(_) | Work::UndoBatch(_) => session.undo_watched(&work.undoes(&session), now, watch)?,
    };
    // What cannot be read anew here is read by the review, which tells why not.
    let audit = open_audit(session.setup()).ok();
    Ok(Written { report, audit })
}

/// What was worked out.
pub(crate) struct WorkedOut {
    pub(crate) plan: WritePlan,
    /// The database as it was read for it.
    pub(crate) audit: Audit,
}

/// Works out what would be written, with a session of its own; at the end it tells [`Action::PlanEnded`].
pub(crate) fn work_out(
    setup: Setup,
    with_backup: bool,
    news: SyncSender<Action>,
) -> Receiver<Result<WorkedOut, SessionError>> {
    let (told, worked_out) = channel();
    thread::spawn(move || {
        // Also where this thread panics.
        let last = LastWord::new(news, Action::PlanEnded);
        let work = || -> Result<WorkedOut, SessionError> {
            let session = Session::open(setup, Access::Read)?;
            if let Some(lost) = session.lost_journal() {
                return Err(SessionError::LostJournal(lost.clone()));
            }
            Ok(WorkedOut { plan: plan(&session, with_backup)?, audit: session.into_audit() })
        };
        let _ = told.send(work());
        drop(told);
        drop(last);
    });
    worked_out
}

/// What a write-back would do.
pub(crate) fn plan(session: &Session, with_backup: bool) -> Result<WritePlan, SessionError> {
    let mut plan = WritePlan::default();
    let mut records: BTreeMap<String, usize> = BTreeMap::new();
    let all_left_out = session.preview(&mut |approved, write| {
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

/// What the review learns of a write-back.
pub(crate) fn written(report: &Report) -> Vec<Action> {
    let written = report.done.iter().map(|done| (done.message.clone(), Status::Written));
    let is_stale = |left: &&LeftOut| matches!(left.reason, Reason::Stale | Reason::StalePlan);
    let stale = report.left_out.iter().filter(is_stale);
    let stale = stale.filter_map(|left| Some((left.message.clone()?, Status::Stale)));
    vec![Action::Statuses(written.chain(stale).collect()), Action::Wrote(told(report))]
}

/// What a write-back did, line by line.
fn told(report: &Report) -> Vec<String> {
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
    lines.extend(report.besides_in_words());
    lines.extend(report.snapshots_left_in_words());
    lines.extend(report.afterwards.iter().map(|what| format!("Now do this: {what}.")));
    lines.extend(report.backup.iter().map(|path| format!("The database as it was: {}", path.display())));
    if !report.done.is_empty() {
        lines.push("The journal shows it, and takes it back.".to_owned());
    }
    lines
}
