//! The top line, and the tabs.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::proposal::Status;
use crate::tui::model::{Model, Pane};
use crate::tui::order::Order;
use crate::tui::text;
use crate::tui::theme::{Theme, glyph};

/// The longest bar, in columns.
const BAR: usize = 14;

/// Draws the top line: what must be known always stands at the left, the rest as far as there is room.
pub(super) fn draw(model: &Model, theme: &Theme, frame: &mut Frame, area: Rect) {
    let counts = model.counts();
    let mut spans = vec![Span::styled(" ghostcall ", theme.strong)];
    let columns = usize::from(area.width);
    if columns >= 60 {
        let file = text::shorten(&model.setting.file, columns / 5);
        spans.push(Span::styled(format!(" {file} "), theme.text));
    }
    spans.push(Span::styled(format!(" {}/{} reviewed ", counts.reviewed(), counts.total), theme.text));
    let view = [vec![String::new()], view_of(model)].concat().join("  ");
    // On a narrow screen the bar gives its room to what is shown specially.
    if columns >= if view.is_empty() { 70 } else { 100 } {
        let full = (counts.reviewed() * BAR).checked_div(counts.total).unwrap_or(0);
        spans.push(Span::styled("▓".repeat(full), theme.good));
        spans.push(Span::styled("░".repeat(BAR - full), theme.dim));
        spans.push(Span::raw(" "));
    }
    for status in Status::ALL.into_iter().filter(|status| *status != Status::Pending) {
        let count = counts.of_status(status);
        let always = !matches!(status, Status::Written | Status::Stale);
        if count > 0 || (always && columns >= 60) {
            spans.push(Span::styled(format!(" {}{count}", glyph(status, None)), theme.status(status)));
        }
    }
    if counts.flagged > 0 {
        spans.push(Span::styled(format!(" ⚑{}", counts.flagged), theme.strong));
    }
    let mut left: usize = columns.saturating_sub(spans.iter().map(Span::width).sum());
    let reviewer = format!("{} ", text::shorten(&model.setting.reviewer, 20));
    let told = text::shorten(&view, left);
    left -= text::width(&told);
    spans.push(Span::styled(told, theme.warning));
    if text::width(&reviewer) < left {
        spans.push(Span::raw(" ".repeat(left - text::width(&reviewer))));
        spans.push(Span::styled(reviewer, theme.dim));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), area);
}

/// What is shown specially; what must not be missed comes first, since the rest may have no room.
fn view_of(model: &Model) -> Vec<String> {
    let mut parts = Vec::new();
    if model.setting.read_only {
        parts.push("read-only".to_owned());
    }
    let marked = model.chosen().len();
    if marked > 0 {
        parts.push(format!("{marked} marked"));
    }
    if !model.filter.is_empty() {
        parts.push(format!("{} of {} shown", model.shown.len(), model.items.len()));
    }
    if model.order != Order::Found {
        parts.push(model.order.name().to_owned());
    }
    if !model.filter.is_empty() {
        parts.push(model.filter.to_string());
    }
    parts
}

/// The names of the panes, as they stand beside each other, and the gap behind each; `None` where they have no room.
fn names(panes: &[Pane], columns: u16) -> Option<Vec<(Pane, String, &'static str)>> {
    let names: usize = panes.iter().map(|pane| text::width(pane.name()) + 1).sum();
    let columns = usize::from(columns);
    if names > columns {
        return None;
    }
    let (pad, gap) = if names + panes.len() <= columns { (" ", "") } else { ("", " ") };
    Some(panes.iter().map(|pane| (*pane, format!("{pad}{}{pad}", pane.name()), gap)).collect())
}

fn tab_panes(with_list: bool) -> Vec<Pane> {
    Pane::ALL.into_iter().filter(|pane| with_list || *pane != Pane::List).collect()
}

/// The pane whose name stands in a column of the tabs; where only one has room, the next one.
pub(super) fn tab_at(model: &Model, columns: u16, column: u16, with_list: bool) -> Option<Pane> {
    let panes = tab_panes(with_list);
    let Some(names) = names(&panes, columns) else {
        let shown = if with_list { model.focus } else { model.detail };
        let place = panes.iter().position(|pane| *pane == shown).map_or(0, |place| place + 1);
        return panes.get(place % panes.len()).copied();
    };
    let mut end = 0;
    let hit = names.into_iter().find(|(_, name, gap)| {
        end += text::width(name) + gap.len();
        usize::from(column) < end
    });
    hit.map(|(pane, ..)| pane)
}

/// The names of the panes, the one that shows marked; where they have no room, the one that shows and its number.
pub(super) fn tabs(model: &Model, theme: &Theme, area: Rect, with_list: bool) -> Line<'static> {
    let shown = if with_list { model.focus } else { model.detail };
    let panes = tab_panes(with_list);
    let Some(names) = names(&panes, area.width) else {
        let place = panes.iter().position(|pane| *pane == shown).map_or(0, |place| place + 1);
        return Line::styled(format!(" {} {place}/{} ", shown.name(), panes.len()), theme.selected);
    };
    let spans = names.into_iter().flat_map(|(pane, name, gap)| {
        let style = if pane == shown { theme.selected } else { theme.dim };
        [Span::styled(name, style), Span::raw(gap)]
    });
    spans.collect()
}
