//! The findings that match a query.

use std::num::NonZero;
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

/// Replaces `all` by the findings that match but for the words of the query, in the order of discovery, with one thread
/// for each `share` of them.
pub(crate) fn find(items: &[Item], (query, rules): (&Query, &Rules<'_>), share: usize, all: &mut Vec<usize>) {
    let add_some = |first: usize, items: &[Item], all: &mut Vec<usize>| {
        let mut sieve = QueryFilter::new(query, rules);
        all.extend((first..).zip(items).filter_map(|(place, item)| sieve.fits(item).then_some(place)));
    };
    let add_some = &add_some;
    all.clear();
    all.reserve(items.len());
    thread::scope(|scope| {
        let mut parts = (0..).step_by(share).zip(items.chunks(share));
        let own = parts.next();
        let look = |(first, items): (usize, _)| {
            scope.spawn(move || {
                let mut some = Vec::with_capacity(share);
                add_some(first, items, &mut some);
                some
            })
        };
        let others: Vec<_> = parts.map(look).collect();
        if let Some((first, items)) = own {
            add_some(first, items, all);
        }
        all.extend(others.into_iter().flat_map(|other| other.join().unwrap_or_default()));
    });
}

/// The number of findings that match a query, and whether that is an upper bound: the texts of many findings are not
/// searched with each key.
pub(crate) fn count(items: &[Item], query: &Query, rules: &Rules<'_>) -> (usize, bool) {
    /// The maximum number of texts to search.
    const TEXTS: usize = 1_000;
    let mut sieve = QueryFilter::new(query, rules);
    let fitting: Vec<&Item> = items.iter().filter(|item| sieve.fits(item)).collect();
    let words = query.words();
    if words.is_empty() || fitting.len() > TEXTS {
        return (fitting.len(), !words.is_empty());
    }
    let holds = |item: &&&Item| {
        item.kept().ask_text(|text| words.iter().all(|(needle, missing)| needle.is_held(item, text) != *missing))
    };
    (fitting.iter().filter(holds).count(), false)
}
