//! History tables: earlier states of records, as JSON.

use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::types::ValueRef;
use serde_json::Value;

use super::owner_records::record_key;
use super::{SqliteSource, utf8};
use crate::source::profile::{EvidenceSource, Records as Mapping};
use crate::source::{Key, LookupAnswer, RecordQuestion, SourceError, quote};

/// A row of a history table that holds a text.
struct HistoryText {
    row: Key,
    /// The owner that the document names, if any.
    owner: Option<Value>,
}

/// The contents of a history table.
#[derive(Default)]
pub(super) struct HistoryTexts {
    /// Text → rows that hold it.
    texts: HashMap<String, Vec<HistoryText>>,
    /// The number of documents that are not valid JSON and may hold any text.
    no_json: u64,
}

pub(super) fn earlier_state(
    source: &SqliteSource,
    place: &EvidenceSource,
    owner: Option<&Key>,
    (mapping, asked): (&Mapping, &RecordQuestion),
) -> Result<LookupAnswer<(String, Key)>, SourceError> {
    let EvidenceSource::History { table, json, texts: pointers, .. } = place else {
        return Ok(LookupAnswer::Unasked);
    };
    let HistoryTexts { texts, no_json } = &*history(source, mapping, table, &json.column, pointers)?;
    let owner = owner.map(Value::from);
    let free_text = asked.fields.iter().filter(|(name, _)| {
        mapping.same.contains(name) && mapping.fields.get(*name).is_some_and(|field| field.values.is_none())
    });
    let found = free_text
        .filter_map(|(_, text)| texts.get(text))
        .flatten()
        .find(|text| text.owner.is_none() || text.owner == owner);
    match found {
        None if *no_json > 0 => Ok(LookupAnswer::Unasked),
        found => Ok(LookupAnswer::of(found.map(|text| (table.clone(), text.row.clone())))),
    }
}

/// The number of documents of a history table that are not valid JSON; 0 if the table was not read.
pub(super) fn unread_history(source: &SqliteSource, table: &str) -> u64 {
    source.cache.borrow().histories.get(table).map_or(0, |history| history.no_json)
}

/// The contents of a history table.
fn history(
    source: &SqliteSource,
    mapping: &Mapping,
    table: &str,
    column: &str,
    pointers: &[String],
) -> Result<Arc<HistoryTexts>, SourceError> {
    if let Some(known) = source.cache.borrow().histories.get(table) {
        return Ok(Arc::clone(known));
    }
    let sql = format!("SELECT {}, {} FROM {}", record_key(source, table)?, quote(column), quote(table));
    let mut history = HistoryTexts::default();
    source.query(&sql, &[], |row| {
        let (key, cell) = (Key::for_display(row.get_ref(0)?), row.get_ref(1)?);
        let document = utf8(cell).and_then(|text| serde_json::from_str::<Value>(text).ok());
        let is_empty = matches!(cell, ValueRef::Null) || utf8(cell).is_some_and(|text| text.trim().is_empty());
        history.no_json += u64::from(document.is_none() && !is_empty);
        if let Some(document) = document {
            let named = mapping.owner.columns().iter().map(|column| document.get(&column.column).cloned());
            let named: Option<Vec<Value>> = named.collect();
            let owner = named.map(|mut named| if named.len() == 1 { named.remove(0) } else { Value::Array(named) });
            let found = pointers.iter().flat_map(|pointer| all_at(&document, pointer));
            for text in found.filter_map(Value::as_str) {
                let text = trimmed(mapping, text).to_owned();
                history.texts.entry(text).or_default().push(HistoryText { row: key.clone(), owner: owner.clone() });
            }
        }
        Ok(None::<()>)
    })?;
    let history = Arc::new(history);
    source.cache.borrow_mut().histories.insert(table.to_owned(), Arc::clone(&history));
    Ok(history)
}

/// Trims a text like the free-text fields of the record.
fn trimmed<'a>(mapping: &Mapping, text: &'a str) -> &'a str {
    let field = mapping.fields.values().find(|field| field.values.is_none());
    field.map_or(text, |field| field.trim.apply(text))
}

/// The values at a JSON Pointer in which `*` means every element.
pub(super) fn all_at<'a>(document: &'a Value, pointer: &str) -> Vec<&'a Value> {
    let mut found = vec![document];
    for step in pointer.split('/').skip(1) {
        found = found
            .into_iter()
            .flat_map(|value| -> Vec<&Value> {
                match (value, step) {
                    (Value::Array(items), "*") => items.iter().collect(),
                    (Value::Object(members), "*") => members.values().collect(),
                    (value, step) => value.pointer(&format!("/{step}")).into_iter().collect(),
                }
            })
            .collect();
    }
    found
}
