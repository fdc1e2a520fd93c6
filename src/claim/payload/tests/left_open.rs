//! Payloads that were never closed.

use serde_json::{Value, json};

use super::{
    super::{RepairKind::MissingClose, read_all},
    kinds, payload, refused,
};

/// Asserts that the payload at the start of `text` is `part`, with this value, left open, and `uncertain` or not.
#[track_caller]
fn left_open(text: &str, part: &str, value: &Value, uncertain: bool) {
    let payload = payload(text);
    assert_eq!(payload.span.of(text), part);
    assert_eq!(payload.value.as_ref(), Some(value), "{text}");
    assert!(payload.truncated, "{text}");
    assert_eq!(payload.uncertain, uncertain, "{text}");
    assert_eq!(kinds(&payload).last(), Some(&MissingClose));
}

#[test]
fn the_text_ends_between_two_tokens() {
    for (text, value) in [
        (r#"{"a": "closed string""#, json!({"a": "closed string"})),
        (r#"{"a": true, "items": [1, 2"#, json!({"a": true, "items": [1, 2]})),
        (r#"{"a": true, "b":"#, json!({"a": true, "b": null})),
        (r#"{"a": true, "b"#, json!({"a": true})),
        (r#"{"a": true,"#, json!({"a": true})),
        ("{a: 1, b: [{c: 2", json!({"a": 1, "b": [{"c": 2}]})),
    ] {
        left_open(text, text, &value, false);
        left_open(&format!("{text}\n"), text, &value, false);
    }
}

#[test]
fn wherever_the_text_ends_no_member_runs_into_another() {
    for text in [
        r#"{"mood": "calm", "content": "Tea, at noon.", "n": 12, "tags": ["a b", "c"], "last": "x"}"#,
        r#"{mood: "calm", content: "Tea, at noon.", n: 12, tags: ["a b", "c"], last: "x"}"#,
        "{'mood': 'calm', 'content': 'Tea, at noon.', 'n': 12, 'tags': ['a b', 'c'], 'last': 'x'}",
    ] {
        let whole = payload(text).value.unwrap();
        for end in 2..text.len() {
            let Some(cut) = super::super::read(&text[..end], 0) else { continue };
            for (key, value) in cut.value.as_ref().and_then(Value::as_object).unwrap() {
                let (Value::String(read), Value::String(said)) = (value, &whole[key]) else { continue };
                assert!(said.starts_with(read.as_str()), "{}", &text[..end]);
            }
        }
    }
    let words = r#"{"a": "She said "no", "then left"#;
    left_open(words, words, &json!({"a": "She said \"no\", \"then left"}), true);
}

#[test]
fn the_text_ends_within_an_escape() {
    let text = r#"{"a": "Tea \u26"#;
    assert_eq!(payload(text).value, Some(json!({"a": "Tea "})));
}

#[test]
fn the_text_ends_within_a_value() {
    left_open(r#"{a: "tail cut"#, r#"{a: "tail cut"#, &json!({"a": "tail cut"}), true);
    left_open(r#"{"a": tru"#, r#"{"a": tru"#, &json!({"a": "tru"}), true);
    left_open(r#"{"a": "She said "no" to"#, r#"{"a": "She said "no" to"#, &json!({"a": "She said \"no\" to"}), true);
}

#[test]
fn prose_goes_on() {
    for part in [r#"{"a": {"b": 1}"#, r#"{"a": true"#, r#"{"a": "x""#] {
        let value: Value = serde_json::from_str(&format!("{part}}}")).unwrap();
        left_open(&format!("{part}\n\nThen prose."), part, &value, false);
        left_open(&format!("{part} You saw right through me."), part, &value, false);
    }
    left_open("{\"a\": 1, \"b\": 2\n\n{\"c\": 3}", "{\"a\": 1, \"b\": 2", &json!({"a": 1, "b": 2}), false);
}

#[test]
fn a_member_that_cannot_be_read_makes_the_rest_a_guess() {
    let text = "{\"a\": {\"b\": 1}, -> \"c\": 2}";
    left_open(text, "{\"a\": {\"b\": 1}", &json!({"a": {"b": 1}}), true);
}

#[test]
fn a_plural_ends_after_a_brace_in_a_text() {
    let text = "{\"a\": \"write x}s, or y}s";
    left_open(text, text, &json!({"a": "write x}s, or y}s"}), true);
    let brace = payload("{\"a\": \"write x}s} So it is.");
    assert_eq!((brace.value, brace.truncated), (Some(json!({"a": "write x}s"})), false));
}

#[test]
fn a_reply_right_after_the_brace_is_not_part_of_the_text() {
    for reply in ["it is done", "1. first", "so it is", "a moment", "s1 is set"] {
        let text = format!("{{\"note\": \"CET}}{reply}");
        let payload = payload(&text);
        assert_eq!(payload.span.of(&text), "{\"note\": \"CET}", "{text}");
        assert_eq!(payload.value, Some(json!({"note": "CET"})), "{text}");
    }
}

#[test]
fn a_quote_is_missing_before_the_brace() {
    let text = "{\"ok\": true, \"a\": \"I lost track}You \"saw\" me.";
    let payload = payload(text);
    assert_eq!(payload.span.of(text), "{\"ok\": true, \"a\": \"I lost track}");
    assert_eq!(payload.value, Some(json!({"ok": true, "a": "I lost track"})));
    assert_eq!(kinds(&payload), [MissingClose]);
    assert!(payload.uncertain && !payload.truncated);
}

#[test]
fn what_has_too_little_to_show() {
    for text in [
        "{", "{a", "{a:", "{\"a\":", "{\"a", "{sighs: softly", "{a: 1\n\nThen prose.", "{note: 'tis the season",
        "{a: 'x} y",
    ] {
        refused(text);
    }
}

#[test]
fn what_opens_and_fails_hides_nothing_in_a_paragraph_of_its_own() {
    const WHOLE: &str = r#"{"success": true, "memory_type": "core", "content": "Likes tea."}"#;
    let value: Value = serde_json::from_str(WHOLE).unwrap();
    for opener in [
        "Hm {\"a\":\n\n",
        "Hm. {\"a\":\n\n\n\n",
        "{\"a\":\r\n\r\n",
        "Hm {\"a\": [\n\n",
        "Hm {\"b\": 1, \"a\":\n\n",
        "Hm {a: {b:\n\n",
        "Hm {a: {b: c\n\n",
        "Hm {\"a\":\n\n{\"a\":\n\n",
    ] {
        for after in ["", "\n", " So it is.", "\n\nSo it is."] {
            let text = format!("{opener}{WHOLE}{after}");
            let found = read_all(&text);
            let whole = found.iter().find(|payload| payload.value.as_ref() == Some(&value));
            assert_eq!(whole.map(|payload| payload.span.of(&text)), Some(WHOLE), "{text:?}: {found:?}");
        }
    }
}

#[test]
fn what_goes_on_after_a_blank_line_is_one_payload() {
    // Closed, or left open after more than the one object: the payload continues.
    for text in [
        "Hm {\"a\":\n\n{\"b\": 1}}",
        "Hm {\"a\":\n\n{\"b\": 1}\n}",
        "Hm {\"a\": [\n\n{\"b\": 1},\n\n{\"b\": 2},",
        "Hm {\"a\":\n{\"b\": 1}",
    ] {
        let found = read_all(text);
        let starts: Vec<_> = found.iter().map(|payload| payload.span.start).collect();
        assert_eq!(starts, [3], "{text:?}");
    }
}
