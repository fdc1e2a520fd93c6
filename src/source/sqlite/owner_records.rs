//! The records of an owner.

use rusqlite::Row;

use super::SqliteSource;
use crate::source::profile::Records;
use crate::source::{Key, SourceError, quote, record_name};

impl SqliteSource {
    /// Whether the table of records has the columns of the owner.
    pub(super) fn keeps_owner(&self, mapping: &Records) -> bool {
        mapping.owner.columns().iter().all(|column| self.columns.has(&mapping.table, column))
    }

    /// SQL that is true for the records of the owner `?1`, `?2` …
    fn is_owner(&self, mapping: &Records) -> Result<String, SourceError> {
        let table = quote(&mapping.table);
        let mut columns = mapping.owner.columns().iter();
        let first = columns.next().map(|column| self.found_by(&mapping.table, &column.column)).transpose()?;
        let others = columns.zip(2..).map(|(column, number)| format!("{table}.{} = ?{number}", quote(&column.column)));
        Ok(first.into_iter().chain(others).collect::<Vec<_>>().join(" AND "))
    }

    /// Reads these columns of an owner's records; `more` extends the condition. Empty if the table identifies owners by
    /// other columns.
    pub(super) fn query_records<T>(
        &self,
        (mapping, owner): (&Records, &Key),
        columns: &str,
        more: &str,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Vec<T>, SourceError> {
        let cells = owner.cells();
        if cells.len() != mapping.owner.columns().len() {
            return Ok(Vec::new());
        }
        let is_owner = self.is_owner(mapping)?;
        let sql = format!("SELECT {columns} FROM {} WHERE {is_owner}{more}", quote(&mapping.table));
        self.query_cells(&sql, &cells, read)
    }
}

/// The quoted column that identifies a record.
pub(super) fn record_key(source: &SqliteSource, table: &str) -> Result<String, SourceError> {
    let name = record_name(&source.connection, table).map_err(|error| source.error(&error))?;
    let unnamed = || SourceError::NoRowName { path: source.path.clone(), table: table.to_owned() };
    Ok(quote(&name.ok_or_else(unnamed)?))
}
