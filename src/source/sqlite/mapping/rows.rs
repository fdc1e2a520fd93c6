//! Counts values in rows.

use rusqlite::types::ValueRef;

use super::super::{SqliteSource, utf8};
use super::{CountedValue, VALUES_LISTED};
use crate::source::SourceError;

/// A set of rows: a table expression and a condition.
pub(super) struct CountedRows<'a> {
    pub(super) source: &'a SqliteSource,
    pub(super) from: String,
    pub(super) filter: String,
}

impl<'a> CountedRows<'a> {
    /// All rows of a table expression.
    pub(super) fn of(source: &'a SqliteSource, from: String) -> Self {
        Self { source, from, filter: "TRUE".to_owned() }
    }

    /// The rows that meet another condition too.
    pub(super) fn and(&self, condition: &str) -> Self {
        Self { source: self.source, from: self.from.clone(), filter: format!("{} AND ({condition})", self.filter) }
    }

    /// The number of rows.
    pub(super) fn count(&self) -> Result<u64, SourceError> {
        self.number("count(*)")
    }

    /// The value of an aggregate over the rows.
    pub(super) fn number(&self, aggregate: &str) -> Result<u64, SourceError> {
        let sql = format!("SELECT {aggregate} FROM {} WHERE {}", self.from, self.filter);
        let found = self.source.query(&sql, &[], |row| row.get::<_, Option<i64>>(0))?;
        Ok(found.first().map_or(0, |number| at_least_none(*number)))
    }

    /// The most frequent values of an expression.
    pub(super) fn values(&self, expression: &str) -> Result<Vec<CountedValue>, SourceError> {
        let sql = format!(
            "SELECT {expression}, count(*) FROM {} WHERE {} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {VALUES_LISTED}",
            self.from, self.filter
        );
        self.source.query(&sql, &[], |row| {
            Ok(Some(CountedValue { value: shown(row.get_ref(0)?), rows: at_least_none(row.get(1)?), meaning: None }))
        })
    }

    /// Some cells that are not empty.
    pub(super) fn some<T>(
        &self,
        expression: &str,
        most: usize,
        read: impl Fn(ValueRef<'_>) -> T,
    ) -> Result<Vec<T>, SourceError> {
        let sql = format!(
            "SELECT {expression} FROM {} WHERE {} AND {expression} IS NOT NULL LIMIT {most}",
            self.from, self.filter
        );
        self.source.query(&sql, &[], |row| Ok(Some(read(row.get_ref(0)?))))
    }
}

/// Converts a count from SQLite's signed type.
fn at_least_none(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

/// A cell as text for the report.
pub(super) fn shown(cell: ValueRef<'_>) -> Option<String> {
    match cell {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Real(number) => Some(number.to_string()),
        ValueRef::Text(_) => Some(utf8(cell).unwrap_or("(no UTF-8)").to_owned()),
        ValueRef::Blob(_) => Some("(bytes)".to_owned()),
    }
}

/// Whether a text is a JSON object or list: in a field for a name or a text, it contains the value instead of being it.
pub(super) fn is_json_container(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(['{', '[']) && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}
