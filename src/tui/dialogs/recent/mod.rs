//! The last decisions, and the way back to each.

pub(crate) mod update;
mod view;

use crate::tui::input::action::{Action, RecentDecision};
use crate::tui::input::context::Context;
use crate::tui::review::model::Model;

use super::dialog::{Dialog, Outcome};
use super::sheet::{Room, Sheet};

/// The last decisions, to go to one of them.
#[derive(Clone, Debug, Default)]
pub struct RecentDialog {
    pub(crate) decisions: Vec<RecentDecision>,
    pub(crate) cursor: usize,
}

impl Dialog for RecentDialog {
    fn context(&self) -> Context {
        Context::Recent
    }

    fn act(&mut self, model: &mut Model, action: Action) -> Outcome {
        match action {
            Action::Move(motion) => self.cursor = motion.among(self.cursor, self.decisions.len()),
            Action::Choose => {
                update::go(model, self);
                return Outcome::closes(Vec::new());
            }
            _ => {}
        }
        Outcome::stays()
    }

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
        let lines = view::lines(room.model, self, room.theme, room.width());
        Some(Sheet::new("Last decisions", lines, room.theme))
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        (line < self.decisions.len()).then_some(line)
    }

    /// Chooses what is clicked once more.
    fn point_at(&mut self, model: &mut Model, choice: usize) -> Outcome {
        if self.cursor == choice {
            return self.act(model, Action::Choose);
        }
        self.cursor = choice;
        Outcome::stays()
    }
}
