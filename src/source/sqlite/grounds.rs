//! What a database really holds: which sources of evidence are filled, so that their silence says something, and which tools
//! are recorded anywhere, so that they exist.
//!
//! Both are asked for when a claim first needs them, and then known to all connections.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, OnceLock, PoisonError};

use rusqlite::Row;
use rusqlite::types::ValueRef;
use serde_json::Value;

use super::calls::{cut, entries_of_all, is_error, value_in};
use super::calls_kept::Kept;
use super::facts::record_key;
use super::readable::is_readable;
use super::statement::literal;
use super::{SqliteSource, quote, tools, utf8};
use crate::source::failure::is_no_error;
use crate::source::json_text;
use crate::source::list::List;
use crate::source::profile::{Absent, EvidenceSource, Step};
use crate::source::{Answer, Facts, Key, Message, SourceError, ToolFound};

/// So many rows at each end of a table are looked at for one that belongs to a message: rows of deleted messages may stand
/// between.
const LOOKED_AT: usize = 50;

/// What is known of a database, for all connections to it.
#[derive(Debug, Default)]
pub(super) struct Grounds {
    /// Source by its place in the profile, or kind of record → whether anything stands there.
    filled: Mutex<HashMap<String, bool>>,
    /// The place of calls in rows of messages → since when they are kept there.
    kept: Mutex<HashMap<String, Kept>>,
    /// Tool as it is recorded → where.
    tools: OnceLock<BTreeMap<String, String>>,
}

impl Grounds {
    /// Since when calls are kept in a place, where that was asked before.
    pub(super) fn kept(&self, place: &str) -> Option<Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(place).copied()
    }

    /// Keeps that for all connections.
    pub(super) fn keep_times(&self, place: String, kept: Kept) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(place, kept);
    }
}

/// Takes back what sources say by their silence that hold nothing for any message of this database: nobody knows whether the
/// application fills them.
pub(super) fn keep(source: &SqliteSource, message: &Message, facts: &mut Facts) -> Result<(), SourceError> {
    let of_kind = |kind: &'static str| source.profile.evidence.iter().filter(move |place| place.kind() == kind);
    if facts.calls.as_ref().is_some_and(Vec::is_empty)
        && !any_filled(source, of_kind("tool calls"))?
        && !lists_no_call(source, message)?
    {
        facts.calls = None;
    }
    if facts.tool_messages.as_ref().is_some_and(Vec::is_empty) && !any_filled(source, of_kind("tool messages"))? {
        facts.tool_messages = None;
    }
    if facts.tools_used.as_ref().is_some_and(Vec::is_empty)
        && !any_filled(source, of_kind("tools_used"))?
        && !lists_no_tool(source, message)?
    {
        facts.tools_used = None;
    }
    if facts.history == Answer::Nothing && !any_filled(source, of_kind("history"))? {
        facts.history = Answer::Unasked;
    }
    Ok(())
}

fn any_filled<'p>(
    source: &SqliteSource,
    places: impl Iterator<Item = &'p EvidenceSource>,
) -> Result<bool, SourceError> {
    for place in places {
        if is_filled(source, place)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a source holds anything for some message.
pub(super) fn is_filled(source: &SqliteSource, place: &EvidenceSource) -> Result<bool, SourceError> {
    let number = source.profile.evidence.iter().position(|other| other == place);
    let Some(number) = number.filter(|_| is_readable(source, place)) else { return Ok(false) };
    known(source, format!("source {number}"), || match place {
        EvidenceSource::Table { .. } => has_calls(source, place),
        EvidenceSource::Parts { .. } => {
            let mut found = false;
            each_part(source, place, &mut |_| {
                found = true;
                false
            })?;
            Ok(found)
        }
        EvidenceSource::Messages { roles, .. } => match source.sql.of_roles("1", roles) {
            Some(sql) => is_there(source, &format!("{sql} LIMIT 1")),
            None => Ok(false),
        },
        EvidenceSource::History { table, json, .. } => {
            let (table, json) = (quote(table), quote(&json.column));
            is_there(source, &format!("SELECT 1 FROM {table} WHERE {json} IS NOT NULL LIMIT 1"))
        }
        EvidenceSource::Records { .. } => {
            let mut kinds = source.profile.records.keys();
            kinds.try_fold(false, |found, kind| Ok(found || has_records(source, kind)?))
        }
        // Neighbours are read from the same list as the tools of a message.
        EvidenceSource::Column { .. } | EvidenceSource::Neighbours { .. } => lists_tools(source),
    })
}

/// Whether the application keeps any record of a kind: those that ghostcall wrote do not count.
pub(super) fn has_records(source: &SqliteSource, kind: &str) -> Result<bool, SourceError> {
    known(source, format!("record {kind}"), || {
        let Some(mapping) = source.profile.records.get(kind) else { return Ok(false) };
        if !source.keeps_owner(mapping) {
            return Ok(false);
        }
        let sql = format!("SELECT {} FROM {}", record_key(source, &mapping.table)?, quote(&mapping.table));
        first(source, &sql, |row| {
            let key = Key::telling(row.get_ref(0)?);
            Ok((!source.wrote(&mapping.table, &key)).then_some(()))
        })
        .map(|found| found.is_some())
    })
}

/// What `find` answers, asked once.
fn known(
    source: &SqliteSource,
    place: String,
    find: impl FnOnce() -> Result<bool, SourceError>,
) -> Result<bool, SourceError> {
    let lock = || source.grounds.filled.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lock().get(&place) {
        return Ok(*known);
    }
    let found = find()?;
    lock().insert(place, found);
    Ok(found)
}

fn is_there(source: &SqliteSource, sql: &str) -> Result<bool, SourceError> {
    first(source, sql, |_| Ok(Some(()))).map(|found| found.is_some())
}

/// The first thing that `read` makes of a row; the rows after it are not read.
fn first<T>(
    source: &SqliteSource,
    sql: &str,
    mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<Option<T>>,
) -> Result<Option<T>, SourceError> {
    let mut run = || -> rusqlite::Result<Option<T>> {
        let mut statement = source.connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            if let Some(found) = read(row)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    };
    run().map_err(|error| source.error(&error))
}

/// Whether some message lists tools that ghostcall itself did not add.
fn lists_tools(source: &SqliteSource) -> Result<bool, SourceError> {
    let Some(cell) = source.sql.tools().filter(|_| source.sql.has_tools()) else { return Ok(false) };
    let sql = source.sql.keys(&format!("{cell} IS NOT NULL AND {cell} NOT IN ('', '[]', '{{}}', 'null')"));
    let own = |key: &Key| !source.journal.tools_added(key).is_empty();
    let found = first(source, &sql, |row| Ok(source.sql.key(row)?.is_none_or(|key| !own(&key)).then_some(())))?;
    Ok(found.is_some())
}

/// Whether a message has a list of tools in which nothing stands.
fn lists_no_tool(source: &SqliteSource, message: &Message) -> Result<bool, SourceError> {
    source.sql.tools().map_or(Ok(false), |cell| is_empty_list(source, message, cell))
}

/// Whether a message has a list of calls in which nothing stands.
fn lists_no_call(source: &SqliteSource, message: &Message) -> Result<bool, SourceError> {
    let table = &source.profile.messages.table;
    let own = |place: &EvidenceSource| match place {
        EvidenceSource::Parts { calls, .. } if calls.column.table_or(table) == table && is_readable(source, place) => {
            Some(format!("{}.{}", quote(table), quote(&calls.column.column)))
        }
        _ => None,
    };
    let mut cells = source.profile.evidence.iter().filter_map(own);
    cells.try_fold(false, |found, cell| Ok(found || is_empty_list(source, message, &cell)?))
}

/// Whether the cell of a message is an empty list, written down as such: NULL may mean that nobody wrote one.
fn is_empty_list(source: &SqliteSource, message: &Message, cell: &str) -> Result<bool, SourceError> {
    let Some(key) = &message.key else { return Ok(false) };
    let values = key.cells();
    if values.len() != source.sql.key_width() {
        return Ok(false);
    }
    let parameters: Vec<&dyn rusqlite::ToSql> = values.iter().map(|value| value as &dyn rusqlite::ToSql).collect();
    let sql = source.sql.keys(&format!("trim({cell}) IN ('[]', '{{}}') AND {}", source.is_key()?));
    Ok(!source.query(&sql, &parameters, |_| Ok(Some(())))?.is_empty())
}

/// Whether a table of calls has one that belongs to a message.
fn has_calls(source: &SqliteSource, place: &EvidenceSource) -> Result<bool, SourceError> {
    let EvidenceSource::Table { table, message, condition, .. } = place else { return Ok(false) };
    let reference = quote(&message.column);
    let condition = condition.as_ref().map(|condition| format!(" AND ({condition})")).unwrap_or_default();
    let rows = format!("SELECT {reference} FROM {} WHERE {reference} IS NOT NULL{condition}", quote(table));
    // The last ones first: those of the first messages are gone most likely.
    let by_number = match crate::source::row_number(&source.connection, table).map_err(|error| source.error(&error))? {
        Some(number) => vec![format!(" ORDER BY {} DESC", quote(&number)), String::new()],
        None => vec![String::new()],
    };
    for order in by_number {
        let sql = format!("{rows}{order} LIMIT {LOOKED_AT}");
        for key in source.query(&sql, &[], |row| Ok(Key::from_cell(row.get_ref(0)?)))? {
            let Some(key) = source.stored_key(&key)? else { continue };
            if !entries_of_all(source, place, &[&key], Some(&key))?.is_empty() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Calls `visit` for the name of each call that stands in the rows of messages, until it answers `false`.
fn each_part(
    source: &SqliteSource,
    place: &EvidenceSource,
    visit: &mut dyn FnMut(&str) -> bool,
) -> Result<(), SourceError> {
    let EvidenceSource::Parts { calls, name: Some(pointer), name_prefix, error, .. } = place else { return Ok(()) };
    let Some(path) = calls.path.as_ref().filter(|_| is_readable(source, place)) else { return Ok(()) };
    let table = calls.column.table_or(&source.profile.messages.table);
    let cell = quote(&calls.column.column);
    // Most documents hold no call: SQLite says so faster than a look into each.
    let words = path.steps.iter().filter_map(|step| match step {
        Step::Each(Some(filter)) => filter.value.as_deref(),
        _ => None,
    });
    let words = words.chain(pointer.rsplit('/').next()).filter(|word| is_plain(word));
    let words = words.map(|word| format!(" AND instr({cell}, {}) > 0", literal(word))).collect::<Vec<_>>().concat();
    let sql = format!("SELECT {cell} FROM {} WHERE {cell} IS NOT NULL{words}", quote(table));
    first(source, &sql, |row| {
        let Some(document) = utf8(row.get_ref(0)?) else { return Ok(None) };
        let values = json_text::find(document, path, None).unwrap_or_default();
        let names = values.iter().filter_map(|value| {
            let value: Value = serde_json::from_str(document.get(value.span.clone())?).ok()?;
            // That a call failed may be for want of the tool.
            let error = error.as_ref().and_then(|error| value.pointer(error)).filter(|error| !is_no_error(error));
            let name = cut(value.pointer(pointer)?.as_str(), name_prefix.as_deref()).flatten()?;
            error.is_none().then(|| name.to_owned())
        });
        for name in names {
            if !visit(&name) {
                return Ok(Some(()));
            }
        }
        Ok(None)
    })?;
    Ok(())
}

/// Whether a word stands in JSON as it is.
fn is_plain(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

/// The tool that a name means which neither patterns nor a catalog know, if it is recorded as run, or enabled, anywhere.
pub(super) fn existing_tool(source: &SqliteSource, tool: &str) -> Result<Option<ToolFound>, SourceError> {
    let found = recorded_tools(source)?.iter().find(|(name, _)| source.names.means(name, tool));
    Ok(found.map(|(name, told)| ToolFound { name: name.clone(), told: told.clone() }))
}

/// All tools that are recorded as run, or enabled for somebody.
fn recorded_tools(source: &SqliteSource) -> Result<&BTreeMap<String, String>, SourceError> {
    if let Some(known) = source.grounds.tools.get() {
        return Ok(known);
    }
    let mut found = BTreeMap::new();
    for place in &source.profile.evidence {
        tools_of(source, place, &mut found)?;
    }
    enabled_tools(source, &mut found)?;
    Ok(source.grounds.tools.get_or_init(|| found))
}

fn tools_of(
    source: &SqliteSource,
    place: &EvidenceSource,
    found: &mut BTreeMap<String, String>,
) -> Result<(), SourceError> {
    let mut add = |name: &str, place: &str| {
        if !found.contains_key(name) {
            found.insert(name.to_owned(), format!("recorded as run in {place}"));
        }
    };
    match place {
        EvidenceSource::Column { column, .. } => {
            let Some(cell) = source.sql.tools().filter(|_| source.sql.has_tools()) else { return Ok(()) };
            let sql = source.sql.distinct(cell);
            first(source, &sql, |row| {
                for name in &tools(&source.profile, row.get_ref(0)?) {
                    add(name, &column.to_string());
                }
                Ok(None::<()>)
            })?;
        }
        EvidenceSource::Table { table, name: Some(name), name_prefix, error, condition, .. }
            if is_readable(source, place) =>
        {
            let condition = condition.as_ref().map(|condition| format!(" AND ({condition})")).unwrap_or_default();
            // Of many errors few are of one tool, and that a call failed may be for want of it.
            let error = error.as_ref().map_or_else(|| "NULL".to_owned(), |error| value_in(table, error));
            let name = value_in(table, name);
            let sql =
                format!("SELECT DISTINCT {name}, {error} FROM {} WHERE {name} IS NOT NULL{condition}", quote(table));
            first(source, &sql, |row| {
                let failed = is_error(row.get_ref(1)?);
                let name = cut(utf8(row.get_ref(0)?), name_prefix.as_deref()).flatten();
                name.filter(|_| !failed).into_iter().for_each(|name| add(name, table));
                Ok(None::<()>)
            })?;
        }
        EvidenceSource::Parts { calls, .. } => {
            let column = calls.column.to_string();
            each_part(source, place, &mut |name| {
                add(name, &column);
                true
            })?;
        }
        EvidenceSource::Messages { roles, name: Some(name), name_prefix, error, .. } if is_readable(source, place) => {
            let table = &source.profile.messages.table;
            let cell = value_in(table, name);
            let error = error.as_ref().map_or_else(|| "NULL".to_owned(), |error| value_in(table, error));
            let Some(sql) = source.sql.of_roles(&format!("DISTINCT {cell}, {error}"), roles) else { return Ok(()) };
            first(source, &sql, |row| {
                let failed = is_error(row.get_ref(1)?);
                let tool = cut(utf8(row.get_ref(0)?), name_prefix.as_deref()).flatten();
                if let Some(tool) = tool.filter(|_| !failed) {
                    add(tool, &name.to_string());
                }
                Ok(None::<()>)
            })?;
        }
        _ => {}
    }
    Ok(())
}

/// The tools that some owner may use: they exist, though another one may not use them.
fn enabled_tools(source: &SqliteSource, found: &mut BTreeMap<String, String>) -> Result<(), SourceError> {
    let Some(owners) = &source.profile.owners else { return Ok(()) };
    let Some(enabled) = &owners.enabled else { return Ok(()) };
    if !source.columns.has(&owners.table, &enabled.column) {
        return Ok(());
    }
    let column = format!("{}.{}", owners.table, enabled.column.column);
    let sql = format!("SELECT DISTINCT {} FROM {}", quote(&enabled.column.column), quote(&owners.table));
    first(source, &sql, |row| {
        if row.get_ref(0)? == ValueRef::Null {
            return Ok(None::<()>);
        }
        for name in List::read(utf8(row.get_ref(0)?)).names() {
            found.entry(source.names.resolve(name)).or_insert_with(|| format!("listed in {column}"));
        }
        Ok(None)
    })?;
    Ok(())
}

/// Whether the records of a claim are kept, and their absence says something.
pub(super) fn answer_of_records<T: PartialEq>(
    source: &SqliteSource,
    answer: Answer<T>,
    kind: &str,
    absent: Absent,
) -> Result<Answer<T>, SourceError> {
    if answer == Answer::Nothing && (absent != Absent::NothingRan || !has_records(source, kind)?) {
        return Ok(Answer::Unasked);
    }
    Ok(answer)
}
