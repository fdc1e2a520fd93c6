//! A set of hashes in little room: it forgets none that was added, and takes few others for one.

use fixedbitset::FixedBitSet;

/// How many bits there are, as a power of two: together they take 1 MiB.
const BITS: u32 = 23;

/// Hashes, of each two bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Filter {
    /// None before a hash is added.
    bits: FixedBitSet,
}

impl Filter {
    pub(super) fn add(&mut self, hash: u64) {
        self.bits.grow(1 << BITS);
        for place in places(hash) {
            self.bits.insert(place);
        }
    }

    /// Adds all that another one holds.
    pub(super) fn add_all(&mut self, other: &Self) {
        self.bits.union_with(&other.bits);
    }

    /// What this and another one hold.
    pub(super) fn common(&self, other: &Self) -> Self {
        let mut common = self.clone();
        common.bits.intersect_with(&other.bits);
        common
    }

    /// Whether nothing was added.
    pub(super) fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// Whether a hash may have been added; of those that were it always holds.
    pub(super) fn may_hold(&self, hash: u64) -> bool {
        places(hash).into_iter().all(|place| self.bits.contains(place))
    }
}

/// The bits of a hash: the places that its ends say.
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
            let mut filter = Filter::default();
            assert!(filter.is_empty() && numbers.clone().all(|number| !filter.may_hold(hasher.hash_one(number))));
            numbers.for_each(|number| filter.add(hasher.hash_one(number)));
            filter
        };
        let (mut first, second) = (filter(0..60_000), filter(40_000..100_000));
        let common = first.common(&second);
        first.add_all(&second);
        let held = |filter: &Filter, numbers: std::ops::Range<u64>| {
            numbers.filter(|number| filter.may_hold(hasher.hash_one(number))).count()
        };
        assert_eq!((held(&first, 0..100_000), held(&common, 40_000..60_000)), (100_000, 20_000));
        let others = held(&first, 100_000..200_000) + held(&common, 0..40_000) + held(&common, 60_000..200_000);
        assert!(others < 1000, "{others}");
    }
}
