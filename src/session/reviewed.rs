//! A finding with its state in the review.

use crate::proposal::{Edit, Finding};
use crate::statistics::DecisionStatus;

/// A finding with its state in the review.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewed {
    /// The finding as proposed, with its status.
    pub finding: Finding,
    /// What the reviewer changed or, if it is undecided, started to change.
    pub edit: Edit,
    /// What the reviewer started to change after a decision.
    pub draft: Option<Edit>,
    /// The reviewer's note on the message; `None` without one.
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
