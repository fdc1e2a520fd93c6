//! The rows of a pane, as they are written, and what stands where in them.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::tui::highlight;
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

/// The rows of a pane.
pub(super) struct Page<'a> {
    pub(super) model: &'a Model,
    pub(super) theme: &'a Theme,
    pub(super) width: usize,
    pub(super) lines: Vec<Line<'static>>,
    pub(super) anchors: Anchors,
}

impl<'a> Page<'a> {
    pub(super) fn new(model: &'a Model, width: usize, theme: &'a Theme) -> Self {
        Self { model, theme, width, lines: Vec::new(), anchors: Anchors::default() }
    }

    /// Adds a text whose rows after the first begin after `hanging` columns; what the search finds in it is marked.
    pub(super) fn add(&mut self, pieces: &[Piece<'_>], hanging: usize) {
        let strange = self.theme.strange;
        let Some(search) = &self.model.search else {
            self.lines.extend(text::wrap(pieces, self.width, hanging, strange));
            return;
        };
        let whole: String = pieces.iter().map(|piece| piece.text.as_ref()).collect();
        let ranges = highlight::ranges(&whole, &search.query);
        if let (None, Some(first)) = (self.anchors.hit, ranges.first()) {
            self.anchors.hit = Some(self.lines.len() + text::row_of(pieces, first.start, self.width, hanging));
        }
        let marked = highlight::mark(pieces, &ranges, self.theme.hit);
        self.lines.extend(text::wrap(&marked, self.width, hanging, strange));
    }

    /// Adds a text in one style.
    pub(super) fn tell(&mut self, text: impl Into<String>, style: Style) {
        self.add(&[Piece::new(text.into(), style)], 2);
    }

    pub(super) fn blank(&mut self) {
        self.lines.push(Line::default());
    }

    /// Adds a line with a heading in it.
    pub(super) fn rule(&mut self, heading: &str) {
        let heading = text::shorten(&format!("─ {heading} "), self.width);
        let rest = "─".repeat(self.width.saturating_sub(text::width(&heading)));
        let theme = self.theme;
        self.lines.push(Line::from(vec![Span::styled(heading, theme.key), Span::styled(rest, theme.border)]));
    }
}
