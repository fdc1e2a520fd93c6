//! Calls and results in the sources of evidence: in tables of their own, and in the rows of messages.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rusqlite::types::ValueRef;
use serde_json::Value;

use super::{SqliteSource, parts, utf8};
use crate::source::evidence::UNREADABLE_NAME;
use crate::source::failure::{self, ErrorStatus};
use crate::source::profile::{ColumnPath, EvidenceSource, PathStep, Within, sqlite_path};
use crate::source::quoting::literal;
use crate::source::{Answered, Key, RecordedCall, SourceError, ToolMessage, quote, record_name, ruby_inspect};

/// A call, a result, or both, from one place of the database.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CallEntry {
    /// The message that it is recorded for.
    pub(super) message: Option<Key>,
    /// The tool, if named there.
    pub(super) name: Option<String>,
    /// The id of the call, as text.
    pub(super) call: Option<String>,
    pub(super) arguments: Option<Value>,
    /// The tool's result, if the entry holds one.
    pub(super) result: Option<Value>,
    /// Whether the call failed.
    pub(super) failed: bool,
    /// What is known of the answer, if the call is not known to have failed.
    pub(super) answered: Answered,
    /// Whether it is known to belong to another recorded call.
    pub(super) of_known_call: bool,
    /// Whether its status shows neither failure nor success.
    pub(super) unclear: bool,
    /// Where it is stored, in words.
    pub(super) record: String,
}

impl CallEntry {
    /// Without a name or call id, makes the entry one of an unknown tool: any tool may have run.
    pub(super) fn or_unreadable(mut self) -> Self {
        if self.name.is_none() && self.call.is_none() {
            self.name = Some(UNREADABLE_NAME.to_owned());
        }
        self
    }

    /// Whether it has a name or a call id.
    pub(super) fn is_known(&self) -> bool {
        self.call.is_some() || self.name.as_ref().is_some_and(|name| name != UNREADABLE_NAME)
    }

    /// Converts a call to evidence; `None` if its tool is unknown.
    pub(super) fn into_call(self) -> Option<RecordedCall> {
        let Self { name, arguments, result, failed, answered, unclear, record, .. } = self;
        Some(RecordedCall { name: name?, arguments, result, failed, answered, unclear, record: Some(record) })
    }

    /// Converts a result to evidence.
    pub(super) fn into_tool_message(self) -> ToolMessage {
        let Self { name: tool, result, failed, of_known_call, unclear, record, .. } = self;
        ToolMessage { tool, result, failed, of_known_call, unclear, record: Some(record) }
    }
}

/// Caches entries by source (its index in the profile) and message, because all messages of a turn need each other's.
#[derive(Default)]
pub(super) struct EntryCache {
    known: HashMap<(usize, Key), Arc<Vec<CallEntry>>>,
    /// Index of a source → the statement that queries its table.
    statements: HashMap<usize, Arc<str>>,
}

/// The maximum number of messages with cached entries.
const MAX_CACHED_MESSAGES: usize = 2000;

/// The entries for these messages, from a table or from the rows of messages; `own` is the message in question.
pub(super) fn entries_of_all(
    source: &SqliteSource,
    place: &EvidenceSource,
    keys: &[&Key],
    own: Option<&Key>,
) -> Result<Vec<CallEntry>, SourceError> {
    let (EvidenceSource::Table { within, .. } | EvidenceSource::Parts { within, .. }) = place else {
        return Ok(Vec::new());
    };
    let number = source.profile.evidence.iter().position(|other| other == place).unwrap_or_default();
    let keys = keys.iter().copied().filter(|key| *within == Within::Turn || Some(*key) == own);
    let mut entries = Vec::new();
    let mut rows = HashSet::new();
    let is_one_per_message = parts::is_one_per_message(source, place);
    for key in keys {
        let row = row_of(source, key);
        let is_new = rows.insert(row.clone());
        if is_one_per_message {
            let found = entries_of(source, (number, place), key, row)?;
            entries.extend(found.iter().filter_map(|entry| of_message(source, entry, key)));
        } else if is_new {
            entries.extend(entries_of(source, (number, place), key, row)?.iter().cloned());
        }
    }
    Ok(entries)
}

/// An entry of a row with several messages, if it is this message's or, where the turns of the messages are unknown,
/// may be.
fn of_message(source: &SqliteSource, entry: &CallEntry, key: &Key) -> Option<CallEntry> {
    if entry.message.as_ref().is_none_or(|message| message == key) {
        return Some(entry.clone());
    }
    let is_any = source.sql.conversation().is_none();
    is_any.then(|| CallEntry { failed: false, unclear: true, ..entry.clone() })
}

/// The key of the row with a message. A message found by its name in the row is treated as a row of its own.
pub(super) fn row_of(source: &SqliteSource, key: &Key) -> Key {
    let messages = &source.profile.messages;
    match key {
        Key::Composite(parts) if messages.unfolding().is_some_and(|unfolding| *unfolding.wild != PathStep::Key) => {
            match parts.get(..messages.key.columns().len()).unwrap_or_default() {
                [one] => one.clone(),
                several => Key::Composite(several.into()),
            }
        }
        _ => key.clone(),
    }
}

fn entries_of(
    source: &SqliteSource,
    (number, place): (usize, &EvidenceSource),
    key: &Key,
    row: Key,
) -> Result<Arc<Vec<CallEntry>>, SourceError> {
    let known_as = (number, row);
    if let Some(known) = source.cache.borrow().entries.known.get(&known_as) {
        return Ok(Arc::clone(known));
    }
    let entries = Arc::new(match place {
        EvidenceSource::Table { .. } => in_table(source, (number, place), &known_as.1)?,
        _ => parts::entries_of(source, place, key)?,
    });
    let kept = &mut source.cache.borrow_mut().entries.known;
    if kept.len() >= MAX_CACHED_MESSAGES {
        kept.clear();
    }
    kept.insert(known_as, Arc::clone(&entries));
    Ok(entries)
}

/// The rows of a table of calls that belong to a message.
fn in_table(
    source: &SqliteSource,
    (number, place): (usize, &EvidenceSource),
    key: &Key,
) -> Result<Vec<CallEntry>, SourceError> {
    let EvidenceSource::Table { table, name_prefix, .. } = place else { return Ok(Vec::new()) };
    let known = source.cache.borrow().entries.statements.get(&number).cloned();
    let sql = if let Some(sql) = known {
        sql
    } else {
        let sql: Arc<str> = table_statement(source, place)?.into();
        source.cache.borrow_mut().entries.statements.insert(number, Arc::clone(&sql));
        sql
    };
    source.query(&sql, &[key], |row| {
        let number = row.get_ref(CELLS)?;
        let record =
            if number == ValueRef::Null { table.clone() } else { format!("{table} {}", Key::for_display(number)) };
        let found = entry(row, record)?;
        let Some(name) = cut(found.name.as_deref(), name_prefix.as_deref()) else { return Ok(None) };
        // A row without a name lacks the required prefix too.
        if name.is_none() && found.call.is_none() && name_prefix.is_some() {
            return Ok(None);
        }
        let name = name.map(str::to_owned);
        Ok(Some(CallEntry { message: Some(key.clone()), name, ..found }.or_unreadable()))
    })
}

/// The number of cells that [`entry`] reads.
const CELLS: usize = 5;

/// The statement that selects a table's rows for the message `?1`.
fn table_statement(source: &SqliteSource, place: &EvidenceSource) -> Result<String, SourceError> {
    let EvidenceSource::Table { table, message, name, arguments, call, result, error, condition, .. } = place else {
        return Ok(String::new());
    };
    let number = record_name(&source.connection, table).map_err(|error| source.error(&error))?;
    let number = number.map_or_else(|| "NULL".to_owned(), |number| quote(&number));
    // Other versions of the application may lack a column.
    let is_there = |place: &&ColumnPath| source.columns.has(table, &place.column);
    let cells = cells(table, [name, call, arguments, result, error].map(|place| place.as_ref().filter(is_there)));
    let condition = condition.as_ref().map(|condition| format!(" AND ({condition})")).unwrap_or_default();
    let of_message = source.found_by(table, &message.column)?;
    Ok(format!("SELECT {cells}, {number} FROM {} WHERE {of_message}{condition}", quote(table)))
}

/// Reads an entry from a row: name, call, arguments, result, error.
pub(super) fn entry(row: &rusqlite::Row<'_>, record: String) -> rusqlite::Result<CallEntry> {
    let result = value_of(row.get_ref(3)?);
    let status = failure::of_call(status_of_cell(row.get_ref(4)?), result.as_ref());
    Ok(CallEntry {
        message: None,
        name: utf8(row.get_ref(0)?).filter(|name| !name.is_empty()).map(str::to_owned),
        call: text_of(row.get_ref(1)?),
        arguments: utf8(row.get_ref(2)?).and_then(|text| serde_json::from_str(text).ok()),
        failed: status == ErrorStatus::Error,
        unclear: status == ErrorStatus::Unknown,
        result,
        record,
        ..CallEntry::default()
    })
}

/// Removes the prefix from a tool's name; `None` if the name lacks it, so that it is not a tool's.
#[allow(clippy::option_option, reason = "a name that is absent is not one of something else")]
pub(super) fn cut<'n>(name: Option<&'n str>, prefix: Option<&str>) -> Option<Option<&'n str>> {
    match (name, prefix) {
        (Some(name), Some(prefix)) => name.strip_prefix(prefix).filter(|name| !name.is_empty()).map(Some),
        (name, _) => Some(name),
    }
}

/// A number or a text, as text.
fn text_of(cell: ValueRef<'_>) -> Option<String> {
    match cell {
        ValueRef::Integer(number) => Some(number.to_string()),
        cell => utf8(cell).filter(|text| !text.is_empty()).map(str::to_owned),
    }
}

/// Reads a result: an object or a list if it is one in JSON, else the text.
pub(super) fn value_of(cell: ValueRef<'_>) -> Option<Value> {
    match cell {
        ValueRef::Integer(number) => Some(number.into()),
        ValueRef::Real(number) => Some(number.into()),
        cell => {
            let text = utf8(cell).filter(|text| !text.trim().is_empty())?;
            let is_nested = text.trim_start().starts_with(['{', '[']);
            // RubyLLM 1 stores a Hash as Ruby prints it.
            let value = || serde_json::from_str(text).ok().or_else(|| ruby_inspect::read(text));
            let value = if is_nested { value() } else { None };
            Some(value.unwrap_or_else(|| text.into()))
        }
    }
}

/// The status that a cell means in an error or status column.
pub(super) fn status_of_cell(cell: ValueRef<'_>) -> ErrorStatus {
    match cell {
        ValueRef::Null => ErrorStatus::NoError,
        ValueRef::Integer(number) => failure::status_of_number(&number.to_string()),
        ValueRef::Real(number) => failure::status_of_number(&number.to_string()),
        cell => utf8(cell).map_or(ErrorStatus::Error, failure::status_of_text),
    }
}

/// SQL for the value of a column, or of a path in it.
pub(super) fn value_in(table: &str, place: &ColumnPath) -> String {
    let cell = format!("{}.{}", quote(place.column.table_or(table)), quote(&place.column.column));
    match &place.path {
        None => cell,
        Some(path) => {
            let path = literal(&sqlite_path(&path.steps));
            format!("CASE WHEN json_valid({cell}) THEN json_extract({cell}, {path}) END")
        }
    }
}

/// SQL for name, call, arguments, result and error, as [`entry`] reads them.
pub(super) fn cells(table: &str, places: [Option<&ColumnPath>; CELLS]) -> String {
    places.map(|place| place.map_or_else(|| "NULL".to_owned(), |place| value_in(table, place))).join(", ")
}
