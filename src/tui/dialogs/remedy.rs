//! The choice of what to do with a claim.

use ratatui::text::Line;

use crate::proposal::{Choice, NO_RECORD};
use crate::tui::findings::editable;
use crate::tui::input::action::{Action, Motion};
use crate::tui::input::bindings::{DOWN, ENTER, ESC, UP, char, help, show};
use crate::tui::input::context::KeyContext;
use crate::tui::review::actions::{change, mark};
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::text;
use crate::tui::widgets::sheet::Sheet;

pub(crate) const CONTEXT: KeyContext = KeyContext::new("remedy", "Remedy");

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[char('j'), DOWN], Action::Move(Motion::Down), "down", "next remedy"),
        show(CONTEXT, &[char('k'), UP], Action::Move(Motion::Up), "up", "previous remedy"),
        show(CONTEXT, &[ENTER, char(' ')], Action::Choose, "choose", "choose this remedy for the claim"),
        show(CONTEXT, &[ESC, char('q')], Action::Leave, "cancel", "keep the claim unchanged"),
        help(CONTEXT),
    ],
};

/// The choice of a remedy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RemedyDialog {
    pub(crate) claim: usize,
    pub(crate) cursor: usize,
    /// The choices in order.
    pub(crate) choices: &'static [Choice],
}

/// The choice of one remedy for many findings.
#[derive(Clone, Debug)]
pub(crate) struct RemedyForAll {
    pub(crate) places: Vec<usize>,
    /// The title of their group; `None` if they are the marked findings.
    pub(crate) group: Option<String>,
    pub(crate) cursor: usize,
}

impl RemedyForAll {
    /// The choices for many findings. Leaving a text unchanged is a rejection, so it is not one of them.
    const CHOICES: [(Choice, &'static str); 2] = [
        (Choice::Strip, "clean the texts, write no record"),
        (Choice::Recover, "write the lost records, and clean the texts"),
    ];
}

impl Dialog<Model> for RemedyForAll {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => self.cursor = motion.among(self.cursor, Self::CHOICES.len()),
            Action::Choose => {
                let Some((choice, _)) = Self::CHOICES.get(self.cursor) else { return DialogOutcome::stays() };
                return DialogOutcome::closes(mark::ask_choice(model, &self.places, *choice, self.group.clone()));
            }
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let row = |(place, (choice, meaning)): (usize, &(Choice, &str))| {
            let row = text::fit(&format!(" {} {meaning}", text::fit(choice.name(), 8)), context.width());
            Line::styled(row, if place == self.cursor { context.theme.selected } else { context.theme.text })
        };
        let lines = Self::CHOICES.iter().enumerate().map(row).collect();
        Some(Sheet::new(format!("Remedy for these {}", self.places.len()), lines, context.theme))
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        (line < Self::CHOICES.len()).then_some(line)
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> DialogOutcome {
        self.cursor = choice;
        DialogOutcome::stays()
    }
}

impl Dialog<Model> for RemedyDialog {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => self.cursor = motion.among(self.cursor, self.choices.len()),
            Action::Choose => {
                if let Some(why) = self.obstacle(model, &action) {
                    model.refuse(why);
                    return DialogOutcome::stays();
                }
                let choice = self.choices.get(self.cursor).copied();
                return DialogOutcome::closes(change::set_choice(model, self.claim, choice));
            }
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn obstacle(&self, model: &Model, action: &Action) -> Option<String> {
        let judged = model.current()?.claims.get(self.claim)?;
        let recovers = *action == Action::Choose && self.choices.get(self.cursor) == Some(&Choice::Recover);
        (recovers && judged.claim.record.is_none()).then(|| NO_RECORD.to_owned())
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let judged = context.model.current().and_then(|finding| finding.claims.get(self.claim));
        let row = |(place, choice): (usize, &Choice)| {
            let meaning = judged.map_or("", |judged| editable::meaning(*choice, &judged.claim));
            let row = text::fit(&format!(" {} {meaning}", text::fit(choice.name(), 8)), context.width());
            Line::styled(row, if place == self.cursor { context.theme.selected } else { context.theme.text })
        };
        let lines = judged.map_or_else(Vec::new, |_| self.choices.iter().enumerate().map(row).collect());
        Some(Sheet::new("Remedy of this claim", lines, context.theme))
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        (line < self.choices.len()).then_some(line)
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> DialogOutcome {
        self.cursor = choice;
        DialogOutcome::stays()
    }
}

/// Asks which remedy the selected claim gets.
pub(crate) fn open(model: &mut Model) {
    let claim = model.claim;
    let Some(judged) = model.current().and_then(|finding| finding.claims.get(claim)) else {
        return;
    };
    let now = if judged.off { Some(Choice::Leave) } else { Choice::proposed(judged.remedy) };
    let choices = editable::choices(&judged.claim);
    let cursor = now.and_then(|now| choices.iter().position(|choice| *choice == now)).unwrap_or(0);
    if change::changeable(model).is_some() {
        model.open(RemedyDialog { claim, cursor, choices });
    }
}

/// Asks which remedy all of these findings get.
pub(crate) fn choose_for_all(model: &mut Model, places: Vec<usize>, group: Option<String>) -> bool {
    model.open(RemedyForAll { places, group, cursor: 0 });
    true
}
