//! Where the rows of a text begin, computed piece by piece so that a text of megabytes does not block the screen.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::tui::text;

use super::HiddenCharStyle;

/// The beginning of a row: its byte, and the number of cells of the grapheme there that are in the row before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowBegin {
    pub(crate) at: usize,
    pub(crate) skip: usize,
}

/// Where the rows of a text begin, as far as that is known.
#[derive(Clone, Debug)]
pub(crate) struct RowBegins {
    width: usize,
    hidden_char: HiddenCharStyle,
    /// The end of the last row is unknown until all rows are known.
    begins: Vec<RowBegin>,
    searched: Option<Searched>,
    is_whole: bool,
}

impl RowBegins {
    pub(crate) fn new(width: usize, hidden_char: HiddenCharStyle) -> Self {
        Self {
            width: width.max(1),
            hidden_char,
            begins: vec![RowBegin { at: 0, skip: 0 }],
            searched: None,
            is_whole: false,
        }
    }

    /// The width of a row, in columns.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Whether all rows are known.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The number of known rows.
    pub(crate) fn rows(&self) -> usize {
        self.begins.len() - usize::from(!self.is_whole)
    }

    /// The beginning of a row, if it is known.
    pub(crate) fn get(&self, row: usize) -> Option<RowBegin> {
        self.begins.get(row).copied().filter(|_| row < self.rows())
    }

    /// The byte up to which the rows are known; if all are known, the last one begins there.
    pub(crate) fn laid_out(&self) -> usize {
        self.begins.last().map_or(0, |begin| begin.at)
    }

    /// The byte of the first row from `row` on that begins with a whole grapheme, else the end of the known rows.
    pub(crate) fn whole_from(&self, row: usize, text: &str) -> usize {
        let end = if self.is_whole { text.len() } else { self.laid_out() };
        self.begins.iter().skip(row).find(|next| next.skip == 0).map_or(end, |next| next.at)
    }

    /// The row of a byte, if it is known.
    pub(crate) fn row_of(&self, at: usize) -> Option<usize> {
        (self.is_whole || at < self.laid_out())
            .then(|| self.begins.partition_point(|begin| begin.at <= at).saturating_sub(1))
    }

    /// Continues through about `bytes` of the text, more of which may be known than last time; returns the bytes
    /// consumed.
    pub(crate) fn go_on(&mut self, text: KnownText<'_>, bytes: usize) -> usize {
        let first = self.laid_out();
        let mut at = first;
        while !self.is_whole && at - first < bytes {
            let line = self.line(at, text);
            match self.row(at, line) {
                None => break,
                Some(RowEnd::Breaks(length)) => at += length,
                Some(RowEnd::Ends) if at + line.text.len() == text.text.len() => {
                    self.is_whole = true;
                    return text.text.len() - first;
                }
                Some(RowEnd::Ends) => at += line.text.len() + 1,
            }
            self.begins.push(RowBegin { at, skip: 0 });
        }
        at - first
    }

    /// The known part of the line from a byte on.
    fn line<'t>(&mut self, at: usize, text: KnownText<'t>) -> KnownText<'t> {
        let is_behind = |searched: &Searched| searched.from <= at && at <= searched.to;
        if self.searched.as_ref().is_none_or(|searched| !is_behind(searched) || searched.is_too_short(text)) {
            let rest = text.text.as_bytes().get(at..).unwrap_or_default();
            let line_break = memchr::memchr(b'\n', rest).map(|length| at + length);
            let to = line_break.unwrap_or(text.text.len());
            self.searched = Some(Searched { from: at, to, ends: line_break.is_some() });
        }
        let (to, ends) = self.searched.as_ref().map_or((at, false), |searched| (searched.to, searched.ends));
        KnownText { text: text.text.get(at..to).unwrap_or_default(), is_all: ends || text.is_all }
    }

    /// How far the row at `at` goes, given the known part of the line; `None` if that does not determine it. Following
    /// rows that begin within a grapheme are added and count as part of it.
    fn row(&mut self, at: usize, line: KnownText<'_>) -> Option<RowEnd> {
        // Enough for any row of letters, with what decides where it breaks.
        if !line.is_all && line.text.len() < (self.width + 2) * char::MAX.len_utf8() {
            return None;
        }
        if let Some(row) = plain_row(line.text.as_bytes(), self.width).or_else(|| simple_row(line.text, self.width)) {
            return Some(row);
        }
        let (known, mut next, begins) = (self.begins.len(), None, &mut self.begins);
        text::each_row_begin(line.whole_graphemes(), self.width, self.hidden_char, |length, skip| {
            match (next, skip) {
                (Some(_), _) => return false,
                (None, 0) => next = Some(length),
                (None, _) => begins.push(RowBegin { at: at + length, skip }),
            }
            skip > 0
        });
        if next.is_none() && !line.is_all {
            self.begins.truncate(known);
            return None;
        }
        Some(next.map_or(RowEnd::Ends, RowEnd::Breaks))
    }
}

/// The known beginning of a text or a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownText<'t> {
    pub(crate) text: &'t str,
    /// Whether this is the whole text or line.
    pub(crate) is_all: bool,
}

impl<'t> KnownText<'t> {
    /// The text without an incomplete grapheme at its end.
    fn whole_graphemes(self) -> &'t str {
        let last = self.text.grapheme_indices(true).next_back().filter(|_| !self.is_all);
        last.map_or(self.text, |(at, _)| self.text.get(..at).unwrap_or_default())
    }
}

/// The range in which the end of a line was searched.
#[derive(Clone, Debug)]
struct Searched {
    from: usize,
    to: usize,
    /// Whether the line ends there; otherwise no more was known.
    ends: bool,
}

impl Searched {
    /// Whether more of the text is known meanwhile.
    fn is_too_short(&self, text: KnownText<'_>) -> bool {
        !self.ends && self.to < text.text.len()
    }
}

/// How far a row goes.
#[derive(Debug, PartialEq, Eq)]
enum RowEnd {
    /// To the end of its line.
    Ends,
    /// For this number of bytes.
    Breaks(usize),
}

/// The end of a line's first row, if each byte is one cell.
fn plain_row(line: &[u8], width: usize) -> Option<RowEnd> {
    // What follows a blank could share a cell with it.
    let looked_at = line.get(..width + 2).unwrap_or(line);
    if !looked_at.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        return None;
    }
    Some(match line.get(width) {
        None => RowEnd::Ends,
        // The blank at a row break is not shown.
        Some(b' ') => RowEnd::Breaks(width + 1),
        Some(_) => {
            let row = looked_at.get(..width).unwrap_or_default();
            RowEnd::Breaks(memchr::memrchr(b' ', row).map_or(width, |blank| blank + 1))
        }
    })
}

/// The end of a line's first row, if each character is a letter with its own one or two cells; other rows are laid out
/// by graphemes.
fn simple_row(line: &str, width: usize) -> Option<RowEnd> {
    let (mut used, mut behind_blank) = (0, None);
    let mut characters = line.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let columns = simple_width(c).filter(|columns| *columns <= width)?;
        if used + columns > width {
            return match (c, characters.peek()) {
                // The blank at a row break is not shown.
                (' ', Some((_, next))) if simple_width(*next).is_none() => None,
                (' ', _) => Some(RowEnd::Breaks(at + 1)),
                _ => Some(RowEnd::Breaks(behind_blank.unwrap_or(at))),
            };
        }
        used += columns;
        if c == ' ' {
            behind_blank = Some(at + 1);
        }
    }
    Some(RowEnd::Ends)
}

/// The columns of a character that is always a separate grapheme before another such character.
fn simple_width(c: char) -> Option<usize> {
    match c {
        ' '..='~'
        | '«'
        | '»'
        | '\u{c0}'..='\u{24f}'
        | 'Α'..='Ρ'
        | 'Σ'..='Ω'
        | 'α'..='ω'
        | 'А'..='я'
        | '–'
        | '—'
        | '‘'
        | '’'
        | '“'
        | '”'
        | '„'
        | '…' => Some(1),
        '、'
        | '。'
        | '，'
        | '！'
        | '？'
        | '：'
        | '；'
        | 'ぁ'..='ゖ'
        | 'ァ'..='ヺ'
        | '\u{4e00}'..='\u{9fff}'
        | '가'..='힣' => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The beginnings of rows, computed in steps of `bytes` while the text becomes known in steps of `known`.
    fn begins(text: &str, width: usize, (bytes, known): (usize, usize)) -> Vec<RowBegin> {
        let mut rows = RowBegins::new(width, HiddenCharStyle::default());
        let mut end = 0_usize;
        while !rows.is_whole() {
            let wanted = end.saturating_add(known).min(text.len());
            end = (wanted..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap();
            let part = KnownText { text: &text[..end], is_all: end == text.len() };
            while rows.go_on(part, bytes) > 0 {}
        }
        rows.begins
    }

    #[test]
    fn what_is_taken_for_one_cell_or_two_is_so() {
        for c in (' '..=char::MAX).filter(|c| simple_width(*c).is_some()) {
            for text in [format!("{c}"), format!("a{c}b"), format!("{c}{c}"), format!("漢{c}é")] {
                let graphemes = unicode_segmentation::UnicodeSegmentation::graphemes(text.as_str(), true).count();
                assert_eq!(graphemes, text.chars().count(), "{c:?}");
            }
            assert_eq!(Some(text::width(&c.to_string())), simple_width(c), "{c:?}");
            assert!(!crate::visible::is_hidden(c), "{c:?}");
        }
    }

    #[test]
    fn a_piece_costs_no_more_for_what_follows_it() {
        for word in ["Late April it is. ", "Тогда в конце. ", "那么就四月下旬吧，", "अप्रैल 👩‍🌾 "]
        {
            let gone_through = [1_000, 100_000].map(|times| {
                let mut rows = RowBegins::new(80, HiddenCharStyle::default());
                (rows.go_on(KnownText { text: &word.repeat(times), is_all: true }, 4_096), rows.rows())
            });
            assert_eq!(gone_through[0], gone_through[1], "{word}");
            assert!(gone_through[0].0 < 4_096 + 1_024, "{word}: {gone_through:?}");
        }
    }

    proptest! {
        #[test]
        fn rows_of_a_line_begin_where_graphemes_say(
            text in "[a-c é日本я“”\u{301}👩‍👩‍👧\u{202e}]{0,60}",
            width in 1usize..12,
            pieces in (1usize..40, 1usize..40),
        ) {
            let mut expected = vec![RowBegin { at: 0, skip: 0 }];
            text::each_row_begin(&text, width, HiddenCharStyle::default(), |at, skip| {
                expected.push(RowBegin { at, skip });
                true
            });
            prop_assert_eq!(begins(&text, width, pieces), expected);
        }

        #[test]
        fn in_pieces_or_at_once_rows_begin_at_the_same_places(
            text in "(?s)([a-z ]{0,30}|[\n\r\t日本 \u{202e}\u{301}é👩‍👩‍👧]|.){0,12}",
            width in 1usize..24,
            pieces in (1usize..40, 1usize..40),
        ) {
            prop_assert_eq!(begins(&text, width, pieces), begins(&text, width, (usize::MAX, usize::MAX)));
        }
    }
}
