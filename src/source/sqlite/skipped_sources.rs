//! Which sources were not queried about a claim, and why.

use super::{SqliteSource, filled_since, filled_sources, history, readable};
use crate::source::profile::{AbsenceMeaning, ColumnName, EvidenceSource};
use crate::source::{Facts, LookupAnswer, Message, Question, SkippedSource, SourceError};

/// All kinds of sources, by the names shown to users, in the order of the look-ups.
const KINDS: [&str; 6] = ["records", "history", "tool calls", "tools_used", "tool messages", "neighbours"];

/// The reason for a source that is filled, but whose silence proves nothing.
const SAYS_NOTHING: &str = "nothing there, which proves nothing";

/// The reason for a source that is empty in the whole database.
const HOLDS_NONE: &str = "this database holds none";

/// The reason for an empty source if another source is unreadable and may hold the entry.
const NOT_ALL_READ: &str = "that alone proves nothing: not all sources can be read";

/// The sources without an answer in `facts`: by kind if none of the kind answered, else each by its label.
pub(super) fn reasons(
    source: &SqliteSource,
    message: &Message,
    question: &Question,
    facts: &Facts,
) -> Result<Vec<SkippedSource>, SourceError> {
    let unanswered = [
        facts.record == LookupAnswer::Unasked,
        facts.history == LookupAnswer::Unasked,
        facts.calls.is_none(),
        facts.tools_used.is_none(),
        facts.tool_messages.is_none(),
        facts.neighbours.is_none(),
    ];
    let mut found = Vec::new();
    for (kind, is_unanswered) in KINDS.into_iter().zip(unanswered) {
        let places: Vec<_> = source.profile.evidence.iter().filter(|place| place.kind() == kind).collect();
        let (missed, others): (Vec<_>, Vec<_>) =
            places.iter().copied().partition(|place| readable::is_missed(source, place));
        // A source that is the only one of its kind is named by the kind.
        let mut filled = None;
        for place in others.iter().filter(|_| is_unanswered) {
            // If one of the sources began later, the silence of the others no longer counts.
            if filled_sources::is_filled(source, place)?
                && (filled.is_none() || filled_since::after(source, place, message)?.is_some())
            {
                filled = Some(place);
            }
        }
        let speaks = filled.or(others.first()).or(missed.first().filter(|_| places.len() == 1));
        let speaks = speaks.filter(|_| is_unanswered).copied();
        if is_unanswered && (speaks.is_some() || places.is_empty()) {
            let reason = match speaks {
                None => "the profile names none".to_owned(),
                Some(place) => why(source, place, message, question)?,
            };
            found.push(SkippedSource { source: kind.to_owned(), reason });
        }
        for place in missed.into_iter().filter(|place| speaks != Some(*place)) {
            let reason = readable::why_not(source, place).unwrap_or_default();
            let missed = SkippedSource { source: place.label(), reason };
            if !found.contains(&missed) {
                found.push(missed);
            }
        }
    }
    Ok(found)
}

/// Why a source of the profile was not queried.
fn why(
    source: &SqliteSource,
    place: &EvidenceSource,
    message: &Message,
    question: &Question,
) -> Result<String, SourceError> {
    if is_silent(source, place) {
        return Ok(SAYS_NOTHING.to_owned());
    }
    if let EvidenceSource::History { table, json, .. } = place
        && let unread @ 1.. = history::unread_history(source, table)
    {
        return Ok(format!("invalid JSON in {table}.{} ({unread})", json.column));
    }
    if let Some(reason) = readable::why_not(source, place) {
        return Ok(reason);
    }
    Ok(match (place, &question.record) {
        (EvidenceSource::Records { .. } | EvidenceSource::History { .. }, None) => {
            "the claim carries no record".to_owned()
        }
        (EvidenceSource::Records { .. }, Some(asked)) => match source.profile.records.get(&asked.kind) {
            None => format!("the profile has no {}", asked.kind),
            Some(_) if message.owner.key.is_none() => "the message has no agent".to_owned(),
            Some(_) if !filled_sources::has_records(source, &asked.kind)? => HOLDS_NONE.to_owned(),
            Some(_) => says_nothing(source, question),
        },
        (EvidenceSource::Messages { .. }, _) if source.profile.messages.role.is_none() => "no roles".to_owned(),
        (EvidenceSource::Neighbours { .. }, _) if message.created_at.is_none() => "the message has no time".to_owned(),
        (EvidenceSource::Neighbours { .. }, _) => "no list of tools".to_owned(),
        _ if !filled_sources::is_filled(source, place)? => HOLDS_NONE.to_owned(),
        (EvidenceSource::History { .. }, Some(asked)) => format!("the profile has no {}", asked.kind),
        _ => match filled_since::after(source, place, message)? {
            Some(first) => format!("{HOLDS_NONE} before {}", first.strftime("%Y-%m-%d %H:%M")),
            None => says_nothing(source, question),
        },
    })
}

fn says_nothing(source: &SqliteSource, question: &Question) -> String {
    if filled_sources::is_all_read(source, question) { SAYS_NOTHING } else { NOT_ALL_READ }.to_owned()
}

/// Whether a source exists and may have been queried, but its silence is not an answer.
fn is_silent(source: &SqliteSource, place: &EvidenceSource) -> bool {
    let has = |column: &ColumnName| source.columns.has(&source.profile.messages.table, column);
    match place {
        EvidenceSource::Column { column, absent: AbsenceMeaning::Unknown | AbsenceMeaning::SaysNothing, .. } => {
            has(column)
        }
        EvidenceSource::Parts { calls, absent: AbsenceMeaning::Unknown | AbsenceMeaning::SaysNothing, .. } => {
            has(&calls.column)
        }
        EvidenceSource::Messages { absent: AbsenceMeaning::Unknown | AbsenceMeaning::SaysNothing, .. } => {
            source.profile.messages.role.is_some()
        }
        _ => false,
    }
}
