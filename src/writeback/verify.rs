//! Verifies that the journal is intact, and that its write-backs are still in the database.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::ExclusionReason;
use super::database::Database;
use super::failure::PlanFailure;
use super::messages::MessageTable;
use super::unchanged::{check_message, check_records};
use crate::source::{
    ChainedEntry, EntryKind, JOURNAL_TABLE, JournalEntry, Key, SourceError, SqliteSource, each_chained, entry,
    sqlite_error,
};

/// The result of a verification.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// The number of rows in the journal.
    pub rows: usize,
    /// The number of write-backs in effect.
    #[serde(rename = "standing")]
    pub in_effect: usize,
    /// The number of write-backs that were undone.
    pub undone: usize,
    /// All problems found; empty if the journal is intact and its write-backs are still in place.
    pub problems: Vec<Problem>,
}

/// A problem in the journal or the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The number of the journal row.
    pub journal: Option<i64>,
    /// The message of that row.
    #[serde(rename = "message_id")]
    pub message: Option<Key>,
    /// The kind of problem.
    #[serde(flatten)]
    pub trouble: Inconsistency,
}

/// The kinds of problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "problem", rename_all = "snake_case")]
pub enum Inconsistency {
    /// A row of the journal does not match its digest.
    #[error("journal row altered: digest mismatch")]
    Altered,
    /// A row of the journal does not follow the one before it.
    #[error("journal row out of sequence: a row was removed, added or altered")]
    Unchained,
    /// A row undoes a write that is not in effect.
    #[error("journal row undoes write-back {write}, which is not in effect")]
    NothingToUndo {
        /// The journal row of the write.
        write: i64,
    },
    /// The journal lacks the last row that the review file recorded.
    #[error("last journal row missing: the journal was truncated, or the database is an older copy")]
    CutOff,
    /// A table has the journal's name, but is not one.
    #[error("{JOURNAL_TABLE} {what}")]
    Foreign {
        /// Why it is none, and what to do.
        what: String,
    },
    /// The result of a write has changed.
    #[error("changed since it was written: {what}")]
    Changed {
        /// What has changed, in words.
        what: String,
    },
}

/// Verifies the journal of a database and the write-backs in effect; `seen` is the digest of the last row that the
/// review file recorded.
pub fn verify(source: &SqliteSource, seen: Option<&str>) -> Result<Verification, SourceError> {
    let failed = |error: rusqlite::Error| sqlite_error(source.path(), &error);
    let _snapshot = source.snapshot()?;
    let mut chain = ChainCheck::default();
    each_chained(source.connection(), |row| chain.follow(row)).map_err(failed)?;
    if let Some(what) = source.journal().fault.clone() {
        chain.report(None, None, Inconsistency::Foreign { what });
    } else if seen.is_some_and(|seen| !seen.is_empty() && !chain.digests.contains(seen)) {
        chain.report(None, None, Inconsistency::CutOff);
    }
    let ChainCheck { mut found, in_effect, .. } = chain;
    found.in_effect = in_effect.values().map(Vec::len).sum();
    let messages = MessageTable::new(Database::new(source, found.in_effect));
    for writes in in_effect.values() {
        for write in writes {
            // Entries are read one by one, because all of them together may not fit in memory.
            let Some(entry) = entry(source.connection(), *write).map_err(failed)? else { continue };
            if let Some(what) = difference(&messages, &entry, writes.last() == Some(write)).map_err(failed)? {
                let (journal, message) = (Some(entry.id), Some(entry.message));
                found.problems.push(Problem { journal, message, trouble: Inconsistency::Changed { what } });
            }
        }
    }
    Ok(found)
}

/// What differs from what a write left. The text is checked only for the last write of a message.
fn difference(messages: &MessageTable<'_>, entry: &JournalEntry, is_last: bool) -> rusqlite::Result<Option<String>> {
    let message = if is_last { check_message(messages, entry).map(drop) } else { Ok(()) };
    match message.and_then(|()| check_records(messages, entry)) {
        Ok(()) => Ok(None),
        Err(PlanFailure::LeftOut(ExclusionReason::ChangedSince { what })) => Ok(Some(what)),
        Err(PlanFailure::LeftOut(other)) => Ok(Some(other.to_string())),
        Err(PlanFailure::Failed(error)) => Err(error),
    }
}

/// The journal as far as it has been checked.
#[derive(Default)]
struct ChainCheck {
    found: Verification,
    digests: HashSet<String>,
    /// The writes that are in effect, by message.
    in_effect: BTreeMap<String, Vec<i64>>,
}

impl ChainCheck {
    fn report(&mut self, journal: Option<i64>, message: Option<Key>, trouble: Inconsistency) {
        self.found.problems.push(Problem { journal, message, trouble });
    }

    fn follow(&mut self, row: ChainedEntry) {
        let ChainedEntry { entry, is_intact, is_linked, .. } = row;
        self.found.rows += 1;
        let place = (Some(entry.id), Some(entry.message.clone()));
        if !is_linked {
            self.report(place.0, place.1.clone(), Inconsistency::Unchained);
        }
        if !is_intact {
            self.report(place.0, place.1.clone(), Inconsistency::Altered);
        }
        self.digests.insert(entry.digest);
        let writes = self.in_effect.entry(entry.message.to_json()).or_default();
        match (entry.kind, entry.undoes) {
            (EntryKind::Write, _) => writes.push(entry.id),
            (EntryKind::Undo, undoes) => {
                let write = undoes.unwrap_or_default();
                match writes.iter().position(|other| *other == write) {
                    Some(at) => {
                        writes.remove(at);
                        self.found.undone += 1;
                    }
                    None => self.report(place.0, place.1, Inconsistency::NothingToUndo { write }),
                }
            }
        }
    }
}
