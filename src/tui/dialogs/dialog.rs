//! The interface of every dialog.

use ratatui::Frame;
use ratatui::layout::Position;
use ratatui::text::Line;
use tui_input::Input;

use crate::tui::input::action::{Action, Scroll};
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::input::key_press::KeyPress;
use crate::tui::review::model::Model;
use crate::tui::screen::hit::HitTarget;
use crate::tui::text::long_texts::LongTexts;
use crate::tui::theme::Theme;

use super::prompt;
use super::sheet::{Sheet, SheetContext};

/// What follows an action in a dialog.
pub(crate) struct DialogOutcome {
    /// Whether the dialog stays open.
    pub(crate) stays: bool,
    pub(crate) effects: Vec<Effect>,
}

impl DialogOutcome {
    /// The dialog stays open, without effects.
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
/// While a dialog acts it is taken off the model's stack. A dialog that it opens is placed above it if it stays.
pub(crate) trait Dialog {
    /// The key context while it is on top.
    fn context(&self) -> KeyContext;

    /// Handles an action other than leaving, scrolling or opening the help.
    fn act(&mut self, _model: &mut Model, _action: Action) -> DialogOutcome {
        DialogOutcome::stays()
    }

    /// Cleans up when it closes without a choice.
    fn close(&mut self, _model: &mut Model) -> Vec<Effect> {
        Vec::new()
    }

    /// Leaves it, or only a mode within it.
    fn leave(&mut self, model: &mut Model) -> DialogOutcome {
        DialogOutcome::closes(self.close(model))
    }

    /// Why an action has no effect now; `None` if it has one.
    fn obstacle(&self, _model: &Model, _action: &Action) -> Option<String> {
        None
    }

    /// The input line that a key is about to edit, if it has one.
    fn begin_typing(&mut self) -> Option<&mut Input> {
        None
    }

    /// Handles an unbound key as typed text.
    fn type_key(&mut self, key: KeyPress) {
        if let Some(line) = self.begin_typing() {
            prompt::type_into(line, key);
        }
    }

    /// Inserts a pasted text; ignored without an input line.
    fn paste(&mut self, text: &str) {
        if let Some(line) = self.begin_typing() {
            prompt::paste_into(line, text);
        }
    }

    /// Its prompt line above the keys, if that is all it shows.
    fn prompt_line(&self, _model: &Model, _theme: &Theme, _width: usize) -> Option<Line<'static>> {
        None
    }

    /// Its framed content, if it has one.
    fn sheet<'a>(&'a self, _room: SheetContext<'a>) -> Option<Sheet<'a>> {
        None
    }

    /// Draws it over the review.
    fn draw(&self, room: SheetContext<'_>, frame: &mut Frame) {
        if let Some(sheet) = self.sheet(room) {
            sheet.draw(room, self.context(), frame);
        }
    }

    /// The area it covers.
    #[cfg(test)]
    fn area(&self, room: SheetContext<'_>) -> Option<ratatui::layout::Rect> {
        Some(self.sheet(room)?.place(room.body))
    }

    /// What a click in a cell hits.
    fn hit(&self, room: SheetContext<'_>, at: Position) -> Option<HitTarget> {
        let sheet = self.sheet(room)?;
        let choice = sheet.line_at(room.body, at).and_then(|line| self.choice_in(room.model, line));
        sheet.place(room.body).contains(at).then(|| choice.map_or(HitTarget::Sheet, HitTarget::Choice))
    }

    /// The choice in a line of its sheet.
    fn choice_in(&self, _model: &Model, _line: usize) -> Option<usize> {
        None
    }

    /// Moves to a clicked choice. Changes nothing that is stored.
    fn point_at(&mut self, _model: &mut Model, _choice: usize) -> DialogOutcome {
        DialogOutcome::stays()
    }

    /// Moves to a clicked field, and to the row and column in its text.
    fn click(&mut self, _field: usize, _at: Option<(u16, u16)>) {}

    /// Scrolls a field by a number of rows.
    fn scroll_field(&mut self, _field: usize, _rows: i16) {}

    /// Scrolls an inner area of its sheet; returns whether it has one.
    fn scroll_inside(&mut self, _model: &Model, _scroll: Scroll) -> bool {
        false
    }

    /// Scrolls its sheet to a line.
    fn scroll_to(&mut self, _line: usize) {}

    /// Lays out the next piece of its long texts.
    fn lay_out(&self, _room: SheetContext<'_>, _texts: &mut LongTexts) {}
}
