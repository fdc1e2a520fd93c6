//! Whatever `json5` reads is read with the same result.

use ghostcall::claim::payload;
use proptest::prelude::*;
use serde_json::Value;

use crate::{may_continue_object, objects, with_identifiers};

/// Prints a value in the ways that JSON5 allows; `style` selects them.
fn print(value: &Value, style: u32, text: &mut String) {
    let next = style.rotate_right(3) ^ 0x9e37_79b9;
    match value {
        Value::Object(members) => {
            text.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                if index > 0 {
                    text.push_str(if style & 1 == 0 { "," } else { ", // next\n" });
                }
                if style & 2 == 0 {
                    text.push_str(key);
                } else {
                    text.extend(["'", key, "'"]);
                }
                text.push_str(if style & 4 == 0 { ":" } else { " :\t" });
                print(value, next, text);
            }
            text.push_str(if style & 8 == 0 || members.is_empty() { "}" } else { ",}" });
        }
        Value::Array(values) => {
            text.push('[');
            for (index, value) in values.iter().enumerate() {
                text.push_str(if index > 0 { " , " } else { "" });
                print(value, next, text);
            }
            text.push_str(if style & 16 == 0 || values.is_empty() { "]" } else { ", /* end */ ]" });
        }
        Value::String(string) if style & 32 != 0 => {
            let inner = string.replace('\\', "\\\\").replace('\'', "\\'");
            let inner: String =
                inner
                    .chars()
                    .map(|character| {
                        if character.is_control() {
                            format!("\\u{:04x}", u32::from(character))
                        } else {
                            character.into()
                        }
                    })
                    .collect();
            text.extend(["'", &inner, "'"]);
        }
        Value::Number(number) if style & 64 != 0 && number.is_u64() => {
            text.push_str(&format!("0x{:X}", number.as_u64().unwrap_or_default()));
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json5_is_read_as_its_own_reader_reads_it(object in objects(), style in any::<u32>(), prose in "[ a-zA-Z.,:'\"{}\n]*") {
        let object = with_identifiers(object);
        let mut json5 = String::new();
        print(&object, style, &mut json5);
        let text = format!("{json5}{prose}");
        let payload = payload::read(&text, 0).unwrap();
        if payload.uncertain {
            prop_assert!(may_continue_object(&prose), "{:?}", payload);
            return Ok(());
        }
        prop_assert_eq!(payload.span.of(&text), &json5);
        prop_assert_eq!(payload.value.as_ref(), Some(&object));
        if let Ok(theirs) = json5::from_str::<Value>(&json5) {
            prop_assert_eq!(payload.value, Some(theirs));
        }
    }
}
