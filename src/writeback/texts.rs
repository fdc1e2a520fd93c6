//! The text of a message where it is stored, in a cell or in the JSON of one, and edits of it and its copies.

use rusqlite::params_from_iter;
use rusqlite::types::Value as Cell;
use serde_json::{Map, Value};

use super::ExclusionReason;
use super::cell::CellValue;
use super::changes::Changes;
use super::copies::{TextCopies, differs, empties};
use super::database::{Database, RowPlace, cells_of};
use super::documents::Documents;
use super::failure::PlanFailure;
use super::messages::MessageTable;
use super::update::not_taken;
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

impl CellPlace {
    /// The value of the cell; `None` if the row does not exist.
    pub(super) fn read(&self, database: &Database<'_>) -> rusqlite::Result<Option<Value>> {
        database.cell((&self.table, &self.row), &self.column)
    }
}

/// The present text of a message, with its location.
pub(super) struct StoredText {
    pub(super) text: String,
    place: CellPlace,
    cell: String,
    found: Option<FoundValue>,
}

impl StoredText {
    /// The text of a message whose own row holds it in this cell.
    pub(super) fn own(messages: &MessageTable<'_>, key: &Key, cell: Cell) -> Result<Self, PlanFailure> {
        let Cell::Text(cell) = cell else { return Err(ExclusionReason::Stale.into()) };
        let column = messages.profile.text.column.column.clone();
        let row = messages.touched_row(messages.name(), key)?.ok_or(ExclusionReason::Gone)?;
        let place = CellPlace { table: messages.name().to_owned(), column, row };
        Ok(Self { text: cell.clone(), place, cell, found: None })
    }

    /// The text of a message.
    pub(super) fn read(messages: &MessageTable<'_>, key: &Key) -> Result<Self, PlanFailure> {
        let ColumnPath { column, path } = &messages.profile.text;
        let table = column.table_or(messages.name());
        let row = messages.touched_row(table, key)?.ok_or(ExclusionReason::Gone)?;
        let place = CellPlace { table: table.to_owned(), column: column.column.clone(), row };
        let cell = match place.read(&messages.database)? {
            Some(Value::String(cell)) => cell,
            Some(_) => return Err(ExclusionReason::Stale.into()),
            None => return Err(ExclusionReason::Gone.into()),
        };
        let Some(path) = path else { return Ok(Self { text: cell.clone(), place, cell, found: None }) };
        let values = json_text::find(&cell, &own_path(path, key), None).map_err(|error| unreadable(&place, error))?;
        let [value] = values.as_slice() else { return Err(ExclusionReason::Gone.into()) };
        let text = value.text(&cell).ok_or(ExclusionReason::Stale)?;
        Ok(Self { text, place, found: Some(value.clone()), cell })
    }

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

    /// Writes the cell if it is unchanged, and checks the result.
    pub(super) fn write(&self, changes: &Changes<'_>) -> Result<(), PlanFailure> {
        let (CellEdit { place, before, after, .. }, database) = (self, &*changes.database);
        let is_row = database.is_row(&place.table, place.row.keys().map(String::as_str))?;
        let (table, column, row) = (quote(&place.table), quote(&place.column), cells_of(&place.row));
        let (set, held) = (row.len() + 1, row.len() + 2);
        let sql = format!("UPDATE OR ABORT {table} SET {column} = ?{set} WHERE {is_row} AND {column} IS ?{held}");
        let texts = [after, before].map(|text| CellValue::from(Cell::Text(text.clone())));
        match changes.run(&place.table, &sql, params_from_iter(row.into_iter().chain(texts)))? {
            1 => self.check(database),
            0 if place.read(database)?.is_some_and(|cell| cell.as_str() == Some(before)) => {
                Err(not_taken(&place.table, "change"))
            }
            0 => Err(ExclusionReason::Stale.into()),
            _ => Err(ExclusionReason::KeyNotUnique.into()),
        }
    }

    /// Fails if the cell does not hold what was written to it.
    pub(super) fn check(&self, database: &Database<'_>) -> Result<(), PlanFailure> {
        let CellEdit { place, after, .. } = self;
        if place.read(database)?.is_some_and(|cell| cell.as_str() == Some(after)) {
            return Ok(());
        }
        let what = format!("{}.{} does not hold the text that was written", place.table, place.column);
        Err(ExclusionReason::Refused { what }.into())
    }
}

/// The cells to write for a change of a text.
#[derive(Default)]
pub(super) struct TextEdits {
    pub(super) cells: Vec<CellEdit>,
    /// The snapshots with another text, which are not changed.
    pub(super) left: Vec<String>,
}

impl TextEdits {
    /// The cells to write for a change of the text, including all copies. Empty if it has a cell of its own and no
    /// copy.
    pub(super) fn of(
        messages: &MessageTable<'_>,
        key: &Key,
        old: &StoredText,
        new: &str,
        changes: &[Change],
    ) -> Result<Self, PlanFailure> {
        let mut replacements = Vec::new();
        if !messages.has_text_of_its_own() {
            let after = old.found.as_ref().map_or(new.to_owned(), |_| json_text::literal(new, &old.cell));
            let (place, cell, found) = (old.place.clone(), old.cell.clone(), old.found.clone());
            replacements.push(Replacement { place, cell, found, after, is_snapshot: false });
        }
        // Without cached documents, to compare with the present database.
        let documents = Documents::default();
        let copies = TextCopies { messages, documents: &documents };
        for copy in copies.of(key)? {
            let replaced = copy.replacements((&old.text, new), changes, CopyLikeness::Same);
            let replaced = replaced.ok_or_else(|| differs(&copy.name))?;
            if messages.profile.parts_not_empty && replaced.iter().any(Replacement::is_removal) {
                return Err(empties(&copy.name));
            }
            replacements.extend(replaced);
        }
        let (snapshots, left) = copies.changed_snapshots(key, (&old.text, new), changes)?;
        replacements.extend(snapshots);
        Ok(Self { cells: edits(replacements)?, left })
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
    fn is_removal(&self) -> bool {
        let left = match &self.found {
            Some(_) => serde_json::from_str(&self.after).unwrap_or_default(),
            None => self.after.clone(),
        };
        left.trim().is_empty()
    }
}

/// The cells to write to restore these texts to their values before a write.
pub(super) fn texts_back(
    database: &Database<'_>,
    before: &[TextCell],
    after: &[TextCell],
) -> Result<Vec<CellEdit>, PlanFailure> {
    let mut replacements = Vec::new();
    for (before, after) in before.iter().zip(after) {
        replacements.push(text_back(database, before, after)?);
    }
    edits(replacements)
}

/// The replacement that restores one of them; refuses if it no longer holds what was written.
pub(super) fn text_back(
    database: &Database<'_>,
    before: &TextCell,
    after: &TextCell,
) -> Result<Replacement, PlanFailure> {
    let place = CellPlace { table: after.table.clone(), column: after.column.clone(), row: after.key.clone() };
    let changed = || {
        let path = after.path.as_ref().map(|path| format!("->{path}")).unwrap_or_default();
        PlanFailure::from(ExclusionReason::ChangedSince {
            what: format!("the text in {}.{}{path}", place.table, place.column),
        })
    };
    let Some(Value::String(cell)) = place.read(database)? else { return Err(changed()) };
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
