//! The order of the shown findings. It is a view and changes no finding.

use std::cmp::Ordering;

use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

use super::facets::Facets;
use super::item::Item;
use super::list::FindingList;

/// The order of findings in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// In the order of discovery.
    #[default]
    Found,
    /// The oldest message first.
    Time,
    /// By the agent's name.
    Agent,
    /// By pattern name; findings without a pattern come last.
    Pattern,
    /// The lowest confidence first.
    Confidence,
    /// Equal proposals together, the largest group first.
    Alike,
}

impl Order {
    /// The order that the next key press selects.
    pub(crate) fn next(self) -> Self {
        match self {
            Self::Found => Self::Time,
            Self::Time => Self::Agent,
            Self::Agent => Self::Pattern,
            Self::Pattern => Self::Confidence,
            Self::Confidence => Self::Alike,
            Self::Alike => Self::Found,
        }
    }

    /// The name of the order.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Found => "as found",
            Self::Time => "by time",
            Self::Agent => "by agent",
            Self::Pattern => "by pattern",
            Self::Confidence => "by confidence",
            Self::Alike => "alike together",
        }
    }

    /// The order with this name, or with the one word that identifies it.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let all = [Self::Found, Self::Time, Self::Agent, Self::Pattern, Self::Confidence, Self::Alike];
        let word = |order: Self| order.name().split(' ').find(|word| !["as", "by"].contains(word));
        all.into_iter().find(|order| order.name() == name || word(*order) == Some(name))
    }

    /// Compares two findings by place; ties keep the order of discovery.
    pub(crate) fn compare(self, findings: &FindingList, left: usize, right: usize) -> Ordering {
        let (Some(one), Some(other)) = (findings.get(left), findings.get(right)) else {
            return left.cmp(&right);
        };
        let (facets, others) = (one.facets(), other.facets());
        let by = match self {
            Self::Found => Ordering::Equal,
            Self::Time => one.time_rank().cmp(&other.time_rank()),
            Self::Alike => findings.groups().rank(one.group).cmp(&findings.groups().rank(other.group)),
            Self::Agent | Self::Pattern | Self::Confidence => self.compare_facets(facets, others),
        };
        by.then(left.cmp(&right))
    }

    fn compare_facets(self, one: &Facets, other: &Facets) -> Ordering {
        match self {
            Self::Agent => known_first(one.agent.as_deref(), other.agent.as_deref()),
            Self::Pattern => known_first(one.main_pattern.as_deref(), other.main_pattern.as_deref()),
            Self::Confidence => one.confidence().total_cmp(&other.confidence()),
            Self::Found | Self::Time | Self::Alike => Ordering::Equal,
        }
    }

    /// The insertion index of a finding among others in this order.
    pub(crate) fn slot(self, findings: &FindingList, among: &[usize], place: usize) -> usize {
        among.partition_point(|known| self.compare(findings, *known, place).is_lt())
    }

    /// Merges two lists of places, both in this order.
    pub(crate) fn merged(self, findings: &FindingList, mut known: Vec<usize>, others: &[usize]) -> Vec<usize> {
        let Some(first) = others.first() else { return known };
        if self.slot(findings, &known, *first) == known.len() {
            known.extend(others);
            return known;
        }
        let mut merged = Vec::with_capacity(known.len() + others.len());
        let mut rest = known.as_slice();
        for other in others {
            let (before, after) = rest.split_at(self.slot(findings, rest, *other));
            merged.extend(before);
            merged.push(*other);
            rest = after;
        }
        merged.extend(rest);
        merged
    }

    /// Sorts places, which come in the order of discovery.
    ///
    /// The sort keys are collected first, since the findings are scattered in memory.
    pub(crate) fn sort(self, findings: &FindingList, places: &mut [usize]) {
        match self {
            Self::Found => {}
            Self::Time => sort_by(places, |place| findings.get(place).map_or(i64::MAX, Item::time_rank)),
            Self::Alike => {
                let ranks = findings.groups().ranks();
                sort_by_rank(places, |place| ranks.get(findings.get(place)?.group as usize).copied());
            }
            Self::Agent | Self::Pattern | Self::Confidence => {
                let ranks = self.facet_ranks(findings, places);
                let mut last = (0, 0);
                sort_by_rank(places, |place| {
                    let facets = findings.get(place)?.facets_id();
                    if facets != last.0 {
                        last = (facets, *ranks.get(&facets)?);
                    }
                    Some(last.1)
                });
            }
        }
    }

    /// The ranks of all facets. There are few of them, so their names are compared only once.
    fn facet_ranks(self, findings: &FindingList, places: &[usize]) -> HashMap<usize, u32> {
        let mut known: HashMap<usize, &Facets> = HashMap::new();
        for item in places.iter().filter_map(|place| findings.get(*place)) {
            known.entry(item.facets_id()).or_insert(item.facets());
        }
        let mut sorted: Vec<(usize, &Facets)> = known.into_iter().collect();
        sorted.sort_by(|(_, one), (_, other)| self.compare_facets(one, other));
        let (mut ranks, mut rank, mut last): (_, _, Option<&Facets>) = (HashMap::new(), 0, None);
        for (facets, what) in sorted {
            rank += u32::from(last.is_some_and(|last| self.compare_facets(last, what).is_ne()));
            last = Some(what);
            ranks.insert(facets, rank);
        }
        ranks
    }
}

/// Sorts by a rank. Rank and place are packed into one number, which sorts fastest.
fn sort_by_rank(places: &mut [usize], mut rank: impl FnMut(usize) -> Option<u32>) {
    let mut keyed: Vec<u64> = places
        .iter()
        .map(|place| {
            u64::from(rank(*place).unwrap_or(u32::MAX)) << 32 | u64::from(u32::try_from(*place).unwrap_or(u32::MAX))
        })
        .collect();
    keyed.sort_unstable();
    for (place, sorted) in places.iter_mut().zip(keyed) {
        *place = usize::try_from(sorted & u64::from(u32::MAX)).unwrap_or_default();
    }
}

fn sort_by<K: Ord>(places: &mut [usize], key: impl Fn(usize) -> K) {
    let mut keyed: Vec<(K, usize)> = places.iter().map(|place| (key(*place), *place)).collect();
    keyed.sort_unstable();
    for (place, (_, sorted)) in places.iter_mut().zip(keyed) {
        *place = sorted;
    }
}

/// Compares two values; unknown ones come last.
fn known_first<T: Ord + Copy>(one: Option<T>, other: Option<T>) -> Ordering {
    one.is_none().cmp(&other.is_none()).then_with(|| one.cmp(&other))
}

#[cfg(test)]
mod tests {
    use crate::tui::tests::model;

    use super::*;

    #[test]
    fn to_sort_and_to_find_a_slot_are_the_same_order() {
        let mut model = model();
        for order in [Order::Found, Order::Time, Order::Agent, Order::Pattern, Order::Confidence, Order::Alike] {
            model.findings.weigh_groups();
            let findings = &model.findings;
            let mut places: Vec<usize> = (0..findings.len()).collect();
            order.sort(findings, &mut places);
            assert!(places.is_sorted_by(|one, other| order.compare(findings, *one, *other).is_lt()), "{order:?}");
        }
    }
}
