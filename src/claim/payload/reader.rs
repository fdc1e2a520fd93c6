//! The state of reading: what opens, closes and separates, and what may be missing or superfluous between two tokens.

use serde_json::Value;

use super::{
    Member, Payload,
    build::{Builder, Duplicate},
    container::{CallArguments, Container},
    cursor::{Cursor, is_space},
    evidence::PayloadEvidence,
    judge,
    repair::{Repair, RepairKind},
    stop::Stop,
};
use crate::claim::Span;

/// The most bytes of a line, from a bracket in a comment on, over which the comment may reach. Where the line goes on
/// for longer, the comment ends at the bracket.
const LONGEST_COMMENT_REST: usize = 1024;

/// The result of reading a payload, with what only this module needs.
pub(super) struct PayloadReading {
    pub(super) payload: Payload,
    /// The evidence that it is one.
    pub(super) evidence: PayloadEvidence,
    /// The end of the text that was looked at.
    pub(super) looked: usize,
}

/// A failure to read a payload: how far it looked like one, and how much text was looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadFailure {
    pub(super) reached: usize,
    pub(super) looked: usize,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Expect {
    /// The first member or element, or the end of an empty container.
    First,
    /// A member or an element after a comma, or after a missing one.
    Next,
    /// The value of a key.
    Value,
    /// A comma or the end of the container.
    After,
}

/// What the caller knows about the payload.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReadOptions<'t> {
    /// The names of arguments in a schema.
    pub(super) keys: &'t [&'t str],
    /// Whether a wrapper shows that it is no prose.
    pub(super) vouched: bool,
    /// Whether it is code: values may be calls and tuples.
    pub(super) code: bool,
}

/// The line in which a payload begins, as far as it was searched for its end.
#[derive(Clone, Copy)]
struct FirstLine {
    /// The offset up to which it was searched.
    read_to: usize,
    /// Whether it ends before that offset.
    ended: bool,
}

/// A payload that is being read. The containers are on an explicit stack: nesting costs a byte for each level, and no
/// recursion.
pub(super) struct PayloadReader<'t> {
    pub(super) cursor: Cursor<'t>,
    pub(super) given: ReadOptions<'t>,
    start: usize,
    /// The offset of the next byte.
    pub(super) at: usize,
    /// The end of the text that was looked at.
    pub(super) looked: usize,
    first_line: FirstLine,
    /// The end of the last token that certainly belongs to the payload.
    pub(super) sure_end: usize,
    pub(super) frames: Vec<Container>,
    /// The number of open frames in braces, in brackets and in parentheses.
    pub(super) objects: usize,
    pub(super) lists: usize,
    pub(super) parentheses: usize,
    /// The arguments of each open call.
    pub(super) arguments: Vec<CallArguments>,
    pub(super) builder: Builder,
    pub(super) expect: Expect,
    /// The names that can be keys after the next value, if the caller knows them.
    pub(super) anchors: &'t [&'t str],
    /// The number of open frames around the payload's own members: two in a list of objects.
    pub(super) outer: usize,
    pub(super) repairs: Vec<Repair>,
    /// The bytes where a value was guessed.
    pub(super) guesses: Vec<usize>,
    pub(super) members: Vec<Member>,
    pub(super) rescued: bool,
    pub(super) evidence: PayloadEvidence,
}

/// Reads the object or the list of objects that opens at `start`.
pub(super) fn read(text: &str, start: usize, given: ReadOptions<'_>) -> Result<PayloadReading, ReadFailure> {
    let mut reader = PayloadReader::new(text, start, given);
    reader.take_full_width(start);
    match reader.cursor.byte(start) {
        Some(b'{') => reader.open(Container::Object),
        Some(b'[') => {
            let frame = reader.bracketed();
            reader.outer = if frame == Container::List { 2 } else { 1 };
            reader.open(frame);
        }
        _ => return Err(ReadFailure { reached: start, looked: start }),
    }
    let stop = reader.run();
    reader.finish(stop)
}

/// Reads the arguments of a call whose parenthesis is right before `start`.
pub(super) fn read_arguments(text: &str, start: usize, keys: &[&str]) -> Result<PayloadReading, ReadFailure> {
    let mut reader = PayloadReader::new(text, start, ReadOptions { keys, vouched: true, code: true });
    reader.open(Container::Call);
    reader.at = start;
    let stop = reader.run();
    reader.finish(stop)
}

/// Reads the members of an object from `start` up to its closing brace; the opening brace is missing.
pub(super) fn read_members(text: &str, start: usize) -> Result<PayloadReading, ReadFailure> {
    let mut reader = PayloadReader::new(text, start, ReadOptions { vouched: true, ..ReadOptions::default() });
    reader.open(Container::Object);
    reader.at = start;
    let stop = reader.run();
    reader.finish(stop)
}

impl<'t> PayloadReader<'t> {
    fn new(text: &'t str, start: usize, given: ReadOptions<'t>) -> Self {
        Self {
            cursor: Cursor::new(text),
            given,
            start,
            at: start,
            looked: start,
            first_line: FirstLine { read_to: start, ended: false },
            sure_end: start,
            frames: Vec::new(),
            objects: 0,
            lists: 0,
            parentheses: 0,
            arguments: Vec::new(),
            builder: Builder::default(),
            expect: Expect::Value,
            anchors: &[],
            outer: 1,
            repairs: Vec::new(),
            guesses: Vec::new(),
            members: Vec::new(),
            rescued: false,
            evidence: PayloadEvidence::default(),
        }
    }

    pub(super) fn repair(&mut self, kind: RepairKind, at: usize) {
        self.repairs.push(Repair { kind, at });
    }

    pub(super) fn guess(&mut self, at: usize) {
        self.guesses.push(at);
    }

    /// Reads up to the closing bracket of the outermost container. Every step consumes a byte, changes the expectation
    /// towards one that does, or stops.
    fn run(&mut self) -> Result<(), Stop> {
        while let Some(&frame) = self.frames.last() {
            match (self.expect, frame) {
                (Expect::First | Expect::Next, Container::Object | Container::Dictionary) => self.member()?,
                (Expect::First | Expect::Next, Container::List | Container::Tuple | Container::Set) => {
                    self.element()?;
                }
                (Expect::First | Expect::Next, Container::Call) => self.argument()?,
                (Expect::Value, _) => self.value()?,
                (Expect::After, _) => self.after_value()?,
            }
        }
        Ok(())
    }

    pub(super) fn duplicate(&mut self, duplicate: &Duplicate) {
        self.repair(RepairKind::DuplicateKey, duplicate.at);
        if duplicate.differs {
            self.guess(duplicate.at);
        }
    }

    /// From here on takes the sign at `at` and others as punctuation of the grammar, if it is full-width.
    pub(super) fn take_full_width(&mut self, at: usize) {
        let narrow = self.cursor;
        self.cursor = narrow.full_width();
        if narrow.byte(at) == self.cursor.byte(at) {
            self.cursor = narrow;
        } else {
            self.repair(RepairKind::FullWidth, at);
            // Stage directions look the same.
            self.evidence.doubts.free_text = true;
        }
    }

    /// Adds a value that is not a container; a separator or a closing bracket must follow.
    pub(super) fn put(&mut self, value: Value) {
        if let Some(duplicate) = self.builder.value(value) {
            self.duplicate(&duplicate);
        }
        self.sure_end = self.at;
        self.expect = Expect::After;
    }

    /// Skips white space and comments, and `\n` in a payload that was escaped as a whole.
    pub(super) fn trivia(&mut self) {
        loop {
            let start = self.at;
            self.at = self.cursor.past_space(start);
            let odd = |character| is_space(character) && !matches!(character, ' ' | '\t' | '\n' | '\r');
            if let Some(offset) = self.cursor.slice(start, self.at).find(odd) {
                self.repair(RepairKind::OddSpace, start + offset);
            }
            if self.cursor.comment_at(self.at) {
                self.repair(RepairKind::Comment, self.at);
                self.at = self.comment_end();
            } else if self.cursor.escaped_space_width(self.at) > 0 {
                self.repair(RepairKind::EscapedQuotes, self.at);
                self.cursor = self.cursor.escaped();
            } else {
                return;
            }
        }
    }

    /// The end of the comment at `self.at`. In a text of a single line, a comment up to the end of the line would hide
    /// the rest. There, and where the next member follows, it ends before the bracket that closes more than it opened.
    fn comment_end(&mut self) -> usize {
        if self.cursor.byte(self.at + 1) == Some(b'*') || self.evidence.values == 0 || self.is_past_first_line() {
            return self.cursor.past_comment(self.at);
        }
        let mut open = 0_usize;
        let mut at = self.at;
        loop {
            match self.cursor.byte(at) {
                None | Some(b'\n' | b'\r') => return at,
                Some(b'{' | b'[') => open += 1,
                Some(b'}' | b']') if open == 0 => {
                    let goes_on = judge::quoted_member_follows(self.cursor, at + 1);
                    // A long line hides as much as a text of a single line.
                    let line_end = self.cursor.window(at, LONGEST_COMMENT_REST).find('\n').filter(|_| !goes_on);
                    if let Some(rest) = line_end {
                        return at + rest;
                    }
                    self.guess(at);
                    return at;
                }
                Some(b'}' | b']') => open -= 1,
                _ => {}
            }
            at += 1;
        }
    }

    /// Whether the payload began on a line before `self.at`.
    fn is_past_first_line(&mut self) -> bool {
        let FirstLine { read_to, ended } = self.first_line;
        let ended = ended || self.cursor.slice(read_to, self.at).contains(['\n', '\r']);
        self.first_line = FirstLine { read_to: read_to.max(self.at), ended };
        ended
    }

    /// Reads what follows a value: a comma, the end of the container, or the next value if the comma is missing.
    fn after_value(&mut self) -> Result<(), Stop> {
        let end = self.at;
        self.trivia();
        match self.cursor.byte(self.at).ok_or(Stop::EndOfText)? {
            bracket @ (b'}' | b']') => return self.close(bracket),
            b')' if self.parentheses > 0 => return self.close(b')'),
            b',' => self.comma(),
            b'{' if self.close_before_next() => self.repair(RepairKind::MissingComma, self.at),
            _ => {
                let next_follows = match self.frames.last() {
                    Some(Container::List | Container::Tuple | Container::Set) => {
                        judge::element_starts(self.cursor, end, self.at)
                    }
                    Some(Container::Call) => judge::argument_starts(self.cursor, self.at),
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

    /// Skips a comma, and reports a trailing one.
    fn comma(&mut self) {
        let comma = self.at;
        self.at = self.cursor.past_sign(comma);
        let repairs = self.repairs.len();
        self.trivia();
        if self.cursor.byte(self.at).is_some_and(|byte| b"}],".contains(&byte) || self.ends_call(byte)) {
            let trailing = Repair { kind: RepairKind::TrailingComma, at: comma };
            self.repairs.insert(repairs, trailing);
        }
    }

    /// Whether this byte closes a call or a tuple.
    pub(super) fn ends_call(&self, byte: u8) -> bool {
        byte == b')' && self.parentheses > 0
    }

    /// The result at the place where reading stopped, if that is a payload.
    fn finish(mut self, stop: Result<(), Stop>) -> Result<PayloadReading, ReadFailure> {
        self.looked = self.looked.max(self.at);
        let sure = if self.given.vouched { self.evidence.is_body(stop) } else { self.evidence.is_payload(stop) };
        if !sure {
            return Err(ReadFailure { reached: self.at, looked: self.looked });
        }
        let end = match stop {
            // The parenthesis of a call belongs to the wrapper.
            Ok(()) if self.given.code => self.at - 1,
            Ok(()) => self.at,
            Err(Stop::EndOfText) => self.cursor.trimmed_end().max(self.start),
            Err(Stop::Prose | Stop::NoPayload) => self.sure_end,
        };
        // If the wrapper ends right after the last value, only the last bracket is missing.
        let wrapped = stop == Err(Stop::Prose) && !self.builder.has_key() && self.cursor.wrapper_ends(end);
        if stop.is_err() {
            if stop != Err(Stop::EndOfText) {
                // The beginning of another member does not belong to it.
                self.builder.drop_key();
                // What follows the comma after the last value may be another member that could not be read.
                if self.sure_end < self.at && self.cursor.byte(self.cursor.past_space(self.sure_end)) == Some(b',') {
                    self.guesses.push(end);
                }
            }
            self.repairs.retain(|repair| repair.at < end);
            self.members.retain(|member| member.at < end);
            self.repair(RepairKind::MissingClose, end);
        }
        // A duplicate key or a guess is known only after its value was read.
        self.guesses.sort_unstable();
        if !self.repairs.is_sorted_by_key(|repair| repair.at) {
            self.repairs.sort_by_key(|repair| repair.at);
        }
        Ok(PayloadReading {
            evidence: self.evidence,
            looked: self.looked,
            payload: Payload {
                span: Span::new(self.start, end),
                value: self.builder.finish(),
                repairs: self.repairs,
                uncertain: !self.guesses.is_empty(),
                guesses: self.guesses,
                members: self.members,
                truncated: stop.is_err() && !wrapped,
            },
        })
    }
}
