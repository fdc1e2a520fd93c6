//! Where each part of the screen stands, by its size.

use ratatui::layout::{Constraint, Layout, Margin, Rect};

use crate::tui::review::model::{Model, Pane};

/// From so many columns and rows on all panes are on the screen at once.
const WIDE: (u16, u16) = (120, 28);
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
        Shape::All => all(&mut screen, body),
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
    (body.width * 4 / 15).clamp(30, 52)
}

/// The list at the left, everything else at once.
fn all(screen: &mut Screen, body: Rect) {
    let [list, rest] = Layout::horizontal([Constraint::Length(list_columns(body)), Constraint::Fill(1)]).areas(body);
    // Fixed shares: a screen that moves with each finding tires the eye.
    let evidence_rows = (body.height / 4).clamp(5, 12);
    let message_rows = (body.height / 4).clamp(3, 16);
    let [message, facets, evidence] =
        Layout::vertical([Constraint::Length(message_rows), Constraint::Fill(1), Constraint::Length(evidence_rows)])
            .areas(rest);
    let [payload, cleaned, record] = Layout::horizontal([Constraint::Fill(1); 3]).areas(facets);
    screen.panes = vec![
        (Pane::List, list),
        (Pane::Message, message),
        (Pane::Payload, payload),
        (Pane::Cleaned, cleaned),
        (Pane::Record, record),
        (Pane::Evidence, evidence),
    ];
}
