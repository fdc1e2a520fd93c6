//! A host without a database.

mod journal;

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use super::{speech, support};
use crate::explore::{Survey, draft_of_template};
use crate::proposal::{Edit, Finding, Status};
use crate::registry::Registry;
use crate::review::{Decision, DecisionKind, NewDecision};
use crate::source::Key;
use crate::tui::{
    Action, Copied, DecisionState, EditorOutcome, Effect, Host, Item, JournalRow, RecentDecision, SavedView, Undoable,
    WritePlan,
};

/// The chat template in every file whose name contains `jinja`.
const TEMPLATE: &str = include_str!("../../../tests/fixtures/templates/name_before_object.jinja");

/// An undo step: stored, undone and redone as a unit.
#[derive(Clone)]
enum Gesture {
    Decided(Vec<NewDecision>),
    Noted(Key, String),
    Flagged(Vec<Key>, bool),
    Approved(Vec<Key>),
}

impl Gesture {
    fn messages(&self) -> Vec<&Key> {
        match self {
            Self::Decided(decisions) => decisions.iter().map(|decision| &decision.message).collect(),
            Self::Noted(message, _) => vec![message],
            Self::Flagged(messages, _) | Self::Approved(messages) => messages.iter().collect(),
        }
    }

    /// The note that it gives a message.
    fn note(&self, key: &Key) -> Option<String> {
        match self {
            Self::Decided(decisions) => decisions.iter().find(|new| new.message == *key)?.note.clone(),
            Self::Noted(message, note) => (message == key).then(|| note.clone()),
            Self::Flagged(..) | Self::Approved(_) => None,
        }
    }
}

/// A stand-in for `$EDITOR`: maps the given text to an outcome.
type FakeEditor = Rc<dyn Fn(&str) -> EditorOutcome>;

/// A host in memory, with undo and redo.
#[derive(Clone)]
pub(super) struct FakeHost {
    pub(super) effects: Vec<Effect>,
    done: Vec<Gesture>,
    /// The decisions of an undo step that is stored in parts.
    begun: Vec<NewDecision>,
    undone: Vec<Gesture>,
    pub(super) drafts: Vec<(Key, Edit)>,
    /// The last saved view.
    pub(super) view: Option<SavedView>,
    pub(super) journal: Vec<JournalRow>,
    /// The batch of appended rows; `None` for a batch of their own.
    batch: Option<i64>,
    /// The findings of a repeated search.
    pub(super) findable: Vec<Item>,
    /// Whether a write plan lists its findings.
    lists_writes: bool,
    /// The user's request before each message.
    pub(super) requests: HashMap<Key, &'static str>,
    /// Why write-backs cannot be undone, if so.
    pub(super) refuses: Option<&'static str>,
    /// Why a repeated search fails, if so.
    pub(super) unreadable: Option<&'static str>,
    /// Why storing fails, if it does.
    pub(super) broken: Option<&'static str>,
    /// Where it says that copied texts went.
    pub(super) copied: Copied,
    /// The outcomes of `$EDITOR`, one per call; afterwards it leaves the text unchanged.
    pub(super) editors: VecDeque<FakeEditor>,
    /// What `$EDITOR` was given.
    pub(super) given: Vec<String>,
    /// The texts saved in files.
    pub(super) kept: Vec<String>,
}

impl Default for FakeHost {
    fn default() -> Self {
        Self {
            effects: Vec::new(),
            done: Vec::new(),
            begun: Vec::new(),
            undone: Vec::new(),
            drafts: Vec::new(),
            journal: Vec::new(),
            batch: None,
            findable: Vec::new(),
            lists_writes: false,
            requests: HashMap::from([(
                Key::Integer(1038),
                "Do you remember what we said about the tides? It was late.",
            )]),
            refuses: None,
            unreadable: None,
            broken: None,
            copied: Copied::Terminal { through_tmux: false },
            editors: VecDeque::new(),
            given: Vec::new(),
            kept: Vec::new(),
            view: None,
        }
    }
}

impl FakeHost {
    /// A host whose write plan lists its findings.
    pub(super) fn listing() -> Self {
        Self { lists_writes: true, ..Self::default() }
    }

    fn decided(&self) -> impl Iterator<Item = &NewDecision> {
        self.done.iter().flat_map(|gesture| match gesture {
            Gesture::Decided(decisions) => decisions.as_slice(),
            Gesture::Noted(..) | Gesture::Flagged(..) | Gesture::Approved(_) => &[],
        })
    }

    fn note(&self, key: &Key) -> Option<String> {
        let last = self.done.iter().rev().find_map(|gesture| gesture.note(key));
        last.filter(|note| !note.is_empty())
    }

    fn is_flagged(&self, key: &Key) -> bool {
        let last = self.done.iter().rev().find_map(|gesture| match gesture {
            Gesture::Flagged(messages, flagged) if messages.contains(key) => Some(*flagged),
            _ => None,
        });
        last.unwrap_or(false)
    }

    fn finding_copied(&self, finding: &Finding) -> Action {
        let key = finding.message_id.as_ref().unwrap();
        Action::Copied { what: format!("the finding of {key}"), copied: self.copied.clone() }
    }

    fn plan(&self) -> WritePlan {
        WritePlan {
            records: vec![("memory".to_owned(), 2)],
            texts: 3,
            plans: 0,
            left_out: vec![("the message changed since it was decided".to_owned(), 1)],
            changed: Vec::new(),
            backup: Some("export.db.backup-20260203".to_owned()),
            notes: Vec::new(),
            messages: self.accepted(),
        }
    }

    /// The accepted findings, which would be written.
    fn accepted(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = self.decided().map(|new| new.message.clone()).collect();
        keys.sort();
        keys.dedup();
        keys.retain(|key| self.lists_writes && matches!(self.status(key).0, Status::Accepted | Status::Edited));
        keys
    }

    /// Whether the last decision about a message was made together with others.
    fn is_in_bulk(&self, key: &Key) -> bool {
        let last = self.done.iter().rev().find_map(|gesture| match gesture {
            Gesture::Decided(decisions) if decisions.iter().any(|new| new.message == *key) => Some(decisions.len() > 1),
            _ => None,
        });
        last.unwrap_or(false)
    }

    fn is_approved(&self, key: &Key) -> bool {
        self.done.iter().any(|gesture| matches!(gesture, Gesture::Approved(messages) if messages.contains(key)))
    }

    fn store(&mut self, gesture: Gesture) -> Vec<Action> {
        if let Some(reason) = self.broken {
            return vec![Action::NotDecided(reason.to_owned())];
        }
        self.done.push(gesture);
        self.undone.clear();
        Vec::new()
    }

    fn status(&self, key: &Key) -> (Status, Edit) {
        let last = self.decided().filter(|decision| decision.message == *key).last();
        last.map_or_else(Default::default, |decision| {
            let status = match decision.kind {
                DecisionKind::Accept if decision.edit.is_empty() => Status::Accepted,
                DecisionKind::Accept => Status::Edited,
                DecisionKind::Reject => Status::Rejected,
                DecisionKind::Skip => Status::Skipped,
                DecisionKind::Reset => Status::Pending,
            };
            (status, decision.edit.clone())
        })
    }

    fn restored(&self, gesture: Option<&Gesture>, what: &str) -> Vec<Action> {
        let Some(gesture) = gesture else {
            return vec![Action::Restored { description: format!("nothing to {what}"), changes: Vec::new() }];
        };
        let now = |message: &Key| {
            let (status, edit) = self.status(message);
            let (note, flagged) = (self.note(message), self.is_flagged(message));
            let reviewer = (status != Status::Pending).then(|| "ana".to_owned());
            let approved_by = self.is_approved(message).then(|| "ana".to_owned());
            let in_bulk = self.is_in_bulk(message);
            DecisionState { message: message.clone(), status, edit, note, flagged, reviewer, approved_by, in_bulk }
        };
        let changes = gesture.messages().into_iter().map(now).collect();
        vec![Action::Restored { description: format!("{what}ne"), changes }]
    }

    /// Makes `$EDITOR` save a changed text.
    pub(super) fn edits(&mut self, change: impl Fn(&str) -> String + 'static) {
        self.ends(move |given| EditorOutcome::Saved(change(given)));
    }

    /// Queues an outcome of `$EDITOR`.
    pub(super) fn ends(&mut self, end: impl Fn(&str) -> EditorOutcome + 'static) {
        self.editors.push_back(Rc::new(end));
    }

    fn save_pattern(&self, text: &str) -> Action {
        if let Some(reason) = self.broken {
            return Action::PatternRefused { reason: reason.to_owned(), place: Some((2, 3)) };
        }
        let names =
            Registry::of("draft", text).unwrap().patterns().iter().map(|pattern| pattern.name.clone()).collect();
        Action::PatternSaved { names, path: "mine.json5".to_owned() }
    }

    /// All decisions in force, as `1042 accept`.
    pub(super) fn decisions(&self) -> Vec<String> {
        let describe = |decision: &NewDecision| format!("{} {}", decision.message, decision.kind.name());
        self.decided().map(describe).collect()
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
        match &effect {
            // Sent with every undo step; tests check only the undo steps.
            Effect::KeepView(view) => self.view = Some(view.clone()),
            // Sent for every selected finding.
            Effect::ReadRequest(_) => {}
            other => self.effects.push(other.clone()),
        }
        match effect {
            Effect::Decide(decisions) => self.store(Gesture::Decided(decisions)),
            Effect::BeginGesture | Effect::AbortGesture => {
                self.begun.clear();
                Vec::new()
            }
            Effect::DecideMore(decisions) => {
                self.begun.extend(decisions);
                Vec::new()
            }
            Effect::EndGesture => {
                let decisions = std::mem::take(&mut self.begun);
                self.store(Gesture::Decided(decisions))
            }
            Effect::Note { message, note } => self.store(Gesture::Noted(message, note)),
            Effect::Flag { messages, flagged } => self.store(Gesture::Flagged(messages, flagged)),
            Effect::Approve(messages) => self.store(Gesture::Approved(messages)),
            Effect::Recent(count) => {
                let all: Vec<_> = self.decided().collect();
                let decisions = all.into_iter().rev().take(count).map(|new| {
                    let at = "2026-02-03T09:00:00Z".parse().unwrap();
                    let (kind, edit, reviewer) = (new.kind, new.edit.clone(), "ana".to_owned());
                    let (text_digest, seq, journal_head) = (String::new(), 0, 0);
                    let decision = Decision { seq, kind, edit, text_digest, journal_head, reviewer, at };
                    RecentDecision::of(&new.message, &decision)
                });
                vec![Action::Decided(decisions.collect())]
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
            Effect::PlanWriteBack => vec![Action::Planned(Box::new(self.plan()))],
            Effect::WriteBack => self.write_back(),
            Effect::OpenConversation(key) => vec![Action::Conversation(speech::conversation(&key))],
            Effect::OpenJournal => vec![self.journal()],
            Effect::ReadWritten(message) => vec![self.written_now(message)],
            Effect::ReadRequest(message) => {
                let said = Ok(self.requests.get(&message).map(|said| (*said).to_owned()));
                vec![Action::Request { message, said }]
            }
            Effect::FindAgain { search, messages } => {
                if let Some(reason) = self.unreadable {
                    return vec![Action::NotFoundAgain { search, reason: reason.to_owned() }];
                }
                let found = self.findable.iter().filter(|item| messages.contains(&item.key));
                let items = found.cloned().collect();
                vec![Action::FoundAgain { search, items }]
            }
            Effect::Survey => vec![Action::Surveyed(Arc::new(support::survey()))],
            Effect::DraftPattern { survey, shapes } => {
                let shapes: Vec<_> = shapes.iter().filter_map(|place| survey.shapes.get(*place)).collect();
                let text = survey.draft(None, &shapes, None, &Registry::builtin().unwrap());
                let shapes = shapes.into_iter().map(|shape| shape.id.clone()).collect();
                vec![Action::PatternDrafted { survey: Arc::clone(&survey), shapes, text }]
            }
            Effect::DraftTemplate { survey, path } => vec![template_draft(survey, path)],
            Effect::SavePattern(text) => vec![self.save_pattern(&text)],
            Effect::UndoWrite(write) => self.undo_write(write),
            Effect::UndoBatch(batch) => self.undo_batch(batch),
            Effect::Copy { what, .. } => vec![Action::Copied { what, copied: self.copied.clone() }],
            Effect::CopyFinding(finding) => vec![self.finding_copied(&finding)],
            Effect::EditExternally(edit) => {
                self.given.push(edit.given.clone());
                let editor = self.editors.pop_front();
                let ended =
                    editor.map_or_else(|| EditorOutcome::Saved(edit.given.clone()), |editor| editor(&edit.given));
                vec![Action::Resumed, Action::EditedExternally(edit, ended)]
            }
            Effect::KeepText { text, reason, .. } => {
                self.kept.push(text);
                vec![Action::TextKept { path: "/tmp/kept.json5".to_owned(), reason }]
            }
            Effect::Suspend => vec![Action::Resumed],
            Effect::StoreView(_)
            | Effect::Repaint
            | Effect::KeepView(_)
            | Effect::CancelWriteBack
            | Effect::Select(_)
            | Effect::TakeUpPlan
            | Effect::TakeUpWriteBack
            | Effect::Quit => Vec::new(),
        }
    }
}

fn template_draft(survey: Arc<Survey>, path: String) -> Action {
    match draft_of_template(None, &path, TEMPLATE, &Registry::builtin().unwrap()) {
        Ok(text) if path.contains("jinja") => Action::PatternDrafted { survey, shapes: vec![path], text },
        _ => Action::TemplateRefused(format!("{path}: no such file")),
    }
}
