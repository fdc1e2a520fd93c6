//! Write-backs beside the review, on a thread of their own: what would be written, and the writing itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel};
use std::thread;

use jiff::Timestamp;

use super::action::{Action, WritePlan};
use super::host::plan;
use crate::session::{Access, Session, SessionError, Setup};
use crate::writeback::{Report, Writing};

/// A database of so many bytes is written beside the review: its backup takes long.
const LARGE: u64 = 16 << 20;
/// So are so many findings.
const MANY: usize = 200;
/// So many findings are written between two words about them.
const WORD: usize = 64;

/// Whether a write-back of this session may take long.
pub(super) fn takes_long(session: &Session) -> bool {
    let size = std::fs::metadata(&session.setup().database).map_or(0, |metadata| metadata.len());
    let decisions = session.review().map_or(0, |review| review.history().decisions().count());
    size >= LARGE || decisions >= MANY
}

/// A write-back that is under way.
#[derive(Debug)]
pub(super) struct UnderWay {
    gives_up: Arc<AtomicBool>,
    report: Receiver<Result<Report, String>>,
}

impl UnderWay {
    /// Has it end before its commit, if that is not done yet.
    pub(super) fn give_up(&self) {
        self.gives_up.store(true, Ordering::SeqCst);
    }

    /// Waits for its end.
    pub(super) fn report(self) -> Result<Report, String> {
        self.report.recv().unwrap_or_else(|_| Err("the write-back broke off: nothing was written".to_owned()))
    }
}

/// Writes with a session of its own; at the end it tells [`Action::WritingEnded`].
pub(super) fn write(setup: Setup, with_backup: bool, now: Timestamp, news: SyncSender<Action>) -> UnderWay {
    let gives_up = Arc::new(AtomicBool::new(false));
    let (told, report) = channel();
    let stop = Arc::clone(&gives_up);
    thread::spawn(move || {
        // Also where this thread panics.
        let last = LastWord(news.clone());
        let written = write_watched(setup, with_backup, now, &mut |writing| {
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
    UnderWay { gives_up, report }
}

fn write_watched(
    setup: Setup,
    with_backup: bool,
    now: Timestamp,
    watch: &mut dyn FnMut(Writing) -> bool,
) -> Result<Report, SessionError> {
    Session::open(setup, Access::Read)?.write_watched(with_backup, now, watch)
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
