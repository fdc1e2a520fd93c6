//! The prompt of the search.

use ratatui::text::{Line, Span};
use tui_input::Input;

use crate::tui::input::action::Action;
use crate::tui::input::bindings::{ENTER, ESC, help, show};
use crate::tui::input::context::{KeyContext, Typing};
use crate::tui::input::effect::Effect;
use crate::tui::review::actions::find;
use crate::tui::review::dialog::{Dialog, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::widgets::prompt;

pub(crate) const CONTEXT: KeyContext = KeyContext::new("search", "Search").typing(Typing::Line);

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[ENTER], Action::Choose, "search", "go to the first match from here"),
        show(CONTEXT, &[ESC], Action::Leave, "cancel", "cancel the search"),
        help(CONTEXT),
    ],
};

/// The prompt of a search that is not started yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchPrompt {
    input: Input,
}

impl Dialog<Model> for SearchPrompt {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        if action != Action::Choose {
            return DialogOutcome::stays();
        }
        find::search(model, self.input.value());
        DialogOutcome::closes(Vec::new())
    }

    /// Cancels the search that is being typed; the one before it stays.
    fn close(&mut self, model: &mut Model) -> Vec<Effect> {
        model.search.stop_typing();
        Vec::new()
    }

    fn input_line(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }

    fn prompt_line(&self, model: &Model, theme: &Theme, width: usize) -> Option<Line<'static>> {
        let hits = model.search.typed_hits();
        let (count_text, style) = match hits.len() {
            _ if self.input.value().trim().is_empty() => (String::new(), theme.dim),
            0 if model.search.is_running() => (" … ".to_owned(), theme.dim),
            0 => (" not found ".to_owned(), theme.warning),
            count => {
                let more = if model.search.is_running() { "…" } else { "" };
                let before = model.list.before_selected(&model.findings, hits);
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
    if let Some(prompt) = model.dialogs.top_as::<SearchPrompt>() {
        model.search.type_text(&model.findings, &model.list, prompt.input.value());
    }
}
