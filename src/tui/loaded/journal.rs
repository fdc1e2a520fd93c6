//! The journal as a reviewer reads it: what was written, by whom, and whether it was undone.

use std::collections::HashMap;

use crate::proposal::{Edit, Status};
use crate::session::{Session, SessionError};
use crate::source::{EntryKind, JournalBatch, JournalEntry, Key, last_entries, sqlite_error};
use crate::visible;

/// The maximum number of rows loaded; `ghostcall log` lists all.
const MOST: usize = 1_000;
/// The maximum number of characters kept of a text.
const EXCERPT: usize = 160;

/// What a journal row did, and whether it was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalRowKind {
    /// A write-back in force.
    Write,
    /// A write-back undone by the row with this ID.
    Undone(i64),
    /// An undo of the row with this ID.
    Undo(i64),
}

/// A row of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalRow {
    /// The number of the row.
    pub id: i64,
    /// The number of its batch.
    pub batch: i64,
    /// When it was written, as RFC 3339.
    pub at: String,
    /// The reviewer who ran the write-back or the undo.
    pub reviewer: String,
    /// Whether it wrote or undid, and whether it was undone.
    pub did: JournalRowKind,
    /// The key of the message.
    pub message: Key,
    /// The inserted or removed rows, such as `agent_memories 12`.
    pub records: Vec<String>,
    /// Excerpts of the text before and after; `None` if the text was not changed.
    pub texts: Option<(String, String)>,
    /// Whether the recorded plan was changed.
    pub plan_changed: bool,
}

impl JournalRow {
    pub(crate) fn of(entry: JournalEntry) -> Self {
        let did = match (entry.kind, entry.undoes) {
            (EntryKind::Undo, Some(write)) => JournalRowKind::Undo(write),
            _ => JournalRowKind::Write,
        };
        let records = entry.records.iter().map(|record| format!("{} {}", record.table, record.key)).collect();
        let excerpt = |text: &String| visible::excerpt(text, EXCERPT);
        let texts = entry.before.text.as_ref().zip(entry.after.text.as_ref());
        let plan_changed = entry.after.plan.is_some();
        Self {
            id: entry.id,
            batch: entry.batch,
            at: entry.written_at,
            reviewer: entry.reviewer,
            did,
            message: entry.message,
            records,
            texts: texts.map(|(before, after)| (excerpt(before), excerpt(after))),
            plan_changed,
        }
    }
}

/// The journal as the dialog shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadedJournal {
    /// Its rows, the latest first.
    pub rows: Vec<JournalRow>,
    /// The batches by ID.
    pub batches: HashMap<i64, JournalBatch>,
    /// The number of earlier rows that are not loaded.
    pub earlier: usize,
}

/// Reads the journal of the session's database.
pub(crate) fn load(session: &Session) -> Result<LoadedJournal, SessionError> {
    let (entries, earlier) = last_entries(session.audit().source().connection(), MOST)
        .map_err(|error| sqlite_error(&session.setup().database, &error))?;
    // An undo comes after the row it undoes, so it is loaded too.
    let undone: HashMap<i64, i64> =
        entries.iter().filter_map(|entry| entry.undoes.map(|write| (write, entry.id))).collect();
    let mut rows: Vec<JournalRow> = entries.into_iter().map(JournalRow::of).collect();
    for row in &mut rows {
        if let (JournalRowKind::Write, Some(undo)) = (row.did, undone.get(&row.id)) {
            row.did = JournalRowKind::Undone(*undo);
        }
    }
    let batches = session.journal().batches()?.into_iter().map(|batch| (batch.batch, batch)).collect();
    Ok(LoadedJournal { rows, batches, earlier })
}

/// A finding whose write-back was undone.
#[derive(Clone, Debug, PartialEq)]
pub struct Restored {
    /// The key of the message.
    pub message: Key,
    /// The status of its finding now.
    pub status: Status,
    /// The edit it was accepted with, kept as a draft.
    pub edit: Edit,
}
