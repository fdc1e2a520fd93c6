//! A call or a result as it is recorded, and the cells that it is read from.

use rusqlite::types::ValueRef;
use serde_json::Value;

use super::utf8;
use crate::source::evidence::UNREADABLE_NAME;
use crate::source::failure::{self, ErrorStatus};
use crate::source::profile::{ColumnPath, sqlite_path};
use crate::source::quoting::literal;
use crate::source::{Answered, Key, RecordedCall, ToolMessage, quote, ruby_inspect};

/// A call, a result, or both, from one place of the database.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CallEntry {
    /// The message that it is recorded for.
    pub(super) message: Option<Key>,
    /// The tool, if named there.
    pub(super) name: Option<String>,
    /// The id of the call, as text.
    pub(super) call: Option<String>,
    pub(super) arguments: Option<Value>,
    /// The tool's result, if the entry holds one.
    pub(super) result: Option<Value>,
    /// Whether the call failed.
    pub(super) failed: bool,
    /// What is known of the answer, if the call is not known to have failed.
    pub(super) answered: Answered,
    /// Whether it is known to belong to another recorded call.
    pub(super) of_known_call: bool,
    /// Whether its status shows neither failure nor success.
    pub(super) unclear: bool,
    /// Where it is stored, in words.
    pub(super) record: String,
}

impl CallEntry {
    /// Without a name or call id, makes the entry one of an unknown tool: any tool may have run.
    pub(super) fn or_unreadable(mut self) -> Self {
        if self.name.is_none() && self.call.is_none() {
            self.name = Some(UNREADABLE_NAME.to_owned());
        }
        self
    }

    /// Whether it has a name or a call id.
    pub(super) fn is_known(&self) -> bool {
        self.call.is_some() || self.name.as_ref().is_some_and(|name| name != UNREADABLE_NAME)
    }

    /// Converts a call to evidence; `None` if its tool is unknown.
    pub(super) fn into_call(self) -> Option<RecordedCall> {
        let Self { name, arguments, result, failed, answered, unclear, record, .. } = self;
        Some(RecordedCall { name: name?, arguments, result, failed, answered, unclear, record: Some(record) })
    }

    /// Converts a result to evidence.
    pub(super) fn into_tool_message(self) -> ToolMessage {
        let Self { name: tool, result, failed, of_known_call, unclear, record, .. } = self;
        ToolMessage { tool, result, failed, of_known_call, unclear, record: Some(record) }
    }
}

/// The number of cells that [`entry`] reads.
pub(super) const CELLS: usize = 5;

/// Reads an entry from a row: name, call, arguments, result, error.
pub(super) fn entry(row: &rusqlite::Row<'_>, record: String) -> rusqlite::Result<CallEntry> {
    let result = value_of(row.get_ref(3)?);
    let status = failure::of_call(status_of_cell(row.get_ref(4)?), result.as_ref());
    Ok(CallEntry {
        message: None,
        name: utf8(row.get_ref(0)?).filter(|name| !name.is_empty()).map(str::to_owned),
        call: text_of(row.get_ref(1)?),
        arguments: utf8(row.get_ref(2)?).and_then(|text| serde_json::from_str(text).ok()),
        failed: status == ErrorStatus::Error,
        unclear: status == ErrorStatus::Unknown,
        result,
        record,
        ..CallEntry::default()
    })
}

/// Removes the prefix from a tool's name; `None` if the name lacks it, so that it is not a tool's.
#[allow(clippy::option_option, reason = "a name that is absent is not one of something else")]
pub(super) fn cut<'n>(name: Option<&'n str>, prefix: Option<&str>) -> Option<Option<&'n str>> {
    match (name, prefix) {
        (Some(name), Some(prefix)) => name.strip_prefix(prefix).filter(|name| !name.is_empty()).map(Some),
        (name, _) => Some(name),
    }
}

/// A number or a text, as text.
fn text_of(cell: ValueRef<'_>) -> Option<String> {
    match cell {
        ValueRef::Integer(number) => Some(number.to_string()),
        cell => utf8(cell).filter(|text| !text.is_empty()).map(str::to_owned),
    }
}

/// Reads a result: an object or a list if it is one in JSON, else the text.
pub(super) fn value_of(cell: ValueRef<'_>) -> Option<Value> {
    match cell {
        ValueRef::Integer(number) => Some(number.into()),
        ValueRef::Real(number) => Some(number.into()),
        cell => {
            let text = utf8(cell).filter(|text| !text.trim().is_empty())?;
            let is_nested = text.trim_start().starts_with(['{', '[']);
            // RubyLLM 1 stores a Hash as Ruby prints it.
            let value = || serde_json::from_str(text).ok().or_else(|| ruby_inspect::read(text));
            let value = if is_nested { value() } else { None };
            Some(value.unwrap_or_else(|| text.into()))
        }
    }
}

/// The status that a cell means in an error or status column.
pub(super) fn status_of_cell(cell: ValueRef<'_>) -> ErrorStatus {
    match cell {
        ValueRef::Null => ErrorStatus::NoError,
        ValueRef::Integer(number) => failure::status_of_number(&number.to_string()),
        ValueRef::Real(number) => failure::status_of_number(&number.to_string()),
        cell => utf8(cell).map_or(ErrorStatus::Error, failure::status_of_text),
    }
}

/// SQL for the value of a column, or of a path in it.
pub(super) fn value_in(table: &str, place: &ColumnPath) -> String {
    let cell = format!("{}.{}", quote(place.column.table_or(table)), quote(&place.column.column));
    match &place.path {
        None => cell,
        Some(path) => {
            let path = literal(&sqlite_path(&path.steps));
            format!("CASE WHEN json_valid({cell}) THEN json_extract({cell}, {path}) END")
        }
    }
}

/// SQL for name, call, arguments, result and error, as [`entry`] reads them.
pub(super) fn cells(table: &str, places: [Option<&ColumnPath>; CELLS]) -> String {
    places.map(|place| place.map_or_else(|| "NULL".to_owned(), |place| value_in(table, place))).join(", ")
}
