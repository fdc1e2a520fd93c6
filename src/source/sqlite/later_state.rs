//! Looks for records of the owner whose later state argues against writing a claimed one.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use rusqlite::types::ValueRef;

use super::owner_records::record_key;
use super::statement_facts::AROUND;
use super::{SqliteSource, utf8};
use crate::source::later_state::{LaterState, RecordChange, WordSet};
use crate::source::profile::{ColumnName, Records};
use crate::source::{
    Facts, Key, LookupAnswer, Message, Question, RecordQuestion, SourceError, StoredTime, quote, record_name,
};

/// A record that was changed or discarded after it was made.
pub(super) struct ChangedRecord {
    key: Key,
    /// Whether ghostcall wrote it, according to the journal.
    own: bool,
    created: Option<Timestamp>,
    changed: Option<Timestamp>,
    discarded: bool,
    words: WordSet,
}

/// The maximum difference between two times set by the same action.
const SAME_GESTURE: SignedDuration = SignedDuration::from_secs(1);

/// The record whose later state argues against writing the claimed one, unless `facts` include an equal record.
pub(super) fn of(
    source: &SqliteSource,
    message: &Message,
    question: &Question,
    facts: &Facts,
) -> Result<Option<LaterState>, SourceError> {
    let (Some(asked), Some(owner)) = (&question.record, &message.owner.key) else { return Ok(None) };
    let Some(mapping) = source.profile.records.get(&asked.kind) else { return Ok(None) };
    let is_shown = matches!(facts.record, LookupAnswer::Found(_)) || matches!(facts.history, LookupAnswer::Found(_));
    if is_shown || !source.keeps_owner(mapping) {
        return Ok(None);
    }
    if let Some(named) = named(source, mapping, asked, owner, facts)? {
        return Ok(Some(named));
    }
    let claimed = WordSet::of(free_texts(mapping).filter_map(|name| asked.fields.get(name).map(String::as_str)));
    let changed = changed_records(source, mapping, &asked.kind, owner)?;
    let others = || changed.iter().filter(|record| !(record.own && source.wrote(&mapping.table, &record.key)));
    let mut found = None;
    for record in others().filter(|record| record.is_later(message.created_at) && record.words.are_like(&claimed)) {
        let usual = usual_words(source, mapping, &asked.kind, owner)?;
        if record.words.are_like_without_usual(&claimed, &usual) {
            found = Some(record);
            break;
        }
    }
    let state = |record: &ChangedRecord, change| LaterState {
        table: mapping.table.clone(),
        key: record.key.clone(),
        change,
        at: record.changed,
    };
    if let Some(record) = found {
        let change = if record.discarded { RecordChange::Discarded } else { RecordChange::Changed };
        return Ok(Some(state(record, change)));
    }
    // If calls are stored and none is found, this message made no record. If a history stores earlier texts, the record
    // was another one.
    if facts.calls_are_known() || facts.history != LookupAnswer::Unasked {
        return Ok(None);
    }
    let rewritten = others().find(|record| !record.discarded && record.is_made_around(message.created_at));
    Ok(rewritten.map(|record| state(record, RecordChange::Rewritten)))
}

impl ChangedRecord {
    /// Whether it was changed after a message; true if the times are unknown.
    fn is_later(&self, message: Option<Timestamp>) -> bool {
        self.changed.zip(message).is_none_or(|(changed, message)| changed > message)
    }

    fn is_made_around(&self, message: Option<Timestamp>) -> bool {
        let apart = self.created.zip(message).map(|(created, message)| created.as_second() - message.as_second());
        apart.is_some_and(|seconds| seconds.abs() <= AROUND)
    }
}

/// What happened to the record that the claimed result names.
fn named(
    source: &SqliteSource,
    mapping: &Records,
    asked: &RecordQuestion,
    owner: &Key,
    facts: &Facts,
) -> Result<Option<LaterState>, SourceError> {
    let Some(name) = &asked.named else { return Ok(None) };
    let column = record_name(&source.connection, &mapping.table).map_err(|error| source.error(&error))?;
    let Some(column) = column else { return Ok(None) };
    let is_it = source.found_by(&mapping.table, &column)?;
    let owned_by: Vec<String> = mapping.owner.columns().iter().map(|column| quote(&column.column)).collect();
    let width = owned_by.len();
    let updated = column_or_null(source, mapping, mapping.updated.as_ref());
    let sql = format!("SELECT {}, {updated} FROM {} WHERE {is_it}", owned_by.join(", "), quote(&mapping.table));
    let rows = source.query(&sql, &[name], |row| {
        let mut is_own = owner.parts().len() == width;
        for (index, part) in owner.parts().iter().enumerate().take(width) {
            is_own &= part.is_in(row.get_ref(index)?);
        }
        Ok(Some((is_own, StoredTime::read(row.get_ref(width)?).map(|moment| moment.at))))
    })?;
    let state = |change, at| LaterState { table: mapping.table.clone(), key: name.clone(), change, at };
    Ok(match rows.first() {
        Some((true, at)) => Some(state(RecordChange::NamedDiffers, *at)),
        // A record of another owner does not come from this message.
        Some((false, _)) => None,
        // If calls are stored and none is found, the key is as invented as the call.
        None => (!facts.calls_are_known()).then(|| state(RecordChange::NamedGone, None)),
    })
}

/// The names of the fields with free text.
fn free_texts(mapping: &Records) -> impl Iterator<Item = &String> {
    mapping.fields.iter().filter(|(_, field)| field.values.is_none()).map(|(name, _)| name)
}

/// The columns of these fields.
fn text_columns(source: &SqliteSource, mapping: &Records) -> Vec<String> {
    free_texts(mapping)
        .filter_map(|name| mapping.fields.get(name))
        .filter(|field| source.columns.has(&mapping.table, &field.column))
        .map(|field| quote(&field.column.column))
        .collect()
}

/// The words that most current records of an owner share. Discarded records do not count: often they are earlier
/// versions of a record, so that its own words would seem usual.
fn usual_words(source: &SqliteSource, mapping: &Records, kind: &str, owner: &Key) -> Result<Arc<WordSet>, SourceError> {
    let place = (kind.to_owned(), owner.clone());
    if let Some(known) = source.cache.borrow().usual_words.get(&place) {
        return Ok(Arc::clone(known));
    }
    let texts = text_columns(source, mapping);
    if texts.is_empty() {
        return Ok(Arc::default());
    }
    let discarded = column_or_null(source, mapping, mapping.soft_delete.as_ref());
    let in_use = format!(" AND ({discarded} IS NULL OR {discarded} = '')");
    let all = source.query_records((mapping, owner), &texts.join(", "), &in_use, |row| {
        let mut said = Vec::new();
        for index in 0..texts.len() {
            said.extend(utf8(row.get_ref(index)?));
        }
        Ok(Some(WordSet::of(said.into_iter())))
    })?;
    let usual = Arc::new(WordSet::in_most(all.iter()));
    source.cache.borrow_mut().usual_words.insert(place, Arc::clone(&usual));
    Ok(usual)
}

fn column_or_null(source: &SqliteSource, mapping: &Records, column: Option<&ColumnName>) -> String {
    match column {
        Some(column) if source.columns.has(&mapping.table, column) => quote(&column.column),
        _ => "NULL".to_owned(),
    }
}

/// The records of an owner that were changed or discarded after they were made.
fn changed_records(
    source: &SqliteSource,
    mapping: &Records,
    kind: &str,
    owner: &Key,
) -> Result<Arc<Vec<ChangedRecord>>, SourceError> {
    let place = (kind.to_owned(), owner.clone());
    if let Some(known) = source.cache.borrow().changed.get(&place) {
        return Ok(Arc::clone(known));
    }
    let [created, updated, discarded] = [&mapping.created, &mapping.updated, &mapping.soft_delete]
        .map(|column| column_or_null(source, mapping, column.as_ref()));
    let texts = text_columns(source, mapping);
    let key = record_key(source, &mapping.table)?;
    let text_list = texts.iter().map(|column| format!(", {column}")).collect::<Vec<_>>().concat();
    let columns = format!("{key}, {created}, {updated}, {discarded}{text_list}");
    let changed = format!(" AND ({discarded} IS NOT NULL OR {updated} IS NOT {created})");
    let records = source.query_records((mapping, owner), &columns, &changed, |row| {
        let time =
            |index: usize| Ok::<_, rusqlite::Error>(StoredTime::read(row.get_ref(index)?).map(|moment| moment.at));
        let (created, updated) = (time(1)?, time(2)?);
        let is_discarded = !matches!(row.get_ref(3)?, ValueRef::Null | ValueRef::Text(b""));
        let was_changed =
            updated.zip(created).is_some_and(|(updated, created)| updated.duration_since(created) >= SAME_GESTURE);
        if !is_discarded && !was_changed {
            return Ok(None);
        }
        let mut said = Vec::new();
        for index in 4..4 + texts.len() {
            said.extend(utf8(row.get_ref(index)?));
        }
        let key = Key::for_display(row.get_ref(0)?);
        let own = source.journal.row_of(&mapping.table, &key).is_some();
        let changed = if is_discarded { time(3)? } else { updated };
        let words = WordSet::of(said.into_iter());
        Ok(Some(ChangedRecord { key, own, created, changed, discarded: is_discarded, words }))
    })?;
    let records = Arc::new(records);
    source.cache.borrow_mut().changed.insert(place, Arc::clone(&records));
    Ok(records)
}
