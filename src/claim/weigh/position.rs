//! Whether what a text holds is a claim, by its position.

use serde_json::Value;

use crate::claim::declaration::{calls_nothing, is_declaration};
use crate::claim::payload::{Payload, RepairKind};
use crate::claim::surroundings::TextContext;
use crate::registry::Class;

/// The position of a candidate, as far as it matters for a claim.
#[derive(Clone, Copy)]
pub(super) struct ClaimPosition {
    pub(super) place: TextContext,
    pub(super) asked_for: bool,
    /// It is part of a sentence.
    pub(super) embedded: bool,
    /// It is in the marks of a protocol.
    pub(super) marked: bool,
}

impl ClaimPosition {
    /// Whether it is quoted, explained, or part of a sentence.
    pub(super) fn spoken_of(self) -> bool {
        self.place.quoted || self.place.framed || self.embedded
    }

    /// Whether what a pattern matches is a claim in this position.
    pub(super) fn counts_known(self, class: Class) -> bool {
        let ClaimPosition { place, asked_for, embedded, marked } = self;
        match class {
            // A reply is the whole message, or its beginning.
            Class::Envelope => place.leading && !self.spoken_of() && !place.fenced,
            // A lost record matters, so it is shown even if it may be an example; but not if two signs say so.
            Class::Record => {
                let in_sentence = place.follows_on && (place.quoted || place.framed);
                let doubts = [place.quoted, place.framed, place.fenced, asked_for, in_sentence];
                doubts.iter().filter(|doubt| **doubt).count() < 2
            }
            Class::Announced => false,
            Class::Effect => {
                let spoken_of = place.quoted || place.framed || (embedded && !marked);
                let shown = place.fenced && asked_for;
                !spoken_of && !shown
            }
            Class::Echo => {
                let shown = place.fenced && asked_for;
                !self.spoken_of() && !shown
            }
        }
    }

    /// Whether a payload without a pattern is a claim in this position.
    pub(super) fn counts_unknown(self, payload: &Payload) -> bool {
        let ClaimPosition { place, asked_for, .. } = self;
        // A bare word after another one may be a stage direction.
        let is_word = matches!(&payload.value, Some(Value::Object(members)) if members.len() == 1)
            && payload.repairs.iter().any(|repair| repair.kind == RepairKind::BareValue);
        place.leading
            && !payload.value.as_ref().is_some_and(|value| is_declaration(value) || calls_nothing(value))
            && !place.fenced
            && !self.spoken_of()
            && !asked_for
            && says_something(payload.value.as_ref())
            && !is_word
            && !payload.value.as_ref().is_some_and(labels_texts)
    }

    /// Whether a call of an unknown tool is a claim in this position.
    pub(super) fn counts_unnamed(self) -> bool {
        let ClaimPosition { place, embedded, asked_for, marked, .. } = self;
        !place.quoted && !place.framed && !asked_for && (marked || !embedded) && (!place.fenced || place.alone)
    }

    /// Whether a call without marks is separate from prose.
    pub(super) fn is_separate(self) -> bool {
        let place = self.place;
        place.leading || place.alone || place.own_lines
    }

    /// Whether a call without marks is the last thing that is said, after a whole sentence.
    pub(super) fn is_last(self) -> bool {
        self.place.trailing && !self.place.follows_on
    }
}

/// Whether most keys of an object are no identifiers, as the keys of a tool's result are: {"6 to 7 am": "Breakfast"} is
/// what somebody wrote.
fn labels_texts(value: &Value) -> bool {
    let is_identifier = |key: &&String| {
        let begins = key.starts_with(|first: char| first.is_alphabetic() || matches!(first, '_' | '$' | '@'));
        begins && key.chars().all(|letter| letter.is_alphanumeric() || "_-.$@:/".contains(letter))
    };
    value
        .as_object()
        .is_some_and(|members| !members.is_empty() && members.keys().filter(is_identifier).count() * 2 < members.len())
}

/// Whether a payload has content; an unreadable one may have some.
pub(super) fn says_something(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Object(members)) => !members.is_empty(),
        Some(Value::Array(elements)) => !elements.is_empty(),
        _ => true,
    }
}
