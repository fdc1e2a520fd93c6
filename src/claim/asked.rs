//! Whether a person asked for data: then data in the answer is an answer.

/// Words of people who want structured text.
const WORDS: [&str; 12] = [
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
];

/// Whether `text`, a person's message, asks for structured data or shows some.
#[must_use]
pub fn asks_for_data(text: &str) -> bool {
    let word = |word: &str| WORDS.iter().any(|known| word.eq_ignore_ascii_case(known));
    text.split(|c: char| !c.is_alphanumeric()).any(word) || shows_an_object(text)
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
