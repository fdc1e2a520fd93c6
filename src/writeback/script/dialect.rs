//! How SQLite and PostgreSQL say the same: values, comparisons, places in JSON.
//!
//! In the dialect of PostgreSQL every value is a literal without a type, which takes that of the column that it meets: so `'0'` is
//! a number, a truth value or a text, as the database wants it. No value of the data stands in a script with anything that
//! a terminal or a client could take for its own.

use rusqlite::types::ValueRef;
use serde_json::Value;

use crate::source::profile::{ArrayType, JsonPath, Step, Trim, sqlite_path};
use crate::source::{List, ListEncoding, Moment, TextCell, quote, text_digest};
use crate::visible;
use crate::writeback::cell;

/// The SQL of one kind of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// PostgreSQL, version 12 or newer.
    Postgres,
    /// SQLite.
    Sqlite,
}

/// Why something cannot be said in a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unsayable {
    #[error("PostgreSQL keeps no NUL in a text")]
    Nul,
    #[error("the name of a table or of a column holds a character that no SQL can show")]
    Name,
    #[error("PostgreSQL keeps only texts in which every character is whole")]
    Bytes,
    #[error("the place of a text in JSON cannot be read")]
    Path,
}

impl Dialect {
    /// A value of a cell.
    pub(super) fn value(self, value: &Value) -> Result<String, Unsayable> {
        let blob = value.get("blob").and_then(Value::as_str);
        match (self, value) {
            (_, Value::Null) => Ok("NULL".to_owned()),
            (Self::Postgres, Value::Object(_)) if blob.is_some() => Err(Unsayable::Bytes),
            (Self::Postgres, Value::String(text)) => self.text(text),
            (Self::Postgres, other) => self.text(&other.to_string()),
            (Self::Sqlite, _) => match (cell::from_json(value), blob) {
                (rusqlite::types::Value::Text(text), _) => self.text(&text),
                (rusqlite::types::Value::Blob(_), Some(bytes)) => Ok(format!("x'{bytes}'")),
                (_, _) => Ok(value.to_string()),
            },
        }
    }

    /// A text.
    pub(super) fn text(self, text: &str) -> Result<String, Unsayable> {
        match self {
            Self::Postgres if text.contains('\0') => Err(Unsayable::Nul),
            Self::Postgres if text.contains(|c| c == '\\' || visible::is_hidden(c)) => {
                Ok(format!("E'{}'", text.chars().map(escaped).collect::<String>()))
            }
            // The shell of SQLite takes line by line, and the carriage return off its end.
            Self::Sqlite if text.contains(|c| c != '\n' && c != '\t' && visible::is_hidden(c)) => {
                Ok(format!("CAST(x'{}' AS TEXT)", cell::hexadecimal(text.as_bytes())))
            }
            Self::Postgres | Self::Sqlite => Ok(format!("'{}'", text.replace('\'', "''"))),
        }
    }

    /// A time; the text of one names its zone, which a column without zones leaves out.
    pub(super) fn time(self, value: &Value) -> Result<String, Unsayable> {
        let moment = value.as_str().and_then(|text| Moment::read(ValueRef::Text(text.as_bytes())));
        match (self, moment) {
            (Self::Postgres, Some(moment)) => self.text(&moment.at.to_string()),
            _ => self.value(value),
        }
    }

    /// A list of names, which `cell` is in the export.
    pub(super) fn list(self, list: &List, cell: &Value, array: Option<ArrayType>) -> Result<String, Unsayable> {
        match (self, array_type(array, list)) {
            (Self::Postgres, ArrayType::Array) => self.text(&list.write(ListEncoding::Postgres)),
            (Self::Postgres, ArrayType::Json) => self.text(&list.write(ListEncoding::Json)),
            (Self::Sqlite, _) | (_, ArrayType::Text) => self.value(cell),
        }
    }

    /// SQL that holds where a column lists the same names.
    pub(super) fn is_list(
        self,
        column: &str,
        list: &List,
        cell: &Value,
        array: Option<ArrayType>,
    ) -> Result<String, Unsayable> {
        let names = self.list(list, cell, array)?;
        let column = quote(column);
        Ok(match (self, array_type(array, list)) {
            (Self::Postgres, ArrayType::Array) => format!("coalesce({column}, '{{}}') = {names}"),
            (Self::Postgres, ArrayType::Json) => format!("coalesce({column}::jsonb, '[]') = {names}::jsonb"),
            (Self::Sqlite, _) | (_, ArrayType::Text) => self.is(&column, &names),
        })
    }

    /// SQL that holds where a column holds this document: PostgreSQL may write JSON in a manner of its own.
    pub(super) fn is_document(self, column: &str, value: &Value) -> Result<String, Unsayable> {
        let document = self.value(value)?;
        let column = quote(column);
        let is_json = value.as_str().is_some_and(|text| serde_json::from_str::<Value>(text).is_ok());
        Ok(match self {
            Self::Postgres if is_json => self.is(&format!("{column}::text::jsonb"), &format!("{document}::jsonb")),
            Self::Postgres => self.is(&format!("{column}::text"), &document),
            Self::Sqlite => self.is(&column, &document),
        })
    }

    /// SQL that holds where two values are the same, NULL or not.
    pub(super) fn is(self, left: &str, right: &str) -> String {
        match self {
            Self::Postgres => format!("{left} IS NOT DISTINCT FROM {right}"),
            Self::Sqlite => format!("{left} IS {right}"),
        }
    }

    /// A column without what is cut off at both ends of its texts.
    pub(super) fn trimmed(self, column: &str, trim: Trim) -> String {
        let column = quote(column);
        match (trim, self) {
            (Trim::None, _) => column,
            (Trim::Ascii, Self::Postgres) => format!("btrim({column}, E' \\t\\n\\x0b\\x0c\\r')"),
            (Trim::Ascii, Self::Sqlite) => format!("trim({column}, char(32, 9, 10, 11, 12, 13))"),
        }
    }

    /// SQL that holds where a text is this one: PostgreSQL is told its digest.
    fn says(self, expression: &str, text: &str) -> Result<String, Unsayable> {
        Ok(match self {
            Self::Postgres => {
                format!("encode(sha256(convert_to({expression}, 'UTF8')), 'hex') = '{}'", text_digest(text))
            }
            Self::Sqlite => self.is(expression, &self.text(text)?),
        })
    }

    /// SQL that holds where a cell, or a place in its JSON, says what this one does.
    pub(super) fn holds(self, cell: &TextCell) -> Result<String, Unsayable> {
        let column = quote(&cell.column);
        let Some(path) = &cell.path else { return self.says(&column, &cell.value) };
        let path = self.path(path)?;
        let read = match self {
            Self::Postgres => format!("{column}::jsonb #>> {path}"),
            Self::Sqlite => format!("CASE WHEN json_valid({column}) THEN json_extract({column}, {path}) END"),
        };
        self.says(&read, &json_text(cell)?)
    }

    /// What a cell is set to so that it, or a place in its JSON, says what this one does.
    pub(super) fn set(self, cell: &TextCell) -> Result<String, Unsayable> {
        let column = quote(&cell.column);
        let Some(path) = &cell.path else { return Ok(format!("{column} = {}", self.text(&cell.value)?)) };
        let text = self.text(&json_text(cell)?)?;
        let place = self.path(path)?;
        Ok(match self {
            Self::Postgres if path == "$" => format!("{column} = to_jsonb({text}::text)"),
            Self::Postgres => format!("{column} = jsonb_set({column}::jsonb, {place}, to_jsonb({text}::text))"),
            Self::Sqlite => format!("{column} = json_set({column}, {place}, {text})"),
        })
    }

    /// A place in JSON.
    fn path(self, path: &str) -> Result<String, Unsayable> {
        let JsonPath { steps } = path.parse().map_err(|()| Unsayable::Path)?;
        match self {
            Self::Sqlite => self.text(&sqlite_path(&steps)),
            Self::Postgres => {
                let step = |step: &Step| match step {
                    Step::Member(name) => self.text(name),
                    Step::Element(place) => self.text(&place.to_string()),
                    Step::Key | Step::Each(_) => Err(Unsayable::Path),
                };
                let steps: Vec<_> = steps.iter().map(step).collect::<Result<_, _>>()?;
                Ok(format!("ARRAY[{}]::text[]", steps.join(", ")))
            }
        }
    }
}

/// The text that stands in JSON.
fn json_text(cell: &TextCell) -> Result<String, Unsayable> {
    serde_json::from_str(&cell.value).map_err(|_| Unsayable::Path)
}

/// The type of a list of names: what the profile says, else what the export suggests.
fn array_type(told: Option<ArrayType>, list: &List) -> ArrayType {
    told.unwrap_or(match list.encoding {
        Some(ListEncoding::Comma) => ArrayType::Text,
        _ => ArrayType::Array,
    })
}

/// A character in an escape string of PostgreSQL.
fn escaped(c: char) -> String {
    match c {
        '\\' => "\\\\".to_owned(),
        '\'' => "''".to_owned(),
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        c if visible::is_hidden(c) => match u32::from(c) {
            code @ 0..=0xffff => format!("\\u{code:04x}"),
            code => format!("\\U{code:08x}"),
        },
        c => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rusqlite::Connection;
    use serde_json::json;

    use super::*;

    fn said(dialect: Dialect, value: &Value) -> String {
        dialect.value(value).unwrap()
    }

    #[test]
    fn postgres_is_told_values_without_a_type_and_nothing_that_a_client_could_take_for_its_own() {
        let postgres = Dialect::Postgres;
        assert_eq!(said(postgres, &json!(0)), "'0'");
        assert_eq!(said(postgres, &json!(null)), "NULL");
        assert_eq!(said(postgres, &json!("it's $1 :x")), "'it''s $1 :x'");
        assert_eq!(
            said(postgres, &json!("a\\'\n\r\u{1b}\u{202e}\u{e0001}")),
            "E'a\\\\''\\n\\r\\u001b\\u202e\\U000e0001'"
        );
        assert_eq!(postgres.value(&json!("a\0")), Err(Unsayable::Nul));
        assert_eq!(postgres.value(&json!({ "blob": "ff" })), Err(Unsayable::Bytes));
        assert_eq!(postgres.time(&json!("2026-01-20 17:03:11.5")).unwrap(), "'2026-01-20T17:03:11.5Z'");
        assert_eq!(postgres.time(&json!(1_772_000_000)).unwrap(), "'1772000000'");
    }

    #[test]
    fn a_list_is_told_in_the_type_of_its_column() {
        let told = |cell: &str, array| Dialect::Postgres.list(&List::read(Some(cell)), &json!(cell), array).unwrap();
        let list = "[\"a b\", \"c\"]";
        assert_eq!(told(list, None), "'{\"a b\",c}'");
        assert_eq!(told(list, Some(ArrayType::Json)), "'[\"a b\", \"c\"]'");
        assert_eq!(told(list, Some(ArrayType::Text)), "'[\"a b\", \"c\"]'");
        assert_eq!(told("a,b", None), "'a,b'");
        let is = Dialect::Postgres.is_list("tools", &List::default(), &json!(null), None).unwrap();
        assert_eq!(is, "coalesce(\"tools\", '{}') = '{}'");
    }

    proptest! {
        /// Whatever a text holds, SQLite reads it back from one literal, and a terminal takes nothing in it for its own.
        #[test]
        fn sqlite_reads_every_text_back(text in any::<String>(), controls in "[\\x00-\\x20'\u{85}\u{202e};.-]{0,12}") {
            let text = format!("{text}{controls}");
            let literal = Dialect::Sqlite.text(&text).unwrap();
            prop_assert!(!literal.contains(|c| c != '\n' && c != '\t' && visible::is_hidden(c)), "{literal}");
            let connection = Connection::open_in_memory().unwrap();
            let read: String = connection.query_row(&format!("SELECT {literal}"), [], |row| row.get(0)).unwrap();
            prop_assert_eq!(read, text);
        }
    }
}
