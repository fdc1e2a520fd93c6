//! The rows of a pane, as they are written, and what stands where in them.

use std::sync::Arc;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::tui::highlight;
use crate::tui::long_text::{self, LONG, LongText};
use crate::tui::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

/// The rows in which stands what a reviewer looks for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Anchors {
    /// The first hit of the search.
    pub(super) hit: Option<usize>,
    /// The claim that is looked at.
    pub(super) claim: Option<usize>,
    /// The text as it will be.
    pub(super) text: Option<usize>,
}

/// Some of the rows.
enum Block {
    Rows(Vec<Line<'static>>),
    /// A long text, and up to which byte each style goes in it: only what shows is laid out.
    Long(Arc<LongText>, Vec<(usize, Style)>),
}

impl Block {
    fn rows(&self) -> usize {
        match self {
            Self::Rows(lines) => lines.len(),
            Self::Long(text, _) => text.rows(),
        }
    }
}

/// The rows of a pane.
pub(super) struct Page<'a> {
    pub(super) model: &'a Model,
    pub(super) theme: &'a Theme,
    pub(super) width: usize,
    blocks: Vec<Block>,
    rows: usize,
    pub(super) anchors: Anchors,
}

impl<'a> Page<'a> {
    pub(super) fn new(model: &'a Model, width: usize, theme: &'a Theme) -> Self {
        Self { model, theme, width, blocks: Vec::new(), rows: 0, anchors: Anchors::default() }
    }

    /// How many rows there are so far.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Some of the rows.
    pub(super) fn lines(&self, first: usize, count: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let mut begin = 0;
        for block in &self.blocks {
            let (from, missing) = (first.saturating_sub(begin), count - lines.len());
            begin += block.rows();
            if from >= block.rows() || missing == 0 {
                continue;
            }
            match block {
                Block::Rows(known) => lines.extend(known.iter().skip(from).take(missing).cloned()),
                Block::Long(text, styles) => {
                    let query = self.model.search.as_ref().map(|search| search.query.as_str());
                    let theme = self.theme;
                    lines.extend(text.lines((from, missing), styles, (query, theme.hit, theme.strange)));
                }
            }
        }
        lines
    }

    fn put(&mut self, lines: impl IntoIterator<Item = Line<'static>>) {
        let mut lines: Vec<_> = lines.into_iter().collect();
        self.rows += lines.len();
        match self.blocks.last_mut() {
            Some(Block::Rows(known)) => known.append(&mut lines),
            _ => self.blocks.push(Block::Rows(lines)),
        }
    }

    /// Adds a text whose rows after the first begin after `hanging` columns; what the search finds in it is marked.
    /// A long text does not hang.
    pub(super) fn add(&mut self, pieces: &[Piece<'_>], hanging: usize) {
        if is_long(pieces) {
            self.add_long(pieces);
            return;
        }
        let strange = self.theme.strange;
        let Some(search) = &self.model.search else {
            self.put(text::wrap(pieces, self.width, hanging, strange));
            return;
        };
        let whole: String = pieces.iter().map(|piece| piece.text.as_ref()).collect();
        let ranges = highlight::ranges(&whole, &search.query);
        if let (None, Some(first)) = (self.anchors.hit, ranges.first()) {
            self.anchors.hit = Some(self.rows + text::row_of(pieces, first.start, self.width, hanging));
        }
        let marked = highlight::mark(pieces, &ranges, self.theme.hit);
        self.put(text::wrap(&marked, self.width, hanging, strange));
    }

    fn add_long(&mut self, pieces: &[Piece<'_>]) {
        let text = self.model.long_texts.laid_out(pieces, self.width, self.theme.strange);
        if let (None, Some(search)) = (self.anchors.hit, &self.model.search) {
            self.anchors.hit = text.row_of_hit(&search.query).map(|row| self.rows + row);
        }
        self.rows += text.rows();
        self.blocks.push(Block::Long(text, long_text::styles(pieces)));
    }

    /// The row that a byte of these pieces gets when they are added next.
    pub(super) fn row_of(&self, pieces: &[Piece<'_>], at: usize) -> usize {
        let row = if is_long(pieces) {
            self.model.long_texts.laid_out(pieces, self.width, self.theme.strange).row_of(at)
        } else {
            text::row_of(pieces, at, self.width, 0)
        };
        self.rows + row
    }

    /// Adds a text in one style.
    pub(super) fn tell(&mut self, text: impl Into<String>, style: Style) {
        self.add(&[Piece::new(text.into(), style)], 2);
    }

    pub(super) fn blank(&mut self) {
        self.put([Line::default()]);
    }

    /// Adds a line with a heading in it.
    pub(super) fn rule(&mut self, heading: &str) {
        let heading = text::shorten(&format!("─ {heading} "), self.width);
        let rest = "─".repeat(self.width.saturating_sub(text::width(&heading)));
        let theme = self.theme;
        self.put([Line::from(vec![Span::styled(heading, theme.key), Span::styled(rest, theme.border)])]);
    }
}

fn is_long(pieces: &[Piece<'_>]) -> bool {
    pieces.iter().map(|piece| piece.text.len()).sum::<usize>() >= LONG
}
