//! The JSON Schemas of entries.

use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::Value;

use super::pattern::EntryMistake;
use crate::document;

/// Who wrote an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Author {
    /// It is built in; a test has compiled its schemas.
    Builtin,
    User,
}

/// The JSON Schema of an entry. It is compiled on first use: a run needs few of them, and compiling all would take a
/// tenth of its start.
#[derive(Clone, Debug)]
pub(super) struct EntrySchema {
    schema: Value,
    /// `None` if the schema is invalid.
    validator: OnceLock<Option<Validator>>,
}

impl EntrySchema {
    /// Takes the schema in the member `match` of an entry.
    ///
    /// # Errors
    /// The value in a user's entry is not a schema that can be used.
    pub(super) fn new(schema: Value, author: Author) -> Result<Self, EntryMistake> {
        let validator = match author {
            Author::Builtin => OnceLock::new(),
            Author::User => Some(compile(&schema)?).into(),
        };
        Ok(Self { schema, validator })
    }

    /// The same schema without required members.
    pub(super) fn without_required(&self) -> Self {
        let mut schema = self.schema.clone();
        if let Some(members) = schema.as_object_mut() {
            members.remove("required");
        }
        Self { schema, validator: OnceLock::new() }
    }

    /// Whether `value` has this shape.
    pub(super) fn is_valid(&self, value: &Value) -> bool {
        let validator = self.validator.get_or_init(|| compile(&self.schema).ok());
        validator.as_ref().is_some_and(|validator| validator.is_valid(value))
    }
}

fn compile(schema: &Value) -> Result<Validator, EntryMistake> {
    document::schema(schema)
        .map_err(|mistake| (format!("/match{}", mistake.pointer), format!("`match`: {}", mistake.reason)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::BUILTIN;

    #[test]
    fn all_builtin_schemas_can_be_used() {
        let text: Value = document::parse_own("built-in patterns", BUILTIN).unwrap();
        let entries = ["syntaxes", "patterns"].iter().flat_map(|list| text[list].as_array().unwrap());
        let schemas: Vec<_> = entries.filter_map(|entry| entry.get("match")).collect();
        assert!(schemas.len() > 20);
        for schema in schemas {
            EntrySchema::new(schema.clone(), Author::User).unwrap();
        }
    }

    #[test]
    fn only_the_schema_of_a_user_is_checked_at_once() {
        let invalid = serde_json::json!({"type": "text"});
        assert!(EntrySchema::new(invalid.clone(), Author::User).is_err());
        assert!(!EntrySchema::new(invalid, Author::Builtin).unwrap().is_valid(&Value::Null));
    }

    #[test]
    fn what_is_begun_may_lack_a_member() {
        let schema = serde_json::json!({"required": ["a"], "properties": {"b": {"type": "string"}}});
        let schema = EntrySchema::new(schema, Author::User).unwrap();
        let begun = schema.without_required();
        for (value, is_whole, is_begun) in [
            (serde_json::json!({"a": 1}), true, true),
            (serde_json::json!({"b": "x"}), false, true),
            (serde_json::json!({"b": 1}), false, false),
        ] {
            assert_eq!((schema.is_valid(&value), begun.is_valid(&value)), (is_whole, is_begun), "{value}");
        }
    }
}
