//! Names of columns as a profile writes them.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// `column`, or `table.column`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ColumnName {
    /// The table, where it is named.
    pub table: Option<String>,
    /// The column.
    pub column: String,
}

impl ColumnName {
    /// The table that the column belongs to, `main` where none is named.
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
