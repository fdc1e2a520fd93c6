//! Searches texts piece by piece, so that a search or a filter with words never blocks typing.
//!
//! One piece runs between two keys, the first one at once: a short list is searched completely before the next frame.

use crate::tui::dialogs::Overlay;
use crate::tui::review::model::{DefaultScroll, Item, Model};

use super::filter::{Needle, Search};

/// The findings, or the bytes of their texts, that one piece covers.
const FINDINGS: usize = 2_000;
const BYTES: usize = 2 << 20;

/// A search through the texts of some findings: from a start to the last, then from the first.
#[derive(Clone, Debug)]
pub(crate) struct TextLookup {
    /// The texts to search for, and whether each must be absent.
    needles: Vec<(Needle, bool)>,
    places: Vec<usize>,
    /// The number of findings before the start.
    begin: usize,
    /// The number of findings searched so far.
    seen: usize,
    /// The hits before the start, and from it on.
    before: Vec<usize>,
    after: Vec<usize>,
}

impl TextLookup {
    fn new(needles: Vec<(Needle, bool)>, places: Vec<usize>, begin: usize) -> Self {
        let begin = if begin < places.len() { begin } else { 0 };
        Self { needles, places, begin, seen: 0, before: Vec::new(), after: Vec::new() }
    }

    pub(crate) fn is_through(&self) -> bool {
        self.seen >= self.places.len()
    }

    /// The progress in percent.
    pub(crate) fn percent(&self) -> usize {
        (self.seen * 100).checked_div(self.places.len()).unwrap_or(100)
    }

    /// Searches the next piece.
    fn step(&mut self, items: &[Item]) {
        let (mut findings, mut bytes) = (0, 0);
        while findings < FINDINGS && bytes < BYTES && !self.is_through() {
            let row = (self.begin + self.seen) % self.places.len();
            self.seen += 1;
            findings += 1;
            let Some((place, item)) = self.places.get(row).and_then(|place| Some((*place, items.get(*place)?))) else {
                continue;
            };
            let fits = item.kept().ask_text(|text| {
                bytes += text.len();
                self.needles.iter().all(|(needle, missing)| needle.is_held(item, text) != *missing)
            });
            if fits {
                let found = if row < self.begin { &mut self.before } else { &mut self.after };
                found.push(place);
            }
        }
    }

    /// The hits so far, in list order.
    fn found(&self) -> Vec<usize> {
        [self.before.as_slice(), &self.after].concat()
    }
}

/// A search that is still running.
#[derive(Clone, Debug)]
pub(crate) struct Searching {
    pub(crate) query: String,
    pub(crate) lookup: TextLookup,
    /// Whether to select the first hit.
    goes_to_hit: bool,
}

impl Model {
    /// Whether texts are still being searched or laid out.
    #[must_use]
    pub fn is_working(&self) -> bool {
        let is_due = matches!(self.overlays.last(), Some(Overlay::Draft(draft)) if draft.is_due);
        self.jobs.are_local() || is_due || self.lacks_something()
    }

    /// Shows the findings among `places` whose texts match the filter.
    pub(crate) fn look_through_texts(&mut self, places: Vec<usize>) {
        (self.jobs.filtering, self.jobs.searching) = (None, None);
        let words = self.filter.words();
        if words.is_empty() {
            self.shown = places;
            self.search_again();
            return;
        }
        self.jobs.filtering = Some(TextLookup::new(words, places, 0));
        self.filter_on();
    }

    /// Runs the next piece of the pending search.
    pub(crate) fn work_on(&mut self) {
        if self.jobs.filtering.is_some() {
            self.filter_on();
            self.keep_selected();
        } else {
            self.search_on();
        }
    }

    fn filter_on(&mut self) {
        let Some(mut lookup) = self.jobs.filtering.take() else { return };
        let known = lookup.after.len();
        lookup.step(&self.items);
        let found = lookup.after.split_off(known);
        // Findings that came in meanwhile are already shown.
        let found: Vec<usize> = found.into_iter().filter(|place| !self.is_shown(*place)).collect();
        for item in found.iter().filter_map(|place| self.items.get(*place)) {
            self.groups.tally(item, true);
        }
        let shown = std::mem::take(&mut self.shown);
        self.shown = self.merged(shown, &found);
        if lookup.is_through() {
            self.search_again();
        } else {
            self.jobs.filtering = Some(lookup);
        }
    }

    /// Drops a filter whose search is not finished: a partial result must not look complete.
    pub(crate) fn stop_filtering(&mut self) -> bool {
        if self.jobs.filtering.take().is_none() {
            return false;
        }
        self.filter = crate::tui::findings::query::Query::default();
        self.apply_filter();
        true
    }

    /// Searches again among the shown findings.
    fn search_again(&mut self) {
        if let Some(search) = self.search.take() {
            self.search = Some(Search { hits: Vec::new(), ..search });
            let query = self.search.as_ref().map(|search| search.query.clone()).unwrap_or_default();
            self.begin_search(&query, None);
        }
    }

    /// Starts a search among `these`, or among all shown findings from the selected one on.
    pub(crate) fn begin_search(&mut self, query: &str, these: Option<Vec<usize>>) {
        let places = these.unwrap_or_else(|| self.shown.clone());
        let begin = self.hits_before(&places);
        let lookup = TextLookup::new(vec![(Needle::new(query), false)], places, begin);
        self.jobs.searching = Some(Searching { query: query.to_owned(), lookup, goes_to_hit: false });
        self.search_on();
    }

    fn search_on(&mut self) {
        let Some(mut searching) = self.jobs.searching.take() else { return };
        searching.lookup.step(&self.items);
        let hits = searching.lookup.found();
        if let Some(Overlay::Search(prompt)) = self.overlays.last_mut() {
            prompt.hits = hits;
        } else if let Some(search) = &mut self.search {
            search.hits = hits;
        }
        if searching.goes_to_hit {
            searching.goes_to_hit = !self.go_to_hit(&searching);
        }
        if !searching.lookup.is_through() {
            self.jobs.searching = Some(searching);
        }
    }

    /// Selects the first hit once one is known; returns whether the search for it is over.
    fn go_to_hit(&mut self, searching: &Searching) -> bool {
        let TextLookup { before, after, .. } = &searching.lookup;
        if before.is_empty() && after.is_empty() {
            if searching.lookup.is_through() {
                self.search = None;
                self.refuse(format!("`{}` is found nowhere in what is shown", searching.query));
            }
            return searching.lookup.is_through();
        }
        self.select(after.first().or(before.first()).copied());
        self.panes.look_from_the_start(DefaultScroll::Hit);
        if after.is_empty() {
            self.notify("search wrapped to the top");
        }
        true
    }

    /// Searches and selects the first hit from here on, now or once it is found. `known` are all hits, if known.
    pub(crate) fn search_for(&mut self, query: &str, known: Option<Vec<usize>>) {
        self.search = Some(Search { query: query.to_owned(), hits: Vec::new() });
        let is_begun = self.jobs.searching.as_ref().is_some_and(|searching| searching.query == query);
        if !is_begun {
            // Known hits are searched again: that is cheap, and both cases share one path.
            self.begin_search(query, known);
        }
        if self.jobs.searching.is_none() {
            let hits = self.search.as_ref().map(|search| search.hits.clone()).unwrap_or_default();
            let before = self.hits_before(&hits);
            let (before, after) = hits.split_at(before.min(hits.len()));
            let mut lookup = TextLookup::new(Vec::new(), Vec::new(), 0);
            (lookup.before, lookup.after) = (before.to_vec(), after.to_vec());
            self.go_to_hit(&Searching { query: query.to_owned(), lookup, goes_to_hit: true });
        } else if let Some(mut searching) = self.jobs.searching.take() {
            searching.goes_to_hit = !self.go_to_hit(&searching);
            if let Some(search) = &mut self.search {
                search.hits = searching.lookup.found();
            }
            self.jobs.searching = Some(searching);
        }
    }
}
