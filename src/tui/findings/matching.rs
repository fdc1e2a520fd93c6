//! The findings that match a query.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

use crate::proposal::Rules;

use super::item::Item;
use super::query::{Query, QueryFilter};

/// Up to this number of findings one thread does all the work.
const FEW: usize = 50_000;

/// The number of findings for each thread, if there are `count`.
pub(crate) fn share(count: usize) -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    count.div_ceil(processors).max(FEW)
}

/// Works on the findings in parts of `share`: on the first one here, and on each other one, which begins at the given
/// place, on a thread of its own. Returns the results of the others. A panic in one of them is raised here: its findings
/// are not left out silently.
pub(crate) fn in_parts<T: Send>(
    (items, share): (&[Item], usize),
    first: impl FnOnce(&[Item]),
    other: impl Fn(usize, &[Item]) -> T + Sync,
) -> Vec<T> {
    let mut parts = (0..).step_by(share).zip(items.chunks(share));
    let (own, other) = (parts.next(), &other);
    thread::scope(|scope| {
        let others: Vec<_> = parts.map(|(begin, items)| scope.spawn(move || other(begin, items))).collect();
        first(own.map_or(&[], |(_, items)| items));
        let join = |other: thread::ScopedJoinHandle<'_, T>| other.join().unwrap_or_else(|panic| resume_unwind(panic));
        others.into_iter().map(join).collect()
    })
}

/// Replaces `all` by the findings that match the query apart from its words, in the order of discovery, with one thread
/// for each `share` of them.
pub(crate) fn find(items: &[Item], (query, rules): (&Query, &Rules<'_>), share: usize, all: &mut Vec<usize>) {
    let add_some = |first: usize, items: &[Item], all: &mut Vec<usize>| {
        let mut filter = QueryFilter::new(query, rules);
        all.extend((first..).zip(items).filter_map(|(place, item)| filter.fits(item).then_some(place)));
    };
    all.clear();
    all.reserve(items.len());
    let other = |first, items: &[Item]| {
        let mut some = Vec::with_capacity(share);
        add_some(first, items, &mut some);
        some
    };
    let others = in_parts((items, share), |items| add_some(0, items, all), other);
    all.extend(others.into_iter().flatten());
}

/// The number of findings that match a query, and whether that is an upper bound: the texts of many findings are not
/// searched with each key.
pub(crate) fn count(items: &[Item], query: &Query, rules: &Rules<'_>) -> (usize, bool) {
    /// The maximum number of texts to search.
    const TEXTS: usize = 1_000;
    let mut filter = QueryFilter::new(query, rules);
    let fitting: Vec<&Item> = items.iter().filter(|item| filter.fits(item)).collect();
    let words = query.words();
    if words.is_empty() || fitting.len() > TEXTS {
        return (fitting.len(), !words.is_empty());
    }
    let holds = |item: &&&Item| {
        item.kept().ask_text(|text| words.iter().all(|(needle, missing)| needle.is_held(item, text) != *missing))
    };
    (fitting.iter().filter(holds).count(), false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::tests::items;

    #[test]
    #[should_panic(expected = "the second part")]
    fn a_panic_on_another_thread_leaves_out_no_findings() {
        in_parts((&items(), 1), |_| {}, |begin, _| assert_ne!(begin, 1, "the second part"));
    }
}
