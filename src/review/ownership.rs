//! Checks that a file is a review file, and that it belongs to the database.

use super::database::ReviewDatabase;
use super::event::SCHEMA;
use super::guard::{ForeignObject, Tables, disable_foreign_code};
use super::{History, Identity, ReviewError, ReviewFile};
use crate::source::SqliteSource;

/// The version of the review file format that this program writes.
const VERSION: u32 = 1;

/// Key in `meta`: what the database is recognised by.
const IDENTITY: &str = "identity";

/// How many of the messages decided last are stored to recognise the database.
const DECIDED: usize = 64;

impl ReviewFile {
    /// Why a database is not the one that this review is about; `None` if it may be the same.
    pub fn difference(&self, source: &SqliteSource) -> Result<Option<String>, ReviewError> {
        self.database.difference(source)
    }
}

impl ReviewDatabase {
    /// Whether the file has content. Refuses a file with content that ghostcall did not make, before reading anything
    /// else.
    pub(super) fn holds_tables(&self) -> Result<bool, ReviewError> {
        disable_foreign_code(&self.connection).map_err(self.sqlite())?;
        let tables = Tables::of(&self.connection).map_err(self.sqlite())?;
        if tables.is_empty() {
            return Ok(false);
        }
        let path = || self.path.clone();
        if !tables.has("meta") && !tables.has("event") {
            return Err(ReviewError::NoReviewFile { path: path() });
        }
        // A later version may have additional tables, so the version is checked first.
        if tables.has("meta") {
            self.version()?;
        }
        match tables.foreign {
            Some(ForeignObject { kind, name }) => Err(ReviewError::Foreign { path: path(), kind, name }),
            None => Ok(true),
        }
    }

    /// The version of the file's format, if this program can read it.
    fn version(&self) -> Result<u32, ReviewError> {
        let path = || self.path.clone();
        let version = self.meta("version")?.and_then(|version| version.parse().ok());
        match version.ok_or_else(|| ReviewError::NoReviewFile { path: path() })? {
            found if found > VERSION => Err(ReviewError::Newer { path: path(), found, known: VERSION }),
            version => Ok(version),
        }
    }

    /// Creates the tables of a new file in one transaction, or checks an existing file.
    pub(super) fn initialise(&mut self, source: &SqliteSource) -> Result<(), ReviewError> {
        if self.holds_tables()? {
            return self.check(source);
        }
        let identity = self.json(&Identity::of(source)?)?;
        let error = self.sqlite();
        let transaction = self.connection.transaction().map_err(&error)?;
        transaction.execute_batch(SCHEMA).map_err(&error)?;
        for (name, value) in [("version", VERSION.to_string()), (IDENTITY, identity)] {
            transaction.execute("INSERT INTO meta VALUES (?1, ?2)", [name, value.as_str()]).map_err(&error)?;
        }
        transaction.commit().map_err(error)
    }

    /// Refuses a file that is not a review file, has a newer version or belongs to another database.
    pub(super) fn check(&self, source: &SqliteSource) -> Result<(), ReviewError> {
        self.version()?;
        match self.difference(source)? {
            Some(why) => Err(ReviewError::OtherDatabase { path: self.path.clone(), why }),
            None => Ok(()),
        }
    }

    fn difference(&self, source: &SqliteSource) -> Result<Option<String>, ReviewError> {
        Ok(self.identity()?.difference(source)?)
    }

    /// The stored identity of the database.
    fn identity(&self) -> Result<Identity, ReviewError> {
        let stored = self.meta(IDENTITY)?.and_then(|text| serde_json::from_str(&text).ok());
        stored.ok_or_else(|| ReviewError::NoReviewFile { path: self.path.clone() })
    }

    /// Updates the stored identity of the database. Messages that were decided last are added, since those stored
    /// earlier may be deleted one day. Messages that are now missing stay, since they may come back.
    pub(super) fn keep_identity(&self, source: &SqliteSource, history: &History) -> Result<(), ReviewError> {
        let stored = self.identity()?;
        let identity = Identity::of(source)?.with(source, &history.decided_last(DECIDED))?;
        let identity = identity.with_missing(source, stored.clone())?;
        if stored == identity {
            return Ok(());
        }
        self.set_meta(IDENTITY, &self.json(&identity)?)
    }
}
