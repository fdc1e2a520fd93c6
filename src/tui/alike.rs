//! Which findings propose the same, kept as they come in.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::proposal::Likeness;

use super::model::Model;

/// Findings that propose the same.
#[derive(Clone, Debug, Default)]
struct Group {
    /// Where they stand, in the order in which they were found.
    places: Vec<usize>,
    /// How many they were when the list was sorted last.
    weight: usize,
}

/// All findings, in groups of those that propose the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups(HashMap<Likeness, Group>);

impl Groups {
    pub(super) fn add(&mut self, likeness: Likeness, place: usize) {
        let Group { places, weight } = self.0.entry(likeness).or_default();
        let slot = places.partition_point(|known| *known < place);
        places.insert(slot, place);
        *weight = (*weight).max(1);
    }

    pub(super) fn remove(&mut self, likeness: Likeness, place: usize) {
        if let Some(group) = self.0.get_mut(&likeness) {
            group.places.retain(|known| *known != place);
        }
    }

    /// Takes the sizes of the groups for their weights: between two sortings these must not change, or a finding
    /// that comes in would not find its place.
    pub(super) fn weigh(&mut self) {
        for group in self.0.values_mut() {
            group.weight = group.places.len();
        }
    }

    /// Where a group belongs among the others: the heaviest first, of equals the one that was found first.
    pub(super) fn rank(&self, likeness: Likeness) -> (Reverse<usize>, usize) {
        let group = self.0.get(&likeness);
        let first = group.and_then(|group| group.places.first()).copied();
        (Reverse(group.map_or(0, |group| group.weight)), first.unwrap_or(usize::MAX))
    }

    fn places(&self, likeness: Likeness) -> &[usize] {
        self.0.get(&likeness).map_or(&[], |group| group.places.as_slice())
    }
}

impl Model {
    /// The other findings that propose the same as the selected one, shown or not, whatever was decided.
    pub(super) fn likes(&self) -> impl Iterator<Item = usize> {
        let places = self.selected().map_or(&[][..], |item| self.groups.places(item.likeness));
        places.iter().copied().filter(|place| Some(*place) != self.selected)
    }

    /// The findings that one gesture would take with the selected one: those that are shown, stand where it stands
    /// and have the same changes. The selected one is among them.
    pub(super) fn alike(&self) -> Vec<usize> {
        let Some(selected) = self.selected() else {
            return Vec::new();
        };
        let rules = self.setting.rules();
        let is_alike = |place: &usize| {
            self.items.get(*place).is_some_and(|item| {
                item.status == selected.status && item.edit == selected.edit && self.filter.fits(item, &rules)
            })
        };
        self.selected.into_iter().chain(self.likes().filter(is_alike)).collect()
    }
}
