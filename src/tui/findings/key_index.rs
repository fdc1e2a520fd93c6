//! Finds the place of a message's finding without storing the keys twice.

use std::hash::BuildHasher as _;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::source::Key;

use super::item::Item;

/// The places of all findings, by the keys of their messages.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyIndex {
    /// The number of leading findings that are sorted by key. They need no table; with numeric keys these are usually
    /// all.
    sorted: usize,
    /// The others: part of the key's hash with each place, so that growing the table reads no finding.
    table: HashTable<(u32, u32)>,
    hasher: DefaultHashBuilder,
}

impl KeyIndex {
    fn hash(&self, key: &Key) -> u32 {
        half(self.hasher.hash_one(key))
    }

    /// The place of a message's finding.
    pub(crate) fn of(&self, items: &[Item], key: &Key) -> Option<usize> {
        let sorted = items.get(..self.sorted).unwrap_or_default();
        if let Ok(place) = sorted.binary_search_by(|item| item.key.cmp(key)) {
            return Some(place);
        }
        let hash = self.hash(key);
        let is = |(known, place): &(u32, u32)| {
            *known == hash && items.get(*place as usize).is_some_and(|item| item.key == *key)
        };
        self.table.find(spread(hash), is).map(|(_, place)| *place as usize)
    }

    /// Adds the last finding.
    pub(crate) fn add_last(&mut self, items: &[Item]) {
        let Some((place, last)) = items.len().checked_sub(1).zip(items.last()) else { return };
        let before = place.checked_sub(1).and_then(|before| items.get(before));
        if self.sorted == place && before.is_none_or(|before| before.key < last.key) {
            self.sorted += 1;
            return;
        }
        let Ok(place) = u32::try_from(place) else { return };
        let hash = self.hash(&last.key);
        self.table.insert_unique(spread(hash), (hash, place), |(hash, _)| spread(*hash));
    }
}

/// Half of a hash, to save memory.
fn half(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// Spreads a hash, since the table uses its highest and lowest bits.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

#[cfg(test)]
mod tests {
    use crate::tui::tests::items;

    use super::*;

    #[test]
    fn every_finding_is_found_in_whichever_order_they_come() {
        let template = items().remove(0);
        let text = |number: i64| Key::Text(number.to_string());
        let shuffled = |number: i64| (number * 7_919) % 1_009;
        let numbers = 0..1_000;
        for keys in [
            numbers.clone().map(Key::Integer).collect::<Vec<_>>(),
            numbers.clone().map(text).collect(),
            numbers.clone().map(|number| Key::Integer(shuffled(number))).collect(),
            numbers.map(|number| Key::Integer(if number < 500 { number } else { 1_500 - number })).collect(),
        ] {
            let (mut places, mut items) = (KeyIndex::default(), Vec::new());
            for key in &keys {
                let mut item = template.clone();
                item.key = key.clone();
                items.push(item);
                places.add_last(&items);
            }
            let found: Vec<_> = keys.iter().map(|key| places.of(&items, key)).collect();
            assert_eq!(found, (0..keys.len()).map(Some).collect::<Vec<_>>());
            assert_eq!(places.of(&items, &Key::Integer(5_000)), None);
        }
    }
}
