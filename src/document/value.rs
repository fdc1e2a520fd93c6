//! Reads values of any shape. Rejects deep nesting and duplicate names.

use std::fmt;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The greatest depth of nesting: deeper than people write, and no danger to the stack.
pub(super) const MOST_NESTED: usize = 100;

/// A document of any shape.
#[derive(Debug)]
pub struct AnyValue(pub Value);

impl<'de> Deserialize<'de> for AnyValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Nested::default().deserialize(deserializer).map(Self)
    }
}

/// Reads a value that may be nested `left` levels deep.
#[derive(Clone, Copy, Debug)]
pub struct Nested {
    left: usize,
}

impl Default for Nested {
    fn default() -> Self {
        Self { left: MOST_NESTED }
    }
}

impl Nested {
    fn deeper<E: de::Error>(self) -> Result<Self, E> {
        let left = self.left.checked_sub(1);
        left.map(|left| Self { left }).ok_or_else(|| E::custom(format!("nested deeper than {MOST_NESTED} levels")))
    }
}

/// Reads the members of an object. A duplicate name is an error, since readers disagree about which value counts.
pub fn members<'de, A: MapAccess<'de>>(mut access: A, nested: Nested) -> Result<Map<String, Value>, A::Error> {
    let mut members = Map::new();
    while let Some(name) = access.next_key::<String>()? {
        let value = access.next_value_seed(nested)?;
        if members.contains_key(&name) {
            return Err(de::Error::custom(format!("duplicate field `{name}`")));
        }
        members.insert(name, value);
    }
    Ok(members)
}

impl<'de> DeserializeSeed<'de> for Nested {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Nested {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        let number = Number::from_f64(value);
        number.map(Value::Number).ok_or_else(|| E::custom("number that JSON cannot hold"))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let nested = self.deeper()?;
        let mut items = Vec::new();
        while let Some(item) = access.next_element_seed(nested)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Value, A::Error> {
        members(access, self.deeper()?).map(Value::Object)
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use serde_json::json;

    fn read(text: &str) -> Result<Value, String> {
        parse::<AnyValue>("x.json", text).map(|value| value.0).map_err(|error| error.to_string())
    }

    #[test]
    fn json_and_json5_are_read() {
        let value =
            read("\u{feff}{ /* a */ name: 'b', \"list\": [1, -2, 0.5, true, null,], \"e\": \"\\ud83c\\udf0a\" }");
        assert_eq!(value.unwrap(), json!({"name": "b", "list": [1, -2, 0.5, true, null], "e": "🌊"}));
    }

    #[test]
    fn mistakes_are_reported_with_their_place() {
        for (text, expected) in [
            ("", "x.json:1:1"),
            ("{\n \"a\": {\"b\": 1,\n \"b\": 2}}", "x.json:2:7: duplicate field `b`"),
            ("[1, NaN]", "cannot hold"),
            ("[1] 2", "x.json:1:5"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn deep_nesting_is_refused_and_not_followed() {
        for (open, close) in [("[", "]"), ("{a:", "}")] {
            let deep = |times: usize| format!("{}1{}", open.repeat(times), close.repeat(times));
            assert!(read(&deep(MOST_NESTED)).is_ok());
            for text in [deep(MOST_NESTED + 1), open.repeat(1_000_000)] {
                assert!(read(&text).unwrap_err().contains("nested deeper"));
            }
        }
    }
}
