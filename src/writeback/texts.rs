//! The text of a message where it is stored, in a cell or in the JSON of one, and edits of it and its copies.

use rusqlite::types::Value as Cell;
use rusqlite::{OptionalExtension as _, params_from_iter};
use serde_json::{Map, Value};

use super::ExclusionReason;
use super::cell::CellValue;
use super::change::not_taken;
use super::context::{PlanFailure, WriteContext, cells_of, read_cell};
use super::copies::{differs, empties};
use super::documents::Documents;
use super::side_changes::RowPlace;
use crate::proposal::{Change, CopyLikeness};
use crate::source::json_text::{self, FoundValue};
use crate::source::profile::{ColumnPath, JsonPath, PathStep};
use crate::source::{Key, TextCell, quote};

/// The location of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CellPlace {
    pub(super) table: String,
    pub(super) column: String,
    pub(super) row: Map<String, Value>,
}

/// The present text of a message, with its location.
pub(super) struct StoredText {
    pub(super) text: String,
    place: CellPlace,
    cell: String,
    found: Option<FoundValue>,
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

fn text_cell(place: &CellPlace, found: Option<&FoundValue>, value: String, snapshot: bool) -> TextCell {
    TextCell {
        table: place.table.clone(),
        column: place.column.clone(),
        key: place.row.clone(),
        path: found.map(|found| found.path.to_string()),
        value,
        snapshot,
    }
}

/// A cell with texts, before and after an edit.
pub(super) struct CellEdit {
    place: CellPlace,
    before: String,
    after: String,
    /// Each text in it, before and after, for the journal.
    pub(super) texts: Vec<(TextCell, TextCell)>,
}

impl CellEdit {
    /// The row of the cell.
    pub(super) fn row(&self) -> RowPlace<'_> {
        (&self.place.table, &self.place.row)
    }

    /// Whether the cell is in this column.
    pub(super) fn is_in(&self, table: &str, column: &str) -> bool {
        self.place.table == table && self.place.column == column
    }
}

/// The cells to write for a change of a text.
pub(super) struct TextEdits {
    pub(super) cells: Vec<CellEdit>,
    /// The snapshots with another text, which are not changed.
    pub(super) left: Vec<String>,
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
    fn is_removal(&self) -> bool {
        let left = match &self.found {
            Some(_) => serde_json::from_str(&self.after).unwrap_or_default(),
            None => self.after.clone(),
        };
        left.trim().is_empty()
    }
}

impl WriteContext<'_> {
    /// Whether the text is the whole cell of the message's own row, so that it is set together with the row's other
    /// cells.
    pub(super) fn has_text_of_its_own(&self) -> bool {
        let text = &self.profile.messages.text;
        text.path.is_none() && text.column.table_or(self.table()) == self.table()
    }

    /// The text of a message whose own row holds it in this cell.
    pub(super) fn own_text(&self, key: &Key, cell: Cell) -> Result<StoredText, PlanFailure> {
        let Cell::Text(cell) = cell else { return Err(ExclusionReason::Stale.into()) };
        let column = self.profile.messages.text.column.column.clone();
        let row = self.touched_row(self.table(), key)?.ok_or(ExclusionReason::Gone)?;
        let place = CellPlace { table: self.table().to_owned(), column, row };
        Ok(StoredText { text: cell.clone(), place, cell, found: None })
    }

    /// The text of a message.
    pub(super) fn stored_text(&self, key: &Key) -> Result<StoredText, PlanFailure> {
        let ColumnPath { column, path } = &self.profile.messages.text;
        let table = column.table_or(self.table());
        let row = self.touched_row(table, key)?.ok_or(ExclusionReason::Gone)?;
        let place = CellPlace { table: table.to_owned(), column: column.column.clone(), row };
        let cell = match self.cell(&place)? {
            Some(Value::String(cell)) => cell,
            Some(_) => return Err(ExclusionReason::Stale.into()),
            None => return Err(ExclusionReason::Gone.into()),
        };
        let Some(path) = path else { return Ok(StoredText { text: cell.clone(), place, cell, found: None }) };
        let values = json_text::find(&cell, &own_path(path, key), None).map_err(|error| unreadable(&place, error))?;
        let [value] = values.as_slice() else { return Err(ExclusionReason::Gone.into()) };
        let text = value.text(&cell).ok_or(ExclusionReason::Stale)?;
        Ok(StoredText { text, place, found: Some(value.clone()), cell })
    }

    /// The cells to write for a change of the text, including all copies. Empty if it has a cell of its own and no
    /// copy.
    pub(super) fn text_edits(
        &self,
        key: &Key,
        old: &StoredText,
        new: &str,
        changes: &[Change],
    ) -> Result<TextEdits, PlanFailure> {
        let mut replacements = Vec::new();
        if !self.has_text_of_its_own() {
            let after = old.found.as_ref().map_or(new.to_owned(), |_| json_text::literal(new, &old.cell));
            let (place, cell, found) = (old.place.clone(), old.cell.clone(), old.found.clone());
            replacements.push(Replacement { place, cell, found, after, is_snapshot: false });
        }
        // Reads without a cache, to compare with the present database.
        for copy in self.copies(key, &Documents::default())? {
            let replaced = copy.replacements((&old.text, new), changes, CopyLikeness::Same);
            let replaced = replaced.ok_or_else(|| differs(&copy.name))?;
            if self.profile.messages.parts_not_empty && replaced.iter().any(Replacement::is_removal) {
                return Err(empties(&copy.name));
            }
            replacements.extend(replaced);
        }
        let (snapshots, left) = self.changed_snapshots(key, (&old.text, new), changes)?;
        replacements.extend(snapshots);
        Ok(TextEdits { cells: edits(replacements)?, left })
    }

    /// The name of a message in the documents with its copies.
    pub(super) fn member(&self, key: &Key) -> rusqlite::Result<Option<String>> {
        let messages = &self.profile.messages;
        if let (Some(unfolding), Key::Composite(parts)) = (messages.unfolding(), key)
            && *unfolding.wild == PathStep::Key
        {
            return Ok(parts.last().map(ToString::to_string));
        }
        let Some(member) = &messages.member else { return Ok(None) };
        let is_message = self.is_message()?;
        let sql = format!("SELECT CAST(({member}) AS TEXT) FROM {} WHERE {is_message}", quote(self.table()));
        let mut statement = self.connection.prepare_cached(&sql)?;
        statement.query_row(params_from_iter(self.row_cells(key)), |row| row.get(0)).optional().map(Option::flatten)
    }

    /// The value of a column of a message, or of a path in one, in the form of a cell.
    pub(super) fn cell_of(&self, key: &Key, at: &ColumnPath) -> Result<Option<Value>, PlanFailure> {
        let table = at.column.table_or(self.table());
        let Some(row) = self.touched_row(table, key)? else { return Ok(None) };
        let place = CellPlace { table: table.to_owned(), column: at.column.column.clone(), row };
        let cell = self.cell(&place)?;
        let Some(path) = &at.path else { return Ok(cell) };
        let Some(Value::String(document)) = cell else { return Ok(None) };
        let values = json_text::find(&document, &own_path(path, key), None).unwrap_or_default();
        let value = values.first().and_then(|value| document.get(value.span.clone()));
        Ok(value.and_then(|value| serde_json::from_str(value).ok()))
    }

    /// The value of a cell; `None` if the row does not exist.
    pub(super) fn cell(&self, place: &CellPlace) -> rusqlite::Result<Option<Value>> {
        read_cell(self, &place.table, &place.column, &place.row)
    }

    /// Writes a cell if it is unchanged, and checks the result.
    pub(super) fn write_texts(&self, edit: &CellEdit) -> Result<(), PlanFailure> {
        let CellEdit { place, before, after, .. } = edit;
        let is_row = self.is_row(&place.table, place.row.keys().map(String::as_str))?;
        let (table, column, row) = (quote(&place.table), quote(&place.column), cells_of(&place.row));
        let (set, held) = (row.len() + 1, row.len() + 2);
        let sql = format!("UPDATE OR ABORT {table} SET {column} = ?{set} WHERE {is_row} AND {column} IS ?{held}");
        let texts = [after, before].map(|text| CellValue::from(Cell::Text(text.clone())));
        match self.change(&place.table, &sql, params_from_iter(row.into_iter().chain(texts)))? {
            1 => self.check_texts(edit),
            0 if self.cell(place)?.is_some_and(|cell| cell.as_str() == Some(before)) => {
                Err(not_taken(&place.table, "change"))
            }
            0 => Err(ExclusionReason::Stale.into()),
            _ => Err(ExclusionReason::KeyNotUnique.into()),
        }
    }

    /// Fails if a cell does not hold what was written to it.
    pub(super) fn check_texts(&self, edit: &CellEdit) -> Result<(), PlanFailure> {
        let CellEdit { place, after, .. } = edit;
        if self.cell(place)?.is_some_and(|cell| cell.as_str() == Some(after)) {
            return Ok(());
        }
        let what = format!("{}.{} does not hold the text that was written", place.table, place.column);
        Err(ExclusionReason::Refused { what }.into())
    }

    /// The cells to write to restore these texts to their values before a write.
    pub(super) fn texts_back(&self, before: &[TextCell], after: &[TextCell]) -> Result<Vec<CellEdit>, PlanFailure> {
        let mut replacements = Vec::new();
        for (before, after) in before.iter().zip(after) {
            replacements.push(self.text_back(before, after)?);
        }
        edits(replacements)
    }

    pub(super) fn text_back(&self, before: &TextCell, after: &TextCell) -> Result<Replacement, PlanFailure> {
        let place = CellPlace { table: after.table.clone(), column: after.column.clone(), row: after.key.clone() };
        let changed = || {
            let path = after.path.as_ref().map(|path| format!("->{path}")).unwrap_or_default();
            PlanFailure::from(ExclusionReason::ChangedSince {
                what: format!("the text in {}.{}{path}", place.table, place.column),
            })
        };
        let Some(Value::String(cell)) = self.cell(&place)? else { return Err(changed()) };
        let found = match &after.path {
            None if cell == after.value => None,
            None => return Err(changed()),
            Some(path) => {
                let path = path.parse::<JsonPath>().map_err(|()| changed())?;
                let values = json_text::find(&cell, &path, None).map_err(|_| changed())?;
                let left = serde_json::from_str::<String>(&after.value).map_err(|_| changed())?;
                match values.as_slice() {
                    [value] if value.text(&cell).as_ref() == Some(&left) => Some(value.clone()),
                    _ => return Err(changed()),
                }
            }
        };
        Ok(Replacement { place, cell, found, after: before.value.clone(), is_snapshot: after.snapshot })
    }
}

/// The path to the text of the message itself: in an unfolded row, its wildcard is replaced by the key's name.
fn own_path(path: &JsonPath, key: &Key) -> JsonPath {
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

/// The edits of cells with all their replacements.
fn edits(replacements: Vec<Replacement>) -> Result<Vec<CellEdit>, PlanFailure> {
    let mut cells: Vec<Vec<Replacement>> = Vec::new();
    for replacement in replacements {
        match cells.iter_mut().find(|cell| cell.iter().any(|other| other.place == replacement.place)) {
            Some(cell) => cell.push(replacement),
            None => cells.push(vec![replacement]),
        }
    }
    cells.into_iter().map(edit).collect()
}

fn edit(replacements: Vec<Replacement>) -> Result<CellEdit, PlanFailure> {
    let Some(Replacement { place, cell: before, .. }) = replacements.first() else {
        return Err(ExclusionReason::Stale.into());
    };
    let (place, before) = (place.clone(), before.clone());
    let mut values = Vec::new();
    let mut texts = Vec::new();
    for Replacement { found, after, is_snapshot, .. } in replacements {
        let span = found.as_ref().map_or(0..before.len(), |found| found.span.clone());
        let old = before.get(span.clone()).unwrap_or_default().to_owned();
        // Two paths of the profile may lead to the same text.
        if values
            .iter()
            .any(|(other, _): &(std::ops::Range<usize>, _)| other.start < span.end && span.start < other.end)
        {
            continue;
        }
        let cell = |value| text_cell(&place, found.as_ref(), value, is_snapshot);
        texts.push((cell(old), cell(after.clone())));
        values.push((span, after));
    }
    let after = json_text::replace(&before, values);
    Ok(CellEdit { place, before, after, texts })
}
