//! What depends on which panes are on the screen, and on how much they show.

use crate::tui::input::action::{Action, Motion, Scroll, Step};
use crate::tui::input::text_form::TextForm;
use crate::tui::review::actions::navigation::{self, focus, scrolled};
use crate::tui::review::model::{DefaultScroll, Model, Pane};
use crate::tui::screen;
use crate::tui::widgets::sheet::ScrollExtent;

/// Moves in the list of findings.
pub(crate) fn go(model: &mut Model, motion: Motion) {
    let page = screen::list_rows(model).max(1);
    navigation::go(model, motion, page);
}

/// Applies a new screen size. If the parts of the proposal no longer fit side by side, they become one pane.
pub(crate) fn resize(model: &mut Model, size: (u16, u16)) {
    let was_wide = !screen::panes(model).contains(&Pane::Proposal);
    model.size = size;
    let is_wide = !screen::panes(model).contains(&Pane::Proposal);
    if was_wide && !is_wide && model.panes.detail == Pane::Message {
        model.panes.detail = Pane::Proposal;
        if model.panes.focus != Pane::List {
            model.panes.focus = Pane::Proposal;
        }
    }
}

pub(crate) fn focus_next(model: &mut Model, step: Step) {
    let panes = screen::panes(model);
    let count = panes.len();
    let place = panes.iter().position(|pane| *pane == model.panes.focus).unwrap_or(0);
    let next = match step {
        Step::Next => (place + 1) % count,
        Step::Previous => (place + count - 1) % count,
    };
    focus(model, panes.get(next).copied().unwrap_or(Pane::List));
}

/// Focuses a pane. If it has no area of its own, all panes that it consists of are shown.
pub(crate) fn show(model: &mut Model, pane: Pane) {
    if screen::panes(model).contains(&pane) {
        focus(model, pane);
        return;
    }
    model.panes.zoomed = false;
    focus(model, Pane::Message);
    model.notify("all parts of the proposal are on the screen");
}

pub(crate) fn zoom(model: &mut Model) {
    if screen::has_one_pane(model) {
        model.refuse("only one pane fits; Tab shows the next");
        return;
    }
    model.panes.zoomed = !model.panes.zoomed;
    if model.panes.zoomed {
        let (pane, key) = (model.panes.focus.name(), model.settings.key(&Action::Zoom));
        model.notify(format!("{pane} alone · {key} or Esc all panes"));
    }
}

pub(crate) fn scroll(model: &mut Model, scroll: Scroll) {
    let pane = model.panes.detail;
    let ScrollExtent { limit, rows, top } = screen::pane_extent(model, pane);
    model.panes.scroll.insert(pane, scrolled(top, scroll, (rows / 2).max(1)).min(limit));
}

/// Switches the cleaned text to its next form, and brings it on the screen.
pub(crate) fn cycle_text(model: &mut Model) {
    model.panes.text_form = model.panes.text_form.next();
    if screen::shows(model, Pane::Proposal) {
        model.panes.scroll.remove(&Pane::Proposal);
        model.panes.look_for = DefaultScroll::Text;
    } else if !screen::shows(model, Pane::Cleaned) {
        focus(model, Pane::Cleaned);
    }
    model.panes.scroll.remove(&Pane::Cleaned);
    let (now, next) = match model.panes.text_form {
        TextForm::Cleaned => ("the text as it will be", "its diff"),
        TextForm::Diff => ("changes: [-removed-] {+added+}", "the raw text"),
        TextForm::Raw => ("the stored text, claims marked", "the cleaned text"),
    };
    let key = model.settings.key(&Action::CycleText);
    model.notify(format!("{now} · {key}: {next}"));
}
