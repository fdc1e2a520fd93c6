//! Unique names of drafted patterns, made of words that are easy to type.

use std::collections::BTreeSet;

use serde_json::Value;

use super::schema::discriminating_word;
use crate::registry::PatternKind;

/// The maximum number of characters of a name, without a number at its end.
const LONGEST: usize = 40;
/// The number of keys that make a name if nothing else does.
const MOST_KEYS: usize = 3;

/// Returns an unused name based on a hint, the tool, the word for the kind of payload, or the first keys.
pub(super) fn name(
    hint: Option<&str>,
    tool: Option<&str>,
    kind: PatternKind,
    schema: &Value,
    taken: &BTreeSet<String>,
) -> String {
    let of_kind = |word: String| if word.is_empty() { word } else { format!("{word}_{}", kind.name()) };
    let by_word = || discriminating_word(schema).map(typeable).unwrap_or_default();
    let sources: [&dyn Fn() -> String; 4] = [
        &|| hint.map(typeable).unwrap_or_default(),
        &|| of_kind(tool.map(typeable).unwrap_or_default()),
        &|| of_kind(by_word()),
        &|| of_kind(typeable(&first_keys(schema))),
    ];
    let found = sources.iter().map(|source| source()).find(|name| !name.is_empty());
    unique(&found.unwrap_or_else(|| of_kind("unknown".to_owned())), taken)
}

/// Returns an unused name based on the first text that contains letters.
pub(super) fn of_words(texts: &[&str], taken: &BTreeSet<String>) -> String {
    let found = texts.iter().map(|text| typeable(text)).find(|name| !name.is_empty());
    unique(&found.unwrap_or_default(), taken)
}

fn unique(name: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|number: usize| format!("{name}_{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(name)).unwrap_or_else(|| name.to_owned())
}

fn first_keys(schema: &Value) -> String {
    let properties = schema.get("properties").and_then(Value::as_object);
    let keys: Vec<&str> = properties.into_iter().flatten().take(MOST_KEYS).map(|(key, _)| key.as_str()).collect();
    keys.join("_")
}

/// The ASCII letters and digits of a text in lower case, with `_` between words: `saveMemory` becomes `save_memory`.
fn typeable(text: &str) -> String {
    let mut name = String::new();
    let mut was_small = false;
    for c in text.chars() {
        let is_next_word = !c.is_ascii_alphanumeric() || (c.is_ascii_uppercase() && was_small);
        if is_next_word && !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        if c.is_ascii_alphanumeric() {
            name.push(c.to_ascii_lowercase());
        }
        if name.len() >= LONGEST {
            break;
        }
        was_small = c.is_ascii_lowercase();
    }
    name.trim_end_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_name_says_what_it_is_of() {
        let schema = json!({"properties": {"bed": {}, "type": {"const": "Water Log"}, "litres": {}}});
        let plain = json!({"properties": {"bed": {}, "é": {}, "litres": {}, "at": {}}});
        let taken = BTreeSet::from(["beds".to_owned(), "beds_2".to_owned()]);
        for (hint, tool, schema, expected) in [
            (Some("my Beds"), Some("waterPlants"), &schema, "my_beds"),
            (None, Some("waterPlants"), &schema, "water_plants_call"),
            (Some("完了"), None, &schema, "water_log_call"),
            (None, None, &plain, "bed_litres_call"),
            (None, None, &json!({}), "unknown_call"),
            (Some("beds"), None, &schema, "beds_3"),
        ] {
            assert_eq!(name(hint, tool, PatternKind::Call, schema, &taken), expected);
        }
        let long = name(Some(&"ab-".repeat(100)), None, PatternKind::Call, &schema, &taken);
        assert!(long.len() <= LONGEST && long.starts_with("ab_ab_"), "{long}");
    }
}
