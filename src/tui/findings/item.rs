//! A row of the list of findings, kept as small as possible.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::proposal::{self, Edit, Finding, Likeness, Rules, Status};
use crate::source::Key;
use crate::statistics::{DecisionStatus, monday_of};
use crate::verdict::Remedy;

use super::facets::Facets;
use super::store::{FindingStore, StoredFinding};
use super::words;

/// What a reviewer wrote about a finding. Most findings have none of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReviewerEdits {
    /// The reviewer's changes: the accepted ones of an accepted finding, else the draft.
    pub edit: Edit,
    /// Changes to an accepted finding that are not accepted yet.
    pub draft: Option<Edit>,
    /// The reviewer's note on the finding; `None` without one.
    pub note: Option<String>,
    /// The other reviewer who approved its acceptance.
    pub approved_by: Option<String>,
    /// Whether it is flagged for another look.
    pub flagged: bool,
    /// Whether it is part of the current sample.
    pub(crate) sampled: bool,
    /// Whether the last bulk action left it out for an individual look.
    pub(crate) set_aside: bool,
}

static NO_EDITS: ReviewerEdits = ReviewerEdits {
    edit: Edit::NONE,
    draft: None,
    note: None,
    approved_by: None,
    flagged: false,
    sampled: false,
    set_aside: false,
};

/// A finding in its review.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The key of the message.
    pub key: Key,
    /// Where the finding is stored, and in which row of a table.
    store: Arc<FindingStore>,
    row: u32,
    facets: Arc<Facets>,
    /// When the message was written, in microseconds; `NO_TIME` if unknown.
    at: i64,
    likeness: Likeness,
    edits: Option<Box<ReviewerEdits>>,
    /// The reviewer who made the current decision; `None` while it is pending.
    pub reviewer: Option<Arc<String>>,
    /// Its group of equal proposals and the next finding in it; both are set when it is added to the list.
    pub(crate) group: u32,
    pub(crate) next_alike: u32,
    /// The status of the decision.
    pub status: Status,
    /// Whether it was decided in bulk.
    pub(crate) in_bulk: bool,
}

/// The time of a message that has none.
const NO_TIME: i64 = i64::MAX;

impl Item {
    /// A pending finding, held in memory; `None` if its message has no key.
    #[must_use]
    pub fn pending(finding: Finding, rules: &Rules<'_>) -> Option<Self> {
        let facets = Arc::new(Facets::of(&finding, rules));
        Self::new(finding, facets, |finding| (Arc::new(FindingStore::Held(Arc::new(finding))), 0))
    }

    /// Creates an item whose facets and finding are stored elsewhere.
    pub(crate) fn new(
        finding: Finding,
        facets: Arc<Facets>,
        keep: impl FnOnce(Finding) -> (Arc<FindingStore>, u32),
    ) -> Option<Self> {
        let key = finding.message_id.clone()?;
        let at = finding.created_at.map_or(NO_TIME, Timestamp::as_microsecond);
        let likeness = Likeness::of(&finding);
        let (store, row) = keep(finding);
        Some(Self {
            key,
            store,
            row,
            facets,
            at,
            likeness,
            edits: None,
            reviewer: None,
            group: u32::MAX,
            next_alike: u32::MAX,
            status: Status::Pending,
            in_bulk: false,
        })
    }

    /// The finding as proposed; `None` if it cannot be read any more.
    #[must_use]
    pub fn finding(&self) -> Option<Arc<Finding>> {
        self.kept().finding().filter(|finding| finding.message_id.as_ref() == Some(&self.key))
    }

    /// The finding with the given changes; `None` if it cannot be read any more.
    #[must_use]
    pub fn revised(&self, edit: &Edit, rules: &Rules<'_>) -> Option<Arc<Finding>> {
        let finding = self.finding()?;
        Some(if edit.is_empty() { finding } else { Arc::new(proposal::revise((*finding).clone(), edit, rules)) })
    }

    /// The finding with the reviewer's changes; `None` if it cannot be read any more.
    #[must_use]
    pub fn current(&self, rules: &Rules<'_>) -> Option<Arc<Finding>> {
        self.revised(self.edit(), rules)
    }

    /// Why a finding that cannot be read any more is neither shown nor decided.
    pub(crate) fn unreadable(&self) -> String {
        format!("finding {} is no longer readable; restart ghostcall", self.key)
    }

    pub(crate) fn kept(&self) -> StoredFinding<'_> {
        StoredFinding { store: &self.store, row: self.row }
    }

    pub(crate) fn facets(&self) -> &Arc<Facets> {
        &self.facets
    }

    /// A number that is the same for items that share their facets.
    pub(crate) fn facets_id(&self) -> usize {
        Arc::as_ptr(&self.facets).addr()
    }

    pub(crate) fn likeness(&self) -> Likeness {
        self.likeness
    }

    /// When the message was written.
    pub(crate) fn at(&self) -> Option<Timestamp> {
        if self.at == NO_TIME { None } else { Timestamp::from_microsecond(self.at).ok() }
    }

    /// The Monday of its week.
    pub(crate) fn week(&self) -> Option<Date> {
        self.at().map(monday_of)
    }

    /// The time as a sort key; unknown times come last.
    pub(crate) fn time_rank(&self) -> i64 {
        self.at
    }

    fn edits(&self) -> &ReviewerEdits {
        self.edits.as_deref().unwrap_or(&NO_EDITS)
    }

    /// A copy of what the reviewer wrote about it, if anything.
    pub(crate) fn reviewer_edits(&self) -> Option<Box<ReviewerEdits>> {
        self.edits.clone()
    }

    /// The reviewer's changes: the accepted ones of an accepted finding, else the draft.
    #[must_use]
    pub fn edit(&self) -> &Edit {
        &self.edits().edit
    }

    /// Changes to an accepted finding that are not accepted yet.
    #[must_use]
    pub fn draft(&self) -> Option<&Edit> {
        self.edits().draft.as_ref()
    }

    /// The reviewer's note on the finding; `None` without one.
    #[must_use]
    pub fn note(&self) -> Option<&str> {
        self.edits().note.as_deref()
    }

    /// The other reviewer who approved its acceptance.
    #[must_use]
    pub fn approved_by(&self) -> Option<&str> {
        self.edits().approved_by.as_deref()
    }

    /// Whether it is flagged for another look.
    #[must_use]
    pub fn is_flagged(&self) -> bool {
        self.edits().flagged
    }

    /// Whether it is part of the current sample.
    pub(crate) fn is_sampled(&self) -> bool {
        self.edits().sampled
    }

    /// Whether the last bulk action left it out for an individual look.
    pub(crate) fn is_set_aside(&self) -> bool {
        self.edits().set_aside
    }

    /// Changes what the reviewer wrote about it.
    pub fn touch(&mut self, change: impl FnOnce(&mut ReviewerEdits)) {
        let edits = self.edits.get_or_insert_default();
        change(edits);
        if **edits == NO_EDITS {
            self.edits = None;
        }
    }

    /// The remedy with the reviewer's changes.
    pub(crate) fn remedy(&self, rules: &Rules<'_>) -> Option<Remedy> {
        self.changed(rules).map_or(self.facets.remedy, |finding| finding.remedy)
    }

    /// The remedy in a word: the kind of the lost record, else the remedy.
    pub(crate) fn gist(&self, rules: &Rules<'_>) -> String {
        self.changed(rules).map_or_else(|| self.facets.gist.clone(), |finding| words::gist(&finding, rules))
    }

    /// The finding with the reviewer's changes; `None` if there are none, so that the facets describe it.
    pub(crate) fn changed(&self, rules: &Rules<'_>) -> Option<Arc<Finding>> {
        if self.edit().is_empty() { None } else { self.current(rules) }
    }

    /// The status and the reviewer who set it.
    pub(crate) fn decision_status(&self) -> DecisionStatus<'_> {
        let reviewer = self.reviewer.as_deref().map(String::as_str);
        DecisionStatus { status: self.status, reviewer, edit: Some(self.edit()), in_bulk: self.in_bulk }
    }

    /// Sets the status. A new decision has no approval yet.
    pub(crate) fn set_status(&mut self, status: Status, reviewer: Option<Arc<String>>) {
        if status != Status::Written && self.approved_by().is_some() {
            self.touch(|edits| edits.approved_by = None);
        }
        self.reviewer = reviewer.filter(|_| status != Status::Pending);
        self.status = status;
    }

    /// Takes over a new scan result. The decision stays unless it was about another text.
    pub(crate) fn renew(&mut self, item: Self) {
        if self.status == Status::Stale && item.is_undecided() {
            (self.edits, self.status, self.reviewer) = (item.edits, item.status, item.reviewer);
        }
        (self.store, self.row) = (item.store, item.row);
        (self.facets, self.at, self.likeness) = (item.facets, item.at, item.likeness);
    }

    /// Whether it has changes that are not accepted.
    #[must_use]
    pub fn has_draft(&self) -> bool {
        let is_accepted = matches!(self.status, Status::Accepted | Status::Edited | Status::Written);
        self.draft().is_some() || (!is_accepted && !self.edit().is_empty())
    }

    /// Forgets changes that are not accepted.
    pub(crate) fn discard_draft(&mut self) {
        let is_accepted = self.is_accepted();
        self.touch(|edits| {
            edits.draft = None;
            if !is_accepted {
                edits.edit = Edit::default();
            }
        });
    }

    /// Whether it waits for a decision.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        matches!(self.status, Status::Pending | Status::Stale)
    }

    /// Whether it is accepted but not written yet.
    pub(crate) fn is_accepted(&self) -> bool {
        self.status.is_accepted()
    }

    /// The changes that further edits start from.
    pub(crate) fn changes(&self) -> &Edit {
        self.draft().unwrap_or(self.edit())
    }

    /// Keeps undecided changes as a draft; accepted changes stay.
    pub(crate) fn keep(&mut self, changes: Edit) {
        let is_accepted = self.is_accepted();
        self.touch(|edits| {
            if is_accepted {
                edits.draft = Some(changes);
            } else {
                edits.edit = changes;
            }
        });
    }
}
