//! The parameters of a tool: their JSON Schema, built from each form that a tool list may use, and its check of
//! arguments.

mod types;

use std::sync::OnceLock;

use jsonschema::error::ValidationErrorKind;
use serde_json::{Map, Value, json};

use super::informal_types::{name_types_within, type_schema};
use crate::{document, visible};

/// The most characters of a value that an error message quotes.
const EXCERPT: usize = 200;

/// Keywords that identify an object as a JSON Schema rather than a map of parameters by name.
const KEYWORDS: [&str; 10] =
    ["$ref", "$schema", "additionalProperties", "allOf", "anyOf", "oneOf", "properties", "required", "type", "$defs"];

/// Keywords by which a schema may say something about arguments that it does not list.
const SAYS_MORE: [&str; 7] =
    ["$ref", "additionalProperties", "allOf", "anyOf", "oneOf", "patternProperties", "unevaluatedProperties"];

/// The parameters of a tool, as a JSON Schema.
#[derive(Debug)]
pub struct Parameters {
    schema: Value,
    validator: jsonschema::Validator,
    /// The parameters whose only type is text. Found on first use: a call may be read with a tool many times.
    texts: OnceLock<Vec<String>>,
}

/// How an argument violates the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentFault {
    /// A required argument is missing.
    Missing,
    /// The schema forbids arguments of this name.
    Unknown,
    /// The type is wrong.
    Type,
    /// The value violates another rule of the schema.
    Value,
}

/// A schema violation in the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentError {
    /// The kind of violation.
    pub fault: ArgumentFault,
    /// JSON Pointer to the invalid value, or to the object that lacks one; empty for the arguments as a whole.
    pub path: String,
    /// The name of the missing or unknown argument.
    pub name: Option<String>,
    /// What is wrong, in words; long values are shortened.
    pub message: String,
}

impl Parameters {
    /// Reads parameters from a JSON Schema, an object of schemas or type names, or a list such as `["query: string"]`.
    pub(super) fn read(written: Value) -> Result<Self, String> {
        let written = match written {
            // As libraries in JavaScript print the object around a schema.
            Value::Object(mut members) if members.len() == 1 && members.contains_key("jsonSchema") => {
                members.remove("jsonSchema").unwrap_or_default()
            }
            written => written,
        };
        let mut schema = match written {
            Value::Object(members) if is_schema(&members) => Value::Object(members),
            Value::Object(members) => from_members(members)?,
            Value::Array(list) => from_list(&list)?,
            _ => return Err("the parameters are neither an object nor a list".to_owned()),
        };
        // The arguments of a call are always an object, even if the list of tools names another type.
        if let Some(Value::String(kind)) = schema.get_mut("type")
            && type_schema(kind) == json!({ "type": "object" })
        {
            "object".clone_into(kind);
        }
        name_types_within(&mut schema);
        let validator = document::schema(&schema)
            .map_err(|mistake| format!("the parameters are not a JSON Schema: {}", short(&mistake.reason)))?;
        Ok(Self { schema, validator, texts: OnceLock::new() })
    }

    /// The JSON Schema of the arguments.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// The parameters that the schema lists, in its order, each with its schema.
    pub fn listed(&self) -> impl Iterator<Item = (&str, &Value)> {
        let listed = self.schema.get("properties").and_then(Value::as_object);
        listed.into_iter().flatten().map(|(name, schema)| (name.as_str(), schema))
    }

    /// Whether a parameter is required.
    #[must_use]
    pub fn is_required(&self, name: &str) -> bool {
        self.required().any(|required| required == name)
    }

    /// The names of the parameters that a call must give; empty if the schema requires none.
    pub fn required(&self) -> impl Iterator<Item = &str> {
        let required = self.schema.get("required").and_then(Value::as_array);
        required.into_iter().flatten().filter_map(Value::as_str)
    }

    /// Checks the arguments of a call against the schema. Returns all violations; empty if the arguments are valid.
    #[must_use]
    pub fn check(&self, arguments: &Value) -> Vec<ArgumentError> {
        self.validator.iter_errors(arguments).flat_map(|error| argument_errors(&error)).collect()
    }

    /// The arguments that the schema neither lists nor rules on. If it has a rule for unlisted arguments, such as
    /// `additionalProperties`, this is empty and [`Parameters::check`] applies that rule.
    pub fn unlisted<'a>(&'a self, arguments: &'a Map<String, Value>) -> impl Iterator<Item = &'a str> {
        let listed = self.schema.get("properties").and_then(Value::as_object);
        let listed = listed.filter(|_| SAYS_MORE.iter().all(|keyword| self.schema.get(keyword).is_none()));
        let is_unlisted = move |name: &&str| listed.is_some_and(|listed| !listed.contains_key(*name));
        arguments.keys().map(String::as_str).filter(is_unlisted)
    }
}

fn argument_errors(error: &jsonschema::ValidationError<'_>) -> Vec<ArgumentError> {
    let path = error.instance_path().as_str().to_owned();
    let error_of = |fault, name: Option<&str>, message: String| ArgumentError {
        fault,
        path: path.clone(),
        name: name.map(str::to_owned),
        message,
    };
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![error_of(ArgumentFault::Missing, Some(name), format!("`{}` is missing", short(name)))]
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            let unknown = |name: &String| {
                error_of(ArgumentFault::Unknown, Some(name), format!("unknown parameter `{}`", short(name)))
            };
            unexpected.iter().map(unknown).collect()
        }
        ValidationErrorKind::Type { .. } => vec![error_of(ArgumentFault::Type, None, short(&error.to_string()))],
        _ => vec![error_of(ArgumentFault::Value, None, short(&error.to_string()))],
    }
}

fn short(text: &str) -> String {
    visible::excerpt(text, EXCERPT)
}

fn is_schema(members: &Map<String, Value>) -> bool {
    let is_keyword = |name: &str| match members.get(name) {
        // A parameter may be named `type`: then its value is a schema, an object, and not the keyword.
        Some(value) if name == "type" => !value.is_object(),
        Some(_) => true,
        None => false,
    };
    members.is_empty() || KEYWORDS.iter().any(|name| is_keyword(name))
}

/// Reads `{query: "string", limit: {type: "integer", required: true}}`; parameters are optional unless marked.
fn from_members(members: Map<String, Value>) -> Result<Value, String> {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, written) in members {
        let schema = match written {
            Value::String(kind) => type_schema(&kind),
            Value::Object(mut schema) => {
                if let Some(is_required) = schema.get("required").and_then(Value::as_bool) {
                    schema.remove("required");
                    required.extend(is_required.then(|| name.clone()));
                }
                Value::Object(schema)
            }
            _ => return Err(format!("the parameter `{}` is neither a schema nor the name of a type", short(&name))),
        };
        properties.insert(name, schema);
    }
    Ok(json!({ "type": "object", "properties": properties, "required": required }))
}

/// Reads `["query: string", "limit: integer = 5", "format?: string", "page: integer (optional)"]`.
fn from_list(list: &[Value]) -> Result<Value, String> {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for written in list {
        let Value::String(text) = written else {
            return Err("write a parameter in a list as a string such as \"query: string\"".to_owned());
        };
        let (declared, default) =
            text.split_once('=').map_or((text.as_str(), None), |(text, value)| (text, Some(value)));
        let (name, kind) = declared.split_once(':').unwrap_or((declared, ""));
        let is_marked = |part: &str| part.trim().ends_with('?') || part.to_lowercase().contains("optional");
        let may_be_left_out = default.is_some() || is_marked(kind) || name.trim().ends_with('?');
        let name = name.trim().trim_end_matches('?').trim_end().to_owned();
        if name.is_empty() || properties.contains_key(&name) {
            return Err(format!("\"{}\" is not a parameter", short(text)));
        }
        if !may_be_left_out {
            required.push(name.clone());
        }
        properties.insert(name, type_schema(kind));
    }
    Ok(json!({ "type": "object", "properties": properties, "required": required }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters(written: Value) -> Parameters {
        Parameters::read(written).unwrap()
    }

    #[test]
    fn parameters_are_read_in_every_way_that_they_are_written() {
        let schema = json!({"type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}},
            "required": ["query"]});
        for (written, is_required) in [
            (schema, true),
            (json!({"query": {"type": "string"}, "limit": "integer"}), false),
            (json!(["query: string", "limit: integer = 5"]), true),
            (json!(["query : str", "limit?: int"]), true),
            (json!(["query: text", "limit: integer?"]), true),
            (json!(["query: string - what to look for", "limit: integer (optional)"]), true),
            (
                json!({"query": {"type": "string", "required": true}, "limit": {"type": "integer", "required": false}}),
                true,
            ),
        ] {
            let parameters = parameters(written.clone());
            assert_eq!(parameters.listed().map(|(name, _)| name).collect::<Vec<_>>(), ["query", "limit"], "{written}");
            assert_eq!((parameters.is_required("query"), parameters.is_required("limit")), (is_required, false));
            assert!(parameters.check(&json!({"query": "tides", "limit": 3})).is_empty());
            assert_eq!(parameters.check(&json!({"query": "tides", "limit": "3"}))[0].path, "/limit");
        }
    }

    #[test]
    fn a_parameter_may_be_called_like_a_keyword() {
        let parameters = parameters(json!({"type": {"type": "string"}, "id": "int"}));
        assert_eq!(parameters.listed().map(|(name, _)| name).collect::<Vec<_>>(), ["type", "id"]);
    }

    #[test]
    fn types_are_called_as_programs_call_them_and_one_that_nobody_knows_allows_any_value() {
        let types = json!({
            "count": {"type": "int"}, "rate": {"type": "float"}, "text": {"type": "str"}, "any": {"type": "any"},
            "list": {"type": "List[int]"}, "map": {"type": "dict", "properties": {"type": {"type": "float"}}},
            "each": {"type": "array", "items": {"type": "float"}}, "odd": {"type": ["path", "null"]},
            "either": {"anyOf": [{"type": "bool"}, {"type": "Path"}]},
        });
        let parameters = parameters(json!({"type": "dict", "properties": types, "required": ["count"]}));
        let fine = json!({"count": 1, "rate": 0.5, "text": "a", "any": [1], "list": [1], "map": {"type": 1.5}, "each": [1.5],
            "odd": 3, "either": "x"});
        assert_eq!(parameters.check(&fine), []);
        let wrong = json!({"count": "1", "rate": "a", "text": 1, "list": 1, "map": {"type": "a"}, "each": ["a"]});
        let mut paths: Vec<_> = parameters.check(&wrong).into_iter().map(|error| error.path).collect();
        paths.sort();
        assert_eq!(paths, ["/count", "/each/0", "/list", "/map/type", "/rate", "/text"]);
    }

    #[test]
    fn a_type_that_says_little_allows_any_value() {
        let parameters = parameters(json!(["a", "b: path", "c: string | null", "d: list[string]", "e: string[]"]));
        for value in [json!(1), json!("x"), json!(null)] {
            let arguments = json!({"a": value, "b": value, "c": value, "d": [value], "e": [value]});
            assert!(parameters.check(&arguments).is_empty(), "{arguments}");
        }
        let refused = json!({"a": 1, "b": 1, "c": 1, "d": "x", "e": "x"});
        assert_eq!(parameters.check(&refused).len(), 2);
    }

    #[test]
    fn parameters_that_are_none_are_refused() {
        for written in [
            json!(5),
            json!([5]),
            json!([": string"]),
            json!(["a", "a: string"]),
            json!({"a": 5}),
            json!({"type": 5}),
            json!({"type": "objcet", "properties": {}}),
            json!({"properties": {"a": {"$ref": "https://example.org/schema"}}}),
        ] {
            assert!(Parameters::read(written.clone()).is_err(), "{written}");
        }
    }

    #[test]
    fn arguments_are_reported_with_their_path() {
        let parameters = parameters(json!({"type": "object", "required": ["to", "at"], "additionalProperties": false,
            "properties": {"to": {"type": "array", "items": {"type": "string", "minLength": 2}}, "at": {"enum": ["now", "later"]}}}));
        let errors = parameters.check(&json!({"to": ["ana", "b", 5], "when": 1}));
        let found: Vec<_> =
            errors.iter().map(|error| (error.fault, error.path.as_str(), error.name.as_deref())).collect();
        for expected in [
            (ArgumentFault::Missing, "", Some("at")),
            (ArgumentFault::Unknown, "", Some("when")),
            (ArgumentFault::Value, "/to/1", None),
            (ArgumentFault::Type, "/to/2", None),
        ] {
            assert!(found.contains(&expected), "{expected:?} is not in {found:?}");
        }
        assert_eq!(found.len(), 4);
        assert_eq!(parameters.check(&json!([]))[0].fault, ArgumentFault::Type);
    }

    #[test]
    fn only_a_schema_that_is_silent_leaves_arguments_unlisted() {
        let arguments = json!({"a": 1, "b": 2});
        let arguments = arguments.as_object().unwrap();
        for (written, unlisted) in [
            (json!({"type": "object", "properties": {"a": {}}}), ["b"].as_slice()),
            (json!({"type": "object", "properties": {}}), &["a", "b"]),
            (json!({"type": "object"}), &[]),
            (json!({}), &[]),
            (json!({"properties": {"a": {}}, "additionalProperties": true}), &[]),
            (json!({"properties": {"a": {}}, "additionalProperties": false}), &[]),
            (json!({"properties": {"a": {}}, "allOf": [{"properties": {"b": {}}}]}), &[]),
        ] {
            assert_eq!(parameters(written.clone()).unlisted(arguments).collect::<Vec<_>>(), unlisted, "{written}");
        }
    }

    #[test]
    fn a_schema_that_refers_to_itself_ends() {
        let endless = json!({"type": "object", "properties": {"a": {"$ref": "#"}}, "allOf": [{"$ref": "#"}]});
        let _ = parameters(endless).check(&json!({"a": {"a": 1}}));
    }
}
