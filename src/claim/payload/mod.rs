//! The payload reader: reads what a chat model writes into the text of an answer, and stops exactly where it ends.
//!
//! [`read_all`] finds the objects of a text by themselves, [`read_body`] reads what is in a wrapper that somebody else has
//! found, in one of several grammars.
//!
//! It prefers the strict reading: what `serde_json` would read is read the same way and without a repair. Where it must
//! forgive, fixed local rules decide, each documented where it is: `judge` says which quotation mark closes a string, `bare`
//! where a value without quotes ends, `reader` what may be missing between two members and what is no payload at all.
//! Everything forgiven is reported as a [`Repair`].
//!
//! One pass, no recursion, and on any input linear time.

mod balance;
mod bare;
mod bare_body;
mod build;
mod candidate;
mod cursor;
mod escape;
mod evidence;
mod frame;
mod grammar;
mod judge;
mod leading;
mod member;
mod name;
mod number;
mod react;
mod reader;
mod repair;
mod repair_places;
mod scan;
mod string;
#[cfg(test)]
mod tests;
mod word;
mod wrapped;
mod wrapper;
mod xml;

use serde_json::Value;

pub use grammar::{Grammar, read_body};
pub use leading::{read_leading, skip_blank};
pub use repair::{Repair, RepairKind};
pub use scan::{may_open, read_all};
pub(in crate::claim) use wrapped::begins_member;
pub use wrapper::with_wrappers;
pub(super) use xml::{container, marked_parameters};

use crate::claim::Span;

/// An object, or a list of objects, that was read from a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Payload {
    /// The object alone, brackets included. Where it was left open: up to the end of the text, or up to the last thing in it
    /// that belongs to it for certain.
    pub span: Span,
    /// None where it is a payload that cannot be read, because it is nested deeper than 512.
    pub value: Option<Value>,
    /// What had to be forgiven, in the order of its places.
    pub repairs: Vec<Repair>,
    /// Whether a value had to be guessed.
    pub uncertain: bool,
    /// Where: bytes of the text, in their order.
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

    /// The names of those members that `asked` says yes to and in which something had to be forgiven or guessed.
    pub fn doubtful_members(&self, asked: impl Fn(&str) -> bool) -> impl Iterator<Item = &str> {
        let ends = self.members.iter().skip(1).map(|next| next.at).chain([usize::MAX]);
        let is_doubtful = move |(member, end): &(&Member, usize)| {
            let is_within = |at: Option<usize>| at.is_some_and(|at| at < *end);
            let repair = self.repairs.partition_point(|repair| repair.at < member.at);
            let guess = self.guesses.partition_point(|at| *at < member.at);
            is_within(self.repairs.get(repair).map(|repair| repair.at)) || is_within(self.guesses.get(guess).copied())
        };
        let members = self.members.iter().zip(ends).filter(move |(member, _)| asked(&member.name));
        members.filter(is_doubtful).map(|(member, _)| member.name.as_str())
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

/// Reads the object, or the list of objects, that starts at byte `at` of `text`, or gives `None` where what is there is no payload: prose, a
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
    wrapped::read(text, at).ok().map(|reading| reading.payload)
}
