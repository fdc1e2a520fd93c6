//! Records that could be written: the claimed fields, validated with the rules of the application.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::claim::ClaimedRecord;
use crate::source::profile::{RecordField, Records};
use crate::source::{Key, Message, RecordQuestion};

/// A row that would be inserted to recover what the model claimed to have stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProposedRecord {
    /// The index of the claim that it comes from.
    pub claim: usize,
    /// Its type, such as `memory`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The table that gets the row.
    pub table: String,
    /// The logical value of each column: labels instead of numbers, times in RFC 3339.
    pub values: Map<String, Value>,
}

/// A field that breaks a rule of the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFault {
    /// The name of the field in the profile.
    pub field: String,
    /// Why the application would refuse it.
    pub reason: String,
}

/// The fields as they would be stored: trimmed as the profile requires, with its defaults for missing fields.
#[must_use]
pub fn stored_fields(claimed: &ClaimedRecord, mapping: &Records) -> BTreeMap<String, String> {
    let stored = |(name, text): (&String, &String)| {
        let text = mapping.fields.get(name).map_or(text.as_str(), |field| field.trim.apply(text));
        (name.clone(), text.to_owned())
    };
    let defaults = mapping.fields.iter().filter_map(|(name, field)| Some((name.clone(), field.default.clone()?)));
    defaults.chain(claimed.fields.iter().map(stored)).collect()
}

/// The question to the evidence about a record; `result` is the result that the call claims.
#[must_use]
pub fn question(claimed: &ClaimedRecord, result: Option<&Value>, mapping: &Records) -> RecordQuestion {
    let named = mapping.named_by.as_ref().zip(result).and_then(|(pointer, result)| result.pointer(pointer));
    let named = match named {
        Some(Value::String(key)) => Some(Key::Text(key.clone())),
        Some(Value::Number(key)) => key.as_i64().map(Key::Integer),
        _ => None,
    };
    RecordQuestion { kind: claimed.kind.clone(), fields: stored_fields(claimed, mapping), named }
}

/// All faults of a record, in the order of the profile's fields.
#[must_use]
pub fn faults(fields: &BTreeMap<String, String>, mapping: &Records) -> Vec<RecordFault> {
    let check = |(name, field): (&String, &RecordField)| {
        let text = fields.get(name).map_or("", String::as_str);
        fault(text, field).map(|reason| RecordFault { field: name.clone(), reason })
    };
    mapping.fields.iter().filter_map(check).collect()
}

/// Why the application would refuse `text` in a field; `None` if it would accept it.
#[must_use]
pub fn fault(text: &str, field: &RecordField) -> Option<String> {
    let text = field.trim.apply(text);
    if let Some(values) = &field.values
        && !values.contains_key(text)
    {
        let known: Vec<_> = values.keys().map(String::as_str).collect();
        return Some(format!("`{text}` is not one of {}", known.join(", ")));
    }
    // Blank in the sense of Rails: all white space counts.
    if field.required && text.trim().is_empty() {
        return Some("is empty".to_owned());
    }
    let length = text.chars().count();
    match field.max_chars {
        Some(most) if length > most => Some(format!("has {length} characters, at most {most} are allowed")),
        _ => None,
    }
}

/// The logical values of a record that belongs to the author of this message.
#[must_use]
pub fn values(
    fields: &BTreeMap<String, String>,
    mapping: &Records,
    message: &Message,
    created: Option<Timestamp>,
) -> Map<String, Value> {
    let mut values = Map::new();
    let columns = mapping.owner.columns();
    let owner: Vec<Value> = match message.owner.key.as_ref() {
        Some(Key::Composite(parts)) if columns.len() > 1 => parts.iter().map(Value::from).collect(),
        Some(key) if columns.len() == 1 => vec![Value::from(key)],
        _ => Vec::new(),
    };
    for (number, column) in columns.iter().enumerate() {
        values.insert(column.column.clone(), owner.get(number).cloned().unwrap_or_default());
    }
    for (name, field) in &mapping.fields {
        let value = fields.get(name).map_or(Value::Null, |text| Value::from(text.as_str()));
        values.insert(field.column.column.clone(), value);
    }
    if let Some(column) = &mapping.created {
        let created = created.map_or(Value::Null, |at| Value::from(at.to_string()));
        values.insert(column.column.clone(), created);
    }
    values
}

/// Whether a record that was made at `created` is no longer used in prompts at `now`.
#[must_use]
pub fn is_expired(fields: &BTreeMap<String, String>, mapping: &Records, created: Timestamp, now: Timestamp) -> bool {
    let Some(expiry) = &mapping.expires else {
        return false;
    };
    let Some(value) = fields.get(&expiry.field) else {
        return false;
    };
    let lifetime = SignedDuration::from_hours(24 * expiry.days);
    // The last instant is still part of the lifetime: "since one week ago" includes it.
    *value == expiry.value && created.checked_add(lifetime).is_ok_and(|end| end < now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::profile::{self, Profile};

    fn memory() -> Records {
        let profile = Profile::parse("helix-kit", profile::named("helix-kit").unwrap()).unwrap();
        profile.records["memory"].clone()
    }

    fn fields(content: &str, kind: &str) -> BTreeMap<String, String> {
        [("content", content), ("memory_type", kind)].into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect()
    }

    fn reasons(content: &str, kind: &str) -> Vec<String> {
        faults(&fields(content, kind), &memory()).into_iter().map(|fault| fault.field).collect()
    }

    #[test]
    fn a_memory_is_trimmed_not_blank_short_enough_and_of_a_known_type() {
        assert!(reasons("x", "core").is_empty());
        assert_eq!(reasons("x", "diary"), ["memory_type"]);
        assert_eq!(reasons(" \n ", "core"), ["content"]);
        assert_eq!(reasons("\u{a0}\u{2003}", "core"), ["content"]);
        assert!(reasons(&"ü".repeat(10_000), "core").is_empty(), "characters count, not bytes");
        assert!(reasons(&format!("  {}\n", "x".repeat(10_000)), "core").is_empty(), "counted after trimming");
        assert_eq!(reasons(&"x".repeat(10_001), "core"), ["content"]);
    }

    #[test]
    fn trimming_takes_what_ruby_takes_and_no_more() {
        let claimed = ClaimedRecord { kind: "memory".to_owned(), fields: fields(" \0\u{b}\u{a0}x\u{a0}\r\n", "core") };
        assert_eq!(stored_fields(&claimed, &memory())["content"], "\u{a0}x\u{a0}");
    }

    #[test]
    fn a_journal_lives_one_week() {
        let created: Timestamp = "2026-01-20T17:00:00Z".parse().unwrap();
        let expired = |kind, now: &str| is_expired(&fields("x", kind), &memory(), created, now.parse().unwrap());
        assert!(!expired("journal", "2026-01-27T17:00:00Z"));
        assert!(expired("journal", "2026-01-27T17:00:01Z"));
        assert!(!expired("core", "2027-01-01T00:00:00Z"));
    }
}
