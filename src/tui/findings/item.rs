//! A finding in its review: a row of the list, as small as it can be.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::proposal::{self, Edit, Finding, Likeness, Rules, Status};
use crate::source::Key;
use crate::statistics::{Standing, monday_of};
use crate::verdict::Remedy;

use super::facets::Facets;
use super::kept::{Kept, Shelf};
use super::words;

/// What a reviewer wrote about a finding; of most there is nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Touched {
    /// The reviewer's changes: of an accepted finding those that were accepted, else those that are kept.
    pub edit: Edit,
    /// Changes to an accepted finding that are not accepted themselves.
    pub draft: Option<Edit>,
    /// What the reviewer noted about it.
    pub note: Option<String>,
    /// Who else approved that it is accepted.
    pub approved_by: Option<String>,
    /// Whether it is one of the sample that is looked at.
    pub(crate) sampled: bool,
    /// Whether the last action on many left it to be looked at by itself.
    pub(crate) set_aside: bool,
}

static UNTOUCHED: Touched =
    Touched { edit: Edit::NONE, draft: None, note: None, approved_by: None, sampled: false, set_aside: false };

/// A finding in its review.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The message.
    pub key: Key,
    /// Where the finding itself is kept; in a file, in which block of it.
    shelf: Arc<Shelf>,
    block: u32,
    facets: Arc<Facets>,
    /// When the message was written, in microseconds; what is not known comes last.
    at: i64,
    likeness: Likeness,
    touched: Option<Box<Touched>>,
    /// Who decided it as it stands; nobody did while it is pending.
    pub reviewer: Option<Arc<String>>,
    /// The group of those that propose the same, and the next one in it: both are told once it is in the list.
    pub(crate) group: u32,
    pub(crate) next_alike: u32,
    /// Where it stands.
    pub status: Status,
    /// Whether it is flagged for another look.
    pub flagged: bool,
}

/// The time of a message that has none.
const NO_TIME: i64 = i64::MAX;

impl Item {
    /// A finding that nobody looked at yet; `None` where its message has no key to remember it by.
    #[must_use]
    pub fn pending(finding: Finding, rules: &Rules<'_>) -> Option<Self> {
        let facets = Arc::new(Facets::of(&finding, rules));
        Self::new(finding, facets, |finding| (Arc::new(Shelf::Held(Arc::new(finding))), 0))
    }

    /// The same, its facets and the finding itself being kept elsewhere.
    pub(crate) fn new(
        finding: Finding,
        facets: Arc<Facets>,
        keep: impl FnOnce(Finding) -> (Arc<Shelf>, u32),
    ) -> Option<Self> {
        let key = finding.message_id.clone()?;
        let at = finding.created_at.map_or(NO_TIME, Timestamp::as_microsecond);
        let likeness = Likeness::of(&finding);
        let (shelf, block) = keep(finding);
        Some(Self {
            key,
            shelf,
            block,
            facets,
            at,
            likeness,
            touched: None,
            reviewer: None,
            group: u32::MAX,
            next_alike: u32::MAX,
            status: Status::Pending,
            flagged: false,
        })
    }

    /// What was proposed, with the message's text; an empty finding where it cannot be read any more.
    #[must_use]
    pub fn finding(&self) -> Arc<Finding> {
        self.kept().finding()
    }

    /// The finding with some changes.
    #[must_use]
    pub fn revised(&self, edit: &Edit, rules: &Rules<'_>) -> Arc<Finding> {
        let finding = self.finding();
        if edit.is_empty() { finding } else { Arc::new(proposal::revise((*finding).clone(), edit, rules)) }
    }

    /// The finding with the reviewer's changes.
    #[must_use]
    pub fn current(&self, rules: &Rules<'_>) -> Arc<Finding> {
        self.revised(self.edit(), rules)
    }

    /// Whether a finding that was read is this one: what cannot be read is empty.
    pub(crate) fn is(&self, finding: &Finding) -> bool {
        finding.message_id.as_ref() == Some(&self.key)
    }

    pub(crate) fn kept(&self) -> Kept<'_> {
        Kept { shelf: &self.shelf, block: self.block }
    }

    pub(crate) fn facets(&self) -> &Arc<Facets> {
        &self.facets
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

    /// The same as a number: what is not known comes last.
    pub(crate) fn time_rank(&self) -> i64 {
        self.at
    }

    fn touched(&self) -> &Touched {
        self.touched.as_deref().unwrap_or(&UNTOUCHED)
    }

    /// What the reviewer wrote about it, if anything.
    pub(crate) fn as_touched(&self) -> Option<Box<Touched>> {
        self.touched.clone()
    }

    /// The reviewer's changes: of an accepted finding those that were accepted, else those that are kept.
    #[must_use]
    pub fn edit(&self) -> &Edit {
        &self.touched().edit
    }

    /// Changes to an accepted finding that are not accepted themselves.
    #[must_use]
    pub fn draft(&self) -> Option<&Edit> {
        self.touched().draft.as_ref()
    }

    /// What the reviewer noted about it.
    #[must_use]
    pub fn note(&self) -> Option<&str> {
        self.touched().note.as_deref()
    }

    /// Who else approved that it is accepted.
    #[must_use]
    pub fn approved_by(&self) -> Option<&str> {
        self.touched().approved_by.as_deref()
    }

    /// Whether it is one of the sample that is looked at.
    pub(crate) fn is_sampled(&self) -> bool {
        self.touched().sampled
    }

    /// Whether the last action on many left it to be looked at by itself.
    pub(crate) fn is_set_aside(&self) -> bool {
        self.touched().set_aside
    }

    /// Changes what the reviewer wrote about it.
    pub fn touch(&mut self, change: impl FnOnce(&mut Touched)) {
        let touched = self.touched.get_or_insert_default();
        change(touched);
        if **touched == UNTOUCHED {
            self.touched = None;
        }
    }

    /// The remedy with the reviewer's changes.
    pub(crate) fn remedy(&self, rules: &Rules<'_>) -> Option<Remedy> {
        if self.edit().is_empty() { self.facets.remedy } else { self.current(rules).remedy }
    }

    /// The same in a word: the kind of the lost record, else the remedy.
    pub(crate) fn gist(&self, rules: &Rules<'_>) -> String {
        if self.edit().is_empty() { self.facets.gist.clone() } else { words::gist(&self.current(rules), rules) }
    }

    /// Where it stands, and who decided so.
    pub(crate) fn standing(&self) -> Standing<'_> {
        let reviewer = self.reviewer.as_deref().map(String::as_str);
        Standing { status: self.status, reviewer, edit: Some(self.edit()) }
    }

    /// Takes another status. A decision that is made anew is approved by nobody yet.
    pub(crate) fn stand(&mut self, status: Status, reviewer: Option<Arc<String>>) {
        if status != Status::Written && self.approved_by().is_some() {
            self.touch(|touched| touched.approved_by = None);
        }
        self.reviewer = reviewer.filter(|_| status != Status::Pending);
        self.status = status;
    }

    /// Takes what was found anew; what was decided stays, unless it was about another text.
    pub(crate) fn renew(&mut self, item: Self) {
        if self.status == Status::Stale && item.is_undecided() {
            (self.touched, self.status, self.reviewer) = (item.touched, item.status, item.reviewer);
        }
        (self.shelf, self.block) = (item.shelf, item.block);
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
        self.touch(|touched| {
            touched.draft = None;
            if !is_accepted {
                touched.edit = Edit::default();
            }
        });
    }

    /// Whether it waits for a decision.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        matches!(self.status, Status::Pending | Status::Stale)
    }

    /// Whether it is accepted, and not written yet.
    pub(crate) fn is_accepted(&self) -> bool {
        self.status.is_accepted()
    }

    /// What the reviewer goes on changing.
    pub(crate) fn changes(&self) -> &Edit {
        self.draft().unwrap_or(self.edit())
    }

    /// Keeps changes that are not decided; what was accepted stays what it was.
    pub(crate) fn keep(&mut self, changes: Edit) {
        let is_accepted = self.is_accepted();
        self.touch(|touched| {
            if is_accepted {
                touched.draft = Some(changes);
            } else {
                touched.edit = changes;
            }
        });
    }
}
