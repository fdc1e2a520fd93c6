//! The search through the texts of the shown findings.
//!
//! One piece runs between two keys, the first one at once: a short list is searched completely before the next frame.

use super::filter::{Needle, Search, holds};
use super::list::FindingList;
use super::list_view::ListView;
use super::text_lookup::TextLookup;

/// The searches: the one whose hits are shown, and the one that is being typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextSearch {
    current: Option<Search>,
    /// The search that is being typed, with its hits so far.
    typed: Option<Search>,
    /// The work for the typed search, else for the current one.
    running: Option<RunningSearch>,
}

/// A search that is still running.
#[derive(Clone, Debug)]
struct RunningSearch {
    query: String,
    lookup: TextLookup,
    /// Whether to go to the first hit.
    goes_to_hit: bool,
}

/// Where a search leads, once that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FirstHit {
    /// To this finding, and whether it is above the selected one.
    At { place: usize, wrapped: bool },
    /// Nowhere: no shown finding contains this text.
    Nowhere(String),
}

impl RunningSearch {
    fn first_hit(&self) -> Option<FirstHit> {
        first_hit(&self.query, (&self.lookup.before, &self.lookup.after), self.lookup.is_through())
    }
}

fn first_hit(query: &str, (before, after): (&[usize], &[usize]), is_through: bool) -> Option<FirstHit> {
    match after.first().or(before.first()) {
        Some(place) => Some(FirstHit::At { place: *place, wrapped: after.is_empty() }),
        None => is_through.then(|| FirstHit::Nowhere(query.to_owned())),
    }
}

impl TextSearch {
    /// The search whose hits are shown.
    pub(crate) fn current(&self) -> Option<&Search> {
        self.current.as_ref()
    }

    /// The hits so far of the search that is being typed.
    pub(crate) fn typed_hits(&self) -> &[usize] {
        self.typed.as_ref().map_or(&[], |typed| &typed.hits)
    }

    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// How far it has come, in percent.
    pub(crate) fn percent(&self) -> Option<usize> {
        self.running.as_ref().map(|running| running.lookup.percent())
    }

    /// Follows a text that is typed: its hits are counted once.
    pub(crate) fn type_text(&mut self, findings: &FindingList, list: &ListView, text: &str) {
        let before = self.typed.take().unwrap_or_default();
        if text == before.query {
            self.typed = Some(before);
            return;
        }
        // A longer text can only match among the previous hits.
        let goes_on = !before.query.trim().is_empty() && text.to_lowercase().starts_with(&before.query.to_lowercase());
        let known = (goes_on && !self.is_running()).then_some(before.hits);
        self.typed = Some(Search { query: text.to_owned(), hits: Vec::new() });
        if text.trim().is_empty() {
            self.running = None;
        } else {
            self.begin(findings, list, text, known);
        }
    }

    /// Searches for what was typed. Hits that are counted already are reused, and a blank text ends the search.
    pub(crate) fn choose(&mut self, findings: &FindingList, list: &ListView, text: &str) -> Option<FirstHit> {
        let typed = self.typed.take().filter(|typed| typed.query == text && !self.is_running());
        if text.trim().is_empty() {
            self.end();
            return None;
        }
        self.current = Some(Search { query: text.to_owned(), hits: Vec::new() });
        if self.running.as_ref().is_none_or(|running| running.query != text) {
            // Known hits are searched again: that is cheap, and both cases share one path.
            self.begin(findings, list, text, typed.map(|typed| typed.hits));
        }
        let first = match (&mut self.running, &mut self.current) {
            (Some(running), Some(search)) => {
                let first = running.first_hit();
                running.goes_to_hit = first.is_none();
                search.hits = running.lookup.found();
                first
            }
            (None, Some(Search { hits, .. })) => {
                let before = list.before_selected(findings, hits);
                first_hit(text, hits.split_at(before.min(hits.len())), true)
            }
            (_, None) => None,
        };
        self.follow(first)
    }

    /// Searches again among the shown findings.
    pub(crate) fn again(&mut self, findings: &FindingList, list: &ListView) {
        if let Some(search) = &mut self.current {
            search.hits.clear();
            let query = search.query.clone();
            self.begin(findings, list, &query, None);
        }
    }

    /// Begins a search among the known hits, else among all shown findings, from the selected one on.
    fn begin(&mut self, findings: &FindingList, list: &ListView, query: &str, known: Option<Vec<usize>>) {
        let places = known.unwrap_or_else(|| list.shown().to_vec());
        let before = list.before_selected(findings, &places);
        let lookup = TextLookup::new(vec![(Needle::new(query), false)], places, before);
        self.running = Some(RunningSearch { query: query.to_owned(), lookup, goes_to_hit: false });
        self.step(findings);
    }

    /// Searches the next piece. Returns where the search leads, if that was awaited.
    pub(crate) fn step(&mut self, findings: &FindingList) -> Option<FirstHit> {
        let mut running = self.running.take()?;
        running.lookup.step(findings.items());
        if let Some(search) = self.typed.as_mut().or(self.current.as_mut()) {
            search.hits = running.lookup.found();
        }
        let first = running.first_hit().filter(|_| running.goes_to_hit);
        running.goes_to_hit &= first.is_none();
        self.running = Some(running).filter(|running| !running.lookup.is_through());
        self.follow(first)
    }

    /// A search that leads nowhere is over.
    fn follow(&mut self, first: Option<FirstHit>) -> Option<FirstHit> {
        if let Some(FirstHit::Nowhere(_)) = first {
            self.current = None;
        }
        first
    }

    /// The next hit below the selected finding and the next one above it, each else from the other end.
    pub(crate) fn around(&self, findings: &FindingList, list: &ListView) -> Option<[(usize, bool); 2]> {
        let hits = &self.current()?.hits;
        let before = list.before_selected(findings, hits);
        let after = before + usize::from(hits.get(before).copied() == list.selected());
        let above = before.checked_sub(1).and_then(|place| hits.get(place));
        let or_else = |near: Option<&usize>, far: Option<&usize>| Some((*near.or(far)?, near.is_none()));
        Some([or_else(hits.get(after), hits.first())?, or_else(above, hits.last())?])
    }

    /// Adds those of these shown findings that are hits.
    pub(crate) fn show(&mut self, findings: &FindingList, list: &ListView, places: &[usize]) {
        let Some(search) = &mut self.current else { return };
        let is_hit = |place: &usize| findings.get(*place).is_some_and(|item| holds(item, &search.query));
        let added: Vec<usize> = places.iter().copied().filter(is_hit).collect();
        search.hits = list.order().merged(findings, std::mem::take(&mut search.hits), &added);
    }

    /// Removes a finding that is not shown any more.
    pub(crate) fn hide(&mut self, findings: &FindingList, list: &ListView, place: usize) {
        let Some(search) = &mut self.current else { return };
        let row = list.order().slot(findings, &search.hits, place);
        if search.hits.get(row) == Some(&place) {
            search.hits.remove(row);
        }
    }

    /// Stops the running search and keeps the hits so far.
    pub(crate) fn stop(&mut self) {
        self.running = None;
    }

    /// Gives up the search that is being typed.
    pub(crate) fn stop_typing(&mut self) {
        (self.typed, self.running) = (None, None);
    }

    /// Ends the search. Returns whether there was one.
    pub(crate) fn end(&mut self) -> bool {
        self.running = None;
        self.current.take().is_some()
    }
}
