//! The sheet of all keys.

mod view;

use ratatui::text::Line;
use tui_input::Input;

use crate::tui::input::action::Action;
use crate::tui::input::context::Context;
use crate::tui::input::keymap::Row;
use crate::tui::review::model::Model;
use crate::tui::theme::Theme;

use super::dialog::{Dialog, Outcome};
use super::sheet::{Room, Sheet};
use super::{Overlay, prompt};

/// How wide it may be: it has room for names then.
const WIDEST: u16 = 120;

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

impl Dialog for HelpSheet {
    fn context(&self) -> Context {
        if self.is_typing { Context::HelpSearch } else { Context::Help }
    }

    fn act(&mut self, _model: &mut Model, action: Action) -> Outcome {
        match action {
            Action::Search => self.is_typing = true,
            Action::Choose => self.is_typing = false,
            _ => {}
        }
        Outcome::stays()
    }

    /// Ends the search first, and shows all again.
    fn leave(&mut self, model: &mut Model) -> Outcome {
        if self.is_typing {
            *self = Self::default();
            return Outcome::stays();
        }
        Outcome::closes(self.close(model))
    }

    fn begin_typing(&mut self) -> Option<&mut Input> {
        if !self.is_typing {
            return None;
        }
        self.scroll = 0;
        Some(&mut self.filter)
    }

    fn prompt_line(&self, _model: &Model, theme: &Theme, width: usize) -> Option<Line<'static>> {
        self.is_typing.then(|| prompt::line(" keys with: ", &self.filter, width, theme))
    }

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
        let mut lines = view::lines(room.model, self, room.theme, room.width_below(WIDEST));
        // What is found less and less must not make the sheet jump.
        lines.resize(lines.len().max(room.rows()), Line::default());
        Some(Sheet { scroll: self.scroll, widest: WIDEST, ..Sheet::new(view::heading(self), lines, room.theme) })
    }

    fn scroll_to(&mut self, line: usize) {
        self.scroll = line;
    }
}

/// The overlay from which the help was opened; `None` where that was the review.
fn opened_from(model: &Model) -> Option<&Overlay> {
    let place = model.overlays.iter().position(|overlay| matches!(overlay, Overlay::Help(_)))?;
    model.overlays.get(place.checked_sub(1)?)
}

/// The contexts in the order of the sheet: first the one in which the help was asked for.
fn contexts(model: &Model) -> Vec<Context> {
    let first = opened_from(model).map_or(Context::Review, Overlay::context);
    std::iter::once(first).chain(Context::ALL.into_iter().filter(|context| *context != first)).collect()
}
