//! The file at a path: its identity, its owner, and whether somebody writes to it. All SQLite connections to files are
//! opened through [`open_file`].

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use rusqlite::{Connection, OpenFlags};

use super::SourceError;

/// The maximum number of attempts to read a file that keeps changing.
const ATTEMPTS: usize = 20;

/// The pause between attempts: longer than the resolution of a file system's timestamps.
const PAUSE: Duration = Duration::from_millis(25);

/// Opens the SQLite database in a file.
///
/// The path is made absolute. Otherwise SQLite may read `file:x.db` as a URI and `:memory:` as an in-memory database.
pub fn open_file(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let absolute = std::path::absolute(path).map_err(|_| rusqlite::Error::InvalidPath(path.to_owned()))?;
    Connection::open_with_flags(absolute, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
}

/// The same for a new or empty file.
pub fn open_new_file(path: &Path) -> rusqlite::Result<Connection> {
    open_file(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)
}

/// The file that a path leads to. The companion files of a database, such as its log, are next to the file, not next to
/// a symbolic link to it. A path that is not a link is returned unchanged.
#[must_use]
pub fn real_path(path: &Path) -> PathBuf {
    let is_link = path.symlink_metadata().is_ok_and(|file| file.is_symlink());
    let real = if is_link { path.canonicalize().ok() } else { None };
    real.unwrap_or_else(|| path.to_owned())
}

/// The companion file with a suffix, such as `-wal`.
pub(super) fn companion_path(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Identifies a file independently of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileNumber {
    device: u64,
    number: u64,
}

impl FileNumber {
    /// The identity of the file at a path.
    pub fn at(path: &Path) -> std::io::Result<Self> {
        std::fs::metadata(path).map(|file| Self::of(&file))
    }

    /// The identity of a file.
    #[cfg(unix)]
    #[must_use]
    pub fn of(file: &std::fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self { device: file.dev(), number: file.ino() }
    }

    /// On other systems, an open file can be neither removed nor replaced.
    #[cfg(not(unix))]
    #[must_use]
    pub fn of(_file: &std::fs::Metadata) -> Self {
        Self { device: 0, number: 0 }
    }
}

/// Whether a file belongs to the user of this process.
#[cfg(unix)]
#[must_use]
pub fn is_own(file: &std::fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(file) == rustix::process::geteuid().as_raw()
}

/// On other systems, permissions keep users out of each other's files.
#[cfg(not(unix))]
#[must_use]
pub fn is_own(_file: &std::fs::Metadata) -> bool {
    true
}

/// The identities, sizes and times of a database's files. A difference later means that somebody wrote to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileState([Option<(FileNumber, u64, Option<SystemTime>)>; 3]);

impl FileState {
    /// The present state of a database's files.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        let path = &real_path(path);
        let state = |path: &Path| {
            let file = std::fs::metadata(path).ok()?;
            Some((FileNumber::of(&file), file.len(), file.modified().ok()))
        };
        Self([state(path), state(&companion_path(path, "-wal")), state(&companion_path(path, "-journal"))])
    }
}

/// Retries reading a database that seems broken while somebody writes to it: what was read may be half old and half
/// new.
pub(super) fn retry_while_written<T>(
    path: &Path,
    mut read: impl FnMut() -> Result<T, SourceError>,
) -> Result<T, SourceError> {
    let mut before = FileState::of(path);
    for _ in 0..ATTEMPTS {
        let error = match read() {
            Err(error) if error.may_be_half_written() => error,
            other => return other,
        };
        thread::sleep(PAUSE);
        let now = FileState::of(path);
        if now == before && !matches!(error, SourceError::Changing(_)) {
            return Err(error);
        }
        before = now;
    }
    Err(SourceError::Changing(path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn damaged(path: &Path) -> SourceError {
        SourceError::Damaged { path: path.to_owned(), detail: String::new() }
    }

    #[test]
    fn what_seems_broken_is_read_anew_as_long_as_somebody_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        std::fs::write(&path, "0").unwrap();
        let mut reads = 0;
        // The file grows three times and then stays the same.
        let result = retry_while_written(&path, || {
            reads += 1;
            if reads <= 3 {
                std::fs::write(&path, "x".repeat(reads + 1)).unwrap();
            }
            Err::<(), _>(damaged(&path))
        });
        assert!(matches!(result, Err(SourceError::Damaged { .. })) && reads == 4, "{result:?} {reads}");
        let mut length = 0;
        let result = retry_while_written(&path, || {
            length += 1;
            std::fs::write(&path, "x".repeat(length)).unwrap();
            Err::<(), _>(damaged(&path))
        });
        assert!(matches!(result, Err(SourceError::Changing(_))) && length == ATTEMPTS, "{result:?} {length}");
        // Only the write-ahead log may change.
        let mut reads = 0;
        let result = retry_while_written(&path, || {
            reads += 1;
            if reads == 2 {
                return Ok(reads);
            }
            std::fs::write(companion_path(&path, "-wal"), "x").unwrap();
            Err(damaged(&path))
        });
        assert_eq!(result.unwrap(), 2);
    }

    #[test]
    fn another_error_is_reported_at_once() {
        let path = Path::new("/nowhere/a.db");
        let mut reads = 0;
        let result = retry_while_written(path, || {
            reads += 1;
            Err::<(), _>(SourceError::Missing(path.to_owned()))
        });
        assert!(matches!(result, Err(SourceError::Missing(_))) && reads == 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_nothing_else_is_renamed() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let path = |name: &str| folder.join(name);
        std::fs::write(path("real.db"), "").unwrap();
        std::os::unix::fs::symlink("real.db", path("link.db")).unwrap();
        std::os::unix::fs::symlink("link.db", path("second.db")).unwrap();
        std::os::unix::fs::symlink("gone.db", path("broken.db")).unwrap();
        assert_eq!(real_path(&path("second.db")), path("real.db"));
        for same in ["real.db", "broken.db", "missing.db"] {
            assert_eq!(real_path(&path(same)), path(same));
        }
        assert_eq!(real_path(Path::new("Cargo.toml")), Path::new("Cargo.toml"));
        std::fs::write(path("real.db-wal"), "x").unwrap();
        assert_eq!(FileState::of(&path("second.db")), FileState::of(&path("real.db")));
    }

    #[test]
    fn no_name_of_a_file_is_anything_but_that() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["file:x.db?mode=memory", ":memory:", "file::memory:"] {
            // Compares with an absolute path, because the relative one is made absolute.
            let path = folder.path().join(name);
            open_new_file(&path).unwrap().execute_batch("CREATE TABLE t (a)").unwrap();
            assert!(path.metadata().unwrap().len() > 0, "{name}");
        }
        assert!(open_new_file(Path::new("")).is_err());
    }
}
