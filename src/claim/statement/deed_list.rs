//! Lists of what the author did: "What I did: …". Other lists hold steps, offers and states.

use crate::registry::{Language, Token};
use crate::work;

/// Recognises the items of such a list, line by line.
#[derive(Default)]
pub(super) struct DeedList {
    is_open: bool,
}

impl DeedList {
    /// Whether a line is an item of such a list.
    pub(super) fn holds(&mut self, line: &str, is_item: bool, words: &[Token<'_>], languages: &[Language]) -> bool {
        work::count(1);
        if is_item || words.is_empty() {
            return is_item && self.is_open;
        }
        let introduces = |language: &Language| language.deed_lists.is_in(words, &language.boundaries);
        self.is_open = leads_to_list(line.trim()) && languages.iter().any(introduces);
        false
    }
}

/// Whether a line may stand above a list: a heading, or words before a colon.
fn leads_to_list(line: &str) -> bool {
    let is_bold = line.starts_with("**") && line.ends_with("**");
    line.starts_with('#') || is_bold || line.trim_end_matches('*').ends_with([':', '：'])
}
