//! The searches through texts under way.
//!
//! One piece runs between two keys, the first one at once: a short list is searched completely before the next frame.

use crate::tui::findings::filter::{Needle, Search};
use crate::tui::findings::text_lookup::{Searching, TextLookup};
use crate::tui::panes::DefaultScroll;

use super::dialog::Dialog;
use super::model::Model;

impl Model {
    /// Whether texts are still being searched or laid out.
    #[must_use]
    pub fn is_working(&self) -> bool {
        let is_due = self.dialogs.top().is_some_and(Dialog::is_working);
        self.list.is_filtering() || self.jobs.are_local() || is_due || self.lacks_something()
    }

    /// Runs the next piece of the pending search.
    pub(crate) fn work_on(&mut self) {
        if self.list.is_filtering() {
            self.list.search_texts(&self.findings);
            self.list_renewed();
        } else {
            self.search_on();
        }
    }

    /// Searches again among the shown findings.
    pub(crate) fn search_again(&mut self) {
        if let Some(search) = self.search.take() {
            self.search = Some(Search { hits: Vec::new(), ..search });
            let query = self.search.as_ref().map(|search| search.query.clone()).unwrap_or_default();
            self.begin_search(&query, None);
        }
    }

    /// Starts a search among `these`, or among all shown findings from the selected one on.
    pub(crate) fn begin_search(&mut self, query: &str, these: Option<Vec<usize>>) {
        let places = these.unwrap_or_else(|| self.list.shown().to_vec());
        let begin = self.hits_before(&places);
        let lookup = TextLookup::new(vec![(Needle::new(query), false)], places, begin);
        self.jobs.searching = Some(Searching { query: query.to_owned(), lookup, goes_to_hit: false });
        self.search_on();
    }

    fn search_on(&mut self) {
        let Some(mut searching) = self.jobs.searching.take() else { return };
        searching.lookup.step(self.findings.items());
        let hits = searching.lookup.found();
        if let Some(search) = self.typed_search.as_mut().or(self.search.as_mut()) {
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
                self.refuse(format!("`{}` not found in the findings shown", searching.query));
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
