//! A finding in its review.

use crate::proposal::{Edit, Finding, Likeness, Status};
use crate::source::Key;
use crate::statistics::{Standing, Statistics};

/// A finding in its review.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The message.
    pub key: Key,
    /// What was proposed, with the message's text.
    pub finding: Finding,
    /// The reviewer's changes: of an accepted finding those that were accepted, else those that are kept.
    pub edit: Edit,
    /// Changes to an accepted finding that are not accepted themselves.
    pub draft: Option<Edit>,
    /// Where it stands.
    pub status: Status,
    /// What the reviewer noted about it.
    pub note: Option<String>,
    /// Whether it is flagged for another look.
    pub flagged: bool,
    /// Who decided it as it stands; nobody did while it is pending.
    pub reviewer: Option<String>,
    /// What others have in common with it that propose the same.
    pub likeness: Likeness,
}

impl Item {
    /// A finding that nobody looked at yet; `None` where its message has no key to remember it by.
    #[must_use]
    pub fn pending(finding: Finding) -> Option<Self> {
        let key = finding.message_id.clone()?;
        let likeness = Likeness::of(&finding);
        let (status, flagged, reviewer) = (Status::Pending, false, None);
        let (edit, draft, note) = (Edit::default(), None, None);
        Some(Self { key, finding, edit, draft, status, note, flagged, reviewer, likeness })
    }

    /// Where it stands, and who decided so.
    pub(super) fn standing(&self) -> Standing<'_> {
        Standing { status: self.status, reviewer: self.reviewer.as_deref() }
    }

    /// Takes another status, which is counted.
    pub(super) fn stand(&mut self, status: Status, reviewer: Option<String>, statistics: &mut Statistics) {
        let reviewer = reviewer.filter(|_| status != Status::Pending);
        let after = Standing { status, reviewer: reviewer.as_deref() };
        statistics.restate(self.standing(), after);
        (self.status, self.reviewer) = (status, reviewer);
    }

    /// Whether it has changes that are not accepted.
    #[must_use]
    pub fn has_draft(&self) -> bool {
        let is_accepted = matches!(self.status, Status::Accepted | Status::Edited | Status::Written);
        self.draft.is_some() || (!is_accepted && !self.edit.is_empty())
    }

    /// Whether it waits for a decision.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        matches!(self.status, Status::Pending | Status::Stale)
    }

    /// Whether it is accepted, and not written yet.
    pub(super) fn is_accepted(&self) -> bool {
        matches!(self.status, Status::Accepted | Status::Edited)
    }

    /// What the reviewer goes on changing.
    pub(super) fn changes(&self) -> &Edit {
        self.draft.as_ref().unwrap_or(&self.edit)
    }

    /// Keeps changes that are not decided; what was accepted stays what it was.
    pub(super) fn keep(&mut self, changes: Edit) {
        if self.is_accepted() {
            self.draft = Some(changes);
        } else {
            self.edit = changes;
        }
    }
}
