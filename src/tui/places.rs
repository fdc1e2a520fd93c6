//! Where the finding of a message stands, without keeping the keys twice.

use std::hash::BuildHasher as _;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::item::Item;
use crate::source::Key;

/// The places of all findings, by the keys of their messages.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// A part of the hash of the key with each place: to grow, the table looks at no finding.
    table: HashTable<(u32, u32)>,
    hasher: DefaultHashBuilder,
}

impl Places {
    fn hash(&self, key: &Key) -> u32 {
        half(self.hasher.hash_one(key))
    }

    /// Where the finding of a message stands.
    pub(super) fn of(&self, items: &[Item], key: &Key) -> Option<usize> {
        let hash = self.hash(key);
        let is = |(known, place): &(u32, u32)| {
            *known == hash && items.get(*place as usize).is_some_and(|item| item.key == *key)
        };
        self.table.find(spread(hash), is).map(|(_, place)| *place as usize)
    }

    /// Adds the last finding.
    pub(super) fn add_last(&mut self, items: &[Item]) {
        let Some((place, last)) = items.len().checked_sub(1).zip(items.last()) else { return };
        let Ok(place) = u32::try_from(place) else { return };
        let hash = self.hash(&last.key);
        self.table.insert_unique(spread(hash), (hash, place), |(hash, _)| spread(*hash));
    }
}

/// Half of a hash, which takes half the room.
pub(super) fn half(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// A hash for the table, which looks at the highest bits and the lowest.
pub(super) fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}
