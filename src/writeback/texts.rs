//! The text of a message where it is stored: in a cell, or in the JSON of one, and again in its copies.

use rusqlite::types::Value as Cell;
use rusqlite::{OptionalExtension as _, params_from_iter};
use serde_json::{Map, Value};

use super::Reason;
use super::besides::RowPlace;
use super::cell::Written;
use super::change::not_taken;
use super::place::{NoPlan, Place, cells_of, read_cell};
use crate::source::json_text::{self, FoundValue};
use crate::source::profile::{ColumnPath, JsonPath, Step};
use crate::source::{Key, TextCell, quote};

/// A cell of a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CellPlace {
    pub(super) table: String,
    pub(super) column: String,
    pub(super) row: Map<String, Value>,
}

/// The text of a message, as it is stored now.
pub(super) struct StoredText {
    pub(super) text: String,
    place: CellPlace,
    cell: String,
    found: Option<FoundValue>,
}

impl StoredText {
    /// Where it stands, and as what.
    pub(super) fn as_cell(&self) -> TextCell {
        let value = match &self.found {
            Some(found) => self.cell.get(found.span.clone()).unwrap_or_default().to_owned(),
            None => self.cell.clone(),
        };
        text_cell(&self.place, self.found.as_ref(), value)
    }
}

fn text_cell(place: &CellPlace, found: Option<&FoundValue>, value: String) -> TextCell {
    TextCell {
        table: place.table.clone(),
        column: place.column.clone(),
        key: place.row.clone(),
        path: found.map(|found| found.path.to_string()),
        value,
    }
}

/// A cell with texts, before and after.
pub(super) struct CellEdit {
    place: CellPlace,
    before: String,
    after: String,
    /// Each text in it, before and after, for the journal.
    pub(super) texts: Vec<(TextCell, TextCell)>,
}

impl CellEdit {
    /// The row in which the cell is.
    pub(super) fn row(&self) -> RowPlace<'_> {
        (&self.place.table, &self.place.row)
    }

    /// Whether the cell is in this column.
    pub(super) fn is_in(&self, table: &str, column: &str) -> bool {
        self.place.table == table && self.place.column == column
    }
}

/// A text that is replaced by another, in a cell.
struct Replacement {
    place: CellPlace,
    cell: String,
    /// Where it stands in the JSON of the cell; `None` where it is all that the cell holds.
    found: Option<FoundValue>,
    /// What stands there afterwards: JSON where it stands in JSON.
    after: String,
}

impl Place<'_> {
    /// Whether the text is all that a cell of the message's own row holds: then it is set together with what else is set there.
    pub(super) fn has_text_of_its_own(&self) -> bool {
        let text = &self.profile.messages.text;
        text.path.is_none() && text.column.table_or(self.table()) == self.table()
    }

    /// The text of a message whose own row holds it in this cell.
    pub(super) fn own_text(&self, key: &Key, cell: Cell) -> Result<StoredText, NoPlan> {
        let Cell::Text(cell) = cell else { return Err(Reason::Stale.into()) };
        let column = self.profile.messages.text.column.column.clone();
        let row = self.touched_row(self.table(), key)?.ok_or(Reason::Gone)?;
        let place = CellPlace { table: self.table().to_owned(), column, row };
        Ok(StoredText { text: cell.clone(), place, cell, found: None })
    }

    /// The text of a message.
    pub(super) fn stored_text(&self, key: &Key) -> Result<StoredText, NoPlan> {
        let ColumnPath { column, path } = &self.profile.messages.text;
        let table = column.table_or(self.table());
        let row = self.touched_row(table, key)?.ok_or(Reason::Gone)?;
        let place = CellPlace { table: table.to_owned(), column: column.column.clone(), row };
        let cell = match self.cell(&place)? {
            Some(Value::String(cell)) => cell,
            Some(_) => return Err(Reason::Stale.into()),
            None => return Err(Reason::Gone.into()),
        };
        let Some(path) = path else { return Ok(StoredText { text: cell.clone(), place, cell, found: None }) };
        let values = json_text::find(&cell, &own_path(path, key), None).map_err(|error| unreadable(&place, error))?;
        let [value] = values.as_slice() else { return Err(Reason::Gone.into()) };
        let text = value.text(&cell).ok_or(Reason::Stale)?;
        Ok(StoredText { text, place, found: Some(value.clone()), cell })
    }

    /// The cells to write where the text becomes another one: all copies with it. Empty where it stands in a cell of its own
    /// and has none.
    pub(super) fn text_edits(&self, key: &Key, old: &StoredText, new: &str) -> Result<Vec<CellEdit>, NoPlan> {
        let mut replacements = Vec::new();
        if !self.has_text_of_its_own() {
            let after = old.found.as_ref().map_or(new.to_owned(), |_| json_text::literal(new, &old.cell));
            let (place, cell, found) = (old.place.clone(), old.cell.clone(), old.found.clone());
            replacements.push(Replacement { place, cell, found, after });
        }
        let member = self.member(key)?;
        for copy in &self.profile.messages.copies {
            replacements.extend(self.copy(key, copy, member.as_deref(), (&old.text, new))?);
        }
        edits(replacements)
    }

    /// The copy of a text at one place; `None` where there is none.
    fn copy(
        &self,
        key: &Key,
        copy: &ColumnPath,
        member: Option<&str>,
        (old, new): (&str, &str),
    ) -> Result<Option<Replacement>, NoPlan> {
        let table = copy.column.table_or(self.table());
        let Some(row) = self.touched_row(table, key)? else { return Ok(None) };
        let place = CellPlace { table: table.to_owned(), column: copy.column.column.clone(), row };
        let cell = match self.cell(&place)? {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(cell)) => cell,
            Some(_) => return Err(differs(copy)),
        };
        let Some(path) = &copy.path else {
            return if cell == old {
                Ok(Some(Replacement { place, cell, found: None, after: new.to_owned() }))
            } else {
                Err(differs(copy))
            };
        };
        let values = json_text::find(&cell, path, member).map_err(|error| unreadable(&place, error))?;
        let cleaned = |value: &FoundValue| changed_copy(&value.text(&cell)?, old, new);
        let mut changes = values.iter().filter_map(|value| Some((value.clone(), cleaned(value)?)));
        match (changes.next(), changes.next()) {
            (Some((value, text)), None) => {
                let after = json_text::literal(&text, &cell);
                Ok(Some(Replacement { place, found: Some(value), after, cell }))
            }
            (None, _) if values.is_empty() => Ok(None),
            _ => Err(differs(copy)),
        }
    }

    /// The name of a message in the documents that hold its copies.
    fn member(&self, key: &Key) -> rusqlite::Result<Option<String>> {
        let messages = &self.profile.messages;
        if let (Some(unfolding), Key::Composite(parts)) = (messages.unfolding(), key)
            && *unfolding.wild == Step::Key
        {
            return Ok(parts.last().map(ToString::to_string));
        }
        let Some(member) = &messages.member else { return Ok(None) };
        let is_message = self.is_message()?;
        let sql = format!("SELECT CAST(({member}) AS TEXT) FROM {} WHERE {is_message}", quote(self.table()));
        let mut statement = self.connection.prepare_cached(&sql)?;
        statement.query_row(params_from_iter(self.row_cells(key)), |row| row.get(0)).optional().map(Option::flatten)
    }

    /// What stands at a place of a message: in a cell, or, as a cell would hold it, in the JSON of one.
    pub(super) fn cell_of(&self, key: &Key, at: &ColumnPath) -> Result<Option<Value>, NoPlan> {
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

    /// What a cell holds; `None` where there is no such row.
    fn cell(&self, place: &CellPlace) -> rusqlite::Result<Option<Value>> {
        read_cell(self, &place.table, &place.column, &place.row)
    }

    /// Writes a cell, if it still holds what was looked at, and sees that it holds what was written.
    pub(super) fn write_texts(&self, edit: &CellEdit) -> Result<(), NoPlan> {
        let CellEdit { place, before, after, .. } = edit;
        let is_row = self.is_row(&place.table, place.row.keys().map(String::as_str))?;
        let (table, column, row) = (quote(&place.table), quote(&place.column), cells_of(&place.row));
        let (set, held) = (row.len() + 1, row.len() + 2);
        let sql = format!("UPDATE OR ABORT {table} SET {column} = ?{set} WHERE {is_row} AND {column} IS ?{held}");
        let texts = [after, before].map(|text| Written::from(Cell::Text(text.clone())));
        match self.change(&place.table, &sql, params_from_iter(row.into_iter().chain(texts)))? {
            1 => self.check_texts(edit),
            0 if self.cell(place)?.is_some_and(|cell| cell.as_str() == Some(before)) => {
                Err(not_taken(&place.table, "change"))
            }
            0 => Err(Reason::Stale.into()),
            _ => Err(Reason::KeyNotUnique.into()),
        }
    }

    /// A cell must hold what was written to it.
    pub(super) fn check_texts(&self, edit: &CellEdit) -> Result<(), NoPlan> {
        let CellEdit { place, after, .. } = edit;
        if self.cell(place)?.is_some_and(|cell| cell.as_str() == Some(after)) {
            return Ok(());
        }
        let what = format!("{}.{} holds another text than written", place.table, place.column);
        Err(Reason::Refused { what }.into())
    }

    /// The cells to write so that these texts, which a write left, are again what they were before.
    pub(super) fn texts_back(&self, before: &[TextCell], after: &[TextCell]) -> Result<Vec<CellEdit>, NoPlan> {
        let mut replacements = Vec::new();
        for (before, after) in before.iter().zip(after) {
            replacements.push(self.text_back(before, after)?);
        }
        edits(replacements)
    }

    fn text_back(&self, before: &TextCell, after: &TextCell) -> Result<Replacement, NoPlan> {
        let place = CellPlace { table: after.table.clone(), column: after.column.clone(), row: after.key.clone() };
        let changed = || {
            let path = after.path.as_ref().map(|path| format!("->{path}")).unwrap_or_default();
            NoPlan::from(Reason::ChangedSince { what: format!("the text in {}.{}{path}", place.table, place.column) })
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
        Ok(Replacement { place, cell, found, after: before.value.clone() })
    }
}

/// The path to the text of the message itself: of an unfolded row, the key says which one.
fn own_path(path: &JsonPath, key: &Key) -> JsonPath {
    let last = match key {
        Key::Composite(parts) => parts.last(),
        Key::Integer(_) | Key::Text(_) => None,
    };
    let own = |step: &Step| match (step, last) {
        (Step::Key, Some(name)) => Step::Member(name.to_string()),
        (Step::Each(_), Some(Key::Integer(place))) => usize::try_from(*place).map_or(step.clone(), Step::Element),
        _ => step.clone(),
    };
    JsonPath { steps: path.steps.iter().map(own).collect() }
}

/// The shortest text that is looked for in a copy that says more, or less, than the message.
const SHORTEST_CUT: usize = 16;

/// What a copy of `old` becomes where that becomes `new`; `None` where it is no copy. One that is a part of the text, or
/// leaves a part out, loses what the text loses, if it has it once.
fn changed_copy(copy: &str, old: &str, new: &str) -> Option<String> {
    if copy == old {
        return Some(new.to_owned());
    }
    let before = old.char_indices().zip(new.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
    let before = before.unwrap_or(old.len().min(new.len()));
    let (old_rest, new_rest) = (old.get(before..)?, new.get(before..)?);
    let behind: usize =
        old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let cut = old_rest.get(..old_rest.len() - behind)?;
    let left = new_rest.get(..new_rest.len() - behind)?;
    let is_once = cut.len() >= SHORTEST_CUT && copy.matches(cut).count() == 1;
    is_once.then(|| copy.replacen(cut, left, 1))
}

fn differs(copy: &ColumnPath) -> NoPlan {
    let what = format!("the copy of its text in {copy} says something else: all are changed together, or none");
    Reason::Obstacle { what }.into()
}

fn unreadable(place: &CellPlace, error: json_text::JsonTextError) -> NoPlan {
    Reason::Obstacle { what: format!("{}.{}: {error}", place.table, place.column) }.into()
}

/// The cells with all their replacements done.
fn edits(replacements: Vec<Replacement>) -> Result<Vec<CellEdit>, NoPlan> {
    let mut cells: Vec<Vec<Replacement>> = Vec::new();
    for replacement in replacements {
        match cells.iter_mut().find(|cell| cell.iter().any(|other| other.place == replacement.place)) {
            Some(cell) => cell.push(replacement),
            None => cells.push(vec![replacement]),
        }
    }
    cells.into_iter().map(edit).collect()
}

fn edit(replacements: Vec<Replacement>) -> Result<CellEdit, NoPlan> {
    let Some(Replacement { place, cell: before, .. }) = replacements.first() else {
        return Err(Reason::Stale.into());
    };
    let (place, before) = (place.clone(), before.clone());
    let mut values = Vec::new();
    let mut texts = Vec::new();
    for Replacement { found, after, .. } in replacements {
        let span = found.as_ref().map_or(0..before.len(), |found| found.span.clone());
        let old = before.get(span.clone()).unwrap_or_default().to_owned();
        // Two places of the profile may lead to the same text.
        if values
            .iter()
            .any(|(other, _): &(std::ops::Range<usize>, _)| other.start < span.end && span.start < other.end)
        {
            continue;
        }
        texts.push((text_cell(&place, found.as_ref(), old), text_cell(&place, found.as_ref(), after.clone())));
        values.push((span, after));
    }
    let after = json_text::replace(&before, values);
    Ok(CellEdit { place, before, after, texts })
}

#[cfg(test)]
mod tests {
    use super::changed_copy;

    const BLOCK: &str = "<details>invented</details>";

    #[test]
    fn a_copy_changes_as_the_text_does() {
        assert_eq!(changed_copy("a", "a", "b").as_deref(), Some("b"));
        let (old, new) = (format!("First.\n{BLOCK}\nDone."), "First.\n\nDone.");
        assert_eq!(changed_copy(&old, &old, new).as_deref(), Some(new));
        // A part of the text, without what the application shows before it.
        let part = format!("{BLOCK}\nDone.");
        assert_eq!(changed_copy(&part, &old, new).as_deref(), Some("\nDone."));
    }

    #[test]
    fn what_is_no_copy_does_not_change() {
        let (old, new) = (format!("First.\n{BLOCK}\nDone."), "First.\n\nDone.");
        assert_eq!(changed_copy("Other words.", &old, new), None);
        assert_eq!(changed_copy(&format!("{BLOCK} {BLOCK}"), &old, new), None, "twice");
        assert_eq!(changed_copy("say it", "say it now", "say now"), None, "too short to be looked for");
        assert_eq!(changed_copy("", "", "").as_deref(), Some(""));
    }
}
