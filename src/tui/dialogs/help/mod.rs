//! The sheet of all keys.

pub(crate) mod view;

use tui_input::Input;

use crate::tui::input::context::Context;
use crate::tui::input::keymap::Row;
use crate::tui::review::model::Model;

use super::Overlay;

/// The sheet of all keys, as far as it is scrolled and searched.
#[derive(Clone, Debug, Default)]
pub struct HelpSheet {
    /// What is searched for.
    pub(crate) filter: Input,
    /// Whether keys go to it.
    pub(crate) is_typing: bool,
    /// The first row that shows.
    pub(crate) scroll: usize,
}

impl HelpSheet {
    /// Whether a row of the table is what is searched for: all words stand in it. A single character is meant as a
    /// key: it stands in nearly every word.
    pub(crate) fn fits(&self, row: &Row<'_>) -> bool {
        let binding = row.binding;
        let told = [binding.help, binding.name(), &binding.name().replace('_', " "), binding.context.title()];
        let told = format!("{} {}", told.join(" "), row.keys_text()).to_lowercase();
        let is_key = |word: &str| row.keys.iter().any(|key| key.to_string() == word);
        let fits = |word: &str| match word.chars().nth(1) {
            None => is_key(word),
            Some(_) => is_key(word) || told.contains(&word.to_lowercase()),
        };
        self.filter.value().split_whitespace().all(fits)
    }

    /// Whether a line of prose holds what is searched for.
    pub(crate) fn fits_text(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.filter.value().split_whitespace().all(|word| text.contains(&word.to_lowercase()))
    }

    /// Whether all is shown.
    pub(crate) fn shows_all(&self) -> bool {
        self.filter.value().trim().is_empty()
    }
}

/// The overlay from which the help was opened; `None` where that was the review.
pub(crate) fn opened_from(model: &Model) -> Option<&Overlay> {
    let place = model.overlays.iter().position(|overlay| matches!(overlay, Overlay::Help(_)))?;
    model.overlays.get(place.checked_sub(1)?)
}

/// The contexts in the order of the sheet: first the one in which the help was asked for.
pub(crate) fn contexts(model: &Model) -> Vec<Context> {
    let first = opened_from(model).map_or(Context::Review, Overlay::context);
    std::iter::once(first).chain(Context::ALL.into_iter().filter(|context| *context != first)).collect()
}
