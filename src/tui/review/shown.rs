//! The shown findings and the hits of a search. Both are views and change no finding.

use std::ops::Range;

use fixedbitset::FixedBitSet;

use crate::tui::findings::alike_tallies::AlikeTallies;
use crate::tui::findings::filter::holds;
use crate::tui::findings::matching;
use crate::tui::findings::order::Order;

use super::model::{Item, Model};

impl Model {
    /// The index of a finding among the shown ones, or where it would be.
    pub(crate) fn slot(&self, place: usize) -> usize {
        self.order.slot(&self.findings, &self.shown, place)
    }

    /// Whether a finding is shown.
    pub(crate) fn is_shown(&self, place: usize) -> bool {
        if self.shown.len() == self.findings.len() {
            return place < self.findings.len();
        }
        self.shown.get(self.slot(place)) == Some(&place)
    }

    /// The index of the selected finding among the shown ones.
    pub(crate) fn position(&self) -> Option<usize> {
        let selected = self.selected?;
        let slot = self.slot(selected);
        (self.shown.get(slot) == Some(&selected)).then_some(slot)
    }

    fn fits(&self, place: usize) -> bool {
        self.findings.get(place).is_some_and(|item| self.filter.fits(item, &self.settings.rules()))
    }

    /// Shows new findings, as far as they match the filter; `places` are in the order of discovery.
    pub(crate) fn show(&mut self, places: Range<usize>) {
        let mut fit: Vec<usize> = places.filter(|place| self.fits(*place)).collect();
        // They are few, so no ranks are computed.
        fit.sort_by(|left, right| self.order.compare(&self.findings, *left, *right));
        for place in &fit {
            self.tallies.tally(&self.findings, *place, true);
        }
        if let Some(search) = &self.search {
            let query = search.query.clone();
            let held: Vec<usize> = fit
                .iter()
                .copied()
                .filter(|place| self.findings.get(*place).is_some_and(|item| holds(item, &query)))
                .collect();
            let hits = self.search.as_mut().map(|search| std::mem::take(&mut search.hits)).unwrap_or_default();
            let hits = self.order.merged(&self.findings, hits, &held);
            if let Some(search) = &mut self.search {
                search.hits = hits;
            }
        }
        let shown = std::mem::take(&mut self.shown);
        self.shown = self.order.merged(&self.findings, shown, &fit);
    }

    /// Recomputes which findings are shown; a hidden selection moves to the nearest finding.
    pub(crate) fn apply_filter(&mut self) {
        // Its allocation is reused: a new one for a long list would have to be zeroed.
        let mut shown = std::mem::take(&mut self.shown);
        let (items, rules) = (self.findings.items(), self.settings.rules());
        matching::find(items, (&self.filter, &rules), matching::share(items.len()), &mut shown);
        if self.order == Order::Alike {
            self.findings.weigh_groups();
        }
        self.tallies = AlikeTallies::default();
        self.order.sort(&self.findings, &mut shown);
        self.look_through_texts(shown);
        self.keep_selected();
    }

    /// If the selected finding is not shown, selects the nearest.
    pub(crate) fn keep_selected(&mut self) {
        if self.position().is_none() {
            let after = self.selected.map_or(0, |place| self.slot(place));
            let nearest = self.shown.get(after).or(self.shown.last()).copied();
            self.select(nearest);
        }
    }

    /// Changes a finding and updates all counts. Visibility may change too: see [`Self::refit`].
    pub(crate) fn change(&mut self, place: usize, change: impl FnOnce(&mut Item)) {
        let is_shown = self.is_shown(place);
        if is_shown {
            self.tallies.tally(&self.findings, place, false);
        }
        self.findings.change(place, change);
        if is_shown {
            self.tallies.tally(&self.findings, place, true);
        }
    }

    /// Shows those changed findings that match the filter, and hides the others.
    pub(crate) fn refit(&mut self, places: &[usize]) {
        /// Above this number the whole list is recomputed.
        const FEW: usize = 256;
        if places.len() > FEW {
            self.apply_filter();
            return;
        }
        if self.filter.is_empty() {
            return;
        }
        for place in places {
            let (fits, slot) = (self.fits(*place), self.slot(*place));
            let is_shown = self.shown.get(slot) == Some(place);
            if fits == is_shown {
                continue;
            }
            if fits {
                self.show_one(*place);
            } else {
                self.shown.remove(slot);
                self.hide_hit(*place);
            }
            self.tallies.tally(&self.findings, *place, fits);
        }
        self.keep_selected();
    }

    fn show_one(&mut self, place: usize) {
        let slot = self.slot(place);
        self.shown.insert(slot, place);
        let holds_it = |query: &str| self.findings.get(place).is_some_and(|item| holds(item, query));
        if self.search.as_ref().is_some_and(|search| holds_it(&search.query))
            && let Some(search) = &mut self.search
        {
            let slot = self.order.slot(&self.findings, &search.hits, place);
            search.hits.insert(slot, place);
        }
    }

    fn hide_hit(&mut self, place: usize) {
        if let Some(search) = &mut self.search {
            let slot = self.order.slot(&self.findings, &search.hits, place);
            if search.hits.get(slot) == Some(&place) {
                search.hits.remove(slot);
            }
        }
    }

    /// The rows of the range, from its start to the selected finding; empty if the filter hides the start.
    pub(crate) fn range(&self) -> Range<usize> {
        let begin = self.range_start.map(|start| (start, self.slot(start)));
        let begin = begin.filter(|(start, slot)| self.shown.get(*slot) == Some(start)).map(|(_, slot)| slot);
        match (begin, self.position()) {
            (Some(begin), Some(end)) => begin.min(end)..begin.max(end) + 1,
            _ => 0..0,
        }
    }

    /// The findings in these rows.
    pub(crate) fn in_rows(&self, rows: Range<usize>) -> &[usize] {
        self.shown.get(rows).unwrap_or_default()
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

    /// The number of hits before the selected finding.
    pub(crate) fn hits_before(&self, hits: &[usize]) -> usize {
        self.selected.map_or(0, |selected| self.order.slot(&self.findings, hits, selected))
    }
}
