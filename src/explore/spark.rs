//! Sparklines: counts over time as a line of bars.

use jiff::Timestamp;

/// The bars, lowest first.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Counts how many of `times` fall into each of `count` equal parts of the time from `first` to `last`.
#[must_use]
pub(super) fn buckets(times: &[Timestamp], (first, last): (Timestamp, Timestamp), count: usize) -> Vec<usize> {
    let mut buckets = vec![0; count];
    let length = i128::from(last.as_second()) - i128::from(first.as_second()) + 1;
    for time in times {
        let since = i128::from(time.as_second()) - i128::from(first.as_second());
        let place = (since * i128::try_from(count).unwrap_or_default()).div_euclid(length.max(1));
        if let Some(bucket) = usize::try_from(place).ok().and_then(|place| buckets.get_mut(place)) {
            *bucket += 1;
        }
    }
    buckets
}

/// Draws a bar for each count, scaled to the largest count; zero is a blank.
#[must_use]
pub fn spark(counts: &[usize]) -> String {
    let most = counts.iter().copied().max().unwrap_or_default();
    let bar = |count: &usize| match count {
        0 => ' ',
        count => BARS.get((count * BARS.len()).div_ceil(most).saturating_sub(1)).copied().unwrap_or('█'),
    };
    counts.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn each_time_falls_into_one_part() {
        let times: Vec<_> = [0, 1, 49, 50, 99].map(at).into();
        assert_eq!(buckets(&times, (at(0), at(99)), 2), [3, 2]);
        assert_eq!(buckets(&times, (at(0), at(99)), 4), [2, 1, 1, 1]);
        assert_eq!(buckets(&[at(7)], (at(7), at(7)), 3), [1, 0, 0]);
        // Times outside the range are left out without a panic.
        assert_eq!(buckets(&[at(-5), at(500)], (at(0), at(99)), 2), [0, 0]);
        assert_eq!(buckets(&times, (at(99), at(0)), 2).len(), 2);
        assert!(buckets(&times, (at(0), at(99)), 0).is_empty());
    }

    #[test]
    fn the_largest_has_the_highest_bar_and_nothing_has_none() {
        assert_eq!(spark(&[0, 1, 4, 8]), " ▁▄█");
        assert_eq!(spark(&[1, 100]), "▁█");
        assert_eq!(spark(&[]), "");
        assert_eq!(spark(&[0, 0]), "  ");
    }
}
