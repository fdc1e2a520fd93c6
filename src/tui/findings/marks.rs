//! The findings that the reviewer chose for a joint decision: those that are marked, or in a range.

use std::ops::Range;

use fixedbitset::FixedBitSet;

use super::list::FindingList;
use super::list_view::ListView;

/// The marks, and a range of the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    marked: FixedBitSet,
    /// The start of a range that ends at the selected finding.
    range_start: Option<usize>,
    counts: ChosenCounts,
}

/// How many findings are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChosenCounts {
    pub(crate) all: usize,
    /// Those that the filter shows.
    pub(crate) shown: usize,
}

impl Marks {
    /// Whether a finding is marked, in the range or not.
    pub(crate) fn contains(&self, place: usize) -> bool {
        self.marked.contains(place)
    }

    /// The number of marked findings.
    pub(crate) fn len(&self) -> usize {
        self.marked.count_ones(..)
    }

    /// How many findings were chosen when they were last counted.
    pub(crate) fn counts(&self) -> ChosenCounts {
        self.counts
    }

    /// Whether a range was started.
    pub(crate) fn has_range(&self) -> bool {
        self.range_start.is_some()
    }

    /// The rows of the range, from its start to the selected finding; empty if the filter hides the start.
    pub(crate) fn rows(&self, findings: &FindingList, list: &ListView) -> Range<usize> {
        let start = self.range_start.and_then(|start| list.shown_row(findings, start));
        match start.zip(list.selected_row(findings)) {
            Some((start, end)) => start.min(end)..start.max(end) + 1,
            None => 0..0,
        }
    }

    /// The findings in the range.
    fn in_range<'a>(&self, findings: &FindingList, list: &'a ListView) -> &'a [usize] {
        list.shown().get(self.rows(findings, list)).unwrap_or_default()
    }

    /// Whether anything is chosen.
    pub(crate) fn are_any(&self, findings: &FindingList, list: &ListView) -> bool {
        !self.in_range(findings, list).is_empty() || !self.marked.is_clear()
    }

    /// The marked findings, and those in the range.
    pub(crate) fn chosen(&self, findings: &FindingList, list: &ListView) -> FixedBitSet {
        let mut chosen = self.marked.clone();
        chosen.grow(findings.len());
        chosen.extend(self.in_range(findings, list).iter().copied());
        chosen
    }

    /// Counts the chosen findings.
    pub(crate) fn count(&mut self, findings: &FindingList, list: &ListView) {
        if !self.are_any(findings, list) {
            self.counts = ChosenCounts::default();
            return;
        }
        let chosen = self.chosen(findings, list);
        let all = chosen.count_ones(..);
        let is_filtered = list.shown().len() < findings.len();
        let count = || list.shown().iter().filter(|place| chosen.contains(**place)).count();
        self.counts = ChosenCounts { all, shown: if is_filtered { count() } else { all } };
    }

    /// Starts a range, or ends one. Returns whether one is started.
    pub(crate) fn toggle_range(&mut self, start: Option<usize>) -> bool {
        self.range_start = if self.has_range() { None } else { start };
        self.has_range()
    }

    /// Marks the range and ends it. Returns whether there was one.
    pub(crate) fn mark_range(&mut self, findings: &FindingList, list: &ListView) -> bool {
        self.mark(self.in_range(findings, list));
        self.range_start.take().is_some()
    }

    pub(crate) fn toggle(&mut self, place: usize) {
        self.marked.grow(place + 1);
        self.marked.toggle(place);
    }

    pub(crate) fn mark(&mut self, places: &[usize]) {
        self.marked.extend(places.iter().copied());
    }

    pub(crate) fn unmark(&mut self, places: &[usize]) {
        self.marked.difference_with(&places.iter().copied().collect());
    }

    /// Clears marks and range. Returns whether there were any.
    pub(crate) fn clear(&mut self) -> bool {
        let had = self.has_range() || !self.marked.is_clear();
        self.range_start = None;
        self.marked.clear();
        had
    }
}
