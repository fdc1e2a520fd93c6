//! What every dialog says of itself.

use ratatui::Frame;
use ratatui::layout::Position;
use ratatui::text::Line;
use tui_input::Input;

use crate::tui::input::action::{Action, Scroll};
use crate::tui::input::context::Context;
use crate::tui::input::effect::Effect;
use crate::tui::input::key_press::KeyPress;
use crate::tui::review::model::Model;
use crate::tui::screen::hit::Hit;
use crate::tui::text::long_texts::LongTexts;
use crate::tui::theme::Theme;

use super::prompt;
use super::sheet::{Room, Sheet};

/// What comes of something that a dialog did.
pub(crate) struct Outcome {
    /// Whether the dialog stays open.
    pub(crate) stays: bool,
    pub(crate) effects: Vec<Effect>,
}

impl Outcome {
    /// The dialog stays open, and nothing else must be done.
    pub(crate) fn stays() -> Self {
        Self { stays: true, effects: Vec::new() }
    }

    /// The dialog stays open.
    pub(crate) fn stays_and(effects: Vec<Effect>) -> Self {
        Self { stays: true, effects }
    }

    /// The dialog closes.
    pub(crate) fn closes(effects: Vec<Effect>) -> Self {
        Self { stays: false, effects }
    }
}

/// A dialog over the review: what it does, what it shows, and what a click in it hits.
///
/// While a dialog acts it is not among those of the model, so what it opens lies over what was below it, and over itself
/// where it stays.
pub(crate) trait Dialog {
    /// Which keys count while it is on top.
    fn context(&self) -> Context;

    /// Does an action other than to leave, to scroll, or to open the help.
    fn act(&mut self, _model: &mut Model, _action: Action) -> Outcome {
        Outcome::stays()
    }

    /// Does what must be done where it closes and nothing was chosen.
    fn close(&mut self, _model: &mut Model) -> Vec<Effect> {
        Vec::new()
    }

    /// Leaves it, or only what is done in it.
    fn leave(&mut self, model: &mut Model) -> Outcome {
        Outcome::closes(self.close(model))
    }

    /// Why an action would do nothing now.
    fn obstacle(&self, _model: &Model, _action: &Action) -> Option<String> {
        None
    }

    /// The line that a key is about to change, where one is typed.
    fn begin_typing(&mut self) -> Option<&mut Input> {
        None
    }

    /// Takes a key that is bound to nothing, as text.
    fn type_key(&mut self, key: KeyPress) {
        if let Some(line) = self.begin_typing() {
            prompt::type_into(line, key);
        }
    }

    /// Takes a pasted text; where none is typed it means nothing.
    fn paste(&mut self, text: &str) {
        if let Some(line) = self.begin_typing() {
            prompt::paste_into(line, text);
        }
    }

    /// What it shows in the line above the keys, where that is all of it.
    fn prompt_line(&self, _model: &Model, _theme: &Theme, _width: usize) -> Option<Line<'static>> {
        None
    }

    /// What it shows in a frame.
    fn sheet<'a>(&'a self, _room: Room<'a>) -> Option<Sheet<'a>> {
        None
    }

    /// Draws what it shows over the review.
    fn draw(&self, room: Room<'_>, frame: &mut Frame) {
        if let Some(sheet) = self.sheet(room) {
            sheet.draw(room, self.context(), frame);
        }
    }

    /// Where it lies, if it lies over the review.
    #[cfg(test)]
    fn area(&self, room: Room<'_>) -> Option<ratatui::layout::Rect> {
        Some(self.sheet(room)?.place(room.body))
    }

    /// What stands in a cell of it.
    fn hit(&self, room: Room<'_>, at: Position) -> Option<Hit> {
        let sheet = self.sheet(room)?;
        let choice = sheet.line_at(room.body, at).and_then(|line| self.choice_in(room.model, line));
        sheet.place(room.body).contains(at).then(|| choice.map_or(Hit::Sheet, Hit::Choice))
    }

    /// The choice that stands in a line of its sheet.
    fn choice_in(&self, _model: &Model, _line: usize) -> Option<usize> {
        None
    }

    /// Goes to a choice that was clicked. That changes nothing that is stored.
    fn point_at(&mut self, _model: &mut Model, _choice: usize) -> Outcome {
        Outcome::stays()
    }

    /// Goes to a field that was clicked, and to the row and column of its text.
    fn click(&mut self, _field: usize, _at: Option<(u16, u16)>) {}

    /// Scrolls a field by so many rows.
    fn scroll_field(&mut self, _field: usize, _rows: i16) {}

    /// Scrolls something that shows within its sheet; whether there is such a thing.
    fn scroll_inside(&mut self, _model: &Model, _scroll: Scroll) -> bool {
        false
    }

    /// Shows its sheet from a line on.
    fn scroll_to(&mut self, _line: usize) {}

    /// Lays out a piece of the long texts that it shows.
    fn lay_out(&self, _room: Room<'_>, _texts: &mut LongTexts) {}
}
