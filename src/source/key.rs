//! The key of a row, in the database's own type.

use std::fmt;

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use serde::{Deserialize, Serialize};

/// A primary key: an integer, a text, or several columns together.
///
/// In JSON it keeps the type of the database: `12`, `"12"`, `["a", 3]`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Key {
    /// An integer key: `12` in JSON.
    Integer(i64),
    /// A text key, such as a UUID.
    Text(String),
    /// A key of several columns. The box makes it as small as a text key, because long lists hold many keys.
    Composite(Box<[Key]>),
}

impl Key {
    /// The key that a cell holds; `None` for NULL, floating point numbers and bytes.
    #[must_use]
    pub fn from_cell(cell: ValueRef<'_>) -> Option<Self> {
        match cell {
            ValueRef::Integer(number) => Some(Self::Integer(number)),
            ValueRef::Text(bytes) => std::str::from_utf8(bytes).ok().map(|text| Self::Text(text.to_owned())),
            ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => None,
        }
    }

    /// The keys that a typed text can mean, the likeliest first.
    #[must_use]
    pub fn typed(typed: &str) -> Vec<Self> {
        let mut keys = Vec::from_iter(typed.parse().ok().map(Self::Integer));
        keys.push(Self::Text(typed.to_owned()));
        keys.extend(Self::from_json(typed).filter(|key| matches!(key, Self::Composite(_))));
        keys
    }

    /// Names a row for the reader, whatever its key cell holds. Not for look-ups: the result need not be a key.
    #[must_use]
    pub fn for_display(cell: ValueRef<'_>) -> Self {
        Self::from_cell(cell).unwrap_or_else(|| {
            Self::Text(match cell {
                ValueRef::Real(number) => format!("{number:?}"),
                ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                    bytes.iter().fold("x'".to_owned(), |hex, byte| hex + &format!("{byte:02x}")) + "'"
                }
                ValueRef::Null | ValueRef::Integer(_) => "NULL".to_owned(),
            })
        })
    }

    /// Whether a cell holds this key.
    #[must_use]
    pub fn is_in(&self, cell: ValueRef<'_>) -> bool {
        match (self, cell) {
            (Self::Integer(number), ValueRef::Integer(other)) => *number == other,
            (Self::Text(text), ValueRef::Text(other)) => text.as_bytes() == other,
            _ => false,
        }
    }

    /// The key's columns as separate keys, in order.
    #[must_use]
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Composite(parts) => parts,
            single => std::slice::from_ref(single),
        }
    }

    /// The values of the key's columns, in order.
    #[must_use]
    pub fn cells(&self) -> Vec<Value> {
        match self {
            Self::Integer(number) => vec![Value::Integer(*number)],
            Self::Text(text) => vec![Value::Text(text.clone())],
            Self::Composite(parts) => parts.iter().flat_map(Self::cells).collect(),
        }
    }

    /// The key as JSON text, as stored in the review file and the journal.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::Value::from(self).to_string()
    }

    /// Parses a key from JSON text; `None` if it is not one.
    #[must_use]
    pub fn from_json(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

impl From<&Key> for serde_json::Value {
    fn from(key: &Key) -> Self {
        match key {
            Key::Integer(number) => Self::from(*number),
            Key::Text(text) => Self::from(text.as_str()),
            Key::Composite(parts) => parts.iter().map(Self::from).collect(),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(out, "{number}"),
            Self::Text(text) => out.write_str(text),
            Self::Composite(_) => out.write_str(&self.to_json()),
        }
    }
}

impl rusqlite::ToSql for Key {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Integer(number) => ToSqlOutput::from(*number),
            Self::Text(text) => ToSqlOutput::from(text.as_str()),
            Self::Composite(_) => ToSqlOutput::from(self.to_json()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_keeps_its_type_as_json() {
        let composite = Key::Composite([Key::Text("a".to_owned()), Key::Integer(3)].into());
        for (key, json) in [(Key::Integer(12), "12"), (Key::Text("12".to_owned()), "\"12\""), (composite, "[\"a\",3]")]
        {
            assert_eq!(key.to_json(), json);
            assert_eq!(Key::from_json(json), Some(key));
        }
    }
}
