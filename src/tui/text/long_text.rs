//! A long text on the screen. It is laid out piece by piece, and only visible rows are drawn.

use ratatui::style::Style;
use ratatui::text::Line;

use crate::tui::text;

use super::row_begins::{KnownText, RowBegins};
use super::{HiddenCharStyle, Piece, highlight};

/// From this size in bytes a text counts as long.
pub(crate) const LONG: usize = 64 << 10;

/// A long text, as far as it was read, and where its rows begin.
#[derive(Clone, Debug)]
pub(crate) struct LongText {
    /// The length of the whole text in bytes.
    length: usize,
    text: String,
    rows: RowBegins,
    hit: Option<SearchProgress>,
}

/// The first hit of a search.
#[derive(Clone, Debug)]
struct SearchProgress {
    query: String,
    /// The number of bytes searched so far.
    seen: usize,
    at: Option<usize>,
}

impl LongText {
    /// A text of which nothing is laid out yet.
    pub(crate) fn new(pieces: &[Piece<'_>], width: usize, hidden_char: HiddenCharStyle) -> Self {
        let length = pieces.iter().map(|piece| piece.text.len()).sum();
        Self { length, text: String::new(), rows: RowBegins::new(width, hidden_char), hit: None }
    }

    /// Whether these pieces are its text: they begin with what was read and have its length.
    pub(crate) fn is_of(&self, pieces: &[Piece<'_>]) -> bool {
        let mut rest = self.text.as_bytes();
        for piece in pieces {
            let (taken, more) = rest.split_at(piece.text.len().min(rest.len()));
            if piece.text.as_bytes().get(..taken.len()) != Some(taken) {
                return false;
            }
            rest = more;
        }
        rest.is_empty() && pieces.iter().map(|piece| piece.text.len()).sum::<usize>() == self.length
    }

    /// Copies about `bytes` more of the text, in whole characters. Copying megabytes at once would be noticeable.
    fn take_in(&mut self, pieces: &[Piece<'_>], bytes: usize) {
        self.text.reserve_exact(self.length - self.text.len());
        let (mut begin, mut missing) = (0, bytes);
        for Piece { text, .. } in pieces {
            let rest = text.get(self.text.len() - begin..).unwrap_or_default();
            begin += text.len();
            let to = (missing.min(rest.len())..rest.len()).find(|to| rest.is_char_boundary(*to)).unwrap_or(rest.len());
            self.text.push_str(rest.get(..to).unwrap_or_default());
            missing = missing.saturating_sub(to);
            if missing == 0 {
                break;
            }
        }
    }

    /// The length of the whole text in bytes.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The number of known rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows.rows()
    }

    /// The row of a byte, if known.
    pub(crate) fn row_of(&self, at: usize) -> Option<usize> {
        self.rows.row_of(at)
    }

    /// Lays out as much as the budget of `bytes` allows and reduces it; returns whether all is laid out.
    pub(crate) fn lay_out(&mut self, pieces: &[Piece<'_>], bytes: &mut usize) -> bool {
        while *bytes > 0 && !self.rows.is_whole() {
            // If the copied text does not determine the next row, twice as much may.
            let unlaid = self.text.len() - self.rows.laid_out();
            self.take_in(pieces, unlaid.max(*bytes));
            let is_all = self.text.len() == self.length;
            let gone = self.rows.go_on(KnownText { text: &self.text, is_all }, *bytes);
            *bytes = bytes.saturating_sub(gone);
        }
        self.rows.is_whole()
    }

    /// Searches as far as the budget of `bytes` allows and reduces it; returns whether the search is finished.
    pub(crate) fn search(&mut self, query: &str, bytes: &mut usize) -> bool {
        let Self { text, hit: known, .. } = self;
        if known.as_ref().is_none_or(|hit| hit.query != query) {
            *known = Some(SearchProgress { query: query.to_owned(), seen: 0, at: None });
        }
        let Some(hit) = known else { return true };
        if hit.at.is_none() && *bytes > 0 {
            // A hit may begin in the part already searched, and may be shorter in lower case.
            let is_boundary = |at: &usize| text.is_char_boundary(*at);
            let begin = (0..=hit.seen.saturating_sub(query.len() * 4)).rev().find(is_boundary).unwrap_or_default();
            let end = ((hit.seen + *bytes).min(text.len())..text.len()).find(is_boundary).unwrap_or(text.len());
            let searched = text.get(begin..end).unwrap_or_default();
            hit.at = highlight::ranges(searched, query).first().map(|range| begin + range.start);
            *bytes = bytes.saturating_sub(end - hit.seen);
            hit.seen = end;
        }
        hit.at.is_some() || hit.seen == self.length
    }

    /// The row of the first hit, if known.
    pub(crate) fn row_of_hit(&self, query: &str) -> Option<usize> {
        let hit = self.hit.as_ref().filter(|hit| hit.query == query)?;
        self.rows.row_of(hit.at?)
    }

    /// Some of its rows; `styles` holds the end byte of each style.
    pub(crate) fn lines(
        &self,
        (first, count): (usize, usize),
        styles: &[(usize, Style)],
        (query, hit, hidden_char): (Option<&str>, Style, HiddenCharStyle),
    ) -> Vec<Line<'static>> {
        let Self { text, rows, .. } = self;
        let Some(begin) = rows.get(first) else { return Vec::new() };
        // What overflows a row decides where it breaks, and is in the next row or after its overflow.
        let end = rows.whole_from(first + count + 2, text);
        let mut pieces = Vec::new();
        let mut at = begin.at;
        for (to, style) in styles {
            let to = (*to).min(end);
            if to > at {
                pieces.push(Piece::new(text.get(at..to).unwrap_or_default(), *style));
                at = to;
            }
        }
        let shown = text.get(begin.at..end).unwrap_or_default();
        let ranges = query.map(|query| highlight::ranges(shown, query)).unwrap_or_default();
        let marked = highlight::mark(&pieces, &ranges, hit);
        let mut lines = text::wrap_from(&marked, rows.width(), begin.skip, hidden_char);
        lines.truncate(count.min(rows.rows() - first));
        lines
    }
}

/// The end byte of each piece, with its style.
pub(crate) fn styles(pieces: &[Piece<'_>]) -> Vec<(usize, Style)> {
    let mut end = 0;
    let style = |piece: &Piece<'_>| {
        end += piece.text.len();
        (end, piece.style)
    };
    pieces.iter().map(style).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn usual(text: &str, width: usize) -> Vec<Line<'static>> {
        text::wrap(&[Piece::new(text, Style::new())], width, 0, HiddenCharStyle::default())
    }

    fn laid_out(text: &str, width: usize, mut bytes: usize) -> LongText {
        // In two pieces, as if a part of it were highlighted.
        let (one, other) = text.split_at((text.len() / 3..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap());
        let pieces = [one, other].map(|piece| Piece::new(piece, Style::new()));
        let mut laid = LongText::new(&pieces, width, HiddenCharStyle::default());
        laid.lay_out(&pieces, &mut bytes);
        laid
    }

    fn rows(laid: &LongText, first: usize, count: usize) -> Vec<String> {
        let styles = [(laid.length, Style::new())];
        let lines = laid.lines((first, count), &styles, (None, Style::new(), HiddenCharStyle::default()));
        lines.iter().map(ToString::to_string).collect()
    }

    proptest! {
        #[test]
        fn a_text_is_recognised_by_its_content(
            one in "[abé]{0,12}", other in "[abé]{0,12}", at in 0usize..12, bytes in 0usize..12,
        ) {
            let laid = laid_out(&one, 4, bytes);
            let (left, right) = other.split_at((at.min(other.len())..=other.len()).find(|at| other.is_char_boundary(*at)).unwrap());
            let is_of = laid.is_of(&[left, right].map(|piece| Piece::new(piece, Style::new())));
            prop_assert_eq!(is_of, one.len() == other.len() && other.starts_with(&laid.text));
        }

        #[test]
        fn a_part_of_the_rows_is_what_all_of_them_would_show(
            text in "(?s)([a-z ]{0,30}|[\n\r\t日本 \u{202e}\u{301}é👩‍👩‍👧]|.){0,12}",
            width in 1usize..24,
            (first, count) in (0usize..12, 0usize..6),
            bytes in 0usize..120,
        ) {
            let all: Vec<_> = usual(&text, width).iter().map(ToString::to_string).collect();
            let whole = laid_out(&text, width, usize::MAX);
            prop_assert_eq!(whole.rows(), all.len());
            let expected: Vec<_> = all.iter().skip(first).take(count).cloned().collect();
            prop_assert_eq!(rows(&whole, first, count), expected);
            // If a text is laid out only in part, the rows known so far.
            let part = laid_out(&text, width, bytes);
            let expected: Vec<_> = all.iter().take(part.rows()).skip(first).take(count).cloned().collect();
            prop_assert_eq!(rows(&part, first, count), expected);
        }

        #[test]
        fn a_place_is_in_the_row_that_shows_it(text in "[a-z \n]{1,80}", width in 2usize..20, at in 0usize..80) {
            let at = at.min(text.len() - 1);
            let expected = text::row_of(&[Piece::new(text.as_str(), Style::new())], at, width, 0);
            // A blank at a row break is in no row.
            if !text[at..].starts_with([' ', '\n']) {
                prop_assert_eq!(laid_out(&text, width, usize::MAX).row_of(at), Some(expected));
                let part = laid_out(&text, width, at / 2);
                prop_assert!(part.row_of(at).is_none_or(|row| row == expected));
            }
        }

        #[test]
        fn a_search_piece_by_piece_finds_what_one_at_once_does(
            text in "[abAB ßéÉİ\u{301}]{0,60}",
            query in "[abß é\u{301}]{1,4}",
            piece in 1usize..20,
        ) {
            let mut laid = laid_out(&text, 10, usize::MAX);
            while !laid.search(&query, &mut piece.clone()) {}
            let first = highlight::ranges(&text, &query).first().map(|range| range.start);
            prop_assert_eq!(laid.row_of_hit(&query), first.and_then(|first| laid.row_of(first)));
        }
    }
}
