//! Findings with their state in the review.

use crate::audit::{Progress, Tally};
use crate::proposal::{Edit, Finding, Status};
use crate::review::{self, DecisionKind};
use crate::source::{Key, Source as _, text_digest};
use crate::statistics::DecisionStatus;
use crate::writeback;

use super::{Session, SessionError};

/// A finding with its state in the review.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewed {
    /// The finding as proposed, with its status.
    pub finding: Finding,
    /// What the reviewer changed or, if it is undecided, started to change.
    pub edit: Edit,
    /// What the reviewer started to change after a decision.
    pub draft: Option<Edit>,
    /// The reviewer's note.
    pub note: Option<String>,
    /// Whether it is flagged for another look.
    pub flagged: bool,
    /// The reviewer of the decision in effect; for a written finding, the one who wrote it.
    pub reviewer: Option<String>,
    /// The other reviewer who approved the acceptance.
    pub approved_by: Option<String>,
    /// Whether it was decided in bulk.
    pub in_bulk: bool,
}

impl Reviewed {
    /// A finding without any review.
    pub(super) fn undecided(finding: Finding) -> Self {
        let (edit, draft, note) = (Edit::default(), None, None);
        Self { finding, edit, draft, note, flagged: false, reviewer: None, approved_by: None, in_bulk: false }
    }

    /// The changes that a further decision starts from.
    #[must_use]
    pub fn changes(&self) -> &Edit {
        self.draft.as_ref().unwrap_or(&self.edit)
    }

    /// The finding's status and decision, for statistics.
    #[must_use]
    pub fn decision_status(&self) -> DecisionStatus<'_> {
        let Self { finding, edit, reviewer, in_bulk, .. } = self;
        let (status, reviewer) = (finding.status, reviewer.as_deref());
        DecisionStatus { status, reviewer, edit: Some(edit), in_bulk: *in_bulk }
    }
}

impl Session {
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
    pub fn finding(&self, key: &Key) -> Result<Option<Reviewed>, SessionError> {
        self.audit.finding(key)?.map(|finding| self.with_state(finding)).transpose()
    }

    /// Adds the status, the reviewer's changes and the copies of the text to a finding.
    pub fn with_state(&self, mut finding: Finding) -> Result<Reviewed, SessionError> {
        self.read_copies(&mut finding);
        self.reviewed(finding)
    }

    /// Reads the copies of a finding's text, so that a finding that cannot be written is not accepted.
    pub fn read_copies(&self, finding: &mut Finding) {
        if let Some(key) = &finding.message_id {
            let copies = writeback::copies(self.audit.source(), &self.documents, key, &finding.message.text);
            (finding.copies, finding.copies_unreadable) = (copies.others, copies.unreadable);
        }
    }

    /// Adds the status and the reviewer's changes to a finding.
    fn reviewed(&self, mut finding: Finding) -> Result<Reviewed, SessionError> {
        let (Some(key), Some(review)) = (finding.message_id.clone(), &self.review) else {
            return Ok(Reviewed::undecided(finding));
        };
        let (status, edit) = self.state(&key, &finding.message.text)?;
        finding.status = status;
        let is_decided = matches!(status, Status::Accepted | Status::Edited | Status::Rejected | Status::Skipped);
        let draft = if is_decided { review.draft(&key, &finding.message.text)? } else { None };
        // A draft that equals the decision changes nothing.
        let draft = draft.filter(|draft| *draft != edit);
        let note = review.history().note(&key).map(str::to_owned);
        let flagged = review.history().is_flagged(&key);
        let reviewer = self.reviewer_of(&key, status);
        let approved_by = self.approved_by(&key).filter(|_| status.is_accepted()).map(str::to_owned);
        let in_bulk = review.history().is_in_bulk(&key);
        Ok(Reviewed { finding, edit, draft, note, flagged, reviewer, approved_by, in_bulk })
    }

    /// The reviewer who decided the finding of a message with this status; for a written finding, the one who wrote it.
    #[must_use]
    pub fn reviewer_of(&self, key: &Key, status: Status) -> Option<String> {
        match status {
            Status::Pending => None,
            Status::Written => {
                let journal = self.audit.source().journal().of(key)?;
                journal.in_effect.last().map(|write| write.reviewer.clone())
            }
            _ => self.decision(key).map(|decision| decision.reviewer.clone()),
        }
    }

    /// The status of a message, and the reviewer's changes to its proposal.
    pub fn state_of(&self, key: &Key) -> Result<(Status, Edit), SessionError> {
        let text = self.audit.source().text(key)?.unwrap_or_default();
        self.state(key, &text)
    }

    pub(super) fn state(&self, key: &Key, text: &str) -> Result<(Status, Edit), SessionError> {
        let Some(review) = &self.review else { return Ok((Status::Pending, Edit::default())) };
        let journal = self.audit.source().journal().of(key);
        let decision = review.history().decision(key);
        let digest = text_digest(text);
        let status = match review::status(decision, journal, &digest) {
            Status::Accepted | Status::Edited if self.lapsed_acceptances.contains(key) => Status::Pending,
            status => status,
        };
        let same_text = decision.filter(|decision| decision.text_digest == digest);
        let edit = match (status, same_text) {
            // After the undo of a write-back, the earlier decision becomes a draft, which may be changed.
            (Status::Pending, Some(decision)) if decision.kind != DecisionKind::Reset => {
                review.draft(key, text)?.unwrap_or_else(|| decision.edit.clone())
            }
            (Status::Pending | Status::Stale, _) => review.draft(key, text)?.unwrap_or_default(),
            // Changes made after a rejection or a skip are a draft for the next decision.
            (Status::Rejected | Status::Skipped, decided) => {
                let draft = review.draft(key, text)?;
                draft.or(decided.map(|decision| decision.edit.clone())).unwrap_or_default()
            }
            (_, decided) => decided.map(|decision| decision.edit.clone()).unwrap_or_default(),
        };
        Ok((status, edit))
    }
}
