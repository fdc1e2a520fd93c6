//! Files that have a temporary name until they are complete. The process that fills one keeps it locked; a file that a
//! killed process left is removed by the next one.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::source::{FileNumber, is_own};

/// Suffix of incomplete files.
pub(crate) const SUFFIX: &str = ".partial";

/// Prefix of temporary names.
const PREFIX: &str = ".ghostcall-";

/// The suffix of SQLite's rollback journal.
const JOURNAL: &str = "-journal";

/// How often to create a file again that another process removed as a leftover.
const ATTEMPTS: usize = 10;

/// Creates an empty file that only its owner can read and write, locked until the result is dropped. Removes a leftover
/// or a link at `path` first.
///
/// # Errors
/// `AlreadyExists` if another process holds the file.
pub(crate) fn create(path: &Path) -> Result<File, Error> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    for _ in 0..ATTEMPTS {
        match options.open(path) {
            Ok(file) if lock(&file, path) => {
                // SQLite would use an old journal as that of the new file.
                let _ = std::fs::remove_file(journal(path));
                return Ok(file);
            }
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            Ok(_) => {}
            // Another process removed it, which is as good.
            Err(_) => match remove(path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(ErrorKind::AlreadyExists.into()),
                _ => {}
            },
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Creates a file with a temporary name, and locks it until the result is dropped.
pub(crate) fn create_temporary(folder: &Path) -> Result<NamedTempFile, Error> {
    let made = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).tempfile_in(folder)?;
    // If it cannot be locked, it is used all the same: its name is unique.
    lock(made.as_file(), made.path());
    Ok(made)
}

/// Removes files with temporary names that killed processes left.
pub(crate) fn remove_temporary(folder: &Path) {
    remove_leftovers(folder, is_temporary);
}

fn is_temporary(name: &str) -> bool {
    let middle = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(SUFFIX));
    middle.is_some_and(|middle| middle.len() == 6 && middle.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Locks a new file, so that no process removes it as a leftover. Returns whether the file is locked and still at
/// `path`.
pub(crate) fn lock(file: &File, path: &Path) -> bool {
    let number = file.metadata().map(|file| FileNumber::of(&file)).ok();
    file.try_lock().is_ok() && number.is_some() && FileNumber::at(path).ok() == number
}

/// Removes files that killed processes left in a folder, if `is_ours` accepts their names. Files of other users and
/// locked files stay.
pub(crate) fn remove_leftovers(folder: &Path, is_ours: impl Fn(&str) -> bool) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_own = || entry.metadata().is_ok_and(|file| file.is_file() && is_own(&file));
        match name.strip_suffix(JOURNAL) {
            // If it cannot be removed now, a later run removes it.
            None if is_ours(name) && is_own() => drop(remove(&path)),
            Some(of) if is_ours(of) && !path.with_file_name(of).exists() && is_own() => {
                let _ = std::fs::remove_file(&path);
            }
            _ => {}
        }
    }
}

/// Removes the file or link at `path`, with its journal, unless another process holds it.
fn remove(path: &Path) -> Result<(), Error> {
    let there = path.symlink_metadata()?;
    let held = if there.is_file() { Some(lock_leftover(path, &there)?) } else { None };
    if held.is_some() {
        let _ = std::fs::remove_file(journal(path));
    }
    std::fs::remove_file(path)
}

/// Locks a leftover. Fails if another process holds it.
fn lock_leftover(path: &Path, there: &Metadata) -> Result<File, Error> {
    let file = File::open(path)?;
    let is_it = FileNumber::of(&file.metadata()?) == FileNumber::of(there);
    if is_it && file.try_lock().is_ok() { Ok(file) } else { Err(ErrorKind::AlreadyExists.into()) }
}

fn journal(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(JOURNAL);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_that_nobody_holds_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in
            ["a.partial", "a.partial-journal", "orphan.partial-journal", "theirs.partial", "theirs.partial-journal"]
        {
            std::fs::write(path(name), "x").unwrap();
        }
        let held = create(&path("b.partial")).unwrap();
        std::fs::write(path("b.partial-journal"), "x").unwrap();
        remove_leftovers(folder.path(), |name| name.ends_with(SUFFIX) && !name.starts_with("theirs"));
        let names = || {
            let entries = std::fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        assert_eq!(names(), ["b.partial", "b.partial-journal", "theirs.partial", "theirs.partial-journal"]);
        assert_eq!(create(&path("b.partial")).unwrap_err().kind(), ErrorKind::AlreadyExists);
        drop(held);
        // Without a lock, it is a leftover.
        drop(create(&path("b.partial")).unwrap());
        assert_eq!(names(), ["b.partial", "theirs.partial", "theirs.partial-journal"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_under_the_name_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("theirs"), "theirs").unwrap();
        std::os::unix::fs::symlink(path("theirs"), path("a.partial")).unwrap();
        drop(create(&path("a.partial")).unwrap());
        assert_eq!(std::fs::read_to_string(path("theirs")).unwrap(), "theirs");
        assert!(path("a.partial").symlink_metadata().unwrap().is_file());
    }
}
