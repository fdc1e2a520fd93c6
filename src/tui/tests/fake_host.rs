//! A host without a database.

use super::speech;
use crate::proposal::{Edit, Status};
use crate::review::{Act, Decision, NewDecision};
use crate::source::Key;
use crate::tui::{Action, Did, Effect, Host, Journal, JournalRow, RecentDecision, Standing, Undoable, WritePlan};

/// What is stored, taken back and done again as one.
#[derive(Clone)]
enum Gesture {
    Decided(Vec<NewDecision>),
    Noted(Key, String),
}

/// A host that remembers, and takes back.
#[derive(Clone, Default)]
pub(super) struct FakeHost {
    pub(super) effects: Vec<Effect>,
    done: Vec<Gesture>,
    undone: Vec<Gesture>,
    pub(super) drafts: Vec<(Key, Edit)>,
    pub(super) journal: Vec<JournalRow>,
    /// Why no write-back is taken back, where none is.
    pub(super) refuses: Option<&'static str>,
    /// Why storing fails, where it does.
    pub(super) broken: Option<&'static str>,
}

impl FakeHost {
    fn decided(&self) -> impl Iterator<Item = &NewDecision> {
        self.done.iter().flat_map(|gesture| match gesture {
            Gesture::Decided(decisions) => decisions.as_slice(),
            Gesture::Noted(..) => &[],
        })
    }

    fn note(&self, key: &Key) -> Option<String> {
        let notes = self.done.iter().rev().filter_map(|gesture| match gesture {
            Gesture::Noted(message, note) if message == key => Some(note.clone()),
            _ => None,
        });
        notes.take(1).find(|note| !note.is_empty())
    }

    fn status(&self, key: &Key) -> (Status, Edit) {
        let last = self.decided().filter(|decision| decision.message == *key).last();
        last.map_or_else(Default::default, |decision| {
            let status = match decision.act {
                Act::Accept if decision.edit.is_empty() => Status::Accepted,
                Act::Accept => Status::Edited,
                Act::Reject => Status::Rejected,
                Act::Skip => Status::Skipped,
                Act::Reset => Status::Pending,
            };
            (status, decision.edit.clone())
        })
    }

    fn restored(&self, gesture: Option<&Gesture>, what: &str) -> Vec<Action> {
        let Some(gesture) = gesture else {
            return vec![Action::Restored { description: format!("nothing to {what}"), changes: Vec::new() }];
        };
        let messages: Vec<&Key> = match gesture {
            Gesture::Decided(decisions) => decisions.iter().map(|decision| &decision.message).collect(),
            Gesture::Noted(message, _) => vec![message],
        };
        let now = |message: &Key| {
            let (status, edit) = self.status(message);
            Standing { message: message.clone(), status, edit, note: self.note(message) }
        };
        let changes = messages.into_iter().map(now).collect();
        vec![Action::Restored { description: format!("{what}ne"), changes }]
    }

    pub(super) fn append(&mut self, did: Did, message: Key) {
        let id = i64::try_from(self.journal.len()).unwrap() + 1;
        let texts =
            Some(("{success: true, content: \"I lost track\"}You saw\u{1b} me.".to_owned(), "You saw me.".to_owned()));
        let records = vec![format!("agent_memories {}", 40 + id)];
        let at = format!("2026-02-03T09:{id:02}:00Z");
        self.journal.push(JournalRow { id, at, reviewer: "ana".to_owned(), did, message, records, texts });
    }

    fn journal(&self) -> Action {
        Action::Journal(Journal { rows: self.journal.iter().rev().cloned().collect(), earlier: 0 })
    }

    fn undo_write(&mut self, write: i64) -> Vec<Action> {
        if let Some(reason) = self.refuses {
            return vec![self.journal(), Action::NotTakenBack { write, reason: reason.to_owned() }];
        }
        let undo = i64::try_from(self.journal.len()).unwrap() + 1;
        let row = self.journal.iter_mut().find(|row| row.id == write).unwrap();
        row.did = Did::Undone(undo);
        let message = row.message.clone();
        self.append(Did::Undo(write), message.clone());
        let (_, edit) = self.status(&message);
        vec![self.journal(), Action::TakenBack { write, message, status: Status::Pending, edit }]
    }

    /// All decisions that count, as `1042 accept`.
    pub(super) fn decisions(&self) -> Vec<String> {
        let told = |decision: &NewDecision| format!("{} {}", decision.message, decision.act.name());
        self.decided().map(told).collect()
    }

    pub(super) fn last(&self) -> &NewDecision {
        self.decided().last().unwrap()
    }

    pub(super) fn gestures(&self) -> usize {
        self.done.len()
    }
}

impl Host for FakeHost {
    fn run(&mut self, effect: Effect) -> Vec<Action> {
        let mut answers = self.answer(effect);
        answers.push(Action::Undoable(Undoable { undo: !self.done.is_empty(), redo: !self.undone.is_empty() }));
        answers
    }
}

impl FakeHost {
    fn answer(&mut self, effect: Effect) -> Vec<Action> {
        self.effects.push(effect.clone());
        match effect {
            Effect::Decide(decisions) => {
                if let Some(reason) = self.broken {
                    return vec![Action::NotDecided(reason.to_owned())];
                }
                self.done.push(Gesture::Decided(decisions));
                self.undone.clear();
                Vec::new()
            }
            Effect::Note { message, note } => {
                if let Some(reason) = self.broken {
                    return vec![Action::NotDecided(reason.to_owned())];
                }
                self.done.push(Gesture::Noted(message, note));
                self.undone.clear();
                Vec::new()
            }
            Effect::Recent(count) => {
                let all: Vec<_> = self.decided().collect();
                let told = all.into_iter().rev().take(count).map(|new| {
                    let at = "2026-02-03T09:00:00Z".parse().unwrap();
                    let (act, edit, reviewer) = (new.act, new.edit.clone(), "ana".to_owned());
                    let (text_digest, seq, journal_head) = (String::new(), 0, 0);
                    let decision = Decision { seq, act, edit, text_digest, journal_head, reviewer, at };
                    RecentDecision::of(&new.message, &decision)
                });
                vec![Action::Decided(told.collect())]
            }
            Effect::Undo => {
                let gesture = self.done.pop();
                let answer = self.restored(gesture.as_ref(), "undo");
                self.undone.extend(gesture);
                answer
            }
            Effect::Redo => {
                let gesture = self.undone.pop();
                self.done.extend(gesture.clone());
                self.restored(gesture.as_ref(), "redo")
            }
            Effect::SaveDraft { message, edit } => {
                self.drafts.push((message, edit));
                Vec::new()
            }
            Effect::PlanWriteBack => vec![Action::Planned(WritePlan {
                records: vec![("memory".to_owned(), 2)],
                texts: 3,
                left_out: vec![("the message changed since it was decided".to_owned(), 1)],
                backup: Some("export.db.backup-20260203".to_owned()),
                notes: Vec::new(),
            })],
            Effect::WriteBack => {
                let written = self.decided().filter(|decision| decision.act == Act::Accept);
                let written: Vec<_> = written.map(|decision| (decision.message.clone(), Status::Written)).collect();
                for (message, _) in &written {
                    self.append(Did::Write, message.clone());
                }
                let told = vec![format!("{} messages written", written.len())];
                vec![Action::Statuses(written), Action::Wrote(told)]
            }
            Effect::OpenConversation(key) => vec![Action::Conversation(speech::conversation(&key))],
            Effect::OpenJournal => vec![self.journal()],
            Effect::UndoWrite(write) => self.undo_write(write),
            Effect::Quit => Vec::new(),
        }
    }
}
