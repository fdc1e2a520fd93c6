//! Evidence for completion claims: records made around the time of the message, and earlier calls.

use super::owner_records::record_key;
use super::readable::is_readable;
use super::{SqliteSource, filled_sources, turn_records};
use crate::source::evidence::StatementQuestion;
use crate::source::profile::{AbsenceMeaning, EvidenceSource};
use crate::source::turn::turn_of;
use crate::source::{Conversation, Facts, Key, LookupAnswer, Message, RecordFound, SourceError, StoredTime, quote};

/// The seconds before and after a message in which a record counts as made for it: some applications extract memories
/// later.
pub(super) const AROUND: i64 = 600;
/// The number of latest earlier messages whose calls are read.
const MAX_EARLIER_MESSAGES: usize = 200;

/// Adds to `facts` what only completion claims need.
pub(super) fn ask(
    source: &SqliteSource,
    message: &Message,
    conversation: &Conversation,
    asked: &StatementQuestion,
    facts: &mut Facts,
) -> Result<(), SourceError> {
    facts.made_around = made_around(source, message, asked)?;
    if asked.earlier {
        facts.earlier = earlier(source, message, conversation)?;
    }
    Ok(())
}

fn made_around(
    source: &SqliteSource,
    message: &Message,
    asked: &StatementQuestion,
) -> Result<LookupAnswer<RecordFound>, SourceError> {
    let mapping = asked.record.as_ref().and_then(|kind| source.profile.records.get(kind));
    let absent = source.profile.evidence.iter().find_map(|place| match place {
        EvidenceSource::Records { absent } => Some(*absent),
        _ => None,
    });
    let (Some(mapping), Some(owner), Some(at)) = (mapping, &message.owner.key, message.created_at) else {
        return Ok(LookupAnswer::Unasked);
    };
    let Some(created) = mapping.created.as_ref().filter(|created| source.columns.has(&mapping.table, created)) else {
        return Ok(LookupAnswer::Unasked);
    };
    if !source.keeps_owner(mapping) || owner.cells().len() != mapping.owner.columns().len() {
        return Ok(LookupAnswer::Unasked);
    }
    let key = record_key(source, &mapping.table)?;
    let columns = format!("{key}, {}", quote(&created.column));
    let found = source.query_records((mapping, owner), &columns, "", |row| {
        let time = StoredTime::read(row.get_ref(1)?).map(|moment| moment.at);
        let is_near = time.is_some_and(|time| (time.as_second() - at.as_second()).abs() <= AROUND);
        let key = Key::for_display(row.get_ref(0)?);
        Ok(is_near.then(|| RecordFound { table: mapping.table.clone(), key, discarded: false }))
    })?;
    let answer = LookupAnswer::of(found.into_iter().next());
    let kind = asked.record.as_deref().unwrap_or_default();
    filled_sources::answer_of_records(source, answer, kind, absent.unwrap_or_default())
}

/// The tools of the messages before the turn; `None` if no source lists them.
fn earlier(
    source: &SqliteSource,
    message: &Message,
    conversation: &Conversation,
) -> Result<Option<Vec<(Key, String)>>, SourceError> {
    let Some(key) = &message.key else { return Ok(None) };
    let turn = turn_of(conversation, key).first().map_or(key, |first| &first.key);
    let before = conversation.place_of(turn).unwrap_or(0);
    let before = conversation.get(before.saturating_sub(MAX_EARLIER_MESSAGES)..before).unwrap_or_default();
    let rows: Vec<_> = turn_records::rows_for(message, before).into_iter().filter(|row| !row.is_doubtful).collect();
    let keeps_calls = |place: &EvidenceSource| {
        matches!(place, EvidenceSource::Table { .. } | EvidenceSource::Parts { .. }) && is_readable(source, place)
    };
    if !source.profile.evidence.iter().any(keeps_calls) && !source.sql.has_tools() {
        return Ok(None);
    }
    let spoken = rows.iter().filter(|row| !row.message.is_user);
    let listed =
        spoken.flat_map(|row| row.message.tools_used.iter().map(|tool| (row.message.key.clone(), tool.clone())));
    let mut tools: Vec<(Key, String)> = listed.collect();
    let has_roles = rows.iter().any(|row| row.message.role.is_some());
    let records = turn_records::records_of(source, &rows, None, has_roles)?;
    let ran = records.calls.into_iter().chain(records.answers).flatten().filter(|entry| !entry.failed);
    tools.extend(ran.filter_map(|entry| Some((entry.message?, entry.name?))));
    // If no tools are found at all, the list may not be filled.
    let is_known = !tools.is_empty() || source.profile.absent_tools() == AbsenceMeaning::NothingRan;
    Ok(is_known.then_some(tools))
}
