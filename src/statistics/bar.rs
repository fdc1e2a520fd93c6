//! Scales counts to bars.

/// The width of each count in a bar of at most `width` columns, where the total `most` fills the bar. Widths are
/// proportional, but at least one column for each count above 0, as far as there is room.
#[must_use]
pub fn bar(counts: &[usize], most: usize, width: usize) -> Vec<usize> {
    let total: usize = counts.iter().sum();
    let parts = counts.iter().filter(|count| **count > 0).count();
    let share = |count: usize| (count * width + most / 2).checked_div(most).unwrap_or_default();
    let room = share(total).max(parts).min(width);
    let mut columns: Vec<usize> = counts.iter().map(|count| share(*count).max(usize::from(*count > 0))).collect();
    // The longest part absorbs the rounding errors.
    loop {
        let taken: usize = columns.iter().sum();
        let Some(longest) = columns.iter_mut().max_by_key(|columns| **columns) else { return columns };
        match taken.cmp(&room) {
            std::cmp::Ordering::Greater if *longest > 0 => *longest -= 1,
            std::cmp::Ordering::Less if parts > 0 => *longest += 1,
            _ => return columns,
        }
    }
}

/// Sums adjacent counts, so that at most `parts` remain. Each sum has equally many counts, except perhaps the last.
#[must_use]
pub fn shrink(counts: &[usize], parts: usize) -> Vec<usize> {
    let each = counts.len().div_ceil(parts.max(1)).max(1);
    counts.chunks(each).map(|part| part.iter().sum()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_part_takes_its_share_and_one_column_at_least() {
        assert_eq!(bar(&[5, 5], 10, 8), [4, 4]);
        assert_eq!(bar(&[36, 5], 41, 10), [9, 1]);
        assert_eq!(bar(&[1000, 1], 1001, 10), [9, 1]);
        assert_eq!(bar(&[1, 0, 2], 30, 10), [1, 0, 1]);
        assert_eq!(bar(&[0, 0], 30, 10), [0, 0]);
        assert_eq!(bar(&[1, 1, 1, 1], 4, 2).iter().sum::<usize>(), 2);
        assert!(bar(&[], 0, 10).is_empty());
    }

    #[test]
    fn counts_are_added_up_where_there_is_no_room_for_each() {
        assert_eq!(shrink(&[1, 2, 3, 4, 5], 3), [3, 7, 5]);
        assert_eq!(shrink(&[1, 2], 9), [1, 2]);
        assert_eq!(shrink(&[1, 2], 0), [3]);
        assert!(shrink(&[], 4).is_empty());
    }

    proptest! {
        #[test]
        fn a_bar_is_never_too_long(counts in prop::collection::vec(0usize..5_000, 0..6), width in 0usize..80) {
            let total: usize = counts.iter().sum();
            let columns = bar(&counts, total, width);
            let parts = counts.iter().filter(|count| **count > 0).count();
            prop_assert_eq!(columns.iter().sum::<usize>(), if parts == 0 { 0 } else { width });
            for (count, columns) in counts.iter().zip(&columns) {
                prop_assert!(*count > 0 || *columns == 0);
                prop_assert!(*count == 0 || *columns > 0 || width < parts);
            }
        }
    }
}
