//! What a cell of the screen contains, for the mouse.

use ratatui::layout::Position;

use crate::tui::input::hit_target::HitTarget;
use crate::tui::panes::tabs;
use crate::tui::review::model::{Model, Pane};

use super::footer;
use super::layout::Screen;

/// What a cell of the screen contains. Nothing below a dialog can be hit.
pub(crate) fn hit(model: &Model, column: u16, row: u16) -> Option<HitTarget> {
    let screen = crate::tui::screen::screen(model)?;
    let at = Position::new(column, row);
    if screen.footer.contains(at) {
        let hit = footer::entries(model, &screen).into_iter().find(|entry| entry.columns.contains(&column));
        return hit.map(HitTarget::Key);
    }
    match model.dialogs.top() {
        Some(dialog) => {
            let theme = model.plain_theme();
            dialog.hit(super::dialog_context(model, &theme)?, at)
        }
        None => review(model, &screen, at),
    }
}

fn review(model: &Model, screen: &Screen, at: Position) -> Option<HitTarget> {
    if let Some(area) = screen.tabs.filter(|area| area.contains(at)) {
        let panes = crate::tui::screen::tab_panes(model, screen);
        return tabs::pane_at(model, &panes, usize::from(area.width), at.x - area.x).map(HitTarget::Pane);
    }
    let (pane, _) = screen.panes.iter().find(|(_, area)| area.contains(at))?;
    let rows = screen.content(Pane::List).filter(|area| *pane == Pane::List && area.contains(at));
    let finding = rows.and_then(|rows| model.list.shown().get(model.panes.list_top + usize::from(at.y - rows.y)));
    Some(finding.map_or(HitTarget::Pane(*pane), |place| HitTarget::Finding(*place)))
}
