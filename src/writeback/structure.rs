//! Whether the structure of a database is sound.

use rusqlite::{Connection, ErrorCode};

use crate::source::quote;

/// The tables whose rows are in the file.
const TABLES: &str = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0";

/// What is damaged; `None` where nothing is.
///
/// SQLite checks nothing where it cannot read one of the tables, such as an index of texts with a tokenizer that is not here. Then
/// each of the others is checked by itself.
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
    // The line before says which database it is.
    Ok((found != "ok").then(|| found.lines().last().unwrap_or_default().to_owned()))
}

/// Whether something cannot be read for want of a part of the application: that is no damage.
fn is_unreadable(error: &rusqlite::Error) -> bool {
    let code = match error {
        rusqlite::Error::SqlInputError { error, .. } => Some(error.code),
        other => other.sqlite_error_code(),
    };
    code == Some(ErrorCode::Unknown)
}
