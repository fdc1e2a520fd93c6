//! The journal of the database: what was written, and what of it is in effect.

use super::SessionError;
use crate::source::{
    JournalBatch, JournalEntry, Key, MessageJournal, SqliteSource, WriteInEffect, batches, each_entry, entry,
    sqlite_error,
};
use crate::writeback::{CurrentMessage, present};

/// Reads the journal of a database.
#[derive(Clone, Copy)]
pub struct JournalReader<'s> {
    pub(super) source: &'s SqliteSource,
}

impl JournalReader<'_> {
    /// The journal ids of the write-backs in effect, latest first.
    #[must_use]
    pub fn writes_in_effect(&self) -> Vec<i64> {
        latest_first(self.source.journal().in_effect())
    }

    /// The last batch that has a write-back in effect.
    #[must_use]
    pub fn last_batch(&self) -> Option<i64> {
        self.source.journal().in_effect().map(|write| write.batch).max()
    }

    /// The journal ids of a batch's write-backs in effect, latest first.
    #[must_use]
    pub fn writes_in_effect_of(&self, batch: i64) -> Vec<i64> {
        latest_first(self.source.journal().in_effect().filter(|write| write.batch == batch))
    }

    /// A journal row as the database holds it now.
    pub fn row(&self, id: i64) -> Result<Option<JournalEntry>, SessionError> {
        let read = entry(self.source.connection(), id);
        Ok(read.map_err(|error| sqlite_error(self.source.path(), &error))?)
    }

    /// All batches in the journal, oldest first.
    pub fn batches(&self) -> Result<Vec<JournalBatch>, SessionError> {
        let read = batches(self.source.connection());
        Ok(read.map_err(|error| sqlite_error(self.source.path(), &error))?)
    }

    /// The last write-back of a message that is in effect, and the current state of the message; `None` if there is
    /// none.
    pub fn written_now(&self, key: &Key) -> Result<Option<(JournalEntry, CurrentMessage)>, SessionError> {
        let Some(write) = self.source.journal().of(key).and_then(MessageJournal::written) else { return Ok(None) };
        self.row(write)?
            .map(|entry| present(self.source, &entry).map(|now| (entry, now)).map_err(Into::into))
            .transpose()
    }

    /// When the last write-back in effect was made (RFC 3339).
    pub fn last_written_at(&self) -> Result<Option<String>, SessionError> {
        let Some(write) = self.source.journal().in_effect().map(|write| write.id).max() else { return Ok(None) };
        Ok(self.row(write)?.map(|entry| entry.written_at))
    }

    /// The journal rows about a message.
    pub fn of(&self, key: &Key) -> Result<Vec<JournalEntry>, SessionError> {
        let mut entries = Vec::new();
        if self.source.journal().of(key).is_none() {
            return Ok(entries);
        }
        let read = each_entry(self.source.connection(), |entry| {
            if entry.message == *key {
                entries.push(entry);
            }
        });
        read.map_err(|error| sqlite_error(self.source.path(), &error))?;
        Ok(entries)
    }
}

fn latest_first<'w>(writes: impl Iterator<Item = &'w WriteInEffect>) -> Vec<i64> {
    let mut writes: Vec<i64> = writes.map(|write| write.id).collect();
    writes.sort_unstable_by(|a, b| b.cmp(a));
    writes
}
