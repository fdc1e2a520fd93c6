//! Write-backs beside the review, on a thread of their own: what would be written, the writing itself, and its undo.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel};
use std::thread;

use jiff::Timestamp;

use super::action::{Action, WritePlan};
use super::host::plan;
use crate::audit::Audit;
use crate::session::{Access, Session, SessionError, Setup, open_audit};
use crate::writeback::{Report, Watch};

/// A database of so many bytes is written beside the review: its backup takes long.
const LARGE: u64 = 16 << 20;
/// So are so many findings.
const MANY: usize = 200;
/// So many findings are written between two words about them.
const WORD: usize = 64;

/// Whether a write-back of this session, or its undo, may take long.
pub(super) fn takes_long(session: &Session) -> bool {
    let size = std::fs::metadata(&session.setup().database).map_or(0, |metadata| metadata.len());
    let decisions = session.review().map_or(0, |review| review.history().decisions().count());
    let writes = usize::try_from(session.audit().source().journal().head).unwrap_or(0);
    size >= LARGE || decisions >= MANY || writes >= MANY
}

/// What is done beside the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// What is accepted is written back.
    WriteBack {
        /// Whether the database is copied before.
        with_backup: bool,
    },
    /// This write-back is taken back.
    Undo(i64),
}

/// What came of it.
pub(super) struct Written {
    pub(super) report: Report,
    /// The database as it is now, where it could be read anew.
    pub(super) audit: Option<Audit>,
}

/// A write-back, or an undo of one, that is under way.
pub(super) struct UnderWay {
    pub(super) work: Work,
    gives_up: Arc<AtomicBool>,
    written: Receiver<Result<Written, String>>,
}

impl UnderWay {
    /// Has it end before its commit, if that is not done yet.
    pub(super) fn give_up(&self) {
        self.gives_up.store(true, Ordering::SeqCst);
    }

    /// Waits for its end.
    pub(super) fn end(self) -> Result<Written, String> {
        self.written.recv().unwrap_or_else(|_| Err("the writing broke off: nothing was written".to_owned()))
    }
}

/// Does it with a session of its own; at the end it tells [`Action::WritingEnded`].
pub(super) fn begin(setup: Setup, work: Work, now: Timestamp, news: SyncSender<Action>) -> UnderWay {
    let gives_up = Arc::new(AtomicBool::new(false));
    let (told, written) = channel();
    let stop = Arc::clone(&gives_up);
    thread::spawn(move || {
        // Also where this thread panics.
        let last = LastWord(news.clone());
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
        Work::Undo(write) => session.undo_watched(&[write], now, watch)?,
    };
    // What cannot be read anew here is read by the review, which tells why not.
    let audit = open_audit(session.setup()).ok();
    Ok(Written { report, audit })
}

/// Says that the writing ended, however it did.
struct LastWord(SyncSender<Action>);

impl Drop for LastWord {
    fn drop(&mut self) {
        let _ = self.0.send(Action::WritingEnded);
    }
}

/// Works out what would be written, and tells it.
pub(super) fn work_out(setup: Setup, with_backup: bool, news: SyncSender<Action>) {
    thread::spawn(move || {
        let planned = || -> Result<WritePlan, SessionError> {
            let session = Session::open(setup, Access::Read)?;
            let (approved, preview) = session.preview()?;
            Ok(plan(&session, with_backup, &approved, &preview))
        };
        let _ = news.send(match planned() {
            Ok(plan) => Action::Planned(plan),
            Err(error) => Action::Failed(error.to_string()),
        });
    });
}
