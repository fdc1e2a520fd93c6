//! Checks the structure of a database file.

use rusqlite::{Connection, ErrorCode};

use crate::source::quote;

/// The tables with rows in the file.
const TABLES: &str = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0";

/// Describes the damage; `None` if there is none.
///
/// SQLite's check stops if it cannot read a table, such as a text index with an unavailable tokenizer. Then each of the
/// other tables is checked by itself.
pub(super) fn damage(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let found = check(connection, "PRAGMA quick_check(1)");
    if !found.as_ref().is_err_and(is_unreadable) {
        return found;
    }
    let tables: Vec<String> =
        connection.prepare(TABLES)?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    for table in tables {
        match check(connection, &format!("PRAGMA quick_check({})", quote(&table))) {
            Err(error) if is_unreadable(&error) => {}
            Ok(None) => {}
            result => return result,
        }
    }
    Ok(None)
}

fn check(connection: &Connection, sql: &str) -> rusqlite::Result<Option<String>> {
    let found: String = connection.query_row(sql, [], |row| row.get(0))?;
    // The line before names the database.
    Ok((found != "ok").then(|| found.lines().last().unwrap_or_default().to_owned()))
}

/// Whether a table cannot be read because a module of the application is missing, which is not damage.
fn is_unreadable(error: &rusqlite::Error) -> bool {
    let code = match error {
        rusqlite::Error::SqlInputError { error, .. } => Some(error.code),
        other => other.sqlite_error_code(),
    };
    code == Some(ErrorCode::Unknown)
}
