//! Edits of the text of a message and of its copies, cell by cell.

use rusqlite::params_from_iter;
use rusqlite::types::Value as Cell;
use serde_json::Value;

use super::ExclusionReason;
use super::cell::CellValue;
use super::changes::Changes;
use super::copies::{TextCopies, differs, empties};
use super::database::{Database, RowPlace, cells_of};
use super::documents::Documents;
use super::failure::PlanFailure;
use super::messages::MessageTable;
use super::stored_text::{CellPlace, Replacement, StoredText, text_cell};
use super::update::not_taken;
use crate::proposal::{Change, CopyLikeness};
use crate::source::json_text;
use crate::source::profile::JsonPath;
use crate::source::{Key, TextCell, quote};

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
