//! The sheet of all keys.

mod view;

use ratatui::text::Line;
use tui_input::Input;

use crate::tui::input::action::{Action, Scroll};
use crate::tui::input::bindings::{DOWN, ENTER, ESC, F1, PAGE_DOWN, PAGE_UP, UP, bind, char, ctrl, show};
use crate::tui::input::context::{KeyContext, Typing};
use crate::tui::input::keymap::KeyMapRow;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::theme::Theme;
use crate::tui::widgets::prompt;
use crate::tui::widgets::sheet::Sheet;

pub(crate) const CONTEXT: KeyContext = KeyContext::new("help", "Help");
pub(crate) const SEARCH: KeyContext = KeyContext::new("help_search", "Search the help").typing(Typing::Line);

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[char('j'), DOWN], Action::Scroll(Scroll::Down), "down", "scroll down"),
        show(CONTEXT, &[char('k'), UP], Action::Scroll(Scroll::Up), "up", "scroll up"),
        bind(CONTEXT, &[PAGE_DOWN, ctrl('d'), char(' ')], Action::Scroll(Scroll::HalfDown), "scroll a page down")
            .vim(&[PAGE_DOWN, ctrl('d'), ctrl('f'), char(' ')]),
        bind(CONTEXT, &[PAGE_UP, ctrl('u')], Action::Scroll(Scroll::HalfUp), "scroll a page up").vim(&[
            PAGE_UP,
            ctrl('u'),
            ctrl('b'),
        ]),
        show(CONTEXT, &[char('/')], Action::Search, "search", "search keys, names and descriptions"),
        show(CONTEXT, &[ESC, char('?'), char('q'), F1], Action::Leave, "close", "close the help"),
        show(SEARCH, &[ENTER], Action::Choose, "keep", "keep the keys found"),
        show(SEARCH, &[DOWN], Action::Scroll(Scroll::Down), "down", "scroll down"),
        show(SEARCH, &[UP], Action::Scroll(Scroll::Up), "up", "scroll up"),
        bind(SEARCH, &[PAGE_DOWN], Action::Scroll(Scroll::HalfDown), "scroll a page down"),
        bind(SEARCH, &[PAGE_UP], Action::Scroll(Scroll::HalfUp), "scroll a page up"),
        show(SEARCH, &[ESC], Action::Leave, "show all", "end the search, and show all keys"),
    ],
};

/// Its maximal width, which leaves room for names.
const WIDEST: u16 = 120;

/// The sheet of all keys, with its search and scroll position.
#[derive(Clone, Debug, Default)]
pub(crate) struct HelpSheet {
    /// What is typed to search the keys; if it is empty, all keys are shown.
    pub(crate) filter: Input,
    /// Whether keys go to the search text.
    pub(crate) is_typing: bool,
    /// The index of the first row shown.
    pub(crate) scroll: usize,
}

impl HelpSheet {
    /// Whether a row holds all words of the search. A single character only matches keys, since it occurs in nearly
    /// every word.
    pub(crate) fn fits(&self, row: &KeyMapRow<'_>) -> bool {
        let binding = row.binding;
        let searched = [binding.help, binding.name(), &binding.name().replace('_', " "), binding.context.title];
        let searched = format!("{} {}", searched.join(" "), row.keys_text()).to_lowercase();
        let is_key = |word: &str| row.keys.iter().any(|key| key.to_string() == word);
        let fits = |word: &str| match word.chars().nth(1) {
            None => is_key(word),
            Some(_) => is_key(word) || searched.contains(&word.to_lowercase()),
        };
        self.filter.value().split_whitespace().all(fits)
    }

    /// Whether a text holds all words of the search.
    pub(crate) fn fits_text(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.filter.value().split_whitespace().all(|word| text.contains(&word.to_lowercase()))
    }

    /// Whether nothing is searched for.
    pub(crate) fn shows_all(&self) -> bool {
        self.filter.value().trim().is_empty()
    }
}

impl Dialog<Model> for HelpSheet {
    fn context(&self) -> KeyContext {
        if self.is_typing { SEARCH } else { CONTEXT }
    }

    fn act(&mut self, _model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Search => self.is_typing = true,
            Action::Choose => self.is_typing = false,
            _ => {}
        }
        DialogOutcome::stays()
    }

    /// Ends the search first and shows everything again.
    fn leave(&mut self, model: &mut Model) -> DialogOutcome {
        if self.is_typing {
            *self = Self::default();
            return DialogOutcome::stays();
        }
        DialogOutcome::closes(self.close(model))
    }

    fn input_line(&mut self) -> Option<&mut Input> {
        if !self.is_typing {
            return None;
        }
        self.scroll = 0;
        Some(&mut self.filter)
    }

    fn prompt_line(&self, _model: &Model, theme: &Theme, width: usize) -> Option<Line<'static>> {
        self.is_typing.then(|| prompt::line(" keys with: ", &self.filter, width, theme))
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let mut lines = view::lines(context.model, self, context.theme, context.width_below(WIDEST));
        // The sheet keeps its height while fewer rows match.
        lines.resize(lines.len().max(context.rows()), Line::default());
        Some(Sheet { scroll: self.scroll, widest: WIDEST, ..Sheet::new(view::heading(self), lines, context.theme) })
    }

    fn scroll_to(&mut self, line: usize) {
        self.scroll = line;
    }
}

/// The dialog from which the help was opened; `None` for the review.
fn opened_from(model: &Model) -> Option<&dyn Dialog<Model>> {
    model.dialogs.below::<HelpSheet>()
}

/// The contexts in the order of the sheet. The one from which the help was opened comes first.
fn contexts(model: &Model) -> Vec<KeyContext> {
    let first = opened_from(model).map_or(KeyContext::REVIEW, Dialog::context);
    std::iter::once(first)
        .chain(model.settings.keys.contexts().into_iter().filter(|context| *context != first))
        .collect()
}
