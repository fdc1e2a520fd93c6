//! Since when a source of evidence holds anything: an application that began to fill it later says nothing by its silence about
//! what came before.

use jiff::Timestamp;
use rusqlite::types::ValueRef;

use super::calls::value_in;
use super::grounds::{self, first};
use super::readable::is_readable;
use super::statement::literal;
use super::{SqliteSource, parts, quote, tools, utf8};
use crate::source::json_text;
use crate::source::profile::{AbsenceMeaning, ColumnPath, EvidenceSource};
use crate::source::{Key, Message, SourceError, StoredTime};

/// The time of the first message for which a source holds anything, where `message` is from before, or may be; `None` where the
/// source was in use, or no time is known.
pub(super) fn after(
    source: &SqliteSource,
    place: &EvidenceSource,
    message: &Message,
) -> Result<Option<Timestamp>, SourceError> {
    let first = first_time(source, place)?.filter(|first| message.created_at.is_none_or(|time| time < *first));
    // The message's own row comes last: without an index each such look-up reads the whole table.
    match first {
        Some(first) if !has_list(source, place, message)? => Ok(Some(first)),
        _ => Ok(None),
    }
}

/// Whether the message itself has the list of a source, even an empty one: then the application kept it.
/// A cell alone is none: a column that was added later may be filled with anything.
fn has_list(source: &SqliteSource, place: &EvidenceSource, message: &Message) -> Result<bool, SourceError> {
    let Some(key) = &message.key else { return Ok(false) };
    match place {
        // An empty text is the empty list of those that separate names by commas.
        EvidenceSource::Column { .. } => match source.sql.tools() {
            Some(cell) => grounds::holds(source, key, &format!("{cell} IS NOT NULL")),
            None => Ok(false),
        },
        EvidenceSource::Parts { calls, .. } => parts::has_list(source, calls, key),
        _ => Ok(false),
    }
}

/// Whether a time is one: where none is known, applications and imports write the beginning of an epoch.
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
        // Where NULL says nothing, `calls_kept` finds since when they are kept.
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

/// The condition for messages to which rows of a table of calls refer; `None` where one column does not identify them.
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
    // A call whose tool cannot be read fills nothing.
    let known: Vec<_> = named.into_iter().chain(call.map(|call| format!("{call} <> ''"))).collect();
    let condition = condition.as_ref().map(|condition| format!(" AND ({condition})")).unwrap_or_default();
    let (rows, known) = (quote(table), known.join(" OR "));
    Some(format!("{key} IN (SELECT {} FROM {rows} WHERE ({known}){condition})", quote(&message.column)))
}

/// The time of the earliest message for which a condition holds. One that has none was written before the end of its
/// conversation: many applications give the messages of tools no time.
fn earliest_row(source: &SqliteSource, condition: &str) -> Result<Option<Timestamp>, SourceError> {
    let timed = earliest(source, "NULL", condition, |_, _| true)?;
    let Some(sql) = source.sql.latest_beside_untimed(condition) else { return Ok(timed) };
    let untimed =
        first(source, &sql, |row| Ok(StoredTime::read(row.get_ref(0)?).map(|time| time.at).filter(|at| is_time(*at))))?;
    Ok(timed.into_iter().chain(untimed).min())
}

/// The time of the earliest message for which a condition holds, and `counts` what an expression amounts to in it.
fn earliest(
    source: &SqliteSource,
    expression: &str,
    condition: &str,
    counts: impl Fn(Option<&Key>, ValueRef<'_>) -> bool,
) -> Result<Option<Timestamp>, SourceError> {
    let Some(sql) = source.sql.earliest_first(expression, condition) else { return Ok(None) };
    first(source, &sql, |row| {
        let Some(time) = StoredTime::read(row.get_ref(0)?).filter(|time| is_time(time.at)) else { return Ok(None) };
        let key = source.sql.key_at(row, 2)?;
        Ok(counts(key.as_ref(), row.get_ref(1)?).then_some(time.at))
    })
}
