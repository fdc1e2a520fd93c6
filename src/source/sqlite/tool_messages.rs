//! The results of tools in messages with a tool's role.

use serde_json::Value;

use super::SqliteSource;
use super::call_entry::{self, CallEntry};
use crate::source::failure;
use crate::source::profile::{ColumnPath, EvidenceSource, PathStep};
use crate::source::{Key, SourceError};

/// Reads a tool message. Some name not even the tool.
pub(super) fn answer(source: &SqliteSource, place: &EvidenceSource, key: &Key) -> Result<CallEntry, SourceError> {
    let record = format!("message {key}");
    let unknown = CallEntry { message: Some(key.clone()), record: record.clone(), ..CallEntry::default() };
    let EvidenceSource::Messages { name, name_prefix, call, result, error, .. } = place else { return Ok(unknown) };
    let table = &source.profile.messages.table;
    // The database lacks the columns of other versions of the application.
    let is_there = |place: &&ColumnPath| source.columns.has(table, &place.column);
    let places = [name, call, &None, result, error].map(|place| place.as_ref().filter(is_there));
    if places.iter().all(Option::is_none) {
        return Ok(unknown);
    }
    let cells = call_entry::cells(table, places);
    let columns: Vec<_> = places.into_iter().flatten().map(|place| &place.column).collect();
    let found = source.row_of_message(&cells, &columns, key, |row| {
        // A tool message needs neither a name nor a call id.
        let entry = call_entry::entry(row, record.clone())?;
        let name = call_entry::cut(entry.name.as_deref(), name_prefix.as_deref()).flatten().map(str::to_owned);
        Ok(Some(CallEntry { name, ..entry }))
    })?;
    let found = found.unwrap_or(unknown);
    let failed = found.failed || reports_error(found.result.as_ref(), result.as_ref(), error.as_ref());
    Ok(CallEntry { message: Some(key.clone()), failed, unclear: found.unclear && !failed, ..found })
}

/// Whether a result reports an error: SQLite finds none in a result that is not JSON.
pub(super) fn reports_error(found: Option<&Value>, result: Option<&ColumnPath>, error: Option<&ColumnPath>) -> bool {
    let is_in_result =
        |error: &&ColumnPath| result.is_some_and(|result| result.path.is_none() && result.column == error.column);
    let Some(path) = error.filter(is_in_result).and_then(|error| error.path.as_ref()) else { return false };
    let error = found.and_then(|value| path.steps.iter().try_fold(value, member));
    error.is_some_and(|value| !failure::is_no_error(value))
}

fn member<'v>(value: &'v Value, step: &PathStep) -> Option<&'v Value> {
    match step {
        PathStep::Member(name) => value.get(name),
        PathStep::Element(place) => value.get(place),
        _ => None,
    }
}
