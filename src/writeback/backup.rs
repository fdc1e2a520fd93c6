//! The database as it was, beside it, before the first write of a run.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::{Watch, Writing, WritingStage};
use crate::source::{SourceError, open_read_write, sqlite_error};

/// How many pages are copied at a time.
const PAGES: i32 = 4096;

/// Copies a database by SQLite's backup API; answers where the copy stands. `watch` may give it up.
///
/// # Errors
/// Where there is not room enough: checked before a byte is written.
pub fn backup(database: &Path, now: Timestamp, watch: Watch<'_>) -> Result<PathBuf, SourceError> {
    let source = open_read_write(database)?;
    check_room(database, &source)?;
    let path = free_name(database, now)?;
    // Under its own name only when it is whole: whoever is killed here leaves nothing that looks like a backup.
    let mut partial = path.clone().into_os_string();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let mut copy = || -> Result<(), SourceError> {
        create_private(&partial).map_err(|source| SourceError::Io { path: partial.clone(), source })?;
        let sqlite = |error: rusqlite::Error| sqlite_error(&partial, &error);
        let mut target = Connection::open(&partial).map_err(sqlite)?;
        Backup::new(&source, &mut target).and_then(|backup| copy_all(&backup, watch)).map_err(sqlite)?;
        drop(target);
        std::fs::rename(&partial, &path).map_err(|source| SourceError::Io { path: path.clone(), source })
    };
    copy().inspect_err(|_| {
        // Half a backup is none.
        let _ = std::fs::remove_file(&partial);
    })?;
    Ok(path)
}

/// Copies all pages, as long as `watch` wants it.
fn copy_all(backup: &Backup<'_, '_>, watch: Watch<'_>) -> rusqlite::Result<()> {
    loop {
        let step = backup.step(PAGES)?;
        let progress = backup.progress();
        let [all, left] = [progress.pagecount, progress.remaining].map(|pages| usize::try_from(pages).unwrap_or(0));
        if step == StepResult::Done {
            return Ok(());
        }
        if !watch(Writing { stage: WritingStage::Backup, done: all.saturating_sub(left), all }) {
            return Err(given_up());
        }
    }
}

/// What SQLite says where something was given up.
fn given_up() -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_INTERRUPT), None)
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

/// A name beside the database that no file has yet.
fn free_name(database: &Path, now: Timestamp) -> Result<PathBuf, SourceError> {
    let stamp = now.strftime("%Y%m%dT%H%M%SZ").to_string();
    let name = |attempt: u32| {
        let mut name = database.as_os_str().to_owned();
        name.push(format!(".backup-{stamp}"));
        if attempt > 0 {
            name.push(format!("-{attempt}"));
        }
        PathBuf::from(name)
    };
    (0..1000)
        .map(name)
        .find(|path| !path.exists())
        .ok_or_else(|| SourceError::Io { path: database.to_owned(), source: std::io::ErrorKind::AlreadyExists.into() })
}

/// Makes an empty file that only its owner can read; what an earlier try left under the name is done away with, and so is a
/// link that would lead elsewhere.
fn create_private(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}
