//! Calls and results in the rows of messages, as JSON values.

use serde_json::Value;

use super::call_entry::{CallEntry, cut};
use super::row_of_message::row_of;
use super::{SqliteSource, utf8};
use crate::source::evidence::UNREADABLE_NAME;
use crate::source::failure::{self, ErrorStatus};
use crate::source::json_text::{self, FoundValue};
use crate::source::profile::{ColumnPath, EvidenceSource, JsonPath, PathStep};
use crate::source::quoting::literal;
use crate::source::{Key, SourceError, quote};

/// JSON's `null`, which some applications write instead of an SQL NULL.
pub(super) const NULL: &str = "null";

/// The calls and results in the row of a message.
pub(super) fn entries_of(
    source: &SqliteSource,
    place: &EvidenceSource,
    key: &Key,
) -> Result<Vec<CallEntry>, SourceError> {
    let EvidenceSource::Parts { calls, .. } = place else { return Ok(Vec::new()) };
    let Some(path) = &calls.path else { return Ok(Vec::new()) };
    let Some((document, member)) = document(source, calls, key)? else { return Ok(Vec::new()) };
    let blank = CallEntry {
        message: Some(key.clone()),
        record: format!("message {}", row_of(source, key)),
        ..CallEntry::default()
    };
    // An unreadable part may hold any call, so it counts as a call of an unknown tool.
    let Ok(values) = json_text::find(&document, path, member.as_deref()) else {
        return Ok(vec![blank.or_unreadable()]);
    };
    // If values are filtered by type, each of them is a call; otherwise there may be others among them.
    let are_chosen = matches!(path.steps.last(), Some(PathStep::Each(Some(_))));
    let apart = is_one_per_message(source, place).then(|| source.profile.messages.unfolding()).flatten();
    let found = values.iter().filter_map(|value| {
        let element = apart.as_ref().and_then(|unfolding| match value.path.steps.get(unfolding.before.len()) {
            Some(PathStep::Element(element)) => element_key(key, *element),
            _ => None,
        });
        let Some(own) = element else { return entry(&document, value, place, &blank) };
        let blank = CallEntry { record: format!("message {own}"), message: Some(own), ..CallEntry::default() };
        entry(&document, value, place, &blank)
    });
    Ok(found.filter(|entry| are_chosen || entry.is_known()).collect())
}

/// Whether calls are in the same list elements as the messages, so that each belongs to one message.
pub(super) fn is_one_per_message(source: &SqliteSource, place: &EvidenceSource) -> bool {
    let EvidenceSource::Parts { calls, .. } = place else { return false };
    let messages = &source.profile.messages;
    messages.unfolding().is_some_and(|unfolding| {
        *unfolding.wild != PathStep::Key
            && unfolding.column.column == calls.column.column
            && unfolding.column.table_or(&messages.table) == calls.column.table_or(&messages.table)
            && calls.path.as_ref().is_some_and(|path| path.after(unfolding.steps).is_some())
    })
}

/// The key of another element of the list that holds a message.
fn element_key(key: &Key, element: usize) -> Option<Key> {
    let Key::Composite(parts) = key else { return None };
    let mut parts = parts.clone();
    *parts.last_mut()? = Key::Integer(i64::try_from(element).ok()?);
    Some(Key::Composite(parts))
}

/// Whether any of these messages has the cell for calls, even with an empty list.
pub(super) fn any_has_calls_cell(
    source: &SqliteSource,
    calls: &ColumnPath,
    keys: &[&Key],
) -> Result<bool, SourceError> {
    for key in keys {
        if document(source, calls, key)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a message has the list for calls, even an empty one. The rest of the document does not matter.
pub(super) fn has_list(source: &SqliteSource, calls: &ColumnPath, key: &Key) -> Result<bool, SourceError> {
    let Some(path) = &calls.path else { return Ok(false) };
    let Some(end) = path.steps.iter().rposition(|step| matches!(step, PathStep::Each(_))) else { return Ok(false) };
    let Some((document, member)) = document(source, calls, key)? else { return Ok(false) };
    let list = JsonPath { steps: path.steps.get(..end).unwrap_or_default().to_vec() };
    let found = json_text::find(&document, &list, member.as_deref()).unwrap_or_default();
    // In a list whose elements are messages, only the message's own element counts.
    let messages = &source.profile.messages;
    let unfolding = messages.unfolding().filter(|unfolding| list.after(unfolding.steps).is_some());
    let place = unfolding.filter(|unfolding| *unfolding.wild != PathStep::Key && unfolding.column == &calls.column);
    let is_own = |value: &&FoundValue| {
        place.as_ref().is_none_or(|place| match value.path.steps.get(place.before.len()) {
            Some(PathStep::Element(element)) => element_key(key, *element).as_ref() == Some(key),
            _ => true,
        })
    };
    let found: Vec<_> = found.iter().filter(is_own).collect();
    let is_list = |value: &FoundValue| document.get(value.span.clone()).is_some_and(|text| text.starts_with('['));
    Ok(found.into_iter().any(is_list))
}

/// The document in the row of a message, and the message's name in it.
fn document(
    source: &SqliteSource,
    calls: &ColumnPath,
    key: &Key,
) -> Result<Option<(String, Option<String>)>, SourceError> {
    let messages = &source.profile.messages;
    let table = calls.column.table_or(&messages.table);
    let cell = format!("{}.{}", quote(table), quote(&calls.column.column));
    let member = messages.member.as_ref().map_or("NULL".to_owned(), |member| format!("({member})"));
    // An expression of the profile may use joined tables.
    let columns = if messages.member.is_none() { vec![&calls.column] } else { Vec::new() };
    let found = source.row_of_message(&format!("{cell}, {member}"), &columns, key, |row| {
        let document = utf8(row.get_ref(0)?).filter(|document| document.trim() != NULL).map(str::to_owned);
        let member = utf8(row.get_ref(1)?).map(str::to_owned);
        Ok(document.map(|document| (document, member)))
    })?;
    let unfolded = messages.unfolding().is_some_and(|unfolding| *unfolding.wild == PathStep::Key);
    Ok(found.map(|(document, member)| match key {
        Key::Composite(parts) if unfolded => (document, parts.last().map(ToString::to_string)),
        _ => (document, member),
    }))
}

/// The entry of a call or its result; `None` if its name is not a tool's.
fn entry(document: &str, value: &FoundValue, place: &EvidenceSource, blank: &CallEntry) -> Option<CallEntry> {
    let EvidenceSource::Parts { name, name_prefix, arguments, call, result, error, .. } = place else { return None };
    let Ok(value) = serde_json::from_str::<Value>(document.get(value.span.clone())?) else {
        return Some(CallEntry { name: Some(UNREADABLE_NAME.to_owned()), ..blank.clone() });
    };
    let at = |pointer: &Option<String>| pointer.as_deref().and_then(|pointer| value.pointer(pointer));
    let name = at(name).and_then(Value::as_str).filter(|name| !name.is_empty());
    let name = cut(name, name_prefix.as_deref())?.map(str::to_owned);
    let call = match at(call) {
        Some(Value::String(text)) => Some(text.clone()).filter(|text| !text.is_empty()),
        Some(number @ Value::Number(_)) => Some(number.to_string()),
        _ => None,
    };
    let arguments = match at(arguments) {
        Some(Value::String(text)) => serde_json::from_str(text).ok(),
        other => other.cloned(),
    };
    let result = at(result).filter(|result| !result.is_null()).cloned();
    let status = failure::of_call(at(error).map_or(ErrorStatus::NoError, failure::status_of), result.as_ref());
    let (failed, unclear) = (status == ErrorStatus::Error, status == ErrorStatus::Unknown);
    // A value without a name lacks the required prefix too.
    let is_one = name.is_some() || call.is_some() || name_prefix.is_none();
    is_one.then(|| CallEntry { name, call, arguments, result, failed, unclear, ..blank.clone() }.or_unreadable())
}

/// SQL, to follow other conditions, that is true for documents that may contain calls. Most contain none, and SQLite
/// excludes them faster than parsing would.
pub(super) fn may_hold_calls(cell: &str, path: &JsonPath, pointer: Option<&str>) -> String {
    let wanted = path.steps.iter().filter_map(|step| match step {
        PathStep::Each(Some(filter)) => filter.value.as_deref(),
        _ => None,
    });
    let member = pointer.and_then(|pointer| pointer.rsplit('/').next());
    // Characters that JSON does not escape.
    let is_plain =
        |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    let words = wanted.chain(member).filter(is_plain);
    words.map(|word| format!(" AND instr({cell}, {}) > 0", literal(word))).collect::<Vec<_>>().concat()
}
