//! Brackets that a removal would leave without their other half, or with nothing between them.
//!
//! Braces and square brackets are balanced within what remains of a paragraph. Parentheses are prose: only those right
//! next to a removal count.

use super::super::marks::Code;
use super::super::{Span, payload};
use super::TreatedSpan;
use crate::work;

/// The kinds of brackets.
const KINDS: [(char, char); 3] = [('{', '}'), ('[', ']'), ('(', ')')];
/// Indexes of [`KINDS`].
const SQUARE: usize = 1;
const ROUND: usize = 2;

/// The most bytes from an opening bracket to the end of its first key.
const WINDOW: usize = 66;

/// Whether a remaining bracket is a leftover of removed data: one without its other half, or a pair that becomes empty.
/// `code` must be in order; brackets within code do not count.
pub(super) fn are_left(text: &str, treated: &[TreatedSpan], code: &[Code]) -> bool {
    let mut balance = BracketBalance { text, ..BracketBalance::default() };
    let mut at = 0;
    for place in treated {
        if balance.read(Span::new(at, place.span.start.max(at)), code) || (place.removed && balance.remove(place)) {
            return true;
        }
        balance.words += usize::from(!place.removed);
        at = at.max(place.span.end);
    }
    balance.read(Span::new(at, text.len()), code) || balance.is_torn()
}

/// The beginning of a text up to the first bracket or line end; all of it if there is none.
fn before_bracket_or_line_end(text: &str) -> &str {
    let ends = |byte| matches!(byte, b'{' | b'}' | b'[' | b']' | b'(' | b')' | b'\n');
    text.bytes().position(ends).and_then(|end| text.get(..end)).unwrap_or(text)
}

/// An opening bracket without its other half so far.
#[derive(Clone, Copy)]
struct OpenBracket {
    /// The number of words, signs and removals before it.
    words: usize,
    signs: usize,
    removals: usize,
    /// Whether only signs separate it from a removal, or it begins an object.
    is_data: bool,
}

/// The state of reading a paragraph.
#[derive(Default)]
struct BracketBalance<'t> {
    text: &'t str,
    /// The open brackets of each kind.
    open: [Vec<OpenBracket>; 3],
    /// The amount read: stretches with words, and these with all other signs. Only whether it grew matters.
    words: usize,
    signs: usize,
    /// The number of removals of data, and the amount read before the last one.
    removals: usize,
    last: Option<(usize, usize)>,
    /// Whether the last removal was the value of a member, or an item after a comma.
    is_value: bool,
    /// The last sign that was read; `None` before the first.
    before: Option<char>,
    /// The amount read before a closing bracket without an opening one.
    closed: Option<usize>,
    /// Whether an empty line was read: it ends the paragraph unless a removal next to it continues.
    is_ending: bool,
}

impl BracketBalance<'_> {
    /// Reads the text between two places; returns whether a bracket in it is left over.
    fn read(&mut self, span: Span, code: &[Code]) -> bool {
        let Some(piece) = self.text.get(span.start..span.end) else { return false };
        work::count(piece.len());
        let first = code.partition_point(|code| code.span.start < span.start);
        let within = |code: &&Code| code.span.end <= span.end;
        let content_start = span.start + piece.len() - payload::skip_blank(piece).len();
        let is_own = |code: &&Code| code.is_fence || (code.span.start > content_start && code.span.end < span.end);
        let mut code = code.get(first..).unwrap_or_default().iter().take_while(within).filter(is_own).peekable();
        let mut lines = 0;
        let mut at = span.start;
        while at < span.end {
            let end = code.peek().map_or(span.end, |code| code.span.start.max(at));
            let prose = before_bracket_or_line_end(self.text.get(at..end).unwrap_or_default());
            if let Some(first) = prose.trim_start().chars().next() {
                lines = 0;
                if self.goes_on_with(first) {
                    return true;
                }
                self.prose(prose.trim());
            }
            at += prose.len();
            match self.text.get(at..end).and_then(|rest| rest.chars().next()) {
                Some('\n') => {
                    lines += 1;
                    self.is_ending |= lines > 1;
                    at += 1;
                }
                Some(bracket) => {
                    lines = 0;
                    if self.goes_on_with(bracket) || self.bracket(bracket, at) {
                        return true;
                    }
                    at += bracket.len_utf8();
                }
                None => {
                    let Some(code) = code.next() else { break };
                    self.sign(true);
                    lines = 0;
                    at = at.max(code.span.end);
                }
            }
        }
        false
    }

    /// Ends the paragraph if an empty line came before this sign; returns whether something in it is left over.
    fn goes_on_with(&mut self, sign: char) -> bool {
        std::mem::take(&mut self.is_ending)
            && !(self.is_adjacent(self.signs) && sign.is_ascii_punctuation())
            && self.ends_paragraph()
    }

    /// Reads words and signs without brackets.
    fn prose(&mut self, prose: &str) {
        self.sign(prose.contains(|c: char| !c.is_whitespace() && !c.is_ascii_punctuation()));
        self.before = prose.chars().next_back();
    }

    /// Reads a bracket; returns whether it is left over.
    fn bracket(&mut self, c: char, at: usize) -> bool {
        let opens = KINDS.iter().position(|(open, _)| *open == c);
        let closes = KINDS.iter().position(|(_, close)| *close == c);
        let kind = opens.or(closes).filter(|_| !self.is_sign_of_prose(c, at));
        let is_left = kind.is_some_and(|kind| self.bracket_of(kind, opens.is_some(), at));
        self.sign(false);
        self.before = Some(c);
        is_left
    }

    fn bracket_of(&mut self, kind: usize, opens: bool, at: usize) -> bool {
        if !opens {
            return self.close(kind);
        }
        let is_data = kind != ROUND && (self.is_data_adjacent() || self.begins_object(at));
        let opened = OpenBracket { words: self.words, signs: self.signs, removals: self.removals, is_data };
        self.open.get_mut(kind).into_iter().for_each(|open| open.push(opened));
        false
    }

    fn close(&mut self, kind: usize) -> bool {
        let mut pop = |kind: usize| self.open.get_mut(kind).and_then(Vec::pop);
        if let Some(opened) = pop(kind) {
            let is_member = kind != ROUND && self.is_adjacent(self.signs) && self.is_value;
            return opened.removals < self.removals && (opened.words == self.words || is_member);
        }
        // A half-open interval: (0, 1].
        if kind == SQUARE && pop(ROUND).is_some() {
            return false;
        }
        if kind == ROUND {
            return self.is_adjacent(self.signs);
        }
        self.closed = Some(self.words);
        self.removals > 0
    }

    /// Handles a removal; returns whether a bracket right before it is left over.
    fn remove(&mut self, place: &TreatedSpan) -> bool {
        if place.payload.is_none() {
            return false;
        }
        let (words, signs) = (self.words, self.signs);
        let is_near = |kind: usize, opened: &OpenBracket| match kind {
            ROUND => opened.signs + 1 == signs,
            _ => opened.words == words,
        };
        let is_open_nearby =
            self.open.iter().enumerate().any(|(kind, open)| open.last().is_some_and(|last| is_near(kind, last)));
        if std::mem::take(&mut self.is_ending)
            && !is_open_nearby
            && self.closed != Some(words)
            && !self.is_adjacent(signs)
            && self.ends_paragraph()
        {
            return true;
        }
        for (kind, open) in self.open.iter_mut().enumerate() {
            for opened in open.iter_mut().rev().take_while(|opened| is_near(kind, opened) && !opened.is_data) {
                opened.is_data = true;
            }
        }
        self.is_value =
            if self.is_adjacent(signs) { self.is_value } else { matches!(self.before, Some(':' | ',' | '=')) };
        self.removals += 1;
        // A replacement fills the brackets around the removal.
        self.words += usize::from(place.replaced);
        self.last = Some((self.words, self.signs));
        self.closed == Some(words)
    }

    fn sign(&mut self, is_word: bool) {
        self.signs += 1;
        self.words += usize::from(is_word);
    }

    /// Whether only white space comes between the last removal and the sign after `signs`.
    fn is_adjacent(&self, signs: usize) -> bool {
        self.last.is_some_and(|(_, last)| last == signs)
    }

    /// Whether only signs come between the last removal and here.
    fn is_data_adjacent(&self) -> bool {
        self.last.is_some_and(|(last, _)| last == self.words)
    }

    /// Whether a bracket is part of an emoticon, or is quoted by itself.
    fn is_sign_of_prose(&self, c: char, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        let face = before.strip_suffix('-').unwrap_or(before).strip_suffix([':', ';', '=']);
        if face.is_some_and(|before| before.chars().next_back().is_none_or(char::is_whitespace)) {
            return true;
        }
        let quote = before.chars().next_back().filter(|c| matches!(c, '"' | '\'' | '`'));
        let after = self.text.get(at + c.len_utf8()..).unwrap_or_default();
        quote.is_some_and(|quote| after.starts_with(quote)) && !self.is_data_adjacent()
    }

    /// Whether an object or a list of objects begins at a bracket, by its first key.
    fn begins_object(&self, at: usize) -> bool {
        let end = (at..=self.text.len().min(at + WINDOW)).rev().find(|end| self.text.is_char_boundary(*end));
        let window = self.text.get(at..end.unwrap_or(at)).unwrap_or_default();
        let Some((_, inner)) = window.split_once('{') else { return false };
        let is_list = window.starts_with('[') && window[1..].trim_start().starts_with('{');
        let inner = inner.trim_start();
        let word = inner.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let has_key =
            inner.starts_with(['"', '\'']) || (word.len() < inner.len() && word.trim_start().starts_with(':'));
        (window.starts_with('{') || is_list) && has_key
    }

    /// Whether data was removed while one of its brackets is still open.
    fn is_torn(&self) -> bool {
        self.removals > 0 && self.open.iter().flatten().any(|opened| opened.is_data)
    }

    /// Ends a paragraph; returns whether something in it is left over.
    fn ends_paragraph(&mut self) -> bool {
        let is_torn = self.is_torn();
        self.open.iter_mut().for_each(Vec::clear);
        (self.removals, self.last, self.closed) = (0, None, None);
        is_torn
    }
}
