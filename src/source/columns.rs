//! The tables and views of a database, with their columns.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rusqlite::{Connection, ErrorCode, ffi};

use super::SourceError;
use super::profile::{ColumnName, Profile};

/// Lists the columns of one table or view.
const COLUMNS: &str = "SELECT name FROM pragma_table_xinfo(?1)";

/// The tables and views of a database, with their columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    tables: BTreeMap<String, BTreeSet<String>>,
    /// Tables and views that cannot be queried, each with the reason: for example a view of a dropped table, or a
    /// virtual table whose module is not available.
    unreadable: BTreeMap<String, String>,
}

impl Columns {
    /// Reads the columns of all tables. A table that cannot be queried is recorded with the reason instead.
    pub fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let mut columns = Self::default();
        let mut tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")?;
        let mut names = tables.query([])?;
        while let Some(row) = names.next()? {
            // No profile can name a table whose name is not valid UTF-8.
            let Ok(table) = row.get::<_, String>(0) else { continue };
            match columns_of(connection, &table) {
                Ok(found) => {
                    columns.tables.insert(table, found);
                }
                Err(rusqlite::Error::SqliteFailure(code, reason)) if is_about_it_alone(code) => {
                    columns.unreadable.insert(table, reason.unwrap_or_else(|| code.to_string()));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(columns)
    }

    /// Whether there is a readable table or view of this name.
    #[must_use]
    pub fn has_table(&self, table: &str) -> bool {
        self.tables.contains_key(table)
    }

    /// Whether there is a table or view of this name that cannot be queried.
    #[must_use]
    pub fn is_unreadable(&self, table: &str) -> bool {
        self.unreadable.contains_key(table)
    }

    /// Refuses a database in which a table of the profile exists but cannot be queried: its silence would prove
    /// nothing.
    pub fn check_readable(&self, path: &Path, profile: &Profile) -> Result<(), SourceError> {
        let found = profile.tables().find_map(|table| Some((table, self.unreadable.get(table)?)));
        found.map_or(Ok(()), |(table, reason)| {
            Err(SourceError::UnreadableTable {
                path: path.to_owned(),
                table: table.to_owned(),
                profile: profile.name.clone(),
                reason: reason.clone(),
            })
        })
    }

    /// Whether the table has the column; a table in the column's name replaces `table`.
    #[must_use]
    pub fn has(&self, table: &str, column: &ColumnName) -> bool {
        self.has_named(column.table_or(table), &column.column)
    }

    /// Whether `table` has a column of this name.
    #[must_use]
    pub fn has_named(&self, table: &str, column: &str) -> bool {
        self.tables.get(table).is_some_and(|columns| columns.contains(column))
    }

    /// The columns of a table.
    pub fn table(&self, table: &str) -> impl Iterator<Item = &str> {
        self.tables.get(table).into_iter().flatten().map(String::as_str)
    }
}

fn columns_of(connection: &Connection, table: &str) -> rusqlite::Result<BTreeSet<String>> {
    let mut statement = connection.prepare_cached(COLUMNS)?;
    let names = statement.query_map([table], |row| Ok(row.get(0).ok()))?;
    names.filter_map(Result::transpose).collect()
}

/// Whether an error concerns only the queried table, not the whole database.
fn is_about_it_alone(error: ffi::Error) -> bool {
    error.code == ErrorCode::Unknown || error.extended_code == ffi::SQLITE_CORRUPT_VTAB
}

/// Whether the name is that of a view. Writing to a view runs triggers, which may change anything.
pub fn is_view(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'view' AND lower(name) = lower(?1))";
    connection.query_row(sql, [name], |row| row.get(0))
}
