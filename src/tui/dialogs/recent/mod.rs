//! The last decisions, and the way back to each.

pub(crate) mod update;
mod view;

use crate::tui::input::action::{Action, RecentDecision};
use crate::tui::input::context::KeyContext;
use crate::tui::review::model::Model;

use super::dialog::{Dialog, DialogOutcome};
use super::sheet::{Sheet, SheetContext};

/// The dialog of the last decisions.
#[derive(Clone, Debug, Default)]
pub struct RecentDialog {
    pub(crate) decisions: Vec<RecentDecision>,
    pub(crate) cursor: usize,
}

impl Dialog for RecentDialog {
    fn context(&self) -> KeyContext {
        KeyContext::Recent
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => self.cursor = motion.among(self.cursor, self.decisions.len()),
            Action::Choose => {
                update::go(model, self);
                return DialogOutcome::closes(Vec::new());
            }
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn sheet<'a>(&'a self, room: SheetContext<'a>) -> Option<Sheet<'a>> {
        let lines = view::lines(room.model, self, room.theme, room.width());
        Some(Sheet::new("Last decisions", lines, room.theme))
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
