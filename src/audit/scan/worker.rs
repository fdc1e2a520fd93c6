//! One thread of a pass, with a connection of its own.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, PoisonError};

use super::{OpenSource, SharedScan, WorkerMessage};
use crate::audit::context::AuditContext;
use crate::audit::conversation_index::{AnswerCheck, ConversationIndex};
use crate::audit::examine::Examiner;
use crate::claim::{Asked, TextPreview};
use crate::source::{Key, Message, MessagePreview, ReadCount, RowRange, SourceError, SqliteSource};

/// The messages that a worker sends at once: waking the receiver for each costs more than examining it.
const TOGETHER: usize = 16;
/// The maximum number of rows whose numbers a worker keeps; ranges with more are scanned again.
const MOST_KEPT: usize = 500_000;
/// The share of the time, in tenths, that scanning a range takes; examining its rows takes the rest.
const LOOKING: u64 = 7;
/// The messages that a worker counts before it reports them, because a shared counter is slow.
const COUNTED_TOGETHER: u64 = 64;

/// The result of scanning a range.
struct ScannedRange {
    count: ReadCount,
    /// The rows that may claim something; `None` if there are too many to keep.
    rows: Option<Vec<CandidateRow>>,
}

/// A row that may claim something.
#[derive(Clone, Copy)]
struct CandidateRow {
    /// Its distance from the first row of its range.
    offset: u32,
    worth: Relevance,
}

/// Whether an answer is worth reading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relevance {
    Sure,
    /// Depends on the requests in its conversation, once all of that was seen.
    IfAsked,
    /// The same, if its conversation, by the hash of its key, uses tools.
    InApplication(Option<u64>),
    /// The same, if its conversation, by the hash of its key, began before the range; with `or_in_application`, also if
    /// that uses tools.
    IfBegunBefore {
        conversation: u64,
        or_in_application: bool,
    },
}

impl ScannedRange {
    /// The rows that are kept, by their numbers.
    fn kept(&self, range: RowRange) -> BTreeMap<i64, Relevance> {
        let rows = self.rows.iter().flatten();
        rows.map(|row| (range.first + i64::from(row.offset), row.worth)).collect()
    }
}

/// Counted messages that are not reported yet.
struct UnreportedMessages<'a> {
    messages: u64,
    reported: &'a AtomicU64,
}

impl<'a> UnreportedMessages<'a> {
    fn new(reported: &'a AtomicU64) -> Self {
        Self { messages: 0, reported }
    }

    fn count(&mut self) {
        self.messages += 1;
        if self.messages == COUNTED_TOGETHER {
            self.reported.fetch_add(self.messages, Ordering::Relaxed);
            self.messages = 0;
        }
    }
}

impl Drop for UnreportedMessages<'_> {
    fn drop(&mut self) {
        self.reported.fetch_add(self.messages, Ordering::Relaxed);
    }
}

/// Handles an answer, with the number of its row if it has one.
type RowVisitor<'a> = &'a mut dyn FnMut(Message, Option<i64>) -> Result<bool, SourceError>;

/// One worker with a connection of its own.
pub(super) struct Worker<'a> {
    pub(super) pass: &'a SharedScan<'a>,
    pub(super) number: usize,
    pub(super) messages: SyncSender<WorkerMessage>,
}

impl Worker<'_> {
    pub(super) fn run(&self, open: OpenSource<'_>, indexes: &Receiver<Arc<ConversationIndex>>) {
        if let Err(error) = open().and_then(|source| self.work(&source, indexes)) {
            let _ = self.messages.send(WorkerMessage::Failed(error));
        }
    }

    fn work(&self, source: &SqliteSource, indexes: &Receiver<Arc<ConversationIndex>>) -> Result<(), SourceError> {
        self.pass.interrupts.lock().unwrap_or_else(PoisonError::into_inner).push(source.interrupt());
        // From here on, the interrupt ends queries.
        if self.is_over() {
            return Ok(());
        }
        match self.pass.rows {
            Some(all) => self.by_ranges(source, all, indexes),
            None => self.in_order(source, indexes),
        }
    }

    /// Scans the ranges of this worker, and then examines the rows that may claim something.
    fn by_ranges(
        &self,
        source: &SqliteSource,
        all: RowRange,
        indexes: &Receiver<Arc<ConversationIndex>>,
    ) -> Result<(), SourceError> {
        let mut index = ConversationIndex::new(source, self.pass.hasher.clone(), self.pass.workers);
        let mut kept = 0;
        let mut scanned = Vec::new();
        for range in self.pass.share(all, self.number) {
            let seen = self.scan_range(source, &mut index, range, MOST_KEPT - kept)?;
            kept += seen.rows.as_ref().map_or(0, Vec::len);
            scanned.push(seen);
            self.pass.steps.fetch_add(LOOKING, Ordering::Relaxed);
        }
        if self.messages.send(WorkerMessage::ConversationIndex(Box::new(index))).is_err() {
            return Ok(());
        }
        let Ok(index) = indexes.recv() else { return Ok(()) };
        let examiner = Examiner::new(source, self.pass.context, Some(&index));
        let is_alone = !source.unfolds_rows();
        let has_applications = index.has_applications();
        let is_of_application = |conversation| has_applications && index.is_of_application(conversation);
        for (range, seen) in self.pass.share(all, self.number).zip(scanned) {
            let snapshot = source.snapshot()?;
            let mut rows = seen.kept(range);
            rows.retain(|_, worth| match worth {
                Relevance::Sure | Relevance::IfAsked => true,
                Relevance::InApplication(hash) => is_of_application(*hash),
                Relevance::IfBegunBefore { conversation, or_in_application } => {
                    index.began_before(*conversation, range.first)
                        || *or_in_application && is_of_application(Some(*conversation))
                }
            });
            if seen.rows.is_none() || index.is_unsettled(range) {
                self.check_again(source, &index, range, seen.rows.is_some(), &mut rows)?;
            }
            let look = &mut |row: i64, preview: &MessagePreview<'_>, conversation: Option<&Key>| {
                let is_sure = is_alone && rows.get(&row).is_some_and(|worth| *worth == Relevance::Sure);
                is_sure || self.pass.context.is_worth_reading(preview, index.asked(conversation))
            };
            let numbers = rows.keys().copied();
            let read = |visit: RowVisitor<'_>| {
                source.each_answer_in(numbers, look, &mut |row, message| visit(message, Some(row)))
            };
            if !self.examine_all(&examiner, read)? {
                return Ok(());
            }
            drop(snapshot);
            self.pass.steps.fetch_add(10 - LOOKING, Ordering::Relaxed);
            if self.is_over() || self.messages.send(WorkerMessage::Through(seen.count)).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Reads all rows for the requests of users, and then all answers.
    fn in_order(&self, source: &SqliteSource, indexes: &Receiver<Arc<ConversationIndex>>) -> Result<(), SourceError> {
        let _snapshot = source.snapshot()?;
        let mut index = ConversationIndex::new(source, self.pass.hasher.clone(), self.pass.workers);
        let mut unreported = UnreportedMessages::new(&self.pass.messages);
        let scanned = source.each_row(None, &mut |row| {
            let seen = row.answer.as_ref().map(|preview| self.pass.context.look(preview.text));
            index.see(row, seen, self.pass.context);
            unreported.count();
            !self.is_over()
        })?;
        drop(unreported);
        if self.messages.send(WorkerMessage::ConversationIndex(Box::new(index))).is_err() {
            return Ok(());
        }
        let Ok(index) = indexes.recv() else { return Ok(()) };
        let examiner = Examiner::new(source, self.pass.context, Some(&index));
        let look = &mut |preview: &MessagePreview<'_>, conversation: Option<&Key>| {
            self.pass.context.is_worth_reading(preview, index.asked(conversation))
        };
        let mut count = ReadCount::default();
        let read = |visit: RowVisitor<'_>| {
            count = source.each_answer(look, &mut |message| visit(message, None))?;
            Ok(())
        };
        if self.examine_all(&examiner, read)? {
            // If the receiver is gone, it needs nothing more.
            let _ = self.messages.send(WorkerMessage::Through(ReadCount { no_json: scanned.no_json, ..count }));
        }
        Ok(())
    }

    /// Examines the answers that are read, and sends their claims; returns whether more are wanted.
    fn examine_all(
        &self,
        examiner: &Examiner<'_>,
        read: impl FnOnce(RowVisitor<'_>) -> Result<(), SourceError>,
    ) -> Result<bool, SourceError> {
        let mut together = Vec::new();
        let mut is_wanted = true;
        let read = read(&mut |message, row| {
            together.push(examiner.examine(message, row)?);
            if together.len() == TOGETHER {
                is_wanted = self.messages.send(WorkerMessage::Examined(std::mem::take(&mut together))).is_ok();
            }
            Ok(is_wanted && !self.is_over())
        });
        // What was found before a failure is sent.
        is_wanted = is_wanted && self.messages.send(WorkerMessage::Examined(together)).is_ok();
        read.map(|()| is_wanted)
    }

    /// Scans a range with the requests known so far.
    fn scan_range(
        &self,
        source: &SqliteSource,
        index: &mut ConversationIndex,
        range: RowRange,
        most: usize,
    ) -> Result<ScannedRange, SourceError> {
        let context = self.pass.context;
        let mut rows = Some(Vec::<CandidateRow>::new());
        let mut unreported = UnreportedMessages::new(&self.pass.messages);
        let count = source.each_row(Some(range), &mut |row| {
            let seen = row.answer.as_ref().map(|preview| context.look(preview.text));
            let look_for = index.see(row, seen, context);
            if let Some((preview, seen)) = row.answer.as_ref().zip(seen) {
                unreported.count();
                let worth = worth(preview, seen, look_for, index, row.conversation, context);
                if let Some((kept, worth)) = rows.as_mut().zip(worth) {
                    match u32::try_from(row.number - range.first) {
                        // One row may contain several answers.
                        Ok(offset) if kept.last().is_some_and(|last| last.offset == offset) => {
                            kept.pop();
                            kept.push(CandidateRow { offset, worth: Relevance::IfAsked });
                        }
                        Ok(offset) if kept.len() < most => kept.push(CandidateRow { offset, worth }),
                        _ => rows = None,
                    }
                }
            }
            !self.is_over()
        })?;
        Ok(ScannedRange { count, rows })
    }

    /// Adds the rows of a range that may claim something, now that all requests are known. If `some` are already kept,
    /// adds those that were overlooked.
    fn check_again(
        &self,
        source: &SqliteSource,
        index: &ConversationIndex,
        range: RowRange,
        some: bool,
        rows: &mut BTreeMap<i64, Relevance>,
    ) -> Result<(), SourceError> {
        let context = self.pass.context;
        source.each_row(Some(range), &mut |row| {
            let Some(preview) = row.answer.as_ref().filter(|_| !rows.contains_key(&row.number)) else {
                return !self.is_over();
            };
            let asked = if some { index.overlooked(row.conversation) } else { Some(index.asked(row.conversation)) };
            if asked.is_some_and(|asked| context.is_worth_reading(preview, asked)) {
                rows.insert(row.number, Relevance::Sure);
            }
            !self.is_over()
        })?;
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.pass.stop.load(Ordering::Relaxed)
    }
}

/// Whether an answer is worth reading, as far as that is known; `None` if it is certainly not.
fn worth(
    preview: &MessagePreview<'_>,
    seen: TextPreview,
    look_for: AnswerCheck,
    index: &ConversationIndex,
    conversation: Option<&Key>,
    context: &AuditContext,
) -> Option<Relevance> {
    let may_say = |asked| context.finder().may_say(seen, asked);
    let is_worth = |asked| match index.window(conversation) {
        Some(window) => context.is_finding(preview, seen, window, asked),
        None => context.is_worth(preview, seen, asked),
    };
    let may_say_more = |asked: Asked| !asked.has_application() && may_say(asked.in_application());
    match look_for {
        AnswerCheck::Known(asked) | AnswerCheck::IfBegun(asked, _) if is_worth(asked) => Some(Relevance::Sure),
        AnswerCheck::Known(asked) => may_say_more(asked).then(|| Relevance::InApplication(index.hash_of(conversation))),
        AnswerCheck::IfBegun(asked, conversation) => {
            Some(Relevance::IfBegunBefore { conversation, or_in_application: may_say_more(asked) })
        }
        AnswerCheck::All => context.is_worth(preview, seen, Asked::ANYTHING).then_some(Relevance::IfAsked),
    }
}
