//! The findings that propose the same as the selected one.

use std::thread;

use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

use crate::tui::findings::alike::{NOWHERE, StatusCounts};

use super::model::{Item, Model};

impl Model {
    /// The other findings that propose the same as the selected one, shown or not, whatever was decided.
    pub(crate) fn others_alike(&self) -> impl Iterator<Item = usize> {
        let group = self.selected().map_or(NOWHERE, |item| item.group);
        self.groups.members(&self.items, group).filter(|place| Some(*place) != self.selected)
    }

    /// The findings that one gesture would take with the selected one, which is among them: those that are shown, have
    /// the same status and the same changes.
    pub(crate) fn alike(&self) -> Vec<usize> {
        let Some(selected) = self.selected() else {
            return Vec::new();
        };
        let is_alike = |place: &usize| {
            self.items.get(*place).is_some_and(|item| {
                item.status == selected.status && item.edit() == selected.edit() && self.is_shown(*place)
            })
        };
        self.selected.into_iter().chain(self.others_alike().filter(is_alike)).collect()
    }

    /// The number of findings that [`Self::alike`] returns.
    pub(crate) fn count_alike(&mut self) -> usize {
        let Some(selected) = self.selected() else { return 0 };
        let (group, status) = (selected.group, selected.status);
        if !self.groups.is_large(group) || !selected.edit().is_empty() {
            return self.alike().len();
        }
        if !self.groups.tallies.contains_key(&group) {
            self.groups.tallies = self.tallies(self.share());
        }
        self.groups.tallies.get(&group).and_then(|tally| tally.get(status as usize)).copied().unwrap_or_default()
    }

    /// Tallies all large groups in one pass over the findings, with one thread for each `share` of them.
    pub(crate) fn tallies(&self, share: usize) -> HashMap<u32, StatusCounts> {
        let mut shown = FixedBitSet::with_capacity(self.items.len());
        for place in &self.shown {
            shown.insert(*place);
        }
        let groups = &self.groups;
        let count = |first: usize, items: &[Item]| {
            let mut tallies: HashMap<u32, StatusCounts> = HashMap::new();
            let places = (first..).zip(items).filter(|(place, _)| shown.contains(*place));
            for (_, item) in places.filter(|(_, item)| groups.is_large(item.group) && item.edit().is_empty()) {
                if let Some(count) = tallies.entry(item.group).or_default().get_mut(item.status as usize) {
                    *count += 1;
                }
            }
            tallies
        };
        let count = &count;
        thread::scope(|scope| {
            let mut parts = (0..).step_by(share).zip(self.items.chunks(share));
            let own = parts.next();
            let others: Vec<_> = parts.map(|(first, items)| scope.spawn(move || count(first, items))).collect();
            let mut all = own.map(|(first, items)| count(first, items)).unwrap_or_default();
            for (group, tally) in others.into_iter().flat_map(|other| other.join().unwrap_or_default()) {
                let known = all.entry(group).or_default();
                known.iter_mut().zip(tally).for_each(|(known, count)| *known += count);
            }
            all
        })
    }
}
