//! The present state of a written message, for display.

use rusqlite::types::Value as Cell;

use super::ExclusionReason;
use super::database::Database;
use super::failure::PlanFailure;
use super::messages::{MessageRow, MessageTable};
use super::unchanged::{check_message, check_records};
use crate::source::{JournalEntry, Key, List, SourceError, SqliteSource};

/// The present state of a message that was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CurrentMessage {
    /// Its text; `None` if the message no longer exists.
    pub text: Option<String>,
    /// The tools listed in its row, including those that ghostcall wrote; `None` if there is no such column.
    pub tools: Option<Vec<String>>,
    /// What has changed in the message since the write-back, if anything.
    pub changed: Option<String>,
    /// The first of its records that has changed since it was written, if any.
    pub record_changed: Option<String>,
}

/// Reads the present state of a message; `entry` must be its last write.
pub fn present(source: &SqliteSource, entry: &JournalEntry) -> Result<CurrentMessage, SourceError> {
    let messages = MessageTable::of(source);
    let row = row(&messages, &entry.message)?;
    let tools = row.as_ref().and_then(|row| tools(&messages, row));
    let changed = difference(&messages.database, check_message(&messages, entry).map(drop))?;
    let record_changed = difference(&messages.database, check_records(&messages, entry))?;
    Ok(CurrentMessage { text: row.map(|row| row.text.text), tools, changed, record_changed })
}

/// Turns a failed check into words.
fn difference(database: &Database<'_>, checked: Result<(), PlanFailure>) -> Result<Option<String>, SourceError> {
    match checked {
        Ok(()) => Ok(None),
        Err(PlanFailure::LeftOut(ExclusionReason::ChangedSince { what })) => Ok(Some(what)),
        Err(PlanFailure::LeftOut(other)) => Ok(Some(other.to_string())),
        Err(PlanFailure::Failed(error)) => Err(database.failed(&error)),
    }
}

/// The tools listed in the row of a message, including those that ghostcall wrote.
pub fn listed_tools(source: &SqliteSource, message: &Key) -> Result<Option<Vec<String>>, SourceError> {
    let messages = MessageTable::of(source);
    Ok(row(&messages, message)?.and_then(|row| tools(&messages, &row)))
}

fn row(messages: &MessageTable<'_>, message: &Key) -> Result<Option<MessageRow>, SourceError> {
    match messages.row(message) {
        Ok(row) => Ok(Some(row)),
        Err(PlanFailure::LeftOut(_)) => Ok(None),
        Err(PlanFailure::Failed(error)) => Err(messages.database.failed(&error)),
    }
}

fn tools(messages: &MessageTable<'_>, row: &MessageRow) -> Option<Vec<String>> {
    messages.tools_column()?;
    let cell = if let Cell::Text(text) = &row.tools { Some(text.as_str()) } else { None };
    Some(List::read(cell).items.into_iter().flatten().collect())
}
