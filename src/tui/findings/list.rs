//! All findings, and what is counted of them.

use std::ops::Range;

use fixedbitset::FixedBitSet;
use jiff::Timestamp;

use crate::proposal::Rules;
use crate::source::Key;
use crate::statistics::{DecisionStatus, Statistics};

use super::alike::{AlikeGroups, NOWHERE};
use super::counts::Counts;
use super::filter_choice::FilterChoice;
use super::item::Item;
use super::key_index::KeyIndex;
use super::property::FindingProperty;
use super::written::WrittenBefore;

/// All findings, in the order they were found. A finding keeps its place, and changes only here, so that whatever is
/// counted stays correct.
#[derive(Clone, Debug, Default)]
pub(crate) struct FindingList {
    items: Vec<Item>,
    places: KeyIndex,
    groups: AlikeGroups,
    counts: Counts,
    /// The places of undecided findings.
    undecided: FixedBitSet,
    /// The findings that the last bulk action left out, to be decided one by one.
    set_aside: Vec<usize>,
    /// Increases with every change of a finding.
    version: u64,
    /// The statistics of all findings, including those written before.
    statistics: Statistics,
    /// The findings written before this scan.
    written: WrittenBefore,
}

impl FindingList {
    /// All findings, in the order they were found.
    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    pub(crate) fn get(&self, place: usize) -> Option<&Item> {
        self.items.get(place)
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The place of a message's finding.
    pub(crate) fn place(&self, message: &Key) -> Option<usize> {
        self.places.of(&self.items, message)
    }

    /// The finding of a message.
    pub(crate) fn of(&self, message: &Key) -> Option<&Item> {
        self.get(self.place(message)?)
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }

    pub(crate) fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    pub(crate) fn written(&self) -> &WrittenBefore {
        &self.written
    }

    /// The findings by what they propose.
    pub(crate) fn groups(&self) -> &AlikeGroups {
        &self.groups
    }

    /// A number that increases with every change of a finding.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Whether a finding waits for a decision.
    pub(crate) fn is_undecided(&self, place: usize) -> bool {
        self.undecided.contains(place)
    }

    /// The findings that the last bulk action left out.
    pub(crate) fn set_aside(&self) -> &[usize] {
        &self.set_aside
    }

    /// The other findings that propose the same, whatever was decided.
    pub(crate) fn others_alike(&self, place: usize) -> impl Iterator<Item = usize> {
        let group = self.get(place).map_or(NOWHERE, |item| item.group);
        self.groups.members(&self.items, group).filter(move |other| *other != place)
    }

    /// The number of findings that match a choice.
    pub(crate) fn count_choice(&self, choice: FilterChoice, rules: &Rules<'_>) -> usize {
        match choice {
            FilterChoice::Status(status) => self.counts.of_status(status),
            FilterChoice::Remedy(remedy) => self.items.iter().filter(|item| item.remedy(rules) == Some(remedy)).count(),
            FilterChoice::Property(FindingProperty::Flagged) => self.counts.flagged,
            FilterChoice::Property(FindingProperty::Undecided) => self.counts.undecided(),
            FilterChoice::Property(property) => self.items.iter().filter(|item| property.fits(item)).count(),
        }
    }

    /// Adds findings; a known finding keeps its decision. Returns the places of the new ones, or `None` if a known one
    /// was scanned again and may belong elsewhere now.
    pub(crate) fn add_findings(&mut self, items: Vec<Item>) -> Option<Range<usize>> {
        let first = self.len();
        let mut is_renewed = false;
        for item in items {
            match self.place(&item.key) {
                Some(place) => {
                    self.renew(place, item);
                    is_renewed = true;
                }
                None => self.add(item),
            }
        }
        self.version += 1;
        (!is_renewed).then_some(first..self.len())
    }

    fn add(&mut self, item: Item) {
        self.undecided.grow(self.len() + 1);
        self.items.push(item);
        self.places.add_last(&self.items);
        self.count(self.len() - 1);
    }

    fn renew(&mut self, place: usize, item: Item) {
        self.groups.remove(&mut self.items, place);
        let Some(known) = self.items.get_mut(place) else { return };
        self.statistics.remove_breakdown(&known.facets().breakdown, known.week(), known.decision_status());
        self.counts.remove(known);
        known.renew(item);
        self.count(place);
    }

    /// Counts a finding that is new, or changed in every respect.
    fn count(&mut self, place: usize) {
        let Some(item) = self.items.get(place) else { return };
        self.statistics.add_breakdown(&item.facets().breakdown, item.week(), item.decision_status());
        self.counts.add(item);
        self.undecided.set(place, item.is_undecided());
        self.groups.add(&mut self.items, place);
    }

    /// Changes a finding, and keeps the counts and the statistics right.
    pub(crate) fn change(&mut self, place: usize, change: impl FnOnce(&mut Item)) {
        let Some(item) = self.items.get_mut(place) else { return };
        self.counts.remove(item);
        let (status, in_bulk) = (item.status, item.in_bulk);
        let (reviewer, edit) = (item.reviewer.clone(), item.edit().clone());
        change(item);
        let reviewer = reviewer.as_deref().map(String::as_str);
        let before = DecisionStatus { status, reviewer, edit: Some(&edit), in_bulk };
        if before != item.decision_status() {
            self.statistics.update_decision(&item.facets().breakdown, before, item.decision_status());
        }
        self.counts.add(item);
        self.undecided.set(place, item.is_undecided());
        self.version += 1;
    }

    /// Sets findings aside, in place of the previous ones.
    pub(crate) fn set_aside_only(&mut self, places: &[usize]) {
        let before = std::mem::replace(&mut self.set_aside, places.to_vec());
        for (places, is_set_aside) in [(before.as_slice(), false), (places, true)] {
            for place in places {
                if let Some(item) = self.items.get_mut(*place) {
                    item.touch(|edits| edits.set_aside = is_set_aside);
                }
            }
        }
        self.version += 1;
    }

    /// Fixes the order of the groups by their current sizes: see [`AlikeGroups::weigh`].
    pub(crate) fn weigh_groups(&mut self) {
        self.groups.weigh();
    }

    /// Adds the findings that were written before this scan, the last of them at this time.
    pub(crate) fn add_written(&mut self, items: Vec<Item>, last: Option<Timestamp>) {
        for item in items {
            self.written.add(item, &mut self.statistics);
        }
        self.written.last = last;
    }

    /// Removes a finding that was written before this scan, and is not any more.
    pub(crate) fn remove_written(&mut self, message: &Key) {
        self.written.remove(message, &mut self.statistics);
    }

    /// Drops all findings before a new scan.
    pub(crate) fn clear(&mut self) {
        *self = Self { version: self.version + 1, ..Self::default() };
    }
}
