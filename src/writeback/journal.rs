//! Appending to the journal, in the transaction that it tells of.

use indexmap::IndexMap;
use rusqlite::{Connection, OptionalExtension as _, ToSql, params_from_iter};
use serde_json::value::{RawValue, to_raw_value};

use super::Run;
use crate::proposal::Finding;
use crate::source::{Entry, EntryKind, JOURNAL_TABLE, Key, RowChange, WrittenRecord, digest_of};

const SCHEMA: &str = "CREATE TABLE IF NOT EXISTS ghostcall_journal (
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

/// What a row tells.
pub(super) struct Told {
    pub(super) kind: EntryKind,
    pub(super) undoes: Option<i64>,
    pub(super) message: Key,
    pub(super) before: RowChange,
    pub(super) after: RowChange,
    pub(super) records: Vec<WrittenRecord>,
    pub(super) finding: Box<RawValue>,
}

/// A finding as the journal keeps it: without its cleaned text where the row tells that already, since a journal shall not be
/// larger than it must.
pub(super) fn snapshot(finding: &Finding, row_tells_text: bool) -> rusqlite::Result<Box<RawValue>> {
    let failed = |error: serde_json::Error| rusqlite::Error::ToSqlConversionFailure(error.into());
    let whole = to_raw_value(finding).map_err(failed)?;
    if !row_tells_text {
        return Ok(whole);
    }
    let mut members: IndexMap<&str, &RawValue> = serde_json::from_str(whole.get()).map_err(failed)?;
    members.shift_remove("cleaned");
    to_raw_value(&members).map_err(failed)
}

/// The end of the journal, to which a run appends.
pub(super) struct Appender<'a> {
    connection: &'a Connection,
    run: &'a Run,
    batch: i64,
    last: i64,
    head: String,
    insert: String,
}

impl<'a> Appender<'a> {
    /// Makes the table where it is missing, and finds the end.
    pub(super) fn new(connection: &'a Connection, run: &'a Run) -> rusqlite::Result<Self> {
        connection.execute_batch(SCHEMA)?;
        let end = connection
            .query_row(&format!("SELECT id, digest FROM {JOURNAL_TABLE} ORDER BY id DESC LIMIT 1"), [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?;
        let batch: i64 =
            connection
                .query_row(&format!("SELECT coalesce(max(batch), 0) + 1 FROM {JOURNAL_TABLE}"), [], |row| row.get(0))?;
        let (last, head) = end.unwrap_or_default();
        let insert = format!(
            "INSERT INTO {JOURNAL_TABLE} ({}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            Entry::COLUMNS
        );
        Ok(Self { connection, run, batch, last, head, insert })
    }

    /// The digest of the last row.
    pub(super) fn head(&self) -> &str {
        &self.head
    }

    /// Appends a row; answers its number.
    pub(super) fn append(&mut self, told: Told) -> rusqlite::Result<i64> {
        let Told { kind, undoes, message, before, after, records, finding } = told;
        let entry = Entry {
            id: self.last + 1,
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
            previous: self.head.clone(),
            digest: String::new(),
        };
        // Each column is made a text once, for the digest and for the table.
        let cells = entry.cells();
        let digest = digest_of(&cells);
        let [_, _, kind, _, others @ ..] = &cells;
        // Numbers stay numbers, and what undoes nothing NULL.
        let first: [&dyn ToSql; 4] = [&entry.id, &entry.batch, kind, &entry.undoes];
        let others = others.iter().map(|cell| cell as &dyn ToSql);
        let all = first.into_iter().chain(others).chain([&digest as &dyn ToSql]);
        self.connection.prepare_cached(&self.insert)?.execute(params_from_iter(all))?;
        (self.last, self.head) = (entry.id, digest);
        Ok(entry.id)
    }

    /// Where the journal ends: to return to, when a finding is left out after all.
    pub(super) fn mark(&self) -> (i64, String) {
        (self.last, self.head.clone())
    }

    /// Forgets what was appended since a mark; its rows are rolled back.
    pub(super) fn return_to(&mut self, (last, head): (i64, String)) {
        self.last = last;
        self.head = head;
    }
}
