//! Finds all payloads of a text that have no wrapper.

use super::{
    Payload,
    balance::{BracketPairs, is_blank_line},
    candidate::CandidatePosition,
    cursor::{Cursor, FULL_WIDTH_BRACE, is_space},
    leading::past_stamps,
    reader::{self, PayloadReading, ReadFailure, ReadOptions},
    wrapped,
};
use crate::work;

/// How many times the length of the text may be read again after candidates that were no payloads. After that, reading
/// continues after the text that was looked at.
const MAX_LOOKS: usize = 4;

/// All payloads of a text, at any position: objects, and lists of objects, in ascending order.
///
/// Leading ones, with only stamps and white space before them, may be any object. Within a text an object needs more
/// evidence, and it must not be where code, templates and formulas have braces. What is no payload is skipped as a
/// whole, together with everything in it.
///
/// The time is linear: prose is skipped by a search for brackets, and what is read twice is bounded by the length of
/// the text.
#[must_use]
pub fn read_all(text: &str) -> Vec<Payload> {
    let mut scan = Scan {
        cursor: Cursor::new(text),
        text,
        at: 0,
        leading: Some(past_stamps(Cursor::new(text), 0)),
        paragraph: None,
        balance: None,
        looked_again: 0,
        payloads: Vec::new(),
    };
    while scan.next_candidate() {
        scan.candidate();
    }
    scan.payloads
}

/// Whether a text may contain an object: a cheap test without false negatives.
#[must_use]
pub fn may_open(text: &str) -> bool {
    text.contains('{') || text.contains(FULL_WIDTH_BRACE)
}

struct Scan<'t> {
    cursor: Cursor<'t>,
    text: &'t str,
    at: usize,
    /// The offset of the next leading payload, if there is one.
    leading: Option<usize>,
    /// The offset of an object in a paragraph of its own, after brackets that were left open.
    paragraph: Option<usize>,
    balance: Option<BracketPairs>,
    looked_again: usize,
    payloads: Vec<Payload>,
}

impl Scan<'_> {
    /// Goes to the next brace, or bracket followed by a brace.
    fn next_candidate(&mut self) -> bool {
        let from = match self.leading {
            Some(leading) => self.at.max(leading),
            None => self.at,
        };
        match self.cursor.next_opener(from) {
            Some(at) => {
                self.at = at;
                true
            }
            None => false,
        }
    }

    fn candidate(&mut self) {
        let start = self.at;
        let leading = self.leading == Some(start);
        // A candidate right after a payload is in the same position as that one.
        let is_glued = self.payloads.last().is_some_and(|payload| payload.span.end == start && !payload.truncated);
        let position = match (leading, is_glued || self.paragraph == Some(start)) {
            (true, _) => CandidatePosition::Leading,
            (false, true) => CandidatePosition::Boundary,
            (false, false) => CandidatePosition::of(self.cursor, start),
        };
        if !leading {
            self.leading = None;
        }
        match self.read(position) {
            Ok(mut reading) => {
                let payload = &mut reading.payload;
                if !self.opened_before(start) {
                    wrapped::take_extra_closers(self.cursor, payload, 0);
                }
                let end = payload.span.end;
                self.at = end.max(start + 1);
                self.look_again(reading.looked, end);
                if leading {
                    self.leading = Some(self.past_separator(end));
                }
                self.payloads.push(reading.payload);
            }
            Err(refusal) => self.pass(start, refusal),
        }
    }

    fn read(&mut self, position: CandidatePosition) -> Result<PayloadReading, ReadFailure> {
        if position == CandidatePosition::Code {
            return Err(ReadFailure { reached: self.at, looked: self.at });
        }
        let reading = match self.cursor.byte(self.at) {
            Some(b'[') => reader::read(self.text, self.at, ReadOptions::default())?,
            _ => wrapped::read(self.text, self.at)?,
        };
        if let Some(reached) = self.own_paragraph(&reading.payload) {
            self.paragraph = Some(reached);
            return Err(ReadFailure { reached, looked: reading.looked });
        }
        if position.takes(self.cursor, &reading.payload, &reading.evidence) {
            Ok(reading)
        } else {
            Err(ReadFailure { reached: reading.payload.span.end, looked: reading.looked })
        }
    }

    /// The object that makes up the paragraph after an empty line within a payload that was left open. The payload was
    /// abandoned there, and the complete object counts by itself.
    fn own_paragraph(&mut self, payload: &Payload) -> Option<usize> {
        if !payload.truncated {
            return None;
        }
        let start = self.balance().start(payload.span.end).filter(|start| *start > payload.span.start)?;
        let before = self.cursor.slice(payload.span.start, start);
        let opener = work::trim_end_by(before, is_space);
        let is_parted = (opener.len()..before.len()).any(|at| ends_paragraph(before, at));
        (self.cursor.byte(start) == Some(b'{') && is_parted && opener.ends_with([':', '{', '['])).then_some(start)
    }

    fn balance(&mut self) -> &BracketPairs {
        self.balance.get_or_insert_with(|| BracketPairs::of(self.text))
    }

    /// Skips a candidate that was no payload, up to the end of its brackets, or at most its paragraph.
    fn pass(&mut self, start: usize, refusal: ReadFailure) {
        let (text, reached) = (self.text, refusal.reached);
        let next = self.balance().end(start).unwrap_or_else(|| {
            let end = (start..reached).find(|at| ends_paragraph(text, *at)).unwrap_or(reached);
            work::count(end.saturating_sub(start));
            end
        });
        let next = next.max(start + 1);
        self.at = next;
        self.look_again(refusal.looked, next);
    }

    /// Counts the bytes that will be read again, and skips them if there are too many.
    fn look_again(&mut self, looked: usize, next: usize) {
        self.looked_again += looked.saturating_sub(next);
        if self.looked_again > MAX_LOOKS * self.text.len() {
            self.at = self.at.max(looked);
        }
    }

    fn past_separator(&self, end: usize) -> usize {
        let next = past_stamps(self.cursor, end);
        if self.cursor.byte(next) == Some(b',') { past_stamps(self.cursor, next + 1) } else { next }
    }

    /// Whether the line of a candidate has an open bracket before it that may still be closed.
    fn opened_before(&self, start: usize) -> bool {
        let floor = self.payloads.last().map_or(0, |payload| payload.span.end);
        let before = self.cursor.slice(floor, start);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let count = |bracket| line.matches(bracket).count();
        count('{') > count('}') || count('[') > count(']')
    }
}

/// Whether the line after the break at `at` is empty.
fn ends_paragraph(text: &str, at: usize) -> bool {
    text.as_bytes().get(at) == Some(&b'\n') && is_blank_line(text.as_bytes(), at)
}
