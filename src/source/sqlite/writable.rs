//! Checks whether a database can be written to at all, before anything is written.

use super::SqliteSource;
use crate::source::profile::{ColumnPath, WriteMode};
use crate::source::{Profile, SourceError, is_view};

impl SqliteSource {
    /// Fails if nothing can be written to this database, whatever is approved.
    pub fn is_writable(&self) -> Result<(), SourceError> {
        self.allows_writing()?;
        self.has_own_journal()?;
        let messages = &self.profile.messages;
        let copies = messages.all_copies().map(|(_, ColumnPath { column, .. })| column);
        let tables = copies.chain(&messages.touch).map(|column| column.table_or(&messages.table));
        let snapshots = messages.snapshots.iter().map(|snapshots| snapshots.table.as_str());
        for table in std::iter::once(messages.table.as_str()).chain(tables).chain(snapshots) {
            if is_view(&self.connection, table).map_err(|error| self.error(&error))? {
                return Err(SourceError::View { path: self.path.clone(), table: table.to_owned() });
            }
        }
        Ok(())
    }

    /// Fails if a table has the journal's name, but is not one: what was written is unknown then.
    pub fn has_own_journal(&self) -> Result<(), SourceError> {
        match self.journal.fault.clone() {
            Some(detail) => Err(SourceError::ForeignJournal { path: self.path.clone(), detail }),
            None => Ok(()),
        }
    }

    /// Fails if the profile does not allow writing, or is not the one that the database was written with.
    pub fn allows_writing(&self) -> Result<(), SourceError> {
        if let Some(lost) = &self.lost {
            lost.load(&self.path)?;
        }
        self.profile.refuse_changed(&self.path)?;
        match self.profile.write {
            WriteMode::Full | WriteMode::Strip => Ok(()),
            WriteMode::None => {
                let why = self.profile.why.clone().unwrap_or_default();
                Err(SourceError::NotWritable { profile: self.profile.name.clone(), why })
            }
        }
    }

    /// Why nothing may be decided or written with the profile, if its file has changed since the database was reviewed.
    #[must_use]
    pub fn changed_profile(&self) -> Option<String> {
        let Profile { name, origin, .. } = &self.profile;
        origin.has_changed.then(|| {
            format!(
                "{} changed since this database was reviewed with it (profile `{name}`); the database is read with the new file, \
                 but nothing is decided or written unless you pass --profile",
                origin.file
            )
        })
    }
}
