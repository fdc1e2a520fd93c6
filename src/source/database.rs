//! Opening an SQLite database without leaving a trace.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};

use super::SourceError;
use super::file::{FileState, companion_path, open_file, real_path, retry_while_written};
use super::other_format::recognised;

/// How long to wait for a database that another program has locked.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The number of statements that a connection caches: a write-back uses some thirty for each finding.
const STATEMENTS: usize = 128;

/// Makes SQLite assume that nobody writes to the file, and thus take no locks.
const IMMUTABLE: &str = "&immutable=1";

/// The size of the smallest SQLite database: one page of 512 bytes.
pub const SMALLEST_DATABASE: u64 = 512;

/// Opens a database for reading; creates no file next to it.
///
/// Only SQLite reads its bytes. If we opened the file ourselves, closing it would release the locks of all other
/// connections of this process, such as those of a review or of a running scan.
pub fn open_read_only(path: &Path) -> Result<Connection, SourceError> {
    retry_while_written(path, || open_once(path)).map(|opened| opened.connection)
}

/// A read-only connection, with the state of the files if it takes no locks.
pub(super) struct ReadOnly {
    pub(super) connection: Connection,
    /// The state of the files when they were opened, if the database is read without locks.
    pub(super) unlocked: Option<FileState>,
}

/// The same, without retrying if somebody writes meanwhile.
pub(super) fn open_once(path: &Path) -> Result<ReadOnly, SourceError> {
    let path = &real_path(path);
    check_file(path).map_err(recognised)?;
    roll_back_interrupted_write(path)?;
    let failed = |error: rusqlite::Error| recognised(sqlite_error(path, &error));
    let state = FileState::of(path);
    let uri = read_only_uri(path)?;
    let connection = open_uri(&uri).map_err(failed)?;
    prepare(&connection).map_err(failed)?;
    Ok(ReadOnly { connection, unlocked: uri.ends_with(IMMUTABLE).then_some(state) })
}

fn open_uri(uri: &str) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(uri, flags)
}

/// Opens a database for a write-back.
pub fn open_read_write(path: &Path) -> Result<Connection, SourceError> {
    let failed = |error: rusqlite::Error| sqlite_error(path, &error);
    let connection = open_file(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(failed)?;
    prepare(&connection).map_err(failed)?;
    if connection.is_readonly(rusqlite::MAIN_DB).unwrap_or(true) {
        return Err(SourceError::Permission { path: path.to_owned(), what: "write it" });
    }
    if refers_to_missing_tables(&connection).map_err(failed)? {
        // In a partial export, SQLite would refuse every row that references a missing table.
        connection.pragma_update(None, "foreign_keys", false).map_err(failed)?;
    }
    Ok(connection)
}

/// Whether a foreign key of an ordinary table references a missing table. Virtual tables have none, and may not be
/// readable here.
fn refers_to_missing_tables(connection: &Connection) -> rusqlite::Result<bool> {
    let sql = "SELECT EXISTS (
        SELECT 1 FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS k
        WHERE t.type = 'table' AND t.rootpage > 0
          AND NOT EXISTS (SELECT 1 FROM sqlite_schema AS p WHERE p.type = 'table' AND lower(p.name) = lower(k.\"table\")))";
    connection.query_row(sql, [], |row| row.get(0))
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // Exports may already violate foreign keys; inserted rows must not.
    connection.pragma_update(None, "foreign_keys", true)?;
    // Without this, SQLite would silently read an unknown name in double quotes as a string.
    connection.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    // Without this, SQLite may plan a statement again for each value bound to it.
    connection.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // A database from somebody else must not run code through its schema.
    connection.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // The first read of the file, which reveals a damaged or encrypted database.
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
}

/// Refuses a path that cannot be a database, without reading its bytes.
fn check_file(path: &Path) -> Result<(), SourceError> {
    let io = |source: std::io::Error| match source.kind() {
        std::io::ErrorKind::NotFound => SourceError::Missing(path.to_owned()),
        std::io::ErrorKind::PermissionDenied => SourceError::Permission { path: path.to_owned(), what: "read it" },
        _ => SourceError::Io { path: path.to_owned(), source },
    };
    let metadata = std::fs::metadata(path).map_err(io)?;
    if metadata.is_dir() {
        return Err(SourceError::Directory(path.to_owned()));
    }
    if !metadata.is_file() {
        return Err(SourceError::NoFile(path.to_owned()));
    }
    if metadata.len() == 0 {
        return Err(SourceError::Empty(path.to_owned()));
    }
    if metadata.len() < SMALLEST_DATABASE {
        // SQLite would treat it as a new database.
        return Err(SourceError::NotADatabase(path.to_owned()));
    }
    #[cfg(unix)]
    rustix::fs::access(path, rustix::fs::Access::READ_OK).map_err(|error| io(error.into()))?;
    Ok(())
}

fn has_bytes(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0)
}

/// Rolls back the transaction of a writer that died and left its rollback journal: opening the database for writing
/// does it.
fn roll_back_interrupted_write(path: &Path) -> Result<(), SourceError> {
    if has_bytes(&companion_path(path, "-journal")) {
        drop(open_read_write(path)?);
    }
    Ok(())
}

/// The URI that reads the database without leaving a trace.
///
/// In WAL mode, each reader creates `-wal` and `-shm` files. If nobody has the database open, there are none, all data
/// is in the main file, and `immutable=1` reads just that. If both exist, reading adds nothing. A careless copy leaves
/// only the `-wal` file, which cannot be read without creating the other one.
fn read_only_uri(path: &Path) -> Result<String, SourceError> {
    let absolute = std::path::absolute(path).map_err(|source| SourceError::Io { path: path.to_owned(), source })?;
    let mut uri = String::from("file:");
    for byte in absolute.as_os_str().as_encoded_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => uri.push(char::from(*byte)),
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    let log = companion_path(path, "-wal");
    let is_in_use = log.exists() && companion_path(path, "-shm").exists();
    if is_in_use || !uses_wal(&uri) {
        return Ok(uri + "?mode=ro");
    }
    if has_bytes(&log) {
        return Err(SourceError::UnmergedLog { path: path.display().to_string() });
    }
    Ok(uri + "?mode=ro" + IMMUTABLE)
}

/// Whether a database is in WAL mode: SQLite refuses to open such a database without locks.
fn uses_wal(uri: &str) -> bool {
    let look =
        || open_uri(&format!("{uri}?mode=ro&nolock=1"))?.query_row("SELECT 1 FROM sqlite_schema", [], |_| Ok(()));
    look().is_err_and(|error| error.sqlite_error_code() == Some(ErrorCode::CannotOpen))
}

/// Whether the system refused a write although the disk is not full, as with a quota.
fn is_refused_write(error: &rusqlite::Error) -> bool {
    let refusals = [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_SHMSIZE, ffi::SQLITE_IOERR_TRUNCATE];
    error.sqlite_error().is_some_and(|error| refusals.contains(&error.extended_code))
}

/// An SQLite error in words for a reader.
#[must_use]
pub fn sqlite_words(error: &rusqlite::Error) -> String {
    // For an unreadable cell, only the reason: its type and position mean nothing to a reader.
    match error {
        rusqlite::Error::FromSqlConversionFailure(_, _, reason) => reason.to_string(),
        // Leaves out our SQL, for the same reason.
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        rusqlite::Error::Utf8Error(_, reason) => format!("a name or text is not valid UTF-8 ({reason})"),
        other => other.to_string(),
    }
}

/// Converts an error of SQLite.
#[must_use]
pub fn sqlite_error(path: &Path, error: &rusqlite::Error) -> SourceError {
    let path = path.to_owned();
    let detail = sqlite_words(error);
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => SourceError::NotADatabase(path),
        Some(ErrorCode::DatabaseCorrupt) if detail.starts_with("malformed database schema") => {
            // The rest may quote the SQL of a table over several lines.
            let detail = detail.lines().next().unwrap_or_default().to_owned();
            SourceError::Schema { path, detail }
        }
        Some(ErrorCode::DatabaseCorrupt) => SourceError::Damaged { path, detail },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => SourceError::Locked(path),
        Some(ErrorCode::OperationInterrupted) => SourceError::GivenUp,
        Some(ErrorCode::DiskFull) => SourceError::DiskFull(path),
        _ if is_refused_write(error) => SourceError::NoMore(path),
        Some(ErrorCode::ReadOnly) => SourceError::Permission { path, what: "write it" },
        Some(ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
            SourceError::Permission { path, what: "open it, or to write next to it" }
        }
        _ => SourceError::Sqlite { path, detail },
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::source::Columns;

    fn scratch(setup: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a b?#%.db");
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(setup).unwrap();
        (folder, path)
    }

    fn names(folder: &tempfile::TempDir) -> Vec<String> {
        let mut names: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn reading_leaves_no_file_behind_in_either_journal_mode() {
        for mode in ["DELETE", "WAL"] {
            let (folder, path) = scratch(&format!("PRAGMA journal_mode = {mode}; CREATE TABLE t (a);"));
            let before = std::fs::read(&path).unwrap();
            let connection = open_read_only(&path).unwrap();
            assert!(Columns::of(&connection).unwrap().has_table("t"));
            assert_eq!(names(&folder), ["a b?#%.db"], "{mode}");
            drop(connection);
            assert_eq!(names(&folder), ["a b?#%.db"], "{mode}");
            assert_eq!(std::fs::read(&path).unwrap(), before);
        }
    }

    #[test]
    fn data_in_the_log_of_a_living_writer_is_read() {
        let (_folder, path) = scratch("PRAGMA journal_mode = WAL; CREATE TABLE t (a);");
        let writer = Connection::open(&path).unwrap();
        writer.execute_batch("CREATE TABLE u (a);").unwrap();
        let connection = open_read_only(&path).unwrap();
        assert!(Columns::of(&connection).unwrap().has_table("u"));
    }

    #[test]
    fn a_log_without_its_index_is_reported_not_ignored() {
        let (folder, path) = scratch("PRAGMA journal_mode = WAL; CREATE TABLE t (a);");
        let writer = Connection::open(&path).unwrap();
        writer.execute_batch("CREATE TABLE u (a);").unwrap();
        let copy = folder.path().join("copy.db");
        std::fs::copy(&path, &copy).unwrap();
        std::fs::copy(companion_path(&path, "-wal"), companion_path(&copy, "-wal")).unwrap();
        let error = open_read_only(&copy).unwrap_err();
        assert!(matches!(error, SourceError::UnmergedLog { .. }), "{error}");
    }

    #[test]
    fn what_is_no_database_is_reported_as_what_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            open_read_only(&path).unwrap_err()
        };
        assert!(matches!(file("empty", b""), SourceError::Empty(_)));
        assert!(matches!(file("text", b"SQLite"), SourceError::NotADatabase(_)));
        assert!(matches!(file("long", &[b'x'; 5000]), SourceError::NotADatabase(_)));
        assert!(matches!(open_read_only(folder.path()).unwrap_err(), SourceError::Directory(_)));
        assert!(matches!(open_read_only(&folder.path().join("no")).unwrap_err(), SourceError::Missing(_)));
        let mut broken = b"SQLite format 3\0".to_vec();
        broken.resize(8192, 7);
        let error = file("broken", &broken);
        assert!(matches!(error, SourceError::NotADatabase(_) | SourceError::Damaged { .. }), "{error}");
    }
}
