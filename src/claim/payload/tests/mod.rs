//! Tests of the whole reader: the errors that it repairs, each with a similar trap; what it refuses; and its limits.

mod bodies;
mod forgiven;
mod left_open;
mod limits;
mod marks;
mod misplaced;
mod nastiness;
mod parameters;
mod refused;
mod typed;

use serde_json::Value;

use super::{Payload, RepairKind, read};

fn payload(text: &str) -> Payload {
    read(text, 0).unwrap_or_else(|| panic!("no payload: {text}"))
}

fn kinds(payload: &Payload) -> Vec<RepairKind> {
    payload.repairs.iter().map(|repair| repair.kind).collect()
}

/// Asserts that the text, followed by prose, is read whole, with this value and these repairs.
#[track_caller]
fn reads(text: &str, value: &Value, repairs: &[RepairKind], uncertain: bool) {
    let text_and_prose = format!("{text}And so it goes.");
    let payload = payload(&text_and_prose);
    assert_eq!(payload.value.as_ref(), Some(value), "{text}");
    assert_eq!(payload.span.of(&text_and_prose), text);
    assert_eq!(kinds(&payload), repairs, "{text}");
    assert_eq!(payload.uncertain, uncertain, "{text}");
    assert!(!payload.truncated, "{text}");
}

#[track_caller]
fn certain(text: &str, value: &Value, repairs: &[RepairKind]) {
    reads(text, value, repairs, false);
}

#[track_caller]
fn guessed(text: &str, value: &Value, repairs: &[RepairKind]) {
    reads(text, value, repairs, true);
}

#[track_caller]
fn refused(text: &str) {
    assert_eq!(read(text, 0), None, "{text}");
}
