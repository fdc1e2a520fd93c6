//! The last decisions, and the way back to each.

use ratatui::text::Line;

use crate::source::Key;
use crate::tui::input::action::{Action, Motion, RecentDecision};
use crate::tui::input::bindings::{DOWN, ENTER, ESC, UP, char, help, show};
use crate::tui::input::context::KeyContext;
use crate::tui::review::actions::navigation;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::{Item, Model};
use crate::tui::review::registration::Registration;
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::widgets::sheet::Sheet;

pub(crate) const CONTEXT: KeyContext = KeyContext::new("last_decisions", "Last decisions");

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[ENTER], Action::Choose, "go there", "go to its finding"),
        show(CONTEXT, &[char('j'), DOWN], Action::Move(Motion::Down), "down", "the earlier decision"),
        show(CONTEXT, &[char('k'), UP], Action::Move(Motion::Up), "up", "the later decision"),
        show(CONTEXT, &[ESC, char('q'), char('H')], Action::Leave, "close", "close it"),
        help(CONTEXT),
    ],
};

/// The dialog of the last decisions.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentDialog {
    pub(crate) decisions: Vec<RecentDecision>,
    pub(crate) cursor: usize,
}

impl Dialog<Model> for RecentDialog {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => self.cursor = motion.among(self.cursor, self.decisions.len()),
            Action::Choose => {
                go(model, self);
                return DialogOutcome::closes(Vec::new());
            }
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let lines = lines(context.model, self, context.theme, context.width());
        Some(Sheet::new("Last decisions", lines, context.theme))
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        (line < self.decisions.len()).then_some(line)
    }

    /// A second click chooses.
    fn point_at(&mut self, model: &mut Model, choice: usize) -> DialogOutcome {
        if self.cursor == choice {
            return self.act(model, Action::Choose);
        }
        self.cursor = choice;
        DialogOutcome::stays()
    }
}

/// The maximum number of decisions shown.
pub(crate) const MOST: usize = 10;

pub(crate) fn open(model: &mut Model, decisions: Vec<RecentDecision>) {
    if decisions.is_empty() {
        model.notify("no decisions yet");
    } else {
        model.open(RecentDialog { decisions, cursor: 0 });
    }
}

/// Goes to the finding of the chosen decision.
fn go(model: &mut Model, dialog: &RecentDialog) {
    let Some(decision) = dialog.decisions.get(dialog.cursor) else {
        return;
    };
    match model.findings.place(&decision.message) {
        Some(place) => go_to(model, place),
        None => model.refuse(unknown(&decision.message.to_string())),
    }
}

/// Goes to a finding, and reports if the filter was cleared for it.
pub(crate) fn go_to(model: &mut Model, place: usize) {
    if navigation::show_finding(model, place) {
        model.notify("filter cleared to show it");
    }
}

/// The index of the finding whose message key reads like this.
pub(crate) fn place_of(model: &Model, key: &str) -> Option<usize> {
    let number = key.parse().ok().and_then(|number| model.findings.place(&Key::Integer(number)));
    let is_written_so = |place: &usize| model.findings.get(*place).is_some_and(|item| item.key.to_string() == key);
    let known = number.filter(is_written_so).or_else(|| model.findings.place(&Key::Text(key.to_owned())));
    // Only a composite key is written differently from its value.
    let is_composite = |item: &Item| matches!(item.key, Key::Composite(_));
    let may_be_composite = model.findings.items().first().is_some_and(is_composite);
    known.or_else(|| model.findings.items().iter().position(|item| may_be_composite && item.key.to_string() == key))
}

/// The message that a key has no finding.
pub(crate) fn unknown(key: &str) -> String {
    format!("{key} has no finding, or the scan has not reached it yet")
}

/// One line per decision: time, reviewer, message and decision.
fn lines(model: &Model, dialog: &RecentDialog, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let key_width = dialog.decisions.iter().map(|decision| text::width(&decision.message.to_string())).max();
    let rows = dialog.decisions.iter().enumerate().map(|(place, decision)| {
        let key = text::fit(&decision.message.to_string(), key_width.unwrap_or(0).min(12));
        let item = model.findings.of(&decision.message);
        let about = item.map_or_else(String::new, |item| {
            let facets = item.facets();
            format!("  {}  {}", theme.data(&facets.subject), theme.data(&facets.speaker))
        });
        let at = decision.at.strftime("%Y-%m-%d %H:%M");
        let row = format!(" {at}  {}  {key} {}{about}", text::fit(&decision.reviewer, 8), text::fit(decision.what, 21));
        let style = if place == dialog.cursor { theme.selected } else { theme.text };
        Line::styled(text::fit(&text::shorten(&row, width), width), style)
    });
    rows.collect()
}
