//! The shape of a value: its keys, and the kind of each value.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

/// The type of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ValueKind {
    /// JSON null.
    Null,
    /// `true` or `false`.
    Boolean,
    /// An integer or a decimal number.
    Number,
    /// A string.
    String,
    /// A list of values.
    Array,
    /// An object with named members.
    Object,
}

impl ValueKind {
    /// The type of `value`.
    #[must_use]
    pub fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::String,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }

    /// The type's name in JSON Schema.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The kind of a value with the kinds of its members; for a list, those of its elements' members.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueShape {
    /// The type of the value itself.
    pub kind: ValueKind,
    /// The kind of each member, by key.
    pub members: BTreeMap<String, ValueKind>,
}

impl ValueShape {
    /// The shape of a value. For a list, the keys of all its objects, each with its first kind.
    #[must_use]
    pub fn of(value: &Value) -> Self {
        let mut members = BTreeMap::new();
        let objects = match value {
            Value::Array(elements) => elements.as_slice(),
            one => std::slice::from_ref(one),
        };
        for (key, member) in objects.iter().filter_map(Value::as_object).flatten() {
            members.entry(key.clone()).or_insert_with(|| ValueKind::of(member));
        }
        Self { kind: ValueKind::of(value), members }
    }
}

impl fmt::Display for ValueShape {
    /// Writes `{content: string, success: boolean}`; a list in brackets.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let members: Vec<_> = self.members.iter().map(|(key, kind)| format!("{key}: {}", kind.name())).collect();
        let members = members.join(", ");
        match self.kind {
            ValueKind::Array if members.is_empty() => out.write_str("[]"),
            ValueKind::Array => write!(out, "[{{{members}}}]"),
            ValueKind::Object => write!(out, "{{{members}}}"),
            kind => out.write_str(kind.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_order_of_keys_and_what_comes_after_them_make_no_other_shape() {
        let shape = ValueShape::of(&json!({"b": 1, "a": "x"}));
        assert_eq!(shape, ValueShape::of(&json!({"a": "", "b": 2.5})));
        assert_ne!(shape, ValueShape::of(&json!({"a": "", "b": "2.5"})));
        assert_ne!(shape, ValueShape::of(&json!([{"a": "", "b": 2.5}])));
        assert_eq!(shape.to_string(), "{a: string, b: number}");
    }

    #[test]
    fn a_list_has_the_shape_of_its_elements() {
        let shape = |value| ValueShape::of(&value).to_string();
        assert_eq!(shape(json!([{"a": 1}, {"b": null}, 3])), "[{a: number, b: null}]");
        assert_eq!(shape(json!([])), "[]");
        assert_eq!(shape(json!("x")), "string");
    }
}
