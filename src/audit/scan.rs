//! The pass over a database: several connections scan ranges of its rows and keep the numbers of the rows that may
//! claim something. Then they examine those rows, and the results come out in order.
//!
//! Rows without numbers, such as those of a view, are read by one connection: once for the requests of users, and once
//! more for the answers.
//!
//! Each of n workers takes every n-th range. Its channel is short: a worker that is ahead waits, and memory stays
//! bounded.

mod worker;

use std::hash::RandomState;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::context::AuditContext;
use super::conversation_index::ConversationIndex;
use super::examine::ExaminedMessage;
use crate::source::{Interrupt, ReadCount, RowRange, SourceError, SqliteSource};
use worker::Worker;

/// The results that a worker may be ahead.
const AHEAD: usize = 4;
/// The rows of a range, unless that makes too many ranges.
const ROWS: i128 = 2048;
/// The same for rows with several messages each: usually conversations.
const UNFOLDED_ROWS: i128 = 32;
const MAX_RANGES: i128 = 8192;
/// The maximum number of threads of a pass over a database.
pub(super) const MOST_WORKERS: usize = 8;
/// The interval of progress reports while nothing is found.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(40);

/// The progress of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The messages looked at.
    pub messages: u64,
    /// The share of the work that is done, in thousandths; `None` if it is unknown.
    pub done: Option<u64>,
}

/// What a pass reports.
pub(super) enum ScanEvent {
    Examined(Box<ExaminedMessage>),
    Progress(Progress),
}

/// What a worker sends.
enum WorkerMessage {
    ConversationIndex(Box<ConversationIndex>),
    Examined(Vec<ExaminedMessage>),
    /// A range is finished.
    Through(ReadCount),
    Failed(SourceError),
}

/// Calls `report` for each message that may claim something, in their order, until it returns `false`, over at most
/// `workers` connections.
pub(super) fn each_examined(
    source: &SqliteSource,
    context: &AuditContext,
    workers: usize,
    report: &mut dyn FnMut(ScanEvent) -> bool,
) -> Result<ReadCount, SourceError> {
    let opening = source.opening();
    SharedScan::new(source, context, workers)?.run(&|| opening.open(), report)
}

type OpenSource<'a> = &'a (dyn Fn() -> Result<SqliteSource, SourceError> + Sync);

/// A pass that several workers share.
struct SharedScan<'a> {
    /// The rows of the database; `None` if they have no numbers, so that one worker reads all of them.
    rows: Option<RowRange>,
    /// The rows of a range.
    width: i128,
    ranges: usize,
    workers: usize,
    context: &'a AuditContext,
    /// The hasher that all workers use, because their indexes are merged.
    hasher: RandomState,
    stop: AtomicBool,
    /// Interrupts for the queries of all workers.
    interrupts: Mutex<Vec<Interrupt>>,
    messages: AtomicU64,
    /// The progress, in tenths of a range.
    steps: AtomicU64,
}

impl<'a> SharedScan<'a> {
    fn new(source: &SqliteSource, context: &'a AuditContext, most_workers: usize) -> Result<Self, SourceError> {
        let rows = source.rows()?;
        let count = rows.map_or(1, |rows| i128::from(rows.last) - i128::from(rows.first) + 1);
        let width = if source.unfolds_rows() { UNFOLDED_ROWS } else { ROWS }.max(count / MAX_RANGES + 1);
        let ranges = usize::try_from((count + width - 1) / width).unwrap_or(1);
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let workers = processors.min(most_workers).min(ranges);
        let (stop, messages, steps) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
        let (hasher, interrupts) = (RandomState::new(), Mutex::default());
        Ok(Self { rows, width, ranges, workers, context, hasher, stop, interrupts, messages, steps })
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

    /// Runs all workers, each over a connection from `open`.
    fn run(&self, open: OpenSource<'_>, report: &mut dyn FnMut(ScanEvent) -> bool) -> Result<ReadCount, SourceError> {
        thread::scope(|scope| {
            let mut inboxes = Vec::new();
            let mut outlets = Vec::new();
            for number in 0..self.workers {
                let (messages, inbox) = sync_channel(AHEAD);
                let (outlet, index) = sync_channel(1);
                scope.spawn(move || Worker { pass: self, number, messages }.run(open, &index));
                inboxes.push(inbox);
                outlets.push(outlet);
            }
            let read = self.gather(&inboxes, &outlets, report);
            // A worker that waits to send ends when the inboxes are dropped.
            self.stop.store(true, Ordering::Relaxed);
            self.interrupts.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|interrupt| interrupt());
            read
        })
    }

    /// Receives what the workers send, range by range.
    fn gather(
        &self,
        inboxes: &[Receiver<WorkerMessage>],
        outlets: &[SyncSender<Arc<ConversationIndex>>],
        report: &mut dyn FnMut(ScanEvent) -> bool,
    ) -> Result<ReadCount, SourceError> {
        let mut count = ReadCount::default();
        let mut index: Option<ConversationIndex> = None;
        for inbox in inboxes {
            match self.next(inbox, report) {
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
            // A worker that is gone has sent its error.
            let _ = outlet.send(Arc::clone(&index));
        }
        for inbox in inboxes.iter().cycle().take(self.ranges) {
            loop {
                let goes_on = match self.next(inbox, report) {
                    Some(WorkerMessage::Examined(all)) => {
                        all.into_iter().all(|examined| report(ScanEvent::Examined(Box::new(examined))))
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

    /// The next message of a worker; `None` if the caller ended the pass.
    fn next(
        &self,
        inbox: &Receiver<WorkerMessage>,
        report: &mut dyn FnMut(ScanEvent) -> bool,
    ) -> Option<WorkerMessage> {
        loop {
            match inbox.recv_timeout(PROGRESS_INTERVAL) {
                // With a single range its end is far away.
                Ok(word) if self.rows.is_none() || matches!(word, WorkerMessage::Through(_)) => {
                    return report(ScanEvent::Progress(self.progress())).then_some(word);
                }
                Ok(word) => return Some(word),
                Err(RecvTimeoutError::Timeout) if report(ScanEvent::Progress(self.progress())) => {}
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
