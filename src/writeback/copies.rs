//! The copies of a text: columns or JSON in which an application stores the same words again, in one piece or in parts.

use std::ops::Range;
use std::rc::Rc;

use rusqlite::params_from_iter;
use serde_json::{Map, Value};

use super::documents::Documents;
use super::failure::PlanFailure;
use super::messages::MessageTable;
use super::stored_text::{CellPlace, Replacement, unreadable};
use super::{ExclusionReason, cell};
use crate::proposal::{self, Change, CopyLikeness, TextCopy, changed_parts};
use crate::source::json_text::{self, FoundValue, JsonDocument};
use crate::source::profile::{ColumnPath, Snapshots, WriteMode};
use crate::source::{Key, SqliteSource, quote};

/// What is known about the copies of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copies {
    /// The copies that do not equal the text.
    pub others: Vec<TextCopy>,
    /// Why the copies cannot be read, if so.
    pub unreadable: Option<String>,
}

/// Reads the copies of a message's text: a change is accepted only if it can be written to each of them. Their
/// documents are cached for the next message.
#[must_use]
pub fn copies(source: &SqliteSource, documents: &Documents, message: &Key, text: &str) -> Copies {
    let profile = source.profile();
    if profile.messages.all_copies().next().is_none() || profile.write == WriteMode::None {
        return Copies::default();
    }
    let messages = MessageTable::of(source);
    let all = documents.refresh(source.connection()).map_err(PlanFailure::from);
    let unreadable = match all.and_then(|()| TextCopies { messages: &messages, documents }.of(message)) {
        Ok(all) => {
            let parts_not_empty = profile.messages.parts_not_empty;
            let others = all.into_iter().filter(|copy| !copy.says(text));
            let others = others.map(|copy| copy.into_parts(parts_not_empty)).collect();
            return Copies { others, unreadable: None };
        }
        Err(PlanFailure::LeftOut(reason)) => reason.to_string(),
        Err(PlanFailure::Failed(error)) => messages.database.failed(&error).to_string(),
    };
    Copies { others: Vec::new(), unreadable: Some(unreadable) }
}

/// A copy as stored.
pub(super) struct StoredCopy {
    /// Its column or path in the profile.
    pub(super) name: String,
    place: CellPlace,
    cell: Rc<JsonDocument>,
    parts: Vec<CopyPart>,
    /// Values other than texts: lists of blocks, whose texts must be in another copy.
    structures: Vec<Range<usize>>,
}

/// A text that is a copy or a part of one.
struct CopyPart {
    /// Its position in the JSON of the cell; `None` if it is the whole cell.
    found: Option<FoundValue>,
    text: String,
}

impl StoredCopy {
    fn says(&self, text: &str) -> bool {
        matches!(self.parts.as_slice(), [part] if part.text == text)
    }

    fn into_parts(self, parts_not_empty: bool) -> TextCopy {
        let parts = self.parts.into_iter().map(|part| part.text).collect();
        TextCopy { place: self.name, parts, parts_not_empty }
    }

    fn is_blank(&self) -> bool {
        self.parts.iter().all(|part| part.text.trim().is_empty())
    }

    /// Whether a part of it is within `span` of the JSON in a cell.
    fn is_in(&self, place: &CellPlace, span: &Range<usize>) -> bool {
        let is_inside = |found: &FoundValue| span.start <= found.span.start && found.span.end <= span.end;
        self.place == *place && self.parts.iter().any(|part| part.found.as_ref().is_some_and(is_inside))
    }

    /// The replacements in it for a change of the text; `None` if they cannot be determined.
    pub(super) fn replacements(
        &self,
        texts: (&str, &str),
        changes: &[Change],
        likeness: CopyLikeness,
    ) -> Option<Vec<Replacement>> {
        let parts: Vec<&str> = self.parts.iter().map(|part| part.text.as_str()).collect();
        let parts_after = changed_parts(&parts, texts, changes, likeness)?;
        let replaced = self.parts.iter().zip(parts_after).filter(|(part, text)| part.text != *text);
        let replacement = |(part, text): (&CopyPart, String)| {
            let after = if part.found.is_some() { json_text::literal(&text, self.cell.text()) } else { text };
            let (place, cell, found) = (self.place.clone(), self.cell.text().to_owned(), part.found.clone());
            Replacement { place, cell, found, after, is_snapshot: false }
        };
        Some(replaced.map(replacement).collect())
    }
}

pub(super) fn empties(name: &str) -> PlanFailure {
    ExclusionReason::Obstacle { what: proposal::empties(name) }.into()
}

pub(super) fn differs(name: &str) -> PlanFailure {
    ExclusionReason::Obstacle { what: proposal::differs(name) }.into()
}

/// Reads the copies of the texts of messages.
pub(super) struct TextCopies<'c> {
    pub(super) messages: &'c MessageTable<'c>,
    /// The documents that were read before.
    pub(super) documents: &'c Documents,
}

impl TextCopies<'_> {
    /// The copies of a message's text, without empty ones.
    pub(super) fn of(&self, key: &Key) -> Result<Vec<StoredCopy>, PlanFailure> {
        let member = self.messages.member(key)?;
        let mut found = Vec::new();
        let is_there = |copy: &&ColumnPath| self.messages.database.columns.has(self.messages.name(), &copy.column);
        for copy in self.messages.profile.all_copies().map(|(_, copy)| copy).filter(is_there) {
            let table = copy.column.table_or(self.messages.name());
            let Some(row) = self.messages.touched_row(table, key)? else { continue };
            let place = CellPlace { table: table.to_owned(), column: copy.column.column.clone(), row };
            found.extend(self.at(copy, place, member.as_deref())?);
        }
        without_structures(found)
    }

    /// The copy at a path; `None` if there is none.
    fn at(&self, at: &ColumnPath, place: CellPlace, member: Option<&str>) -> Result<Option<StoredCopy>, PlanFailure> {
        let name = at.to_string();
        let cell = match self.documents.read(&self.messages.database, &place)? {
            Ok(cell) => cell,
            Err(None | Some(Value::Null)) => return Ok(None),
            Err(Some(_)) => return Err(differs(&name)),
        };
        let Some(path) = &at.path else {
            let parts = vec![CopyPart { found: None, text: cell.text().to_owned() }];
            return Ok(Some(StoredCopy { name, place, cell, parts, structures: Vec::new() }));
        };
        let (mut parts, mut structures) = (Vec::new(), Vec::new());
        for found in cell.find(path, member).map_err(|error| unreadable(&place, error))? {
            match (found.text(cell.text()), cell.text().as_bytes().get(found.span.start)) {
                (Some(text), _) => parts.push(CopyPart { found: Some(found), text }),
                (None, Some(b'n')) => {}
                (None, Some(b'[' | b'{')) => structures.push(found.span),
                (None, _) => return Err(differs(&name)),
            }
        }
        Ok(Some(StoredCopy { name, place, cell, parts, structures }))
    }

    /// The replacements in the snapshots that hold the text of a message, and the names of those that hold another
    /// text.
    pub(super) fn changed_snapshots(
        &self,
        key: &Key,
        texts: (&str, &str),
        changes: &[Change],
    ) -> Result<(Vec<Replacement>, Vec<String>), PlanFailure> {
        let (mut replacements, mut left) = (Vec::new(), Vec::new());
        for snapshots in &self.messages.profile.snapshots {
            for row in self.snapshot_rows(snapshots, key)? {
                let copies = match self.in_snapshot(snapshots, &row, key) {
                    Ok(copies) => copies,
                    Err(PlanFailure::LeftOut(_)) => {
                        left.push(snapshot_name(snapshots, &row));
                        continue;
                    }
                    Err(failed) => return Err(failed),
                };
                let replaced = copies.iter().map(|copy| copy.replacements(texts, changes, CopyLikeness::Exact));
                match replaced.collect::<Option<Vec<_>>>() {
                    Some(all) => replacements.extend(all.into_iter().flatten()),
                    None => left.push(snapshot_name(snapshots, &row)),
                }
            }
        }
        let in_snapshots = |replacement: Replacement| Replacement { is_snapshot: true, ..replacement };
        Ok((replacements.into_iter().map(in_snapshots).collect(), left))
    }

    /// The copies in a row of a table of snapshots.
    fn in_snapshot(
        &self,
        snapshots: &Snapshots,
        row: &Map<String, Value>,
        key: &Key,
    ) -> Result<Vec<StoredCopy>, PlanFailure> {
        let member = self.messages.member(key)?;
        let mut found = Vec::new();
        for copy in
            snapshots.copies.iter().filter(|copy| self.messages.database.columns.has(&snapshots.table, &copy.column))
        {
            let (table, column) = (snapshots.table.clone(), copy.column.column.clone());
            let place = CellPlace { table, column, row: row.clone() };
            found.extend(self.at(copy, place, member.as_deref())?);
        }
        without_structures(found)
    }

    /// The rows of a table of snapshots that belong to a message. Older versions of an application lack the table.
    fn snapshot_rows(&self, snapshots: &Snapshots, key: &Key) -> rusqlite::Result<Vec<Map<String, Value>>> {
        let Some((column, expression)) = snapshots.sides() else { return Ok(Vec::new()) };
        if ![column, snapshots.key.as_str()]
            .iter()
            .all(|name| self.messages.database.columns.has_named(&snapshots.table, name))
        {
            return Ok(Vec::new());
        }
        let is_message = self.messages.is_message()?;
        let (table, name) = (quote(&snapshots.table), quote(&snapshots.key));
        let sql = format!(
            "SELECT {name} FROM {table} WHERE {table}.{} = (SELECT {expression} FROM {} WHERE {is_message}) ORDER BY 1",
            quote(column),
            quote(self.messages.name())
        );
        let mut statement = self.messages.database.connection.prepare_cached(&sql)?;
        let mut rows = statement.query(params_from_iter(self.messages.row_cells(key)))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(Map::from_iter([(snapshots.key.clone(), cell::to_json(row.get_ref(0)?))]));
        }
        Ok(found)
    }
}

fn snapshot_name(snapshots: &Snapshots, row: &Map<String, Value>) -> String {
    let key = row.values().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    format!("{} {}", snapshots.table, key.collect::<Vec<_>>().join(" "))
}

/// The non-empty copies. A structure in one copy must have its texts in another copy.
fn without_structures(found: Vec<StoredCopy>) -> Result<Vec<StoredCopy>, PlanFailure> {
    for copy in &found {
        let is_other = |span: &&Range<usize>| !found.iter().any(|other| other.is_in(&copy.place, span));
        if copy.structures.iter().find(is_other).is_some() {
            return Err(differs(&copy.name));
        }
    }
    Ok(found.into_iter().filter(|copy| !copy.is_blank()).collect())
}
