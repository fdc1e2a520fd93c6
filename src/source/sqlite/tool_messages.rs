//! What tools answered: the messages of a tool's own role.

use super::SqliteSource;
use super::calls::{self, CallEntry};
use crate::source::profile::EvidenceSource;
use crate::source::{Key, SourceError};

/// What the message of a tool tells: of some, not even which tool it was.
pub(super) fn answer(source: &SqliteSource, place: &EvidenceSource, key: &Key) -> Result<CallEntry, SourceError> {
    let record = format!("message {key}");
    let unknown = CallEntry { message: Some(key.clone()), record: record.clone(), ..CallEntry::default() };
    let EvidenceSource::Messages { name, name_prefix, call, result, error, .. } = place else { return Ok(unknown) };
    let places = [name, call, &None, result, error].map(Option::as_ref);
    if places.iter().all(Option::is_none) {
        return Ok(unknown);
    }
    let cells = calls::cells(&source.profile.messages.table, places);
    let columns: Vec<_> = places.into_iter().flatten().map(|place| &place.column).collect();
    let found = source.row_of_message(&cells, &columns, key, |row| {
        // Of a message of a tool, no name and no call are needed.
        let entry = calls::entry(row, record.clone(), name_prefix.as_deref())?;
        Ok(Some(entry.unwrap_or_else(|| unknown.clone())))
    })?;
    Ok(found.map_or(unknown, |entry| CallEntry { message: Some(key.clone()), ..entry }))
}
