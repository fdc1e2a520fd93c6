//! Bodies whose values have no quotes, as Gemini and Gemma write them: `{severity:high,summary:Asked for it, twice.,id:A-1}`.

use serde_json::Value;

mod quoted;

use super::{
    Payload, Repair, RepairKind,
    build::Builder,
    cursor::{Cursor, LookAhead, Quote},
    number, word, wrapped,
};
use crate::claim::Span;

/// What closes the body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closer {
    Brace,
    Parenthesis,
    /// `/>`
    Tag,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BodyContainer {
    Object,
    List,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BodyEnd {
    EndOfText,
    Prose,
}

/// Reads the body at `at`. What can be read as an ordinary object with certainty is read that way.
pub(super) fn read(text: &str, at: usize, keys: &[&str]) -> Option<Payload> {
    let cursor = Cursor::new(text);
    let closer = match cursor.byte(at)? {
        b'{' => Closer::Brace,
        b'(' => Closer::Parenthesis,
        b'[' => return wrapped::object(text, at, keys),
        _ => Closer::Tag,
    };
    if closer == Closer::Brace
        && let Some(payload) = wrapped::object(text, at, keys)
        && !payload.uncertain
        && !payload.truncated
    {
        return Some(payload);
    }
    let mut body = BareBodyReader {
        cursor,
        keys,
        closer,
        at: if closer == Closer::Tag { past_namespaces(cursor, at) } else { at + 1 },
        sure_end: at,
        frames: vec![BodyContainer::Object],
        lists: 0,
        builder: Builder::default(),
        compact: None,
        anchored: false,
        unclosed: Vec::new(),
        fell_back: false,
        values: 0,
        repairs: Vec::new(),
        uncertain: false,
    };
    body.builder.open_object();
    let stop = body.run();
    body.finish(at, stop)
}

/// Skips `xmlns:default_api="default_api"`.
fn past_namespaces(cursor: Cursor<'_>, mut at: usize) -> usize {
    while cursor.starts_with(at, "xmlns") {
        at = cursor.past_space(cursor.word_end(at));
    }
    at
}

struct BareBodyReader<'t> {
    cursor: Cursor<'t>,
    keys: &'t [&'t str],
    closer: Closer,
    at: usize,
    /// The end of the text that certainly belongs to the body.
    sure_end: usize,
    frames: Vec<BodyContainer>,
    lists: usize,
    builder: Builder,
    /// Whether the first value follows its colon without a space: then all values do.
    compact: Option<bool>,
    /// Whether the caller knows the key of the next value.
    anchored: bool,
    /// The quotation marks that have no counterpart in the rest of the text.
    unclosed: Vec<Quote>,
    /// Whether a value was already read again because of a bracket that is never closed.
    fell_back: bool,
    values: usize,
    repairs: Vec<Repair>,
    uncertain: bool,
}

impl BareBodyReader<'_> {
    fn run(&mut self) -> Result<(), BodyEnd> {
        while let Some(&frame) = self.frames.last() {
            self.separators();
            if self.closes()? {
                continue;
            }
            if frame == BodyContainer::Object {
                self.key()?;
            }
            self.value(frame)?;
        }
        Ok(())
    }

    fn separators(&mut self) {
        loop {
            self.at = self.cursor.past_space(self.at);
            if self.cursor.byte(self.at) != Some(b',') {
                return;
            }
            self.at += 1;
        }
    }

    /// Closes the innermost container if its end is here. The end of an outer container closes those within it.
    fn closes(&mut self) -> Result<bool, BodyEnd> {
        let byte = self.cursor.byte(self.at).ok_or(BodyEnd::EndOfText)?;
        let outermost = self.frames.len() == 1;
        match byte {
            b']' if self.lists > 0 => self.close(BodyContainer::List),
            b'}' if self.closer == Closer::Brace || !outermost => self.close(BodyContainer::Object),
            b')' if self.closer == Closer::Parenthesis => self.end(1),
            b'/' if self.closer == Closer::Tag && self.cursor.starts_with(self.at, "/>") => self.end(0),
            b'>' if self.closer == Closer::Tag && outermost => self.end(0),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn close(&mut self, wanted: BodyContainer) {
        while let Some(frame) = self.frames.pop() {
            self.builder.close();
            if frame == BodyContainer::List {
                self.lists -= 1;
            }
            if frame == wanted {
                break;
            }
            self.repair(RepairKind::MissingClose, self.at);
        }
        self.at += 1;
        self.sure_end = self.at;
    }

    /// Closes all containers and skips `width` bytes: the end of the body.
    fn end(&mut self, width: usize) {
        while self.frames.pop().is_some() {
            self.builder.close();
        }
        self.at += width;
        self.sure_end = self.at;
    }

    fn repair(&mut self, kind: RepairKind, at: usize) {
        self.repairs.push(Repair { kind, at });
    }

    fn key(&mut self) -> Result<(), BodyEnd> {
        let at = self.at;
        let (name, end) = if let Some((quote, width)) = self.cursor.quote_at(at) {
            if self.cursor.quoted_key(at) != LookAhead::Yes {
                return Err(BodyEnd::Prose);
            }
            let (close, end) = self.mark(quote, at + width).ok_or(BodyEnd::Prose)?;
            (self.cursor.slice(at + width, close), end)
        } else {
            let end = self.cursor.identifier_end(at).ok_or(BodyEnd::Prose)?;
            self.repair(RepairKind::UnquotedKey, at);
            (self.cursor.slice(at, end), end)
        };
        let separator = self.cursor.past_space(end);
        if self.cursor.byte(separator).is_none() {
            return Err(BodyEnd::EndOfText);
        }
        let width = match self.cursor.byte(separator) {
            Some(b'=') => 1,
            _ => self.cursor.separator_width(separator).ok_or(BodyEnd::Prose)?,
        };
        self.anchored = self.keys.contains(&name);
        self.builder.key(name.to_owned(), at);
        self.at = separator + width;
        let blank = self.cursor.space_width(self.at) > 0;
        self.compact.get_or_insert(!blank);
        Ok(())
    }

    fn value(&mut self, frame: BodyContainer) -> Result<(), BodyEnd> {
        self.at = self.cursor.past_line_space(self.at);
        self.values += 1;
        match self.cursor.byte(self.at) {
            None => return Err(BodyEnd::EndOfText),
            Some(b'{') if self.object_starts(self.at + 1) => {
                self.frames.push(BodyContainer::Object);
                self.builder.open_object();
                self.at += 1;
                self.sure_end = self.at;
                return Ok(());
            }
            Some(b'[') => {
                self.frames.push(BodyContainer::List);
                self.lists += 1;
                self.builder.open_list();
                self.at += 1;
                self.sure_end = self.at;
                return Ok(());
            }
            _ => {}
        }
        let value = match self.quoted() {
            Some(text) => Value::String(text),
            None => self.free_text(frame),
        };
        if let Some(duplicate) = self.builder.value(value) {
            self.repair(RepairKind::DuplicateKey, duplicate.at);
            self.uncertain |= duplicate.differs;
        }
        self.sure_end = self.at;
        Ok(())
    }

    fn object_starts(&self, at: usize) -> bool {
        let next = self.cursor.past_space(at);
        self.cursor.byte(next) == Some(b'}')
            || self.cursor.quoted_key(next) == LookAhead::Yes
            || self.cursor.bare_key(next).is_some()
    }

    fn free_text(&mut self, frame: BodyContainer) -> Value {
        let start = self.at;
        let end = self.free_end(frame);
        self.at = end;
        let text = self.cursor.slice(start, end).trim();
        if let Some((value, strict)) = word::literal(text) {
            if !strict {
                self.repair(RepairKind::PythonLiteral, start);
            }
            return value;
        }
        if let Some(number) = number::read(text) {
            if number.odd {
                self.repair(RepairKind::OddNumber, start);
            }
            return number.value;
        }
        self.repair(RepairKind::BareValue, start);
        let whole = word::is_plain(text) || word::is_date(text) || self.anchored;
        self.uncertain |= !whole || end == self.cursor.end();
        text.into()
    }

    /// The end of the text at `self.at`: the next member, an end of the body, or an empty line. Brackets within the
    /// text are paired. Once in a body, if one of them is never closed, the first closing bracket ends the text
    /// instead.
    fn free_end(&mut self, frame: BodyContainer) -> usize {
        let mut at = self.at;
        let (mut braces, mut brackets, mut parentheses) = (0_usize, 0_usize, 0_usize);
        let mut first_close = None;
        let brace_ends = self.closer == Closer::Brace || self.frames.len() > 1;
        while let Some(byte) = self.cursor.byte(at) {
            match byte {
                b'{' => braces += 1,
                b'[' => brackets += 1,
                b'(' => parentheses += 1,
                b'}' if braces > 0 => {
                    braces -= 1;
                    first_close.get_or_insert(at);
                }
                b'}' if brace_ends => return at,
                b']' if brackets > 0 => brackets -= 1,
                b']' if self.lists > 0 => return at,
                b')' if parentheses > 0 => {
                    parentheses -= 1;
                    if self.closer == Closer::Parenthesis {
                        first_close.get_or_insert(at);
                    }
                }
                b')' if self.closer == Closer::Parenthesis => return at,
                b'/' if self.closer == Closer::Tag && self.cursor.starts_with(at, "/>") => return at,
                b',' if frame == BodyContainer::List || self.member_follows(at + 1) => return at,
                b'\n' => {
                    let next = self.cursor.past_space(at);
                    if self.cursor.blank_line(at, next) {
                        break;
                    }
                    at = next;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        match first_close {
            Some(close) if !self.fell_back => {
                self.fell_back = true;
                self.uncertain = true;
                close
            }
            _ => at,
        }
    }

    /// Whether a member or an end of the body follows the comma that ends at `at`.
    fn member_follows(&self, at: usize) -> bool {
        let next = self.cursor.past_space(at);
        match self.cursor.byte(next) {
            None | Some(b'}') => return true,
            Some(b']') if self.lists > 0 => return true,
            Some(b'0'..=b'9') => return false,
            _ => {}
        }
        if self.cursor.quote_at(next).is_some() {
            return self.cursor.quoted_key(next) == LookAhead::Yes;
        }
        let Some(end) = self.cursor.identifier_end(next) else {
            return false;
        };
        let Some(width) = self.cursor.separator_width(end) else {
            return false;
        };
        if self.anchored {
            return self.keys.contains(&self.cursor.slice(next, end));
        }
        // Where values follow their colons without a space, `, note: call him` is text.
        self.compact != Some(true) || self.cursor.space_width(end + width) == 0
    }

    fn finish(mut self, start: usize, stop: Result<(), BodyEnd>) -> Option<Payload> {
        if stop.is_err() && self.values == 0 && self.closer == Closer::Tag {
            return None;
        }
        let end = match stop {
            Ok(()) => self.sure_end,
            Err(BodyEnd::EndOfText) => self.cursor.trimmed_end().max(start),
            Err(BodyEnd::Prose) => self.sure_end.max(start + 1).min(self.cursor.end()),
        };
        if stop.is_err() {
            if stop == Err(BodyEnd::Prose) {
                self.builder.drop_key();
            }
            self.repairs.retain(|repair| repair.at < end);
            self.repair(RepairKind::MissingClose, end);
        }
        self.repairs.sort_by_key(|repair| repair.at);
        Some(Payload {
            span: Span::new(start, end),
            value: self.builder.finish(),
            repairs: self.repairs,
            guesses: Vec::new(),
            members: Vec::new(),
            uncertain: self.uncertain,
            truncated: stop.is_err(),
        })
    }
}
