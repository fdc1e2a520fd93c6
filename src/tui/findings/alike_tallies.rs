//! Tallies of the shown findings that are alike, so that no key walks through a group of thousands.

use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

use crate::proposal::Status;

use super::item::Item;
use super::list::FindingList;
use super::matching::in_parts;

/// How many findings of a large group are shown without changes, by their status.
type StatusCounts = [usize; Status::ALL.len()];

/// The tallies of large groups, by their numbers. A group without one was not asked for yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AlikeTallies(HashMap<u32, StatusCounts>);

impl AlikeTallies {
    /// Tallies all large groups in one pass over the findings, with one thread for each `share` of them.
    pub(crate) fn of(findings: &FindingList, shown: &[usize], share: usize) -> Self {
        let mut is_shown = FixedBitSet::with_capacity(findings.len());
        is_shown.extend(shown.iter().copied());
        let count = |first: usize, items: &[Item]| {
            let mut tallies: HashMap<u32, StatusCounts> = HashMap::new();
            let shown = (first..).zip(items).filter(|(place, _)| is_shown.contains(*place)).map(|(_, item)| item);
            for item in shown.filter(|item| is_tallied(findings, item)) {
                if let Some(count) = tallies.entry(item.group).or_default().get_mut(item.status as usize) {
                    *count += 1;
                }
            }
            tallies
        };
        let mut all = HashMap::new();
        let others = in_parts((findings.items(), share), |items| all = count(0, items), count);
        for (group, tally) in others.into_iter().flatten() {
            let known = all.entry(group).or_default();
            known.iter_mut().zip(tally).for_each(|(known, count)| *known += count);
        }
        Self(all)
    }

    /// How many findings of a group have this status; `None` if that was not counted yet.
    pub(crate) fn get(&self, group: u32, status: Status) -> Option<usize> {
        self.0.get(&group)?.get(status as usize).copied()
    }

    /// Counts a finding that becomes shown or hidden.
    pub(crate) fn tally(&mut self, findings: &FindingList, place: usize, is_shown: bool) {
        let Some(item) = findings.get(place).filter(|item| is_tallied(findings, item)) else { return };
        if let Some(count) = self.0.get_mut(&item.group).and_then(|tally| tally.get_mut(item.status as usize)) {
            *count = count.saturating_add_signed(if is_shown { 1 } else { -1 });
        }
    }
}

fn is_tallied(findings: &FindingList, item: &Item) -> bool {
    findings.groups().is_large(item.group) && item.edit().is_empty()
}
