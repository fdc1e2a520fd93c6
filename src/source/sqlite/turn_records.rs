//! What is recorded in the turn of a message: calls, results and the messages of tools, of all its rows.

use std::collections::HashMap;
use std::sync::Arc;

use super::calls::{CallEntry, entries_of_all, settle};
use super::readable::is_readable;
use super::{SqliteSource, parts, tool_messages};
use crate::source::message::{TurnMessage, turn_of};
use crate::source::profile::{Absent, EvidenceSource, Within};
use crate::source::{Key, Message, SourceError};

/// What stands in some messages; `None` for a list of which no source tells.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnRecords {
    /// Calls and results.
    pub(super) calls: Option<Vec<CallEntry>>,
    /// Messages of tools.
    pub(super) answers: Option<Vec<CallEntry>>,
}

/// The turn (its first and last row), and the owner who asks, or the message alone → what stands there.
#[derive(Default)]
pub(super) struct TurnCache {
    known: HashMap<[Option<Key>; 4], Arc<TurnRecords>>,
}

/// How many turns are kept for the next look-up.
const TURNS_KEPT: usize = 64;

/// The rows of the turn that may be the message's owner's: those of its own, and those of which nobody knows whose they are.
pub(super) fn rows_of_turn<'a>(message: &Message, conversation: &'a [TurnMessage]) -> Vec<&'a TurnMessage> {
    let turn = message.key.as_ref().map(|key| turn_of(conversation, key)).unwrap_or_default();
    turn.iter().filter(|other| !other.is_user && may_belong(other, message)).collect()
}

/// Another agent's call says nothing about this one's.
pub(super) fn may_belong(other: &TurnMessage, message: &Message) -> bool {
    match (&other.owner, &message.owner.key) {
        (Some(other), Some(own)) => other == own,
        _ => true,
    }
}

/// A pause of so many seconds: what an assistant says after it is no part of what it did before, though nobody spoke between.
const PAUSE: i64 = 3600;

/// The tools that other messages of the turn list, those of the same owner or of an unknown one: earlier ones, and for a
/// sentence later ones too, since the work may be recorded with the row that follows it.
pub(super) fn listed_in_turn(message: &Message, conversation: &[TurnMessage], is_sentence: bool) -> Vec<(Key, String)> {
    let Some(key) = &message.key else { return Vec::new() };
    let turn = turn_of(conversation, key);
    let place = turn.iter().position(|other| other.key == *key).unwrap_or_default();
    let second = |row: &TurnMessage| row.created_at.map(jiff::Timestamp::as_second);
    let pauses = |pair: &[TurnMessage]| match pair {
        [row, next] => second(row).zip(second(next)).is_some_and(|(row, next)| next - row > PAUSE),
        _ => false,
    };
    let until = turn.get(..=place).unwrap_or_default();
    let start = until.windows(2).rposition(pauses).map_or(0, |pause| pause + 1);
    let before = until.get(start..place).unwrap_or_default();
    let from = turn.get(place..).filter(|_| is_sentence).unwrap_or_default();
    let end = from.windows(2).position(pauses).map_or(from.len(), |pause| pause + 1);
    let after = from.get(1..end).unwrap_or_default();
    let own = before.iter().chain(after).filter(|other| !other.is_user && may_belong(other, message));
    own.flat_map(|other| other.tools_used.iter().map(|tool| (other.key.clone(), tool.clone()))).collect()
}

/// What is recorded in the turn of a message.
pub(super) fn of_turn(
    source: &SqliteSource,
    message: &Message,
    conversation: &[TurnMessage],
) -> Result<Arc<TurnRecords>, SourceError> {
    let rows = rows_of_turn(message, conversation);
    let is_narrow = |place: &EvidenceSource| {
        let (EvidenceSource::Table { within, .. } | EvidenceSource::Parts { within, .. }) = place else { return false };
        *within == Within::Message
    };
    let alone = rows.is_empty() || source.profile.evidence.iter().any(is_narrow);
    let end = |row: Option<&&TurnMessage>| row.map(|row| row.key.clone());
    let own = message.key.clone().filter(|_| alone);
    let known_as = [end(rows.first()), end(rows.last()), message.owner.key.clone(), own];
    if let Some(known) = source.cache.borrow().turns.known.get(&known_as) {
        return Ok(Arc::clone(known));
    }
    let has_roles = conversation.iter().any(|other| other.role.is_some());
    let records = Arc::new(records_of(source, &rows, message.key.as_ref(), has_roles)?);
    let kept = &mut source.cache.borrow_mut().turns.known;
    if kept.len() >= TURNS_KEPT {
        kept.clear();
    }
    kept.insert(known_as, Arc::clone(&records));
    Ok(records)
}

/// What is recorded in these rows, and in that of the message itself.
pub(super) fn records_of(
    source: &SqliteSource,
    rows: &[&TurnMessage],
    own: Option<&Key>,
    has_roles: bool,
) -> Result<TurnRecords, SourceError> {
    let mut keys: Vec<&Key> = rows.iter().map(|row| &row.key).collect();
    keys.extend(own.filter(|own| !keys.contains(own)));
    let mut records = TurnRecords::default();
    let readable = source.profile.evidence.iter().filter(|place| is_readable(source, place));
    for place in readable {
        match place {
            EvidenceSource::Table { .. } => {
                // Several tables may keep calls, such as the asking and the answering side.
                let found = entries_of_all(source, place, &keys, own)?;
                records.calls.get_or_insert_default().extend(found);
            }
            EvidenceSource::Parts { calls, absent, .. } => {
                let tells_of_none = match absent {
                    Absent::NothingRan => true,
                    Absent::Unknown => parts::stand_with_any(source, calls, &keys)?,
                    Absent::SaysNothing => false,
                };
                let found = entries_of_all(source, place, &keys, own)?;
                if tells_of_none || !found.is_empty() {
                    records.calls.get_or_insert_default().extend(found);
                }
            }
            EvidenceSource::Messages { roles, absent, .. } if has_roles => {
                let is_tool = |row: &&&TurnMessage| row.role.as_ref().is_some_and(|role| roles.contains(role));
                let mut found = Vec::new();
                for row in rows.iter().filter(is_tool) {
                    found.push(tool_messages::answer(source, place, &row.key)?);
                }
                if !found.is_empty() || *absent == Absent::NothingRan {
                    records.answers.get_or_insert_default().extend(found);
                }
            }
            _ => {}
        }
    }
    let mut lists: Vec<&mut Vec<CallEntry>> = records.calls.iter_mut().chain(records.answers.iter_mut()).collect();
    settle(&mut lists);
    Ok(records)
}
