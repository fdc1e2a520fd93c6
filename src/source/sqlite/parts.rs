//! Calls and results that stand in the rows of messages, as values in JSON.

use serde_json::Value;

use super::calls::{CallEntry, cut, row_of};
use super::statement::literal;
use super::{SqliteSource, quote, utf8};
use crate::source::evidence::UNREADABLE_NAME;
use crate::source::failure::{self, Told};
use crate::source::json_text::{self, FoundValue};
use crate::source::profile::{ColumnPath, EvidenceSource, JsonPath, Step};
use crate::source::{Key, SourceError};

/// NULL as JSON has it: some applications write it where nothing is to be written.
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
    // What cannot be read may hold any call: then it counts as one that nobody knows.
    let Ok(values) = json_text::find(&document, path, member.as_deref()) else {
        return Ok(vec![blank.or_unreadable()]);
    };
    // Where values are chosen by what they say that they are, each is one; else there may be others among them.
    let are_chosen = matches!(path.steps.last(), Some(Step::Each(Some(_))));
    let found = values.iter().filter_map(|value| entry(&document, value, place, &blank));
    Ok(found.filter(|entry| are_chosen || entry.is_known()).collect())
}

/// Whether any of these messages has the cell in which calls stand, be it an empty list.
pub(super) fn stand_with_any(source: &SqliteSource, calls: &ColumnPath, keys: &[&Key]) -> Result<bool, SourceError> {
    for key in keys {
        if document(source, calls, key)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
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
    // An expression of the profile may speak of joined tables.
    let columns = if messages.member.is_none() { vec![&calls.column] } else { Vec::new() };
    let found = source.row_of_message(&format!("{cell}, {member}"), &columns, key, |row| {
        let document = utf8(row.get_ref(0)?).filter(|document| document.trim() != NULL).map(str::to_owned);
        let member = utf8(row.get_ref(1)?).map(str::to_owned);
        Ok(document.map(|document| (document, member)))
    })?;
    let unfolded = messages.unfolding().is_some_and(|unfolding| *unfolding.wild == Step::Key);
    Ok(found.map(|(document, member)| match key {
        Key::Composite(parts) if unfolded => (document, parts.last().map(ToString::to_string)),
        _ => (document, member),
    }))
}

/// What a value tells of a call, or of its result; `None` where its name is no tool's.
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
    let told = failure::of_call(at(error).map_or(Told::NoError, failure::told), result.as_ref());
    let (failed, unclear) = (told == Told::Error, told == Told::Unknown);
    // What has no name cannot begin as those of tools do.
    let is_one = name.is_some() || call.is_some() || name_prefix.is_none();
    is_one.then(|| CallEntry { name, call, arguments, result, failed, unclear, ..blank.clone() }.or_unreadable())
}

/// SQL that holds for documents in which calls may stand, behind other conditions: most hold none, and SQLite says so faster than
/// a look into each.
pub(super) fn may_hold_calls(cell: &str, path: &JsonPath, pointer: Option<&str>) -> String {
    let wanted = path.steps.iter().filter_map(|step| match step {
        Step::Each(Some(filter)) => filter.value.as_deref(),
        _ => None,
    });
    let member = pointer.and_then(|pointer| pointer.rsplit('/').next());
    // JSON has them as they are.
    let is_plain =
        |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    let words = wanted.chain(member).filter(is_plain);
    words.map(|word| format!(" AND instr({cell}, {}) > 0", literal(word))).collect::<Vec<_>>().concat()
}
