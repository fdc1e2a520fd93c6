//! The choices of the filter.

use ratatui::text::Line;

use crate::tui::findings::filter_choice::FilterChoice;
use crate::tui::findings::query::Query;
use crate::tui::input::action::{Action, Motion};
use crate::tui::input::bindings::{DOWN, ENTER, ESC, UP, char, help, show};
use crate::tui::input::context::KeyContext;
use crate::tui::review::actions::find;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::text;
use crate::tui::widgets::sheet::Sheet;

pub(crate) const CONTEXT: KeyContext = KeyContext::new("filter_choices", "Filter choices");

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[char(' '), char('x')], Action::Toggle, "switch", "switch the choice"),
        show(CONTEXT, &[char('j'), DOWN], Action::Move(Motion::Down), "down", "next choice"),
        show(CONTEXT, &[char('k'), UP], Action::Move(Motion::Up), "up", "previous choice"),
        show(CONTEXT, &[char('c')], Action::Clear, "show all", "no filter"),
        show(CONTEXT, &[ENTER, char('f')], Action::Choose, "apply", "apply the choices"),
        show(CONTEXT, &[ESC, char('q')], Action::Leave, "cancel", "keep the filter unchanged"),
        help(CONTEXT),
    ],
};

/// The choices of the filter, not applied yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct FilterDialog {
    pub(crate) draft: Query,
    pub(crate) cursor: usize,
}

impl FilterDialog {
    fn toggle(&mut self) {
        if let Some(choice) = FilterChoice::all().get(self.cursor) {
            self.draft.toggle(*choice);
        }
    }

    /// The choices under their headings, and the line of the chosen one.
    fn lines(&self, context: DialogContext<'_, Model>) -> (Vec<Line<'static>>, usize) {
        let theme = context.theme;
        let (mut lines, mut chosen) = (Vec::new(), 0);
        let choices = FilterChoice::all();
        let rows = choice_rows();
        for (at, row) in rows.iter().enumerate() {
            let Some((place, choice)) = row.and_then(|place| Some((place, *choices.get(place)?))) else {
                let first = rows.get(at + 1).copied().flatten().and_then(|place| choices.get(place));
                lines.push(Line::styled(first.map_or("", |choice| choice.heading()), theme.strong));
                continue;
            };
            if place == self.cursor {
                chosen = lines.len();
            }
            let mark = if self.draft.contains(choice) { "[x]" } else { "[ ]" };
            let count = context.model.findings.count_choice(choice, &context.model.settings.rules());
            let row =
                text::fit(&format!(" {mark} {} {count:>6}", text::fit(choice.name(), 10)), context.width().min(30));
            lines.push(Line::styled(row, if place == self.cursor { theme.selected } else { theme.text }));
        }
        (lines, chosen)
    }
}

impl Dialog<Model> for FilterDialog {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => self.cursor = motion.among(self.cursor, FilterChoice::all().len()),
            Action::Toggle => self.toggle(),
            Action::Clear => self.draft = Query::default(),
            Action::Choose => {
                find::show_only(model, std::mem::take(&mut self.draft));
                return DialogOutcome::closes(Vec::new());
            }
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let (lines, chosen) = self.lines(context);
        let scroll = (chosen + 3).saturating_sub(usize::from(context.body.height));
        Some(Sheet { scroll, ..Sheet::new("Filter", lines, context.theme) })
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        choice_rows().get(line).copied().flatten()
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> DialogOutcome {
        self.cursor = choice;
        self.toggle();
        DialogOutcome::stays()
    }
}

/// The choices line by line; `None` for a heading.
fn choice_rows() -> Vec<Option<usize>> {
    let (mut rows, mut last_heading) = (Vec::new(), None);
    for (place, choice) in FilterChoice::all().into_iter().enumerate() {
        if last_heading.replace(choice.heading()) != Some(choice.heading()) {
            rows.push(None);
        }
        rows.push(Some(place));
    }
    rows
}
