//! The layout of the screen for each size.

use ratatui::layout::{Constraint, Layout, Margin, Rect};

use crate::tui::review::model::{Model, Pane};

use super::content;

/// From this size (columns, rows) all panes are visible at once.
const WIDE: (u16, u16) = (120, 28);
/// From this width the message and the new text are side by side.
const SIDE_BY_SIDE: u16 = 160;
/// From this width the list is visible together with a detail pane.
const MEDIUM: u16 = 80;
/// Below this height there are no frames.
const COMPACT: u16 = 14;
/// Below this height the tabs give their row to the content.
const LOW: u16 = 8;
/// Below this size (columns, rows) nothing is readable.
const SMALLEST: (u16, u16) = (20, 5);

/// How the panes share the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PaneLayout {
    /// One pane at a time; the list is one of them.
    One,
    /// The list above one pane of details.
    Above,
    /// The list, and one pane of details next to it.
    SideBySide,
    /// All panes on one screen.
    All,
}

impl PaneLayout {
    fn of(area: Rect, zoomed: bool) -> Self {
        match area.width {
            _ if zoomed => Self::One,
            ..MEDIUM => Self::One,
            width if width >= WIDE.0 && area.height >= WIDE.1 => Self::All,
            width if width >= WIDE.0 || area.height < COMPACT => Self::SideBySide,
            _ => Self::Above,
        }
    }
}

/// The parts of a screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Screen {
    pub(crate) header: Rect,
    pub(crate) panes: Vec<(Pane, Rect)>,
    /// The tabs, if one area serves several panes: in its frame or above it.
    pub(crate) tabs: Option<Rect>,
    /// The verdict in one line, if its pane is not always visible.
    pub(crate) summary: Option<Rect>,
    pub(crate) status: Option<Rect>,
    pub(crate) footer: Rect,
    pub(crate) framed: bool,
    /// Whether the message and the new text are side by side.
    pub(crate) compares: bool,
}

impl Screen {
    /// The area of a pane's content, if the pane is visible.
    pub(crate) fn content(&self, pane: Pane) -> Option<Rect> {
        let area = self.panes.iter().find(|(known, _)| *known == pane)?.1;
        Some(if self.framed { area.inner(Margin::new(1, 1)) } else { area })
    }

    /// Lays out one detail area that serves several panes.
    fn one_of_several(&mut self, pane: Pane, area: Rect) {
        if self.framed {
            let [summary, rest] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
            self.summary = Some(summary);
            self.tabs = Some(Rect { x: rest.x + 1, width: rest.width.saturating_sub(2), height: 1, ..rest });
            self.panes.push((pane, rest));
        } else {
            let tab_rows = u16::from(area.height + 2 >= LOW);
            let [tabs, summary, rest] =
                Layout::vertical([Constraint::Length(tab_rows), Constraint::Length(1), Constraint::Fill(1)])
                    .areas(area);
            self.tabs = (tab_rows > 0).then_some(tabs);
            self.summary = Some(summary);
            self.panes.push((pane, rest));
        }
    }
}

/// Whether a screen of this size shows nothing of the review.
pub(crate) fn is_too_small((width, height): (u16, u16)) -> bool {
    width < SMALLEST.0 || height < SMALLEST.1
}

/// The layout of a model in an area; `None` if the area is too small.
pub(crate) fn arrange(area: Rect, model: &Model) -> Option<Screen> {
    if is_too_small((area.width, area.height)) {
        return None;
    }
    let framed = area.height >= COMPACT;
    let [header, body, status, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(u16::from(framed)),
        Constraint::Length(1),
    ])
    .areas(area);
    let mut screen = Screen { header, status: framed.then_some(status), footer, framed, ..Screen::default() };
    match PaneLayout::of(area, model.panes.zoomed) {
        PaneLayout::One => screen.one_of_several(model.panes.focus, body),
        PaneLayout::Above => above(&mut screen, body, model.panes.detail),
        PaneLayout::SideBySide => side_by_side(&mut screen, body, model.panes.detail),
        PaneLayout::All => all(&mut screen, body, model),
    }
    Some(screen)
}

/// The reachable panes in Tab order.
pub(crate) fn panes(area: Rect, model: &Model) -> Vec<Pane> {
    let has_all = PaneLayout::of(area, model.panes.zoomed) == PaneLayout::All;
    // If all its parts are visible, the proposal needs no pane of its own.
    Pane::ALL.into_iter().filter(|pane| !has_all || *pane != Pane::Proposal).collect()
}

fn above(screen: &mut Screen, body: Rect, detail: Pane) {
    let list_rows = (body.height / 3).clamp(5, 16);
    let [list, rest] = Layout::vertical([Constraint::Length(list_rows), Constraint::Fill(1)]).areas(body);
    screen.panes.push((Pane::List, list));
    screen.one_of_several(detail, rest);
}

fn side_by_side(screen: &mut Screen, body: Rect, detail: Pane) {
    let gap = u16::from(!screen.framed);
    let [list, _, rest] =
        Layout::horizontal([Constraint::Length(list_columns(body)), Constraint::Length(gap), Constraint::Fill(1)])
            .areas(body);
    screen.panes.push((Pane::List, list));
    screen.one_of_several(detail, rest);
}

fn list_columns(body: Rect) -> u16 {
    if body.width >= SIDE_BY_SIDE { (body.width * 12 / 25).min(110) } else { (body.width * 4 / 15).clamp(30, 52) }
}

/// The list at the left, and at the right the message, the payload with the record, and the evidence.
fn all(screen: &mut Screen, body: Rect, model: &Model) {
    let [list, rest] = Layout::horizontal([Constraint::Length(list_columns(body)), Constraint::Fill(1)]).areas(body);
    screen.compares = body.width >= SIDE_BY_SIDE;
    let bands: [&[Pane]; 3] = if screen.compares {
        [&[Pane::Message, Pane::Cleaned], &[Pane::Payload, Pane::Record], &[Pane::Evidence]]
    } else {
        [&[Pane::Message], &[Pane::Payload, Pane::Cleaned, Pane::Record], &[Pane::Evidence]]
    };
    let columns = |band: &[Pane], area: Rect| Layout::horizontal(vec![Constraint::Fill(1); band.len()]).split(area);
    // Fixed shares: a layout that changes with each finding tires the eye. Only blank rows are given away.
    let evidence = (body.height / 4).clamp(5, 12);
    let message = if screen.compares { body.height / 3 } else { body.height / 4 }.clamp(3, 20);
    let shares = [message, body.height.saturating_sub(evidence + message), evidence];
    let needed = |band: &&[Pane]| {
        let areas = columns(band, rest);
        let rows = band.iter().zip(areas.iter()).map(|(pane, area)| content::rows_needed(model, *pane, area.width));
        rows.max().unwrap_or(0)
    };
    let rows = shared_out(shares, bands.each_ref().map(needed));
    let areas = Layout::vertical(rows.map(Constraint::Length)).split(rest);
    screen.panes = vec![(Pane::List, list)];
    for (band, area) in bands.into_iter().zip(areas.iter()) {
        screen.panes.extend(band.iter().copied().zip(columns(band, *area).iter().copied()));
    }
}

/// Distributes rows among the message, the payload and the evidence. Each gets its share, but blank rows go where rows
/// are missing, first to the evidence, which is read last and decides.
pub(crate) fn shared_out(shares: [u16; 3], needed: [u16; 3]) -> [u16; 3] {
    let mut rows = shares;
    for wanting in [2, 0, 1] {
        for giving in [1, 0, 2] {
            let missing = needed[wanting].saturating_sub(rows[wanting]);
            let given = rows[giving].saturating_sub(needed[giving].max(LEAST)).min(missing);
            rows[giving] -= given;
            rows[wanting] += given;
        }
    }
    rows
}

/// The minimum height of a pane, including its frame.
const LEAST: u16 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_rows_go_to_where_rows_are_missing() {
        for (needed, rows) in [
            // All have room: nothing moves.
            ([5, 12, 8], [9, 18, 9]),
            // The evidence is cut, and the payload has blank rows.
            ([5, 12, 12], [9, 15, 12]),
            // The payload has few blank rows: the message gives some.
            ([5, 17, 14], [5, 17, 14]),
            // There are too few for all: the evidence comes first.
            ([30, 4, 12], [20, 4, 12]),
            ([30, 30, 30], [9, 18, 9]),
            ([0, 0, 40], [4, 4, 28]),
        ] {
            assert_eq!(shared_out([9, 18, 9], needed), rows, "{needed:?}");
        }
    }
}
