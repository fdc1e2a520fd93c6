//! Lists of what the author did, or did not: "What I did: …", "If these steps have been taken: …". Other lists hold
//! steps, offers and states.

use crate::registry::{Language, Token};
use crate::work;

/// What the line above a list says of its items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ListedActions {
    /// The author did them.
    Done,
    /// They were not done, or may be.
    Open,
    /// It says nothing about them.
    #[default]
    Unsaid,
}

/// Reads lists, line by line.
#[derive(Default)]
pub(super) struct ActionList {
    current: ListedActions,
}

impl ActionList {
    /// What is said of a line as the item of a list.
    pub(super) fn read(
        &mut self,
        line: &str,
        is_item: bool,
        words: &[Token<'_>],
        languages: &[Language],
    ) -> ListedActions {
        work::count(words.len());
        if is_item {
            return self.current;
        }
        if !words.is_empty() {
            self.current =
                if leads_to_list(line.trim()) { said_of_list(words, languages) } else { ListedActions::Unsaid };
        }
        ListedActions::Unsaid
    }
}

/// Whether a line may stand above a list: a heading, or words before a colon.
fn leads_to_list(line: &str) -> bool {
    let is_bold = line.starts_with("**") && line.ends_with("**");
    line.starts_with('#') || is_bold || line.trim_end_matches('*').ends_with([':', '：'])
}

fn said_of_list(words: &[Token<'_>], languages: &[Language]) -> ListedActions {
    let first = words.iter().position(|word| !word.is_mark()).unwrap_or_default();
    let end = words.iter().rposition(|word| !word.is_mark()).map_or(0, |last| last + 1);
    // The phrase is the whole line: "What I did", but not "Changes made by support".
    let does = |language: &Language| {
        let mut found = language.deed_lists.found(words, first, true, &language.boundaries);
        found.any(|(_, found)| found == end)
    };
    let is_open = |language: &Language| {
        let open = [&language.negations, &language.conditions, &language.task_lists];
        open.iter().any(|phrases| phrases.is_in(words, &language.boundaries))
    };
    match () {
        () if languages.iter().any(does) => ListedActions::Done,
        () if languages.iter().any(is_open) => ListedActions::Open,
        () => ListedActions::Unsaid,
    }
}
