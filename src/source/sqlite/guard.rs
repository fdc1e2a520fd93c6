//! Restricts what a reading connection may do, whatever the SQL: SQLite asks for permission for each action while it
//! prepares a statement. Also checks that a condition of a profile is a single condition.

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::{Connection, ErrorCode};

/// Functions with side effects.
const NOT_CALLED: [&str; 3] = ["load_extension", "fts3_tokenizer", "sqlite_log"];

/// The pragmas that describe tables, or show whether another connection has written.
const ALLOWED_PRAGMAS: [&str; 5] = ["table_xinfo", "index_list", "index_info", "foreign_key_list", "data_version"];

/// SQLite's database for the temporary tables of a connection.
const TEMP_SCHEMA: &str = "temp";

/// Restricts a connection to reading, and to its own tables in SQLite's temporary storage.
pub(super) fn only_reads(connection: &mut Connection) -> rusqlite::Result<()> {
    connection
        .authorizer(Some(|asked: AuthContext<'_>| if may(&asked) { Authorization::Allow } else { Authorization::Deny }))
}

fn may(asked: &AuthContext<'_>) -> bool {
    let is_own = asked.database_name == Some(TEMP_SCHEMA);
    match asked.action {
        AuthAction::Function { function_name } => {
            !NOT_CALLED.iter().any(|refused| function_name.eq_ignore_ascii_case(refused))
        }
        AuthAction::Pragma { pragma_name, .. } => ALLOWED_PRAGMAS.iter().any(|known| pragma_name.eq_ignore_ascii_case(known)),
        AuthAction::Select
        | AuthAction::Read { .. }
        | AuthAction::CreateTempTable { .. }
        | AuthAction::CreateTempIndex { .. }
        | AuthAction::DropTempTable { .. }
        | AuthAction::DropTempIndex { .. }
        // A transaction makes several queries read the same state.
        | AuthAction::Transaction { .. } => true,
        AuthAction::CreateTable { .. }
        | AuthAction::CreateIndex { .. }
        | AuthAction::DropTable { .. }
        | AuthAction::DropIndex { .. }
        | AuthAction::Insert { .. }
        | AuthAction::Update { .. }
        | AuthAction::Delete { .. }
        | AuthAction::Reindex { .. } => is_own,
        // Also refuses `Recursive`: such a query may never end, and no condition needs it.
        _ => false,
    }
}

/// Why a condition cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum UnusableCondition {
    /// The database lacks something that it names, or it is not valid SQL.
    Unasked(String),
    /// It would do more than check a row.
    Refused(String),
}

impl UnusableCondition {
    /// The reason in words.
    pub(super) fn reason(self) -> String {
        match self {
            Self::Unasked(reason) | Self::Refused(reason) => reason,
        }
    }
}

/// Checks that `condition` can be evaluated on the rows of `from`, and that it is one self-contained condition, which
/// cannot close the parentheses around it.
pub(super) fn check_condition(connection: &Connection, from: &str, condition: &str) -> Result<(), UnusableCondition> {
    let prepare = |sql: &str| connection.prepare(sql).map(drop);
    prepare(&format!("SELECT 1 FROM {from} WHERE ({condition}) LIMIT 0")).map_err(|error| {
        let is_refused = error.sqlite_error_code() == Some(ErrorCode::AuthorizationForStatementDenied)
            // For functions, only the text of SQLite's error shows the refusal.
            || error.to_string().starts_with("not authorized")
            || matches!(error, rusqlite::Error::MultipleStatement);
        if is_refused {
            UnusableCondition::Refused(format!("conditions must only read ({error})"))
        } else {
            UnusableCondition::Unasked(error.to_string())
        }
    })?;
    // An expression that closes the parenthesis before it and opens another one is not in parentheses here.
    prepare(&format!("SELECT CASE WHEN {condition} THEN 1 END FROM {from} LIMIT 0"))
        .map_err(|_| UnusableCondition::Refused("more than one condition".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE t (a, b); CREATE INDEX t_a ON t (a); INSERT INTO t VALUES (1, 2), (3, 4)")
            .unwrap();
        only_reads(&mut connection).unwrap();
        connection
    }

    #[test]
    fn what_only_reads_is_allowed() {
        let connection = connection();
        for condition in
            ["a = 1", "a IN (SELECT b FROM t)", "coalesce(a, 0) = 0 AND NOT (b = 1 OR a = 2)", "upper(a) = ')' OR 1"]
        {
            assert_eq!(check_condition(&connection, "t", condition), Ok(()), "{condition}");
        }
        connection
            .execute_batch(
                "CREATE TABLE temp.mine AS SELECT a FROM t; CREATE INDEX temp.by_a ON mine (a); DROP TABLE temp.mine",
            )
            .unwrap();
    }

    #[test]
    fn nothing_is_written_loaded_or_attached() {
        let connection = connection();
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("other.db").display().to_string();
        for sql in [
            "DELETE FROM t",
            "UPDATE t SET a = 5",
            "INSERT INTO t VALUES (5, 6)",
            "REPLACE INTO t VALUES (5, 6)",
            "CREATE TABLE u (a)",
            "CREATE TEMP TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END",
            "CREATE TEMP VIEW x AS SELECT 1",
            "CREATE VIRTUAL TABLE temp.x USING fts5(a)",
            "DROP TABLE t",
            "ALTER TABLE t RENAME TO u",
            "PRAGMA writable_schema = ON",
            "PRAGMA user_version = 5",
            "PRAGMA journal_mode = WAL",
            &format!("ATTACH '{other}' AS other"),
            &format!("VACUUM INTO '{other}'"),
            "VACUUM",
            "SAVEPOINT x",
            "ANALYZE",
            "REINDEX t",
            "SELECT load_extension('x')",
            // A pragma used as a table is refused only when it runs.
            "SELECT * FROM pragma_user_version",
        ] {
            assert!(connection.execute_batch(sql).is_err(), "{sql}");
        }
        assert!(!std::path::Path::new(&other).exists());
        let sum: i64 = connection.query_row("SELECT sum(a + b) FROM t", [], |row| row.get(0)).unwrap();
        assert_eq!(sum, 10);
    }

    #[test]
    fn a_condition_does_not_reach_out_of_its_place() {
        let connection = connection();
        for condition in [
            "1) OR (1",
            "1) UNION SELECT (1",
            "1); DELETE FROM t; --",
            "1) --",
            "1) /*",
            "1)\0",
            "load_extension('x') OR 1",
            "EXISTS (WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT 1 FROM c)",
        ] {
            let result = check_condition(&connection, "t", condition);
            assert!(matches!(result, Err(UnusableCondition::Refused(_))), "{condition}: {result:?}");
        }
        for condition in ["c = 1", "", "a =", "a = 1) LIMIT 5; DELETE FROM t WHERE (1"] {
            let result = check_condition(&connection, "t", condition);
            assert!(matches!(result, Err(UnusableCondition::Unasked(_))), "{condition}: {result:?}");
        }
    }
}
