//! The chain of the journal: each row holds the digest of the one before it.

use rusqlite::Connection;

use super::{JournalEntry, each_entry};

/// A row of the journal, checked against the digests.
#[derive(Debug)]
pub struct ChainedEntry {
    /// The content of the journal row.
    pub entry: JournalEntry,
    /// Whether the row matches its own digest, regardless of the rows before it.
    pub is_intact: bool,
    /// Whether it holds the digest of the previous row.
    pub is_linked: bool,
    /// Whether both are true of every row up to this one.
    pub is_whole: bool,
}

/// Calls `visit` for each row of the journal, oldest first, with the result of the check.
pub fn each_chained(connection: &Connection, mut visit: impl FnMut(ChainedEntry)) -> rusqlite::Result<()> {
    let (mut is_whole, mut previous) = (true, String::new());
    each_entry(connection, |entry| {
        let (is_intact, is_linked) = (entry.is_intact(), entry.previous == previous);
        is_whole &= is_intact && is_linked;
        previous.clone_from(&entry.digest);
        visit(ChainedEntry { entry, is_intact, is_linked, is_whole });
    })
}

/// The number of the first row that was altered or does not follow the previous one.
pub fn first_altered(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    let mut altered = None;
    each_chained(connection, |row| {
        if !row.is_whole {
            altered.get_or_insert(row.entry.id);
        }
    })?;
    Ok(altered)
}
