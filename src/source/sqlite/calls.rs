//! Calls and results in the sources of evidence: in tables of their own, and in the rows of messages.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rusqlite::types::ValueRef;

use super::call_entry::{CELLS, CallEntry, cells, cut, entry};
use super::row_of_message::row_of;
use super::{SqliteSource, parts};
use crate::source::profile::{ColumnPath, EvidenceSource, Within};
use crate::source::{Key, SourceError, quote, record_name};

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
