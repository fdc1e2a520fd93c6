//! Where each part of the screen stands, by its size.

use ratatui::layout::{Constraint, Layout, Margin, Rect};

use crate::tui::review::model::{Model, Pane};

/// From so many columns and rows on all panes are on the screen at once.
const WIDE: (u16, u16) = (120, 28);
/// From so many columns on the message and the text as it will be stand side by side.
const SIDE_BY_SIDE: u16 = 160;
/// From so many columns on the list stands above, or beside, the pane of details.
const MEDIUM: u16 = 80;
/// Below so many rows there are no frames.
const COMPACT: u16 = 14;
/// Below so many rows the names of the panes give their row to what is read.
const LOW: u16 = 8;
/// Below this nothing can be read.
const SMALLEST: (u16, u16) = (20, 5);

/// How the panes share the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// One pane, the list being one of them.
    One,
    /// The list above one pane of details.
    Above,
    /// The list beside one pane of details.
    Beside,
    /// All panes.
    All,
}

impl Shape {
    fn of(area: Rect, zoomed: bool) -> Self {
        match area.width {
            _ if zoomed => Self::One,
            ..MEDIUM => Self::One,
            width if width >= WIDE.0 && area.height >= WIDE.1 => Self::All,
            width if width >= WIDE.0 || area.height < COMPACT => Self::Beside,
            _ => Self::Above,
        }
    }
}

/// The parts of a screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Screen {
    pub(crate) header: Rect,
    pub(crate) panes: Vec<(Pane, Rect)>,
    /// The names of the panes, where one stands for several: in its frame, or above it.
    pub(crate) tabs: Option<Rect>,
    /// The verdict in one line, where its pane is not always there.
    pub(crate) summary: Option<Rect>,
    pub(crate) status: Option<Rect>,
    pub(crate) footer: Rect,
    pub(crate) framed: bool,
    /// Whether the message and the text as it will be stand side by side.
    pub(crate) compares: bool,
}

impl Screen {
    /// Where a pane's content stands, if the pane is on the screen.
    pub(crate) fn content(&self, pane: Pane) -> Option<Rect> {
        let area = self.panes.iter().find(|(known, _)| *known == pane)?.1;
        Some(if self.framed { area.inner(Margin::new(1, 1)) } else { area })
    }

    /// One pane of details that stands for several.
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

/// The screen of a model in an area; `None` where the area is too small for one.
pub(crate) fn arrange(area: Rect, model: &Model) -> Option<Screen> {
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
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
    match Shape::of(area, model.zoomed) {
        Shape::One => screen.one_of_several(model.focus, body),
        Shape::Above => above(&mut screen, body, model.detail),
        Shape::Beside => beside(&mut screen, body, model.detail),
        Shape::All => all(&mut screen, body, model),
    }
    Some(screen)
}

/// The panes that can be gone to, in the order of Tab.
pub(crate) fn panes(area: Rect, model: &Model) -> Vec<Pane> {
    let has_all = Shape::of(area, model.zoomed) == Shape::All;
    // Where all its parts are there, the proposal needs no pane of its own.
    Pane::ALL.into_iter().filter(|pane| !has_all || *pane != Pane::Proposal).collect()
}

fn above(screen: &mut Screen, body: Rect, detail: Pane) {
    let list_rows = (body.height / 3).clamp(5, 16);
    let [list, rest] = Layout::vertical([Constraint::Length(list_rows), Constraint::Fill(1)]).areas(body);
    screen.panes.push((Pane::List, list));
    screen.one_of_several(detail, rest);
}

fn beside(screen: &mut Screen, body: Rect, detail: Pane) {
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

/// The list at the left, everything else at once: the message, what is read and what would be written, and the evidence.
fn all(screen: &mut Screen, body: Rect, model: &Model) {
    let [list, rest] = Layout::horizontal([Constraint::Length(list_columns(body)), Constraint::Fill(1)]).areas(body);
    screen.compares = body.width >= SIDE_BY_SIDE;
    let bands: [&[Pane]; 3] = if screen.compares {
        [&[Pane::Message, Pane::Cleaned], &[Pane::Payload, Pane::Record], &[Pane::Evidence]]
    } else {
        [&[Pane::Message], &[Pane::Payload, Pane::Cleaned, Pane::Record], &[Pane::Evidence]]
    };
    let columns = |band: &[Pane], area: Rect| Layout::horizontal(vec![Constraint::Fill(1); band.len()]).split(area);
    // Fixed shares: a screen that moves with each finding tires the eye. Only blank rows are given away.
    let evidence = (body.height / 4).clamp(5, 12);
    let message = if screen.compares { body.height / 3 } else { body.height / 4 }.clamp(3, 20);
    let shares = [message, body.height.saturating_sub(evidence + message), evidence];
    let needed = |band: &&[Pane]| {
        let areas = columns(band, rest);
        let rows = band.iter().zip(areas.iter()).map(|(pane, area)| super::rows_needed(model, *pane, area.width));
        rows.max().unwrap_or(0)
    };
    let rows = shared_out(shares, bands.each_ref().map(needed));
    let areas = Layout::vertical(rows.map(Constraint::Length)).split(rest);
    screen.panes = vec![(Pane::List, list)];
    for (band, area) in bands.into_iter().zip(areas.iter()) {
        screen.panes.extend(band.iter().copied().zip(columns(band, *area).iter().copied()));
    }
}

/// The rows of the message, of what is read and of the evidence: each its share, but blank rows go to where rows are missing,
/// first to the evidence, which is read last and decides.
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

/// A pane that has less to show keeps so many rows, its frame included.
const LEAST: u16 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_rows_go_to_where_rows_are_missing() {
        for (needed, rows) in [
            // All have room: nothing moves.
            ([5, 12, 8], [9, 18, 9]),
            // The evidence is cut, and what is read has blank rows.
            ([5, 12, 12], [9, 15, 12]),
            // What is read has few blank rows: the message gives some.
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
