//! A framed dialog: a title and scrollable lines.

use ratatui::Frame;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

use super::rows::Rows;

/// The widest dialog, in columns.
pub(crate) const WIDEST: u16 = 84;

/// The lines of a sheet.
pub(crate) enum SheetLines<'a> {
    All(Vec<Line<'static>>),
    /// Only the visible ones are drawn.
    Rows(Rows<'a>),
}

impl SheetLines<'_> {
    fn count(&self) -> usize {
        match self {
            Self::All(lines) => lines.len(),
            Self::Rows(rows) => rows.count(),
        }
    }

    fn some(self, first: usize, count: usize) -> Vec<Line<'static>> {
        match self {
            Self::All(lines) => lines.into_iter().skip(first).take(count).collect(),
            Self::Rows(rows) => rows.lines(first, count),
        }
    }
}

/// The content of a dialog.
pub(crate) struct Sheet<'a> {
    pub(crate) title: String,
    /// The lines above the scrollable ones.
    pub(crate) head: Vec<Line<'static>>,
    pub(crate) lines: SheetLines<'a>,
    /// The first line shown, as far as enough lines follow.
    pub(crate) scroll: usize,
    pub(crate) border: Style,
    /// The maximal width, including the frame.
    pub(crate) widest: u16,
    /// Whether it takes the whole body.
    pub(crate) is_full: bool,
}

impl<'a> Sheet<'a> {
    /// A centred sheet, as high as its lines need.
    pub(crate) fn new(title: impl Into<String>, lines: Vec<Line<'static>>, theme: &Theme) -> Self {
        Self {
            title: title.into(),
            head: Vec::new(),
            lines: SheetLines::All(lines),
            scroll: 0,
            border: theme.border_focused,
            widest: WIDEST,
            is_full: false,
        }
    }

    /// A sheet over the whole body, scrolled to a line.
    pub(crate) fn full(title: impl Into<String>, lines: SheetLines<'a>, scroll: usize, theme: &Theme) -> Self {
        Self { lines, scroll, is_full: true, ..Sheet::new(title, Vec::new(), theme) }
    }

    pub(crate) fn place(&self, body: Rect) -> Rect {
        if self.is_full {
            return body;
        }
        let width = body.width.min(self.widest);
        let height = u16::try_from(self.head.len().saturating_add(self.lines.count()).saturating_add(2))
            .unwrap_or(u16::MAX)
            .min(body.height);
        Rect { x: body.x + (body.width - width) / 2, y: body.y + (body.height - height) / 2, width, height }
    }

    pub(crate) fn extent(&self, body: Rect) -> ScrollExtent {
        let rows = usize::from(self.place(body).inner(Margin::new(2, 1)).height).saturating_sub(self.head.len());
        let limit = self.lines.count().saturating_sub(rows);
        ScrollExtent { limit, rows, top: self.scroll.min(limit) }
    }

    /// The index of the line in a cell, counted from the first one below the head.
    pub(crate) fn line_at(&self, body: Rect, at: Position) -> Option<usize> {
        let inner = self.place(body).inner(Margin::new(2, 1));
        let row = (inner.top()..inner.bottom()).contains(&at.y).then(|| usize::from(at.y - inner.top()))?;
        Some(self.extent(body).top + row.checked_sub(self.head.len())?)
    }

    /// Draws it into the body. `more_key` shows more of it; empty if no key does.
    pub(crate) fn draw(self, body: Rect, more_key: &str, theme: &Theme, frame: &mut Frame) {
        let area = self.place(body);
        let ScrollExtent { limit, rows, top } = self.extent(body);
        let title = text::shorten(&self.title, usize::from(area.width.saturating_sub(4)));
        cover(frame, area);
        let title = Line::styled(format!(" {title} "), theme.strong);
        let mut block = Block::bordered().border_style(self.border).title(title);
        if top < limit {
            let key = if more_key.is_empty() { String::new() } else { format!(" ({more_key})") };
            let more = format!(" {} more{key} ", limit - top);
            block = block.title_bottom(Line::styled(more, theme.dim).right_aligned());
        }
        frame.render_widget(block, area);
        let shown: Vec<_> = self.head.into_iter().chain(self.lines.some(top, rows)).collect();
        frame.render_widget(Paragraph::new(shown), area.inner(Margin::new(2, 1)));
    }
}

/// The extent of scrollable content, in rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ScrollExtent {
    /// The largest scroll position.
    pub(crate) limit: usize,
    /// The number of rows shown.
    pub(crate) rows: usize,
    /// The index of the first row shown.
    pub(crate) top: usize,
}

/// The first line shown if the entry at the cursor, of `each` lines, is centred in the rows.
pub(crate) fn centred(cursor: usize, each: usize, rows: usize) -> usize {
    (cursor * each + each / 2).saturating_sub(rows / 2)
}

/// Wraps texts into lines, each in its style.
pub(crate) fn wrapped(texts: Vec<(String, Style)>, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let rows = |(text, style): (String, Style)| text::wrap(&[Piece::new(text, style)], width, 2, theme.hidden_char);
    texts.into_iter().flat_map(rows).collect()
}

/// Clears an area, including wide characters that reach into it.
fn cover(frame: &mut Frame, area: Rect) {
    frame.render_widget(Clear, area);
    let Some(left) = area.x.checked_sub(1) else {
        return;
    };
    for y in area.top()..area.bottom() {
        if let Some(cell) = frame.buffer_mut().cell_mut((left, y)).filter(|cell| text::width(cell.symbol()) > 1) {
            cell.set_symbol(" ");
        }
    }
}
