//! Searches texts for words; a search changes no finding.

use super::item::Item;

/// A search and its hits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The text that is searched for.
    pub query: String,
    /// The places of the shown findings that contain it.
    pub hits: Vec<usize>,
}

/// A text to search for, ignoring case.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Needle(String);

impl Needle {
    pub(crate) fn new(text: &str) -> Self {
        Self(text.to_lowercase())
    }

    fn is_in(&self, text: &str) -> bool {
        text.to_lowercase().contains(&self.0)
    }

    /// Whether the finding contains it in its text, agent, patterns or key.
    pub(crate) fn is_held(&self, item: &Item, text: &str) -> bool {
        let facets = item.facets();
        self.is_in(text)
            || self.is_in(&item.key.to_string())
            || facets.agent.as_deref().is_some_and(|agent| self.is_in(agent))
            || facets.patterns.iter().any(|pattern| self.is_in(pattern))
    }
}

/// Whether the finding contains `query` in its text, agent, patterns or key, ignoring case.
pub(crate) fn holds(item: &Item, query: &str) -> bool {
    let needle = Needle::new(query);
    item.kept().ask_text(|text| needle.is_held(item, text))
}
