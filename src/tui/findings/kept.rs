//! Findings in memory as long as they are few, else in a file of our own: a list of a million takes no more room than
//! its rows.
//!
//! The file has no name and is gone with the process. What stands in it never changes, so that to read a finding
//! from it is as good as to have it.

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

/// A record begins at a multiple of so many bytes, so that a small number tells where.
const BLOCK: u64 = 64;
/// What a record begins with: the lengths of its parts.
const HEAD: usize = 24;
/// So much of a record is read to look at its text.
const PAGE: usize = 4_096;
/// Findings that were read last are kept as they are, so many, as long as they take no more than so many bytes.
const MOST_RECENT: usize = 128;
const MOST_RECENT_BYTES: usize = 32 << 20;
/// What is nested deeper stays in memory: reading it again would go too deep.
const DEEPEST: usize = 100;
/// So many bytes of a long text are read in one go.
const PART: usize = 64 << 10;
/// The texts of a message that has so many bytes are read by two.
const LONG: usize = 1 << 20;
/// So much of a text shows its beginning.
pub(crate) const BEGINNING: usize = 4_096;

/// Where findings are kept.
#[derive(Debug)]
pub(crate) enum Shelf {
    /// In memory: one finding.
    Held(Arc<Finding>),
    /// In a file: many.
    File(Spill),
}

/// A finding, wherever it is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept<'a> {
    pub(crate) shelf: &'a Shelf,
    /// Where it stands in the file.
    pub(crate) block: u32,
}

impl Kept<'_> {
    /// The finding; an empty one where the file cannot be read any more.
    pub(crate) fn finding(&self) -> Arc<Finding> {
        match self.shelf {
            Shelf::Held(finding) => Arc::clone(finding),
            Shelf::File(spill) => spill.finding(self.block),
        }
    }

    /// The beginning of the text that a write-back would leave.
    pub(crate) fn cleaned(&self) -> String {
        match self.shelf {
            Shelf::Held(finding) => beginning(&finding.cleaned).to_owned(),
            Shelf::File(spill) => {
                spill.head(self.block).map_or_else(String::new, |head| spill.beginning(head.begin, head.cleaned))
            }
        }
    }

    /// The beginning of the text of the message.
    pub(crate) fn text_beginning(&self) -> String {
        match self.shelf {
            Shelf::Held(finding) => beginning(&finding.message.text).to_owned(),
            Shelf::File(spill) => {
                spill.head(self.block).map_or_else(String::new, |head| spill.beginning(head.text_begin(), head.text))
            }
        }
    }

    /// Answers a question about the text of the message, without reading the rest of the finding.
    pub(crate) fn ask_text<T>(&self, ask: impl FnOnce(&str) -> T) -> T {
        match self.shelf {
            Shelf::Held(finding) => ask(&finding.message.text),
            Shelf::File(spill) => ask(&spill.text(self.block).unwrap_or_default()),
        }
    }
}

impl PartialEq for Shelf {
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

/// Where the parts of a record stand.
#[derive(Clone, Copy)]
struct Head {
    begin: u64,
    cleaned: usize,
    text: usize,
    rest: usize,
}

impl Head {
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

/// What of a record is no plain text.
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
pub(crate) struct Spill {
    file: File,
    recent: Mutex<Recent>,
    /// How many findings were read as a whole: what a key costs.
    reads: AtomicUsize,
}

impl Spill {
    fn finding(&self, block: u32) -> Arc<Finding> {
        if let Some(known) = self.recent().get(block) {
            return known;
        }
        // What cannot be read just now may be read later.
        let Some(finding) = self.read(block).map(Arc::new) else { return Arc::default() };
        self.recent().keep(block, Arc::clone(&finding));
        finding
    }

    fn recent(&self) -> std::sync::MutexGuard<'_, Recent> {
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

    /// A text of the file, read in parts: of megabytes, each byte is looked at while it is near the processor.
    fn whole_text(&self, begin: u64, length: usize) -> Option<String> {
        if length <= PART {
            return String::from_utf8(self.bytes(begin, length)?).ok();
        }
        let (mut text, mut part) = (String::with_capacity(length), vec![0; PART]);
        while text.len() < length {
            let part = part.get_mut(..PART.min(length - text.len()))?;
            self.file.read_exact_at(part, begin + text.len() as u64).ok()?;
            let is_last = text.len() + part.len() == length;
            // The last character may be cut: it comes with the next part.
            let whole = if is_last { part.len() } else { part.iter().rposition(|byte| byte & 0xC0 != 0x80)? };
            let known = simdutf8::basic::from_utf8(part.get(..whole)?).ok().filter(|known| !known.is_empty())?;
            text.push_str(known);
        }
        Some(text)
    }

    fn head(&self, block: u32) -> Option<Head> {
        let begin = u64::from(block) * BLOCK;
        let mut bytes = [0; HEAD];
        self.file.read_exact_at(&mut bytes, begin).ok()?;
        Head::parse(begin, bytes)
    }

    fn text(&self, block: u32) -> Option<String> {
        // Most records are short: then there is nothing more to read.
        let mut first = [0; PAGE];
        let begin = u64::from(block) * BLOCK;
        let length = self.file.read_at(&mut first, begin).ok()?;
        let known = first.get(..length)?;
        let head = Head::parse(begin, *known.first_chunk()?)?;
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

/// The findings that were read last.
#[derive(Debug, Default)]
struct Recent {
    found: std::collections::VecDeque<(u32, Arc<Finding>)>,
    bytes: usize,
}

impl Recent {
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

/// What a finding takes in memory, about.
fn weight(finding: &Finding) -> usize {
    finding.message.text.len() * 2 + finding.cleaned.len()
}

/// Where findings go as they are found: the first into memory, and once they take much room, into a file.
#[derive(Debug)]
pub(crate) struct Keeper {
    /// The file, once there is one.
    spilled: Option<Arc<Shelf>>,
    /// Where the file is made, if it can be made there.
    folder: Option<PathBuf>,
    /// Whether that was tried.
    has_tried: bool,
    end: u64,
    held: usize,
    most_held: usize,
    /// How many bytes the claims of those take that stay in memory because of them.
    heavy: usize,
}

/// Findings of so many bytes stay in memory.
const MOST_HELD: usize = 1 << 20;
/// So do later ones whose claims take so many bytes of JSON, as long as these are no more than so many.
const HEAVY: usize = 256 << 10;
const MOST_HEAVY: usize = 4 << 20;

impl Keeper {
    /// One whose file is made in a folder, else where the system has temporary files.
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { spilled: None, folder, has_tried: false, end: 0, held: 0, most_held: MOST_HELD, heavy: 0 }
    }

    fn file(&self) -> io::Result<File> {
        let beside = self.folder.as_ref().and_then(|folder| tempfile::tempfile_in(folder).ok());
        beside.map_or_else(tempfile::tempfile, Ok)
    }

    /// Keeps a finding; answers where, and where in the file. Where no file can be made or written, it stays in memory.
    pub(crate) fn keep(&mut self, mut finding: Finding) -> (Arc<Shelf>, u32) {
        if self.held < self.most_held {
            self.held += weight(&finding) + std::mem::size_of::<Finding>();
            return held(finding);
        }
        if !std::mem::replace(&mut self.has_tried, true) {
            let spill = self.file().map(|file| Spill { file, recent: Mutex::default(), reads: AtomicUsize::new(0) });
            self.spilled = spill.ok().map(|spill| Arc::new(Shelf::File(spill)));
        }
        let cleaned = std::mem::take(&mut finding.cleaned);
        let text = std::mem::take(&mut finding.message.text);
        let spilled = self.write(&finding, &cleaned, &text);
        spilled.unwrap_or_else(|| {
            (finding.cleaned, finding.message.text) = (cleaned, text);
            held(finding)
        })
    }

    /// Whether a finding whose claims take so many bytes of JSON stays in memory: to take them apart would be seen.
    fn holds_heavy(&mut self, bytes: usize) -> bool {
        let holds = bytes >= HEAVY && self.heavy + bytes <= MOST_HEAVY;
        self.heavy += if holds { bytes } else { 0 };
        holds
    }

    fn write(&mut self, finding: &Finding, cleaned: &str, text: &str) -> Option<(Arc<Shelf>, u32)> {
        let spilled = Arc::clone(self.spilled.as_ref()?);
        let Shelf::File(spill) = &*spilled else { return None };
        let block = u32::try_from(self.end / BLOCK).ok()?;
        let rest = serde_json::to_vec(&Rest { finding, message: &finding.message }).ok()?;
        if depth(&rest) > DEEPEST || self.holds_heavy(rest.len()) {
            return None;
        }
        let mut record = Head::bytes(cleaned.len(), text.len(), rest.len());
        record.extend([cleaned.as_bytes(), text.as_bytes(), rest.as_slice()].concat());
        self.end = written(&spill.file, &record, self.end).ok()?;
        Some((spilled, block))
    }
}

fn held(finding: Finding) -> (Arc<Shelf>, u32) {
    (Arc::new(Shelf::Held(Arc::new(finding))), 0)
}

/// Writes a record; answers where the next one begins.
fn written(file: &File, record: &[u8], begin: u64) -> io::Result<u64> {
    file.write_all_at(record, begin)?;
    Ok((begin + record.len() as u64).next_multiple_of(BLOCK))
}

/// How deep a JSON text is nested.
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
