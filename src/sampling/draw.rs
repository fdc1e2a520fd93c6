//! Drawing a sample: at random, the same for the same seed, and from every large group its share.

use fastrand::Rng;

/// Draws so many of the places `0..strata.len()`, whose groups `strata` names; answers them in the order in which they are to be
/// looked at, which is a random one too.
///
/// The places are put into random order within their groups, one group after the other, and of that row every k-th is
/// taken from a random start on. So each place is as probable as every other, and each group has its share, give or take one. That a
/// bound for a simple random sample holds then all the more is tried in the tests: of bad ones in one group none can be missed so
/// easily.
#[must_use]
pub fn draw<T: Ord>(strata: &[T], size: usize, seed: u64) -> Vec<usize> {
    let mut random = Rng::with_seed(seed);
    let mut row: Vec<usize> = (0..strata.len()).collect();
    random.shuffle(&mut row);
    // A stable sort keeps the random order within a group.
    row.sort_by_key(|place| strata.get(*place));
    let (count, size) = (row.len(), size.min(row.len()));
    if size == 0 {
        return Vec::new();
    }
    // In steps of count / size, reckoned in parts of 1 / size so that nothing is rounded.
    let start = random.usize(..count);
    let mut drawn: Vec<usize> = (0..size).filter_map(|step| row.get((start + step * count) / size).copied()).collect();
    random.shuffle(&mut drawn);
    drawn
}
