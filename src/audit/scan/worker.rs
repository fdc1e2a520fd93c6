//! One thread of a pass, with a connection of its own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, PoisonError};

use super::{Open, Pass, Word};
use crate::audit::examine::Examiner;
use crate::audit::outline::Outline;
use crate::source::{Glance, Key, Message, ReadCount, SourceError, SqliteSource, Stretch};

/// So many messages a worker hands over together: to wake somebody for each costs more than to examine it.
const TOGETHER: usize = 16;
/// How many rows a worker keeps the numbers of; the stretches in which there are more are looked over again.
const MOST_KEPT: usize = 500_000;
/// Looking over a stretch takes so much of the time, examining what was kept of it the rest: of ten parts.
const LOOKING: u64 = 7;
/// So many messages a worker counts before it tells: what all workers write and read is slow.
const COUNTED_TOGETHER: u64 = 64;

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
pub(super) struct Worker<'a> {
    pub(super) pass: &'a Pass<'a>,
    pub(super) number: usize,
    pub(super) words: SyncSender<Word>,
}

impl Worker<'_> {
    pub(super) fn run(&self, open: Open<'_>, outlines: &Receiver<Arc<Outline>>) {
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
        if self.words.send(Word::Outline(Box::new(outline))).is_err() {
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
        let mut untold = Untold::new(&self.pass.messages);
        let looked_over = source.each_row(None, &mut |row| {
            outline.see(row, self.pass.knowledge);
            untold.count();
            !self.is_over()
        })?;
        drop(untold);
        if self.words.send(Word::Outline(Box::new(outline))).is_err() {
            return Ok(());
        }
        let Ok(outline) = outlines.recv() else { return Ok(()) };
        let examiner = Examiner::new(source, self.pass.knowledge, Some(&outline));
        let look = &mut |glance: &Glance<'_>, conversation: Option<&Key>| {
            self.pass.knowledge.is_worth_reading(glance, outline.asked(conversation))
        };
        let mut count = ReadCount::default();
        let read = |visit: Visit<'_>| {
            count = source.each_answer(look, &mut |message| visit(message, None))?;
            Ok(())
        };
        if self.examine_all(&examiner, read)? {
            // Who does not listen any more has heard all.
            let _ = self.words.send(Word::Through(ReadCount { no_json: looked_over.no_json, ..count }));
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
