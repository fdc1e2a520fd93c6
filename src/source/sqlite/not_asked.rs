//! Which sources were not asked about a claim, and why.

use super::{SqliteSource, facts};
use crate::source::profile::{Absent, ColumnName, EvidenceSource};
use crate::source::{Answer, Facts, Message, NotAsked, Question};

/// All kinds of sources, as people know them, in the order in which they are asked.
const KINDS: [&str; 6] = ["records", "history", "tool calls", "tools_used", "tool messages", "neighbours"];

/// Why a source does not count that is there and holds nothing.
const SAYS_NOTHING: &str = "nothing stands there, and that says nothing";

/// The sources that `facts` has no answer of.
pub(super) fn reasons(source: &SqliteSource, message: &Message, question: &Question, facts: &Facts) -> Vec<NotAsked> {
    let unanswered = [
        facts.record == Answer::Unasked,
        facts.history == Answer::Unasked,
        facts.calls.is_none(),
        facts.tools_used.is_none(),
        facts.tool_messages.is_none(),
        facts.neighbours.is_none(),
    ];
    let unanswered = KINDS.into_iter().zip(unanswered).filter(|(_, is_unanswered)| *is_unanswered);
    let reason = |(kind, _): (&'static str, bool)| {
        let named = source.profile.evidence.iter().find(|place| place.kind() == kind);
        let reason =
            named.map_or_else(|| "the profile names none".to_owned(), |place| why(source, place, message, question));
        NotAsked { source: kind.to_owned(), reason }
    };
    unanswered.map(reason).collect()
}

/// Why a source that the profile names was not asked.
fn why(source: &SqliteSource, place: &EvidenceSource, message: &Message, question: &Question) -> String {
    if is_silent(source, place) {
        return SAYS_NOTHING.to_owned();
    }
    if let EvidenceSource::History { table, json, .. } = place
        && let unread @ 1.. = facts::unread_history(source, table)
    {
        return format!("{unread} of its documents are no JSON, in {table}.{}", json.column);
    }
    let missing = match place {
        EvidenceSource::Column { column, .. } => Some((source.profile.messages.table.as_str(), column)),
        EvidenceSource::Table { table, message, name, .. } => [Some(message), name.as_ref().map(|name| &name.column)]
            .into_iter()
            .flatten()
            .find(|column| !source.columns.has(table, column))
            .map(|column| (table.as_str(), column)),
        EvidenceSource::Parts { calls, .. } => Some((source.profile.messages.table.as_str(), &calls.column)),
        EvidenceSource::History { table, json, .. } => {
            (!source.columns.has(table, json)).then_some((table.as_str(), json))
        }
        EvidenceSource::Messages { .. } => return "nothing tells who speaks here".to_owned(),
        EvidenceSource::Neighbours { .. } => {
            let reason =
                if message.created_at.is_none() { "the message has no time" } else { "no list of tools is kept here" };
            return reason.to_owned();
        }
        EvidenceSource::Records { .. } => None,
    };
    match (missing, &question.record) {
        (Some((table, _)), _) if !source.columns.has_table(table) => format!("this database has no {table}"),
        (Some((table, column)), _) => format!("this database has no {}.{}", column.table_or(table), column.column),
        (None, None) => "the claim carries no record".to_owned(),
        (None, Some(asked)) => match source.profile.records.get(&asked.kind) {
            None => format!("the profile has no {}", asked.kind),
            Some(_) if message.owner.key.is_none() => "the message has no agent".to_owned(),
            Some(records) if source.columns.has_table(&records.table) => SAYS_NOTHING.to_owned(),
            Some(records) => format!("this database has no {}", records.table),
        },
    }
}

/// Whether a source is there, and may have been asked: that it holds nothing is no answer.
fn is_silent(source: &SqliteSource, place: &EvidenceSource) -> bool {
    let has = |column: &ColumnName| source.columns.has(&source.profile.messages.table, column);
    match place {
        EvidenceSource::Column { column, absent: Absent::Unknown, .. } => has(column),
        EvidenceSource::Parts { calls, absent: Absent::Unknown, .. } => has(&calls.column),
        EvidenceSource::Messages { absent: Absent::Unknown, .. } => source.profile.messages.role.is_some(),
        _ => false,
    }
}
