//! Rows to scroll through, of which only those on the screen are drawn.

use std::borrow::Cow;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::tui::text::HiddenCharStyle;
use crate::tui::text::long_text::LongText;

/// A block of rows.
enum Block<'a> {
    Rows(Vec<Line<'static>>),
    /// A long text with its indent, and the end byte of each style. Only visible rows are drawn.
    Long(Cow<'a, LongText>, usize, Vec<(usize, Style)>),
}

impl Block<'_> {
    fn rows(&self) -> usize {
        match self {
            Self::Rows(lines) => lines.len(),
            Self::Long(text, ..) => text.rows(),
        }
    }
}

/// Rows in blocks: finished lines, and long texts that are drawn as far as they are visible.
pub(crate) struct Rows<'a> {
    blocks: Vec<Block<'a>>,
    count: usize,
    /// What the search looks for in the long texts, and the style of a hit.
    search: (Option<&'a str>, Style),
    hidden_char: HiddenCharStyle,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(search: (Option<&'a str>, Style), hidden_char: HiddenCharStyle) -> Self {
        Self { blocks: Vec::new(), count: 0, search, hidden_char }
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Adds finished lines.
    pub(crate) fn put(&mut self, mut lines: Vec<Line<'static>>) {
        self.count += lines.len();
        match self.blocks.last_mut() {
            Some(Block::Rows(known)) => known.append(&mut lines),
            _ => self.blocks.push(Block::Rows(lines)),
        }
    }

    /// Adds a long text at an indent, with the end byte of each style.
    pub(crate) fn put_long(&mut self, text: Cow<'a, LongText>, indent: usize, styles: Vec<(usize, Style)>) {
        self.count += text.rows();
        self.blocks.push(Block::Long(text, indent, styles));
    }

    /// Draws some of the rows.
    pub(crate) fn lines(&self, first: usize, count: usize) -> Vec<Line<'static>> {
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
                Block::Long(text, indent, styles) => {
                    let (query, hit) = self.search;
                    let shown = text.lines((from, missing), styles, (query, hit, self.hidden_char));
                    lines.extend(indented(shown, *indent));
                }
            }
        }
        lines
    }
}

/// Rows indented by a number of blanks.
pub(crate) fn indented(lines: Vec<Line<'static>>, indent: usize) -> Vec<Line<'static>> {
    let after = |mut line: Line<'static>| {
        if !line.spans.is_empty() && indent > 0 {
            line.spans.insert(0, Span::raw(" ".repeat(indent)));
        }
        line
    };
    lines.into_iter().map(after).collect()
}
