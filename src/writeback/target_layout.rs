//! The layout of a database that is not read but known by its profile, for messages that were judged elsewhere. Changes
//! to it are planned in a temporary database with this layout, which holds only those messages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rusqlite::types::Value as Cell;
use rusqlite::{Connection, params_from_iter};
use serde_json::Value;

use super::failure::PlanFailure;
use super::messages::MessageTable;
use super::{PlannedWrite, RowGuards, cell};
use crate::proposal::ProposedRecord;
use crate::source::profile::{
    ColumnName, ColumnPath, EvidenceSource, KeyColumns, OwnerPlaces, PathStep, Profile, Records, WriteMode,
};
use crate::source::{Key, List, ListEncoding, SourceError, SqliteSource, open_new_file, quote, sqlite_error};

/// Why nothing can be planned for a profile without its database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("profile {profile} {what}: review an export of that database instead")]
pub struct NeedsDatabase {
    /// The profile's name.
    pub profile: String,
    /// The part of the profile that needs the database, and why.
    pub what: String,
}

/// A message as it was when it was judged.
#[derive(Clone, Copy, Debug)]
pub struct JudgedMessage<'a> {
    /// Its key, which is the same in the target database.
    pub key: &'a Key,
    /// The key of its conversation, if it has one.
    pub conversation: Option<&'a Key>,
    /// The key of the agent that wrote it, if known.
    pub owner: Option<&'a Key>,
    /// The text of the message before the write-back.
    pub text: &'a str,
    /// The tools recorded with it; `None` if unknown.
    pub tools: Option<&'a [String]>,
}

/// The layout of a database that is not read.
#[derive(Clone, Debug)]
pub struct TargetLayout {
    profile: Profile,
}

impl TargetLayout {
    /// The part of a profile's layout that is written to.
    pub fn of(profile: &Profile) -> Result<Self, NeedsDatabase> {
        let messages = &profile.messages;
        let is_member = |step: &PathStep| matches!(step, PathStep::Member(_));
        let what = if profile.write == WriteMode::None {
            Some("is read-only")
        } else if messages.unfolding().is_some() {
            Some("keeps several messages in one row")
        } else if messages.all_copies().next().is_some() || !messages.snapshots.is_empty() {
            Some("keeps a text in several places, which only that database shows")
        } else if messages.text.column.table_or(&messages.table) != messages.table {
            Some("keeps a text in another table, in a row which only that database shows")
        } else if messages.text.path.as_ref().is_some_and(|path| !path.steps.iter().all(is_member)) {
            Some("keeps a text in a JSON list, whose rest only that database shows")
        } else {
            None
        };
        match what {
            Some(what) => Err(NeedsDatabase { profile: profile.name.clone(), what: what.to_owned() }),
            None => Ok(Self { profile: written_part(profile) }),
        }
    }

    /// The part of the profile that concerns writing.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Whether a message in the target database can have this key.
    #[must_use]
    pub fn may_have(&self, key: &Key) -> bool {
        key.cells().len() == self.profile.messages.key.columns().len()
    }

    /// Creates the temporary database in an empty file.
    pub fn create(&self, path: &Path) -> Result<Connection, SourceError> {
        let failed = |error: rusqlite::Error| sqlite_error(path, &error);
        let connection = open_new_file(path).map_err(failed)?;
        connection.pragma_update(None, "synchronous", false).map_err(failed)?;
        connection.execute_batch(&self.schema()).map_err(failed)?;
        Ok(connection)
    }

    /// Opens the temporary database for planning.
    pub fn open(&self, path: &Path) -> Result<SqliteSource, SourceError> {
        SqliteSource::open(path, Some(&self.profile), true)
    }

    /// Adds a message that was judged in the database `judged`, unless it exists already.
    pub fn add(
        &self,
        database: &Connection,
        judged: &SqliteSource,
        message: JudgedMessage<'_>,
    ) -> Result<(), SourceError> {
        let failed = |error: rusqlite::Error| sqlite_error(judged.path(), &error);
        let time = time_of(judged, message.key).map_err(failed)?;
        let row = self.row(message, time);
        insert(database, &self.profile.messages.table, &row).map_err(failed)?;
        for (theirs, ours) in self.joins() {
            if let Some(value) = row.get(&ours.column).filter(|value| **value != Cell::Null) {
                let joined = BTreeMap::from([(theirs.column.clone(), value.clone())]);
                insert(database, theirs.table_or(""), &joined).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Renames the fields of a finding's records to this layout; `from` is the profile by which they were proposed.
    #[must_use]
    pub fn records(&self, proposed: &[ProposedRecord], from: &Profile) -> Vec<ProposedRecord> {
        let renamed = |record: &ProposedRecord| {
            let mappings = from.records.get(&record.kind).zip(self.profile.records.get(&record.kind));
            mappings.map_or_else(|| record.clone(), |(from, to)| renamed(record, from, to))
        };
        proposed.iter().map(renamed).collect()
    }

    /// The conditions on the row of a message, besides its text, for anything to be written.
    pub fn guards(&self, source: &SqliteSource, write: &PlannedWrite) -> Result<RowGuards, SourceError> {
        let stored = MessageTable::of(source);
        let own = |column: &str| stored.database.cell((&self.profile.messages.table, &write.row), column);
        let failed = |error: rusqlite::Error| sqlite_error(source.path(), &error);
        let mut guards = RowGuards::default();
        for (theirs, ours) in self.joins() {
            if write.times.iter().any(|time| Some(&time.table) == theirs.table.as_ref()) {
                guards.joined_by.extend(own(&ours.column).map_err(failed)?.map(|value| (ours.column.clone(), value)));
            }
        }
        let is_dated = !write.times.is_empty() || !write.rows.is_empty();
        if let Some(column) = stored.time_column().filter(|_| is_dated) {
            guards.time = own(&column.column).map_err(failed)?.map(|value| (column.column.clone(), value));
        }
        Ok(guards)
    }

    /// The columns that join other tables with the messages: theirs, and the messages'.
    fn joins(&self) -> impl Iterator<Item = (ColumnName, ColumnName)> {
        self.profile.messages.joins.iter().filter_map(|join| {
            let (left, right) = join.sides()?;
            Some(if left.table.as_ref() == Some(&join.table) { (left, right) } else { (right, left) })
        })
    }

    /// The tables that are written to, with their columns.
    fn tables(&self) -> BTreeMap<String, BTreeSet<String>> {
        let messages = &self.profile.messages;
        let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut add = |name: &ColumnName, default: &str| {
            all.entry(name.table_or(default).to_owned()).or_default().insert(name.column.clone());
        };
        let evidence = self.profile.evidence.iter().filter_map(|place| match place {
            EvidenceSource::Column { column, .. } => Some(column),
            _ => None,
        });
        let tools = self.profile.tools_written.iter().map(|written| &written.column);
        let places = messages.places().map(|(_, place)| &place.column);
        for name in messages.key.columns().iter().chain(places).chain(&messages.touch).chain(tools).chain(evidence) {
            add(name, &messages.table);
        }
        for (theirs, ours) in self.joins() {
            add(&theirs, &messages.table);
            add(&ours, &messages.table);
        }
        for records in self.profile.records.values() {
            let fields = records.fields.values().map(|field| &field.column);
            let times = records.created.iter().chain(&records.updated).chain(&records.soft_delete);
            for name in records.owner.columns().iter().chain(fields).chain(times) {
                add(name, &records.table);
            }
            for constant in records.constants.keys() {
                add(&ColumnName { table: None, column: constant.clone() }, &records.table);
            }
        }
        all
    }

    fn schema(&self) -> String {
        let mut sql = String::new();
        for (table, columns) in self.tables() {
            let has_id = columns.iter().any(|column| column.eq_ignore_ascii_case("id"));
            let own = columns.iter().map(|column| quote(column));
            let all: Vec<_> = own.chain((!has_id).then(|| "id INTEGER PRIMARY KEY".to_owned())).collect();
            sql.push_str(&format!("CREATE TABLE {} ({});", quote(&table), all.join(", ")));
        }
        let mut unique = |table: &str, columns: &[ColumnName]| {
            let columns: Vec<_> = columns.iter().map(|column| quote(&column.column)).collect();
            let (name, table) = (quote(&format!("{table} by key")), quote(table));
            sql.push_str(&format!("CREATE UNIQUE INDEX {name} ON {table} ({});", columns.join(", ")));
        };
        unique(&self.profile.messages.table, self.profile.messages.key.columns());
        for (theirs, _) in self.joins() {
            unique(theirs.table_or(""), std::slice::from_ref(&theirs));
        }
        sql
    }

    /// The row of a message: column → cell.
    fn row(&self, message: JudgedMessage<'_>, time: Option<Cell>) -> BTreeMap<String, Cell> {
        let messages = &self.profile.messages;
        let first = |key: Option<&Key>| key.and_then(|key| key.cells().into_iter().next()).unwrap_or(Cell::Null);
        let mut row = BTreeMap::new();
        let mut set = |place: Option<&ColumnPath>, cell: Cell| {
            row.extend(place.map(|place| (place.column.column.clone(), cell)));
        };
        set(messages.conversation.as_ref(), first(message.conversation));
        let owner = message.owner.map(Key::cells).unwrap_or_default();
        for (place, cell) in messages.owner.iter().flat_map(OwnerPlaces::places).zip(owner) {
            set(Some(place), cell);
        }
        set(messages.role.as_ref(), messages.assistant.first().map_or(Cell::Null, |role| Cell::Text(role.clone())));
        set(messages.time.as_ref(), time.unwrap_or(Cell::Null));
        set(Some(&messages.text), Cell::Text(self.stored(message.text)));
        if let Some(written) = &self.profile.tools_written {
            row.insert(written.column.column.clone(), self.list(message.tools));
        }
        row.extend(messages.key.columns().iter().map(|column| column.column.clone()).zip(message.key.cells()));
        row
    }

    /// The contents of a cell with this text.
    fn stored(&self, text: &str) -> String {
        let Some(path) = &self.profile.messages.text.path else { return text.to_owned() };
        let within = |inner: Value, step: &PathStep| match step {
            PathStep::Member(name) => Value::from_iter([(name.clone(), inner)]),
            _ => inner,
        };
        path.steps.iter().rev().fold(Value::from(text), within).to_string()
    }

    /// The contents of a cell with this list of tools.
    fn list(&self, tools: Option<&[String]>) -> Cell {
        let Some(tools) = tools else { return Cell::Null };
        let encoding = self.profile.tools_encoding().unwrap_or(ListEncoding::Json);
        let list = List { items: tools.iter().cloned().map(Some).collect(), encoding: Some(encoding) };
        Cell::Text(list.write(encoding))
    }
}

/// The part of a profile that concerns writing, without what is only needed for reading.
fn written_part(profile: &Profile) -> Profile {
    let mut profile = Profile { needs: Vec::new(), without: Vec::new(), owners: None, ..profile.clone() };
    profile.renders.clear();
    profile.evidence.retain(|place| matches!(place, EvidenceSource::Column { .. }));
    if profile.write == WriteMode::Strip {
        profile.records.clear();
        profile.tools_written = None;
    }
    if let Some(written) = &mut profile.tools_written {
        (written.sibling, written.hides_in) = (None, None);
    }
    let messages = &mut profile.messages;
    let table = messages.table.clone();
    let is_own = |place: &ColumnPath| place.path.is_none() && place.column.table_or(&table) == table;
    for place in [&mut messages.conversation, &mut messages.role, &mut messages.time] {
        *place = place.take().filter(is_own);
    }
    messages.owner = messages.owner.take().filter(|owner| owner.places().iter().all(is_own));
    (messages.plan, messages.asked, messages.model) = (None, None, None);
    (messages.order, messages.condition, messages.hidden, messages.member) = (None, None, None, None);
    let touched = |table: &str| messages.touch.iter().any(|column| column.table.as_deref() == Some(table));
    messages.joins.retain(|join| join.sides().is_some() && touched(&join.table));
    profile
}

/// The time of a message, as in its own database.
fn time_of(judged: &SqliteSource, key: &Key) -> rusqlite::Result<Option<Cell>> {
    let Some(time) = &judged.profile().messages.time else { return Ok(None) };
    match MessageTable::of(judged).cell_of(key, time) {
        Ok(value) => Ok(value.map(|value| cell::from_json(&value))),
        Err(PlanFailure::LeftOut(_)) => Ok(None),
        Err(PlanFailure::Failed(error)) => Err(error),
    }
}

/// Inserts a row, unless one with its key exists.
fn insert(database: &Connection, table: &str, row: &BTreeMap<String, Cell>) -> rusqlite::Result<usize> {
    let columns: Vec<_> = row.keys().map(|column| quote(column)).collect();
    let places = vec!["?"; columns.len()].join(", ");
    let sql = format!("INSERT OR IGNORE INTO {} ({}) VALUES ({places})", quote(table), columns.join(", "));
    database.prepare_cached(&sql)?.execute(params_from_iter(row.values()))
}

/// Renames the fields of a record to another mapping.
fn renamed(record: &ProposedRecord, from: &Records, to: &Records) -> ProposedRecord {
    let value = |column: &ColumnName| record.values.get(&column.column).cloned().unwrap_or_default();
    let columns = |keys: &KeyColumns| keys.columns().to_vec();
    let mut pairs: Vec<_> = columns(&from.owner).into_iter().zip(columns(&to.owner)).collect();
    pairs.extend(to.fields.iter().filter_map(|(name, field)| {
        let known = from.fields.get(name)?;
        Some((known.column.clone(), field.column.clone()))
    }));
    pairs.extend(from.created.clone().zip(to.created.clone()));
    let values = pairs.iter().map(|(from, to)| (to.column.clone(), value(from))).collect();
    ProposedRecord { table: to.table.clone(), values, ..record.clone() }
}

#[cfg(test)]
mod tests;
