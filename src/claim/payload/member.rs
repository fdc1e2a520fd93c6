//! Members, elements, arguments, and their values.

use serde_json::Value;

use super::{
    Member,
    container::Container,
    cursor::{Cursor, LookAhead, Quote},
    evidence::Strength,
    judge::{self, StringPosition},
    reader::{Expect, PayloadReader},
    repair::RepairKind,
    stop::Stop,
    word,
};

impl PayloadReader<'_> {
    /// Reads a key with its separator, or the end of the object.
    pub(super) fn member(&mut self) -> Result<(), Stop> {
        let first = self.expect == Expect::First;
        self.trivia();
        let at = self.at;
        let byte = self.cursor.byte(at).ok_or(Stop::EndOfText)?;
        // Nothing in braces that a bracket closes may also be prose.
        let ends_empty = byte == b'}' || (byte == b']' && (self.given.vouched || self.objects > 1));
        if ends_empty || (!first && matches!(byte, b']' | b',')) {
            self.expect = Expect::After;
            return Ok(());
        }
        if first && byte == b',' && self.leading_comma_is_forgiven() {
            self.leading_comma();
            return Ok(());
        }
        if (!first || self.given.vouched) && self.ellipsis() {
            return Ok(());
        }
        if !first && (self.close_before_next() || self.reopen_list()) {
            return Ok(());
        }
        if !first && byte == b'[' && judge::value_starts(self.cursor, self.cursor.past_space(self.cursor.past_sign(at)))
        {
            self.repair(RepairKind::MissingKey, at);
            self.guess(at);
            self.name(String::new(), at);
            return Ok(());
        }
        self.key(byte)
    }

    /// Reads a key with its separator.
    fn key(&mut self, byte: u8) -> Result<(), Stop> {
        if self.irregular_key() {
            return Ok(());
        }
        let at = self.at;
        if self.cursor.doubled_key(at) {
            self.cursor = self.cursor.doubled();
        }
        let quote = self.cursor.quote_at(at);
        let is_symbol = quote.is_none() && byte == b':';
        let name = match quote {
            Some((quote, width)) => {
                let name = self.string(quote, width, StringPosition::Key)?;
                if name.contains('\n') { name.trim().to_owned() } else { name }
            }
            None => self.unquoted_key(is_symbol)?,
        };
        let name_end = self.at;
        self.trivia();
        let separator = self.at;
        self.separator(&name, quote.is_some(), is_symbol, name_end)?;
        match quote {
            // A quotation over two lines may be prose.
            Some(_) if self.cursor.slice(at, name_end).contains('\n') => {}
            Some(_) => self.evidence.note(Strength::Solid),
            None => self.evidence.bare_keys = true,
        }
        let first_of_all = self.frames.len() == self.outer && self.evidence.members == 0;
        if first_of_all && quote.is_none() && separator == name_end {
            self.evidence.doubts.format_like = self.format_follows(&name);
        }
        self.name(name, at);
        Ok(())
    }

    /// Whether something other than a key with a quote on both sides or none is at `self.at`: a stray word before the
    /// key, which is skipped, or a key that is written otherwise, which is read with its separator.
    fn irregular_key(&mut self) -> bool {
        let at = self.at;
        if self.expect == Expect::Next
            && let Some(key) = self.cursor.key_after_word(at)
        {
            self.repair(RepairKind::StrayWord, at);
            self.guess(at);
            self.at = key;
            return true;
        }
        if let Some(end) = self.cursor.dashed_key(at) {
            self.repair(RepairKind::DashedKey, at);
            self.name(self.cursor.slice(at + 2, end).to_owned(), at);
            self.at = end;
            self.evidence.bare_keys = true;
            self.evidence.separators = true;
            return true;
        }
        if let Some((start, end, separator)) = self.cursor.half_quoted_key(self.cursor.past_empty_quotes(at))
            && self.cursor.quoted_key(at) == LookAhead::No
            && self.value_may_start(self.cursor.past_space(self.cursor.past_sign(separator)))
        {
            self.repair(RepairKind::HalfQuotedKey, at);
            self.guess(at);
            self.name(self.cursor.slice(start, end).to_owned(), at);
            self.at = separator + self.cursor.separator_width(separator).unwrap_or(1);
            self.evidence.separators = true;
            return true;
        }
        false
    }

    /// Reads a key without quotes, or a Ruby symbol.
    fn unquoted_key(&mut self, is_symbol: bool) -> Result<String, Stop> {
        let at = self.at;
        let start = if is_symbol { at + 1 } else { at };
        let end = self.cursor.identifier_end(start).ok_or(Stop::Prose)?;
        self.at = end;
        self.repair(if is_symbol { RepairKind::RubyHash } else { RepairKind::UnquotedKey }, at);
        Ok(self.cursor.slice(start, end).to_owned())
    }

    /// Reads the separator after a key that ended at `name_end`.
    fn separator(&mut self, name: &str, is_quoted: bool, is_symbol: bool, name_end: usize) -> Result<(), Stop> {
        let at = self.at;
        if self.cursor.byte(at).is_none() {
            return Err(Stop::EndOfText);
        }
        if is_quoted {
            self.take_full_width(at);
        }
        let width = match self.cursor.separator_width(at) {
            Some(1) if is_symbol => return Err(Stop::Prose),
            Some(width) => {
                self.evidence.separators = true;
                width
            }
            None if !is_symbol && !name.is_empty() && self.may_lack_colon(is_quoted, name_end, at) => {
                self.repair(RepairKind::MissingColon, at);
                self.guess(at);
                0
            }
            None => return Err(Stop::Prose),
        };
        if width == 2 && !is_symbol {
            self.repair(RepairKind::RubyHash, at);
        }
        self.at = at + width;
        Ok(())
    }

    /// Whether a value may be at `at` after a key with a quote on one side only.
    fn value_may_start(&self, at: usize) -> bool {
        judge::value_starts(self.cursor, at) || (self.given.vouched && judge::lone_word(self.cursor, at))
    }

    /// Whether the value may be at `at` although the key that ends at `key_end` has no colon. Unquoted words or
    /// something in quotes are more likely prose.
    fn may_lack_colon(&self, quoted: bool, key_end: usize, at: usize) -> bool {
        if quoted {
            return judge::value_starts(self.cursor, at);
        }
        self.given.vouched
            && at > key_end
            && self.cursor.quote_at(at).is_some()
            && self.cursor.quoted_key(at) == LookAhead::No
    }

    /// Whether the comma at `self.at` is superfluous, and no sign of prose or code in braces.
    fn leading_comma_is_forgiven(&self) -> bool {
        let next = self.cursor.past_space(self.cursor.past_sign(self.at));
        self.given.vouched || self.cursor.comment_at(next) || self.cursor.quoted_name_value(next).is_some()
    }

    fn leading_comma(&mut self) {
        self.repair(RepairKind::LeadingComma, self.at);
        self.at = self.cursor.past_sign(self.at);
        self.expect = Expect::Next;
    }

    /// Takes `name` as the key of the next value.
    fn name(&mut self, name: String, at: usize) {
        if self.frames.len() == self.outer {
            self.members.push(Member { name: name.clone(), at });
            self.evidence.members += 1;
        }
        self.anchors = if self.given.keys.contains(&name.as_str()) { self.given.keys } else { &[] };
        self.builder.key(name, at);
        self.expect = Expect::Value;
    }

    /// Whether the value right at `self.at` makes the member look like a format specification or a time of day.
    fn format_follows(&self, key: &str) -> bool {
        let word = self.cursor.slice(self.at, self.cursor.word_end(self.at));
        let digits = key.bytes().all(|byte| byte.is_ascii_digit());
        word::is_format_like(word) || (digits && word.starts_with(|first: char| first.is_ascii_digit()))
    }

    fn ellipsis(&mut self) -> bool {
        let Some(width) = self.cursor.ellipsis_width(self.at) else {
            return false;
        };
        self.repair(RepairKind::Ellipsis, self.at);
        // A value that is known to be incomplete is a guess.
        self.guess(self.at);
        self.at += width;
        self.expect = Expect::After;
        true
    }

    pub(super) fn element(&mut self) -> Result<(), Stop> {
        self.trivia();
        match self.cursor.byte(self.at) {
            None => Err(Stop::EndOfText),
            Some(b',') if self.expect == Expect::First => {
                self.leading_comma();
                Ok(())
            }
            Some(b']' | b'}' | b',') => {
                self.expect = Expect::After;
                Ok(())
            }
            Some(byte) if self.ends_call(byte) => {
                self.expect = Expect::After;
                Ok(())
            }
            Some(_) if self.ellipsis() => Ok(()),
            // Only a list of objects is a payload.
            Some(byte) if self.frames.len() < self.outer && byte != b'{' => Err(Stop::NoPayload),
            Some(_) => self.value(),
        }
    }

    /// Reads the name of an argument, or gives it its number as a name.
    pub(super) fn argument(&mut self) -> Result<(), Stop> {
        self.trivia();
        let at = self.at;
        let byte = self.cursor.byte(at).ok_or(Stop::EndOfText)?;
        if matches!(byte, b')' | b',') {
            self.expect = Expect::After;
            return Ok(());
        }
        let Some(arguments) = self.arguments.last_mut() else {
            return Err(Stop::Prose);
        };
        if let Some((end, value)) = self.cursor.named_argument(at) {
            arguments.named = true;
            self.name(self.cursor.slice(at, end).to_owned(), at);
            self.at = value;
        } else {
            let name = arguments.positions.to_string();
            arguments.positions += 1;
            arguments.named = false;
            self.name(name, at);
        }
        Ok(())
    }

    /// Reads a value, or opens one.
    pub(super) fn value(&mut self) -> Result<(), Stop> {
        self.trivia();
        let place = match self.frames.last() {
            Some(Container::List | Container::Tuple | Container::Set) => {
                StringPosition::Element { in_call: self.parentheses > 0 }
            }
            Some(Container::Call) => {
                StringPosition::Argument { named: self.arguments.last().is_some_and(|last| last.named) }
            }
            _ => StringPosition::Member {
                in_list: self.lists > 0,
                bare_keys: self.evidence.bare_keys,
                keys: self.anchors,
            },
        };
        if self.cursor.byte(self.at) == Some(b'(')
            && let Some((value, end)) = self.cursor.grouped_value(self.at)
        {
            self.repair(RepairKind::PythonLiteral, self.at);
            self.evidence.doubts.free_text = true;
            self.at = end;
            self.put_scalar(value);
            return Ok(());
        }
        if self.given.code && self.code_value() {
            return Ok(());
        }
        match self.cursor.byte(self.at).ok_or(Stop::EndOfText)? {
            b'{' => self.open_value(Container::Object),
            b'[' => {
                let frame = self.bracketed();
                self.open_value(frame);
            }
            b'(' if self.cursor.tuple_at(self.at) => {
                self.repair(RepairKind::PythonLiteral, self.at);
                self.evidence.doubts.free_text = true;
                self.open_value(Container::Tuple);
            }
            b',' | b'}' | b']' => self.missing_value(),
            b')' if self.parentheses > 0 => self.missing_value(),
            _ => {
                let value = if let Some((quote, width)) = self.cursor.quote_at(self.at) {
                    Value::String(self.joined_strings(quote, width, place)?)
                } else {
                    self.bare(place)?
                };
                self.put_scalar(value);
            }
        }
        Ok(())
    }

    /// Reads a string, and those that are joined to it with `+`.
    fn joined_strings(&mut self, quote: Quote, width: usize, place: StringPosition<'_>) -> Result<String, Stop> {
        let mut content = self.quoted_value(quote, width, place)?;
        loop {
            let sign = self.cursor.past_space(self.at);
            let next = self.cursor.past_space(sign + 1);
            let Some((quote, width)) = self.cursor.quote_at(next).filter(|_| self.cursor.byte(sign) == Some(b'+'))
            else {
                return Ok(content);
            };
            self.repair(RepairKind::JoinedStrings, sign);
            self.guess(sign);
            self.at = next;
            content.push_str(&self.quoted_value(quote, width, place)?);
        }
    }

    fn put_scalar(&mut self, value: Value) {
        self.evidence.values += 1;
        self.evidence.scalars += 1;
        self.put(value);
    }

    fn missing_value(&mut self) {
        self.repair(RepairKind::MissingValue, self.at);
        self.guess(self.at);
        self.put(Value::Null);
    }

    fn open_value(&mut self, frame: Container) {
        self.evidence.values += 1;
        self.open(frame);
    }

    /// Opens a tuple, a set or a nested call, or skips the prefix of a string, as in Python.
    fn code_value(&mut self) -> bool {
        if self.cursor.byte(self.at) == Some(b'(') {
            self.open_value(Container::Tuple);
            return true;
        }
        if self.cursor.set_at(self.at) {
            self.repair(RepairKind::PythonLiteral, self.at);
            self.open_value(Container::Set);
            return true;
        }
        let Some(end) = self.cursor.identifier_end(self.at) else {
            return false;
        };
        if self.cursor.byte(end) == Some(b'(') {
            self.repair(RepairKind::Constructor, self.at);
            // The result of the call is unknown.
            self.guess(self.at);
            self.at = end;
            self.open_value(Container::Call);
            return true;
        }
        let prefix = self.cursor.slice(self.at, end);
        if prefix.len() <= 2 && prefix.bytes().all(|byte| b"rRbBuUfF".contains(&byte)) && is_quote(self.cursor, end) {
            self.repair(RepairKind::StringPrefix, self.at);
            if prefix.contains(['f', 'F']) {
                self.guess(self.at);
            }
            self.at = end;
        }
        false
    }
}

fn is_quote(cursor: Cursor<'_>, at: usize) -> bool {
    matches!(cursor.byte(at), Some(b'"' | b'\''))
}
