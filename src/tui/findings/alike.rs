//! Groups of findings that propose the same, maintained as findings come in.

use std::cmp::Reverse;

use hashbrown::HashTable;

use crate::proposal::Likeness;

use super::item::Item;

/// Marks the end of a list.
pub(crate) const NOWHERE: u32 = u32::MAX;
/// From this size on, the shown findings of a group are tallied instead of walked through for each count.
const LARGE: u32 = 64;

/// A group of findings that propose the same, as a linked list in the order in which they were found.
#[derive(Clone, Copy, Debug)]
struct AlikeGroup {
    first: u32,
    last: u32,
    count: u32,
}

/// All findings, grouped by what they propose.
#[derive(Clone, Debug, Default)]
pub(crate) struct AlikeGroups {
    known: Vec<AlikeGroup>,
    /// The numbers of the groups, by the hash of their likeness.
    by_likeness: HashTable<u32>,
    /// The sizes of the groups at the last sorting; 1 for groups that came later.
    weights: Vec<u32>,
}

fn item(items: &[Item], place: u32) -> Option<&Item> {
    items.get(place as usize)
}

impl AlikeGroups {
    /// Adds a finding to its group.
    pub(crate) fn add(&mut self, items: &mut [Item], place: usize) {
        let Ok(place) = u32::try_from(place) else { return };
        let Some(likeness) = item(items, place).map(Item::likeness) else { return };
        let of = |known: &[AlikeGroup], number: u32| {
            known.get(number as usize).and_then(|group| item(items, group.first)).map(Item::likeness)
        };
        let is = |number: &u32| of(&self.known, *number) == Some(likeness);
        let number = self.by_likeness.find(likeness.number(), is).copied().unwrap_or_else(|| {
            let number = u32::try_from(self.known.len()).unwrap_or(NOWHERE);
            self.known.push(AlikeGroup { first: place, last: place, count: 0 });
            let hash = |number: &u32| of(&self.known, *number).map_or(0, Likeness::number);
            self.by_likeness.insert_unique(likeness.number(), number, hash);
            number
        });
        self.link(items, number, place);
    }

    fn link(&mut self, items: &mut [Item], number: u32, place: u32) {
        let Some(group) = self.known.get_mut(number as usize) else { return };
        group.count += 1;
        let mut next = NOWHERE;
        if group.count > 1 {
            // Almost always at the end.
            let mut before = group.last;
            if before > place {
                before = NOWHERE;
                let mut at = group.first;
                while at < place {
                    before = at;
                    at = item(items, at).map_or(NOWHERE, |item| item.next_alike);
                }
                next = at;
            } else {
                group.last = place;
            }
            match items.get_mut(before as usize) {
                Some(before) => before.next_alike = place,
                None => group.first = place,
            }
        }
        if let Some(item) = items.get_mut(place as usize) {
            (item.group, item.next_alike) = (number, next);
        }
    }

    /// Takes a finding out of its group.
    pub(crate) fn remove(&mut self, items: &mut [Item], place: usize) {
        let Ok(place) = u32::try_from(place) else { return };
        let Some(item) = item(items, place) else { return };
        let (number, next, hash) = (item.group, item.next_alike, item.likeness().number());
        let before = self.members(items, number).take_while(|member| *member < place as usize).last();
        let Some(group) = self.known.get_mut(number as usize) else { return };
        group.count -= 1;
        match before {
            Some(before) => {
                if next == NOWHERE {
                    group.last = u32::try_from(before).unwrap_or(NOWHERE);
                }
                if let Some(before) = items.get_mut(before) {
                    before.next_alike = next;
                }
            }
            None => group.first = next,
        }
        if group.count == 0
            && let Ok(entry) = self.by_likeness.find_entry(hash, |known| *known == number)
        {
            entry.remove();
        }
    }

    /// Takes the current group sizes as weights. Weights must not change between two sortings, or a new finding would
    /// not find its place.
    pub(crate) fn weigh(&mut self) {
        self.weights.clear();
        self.weights.extend(self.known.iter().map(|group| group.count));
    }

    /// The rank of a group: the heaviest first, ties by discovery.
    pub(crate) fn rank(&self, group: u32) -> (Reverse<u32>, u32) {
        let weight = self.weights.get(group as usize).copied().unwrap_or(1);
        (Reverse(weight), self.known.get(group as usize).map_or(NOWHERE, |group| group.first))
    }

    /// The rank of each group.
    pub(crate) fn ranks(&self) -> Vec<u32> {
        let mut sorted: Vec<u32> = (0..u32::try_from(self.known.len()).unwrap_or(NOWHERE)).collect();
        sorted.sort_unstable_by_key(|group| self.rank(*group));
        let mut ranks = vec![0; sorted.len()];
        for (rank, group) in (0..).zip(sorted) {
            if let Some(slot) = ranks.get_mut(group as usize) {
                *slot = rank;
            }
        }
        ranks
    }

    /// The findings of a group, in the order they were found.
    pub(crate) fn members<'a>(&self, items: &'a [Item], group: u32) -> impl Iterator<Item = usize> + use<'a> {
        let first = self.known.get(group as usize).filter(|group| group.count > 0).map(|group| group.first as usize);
        std::iter::successors(first, |place| {
            items.get(*place).map(|item| item.next_alike).filter(|next| *next != NOWHERE).map(|next| next as usize)
        })
    }

    /// Whether it is too large to be walked through with each key.
    pub(crate) fn is_large(&self, group: u32) -> bool {
        self.known.get(group as usize).is_some_and(|group| group.count >= LARGE)
    }
}
