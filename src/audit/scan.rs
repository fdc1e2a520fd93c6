//! The pass over a database: several connections look over stretches of it at once, and keep the numbers of the rows that may
//! claim something. Then they examine those, and what they find comes out in order.
//!
//! Each worker takes every so-manieth stretch, and its channel is short: whoever is ahead waits, and memory does not grow.

use std::hash::RandomState;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::Progress;
use super::examine::{Examined, Examiner};
use super::knowledge::Knowledge;
use super::outline::Outline;
use crate::source::{Glance, Interrupt, Key, Message, ReadCount, SourceError, SqliteSource, Stretch};

/// So many messages a worker hands over together: to wake somebody for each costs more than to examine it.
const TOGETHER: usize = 16;
/// How many times that a worker may be ahead.
const AHEAD: usize = 4;
/// How many rows are read in one go, unless that makes too many stretches.
const ROWS: i128 = 2048;
/// The same of rows that hold several messages each: conversations, as a rule.
const UNFOLDED_ROWS: i128 = 32;
const MOST_STRETCHES: i128 = 8192;
const MOST_WORKERS: usize = 8;
/// How many rows a worker keeps the numbers of; the stretches in which there are more are looked over again.
const MOST_KEPT: usize = 500_000;
/// Looking over a stretch takes so much of the time, examining what was kept of it the rest: of ten parts.
const LOOKING: u64 = 7;
/// So many messages a worker counts before it tells: what all workers write and read is slow.
const COUNTED_TOGETHER: u64 = 64;
/// How often it is told how far the scan has come while nothing is found.
const BEAT: Duration = Duration::from_millis(40);

/// What a pass tells of.
pub(super) enum Event {
    Examined(Box<Examined>),
    Progress(Progress),
}

/// What a worker hands over.
enum Word {
    Outline(Outline),
    Examined(Vec<Examined>),
    /// A stretch is through.
    Through(ReadCount),
    Failed(SourceError),
}

/// Calls `tell` for each message that may claim something, in their order, until it answers `false`.
pub(super) fn each_examined(
    source: &SqliteSource,
    knowledge: &Knowledge,
    tell: &mut dyn FnMut(Event) -> bool,
) -> Result<ReadCount, SourceError> {
    let opening = source.opening();
    Pass::new(source, knowledge)?.run(&|| opening.open(), tell)
}

/// Opens a connection to the database.
type Open<'a> = &'a (dyn Fn() -> Result<SqliteSource, SourceError> + Sync);

/// A pass that several workers share.
struct Pass<'a> {
    /// The rows of the database; `None` where one worker goes through all of them, since they are not found by their numbers.
    rows: Option<Stretch>,
    /// How many rows a stretch has.
    width: i128,
    stretches: usize,
    workers: usize,
    knowledge: &'a Knowledge,
    /// The workers' outlines are merged.
    hasher: RandomState,
    stop: AtomicBool,
    /// What ends a question of a worker to the database.
    interrupts: Mutex<Vec<Interrupt>>,
    messages: AtomicU64,
    /// How much of the stretches was gone through, in tenths of one.
    steps: AtomicU64,
}

impl<'a> Pass<'a> {
    fn new(source: &SqliteSource, knowledge: &'a Knowledge) -> Result<Self, SourceError> {
        let rows = source.rows()?;
        let count = rows.map_or(1, |rows| i128::from(rows.last) - i128::from(rows.first) + 1);
        let width = if source.unfolds_rows() { UNFOLDED_ROWS } else { ROWS }.max(count / MOST_STRETCHES + 1);
        let stretches = usize::try_from((count + width - 1) / width).unwrap_or(1);
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let workers = processors.min(MOST_WORKERS).min(stretches);
        let (stop, messages, steps) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
        let (hasher, interrupts) = (RandomState::new(), Mutex::default());
        Ok(Self { rows, width, stretches, workers, knowledge, hasher, stop, interrupts, messages, steps })
    }

    fn stretch(&self, all: Stretch, number: usize) -> Stretch {
        let place = |number: usize| i128::from(all.first) + self.width * i128::try_from(number).unwrap_or_default();
        let row = |place: i128| i64::try_from(place).unwrap_or(i64::MAX).min(all.last);
        Stretch { first: row(place(number)), last: row(place(number + 1) - 1) }
    }

    /// The stretches of a worker.
    fn share(&self, all: Stretch, worker: usize) -> impl Iterator<Item = Stretch> {
        (worker..self.stretches).step_by(self.workers).map(move |number| self.stretch(all, number))
    }

    /// Each worker reads over a connection that `open` opens.
    fn run(&self, open: Open<'_>, tell: &mut dyn FnMut(Event) -> bool) -> Result<ReadCount, SourceError> {
        thread::scope(|scope| {
            let mut inboxes = Vec::new();
            let mut outlets = Vec::new();
            for number in 0..self.workers {
                let (words, inbox) = sync_channel(AHEAD);
                let (outlet, outline) = sync_channel(1);
                scope.spawn(move || Worker { pass: self, number, words }.run(open, &outline));
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

    /// Takes what the workers tell, each stretch in its turn.
    fn gather(
        &self,
        inboxes: &[Receiver<Word>],
        outlets: &[SyncSender<Arc<Outline>>],
        tell: &mut dyn FnMut(Event) -> bool,
    ) -> Result<ReadCount, SourceError> {
        let mut count = ReadCount::default();
        let mut outline: Option<Outline> = None;
        for inbox in inboxes {
            match self.next(inbox, tell) {
                Some(Word::Outline(part)) => match &mut outline {
                    Some(outline) => outline.merge(part),
                    None => outline = Some(part),
                },
                Some(Word::Failed(error)) => return Err(error),
                _ => return Ok(count),
            }
        }
        let Some(mut outline) = outline else { return Ok(count) };
        outline.finish(self.rows);
        let outline = Arc::new(outline);
        for outlet in outlets {
            // A worker that is gone has said why.
            let _ = outlet.send(Arc::clone(&outline));
        }
        for inbox in inboxes.iter().cycle().take(self.stretches) {
            loop {
                let goes_on = match self.next(inbox, tell) {
                    Some(Word::Examined(all)) => {
                        all.into_iter().all(|examined| tell(Event::Examined(Box::new(examined))))
                    }
                    Some(Word::Through(part)) => {
                        count += part;
                        break;
                    }
                    Some(Word::Failed(error)) => return Err(error),
                    Some(Word::Outline(_)) | None => false,
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
    fn next(&self, inbox: &Receiver<Word>, tell: &mut dyn FnMut(Event) -> bool) -> Option<Word> {
        loop {
            match inbox.recv_timeout(BEAT) {
                Ok(Word::Through(count)) => {
                    return tell(Event::Progress(self.progress())).then_some(Word::Through(count));
                }
                Ok(word) => return Some(word),
                Err(RecvTimeoutError::Timeout) if tell(Event::Progress(self.progress())) => {}
                Err(_) => return None,
            }
        }
    }

    fn progress(&self) -> Progress {
        let steps = self.steps.load(Ordering::Relaxed);
        let all = u64::try_from(self.stretches).unwrap_or(u64::MAX).saturating_mul(10).max(1);
        let done = self.rows.map(|_| steps.saturating_mul(1000) / all);
        Progress { messages: self.messages.load(Ordering::Relaxed), done }
    }
}

/// What looking over a stretch showed.
struct LookedOver {
    count: ReadCount,
    /// The rows that may claim something, each by how far it stands behind the first of the stretch; `None` where they are too
    /// many to be kept.
    rows: Option<Vec<u32>>,
}

impl LookedOver {
    /// The numbers of the rows that are known to claim something, and whether these are all.
    fn numbers(&self, stretch: Stretch) -> (Vec<i64>, bool) {
        let behind = self.rows.iter().flatten();
        (behind.map(|behind| stretch.first + i64::from(*behind)).collect(), self.rows.is_some())
    }
}

/// Messages that were counted, and not yet told.
struct Untold<'a> {
    messages: u64,
    told: &'a AtomicU64,
}

impl<'a> Untold<'a> {
    fn new(told: &'a AtomicU64) -> Self {
        Self { messages: 0, told }
    }

    fn count(&mut self) {
        self.messages += 1;
        if self.messages == COUNTED_TOGETHER {
            self.told.fetch_add(self.messages, Ordering::Relaxed);
            self.messages = 0;
        }
    }
}

impl Drop for Untold<'_> {
    fn drop(&mut self) {
        self.told.fetch_add(self.messages, Ordering::Relaxed);
    }
}

/// What is done with an answer, and with the number of its row where it has one.
type Visit<'a> = &'a mut dyn FnMut(Message, Option<i64>) -> Result<bool, SourceError>;

/// One worker with a connection of its own.
struct Worker<'a> {
    pass: &'a Pass<'a>,
    number: usize,
    words: SyncSender<Word>,
}

impl Worker<'_> {
    fn run(&self, open: Open<'_>, outlines: &Receiver<Arc<Outline>>) {
        if let Err(error) = open().and_then(|source| self.work(&source, outlines)) {
            let _ = self.words.send(Word::Failed(error));
        }
    }

    fn work(&self, source: &SqliteSource, outlines: &Receiver<Arc<Outline>>) -> Result<(), SourceError> {
        self.pass.interrupts.lock().unwrap_or_else(PoisonError::into_inner).push(source.interrupt());
        // From here on a question is ended by the interrupt, or not asked at all.
        if self.is_over() {
            return Ok(());
        }
        match self.pass.rows {
            Some(all) => self.by_stretches(source, all, outlines),
            None => self.in_order(source, outlines),
        }
    }

    /// Looks over the stretches of this worker, and then examines what may claim something in them.
    fn by_stretches(
        &self,
        source: &SqliteSource,
        all: Stretch,
        outlines: &Receiver<Arc<Outline>>,
    ) -> Result<(), SourceError> {
        let mut outline = Outline::new(source, self.pass.hasher.clone(), self.pass.workers);
        let mut kept = 0;
        let mut looked_over = Vec::new();
        for stretch in self.pass.share(all, self.number) {
            let seen = self.look_over(source, &mut outline, stretch, MOST_KEPT - kept)?;
            kept += seen.rows.as_ref().map_or(0, Vec::len);
            looked_over.push(seen);
            self.pass.steps.fetch_add(LOOKING, Ordering::Relaxed);
        }
        if self.words.send(Word::Outline(outline)).is_err() {
            return Ok(());
        }
        let Ok(outline) = outlines.recv() else { return Ok(()) };
        let examiner = Examiner::new(source, self.pass.knowledge, Some(&outline));
        let is_alone = !source.unfolds_rows();
        let look = &mut |glance: &Glance<'_>, conversation: Option<&Key>| {
            is_alone || self.pass.knowledge.is_worth_reading(glance, outline.asked(conversation))
        };
        for (stretch, seen) in self.pass.share(all, self.number).zip(looked_over) {
            let snapshot = source.snapshot()?;
            let (mut rows, are_all) = seen.numbers(stretch);
            if !are_all || outline.is_unsettled(stretch) {
                rows = self.look_again(source, &outline, stretch, are_all.then_some(rows.as_slice()))?;
            }
            let read =
                |visit: Visit<'_>| source.each_answer_in(&rows, look, &mut |row, message| visit(message, Some(row)));
            if !self.examine_all(&examiner, read)? {
                return Ok(());
            }
            drop(snapshot);
            self.pass.steps.fetch_add(10 - LOOKING, Ordering::Relaxed);
            if self.is_over() || self.words.send(Word::Through(seen.count)).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Goes through all rows for what people ask for, and then through all answers.
    fn in_order(&self, source: &SqliteSource, outlines: &Receiver<Arc<Outline>>) -> Result<(), SourceError> {
        let _snapshot = source.snapshot()?;
        let mut outline = Outline::new(source, self.pass.hasher.clone(), self.pass.workers);
        source.each_row(None, &mut |row| {
            outline.see(row, self.pass.knowledge);
            !self.is_over()
        })?;
        if self.words.send(Word::Outline(outline)).is_err() {
            return Ok(());
        }
        let Ok(outline) = outlines.recv() else { return Ok(()) };
        let examiner = Examiner::new(source, self.pass.knowledge, Some(&outline));
        let mut untold = Untold::new(&self.pass.messages);
        let look = &mut |glance: &Glance<'_>, conversation: Option<&Key>| {
            untold.count();
            self.pass.knowledge.is_worth_reading(glance, outline.asked(conversation))
        };
        let mut count = ReadCount::default();
        let read = |visit: Visit<'_>| {
            count = source.each_answer(look, &mut |message| visit(message, None))?;
            Ok(())
        };
        if self.examine_all(&examiner, read)? {
            // Who does not listen any more has heard all.
            let _ = self.words.send(Word::Through(count));
        }
        Ok(())
    }

    /// Examines the answers that are read, and hands over what they claim; answers whether somebody wants to know more.
    fn examine_all(
        &self,
        examiner: &Examiner<'_>,
        read: impl FnOnce(Visit<'_>) -> Result<(), SourceError>,
    ) -> Result<bool, SourceError> {
        let mut together = Vec::new();
        let mut is_wanted = true;
        let read = read(&mut |message, row| {
            together.push(examiner.examine(message, row)?);
            if together.len() == TOGETHER {
                is_wanted = self.words.send(Word::Examined(std::mem::take(&mut together))).is_ok();
            }
            Ok(is_wanted && !self.is_over())
        });
        // What was found before a failure is told.
        is_wanted = is_wanted && self.words.send(Word::Examined(together)).is_ok();
        read.map(|()| is_wanted)
    }

    /// Looks over a stretch, as far as anything is known of what was asked for.
    fn look_over(
        &self,
        source: &SqliteSource,
        outline: &mut Outline,
        stretch: Stretch,
        most: usize,
    ) -> Result<LookedOver, SourceError> {
        let knowledge = self.pass.knowledge;
        let mut rows = Some(Vec::new());
        let mut untold = Untold::new(&self.pass.messages);
        let count = source.each_row(Some(stretch), &mut |row| {
            let asked = outline.see(row, knowledge);
            if let Some(glance) = &row.answer {
                untold.count();
                if let Some(kept) = rows.as_mut().filter(|_| knowledge.is_worth_reading(glance, asked)) {
                    match u32::try_from(row.number - stretch.first) {
                        Ok(behind) if kept.last() == Some(&behind) => {}
                        Ok(behind) if kept.len() < most => kept.push(behind),
                        _ => rows = None,
                    }
                }
            }
            !self.is_over()
        })?;
        Ok(LookedOver { count, rows })
    }

    /// The rows of a stretch that may claim something, now that all is known of what was asked for; where that is known, of
    /// which it is known already.
    fn look_again(
        &self,
        source: &SqliteSource,
        outline: &Outline,
        stretch: Stretch,
        known: Option<&[i64]>,
    ) -> Result<Vec<i64>, SourceError> {
        let knowledge = self.pass.knowledge;
        let mut all = Vec::new();
        source.each_row(Some(stretch), &mut |row| {
            let is_worth_reading = row.answer.as_ref().is_some_and(|glance| {
                let asked = match known {
                    Some(known) if known.binary_search(&row.number).is_ok() => return true,
                    Some(_) => outline.overlooked(row.conversation),
                    None => Some(outline.asked(row.conversation)),
                };
                asked.is_some_and(|asked| knowledge.is_worth_reading(glance, asked))
            });
            all.extend(Some(row.number).filter(|number| is_worth_reading && all.last() != Some(number)));
            !self.is_over()
        })?;
        Ok(all)
    }

    fn is_over(&self) -> bool {
        self.pass.stop.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests;
