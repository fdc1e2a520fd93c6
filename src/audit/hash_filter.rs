//! A small set of hashes (a Bloom filter): it forgets none, and takes few others for members.

use fixedbitset::FixedBitSet;

/// The number of bits, as a power of two: 1 MiB.
const BITS: u32 = 23;

/// A set with two bits for each hash.
#[derive(Clone, Debug, Default)]
pub(super) struct HashFilter {
    /// Allocated when the first hash is added.
    bits: FixedBitSet,
}

impl HashFilter {
    pub(super) fn add(&mut self, hash: u64) {
        self.bits.grow(1 << BITS);
        for place in places(hash) {
            self.bits.insert(place);
        }
    }

    /// Adds all hashes of another set.
    pub(super) fn add_all(&mut self, other: &Self) {
        self.bits.union_with(&other.bits);
    }

    /// The hashes in both sets.
    pub(super) fn common(&self, other: &Self) -> Self {
        let mut common = self.clone();
        common.bits.intersect_with(&other.bits);
        common
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// Whether a hash may have been added; always true if it was.
    pub(super) fn may_hold(&self, hash: u64) -> bool {
        places(hash).into_iter().all(|place| self.bits.contains(place))
    }
}

/// The bits of a hash, by its lower and its upper end.
fn places(hash: u64) -> [usize; 2] {
    [hash >> (u64::BITS - BITS), hash & ((1 << BITS) - 1)].map(|place| usize::try_from(place).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher as _, RandomState};

    use super::*;

    #[test]
    fn none_is_forgotten_and_few_others_are_taken_for_one() {
        let hasher = RandomState::new();
        let filter = |numbers: std::ops::Range<u64>| {
            let mut filter = HashFilter::default();
            assert!(filter.is_empty() && numbers.clone().all(|number| !filter.may_hold(hasher.hash_one(number))));
            numbers.for_each(|number| filter.add(hasher.hash_one(number)));
            filter
        };
        let (mut first, second) = (filter(0..60_000), filter(40_000..100_000));
        let common = first.common(&second);
        first.add_all(&second);
        let held = |filter: &HashFilter, numbers: std::ops::Range<u64>| {
            numbers.filter(|number| filter.may_hold(hasher.hash_one(number))).count()
        };
        assert_eq!((held(&first, 0..100_000), held(&common, 40_000..60_000)), (100_000, 20_000));
        let others = held(&first, 100_000..200_000) + held(&common, 0..40_000) + held(&common, 60_000..200_000);
        assert!(others < 1000, "{others}");
    }
}
