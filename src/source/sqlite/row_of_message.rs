//! Reads values from the row of a message that are not part of the message itself.

use rusqlite::Row;

use super::SqliteSource;
use crate::source::profile::{ColumnName, PathStep};
use crate::source::{Key, SourceError, quote};

impl SqliteSource {
    /// The result of `read` for the row of a message. If all `columns` are given and in the messages' own table,
    /// nothing is joined.
    pub(super) fn row_of_message<T>(
        &self,
        expressions: &str,
        columns: &[&ColumnName],
        key: &Key,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Option<T>, SourceError> {
        let messages = &self.profile.messages;
        let is_own = |column: &&ColumnName| column.table_or(&messages.table) == messages.table;
        let all_own =
            !columns.is_empty() && columns.iter().chain(&messages.key.columns().iter().collect::<Vec<_>>()).all(is_own);
        let sql = if all_own { self.own_row(expressions)? } else { self.sql.row(expressions) };
        let mut values = key.cells();
        values.truncate(messages.key.columns().len());
        Ok(self.query_cells(&sql, &values, read)?.into_iter().next())
    }

    /// The same as [`super::MessageSql::row`] without joins; fast with or without an index.
    fn own_row(&self, expressions: &str) -> Result<String, SourceError> {
        let messages = &self.profile.messages;
        let table = quote(&messages.table);
        let columns = messages.key.columns();
        let condition = match columns {
            [column] => self.found_by(&messages.table, &column.column)?,
            columns => {
                let equal = |(place, column): (usize, &ColumnName)| {
                    format!("{table}.{} = ?{}", quote(&column.column), place + 1)
                };
                let mut all: Vec<String> = columns.iter().enumerate().map(equal).collect();
                if let Some(first) = columns.first() {
                    let copied = self.copied_lookup(&messages.table, &first.column);
                    all.extend(copied.map_err(|error| self.error(&error))?);
                }
                all.join(" AND ")
            }
        };
        Ok(format!("SELECT {expressions} FROM {table} WHERE {condition} LIMIT 1"))
    }
}

/// The key of the row with a message. A message found by its name in the row is treated as a row of its own.
pub(super) fn row_of(source: &SqliteSource, key: &Key) -> Key {
    let messages = &source.profile.messages;
    match key {
        Key::Composite(parts) if messages.unfolding().is_some_and(|unfolding| *unfolding.wild != PathStep::Key) => {
            match parts.get(..messages.key.columns().len()).unwrap_or_default() {
                [one] => one.clone(),
                several => Key::Composite(several.into()),
            }
        }
        _ => key.clone(),
    }
}
