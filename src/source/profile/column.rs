//! Column names in profiles.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::JsonPath;

/// `column`, or `table.column`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ColumnName {
    /// The table, if named.
    pub table: Option<String>,
    /// The name of the column.
    pub column: String,
}

impl ColumnName {
    /// The table of the column; `main` if none is named.
    #[must_use]
    pub fn table_or<'a>(&'a self, main: &'a str) -> &'a str {
        self.table.as_deref().unwrap_or(main)
    }
}

impl FromStr for ColumnName {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text.split_once('.') {
            Some((table, column)) => Self { table: Some(table.to_owned()), column: column.to_owned() },
            None => Self { table: None, column: text.to_owned() },
        })
    }
}

impl fmt::Display for ColumnName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.table {
            Some(table) => write!(out, "{table}.{}", self.column),
            None => out.write_str(&self.column),
        }
    }
}

impl<'de> Deserialize<'de> for ColumnName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let Ok(name) = text.parse();
        Ok(name)
    }
}

impl Serialize for ColumnName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// `column`, `table.column`, or a path into its JSON: `column->$.plan`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ColumnPath {
    /// The column, with its table if that is not the main one.
    pub column: ColumnName,
    /// The path in its JSON; `None` for the whole cell.
    pub path: Option<JsonPath>,
}

impl FromStr for ColumnPath {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (column, path) = match text.split_once("->") {
            Some((column, path)) => (column, Some(path.trim_start_matches('>').trim())),
            None => (text, None),
        };
        let Ok(column) = column.trim().parse();
        let path = path.map(|path| {
            path.parse().map_err(|()| {
                format!("`{path}` is not a JSON path such as `{column}->$.plan` or `{column}->$.runs[0].plan`")
            })
        });
        Ok(Self { column, path: path.transpose()? })
    }
}

impl From<ColumnName> for ColumnPath {
    fn from(column: ColumnName) -> Self {
        Self { column, path: None }
    }
}

impl fmt::Display for ColumnPath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(out, "{}->{path}", self.column),
            None => self.column.fmt(out),
        }
    }
}

impl<'de> Deserialize<'de> for ColumnPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Serialize for ColumnPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_the_json_of_a_column_is_distinguished_from_the_column() {
        for (text, column, path) in [
            ("plan", "plan", None),
            ("runs.plan", "runs.plan", None),
            ("metadata->$.plan", "metadata", Some("$.plan")),
            ("metadata ->> $.plan[0]", "metadata", Some("$.plan[0]")),
            ("chat.chat->$.messages.{key}.content", "chat.chat", Some("$.messages.{key}.content")),
        ] {
            let read: ColumnPath = text.parse().unwrap();
            let written = read.path.as_ref().map(ToString::to_string);
            assert_eq!((read.column.to_string().as_str(), written.as_deref()), (column, path), "{text}");
            assert_eq!(read.to_string().parse::<ColumnPath>().unwrap(), read);
        }
        for text in ["a->plan", "a->", "a->$x"] {
            assert!(text.parse::<ColumnPath>().is_err(), "{text}");
        }
    }
}
