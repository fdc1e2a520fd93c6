//! Patterns: what a payload of a certain shape means.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::entry_schema::{Author, EntrySchema};

/// Whether a payload is a call or a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PatternKind {
    /// The result of a tool.
    #[default]
    Result,
    /// The arguments of a call.
    Call,
}

impl PatternKind {
    /// The name in files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What a pattern describes, which decides what can be proposed for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// It carries a record that can be written if the tool never ran.
    Record,
    /// A result without anything that could be lost.
    Echo,
    /// A call that would have changed something, which ghostcall does not replay.
    Effect,
    /// The reply itself, wrapped.
    Envelope,
    /// A sentence that announces an action; not a payload.
    Announced,
}

/// Where a payload has the canonical fields of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordShape {
    /// The record's type, such as `memory`; the profile says where such records are kept.
    #[serde(rename = "type")]
    pub kind: String,
    /// Maps canonical field names to JSON Pointers into the payload.
    pub fields: BTreeMap<String, String>,
}

/// Texts that an entry must claim, and texts that it must not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Examples {
    /// Messages that the entry matches.
    #[serde(rename = "match", default)]
    pub matching: Vec<String>,
    /// Messages that resemble it without matching.
    #[serde(default)]
    pub not: Vec<String>,
}

/// A pattern as a file writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PatternText {
    pub(super) name: String,
    source: Option<String>,
    tool: Option<String>,
    #[serde(default)]
    kind: PatternKind,
    class: Class,
    #[serde(default = "yes")]
    bare: bool,
    #[serde(default)]
    whole: bool,
    #[serde(rename = "match")]
    schema: Value,
    record: Option<RecordShape>,
    inner: Option<String>,
    #[serde(default)]
    examples: Examples,
}

fn yes() -> bool {
    true
}

/// An error in an entry: a JSON Pointer and the message.
pub(super) type EntryMistake = (String, String);

/// A named shape of a payload.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The name that identifies it to users and in files.
    pub name: String,
    /// Where such payloads were seen in practice.
    pub source: Option<String>,
    /// The name of the tool, if known.
    pub tool: Option<String>,
    /// Whether it describes a result or a call.
    pub kind: PatternKind,
    /// What can be proposed for it.
    pub class: Class,
    /// Whether the shape alone suffices. Otherwise it matches only the arguments of a call that names the tool.
    pub bare: bool,
    /// Whether it matches only a message that contains nothing else, because its shape is common.
    pub whole: bool,
    /// The record in the payload (class `record`).
    pub record: Option<RecordShape>,
    /// JSON Pointer to the wrapped reply (class `envelope`).
    pub inner: Option<String>,
    /// Texts that it must match, and texts that it must not.
    pub examples: Examples,
    /// The names of the members that the shape mentions.
    pub keys: Vec<String>,
    required: Vec<String>,
    schema: EntrySchema,
    /// The same shape without required members, for truncated payloads.
    begun: EntrySchema,
}

impl Pattern {
    pub(super) fn compile(text: PatternText, author: Author) -> Result<Self, EntryMistake> {
        let PatternText { name, source, tool, kind, class, bare, whole, schema, record, inner, examples } = text;
        match class {
            Class::Record if record.is_none() => {
                return Err((String::new(), "class `record` needs `record`".to_owned()));
            }
            Class::Record if tool.is_none() => return Err((String::new(), "class `record` needs `tool`".to_owned())),
            Class::Envelope if inner.is_none() => {
                return Err((String::new(), "class `envelope` needs `inner`".to_owned()));
            }
            Class::Announced => {
                return Err(("/class".to_owned(), "class `announced` is only for sentences".to_owned()));
            }
            _ if !bare && tool.is_none() => {
                return Err(("/bare".to_owned(), "without `tool` it would never match".to_owned()));
            }
            _ => {}
        }
        let names = |value: &Value| {
            value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let required: Vec<String> = schema.get("required").map(names).unwrap_or_default();
        let members = schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
        let mut keys: Vec<String> = members.cloned().collect();
        keys.extend(
            required
                .iter()
                .filter(|name| schema.pointer("/properties").and_then(|all| all.get(name.as_str())).is_none())
                .cloned(),
        );
        let schema = EntrySchema::new(schema, author)?;
        let begun = schema.without_required();
        Ok(Self {
            name,
            source,
            tool,
            kind,
            class,
            bare,
            whole,
            record,
            inner,
            examples,
            keys,
            required,
            schema,
            begun,
        })
    }

    /// Whether `value` has this shape.
    #[must_use]
    pub fn matches(&self, value: &Value) -> bool {
        self.schema.is_valid(value)
    }

    /// Whether `arguments` contain the whole record of the result that this pattern describes, and no unknown member.
    #[must_use]
    pub fn carries(&self, arguments: &Value) -> bool {
        let (Some(record), Value::Object(members)) = (&self.record, arguments) else { return false };
        record.fields.values().all(|pointer| arguments.pointer(pointer).is_some_and(Value::is_string))
            && members.keys().all(|key| self.keys.contains(key))
            && self.begun.is_valid(arguments)
    }

    /// Whether `value` could be the beginning of such a payload: it has at least two of the required members.
    #[must_use]
    pub fn could_become(&self, value: &Value) -> bool {
        let present = self.required.iter().filter(|name| value.get(name.as_str()).is_some()).count();
        present >= 2 && self.begun.is_valid(value)
    }
}
