//! Checks a review file before it is trusted: it must be the reviewer's own, and hold only tables of ghostcall.

use std::fs::Metadata;
use std::io::ErrorKind;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::ReviewError;
use super::event::{MADE_WITH, SCHEMA};
use crate::source::is_own;
#[cfg(unix)]
use crate::unfinished;

/// Refuses a path that is not a regular file, and a file that others could have written, since its decisions are
/// trusted. Returns the length in bytes, or `None` if there is no file.
pub(super) fn check_file(path: &Path) -> Result<Option<u64>, ReviewError> {
    let io = |source| ReviewError::Io { path: path.to_owned(), source };
    let file = match path.metadata() {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io(error)),
    };
    check_kind(path, &file)?;
    // SQLite applies the content of these files to the database.
    for log in ["-journal", "-wal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(log);
        let log = PathBuf::from(name);
        if let Ok(file) = log.symlink_metadata() {
            check_kind(&log, &file)?;
        }
    }
    Ok(Some(file.len()))
}

/// Like [`check_file`], for the metadata of the file at `path`.
pub(super) fn check_kind(path: &Path, file: &Metadata) -> Result<(), ReviewError> {
    if !file.is_file() {
        return Err(ReviewError::NoReviewFile { path: path.to_owned() });
    }
    match why_untrusted(path, file) {
        Some(why) => Err(ReviewError::OfOthers { path: path.to_owned(), why }),
        None => Ok(()),
    }
}

/// Permission bit: users other than the owner and the group may write.
#[cfg(unix)]
const WRITABLE_BY_OTHERS: u32 = 0o002;

/// Why another user may have written the file; `None` if none could.
#[cfg(unix)]
fn why_untrusted(path: &Path, file: &Metadata) -> Option<&'static str> {
    if !is_own(file) {
        return Some("belongs to another user");
    }
    (file.mode() & WRITABLE_BY_OTHERS != 0 && supports_permissions(path)).then_some("can be written by every user")
}

/// Whether the file system supports permissions. If not, those that it reports mean nothing. Tests it by creating a
/// file next to `path`.
#[cfg(unix)]
fn supports_permissions(path: &Path) -> bool {
    /// Gives each attempt its own file name: a review may be read while another process holds it.
    static TRIES: AtomicU32 = AtomicU32::new(0);
    let Ok(mut probe) = path.canonicalize() else { return true };
    let number = TRIES.fetch_add(1, Ordering::Relaxed);
    probe.set_file_name(format!(".ghostcall-rights-{}-{number}", std::process::id()));
    let Ok(file) = unfinished::create(&probe) else { return true };
    let is_of_all = file.metadata().is_ok_and(|file| file.mode() & WRITABLE_BY_OTHERS != 0);
    let _ = std::fs::remove_file(&probe);
    !is_of_all
}

#[cfg(not(unix))]
fn why_untrusted(_path: &Path, file: &Metadata) -> Option<&'static str> {
    (!is_own(file)).then_some("belongs to another user")
}

/// Keeps a connection from running code that the review file may contain.
pub(super) fn disable_foreign_code(connection: &Connection) -> rusqlite::Result<()> {
    for (what, is_on) in [
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
    ] {
        connection.set_db_config(what, is_on)?;
    }
    Ok(())
}

/// The tables that `ANALYZE` creates, which a database browser may run. They contain statistics only.
const STATISTICS: [&str; 3] = [
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "CREATE TABLE sqlite_stat3(tbl,idx,neq,nlt,ndlt,sample)",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
];

/// An object in a review file that ghostcall did not create, such as a trigger, an index or an unknown table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ForeignObject {
    /// `trigger`, `view`, `index` or `table`.
    pub(super) kind: String,
    pub(super) name: String,
}

/// The objects in the schema of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Tables {
    /// The names of the tables that ghostcall creates.
    own: Vec<String>,
    /// The first object that ghostcall did not create.
    pub(super) foreign: Option<ForeignObject>,
}

impl Tables {
    /// Reads the schema only, not the tables.
    pub(super) fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let ours: Vec<String> = SCHEMA.split(';').chain([MADE_WITH]).map(normalised).collect();
        let mut tables = Self::default();
        let mut schema = connection.prepare("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema")?;
        let mut rows = schema.query([])?;
        while let Some(row) = rows.next()? {
            let (kind, name, table): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let sql = normalised(&row.get::<_, String>(3)?);
            // The index that SQLite creates for a key has no SQL.
            let is_of_key = kind == "index" && sql.is_empty() && name.starts_with("sqlite_autoindex_");
            let is_statistics = kind == "table" && STATISTICS.contains(&sql.as_str());
            if kind == "table" && name == table && !sql.is_empty() && ours.contains(&sql) {
                tables.own.push(name);
            } else if !is_of_key && !is_statistics {
                tables.foreign.get_or_insert(ForeignObject { kind, name });
            }
        }
        Ok(tables)
    }

    /// Whether the file has this table of ghostcall, with the expected columns.
    pub(super) fn has(&self, name: &str) -> bool {
        self.own.iter().any(|own| own == name)
    }

    /// Whether the file has no objects.
    pub(super) fn is_empty(&self) -> bool {
        self.own.is_empty() && self.foreign.is_none()
    }
}

/// The SQL of a table without comments and line breaks, which may differ in files of earlier versions.
fn normalised(sql: &str) -> String {
    let lines = sql.lines().map(|line| line.split_once("--").map_or(line, |(sql, _)| sql));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ").replacen("CREATE TABLE IF NOT EXISTS ", "CREATE TABLE ", 1).trim_end_matches(';').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(more: &str) -> Tables {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(&format!("{SCHEMA} {MADE_WITH} {more}")).unwrap();
        Tables::of(&connection).unwrap()
    }

    #[test]
    fn our_own_tables_are_known_and_nothing_else_is() {
        let own = tables("");
        assert_eq!(own.foreign, None);
        assert!(["meta", "event", "draft", "made_with"].iter().all(|name| own.has(name)));
        for (sql, kind, name) in [
            ("CREATE TRIGGER x AFTER INSERT ON event BEGIN DELETE FROM event; END", "trigger", "x"),
            ("CREATE VIEW x AS SELECT 1", "view", "x"),
            ("CREATE INDEX x ON event (at)", "index", "x"),
            ("CREATE TABLE x (a)", "table", "x"),
            ("CREATE VIRTUAL TABLE x USING fts5 (a)", "table", "x"),
            ("DROP TABLE draft; CREATE TABLE draft (message, text_digest, edit)", "table", "draft"),
            (
                "DROP TABLE draft; CREATE VIEW draft AS SELECT 1 AS message, '' AS text_digest, '' AS edit",
                "view",
                "draft",
            ),
            ("ALTER TABLE event ADD COLUMN more AS (seq + 1)", "table", "event"),
        ] {
            let foreign = tables(sql).foreign.unwrap();
            assert_eq!((foreign.kind.as_str(), foreign.name.as_str()), (kind, name), "{sql}");
        }
    }

    #[test]
    fn what_a_database_browser_counts_is_left_alone() {
        let found = tables("INSERT INTO meta VALUES ('a', 'b'); ANALYZE; PRAGMA optimize");
        assert_eq!(found, tables(""));
        let forged = "PRAGMA writable_schema = ON; ANALYZE;
                      UPDATE sqlite_schema SET sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat AS (1))' WHERE name = 'sqlite_stat1'";
        assert_eq!(tables(forged).foreign.unwrap().name, "sqlite_stat1");
    }

    #[test]
    fn the_tables_of_an_earlier_version_have_other_comments() {
        let connection = Connection::open_in_memory().unwrap();
        let earlier = SCHEMA.replace(", mark, undo", ", undo").replace("-- of a mark: on or off, as JSON", "");
        assert_ne!(earlier, SCHEMA);
        connection.execute_batch(&earlier).unwrap();
        let found = Tables::of(&connection).unwrap();
        assert_eq!((found.foreign.clone(), found.has("event")), (None, true), "{found:?}");
    }
}
