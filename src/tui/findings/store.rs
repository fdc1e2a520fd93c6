//! Stores findings in memory while they are few, else in a temporary file: a list of a million takes only the memory of
//! its rows.
//!
//! The file has no name and vanishes with the process. Its content never changes, so a finding can be read again at any
//! time.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde::{Deserialize, Serialize};

use crate::proposal::Finding;
use crate::source::Message;

/// The alignment of records in bytes, so that a `u32` can address them.
const BLOCK: u64 = 64;
/// The size of a record's head, which holds the lengths of its parts.
const HEAD: usize = 24;
/// The bytes of a record that are read to get at its text.
const PAGE: usize = 4_096;
/// The maximum number of recently read findings that are cached.
const MOST_RECENT: usize = 128;
const MOST_RECENT_BYTES: usize = 32 << 20;
/// Findings nested deeper stay in memory: parsing them again would exceed the recursion limit.
const DEEPEST: usize = 100;
/// The bytes of a long text that are read at once.
const PART: usize = 64 << 10;
/// From this size in bytes, the texts of a message are read by two threads.
const LONG: usize = 1 << 20;
/// The bytes of a text that count as its beginning.
pub(crate) const BEGINNING: usize = 4_096;

/// Where findings are kept.
#[derive(Debug)]
pub(crate) enum FindingStore {
    /// In memory: one finding.
    Held(Arc<Finding>),
    /// In a file: many.
    File(FindingFile),
}

/// A reference to a stored finding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredFinding<'a> {
    pub(crate) store: &'a FindingStore,
    /// Its block in the file.
    pub(crate) block: u32,
}

impl StoredFinding<'_> {
    /// The finding; an empty one if the file cannot be read any more.
    pub(crate) fn finding(&self) -> Arc<Finding> {
        match self.store {
            FindingStore::Held(finding) => Arc::clone(finding),
            FindingStore::File(spill) => spill.finding(self.block),
        }
    }

    /// The beginning of the text that a write-back would leave.
    pub(crate) fn cleaned(&self) -> String {
        match self.store {
            FindingStore::Held(finding) => beginning(&finding.cleaned).to_owned(),
            FindingStore::File(spill) => {
                spill.head(self.block).map_or_else(String::new, |head| spill.beginning(head.begin, head.cleaned))
            }
        }
    }

    /// The beginning of the text of the message.
    pub(crate) fn text_beginning(&self) -> String {
        match self.store {
            FindingStore::Held(finding) => beginning(&finding.message.text).to_owned(),
            FindingStore::File(spill) => {
                spill.head(self.block).map_or_else(String::new, |head| spill.beginning(head.text_begin(), head.text))
            }
        }
    }

    /// Calls `ask` with the text of the message, without reading the rest of the finding.
    pub(crate) fn ask_text<T>(&self, ask: impl FnOnce(&str) -> T) -> T {
        match self.store {
            FindingStore::Held(finding) => ask(&finding.message.text),
            FindingStore::File(spill) => ask(&spill.text(self.block).unwrap_or_default()),
        }
    }
}

impl PartialEq for FindingStore {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Held(one), Self::Held(other)) => one == other,
            (Self::File(one), Self::File(other)) => std::ptr::eq(one, other),
            _ => false,
        }
    }
}

/// The beginning of a text, whole characters.
fn beginning(text: &str) -> &str {
    let end = (0..=BEGINNING.min(text.len())).rev().find(|place| text.is_char_boundary(*place));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// The positions of the parts of a record.
#[derive(Clone, Copy)]
struct RecordHead {
    begin: u64,
    cleaned: usize,
    text: usize,
    rest: usize,
}

impl RecordHead {
    fn parse(begin: u64, bytes: [u8; HEAD]) -> Option<Self> {
        let number = |place: usize| -> Option<usize> {
            let bytes: [u8; 8] = bytes.get(place * 8..place * 8 + 8)?.try_into().ok()?;
            usize::try_from(u64::from_le_bytes(bytes)).ok()
        };
        Some(Self { begin: begin + HEAD as u64, cleaned: number(0)?, text: number(1)?, rest: number(2)? })
    }

    fn bytes(cleaned: usize, text: usize, rest: usize) -> Vec<u8> {
        [cleaned, text, rest].into_iter().flat_map(|length| (length as u64).to_le_bytes()).collect()
    }

    fn text_begin(&self) -> u64 {
        self.begin + self.cleaned as u64
    }
}

/// The part of a record that is not plain text.
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

/// A file of findings.
#[derive(Debug)]
pub(crate) struct FindingFile {
    file: File,
    recent: Mutex<RecentFindings>,
    /// The number of whole findings that were read. Tests use it to measure the cost of a key.
    reads: AtomicUsize,
}

impl FindingFile {
    fn finding(&self, block: u32) -> Arc<Finding> {
        if let Some(known) = self.recent().get(block) {
            return known;
        }
        // A failed read is not cached: it may succeed later.
        let Some(finding) = self.read(block).map(Arc::new) else { return Arc::default() };
        self.recent().keep(block, Arc::clone(&finding));
        finding
    }

    fn recent(&self) -> std::sync::MutexGuard<'_, RecentFindings> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, block: u32) -> Option<Finding> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let head = self.head(block)?;
        let rest = self.bytes(head.text_begin() + head.text as u64, head.rest)?;
        let OwnedRest { mut finding, message } = serde_json::from_slice(&rest).ok()?;
        let read_cleaned = || self.whole_text(head.begin, head.cleaned);
        let read_text = || self.whole_text(head.text_begin(), head.text);
        let (cleaned, text) = if head.text < LONG {
            (read_cleaned(), read_text())
        } else {
            thread::scope(|scope| {
                let cleaned = scope.spawn(read_cleaned);
                let text = read_text();
                (cleaned.join().ok().flatten(), text)
            })
        };
        finding.cleaned = cleaned?;
        finding.message = Message { text: text?, ..message };
        Some(finding)
    }

    /// Reads a text in parts, so that each is validated while it is in the processor's cache.
    fn whole_text(&self, begin: u64, length: usize) -> Option<String> {
        if length <= PART {
            return String::from_utf8(self.bytes(begin, length)?).ok();
        }
        let (mut text, mut part) = (String::with_capacity(length), vec![0; PART]);
        while text.len() < length {
            let part = part.get_mut(..PART.min(length - text.len()))?;
            self.file.read_exact_at(part, begin + text.len() as u64).ok()?;
            let is_last = text.len() + part.len() == length;
            // The last character may be cut.
            let whole = if is_last { part.len() } else { part.iter().rposition(|byte| byte & 0xC0 != 0x80)? };
            let known = simdutf8::basic::from_utf8(part.get(..whole)?).ok().filter(|known| !known.is_empty())?;
            text.push_str(known);
        }
        Some(text)
    }

    fn head(&self, block: u32) -> Option<RecordHead> {
        let begin = u64::from(block) * BLOCK;
        let mut bytes = [0; HEAD];
        self.file.read_exact_at(&mut bytes, begin).ok()?;
        RecordHead::parse(begin, bytes)
    }

    fn text(&self, block: u32) -> Option<String> {
        // Most records are short and need no second read.
        let mut first = [0; PAGE];
        let begin = u64::from(block) * BLOCK;
        let length = self.file.read_at(&mut first, begin).ok()?;
        let known = first.get(..length)?;
        let head = RecordHead::parse(begin, *known.first_chunk()?)?;
        let from = HEAD + head.cleaned;
        match known.get(from..from + head.text) {
            Some(text) => std::str::from_utf8(text).ok().map(str::to_owned),
            None => self.whole_text(head.text_begin(), head.text),
        }
    }

    fn beginning(&self, begin: u64, length: usize) -> String {
        let bytes = self.bytes(begin, length.min(BEGINNING)).unwrap_or_default();
        // The last character may be cut.
        match std::str::from_utf8(&bytes) {
            Ok(text) => text.to_owned(),
            Err(error) => String::from_utf8_lossy(bytes.get(..error.valid_up_to()).unwrap_or_default()).into_owned(),
        }
    }

    fn bytes(&self, begin: u64, length: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.file.read_exact_at(&mut bytes, begin).ok()?;
        Some(bytes)
    }
}

/// A cache of the findings that were read last.
#[derive(Debug, Default)]
struct RecentFindings {
    found: std::collections::VecDeque<(u32, Arc<Finding>)>,
    bytes: usize,
}

impl RecentFindings {
    fn get(&mut self, block: u32) -> Option<Arc<Finding>> {
        let place = self.found.iter().rposition(|(known, _)| *known == block)?;
        let entry = self.found.remove(place)?;
        let finding = Arc::clone(&entry.1);
        self.found.push_back(entry);
        Some(finding)
    }

    fn keep(&mut self, block: u32, finding: Arc<Finding>) {
        self.bytes += weight(&finding);
        self.found.push_back((block, finding));
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

/// Stores findings as they are found: in memory first, and in a file once they take too much room.
#[derive(Debug)]
pub(crate) struct StoreWriter {
    /// The file, once there is one.
    spilled: Option<Arc<FindingStore>>,
    /// The preferred folder of the file.
    folder: Option<PathBuf>,
    /// Whether creating the file was tried.
    has_tried: bool,
    end: u64,
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
        Self { spilled: None, folder, has_tried: false, end: 0, held: 0, most_held: MOST_HELD, heavy: 0 }
    }

    fn file(&self) -> io::Result<File> {
        let file = self.folder.as_ref().and_then(|folder| tempfile::tempfile_in(folder).ok());
        file.map_or_else(tempfile::tempfile, Ok)
    }

    /// Stores a finding; returns the store and the block in it. Without a usable file it stays in memory.
    pub(crate) fn keep(&mut self, mut finding: Finding) -> (Arc<FindingStore>, u32) {
        if self.held < self.most_held {
            self.held += weight(&finding) + std::mem::size_of::<Finding>();
            return held(finding);
        }
        if !std::mem::replace(&mut self.has_tried, true) {
            let spill =
                self.file().map(|file| FindingFile { file, recent: Mutex::default(), reads: AtomicUsize::new(0) });
            self.spilled = spill.ok().map(|spill| Arc::new(FindingStore::File(spill)));
        }
        let cleaned = std::mem::take(&mut finding.cleaned);
        let text = std::mem::take(&mut finding.message.text);
        let spilled = self.write(&finding, &cleaned, &text);
        spilled.unwrap_or_else(|| {
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

    fn write(&mut self, finding: &Finding, cleaned: &str, text: &str) -> Option<(Arc<FindingStore>, u32)> {
        let spilled = Arc::clone(self.spilled.as_ref()?);
        let FindingStore::File(spill) = &*spilled else { return None };
        let block = u32::try_from(self.end / BLOCK).ok()?;
        let rest = serde_json::to_vec(&Rest { finding, message: &finding.message }).ok()?;
        if depth(&rest) > DEEPEST || self.holds_heavy(rest.len()) {
            return None;
        }
        let mut record = RecordHead::bytes(cleaned.len(), text.len(), rest.len());
        record.extend([cleaned.as_bytes(), text.as_bytes(), rest.as_slice()].concat());
        self.end = written(&spill.file, &record, self.end).ok()?;
        Some((spilled, block))
    }
}

fn held(finding: Finding) -> (Arc<FindingStore>, u32) {
    (Arc::new(FindingStore::Held(Arc::new(finding))), 0)
}

/// Writes a record; returns where the next one begins.
fn written(file: &File, record: &[u8], begin: u64) -> io::Result<u64> {
    file.write_all_at(record, begin)?;
    Ok((begin + record.len() as u64).next_multiple_of(BLOCK))
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
