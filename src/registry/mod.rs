//! What a shape means: patterns over payload values, as data (see the built-in `builtin.json5`).
//!
//! A pattern says for which tool a payload speaks and what class of thing it is. It knows nothing of
//! databases: where an application keeps its records is told by the profile ([`crate::source::profile`]).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::document::{self, DocumentError};

/// The version of the registry format that this program reads.
const VERSION: u32 = 1;

/// The registry that is compiled in, as its author wrote it.
pub const BUILTIN: &str = include_str!("builtin.json5");

/// What a payload is to the tool that it speaks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PatternKind {
    /// The answer of a tool.
    Result,
    /// A call of a tool: the arguments.
    Call,
}

/// What kind of thing a pattern describes: this decides what can be proposed for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// It carries a record that can be written if the tool never ran.
    Record,
    /// A result that carries nothing that could be lost.
    Echo,
    /// A call that would have changed something; not ours to replay.
    Effect,
    /// The reply itself, wrapped.
    Envelope,
}

/// Which canonical fields of a record stand where in the payload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordShape {
    /// The record's type, such as `memory`; the profile says where such records are kept.
    #[serde(rename = "type")]
    pub kind: String,
    /// Canonical field name → JSON Pointer into the payload.
    pub fields: BTreeMap<String, String>,
}

/// Texts that a pattern must and must not match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Examples {
    /// Messages that hold the pattern.
    #[serde(rename = "match", default)]
    pub matching: Vec<String>,
    /// Messages that look like it and do not.
    #[serde(default)]
    pub not: Vec<String>,
}

/// A pattern as its file says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PatternText {
    name: String,
    #[serde(default)]
    tool: Option<String>,
    #[serde(default = "result")]
    kind: PatternKind,
    class: Class,
    #[serde(rename = "match")]
    schema: Value,
    #[serde(default)]
    record: Option<RecordShape>,
    #[serde(default)]
    inner: Option<String>,
    #[serde(default)]
    examples: Examples,
}

fn result() -> PatternKind {
    PatternKind::Result
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegistryText {
    version: u32,
    patterns: Vec<PatternText>,
}

/// A named shape of a payload.
#[derive(Debug)]
pub struct Pattern {
    /// The name by which people and files refer to it.
    pub name: String,
    /// The tool that it speaks for, where one is known.
    pub tool: Option<String>,
    /// Whether it is an answer or a call.
    pub kind: PatternKind,
    /// What can be proposed for it.
    pub class: Class,
    /// The record that it carries (class `record`).
    pub record: Option<RecordShape>,
    /// JSON Pointer to the wrapped reply (class `envelope`).
    pub inner: Option<String>,
    /// Texts that it must and must not match.
    pub examples: Examples,
    validator: jsonschema::Validator,
}

impl Pattern {
    /// Whether `value` has this shape.
    #[must_use]
    pub fn matches(&self, value: &Value) -> bool {
        self.validator.is_valid(value)
    }
}

/// All patterns in force: the built-in ones and those of the user's files.
#[derive(Debug)]
pub struct Registry {
    patterns: Vec<Pattern>,
    hash: Sha256,
}

impl Registry {
    /// The built-in patterns.
    pub fn builtin() -> Result<Self, DocumentError> {
        let mut registry = Self { patterns: Vec::new(), hash: Sha256::new() };
        registry.add("built-in patterns", BUILTIN)?;
        Ok(registry)
    }

    /// Adds the patterns of a file; one of the same name replaces an earlier one.
    ///
    /// # Errors
    /// The first mistake of the file; the registry is unchanged then.
    pub fn add(&mut self, file: &str, text: &str) -> Result<(), DocumentError> {
        let parsed: RegistryText = document::parse(file, text)?;
        if parsed.version > VERSION {
            let reason = format!("version {} is newer than this program reads ({VERSION})", parsed.version);
            return Err(DocumentError::whole(file, reason));
        }
        let patterns: Result<Vec<_>, _> = parsed.patterns.into_iter().map(|text| compile(file, text)).collect();
        for pattern in patterns? {
            match self.patterns.iter_mut().find(|known| known.name == pattern.name) {
                Some(known) => *known = pattern,
                None => self.patterns.push(pattern),
            }
        }
        self.hash.update(text.as_bytes());
        Ok(())
    }

    /// All patterns, in the order in which they are tried.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The first pattern whose shape `value` has.
    #[must_use]
    pub fn recognise(&self, value: &Value) -> Option<&Pattern> {
        self.patterns.iter().find(|pattern| pattern.matches(value))
    }

    /// SHA-256 over the texts of all files in force, in hexadecimal: journal rows name it.
    #[must_use]
    pub fn digest(&self) -> String {
        format!("{:x}", self.hash.clone().finalize())
    }
}

fn compile(file: &str, text: PatternText) -> Result<Pattern, DocumentError> {
    let PatternText { name, tool, kind, class, schema, record, inner, examples } = text;
    let mistake = |reason: &str| DocumentError::whole(file, format!("pattern `{name}`: {reason}"));
    match class {
        Class::Record if record.is_none() => return Err(mistake("class `record` needs `record`")),
        Class::Record if tool.is_none() => return Err(mistake("class `record` needs `tool`")),
        Class::Envelope if inner.is_none() => {
            return Err(mistake("class `envelope` needs `inner`"));
        }
        _ => {}
    }
    let validator = jsonschema::validator_for(&schema).map_err(|error| mistake(&format!("`match`: {error}")))?;
    Ok(Pattern { name, tool, kind, class, record, inner, examples, validator })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_builtin_registry_reads() {
        let registry = Registry::builtin().unwrap();
        assert!(registry.patterns().iter().any(|pattern| pattern.name == "save_memory"));
        assert_eq!(registry.digest().len(), 64);
    }

    fn name(value: &Value) -> Option<String> {
        Registry::builtin().unwrap().recognise(value).map(|pattern| pattern.name.clone())
    }

    #[test]
    fn a_memory_is_told_from_what_resembles_it() {
        let result = json!({"success": true, "memory_type": "core", "content": "x"});
        assert_eq!(name(&result).as_deref(), Some("save_memory"));
        let call = json!({"memory_type": "core", "content": "x"});
        assert_eq!(name(&call).as_deref(), Some("save_memory_call"));
        for other in [
            json!({"success": false, "memory_type": "core", "content": "x"}),
            json!({"success": "true", "memory_type": "core", "content": "x"}),
            json!({"success": true, "memory_type": 1, "content": "x"}),
            json!({"memory_type": "core", "content": "x", "n": 1}),
        ] {
            assert_eq!(name(&other), None, "{other}");
        }
    }

    #[test]
    fn an_echo_carries_nothing_that_could_be_lost() {
        for echo in [
            json!({"type": "board_updated", "board_id": "kRwPqA", "revision": 4}),
            json!({"type": "search_results", "query": "tides", "results": [{"title": "x"}]}),
            json!({"success": true, "message": "Conversation closed"}),
            json!({"error": "board not found"}),
        ] {
            let registry = Registry::builtin().unwrap();
            assert_eq!(registry.recognise(&echo).map(|pattern| pattern.class), Some(Class::Echo), "{echo}");
        }
        for other in [
            json!({"type": "box", "id": 4}),
            json!({"success": true, "content": "words that stand nowhere else"}),
            json!({"success": true, "items": ["milk"]}),
            json!({"success": true, "reminder": "buy milk"}),
            json!({"success": true, "message": "x".repeat(121)}),
            json!({"error": "no", "code": 4}),
        ] {
            assert_eq!(name(&other), None, "{other}");
        }
    }

    #[test]
    fn a_call_of_the_whiteboard_would_have_changed_something() {
        for call in [
            json!({"type": "whiteboard", "action": "update", "board_id": "a", "content": "# Beds"}),
            json!({"type": "whiteboard", "action": "create", "name": "Plan"}),
            json!({"action": "delete", "board_id": "a"}),
        ] {
            assert_eq!(name(&call).as_deref(), Some("whiteboard_action"), "{call}");
        }
        assert_eq!(name(&json!({"action": "update", "thing": 1})), None);
    }

    #[test]
    fn a_users_pattern_replaces_the_builtin_one_of_its_name() {
        let mut registry = Registry::builtin().unwrap();
        let before = (registry.patterns().len(), registry.digest());
        registry
            .add("mine", "{version: 1, patterns: [{name: 'error_echo', class: 'echo', match: {required: ['oops']}}]}")
            .unwrap();
        assert_eq!(registry.patterns().len(), before.0);
        assert_ne!(registry.digest(), before.1);
        let value = json!({"oops": 1});
        assert_eq!(registry.recognise(&value).map(|pattern| pattern.name.as_str()), Some("error_echo"));
    }

    #[test]
    fn mistakes_are_told_and_change_nothing() {
        let mut registry = Registry::builtin().unwrap();
        let count = registry.patterns().len();
        for (text, reason) in [
            ("{version: 9, patterns: []}", "newer"),
            ("{version: 1, patterns: [{name: 'a', class: 'record', match: {}}]}", "needs `record`"),
            ("{version: 1, patterns: [{name: 'a', class: 'echo', match: {type: 7}}]}", "`match`"),
            ("{version: 1, patterns: [{name: 'a', class: 'echo', match: {$ref: 'https://example.org/s'}}]}", "`match`"),
        ] {
            let error = registry.add("mine", text).unwrap_err();
            assert!(error.reason.contains(reason), "{error}");
            assert_eq!(registry.patterns().len(), count);
        }
    }
}
