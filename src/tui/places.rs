//! Where the finding of a message stands, without keeping the keys twice.

use std::hash::BuildHasher as _;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::item::Item;
use crate::source::Key;

/// The places of all findings, by the keys of their messages.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

fn item(items: &[Item], place: u32) -> Option<&Item> {
    items.get(place as usize)
}

impl Places {
    /// Where the finding of a message stands.
    pub(super) fn of(&self, items: &[Item], key: &Key) -> Option<usize> {
        let is = |place: &u32| item(items, *place).is_some_and(|item| item.key == *key);
        self.table.find(self.hasher.hash_one(key), is).map(|place| *place as usize)
    }

    /// Adds the last finding.
    pub(super) fn add_last(&mut self, items: &[Item]) {
        let Some((place, last)) = items.len().checked_sub(1).zip(items.last()) else { return };
        let Ok(place) = u32::try_from(place) else { return };
        let hash = |place: &u32| item(items, *place).map_or(0, |item| self.hasher.hash_one(&item.key));
        self.table.insert_unique(self.hasher.hash_one(&last.key), place, hash);
    }
}
