//! The grammar: members and elements, and what may be missing or too much between them.

use serde_json::Value;

use super::{
    Member, Payload,
    build::{Builder, Duplicate},
    cursor::{Cursor, is_space},
    evidence::{Evidence, Strength},
    judge::{self, Place},
    repair::{Repair, RepairKind},
    word,
};
use crate::claim::Span;

/// Why reading stopped before the object was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The text ended.
    EndOfText,
    /// What stands here fits no payload.
    Prose,
    /// It never was a payload.
    NoPayload,
}

/// What was read, and what only the callers within this module need to know.
pub(super) struct Reading {
    pub(super) payload: Payload,
    /// Whether prose could not look like it.
    pub(super) solid: bool,
    /// Whether reading went to the end of the text and came back.
    pub(super) rescued: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Frame {
    Object,
    List,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    /// The first member or element, or the end of an empty container.
    First,
    /// A member or an element after a comma, or after a missing one.
    Next,
    /// The value of a key.
    Value,
    /// A comma or the end of the container.
    After,
}

/// A payload that is being read. The containers stand on a stack of their own, so nesting costs a byte a level and no
/// recursion.
pub(super) struct Reader<'t> {
    pub(super) cursor: Cursor<'t>,
    /// The next byte.
    pub(super) at: usize,
    /// The end of the last token that belongs to the payload for certain.
    sure_end: usize,
    frames: Vec<Frame>,
    /// How many of the frames are lists.
    pub(super) lists: usize,
    builder: Builder,
    expect: Expect,
    bare_keys: bool,
    pub(super) repairs: Vec<Repair>,
    /// Where a value had to be guessed.
    pub(super) guesses: Vec<usize>,
    members: Vec<Member>,
    pub(super) rescued: bool,
    pub(super) evidence: Evidence,
}

/// Reads the object whose brace stands at `start`.
pub(super) fn read(text: &str, start: usize) -> Option<Reading> {
    let cursor = Cursor::new(text);
    if cursor.byte(start) != Some(b'{') {
        return None;
    }
    let mut reader = Reader {
        cursor,
        at: start,
        sure_end: start,
        frames: Vec::new(),
        lists: 0,
        builder: Builder::default(),
        expect: Expect::Value,
        bare_keys: false,
        repairs: Vec::new(),
        guesses: Vec::new(),
        members: Vec::new(),
        rescued: false,
        evidence: Evidence::default(),
    };
    reader.open(Frame::Object);
    let stop = reader.run();
    reader.finish(start, stop)
}

impl Reader<'_> {
    pub(super) fn repair(&mut self, kind: RepairKind, at: usize) {
        self.repairs.push(Repair { kind, at });
    }

    pub(super) fn guess(&mut self, at: usize) {
        self.guesses.push(at);
    }

    /// Reads up to the closing brace of the outermost object. Every step consumes a byte, changes the expectation towards
    /// one that does, or stops.
    fn run(&mut self) -> Result<(), Stop> {
        while let Some(&frame) = self.frames.last() {
            match (self.expect, frame) {
                (Expect::First | Expect::Next, Frame::Object) => self.member()?,
                (Expect::First | Expect::Next, Frame::List) => self.element()?,
                (Expect::Value, _) => self.value()?,
                (Expect::After, _) => self.after_value()?,
            }
        }
        Ok(())
    }

    fn open(&mut self, frame: Frame) {
        match frame {
            Frame::Object => self.builder.open_object(),
            Frame::List => {
                self.builder.open_list();
                self.lists += 1;
            }
        }
        self.frames.push(frame);
        self.at += 1;
        self.sure_end = self.at;
        self.expect = Expect::First;
    }

    /// Closes containers with the bracket of `frame` at `self.at`. Those further in that are still open end here, too: a
    /// closing bracket belongs to the innermost container of its kind.
    fn close(&mut self, frame: Frame) -> Result<(), Stop> {
        if frame == Frame::List && self.lists == 0 {
            return Err(Stop::Prose);
        }
        while let Some(open) = self.frames.pop() {
            if open == Frame::List {
                self.lists -= 1;
            }
            if open != frame {
                self.repair(RepairKind::MissingClose, self.at);
            }
            if let Some(duplicate) = self.builder.close() {
                self.duplicate(&duplicate);
            }
            if open == frame {
                break;
            }
        }
        self.at += 1;
        self.sure_end = self.at;
        self.expect = Expect::After;
        Ok(())
    }

    fn duplicate(&mut self, duplicate: &Duplicate) {
        self.repair(RepairKind::DuplicateKey, duplicate.at);
        if duplicate.differs {
            self.guess(duplicate.at);
        }
    }

    /// Puts a scalar in its place.
    fn put(&mut self, value: Value) {
        if let Some(duplicate) = self.builder.value(value) {
            self.duplicate(&duplicate);
        }
        self.sure_end = self.at;
        self.expect = Expect::After;
    }

    /// Passes white space and comments, and `\n` where the payload was escaped as a whole.
    fn trivia(&mut self) {
        loop {
            let start = self.at;
            self.at = self.cursor.past_space(start);
            let odd = |character| is_space(character) && !matches!(character, ' ' | '\t' | '\n' | '\r');
            if let Some(offset) = self.cursor.slice(start, self.at).find(odd) {
                self.repair(RepairKind::OddSpace, start + offset);
            }
            if self.cursor.comment_at(self.at) {
                self.repair(RepairKind::Comment, self.at);
                self.at = self.cursor.past_comment(self.at);
            } else if self.cursor.escaped_space_width(self.at) > 0 {
                self.repair(RepairKind::EscapedQuotes, self.at);
                self.cursor = self.cursor.escaped();
            } else {
                return;
            }
        }
    }

    /// Reads a key with what separates it from its value, or the end of the object.
    fn member(&mut self) -> Result<(), Stop> {
        let first = self.expect == Expect::First;
        self.trivia();
        let at = self.at;
        let byte = self.cursor.byte(at).ok_or(Stop::EndOfText)?;
        if matches!(byte, b'}' | b']' | b',') && (byte == b'}' || !first) {
            self.expect = Expect::After;
            return Ok(());
        }
        if !first && self.ellipsis() {
            return Ok(());
        }
        let quote = self.cursor.quote_at(at);
        let mut symbol = false;
        let name = if let Some((quote, width)) = quote {
            self.string(quote, width, Place::Key)?
        } else {
            symbol = byte == b':';
            let start = if symbol { at + 1 } else { at };
            let end = self.cursor.identifier_end(start).ok_or(Stop::Prose)?;
            self.at = end;
            self.repair(if symbol { RepairKind::RubyHash } else { RepairKind::UnquotedKey }, at);
            self.cursor.slice(start, end).to_owned()
        };
        let name_end = self.at;
        self.trivia();
        let separator = self.at;
        if self.cursor.byte(separator).is_none() {
            return Err(Stop::EndOfText);
        }
        let width = self.cursor.separator_width(separator).ok_or(Stop::Prose)?;
        if symbol && width == 1 {
            return Err(Stop::Prose);
        }
        if width == 2 && !symbol {
            self.repair(RepairKind::RubyHash, separator);
        }
        self.at = separator + width;
        if quote.is_some() {
            self.evidence.note(Strength::Solid);
        } else {
            self.bare_keys = true;
        }
        if self.frames.len() == 1 {
            self.members.push(Member { name: name.clone(), at });
            self.evidence.members += 1;
            if self.evidence.members == 1 && quote.is_none() && separator == name_end {
                self.evidence.format_like = self.format_follows(&name);
            }
        }
        self.builder.key(name, at);
        self.expect = Expect::Value;
        Ok(())
    }

    /// Whether the value right at `self.at` makes the member read like a format specification or a time of day.
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
        // What is known to be incomplete is not certain.
        self.guess(self.at);
        self.at += width;
        self.expect = Expect::After;
        true
    }

    fn element(&mut self) -> Result<(), Stop> {
        self.trivia();
        match self.cursor.byte(self.at) {
            None => Err(Stop::EndOfText),
            Some(b']' | b'}' | b',') => {
                self.expect = Expect::After;
                Ok(())
            }
            Some(_) if self.ellipsis() => Ok(()),
            Some(_) => self.value(),
        }
    }

    /// Reads a value, or opens one.
    fn value(&mut self) -> Result<(), Stop> {
        self.trivia();
        let place = match self.frames.last() {
            Some(Frame::List) => Place::Element,
            _ => Place::Member { in_list: self.lists > 0, bare_keys: self.bare_keys },
        };
        match self.cursor.byte(self.at).ok_or(Stop::EndOfText)? {
            b'{' => self.open_value(Frame::Object),
            b'[' => self.open_value(Frame::List),
            b',' | b'}' | b']' => {
                self.repair(RepairKind::MissingValue, self.at);
                self.guess(self.at);
                self.put(Value::Null);
            }
            _ => {
                let value = if let Some((quote, width)) = self.cursor.quote_at(self.at) {
                    Value::String(self.string(quote, width, place)?)
                } else {
                    self.bare(place)?
                };
                self.evidence.values += 1;
                self.put(value);
            }
        }
        Ok(())
    }

    fn open_value(&mut self, frame: Frame) {
        self.evidence.values += 1;
        self.open(frame);
    }

    /// Reads what stands after a value: a comma, the end of the container, or the next value where the comma is missing.
    fn after_value(&mut self) -> Result<(), Stop> {
        let end = self.at;
        self.trivia();
        match self.cursor.byte(self.at).ok_or(Stop::EndOfText)? {
            b'}' => return self.close(Frame::Object),
            b']' => return self.close(Frame::List),
            b',' => self.comma(),
            _ => {
                let next_follows = match self.frames.last() {
                    Some(Frame::List) => judge::value_starts(self.cursor, self.at),
                    _ => judge::member_starts(self.cursor, end, self.at),
                };
                if !next_follows {
                    return Err(Stop::Prose);
                }
                self.repair(RepairKind::MissingComma, self.at);
            }
        }
        self.expect = Expect::Next;
        Ok(())
    }

    /// Passes a comma, and says so where nothing follows it.
    fn comma(&mut self) {
        let comma = self.at;
        self.at += 1;
        let repairs = self.repairs.len();
        self.trivia();
        if matches!(self.cursor.byte(self.at), Some(b'}' | b']' | b',')) {
            let trailing = Repair { kind: RepairKind::TrailingComma, at: comma };
            self.repairs.insert(repairs, trailing);
        }
    }

    /// What was read up to where reading stopped, if it is a payload.
    fn finish(mut self, start: usize, stop: Result<(), Stop>) -> Option<Reading> {
        if !self.evidence.is_payload(stop) {
            return None;
        }
        let end = match stop {
            Ok(()) => self.at,
            Err(Stop::EndOfText) => self.cursor.trimmed_end(),
            Err(Stop::Prose | Stop::NoPayload) => {
                // What was read of the next member does not belong to it.
                self.builder.drop_key();
                self.sure_end
            }
        };
        if stop.is_err() {
            self.repairs.retain(|repair| repair.at < end);
            self.members.retain(|member| member.at < end);
            self.repair(RepairKind::MissingClose, end);
        }
        // A key that stood there before is known only after its value was read.
        if !self.repairs.is_sorted_by_key(|repair| repair.at) {
            self.repairs.sort_by_key(|repair| repair.at);
        }
        Some(Reading {
            solid: self.evidence.is_solid(),
            rescued: self.rescued,
            payload: Payload {
                span: Span::new(start, end),
                value: self.builder.finish(),
                repairs: self.repairs,
                uncertain: !self.guesses.is_empty(),
                guesses: self.guesses,
                members: self.members,
                truncated: stop.is_err(),
            },
        })
    }
}
