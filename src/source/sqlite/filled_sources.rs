//! Which sources of evidence a database really fills: only then does the lack of an entry mean anything.
//!
//! Each source is examined when a claim first needs it. All connections share the result.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, OnceLock, PoisonError};

use jiff::Timestamp;

use super::call_entry::CallEntry;
use super::calls::entries_of_all;
use super::calls_kept::CallsKeptSince;
use super::owner_records::record_key;
use super::readable::is_readable;
use super::recorded_tools::each_part;
use super::{SqliteSource, filled_since, history, readable};
use crate::source::profile::{AbsenceMeaning, EvidenceSource};
use crate::source::{Facts, Key, LookupAnswer, Message, Question, SourceError, quote};

/// The number of rows to search at each end of a table for one that belongs to a message: the messages of some rows may
/// have been deleted.
const ROWS_AT_EACH_END: usize = 50;

/// What has been found out about a database, shared by all connections to it.
#[derive(Debug, Default)]
pub(super) struct SharedLookups {
    /// Label of a source, or type of record → whether it holds anything.
    filled: Mutex<HashMap<String, bool>>,
    /// Path of calls in the rows of messages → when they began to be stored.
    kept: Mutex<HashMap<String, CallsKeptSince>>,
    /// Index of a source in the profile → the time of the first message with an entry.
    beginnings: Mutex<HashMap<usize, Option<Timestamp>>>,
    /// Tool as recorded → where.
    pub(super) tools: OnceLock<BTreeMap<String, String>>,
}

impl SharedLookups {
    /// When a source began to be filled, if that was looked up; the inner `None` means that the time is unknown.
    #[allow(clippy::option_option, reason = "what was not looked up is not what was not found")]
    pub(super) fn beginning(&self, number: usize) -> Option<Option<Timestamp>> {
        self.beginnings.lock().unwrap_or_else(PoisonError::into_inner).get(&number).copied()
    }

    /// Stores the time for all connections.
    pub(super) fn keep_beginning(&self, number: usize, beginning: Option<Timestamp>) {
        self.beginnings.lock().unwrap_or_else(PoisonError::into_inner).insert(number, beginning);
    }

    /// When calls began to be stored at a path, if that was looked up.
    pub(super) fn kept(&self, place: &str) -> Option<CallsKeptSince> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(place).copied()
    }

    /// Stores the times for all connections.
    pub(super) fn keep_times(&self, place: String, kept: CallsKeptSince) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(place, kept);
    }
}

/// Discards the empty answers of sources that hold nothing for any message of this database, or only for later ones:
/// the application may not fill them.
///
/// If a source of the profile cannot be read, all empty answers are discarded, because it may hold what the others
/// lack.
pub(super) fn discard_meaningless_silence(
    source: &SqliteSource,
    message: &Message,
    question: &Question,
    facts: &mut Facts,
) -> Result<(), SourceError> {
    if !is_all_read(source, question) {
        facts.calls.take_if(|calls| calls.iter().all(|call| call.failed));
        facts.tool_messages.take_if(|messages| messages.iter().all(|message| message.failed));
        facts.tools_used.take_if(|tools| tools.is_empty());
        for answer in [&mut facts.record, &mut facts.made_around] {
            if *answer == LookupAnswer::Nothing {
                *answer = LookupAnswer::Unasked;
            }
        }
        if facts.history == LookupAnswer::Nothing {
            facts.history = LookupAnswer::Unasked;
        }
    }
    let speaks = |kind: &str| speaks(source, message, kind);
    if facts.calls.as_ref().is_some_and(|calls| calls.is_empty())
        && !speaks("tool calls")?
        && !lists_no_call(source, message)?
    {
        facts.calls = None;
    }
    if facts.tool_messages.as_ref().is_some_and(|messages| messages.is_empty()) && !speaks("tool messages")? {
        facts.tool_messages = None;
    }
    if facts.tools_used.as_ref().is_some_and(Vec::is_empty)
        && !speaks("tools_used")?
        && !lists_no_tool(source, message)?
    {
        facts.tools_used = None;
    }
    if facts.history == LookupAnswer::Nothing && !speaks("history")? {
        facts.history = LookupAnswer::Unasked;
    }
    Ok(())
}

/// Whether an empty answer of the sources of a kind means anything for a message: at least one is filled, and none of
/// the filled ones began later, because no other source would hold its earlier entries.
fn speaks(source: &SqliteSource, message: &Message, kind: &str) -> Result<bool, SourceError> {
    let mut speaks = false;
    for place in source.profile.evidence.iter().filter(|place| place.kind() == kind) {
        if is_filled(source, place)? {
            if filled_since::after(source, place, message)?.is_some() {
                return Ok(false);
            }
            speaks = true;
        }
    }
    Ok(speaks)
}

/// Whether every source that may answer the question can be read.
pub(super) fn is_all_read(source: &SqliteSource, question: &Question) -> bool {
    // A history matters for records only. Checking the question keeps the result independent of which tables have been
    // read.
    let asks_history = question.record.as_ref().is_some_and(|asked| source.profile.records.contains_key(&asked.kind));
    let is_unread = |place: &EvidenceSource| match place {
        EvidenceSource::History { table, .. } => asks_history && history::unread_history(source, table) > 0,
        _ => false,
    };
    !source.profile.evidence.iter().any(|place| readable::is_missed(source, place) || is_unread(place))
}

/// Whether a source holds anything for any message.
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
        // The tools of neighbours come from the same column.
        EvidenceSource::Column { .. } | EvidenceSource::Neighbours { .. } => lists_tools(source),
    })
}

/// Whether the application stores any record of a type; those that ghostcall wrote do not count.
pub(super) fn has_records(source: &SqliteSource, kind: &str) -> Result<bool, SourceError> {
    known(source, format!("record {kind}"), || {
        let Some(mapping) = source.profile.records.get(kind) else { return Ok(false) };
        if !source.keeps_owner(mapping) {
            return Ok(false);
        }
        let sql = format!("SELECT {} FROM {}", record_key(source, &mapping.table)?, quote(&mapping.table));
        source
            .first(&sql, |row| {
                let key = Key::for_display(row.get_ref(0)?);
                Ok((!source.wrote(&mapping.table, &key)).then_some(()))
            })
            .map(|found| found.is_some())
    })
}

/// The answer of `find`, which runs only once.
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
    source.first(sql, |_| Ok(Some(()))).map(|found| found.is_some())
}

/// Whether any message lists tools that ghostcall did not add.
fn lists_tools(source: &SqliteSource) -> Result<bool, SourceError> {
    let Some(cell) = source.sql.tools().filter(|_| source.sql.has_tools()) else { return Ok(false) };
    let sql = source.sql.keys(&format!("{cell} IS NOT NULL AND {cell} NOT IN ('', '[]', '{{}}', 'null')"));
    let own = |key: &Key| !source.journal.tools_added(key).is_empty();
    let found = source.first(&sql, |row| Ok(source.sql.key(row)?.is_none_or(|key| !own(&key)).then_some(())))?;
    Ok(found.is_some())
}

/// Whether a message has an empty list of tools.
fn lists_no_tool(source: &SqliteSource, message: &Message) -> Result<bool, SourceError> {
    // `{}` is the empty list of PostgreSQL.
    source.sql.tools().map_or(Ok(false), |cell| is_empty_list(source, message, cell, "'[]', '{}'"))
}

/// Whether a message has an empty list of calls.
fn lists_no_call(source: &SqliteSource, message: &Message) -> Result<bool, SourceError> {
    let table = &source.profile.messages.table;
    let own = |place: &EvidenceSource| match place {
        EvidenceSource::Parts { calls, .. } if calls.column.table_or(table) == table && is_readable(source, place) => {
            Some(format!("{}.{}", quote(table), quote(&calls.column.column)))
        }
        _ => None,
    };
    let mut cells = source.profile.evidence.iter().filter_map(own);
    cells.try_fold(false, |found, cell| Ok(found || is_empty_list(source, message, &cell, "'[]'")?))
}

/// Whether the cell of a message is one of these empty lists. NULL does not count: it may mean that nothing was
/// recorded.
fn is_empty_list(source: &SqliteSource, message: &Message, cell: &str, lists: &str) -> Result<bool, SourceError> {
    message.key.as_ref().map_or(Ok(false), |key| source.holds(key, &format!("trim({cell}) IN ({lists})")))
}

/// Whether a table of calls has a row that belongs to a message.
fn has_calls(source: &SqliteSource, place: &EvidenceSource) -> Result<bool, SourceError> {
    let EvidenceSource::Table { table, message, condition, .. } = place else { return Ok(false) };
    let reference = quote(&message.column);
    let condition = condition.as_ref().map(|condition| format!(" AND ({condition})")).unwrap_or_default();
    let rows = format!("SELECT {reference} FROM {} WHERE {reference} IS NOT NULL{condition}", quote(table));
    // The last rows first, because the oldest messages are the most likely to be deleted.
    let by_number = match crate::source::row_number(&source.connection, table).map_err(|error| source.error(&error))? {
        Some(number) => vec![format!(" ORDER BY {} DESC", quote(&number)), String::new()],
        None => vec![String::new()],
    };
    for order in by_number {
        let sql = format!("{rows}{order} LIMIT {ROWS_AT_EACH_END}");
        for key in source.query(&sql, &[], |row| Ok(Key::from_cell(row.get_ref(0)?)))? {
            let Some(key) = source.stored_key(&key)? else { continue };
            if entries_of_all(source, place, &[&key], Some(&key))?.iter().any(CallEntry::is_known) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The answer of the records, or [`LookupAnswer::Unasked`] if they hold nothing and that means nothing.
pub(super) fn answer_of_records<T: PartialEq>(
    source: &SqliteSource,
    answer: LookupAnswer<T>,
    kind: &str,
    absent: AbsenceMeaning,
) -> Result<LookupAnswer<T>, SourceError> {
    if answer == LookupAnswer::Nothing && (absent != AbsenceMeaning::NothingRan || !has_records(source, kind)?) {
        return Ok(LookupAnswer::Unasked);
    }
    Ok(answer)
}
