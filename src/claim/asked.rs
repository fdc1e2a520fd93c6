//! Whether a person asked for data: then data in the answer is an answer.

use std::collections::HashSet;

use serde_json::Value;

/// Words of people who want structured text.
const WORDS: [&str; 18] = [
    "json",
    "json5",
    "jsonl",
    "ndjson",
    "yaml",
    "schema",
    "payload",
    "config",
    "configuration",
    "api",
    "example",
    "dict",
    "format",
    "syntax",
    "template",
    "snippet",
    "xml",
    "csv",
];

/// Whether `text`, a person's message, asks for structured data or shows some.
#[must_use]
pub fn asks_for_data(text: &str) -> bool {
    let word = |word: &str| WORDS.iter().any(|known| word.eq_ignore_ascii_case(known));
    text.split(|c: char| !c.is_alphanumeric()).any(word) || shows_an_object(text)
}

/// The words of a person's message, as keys are written.
pub(super) fn words(text: &str) -> HashSet<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect()
}

/// Whether a person's message of these words speaks of what `value` holds: at least two of its keys, and half of them.
#[must_use]
pub(super) fn asks_for(words: &HashSet<&str>, value: &Value) -> bool {
    let Value::Object(members) = value else { return false };
    let spoken = members.keys().filter(|key| words.contains(key.as_str())).count();
    spoken >= 2 && spoken * 2 >= members.len()
}

/// An opening brace with a key after it: somebody pasted an object and wants to talk about it.
fn shows_an_object(text: &str) -> bool {
    text.split('{').skip(1).any(|after| {
        let key = after.trim_start().trim_start_matches(['"', '\'']);
        let rest = key.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        rest.len() < key.len() && rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_name_the_keys_that_they_want() {
        let value = serde_json::json!({"name": "Ana", "city": "Oslo", "age": 3});
        assert!(asks_for(&words("I need name, city and so on."), &value));
        assert!(!asks_for(&words("What is her name?"), &value));
        assert!(!asks_for(&words("name city"), &serde_json::json!(["name", "city"])));
    }

    #[test]
    fn people_ask_in_words_or_show_an_object() {
        for text in [
            "Give me the beds as JSON, please.",
            "What is in the config?",
            "Why do you write {success: true}?",
            "translate { \"name\": \"x\" }",
            "a JSON-schema for it",
        ] {
            assert!(asks_for_data(text), "{text}");
        }
        for text in ["The beans want planting in late April.", "Jason called.", "I feel {sad} today", "", ":-{ : }"] {
            assert!(!asks_for_data(text), "{text}");
        }
    }
}
