//! What stands in a cell of the screen, for the mouse.

use ratatui::layout::Position;

use crate::tui::model::{Model, Pane};
use crate::tui::overlay::Overlay;

use super::footer::Entry;
use super::layout::Screen;
use super::{copy, dialog, footer, journal, shapes, tabs};

/// A key of the last row.
pub(in crate::tui) type FooterKey = Entry;

/// What stands in a cell of the screen.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::tui) enum Hit {
    /// A key of the last row.
    Key(FooterKey),
    /// A finding of the list.
    Finding(usize),
    /// A pane, or its tab.
    Pane(Pane),
    /// A choice of the overlay on top.
    Choice(usize),
    /// A field of the editor, and the row and column of its text.
    Field { place: usize, at: Option<(u16, u16)> },
    /// Something else of the overlay on top.
    Sheet,
}

/// What stands in a cell of the screen; what lies below an overlay cannot be hit.
pub(in crate::tui) fn hit(model: &Model, column: u16, row: u16) -> Option<Hit> {
    let screen = super::screen(model)?;
    let at = Position::new(column, row);
    if screen.footer.contains(at) {
        let hit = footer::entries(model, &screen).into_iter().find(|entry| entry.columns.contains(&column));
        return hit.map(Hit::Key);
    }
    match model.overlay() {
        Some(overlay) => dialog::hit(model, overlay, &screen, at),
        None => review(model, &screen, at),
    }
}

fn review(model: &Model, screen: &Screen, at: Position) -> Option<Hit> {
    if let Some(area) = screen.tabs.filter(|area| area.contains(at)) {
        let panes = super::tab_panes(model, screen);
        return tabs::pane_at(model, &panes, usize::from(area.width), at.x - area.x).map(Hit::Pane);
    }
    let (pane, _) = screen.panes.iter().find(|(_, area)| area.contains(at))?;
    let rows = screen.content(Pane::List).filter(|area| *pane == Pane::List && area.contains(at));
    let finding = rows.and_then(|rows| model.shown.get(model.list_top + usize::from(at.y - rows.y)));
    Some(finding.map_or(Hit::Pane(*pane), |place| Hit::Finding(*place)))
}

/// The choice that stands in a line of an overlay.
pub(super) fn choice(model: &Model, overlay: &Overlay, line: usize) -> Option<usize> {
    match overlay {
        Overlay::Filter(_) => dialog::facet_rows().get(line).copied().flatten(),
        Overlay::Remedy(dialog) => (line < dialog.choices.len()).then_some(line),
        Overlay::Recent(open) => (line < open.decisions.len()).then_some(line),
        Overlay::Copy => (line < copy::parts().count()).then_some(line),
        Overlay::Shapes(open) => {
            let count = open.survey.as_ref().map_or(0, |survey| survey.shapes.len());
            Some(line / shapes::SHAPE_ROWS).filter(|place| *place < count)
        }
        Overlay::Members(open) => Some(line / shapes::MEMBER_ROWS).filter(|place| *place < open.members().count()),
        Overlay::Statistics(open) => (line < open.count(&model.statistics)).then_some(line),
        Overlay::Journal(open) => Some(line / journal::ROW).filter(|place| *place < open.what.rows.len()),
        _ => None,
    }
}
