//! Properties of the payload reader on any text.

mod fuzz;
mod invariants;
mod json5_style;

use ghostcall::claim::payload::{self, RepairKind};
use invariants::{check_any, check_spans};
use proptest::{collection, prelude::*};
use serde_json::{Map, Value};

/// Objects as tools take and return them.
fn objects() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[a-zA-Z ,.:'\"{}\\[\\]\\\\\n#/]{0,24}".prop_map(Value::from),
    ];
    let value = scalar.prop_recursive(4, 24, 6, |inner| {
        prop_oneof![
            collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            members(any::<String>(), inner).prop_map(Value::Object),
        ]
    });
    members(any::<String>(), value).prop_map(Value::Object)
}

fn members(
    keys: impl Strategy<Value = String>,
    values: impl Strategy<Value = Value>,
) -> impl Strategy<Value = Map<String, Value>> {
    collection::vec((keys, values), 0..6).prop_map(|members| members.into_iter().collect())
}

/// Texts of fragments from payloads and their surroundings.
fn fragments() -> impl Strategy<Value = String> {
    let fragment = prop::sample::select(vec![
        "{", "}", "[", "]", ":", ",", "\"", "'", "`", "“", "”", "‘", "’", "\\", "\\\"", "\\u", "\\ud83c", "\n", "\n\n",
        " ", "\u{a0}", "\u{feff}", "a", "key", "é", "記", "🎉", "1", "-", "2026-01-27", "[2026-01-27 18:48]", "0x",
        "1e999", ".", "...", "…", "true", "None", "nil", "=>", ":a", "//", "/*", "*/", "#", "# ", "\"a\": ", "a: ",
        "'b': ", "{a: 1}", "{\"a\": \"", "\"}", "it's", "(", ";", "\r", "\t", "\0", "\\n", "{{", "}}", "[{", "}]",
        "Prose. ", "```", "```json\n", "<code>", "</code>", "<parameter=a>", "</parameter>", "<arg_key>", "</arg_key>",
        "<arg_value>", "</arg_value>", "&quot;", "<|\"|>", "\"\"\"", "'''", ")", "a=", "f(", "/>", "60*60", "--a ",
        "Action Input:",
    ]);
    collection::vec(fragment, 0..60).prop_map(|parts| parts.concat())
}

/// Prints a value as a JavaScript literal with unquoted keys.
fn print_as_javascript(value: &Value, text: &mut String) {
    match value {
        Value::Object(members) => {
            text.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                let comma = if index > 0 { ", " } else { "" };
                text.extend([comma, key, ": "]);
                print_as_javascript(value, text);
            }
            text.push('}');
        }
        Value::Array(values) => {
            text.push('[');
            for (index, value) in values.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                print_as_javascript(value, text);
            }
            text.push(']');
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}

/// The value with all keys made identifiers.
fn with_identifiers(value: Value) -> Value {
    match value {
        Value::Object(members) => members
            .into_iter()
            .enumerate()
            .map(|(index, (_, value))| (format!("key_{index}"), with_identifiers(value)))
            .collect(),
        Value::Array(values) => values.into_iter().map(with_identifiers).collect(),
        scalar => scalar,
    }
}

/// Whether text after an object may look like more members of it: then they are read as such, and the payload is marked
/// uncertain.
fn may_continue_object(prose: &str) -> bool {
    prose.trim_start_matches(|letter: char| letter == '}' || letter.is_whitespace()).starts_with(',')
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>(), at in any::<usize>()) {
        check_any(&text)?;
        drop(payload::read(&text, at));
        invariants::check_bodies(&text, at)?;
    }

    #[test]
    fn any_bytes(bytes in collection::vec(any::<u8>(), 0..200)) {
        check_any(&String::from_utf8_lossy(&bytes))?;
        check_any(&format!("{{\"a\": {}", String::from_utf8_lossy(&bytes)))?;
    }

    #[test]
    fn any_fragments(text in fragments()) {
        check_any(&text)?;
        check_any(&format!("{{\"a\": true, {text}"))?;
        check_any(&format!("{{\"a\": \"{text}"))?;
    }

    #[test]
    fn strict_json_is_read_strictly(object in objects(), prose in any::<String>(), pretty in any::<bool>()) {
        let json = if pretty { serde_json::to_string_pretty(&object) } else { serde_json::to_string(&object) }.unwrap();
        let text = format!("{json}{prose}");
        let payload = payload::read(&text, 0).unwrap();
        prop_assert_eq!(payload.span.of(&text), json);
        prop_assert_eq!(payload.value, Some(object));
        prop_assert_eq!(payload.repairs, []);
        prop_assert!(!payload.uncertain && !payload.truncated);
    }

    #[test]
    fn keys_without_quotes_cost_nothing_else(object in objects(), prose in "[ a-zA-Z.,:'\"{}\n]*") {
        let object = with_identifiers(object);
        let mut json = String::new();
        print_as_javascript(&object, &mut json);
        let text = format!("{json}{prose}");
        let payload = payload::read(&text, 0).unwrap();
        if payload.uncertain {
            prop_assert!(may_continue_object(&prose), "{:?}", payload);
            return Ok(());
        }
        prop_assert_eq!(payload.span.of(&text), json);
        prop_assert_eq!(payload.value, Some(object));
        prop_assert!(payload.repairs.iter().all(|repair| repair.kind == RepairKind::UnquotedKey));
        prop_assert!(!payload.uncertain && !payload.truncated);
    }

    #[test]
    fn a_cut_payload_keeps_the_order_of_spans(object in objects(), cut in any::<prop::sample::Index>()) {
        let json = object.to_string();
        let mut end = cut.index(json.len());
        while !json.is_char_boundary(end) {
            end -= 1;
        }
        let payloads = payload::read_leading(&json[..end]);
        prop_assert!(payloads.first().is_none_or(|first| first.span.start == 0));
        check_spans(&json[..end], &payloads)?;
    }
}
