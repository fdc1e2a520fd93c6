//! Text for the screen: makes invisible characters visible and wraps lines by graphemes.
//!
//! Widgets drop control characters silently, and terminals hide bidi and zero-width ones, so a reviewer would see a
//! different text than the database holds. Here these characters become glyphs with their own style.

pub(crate) mod highlight;
pub(crate) mod long_text;
pub(crate) mod row_begins;
pub(crate) mod suggestions;
pub(crate) mod symbols;

use std::borrow::Cow;

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use crate::visible::{ascii_name, is_hidden, name};
use symbols::Symbols;

/// Marks where something was cut off.
pub(crate) const CUT: &str = "…";

/// How invisible characters are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HiddenCharStyle {
    /// The style of their glyphs and names.
    pub style: Style,
    /// The character set for their glyphs.
    pub symbols: Symbols,
}

impl HiddenCharStyle {
    fn name(self, c: char) -> String {
        match self.symbols {
            Symbols::Unicode => name(c),
            Symbols::Ascii => ascii_name(c),
        }
    }
}

/// The width of a text in columns.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// A text in one style.
#[derive(Clone, Debug)]
pub(crate) struct Piece<'a> {
    /// The text, as the data has it.
    pub(crate) text: Cow<'a, str>,
    pub(crate) style: Style,
}

impl<'a> Piece<'a> {
    /// A text in a style.
    pub(crate) fn new(text: impl Into<Cow<'a, str>>, style: Style) -> Self {
        Self { text: text.into(), style }
    }
}

/// A cell of a row: a grapheme, or a character of the name of an invisible one.
#[derive(Clone, Debug)]
struct Cell<'a> {
    symbol: Cow<'a, str>,
    width: usize,
    style: Style,
}

impl Cell<'_> {
    fn is_blank(&self) -> bool {
        self.symbol == " "
    }
}

/// Whether the joiner at `place` joins an emoji, which is its proper use.
fn joins_emoji(grapheme: &str, place: usize) -> bool {
    let drawn = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !c.is_alphanumeric());
    let (before, after) = grapheme.split_at_checked(place).unwrap_or(("", ""));
    drawn(before.chars().next_back()) && drawn(after.chars().nth(1))
}

/// Hands each cell of a grapheme to `put`.
fn each_cell<'a>(grapheme: &'a str, style: Style, hidden_char: HiddenCharStyle, put: &mut impl FnMut(Cell<'a>)) {
    let hides = |(place, c): (usize, char)| is_hidden(c) && !(c == '\u{200d}' && joins_emoji(grapheme, place));
    if !grapheme.char_indices().any(hides) {
        let width = width(grapheme);
        if width > 0 {
            put(Cell { symbol: Cow::Borrowed(grapheme), width, style });
        } else {
            // A combining mark without a base; a widget would leave it out.
            put(Cell { symbol: Cow::Owned(format!("◌{grapheme}")), width: 1, style: hidden_char.style });
        }
        return;
    }
    let mut seen = String::new();
    for (place, c) in grapheme.char_indices() {
        if !hides((place, c)) {
            seen.push(c);
            continue;
        }
        put_seen(&mut seen, style, put);
        for c in hidden_char.name(c).chars() {
            put(Cell { symbol: Cow::Owned(c.to_string()), width: 1, style: hidden_char.style });
        }
    }
    put_seen(&mut seen, style, put);
}

/// Passes on the visible text between hidden characters.
fn put_seen<'a>(seen: &mut String, style: Style, put: &mut impl FnMut(Cell<'a>)) {
    if seen.is_empty() {
        return;
    }
    let symbol = std::mem::take(seen);
    let (symbol, width) = match width(&symbol) {
        0 => (format!("◌{symbol}"), 1),
        width => (symbol, width),
    };
    put(Cell { symbol: Cow::Owned(symbol), width, style });
}

/// Builds the rows of a text.
struct RowBuilder<'a> {
    width: usize,
    hanging: usize,
    row: Vec<Cell<'a>>,
    used: usize,
    done: Vec<Line<'static>>,
}

#[cfg(test)]
thread_local! {
    /// The number of cells laid out on this thread, to measure the cost of a frame.
    pub(crate) static CELLS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl<'a> RowBuilder<'a> {
    fn put(&mut self, mut cell: Cell<'a>) {
        #[cfg(test)]
        CELLS.set(CELLS.get() + 1);
        if cell.width > self.width {
            cell = Cell { symbol: Cow::Borrowed(CUT), width: 1, style: cell.style };
        }
        if self.used + cell.width > self.width {
            if cell.is_blank() {
                // The blank at a row break is not shown.
                self.break_row(Vec::new());
                return;
            }
            let after_blank = self.row.iter().rposition(Cell::is_blank).map(|place| place + 1);
            // A blank that belongs to the indent is no place to break.
            let place = after_blank.filter(|place| *place > self.hanging).unwrap_or(self.row.len());
            let rest = self.row.split_off(place);
            let has_rest = !rest.is_empty();
            self.break_row(rest);
            if has_rest && self.used + cell.width > self.width {
                self.break_row(Vec::new());
            }
            if self.used + cell.width > self.width {
                // It is too wide to fit next to the indent.
                self.row.clear();
                self.used = 0;
            }
        }
        self.used += cell.width;
        self.row.push(cell);
    }

    fn break_row(&mut self, rest: Vec<Cell<'a>>) {
        self.end_line();
        let indent = if self.hanging * 2 < self.width { self.hanging } else { 0 };
        let blank = Cell { symbol: Cow::Borrowed(" "), width: 1, style: Style::new() };
        self.row = std::iter::repeat_n(blank, indent).chain(rest).collect();
        self.used = self.row.iter().map(|cell| cell.width).sum();
        if self.used > self.width {
            self.row.drain(..indent);
            self.used -= indent;
        }
    }

    fn end_line(&mut self) {
        self.done.push(line(&std::mem::take(&mut self.row)));
        self.used = 0;
    }
}

/// A row as spans, with neighbours of equal style merged.
fn line(cells: &[Cell<'_>]) -> Line<'static> {
    let mut spans: Vec<Span<'static>> = Vec::new();
    for cell in cells {
        match spans.last_mut() {
            Some(span) if span.style == cell.style => span.content.to_mut().push_str(&cell.symbol),
            _ => spans.push(Span::styled(cell.symbol.clone().into_owned(), cell.style)),
        }
    }
    Line::from(spans)
}

/// The pieces as rows of at most `width` columns; rows after the first of a line begin after `hanging` columns.
pub(crate) fn wrap(
    pieces: &[Piece<'_>],
    width: usize,
    hanging: usize,
    hidden_char: HiddenCharStyle,
) -> Vec<Line<'static>> {
    if width == 0 {
        return Vec::new();
    }
    let mut rows = RowBuilder { width, hanging, row: Vec::new(), used: 0, done: Vec::new() };
    for Piece { text, style } in pieces {
        for grapheme in text.graphemes(true) {
            if !matches!(grapheme, "\n" | "\r\n") {
                each_cell(grapheme, *style, hidden_char, &mut |cell| rows.put(cell));
                continue;
            }
            if grapheme.starts_with('\r') {
                each_cell("\r", *style, hidden_char, &mut |cell| rows.put(cell));
            }
            rows.break_row(Vec::new());
        }
    }
    rows.end_line();
    rows.done
}

/// The rows of pieces that begin within a grapheme, `skip` cells of which are in the row before.
pub(crate) fn wrap_from(
    pieces: &[Piece<'_>],
    width: usize,
    skip: usize,
    hidden_char: HiddenCharStyle,
) -> Vec<Line<'static>> {
    let mut rows = RowBuilder { width: width.max(1), hanging: 0, row: Vec::new(), used: 0, done: Vec::new() };
    let mut left = skip;
    for Piece { text, style } in pieces {
        for grapheme in text.graphemes(true) {
            if !matches!(grapheme, "\n" | "\r\n") {
                each_cell(grapheme, *style, hidden_char, &mut |cell| match left {
                    0 => rows.put(cell),
                    _ => left -= 1,
                });
                continue;
            }
            if grapheme.starts_with('\r') {
                each_cell("\r", *style, hidden_char, &mut |cell| match left {
                    0 => rows.put(cell),
                    _ => left -= 1,
                });
            }
            rows.break_row(Vec::new());
        }
    }
    rows.end_line();
    rows.done
}

/// Calls `visit` for each row of a line after the first, with the byte at which it begins and the number of cells of
/// the grapheme there that are in the row before. Stops when `visit` returns `false`.
pub(crate) fn each_row_begin(
    line: &str,
    width: usize,
    hidden_char: HiddenCharStyle,
    mut visit: impl FnMut(usize, usize) -> bool,
) {
    // The cells of the row: their positions, and whether they are blank.
    let mut row: Vec<(usize, usize, usize, bool)> = Vec::new();
    let mut used = 0;
    let mut goes_on = true;
    for (at, grapheme) in line.grapheme_indices(true) {
        if !goes_on {
            break;
        }
        let mut number = 0;
        let mut ends_row = false;
        each_cell(grapheme, Style::new(), hidden_char, &mut |cell| {
            if std::mem::take(&mut ends_row) {
                goes_on &= visit(at, number);
            }
            let columns = if cell.width > width { 1 } else { cell.width };
            let is_blank = cell.is_blank() && cell.width <= width;
            let place = (at, number);
            number += 1;
            if used + columns > width {
                if is_blank {
                    ends_row = true;
                    (used, row) = (0, Vec::new());
                    return;
                }
                let rest = row.iter().rposition(|(.., is_blank)| *is_blank).map_or(row.len(), |blank| blank + 1);
                row.drain(..rest);
                used = row.iter().map(|(_, _, columns, _)| columns).sum();
                let (begin, skip) = row.first().map_or(place, |(at, number, ..)| (*at, *number));
                goes_on &= visit(begin, skip);
                if used + columns > width {
                    goes_on &= visit(place.0, place.1);
                    (used, row) = (0, Vec::new());
                }
            }
            used += columns;
            row.push((place.0, place.1, columns, is_blank));
        });
        if ends_row {
            goes_on &= visit(at + grapheme.len(), 0);
        }
    }
}

/// The row of the byte `at` of the pieces' whole text after wrapping.
pub(crate) fn row_of(pieces: &[Piece<'_>], at: usize, width: usize, hanging: usize) -> usize {
    // Styles do not affect row breaks, so the part from there on is marked by a style to find it again.
    let behind = Style::new().add_modifier(Modifier::all());
    let mut begin = 0;
    let mut parts = Vec::new();
    for piece in pieces {
        let (before, after) = piece.text.split_at_checked(at.saturating_sub(begin)).unwrap_or((&piece.text, ""));
        parts.push(Piece::new(before, Style::new()));
        parts.push(Piece::new(after, behind));
        begin += piece.text.len();
    }
    let rows = wrap(&parts, width, hanging, HiddenCharStyle::default());
    let is_behind = |row: &Line<'_>| row.spans.iter().any(|span| span.style == behind);
    rows.iter().position(is_behind).unwrap_or(0)
}

/// A text on one line of at most `width` columns; line breaks become `⏎`.
pub(crate) fn shorten(text: &str, width: usize) -> String {
    let mut short = String::new();
    let mut used = 0;
    // Where to cut if the rest does not fit.
    let mut cut = (0, 0);
    let mut fits = true;
    let mut put = |symbol: &str, columns: usize| {
        if used + columns < width {
            cut = (short.len() + symbol.len(), used + columns);
        }
        short.push_str(symbol);
        used += columns;
        fits = used <= width;
        fits
    };
    for grapheme in text.graphemes(true) {
        let mut goes_on = true;
        if matches!(grapheme, "\n" | "\r\n") {
            goes_on = put("⏎", 1);
        } else {
            each_cell(grapheme, Style::new(), HiddenCharStyle::default(), &mut |cell| {
                goes_on = goes_on && put(&cell.symbol, cell.width);
            });
        }
        if !goes_on {
            break;
        }
    }
    if !fits {
        short.truncate(cut.0);
        if width > 0 {
            short.push_str(CUT);
        }
    }
    short
}

/// A text on one line of exactly `width` columns.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    let mut short = shorten(text, columns);
    let missing = columns.saturating_sub(width(&short));
    short.extend(std::iter::repeat_n(' ', missing));
    short
}

/// The hidden characters of a text with their counts, for display; line breaks do not count.
pub(crate) fn hidden_characters(text: &str, hidden_char: HiddenCharStyle) -> String {
    let mut counts: Vec<(char, usize)> = Vec::new();
    for grapheme in text.graphemes(true) {
        for (place, c) in grapheme.char_indices() {
            if c == '\n' || !is_hidden(c) || (c == '\u{200d}' && joins_emoji(grapheme, place)) {
                continue;
            }
            match counts.iter_mut().find(|(known, _)| *known == c) {
                Some((_, count)) => *count += 1,
                None => counts.push((c, 1)),
            }
        }
    }
    let parts: Vec<_> = counts.iter().map(|(c, count)| format!("{} ×{count}", hidden_char.name(*c))).collect();
    parts.join(" ")
}

#[cfg(test)]
#[path = "../tests/text.rs"]
mod tests;
