//! The payload reader: reads what a chat model writes into the text of an answer, and stops exactly where it ends.
//!
//! [`read_all`] finds the objects in a text; [`read_body`] reads the body of a wrapper that the caller has found, in
//! one of several grammars.
//!
//! The strict reading comes first: what `serde_json` would read gives the same value, without a repair. Where something
//! must be forgiven, fixed local rules decide. `judge` says which quotation mark closes a string, `bare` where an
//! unquoted value ends, `reader` what may be missing between two members and what is no payload at all. Everything
//! forgiven is reported as a [`Repair`].
//!
//! One pass, no recursion, and linear time on any input.

mod balance;
mod bare;
mod bare_body;
mod build;
mod candidate;
mod container;
mod cursor;
mod escape;
mod evidence;
mod frame;
mod grammar;
mod judge;
mod known_arguments;
mod leading;
mod member;
mod name;
mod number;
mod react;
mod reader;
mod repair;
mod repair_places;
mod scan;
mod stop;
mod string;
#[cfg(test)]
mod tests;
mod word;
mod wrapped;
mod wrapper;
mod xml;

use serde_json::Value;

pub use cursor::skip_blank;
pub use grammar::{Grammar, read_body};
pub(super) use known_arguments::{KnownArguments, Untyped};
pub use leading::read_leading;
pub use repair::{Repair, RepairKind};
pub use scan::{may_open, read_all};
pub(in crate::claim) use wrapped::begins_member;
pub use wrapper::with_wrappers;
pub(super) use xml::{container, marked_parameters, nested_elements, parameters};

use crate::claim::Span;

/// An object, or a list of objects, read from a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Payload {
    /// The bytes of the object, brackets included. If it was left open: up to the end of the text, or of what certainly
    /// belongs to it.
    pub span: Span,
    /// The value; `None` for a payload that is nested deeper than 512 levels.
    pub value: Option<Value>,
    /// What had to be forgiven, in the order of the text.
    pub repairs: Vec<Repair>,
    /// Whether a value had to be guessed.
    pub uncertain: bool,
    /// The bytes in the text where values were guessed, in ascending order.
    pub guesses: Vec<usize>,
    /// The members of the object itself, in the order of the text.
    pub members: Vec<Member>,
    /// Whether the object was never closed: the text ended, or prose followed.
    pub truncated: bool,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The member's key, without quotes.
    pub name: String,
    /// The byte of the text where it begins.
    pub at: usize,
}

impl Payload {
    /// The member that contains a byte of the text.
    #[must_use]
    pub fn member_at(&self, at: usize) -> Option<&Member> {
        let after = self.members.partition_point(|member| member.at <= at);
        after.checked_sub(1).and_then(|last| self.members.get(last))
    }

    /// The names of the members that `asked` accepts and in which something was forgiven or guessed.
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

    /// The kinds of repairs, each once, in the order of the text.
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

/// Reads the object, or the list of objects, at byte `at` of `text`. `None` means that there is no payload: prose, a
/// template, code, or a formula.
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
