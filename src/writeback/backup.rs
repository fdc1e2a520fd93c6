//! The database as it was, beside it, before the first write of a run.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::Connection;
use rusqlite::backup::Backup;

use crate::source::{SourceError, open_read_write, sqlite_error};

/// How many pages are copied at a time.
const PAGES: i32 = 4096;

/// Copies a database by SQLite's backup API; answers where the copy stands.
///
/// # Errors
/// Where there is not room enough: checked before a byte is written.
pub fn backup(database: &Path, now: Timestamp) -> Result<PathBuf, SourceError> {
    let source = open_read_write(database)?;
    check_room(database, &source)?;
    let path = free_name(database, now)?;
    let copy = || -> rusqlite::Result<()> {
        let mut target = Connection::open(&path)?;
        Backup::new(&source, &mut target)?.run_to_completion(PAGES, std::time::Duration::ZERO, None)
    };
    copy().map_err(|error| {
        // Half a backup is none.
        let _ = std::fs::remove_file(&path);
        sqlite_error(&path, &error)
    })?;
    Ok(path)
}

fn check_room(database: &Path, source: &Connection) -> Result<(), SourceError> {
    let size = |pragma| source.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let bytes = size("page_count")
        .and_then(|pages| Ok(pages.saturating_mul(size("page_size")?)))
        .map_err(|error| sqlite_error(database, &error))?;
    let needed = u64::try_from(bytes).unwrap_or_default();
    let folder = match database.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let free = free_bytes(folder).unwrap_or(u64::MAX);
    if free < needed {
        return Err(SourceError::NoRoomForBackup {
            path: folder.to_owned(),
            needed: needed.div_ceil(1 << 20),
            free: free >> 20,
        });
    }
    Ok(())
}

#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_folder: &Path) -> Option<u64> {
    None
}

/// Makes an empty file of a free name, readable by its owner only.
fn free_name(database: &Path, now: Timestamp) -> Result<PathBuf, SourceError> {
    let stamp = now.strftime("%Y%m%dT%H%M%SZ").to_string();
    for attempt in 0..1000 {
        let mut name = database.as_os_str().to_owned();
        name.push(format!(".backup-{stamp}"));
        if attempt > 0 {
            name.push(format!("-{attempt}"));
        }
        let path = PathBuf::from(name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(source) => return Err(SourceError::Io { path, source }),
        }
    }
    Err(SourceError::Io { path: database.to_owned(), source: std::io::ErrorKind::AlreadyExists.into() })
}
