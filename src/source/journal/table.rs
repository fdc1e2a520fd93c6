//! Whether a table with the journal's name is the one that ghostcall made.

use rusqlite::{Connection, OptionalExtension as _};

use super::{JOURNAL_TABLE, JournalEntry};

/// What is wrong with the table of the journal's name, in words that follow its name; `None` if it is the journal, or
/// there is no such table. Triggers are checked only by callers that write: see [`journal_triggers`].
pub fn journal_fault(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT type = 'view' FROM sqlite_schema WHERE type IN ('table', 'view') AND lower(name) = ?1";
    let Some(is_view) = connection.prepare_cached(sql)?.query_row([JOURNAL_TABLE], |row| row.get(0)).optional()? else {
        return Ok(None);
    };
    let is = |what: &str| format!("is {what}, not the journal of ghostcall; rename it in a copy of the database");
    if is_view {
        return Ok(Some(is("a view")));
    }
    let mut statement =
        connection.prepare_cached("SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY cid")?;
    let found: Vec<String> = statement.query_map([JOURNAL_TABLE], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let is_ours = found.iter().map(String::as_str).eq(JournalEntry::COLUMNS.split(", "));
    Ok((!is_ours).then(|| is("a table with other columns")))
}

/// Whether the database has a journal.
pub fn has_journal(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(journal_fault(connection)?.is_none() && connection.table_exists(None, JOURNAL_TABLE)?)
}

/// The triggers on the journal. ghostcall creates none.
pub fn journal_triggers(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND lower(tbl_name) = ?1 ORDER BY name";
    connection.prepare(sql)?.query_map([JOURNAL_TABLE], |row| row.get(0))?.collect()
}

#[cfg(test)]
mod tests {
    use super::super::{each_entry, entry, has_entry, last_entries};
    use super::*;

    #[test]
    fn a_foreign_table_of_that_name_holds_no_row_of_ours() {
        for sql in ["", "CREATE TABLE ghostcall_journal (id INTEGER PRIMARY KEY, more)"] {
            let connection = Connection::open_in_memory().unwrap();
            connection.execute_batch(sql).unwrap();
            assert!(entry(&connection, 1).unwrap().is_none(), "{sql}");
            assert!(
                last_entries(&connection, 1).unwrap().0.is_empty() && !has_entry(&connection, "x").unwrap(),
                "{sql}"
            );
            each_entry(&connection, |entry| panic!("{sql}: {entry:?}")).unwrap();
        }
    }
}
