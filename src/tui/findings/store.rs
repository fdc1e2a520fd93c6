//! Stores findings in memory while they are few, else in a temporary database: a list of a million takes only the memory
//! of its rows.
//!
//! The database is one table in a file without a name, which vanishes with the process. Its rows never change, so a
//! finding can be read again at any time.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::types::FromSqlError;
use rusqlite::{Connection, OpenFlags, Row};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::proposal::Finding;
use crate::source::Message;

/// The maximum number of recently read findings that are cached.
const MOST_RECENT: usize = 128;
const MOST_RECENT_BYTES: usize = 32 << 20;
/// Findings nested deeper stay in memory: parsing them again would exceed the recursion limit.
const DEEPEST: usize = 100;
/// The bytes of a text that count as its beginning.
pub(crate) const BEGINNING: usize = 4_096;

/// Where findings are kept.
#[derive(Debug)]
pub(crate) enum FindingStore {
    /// In memory: one finding.
    Held(Arc<Finding>),
    /// In a temporary database: many.
    Table(FindingTable),
}

/// A reference to a stored finding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredFinding<'a> {
    pub(crate) store: &'a FindingStore,
    /// Its row in the table.
    pub(crate) row: u32,
}

impl StoredFinding<'_> {
    /// The finding; an empty one if the table cannot be read any more.
    pub(crate) fn finding(&self) -> Arc<Finding> {
        match self.store {
            FindingStore::Held(finding) => Arc::clone(finding),
            FindingStore::Table(table) => table.finding(self.row),
        }
    }

    /// The beginning of the text that a write-back would leave.
    pub(crate) fn cleaned(&self) -> String {
        match self.store {
            FindingStore::Held(finding) => beginning(&finding.cleaned).to_owned(),
            FindingStore::Table(table) => table.beginning("cleaned", self.row),
        }
    }

    /// The beginning of the text of the message.
    pub(crate) fn text_beginning(&self) -> String {
        match self.store {
            FindingStore::Held(finding) => beginning(&finding.message.text).to_owned(),
            FindingStore::Table(table) => table.beginning("text", self.row),
        }
    }

    /// Calls `ask` with the text of the message, without reading the rest of the finding.
    pub(crate) fn ask_text<T>(&self, ask: impl FnOnce(&str) -> T) -> T {
        match self.store {
            FindingStore::Held(finding) => ask(&finding.message.text),
            FindingStore::Table(table) => ask(&table.text(self.row).unwrap_or_default()),
        }
    }
}

impl PartialEq for FindingStore {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Held(one), Self::Held(other)) => one == other,
            (Self::Table(one), Self::Table(other)) => std::ptr::eq(one, other),
            _ => false,
        }
    }
}

/// The beginning of a text, whole characters.
fn beginning(text: &str) -> &str {
    let end = (0..=BEGINNING.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// The part of a finding that is not plain text.
#[derive(Serialize)]
struct Rest<'a> {
    finding: &'a Finding,
    message: &'a Message,
}

#[derive(Deserialize)]
struct OwnedRest {
    finding: Finding,
    message: Message,
}

/// Findings in a temporary database.
#[derive(Debug)]
pub(crate) struct FindingTable {
    connection: Mutex<Connection>,
    recent: Mutex<RecentFindings>,
    /// The number of whole findings that were read. Tests use it to measure the cost of a key.
    reads: AtomicUsize,
}

impl FindingTable {
    /// An empty table in a file of this folder, whose name is removed at once.
    fn create_in(folder: &Path) -> Option<Self> {
        let file = NamedTempFile::new_in(folder).ok()?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file.path(), flags).ok()?;
        // A failed insertion is rolled back from memory, so that the rows before it stay readable. Texts are blobs: a
        // part of them is cut by bytes, and they may contain NUL.
        let create = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
            CREATE TABLE findings (row INTEGER PRIMARY KEY, text BLOB, cleaned BLOB, rest BLOB)";
        connection.execute_batch(create).ok()?;
        Some(Self { connection: Mutex::new(connection), recent: Mutex::default(), reads: AtomicUsize::new(0) })
    }

    fn insert(&self, row: u32, finding: &Finding, rest: &[u8]) -> rusqlite::Result<()> {
        let connection = lock(&self.connection);
        let mut insert = connection.prepare_cached("INSERT INTO findings VALUES (?, ?, ?, ?)")?;
        insert.execute((row, finding.message.text.as_bytes(), finding.cleaned.as_bytes(), rest)).map(drop)
    }

    /// Reads columns of a row.
    fn select<T>(&self, columns: &str, row: u32, read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>) -> Option<T> {
        let connection = lock(&self.connection);
        let mut select = connection.prepare_cached(&format!("SELECT {columns} FROM findings WHERE row = ?")).ok()?;
        select.query_row([row], read).ok()
    }

    fn finding(&self, row: u32) -> Arc<Finding> {
        if let Some(known) = lock(&self.recent).get(row) {
            return known;
        }
        // A failed read is not cached: it may succeed later.
        let Some(finding) = self.read(row).map(Arc::new) else { return Arc::default() };
        lock(&self.recent).keep(row, Arc::clone(&finding));
        finding
    }

    fn read(&self, row: u32) -> Option<Finding> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let columns = |row: &Row<'_>| Ok((text(row, 0)?, text(row, 1)?, row.get::<_, Vec<u8>>(2)?));
        let (text, cleaned, rest) = self.select("text, cleaned, rest", row, columns)?;
        let OwnedRest { finding, message } = serde_json::from_slice(&rest).ok()?;
        Some(Finding { cleaned, message: Message { text, ..message }, ..finding })
    }

    fn text(&self, row: u32) -> Option<String> {
        self.select("text", row, |row| text(row, 0))
    }

    fn beginning(&self, column: &str, row: u32) -> String {
        let bytes: Vec<u8> =
            self.select(&format!("substr({column}, 1, {BEGINNING})"), row, |row| row.get(0)).unwrap_or_default();
        // The last character may be cut.
        bytes.utf8_chunks().next().map_or_else(String::new, |chunk| chunk.valid().to_owned())
    }
}

/// The text in a column.
fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    let bytes = row.get_ref(column)?.as_blob()?;
    let text = simdutf8::basic::from_utf8(bytes).map_err(|error| FromSqlError::Other(error.into()))?;
    Ok(text.to_owned())
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A cache of the findings that were read last.
#[derive(Debug, Default)]
struct RecentFindings {
    found: std::collections::VecDeque<(u32, Arc<Finding>)>,
    bytes: usize,
}

impl RecentFindings {
    fn get(&mut self, row: u32) -> Option<Arc<Finding>> {
        let place = self.found.iter().rposition(|(known, _)| *known == row)?;
        let entry = self.found.remove(place)?;
        let finding = Arc::clone(&entry.1);
        self.found.push_back(entry);
        Some(finding)
    }

    fn keep(&mut self, row: u32, finding: Arc<Finding>) {
        self.bytes += weight(&finding);
        self.found.push_back((row, finding));
        while self.found.len() > MOST_RECENT || (self.bytes > MOST_RECENT_BYTES && self.found.len() > 1) {
            let gone = self.found.pop_front();
            self.bytes -= gone.map_or(0, |(_, finding)| weight(&finding));
        }
    }
}

/// The approximate size of a finding in memory, in bytes.
fn weight(finding: &Finding) -> usize {
    finding.message.text.len() * 2 + finding.cleaned.len()
}

/// Stores findings as they are found: in memory first, and in a table once they take too much room.
#[derive(Debug)]
pub(crate) struct StoreWriter {
    /// The table, once there is one.
    table: Option<Arc<FindingStore>>,
    /// The preferred folder of its file.
    folder: Option<PathBuf>,
    /// Whether creating the table was tried.
    has_tried: bool,
    /// The number of rows in the table.
    rows: u32,
    held: usize,
    most_held: usize,
    /// The total size in bytes of the claims that keep findings in memory.
    heavy: usize,
}

/// The total size in bytes of the findings that stay in memory.
const MOST_HELD: usize = 1 << 20;
/// Later findings also stay in memory if their claims take at least this many bytes of JSON, up to a total limit.
const HEAVY: usize = 256 << 10;
const MOST_HEAVY: usize = 4 << 20;

impl StoreWriter {
    /// A writer whose file is created in `folder`, else in the system's temporary folder.
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { table: None, folder, has_tried: false, rows: 0, held: 0, most_held: MOST_HELD, heavy: 0 }
    }

    /// Stores a finding; returns the store and the row in it. Without a usable file it stays in memory.
    pub(crate) fn keep(&mut self, finding: Finding) -> (Arc<FindingStore>, u32) {
        if self.held < self.most_held {
            self.held += weight(&finding) + std::mem::size_of::<Finding>();
            return held(finding);
        }
        if !std::mem::replace(&mut self.has_tried, true) {
            let table = self.folder.as_deref().and_then(FindingTable::create_in);
            let table = table.or_else(|| FindingTable::create_in(&std::env::temp_dir()));
            self.table = table.map(|table| Arc::new(FindingStore::Table(table)));
        }
        self.insert(&finding).unwrap_or_else(|| held(finding))
    }

    /// Whether a finding whose claims take `bytes` of JSON stays in memory: parsing it again would cause a visible
    /// delay.
    fn holds_heavy(&mut self, bytes: usize) -> bool {
        let holds = bytes >= HEAVY && self.heavy + bytes <= MOST_HEAVY;
        self.heavy += if holds { bytes } else { 0 };
        holds
    }

    fn insert(&mut self, finding: &Finding) -> Option<(Arc<FindingStore>, u32)> {
        let store = Arc::clone(self.table.as_ref()?);
        let FindingStore::Table(table) = &*store else { return None };
        let row = self.rows.checked_add(1)?;
        let rest = serde_json::to_vec(&Rest { finding, message: &finding.message }).ok()?;
        if depth(&rest) > DEEPEST || self.holds_heavy(rest.len()) {
            return None;
        }
        table.insert(row, finding, &rest).ok()?;
        self.rows = row;
        Some((store, row))
    }
}

fn held(finding: Finding) -> (Arc<FindingStore>, u32) {
    (Arc::new(FindingStore::Held(Arc::new(finding))), 0)
}

/// The nesting depth of a JSON text.
fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
#[path = "../tests/kept.rs"]
mod tests;
