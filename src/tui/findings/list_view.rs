//! The list as the reviewer sees it: the findings that match a filter, in an order, and the selected one.

use std::iter::once;
use std::ops::Range;

use crate::proposal::Rules;

use super::alike_tallies::AlikeTallies;
use super::item::Item;
use super::list::FindingList;
use super::matching;
use super::order::Order;
use super::query::Query;
use super::text_lookup::TextLookup;

/// A view of the findings. It changes none of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListView {
    filter: Query,
    order: Order,
    /// The places of the findings that match the filter, in this order.
    shown: Vec<usize>,
    selected: Option<usize>,
    /// The one selected last, in case a filter hides all.
    selected_before: Option<usize>,
    /// The search through texts for the words of the filter, while it runs.
    lookup: Option<TextLookup>,
    /// How many of the shown findings are alike, as far as that was asked for.
    tallies: AlikeTallies,
    /// The number of findings that one gesture would decide along with the selected one.
    alike_count: usize,
}

impl ListView {
    /// A view without findings, to be filled by [`Self::add`].
    pub(crate) fn of(filter: Query, order: Order) -> Self {
        Self { filter, order, ..Self::default() }
    }

    pub(crate) fn filter(&self) -> &Query {
        &self.filter
    }

    pub(crate) fn order(&self) -> Order {
        self.order
    }

    /// The shown findings, in the order of the list.
    pub(crate) fn shown(&self) -> &[usize] {
        &self.shown
    }

    pub(crate) fn selected(&self) -> Option<usize> {
        self.selected
    }

    /// The number of findings that one gesture would decide along with the selected one, which counts too.
    pub(crate) fn alike_count(&self) -> usize {
        self.alike_count
    }

    /// Whether texts are still searched for the words of the filter, so that the list is incomplete.
    pub(crate) fn is_filtering(&self) -> bool {
        self.lookup.is_some()
    }

    /// How far that search has come, in percent.
    pub(crate) fn percent(&self) -> Option<usize> {
        self.lookup.as_ref().map(TextLookup::percent)
    }

    /// The row of a finding, or where it would be.
    pub(crate) fn row(&self, findings: &FindingList, place: usize) -> usize {
        self.order.slot(findings, &self.shown, place)
    }

    pub(crate) fn is_shown(&self, findings: &FindingList, place: usize) -> bool {
        if self.shown.len() == findings.len() {
            return place < findings.len();
        }
        self.shown_row(findings, place).is_some()
    }

    /// The row of a finding, if it is shown.
    pub(crate) fn shown_row(&self, findings: &FindingList, place: usize) -> Option<usize> {
        let row = self.row(findings, place);
        (self.shown.get(row) == Some(&place)).then_some(row)
    }

    /// The row of the selected finding, if it is shown.
    pub(crate) fn selected_row(&self, findings: &FindingList) -> Option<usize> {
        self.shown_row(findings, self.selected?)
    }

    /// How many of these findings, which are in the order of the list, come before the selected one.
    pub(crate) fn before_selected(&self, findings: &FindingList, places: &[usize]) -> usize {
        self.selected.map_or(0, |selected| self.order.slot(findings, places, selected))
    }

    /// The selected finding if it is shown, else the nearest.
    pub(crate) fn nearest(&self, findings: &FindingList) -> Option<usize> {
        let row = self.selected.or(self.selected_before).map_or(0, |place| self.row(findings, place));
        self.shown.get(row).or(self.shown.last()).copied()
    }

    /// The first undecided finding from a row on.
    pub(crate) fn first_undecided(&self, findings: &FindingList, row: usize) -> Option<usize> {
        self.shown.iter().skip(row).find(|place| findings.is_undecided(**place)).copied()
    }

    /// Selects a finding. Returns whether it was not selected before.
    pub(crate) fn select(&mut self, place: Option<usize>) -> bool {
        self.selected_before = place.or(self.selected).or(self.selected_before);
        std::mem::replace(&mut self.selected, place) != place
    }

    /// Sets the filter. What is shown follows with [`Self::renew`].
    pub(crate) fn set_filter(&mut self, filter: Query) {
        self.filter = filter;
    }

    /// Sets the order. What is shown follows with [`Self::renew`].
    pub(crate) fn set_order(&mut self, order: Order) {
        self.order = order;
    }

    /// Recomputes which findings are shown. The texts are searched for the words of the filter: see
    /// [`Self::search_texts`].
    pub(crate) fn renew(&mut self, findings: &mut FindingList, rules: &Rules<'_>) {
        // Its allocation is reused: a new one for a long list would have to be zeroed.
        let mut fitting = std::mem::take(&mut self.shown);
        let items = findings.items();
        matching::find(items, (&self.filter, rules), matching::share(items.len()), &mut fitting);
        if self.order == Order::Alike {
            findings.weigh_groups();
        }
        self.order.sort(findings, &mut fitting);
        (self.tallies, self.lookup) = (AlikeTallies::default(), None);
        let words = self.filter.words();
        if words.is_empty() {
            self.shown = fitting;
        } else {
            self.lookup = Some(TextLookup::new(words, fitting, 0));
            self.search_texts(findings);
        }
    }

    /// Searches the next piece of the texts for the words of the filter, and shows what is found.
    pub(crate) fn search_texts(&mut self, findings: &FindingList) {
        let Some(mut lookup) = self.lookup.take() else { return };
        lookup.step(findings.items());
        let mut found = std::mem::take(&mut lookup.after);
        // Findings that came in meanwhile are already shown.
        found.retain(|place| !self.is_shown(findings, *place));
        self.show(findings, &found);
        self.lookup = Some(lookup).filter(|lookup| !lookup.is_through());
    }

    /// Shows new findings, as far as they match the filter. Returns these, in the order of the list.
    pub(crate) fn add(&mut self, findings: &FindingList, rules: &Rules<'_>, new: Range<usize>) -> Vec<usize> {
        let mut fit: Vec<usize> = new.filter(|place| self.fits(findings, rules, *place)).collect();
        // They are few, so no ranks are computed.
        fit.sort_by(|left, right| self.order.compare(findings, *left, *right));
        self.show(findings, &fit);
        fit
    }

    /// Shows or hides a finding that changed. Returns whether it is shown now, if that is new.
    pub(crate) fn refilter(&mut self, findings: &FindingList, rules: &Rules<'_>, place: usize) -> Option<bool> {
        let (fits, row) = (self.fits(findings, rules, place), self.row(findings, place));
        if fits == (self.shown.get(row) == Some(&place)) {
            return None;
        }
        if fits {
            self.shown.insert(row, place);
        } else {
            self.shown.remove(row);
        }
        self.tallies.tally(findings, place, fits);
        Some(fits)
    }

    fn fits(&self, findings: &FindingList, rules: &Rules<'_>, place: usize) -> bool {
        findings.get(place).is_some_and(|item| self.filter.fits(item, rules))
    }

    fn show(&mut self, findings: &FindingList, places: &[usize]) {
        for place in places {
            self.tallies.tally(findings, *place, true);
        }
        self.shown = self.order.merged(findings, std::mem::take(&mut self.shown), places);
    }

    /// Changes a finding. Whether it still matches the filter is up to [`Self::refilter`].
    pub(crate) fn change(&mut self, findings: &mut FindingList, place: usize, change: impl FnOnce(&mut Item)) {
        let is_shown = self.is_shown(findings, place);
        if is_shown {
            self.tallies.tally(findings, place, false);
        }
        findings.change(place, change);
        if is_shown {
            self.tallies.tally(findings, place, true);
        }
    }

    /// The findings that one gesture would take with the selected one, which is among them: those that are shown, have
    /// the same status and the same changes.
    pub(crate) fn alike(&self, findings: &FindingList) -> Vec<usize> {
        let Some((place, selected)) = self.selected.and_then(|place| Some((place, findings.get(place)?))) else {
            return Vec::new();
        };
        let is_alike = |other: &usize| {
            findings.get(*other).is_some_and(|item| {
                item.status == selected.status && item.edit() == selected.edit() && self.is_shown(findings, *other)
            })
        };
        once(place).chain(findings.others_alike(place).filter(is_alike)).collect()
    }

    /// Counts what [`Self::alike`] returns.
    pub(crate) fn count_alike(&mut self, findings: &FindingList) {
        let selected = self.selected.and_then(|place| findings.get(place));
        self.alike_count = match selected {
            Some(item) if findings.groups().is_large(item.group) && item.edit().is_empty() => {
                self.tallies.get(item.group, item.status).unwrap_or_else(|| {
                    self.tallies = AlikeTallies::of(findings, &self.shown, matching::share(findings.len()));
                    self.tallies.get(item.group, item.status).unwrap_or_default()
                })
            }
            _ => self.alike(findings).len(),
        };
    }

    /// Forgets all findings but the selected one, and keeps filter and order.
    pub(crate) fn clear(&mut self) {
        let (filter, order) = (std::mem::take(&mut self.filter), self.order);
        let (selected, selected_before) = (self.selected, self.selected_before);
        *self = Self { selected, selected_before, ..Self::of(filter, order) };
    }
}
