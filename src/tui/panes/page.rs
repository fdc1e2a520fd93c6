//! The rows of a pane, and the positions of what is sought in them.

use std::borrow::Cow;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::source::Key;
use crate::tui::review::model::{Model, Pane};
use crate::tui::text::long_text::{self, LONG, LongText};
use crate::tui::text::{self, Piece, highlight};
use crate::tui::theme::Theme;
use crate::tui::widgets::long_texts::{Budget, LongTexts, TextName};
use crate::tui::widgets::rows::{Rows, indented};

/// From this size in bytes a text counts as long on a page with many texts.
const LONG_OF_MANY: usize = 512;

/// The rows that a pane scrolls to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ScrollTargets {
    /// The first hit of the search.
    pub(crate) hit: Option<usize>,
    /// The current claim; `None` if the page does not show the text of the message.
    pub(crate) claim: Option<usize>,
    /// The beginning of the new text; `None` if the page does not show it below other parts.
    pub(crate) text: Option<usize>,
}

/// The purpose of a page.
enum Purpose<'a> {
    /// For drawing. Long texts that are not laid out yet are shown as far as the budget allows.
    Drawing(Budget),
    /// For laying out its long texts: no rows are produced.
    LayingOut(&'a mut LongTexts),
}

/// The rows of a pane.
pub(crate) struct Page<'a> {
    pub(crate) model: &'a Model,
    pub(crate) theme: &'a Theme,
    pub(crate) width: usize,
    purpose: Purpose<'a>,
    pub(crate) pane: Option<Pane>,
    /// The message whose texts are added, and the number of its long texts so far.
    message: Option<Key>,
    number: usize,
    /// The rows so far.
    pub(crate) written: Rows<'a>,
    pub(crate) anchors: ScrollTargets,
}

impl<'a> Page<'a> {
    /// The page of a pane; `None` for a conversation.
    pub(crate) fn new(model: &'a Model, pane: Option<Pane>, width: usize, theme: &'a Theme) -> Self {
        let query = model.search.current().map(|search| search.query.as_str());
        Self {
            model,
            theme,
            width,
            purpose: Purpose::Drawing(Budget::default()),
            pane,
            message: model.selected().map(|item| item.key.clone()),
            number: 0,
            written: Rows::new((query, theme.hit), theme.hidden_char),
            anchors: ScrollTargets::default(),
        }
    }

    /// The same page, for laying out its long texts only.
    pub(crate) fn laying_out(self, texts: &'a mut LongTexts) -> Self {
        Self { purpose: Purpose::LayingOut(texts), ..self }
    }

    /// Continues with the texts of another message.
    pub(crate) fn go_on_with(&mut self, message: &Key) {
        (self.message, self.number) = (Some(message.clone()), 0);
    }

    /// The number of rows so far.
    pub(crate) fn rows(&self) -> usize {
        self.written.count()
    }

    fn put(&mut self, lines: impl IntoIterator<Item = Line<'static>>) {
        if self.is_laying_out() {
            return;
        }
        self.written.put(lines.into_iter().collect());
    }

    /// Adds a text with a hanging indent of `hanging` columns and marks the search hits in it. A long text gets no
    /// hanging indent.
    pub(crate) fn add(&mut self, pieces: &[Piece<'_>], hanging: usize) {
        if length(pieces) >= LONG {
            self.add_long(pieces, 0, None);
            return;
        }
        if self.is_laying_out() {
            return;
        }
        let hidden_char = self.theme.hidden_char;
        let Some(search) = self.model.search.current() else {
            self.put(text::wrap(pieces, self.width, hanging, hidden_char));
            return;
        };
        let whole: String = pieces.iter().map(|piece| piece.text.as_ref()).collect();
        let ranges = highlight::ranges(&whole, &search.query);
        if let (None, Some(first)) = (self.anchors.hit, ranges.first()) {
            self.anchors.hit = Some(self.rows() + text::row_of(pieces, first.start, self.width, hanging));
        }
        let marked = highlight::mark(pieces, &ranges, self.theme.hit);
        self.put(text::wrap(&marked, self.width, hanging, hidden_char));
    }

    /// Adds a text whose rows are all indented by `indent` columns: one of many, most of which are not visible.
    pub(crate) fn add_one_of_many(&mut self, pieces: &[Piece<'_>], indent: usize) {
        if length(pieces) >= LONG_OF_MANY {
            self.add_long(pieces, indent, None);
        } else if !self.is_laying_out() {
            self.put(indented(
                text::wrap(pieces, self.width.saturating_sub(indent), 0, self.theme.hidden_char),
                indent,
            ));
        }
    }

    fn is_laying_out(&self) -> bool {
        matches!(self.purpose, Purpose::LayingOut(_))
    }

    /// The name of the next long text at an indent.
    fn name(&self, pieces: &[Piece<'_>], indent: usize) -> TextName {
        TextName {
            message: self.message.clone(),
            pane: self.pane,
            number: self.number,
            length: length(pieces),
            width: self.width.saturating_sub(indent),
            symbols: self.theme.symbols(),
        }
    }

    fn add_long(&mut self, pieces: &[Piece<'_>], indent: usize, at: Option<usize>) -> Option<usize> {
        let (name, hidden_char) = (self.name(pieces, indent), self.theme.hidden_char);
        let query = self.model.search.current().map(|search| search.query.as_str());
        self.number += 1;
        let text = match &mut self.purpose {
            Purpose::LayingOut(texts) => {
                texts.lay_out(name, pieces, hidden_char, query);
                return None;
            }
            Purpose::Drawing(budget) => self.model.long_texts.get(&name, pieces).map_or_else(
                || {
                    let mut text = LongText::new(pieces, name.width, hidden_char);
                    budget.spend(|bytes| text.lay_out(pieces, bytes));
                    Cow::Owned(text)
                },
                Cow::Borrowed,
            ),
        };
        if let (None, Some(query)) = (self.anchors.hit, query) {
            self.anchors.hit = text.row_of_hit(query).map(|row| self.rows() + row);
        }
        let row = at.and_then(|at| text.row_of(at)).map(|row| self.rows() + row);
        self.written.put_long(text, indent, long_text::styles(pieces));
        row
    }

    /// Adds a text without hanging indent; returns the row of the byte `at`, if known.
    pub(crate) fn add_and_find(&mut self, pieces: &[Piece<'_>], at: Option<usize>) -> Option<usize> {
        if length(pieces) >= LONG {
            return self.add_long(pieces, 0, at);
        }
        if self.is_laying_out() {
            return None;
        }
        let row = at.map(|at| self.rows() + text::row_of(pieces, at, self.width, 0));
        self.add(pieces, 0);
        row
    }

    /// Adds a text in one style.
    pub(crate) fn add_text(&mut self, text: impl Into<String>, style: Style) {
        self.add(&[Piece::new(text.into(), style)], 2);
    }

    pub(crate) fn blank(&mut self) {
        self.put([Line::default()]);
    }

    /// Adds a line with a heading in it.
    pub(crate) fn rule(&mut self, heading: &str) {
        let heading = text::shorten(&format!("─ {heading} "), self.width);
        let rest = "─".repeat(self.width.saturating_sub(text::width(&heading)));
        let theme = self.theme;
        self.put([Line::from(vec![Span::styled(heading, theme.key), Span::styled(rest, theme.border)])]);
    }
}

/// The length of a text in bytes.
fn length(pieces: &[Piece<'_>]) -> usize {
    pieces.iter().map(|piece| piece.text.len()).sum()
}
