//! The pass over a database: several connections look over row ranges of it at once, and keep the numbers of the rows that may
//! claim something. Then they examine those, and what they find comes out in order.
//!
//! Rows that are not found by their numbers, such as those of a view, are gone through by one connection: once for what people
//! ask for, and once more for what is answered.
//!
//! Each of n workers takes every n-th range. Its channel is short: a worker that is ahead waits, and memory stays bounded.

mod worker;

use std::hash::RandomState;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::Progress;
use super::context::AuditContext;
use super::conversation_index::ConversationIndex;
use super::examine::Examined;
use crate::source::{Interrupt, ReadCount, RowRange, SourceError, SqliteSource};
use worker::Worker;

/// How many times that a worker may be ahead.
const AHEAD: usize = 4;
/// How many rows are read in one go, unless that makes too many ranges.
const ROWS: i128 = 2048;
/// The same of rows that hold several messages each: conversations, as a rule.
const UNFOLDED_ROWS: i128 = 32;
const MOST_STRETCHES: i128 = 8192;
/// The most threads that pass over a database at once.
pub(super) const MOST_WORKERS: usize = 8;
/// How often progress is reported while nothing is found.
const BEAT: Duration = Duration::from_millis(40);

/// What a pass tells of.
pub(super) enum Event {
    Examined(Box<Examined>),
    Progress(Progress),
}

/// What a worker hands over.
enum WorkerMessage {
    ConversationIndex(Box<ConversationIndex>),
    Examined(Vec<Examined>),
    /// A range is done.
    Through(ReadCount),
    Failed(SourceError),
}

/// Calls `tell` for each message that may claim something, in their order, until it answers `false`; over no more connections than
/// `workers`.
pub(super) fn each_examined(
    source: &SqliteSource,
    knowledge: &AuditContext,
    workers: usize,
    tell: &mut dyn FnMut(Event) -> bool,
) -> Result<ReadCount, SourceError> {
    let opening = source.opening();
    Pass::new(source, knowledge, workers)?.run(&|| opening.open(), tell)
}

/// Opens a connection to the database.
type Open<'a> = &'a (dyn Fn() -> Result<SqliteSource, SourceError> + Sync);

/// A pass that several workers share.
struct Pass<'a> {
    /// The rows of the database; `None` where one worker goes through all of them, since they are not found by their numbers.
    rows: Option<RowRange>,
    /// How many rows a range has.
    width: i128,
    ranges: usize,
    workers: usize,
    knowledge: &'a AuditContext,
    /// The workers' indexes are merged.
    hasher: RandomState,
    stop: AtomicBool,
    /// What ends a question of a worker to the database.
    interrupts: Mutex<Vec<Interrupt>>,
    messages: AtomicU64,
    /// How much of the ranges is done, in tenths of a range.
    steps: AtomicU64,
}

impl<'a> Pass<'a> {
    fn new(source: &SqliteSource, knowledge: &'a AuditContext, most_workers: usize) -> Result<Self, SourceError> {
        let rows = source.rows()?;
        let count = rows.map_or(1, |rows| i128::from(rows.last) - i128::from(rows.first) + 1);
        let width = if source.unfolds_rows() { UNFOLDED_ROWS } else { ROWS }.max(count / MOST_STRETCHES + 1);
        let ranges = usize::try_from((count + width - 1) / width).unwrap_or(1);
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let workers = processors.min(most_workers).min(ranges);
        let (stop, messages, steps) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
        let (hasher, interrupts) = (RandomState::new(), Mutex::default());
        Ok(Self { rows, width, ranges, workers, knowledge, hasher, stop, interrupts, messages, steps })
    }

    fn range(&self, all: RowRange, number: usize) -> RowRange {
        let place = |number: usize| i128::from(all.first) + self.width * i128::try_from(number).unwrap_or_default();
        let row = |place: i128| i64::try_from(place).unwrap_or(i64::MAX).min(all.last);
        RowRange { first: row(place(number)), last: row(place(number + 1) - 1) }
    }

    /// The ranges of a worker.
    fn share(&self, all: RowRange, worker: usize) -> impl Iterator<Item = RowRange> {
        (worker..self.ranges).step_by(self.workers).map(move |number| self.range(all, number))
    }

    /// Each worker reads over a connection that `open` opens.
    fn run(&self, open: Open<'_>, tell: &mut dyn FnMut(Event) -> bool) -> Result<ReadCount, SourceError> {
        thread::scope(|scope| {
            let mut inboxes = Vec::new();
            let mut outlets = Vec::new();
            for number in 0..self.workers {
                let (words, inbox) = sync_channel(AHEAD);
                let (outlet, index) = sync_channel(1);
                scope.spawn(move || Worker { pass: self, number, words }.run(open, &index));
                inboxes.push(inbox);
                outlets.push(outlet);
            }
            let read = self.gather(&inboxes, &outlets, tell);
            // Who waits for somebody to listen ends when the inboxes are dropped.
            self.stop.store(true, Ordering::Relaxed);
            self.interrupts.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|interrupt| interrupt());
            read
        })
    }

    /// Takes what the workers send, each range in its turn.
    fn gather(
        &self,
        inboxes: &[Receiver<WorkerMessage>],
        outlets: &[SyncSender<Arc<ConversationIndex>>],
        tell: &mut dyn FnMut(Event) -> bool,
    ) -> Result<ReadCount, SourceError> {
        let mut count = ReadCount::default();
        let mut index: Option<ConversationIndex> = None;
        for inbox in inboxes {
            match self.next(inbox, tell) {
                Some(WorkerMessage::ConversationIndex(part)) => match &mut index {
                    Some(index) => index.merge(*part),
                    None => index = Some(*part),
                },
                Some(WorkerMessage::Failed(error)) => return Err(error),
                _ => return Ok(count),
            }
        }
        let Some(mut index) = index else { return Ok(count) };
        index.finish(self.rows);
        let index = Arc::new(index);
        for outlet in outlets {
            // A worker that is gone has said why.
            let _ = outlet.send(Arc::clone(&index));
        }
        for inbox in inboxes.iter().cycle().take(self.ranges) {
            loop {
                let goes_on = match self.next(inbox, tell) {
                    Some(WorkerMessage::Examined(all)) => {
                        all.into_iter().all(|examined| tell(Event::Examined(Box::new(examined))))
                    }
                    Some(WorkerMessage::Through(part)) => {
                        count += part;
                        break;
                    }
                    Some(WorkerMessage::Failed(error)) => return Err(error),
                    Some(WorkerMessage::ConversationIndex(_)) | None => false,
                };
                if !goes_on {
                    count.read = count.read.max(self.messages.load(Ordering::Relaxed));
                    return Ok(count);
                }
            }
        }
        Ok(count)
    }

    /// The next word of a worker; `None` where nobody wants to know.
    fn next(&self, inbox: &Receiver<WorkerMessage>, tell: &mut dyn FnMut(Event) -> bool) -> Option<WorkerMessage> {
        loop {
            match inbox.recv_timeout(BEAT) {
                // Where all is one range, its end is far.
                Ok(word) if self.rows.is_none() || matches!(word, WorkerMessage::Through(_)) => {
                    return tell(Event::Progress(self.progress())).then_some(word);
                }
                Ok(word) => return Some(word),
                Err(RecvTimeoutError::Timeout) if tell(Event::Progress(self.progress())) => {}
                Err(_) => return None,
            }
        }
    }

    fn progress(&self) -> Progress {
        let steps = self.steps.load(Ordering::Relaxed);
        let all = u64::try_from(self.ranges).unwrap_or(u64::MAX).saturating_mul(10).max(1);
        let done = self.rows.map(|_| steps.saturating_mul(1000) / all);
        Progress { messages: self.messages.load(Ordering::Relaxed), done }
    }
}

#[cfg(test)]
mod tests;
