//! The shown findings and the hits of a search. Both are views and change no finding.

use std::num::NonZero;
use std::ops::Range;
use std::thread;

use fixedbitset::FixedBitSet;

use crate::tui::findings::filter::{Facet, FindingProperty, holds};
use crate::tui::findings::order::Order;
use crate::tui::findings::query::{Query, QueryFilter};

use super::model::{Item, Model};

/// Up to this number of findings one thread does all the work.
const FEW: usize = 50_000;

impl Model {
    /// The number of findings that match a choice.
    pub(crate) fn count_facet(&self, facet: Facet) -> usize {
        match facet {
            Facet::Status(status) => self.counts.of_status(status),
            Facet::Remedy(remedy) => {
                let rules = self.settings.rules();
                self.items.iter().filter(|item| item.remedy(&rules) == Some(remedy)).count()
            }
            Facet::Quality(FindingProperty::Flagged) => self.counts.flagged,
            Facet::Quality(FindingProperty::Undecided) => self.counts.undecided(),
            Facet::Quality(quality) => self.items.iter().filter(|item| quality.fits(item)).count(),
        }
    }

    /// The index of a finding among the shown ones, or where it would be.
    pub(crate) fn slot(&self, place: usize) -> usize {
        self.order.slot((&self.items, &self.groups), &self.shown, place)
    }

    /// Whether a finding is shown.
    pub(crate) fn is_shown(&self, place: usize) -> bool {
        if self.shown.len() == self.items.len() {
            return place < self.items.len();
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
        self.items.get(place).is_some_and(|item| self.filter.fits(item, &self.settings.rules()))
    }

    /// Shows new findings, as far as they match the filter; `places` are in the order of discovery.
    pub(crate) fn show(&mut self, places: Range<usize>) {
        let mut fit: Vec<usize> = places.filter(|place| self.fits(*place)).collect();
        // They are few, so no ranks are computed.
        fit.sort_by(|left, right| self.order.compare((&self.items, &self.groups), *left, *right));
        for item in fit.iter().filter_map(|place| self.items.get(*place)) {
            self.groups.tally(item, true);
        }
        if let Some(search) = &self.search {
            let query = search.query.clone();
            let held: Vec<usize> = fit
                .iter()
                .copied()
                .filter(|place| self.items.get(*place).is_some_and(|item| holds(item, &query)))
                .collect();
            let hits = self.search.as_mut().map(|search| std::mem::take(&mut search.hits)).unwrap_or_default();
            let hits = self.merged(hits, &held);
            if let Some(search) = &mut self.search {
                search.hits = hits;
            }
        }
        let shown = std::mem::take(&mut self.shown);
        self.shown = self.merged(shown, &fit);
    }

    /// Merges two lists of places, both in list order.
    pub(crate) fn merged(&self, mut known: Vec<usize>, others: &[usize]) -> Vec<usize> {
        let Some(first) = others.first() else { return known };
        let findings = (self.items.as_slice(), &self.groups);
        if self.order.slot(findings, &known, *first) == known.len() {
            known.extend(others);
            return known;
        }
        let mut merged = Vec::with_capacity(known.len() + others.len());
        let mut rest = known.as_slice();
        for other in others {
            let (before, after) = rest.split_at(self.order.slot(findings, rest, *other));
            merged.extend(before);
            merged.push(*other);
            rest = after;
        }
        merged.extend(rest);
        merged
    }

    /// Recomputes which findings are shown; a hidden selection moves to the nearest finding.
    pub(crate) fn apply_filter(&mut self) {
        // Its allocation is reused: a new one for a long list would have to be zeroed.
        let mut shown = std::mem::take(&mut self.shown);
        self.find_fitting(self.share(), &mut shown);
        if self.order == Order::Alike {
            self.groups.weigh();
        }
        self.groups.forget_shown();
        self.order.sort((&self.items, &self.groups), &mut shown);
        self.look_through_texts(shown);
        self.keep_selected();
    }

    /// The number of findings for each thread.
    pub(crate) fn share(&self) -> usize {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        self.items.len().div_ceil(processors).max(FEW)
    }

    /// Finds the matching findings in the order of discovery, with one thread for each `share` of them.
    pub(crate) fn find_fitting(&self, share: usize, all: &mut Vec<usize>) {
        let (filter, rules) = (&self.filter, self.settings.rules());
        let add_some = |first: usize, items: &[Item], all: &mut Vec<usize>| {
            let mut sieve = QueryFilter::new(filter, &rules);
            all.extend((first..).zip(items).filter_map(|(place, item)| sieve.fits(item).then_some(place)));
        };
        let add_some = &add_some;
        all.clear();
        all.reserve(self.items.len());
        thread::scope(|scope| {
            let mut parts = (0..).step_by(share).zip(self.items.chunks(share));
            let own = parts.next();
            let look = |(first, items): (usize, _)| {
                scope.spawn(move || {
                    let mut some = Vec::with_capacity(share);
                    add_some(first, items, &mut some);
                    some
                })
            };
            let others: Vec<_> = parts.map(look).collect();
            if let Some((first, items)) = own {
                add_some(first, items, all);
            }
            all.extend(others.into_iter().flat_map(|other| other.join().unwrap_or_default()));
        });
    }

    /// The number of findings that match a query, and whether that is an upper bound: the texts of many findings are
    /// not searched with each key.
    pub(crate) fn count_fitting(&self, query: &Query) -> (usize, bool) {
        /// The maximum number of texts to search.
        const TEXTS: usize = 1_000;
        let rules = self.settings.rules();
        let mut sieve = QueryFilter::new(query, &rules);
        let fitting: Vec<&Item> = self.items.iter().filter(|item| sieve.fits(item)).collect();
        let words = query.words();
        if words.is_empty() || fitting.len() > TEXTS {
            return (fitting.len(), !words.is_empty());
        }
        let holds = |item: &&&Item| {
            item.kept().ask_text(|text| words.iter().all(|(needle, missing)| needle.is_held(item, text) != *missing))
        };
        (fitting.iter().filter(holds).count(), false)
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
        let Some(item) = self.items.get_mut(place) else { return };
        if is_shown {
            self.groups.tally(item, false);
        }
        self.counts.remove(item);
        let (status, in_bulk) = (item.status, item.in_bulk);
        let (reviewer, edit) = (item.reviewer.clone(), item.edit().clone());
        change(item);
        let reviewer = reviewer.as_deref().map(String::as_str);
        let before = crate::statistics::DecisionStatus { status, reviewer, edit: Some(&edit), in_bulk };
        if before != item.decision_status() {
            self.statistics.restate(&item.facets().breakdown, before, item.decision_status());
        }
        self.counts.add(item);
        self.undecided.set(place, item.is_undecided());
        if is_shown {
            self.groups.tally(item, true);
        }
        self.version += 1;
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
            if let Some(item) = self.items.get(*place) {
                self.groups.tally(item, fits);
            }
        }
        self.keep_selected();
    }

    fn show_one(&mut self, place: usize) {
        let slot = self.slot(place);
        self.shown.insert(slot, place);
        let holds_it = |query: &str| self.items.get(place).is_some_and(|item| holds(item, query));
        if self.search.as_ref().is_some_and(|search| holds_it(&search.query))
            && let Some(search) = &mut self.search
        {
            let slot = self.order.slot((&self.items, &self.groups), &search.hits, place);
            search.hits.insert(slot, place);
        }
    }

    fn hide_hit(&mut self, place: usize) {
        if let Some(search) = &mut self.search {
            let slot = self.order.slot((&self.items, &self.groups), &search.hits, place);
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
        chosen.grow(self.items.len());
        for place in self.in_rows(self.range()) {
            chosen.insert(*place);
        }
        chosen
    }

    /// The number of hits before the selected finding.
    pub(crate) fn hits_before(&self, hits: &[usize]) -> usize {
        self.selected.map_or(0, |selected| self.order.slot((&self.items, &self.groups), hits, selected))
    }
}
