//! Calls that stand in the row of a message, as values in JSON.

use serde_json::Value;

use super::{SqliteSource, quote, utf8};
use crate::source::json_text::{self, FoundValue};
use crate::source::profile::{ColumnPath, Step};
use crate::source::{Key, RecordedCall, SourceError};

/// The calls in the rows of these messages: where they stand, and where in each the name and the arguments are.
pub(super) fn calls_of_all(
    source: &SqliteSource,
    (calls, name, arguments): (&ColumnPath, &str, Option<&str>),
    keys: &[&Key],
) -> Result<Vec<RecordedCall>, SourceError> {
    let Some(path) = &calls.path else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for key in keys {
        let Some((document, member)) = document(source, calls, key)? else { continue };
        // What cannot be read may hold any call: then it counts as one that nobody knows.
        let Ok(values) = json_text::find(&document, path, member.as_deref()) else {
            found.push(RecordedCall { name: UNREADABLE.to_owned(), ..RecordedCall::default() });
            continue;
        };
        found.extend(values.iter().filter_map(|value| call(&document, value, name, arguments)));
    }
    Ok(found)
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

/// What a document that cannot be read is taken for.
const UNREADABLE: &str = "(unreadable)";

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
    let sql = source.sql.row(&format!("{cell}, {member}"));
    let mut values = key.cells();
    values.truncate(messages.key.columns().len());
    let parameters: Vec<&dyn rusqlite::ToSql> = values.iter().map(|value| value as &dyn rusqlite::ToSql).collect();
    let rows = source.query(&sql, &parameters, |row| {
        let document = utf8(row.get_ref(0)?).map(str::to_owned);
        let member = utf8(row.get_ref(1)?).map(str::to_owned);
        Ok(document.map(|document| (document, member)))
    })?;
    let unfolded = messages.unfolding().is_some_and(|unfolding| *unfolding.wild == Step::Key);
    Ok(rows.into_iter().next().map(|(document, member)| match key {
        Key::Composite(parts) if unfolded => (document, parts.last().map(ToString::to_string)),
        _ => (document, member),
    }))
}

fn call(document: &str, value: &FoundValue, name: &str, arguments: Option<&str>) -> Option<RecordedCall> {
    let value: Value = serde_json::from_str(document.get(value.span.clone())?).ok()?;
    let arguments = match arguments.and_then(|pointer| value.pointer(pointer)) {
        Some(Value::String(text)) => serde_json::from_str(text).ok(),
        other => other.cloned(),
    };
    Some(RecordedCall { name: value.pointer(name)?.as_str()?.to_owned(), arguments, ..RecordedCall::default() })
}
