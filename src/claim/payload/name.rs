//! Names: the keys of members and of arguments, quoted or not, and their separators. Everything here looks ahead by one
//! name at most.

use serde_json::Value;

use super::{
    cursor::{Cursor, LookAhead, Quote, WINDOW, is_space},
    number, word,
};

impl Cursor<'_> {
    /// The end of the identifier at `at`, if there is one. Models write keys with dashes and dots, too.
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

    /// The width of the separator between a key and its value, if there is one. `::` is a path, `://` an address, `:=`
    /// an assignment.
    pub(super) fn separator_width(self, at: usize) -> Option<usize> {
        match (self.byte(at)?, self.byte(at + 1)) {
            (b':', Some(b':' | b'=')) => None,
            (b':', Some(b'/')) if self.byte(at + 2) == Some(b'/') => None,
            (b':', _) => Some(self.past_sign(at) - at),
            (b'=', Some(b'>')) => Some(2),
            _ => None,
        }
    }

    /// Whether a quoted key and its colon are at the quote at `at`.
    ///
    /// The look-ahead stops at the first mark that could close the key. It can be longer than the distance between two
    /// marks of one kind only a bounded number of times in each window, so the time is linear.
    pub(super) fn quoted_key(self, at: usize) -> LookAhead {
        let Some((open, width)) = self.quote_at(at) else {
            return LookAhead::No;
        };
        let start = at + width;
        let mut end = start;
        while end - start <= WINDOW {
            match self.byte(end) {
                None => return self.key_cut_off(start, end),
                Some(b'\n' | b'\r') => return LookAhead::No,
                Some(b'\\') if open != Quote::Escaped => end += 2,
                Some(_) => match self.quote_at(end) {
                    Some((close, width)) if open.may_close_with(close) => {
                        let next = self.past_space(end + width);
                        return match self.separator_width(next) {
                            Some(_) => LookAhead::Yes,
                            None if next == self.end() => self.key_cut_off(start, end),
                            None => LookAhead::No,
                        };
                    }
                    _ => end += 1,
                },
            }
        }
        LookAhead::Unknown
    }

    /// Whether the text from `start` to its end may be a key or the beginning of one: a name, or nothing yet.
    fn key_cut_off(self, start: usize, end: usize) -> LookAhead {
        let is_name = start == end || self.identifier_end(start) == Some(end);
        if is_name { LookAhead::Unknown } else { LookAhead::No }
    }

    /// The offset after the quoted name at `at`, if there is one.
    pub(super) fn past_quoted_name(self, at: usize) -> Option<usize> {
        let (open, width) = self.quote_at(at)?;
        let end = self.identifier_end(at + width)?;
        let (_, width) = self.quote_at(end).filter(|(close, _)| open.may_close_with(*close))?;
        Some(self.past_space(end + width))
    }

    /// Whether the key at `at` has doubled quotes.
    pub(super) fn doubled_key(self, at: usize) -> bool {
        self.starts_with(at, "\"\"") && self.doubled().quoted_name_value(at).is_some()
    }

    /// The offset of the value of the quoted key at `at`, if that is a name with a separator.
    pub(super) fn quoted_name_value(self, at: usize) -> Option<usize> {
        let separator = self.past_quoted_name(at)?;
        self.separator_width(separator).map(|width| self.past_space(separator + width))
    }

    /// The offset of the value of the unquoted key at `at`, if there is one. A Ruby symbol with its hash rocket counts.
    pub(super) fn bare_key(self, at: usize) -> Option<usize> {
        let symbol = self.byte(at) == Some(b':');
        let end = self.identifier_end(if symbol { at + 1 } else { at })?;
        let separator = self.past_space(end);
        match self.separator_width(separator)? {
            1 if symbol => None,
            width => Some(self.past_space(separator + width)),
        }
    }

    /// The end of the argument name at `at`, and the offset of its value: `name = value`, or `name: value` as in other
    /// languages.
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

    /// The end of the command-line option at `at`, if a quoted value follows: `--command "ls"`.
    pub(super) fn dashed_key(self, at: usize) -> Option<usize> {
        if !self.starts_with(at, "--") {
            return None;
        }
        let end = self.identifier_end(at + 2)?;
        let value = self.past_space(end);
        (value > end && matches!(self.byte(value), Some(b'"' | b'\'' | b'[' | b'{'))).then_some(end)
    }

    /// The offset after the empty pair of quotes at `at` and white space; `at` itself if there is none.
    pub(super) fn past_empty_quotes(self, at: usize) -> usize {
        if self.starts_with(at, "\"\"") { self.past_line_space(at + 2) } else { at }
    }

    /// The key at `at` with a quote on one side only: its start, its end, and its separator.
    pub(super) fn half_quoted_key(self, at: usize) -> Option<(usize, usize, usize)> {
        let opened = self.byte(at) == Some(b'"');
        let start = if opened { at + 1 } else { at };
        let end = self.identifier_end(start)?;
        let closed = self.byte(end) == Some(b'"');
        let separator = self.past_space(if closed { end + 1 } else { end });
        (opened != closed && self.separator_width(separator).is_some()).then_some((start, end, separator))
    }
}

/// What looks like a name and is not one.
impl Cursor<'_> {
    /// Whether a Python set opens at `at`: a brace followed by a string, a number or a literal that is no key.
    pub(super) fn set_at(self, at: usize) -> bool {
        let first = self.past_space(at + 1);
        if self.byte(at) != Some(b'{') {
            return false;
        }
        if self.quote_at(first).is_some() {
            return self.quoted_key(first) == LookAhead::No;
        }
        let word = self.slice(first, self.word_end(first));
        (word::literal(word).is_some() || number::read(word).is_some()) && self.bare_key(first).is_none()
    }

    /// The quoted key after the lone word at `at`, or after pairs of quotes with nothing between them.
    pub(super) fn key_after_word(self, at: usize) -> Option<usize> {
        let quoted = [0, 1].iter().fold(at, |at, _| self.past_empty_quotes(at));
        let end = if quoted > at { quoted } else { self.identifier_end(at)? };
        let key = self.past_line_space(end);
        ((key > end || quoted > at) && self.quoted_name_value(key).is_some()).then_some(key)
    }

    /// The single string, number or literal in the parentheses at `at`, and their end. Without a comma they are no
    /// list.
    pub(super) fn grouped_value(self, at: usize) -> Option<(Value, usize)> {
        let inside = self.window(at, WINDOW).strip_prefix('(')?;
        let inside = inside.get(..inside.find(')')?)?;
        let item = inside.trim();
        let quoted = ['"', '\''].iter().find_map(|mark| item.strip_prefix(*mark)?.strip_suffix(*mark));
        let value = match quoted {
            Some(text) if !text.contains(['"', '\'', '\\']) => text.into(),
            Some(_) => return None,
            None => word::literal(item).map(|(value, _)| value).or_else(|| Some(number::read(item)?.value))?,
        };
        let end = at + inside.len() + 2;
        matches!(self.byte(self.past_space(end)), None | Some(b',' | b'}' | b']' | b')')).then_some((value, end))
    }

    /// Whether a Python tuple is at `at`: numbers, literals and strings separated by commas, or nothing, followed by
    /// what may follow a value.
    pub(super) fn tuple_at(self, at: usize) -> bool {
        let window = self.window(at + 1, WINDOW);
        let Some(inside) = window.find(')').and_then(|end| window.get(..end)) else {
            return false;
        };
        let next = self.past_space(at + inside.len() + 2);
        let is_item = |item: &str| {
            let item = item.trim();
            let is_quoted = |mark| item.len() > 1 && item.starts_with(mark) && item.ends_with(mark);
            is_quoted('"') || is_quoted('\'') || word::literal(item).is_some() || number::read(item).is_some()
        };
        let items = inside.trim().strip_suffix(',').unwrap_or(inside);
        matches!(self.byte(next), None | Some(b',' | b'}' | b']'))
            && (inside.trim().is_empty() || (inside.contains(',') && items.split(',').all(is_item)))
    }
}

/// Whether a character beyond ASCII can be part of a name: no space, no general or ideographic punctuation.
fn is_word(character: char) -> bool {
    !is_space(character)
        && !character.is_control()
        && !matches!(character, '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{fe10}'..='\u{fe1f}' | '\u{ff00}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{fffd}')
}
