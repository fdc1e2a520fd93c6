//! The text of a message where it is stored, in a cell or in the JSON of one, and its replacement.

use serde_json::{Map, Value};

use super::ExclusionReason;
use super::database::Database;
use super::failure::PlanFailure;
use crate::source::json_text::{self, FoundValue};
use crate::source::profile::{JsonPath, PathStep};
use crate::source::{Key, TextCell};

/// The location of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CellPlace {
    pub(super) table: String,
    pub(super) column: String,
    pub(super) row: Map<String, Value>,
}

impl CellPlace {
    /// The value of the cell; `None` if the row does not exist.
    pub(super) fn read(&self, database: &Database<'_>) -> rusqlite::Result<Option<Value>> {
        database.cell((&self.table, &self.row), &self.column)
    }
}

/// The present text of a message, with its location.
pub(super) struct StoredText {
    pub(super) text: String,
    pub(super) place: CellPlace,
    /// The whole cell.
    pub(super) cell: String,
    /// The position in the JSON of the cell; `None` if the text is the whole cell.
    pub(super) found: Option<FoundValue>,
}

impl StoredText {
    /// The location and value of the text.
    pub(super) fn as_cell(&self) -> TextCell {
        let value = match &self.found {
            Some(found) => self.cell.get(found.span.clone()).unwrap_or_default().to_owned(),
            None => self.cell.clone(),
        };
        text_cell(&self.place, self.found.as_ref(), value, false)
    }
}

pub(super) fn text_cell(place: &CellPlace, found: Option<&FoundValue>, value: String, snapshot: bool) -> TextCell {
    TextCell {
        table: place.table.clone(),
        column: place.column.clone(),
        key: place.row.clone(),
        path: found.map(|found| found.path.to_string()),
        value,
        snapshot,
    }
}

/// The replacement of a text in a cell.
pub(super) struct Replacement {
    pub(super) place: CellPlace,
    pub(super) cell: String,
    /// The position in the JSON of the cell; `None` if the text is the whole cell.
    pub(super) found: Option<FoundValue>,
    /// The new value: JSON if the text is in JSON.
    pub(super) after: String,
    pub(super) is_snapshot: bool,
}

impl Replacement {
    /// Whether the text becomes empty.
    pub(super) fn is_removal(&self) -> bool {
        let is_blank = |text: &str| text.trim().is_empty();
        match &self.found {
            Some(_) => serde_json::from_str(&self.after).is_ok_and(|text: String| is_blank(&text)),
            None => is_blank(&self.after),
        }
    }
}

/// The path to the text of the message itself: in an unfolded row, its wildcard is replaced by the key's name.
pub(super) fn own_path(path: &JsonPath, key: &Key) -> JsonPath {
    let last = match key {
        Key::Composite(parts) => parts.last(),
        Key::Integer(_) | Key::Text(_) => None,
    };
    let own = |step: &PathStep| match (step, last) {
        (PathStep::Key, Some(name)) => PathStep::Member(name.to_string()),
        (PathStep::Each(_), Some(Key::Integer(place))) => {
            usize::try_from(*place).map_or(step.clone(), PathStep::Element)
        }
        _ => step.clone(),
    };
    JsonPath { steps: path.steps.iter().map(own).collect() }
}

pub(super) fn unreadable(place: &CellPlace, error: json_text::JsonTextError) -> PlanFailure {
    ExclusionReason::Obstacle { what: format!("{}.{}: {error}", place.table, place.column) }.into()
}
