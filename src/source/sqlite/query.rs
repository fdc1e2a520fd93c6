//! Runs the statements of the source and collects their rows.

use rusqlite::types::Value;
use rusqlite::{Row, ToSql};

use super::{SqliteSource, utf8};
use crate::source::{Key, SourceError};

impl SqliteSource {
    /// The text in the row of a message, selected by `sql`.
    pub(super) fn first_text(&self, sql: &str, key: &Key) -> Result<Option<String>, SourceError> {
        let texts = self.query_key(sql, key, |row| Ok(Some(utf8(row.get_ref(0)?).unwrap_or_default().to_owned())))?;
        Ok(texts.into_iter().next())
    }

    /// Collects the results of `read` for all rows; `None` skips a row.
    pub(super) fn query<T>(
        &self,
        sql: &str,
        parameters: &[&dyn ToSql],
        mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Vec<T>, SourceError> {
        let mut run = || -> rusqlite::Result<Vec<T>> {
            let mut statement = self.connection.prepare_cached(sql)?;
            let mut rows = statement.query(parameters)?;
            let mut all = Vec::new();
            while let Some(row) = rows.next()? {
                all.extend(read(row)?);
            }
            Ok(all)
        };
        run().map_err(|error| self.error(&error))
    }

    /// The same, with these cells as `?1`, `?2` …
    pub(super) fn query_cells<T>(
        &self,
        sql: &str,
        cells: &[Value],
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Vec<T>, SourceError> {
        let parameters: Vec<&dyn ToSql> = cells.iter().map(|cell| cell as &dyn ToSql).collect();
        self.query(sql, &parameters, read)
    }

    /// The same for the key of a message; empty if the key has another number of columns.
    pub(super) fn query_key<T>(
        &self,
        sql: &str,
        key: &Key,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Vec<T>, SourceError> {
        let cells = key.cells();
        if cells.len() == self.sql.key_width() { self.query_cells(sql, &cells, read) } else { Ok(Vec::new()) }
    }

    /// The first result of `read` that is not `None`; later rows are not read.
    pub(super) fn first<T>(
        &self,
        sql: &str,
        mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Option<T>, SourceError> {
        let mut run = || -> rusqlite::Result<Option<T>> {
            let mut statement = self.connection.prepare(sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                if let Some(found) = read(row)? {
                    return Ok(Some(found));
                }
            }
            Ok(None)
        };
        run().map_err(|error| self.error(&error))
    }

    /// Whether a condition is true for the row of a message.
    pub(super) fn holds(&self, key: &Key, condition: &str) -> Result<bool, SourceError> {
        let sql = self.sql.keys(&format!("({condition}) AND {}", self.is_key()?));
        Ok(!self.query_key(&sql, key, |_| Ok(Some(())))?.is_empty())
    }
}
