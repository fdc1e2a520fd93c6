//! Splits sentences into words and marks, which phrases match.

use std::borrow::Cow;
use std::ops::Range;

use crate::work;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A word or a number, in lower case.
    Word,
    /// An opaque part of a sentence: code, a quotation, a remark in brackets.
    Thing,
    /// A mark between clauses: comma, colon, dash, bracket, emoji.
    Pause,
    /// A mark that ends a sentence.
    End,
}

/// A word or a mark with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// Whether it is a word, a mark, or an opaque part.
    pub kind: TokenKind,
    /// The word in lower case with straight apostrophes; a mark unchanged.
    pub text: Cow<'t, str>,
    /// Its byte range in the text.
    pub span: Range<usize>,
}

impl Token<'_> {
    /// Whether it is a given word.
    #[must_use]
    pub fn is(&self, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text == word
    }

    /// Whether a clause may begin after it.
    #[must_use]
    pub fn is_mark(&self) -> bool {
        matches!(self.kind, TokenKind::Pause | TokenKind::End)
    }

    /// Whether it is a colon.
    #[must_use]
    pub fn is_colon(&self) -> bool {
        matches!(self.text.as_ref(), ":" | "：")
    }

    /// Whether it is a question mark.
    #[must_use]
    pub fn is_question_mark(&self) -> bool {
        matches!(self.text.as_ref(), "?" | "？")
    }
}

/// The tokens of a range of `text`. Each range of `things`, in ascending order, becomes one [`TokenKind::Thing`].
#[must_use]
pub fn tokens<'t>(text: &'t str, range: Range<usize>, things: &[Range<usize>]) -> Vec<Token<'t>> {
    let mut found = Vec::new();
    let mut at = range.start;
    let first = things.partition_point(|thing| thing.end <= range.start);
    for thing in things.get(first..).unwrap_or_default() {
        if thing.start >= range.end {
            break;
        }
        read(text, at..thing.start.max(at), &mut found);
        let span = thing.start.max(at)..thing.end.min(range.end);
        at = span.end;
        let shown = text.get(span.clone()).unwrap_or_default();
        found.push(Token { kind: TokenKind::Thing, text: Cow::Borrowed(shown), span });
    }
    read(text, at..range.end, &mut found);
    found
}

/// The role of a byte in a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByteClass {
    /// A lower-case ASCII letter or a digit.
    Small,
    Capital,
    /// A mark that may join the letters around it into one word, or the first byte of a character beyond ASCII.
    Unclear,
    Other,
}

static CLASSES: [ByteClass; 256] = {
    let mut classes = [ByteClass::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        #[allow(clippy::cast_possible_truncation, reason = "below 256")]
        let letter = byte as u8;
        classes[byte] = match letter {
            b'a'..=b'z' | b'0'..=b'9' => ByteClass::Small,
            b'A'..=b'Z' => ByteClass::Capital,
            b'\'' | b'-' | b'.' | b':' | b'/' | b'@' | b'_' | b',' | 0x80.. => ByteClass::Unclear,
            _ => ByteClass::Other,
        };
        byte += 1;
    }
    classes
};

/// The fewest bytes of a word or a mark with its space in most texts, to reserve space for the tokens at once.
const BYTES_OF_WORD: usize = 4;

/// Which characters a word has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WordShape {
    /// Whether it has only lower-case ASCII letters, digits and marks.
    is_small: bool,
    /// Whether it has only ASCII letters and digits.
    is_plain: bool,
}

fn read<'t>(text: &'t str, range: Range<usize>, found: &mut Vec<Token<'t>>) {
    found.reserve(range.len() / BYTES_OF_WORD);
    visit_tokens(text, range, |kind, span, WordShape { is_small, .. }| {
        let shown = text.get(span.clone()).unwrap_or_default();
        let is_as_written = is_small || kind != TokenKind::Word;
        let text = if is_as_written { Cow::Borrowed(shown) } else { Cow::Owned(folded(shown)) };
        found.push(Token { kind, text, span });
    });
}

/// Visits the tokens of a range of `text` without keeping them: their kinds, their ranges, and whether they have only
/// ASCII letters and digits.
pub fn each_token(text: &str, range: Range<usize>, mut visit: impl FnMut(TokenKind, Range<usize>, bool)) {
    visit_tokens(text, range, |kind, span, shape| visit(kind, span, shape.is_plain));
}

#[inline]
fn visit_tokens(text: &str, range: Range<usize>, mut visit: impl FnMut(TokenKind, Range<usize>, WordShape)) {
    work::count(range.len());
    let text = text.get(..range.end).unwrap_or_default();
    let mut at = range.start;
    while let Some(byte) = text.as_bytes().get(at) {
        // A shortcut: most words are separated by a space.
        if *byte == b' ' {
            at += 1;
            continue;
        }
        let (end, shape) = word_end(text, at);
        if end > at {
            visit(TokenKind::Word, at..end, shape);
            at = end;
            continue;
        }
        let Some(mark) = text.get(at..).and_then(|rest| rest.chars().next()) else { return };
        let span = at..at + mark.len_utf8();
        at = span.end;
        if let Some(kind) = mark_kind(mark) {
            visit(kind, span, shape);
        }
    }
}

/// Returns where the word at a byte ends, and how it is written. A mark between letters or digits is part of the word.
fn word_end(text: &str, start: usize) -> (usize, WordShape) {
    let bytes = text.as_bytes();
    let class_at = |at: usize| bytes.get(at).map(|byte| CLASSES[usize::from(*byte)]);
    let mut end = start;
    let mut shape = WordShape { is_small: true, is_plain: true };
    loop {
        while class_at(end) == Some(ByteClass::Small) {
            end += 1;
        }
        match class_at(end) {
            Some(ByteClass::Capital) => {
                shape.is_small = false;
                end += 1;
            }
            Some(ByteClass::Unclear) => {
                let rest = text.get(start..).unwrap_or_default();
                let Some(next) = rest.get(end - start..).and_then(|after| after.chars().next()) else { break };
                if !next.is_alphanumeric() && !binds(rest, end - start, next) {
                    break;
                }
                shape.is_small &= next.is_ascii();
                shape.is_plain = false;
                end += next.len_utf8();
            }
            _ => break,
        }
    }
    (end, shape)
}

/// Whether the mark at offset `at` of `rest` continues a word.
fn binds(rest: &str, at: usize, mark: char) -> bool {
    if at == 0 || !matches!(mark, '\'' | '’' | '-' | '–' | '.' | ':' | '/' | '@' | '_' | ',') {
        return false;
    }
    let (word, after) = rest.split_at_checked(at).unwrap_or_default();
    let goes_on = after.chars().nth(1).is_some_and(char::is_alphanumeric);
    match mark {
        // A comma or a colon joins only digits: `1,200`, `9:30`.
        ',' | ':' => goes_on && word.ends_with(|last: char| last.is_ascii_digit()),
        '.' => goes_on && !lacks_blank(word, after),
        _ => goes_on,
    }
}

/// Whether a full stop between two words ends a sentence and only the space after it is missing: "It is made.Have
/// fun!". `rest` begins with the full stop. Names such as "Node.js" and "console.Log" do not count.
#[must_use]
pub fn lacks_blank(word: &str, rest: &str) -> bool {
    const SHORTEST: usize = 3;
    let mut after = rest.chars().skip(1);
    let is_capitalised = after.next().is_some_and(char::is_uppercase) && after.next().is_some_and(char::is_lowercase);
    is_capitalised && word.chars().count() >= SHORTEST && word.chars().all(char::is_lowercase)
}

/// The most bytes of a quotation between straight single marks.
const LONGEST_QUOTED: usize = 2_000;

/// Where a quotation ends that begins with the straight single mark at a byte: "titled 'Free today?'". `None` if the mark
/// is an apostrophe.
#[must_use]
pub fn single_quotation(text: &str, at: usize) -> Option<usize> {
    let (before, rest) = text.split_at_checked(at)?;
    let said = rest.strip_prefix('\'')?;
    let opens = said.trim_start_matches(['¿', '¡']).starts_with(char::is_alphanumeric);
    if !opens || !before.chars().next_back().is_none_or(char::is_whitespace) {
        return None;
    }
    let mut line = said.char_indices().take_while(|(place, letter)| *place <= LONGEST_QUOTED && *letter != '\n');
    let mut last = '\'';
    let end = line.find(|(place, letter)| {
        let before = std::mem::replace(&mut last, *letter);
        let is_within = || said.get(place + 1..).is_some_and(|after| after.starts_with(char::is_alphanumeric));
        *letter == '\'' && !before.is_whitespace() && !is_within()
    });
    end.map(|(place, _)| at + 1 + place + 1)
}

/// The word in lower case with straight apostrophes.
#[must_use]
pub fn folded(word: &str) -> String {
    if word.is_ascii() { word.to_ascii_lowercase() } else { word.to_lowercase().replace('’', "'") }
}

/// Blanks and marks of emphasis have no kind.
fn mark_kind(mark: char) -> Option<TokenKind> {
    match mark {
        '.' | '!' | '?' | '…' | '。' | '！' | '？' => Some(TokenKind::End),
        '$' | '€' | '£' | '¥' | '%' | '°' | '*' | '_' | '#' | '~' | '\'' | '’' | '`' | '/' | '\\' | '\u{fe0f}'
        | '\u{200d}' | '\u{200b}' | '\u{feff}' => None,
        mark if mark.is_whitespace() => None,
        _ => Some(TokenKind::Pause),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens_of(text: &str) -> Vec<(TokenKind, String)> {
        tokens(text, 0..text.len(), &[]).into_iter().map(|token| (token.kind, token.text.into_owned())).collect()
    }

    fn words(text: &str) -> Vec<String> {
        tokens_of(text).into_iter().filter(|(kind, _)| *kind == TokenKind::Word).map(|(_, text)| text).collect()
    }

    #[test]
    fn single_marks_quote_and_apostrophes_do_not() {
        let quoted = |text: &'static str| {
            let at = text.find('\'').unwrap();
            single_quotation(text, at).and_then(|end| text.get(at..end))
        };
        assert_eq!(quoted("titled 'Free today?' now"), Some("'Free today?'"));
        assert_eq!(quoted("'I've sent it,' he said"), Some("'I've sent it,'"));
        assert_eq!(quoted("asunto '¿Comemos hoy?'."), Some("'¿Comemos hoy?'"));
        for none in
            ["the users' accounts and the boss' room", "don't", "an open 'quote", "two 'lines\nend' here", "a ' b '"]
        {
            assert_eq!(quoted(none), None, "{none}");
        }
        let long = format!("'{}'", "ab".repeat(LONGEST_QUOTED));
        assert_eq!(single_quotation(&long, 0), None);
    }

    #[test]
    fn words_are_small_and_marks_inside_them_belong_to_them() {
        assert_eq!(words("**I’ve** SET it"), ["i've", "set", "it"]);
        assert_eq!(
            words("at 9:30 p.m. for 1,200 to a@b.example, to-do ok:done"),
            ["at", "9:30", "p.m", "for", "1,200", "to", "a@b.example", "to-do", "ok", "done"]
        );
        assert_eq!(words("Já ÄRGER"), ["já", "ärger"]);
    }

    #[test]
    fn a_sentence_ends_where_only_the_blank_is_missing() {
        assert_eq!(words("It is made.Have fun"), ["it", "is", "made", "have", "fun"]);
        assert_eq!(
            words("Node.Js on a.B.example, tables.json, my.API"),
            ["node.js", "on", "a.b.example", "tables.json", "my.api"]
        );
    }

    #[test]
    fn marks_are_told_apart() {
        use TokenKind::{End, Pause, Word};
        let kinds: Vec<_> = tokens_of("✅ Done! (ok)").into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(kinds, [Pause, Word, End, Pause, Word, Pause]);
    }

    #[test]
    fn things_are_one_token_each() {
        let text = "set `a b` now";
        let code = 4..9;
        let found = tokens(text, 0..text.len(), std::slice::from_ref(&code));
        let kinds: Vec<_> = found.iter().map(|token| token.kind).collect();
        assert_eq!(kinds, [TokenKind::Word, TokenKind::Thing, TokenKind::Word]);
        assert_eq!(found.last().unwrap().span, 10..13);
    }
}
