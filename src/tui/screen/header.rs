//! The top line: how much is reviewed, the findings by status, and the state of the view.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::proposal::Status;
use crate::tui::findings::counts::Counts;
use crate::tui::findings::order::Order;
use crate::tui::review::model::{Model, ScanState};
use crate::tui::text;
use crate::tui::theme::{Theme, sign};

/// The width of the progress bar in columns.
const BAR: usize = 14;

/// Draws the top line. The essentials are always at the left; the rest is shown if it fits.
pub(crate) fn draw(model: &Model, theme: &Theme, frame: &mut Frame, area: Rect) {
    let counts = model.counts();
    let columns = usize::from(area.width);
    let mut spans = Vec::new();
    if columns >= 40 {
        spans.push(Span::styled(" ghostcall ", theme.strong));
    }
    if columns >= 60 {
        let file = text::shorten(&model.settings.file, columns / 5);
        spans.push(Span::styled(format!(" {file} "), theme.text));
    }
    let is_through = matches!(model.scan, ScanState::Done(_));
    spans.push(Span::styled(
        match (counts.total, model.findings.written().count()) {
            (0, written) if is_through && written > 0 => {
                format!(" nothing to review · {}{written} ", sign(Status::Written, None))
            }
            (total, _) => format!(" {}/{total} reviewed ", counts.decided()),
        },
        theme.text,
    ));
    let view = [vec![String::new()], view_of(model)].concat().join("  ");
    // On a narrow screen the bar makes room for the state of the view.
    if columns >= if view.is_empty() { 70 } else { 100 } {
        let full = (counts.decided() * BAR).checked_div(counts.total).unwrap_or(0);
        spans.push(Span::styled("▓".repeat(full), theme.good));
        spans.push(Span::styled("░".repeat(BAR - full), theme.dim));
        spans.push(Span::raw(" "));
    }
    if columns >= 80 || view.is_empty() {
        let roomy = columns >= if view.is_empty() { 60 } else { 100 };
        spans.extend(statuses(&counts, theme, roomy));
    }
    if counts.flagged > 0 {
        spans.push(Span::styled(format!(" ⚑{}", counts.flagged), theme.strong));
    }
    let mut left: usize = columns.saturating_sub(spans.iter().map(Span::width).sum());
    let reviewer = format!("{} ", text::shorten(&model.settings.reviewer, 20));
    let view = text::shorten(&view, left);
    left -= text::width(&view);
    spans.push(Span::styled(view, theme.warning));
    if text::width(&reviewer) < left {
        spans.push(Span::raw(" ".repeat(left - text::width(&reviewer))));
        spans.push(Span::styled(reviewer, theme.dim));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), area);
}

/// The number of findings of each status; usual statuses show a zero too if there is room.
fn statuses(counts: &Counts, theme: &Theme, roomy: bool) -> Vec<Span<'static>> {
    let usual = |status| !matches!(status, Status::Written | Status::Stale);
    let shown = Status::ALL.into_iter().filter(|status| *status != Status::Pending).filter_map(|status| {
        let count = counts.of_status(status);
        let shows = count > 0 || (roomy && usual(status));
        shows.then(|| Span::styled(format!(" {}{count}", sign(status, None)), theme.status(status)))
    });
    shown.collect()
}

/// The special state of the view, most important first, since the rest may not fit.
fn view_of(model: &Model) -> Vec<String> {
    let mut parts = Vec::new();
    if model.settings.read_only {
        parts.push("read-only".to_owned());
    } else if model.settings.write_back_obstacle.is_some() {
        parts.push("no write-back".to_owned());
    }
    let marked = model.marks.counts().all;
    if marked > 0 {
        parts.push(format!("{marked} marked"));
    }
    if !model.filter().is_empty() {
        parts.push(format!("{} of {} shown", model.shown(), model.findings.len()));
    }
    if model.list.order() != Order::Found {
        parts.push(model.list.order().name().to_owned());
    }
    if !model.filter().is_empty() {
        parts.push(model.filter().to_string());
    }
    parts
}
