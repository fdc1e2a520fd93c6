//! What a review file must hold, and of which database it must be, before it is used.

use super::event::SCHEMA;
use super::guard::{ForeignObject, Tables, distrust};
use super::{Identity, ReviewError, ReviewFile};
use crate::source::SqliteSource;

/// The version of the format that this program writes.
const VERSION: u32 = 1;

/// Under which name the identity of the database is kept.
const IDENTITY: &str = "identity";

/// The number of decided messages whose digests are kept to recognise the database.
const DECIDED: usize = 64;

impl ReviewFile {
    /// Whether anything is in it yet. Refuses what ghostcall did not make, before anything else of it is read.
    pub(super) fn holds_tables(&self) -> Result<bool, ReviewError> {
        distrust(&self.connection).map_err(self.sqlite())?;
        let tables = Tables::of(&self.connection).map_err(self.sqlite())?;
        if tables.is_empty() {
            return Ok(false);
        }
        let path = || self.path.clone();
        if !tables.has("meta") && !tables.has("event") {
            return Err(ReviewError::NoReviewFile { path: path() });
        }
        // A later version may have tables of its own.
        if tables.has("meta") {
            self.version()?;
        }
        match tables.foreign {
            Some(ForeignObject { kind, name }) => Err(ReviewError::Foreign { path: path(), kind, name }),
            None => Ok(true),
        }
    }

    /// The version of its format, where this program knows that.
    fn version(&self) -> Result<u32, ReviewError> {
        let path = || self.path.clone();
        let version = self.meta("version")?.and_then(|version| version.parse().ok());
        match version.ok_or_else(|| ReviewError::NoReviewFile { path: path() })? {
            found if found > VERSION => Err(ReviewError::Newer { path: path(), found, known: VERSION }),
            version => Ok(version),
        }
    }

    /// Makes the tables of a new file, all at once; checks an old one.
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

    /// Refuses what is no review file, a newer one, and one of another database.
    pub(super) fn check(&self, source: &SqliteSource) -> Result<(), ReviewError> {
        self.version()?;
        match self.difference(source)? {
            Some(why) => Err(ReviewError::OtherDatabase { path: self.path.clone(), why }),
            None => Ok(()),
        }
    }

    /// How it shows that a database is not the one that this review is about; `None` where it may be the same.
    pub fn difference(&self, source: &SqliteSource) -> Result<Option<String>, ReviewError> {
        Ok(self.identity()?.difference(source)?)
    }

    /// What its database is recognised by.
    fn identity(&self) -> Result<Identity, ReviewError> {
        let stored = self.meta(IDENTITY)?.and_then(|text| serde_json::from_str(&text).ok());
        stored.ok_or_else(|| ReviewError::NoReviewFile { path: self.path.clone() })
    }

    /// Keeps what the database is recognised by as it is now, together with the messages that were decided last, since those
    /// that were known before may be gone by the next time, and with those that are gone now: they may come back.
    pub(super) fn keep_identity(&self, source: &SqliteSource) -> Result<(), ReviewError> {
        let stored = self.identity()?;
        let identity = Identity::of(source)?.with(source, &self.history.decided_last(DECIDED))?;
        let identity = identity.with_gone(source, stored.clone())?;
        if stored == identity {
            return Ok(());
        }
        self.set_meta(IDENTITY, &self.json(&identity)?)
    }
}
