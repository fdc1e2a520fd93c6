//! Draws a random sample, stratified by group and reproducible by its seed.

use fastrand::Rng;

/// Draws `size` of the indexes `0..strata.len()`, where `strata` has the group of each. Returns them in random order,
/// in which they are to be reviewed.
///
/// The indexes are shuffled within their groups, and the groups are lined up. From this line every k-th index is taken,
/// with a random start. So each index is equally probable, and each group has its share, give or take one. A bound for
/// simple random samples also holds for these samples, as the tests check: bad ones that are all in one group are
/// harder to miss.
#[must_use]
pub fn draw<T: Ord>(strata: &[T], size: usize, seed: u64) -> Vec<usize> {
    let mut random = Rng::with_seed(seed);
    let mut row: Vec<usize> = (0..strata.len()).collect();
    random.shuffle(&mut row);
    // A stable sort keeps the random order within each group.
    row.sort_by_key(|place| strata.get(*place));
    let (count, size) = (row.len(), size.min(row.len()));
    if size == 0 {
        return Vec::new();
    }
    // The step is count / size. Positions are in units of 1 / size, so that nothing is rounded.
    let start = random.usize(..count);
    let mut drawn: Vec<usize> = (0..size).filter_map(|step| row.get((start + step * count) / size).copied()).collect();
    random.shuffle(&mut drawn);
    drawn
}
