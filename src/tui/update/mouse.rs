//! The mouse. A click only moves, except on the keys of the last row.

use crate::tui::input::action::{Action, Motion, Step};
use crate::tui::input::effect::Effect;
use crate::tui::input::hit_target::{FooterKey, HitTarget};
use crate::tui::input::mouse::HINT;
use crate::tui::review::actions::navigation;
use crate::tui::review::model::{Model, Pane};
use crate::tui::screen;
use crate::tui::widgets::sheet::ScrollExtent;

use super::{apply as act, dialogs};

/// The rows scrolled per wheel step.
const ROWS: i16 = 3;

pub(crate) fn click(model: &mut Model, column: u16, row: u16) -> Vec<Effect> {
    // The click refers to what was drawn: a toast may cover the keys.
    let hit = screen::hit(model, column, row);
    model.toast = None;
    model.start.end();
    let before = model.mouse.clicked.replace((column, row));
    let effects = match hit {
        Some(HitTarget::Key(key)) => return press(model, &key, before.filter(|(_, before)| *before == row)),
        Some(HitTarget::Finding(place)) => {
            navigation::focus(model, Pane::List);
            model.select(Some(place));
            // The list must not scroll before a second click.
            model.mouse.freed_list = true;
            Vec::new()
        }
        Some(HitTarget::Pane(pane)) => {
            navigation::focus(model, pane);
            Vec::new()
        }
        Some(HitTarget::Choice(place)) => dialogs::point_at(model, place),
        Some(HitTarget::Field { place, at }) => {
            if let Some(dialog) = model.dialogs.top_mut() {
                dialog.click(place, at);
            }
            Vec::new()
        }
        Some(HitTarget::Sheet) | None => Vec::new(),
    };
    if model.toast.is_none() && !std::mem::replace(&mut model.mouse.is_explained, true) {
        model.notify(HINT);
    }
    effects
}

/// Presses a key of the last row. A double click on one that opens a question does not answer it.
fn press(model: &mut Model, key: &FooterKey, before: Option<(u16, u16)>) -> Vec<Effect> {
    let is_twice = before.is_some_and(|(column, _)| key.columns.contains(&column));
    if key.action == Action::Confirm && is_twice {
        model.mouse.clicked = None;
        model.notify("click again to confirm");
        return Vec::new();
    }
    act(model, key.action.clone())
}

/// Scrolls what is below the pointer. The list keeps its selection.
pub(crate) fn wheel(model: &mut Model, step: Step, column: u16, row: u16) -> Vec<Effect> {
    model.start.end();
    match screen::hit(model, column, row) {
        Some(HitTarget::Finding(_) | HitTarget::Pane(Pane::List)) => {
            model.panes.list_top = turned(model.panes.list_top, step);
            model.mouse.freed_list = true;
        }
        Some(HitTarget::Pane(pane)) => {
            let ScrollExtent { limit, top, .. } = screen::pane_extent(model, pane);
            model.panes.scroll.insert(pane, turned(top, step).min(limit));
        }
        Some(HitTarget::Field { place, .. }) => {
            let rows = if step == Step::Next { ROWS } else { -ROWS };
            if let Some(dialog) = model.dialogs.top_mut() {
                dialog.scroll_field(place, rows);
            }
        }
        Some(HitTarget::Choice(_)) => {
            return act(model, Action::Move(if step == Step::Next { Motion::Down } else { Motion::Up }));
        }
        Some(HitTarget::Sheet) => {
            let Some(dialog) = model.dialogs.top() else { return Vec::new() };
            let ScrollExtent { limit, top, .. } = screen::dialog_extent(model, dialog);
            if let Some(dialog) = model.dialogs.top_mut() {
                dialog.scroll_to(turned(top, step).min(limit));
            }
        }
        Some(HitTarget::Key(_)) | None => {}
    }
    Vec::new()
}

fn turned(top: usize, step: Step) -> usize {
    match step {
        Step::Next => top.saturating_add_signed(ROWS.into()),
        Step::Previous => top.saturating_add_signed((-ROWS).into()),
    }
}
