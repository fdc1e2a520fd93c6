//! Copies the database to a backup in the same folder, before the first write of a run.

use std::ffi::OsStr;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::busy::given_up;
use super::{WatchProgress, Writing, WritingStage};
use crate::source::{SourceError, open_new_file, open_read_write, sqlite_error};
use crate::unfinished;

/// The infix of a backup's name, before its time.
const MARK: &str = ".backup-";

/// The number of pages to copy in each step.
const PAGES_PER_STEP: i32 = 4096;

/// Copies a database with SQLite's backup API; returns the path of the copy. `watch` may cancel it.
///
/// # Errors
/// If the space is too small, which is checked before anything is written.
pub fn backup(database: &Path, now: Timestamp, watch: WatchProgress<'_>) -> Result<PathBuf, SourceError> {
    let source = open_read_write(database)?;
    check_room(database, &source)?;
    let PartialBackup { path, partial, held } = begin(database, now)?;
    let mut copy = || -> Result<(), SourceError> {
        let sqlite = |error: rusqlite::Error| sqlite_error(&partial, &error);
        let mut target = open_new_file(&partial).map_err(sqlite)?;
        Backup::new(&source, &mut target).and_then(|backup| copy_all(&backup, watch)).map_err(sqlite)?;
        drop(target);
        std::fs::rename(&partial, &path).map_err(|source| SourceError::Io { path: path.clone(), source })
    };
    copy().inspect_err(|_| {
        // A partial backup is useless.
        let _ = std::fs::remove_file(&partial);
    })?;
    drop(held);
    Ok(path)
}

/// Removes the partial backups of a database that a killed process left.
pub fn remove_unfinished(database: &Path) {
    let Some(name) = database.file_name().and_then(OsStr::to_str) else { return };
    unfinished::remove_leftovers(folder_of(database), |file| is_unfinished(file, name));
}

/// Whether this is the name of an unfinished backup of the database: `chats.db.backup-20260601T093000Z-2.partial`.
fn is_unfinished(file: &str, database: &str) -> bool {
    let mark = || file.strip_prefix(database)?.strip_prefix(MARK)?.strip_suffix(unfinished::SUFFIX);
    mark().is_some_and(|mark| {
        let (stamp, attempt) = mark.split_once('-').unwrap_or((mark, "1"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let parts = stamp.strip_suffix('Z').and_then(|stamp| stamp.split_once('T'));
        parts.is_some_and(|(day, time)| day.len() == 8 && time.len() == 6 && is_number(day) && is_number(time))
            && is_number(attempt)
    })
}

/// Copies all pages, unless `watch` cancels.
fn copy_all(backup: &Backup<'_, '_>, watch: WatchProgress<'_>) -> rusqlite::Result<()> {
    loop {
        let step = backup.step(PAGES_PER_STEP)?;
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

fn check_room(database: &Path, source: &Connection) -> Result<(), SourceError> {
    let size = |pragma| source.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let bytes = size("page_count")
        .and_then(|pages| Ok(pages.saturating_mul(size("page_size")?)))
        .map_err(|error| sqlite_error(database, &error))?;
    let needed = u64::try_from(bytes).unwrap_or_default();
    let folder = folder_of(database);
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

/// The folder of a database.
fn folder_of(database: &Path) -> &Path {
    match database.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A backup in progress. It gets its final name only when it is complete, so that a killed process leaves nothing that
/// looks like a backup.
struct PartialBackup {
    path: PathBuf,
    partial: PathBuf,
    /// The locked file: the lock shows other processes that it is still in use.
    held: File,
}

/// Starts a backup in the folder of the database, under an unused name.
fn begin(database: &Path, now: Timestamp) -> Result<PartialBackup, SourceError> {
    let stamp = now.strftime("%Y%m%dT%H%M%SZ").to_string();
    for attempt in 0..1000 {
        let mut name = database.as_os_str().to_owned();
        name.push(format!("{MARK}{stamp}"));
        if attempt > 0 {
            name.push(format!("-{attempt}"));
        }
        let path = PathBuf::from(&name);
        name.push(unfinished::SUFFIX);
        let partial = PathBuf::from(name);
        if path.exists() {
            continue;
        }
        match unfinished::create(&partial) {
            Ok(held) => return Ok(PartialBackup { path, partial, held }),
            // Another process is making a backup in the same second.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(source) => return Err(SourceError::Io { path: partial, source }),
        }
    }
    Err(SourceError::Io { path: database.to_owned(), source: ErrorKind::AlreadyExists.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_unfinished_backup_of_this_database_is_one() {
        for (file, is_one) in [
            ("chats.db.backup-20260601T093000Z.partial", true),
            ("chats.db.backup-20260601T093000Z-2.partial", true),
            ("chats.db.backup-20260601T093000Z", false),
            ("chats.db.backup-20260601T093000Z-.partial", false),
            ("chats.db.backup-20260601T093000Z-x.partial", false),
            ("chats.db.backup-mine.partial", false),
            ("other.db.backup-20260601T093000Z.partial", false),
            ("chats.db.partial", false),
        ] {
            assert_eq!(is_unfinished(file, "chats.db"), is_one, "{file}");
        }
    }
}
