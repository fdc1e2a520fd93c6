//! What a configuration file says of keys.

use serde_json::Value;

use crate::document::{self, DocumentError};
use crate::tui::{KeyMap, KeyMistake};

/// What a file says of keys. A mistake there must not keep a command from its work that knows no keys, so it is
/// read by the review only.
#[derive(Clone, Debug)]
pub(super) struct KeySection {
    pub(super) file: String,
    pub(super) text: String,
    pub(super) keys: Value,
}

impl KeySection {
    /// The key map that files ask for, the lowest first; or what is wrong with them, and where.
    pub(super) fn key_map(sections: &[Self]) -> Result<KeyMap, Vec<DocumentError>> {
        let all: Vec<&Value> = sections.iter().map(|section| &section.keys).collect();
        KeyMap::configured(&all).map_err(|mistakes| {
            let located = |mistake: KeyMistake| {
                let Self { file, text, .. } = sections.get(mistake.file)?;
                let path: Vec<String> = std::iter::once("keys".to_owned()).chain(mistake.path).collect();
                Some(document::mistake_at(file, text, &path, &mistake.reason))
            };
            mistakes.into_iter().filter_map(located).collect()
        })
    }
}
