//! Stores and undoes decisions, notes, flags and drafts, and returns those in effect.

use jiff::Timestamp;

use crate::proposal::Edit;
use crate::review::{Decision, DecisionKind, History, MessageChange, NewDecision};
use crate::source::{Key, Selection, Source as _};

use super::{Session, SessionError};

/// A step that was undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoneStep {
    /// The keys of its messages.
    pub messages: Vec<Key>,
    /// The reviewer who took it, unless it is the one who undid it.
    pub reviewer: Option<String>,
    /// Whether a later step stays, since it is written.
    pub skips_written: bool,
}

impl Session {
    /// Whether the text of a message is still the one that is decided about: it may have been changed or deleted.
    pub fn is_unchanged(&self, NewDecision { message, finding, .. }: &NewDecision) -> Result<bool, SessionError> {
        Ok(self.audit.source().text(message)?.as_ref() == Some(&finding.message.text))
    }

    /// Stores decisions as one undo step.
    pub fn decide(&mut self, decisions: &[NewDecision], now: Timestamp) -> Result<(), SessionError> {
        let head = self.audit.source().journal().head;
        Ok(self.writable_review()?.decide(decisions, head, now)?)
    }

    /// Begins an undo step whose decisions come in parts. Either all of them take effect at its end, or none.
    pub fn begin_gesture(&mut self) -> Result<(), SessionError> {
        Ok(self.writable_review()?.begin()?)
    }

    /// Adds decisions to the undo step that was begun. If this fails, nothing of the step is stored.
    pub fn decide_more(&mut self, decisions: &[NewDecision], now: Timestamp) -> Result<(), SessionError> {
        let head = self.audit.source().journal().head;
        Ok(self.writable_review()?.decide_more(decisions, head, now)?)
    }

    /// Records how the findings of the last undo step were selected.
    pub fn select(&mut self, selection: &Selection) -> Result<(), SessionError> {
        Ok(self.writable_review()?.select(selection)?)
    }

    /// Ends the undo step that was begun. From then on its decisions are in effect.
    pub fn end_gesture(&mut self) -> Result<(), SessionError> {
        Ok(self.writable_review()?.end()?)
    }

    /// Cancels the undo step that was begun: nothing of it is stored.
    pub fn give_up_gesture(&mut self) -> Result<(), SessionError> {
        self.writable_review()?.give_up();
        Ok(())
    }

    /// Stores a note as its own undo step. An empty note removes the note.
    pub fn note(&mut self, key: &Key, note: &str, now: Timestamp) -> Result<(), SessionError> {
        Ok(self.writable_review()?.note(key, note, now)?)
    }

    /// Flags messages for another look, or removes their flags, as one undo step.
    pub fn flag(&mut self, keys: &[Key], flagged: bool, now: Timestamp) -> Result<(), SessionError> {
        Ok(self.writable_review()?.flag(keys, flagged, now)?)
    }

    /// Approves acceptances by other reviewers, as one undo step.
    pub fn approve(&mut self, keys: &[Key], now: Timestamp) -> Result<(), SessionError> {
        Ok(self.writable_review()?.approve(keys, now)?)
    }

    /// The reviewer who approved the decision about a message.
    #[must_use]
    pub fn approved_by(&self, key: &Key) -> Option<&str> {
        self.review.as_ref()?.history().approved_by(key)
    }

    /// Whether the decision about a message is this reviewer's own, which makes their approval of it void.
    #[must_use]
    pub fn is_own_decision(&self, key: &Key) -> bool {
        self.decision(key).is_some_and(|decision| decision.reviewer == self.setup.reviewer)
    }

    /// Whether a message is flagged for another look.
    #[must_use]
    pub fn is_flagged(&self, key: &Key) -> bool {
        self.review.as_ref().is_some_and(|review| review.history().is_flagged(key))
    }

    /// Whether the decision about a message was made in bulk.
    #[must_use]
    pub fn is_in_bulk(&self, key: &Key) -> bool {
        self.review.as_ref().is_some_and(|review| review.history().is_in_bulk(key))
    }

    /// The note about a message.
    #[must_use]
    pub fn note_of(&self, key: &Key) -> Option<&str> {
        self.review.as_ref()?.history().note(key)
    }

    /// The step that an undo would undo: the last one that an undo changes anything of. What is written, or was written
    /// and undone since, follows from the journal, whatever is decided about it.
    #[must_use]
    pub fn undoable_step(&self) -> Option<i64> {
        let history = self.review.as_ref()?.history();
        history.undoable().find(|step| self.is_undone_by_undo(history, *step))
    }

    /// Whether the undo of a step changes anything. A note that was made together with a decision follows the decision.
    fn is_undone_by_undo(&self, history: &History, step: i64) -> bool {
        let journal = self.audit.source().journal();
        let follows_journal = |key: &Key, decision: &Decision| {
            let journal = journal.of(key);
            decision.is_carried_out(journal) || decision.is_taken_back(journal)
        };
        let mut is_of_decision = false;
        let mut others = 0;
        for (key, change) in history.in_effect(step) {
            let decision = match change {
                MessageChange::Decided(decision) => Some(decision),
                MessageChange::Approved { .. } => history.decision(key),
                MessageChange::Noted(_) | MessageChange::Flagged(_) => {
                    others += 1;
                    continue;
                }
            };
            is_of_decision = true;
            if decision.is_some_and(|decision| !follows_journal(key, decision)) {
                return true;
            }
        }
        !is_of_decision && others > 0
    }

    /// The messages of the last step, if it is written: it is undone in the journal, not here.
    #[must_use]
    pub fn written_step(&self) -> Option<Vec<Key>> {
        let history = self.review.as_ref()?.history();
        let journal = self.audit.source().journal();
        let last = history.undoable().next()?;
        let is_written = |(key, change): (&Key, &MessageChange)| match change {
            MessageChange::Decided(decision) => decision.is_carried_out(journal.of(key)),
            _ => false,
        };
        history.in_effect(last).any(is_written).then(|| history.messages(last))
    }

    /// Undoes the last step that an undo changes anything of; `None` if there is none.
    pub fn undo_decision(&mut self, now: Timestamp) -> Result<Option<UndoneStep>, SessionError> {
        let Some(step) = self.undoable_step() else { return Ok(None) };
        let skips_written = self.written_step().is_some();
        let own = self.setup.reviewer.clone();
        let review = self.writable_review()?;
        let reviewer = review.reviewer_of_step(step)?.filter(|reviewer| *reviewer != own);
        Ok(Some(UndoneStep { messages: review.undo(step, now)?, reviewer, skips_written }))
    }

    /// Redoes the step that was undone last. Returns its messages, or `None` if there was nothing to redo.
    pub fn redo_decision(&mut self, now: Timestamp) -> Result<Option<Vec<Key>>, SessionError> {
        Ok(self.writable_review()?.redo(now)?)
    }

    /// Stores an undecided edit as a draft.
    pub fn set_draft(&mut self, key: &Key, edit: &Edit) -> Result<(), SessionError> {
        let text = self.audit.source().text(key)?.unwrap_or_default();
        Ok(self.writable_review()?.set_draft(key, &text, edit)?)
    }

    /// The last `count` decisions in effect, latest first.
    #[must_use]
    pub fn last_decisions(&self, count: usize) -> Vec<(&Key, &Decision)> {
        let mut decisions: Vec<_> = self.review.iter().flat_map(|review| review.history().decisions()).collect();
        decisions.sort_by_key(|(_, decision)| std::cmp::Reverse(decision.seq));
        decisions.truncate(count);
        decisions
    }

    /// Whether a message has a decision in effect other than a reset.
    #[must_use]
    pub fn is_decided(&self, key: &Key) -> bool {
        self.decision(key).is_some_and(|decision| decision.kind != DecisionKind::Reset)
    }
}
