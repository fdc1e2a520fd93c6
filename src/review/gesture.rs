//! Undo steps whose decisions come in parts: either all of them take effect at the end, or none.

use jiff::Timestamp;
use rusqlite::Connection;

use super::event::{insert_decision, insert_note};
use super::store::{OpenGesture, write_view};
use super::{Decision, MessageChange, NewDecision, ReviewError, ReviewFile};
use crate::source::text_digest;

impl ReviewFile {
    /// Begins an undo step whose decisions come in parts. Either all of them take effect at its end, or none.
    pub fn begin(&mut self) -> Result<(), ReviewError> {
        self.abort();
        self.database.check_not_replaced()?;
        self.database.connection.execute_batch("BEGIN IMMEDIATE").map_err(self.database.sqlite())?;
        let (gesture, seq) = (self.history.last_gesture() + 1, self.history.last_seq());
        self.begun = Some(OpenGesture { gesture, seq, changes: Vec::new() });
        Ok(())
    }

    /// Stores decisions as one undo step, and `also` writes something else in the same transaction.
    pub(super) fn decide_with(
        &mut self,
        decisions: &[NewDecision],
        journal_head: i64,
        now: Timestamp,
        also: impl FnOnce(&Connection) -> rusqlite::Result<()>,
    ) -> Result<(), ReviewError> {
        self.begin()?;
        self.decide_more(decisions, journal_head, now)?;
        also(&self.database.connection).map_err(self.database.sqlite()).inspect_err(|_| self.abort())?;
        self.end()
    }

    /// Adds decisions to the undo step that was begun. If this fails, nothing of the step is stored.
    pub fn decide_more(
        &mut self,
        decisions: &[NewDecision],
        journal_head: i64,
        now: Timestamp,
    ) -> Result<(), ReviewError> {
        let Some(mut begun) = self.begun.take() else { return Ok(()) };
        let inserted = decisions.iter().try_for_each(|new| {
            begun.seq += 1;
            let decision = Decision {
                seq: begun.seq,
                kind: new.kind,
                edit: new.edit.clone(),
                text_digest: text_digest(&new.finding.message.text),
                journal_head,
                reviewer: self.reviewer.clone(),
                at: now,
            };
            insert_decision(&self.database.connection, begun.gesture, new, &decision)?;
            begun.changes.push((begun.seq, new.message.clone(), MessageChange::Decided(decision)));
            let Some(note) = &new.note else { return Ok(()) };
            begun.seq += 1;
            insert_note(
                &self.database.connection,
                (begun.seq, begun.gesture),
                &new.message,
                note,
                (&self.reviewer, now),
            )?;
            begun.changes.push((begun.seq, new.message.clone(), MessageChange::Noted(note.clone())));
            Ok(())
        });
        self.begun = Some(begun);
        inserted.map_err(self.database.sqlite()).inspect_err(|_| self.abort())
    }

    /// Ends the undo step that was begun. From then on its decisions are in effect.
    pub fn end(&mut self) -> Result<(), ReviewError> {
        let Some(begun) = &self.begun else { return Ok(()) };
        let gesture = begun.gesture;
        let kept = write_view(&self.database.connection, &self.reviewer, self.view.as_deref());
        let ended = kept.and_then(|()| self.database.connection.execute_batch("COMMIT"));
        ended.map_err(self.database.sqlite()).inspect_err(|_| self.abort())?;
        self.view = None;
        for (seq, message, change) in self.begun.take().into_iter().flat_map(|begun| begun.changes) {
            self.history.change(seq, gesture, message, change);
        }
        Ok(())
    }

    /// Cancels the undo step that was begun, if any: nothing of it is stored.
    pub fn abort(&mut self) {
        if self.begun.take().is_some() && !self.database.connection.is_autocommit() {
            // If even this fails, SQLite rolls back when the file is opened next.
            let _ = self.database.connection.execute_batch("ROLLBACK");
        }
    }
}
