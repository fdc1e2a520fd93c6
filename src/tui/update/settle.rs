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
    model.list.count_alike(&model.findings);
    model.marks.count(&model.findings, &model.list);
    scroll_list(model);
    lay_out(model);
}

/// Keeps the selected finding among the rows that the list shows, unless the wheel scrolled it away.
fn scroll_list(model: &mut Model) {
    let (rows, count) = (screen::list_rows(model).max(1), model.shown());
    if model.mouse.freed_list {
        model.panes.list_top = model.panes.list_top.min(count.saturating_sub(rows));
    } else {
        let selected = model.position().unwrap_or(0);
        model.panes.show_row(selected, count, rows);
    }
}

/// Reads the selected finding if the selection or its changes are new.
fn read_selected(model: &mut Model) {
    let known = model.current.take();
    let Some(item) = model.selected() else { return };
    if known.as_ref().is_some_and(|known| known.is_of(item)) {
        model.current = known;
        return;
    }
    model.current = CurrentFinding::of(item, &model.settings.rules(), known);
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
