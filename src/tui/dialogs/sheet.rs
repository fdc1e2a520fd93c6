//! A dialog in a frame: a title and some lines, as far as they are scrolled.

use ratatui::Frame;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::tui::input::action::{Action, Motion, Scroll};
use crate::tui::input::context::Context;
use crate::tui::panes::page::Page;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

/// The widest dialog, in columns.
const WIDEST: u16 = 84;

/// What a sheet is made for: the review below it, its colours, and the part of the screen that it may take.
#[derive(Clone, Copy)]
pub(crate) struct Room<'a> {
    pub(crate) model: &'a Model,
    pub(crate) theme: &'a Theme,
    /// What lies between the top line and the footer.
    pub(crate) body: Rect,
}

impl Room<'_> {
    /// The columns inside the frame of a sheet of the usual width.
    pub(crate) fn width(self) -> usize {
        self.width_below(WIDEST)
    }

    /// The columns inside the frame of a sheet that is at most so wide.
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
pub(crate) enum Lines<'a> {
    All(Vec<Line<'static>>),
    /// Of which only those are laid out that show.
    Page(Page<'a>),
}

impl Lines<'_> {
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

/// What a dialog shows.
pub(crate) struct Sheet<'a> {
    pub(crate) title: String,
    /// What stands above the lines, however they are scrolled.
    pub(crate) head: Vec<Line<'static>>,
    pub(crate) lines: Lines<'a>,
    /// The first line that shows, if that many follow.
    pub(crate) scroll: usize,
    pub(crate) border: Style,
    /// How wide it may be, its frame included.
    pub(crate) widest: u16,
    /// Whether it takes the whole body.
    pub(crate) is_full: bool,
}

impl<'a> Sheet<'a> {
    /// A sheet in the middle of the body, as high as its lines need.
    pub(crate) fn new(title: impl Into<String>, lines: Vec<Line<'static>>, theme: &Theme) -> Self {
        Self {
            title: title.into(),
            head: Vec::new(),
            lines: Lines::All(lines),
            scroll: 0,
            border: theme.border_focused,
            widest: WIDEST,
            is_full: false,
        }
    }

    /// A sheet all over the body, scrolled to a line.
    pub(crate) fn full(title: impl Into<String>, lines: Lines<'a>, scroll: usize, theme: &Theme) -> Self {
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

    pub(crate) fn extent(&self, body: Rect) -> Extent {
        let rows = usize::from(self.place(body).inner(Margin::new(2, 1)).height).saturating_sub(self.head.len());
        let limit = self.lines.count().saturating_sub(rows);
        Extent { limit, rows, top: self.scroll.min(limit) }
    }

    /// The line of a cell, counted from the first one below the head.
    pub(crate) fn line_at(&self, body: Rect, at: Position) -> Option<usize> {
        let inner = self.place(body).inner(Margin::new(2, 1));
        let row = (inner.top()..inner.bottom()).contains(&at.y).then(|| usize::from(at.y - inner.top()))?;
        Some(self.extent(body).top + row.checked_sub(self.head.len())?)
    }

    pub(crate) fn draw(self, room: Room<'_>, context: Context, frame: &mut Frame) {
        let area = self.place(room.body);
        let Extent { limit, rows, top } = self.extent(room.body);
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

/// How far something reaches that can be scrolled.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extent {
    /// How many rows it can be scrolled.
    pub(crate) limit: usize,
    /// How many rows it shows.
    pub(crate) rows: usize,
    /// The first row that shows.
    pub(crate) top: usize,
}

/// The first line that shows, so that the entry at the cursor stands in the middle of the rows; an entry takes `each` lines.
pub(crate) fn centred(cursor: usize, each: usize, rows: usize) -> usize {
    (cursor * each + each / 2).saturating_sub(rows / 2)
}

/// Texts as rows, each in its style.
pub(crate) fn wrapped(texts: Vec<(String, Style)>, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let rows = |(text, style): (String, Style)| text::wrap(&[Piece::new(text, style)], width, 2, theme.strange);
    texts.into_iter().flat_map(rows).collect()
}

/// The key that shows more, if one does.
fn scroll_key(model: &Model, context: Context) -> String {
    let moves = [Action::Scroll(Scroll::Down), Action::Move(Motion::Down)];
    let mut rows = model.setting.keys.rows_of(context);
    let key = rows.find(|row| moves.contains(&row.binding.action)).and_then(|row| row.keys.first());
    key.map_or_else(String::new, |key| format!(" ({key})"))
}

/// Empties an area, and takes away what would reach into it: half of a wide character can be on no screen.
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
