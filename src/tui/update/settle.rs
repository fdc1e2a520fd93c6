//! What follows from a change, before the next frame: what is selected, which panes show, and how their texts are laid out.

use crate::tui::findings::current::CurrentFinding;
use crate::tui::review::dialog::Dialog;
use crate::tui::review::model::{Model, Pane};
use crate::tui::screen;

/// Updates all derived state.
pub(crate) fn settle(model: &mut Model) {
    if model.position().is_none() {
        let first = model.list.shown().first().copied();
        model.select(first);
    }
    if !screen::shows(model, model.panes.detail) && screen::shows(model, Pane::Message) {
        // With all parts of the proposal on the screen, the message is the first pane.
        model.panes.detail = Pane::Message;
        if model.panes.focus != Pane::List {
            model.panes.focus = Pane::Message;
        }
    }
    model.look_at_selected();
    model.count();
    model.keep_selected_visible(screen::list_rows(model));
    lay_out(model);
}

/// Lays out a piece of the visible texts, so that drawing changes nothing.
pub(crate) fn lay_out(model: &mut Model) {
    model.read_payload();
    let is_small = |looked_at: &CurrentFinding| looked_at.is_small();
    if !model.dialogs.iter().any(Dialog::has_long_texts) && model.looked_at.as_ref().is_none_or(is_small) {
        model.long_texts.begin_round();
        return;
    }
    let mut texts = std::mem::take(&mut model.long_texts);
    texts.begin_round();
    screen::lay_out(model, &mut texts);
    texts.end_round();
    model.long_texts = texts;
}
