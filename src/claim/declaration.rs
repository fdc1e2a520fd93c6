//! Payloads that mention tools without calling any.

use serde_json::Value;

/// Whether a payload declares a tool, as a catalog does.
pub(super) fn is_declaration(value: &Value) -> bool {
    let declared = value.get("function").unwrap_or(value);
    let schema = ["parameters", "inputSchema", "input_schema"].iter().find_map(|name| declared.get(name));
    let is_schema = schema.is_some_and(|schema| {
        schema.get("properties").is_some_and(Value::is_object)
            || schema.get("type").is_some_and(|kind| kind == "object")
    });
    is_schema && declared.get("name").is_some_and(Value::is_string)
}

/// Whether a payload says that no tool is called, as applications write it for providers that require the list.
pub(super) fn calls_nothing(value: &Value) -> bool {
    let is_none = |calls: &Value| calls.is_null() || calls.as_array().is_some_and(Vec::is_empty);
    let empty = |name: &str| value.get(name).is_some_and(is_none);
    value.as_object().is_some_and(|members| members.len() == 1) && ["tool_calls", "tool_uses"].into_iter().any(empty)
}
