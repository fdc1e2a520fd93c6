//! How SQL names the rows of a table; the only module that decides it.

use rusqlite::{Connection, OptionalExtension as _};

use super::quoting::quote;

/// SQLite's names for the row number. A column of the same name, in any case, shadows it.
const ROW_NUMBERS: [&str; 3] = ["rowid", "_rowid_", "oid"];

/// The key column of records.
const ID: &str = "id";

/// The name of a table's row number: one that no column shadows, or else the column that is an alias of it. `None` for
/// a view, for a table `WITHOUT ROWID`, and if no name is left.
pub fn row_number(connection: &Connection, table: &str) -> rusqlite::Result<Option<String>> {
    let is_taken = "SELECT EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE lower(name) = ?2)";
    let mut is_taken = connection.prepare_cached(is_taken)?;
    for name in ROW_NUMBERS {
        if !is_taken.query_row([table, name], |row| row.get(0))? {
            let sql = format!("SELECT {name} FROM main.{} LIMIT 0", quote(table));
            return Ok(connection.prepare(&sql).is_ok().then(|| name.to_owned()));
        }
    }
    row_number_column(connection, table)
}

/// Whether a column is an alias of the row number.
pub fn is_row_number(connection: &Connection, table: &str, column: &str) -> rusqlite::Result<bool> {
    let alias = row_number_column(connection, table)?;
    Ok(row_number(connection, table)?.is_some() && alias.is_some_and(|alias| alias.eq_ignore_ascii_case(column)))
}

/// The column that is an alias of the row number, for a table that has row numbers.
fn row_number_column(connection: &Connection, table: &str) -> rusqlite::Result<Option<String>> {
    // Only a primary key without an index of its own is the row number.
    let alias = "SELECT max(name) FROM pragma_table_xinfo(?1)
                 WHERE pk > 0 AND NOT EXISTS (SELECT 1 FROM pragma_index_list(?1) WHERE origin = 'pk')
                 HAVING count(*) = 1 AND upper(max(type)) = 'INTEGER'";
    connection.prepare_cached(alias)?.query_row([table], |row| row.get(0)).optional()
}

/// The column that identifies a record: `id`, else the row number, else the only key column. `None` if there is none.
pub fn record_name(connection: &Connection, table: &str) -> rusqlite::Result<Option<String>> {
    let has_id = "SELECT EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE name = ?2)";
    if connection.prepare_cached(has_id)?.query_row([table, ID], |row| row.get(0))? {
        return Ok(Some(ID.to_owned()));
    }
    if let Some(number) = row_number(connection, table)? {
        return Ok(Some(number));
    }
    let key = "SELECT max(name) FROM pragma_table_xinfo(?1) WHERE pk > 0 HAVING count(*) = 1";
    connection.prepare_cached(key)?.query_row([table], |row| row.get(0)).optional()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_named_by_what_no_column_shadows() {
        let connection = Connection::open_in_memory().unwrap();
        for (columns, number, record) in [
            ("a", Some("rowid"), Some("rowid")),
            ("id, a", Some("rowid"), Some("id")),
            ("RowId, a", Some("_rowid_"), Some("_rowid_")),
            ("rowid, _ROWID_, a", Some("oid"), Some("oid")),
            ("rowid, _rowid_, OID, a", None, None),
            ("rowid, _rowid_, oid, id INTEGER PRIMARY KEY", Some("id"), Some("id")),
            ("rowid, _rowid_, oid, n INTEGER PRIMARY KEY", Some("n"), Some("n")),
            ("rowid INTEGER PRIMARY KEY, _rowid_, oid", Some("rowid"), Some("rowid")),
            // Neither of these keys is the row number.
            ("rowid, _rowid_, oid, n INTEGER PRIMARY KEY DESC", None, Some("n")),
            ("rowid, _rowid_, oid, n INT PRIMARY KEY", None, Some("n")),
            ("rowid, _rowid_, oid, n INTEGER, m INTEGER, PRIMARY KEY (n, m)", None, None),
        ] {
            connection.execute_batch(&format!("DROP TABLE IF EXISTS t; CREATE TABLE t ({columns})")).unwrap();
            assert_eq!(row_number(&connection, "t").unwrap().as_deref(), number, "{columns}");
            assert_eq!(record_name(&connection, "t").unwrap().as_deref(), record, "{columns}");
        }
        connection
            .execute_batch(
                "DROP TABLE t; CREATE TABLE t (a TEXT PRIMARY KEY, b) WITHOUT ROWID; CREATE VIEW v AS SELECT b FROM t;
                 CREATE TABLE n (n INTEGER PRIMARY KEY) WITHOUT ROWID;
                 CREATE TABLE two (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID",
            )
            .unwrap();
        assert!(!is_row_number(&connection, "n", "n").unwrap(), "the rows have no numbers");
        for (table, record) in [("t", Some("a")), ("v", None), ("n", Some("n")), ("two", None)] {
            assert_eq!(row_number(&connection, table).unwrap(), None, "{table}");
            assert_eq!(record_name(&connection, table).unwrap().as_deref(), record, "{table}");
        }
    }
}
