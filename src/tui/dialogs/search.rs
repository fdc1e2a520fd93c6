//! The prompt of the search.

use ratatui::text::{Line, Span};
use tui_input::Input;

use crate::tui::input::action::Action;
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::tui::review::update::find;
use crate::tui::text;
use crate::tui::theme::Theme;

use super::dialog::{Dialog, DialogOutcome};
use super::{Overlay, prompt};

/// The prompt of a search that is not started yet.
#[derive(Clone, Debug, Default)]
pub struct SearchPrompt {
    pub(crate) input: Input,
    /// The text that the hits belong to.
    pub(crate) counted: String,
    /// The findings that contain it.
    pub(crate) hits: Vec<usize>,
}

impl Dialog for SearchPrompt {
    fn context(&self) -> KeyContext {
        KeyContext::Search
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        if action != Action::Choose {
            return DialogOutcome::stays();
        }
        // Hits that are already counted are reused.
        let query = self.input.value();
        let is_counted = query == self.counted && model.jobs.searching.is_none();
        if is_counted && !query.trim().is_empty() {
            model.search_for(query, Some(std::mem::take(&mut self.hits)));
        } else {
            find::search(model, query);
        }
        DialogOutcome::closes(Vec::new())
    }

    /// Cancels the search.
    fn close(&mut self, model: &mut Model) -> Vec<Effect> {
        model.jobs.searching = None;
        Vec::new()
    }

    fn begin_typing(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }

    fn prompt_line(&self, model: &Model, theme: &Theme, width: usize) -> Option<Line<'static>> {
        let (count_text, style) = match self.hits.len() {
            _ if self.input.value().trim().is_empty() => (String::new(), theme.dim),
            0 if model.jobs.searching.is_some() => (" … ".to_owned(), theme.dim),
            0 => (" found nowhere ".to_owned(), theme.warning),
            count => {
                let more = if model.jobs.searching.is_some() { "…" } else { "" };
                let before = model.hits_before(&self.hits);
                let first = if before < count { before + 1 } else { 1 };
                (format!(" [{first}/{count}{more}] "), theme.strong)
            }
        };
        let mut line = prompt::line(" /", &self.input, width.saturating_sub(text::width(&count_text)), theme);
        line.push_span(Span::styled(text::shorten(&count_text, width), style));
        Some(line)
    }
}

/// Counts the hits of the typed search, once for each text.
pub(crate) fn count_hits(model: &mut Model) {
    let Some(Overlay::Search(prompt)) = model.overlays.last_mut() else {
        return;
    };
    let query = prompt.input.value().to_owned();
    if query == prompt.counted {
        return;
    }
    // A longer text can only match among the previous hits.
    let counted = std::mem::replace(&mut prompt.counted, query.clone());
    let hits = std::mem::take(&mut prompt.hits);
    let goes_on = !counted.trim().is_empty() && query.to_lowercase().starts_with(&counted.to_lowercase());
    let goes_on = goes_on && model.jobs.searching.is_none();
    if query.trim().is_empty() {
        model.jobs.searching = None;
    } else {
        model.begin_search(&query, goes_on.then_some(hits));
    }
}
