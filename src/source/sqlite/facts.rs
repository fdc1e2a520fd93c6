//! Queries each source of the profile for the evidence on a claim.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rusqlite::types::ValueRef;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::calls::EntryCache;
use super::history::{self, HistoryTexts};
use super::later_state::{self, ChangedRecord};
use super::owner_records::record_key;
use super::readable::is_readable;
use super::turn_records::TurnCache;
use super::{
    SqliteSource, calls_kept, filled_sources, recorded_tools, skipped_sources, statement_facts as statement,
    turn_records, utf8,
};
use crate::source::later_state::WordSet;
use crate::source::profile::{EvidenceSource, Records as Mapping};
use crate::source::{
    Conversation, Facts, Key, LookupAnswer, Message, Profile, Question, RecordFound, RecordQuestion, SourceError, quote,
};

/// A stored record. Its compared fields are known only by their digest.
struct Record {
    key: Key,
    discarded: bool,
    /// Whether ghostcall wrote it, according to the journal.
    own: bool,
}

/// The records of an owner by digest, because the texts of a whole database may not fit in memory.
type RecordsByDigest = HashMap<Digest, Vec<Record>>;

/// The first half of a SHA-256.
type Digest = [u8; 16];

/// The digest of the compared fields.
fn digest(mapping: &Mapping, fields: &BTreeMap<String, String>) -> Digest {
    let mut hash = Sha256::new();
    for name in mapping.same.iter().filter(|name| *name != "owner") {
        let text = fields.get(name).map(String::as_str);
        hash.update([u8::from(text.is_some())]);
        hash.update(text.map_or(0, str::len).to_le_bytes());
        hash.update(text.unwrap_or_default());
    }
    let mut half = Digest::default();
    half.iter_mut().zip(hash.finalize()).for_each(|(byte, hashed)| *byte = hashed);
    half
}

/// Caches the look-ups that many claims share.
#[derive(Default)]
pub(super) struct Cache {
    /// Journal row → whether it is intact.
    pub(super) intact: HashMap<i64, bool>,
    records: HashMap<(String, Key), Arc<RecordsByDigest>>,
    pub(super) histories: HashMap<String, Arc<HistoryTexts>>,
    pub(super) entries: EntryCache,
    pub(super) turns: TurnCache,
    /// The records of an owner that were changed or discarded.
    pub(super) changed: HashMap<(String, Key), Arc<Vec<ChangedRecord>>>,
    /// The words that most records of an owner share.
    pub(super) usual_words: HashMap<(String, Key), Arc<WordSet>>,
}

/// Queries every source of the profile.
pub(super) fn gather(
    source: &SqliteSource,
    message: &Message,
    conversation: &Conversation,
    question: &Question,
) -> Result<Facts, SourceError> {
    let mut facts = Facts { tools_used: message.tools_used.clone(), ..Facts::default() };
    for place in &source.profile.evidence {
        match place {
            EvidenceSource::Records { absent } => {
                (facts.record, facts.own_record) = equal_records(source, message, question)?;
                if let Some(asked) = &question.record {
                    facts.record = filled_sources::answer_of_records(source, facts.record, &asked.kind, *absent)?;
                }
            }
            EvidenceSource::History { .. } => {
                if let Some((mapping, asked)) = mapping(source, question).filter(|_| is_readable(source, place)) {
                    let owner = message.owner.key.as_ref();
                    facts.history = history::earlier_state(source, place, owner, (mapping, &asked))?;
                }
            }
            // Read with the message, or with the rest of the turn.
            EvidenceSource::Column { .. }
            | EvidenceSource::Table { .. }
            | EvidenceSource::Parts { .. }
            | EvidenceSource::Messages { .. } => {}
            EvidenceSource::Neighbours { seconds } => {
                if source.sql.has_tools() && message.created_at.is_some() {
                    facts.neighbours = Some(neighbours(message, conversation, *seconds));
                }
            }
        }
    }
    recorded_in_turn(source, message, conversation, question, &mut facts)?;
    if let Some(asked) = &question.statement {
        statement::ask(source, message, conversation, asked, &mut facts)?;
    }
    filled_sources::discard_meaningless_silence(source, message, question, &mut facts)?;
    if let Some(tool) = question.tool.as_deref().filter(|_| question.asks_whether_it_exists) {
        facts.existing_tool = recorded_tools::existing_tool(source, tool)?;
    }
    if question.arguments.is_some() || question.record.is_some() {
        facts.may_predate_calls = calls_kept::may_predate(source, message)?;
    }
    facts.later_state = later_state::of(source, message, question, &facts)?;
    facts.not_asked = skipped_sources::reasons(source, message, question, &facts)?;
    Ok(facts)
}

/// The seconds within which the next message may list this one's tools, if the profile sets no distance for neighbours.
const DEFAULT_NEIGHBOUR_SECONDS: i64 = 60;

/// The maximum distance of neighbours, in seconds, if the profile sets one.
fn seconds_of_neighbours(profile: &Profile) -> Option<i64> {
    profile.evidence.iter().find_map(|place| match place {
        EvidenceSource::Neighbours { seconds } => Some(*seconds),
        _ => None,
    })
}

/// Adds what the turn records: calls, results, tool messages, and the tools that its other messages list.
fn recorded_in_turn(
    source: &SqliteSource,
    message: &Message,
    conversation: &Conversation,
    question: &Question,
    facts: &mut Facts,
) -> Result<(), SourceError> {
    let records = turn_records::of_turn(source, message, conversation)?;
    facts.calls.clone_from(&records.calls);
    facts.tool_messages.clone_from(&records.tool_messages);
    facts.of_unknown_owner.clone_from(&records.of_unknown_owner);
    if source.sql.has_tools() {
        // Records are queried directly, so that of the other messages only neighbours may list the tool that made one.
        let close = mapping(source, question)
            .map(|_| seconds_of_neighbours(&source.profile).unwrap_or(DEFAULT_NEIGHBOUR_SECONDS));
        facts.turn_tools = Some(records.listed_by_others(message, conversation, close));
    }
    Ok(())
}

/// The mapping of the record in question, if the profile has it.
fn mapping<'a>(source: &'a SqliteSource, question: &Question) -> Option<(&'a Mapping, RecordQuestion)> {
    let asked = question.record.as_ref()?;
    source.profile.records.get(&asked.kind).map(|records| (records, asked.clone()))
}

/// An equal record that is evidence, and one that ghostcall wrote.
type EqualRecordLookup = (LookupAnswer<RecordFound>, Option<RecordFound>);

fn equal_records(
    source: &SqliteSource,
    message: &Message,
    question: &Question,
) -> Result<EqualRecordLookup, SourceError> {
    let Some((mapping, asked)) = mapping(source, question) else {
        return Ok((LookupAnswer::Unasked, None));
    };
    let Some(owner) = &message.owner.key else {
        return Ok((LookupAnswer::Unasked, None));
    };
    if !source.keeps_owner(mapping) {
        return Ok((LookupAnswer::Unasked, None));
    }
    let records = records_of(source, mapping, &asked.kind, owner)?;
    let equal = records.get(&digest(mapping, &asked.fields)).map(Vec::as_slice).unwrap_or_default();
    let found = |own: bool| {
        let is_own = |record: &Record| record.own && source.wrote(&mapping.table, &record.key);
        equal.iter().find(|record| is_own(record) == own).map(|record| RecordFound {
            table: mapping.table.clone(),
            key: record.key.clone(),
            discarded: record.discarded,
        })
    };
    Ok((LookupAnswer::of(found(false)), found(true)))
}

/// All records of an owner.
fn records_of(
    source: &SqliteSource,
    mapping: &Mapping,
    kind: &str,
    owner: &Key,
) -> Result<Arc<RecordsByDigest>, SourceError> {
    let place = (kind.to_owned(), owner.clone());
    if let Some(known) = source.cache.borrow().records.get(&place) {
        return Ok(Arc::clone(known));
    }
    let fields: Vec<_> =
        mapping.fields.iter().filter(|(_, field)| source.columns.has(&mapping.table, &field.column)).collect();
    let columns: Vec<String> = fields.iter().map(|(_, field)| quote(&field.column.column)).collect();
    let discarded = match &mapping.soft_delete {
        Some(column) if source.columns.has(&mapping.table, column) => quote(&column.column),
        _ => "NULL".to_owned(),
    };
    let key = record_key(source, &mapping.table)?;
    let columns = format!("{key}, {discarded}, {}", columns.join(", "));
    let mut records = RecordsByDigest::new();
    source.query_records((mapping, owner), &columns, "", |row| {
        let key = Key::for_display(row.get_ref(0)?);
        let own = source.journal.row_of(&mapping.table, &key).is_some();
        let discarded = !matches!(row.get_ref(1)?, ValueRef::Null | ValueRef::Text(b""));
        let mut texts = BTreeMap::new();
        for (index, (name, field)) in fields.iter().enumerate() {
            let cell = row.get_ref(index + 2)?;
            let text = match &field.values {
                Some(values) => values.iter().find(|(_, value)| is_cell(value, cell)).map(|(label, _)| label.clone()),
                None => utf8(cell).map(|text| field.trim.apply(text).to_owned()),
            };
            texts.extend(text.map(|text| ((*name).clone(), text)));
        }
        records.entry(digest(mapping, &texts)).or_default().push(Record { key, discarded, own });
        Ok(None::<()>)
    })?;
    let records = Arc::new(records);
    source.cache.borrow_mut().records.insert(place, Arc::clone(&records));
    Ok(records)
}

/// Whether a cell holds the value that a profile gives as JSON.
fn is_cell(value: &Value, cell: ValueRef<'_>) -> bool {
    match (value, cell) {
        (Value::Number(number), ValueRef::Integer(cell)) => number.as_i64() == Some(cell),
        // A CSV import turns every cell into text.
        (Value::Number(number), ValueRef::Text(cell)) => number.to_string().as_bytes() == cell,
        (Value::String(text), ValueRef::Text(cell)) => text.as_bytes() == cell,
        (Value::Bool(truth), ValueRef::Integer(cell)) => i64::from(*truth) == cell,
        _ => false,
    }
}

/// The tools of neighbouring messages of the same owner.
fn neighbours(message: &Message, conversation: &Conversation, seconds: i64) -> Vec<(Key, String)> {
    let Some(at) = message.created_at else {
        return Vec::new();
    };
    conversation
        .iter()
        .filter(|other| {
            other.is_assistant && other.owner == message.owner.key && Some(&other.key) != message.key.as_ref()
        })
        .filter(|other| other.created_at.is_some_and(|time| (time.as_second() - at.as_second()).abs() <= seconds))
        .flat_map(|other| other.tools_used.iter().map(|tool| (other.key.clone(), tool.clone())))
        .collect()
}
