//! Files that are there under another name until they are whole: whoever fills one holds it, and what a kill left of one is removed
//! by the next that comes along.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::source::{FileNumber, is_own};

/// Ends the name of a file that is not whole.
pub(crate) const SUFFIX: &str = ".partial";

/// Begins the passing name of a file that gets its own when it is whole, or none.
const PREFIX: &str = ".ghostcall-";

/// The suffix of SQLite's rollback journal.
const JOURNAL: &str = "-journal";

/// How often a new file is tried again after another process removed it as a leftover.
const ATTEMPTS: usize = 10;

/// Makes an empty file that only its owner can read, and holds it until the answer is dropped; what was left under the name is
/// done away with, and so is a link that would lead elsewhere.
///
/// # Errors
/// `AlreadyExists` if another process holds the existing one.
pub(crate) fn create(path: &Path) -> Result<File, Error> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    for _ in 0..ATTEMPTS {
        match options.open(path) {
            Ok(file) if hold(&file, path) => {
                // SQLite would take an old one for that of the new file.
                let _ = std::fs::remove_file(journal(path));
                return Ok(file);
            }
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            Ok(_) => {}
            // Gone meanwhile, as it should be.
            Err(_) => match remove(path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(ErrorKind::AlreadyExists.into()),
                _ => {}
            },
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Makes a file of a passing name in a folder, and holds it until the answer is dropped.
pub(crate) fn passing(folder: &Path) -> Result<NamedTempFile, Error> {
    let made = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).tempfile_in(folder)?;
    // Where it cannot be held, it has its name all the same.
    hold(made.as_file(), made.path());
    Ok(made)
}

/// Removes what a kill left of files of passing names.
pub(crate) fn remove_passing(folder: &Path) {
    remove_left(folder, is_passing);
}

fn is_passing(name: &str) -> bool {
    let middle = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(SUFFIX));
    middle.is_some_and(|middle| middle.len() == 6 && middle.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Holds a file that was just made, so that nobody takes it for one that was left; answers whether it still is at its path.
pub(crate) fn hold(file: &File, path: &Path) -> bool {
    let number = file.metadata().map(|file| FileNumber::of(&file)).ok();
    file.try_lock().is_ok() && number.is_some() && FileNumber::at(path).ok() == number
}

/// Removes what a kill left in a folder, of the names that `is_ours` knows: what belongs to somebody else, or is being filled just
/// now, stays.
pub(crate) fn remove_left(folder: &Path, is_ours: impl Fn(&str) -> bool) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_own = || entry.metadata().is_ok_and(|file| file.is_file() && is_own(&file));
        match name.strip_suffix(JOURNAL) {
            // What cannot be removed now can be the next time.
            None if is_ours(name) && is_own() => drop(remove(&path)),
            Some(of) if is_ours(of) && !path.with_file_name(of).exists() && is_own() => {
                let _ = std::fs::remove_file(&path);
            }
            _ => {}
        }
    }
}

/// Removes what is at a path, with its journal, if nobody holds it.
fn remove(path: &Path) -> Result<(), Error> {
    let there = path.symlink_metadata()?;
    let held = if there.is_file() { Some(take_over(path, &there)?) } else { None };
    if held.is_some() {
        let _ = std::fs::remove_file(journal(path));
    }
    std::fs::remove_file(path)
}

/// Holds a file that was left; fails where somebody else does.
fn take_over(path: &Path, there: &Metadata) -> Result<File, Error> {
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
        remove_left(folder.path(), |name| name.ends_with(SUFFIX) && !name.starts_with("theirs"));
        let names = || {
            let entries = std::fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        assert_eq!(names(), ["b.partial", "b.partial-journal", "theirs.partial", "theirs.partial-journal"]);
        assert_eq!(create(&path("b.partial")).unwrap_err().kind(), ErrorKind::AlreadyExists);
        drop(held);
        // Nobody holds it any more: it was left.
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
