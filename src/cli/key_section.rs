//! Key bindings of a configuration file.

use serde_json::Value;

use crate::document::{self, DocumentError};
use crate::tui::{KeyMap, KeyMistake};

/// The key bindings of a file. Only the review parses them, so that an error does not affect other commands.
#[derive(Clone, Debug)]
pub(super) struct KeySection {
    pub(super) file: String,
    pub(super) text: String,
    pub(super) keys: Value,
}

impl KeySection {
    /// Combines the bindings of the files, lowest precedence first; or returns their errors with positions.
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
