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
    read_selected(model);
    model.count();
    model.keep_selected_visible(screen::list_rows(model));
    lay_out(model);
}

/// Reads the selected finding if the selection or its changes are new.
fn read_selected(model: &mut Model) {
    let known = model.current.take();
    let Some(item) = model.selected() else { return };
    if known.as_ref().is_some_and(|known| known.is_of(item)) {
        model.current = known;
        return;
    }
    model.current = Some(CurrentFinding::of(item, &model.settings.rules(), known));
    model.long_texts.forget();
}

/// Lays out a piece of the visible texts, so that drawing changes nothing.
pub(crate) fn lay_out(model: &mut Model) {
    if let Some(finding) = &mut model.current {
        finding.read_payload(model.claim);
    }
    if !model.dialogs.iter().any(Dialog::has_long_texts) && model.current.as_ref().is_none_or(CurrentFinding::is_small)
    {
        model.long_texts.begin_round();
        return;
    }
    let mut texts = std::mem::take(&mut model.long_texts);
    texts.begin_round();
    screen::lay_out(model, &mut texts);
    texts.end_round();
    model.long_texts = texts;
}
