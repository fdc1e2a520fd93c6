//! Appends to the journal, in the transaction that it records.
//!
//! A separate thread encodes the entries and links them to the chain of digests while the next finding is written. The
//! encoded rows are inserted as they arrive.

use std::borrow::Cow;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread;

use indexmap::IndexMap;
use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OptionalExtension as _, ToSql, params_from_iter};
use serde_json::value::{RawValue, to_raw_value};

use super::changes::Changes;
use super::database::Database;
use super::insert::failed_at;
use super::{RunDetails, WrittenFinding};
use crate::proposal::Finding;
use crate::source::{
    BATCH_MEMBER, BatchNote, DECIDED_MEMBER, Decided, EntryKind, JOURNAL_TABLE, JournalEntry, Key, PROFILE_MEMBER,
    RowChange, SourceError, WrittenRecord, digest_of, has_journal, journal_fault, journal_triggers,
};

/// The number of entries sent to the other thread at once: waking it for each would cost as much as the entry.
const ENTRIES_PER_GROUP: usize = 16;
/// The maximum number of such groups in the queue.
const MAX_WAITING_GROUPS: usize = 4;

const SCHEMA: &str = "CREATE TABLE ghostcall_journal (
    id INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL,
    kind TEXT NOT NULL,
    undoes INTEGER,
    message TEXT NOT NULL,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    records TEXT NOT NULL,
    finding TEXT NOT NULL,
    reviewer TEXT NOT NULL,
    written_at TEXT NOT NULL,
    program TEXT NOT NULL,
    patterns TEXT NOT NULL,
    previous TEXT NOT NULL,
    digest TEXT NOT NULL
)";

/// An entry that is not yet in the journal.
pub(super) struct NewJournalEntry {
    pub(super) kind: EntryKind,
    pub(super) undoes: Option<i64>,
    pub(super) message: Key,
    pub(super) before: RowChange,
    pub(super) after: RowChange,
    pub(super) records: Vec<WrittenRecord>,
    pub(super) finding: JournaledFinding,
    /// The columns of `records` in which a trigger changed the written value. The row holds the present values.
    pub(super) differs: Vec<String>,
    /// The snapshots with another text, which were not changed.
    pub(super) snapshots_left: Vec<String>,
}

impl NewJournalEntry {
    /// The report on the entry, whose row has this number.
    fn done(&self, journal: i64) -> WrittenFinding {
        WrittenFinding {
            message: self.message.clone(),
            journal,
            records: self.records.iter().map(|record| (record.table.clone(), record.key.clone())).collect(),
            text_changed: self.after.text.is_some(),
            plan_changed: self.after.plan.is_some(),
        }
    }
}

/// The finding that a row stores.
pub(super) enum JournaledFinding {
    /// As approved, and by whom.
    Approved(Box<Finding>, Decided),
    /// As stored by an earlier row.
    Before(Box<RawValue>),
}

impl JournaledFinding {
    /// Encodes the finding with who decided it and further notes; also returns what it was made from. The cleaned text
    /// is left out if the row holds it already, to keep the journal small.
    fn snapshot(
        self,
        row_holds_text: bool,
        said: &[(&str, Box<RawValue>)],
    ) -> serde_json::Result<(Box<RawValue>, Option<Box<Finding>>)> {
        let (finding, decided) = match self {
            Self::Before(snapshot) => return Ok((snapshot, None)),
            Self::Approved(finding, decided) => (finding, to_raw_value(&decided)?),
        };
        let snapshot = to_raw_value(&finding)?;
        let mut members: IndexMap<&str, &RawValue> = serde_json::from_str(snapshot.get())?;
        if row_holds_text {
            members.shift_remove("cleaned");
        }
        members.insert(DECIDED_MEMBER, &decided);
        members.extend(said.iter().map(|(name, said)| (*name, &**said)));
        Ok((to_raw_value(&members)?, Some(finding)))
    }
}

/// The end of the journal, to which a run appends.
struct ChainEnd<'a> {
    run: &'a RunDetails,
    batch: i64,
    /// Whether a row already holds the note on the batch.
    is_noted: bool,
    head: String,
}

/// A row ready to be inserted.
struct EncodedRow {
    id: i64,
    batch: i64,
    kind: &'static str,
    undoes: Option<i64>,
    /// The columns from `message` to the one before the digest.
    texts: [String; 10],
    digest: String,
    /// Dropped by the thread that made it: freeing memory of another thread makes both wait for each other.
    made_of: (JournalEntry, Option<Box<Finding>>),
}

impl<'a> ChainEnd<'a> {
    /// The end of the journal, and the number of its last row.
    fn find(connection: &Connection, run: &'a RunDetails) -> rusqlite::Result<Result<(Self, i64), String>> {
        let end = connection
            .query_row(&format!("SELECT id, digest FROM {JOURNAL_TABLE} ORDER BY id DESC LIMIT 1"), [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?;
        let sql = format!("SELECT max(batch) FROM {JOURNAL_TABLE}");
        let batch = match connection.query_row(&sql, [], |row| row.get(0))? {
            Cell::Null => Some(1),
            Cell::Integer(batch) => batch.checked_add(1),
            Cell::Real(_) | Cell::Text(_) | Cell::Blob(_) => None,
        };
        let (last, head): (i64, String) = end.unwrap_or_default();
        Ok(match batch.filter(|_| last < i64::MAX) {
            Some(batch) => Ok((Self { run, batch, is_noted: false, head }, last)),
            None => Err(NO_NUMBER_LEFT.to_owned()),
        })
    }

    /// The members to add to a finding: the profile, if one was given, and in the first row the note on the batch.
    fn said(&mut self) -> serde_json::Result<Vec<(&'static str, Box<RawValue>)>> {
        let mut said = Vec::new();
        if let Some(profile) = &self.run.profile {
            said.push((PROFILE_MEMBER, to_raw_value(profile)?));
        }
        if !std::mem::replace(&mut self.is_noted, true) && self.run.batch != BatchNote::default() {
            said.push((BATCH_MEMBER, to_raw_value(&self.run.batch)?));
        }
        Ok(said)
    }

    /// Encodes the next row, which has this number.
    fn row(&mut self, (id, entry): (i64, NewJournalEntry)) -> serde_json::Result<EncodedRow> {
        let NewJournalEntry { kind, undoes, message, before, after, records, finding, .. } = entry;
        let (finding, kept) = finding.snapshot(after.text.is_some(), &self.said()?)?;
        let entry = JournalEntry {
            id,
            batch: self.batch,
            kind,
            undoes,
            message,
            before,
            after,
            records,
            finding,
            reviewer: self.run.reviewer.clone(),
            written_at: self.run.now.to_string(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            patterns: self.run.patterns.clone(),
            previous: std::mem::take(&mut self.head),
            digest: String::new(),
        };
        // Each column is encoded once, for both the digest and the table.
        let cells = entry.cells();
        let digest = digest_of(&cells);
        self.head.clone_from(&digest);
        let [_, _, _, _, texts @ ..] = cells.map(Cow::into_owned);
        Ok(EncodedRow { id, batch: self.batch, kind: kind.name(), undoes, texts, digest, made_of: (entry, kept) })
    }
}

/// Why nothing can be appended.
const NO_NUMBER_LEFT: &str = "has a row with an impossible number or batch; see `ghostcall verify`";

/// The table of the journal, with its end.
struct JournalTable<'a> {
    changes: &'a Changes<'a>,
    insert: String,
    /// The number of rows that it must have.
    rows: i64,
    /// The digest of the last row.
    head: String,
}

impl<'a> JournalTable<'a> {
    /// Opens the table, and creates it if it is missing.
    fn open(changes: &'a Changes<'a>) -> Result<Self, SourceError> {
        let database = &*changes.database;
        let failed = |error: rusqlite::Error| database.failed(&error);
        if let Some(what) = journal_fault(database.connection).map_err(failed)? {
            return Err(foreign(database, what));
        }
        if !has_journal(database.connection).map_err(failed)? {
            database.connection.execute_batch(SCHEMA).map_err(failed)?;
        }
        if let Some(trigger) = journal_triggers(database.connection).map_err(failed)?.first() {
            let detail = format!("has the trigger {trigger}, which could change it; drop the trigger");
            return Err(foreign(database, detail));
        }
        let insert = format!(
            "INSERT OR ABORT INTO {JOURNAL_TABLE} ({})
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            JournalEntry::COLUMNS
        );
        let table = Self { changes, insert, rows: 0, head: String::new() };
        let rows = table.count().map_err(failed)?;
        Ok(Self { rows, ..table })
    }

    fn count(&self) -> rusqlite::Result<i64> {
        self.changes
            .database
            .connection
            .query_row(&format!("SELECT count(*) FROM {JOURNAL_TABLE}"), [], |row| row.get(0))
    }

    /// Inserts rows and checks that each was stored unchanged: an incomplete journal would make an undo impossible.
    fn insert(&mut self, rows: serde_json::Result<Vec<EncodedRow>>) -> Result<(), SourceError> {
        let failed = |error: rusqlite::Error| failed_at(&self.changes.database, &error, None);
        let rows = rows.map_err(|error| failed(rusqlite::Error::ToSqlConversionFailure(error.into())))?;
        for EncodedRow { id, batch, kind, undoes, texts, digest, made_of } in rows {
            // These columns are stored as numbers, and an empty `undoes` as NULL.
            let first: [&dyn ToSql; 4] = [&id, &batch, &kind, &undoes];
            let texts = texts.iter().chain([&digest]).map(|text| text as &dyn ToSql);
            let cells = params_from_iter(first.into_iter().chain(texts));
            let inserted = self.changes.run(JOURNAL_TABLE, &self.insert, cells).map_err(failed)?;
            if inserted != 1 || self.digest(id).map_err(failed)?.as_ref() != Some(&digest) {
                return Err(foreign(&self.changes.database, NOT_KEPT.to_owned()));
            }
            self.rows += 1;
            self.head = digest;
            drop(made_of);
        }
        Ok(())
    }

    fn digest(&self, id: i64) -> rusqlite::Result<Option<String>> {
        let sql = format!("SELECT digest FROM {JOURNAL_TABLE} WHERE id = ?1");
        self.changes.database.connection.prepare_cached(&sql)?.query_row([id], |row| row.get(0)).optional()
    }

    /// Returns the digest of the last row, after checking the number of rows.
    fn close(self) -> Result<String, SourceError> {
        if self.count().map_err(|error| self.changes.database.failed(&error))? != self.rows {
            return Err(foreign(&self.changes.database, NOT_KEPT.to_owned()));
        }
        Ok(self.head)
    }
}

/// The error for a journal whose trigger changes what is appended.
const NOT_KEPT: &str = "does not keep what is written to it: a trigger changes it";

fn foreign(database: &Database<'_>, detail: String) -> SourceError {
    SourceError::ForeignJournal { path: database.source.path().to_owned(), detail }
}

/// Appends rows to the journal.
pub(super) struct Appender<'a> {
    table: JournalTable<'a>,
    /// The number of the last appended row.
    last: i64,
    /// Entries not yet sent to the other thread, with their row numbers.
    waiting: Vec<(i64, NewJournalEntry)>,
    new_entries: SyncSender<Vec<(i64, NewJournalEntry)>>,
    rows: Receiver<serde_json::Result<Vec<EncodedRow>>>,
}

impl<'a> Appender<'a> {
    /// Runs `work`, which appends entries; returns its result and the digest of the last row.
    pub(super) fn with<T, E: From<SourceError>>(
        changes: &'a Changes<'a>,
        run: &'a RunDetails,
        work: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<(T, String), E> {
        let table = JournalTable::open(changes)?;
        let database = &*changes.database;
        let (mut chain, last) = ChainEnd::find(database.connection, run)
            .map_err(|error| database.failed(&error))?
            .map_err(|detail| foreign(database, detail))?;
        let table = JournalTable { head: chain.head.clone(), ..table };
        thread::scope(|scope| {
            let (new_entries, inbox) = sync_channel::<Vec<(i64, NewJournalEntry)>>(MAX_WAITING_GROUPS);
            // Unbounded, to avoid a deadlock: it holds no more rows than were sent.
            let (outlet, rows) = channel();
            scope.spawn(move || {
                for some in inbox {
                    if outlet.send(some.into_iter().map(|entry| chain.row(entry)).collect()).is_err() {
                        break;
                    }
                }
            });
            let mut appender = Self { table, last, waiting: Vec::with_capacity(ENTRIES_PER_GROUP), new_entries, rows };
            let done = work(&mut appender)?;
            Ok((done, appender.finish()?))
        })
    }

    /// Appends a row; returns a report on it.
    pub(super) fn append(&mut self, entry: NewJournalEntry) -> Result<WrittenFinding, SourceError> {
        let next = self.last.checked_add(1);
        self.last = next.ok_or_else(|| foreign(&self.table.changes.database, NO_NUMBER_LEFT.to_owned()))?;
        let done = entry.done(self.last);
        self.waiting.push((self.last, entry));
        if self.waiting.len() == ENTRIES_PER_GROUP {
            self.hand_over();
            while let Ok(rows) = self.rows.try_recv() {
                self.table.insert(rows)?;
            }
        }
        Ok(done)
    }

    fn hand_over(&mut self) {
        let some = std::mem::replace(&mut self.waiting, Vec::with_capacity(ENTRIES_PER_GROUP));
        // Sending fails only if the other thread panicked, which the scope passes on.
        let _ = self.new_entries.send(some);
    }

    /// Inserts all remaining rows.
    fn finish(mut self) -> Result<String, SourceError> {
        self.hand_over();
        let Self { mut table, new_entries, rows, .. } = self;
        drop(new_entries);
        for some in rows {
            table.insert(some)?;
        }
        table.close()
    }
}
