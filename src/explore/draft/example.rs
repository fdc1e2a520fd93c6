//! Examples for a drafted pattern: real messages, shortened, and traps that it rejects.

use serde_json::{Map, Value, json};

use super::schema::DEEPEST;
use crate::visible::is_hidden;

/// The maximum number of characters of a text; a longer one is cut.
const LONGEST_TEXT: usize = 60;
/// The maximum number of elements of a list to keep.
const MOST_ELEMENTS: usize = 2;
/// The maximum number of bytes of a message that serves as an example.
const LONGEST_MESSAGE: usize = 2_000;

/// Returns the message in which a model would have written a value, with prose glued to its end. `called` is the tool
/// that a call names.
pub(super) fn message(value: &Value, called: Option<&str>) -> Option<String> {
    let message = match called {
        Some(name) => format!("<tool_call>{}</tool_call>Noted.", json!({ "name": name, "arguments": value })),
        None => format!("{value}Noted."),
    };
    (message.len() <= LONGEST_MESSAGE).then_some(message)
}

/// Cuts the long texts and lists of a value, as far as it stays valid against the schema.
pub(super) fn shortened(value: &Value, schema: &jsonschema::Validator) -> Value {
    let short = cut(value, DEEPEST);
    if schema.is_valid(&short) { short } else { value.clone() }
}

/// Cuts a long value, and empties it below the depth that a schema describes.
fn cut(value: &Value, depth: usize) -> Value {
    match value {
        Value::String(text) => json!(cut_text(text)),
        Value::Array(_) if depth == 0 => json!([]),
        Value::Object(_) if depth == 0 => json!({}),
        Value::Array(elements) => elements.iter().take(MOST_ELEMENTS).map(|element| cut(element, depth - 1)).collect(),
        Value::Object(members) => {
            members.iter().map(|(key, value)| (key.clone(), cut(value, depth - 1))).collect::<Map<_, _>>().into()
        }
        other => other.clone(),
    }
}

fn cut_text(text: &str) -> String {
    if text.chars().count() <= LONGEST_TEXT {
        return text.to_owned();
    }
    let kept = text.chars().filter(|c| !is_hidden(*c)).take(LONGEST_TEXT - 1);
    kept.chain(['…']).collect()
}

/// Returns variants of a valid value that the schema rejects: without a key, or with another constant.
pub(super) fn traps(value: &Value, schema: &Value, validator: &jsonschema::Validator) -> Vec<Value> {
    let Some(members) = value.as_object() else { return Vec::new() };
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let missing = required.map(|key| without(members, key));
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let changed = properties.filter_map(|(key, schema)| Some(with(members, key, another(schema.get("const")?))));
    let more = with(members, "not_of_this_shape", json!(1));
    let refused = |trap: &Value| !validator.is_valid(trap);
    // Missing keys come first, from the last key to the first: a reader recognises a payload by its first keys.
    let mut missing: Vec<Value> = missing.filter(refused).collect();
    missing.reverse();
    let changed: Vec<Value> = changed.filter(refused).collect();
    let more = Some(more).filter(refused);
    let mut traps = Vec::new();
    let rounds = missing.len().max(changed.len()).max(1);
    for round in 0..rounds {
        traps.extend([missing.get(round), changed.get(round)].into_iter().flatten().cloned());
        traps.extend(more.clone().filter(|_| round == 0));
    }
    traps
}

fn without(members: &Map<String, Value>, key: &str) -> Value {
    members
        .iter()
        .filter(|(name, _)| *name != key)
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect::<Map<_, _>>()
        .into()
}

fn with(members: &Map<String, Value>, key: &str, value: Value) -> Value {
    let mut members = members.clone();
    members.insert(key.to_owned(), value);
    members.into()
}

/// Returns another value of the same type.
fn another(value: &Value) -> Value {
    match value {
        Value::Bool(truth) => json!(!truth),
        Value::String(text) => json!(format!("not_{text}")),
        _ => json!(-1),
    }
}
