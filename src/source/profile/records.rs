//! Where an application keeps its records, and by which rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ColumnName, KeyColumns};

/// Where records of one type are kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// The table of the records.
    pub table: String,
    /// How a new record gets its key.
    #[serde(default)]
    pub key: NewKey,
    /// The column of the owner, or as many as identify the owner of a message.
    pub owner: KeyColumns,
    /// When the record was made.
    #[serde(default)]
    pub created: Option<ColumnName>,
    /// When it was last changed.
    #[serde(default)]
    pub updated: Option<ColumnName>,
    /// Not NULL where the record was taken away; such a record is evidence all the same.
    #[serde(default)]
    pub soft_delete: Option<ColumnName>,
    /// Canonical field → column and rules.
    pub fields: BTreeMap<String, RecordField>,
    /// Columns that get the same value in each record; left out where the table lacks them.
    #[serde(default)]
    pub constants: BTreeMap<String, serde_json::Value>,
    /// What makes two records the same: `owner` and names of fields.
    #[serde(default)]
    pub same: Vec<String>,
    /// Where the tool's result names the key of the record that it made, as a JSON Pointer.
    #[serde(default)]
    pub named_by: Option<String>,
    /// When a record stops to reach prompts.
    #[serde(default)]
    pub expires: Option<Expiry>,
    /// What a person must do after such a record was written.
    #[serde(default)]
    pub afterwards: Option<String>,
}

/// How a new record gets its key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewKey {
    /// The database counts.
    #[default]
    Auto,
    /// A random UUID, as text.
    Uuid4,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordField {
    /// The column that the field is written to.
    pub column: ColumnName,
    /// What is cut off at both ends of a text.
    #[serde(default)]
    pub trim: Trim,
    /// Whether an empty (or blank) text is refused.
    #[serde(default)]
    pub required: bool,
    /// The longest text, in characters (code points).
    #[serde(default)]
    pub max_chars: Option<usize>,
    /// Label → what the column holds: any other label is refused.
    #[serde(default)]
    pub values: Option<BTreeMap<String, serde_json::Value>>,
    /// What the field is where a payload does not say it.
    #[serde(default)]
    pub default: Option<String>,
    /// How the field is edited.
    #[serde(default)]
    pub edit: EditStyle,
}

/// What is cut off at both ends of a record's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trim {
    /// The text is kept as it is.
    #[default]
    None,
    /// Space, tab, newline, vertical tab, form feed, carriage return, NUL: what Ruby's `strip` takes.
    Ascii,
}

impl Trim {
    /// The text without what is cut off.
    #[must_use]
    pub fn apply(self, text: &str) -> &str {
        match self {
            Self::None => text,
            Self::Ascii => text.trim_matches([' ', '\t', '\n', '\u{b}', '\u{c}', '\r', '\0']),
        }
    }
}

/// How a field is edited in the terminal UI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditStyle {
    /// One line, or a choice where `values` are listed.
    #[default]
    Line,
    /// In a text area of several lines.
    Multiline,
}

/// When a record stops to reach prompts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expiry {
    /// The field that decides.
    pub field: String,
    /// Its value for records that expire.
    pub value: String,
    /// The number of days after its creation.
    pub days: i64,
}
