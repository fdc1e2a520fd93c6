//! The top line, and the tabs.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::proposal::Status;
use crate::tui::model::{Model, Pane};
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
    if columns >= 70 {
        let full = if counts.total == 0 { 0 } else { counts.reviewed() * BAR / counts.total };
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
    let mut left: usize = columns.saturating_sub(spans.iter().map(Span::width).sum());
    let filter = match model.filter.text() {
        text if text.is_empty() => String::new(),
        text => format!("  {text} ({} of {})", model.shown.len(), counts.total),
    };
    let reviewer = format!("{} ", text::shorten(&model.setting.reviewer, 20));
    let told = text::shorten(&filter, left);
    left -= text::width(&told);
    spans.push(Span::styled(told, theme.warning));
    if text::width(&reviewer) < left {
        spans.push(Span::raw(" ".repeat(left - text::width(&reviewer))));
        spans.push(Span::styled(reviewer, theme.dim));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), area);
}

/// The names of the panes, the one that shows marked.
pub(super) fn tabs(model: &Model, theme: &Theme, with_list: bool) -> Line<'static> {
    let shown = if with_list { model.focus } else { model.detail };
    let mut spans = Vec::new();
    for pane in Pane::ALL.into_iter().filter(|pane| with_list || *pane != Pane::List) {
        let style = if pane == shown { theme.selected } else { theme.dim };
        spans.push(Span::styled(format!(" {} ", pane.name()), style));
    }
    Line::from(spans)
}
