//! Long texts on the screen: where their rows begin is worked out once, and only rows that show are laid out.

use std::collections::VecDeque;
use std::hash::{BuildHasher as _, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::DefaultHashBuilder;
use ratatui::style::Style;
use ratatui::text::Line;

use super::highlight;
use super::symbols::Symbols;
use super::text::{self, Piece, Strange};

/// Texts of so many bytes are long.
pub(super) const LONG: usize = 64 << 10;
/// So many of them are kept laid out: all that a conversation shows.
const KEPT: usize = 256;
/// If they are longer together, only so many: each pane on the screen shows one at most.
const KEPT_OF_MANY_BYTES: usize = 8;
const MANY_BYTES: usize = 32 << 20;

/// A row: at which byte it begins, and how many cells of the grapheme there stand in the row before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Begin {
    at: usize,
    skip: usize,
}

/// A long text and where its rows begin.
#[derive(Debug)]
pub(super) struct LongText {
    text: String,
    width: usize,
    begins: Vec<Begin>,
    /// What was searched in it last, and where the first hit is.
    hit: Mutex<Option<(String, Option<usize>)>>,
}

impl LongText {
    fn new(text: String, width: usize, strange: Strange) -> Self {
        let begins = begins(&text, width.max(1), strange);
        Self { text, width, begins, hit: Mutex::default() }
    }

    /// How many rows it has.
    pub(super) fn rows(&self) -> usize {
        self.begins.len()
    }

    /// The row in which a byte of it stands.
    pub(super) fn row_of(&self, at: usize) -> usize {
        self.begins.partition_point(|begin| begin.at <= at).saturating_sub(1)
    }

    /// The row of the first hit of a search.
    pub(super) fn row_of_hit(&self, query: &str) -> Option<usize> {
        let mut known = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        if known.as_ref().is_none_or(|(asked, _)| asked != query) {
            *known = Some((query.to_owned(), self.find(query)));
        }
        let at = known.as_ref().and_then(|(_, at)| *at)?;
        Some(self.row_of(at))
    }

    fn find(&self, query: &str) -> Option<usize> {
        let (lowered, query) = (self.text.to_lowercase(), query.to_lowercase());
        let at = lowered.find(&query).filter(|_| !query.is_empty())?;
        if lowered.len() == self.text.len() {
            return Some(at);
        }
        // Letters may be longer or shorter in lower case.
        let mut place = 0;
        self.text.char_indices().find_map(|(begin, c)| {
            place += c.to_lowercase().map(char::len_utf8).sum::<usize>();
            (place > at).then_some(begin)
        })
    }

    /// Some of its rows; `styles` tell up to which byte each style goes.
    pub(super) fn lines(
        &self,
        (first, count): (usize, usize),
        styles: &[(usize, Style)],
        (query, hit, strange): (Option<&str>, Style, Strange),
    ) -> Vec<Line<'static>> {
        let Some(begin) = self.begins.get(first) else { return Vec::new() };
        // What does not fit into a row decides where it breaks: it stands in the next one, or behind what that takes over.
        let next = self.begins.iter().skip(first + count + 2).find(|next| next.skip == 0);
        let end = next.map_or(self.text.len(), |next| next.at);
        let mut pieces = Vec::new();
        let mut at = begin.at;
        for (to, style) in styles {
            let to = (*to).min(end);
            if to > at {
                pieces.push(Piece::new(self.text.get(at..to).unwrap_or_default(), *style));
                at = to;
            }
        }
        let shown = self.text.get(begin.at..end).unwrap_or_default();
        let ranges = query.map(|query| highlight::ranges(shown, query)).unwrap_or_default();
        let marked = highlight::mark(&pieces, &ranges, hit);
        let mut lines = text::wrap_from(&marked, self.width, begin.skip, strange);
        lines.truncate(count.min(self.rows() - first));
        lines
    }
}

/// Where the rows of a text begin.
fn begins(text: &str, width: usize, strange: Strange) -> Vec<Begin> {
    let mut begins = Vec::new();
    let mut start = 0;
    loop {
        let rest = text.as_bytes().get(start..).unwrap_or_default();
        let end = memchr::memchr(b'\n', rest).map_or(text.len(), |length| start + length);
        let line = text.get(start..end).unwrap_or_default();
        begins.push(Begin { at: start, skip: 0 });
        if line.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            plain_begins(line.as_bytes(), start, width, &mut begins);
        } else {
            simple_begins(line, start, (width, strange), &mut begins);
        }
        if end >= text.len() {
            return begins;
        }
        start = end + 1;
    }
}

/// The rows after the first of a line in which each byte is a cell.
fn plain_begins(line: &[u8], start: usize, width: usize, begins: &mut Vec<Begin>) {
    let mut at = 0;
    while line.len() - at > width {
        let row = line.get(at..at + width).unwrap_or_default();
        at = match line.get(at + width) {
            // The blank at which a row breaks is not seen at its end.
            Some(b' ') => at + width + 1,
            _ => memchr::memrchr(b' ', row).map_or(at + width, |blank| at + blank + 1),
        };
        begins.push(Begin { at: start + at, skip: 0 });
    }
}

/// The same of a line in which most characters are letters of some script: a row is laid out by graphemes only where
/// characters may stand in one cell together.
fn simple_begins(line: &str, start: usize, (width, strange): (usize, Strange), begins: &mut Vec<Begin>) {
    let mut at = 0;
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        match simple_row(rest, width) {
            Row::Ends => return,
            Row::Breaks(length) => {
                at += length;
                begins.push(Begin { at: start + at, skip: 0 });
            }
            Row::Unclear => {
                let mut next = None;
                text::each_row_begin(rest, width, strange, |length, skip| {
                    if next.is_some() {
                        return false;
                    }
                    begins.push(Begin { at: start + at + length, skip });
                    next = (skip == 0).then_some(length);
                    next.is_none()
                });
                let Some(length) = next else { return };
                at += length;
            }
        }
    }
}

/// How far the first row of a text goes.
enum Row {
    /// As far as the text.
    Ends,
    /// So many bytes.
    Breaks(usize),
    /// Its characters alone do not tell.
    Unclear,
}

fn simple_row(text: &str, width: usize) -> Row {
    let (mut used, mut behind_blank) = (0, None);
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let Some(columns) = simple_width(c).filter(|columns| *columns <= width) else { return Row::Unclear };
        if used + columns > width {
            let next = characters.peek();
            return match (c, next) {
                // The blank at which a row breaks is not seen at its end.
                (' ', Some((_, next))) if simple_width(*next).is_none() => Row::Unclear,
                (' ', _) => Row::Breaks(at + 1),
                _ => Row::Breaks(behind_blank.unwrap_or(at)),
            };
        }
        used += columns;
        if c == ' ' {
            behind_blank = Some(at + 1);
        }
    }
    Row::Ends
}

/// The columns of a character that makes a grapheme of its own before any other such character.
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
        '、' | '。' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | '\u{4e00}'..='\u{9fff}' | '가'..='힣' => Some(2),
        _ => None,
    }
}

/// By what a text and its layout are known again.
type Name = (u64, usize);

/// The long texts that were laid out last.
#[derive(Debug, Default)]
pub(super) struct LongTexts(Mutex<VecDeque<(Name, Arc<LongText>)>>, DefaultHashBuilder);

impl Clone for LongTexts {
    fn clone(&self) -> Self {
        // What is laid out follows from the rest.
        Self::default()
    }
}

impl LongTexts {
    fn known(&self) -> MutexGuard<'_, VecDeque<(Name, Arc<LongText>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets them: other texts are looked at.
    pub(super) fn forget(&self) {
        self.known().clear();
    }

    /// The pieces as one text, laid out.
    pub(super) fn laid_out(&self, pieces: &[Piece<'_>], width: usize, strange: Strange) -> Arc<LongText> {
        let name = (self.name(pieces, strange), width);
        let mut known = self.known();
        if let Some((_, text)) = known.iter().find(|(known, _)| *known == name) {
            return Arc::clone(text);
        }
        let whole = pieces.iter().map(|piece| piece.text.as_ref()).collect();
        let text = Arc::new(LongText::new(whole, width, strange));
        known.push_back((name, Arc::clone(&text)));
        let bytes: usize = known.iter().map(|(_, known)| known.text.len()).sum();
        let most = if bytes > MANY_BYTES { KEPT_OF_MANY_BYTES } else { KEPT };
        let surplus = known.len().saturating_sub(most);
        known.drain(..surplus);
        text
    }

    /// What pieces are known by: as long as nothing is forgotten, what is borrowed from the same place is the same.
    fn name(&self, pieces: &[Piece<'_>], strange: Strange) -> u64 {
        /// So much of a text of its own tells it.
        const TOLD: usize = 2_048;
        let mut hasher = self.1.build_hasher();
        (strange.symbols == Symbols::Ascii).hash(&mut hasher);
        for Piece { text, .. } in pieces {
            text.len().hash(&mut hasher);
            if matches!(text, std::borrow::Cow::Borrowed(_)) && text.len() > TOLD {
                text.as_ptr().addr().hash(&mut hasher);
            } else {
                let bytes = text.as_bytes();
                bytes.get(..TOLD.min(bytes.len())).hash(&mut hasher);
                bytes.get(bytes.len().saturating_sub(TOLD)..).hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

/// Up to which byte the style of each piece goes.
pub(super) fn styles(pieces: &[Piece<'_>]) -> Vec<(usize, Style)> {
    let mut end = 0;
    let style = |piece: &Piece<'_>| {
        end += piece.text.len();
        (end, piece.style)
    };
    pieces.iter().map(style).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn usual(text: &str, width: usize) -> Vec<Line<'static>> {
        text::wrap(&[Piece::new(text, Style::new())], width, 0, Strange::default())
    }

    fn rows(text: &str, width: usize, first: usize, count: usize) -> Vec<Line<'static>> {
        let laid = LongText::new(text.to_owned(), width, Strange::default());
        laid.lines((first, count), &[(text.len(), Style::new())], (None, Style::new(), Strange::default()))
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

    proptest! {
        #[test]
        fn rows_of_letters_begin_where_graphemes_say(text in "[a-c é日本я“”\u{301}👩‍👩‍👧\u{202e}]{0,60}", width in 1usize..12) {
            let (mut quick, mut told) = (Vec::new(), Vec::new());
            simple_begins(&text, 7, (width, Strange::default()), &mut quick);
            text::each_row_begin(&text, width, Strange::default(), |at, skip| {
                told.push(Begin { at: 7 + at, skip });
                true
            });
            prop_assert_eq!(quick, told);
        }

        #[test]
        fn a_part_of_the_rows_is_what_all_of_them_would_show(
            text in "(?s)([a-z ]{0,30}|[\n\r\t日本 \u{202e}\u{301}é👩‍👩‍👧]|.){0,12}",
            width in 1usize..24,
            first in 0usize..12,
            count in 0usize..6,
        ) {
            let all = usual(&text, width);
            let laid = LongText::new(text.clone(), width, Strange::default());
            prop_assert_eq!(laid.rows(), all.len());
            let expected: Vec<_> = all.into_iter().skip(first).take(count).map(|line| line.to_string()).collect();
            let shown: Vec<_> = rows(&text, width, first, count).iter().map(ToString::to_string).collect();
            prop_assert_eq!(shown, expected);
        }

        #[test]
        fn a_place_stands_in_the_row_that_shows_it(text in "[a-z \n]{1,80}", width in 2usize..20, at in 0usize..80) {
            let at = at.min(text.len() - 1);
            let expected = text::row_of(&[Piece::new(text.as_str(), Style::new())], at, width, 0);
            // A blank at which a row breaks shows in none.
            if !text[at..].starts_with([' ', '\n']) {
                prop_assert_eq!(LongText::new(text.clone(), width, Strange::default()).row_of(at), expected);
            }
        }
    }
}
