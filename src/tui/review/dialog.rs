//! The interface of every dialog, and the stack of those that are open.
//!
//! A dialog acts on the model `M` of the review, which holds the stack. Nothing here knows more of that model.

use std::any::Any;
use std::fmt;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use tui_input::Input;

use crate::tui::input::action::{Action, Motion, Scroll};
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::input::hit_target::HitTarget;
use crate::tui::input::key_press::KeyPress;
use crate::tui::input::keymap::KeyMap;
use crate::tui::theme::Theme;
use crate::tui::widgets::long_texts::LongTexts;
use crate::tui::widgets::prompt;
use crate::tui::widgets::sheet::{Sheet, WIDEST};

/// What follows an action in a dialog.
pub(crate) struct DialogOutcome {
    /// Whether the dialog stays open.
    pub(crate) stays: bool,
    pub(crate) effects: Vec<Effect>,
    /// The action that follows, in the review or in the dialog below.
    pub(crate) then: Option<Action>,
}

impl DialogOutcome {
    /// The dialog stays open, without effects.
    pub(crate) fn stays() -> Self {
        Self::stays_and(Vec::new())
    }

    /// The dialog stays open.
    pub(crate) fn stays_and(effects: Vec<Effect>) -> Self {
        Self { stays: true, effects, then: None }
    }

    /// The dialog closes, and the effects follow.
    pub(crate) fn closes(effects: Vec<Effect>) -> Self {
        Self { stays: false, effects, then: None }
    }

    /// The dialog closes, and the action follows.
    pub(crate) fn closes_and_runs(action: Action) -> Self {
        Self { then: Some(action), ..Self::closes(Vec::new()) }
    }
}

/// What a dialog needs to show itself: the model, the theme, the keys and the available area.
pub(crate) struct DialogContext<'a, M> {
    pub(crate) model: &'a M,
    pub(crate) theme: &'a Theme,
    pub(crate) keys: &'a KeyMap,
    /// The area between the top line and the footer.
    pub(crate) body: Rect,
}

// Derived, they would ask that the model can be copied.
impl<M> Copy for DialogContext<'_, M> {}

impl<M> Clone for DialogContext<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> DialogContext<'_, M> {
    /// The columns inside the frame of a sheet of the usual width.
    pub(crate) fn width(self) -> usize {
        self.width_below(WIDEST)
    }

    /// The columns inside the frame of a sheet of at most `widest` columns.
    pub(crate) fn width_below(self, widest: u16) -> usize {
        usize::from(self.body.width.min(widest).saturating_sub(4))
    }

    /// The columns inside the frame of a sheet that takes the whole body.
    pub(crate) fn whole_width(self) -> usize {
        self.width_below(u16::MAX)
    }

    /// The rows inside the frame of the highest sheet.
    pub(crate) fn rows(self) -> usize {
        usize::from(self.body.height.saturating_sub(2))
    }
}

/// A dialog over the review: what it does, what it shows, and what a click in it hits.
///
/// While a dialog acts it is taken off the model's stack. A dialog that it opens is placed above it if it stays.
pub(crate) trait Dialog<M: 'static>: Any + fmt::Debug + BoxedClone<M> {
    /// The key context while it is on top.
    fn context(&self) -> KeyContext;

    /// Handles an action other than leaving, scrolling or opening the help.
    fn act(&mut self, _model: &mut M, _action: Action) -> DialogOutcome {
        DialogOutcome::stays()
    }

    /// Cleans up when it closes without a choice.
    fn close(&mut self, _model: &mut M) -> Vec<Effect> {
        Vec::new()
    }

    /// Leaves it, or only a mode within it.
    fn leave(&mut self, model: &mut M) -> DialogOutcome {
        DialogOutcome::closes(self.close(model))
    }

    /// Why an action has no effect now; `None` if it has one.
    fn obstacle(&self, _model: &M, _action: &Action) -> Option<String> {
        None
    }

    /// The input line that a key is about to edit, if it has one.
    fn input_line(&mut self) -> Option<&mut Input> {
        None
    }

    /// Handles an unbound key as typed text.
    fn type_key(&mut self, key: KeyPress) {
        if let Some(line) = self.input_line() {
            prompt::type_into(line, key);
        }
    }

    /// Inserts a pasted text; ignored without an input line.
    fn paste(&mut self, text: &str) {
        if let Some(line) = self.input_line() {
            prompt::paste_into(line, text);
        }
    }

    /// Its prompt line above the keys, if that is all it shows.
    fn prompt_line(&self, _model: &M, _theme: &Theme, _width: usize) -> Option<Line<'static>> {
        None
    }

    /// Its framed content, if it has one.
    fn sheet<'a>(&'a self, _context: DialogContext<'a, M>) -> Option<Sheet<'a>> {
        None
    }

    /// Draws it over the review.
    fn draw(&self, context: DialogContext<'_, M>, frame: &mut Frame) {
        if let Some(sheet) = self.sheet(context) {
            sheet.draw(context.body, &scroll_key(context.keys, self.context()), context.theme, frame);
        }
    }

    /// What a click in a cell hits.
    fn hit(&self, context: DialogContext<'_, M>, at: Position) -> Option<HitTarget> {
        let sheet = self.sheet(context)?;
        let choice = sheet.line_at(context.body, at).and_then(|line| self.choice_in(context.model, line));
        sheet.place(context.body).contains(at).then(|| choice.map_or(HitTarget::Sheet, HitTarget::Choice))
    }

    /// The choice in a line of its sheet.
    fn choice_in(&self, _model: &M, _line: usize) -> Option<usize> {
        None
    }

    /// Moves to a clicked choice. Changes nothing that is stored.
    fn point_at(&mut self, _model: &mut M, _choice: usize) -> DialogOutcome {
        DialogOutcome::stays()
    }

    /// Moves to a clicked field, and to the row and column in its text.
    fn click(&mut self, _field: usize, _at: Option<(u16, u16)>) {}

    /// Scrolls a field by a number of rows.
    fn scroll_field(&mut self, _field: usize, _rows: i16) {}

    /// Scrolls an inner area of its sheet; returns whether it has one.
    fn scroll_inside(&mut self, _model: &M, _scroll: Scroll) -> bool {
        false
    }

    /// Scrolls its sheet to a line.
    fn scroll_to(&mut self, _line: usize) {}

    /// Whether its extent can be computed whenever the footer is drawn.
    fn is_quick_to_lay_out(&self) -> bool {
        false
    }

    /// Whether it may show long texts, which are laid out piece by piece.
    fn has_long_texts(&self) -> bool {
        false
    }

    /// Lays out the next piece of its long texts.
    fn lay_out(&self, _context: DialogContext<'_, M>, _texts: &mut LongTexts) {}

    /// Whether it has work to do while the program is idle.
    fn is_working(&self) -> bool {
        false
    }

    /// Does that work while the program is idle; nothing by default.
    fn work(&mut self) {}

    /// Whether it holds typed text that is not stored yet.
    fn has_unstored(&self) -> bool {
        false
    }

    /// The changed draft of a pattern in it, with the names of the draft's shapes.
    fn pattern_draft(&self) -> Option<(Vec<String>, String)> {
        None
    }

    /// The request that reads again what it shows of the database.
    fn reload(&self) -> Option<Effect> {
        None
    }
}

/// The key that shows more of a dialog; empty if none does.
fn scroll_key(keys: &KeyMap, context: KeyContext) -> String {
    let moves = [Action::Scroll(Scroll::Down), Action::Move(Motion::Down)];
    let mut rows = keys.rows_of(context);
    let key = rows.find(|row| moves.contains(&row.binding.action)).and_then(|row| row.keys.first());
    key.map(ToString::to_string).unwrap_or_default()
}

/// Cloning of a dialog whose type is not known.
pub(crate) trait BoxedClone<M> {
    fn boxed_clone(&self) -> Box<dyn Dialog<M>>;
}

impl<M: 'static, D: Dialog<M> + Clone> BoxedClone<M> for D {
    fn boxed_clone(&self) -> Box<dyn Dialog<M>> {
        Box::new(self.clone())
    }
}

impl<M: 'static> Clone for Box<dyn Dialog<M>> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// The open dialogs, the topmost last. The top one receives the keys.
#[derive(Clone, Debug)]
pub(crate) struct DialogStack<M: 'static>(Vec<Box<dyn Dialog<M>>>);

impl<M> Default for DialogStack<M> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<M> DialogStack<M> {
    pub(crate) fn push(&mut self, dialog: impl Dialog<M>) {
        self.0.push(Box::new(dialog));
    }

    pub(crate) fn pop(&mut self) -> Option<Box<dyn Dialog<M>>> {
        self.0.pop()
    }

    /// Puts a dialog back at its place, or on top if fewer are open now.
    pub(crate) fn put_back(&mut self, place: usize, dialog: Box<dyn Dialog<M>>) {
        self.0.insert(place.min(self.0.len()), dialog);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All open dialogs, the topmost last.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &dyn Dialog<M>> {
        self.0.iter().map(|dialog| &**dialog)
    }

    pub(crate) fn top(&self) -> Option<&dyn Dialog<M>> {
        self.0.last().map(|dialog| &**dialog)
    }

    pub(crate) fn top_mut(&mut self) -> Option<&mut (dyn Dialog<M> + 'static)> {
        self.0.last_mut().map(|dialog| &mut **dialog)
    }

    /// The topmost dialog, if it is of this type.
    pub(crate) fn top_as<D: Dialog<M>>(&self) -> Option<&D> {
        (self.top()? as &dyn Any).downcast_ref()
    }

    /// The topmost dialog for a change, if it is of this type.
    pub(crate) fn top_as_mut<D: Dialog<M>>(&mut self) -> Option<&mut D> {
        (self.top_mut()? as &mut dyn Any).downcast_mut()
    }

    /// The lowest open dialog of this type.
    pub(crate) fn find<D: Dialog<M>>(&self) -> Option<&D> {
        self.iter().find_map(|dialog| (dialog as &dyn Any).downcast_ref())
    }

    /// The lowest open dialog of this type, for a change.
    pub(crate) fn find_mut<D: Dialog<M>>(&mut self) -> Option<&mut D> {
        self.0.iter_mut().find_map(|dialog| (&mut **dialog as &mut dyn Any).downcast_mut())
    }

    /// Closes all dialogs of this type, whatever they hold.
    pub(crate) fn close<D: Dialog<M>>(&mut self) {
        self.0.retain(|dialog| !(&**dialog as &dyn Any).is::<D>());
    }

    /// The dialog below the lowest one of this type.
    pub(crate) fn below<D: Dialog<M>>(&self) -> Option<&dyn Dialog<M>> {
        let place = self.iter().position(|dialog| (dialog as &dyn Any).is::<D>())?;
        self.iter().nth(place.checked_sub(1)?)
    }
}
