//! Where an application stores its records, and by which rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ColumnName, KeyColumns};

/// Where records of one type are stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// The table of the records.
    pub table: String,
    /// How a new record gets its key.
    #[serde(default)]
    pub key: NewKey,
    /// The column of the owner, or as many columns as identify the owner of a message.
    pub owner: KeyColumns,
    /// The time at which the record was created.
    #[serde(default)]
    pub created: Option<ColumnName>,
    /// The time at which it was last changed.
    #[serde(default)]
    pub updated: Option<ColumnName>,
    /// The column that is not NULL for a discarded record, which is still evidence.
    #[serde(default)]
    pub soft_delete: Option<ColumnName>,
    /// Canonical field → column and rules.
    pub fields: BTreeMap<String, RecordField>,
    /// Columns with the same value in every record; left out if the table lacks them.
    #[serde(default)]
    pub constants: BTreeMap<String, serde_json::Value>,
    /// The fields, and `owner`, that make two records equal.
    #[serde(default)]
    pub same: Vec<String>,
    /// JSON Pointer to the new record's key in the tool's result.
    #[serde(default)]
    pub named_by: Option<String>,
    /// When records are no longer used in prompts.
    #[serde(default)]
    pub expires: Option<Expiry>,
    /// What the user must do after such a record was written.
    #[serde(default)]
    pub afterwards: Option<String>,
}

/// How a new record gets its key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewKey {
    /// The database numbers the records.
    #[default]
    Auto,
    /// A random UUID, as text.
    Uuid4,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordField {
    /// The column of the field.
    pub column: ColumnName,
    /// What to trim from both ends of a text.
    #[serde(default)]
    pub trim: Trim,
    /// Whether an empty or blank text is refused.
    #[serde(default)]
    pub required: bool,
    /// The maximum length, in code points.
    #[serde(default)]
    pub max_chars: Option<usize>,
    /// Label → value in the column; other labels are refused.
    #[serde(default)]
    pub values: Option<BTreeMap<String, serde_json::Value>>,
    /// The value if a payload lacks the field.
    #[serde(default)]
    pub default: Option<String>,
    /// How to edit the field.
    #[serde(default)]
    pub edit: EditStyle,
}

/// What to trim from both ends of a record's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trim {
    /// Nothing: the text stays as it is.
    #[default]
    None,
    /// Space, tab, newline, vertical tab, form feed, carriage return and NUL, like Ruby's `strip`.
    Ascii,
}

impl Trim {
    /// The text without what is trimmed from its ends.
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
    /// In one line, or as a choice if `values` are listed.
    #[default]
    Line,
    /// In a text area of several lines.
    Multiline,
}

/// When records are no longer used in prompts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expiry {
    /// The field that decides whether a record expires.
    pub field: String,
    /// The value of that field for records that expire.
    pub value: String,
    /// The number of days from its creation.
    pub days: i64,
}
