//! What the schema of a tool's parameters says about their types.

use serde_json::{Map, Value};

use super::{Parameters, SAYS_MORE};

impl Parameters {
    /// The parameters whose only type is text, nullable or not.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let is_text = |schema: &Value| {
            let mut search = TypeSearch { whole: &self.schema, left: MOST_SCHEMAS };
            let taken = search.accepted(schema, MOST_NESTED);
            taken.text && !taken.other
        };
        let found = || self.listed().filter(|(_, schema)| is_text(schema)).map(|(name, _)| name.to_owned()).collect();
        self.texts.get_or_init(found).iter().map(String::as_str)
    }

    /// The parameters of which the schema says nothing but what they mean.
    pub fn untyped(&self) -> impl Iterator<Item = &str> {
        self.listed().filter(|(_, schema)| only_describes(schema)).map(|(name, _)| name)
    }

    /// The parameters of which the schema says more than what they mean, such as their type or their range.
    pub fn typed(&self) -> impl Iterator<Item = &str> {
        self.listed().filter(|(_, schema)| !only_describes(schema)).map(|(name, _)| name)
    }

    /// Whether the schema says something about arguments that it does not list, other than that they are forbidden.
    #[must_use]
    pub fn takes_unlisted(&self) -> bool {
        SAYS_MORE.iter().any(|keyword| self.schema.get(keyword).is_some_and(|rule| *rule != Value::Bool(false)))
    }
}

/// Whether a schema only says what a parameter means.
fn only_describes(schema: &Value) -> bool {
    let mut keywords = schema.as_object().into_iter().flat_map(Map::keys);
    keywords.all(|keyword| matches!(keyword.as_str(), "description" | "title"))
}

/// The most references and alternatives within each other that are followed to find a type.
const MOST_NESTED: usize = 8;

/// The most schemas that are looked at to find the type of one parameter: they may refer to each other many times.
const MOST_SCHEMAS: usize = 256;

/// Which values a schema accepts besides null: text, and others.
#[derive(Clone, Copy, PartialEq, Eq)]
struct AcceptedTypes {
    text: bool,
    other: bool,
}

impl AcceptedTypes {
    const ANYTHING: Self = Self { text: true, other: true };
    const NOTHING: Self = Self { text: false, other: false };

    fn or(self, more: Self) -> Self {
        Self { text: self.text || more.text, other: self.other || more.other }
    }

    fn and(self, more: Self) -> Self {
        Self { text: self.text && more.text, other: self.other && more.other }
    }

    /// What `all` accept, joined from `start` on. Once they accept its opposite, no more of them are looked at.
    fn joined<T>(all: &[T], start: Self, join: fn(Self, Self) -> Self, mut of: impl FnMut(&T) -> Self) -> Self {
        let end = Self { text: !start.text, other: !start.other };
        let mut accepted = start;
        for one in all {
            accepted = join(accepted, of(one));
            if accepted == end {
                break;
            }
        }
        accepted
    }

    fn by_any<T>(all: &[T], of: impl FnMut(&T) -> Self) -> Self {
        Self::joined(all, Self::NOTHING, Self::or, of)
    }

    fn by_all<T>(all: &[T], of: impl FnMut(&T) -> Self) -> Self {
        Self::joined(all, Self::ANYTHING, Self::and, of)
    }
}

/// The search for the type of one parameter.
struct TypeSearch<'s> {
    /// What the schemas refer to.
    whole: &'s Value,
    /// How many more schemas may be looked at. After that, anything may be accepted.
    left: usize,
}

impl TypeSearch<'_> {
    /// What a schema accepts, as far as its types say.
    fn accepted(&mut self, schema: &Value, depth: usize) -> AcceptedTypes {
        let (Some(left), Some(deeper)) = (self.left.checked_sub(1), depth.checked_sub(1)) else {
            return AcceptedTypes::ANYTHING;
        };
        self.left = left;
        let of_value =
            |value: &Value| AcceptedTypes { text: value.is_string(), other: !value.is_string() && !value.is_null() };
        let of_type =
            |kind: &Value| AcceptedTypes { text: kind == "string", other: kind != "string" && kind != "null" };
        let list = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
        let target = || {
            let pointer = schema.get("$ref").and_then(Value::as_str)?.strip_prefix('#')?;
            self.whole.pointer(pointer)
        };
        if let Some(kinds) = list("type") {
            AcceptedTypes::by_any(kinds, of_type)
        } else if let Some(kind) = schema.get("type") {
            of_type(kind)
        } else if let Some(values) = list("enum") {
            AcceptedTypes::by_any(values, of_value)
        } else if let Some(alternatives) = list("anyOf").or_else(|| list("oneOf")) {
            AcceptedTypes::by_any(alternatives, |schema| self.accepted(schema, deeper))
        } else if let Some(parts) = list("allOf") {
            AcceptedTypes::by_all(parts, |schema| self.accepted(schema, deeper))
        } else {
            target().map_or(AcceptedTypes::ANYTHING, |schema| self.accepted(schema, deeper))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parameters(written: Value) -> Parameters {
        Parameters::read(written).unwrap()
    }

    #[test]
    fn parameters_that_take_only_text() {
        let parameters = parameters(json!({"type": "object", "properties": {
            "text": {"type": "string"}, "or_null": {"type": ["string", "null"]},
            "optional": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "number": {"type": "integer"}, "either": {"type": ["string", "integer"]}, "any": {},
            "nothing": {"type": "null"}, "open": {"anyOf": [{"type": "string"}, {}]},
            "colour": {"$ref": "#/$defs/Colour"}, "perhaps": {"anyOf": [{"$ref": "#/$defs/Colour"}, {"type": "null"}]},
            "size": {"$ref": "#/$defs/Size"}, "loop": {"$ref": "#/$defs/Loop"}, "lost": {"$ref": "#/$defs/None"},
            "short": {"allOf": [{"$ref": "#/$defs/Colour"}, {"maxLength": 3}]}},
            "$defs": {"Colour": {"enum": ["red", "blue"]}, "Size": {"enum": [1, 2]}, "None": {}, "Loop": {"$ref": "#/$defs/Loop"}}}));
        let texts = ["text", "or_null", "optional", "colour", "perhaps", "short"];
        assert_eq!(parameters.texts().collect::<Vec<_>>(), texts);
        assert_eq!(parameters.untyped().collect::<Vec<_>>(), ["any"]);
    }

    #[test]
    fn a_parameter_is_untyped_if_its_schema_only_describes_it() {
        let parameters = parameters(json!({"type": "object", "properties": {
            "any": {}, "told": {"description": "The version.", "title": "Version"}, "least": {"minimum": 0},
            "wide": {"format": "int64"}, "usual": {"default": 5}, "seen": {"examples": [3]}, "ten": {"const": 10}}}));
        assert_eq!(parameters.untyped().collect::<Vec<_>>(), ["any", "told"]);
        assert_eq!(parameters.typed().collect::<Vec<_>>(), ["least", "wide", "usual", "seen", "ten"]);
    }

    #[test]
    fn a_schema_may_take_arguments_that_it_does_not_list() {
        for (rule, takes) in [
            (json!({}), false),
            (json!({"additionalProperties": false}), false),
            (json!({"additionalProperties": true}), true),
            (json!({"additionalProperties": {"type": "integer"}}), true),
            (json!({"patternProperties": {"^n": {"type": "integer"}}}), true),
            (json!({"allOf": [{"properties": {"n": {"type": "integer"}}}]}), true),
            (json!({"anyOf": [{"properties": {"n": {"type": "integer"}}}]}), true),
            (json!({"oneOf": [{"properties": {"n": {"type": "integer"}}}]}), true),
        ] {
            let mut schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
            schema.as_object_mut().unwrap().extend(rule.as_object().unwrap().clone());
            assert_eq!(parameters(schema).takes_unlisted(), takes, "{rule}");
        }
    }

    #[test]
    fn schemas_that_refer_to_each_other_many_times_are_not_all_followed() {
        for keyword in ["anyOf", "oneOf", "allOf"] {
            let many = vec![json!({"$ref": "#/$defs/V"}); 40];
            let schema = json!({"$defs": {"V": {keyword: many}}});
            let mut search = TypeSearch { whole: &schema, left: MOST_SCHEMAS };
            assert!(search.accepted(&json!({"$ref": "#/$defs/V"}), MOST_NESTED) == AcceptedTypes::ANYTHING);
            assert!(keyword == "allOf" || search.left > MOST_SCHEMAS - 2 * MOST_NESTED, "{keyword}: {}", search.left);
        }
        let texts = vec![json!({"type": "string"}); 3];
        let alternatives = json!({"anyOf": texts});
        let mut search = TypeSearch { whole: &alternatives, left: 2 };
        assert!(search.accepted(&alternatives, MOST_NESTED) == AcceptedTypes::ANYTHING);
    }
}
