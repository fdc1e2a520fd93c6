//! Values without quotes: literals, numbers, words, and text that should have been quoted.

use serde_json::Value;

use super::{
    container::Container,
    cursor::WINDOW,
    evidence::Strength,
    judge::{self, StringPosition},
    number,
    reader::PayloadReader,
    repair::RepairKind,
    stop::Stop,
    word,
};

impl PayloadReader<'_> {
    /// Reads the value without quotes at `self.at`.
    ///
    /// It ends with its line, at a closing bracket, where the next member starts, and in a list at a comma. A comma
    /// without a member after it belongs to the value. Looking for the next member reads one name at most, which is the
    /// next word of the value if it is no name: the time is linear.
    pub(super) fn bare(&mut self, place: StringPosition<'_>) -> Result<Value, Stop> {
        let start = self.at;
        let first_end = self.token_end(start);
        let mut end = first_end;
        // The braces that the value itself opened.
        let mut braces = 0_usize;
        loop {
            let next = self.cursor.past_line_space(end);
            let byte = self.cursor.byte(next);
            let closes_own = byte == Some(b'}') && braces > 0;
            if !closes_own && self.value_ends(start, end, place) {
                break;
            }
            match byte {
                Some(b'{') if !self.given.vouched => return Err(Stop::Prose),
                Some(b'{') => braces += 1,
                Some(b'}') => braces = braces.saturating_sub(1),
                _ => {}
            }
            end = match byte {
                Some(b'{' | b'}' | b',') => self.cursor.past_sign(next),
                _ => self.token_end(next).max(next + self.width(next)),
            };
        }
        let first = self.cursor.slice(start, first_end);
        if end > first_end && is_settled(first) && self.cut_by_line(end) {
            // `true You saw right through me.`: the object was left open and prose follows.
            end = first_end;
        }
        self.at = end;
        Ok(self.classify(start, end, place))
    }

    fn width(&self, at: usize) -> usize {
        self.cursor.char_at(at).map_or(1, char::len_utf8)
    }

    /// The end of the token at `at`: white space, a comma, a closing bracket, an opening brace or a comment.
    fn token_end(&self, at: usize) -> usize {
        let mut end = at;
        loop {
            match self.cursor.byte(end) {
                None | Some(b',' | b'}' | b'{') => return end,
                Some(b']') if self.bracket_ends(at, end, end) => return end,
                Some(b')') if self.parentheses > 0 => return end,
                Some(b'/') if end > at && self.cursor.comment_at(end) && !self.is_path(at, end) => return end,
                _ if self.cursor.space_width(end) > 0 => return end,
                _ => end += self.width(end),
            }
        }
    }

    /// Whether the slashes at `end` are within the word from `at` on, as in `https://` and `a//b`, and begin no comment.
    fn is_path(&self, at: usize, end: usize) -> bool {
        let is_within = self.cursor.byte(end + 1) == Some(b'/')
            && self.cursor.char_at(end + 2).is_some_and(char::is_alphanumeric)
            && !is_settled(self.cursor.slice(at, end));
        is_within || self.cursor.byte(end - 1) == Some(b':')
    }

    /// Whether the bracket at `at` ends the value: it closes a list, or stands in for a brace after a number or a
    /// literal.
    fn bracket_ends(&self, start: usize, end: usize, at: usize) -> bool {
        self.lists > 0 || (is_settled(self.cursor.slice(start, end)) && self.may_close_object(at))
    }

    /// Whether a value from `start` ends at `end`.
    fn value_ends(&self, start: usize, end: usize, place: StringPosition<'_>) -> bool {
        let next = self.cursor.past_line_space(end);
        match self.cursor.byte(next) {
            None | Some(b'}' | b'\n' | b'\r') => return true,
            Some(b']') if self.bracket_ends(start, end, next) => return true,
            Some(b')') if self.parentheses > 0 => return true,
            Some(b',') if word::literal(self.cursor.slice(start, end)).is_some() => return true,
            Some(b',') => {
                return match place {
                    StringPosition::Member { bare_keys, keys, .. } => {
                        let line_end = self.cursor.past_line_space(self.cursor.past_sign(next));
                        let after = self.cursor.past_sign(next);
                        matches!(self.cursor.byte(line_end), Some(b'\n' | b'\r'))
                            || judge::member_follows(self.cursor, after, bare_keys, keys)
                            || (is_settled(self.cursor.slice(start, end))
                                && (judge::broken_key_follows(self.cursor, after)
                                    || matches!(self.cursor.byte(self.cursor.past_space(after)), Some(b'{' | b'['))))
                    }
                    _ => true,
                };
            }
            _ if self.cursor.comment_at(next) => return true,
            Some(b'{') if self.frames.ends_with(&[Container::List, Container::Object]) => {
                return is_settled(self.cursor.slice(start, end));
            }
            _ => {}
        }
        match place {
            StringPosition::Element { .. } => {
                is_settled(self.cursor.slice(start, end)) && judge::value_starts(self.cursor, next)
            }
            // Only behind a number or a literal: text may quote anything.
            StringPosition::Member { keys, .. } if !keys.is_empty() => {
                end - start <= WINDOW
                    && is_settled(self.cursor.slice(start, end))
                    && judge::missing_comma(self.cursor, end)
            }
            StringPosition::Argument { .. } => next > end && judge::argument_starts(self.cursor, next),
            _ => judge::missing_comma(self.cursor, end),
        }
    }

    /// Whether the end of the line or of the text, not of the object, is at `end`.
    fn cut_by_line(&self, end: usize) -> bool {
        matches!(self.cursor.byte(self.cursor.past_line_space(end)), None | Some(b'\n' | b'\r'))
    }

    fn classify(&mut self, start: usize, end: usize, place: StringPosition<'_>) -> Value {
        let text = self.cursor.slice(start, end);
        if let Some(text) = half_quoted(text) {
            self.repair(RepairKind::BareValue, start);
            self.guess(start);
            return text.into();
        }
        if let Some(value) = constructed(text) {
            self.repair(RepairKind::Constructor, start);
            self.guess(start);
            self.evidence.doubts.free_text = true;
            return value;
        }
        if let Some((value, strict)) = word::literal(text) {
            if !strict {
                self.repair(RepairKind::PythonLiteral, start);
            }
            self.evidence.note(Strength::Solid);
            return value;
        }
        if let Some(number) = number::read(text) {
            if let Some(value) =
                number::without_zeros(text).filter(|_| matches!(place, StringPosition::Argument { .. }))
            {
                self.repair(RepairKind::OddNumber, start);
                self.guess(start);
                self.evidence.note(Strength::Scalar);
                return value;
            }
            if number.odd {
                self.repair(RepairKind::OddNumber, start);
            }
            self.evidence.note(Strength::Scalar);
            return number.value;
        }
        if let Some(symbol) = text.strip_prefix(':').filter(|symbol| word::is_plain(symbol)) {
            self.repair(RepairKind::RubyHash, start);
            return symbol.into();
        }
        if number::is_expression(text) {
            self.repair(RepairKind::Expression, start);
            self.evidence.note(Strength::Scalar);
            self.guess(start);
            return text.into();
        }
        self.repair(RepairKind::BareValue, start);
        self.evidence.doubts.statement |= text.contains(';');
        if !word::is_plain(text) && !word::is_date(text) {
            self.guess(start);
            self.evidence.doubts.free_text = true;
        }
        // The text may have been cut off within the word.
        let is_last = end == self.cursor.end();
        let number = number::without_exponent(text);
        if is_last || number.is_some() {
            self.guess(start);
        }
        number.filter(|_| is_last || !self.evidence.bare_keys).unwrap_or_else(|| text.into())
    }
}

/// The text before a closing quotation mark that has no opening one. After a number the mark means inches.
fn half_quoted(text: &str) -> Option<&str> {
    let inside = text.strip_suffix('"').filter(|inside| !inside.contains('"'))?;
    (!inside.is_empty() && !judge::ends_with_number(inside) && !inside.ends_with('\\')).then_some(inside)
}

/// The only argument of a call, if that is a string or a number: `ObjectId("5f1d")`, `NumberLong(2)`.
fn constructed(text: &str) -> Option<Value> {
    let (name, rest) = text.split_once('(')?;
    let argument = rest.strip_suffix(')')?.trim();
    let name = name.strip_prefix("new ").unwrap_or(name);
    let is_name =
        name.starts_with(char::is_alphabetic) && name.chars().all(|c| c.is_alphanumeric() || "_.".contains(c));
    if !is_name {
        return None;
    }
    let quoted = ['"', '\''].iter().find_map(|mark| argument.strip_prefix(*mark)?.strip_suffix(*mark));
    match quoted {
        Some(inside) => (!inside.contains(['"', '\'', '\\'])).then(|| inside.into()),
        None => number::read(argument).map(|number| number.value),
    }
}

/// Whether a word is certainly a whole value. A long one is not looked at: it would be again at each of its words.
fn is_settled(word: &str) -> bool {
    word.len() < WINDOW && (word::literal(word).is_some() || number::read(word).is_some())
}
