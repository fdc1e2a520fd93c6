//! A sample under review.

use fixedbitset::FixedBitSet;

use crate::proposal::{Edit, Status};
use crate::sampling::SampleOutcome;
use crate::tui::findings::item::Item;
use crate::tui::findings::query::Query;

use super::bulk_decision::BulkDecision;

/// A sample under review.
#[derive(Clone, Debug)]
pub(crate) struct Sampling {
    /// The question it was drawn for, with the whole population.
    pub(crate) question: BulkDecision,
    /// The drawn findings, each with the edit it is meant to be accepted with.
    pub(crate) drawn: Vec<(usize, Edit)>,
    pub(crate) seed: u64,
    /// How the population was selected, in words.
    pub(crate) filter: String,
    /// The filter before the sample.
    pub(crate) shown_before: Query,
    /// The numbers of decided and of wrong findings when they were last shown.
    pub(crate) last_shown: (usize, usize),
}

/// Whether the finding was decided differently from what was meant; `None` while it is undecided or skipped.
fn is_wrong(item: &Item, meant: &Edit) -> Option<bool> {
    match item.status {
        Status::Accepted | Status::Edited | Status::Written => Some(item.edit() != meant),
        Status::Rejected => Some(true),
        Status::Pending | Status::Skipped | Status::Stale => None,
    }
}

impl Sampling {
    pub(crate) fn outcome(&self, items: &[Item]) -> SampleOutcome {
        let judged = self.drawn.iter().filter_map(|(place, meant)| is_wrong(items.get(*place)?, meant));
        let (decided, wrong) =
            judged.fold((0, 0), |(decided, wrong), is_wrong| (decided + 1, wrong + usize::from(is_wrong)));
        SampleOutcome::of((self.drawn.len(), self.question.places.len()), self.seed, (decided, wrong))
    }

    /// The findings that were decided differently from what was meant.
    pub(crate) fn wrong(&self, items: &[Item]) -> Vec<usize> {
        let is_wrong = |(place, meant): &&(usize, Edit)| items.get(*place).and_then(|item| is_wrong(item, meant));
        self.drawn.iter().filter(|drawn| is_wrong(drawn) == Some(true)).map(|(place, _)| *place).collect()
    }

    /// The findings that are not in the sample.
    pub(crate) fn rest(&self, items: &[Item]) -> Vec<usize> {
        let drawn: FixedBitSet = self.drawn.iter().map(|(place, _)| *place).collect();
        let waits = |place: &usize| items.get(*place).is_some_and(Item::is_undecided);
        self.question.places.iter().copied().filter(|place| !drawn.contains(*place) && waits(place)).collect()
    }
}
