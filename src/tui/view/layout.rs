//! Where each part of the screen stands, by its size.

use ratatui::layout::{Constraint, Layout, Rect};

use crate::tui::model::{Model, Pane};

/// From so many columns on the panes stand side by side.
const WIDE: u16 = 120;
/// From so many columns on the list stands above the panes.
const MEDIUM: u16 = 80;
/// Below so many rows there are no frames.
const COMPACT: u16 = 14;
/// Below this nothing can be read.
const SMALLEST: (u16, u16) = (20, 5);

/// The parts of a screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Screen {
    pub(super) header: Rect,
    pub(super) panes: Vec<(Pane, Rect)>,
    /// The names of the panes, where one stands for all.
    pub(super) tabs: Option<Rect>,
    /// The verdict in one line, where its pane is not always there.
    pub(super) summary: Option<Rect>,
    pub(super) status: Option<Rect>,
    pub(super) footer: Rect,
    pub(super) framed: bool,
}

impl Screen {
    /// Where a pane's content stands, if the pane is on the screen.
    pub(super) fn content(&self, pane: Pane) -> Option<Rect> {
        let area = self.panes.iter().find(|(known, _)| *known == pane)?.1;
        Some(if self.framed { area.inner(ratatui::layout::Margin::new(1, 1)) } else { area })
    }
}

/// The screen of a model in an area; `None` where the area is too small for one.
pub(super) fn arrange(area: Rect, model: &Model) -> Option<Screen> {
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return None;
    }
    let framed = area.height >= COMPACT;
    let status_rows = u16::from(framed);
    let [header, body, status, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(status_rows),
        Constraint::Length(1),
    ])
    .areas(area);
    let mut screen = Screen { header, status: framed.then_some(status), footer, framed, ..Screen::default() };
    if model.zoomed {
        screen.panes = vec![(model.focus, body)];
    } else if area.width < MEDIUM {
        narrow(&mut screen, body, model.focus);
    } else if !framed {
        compact(&mut screen, body, model.detail);
    } else if area.width < WIDE {
        medium(&mut screen, body, model.detail);
    } else {
        wide(&mut screen, body);
    }
    Some(screen)
}

/// One pane and tabs.
fn narrow(screen: &mut Screen, body: Rect, focus: Pane) {
    let [tabs, pane, summary] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(u16::from(screen.framed))])
            .areas(body);
    screen.tabs = Some(tabs);
    screen.summary = screen.framed.then_some(summary);
    screen.panes = vec![(focus, pane)];
}

/// The list beside one pane, without frames.
fn compact(screen: &mut Screen, body: Rect, detail: Pane) {
    let [list, _gap, rest] =
        Layout::horizontal([Constraint::Length(30), Constraint::Length(1), Constraint::Fill(1)]).areas(body);
    let [tabs, pane] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(rest);
    screen.tabs = Some(tabs);
    screen.panes = vec![(Pane::List, list), (detail, pane)];
}

/// The list above one pane and tabs.
fn medium(screen: &mut Screen, body: Rect, detail: Pane) {
    let list_rows = (body.height * 2 / 5).clamp(5, 14);
    let [list, summary, tabs, pane] = Layout::vertical([
        Constraint::Length(list_rows),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Fill(1),
    ])
    .areas(body);
    screen.summary = Some(summary);
    screen.tabs = Some(tabs);
    screen.panes = vec![(Pane::List, list), (detail, pane)];
}

/// The list at the left, everything else at once.
fn wide(screen: &mut Screen, body: Rect) {
    let list_columns = (body.width / 4).clamp(30, 52);
    let [list, rest] = Layout::horizontal([Constraint::Length(list_columns), Constraint::Fill(1)]).areas(body);
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
