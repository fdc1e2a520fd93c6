//! What the rows of a turn record: calls, results and tool messages.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::call_entry::CallEntry;
use super::calls::entries_of_all;
use super::pairing::{FoundEntry, pair};
use super::readable::is_readable;
use super::{SqliteSource, parts, tool_messages};
use crate::source::message::TurnMessage;
use crate::source::profile::{AbsenceMeaning, EvidenceSource, Within};
use crate::source::turn::{close_rows, rows_answering_late, rows_of_turn};
use crate::source::{Conversation, Key, Message, RecordedCall, SourceError, ToolMessage};

/// The calls and answers of some messages; `None` for a list that no source has.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundCalls {
    /// The calls and results in tables, and in the rows of the messages.
    pub(super) calls: Option<Vec<CallEntry>>,
    /// The answers in tool messages.
    pub(super) answers: Option<Vec<CallEntry>>,
    /// Entries that may belong to another agent.
    doubtful: Vec<CallEntry>,
}

/// The evidence of a turn, which all claims in it share.
#[derive(Debug, Default)]
pub(super) struct TurnRecords {
    /// The calls of tools with known names.
    pub(super) calls: Option<Arc<[RecordedCall]>>,
    /// Tool messages, and results of unknown tools.
    pub(super) tool_messages: Option<Arc<[ToolMessage]>>,
    /// The source with an entry that may belong to another agent.
    pub(super) of_unknown_owner: Option<String>,
    /// Tool → the messages that list it, each with its index in the turn.
    listed: BTreeMap<String, Vec<(usize, Key)>>,
}

impl TurnRecords {
    fn new(records: FoundCalls, rows: &[TurnRow<'_>]) -> Self {
        let has_calls = records.calls.is_some();
        let (named, unnamed): (Vec<_>, Vec<_>) =
            records.calls.into_iter().flatten().partition(|entry| entry.name.is_some());
        let calls: Vec<_> = named.into_iter().filter_map(CallEntry::into_call).collect();
        let has_answers = records.answers.is_some() || !unnamed.is_empty();
        let messages = records.answers.into_iter().flatten().chain(unnamed).map(CallEntry::into_tool_message).collect();
        let mut listed: BTreeMap<String, Vec<(usize, Key)>> = BTreeMap::new();
        for TurnRow { message, place, .. } in
            rows.iter().filter(|row| !row.is_doubtful && !row.is_late && !row.message.is_user)
        {
            for tool in &message.tools_used {
                listed.entry(tool.clone()).or_default().push((*place, message.key.clone()));
            }
        }
        let of_unknown_owner = records.doubtful.into_iter().map(|entry| entry.record).next();
        Self {
            calls: has_calls.then(|| calls.into()),
            tool_messages: has_answers.then_some(messages),
            of_unknown_owner,
            listed,
        }
    }

    /// The tools that other messages of the turn list, each with the first such message; with `seconds`, only
    /// neighbouring messages count, and those after it only within that time.
    pub(super) fn listed_by_others(
        &self,
        message: &Message,
        conversation: &Conversation,
        seconds: Option<i64>,
    ) -> Vec<(Key, String)> {
        let Some(own) = message.key.as_ref().filter(|_| !self.listed.is_empty()) else { return Vec::new() };
        let close = seconds.map(|seconds| {
            let turn = rows_of_turn(conversation, own);
            let place = turn.iter().position(|row| row.key == *own).unwrap_or_default();
            close_rows(turn, place, seconds)
        });
        let counts = |place: &usize| close.as_ref().is_none_or(|close| close.contains(place));
        let other = |known: &[(usize, Key)]| known.iter().find(|(place, key)| key != own && counts(place)).cloned();
        let listed = self.listed.iter();
        listed.filter_map(|(tool, known)| other(known).map(|(_, key)| (key, tool.clone()))).collect()
    }
}

/// First and last row of the turn with the owner in question, or the message alone → the records.
#[derive(Default)]
pub(super) struct TurnCache {
    known: HashMap<[Option<Key>; 4], Arc<TurnRecords>>,
}

/// The maximum number of cached turns.
const MAX_CACHED_TURNS: usize = 64;

/// A row that may record a call for a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnRow<'a> {
    pub(super) message: &'a TurnMessage,
    /// Its index among the rows of the turn.
    place: usize,
    /// Whether its owner is unknown and another agent has spoken before it.
    pub(super) is_doubtful: bool,
    /// Whether it is after the turn: then only entries with the id of one of the turn's calls count.
    is_late: bool,
}

/// The rows that may belong to the message's owner: a call of another agent says nothing about this one.
pub(super) fn rows_for<'a>(message: &Message, rows: &'a [TurnMessage]) -> Vec<TurnRow<'a>> {
    let is_other = |owner: Option<&Key>| owner.zip(message.owner.key.as_ref()).is_some_and(|(other, own)| other != own);
    let mut speaker: Option<&Key> = None;
    let mut found = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        if row.is_assistant {
            speaker = row.owner.as_ref();
        }
        // A user's row, with words or results, names the agent that it is addressed to, not its author.
        let owner = row.owner.as_ref().filter(|_| !row.is_user && !row.answers);
        if !is_other(owner) {
            let is_doubtful = owner.is_none() && !row.is_assistant && is_other(speaker);
            found.push(TurnRow { message: row, place, is_doubtful, is_late: false });
        }
    }
    found
}

/// The records of a message's turn.
pub(super) fn of_turn(
    source: &SqliteSource,
    message: &Message,
    conversation: &Conversation,
) -> Result<Arc<TurnRecords>, SourceError> {
    let turn = message.key.as_ref().map(|key| rows_of_turn(conversation, key)).unwrap_or_default();
    let is_narrow = |place: &EvidenceSource| {
        let (EvidenceSource::Table { within, .. } | EvidenceSource::Parts { within, .. }) = place else { return false };
        *within == Within::Message
    };
    let alone = turn.is_empty() || source.profile.evidence.iter().any(is_narrow);
    let end = |row: Option<&TurnMessage>| row.map(|row| row.key.clone());
    let own = message.key.clone().filter(|_| alone);
    let known_as = [end(turn.first()), end(turn.last()), message.owner.key.clone(), own];
    if let Some(known) = source.cache.borrow().turns.known.get(&known_as) {
        return Ok(Arc::clone(known));
    }
    let has_roles = conversation.iter().any(|other| other.role.is_some());
    let mut rows = rows_for(message, turn);
    let late = message.key.as_ref().map(|key| rows_answering_late(conversation, key)).unwrap_or_default();
    let late = rows_for(message, late).into_iter().filter(|row| row.message.answers || !row.message.is_user);
    rows.extend(late.map(|row| TurnRow { is_late: true, ..row }));
    let records = Arc::new(TurnRecords::new(records_of(source, &rows, message.key.as_ref(), has_roles)?, &rows));
    let kept = &mut source.cache.borrow_mut().turns.known;
    if kept.len() >= MAX_CACHED_TURNS {
        kept.clear();
    }
    kept.insert(known_as, Arc::clone(&records));
    Ok(records)
}

/// The records of these rows, and of the message's own row.
pub(super) fn records_of(
    source: &SqliteSource,
    rows: &[TurnRow<'_>],
    own: Option<&Key>,
    has_roles: bool,
) -> Result<FoundCalls, SourceError> {
    let mut keys: Vec<&Key> = rows.iter().map(|row| &row.message.key).collect();
    keys.extend(own.filter(|own| !keys.contains(own)));
    let places: HashMap<&Key, usize> = keys.iter().copied().zip(0..).collect();
    let (mut has_calls, mut has_answers) = (false, false);
    let mut found: Vec<FoundEntry> = Vec::new();
    let mut add = |number: usize, is_message: bool, entries: Vec<CallEntry>| {
        found.extend(entries.into_iter().map(|entry| {
            let place = entry.message.as_ref().and_then(|key| places.get(key)).copied().unwrap_or_default();
            let is_doubtful = rows.get(place).is_some_and(|row| row.is_doubtful);
            FoundEntry { source: number, place, is_message, is_doubtful, entry }
        }));
    };
    let readable = source.profile.evidence.iter().enumerate().filter(|(_, place)| is_readable(source, place));
    for (number, place) in readable {
        match place {
            EvidenceSource::Table { .. } => {
                // Several tables may store calls, for example one the calls and one the results.
                has_calls = true;
                add(number, false, entries_of_all(source, place, &keys, own)?);
            }
            EvidenceSource::Parts { calls, absent, .. } => {
                let shows_none = match absent {
                    AbsenceMeaning::NothingRan => true,
                    AbsenceMeaning::Unknown => parts::any_has_calls_cell(source, calls, &keys)?,
                    AbsenceMeaning::SaysNothing => false,
                };
                let entries = entries_of_all(source, place, &keys, own)?;
                has_calls |= shows_none || !entries.is_empty();
                add(number, false, entries);
            }
            EvidenceSource::Messages { roles, absent, .. } if has_roles => {
                let is_tool = |row: &&TurnRow<'_>| {
                    row.message.role.as_deref().is_some_and(|role| roles.iter().any(|known| known == role))
                };
                let answers = rows.iter().filter(is_tool);
                let answers = answers.map(|row| tool_messages::answer(source, place, &row.message.key));
                let answers = answers.collect::<Result<Vec<_>, _>>()?;
                has_answers |=
                    rows.iter().any(|row| !row.is_late && is_tool(&row)) || *absent == AbsenceMeaning::NothingRan;
                add(number, true, answers);
            }
            _ => {}
        }
    }
    let is_late = |found: &FoundEntry| rows.get(found.place).is_some_and(|row| row.is_late);
    let asked: HashSet<String> =
        found.iter().filter(|found| !is_late(found)).filter_map(|found| found.entry.call.clone()).collect();
    found.retain(|found| !is_late(found) || found.entry.call.as_ref().is_some_and(|call| asked.contains(call)));
    pair(&mut found);
    Ok(listed(found, has_calls, has_answers))
}

/// Splits entries by kind; a list that the database does not have stays `None` if it has no entry.
fn listed(found: Vec<FoundEntry>, has_calls: bool, has_answers: bool) -> FoundCalls {
    let mut records =
        FoundCalls { calls: has_calls.then(Vec::new), answers: has_answers.then(Vec::new), doubtful: Vec::new() };
    for FoundEntry { is_message, is_doubtful, entry, .. } in found {
        let list = match is_message {
            _ if is_doubtful => &mut records.doubtful,
            true => records.answers.get_or_insert_default(),
            false => records.calls.get_or_insert_default(),
        };
        list.push(entry);
    }
    records
}
