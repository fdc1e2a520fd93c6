//! Names of types as programs write them ("float", "dict", "List[int]"), as those of JSON Schema.

use serde_json::{Value, json};

/// The types of JSON Schema.
const JSON_TYPES: [&str; 7] = ["string", "integer", "number", "boolean", "object", "array", "null"];

/// Replaces type names that lists of tools use, such as `float`, `dict` or `List[int]`, with those of JSON Schema. An
/// unknown type allows any value.
pub(super) fn name_types_within(schema: &mut Value) {
    const OF_SCHEMAS: [&str; 4] = ["properties", "patternProperties", "$defs", "definitions"];
    const LISTS: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
    const SCHEMAS: [&str; 2] = ["items", "additionalProperties"];
    let Value::Object(members) = schema else { return };
    for (keyword, value) in members.iter_mut() {
        match value {
            Value::Object(schemas) if OF_SCHEMAS.contains(&keyword.as_str()) => {
                schemas.values_mut().for_each(name_types);
            }
            Value::Array(schemas) if LISTS.contains(&keyword.as_str()) => schemas.iter_mut().for_each(name_types),
            _ if SCHEMAS.contains(&keyword.as_str()) => name_types(value),
            _ => {}
        }
    }
}

fn name_types(schema: &mut Value) {
    name_types_within(schema);
    let Value::Object(members) = schema else { return };
    let Some(named) = members.get("type") else { return };
    let is_json = |name: &Value| name.as_str().is_some_and(|name| JSON_TYPES.contains(&name));
    if named.as_array().map_or_else(|| is_json(named), |names| names.iter().all(is_json)) {
        return;
    }
    let known = named.as_str().map(type_schema);
    match known.as_ref().and_then(|known| known.get("type")) {
        Some(name) => members.insert("type".to_owned(), name.clone()),
        None => members.remove("type"),
    };
}

/// Returns the schema of an informal type name, by its first word. A name that is vague or lists several types allows
/// any value.
pub(super) fn type_schema(named: &str) -> Value {
    if named.contains('|') {
        return json!({});
    }
    let word = named.split_whitespace().next().unwrap_or_default().to_lowercase();
    let word = word.trim_end_matches(['?', ',', ';', '.']);
    let is_list = word.ends_with("[]") || word.starts_with("list") || word.starts_with("array");
    let kind = match word {
        _ if is_list => "array",
        "string" | "str" | "text" => "string",
        "integer" | "int" => "integer",
        "number" | "float" | "double" => "number",
        "boolean" | "bool" => "boolean",
        "object" | "dict" | "map" => "object",
        _ => return json!({}),
    };
    json!({ "type": kind })
}
