//! Decisions that are stored, undone and redone.

use jiff::Timestamp;

use crate::proposal::Status;
use crate::review::NewDecision;
use crate::session::{SessionError, UndoneStep};
use crate::source::Key;
use crate::tui::input::action::{Action, DecisionState};

use super::SessionHost;

impl SessionHost {
    /// Stores decisions. A single one is refused if its message is no longer the one that the reviewer saw; those of a
    /// bulk action are checked by the write-back and its preview.
    pub(super) fn decide(&mut self, decisions: &[NewDecision], now: Timestamp) -> Result<Vec<Action>, SessionError> {
        if let [one] = decisions
            && !self.session.is_unchanged(one)?
        {
            let reason = format!("message {} was changed or deleted since the scan; nothing was decided", one.message);
            let stale = vec![(one.message.clone(), Status::Stale)];
            return Ok(vec![Action::NotDecided(reason), Action::Statuses(stale)]);
        }
        self.session.decide(decisions, now)?;
        Ok(Vec::new())
    }

    /// Undoes the last step, and says whose it was if it was not the reviewer's own.
    pub(super) fn undo_decision(&mut self, now: Timestamp) -> Result<Action, SessionError> {
        let Some(UndoneStep { messages, reviewer, skips_written }) = self.session.undo_decision(now)? else {
            let written = self.session.decisions().written_step(self.session.audit().source().journal());
            return Ok(written.map_or_else(|| nothing("nothing to undo"), Action::NotUndone));
        };
        let by = reviewer.map(|reviewer| format!("was by {reviewer}"));
        let skipped = skips_written.then(|| "what is written stays".to_owned());
        let more = by.into_iter().chain(skipped).collect::<Vec<_>>().join("; ");
        let more = if more.is_empty() { more } else { format!(" ({more})") };
        self.restored(messages, format!("undone{more}"))
    }

    /// Redoes the step that was undone last.
    pub(super) fn redo_decision(&mut self, now: Timestamp) -> Result<Action, SessionError> {
        match self.session.decisions_mut().redo_decision(now)? {
            Some(messages) => self.restored(messages, "redone".to_owned()),
            None => Ok(nothing("nothing to redo")),
        }
    }

    fn restored(&self, messages: Vec<Key>, description: String) -> Result<Action, SessionError> {
        let (decisions, journal) = (self.session.decisions(), self.session.audit().source().journal());
        let mut changes = Vec::new();
        for message in messages {
            let (status, edit) = self.session.findings().state_of(&message)?;
            let note = decisions.note_of(&message).map(str::to_owned);
            let flagged = decisions.is_flagged(&message);
            let reviewer = decisions.reviewer_of(journal, &message, status);
            let approved_by = decisions.approved_by(&message).map(str::to_owned);
            let in_bulk = decisions.is_in_bulk(&message);
            changes.push(DecisionState { message, status, edit, note, flagged, reviewer, approved_by, in_bulk });
        }
        Ok(Action::Restored { description, changes })
    }
}

/// The answer to an undo or redo of nothing.
fn nothing(description: &str) -> Action {
    Action::Restored { description: description.to_owned(), changes: Vec::new() }
}
