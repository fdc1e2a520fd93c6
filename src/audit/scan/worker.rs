//! One thread of a pass, with a connection of its own.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, PoisonError};

use super::{Open, Pass, Word};
use crate::audit::examine::Examiner;
use crate::audit::knowledge::Knowledge;
use crate::audit::outline::{LookFor, Outline};
use crate::claim::{Asked, Glanced};
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
    /// The rows that may claim something; `None` where they are too many to be kept.
    rows: Option<Vec<Kept>>,
}

/// A row that may claim something.
#[derive(Clone, Copy)]
struct Kept {
    /// How far it stands behind the first of its stretch.
    behind: u32,
    worth: Worth,
}

/// Whether an answer is worth reading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Worth {
    Sure,
    /// That is known when all of its conversation was seen.
    IfAsked,
    /// The same, where some conversation uses tools.
    InApplication,
}

impl LookedOver {
    /// The rows that are kept, by their numbers.
    fn kept(&self, stretch: Stretch) -> BTreeMap<i64, Worth> {
        let rows = self.rows.iter().flatten();
        rows.map(|row| (stretch.first + i64::from(row.behind), row.worth)).collect()
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
        let has_applications = outline.has_applications();
        for (stretch, seen) in self.pass.share(all, self.number).zip(looked_over) {
            let snapshot = source.snapshot()?;
            let mut rows = seen.kept(stretch);
            if seen.rows.is_none() || outline.is_unsettled(stretch) {
                self.look_again(source, &outline, stretch, seen.rows.is_some(), &mut rows)?;
            }
            rows.retain(|_, worth| *worth != Worth::InApplication || has_applications);
            let look = &mut |row: i64, glance: &Glance<'_>, conversation: Option<&Key>| {
                let is_sure = is_alone && rows.get(&row).is_some_and(|worth| *worth == Worth::Sure);
                is_sure || self.pass.knowledge.is_worth_reading(glance, outline.asked(conversation))
            };
            let numbers = rows.keys().copied();
            let read =
                |visit: Visit<'_>| source.each_answer_in(numbers, look, &mut |row, message| visit(message, Some(row)));
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
            let seen = row.answer.as_ref().map(|glance| self.pass.knowledge.look(glance.text));
            outline.see(row, seen, self.pass.knowledge);
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
        let mut rows = Some(Vec::<Kept>::new());
        let mut untold = Untold::new(&self.pass.messages);
        let count = source.each_row(Some(stretch), &mut |row| {
            let seen = row.answer.as_ref().map(|glance| knowledge.look(glance.text));
            let look_for = outline.see(row, seen, knowledge);
            if let Some((glance, seen)) = row.answer.as_ref().zip(seen) {
                untold.count();
                let worth = worth(glance, seen, look_for, knowledge);
                if let Some((kept, worth)) = rows.as_mut().zip(worth) {
                    match u32::try_from(row.number - stretch.first) {
                        // Several answers stand in one row.
                        Ok(behind) if kept.last().is_some_and(|last| last.behind == behind) => {
                            kept.pop();
                            kept.push(Kept { behind, worth: Worth::IfAsked });
                        }
                        Ok(behind) if kept.len() < most => kept.push(Kept { behind, worth }),
                        _ => rows = None,
                    }
                }
            }
            !self.is_over()
        })?;
        Ok(LookedOver { count, rows })
    }

    /// Adds the rows of a stretch that may claim something, now that all is known of what was asked for; where `some` are
    /// known, those that were overlooked.
    fn look_again(
        &self,
        source: &SqliteSource,
        outline: &Outline,
        stretch: Stretch,
        some: bool,
        rows: &mut BTreeMap<i64, Worth>,
    ) -> Result<(), SourceError> {
        let knowledge = self.pass.knowledge;
        source.each_row(Some(stretch), &mut |row| {
            let Some(glance) = row.answer.as_ref().filter(|_| !rows.contains_key(&row.number)) else {
                return !self.is_over();
            };
            let asked = if some { outline.overlooked(row.conversation) } else { Some(outline.asked(row.conversation)) };
            if asked.is_some_and(|asked| knowledge.is_worth_reading(glance, asked)) {
                rows.insert(row.number, Worth::Sure);
            }
            !self.is_over()
        })?;
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.pass.stop.load(Ordering::Relaxed)
    }
}

/// Whether an answer is worth reading, as far as that is known; `None` where it is not, whatever comes.
fn worth(glance: &Glance<'_>, seen: Glanced, look_for: LookFor, knowledge: &Knowledge) -> Option<Worth> {
    let is_worth = |asked| knowledge.is_worth(glance, seen, asked);
    match look_for {
        LookFor::Known(asked) if is_worth(asked) => Some(Worth::Sure),
        LookFor::Known(asked) => knowledge.finder.may_say(seen, asked.in_application()).then_some(Worth::InApplication),
        LookFor::All => is_worth(Asked::ANYTHING).then_some(Worth::IfAsked),
    }
}
