//! The shown findings and the hits of a search. Both are views and change no finding.

use std::ops::Range;

use fixedbitset::FixedBitSet;

use crate::tui::findings::order::Order;
use crate::tui::findings::query::Query;

use super::model::{Item, Model};

impl Model {
    /// Whether a finding is shown.
    pub(crate) fn is_shown(&self, place: usize) -> bool {
        self.list.is_shown(&self.findings, place)
    }

    /// The row of the selected finding, if it is shown.
    pub(crate) fn position(&self) -> Option<usize> {
        self.list.selected_row(&self.findings)
    }

    /// Shows new findings, as far as they match the filter; `places` are in the order of discovery.
    pub(crate) fn show(&mut self, places: Range<usize>) {
        let fit = self.list.add(&self.findings, &self.settings.rules(), places);
        self.search.show(&fit, &self.findings, &self.list);
    }

    /// Shows what matches a query.
    pub(crate) fn filter_by(&mut self, query: Query) {
        self.list.set_filter(query);
        self.renew_list();
    }

    /// Shows the findings in another order.
    pub(crate) fn sort_by(&mut self, order: Order) {
        self.list.set_order(order);
        self.renew_list();
    }

    /// Recomputes which findings are shown; a hidden selection moves to the nearest finding.
    pub(crate) fn renew_list(&mut self) {
        self.search.stop();
        self.list.renew(&mut self.findings, &self.settings.rules());
        self.list_renewed();
    }

    /// Searches the next piece of the texts for the words of the filter.
    pub(crate) fn filter_on(&mut self) {
        self.list.search_texts(&self.findings);
        self.list_renewed();
    }

    fn list_renewed(&mut self) {
        if !self.list.is_filtering() {
            self.search.again(&self.findings, &self.list);
        }
        self.select_nearest();
    }

    /// If the selected finding is not shown, selects the nearest.
    fn select_nearest(&mut self) {
        let nearest = self.list.nearest(&self.findings);
        self.select(nearest);
    }

    /// Changes a finding and updates all counts. Visibility may change too: see [`Self::refit`].
    pub(crate) fn change(&mut self, place: usize, change: impl FnOnce(&mut Item)) {
        self.list.change(&mut self.findings, place, change);
    }

    /// Shows those changed findings that match the filter, and hides the others.
    pub(crate) fn refit(&mut self, places: &[usize]) {
        /// Above this number the whole list is recomputed.
        const FEW: usize = 256;
        if places.len() > FEW {
            self.renew_list();
            return;
        }
        if self.list.filter().is_empty() {
            return;
        }
        for place in places {
            match self.list.refit(&self.findings, &self.settings.rules(), *place) {
                Some(true) => self.search.show(&[*place], &self.findings, &self.list),
                Some(false) => self.search.hide(*place, &self.findings, &self.list),
                None => {}
            }
        }
        self.select_nearest();
    }

    /// The rows of the range, from its start to the selected finding; empty if the filter hides the start.
    pub(crate) fn range(&self) -> Range<usize> {
        let begin = self.range_start.map(|start| (start, self.list.row(&self.findings, start)));
        let begin = begin.filter(|(start, slot)| self.list.shown().get(*slot) == Some(start)).map(|(_, slot)| slot);
        match (begin, self.position()) {
            (Some(begin), Some(end)) => begin.min(end)..begin.max(end) + 1,
            _ => 0..0,
        }
    }

    /// The findings in these rows.
    pub(crate) fn in_rows(&self, rows: Range<usize>) -> &[usize] {
        self.list.shown().get(rows).unwrap_or_default()
    }

    /// Whether anything is marked, or in the range.
    pub(crate) fn has_chosen(&self) -> bool {
        self.range_start.is_some_and(|_| !self.range().is_empty()) || !self.marks.is_clear()
    }

    /// The findings that are marked, or in the range.
    pub(crate) fn chosen(&self) -> FixedBitSet {
        let mut chosen = self.marks.clone();
        chosen.grow(self.findings.len());
        for place in self.in_rows(self.range()) {
            chosen.insert(*place);
        }
        chosen
    }
}
