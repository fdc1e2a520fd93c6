//! Looking at a text by byte offsets. Everything here only looks; nothing is consumed, and no offset can panic.

/// How far the look-ahead follows one key or one word. Longer ones are not known to be one.
const WINDOW: usize = 128;

/// Quotation marks as HTML entities.
const ENTITIES: [(&str, Quote); 5] = [
    ("&quot;", Quote::Html),
    ("&#34;", Quote::Html),
    ("&#39;", Quote::HtmlSingle),
    ("&#x27;", Quote::HtmlSingle),
    ("&apos;", Quote::HtmlSingle),
];

/// Quotation marks as tokens of a model's template, and as gateways damage them.
const QUOTE_TOKENS: [&str; 5] = ["<|\"|>", "<|\\\"|>", "<|\\\">", "<|\">", "<\u{ff5c}\"\u{ff5c}>"];

/// A text, looked at by byte offsets.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    /// Whether the payload was escaped as a whole, so that a backslash and an `n` between two tokens are a line break.
    escaped: bool,
}

/// The marks that can enclose a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quote {
    Double,
    Single,
    Backtick,
    SmartDouble,
    SmartSingle,
    /// A double quote with a backslash in front, in a payload that was escaped as a whole.
    Escaped,
    /// `&quot;`
    Html,
    /// `&#39;` or `&#x27;`
    HtmlSingle,
    /// `<|"|>`: the token by which some models write a quote.
    Token,
}

impl Quote {
    /// Whether a string that this mark opened may be closed by `other`. Models close a typographic quote with a straight
    /// one; the other way round the strict reading holds: “ is an ordinary character between straight quotes.
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

/// What a bounded look-ahead found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    Yes,
    No,
    /// The window ended first.
    Unknown,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, escaped: false }
    }

    /// The same text, as one that was escaped as a whole.
    pub(super) fn escaped(self) -> Self {
        Self { escaped: true, ..self }
    }

    /// Where the text ends.
    pub(super) fn end(self) -> usize {
        self.text.len()
    }

    /// Where the text ends without the white space at its end.
    pub(super) fn trimmed_end(self) -> usize {
        self.text.trim_end().len()
    }

    pub(super) fn byte(self, at: usize) -> Option<u8> {
        visited(1);
        self.text.as_bytes().get(at).copied()
    }

    pub(super) fn slice(self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// What stands from `at` on.
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

    /// The part of its line before `at`, if it is no longer than `length` bytes.
    pub(super) fn line_before(self, at: usize, length: usize) -> Option<&'t str> {
        let window = self.window_before(at, length + 1);
        match window.rsplit_once('\n') {
            Some((_, line)) => Some(line),
            None => (window.len() == at).then_some(window),
        }
    }

    /// Whether nothing but blanks stands between `at` and the end of its line.
    pub(super) fn line_after(self, at: usize) -> bool {
        matches!(self.byte(self.past_line_space(at)), None | Some(b'\n' | b'\r'))
    }

    /// The next brace, or bracket with a brace behind it, from `at` on.
    pub(super) fn next_opener(self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let next = memchr::memchr2_iter(b'{', b'[', bytes.get(at..)?)
            .map(|offset| at + offset)
            .find(|&found| bytes[found] == b'{' || self.byte(self.past_space(found + 1)) == Some(b'{'));
        visited(next.unwrap_or(self.end()) - at);
        next
    }

    /// Where `needle` stands next, from `at` on.
    pub(super) fn find(self, at: usize, needle: &str) -> Option<usize> {
        let found = self.rest(at).find(needle).map(|offset| at + offset);
        visited(found.unwrap_or(self.end()).saturating_sub(at));
        found
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

    /// The first offset from `at` on that holds no white space.
    pub(super) fn past_space(self, mut at: usize) -> usize {
        loop {
            match self.space_width(at) {
                0 => return at,
                width => at += width,
            }
        }
    }

    /// As [`past_space`](Self::past_space), but no further than the end of the line.
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
            0xe2 => match self.char_at(at)? {
                '\u{201c}'..='\u{201f}' => Some((Quote::SmartDouble, 3)),
                '\u{2018}'..='\u{201b}' => Some((Quote::SmartSingle, 3)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The end of the identifier at `at`, or None where none stands there. Models write keys with dashes and dots in
    /// them, too.
    pub(super) fn identifier_end(self, at: usize) -> Option<usize> {
        let mut end = at;
        while let Some(byte) = self.byte(end) {
            let width = match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' => 1,
                b'@' if end == at => 1,
                b'-' | b'.' if end > at => 1,
                0x80.. => match self.char_at(end) {
                    Some(character) if is_word(character) => character.len_utf8(),
                    _ => break,
                },
                _ => break,
            };
            end += width;
            if end - at > WINDOW {
                return None;
            }
        }
        (end > at).then_some(end)
    }

    /// The width of what stands between a key and its value, or None. `::` is a path, `://` an address, `:=` an assignment.
    pub(super) fn separator_width(self, at: usize) -> Option<usize> {
        match (self.byte(at)?, self.byte(at + 1)) {
            (b':', Some(b':' | b'=')) => None,
            (b':', Some(b'/')) if self.byte(at + 2) == Some(b'/') => None,
            (b':', _) => Some(1),
            (b'=', Some(b'>')) => Some(2),
            _ => None,
        }
    }

    /// Whether a comment starts at `at`. A hash sign needs a blank after it, for `#5` is a value.
    pub(super) fn comment_at(self, at: usize) -> bool {
        match self.byte(at) {
            Some(b'/') => matches!(self.byte(at + 1), Some(b'/' | b'*')),
            Some(b'#') => matches!(self.byte(at + 1), Some(b' ' | b'\t' | b'#')),
            _ => false,
        }
    }

    /// Where the comment at `at` ends: with its line, or with `*/`; with the text where that is missing.
    pub(super) fn past_comment(self, at: usize) -> usize {
        let block = self.byte(at + 1) == Some(b'*');
        let closer = if block { "*/" } else { "\n" };
        let start = if block { at + 2 } else { at };
        self.find(start, closer).map_or(self.end(), |found| found + closer.len())
    }

    /// The width of the dots at `at` that stand for something left out.
    pub(super) fn ellipsis_width(self, at: usize) -> Option<usize> {
        ["...", "…"].into_iter().find(|dots| self.starts_with(at, dots)).map(str::len)
    }

    /// Whether a quoted key with its colon stands at the quote at `at`.
    ///
    /// The look-ahead stops at the first mark that could close the key, so it is longer than the distance between two
    /// marks of one kind only a fixed number of times in each window: it stays linear.
    pub(super) fn quoted_key(self, at: usize) -> Probe {
        let Some((open, width)) = self.quote_at(at) else {
            return Probe::No;
        };
        let start = at + width;
        let mut end = start;
        while end - start <= WINDOW {
            match self.byte(end) {
                None | Some(b'\n' | b'\r') => return Probe::No,
                Some(b'\\') if open != Quote::Escaped => end += 2,
                Some(_) => match self.quote_at(end) {
                    Some((close, width)) if open.may_close_with(close) => {
                        let next = self.past_space(end + width);
                        return match self.separator_width(next) {
                            Some(_) => Probe::Yes,
                            None => Probe::No,
                        };
                    }
                    _ => end += 1,
                },
            }
        }
        Probe::Unknown
    }

    /// Where the value of the unquoted key at `at` starts; None where no such key stands there. A Ruby symbol with its
    /// hash rocket is one, too.
    pub(super) fn bare_key(self, at: usize) -> Option<usize> {
        let symbol = self.byte(at) == Some(b':');
        let end = self.identifier_end(if symbol { at + 1 } else { at })?;
        let separator = self.past_space(end);
        match self.separator_width(separator)? {
            1 if symbol => None,
            width => Some(self.past_space(separator + width)),
        }
    }

    /// The end of the name of the argument at `at`, and where its value starts: `name = value`, and `name: value` as other
    /// languages write it.
    pub(super) fn named_argument(self, at: usize) -> Option<(usize, usize)> {
        if matches!(self.byte(at), Some(b'0'..=b'9')) {
            return None;
        }
        let end = self.identifier_end(at)?;
        let separator = self.past_space(end);
        let fits = match (self.byte(separator)?, self.byte(separator + 1)) {
            (b'=', following) => !matches!(following, Some(b'=' | b'>')),
            (b':', following) => !matches!(following, Some(b':' | b'/' | b'=')),
            _ => false,
        };
        fits.then(|| (end, self.past_space(separator + 1)))
    }

    /// The end of the key at `at` that stands as on a command line, with a quoted value behind it: `--command "ls"`.
    pub(super) fn dashed_key(self, at: usize) -> Option<usize> {
        if !self.starts_with(at, "--") {
            return None;
        }
        let end = self.identifier_end(at + 2)?;
        let value = self.past_space(end);
        (value > end && matches!(self.byte(value), Some(b'"' | b'\'' | b'[' | b'{'))).then_some(end)
    }

    /// Whether something that closes a wrapper stands behind `at`: a tag, a token, a fence.
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
        self.slice(start, end).matches('\n').nth(1).is_some()
    }
}

/// White space, and what is as invisible.
pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Whether a character beyond ASCII can be part of a name: no space, no general or ideographic punctuation.
fn is_word(character: char) -> bool {
    !is_space(character)
        && !character.is_control()
        && !matches!(character, '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{fe10}'..='\u{fe1f}' | '\u{ff00}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{fffd}')
}

/// Counts bytes that were looked at, for the tests that reading is linear.
#[cfg(not(test))]
pub(super) fn visited(_: usize) {}

#[cfg(test)]
pub(super) fn visited(bytes: usize) {
    VISITED.set(VISITED.get() + bytes);
}

#[cfg(test)]
thread_local! {
    /// How many bytes were looked at.
    pub(super) static VISITED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}
