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
    /// The places of the others.
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl KeyIndex {
    /// The place of a message's finding.
    pub(crate) fn of(&self, items: &[Item], key: &Key) -> Option<usize> {
        let sorted = items.get(..self.sorted).unwrap_or_default();
        if let Ok(place) = sorted.binary_search_by(|item| item.key.cmp(key)) {
            return Some(place);
        }
        let is_of_key = |place: &u32| items.get(*place as usize).is_some_and(|item| item.key == *key);
        self.table.find(self.hasher.hash_one(key), is_of_key).map(|place| *place as usize)
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
        let hash = |place: &u32| items.get(*place as usize).map_or(0, |item| self.hasher.hash_one(&item.key));
        self.table.insert_unique(self.hasher.hash_one(&last.key), place, hash);
    }
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
