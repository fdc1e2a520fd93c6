//! A framed dialog: a title and scrollable lines.

use ratatui::Frame;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::tui::input::action::{Action, Motion, Scroll};
use crate::tui::input::context::KeyContext;
use crate::tui::panes::page::Page;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

/// The widest dialog, in columns.
const WIDEST: u16 = 84;

/// What a dialog needs to build its sheet: the model, the theme and the available area.
#[derive(Clone, Copy)]
pub(crate) struct SheetContext<'a> {
    pub(crate) model: &'a Model,
    pub(crate) theme: &'a Theme,
    /// The area between the top line and the footer.
    pub(crate) body: Rect,
}

impl SheetContext<'_> {
    /// The columns inside the frame of a sheet of the usual width.
    pub(crate) fn width(self) -> usize {
        self.width_below(WIDEST)
    }

    /// The columns inside the frame of a sheet of at most `widest` columns.
    pub(crate) fn width_below(self, widest: u16) -> usize {
        usize::from(self.body.width.min(widest).saturating_sub(4))
    }

    /// The columns inside the frame of a sheet that takes the whole body.
    pub(crate) fn whole_width(self) -> usize {
        self.width_below(u16::MAX)
    }

    /// The rows inside the frame of the highest sheet.
    pub(crate) fn rows(self) -> usize {
        usize::from(self.body.height.saturating_sub(2))
    }
}

/// The lines of a sheet.
pub(crate) enum SheetLines<'a> {
    All(Vec<Line<'static>>),
    /// A page, which only lays out visible lines.
    Page(Page<'a>),
}

impl SheetLines<'_> {
    fn count(&self) -> usize {
        match self {
            Self::All(lines) => lines.len(),
            Self::Page(page) => page.rows(),
        }
    }

    fn some(self, first: usize, count: usize) -> Vec<Line<'static>> {
        match self {
            Self::All(lines) => lines.into_iter().skip(first).take(count).collect(),
            Self::Page(page) => page.lines(first, count),
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

    pub(crate) fn draw(self, room: SheetContext<'_>, context: KeyContext, frame: &mut Frame) {
        let area = self.place(room.body);
        let ScrollExtent { limit, rows, top } = self.extent(room.body);
        let title = text::shorten(&self.title, usize::from(area.width.saturating_sub(4)));
        cover(frame, area);
        let title = Line::styled(format!(" {title} "), room.theme.strong);
        let mut block = Block::bordered().border_style(self.border).title(title);
        if top < limit {
            let more = format!(" {} more{} ", limit - top, scroll_key(room.model, context));
            block = block.title_bottom(Line::styled(more, room.theme.dim).right_aligned());
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

/// The key that shows more, if one does.
fn scroll_key(model: &Model, context: KeyContext) -> String {
    let moves = [Action::Scroll(Scroll::Down), Action::Move(Motion::Down)];
    let mut rows = model.settings.keys.rows_of(context);
    let key = rows.find(|row| moves.contains(&row.binding.action)).and_then(|row| row.keys.first());
    key.map_or_else(String::new, |key| format!(" ({key})"))
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
