//! Stores findings in memory while they are few, else in a temporary table: a list of a million takes only the memory of
//! its rows.
//!
//! The file of the table has no name and vanishes with the process. Its rows never change, so a finding can be read
//! again at any time.

use std::cell::OnceCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, MAIN_DB, Row, params};

use crate::proposal::Finding;
use crate::source::Message;

/// The amount of the table that is kept in memory, in KiB.
const CACHE_KIBIBYTES: i64 = 1_024;
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
    /// In a table: many.
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
    /// The finding; `None` if the table cannot be read any more.
    pub(crate) fn finding(&self) -> Option<Arc<Finding>> {
        match self.store {
            FindingStore::Held(finding) => Some(Arc::clone(finding)),
            FindingStore::Table(table) => table.finding(self.row),
        }
    }

    /// The beginning of the text that a write-back would leave; `None` if it cannot be read any more.
    pub(crate) fn cleaned(&self) -> Option<String> {
        match self.store {
            FindingStore::Held(finding) => Some(beginning(finding.cleaned.as_bytes())),
            FindingStore::Table(table) => table.beginning(self.row, "cleaned"),
        }
    }

    /// The beginning of the text of the message; `None` if it cannot be read any more.
    pub(crate) fn text_beginning(&self) -> Option<String> {
        match self.store {
            FindingStore::Held(finding) => Some(beginning(finding.message.text.as_bytes())),
            FindingStore::Table(table) => table.beginning(self.row, "text"),
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
fn beginning(text: &[u8]) -> String {
    let begun = text.get(..BEGINNING).unwrap_or(text);
    begun.utf8_chunks().next().map(|whole| whole.valid().to_owned()).unwrap_or_default()
}

/// A table of findings.
#[derive(Debug)]
pub(crate) struct FindingTable {
    connection: Mutex<Connection>,
    recent: Mutex<RecentFindings>,
    /// The number of whole findings that were read. Tests use it to measure the cost of a key.
    reads: AtomicUsize,
}

impl FindingTable {
    fn new() -> rusqlite::Result<Self> {
        let connection = Connection::open("")?;
        // A row that does not fit on the disk leaves the others as they are.
        connection.pragma_update(None, "journal_mode", "MEMORY")?;
        connection.pragma_update(None, "cache_size", -CACHE_KIBIBYTES)?;
        // What the list shows comes first: to get at the end of a long row, SQLite passes over what is before it.
        connection
            .execute_batch("CREATE TABLE findings (number INTEGER PRIMARY KEY, cleaned TEXT, text TEXT, rest TEXT)")?;
        Ok(Self { connection: Mutex::new(connection), recent: Mutex::default(), reads: AtomicUsize::new(0) })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn recent(&self) -> MutexGuard<'_, RecentFindings> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a row; returns its number. The rest of a finding is everything but its two texts.
    fn add(&self, cleaned: &str, text: &str, rest: &str) -> Option<u32> {
        let connection = self.connection();
        let mut insert =
            connection.prepare_cached("INSERT INTO findings (cleaned, text, rest) VALUES (?1, ?2, ?3)").ok()?;
        u32::try_from(insert.insert(params![cleaned, text, rest]).ok()?).ok()
    }

    fn finding(&self, row: u32) -> Option<Arc<Finding>> {
        if let Some(known) = self.recent().get(row) {
            return Some(known);
        }
        // A failed read is not cached: it may succeed later.
        let finding = Arc::new(self.read(row)?);
        self.recent().keep(row, Arc::clone(&finding));
        Some(finding)
    }

    fn read(&self, row: u32) -> Option<Finding> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let select = "SELECT cleaned, text, rest FROM findings WHERE number = ?1";
        let (cleaned, text, rest): (String, String, String) = self.ask(select, row, |row| row.try_into())?;
        let (finding, message): (Finding, Message) = serde_json::from_str(&rest).ok()?;
        Some(Finding { cleaned, message: Message { text, ..message }, ..finding })
    }

    fn text(&self, row: u32) -> Option<String> {
        self.ask("SELECT text FROM findings WHERE number = ?1", row, |row| row.get(0))
    }

    fn ask<T>(&self, select: &str, row: u32, read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>) -> Option<T> {
        self.connection().prepare_cached(select).ok()?.query_row([row], read).ok()
    }

    /// The beginning of a text, without reading the rest of it.
    fn beginning(&self, row: u32, column: &str) -> Option<String> {
        let connection = self.connection();
        let text = connection.blob_open(MAIN_DB, "findings", column, row.into(), true).ok()?;
        let mut bytes = vec![0; text.len().min(BEGINNING)];
        text.read_at_exact(&mut bytes, 0).ok()?;
        Some(beginning(&bytes))
    }
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
    /// The table, once one is needed; empty where none can be made.
    table: OnceCell<Option<Arc<FindingStore>>>,
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

impl Default for StoreWriter {
    fn default() -> Self {
        Self { table: OnceCell::new(), held: 0, most_held: MOST_HELD, heavy: 0 }
    }
}

impl StoreWriter {
    /// Stores a finding; returns the store and the row in it. Without a usable table it stays in memory.
    pub(crate) fn keep(&mut self, mut finding: Finding) -> (Arc<FindingStore>, u32) {
        if self.held < self.most_held {
            self.held += weight(&finding) + std::mem::size_of::<Finding>();
            return held(finding);
        }
        let cleaned = std::mem::take(&mut finding.cleaned);
        let text = std::mem::take(&mut finding.message.text);
        self.add(&finding, &cleaned, &text).unwrap_or_else(|| {
            (finding.cleaned, finding.message.text) = (cleaned, text);
            held(finding)
        })
    }

    /// Whether a finding whose claims take `bytes` of JSON stays in memory: parsing it again would cause a visible
    /// delay.
    fn holds_heavy(&mut self, bytes: usize) -> bool {
        let holds = bytes >= HEAVY && self.heavy + bytes <= MOST_HEAVY;
        self.heavy += if holds { bytes } else { 0 };
        holds
    }

    fn add(&mut self, finding: &Finding, cleaned: &str, text: &str) -> Option<(Arc<FindingStore>, u32)> {
        let make = || FindingTable::new().ok().map(|table| Arc::new(FindingStore::Table(table)));
        let store = Arc::clone(self.table.get_or_init(make).as_ref()?);
        let FindingStore::Table(table) = &*store else { return None };
        let rest = serde_json::to_string(&(finding, &finding.message)).ok()?;
        if depth(rest.as_bytes()) > DEEPEST || self.holds_heavy(rest.len()) {
            return None;
        }
        let row = table.add(cleaned, text, &rest)?;
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
