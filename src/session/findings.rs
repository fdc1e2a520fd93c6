//! Findings with their state in the review.

use std::collections::BTreeSet;

use super::{Decisions, Reviewed, SessionError};
use crate::audit::{Audit, Progress, Tally};
use crate::proposal::{self, Edit, Finding, Rules, Status};
use crate::review::DecisionKind;
use crate::source::{JournalEntry, Key, MessageJournal, Source as _, each_entry, sqlite_error};
use crate::writeback::{self, Documents};

/// Finds what a review is about, with the decisions about it.
#[derive(Clone, Copy)]
pub struct Findings<'s> {
    pub(super) audit: &'s Audit,
    pub(super) decisions: &'s Decisions,
    /// Parsed documents with copies of message texts, cached by the last lookup.
    pub(super) documents: &'s Documents,
}

impl Findings<'_> {
    /// Calls `visit` for each finding with its state, until it returns `false`.
    pub fn scan(&self, visit: &mut dyn FnMut(Reviewed) -> bool) -> Result<Tally, SessionError> {
        self.scan_watched(visit, &mut |_| true)
    }

    /// Like [`Self::scan`]. `watch` is called with the progress from time to time, and stops the scan by returning
    /// `false`.
    pub fn scan_watched(
        &self,
        visit: &mut dyn FnMut(Reviewed) -> bool,
        watch: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Tally, SessionError> {
        self.list_watched(
            &mut |mut reviewed| {
                self.read_copies(&mut reviewed.finding);
                visit(reviewed)
            },
            watch,
        )
    }

    /// Like [`Self::scan_watched`], but without the copies of the texts, which only a decision or a whole document
    /// needs.
    pub fn list_watched(
        &self,
        visit: &mut dyn FnMut(Reviewed) -> bool,
        watch: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Tally, SessionError> {
        let mut failure = None;
        let mut visit_one = |finding| match self.reviewed(finding) {
            Ok(reviewed) => visit(reviewed),
            Err(error) => {
                failure = Some(error);
                false
            }
        };
        let tally = self.audit.scan_watched(&mut visit_one, watch)?;
        failure.map_or(Ok(tally), Err)
    }

    /// The finding of one message, with its state.
    pub fn of(&self, key: &Key) -> Result<Option<Reviewed>, SessionError> {
        self.audit.finding(key)?.map(|finding| self.with_state(finding)).transpose()
    }

    /// Adds the status, the reviewer's changes and the copies of the text to a finding.
    pub fn with_state(&self, mut finding: Finding) -> Result<Reviewed, SessionError> {
        self.read_copies(&mut finding);
        self.reviewed(finding)
    }

    /// Adds the status and the reviewer's changes to a finding, which shows what its decision will write.
    fn reviewed(&self, finding: Finding) -> Result<Reviewed, SessionError> {
        let mut reviewed = self.decisions.reviewed(self.audit.source().journal(), finding)?;
        if let Some((choice, at)) = self.decisions.record_choice(&reviewed.finding)? {
            let finding =
                Finding { record_time: choice.record_time, record_tool: choice.record_tool, ..reviewed.finding };
            let rules = Rules { decided_at: at, ..self.audit.rules() };
            reviewed.finding = proposal::revise(finding, &Edit::NONE, &rules);
        }
        Ok(reviewed)
    }

    /// Reads the copies of a finding's text, so that a finding that cannot be written is not accepted.
    pub fn read_copies(&self, finding: &mut Finding) {
        if let Some(key) = &finding.message_id {
            let copies = writeback::copies(self.audit.source(), self.documents, key, &finding.message.text);
            (finding.copies, finding.copies_unreadable) = (copies.others, copies.unreadable);
        }
    }

    /// The finding of a message. A written message has none left in the database, so its finding comes from the
    /// journal.
    pub fn finding_or_written(&self, key: &Key, journal: &[JournalEntry]) -> Result<Option<Reviewed>, SessionError> {
        let found = self.of(key)?;
        found.map_or_else(|| self.written(key, journal), |found| Ok(Some(found)))
    }

    /// The finding of a written message.
    pub(super) fn written(&self, key: &Key, journal: &[JournalEntry]) -> Result<Option<Reviewed>, SessionError> {
        let written = self.audit.source().journal().of(key).and_then(MessageJournal::written);
        written.and(journal.last()).map(|entry| self.of_entry(entry)).transpose()
    }

    /// The finding that a journal row stores.
    pub(super) fn of_entry(&self, entry: &JournalEntry) -> Result<Reviewed, SessionError> {
        let key = &entry.message;
        let mut finding: Finding =
            entry.approved_as().map_err(|error| sqlite_error(self.audit.source().path(), &error))?;
        finding.message_id.get_or_insert_with(|| key.clone());
        finding.status = Status::Written;
        let (note, flagged) = (self.decisions.note_of(key).map(str::to_owned), self.decisions.is_flagged(key));
        Ok(Reviewed { note, flagged, reviewer: Some(entry.reviewer.clone()), ..Reviewed::undecided(finding) })
    }

    /// Calls `visit` for each finding whose write-back is in effect, as the journal stores it, in the order of writing.
    pub fn each_written(&self, mut visit: impl FnMut(Reviewed)) -> Result<(), SessionError> {
        let source = self.audit.source();
        let in_effect: BTreeSet<i64> = source.journal().in_effect().map(|write| write.id).collect();
        let mut failure = None;
        let read = each_entry(source.connection(), |entry| {
            if failure.is_none() && in_effect.contains(&entry.id) {
                let mut reviewed = match self.of_entry(&entry) {
                    Ok(reviewed) => reviewed,
                    Err(error) => return failure = Some(error),
                };
                // What the reviewer changed before the write-back shows how good the proposal was.
                let accepted =
                    self.decisions.of(&entry.message).filter(|decision| decision.kind == DecisionKind::Accept);
                reviewed.edit = accepted.map(|decision| decision.edit.clone()).unwrap_or_default();
                reviewed.in_bulk = self.decisions.is_in_bulk(&entry.message);
                visit(reviewed);
            }
        });
        read.map_err(|error| sqlite_error(source.path(), &error))?;
        failure.map_or(Ok(()), Err)
    }

    /// The finding with the reviewer's changes, as a decision would store it.
    #[must_use]
    pub fn shown(&self, reviewed: &Reviewed) -> Finding {
        if reviewed.edit.is_empty() {
            return reviewed.finding.clone();
        }
        proposal::revise(reviewed.finding.clone(), &reviewed.edit, &self.audit.rules())
    }

    /// The status of a message, and the reviewer's changes to its proposal.
    pub fn state_of(&self, key: &Key) -> Result<(Status, Edit), SessionError> {
        let source = self.audit.source();
        self.decisions.state(source.journal(), key, &source.text(key)?.unwrap_or_default())
    }
}
