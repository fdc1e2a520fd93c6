//! A string that is being read, and the places in it to which reading may return.

use crate::claim::payload::cursor::{Cursor, Quote};

/// A place within a string to which reading may return.
pub(super) struct StringCheckpoint {
    /// The offset where reading would continue.
    pub(super) at: usize,
    /// The length of the content before it.
    pub(super) content: usize,
    pub(super) repairs: usize,
    pub(super) guesses: usize,
}

/// What a backslash does in a string.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Backslash {
    Escapes,
    /// It stands for itself, up to the end of a path such as `C:\charts`.
    Separates,
}

/// A string that is being read.
pub(super) struct StringScan {
    pub(super) open: Quote,
    pub(super) content: String,
    /// The offset up to which the text is copied to the content.
    pub(super) copied: usize,
    /// The number of unescaped marks within the string.
    pub(super) inner: usize,
    /// Whether such a mark opened something that is still open.
    pub(super) inner_open: bool,
    /// Whether another mark could have closed the string.
    pub(super) doubtful: bool,
    /// The number of open braces in the content.
    pub(super) braces: usize,
    /// The end of an object within the string: marks before it belong to that object.
    pub(super) inner_until: usize,
    pub(super) broken_line: bool,
    pub(super) backslash: Backslash,
    /// The first closing brace without an opening one in the content.
    pub(super) stray_brace: Option<StringCheckpoint>,
    /// The first mark that looks like the end of the string although no member follows.
    pub(super) likely_end: Option<StringCheckpoint>,
}

impl StringScan {
    pub(super) fn new(open: Quote, start: usize) -> Self {
        Self {
            open,
            content: String::new(),
            copied: start,
            inner: 0,
            inner_open: false,
            doubtful: false,
            braces: 0,
            inner_until: 0,
            broken_line: false,
            backslash: Backslash::Escapes,
            stray_brace: None,
            likely_end: None,
        }
    }

    /// Copies the text up to `end` that was not copied yet.
    pub(super) fn copy(&mut self, cursor: Cursor<'_>, end: usize) {
        self.content.push_str(cursor.slice(self.copied, end));
        self.copied = end;
    }

    /// Ends the path that a backslash separates, at a byte that no path contains. A path may contain a blank, but what
    /// comes after one is more often text, whose line breaks are escaped.
    pub(super) fn leave_path(&mut self, byte: u8) {
        if matches!(byte, 0..=b' ' | b'"' | b'*' | b'<' | b'>' | b'?' | b'|') {
            self.backslash = Backslash::Escapes;
        }
    }

    /// Whether the content so far is a drive of Windows: `C:`.
    pub(super) fn is_drive(&self) -> bool {
        matches!(self.content.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
    }
}
