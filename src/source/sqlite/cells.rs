//! The values of cells.

use rusqlite::types::ValueRef;

use crate::source::{List, Profile};

/// The text of a cell; `None` if it holds none in valid UTF-8.
pub(super) fn utf8(cell: ValueRef<'_>) -> Option<&str> {
    match cell {
        ValueRef::Text(bytes) => simdutf8::basic::from_utf8(bytes).ok(),
        _ => None,
    }
}

/// The name for a tool in a binary list (JSONB): some unknown tool ran.
const UNREADABLE_TOOL: &str = "(bytes)";

/// The names in a list of tools.
pub(super) fn tools(profile: &Profile, cell: ValueRef<'_>) -> Vec<String> {
    if matches!(cell, ValueRef::Blob(_)) {
        return vec![UNREADABLE_TOOL.to_owned()];
    }
    List::read_as(profile.tools_encoding(), utf8(cell)).names().map(str::to_owned).collect()
}

/// The truth value of an SQL condition.
pub(super) fn is_true(cell: ValueRef<'_>) -> bool {
    matches!(cell, ValueRef::Integer(truth) if truth != 0)
}
