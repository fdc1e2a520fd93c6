//! The payload reader: reads one object as a chat model writes it into the text of an answer, and stops exactly where it
//! ends.
//!
//! It prefers the strict reading: what `serde_json` would read is read the same way and without a repair. Where it must
//! forgive, fixed local rules decide, each told where it stands: `judge` says which quotation mark closes a string, `bare`
//! where a value without quotes ends, `reader` what may be missing between two members and what is no payload at all.
//! Everything forgiven is reported as a [`Repair`].
//!
//! One pass, no recursion, and on any input linear time.

mod bare;
mod build;
mod cursor;
mod escape;
mod evidence;
mod judge;
mod leading;
mod number;
mod reader;
mod repair;
mod string;
#[cfg(test)]
mod tests;
mod told;
mod word;

use serde_json::Value;

pub use leading::{read_leading, skip_blank};
pub use repair::{Repair, RepairKind};

use self::{cursor::Cursor, reader::Reading};
use crate::claim::Span;

/// An object that was read from a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Payload {
    /// The object alone, braces included. Where it was left open: up to the end of the text, or up to the last thing in it
    /// that belongs to it for certain.
    pub span: Span,
    /// None where it is a payload that cannot be read, because it is nested deeper than 512.
    pub value: Option<Value>,
    /// What had to be forgiven, in the order of its places.
    pub repairs: Vec<Repair>,
    /// Whether a value had to be guessed.
    pub uncertain: bool,
    /// Where: bytes of the text.
    pub guesses: Vec<usize>,
    /// The members of the object itself, in the order of the text.
    pub members: Vec<Member>,
    /// Whether the text ended, or prose went on, before the object was closed.
    pub truncated: bool,
}

/// A member of an object, by where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its key.
    pub name: String,
    /// The byte of the text where it begins.
    pub at: usize,
}

impl Payload {
    /// The member in which a byte of the text stands.
    #[must_use]
    pub fn member_at(&self, at: usize) -> Option<&Member> {
        let after = self.members.partition_point(|member| member.at <= at);
        after.checked_sub(1).and_then(|last| self.members.get(last))
    }

    /// What had to be forgiven, each name once, in the order in which it was met.
    #[must_use]
    pub fn repair_kinds(&self) -> Vec<RepairKind> {
        let mut kinds: Vec<RepairKind> = Vec::new();
        for repair in &self.repairs {
            if !kinds.contains(&repair.kind) {
                kinds.push(repair.kind);
            }
        }
        kinds
    }
}

/// Reads the object that starts at byte `at` of `text`, or gives None where what stands there is no payload: prose, a
/// template, code, a formula.
///
/// ```
/// use ghostcall::claim::payload::{RepairKind, read};
///
/// let payload = read("{success: true}You saw right through me.", 0).unwrap();
/// assert_eq!(payload.span.end, 15);
/// assert_eq!(payload.value, Some(serde_json::json!({"success": true})));
/// assert_eq!(payload.repairs[0].kind, RepairKind::UnquotedKey);
/// assert!(read("{sighs} I suppose you are right.", 0).is_none());
/// ```
#[must_use]
pub fn read(text: &str, at: usize) -> Option<Payload> {
    read_with_braces(text, at).map(|reading| reading.payload)
}

/// Reads an object that may stand in one or two pairs of braces too many, as models that saw templates write it. Templates
/// themselves look like that, so such an object must have quotes or literals.
fn read_with_braces(text: &str, at: usize) -> Option<Reading> {
    let cursor = Cursor::new(text);
    let extra = (at..at.saturating_add(3)).take_while(|&at| cursor.byte(at) == Some(b'{')).count().saturating_sub(1);
    if extra == 0 {
        return reader::read(text, at);
    }
    let mut reading = reader::read(text, at + extra)?;
    let payload = &mut reading.payload;
    let mut end = payload.span.end;
    for _ in 0..extra {
        end = cursor.past_space(end);
        if cursor.byte(end) != Some(b'}') {
            return None;
        }
        end += 1;
    }
    if payload.truncated || !reading.solid {
        return None;
    }
    payload.span = Span::new(at, end);
    payload.repairs.insert(0, Repair { kind: RepairKind::ExtraBrace, at });
    Some(reading)
}
