//! When an application began to store calls in the rows of its messages.
//!
//! An upgrade may leave the cells of older messages empty, and fill one later if a user continues an old answer. Such a
//! cell does not list all calls that ran.

use jiff::Timestamp;

use super::filled_since::is_time;
use super::parts::{self, NULL};
use super::{SqliteSource, utf8};
use crate::source::json_text;
use crate::source::profile::{AbsenceMeaning, ColumnPath, EvidenceSource};
use crate::source::{Message, SourceError, StoredTime, quote};

/// The two times between which the application began to store calls.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CallsKeptSince {
    /// The time of the last answer whose cell is empty.
    last_without: Option<Timestamp>,
    /// The time of the first answer whose cell holds a call.
    first_with: Option<Timestamp>,
}

impl CallsKeptSince {
    /// Whether a message of this time may be older than the stored calls.
    fn begins_after(self, time: Option<Timestamp>) -> bool {
        let Some(time) = time else { return self.last_without.is_some() };
        // If no cell is empty, calls were stored from the start.
        self.last_without.is_some_and(|last| time <= last || self.first_with.is_none_or(|first| time < first))
    }
}

/// Whether a message may be older than the calls stored in the rows of messages.
pub(super) fn may_predate(source: &SqliteSource, message: &Message) -> Result<bool, SourceError> {
    let mut is_asked = false;
    for place in &source.profile.evidence {
        let EvidenceSource::Parts { calls, absent: AbsenceMeaning::Unknown, .. } = place else { continue };
        if !source.columns.has(&source.profile.messages.table, &calls.column) {
            continue;
        }
        is_asked = true;
        let own = message.key.as_ref().map(|key| parts::any_has_calls_cell(source, calls, &[key])).transpose()?;
        if own == Some(true) && !kept(source, calls)?.begins_after(message.created_at) {
            return Ok(false);
        }
    }
    Ok(is_asked)
}

fn kept(source: &SqliteSource, calls: &ColumnPath) -> Result<CallsKeptSince, SourceError> {
    let place = calls.to_string();
    if let Some(known) = source.grounds.kept(&place) {
        return Ok(known);
    }
    let table = calls.column.table_or(&source.profile.messages.table);
    let cell = format!("{}.{}", quote(table), quote(&calls.column.column));
    let sql = source.sql.times_of_answers("NULL", &format!("{cell} IS NULL OR {cell} = '{NULL}'"));
    let mut kept = CallsKeptSince::default();
    source.query(&format!("SELECT max(at) FROM ({sql})"), &[], |row| {
        kept.last_without = StoredTime::read(row.get_ref(0)?).map(|moment| moment.at);
        Ok(None::<()>)
    })?;
    if let (Some(path), Some(_)) = (&calls.path, kept.last_without) {
        let words = parts::may_hold_calls(&cell, path, None);
        let sql = source.sql.times_of_answers(&cell, &format!("{cell} IS NOT NULL{words}"));
        source.query(&sql, &[], |row| {
            let Some(time) = StoredTime::read(row.get_ref(0)?).map(|moment| moment.at).filter(|at| is_time(*at)) else {
                return Ok(None::<()>);
            };
            if kept.first_with.is_none_or(|first| time < first)
                && let Some(document) = utf8(row.get_ref(1)?)
                && json_text::find(document, path, None).is_ok_and(|calls| !calls.is_empty())
            {
                kept.first_with = Some(time);
            }
            Ok(None)
        })?;
    }
    source.grounds.keep_times(place, kept);
    Ok(kept)
}
