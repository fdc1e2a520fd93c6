//! Strings with a missing or a superfluous mark, and incomplete numbers.

use serde_json::json;

use super::{
    super::RepairKind::{
        BareValue, DoubledQuotes, HalfQuotedKey, InnerQuote, MissingClose, MissingComma, RawNewline, UnquotedKey,
    },
    certain, guessed, payload,
};

#[test]
fn a_string_that_lost_its_end_before_a_key_without_quotes() {
    guessed(r#"{"a": "tea, b: "milk"}"#, &json!({"a": "tea", "b": "milk"}), &[MissingClose, UnquotedKey]);
    guessed(
        r#"{"a": "tea, b: "milk", "c": 1}"#,
        &json!({"a": "tea", "b": "milk", "c": 1}),
        &[MissingClose, UnquotedKey],
    );
    // Words that quote something are not a member.
    guessed(r#"{"a": "tea, she said: "milk""}"#, &json!({"a": "tea, she said: \"milk\""}), &[InnerQuote; 2]);
    let quoting = r#"{"a": "He wrote, note: "milk", and left", "b": 1}"#;
    assert_eq!(payload(quoting).value, Some(json!({"a": "He wrote, note: \"milk\", and left", "b": 1})));
}

#[test]
fn a_string_that_lost_its_end_before_a_brace() {
    let value = |text: &str| {
        let payload = payload(text);
        assert!(payload.uncertain, "{text}");
        payload.value.unwrap()
    };
    assert_eq!(value(r#"{"a": "tea, b: 1}"#), json!({"a": "tea", "b": 1}));
    assert_eq!(value(r#"{"a": "tea, b: true}"#), json!({"a": "tea", "b": true}));
    assert_eq!(value(r#"{"a": "tea, b: [1, 2]}"#), json!({"a": "tea", "b": [1, 2]}));
    assert_eq!(value(r#"{"n": 1, a: "tea, b: milk}"#), json!({"n": 1, "a": "tea", "b": "milk"}));
    // The word may belong to the text.
    assert_eq!(value(r#"{"a": "tea, mood: calm}"#), json!({"a": "tea, mood: calm"}));
    assert_eq!(value(r#"{"a": "tea, at: 1 or 2}"#), json!({"a": "tea, at: 1 or 2"}));
}

#[test]
fn a_mark_too_many() {
    guessed(r#"{"a": ""tea", "b": 1}"#, &json!({"a": "tea", "b": 1}), &[InnerQuote]);
    guessed("{\"a\": \"tea\n\"\n\", \"b\": 1}", &json!({"a": "tea", "b": 1}), &[RawNewline, InnerQuote]);
    let lines = payload("{\"a\": \"tea\nmilk\n\"\n\", \"b\": 1}");
    assert_eq!(lines.value, Some(json!({"a": "tea\nmilk\n\"\n", "b": 1})));
    guessed(r#"{"" key": "tea"}"#, &json!({"key": "tea"}), &[HalfQuotedKey]);
    // A quotation keeps its marks.
    let quoted = payload(r#"{"a": ""Tea" and milk"}"#);
    assert_eq!(quoted.value, Some(json!({"a": "\"Tea\" and milk"})));
    certain(r#"{"a": "\"tea"}"#, &json!({"a": "\"tea"}), &[]);
    certain(r#"{"": "tea"}"#, &json!({"": "tea"}), &[]);
}

#[test]
fn an_element_that_lost_its_opening_mark() {
    guessed(
        r#"{"a": ["tea", "milk" jam", "x"]}"#,
        &json!({"a": ["tea", "milk", "jam", "x"]}),
        &[MissingComma, BareValue],
    );
    guessed(r#"{"a": ["tea" jam"], "b": 1}"#, &json!({"a": ["tea", "jam"], "b": 1}), &[MissingComma, BareValue]);
    guessed(r#"{"a": ["a 5" disk", "x"]}"#, &json!({"a": ["a 5\" disk", "x"]}), &[InnerQuote]);
    guessed(r#"{"a": ["he said "no"", "x"]}"#, &json!({"a": ["he said \"no\"", "x"]}), &[InnerQuote; 2]);
}

#[test]
fn single_marks_that_were_doubled_with_the_others() {
    let cell = r#"{""a"":''Tea, milk'',""b"":""x""}"#;
    assert_eq!(payload(cell).value, Some(json!({"a": "Tea, milk", "b": "x"})));
    assert!(payload(cell).repair_kinds().contains(&DoubledQuotes));
}

#[test]
fn a_number_without_the_end_of_its_exponent_is_a_guess() {
    guessed(r#"{"a": 1e, "b": 2}"#, &json!({"a": 1, "b": 2}), &[BareValue]);
    // Without quotes anywhere it may be a word.
    let word = payload(r#"{a: 1e, b: "x"}"#);
    assert_eq!((word.value, word.uncertain), (Some(json!({"a": "1e", "b": "x"})), true));
    certain(r#"{"a": 1e3, "b": "1e"}"#, &json!({"a": 1000.0, "b": "1e"}), &[]);
}

#[test]
fn a_row_that_lost_its_bracket_stays_one() {
    let read = payload(r#"{"rows": [["a", "b"], "c", "d"], ["e", "f"]]}"#);
    assert_eq!(read.value, Some(json!({"rows": [["a", "b"], ["c", "d"], ["e", "f"]]})));
    assert!(read.uncertain);
    let mixed = payload(r#"{"a": [[1], "x"], [[2], [3]]}"#);
    assert_eq!(mixed.value, Some(json!({"a": [[1], "x", [2], [3]]})));
}
