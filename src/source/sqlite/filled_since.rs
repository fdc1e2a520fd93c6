//! When a source of evidence began to be filled: if an application began later, the lack of entries for earlier
//! messages means nothing.

use jiff::Timestamp;
use rusqlite::types::ValueRef;

use super::call_entry::value_in;
use super::readable::is_readable;
use super::{SqliteSource, parts, tools, utf8};
use crate::source::json_text;
use crate::source::profile::{AbsenceMeaning, ColumnPath, EvidenceSource};
use crate::source::quoting::literal;
use crate::source::{Key, Message, SourceError, StoredTime, quote};

/// The time of the first message for which a source has an entry, if `message` is older or may be; `None` if the source
/// was already in use, or the time is unknown.
pub(super) fn after(
    source: &SqliteSource,
    place: &EvidenceSource,
    message: &Message,
) -> Result<Option<Timestamp>, SourceError> {
    let first = first_time(source, place)?.filter(|first| message.created_at.is_none_or(|time| time < *first));
    // The message's own row is checked last: without an index, each such look-up reads the whole table.
    match first {
        Some(first) if !has_list(source, place, message)? => Ok(Some(first)),
        _ => Ok(None),
    }
}

/// Whether the message itself has the list of a source, even an empty one, which shows that the application filled it.
/// Only the list counts, not its cell: a column added later may hold any default.
fn has_list(source: &SqliteSource, place: &EvidenceSource, message: &Message) -> Result<bool, SourceError> {
    let Some(key) = &message.key else { return Ok(false) };
    match place {
        // An empty text counts too: it is the empty list in comma-separated encoding.
        EvidenceSource::Column { .. } => match source.sql.tools() {
            Some(cell) => source.holds(key, &format!("{cell} IS NOT NULL")),
            None => Ok(false),
        },
        EvidenceSource::Parts { calls, .. } => parts::has_list(source, calls, key),
        _ => Ok(false),
    }
}

/// Whether a time is real: applications and imports write the Unix epoch for an unknown time.
pub(super) fn is_time(time: Timestamp) -> bool {
    const DAY: i64 = 24 * 60 * 60;
    time.as_second() > DAY
}

fn first_time(source: &SqliteSource, place: &EvidenceSource) -> Result<Option<Timestamp>, SourceError> {
    let number = source.profile.evidence.iter().position(|other| other == place);
    let Some(number) = number.filter(|_| is_readable(source, place)) else { return Ok(None) };
    if let Some(known) = source.grounds.beginning(number) {
        return Ok(known);
    }
    let found = look_up(source, place)?;
    source.grounds.keep_beginning(number, found);
    Ok(found)
}

fn look_up(source: &SqliteSource, place: &EvidenceSource) -> Result<Option<Timestamp>, SourceError> {
    match place {
        EvidenceSource::Column { .. } => {
            let Some(cell) = source.sql.tools().filter(|_| source.sql.has_tools()) else { return Ok(None) };
            let own = |key: &Key| !source.journal.tools_added(key).is_empty();
            earliest(source, cell, &format!("{cell} IS NOT NULL"), |key, cell| {
                !tools(&source.profile, cell).is_empty() && !key.is_some_and(own)
            })
        }
        EvidenceSource::Table { .. } => match of_table(source, place) {
            Some(condition) => earliest_row(source, &condition),
            None => Ok(None),
        },
        EvidenceSource::Messages { roles, .. } => match source.sql.is_of_roles(roles) {
            Some(condition) => earliest_row(source, &condition),
            None => Ok(None),
        },
        // If NULL means nothing, `calls_kept` finds the time.
        EvidenceSource::Parts { calls, name, absent: AbsenceMeaning::NothingRan, .. } => {
            let table = &source.profile.messages.table;
            let Some(path) = calls.path.as_ref().filter(|_| calls.column.table_or(table) == table) else {
                return Ok(None);
            };
            let cell = format!("{}.{}", quote(table), quote(&calls.column.column));
            let words = parts::may_hold_calls(&cell, path, name.as_deref());
            earliest(source, &cell, &format!("{cell} IS NOT NULL{words}"), |_, cell| {
                utf8(cell)
                    .is_some_and(|document| json_text::find(document, path, None).is_ok_and(|all| !all.is_empty()))
            })
        }
        _ => Ok(None),
    }
}

/// The condition for messages that a table of calls references; `None` if a message has no key of one column.
fn of_table(source: &SqliteSource, place: &EvidenceSource) -> Option<String> {
    let EvidenceSource::Table { table, message, name, name_prefix, call, condition, .. } = place else { return None };
    let key = source.sql.row_key()?;
    let is_there = |place: &&ColumnPath| source.columns.has(table, &place.column);
    let begins = name_prefix.as_ref().map(|prefix| {
        let letters = prefix.chars().count();
        move |name: &str| format!(" AND substr({name}, 1, {letters}) = {}", literal(prefix))
    });
    let name = name.as_ref().filter(is_there).map(|name| value_in(table, name));
    let call = call.as_ref().filter(is_there).map(|call| value_in(table, call));
    let named = name.map(|name| format!("({name} <> ''{})", begins.map(|begins| begins(&name)).unwrap_or_default()));
    // A call without a tool's name does not count.
    let known: Vec<_> = named.into_iter().chain(call.map(|call| format!("{call} <> ''"))).collect();
    let condition = condition.as_ref().map(|condition| format!(" AND ({condition})")).unwrap_or_default();
    let (rows, known) = (quote(table), known.join(" OR "));
    Some(format!("{key} IN (SELECT {} FROM {rows} WHERE ({known}){condition})", quote(&message.column)))
}

/// The time of the earliest message that meets a condition. A message without a time counts as old as the end of its
/// conversation, because many applications store no time for tool messages.
fn earliest_row(source: &SqliteSource, condition: &str) -> Result<Option<Timestamp>, SourceError> {
    let timed = earliest(source, "NULL", condition, |_, _| true)?;
    let Some(sql) = source.sql.latest_times_of_untimed(condition) else { return Ok(timed) };
    let untimed = source
        .first(&sql, |row| Ok(StoredTime::read(row.get_ref(0)?).map(|time| time.at).filter(|at| is_time(*at))))?;
    Ok(timed.into_iter().chain(untimed).min())
}

/// The time of the earliest message that meets a condition and for which `counts` accepts the value of `expression`.
fn earliest(
    source: &SqliteSource,
    expression: &str,
    condition: &str,
    counts: impl Fn(Option<&Key>, ValueRef<'_>) -> bool,
) -> Result<Option<Timestamp>, SourceError> {
    let Some(sql) = source.sql.earliest_first(expression, condition) else { return Ok(None) };
    source.first(&sql, |row| {
        let Some(time) = StoredTime::read(row.get_ref(0)?).filter(|time| is_time(time.at)) else { return Ok(None) };
        let key = source.sql.key_at(row, 2)?;
        Ok(counts(key.as_ref(), row.get_ref(1)?).then_some(time.at))
    })
}
