//! Looks at a text by byte offsets. Nothing is consumed, and no offset panics.

use crate::work;

/// The most bytes that are looked ahead for one key or one word; of a longer one it stays unknown what it is.
pub(super) const WINDOW: usize = 128;

/// The full-width form of the brace that opens an object.
pub(super) const FULL_WIDTH_BRACE: char = '｛';

/// The first byte of full-width punctuation.
const FULL_WIDTH: u8 = 0xef;

/// Quotation marks as HTML entities.
const ENTITIES: [(&str, Quote); 5] = [
    ("&quot;", Quote::Html),
    ("&#34;", Quote::Html),
    ("&#39;", Quote::HtmlSingle),
    ("&#x27;", Quote::HtmlSingle),
    ("&apos;", Quote::HtmlSingle),
];

/// Quotation marks as tokens of a model's template, and as gateways damage them.
const QUOTE_TOKENS: [&str; 6] = ["<escape>", "<|\"|>", "<|\\\"|>", "<|\\\">", "<|\">", "<\u{ff5c}\"\u{ff5c}>"];

/// A text that is read by byte offsets.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    /// Whether the whole payload was escaped: a backslash and an `n` between two tokens are a line break.
    escaped: bool,
    /// Whether each quotation mark of the payload is doubled.
    doubled: bool,
    /// Whether the punctuation of the payload is full-width: `，` for a comma.
    full_width: bool,
}

/// The marks that may enclose a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quote {
    Double,
    Single,
    Backtick,
    SmartDouble,
    SmartSingle,
    /// A double quote after a backslash, in a payload that was escaped as a whole.
    Escaped,
    /// Two double quotes, as in the cells of a CSV file.
    Doubled,
    /// `&quot;`
    Html,
    /// `&#39;` or `&#x27;`
    HtmlSingle,
    /// `<|"|>`: a quote as a token of some models.
    Token,
}

impl Quote {
    /// Whether a string opened by this mark may be closed by `other`. Models close a typographic quote with a straight
    /// one. The other way round the strict reading holds: “ is an ordinary character between straight quotes.
    pub(super) fn may_close_with(self, other: Self) -> bool {
        self == other || matches!((self, other), (Self::SmartDouble, Self::Double) | (Self::SmartSingle, Self::Single))
    }

    /// Whether the mark is an HTML entity.
    pub(super) fn is_html(self) -> bool {
        matches!(self, Self::Html | Self::HtmlSingle)
    }

    /// Whether the mark is also an apostrophe.
    pub(super) fn is_apostrophe(self) -> bool {
        matches!(self, Self::Single | Self::SmartSingle | Self::HtmlSingle)
    }
}

/// The result of a bounded look-ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LookAhead {
    Yes,
    No,
    /// The window ended before the answer was known.
    Unknown,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, escaped: false, doubled: false, full_width: false }
    }

    /// The same text, read as escaped as a whole.
    pub(super) fn escaped(self) -> Self {
        Self { escaped: true, ..self }
    }

    /// The same text, read with doubled quotation marks.
    pub(super) fn doubled(self) -> Self {
        Self { doubled: true, ..self }
    }

    /// The same text, read with full-width punctuation.
    pub(super) fn full_width(self) -> Self {
        Self { full_width: true, ..self }
    }

    /// The length of the text.
    pub(super) fn end(self) -> usize {
        self.text.len()
    }

    /// The length of the text without white space at its end.
    pub(super) fn trimmed_end(self) -> usize {
        work::trim_end_by(self.text, char::is_whitespace).len()
    }

    /// The byte at `at`; for full-width punctuation, the ASCII byte that it means.
    pub(super) fn byte(self, at: usize) -> Option<u8> {
        work::count(1);
        let byte = self.text.as_bytes().get(at).copied()?;
        if byte == FULL_WIDTH && self.full_width { self.full_width_sign(at).or(Some(byte)) } else { Some(byte) }
    }

    /// The ASCII punctuation whose full-width form is at `at`.
    pub(super) fn full_width_sign(self, at: usize) -> Option<u8> {
        let signs = [("，", b','), ("：", b':'), ("｛", b'{'), ("｝", b'}'), ("［", b'['), ("］", b']')];
        signs.iter().find(|(sign, _)| self.starts_with(at, sign)).map(|&(_, byte)| byte)
    }

    /// The end of the punctuation at `at`.
    pub(super) fn past_sign(self, at: usize) -> usize {
        if self.full_width && self.full_width_sign(at).is_some() { at + 3 } else { at + 1 }
    }

    pub(super) fn slice(self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// The text from `at` on.
    pub(super) fn rest(self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    /// At most `length` bytes from `at` on, up to a character boundary.
    pub(super) fn window(self, at: usize, length: usize) -> &'t str {
        let rest = self.rest(at);
        let end = (0..=length.min(rest.len())).rev().find(|&end| rest.is_char_boundary(end));
        rest.get(..end.unwrap_or(0)).unwrap_or_default()
    }

    /// At most `length` bytes that end at `at`, from a character boundary on.
    pub(super) fn window_before(self, at: usize, length: usize) -> &'t str {
        let before = self.slice(0, at);
        let start = (before.len().saturating_sub(length)..=before.len()).find(|&start| before.is_char_boundary(start));
        before.get(start.unwrap_or(before.len())..).unwrap_or_default()
    }

    /// The part of the line before `at`, if it has at most `length` bytes.
    pub(super) fn line_before(self, at: usize, length: usize) -> Option<&'t str> {
        let window = self.window_before(at, length + 1);
        match window.rsplit_once('\n') {
            Some((_, line)) => Some(line),
            None => (window.len() == at).then_some(window),
        }
    }

    /// Whether only white space comes between `at` and the end of its line.
    pub(super) fn line_after(self, at: usize) -> bool {
        matches!(self.byte(self.past_line_space(at)), None | Some(b'\n' | b'\r'))
    }

    /// The next brace, or bracket followed by a brace, from `at` on. A brace around a code block opens no object.
    pub(super) fn next_opener(self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let next =
            memchr::memchr3_iter(b'{', b'[', FULL_WIDTH, bytes.get(at..)?).map(|offset| at + offset).find(|&found| {
                match bytes[found] {
                    b'{' => !self.starts_with(found + 1, "```"),
                    b'[' => self.byte(self.past_space(found + 1)) == Some(b'{'),
                    _ => self.char_at(found) == Some(FULL_WIDTH_BRACE),
                }
            });
        work::count(next.unwrap_or(self.end()) - at);
        next
    }

    /// The next occurrence of `needle` from `at` on.
    pub(super) fn find(self, at: usize, needle: &str) -> Option<usize> {
        let found = self.rest(at).find(needle).map(|offset| at + offset);
        work::count(found.unwrap_or(self.end()).saturating_sub(at));
        found
    }

    /// Whether only the ending of a plural is at `at`, as after the brace of `{name}s`.
    pub(super) fn has_plural_ending(self, at: usize) -> bool {
        self.byte(at) == Some(b's') && !self.char_at(at + 1).is_some_and(char::is_alphanumeric)
    }

    pub(super) fn starts_with(self, at: usize, prefix: &str) -> bool {
        self.text.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(prefix.as_bytes()))
    }

    pub(super) fn char_at(self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    /// The character that ends at `at`.
    pub(super) fn char_before(self, at: usize) -> Option<char> {
        self.text.get(..at)?.chars().next_back()
    }

    /// The width of the white space character at `at`, zero-width ones and byte order marks included, or 0.
    pub(super) fn space_width(self, at: usize) -> usize {
        match self.byte(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) => 1,
            Some(b'\\') if self.escaped => self.escaped_space_width(at),
            Some(0x80..) => self.char_at(at).filter(|&character| is_space(character)).map_or(0, char::len_utf8),
            _ => 0,
        }
    }

    /// The width of an escaped line break or tab at `at`, or 0. Before a letter it is rather a path or a formula.
    pub(super) fn escaped_space_width(self, at: usize) -> usize {
        let escape = self.byte(at) == Some(b'\\') && matches!(self.byte(at + 1), Some(b'n' | b'r' | b't'));
        let letter = self.byte(at + 2).is_some_and(|byte| byte.is_ascii_alphabetic());
        if escape && !letter { 2 } else { 0 }
    }

    /// The first offset from `at` on without white space.
    pub(super) fn past_space(self, mut at: usize) -> usize {
        loop {
            match self.space_width(at) {
                0 => return at,
                width => at += width,
            }
        }
    }

    /// Like [`past_space`](Self::past_space), but within the line.
    pub(super) fn past_line_space(self, mut at: usize) -> usize {
        while !matches!(self.byte(at), Some(b'\n' | b'\r')) {
            match self.space_width(at) {
                0 => break,
                width => at += width,
            }
        }
        at
    }

    /// The quotation mark at `at`, and its width.
    pub(super) fn quote_at(self, at: usize) -> Option<(Quote, usize)> {
        match self.byte(at)? {
            b'"' if self.doubled => (self.byte(at + 1) == Some(b'"')).then_some((Quote::Doubled, 2)),
            b'"' => Some((Quote::Double, 1)),
            b'\'' => Some((Quote::Single, 1)),
            b'`' => Some((Quote::Backtick, 1)),
            b'\\' if self.byte(at + 1) == Some(b'"') => Some((Quote::Escaped, 2)),
            b'&' => ENTITIES
                .iter()
                .find(|(entity, _)| self.starts_with(at, entity))
                .map(|&(entity, quote)| (quote, entity.len())),
            b'<' => {
                QUOTE_TOKENS.iter().find(|token| self.starts_with(at, token)).map(|token| (Quote::Token, token.len()))
            }
            // An acute accent closes what a grave one opens.
            0xc2 if self.char_at(at) == Some('\u{b4}') => Some((Quote::Backtick, 2)),
            0xe2 => match self.char_at(at)? {
                '\u{201c}'..='\u{201f}' => Some((Quote::SmartDouble, 3)),
                '\u{2018}'..='\u{201b}' => Some((Quote::SmartSingle, 3)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a string opens at `at` whose single quote is doubled like the payload's other marks.
    pub(super) fn opens_doubled_single(self, at: usize) -> bool {
        self.doubled
            && self.starts_with(at, "''")
            && !matches!(self.byte(self.past_space(at + 2)), None | Some(b',' | b'}' | b']'))
    }

    /// Whether a comment starts at `at`. A hash sign needs a space after it, because `#5` is a value.
    pub(super) fn comment_at(self, at: usize) -> bool {
        match self.byte(at) {
            Some(b'/') => matches!(self.byte(at + 1), Some(b'/' | b'*')),
            Some(b'#') => matches!(self.byte(at + 1), Some(b' ' | b'\t' | b'#')),
            _ => false,
        }
    }

    /// The end of the comment at `at`: of its line, at `*/`, or else of the text.
    pub(super) fn past_comment(self, at: usize) -> usize {
        if self.byte(at + 1) == Some(b'*') {
            return self.find(at + 2, "*/").map_or(self.end(), |found| found + 2);
        }
        let line = self.rest(at).find(['\n', '\r']);
        work::found(self.rest(at), line).map_or(self.end(), |length| at + length + 1)
    }

    /// The width of the dots at `at` that stand for something left out.
    pub(super) fn ellipsis_width(self, at: usize) -> Option<usize> {
        ["...", "…"].into_iter().find(|dots| self.starts_with(at, dots)).map(str::len)
    }

    /// Whether something that closes a wrapper comes after `at`: a tag, a token, a fence.
    pub(super) fn wrapper_ends(self, at: usize) -> bool {
        let next = self.past_space(at);
        ["</", "<|", "<\u{ff5c}", "[/", "```"].iter().any(|closer| self.starts_with(next, closer))
    }

    /// The end of the word at `at`, as far as the window goes: up to white space, a comma or a closing bracket.
    pub(super) fn word_end(self, at: usize) -> usize {
        let mut end = at;
        while end - at < WINDOW
            && !matches!(self.byte(end), None | Some(b',' | b'}' | b']'))
            && self.space_width(end) == 0
        {
            end += self.char_at(end).map_or(1, char::len_utf8);
        }
        end
    }

    /// Whether the white space from `start` to `end` holds a blank line.
    pub(super) fn blank_line(self, start: usize, end: usize) -> bool {
        work::count(end.saturating_sub(start));
        self.slice(start, end).matches('\n').nth(1).is_some()
    }
}

/// White space, and what is as invisible.
pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// A text without leading white space, byte order marks and zero-width spaces.
#[must_use]
pub fn skip_blank(text: &str) -> &str {
    work::trim_start_by(text, is_space)
}
