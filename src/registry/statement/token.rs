//! The words and marks of a sentence, as phrases see them.

use std::borrow::Cow;
use std::ops::Range;

use crate::work;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A word or a number, in small letters.
    Word,
    /// Something in the place of words that says nothing by itself: code, a quotation, a remark in brackets.
    Thing,
    /// A mark between clauses: comma, colon, dash, bracket, picture.
    Pause,
    /// A mark that ends a sentence.
    End,
}

/// A word or a mark with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// What it is.
    pub kind: TokenKind,
    /// The word in small letters, with straight apostrophes; a mark as it is.
    pub text: Cow<'t, str>,
    /// Its bytes in the text.
    pub span: Range<usize>,
}

impl Token<'_> {
    /// Whether it is this word.
    #[must_use]
    pub fn is(&self, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text == word
    }

    /// Whether clauses begin after it.
    #[must_use]
    pub fn is_mark(&self) -> bool {
        matches!(self.kind, TokenKind::Pause | TokenKind::End)
    }
}

/// The tokens of a range of `text`; each of `things`, which are in order, is one [`TokenKind::Thing`].
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

fn read<'t>(text: &'t str, range: Range<usize>, found: &mut Vec<Token<'t>>) {
    work::count(range.len());
    let mut at = range.start;
    while let Some(rest) = text.get(at..range.end).filter(|rest| !rest.is_empty()) {
        let length = word_length(rest);
        if length > 0 {
            let span = at..at + length;
            let word = text.get(span.clone()).unwrap_or_default();
            found.push(Token { kind: TokenKind::Word, text: folded(word), span });
            at += length;
            continue;
        }
        let mark = rest.chars().next().map_or(1, char::len_utf8);
        if let Some(kind) = rest.chars().next().and_then(mark_kind) {
            let span = at..at + mark;
            found.push(Token { kind, text: Cow::Borrowed(rest.get(..mark).unwrap_or_default()), span });
        }
        at += mark;
    }
}

/// How many bytes the word at the beginning of `rest` has; a mark between letters or digits belongs to it.
fn word_length(rest: &str) -> usize {
    let mut end = 0;
    loop {
        let after = rest.get(end..).unwrap_or_default();
        end += after.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let Some(next) = rest.get(end..).and_then(|after| after.chars().next()) else { return end };
        if !next.is_alphanumeric() && !binds(rest, end, next) {
            return end;
        }
        end += next.len_utf8();
    }
}

/// Whether a mark at a byte of `rest` belongs to the word that ends there.
fn binds(rest: &str, at: usize, mark: char) -> bool {
    if at == 0 || !matches!(mark, '\'' | '’' | '-' | '–' | '.' | ':' | '/' | '@' | '_' | ',') {
        return false;
    }
    let (word, after) = rest.split_at_checked(at).unwrap_or_default();
    let goes_on = after.chars().nth(1).is_some_and(char::is_alphanumeric);
    match mark {
        // A comma binds only digits, a colon too: `1,200`, `9:30`.
        ',' | ':' => goes_on && word.ends_with(|last: char| last.is_ascii_digit()),
        '.' => goes_on && !lacks_blank(word, after),
        _ => goes_on,
    }
}

/// Whether a point between two words ends a sentence, and only the blank after it is missing: "It is made.Have fun!". `rest`
/// begins with the point. Names are no such words: "Node.js", "console.Log".
#[must_use]
pub fn lacks_blank(word: &str, rest: &str) -> bool {
    const SHORTEST: usize = 3;
    let mut after = rest.chars().skip(1);
    let is_capitalised = after.next().is_some_and(char::is_uppercase) && after.next().is_some_and(char::is_lowercase);
    is_capitalised && word.chars().count() >= SHORTEST && word.chars().all(char::is_lowercase)
}

fn folded(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(word.to_lowercase().replace('’', "'"))
}

/// Blanks and the marks of emphasis say nothing.
fn mark_kind(mark: char) -> Option<TokenKind> {
    match mark {
        '.' | '!' | '?' | '…' | '。' | '！' | '？' => Some(TokenKind::End),
        '$' | '€' | '£' | '¥' | '%' | '*' | '_' | '#' | '~' | '\'' | '’' | '`' | '/' | '\\' | '\u{fe0f}'
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
