//! Infers the narrowest JSON Schema that all members of a shape satisfy. Widening it is the user's decision.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value, json};

use crate::catalog::names::fold;
use crate::claim::ValueKind;

/// The depth to which a schema says more of a value than its type.
pub(super) const DEEPEST: usize = 3;
/// The maximum number of keys of an object to describe.
const MOST_KEYS: usize = 60;
/// The maximum number of sets of keys of objects that have no key in common.
const MOST_KINDS: usize = 6;
/// The maximum number of characters of a text that may distinguish kinds of payload.
const LONGEST_WORD: usize = 40;
/// The maximum number of distinct words that still make an enumeration.
const MOST_WORDS: usize = 6;
/// The minimum number of messages in which an equal value is not chance, unless its key distinguishes payloads.
const SAME_BY_DESIGN: usize = 3;
/// The minimum number of required keys that identify a payload. With fewer, the schema forbids any other key.
const IDENTIFYING_KEYS: usize = 3;
/// The largest integer that every JSON reader represents exactly.
const LARGEST_SAFE: u64 = 1 << 53;

/// Keys whose value distinguishes kinds of payload, and suffixes of such keys.
const DISCRIMINATORS: [&str; 16] = [
    "action", "command", "event", "format", "kind", "method", "mode", "object", "ok", "op", "operation", "role",
    "state", "status", "success", "type",
];

/// The schema inferred from all members.
pub(super) struct Inferred {
    /// The narrowest JSON Schema that all members satisfy.
    pub(super) schema: Value,
    /// For each key, a note on why its schema is as it is.
    pub(super) notes: HashMap<String, String>,
    /// A note on `additionalProperties`.
    pub(super) about_others: Option<String>,
}

/// The values at one place of all members.
struct MemberValues<'a> {
    values: Vec<&'a Value>,
    key: &'a str,
    /// Whether each value is from another message. Otherwise repetition says nothing.
    is_one_per_message: bool,
    depth: usize,
}

/// Infers the schema that all members satisfy.
pub(super) fn infer(members: &[&Value]) -> Inferred {
    let top = MemberValues { values: members.to_vec(), key: "", is_one_per_message: true, depth: DEEPEST };
    let mut schema = of_types(&top);
    let mut notes = HashMap::new();
    let mut about_others = None;
    if members.iter().all(|member| member.is_object())
        && let Some(schema) = schema.as_object_mut()
    {
        let keys = Keys::of(members);
        let closed = keys.closed_because(members.len());
        if closed.is_some() {
            schema.insert("additionalProperties".to_owned(), json!(false));
        }
        if keys.required().next().is_none() && members.iter().all(|member| *member != &json!({})) {
            match kinds(members).filter(|_| !keys.are_cut) {
                Some(kinds) => schema.insert("anyOf".to_owned(), kinds),
                None => schema.insert("minProperties".to_owned(), json!(1)),
            };
        }
        about_others = closed;
        for (key, values) in &keys.all {
            notes.extend(note(key, values, members.len()).map(|note| ((*key).to_owned(), note)));
        }
    }
    Inferred { schema, notes, about_others }
}

/// The sets of keys that objects without a common key have, of which each must have one; `None` if they are too many.
fn kinds(members: &[&Value]) -> Option<Value> {
    let keys = members.iter().filter_map(|member| member.as_object()).map(|object| object.keys().collect());
    let all: BTreeSet<BTreeSet<&String>> = keys.collect();
    // Who requires "a" need not require "a" and "b" as well.
    let is_least = |keys: &&BTreeSet<&String>| !all.iter().any(|other| other != *keys && other.is_subset(keys));
    let kinds: Vec<_> = all.iter().filter(is_least).collect();
    (kinds.len() <= MOST_KINDS).then(|| kinds.into_iter().map(|keys| json!({ "required": keys })).collect())
}

/// The keys of objects with their values, in order of first occurrence.
struct Keys<'a> {
    all: Vec<(&'a str, Vec<&'a Value>)>,
    objects: usize,
    /// Whether some keys are left out because there are too many.
    are_cut: bool,
}

impl<'a> Keys<'a> {
    fn of(values: &[&'a Value]) -> Self {
        let mut keys = Self { all: Vec::new(), objects: 0, are_cut: false };
        let mut places = HashMap::new();
        for object in values.iter().filter_map(|value| value.as_object()) {
            keys.objects += 1;
            for (key, value) in object {
                let place = *places.entry(key.as_str()).or_insert_with(|| {
                    keys.all.push((key, Vec::new()));
                    keys.all.len() - 1
                });
                keys.all.get_mut(place).into_iter().for_each(|(_, values)| values.push(value));
            }
        }
        let objects = keys.objects;
        // Keys that are always present say the most.
        keys.all.sort_by_key(|(_, values)| values.len() < objects);
        keys.are_cut = keys.all.len() > MOST_KEYS;
        keys.all.truncate(MOST_KEYS);
        keys
    }

    /// The keys that every object has.
    fn required(&self) -> impl Iterator<Item = &'a str> {
        self.all.iter().filter(|(_, values)| values.len() == self.objects).map(|(key, _)| *key)
    }

    /// Returns why such an object must not have other keys, if it must not.
    fn closed_because(&self, members: usize) -> Option<String> {
        let required = self.required().count();
        if self.are_cut {
            None
        } else if members >= SAME_BY_DESIGN && required == self.all.len() {
            Some(format!("all {members} have these very keys"))
        } else if required < IDENTIFYING_KEYS {
            Some("so few keys say little: no other key is allowed".to_owned())
        } else {
            None
        }
    }
}

/// Returns the schema of the values at a place.
fn of_place(place: &MemberValues<'_>) -> Value {
    constant(place)
        .map(|value| json!({ "const": value }))
        .or_else(|| {
            let words = enumeration(place)?;
            Some(json!({ "enum": words }))
        })
        .unwrap_or_else(|| of_types(place))
}

/// Returns the schema by types, with the keys of objects and the elements of lists.
fn of_types(place: &MemberValues<'_>) -> Value {
    let mut schema = Map::new();
    let types = types(&place.values);
    match types.as_slice() {
        [] => return json!({}),
        [one] => schema.insert("type".to_owned(), json!(one)),
        several => schema.insert("type".to_owned(), json!(several)),
    };
    if place.depth == 0 {
        return Value::Object(schema);
    }
    let within = |values: Vec<_>, key, is_one_per_message| MemberValues {
        values,
        key,
        is_one_per_message,
        depth: place.depth - 1,
    };
    let Keys { all, objects, .. } = Keys::of(&place.values);
    if objects > 0 && !all.is_empty() {
        let required: Vec<_> = all.iter().filter(|(_, values)| values.len() == objects).map(|(key, _)| *key).collect();
        if !required.is_empty() {
            schema.insert("required".to_owned(), json!(required));
        }
        let properties = all
            .into_iter()
            .map(|(key, values)| (key.to_owned(), of_place(&within(values, key, place.is_one_per_message))));
        schema.insert("properties".to_owned(), Value::Object(properties.collect()));
    }
    let elements: Vec<&Value> = place.values.iter().filter_map(|value| value.as_array()).flatten().collect();
    if !elements.is_empty() {
        schema.insert("items".to_owned(), of_place(&within(elements, "", false)));
    }
    Value::Object(schema)
}

/// The JSON Schema type names of some values.
fn types(values: &[&Value]) -> Vec<&'static str> {
    let name = |value: &&Value| match value {
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        value => ValueKind::of(value).name(),
    };
    let mut names: BTreeSet<&str> = values.iter().map(name).collect();
    if names.contains("number") {
        names.remove("integer");
    }
    // `null` is last, as is usual.
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_by_key(|name| *name == "null");
    names
}

/// Returns the value that all have in common, if that is unlikely to be chance.
fn constant<'a>(place: &MemberValues<'a>) -> Option<&'a Value> {
    let (first, rest) = place.values.split_first()?;
    let enough = if is_discriminator(place.key) { 2 } else { SAME_BY_DESIGN };
    let may_be = place.is_one_per_message && place.values.len() >= enough && is_word(first);
    (may_be && rest.iter().all(|value| value == first)).then_some(first)
}

/// Returns the few words that repeat, with `null` if it occurs as well.
fn enumeration<'a>(place: &MemberValues<'a>) -> Option<Vec<&'a Value>> {
    let (nulls, words): (Vec<&Value>, Vec<&Value>) = place.values.iter().partition(|value| value.is_null());
    if !place.is_one_per_message || !words.iter().all(|value| value.is_string() && is_word(value)) {
        return None;
    }
    let mut distinct: Vec<&Value> = Vec::new();
    for word in &words {
        if !distinct.contains(word) {
            distinct.push(word);
        }
        if distinct.len() > MOST_WORDS {
            return None;
        }
    }
    // One word with `null` needs as many messages as a constant.
    let repeats = distinct.len() * 2 <= words.len() && words.len() > SAME_BY_DESIGN;
    distinct.extend(nulls.first());
    (repeats && !distinct.is_empty()).then_some(distinct)
}

/// Whether a schema may name the value as a constant: a long text is never one.
fn is_word(value: &Value) -> bool {
    match value {
        Value::Bool(_) => true,
        Value::String(text) => text.chars().count() <= LONGEST_WORD && !text.contains(['\n', '\r']),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => whole.unsigned_abs() < LARGEST_SAFE,
            // A fraction is a measurement, and not every reader represents a larger number exactly.
            _ => false,
        },
        _ => false,
    }
}

/// Whether the values of a key distinguish kinds of payload.
fn is_discriminator(key: &str) -> bool {
    let folded = fold(key);
    DISCRIMINATORS.iter().any(|name| {
        folded == *name || (matches!(*name, "type" | "kind" | "status" | "action" | "state") && folded.ends_with(name))
    })
}

/// Returns the word that distinguishes this kind of payload, if the schema has one.
pub(super) fn discriminating_word(schema: &Value) -> Option<&str> {
    let properties = schema.get("properties")?.as_object()?;
    let mut telling = properties.iter().filter(|(key, _)| is_discriminator(key));
    telling.find_map(|(_, schema)| schema.get("const")?.as_str())
}

/// Returns a note on why the schema of a key is as it is.
fn note(key: &str, values: &[&Value], members: usize) -> Option<String> {
    let place = MemberValues { values: values.to_vec(), key, is_one_per_message: true, depth: 0 };
    let reason = if constant(&place).is_some() {
        Some("always the same".to_owned())
    } else {
        enumeration(&place).map(|_| "only these so far".to_owned())
    };
    let optional = (values.len() < members).then(|| format!("in {} of {members}", values.len()));
    let parts: Vec<String> = optional.into_iter().chain(reason).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
