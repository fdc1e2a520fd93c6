//! The SQLite database that a review is stored in, apart from what its decisions mean.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::event;
use super::guard::{check_file, check_kind, disable_foreign_code};
use super::{Holder, Lock, ReviewError};
use crate::source::{SMALLEST_DATABASE, SourceError, open_file, open_read_only, sqlite_error};

pub(super) const SET_META: &str = "INSERT OR REPLACE INTO meta VALUES (?1, ?2)";

/// An open review database.
pub(super) struct ReviewDatabase {
    pub(super) path: PathBuf,
    pub(super) connection: Connection,
    // Dropped after the connection: closing this file first would also release SQLite's own locks.
    lock: Option<Lock>,
}

impl ReviewDatabase {
    /// Opens a review for reading; `None` if there is none yet. Takes no lock and changes nothing.
    pub(super) fn open(path: &Path) -> Result<Option<Self>, ReviewError> {
        // A kill between the creation of the file and its first transaction leaves an empty file.
        if check_file(path)?.unwrap_or_default() == 0 {
            return Ok(None);
        }
        let connection = open_read_only(path).map_err(|error| match error {
            SourceError::NotADatabase(_) | SourceError::OtherFormat { .. } => {
                ReviewError::NoReviewFile { path: path.to_owned() }
            }
            other => other.into(),
        })?;
        let database = Self { path: path.to_owned(), connection, lock: None };
        // If a kill interrupted that first transaction, opening the file has just rolled it back.
        Ok(database.holds_tables()?.then_some(database))
    }

    /// Opens a review for writing, creates it if needed, and locks it. `then` runs once the lock is held.
    pub(super) fn open_locked<T>(
        path: &Path,
        then: impl FnOnce() -> Result<T, SourceError>,
    ) -> Result<(Self, T), ReviewError> {
        let io = |source| ReviewError::Io { path: path.to_owned(), source };
        let sqlite = |error| ReviewError::from(sqlite_error(path, &error));
        // SQLite would treat a file of a few bytes as a new database and overwrite it.
        if (1..SMALLEST_DATABASE).contains(&check_file(path)?.unwrap_or_default()) {
            return Err(ReviewError::NoReviewFile { path: path.to_owned() });
        }
        create_private(path).map_err(io)?;
        let lock = Lock::acquire(path, || holder_of(path))?;
        // The file may have been replaced since.
        check_kind(path, &lock.metadata().map_err(io)?)?;
        let opened = then()?;
        let connection = open_file(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(sqlite)?;
        connection.busy_timeout(Duration::from_secs(5)).map_err(sqlite)?;
        Ok((Self { path: path.to_owned(), connection, lock: Some(lock) }, opened))
    }

    pub(super) fn sqlite(&self) -> impl Fn(rusqlite::Error) -> ReviewError + use<> {
        let path = self.path.clone();
        move |error| match sqlite_error(&path, &error) {
            SourceError::NotADatabase(path) => ReviewError::NoReviewFile { path },
            other => other.into(),
        }
    }

    pub(super) fn meta(&self, name: &str) -> Result<Option<String>, ReviewError> {
        self.connection
            .query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get(0))
            .optional()
            .map_err(self.sqlite())
    }

    pub(super) fn set_meta(&self, name: &str, value: &str) -> Result<(), ReviewError> {
        self.check_not_replaced()?;
        self.connection.execute(SET_META, [name, value]).map(drop).map_err(self.sqlite())
    }

    /// Refuses to write to a file that is no longer at its path: what is stored there would be lost, and SQLite would
    /// use the journal of another file. Also refuses a file that other users can write.
    pub(super) fn check_not_replaced(&self) -> Result<(), ReviewError> {
        match &self.lock {
            Some(lock) if !lock.is_of(&self.path) => Err(ReviewError::Replaced { path: self.path.clone() }),
            Some(_) => check_file(&self.path).map(drop),
            None => Ok(()),
        }
    }

    /// A value as JSON, with an error of this file.
    pub(super) fn json(&self, value: &impl Serialize) -> Result<String, ReviewError> {
        event::json(value).map_err(self.sqlite())
    }

    /// Reads a value that [`json`](Self::json) wrote. `entry` names it for people.
    pub(super) fn parse<T: DeserializeOwned>(
        &self,
        text: &str,
        entry: impl FnOnce() -> String,
    ) -> Result<T, ReviewError> {
        let unreadable = |source| ReviewError::UnreadableEntry { path: self.path.clone(), entry: entry(), source };
        serde_json::from_str(text).map_err(unreadable)
    }
}

/// Creates an empty file that only its owner can read and write, if none exists.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        other => other.map(drop),
    }
}

/// The process that, according to the review file, holds it.
fn holder_of(path: &Path) -> Holder {
    let read = || -> Option<Holder> {
        let connection = open_read_only(path).ok()?;
        disable_foreign_code(&connection).ok()?;
        let text: String =
            connection.query_row("SELECT value FROM meta WHERE name = 'holder'", [], |row| row.get(0)).ok()?;
        serde_json::from_str(&text).ok()
    };
    read().unwrap_or_default()
}
