//! Stores and undoes decisions, notes, flags and drafts, and returns those in effect.

use jiff::Timestamp;

use crate::proposal::Edit;
use crate::review::{Decision, DecisionKind, NewDecision};
use crate::source::{Key, Selection, Source as _};

use super::{Session, SessionError};

impl Session {
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

    /// The messages of the undo step that would be undone next, if all its decisions are already written: undoing those
    /// decisions would not change the database.
    #[must_use]
    pub fn written_gesture(&self) -> Option<Vec<Key>> {
        let history = self.review.as_ref()?.history();
        let gesture = history.undoable()?;
        let journal = self.audit.source().journal();
        let mut decided = 0;
        let is_written = |(seq, key, _): (i64, Key, Option<i64>)| {
            // A note that was made together with a decision is undone with it.
            let Some(decision) = history.decision(&key).filter(|decision| decision.seq == seq) else { return true };
            decided += 1;
            decision.is_carried_out(journal.of(&key))
        };
        let all_written = history.events(gesture).into_iter().all(is_written);
        (all_written && decided > 0).then(|| history.messages(gesture))
    }

    /// Undoes the last step. Returns its messages, or `None` if there was nothing to undo.
    pub fn undo_decision(&mut self, now: Timestamp) -> Result<Option<Vec<Key>>, SessionError> {
        Ok(self.writable_review()?.undo(now)?)
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
