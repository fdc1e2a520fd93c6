//! The payloads at the start of a text.

use super::cursor::Cursor;
use super::{Payload, wrapped};
use crate::claim::stamp::stamp_length;

/// The most payloads that are read although their last string ran on to the end of the text. Each of them costs a look
/// at the whole rest, so a text full of them would take quadratic time.
const MAX_RESCUED: usize = 4;

/// The payloads at the start of a text: after white space, byte order marks, zero-width spaces and log stamps
/// (`[2026-01-25 18:48]`), one after another, separated by white space, stamps or single commas.
///
/// The time is linear: a payload reads no more than itself and a bounded part after it, and what follows the last one
/// is tried once.
#[must_use]
pub fn read_leading(text: &str) -> Vec<Payload> {
    let cursor = Cursor::new(text);
    let mut payloads = Vec::new();
    let mut rescued = 0;
    let mut at = past_stamps(cursor, 0);
    while rescued < MAX_RESCUED
        && let Ok(reading) = wrapped::read(text, at)
    {
        rescued += usize::from(reading.looked == text.len() && reading.payload.span.end < text.len());
        at = past_stamps(cursor, reading.payload.span.end);
        if cursor.byte(at) == Some(b',') {
            at = past_stamps(cursor, at + 1);
        }
        payloads.push(reading.payload);
    }
    payloads
}

/// Skips white space and stamps.
pub(super) fn past_stamps(cursor: Cursor<'_>, at: usize) -> usize {
    let mut at = cursor.past_space(at);
    while let Some(end) = stamp_end(cursor, at) {
        at = cursor.past_space(end);
    }
    at
}

/// The end of the stamp at `at`.
fn stamp_end(cursor: Cursor<'_>, at: usize) -> Option<usize> {
    stamp_length(cursor.rest(at)).map(|length| at + length)
}
