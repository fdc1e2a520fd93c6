//! The statements for one finding.
//!
//! The first checks that the message is as expected and records the outcome. Each further statement does its part only
//! if the outcome says so. The last checks that everything was done.

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value};

use super::dialect::{Column, Dialect};
use super::not_expressible::NotExpressible;
use crate::source::profile::Profile;
use crate::source::{EntryKind, StoredTime, TextCell, TimeCell};
use crate::visible;
use crate::writeback::{KeySource, PlannedRow, PlannedWrite, RowGuards, cell};

/// A finding in a script.
pub(super) struct ScriptFinding<'a> {
    /// Its number in the script.
    pub(super) number: usize,
    pub(super) write: &'a PlannedWrite,
    pub(super) profile: &'a Profile,
    pub(super) dialect: Dialect,
    /// Whether the script writes or undoes it.
    pub(super) kind: EntryKind,
    pub(super) now: Timestamp,
}

/// A state of the database.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DatabaseState {
    /// The state in the export, before the write-back.
    Before,
    /// The state after the write-back of the finding.
    After,
}

pub(super) type Sql = Result<String, NotExpressible>;

impl ScriptFinding<'_> {
    /// The statements in order, including those that update the outcome of earlier findings of the same message.
    pub(super) fn statements(&self, before: &[(usize, String)]) -> Result<Vec<String>, NotExpressible> {
        let mut statements = vec![self.record_expected_outcome()?];
        statements.extend(before.iter().map(|(number, records)| self.mark_earlier_done(*number, records)));
        for row in &self.write.rows {
            statements.push(match self.kind {
                EntryKind::Write => self.insert(row)?,
                EntryKind::Undo => self.delete(row)?,
            });
        }
        statements.extend(self.update_row()?);
        let found = self.cells_elsewhere(self.found());
        for (found, reached) in found.iter().zip(self.cells_elsewhere(self.reached())) {
            statements.push(self.update_cell(found, &reached)?);
        }
        for time in self.write.times.iter().filter(|time| !self.is_own(time)) {
            statements.push(self.update_time(time)?);
        }
        statements.push(self.check_result()?);
        Ok(statements)
    }

    /// The state in which the message must be to be changed.
    fn found(&self) -> DatabaseState {
        match self.kind {
            EntryKind::Write => DatabaseState::Before,
            EntryKind::Undo => DatabaseState::After,
        }
    }

    /// The state in which the change leaves the message.
    fn reached(&self) -> DatabaseState {
        match self.kind {
            EntryKind::Write => DatabaseState::After,
            EntryKind::Undo => DatabaseState::Before,
        }
    }

    /// The outcome of a message that was already changed.
    fn done_before(&self) -> &'static str {
        match self.kind {
            EntryKind::Write => "written before",
            EntryKind::Undo => "not written",
        }
    }

    /// The outcome of a message that the script changes.
    fn done(&self) -> &'static str {
        match self.kind {
            EntryKind::Write => "written",
            EntryKind::Undo => "undone",
        }
    }

    /// Records the expected outcome for the message.
    fn record_expected_outcome(&self) -> Sql {
        let (table, row) = (self.messages()?, self.row(&self.write.row)?);
        // The client prints it to a terminal.
        let message = self.dialect.text(&visible::one_line(&self.write.message.to_string()))?;
        let is_there = self.done_before();
        Ok(format!(
            "INSERT INTO {} (number, message, outcome) SELECT {}, {message}, \
             CASE (SELECT count(*) FROM {table} WHERE {row}) WHEN 0 THEN 'gone' \
             WHEN 1 THEN CASE WHEN {} THEN '{is_there}' WHEN {} THEN '{}' ELSE 'changed since' END \
             ELSE 'key not unique' END;",
            self.dialect.report(),
            self.number,
            self.state(self.reached())?,
            self.state(self.found())?,
            self.done()
        ))
    }

    /// Records that an earlier finding of the message is done: if this one is, the message has passed that state.
    fn mark_earlier_done(&self, earlier: usize, records: &str) -> String {
        let (report, done_before) = (self.dialect.report(), self.done_before());
        format!(
            "UPDATE {report} SET outcome = '{done_before}' WHERE number = {earlier} AND outcome = 'changed since' \
             AND (SELECT outcome FROM {report} WHERE number = {}) = '{done_before}'{records};",
            self.number
        )
    }

    /// Inserts a row, unless an equal one exists.
    fn insert(&self, row: &PlannedRow) -> Sql {
        let (mut columns, mut values) = (Vec::new(), Vec::new());
        if let Some(key) = self.new_key(row)? {
            columns.push(self.dialect.name("id")?);
            values.push(key);
        }
        for (column, value) in &row.values {
            columns.push(self.dialect.name(column)?);
            values.push(self.value(&row.table, column, value)?);
        }
        Ok(format!(
            "INSERT INTO {} ({}) SELECT {} WHERE {} AND NOT {};",
            self.dialect.name(&row.table)?,
            columns.join(", "),
            values.join(", "),
            self.is_to_do(),
            self.exists(row)?
        ))
    }

    /// Removes a row that was inserted.
    fn delete(&self, row: &PlannedRow) -> Sql {
        Ok(format!(
            "DELETE FROM {} WHERE {} AND {};",
            self.dialect.name(&row.table)?,
            self.is_to_do(),
            self.is_row(row)?
        ))
    }

    /// The key of a new row; `None` if the database assigns it.
    fn new_key(&self, row: &PlannedRow) -> Result<Option<String>, NotExpressible> {
        Ok(match (row.key, self.dialect) {
            (KeySource::Uuid4, Dialect::Postgres) => Some("gen_random_uuid()".to_owned()),
            (KeySource::Uuid4, Dialect::Sqlite) => {
                let digits = |bytes: u8| format!("hex(randomblob({bytes}))");
                let variant = "substr('89ab', 1 + (random() & 3), 1)";
                Some(format!(
                    "lower({} || '-' || {} || '-4' || substr({}, 2) || '-' || {variant} || substr({}, 2) || '-' || {})",
                    digits(4),
                    digits(2),
                    digits(2),
                    digits(2),
                    digits(6)
                ))
            }
            (KeySource::Counted, Dialect::Sqlite) => {
                Some(format!("(SELECT coalesce(max(id), 0) + 1 FROM {})", self.dialect.name(&row.table)?))
            }
            // An export lacks the sequence of a table, but the original database has it.
            (KeySource::Counted, Dialect::Postgres) | (KeySource::Database, _) => None,
        })
    }

    /// Sets the cells of the message's own row, if it is unchanged.
    fn update_row(&self) -> Result<Option<String>, NotExpressible> {
        let write = self.write;
        let mut sets = Vec::new();
        if self.has_own_text() && write.text_after.is_some() {
            sets.push(self.dialect.set(&self.own_text(self.reached()))?);
        }
        if let (Some(column), Some(tools)) = (self.tools_column(), self.tools(self.reached())) {
            let value = self.value(&self.profile.messages.table, column, tools)?;
            sets.push(format!("{} = {value}", self.dialect.name(column)?));
        }
        if let (Some(column), Some(plan)) = (self.plan_column(), self.plan(self.reached())) {
            sets.push(format!("{} = {}", self.dialect.name(column)?, self.own_value(column, plan)?));
        }
        for time in write.times.iter().filter(|time| self.is_own(time)) {
            sets.push(self.moved(time)?);
        }
        if sets.is_empty() {
            return Ok(None);
        }
        let (sets, condition, row) = (sets.join(", "), self.is_to_do(), self.row_state(self.found())?);
        Ok(Some(format!("UPDATE {} SET {sets} WHERE {condition} AND {row};", self.messages()?)))
    }

    /// Sets a text in another row or in JSON, if it is unchanged.
    fn update_cell(&self, found: &TextCell, reached: &TextCell) -> Sql {
        let (table, row) = (self.dialect.name(&reached.table)?, self.row(&reached.key)?);
        let (set, holds) = (self.dialect.set(reached)?, self.dialect.holds(found)?);
        Ok(format!("UPDATE {table} SET {set} WHERE {} AND {row} AND {holds};", self.is_to_do()))
    }

    /// Updates a time of another row.
    fn update_time(&self, time: &TimeCell) -> Sql {
        let (table, set, row) = (self.dialect.name(&time.table)?, self.moved(time)?, self.row(&time.key)?);
        Ok(format!("UPDATE {table} SET {set} WHERE {} AND {row};", self.is_to_do()))
    }

    /// The new value of a time. An undo is a change too, so the time does not go back.
    fn moved(&self, time: &TimeCell) -> Sql {
        let undone = || {
            let moment = StoredTime::read(ValueRef::from(&cell::from_json(&time.value)))?;
            Some(cell::to_json(ValueRef::from(&moment.style.cell(self.now))))
        };
        let value = match self.kind {
            EntryKind::Write => None,
            EntryKind::Undo => undone(),
        };
        let (name, column) = (self.dialect.name(&time.column)?, Column { table: &time.table, name: &time.column });
        Ok(format!("{name} = {}", self.dialect.later(column, value.as_ref().unwrap_or(&time.value))?))
    }

    /// Records an error if the database does not hold what it should.
    fn check_result(&self) -> Sql {
        let (number, done, reached) = (self.number, self.done(), self.state(self.reached())?);
        Ok(format!(
            "UPDATE {} SET outcome = 'refused' WHERE number = {number} AND outcome = '{done}' AND NOT ({reached});",
            self.dialect.report()
        ))
    }

    /// SQL that is true if the message is to be changed.
    fn is_to_do(&self) -> String {
        format!("(SELECT outcome FROM {} WHERE number = {}) = '{}'", self.dialect.report(), self.number, self.done())
    }

    /// SQL that is true if everything that the finding changes is in this state.
    fn state(&self, state: DatabaseState) -> Sql {
        let mut conditions =
            vec![format!("EXISTS (SELECT 1 FROM {} WHERE {})", self.messages()?, self.row_state(state)?)];
        // Snapshots that have been replaced meanwhile are not changed.
        for cell in self.cells_elsewhere(state).into_iter().filter(|cell| !cell.snapshot) {
            let (table, row, holds) =
                (self.dialect.name(&cell.table)?, self.row(&cell.key)?, self.dialect.holds(&cell)?);
            conditions.push(format!("EXISTS (SELECT 1 FROM {table} WHERE {row} AND {holds})"));
        }
        conditions.extend(self.records(state)?);
        if (self.kind, state) == (EntryKind::Write, DatabaseState::Before) {
            let relied_on = self.write.relies_on.iter().map(|row| self.exists(row));
            conditions.extend(relied_on.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(conditions.join(" AND "))
    }

    /// The same for the records alone.
    fn records(&self, state: DatabaseState) -> Result<Vec<String>, NotExpressible> {
        let rows = || self.write.rows.iter();
        match (self.kind, state) {
            (EntryKind::Write, DatabaseState::Before) => Ok(Vec::new()),
            (EntryKind::Write, DatabaseState::After) => rows().map(|row| self.exists(row)).collect(),
            (EntryKind::Undo, DatabaseState::Before) => rows().map(|row| self.is_gone(row)).collect(),
            (EntryKind::Undo, DatabaseState::After) => rows().map(|row| self.is_alone(row)).collect(),
        }
    }

    /// SQL, to follow other conditions, that is true if the records are as the script leaves them.
    pub(super) fn records_reached(&self) -> Sql {
        let conditions = self.records(self.reached())?;
        Ok(conditions.iter().flat_map(|condition| [" AND ", condition]).collect())
    }

    /// SQL that is true if the message's own row is in this state.
    fn row_state(&self, state: DatabaseState) -> Sql {
        let mut conditions = vec![self.row(&self.write.row)?];
        if self.has_own_text() {
            conditions.push(self.dialect.holds(&self.own_text(state))?);
        }
        if let (Some(column), Some(tools)) = (self.tools_column(), self.tools(state)) {
            let list = self.list(tools);
            conditions.push(match self.write.guards {
                Some(_) => self.dialect.lists_same(column, &list, tools)?,
                None => self.dialect.is_list(column, &list, tools)?,
            });
        }
        if let (Some(column), Some(plan)) = (self.plan_column(), self.plan(state)) {
            conditions.push(self.dialect.is_document(column, plan)?);
        }
        for (column, value) in self.write.unchanged.iter().filter(|_| self.write.guards.is_none()) {
            conditions.push(if self.tools_column() == Some(column) {
                self.dialect.is_list(column, &self.list(value), value)?
            } else {
                self.dialect.is(&self.dialect.name(column)?, &self.own_value(column, value)?)
            });
        }
        for (column, owner) in self.owner() {
            conditions.push(self.dialect.is(&self.dialect.name(column)?, &self.own_value(column, owner)?));
        }
        if let Some(RowGuards { joined_by, time }) = &self.write.guards {
            for (column, value) in joined_by {
                conditions.push(self.dialect.is(&self.dialect.name(column)?, &self.own_value(column, value)?));
            }
            if let Some((column, time)) = time {
                conditions.push(self.dialect.is_written_as(column, time)?);
            }
        }
        Ok(conditions.join(" AND "))
    }

    /// The text in the message's own column in this state.
    fn own_text(&self, state: DatabaseState) -> TextCell {
        let write = self.write;
        let after = write.text_after.as_ref().filter(|_| state == DatabaseState::After);
        TextCell { value: after.unwrap_or(&write.text_before).clone(), ..write.text_cell.clone() }
    }

    /// The list of tools in this state; `None` if it does not change.
    fn tools(&self, state: DatabaseState) -> Option<&Value> {
        match state {
            DatabaseState::Before => self.write.tools_before.as_ref(),
            DatabaseState::After => self.write.tools_after.as_ref(),
        }
    }

    /// The plan in this state; `None` if it does not change.
    fn plan(&self, state: DatabaseState) -> Option<&Value> {
        match state {
            DatabaseState::Before => self.write.plan_before.as_ref(),
            DatabaseState::After => self.write.plan_after.as_ref(),
        }
    }

    /// The texts outside the message's own column. If the text does not change, only the message's text itself.
    fn cells_elsewhere(&self, state: DatabaseState) -> Vec<TextCell> {
        let write = self.write;
        if write.text_after.is_none() {
            let is_asked = state == self.found() && !self.has_own_text();
            return is_asked.then(|| write.text_cell.clone()).into_iter().collect();
        }
        match state {
            DatabaseState::Before => write.copies_before.clone(),
            DatabaseState::After => write.copies_after.clone(),
        }
    }

    /// SQL that is true for a row with these key columns.
    fn row(&self, key: &Map<String, Value>) -> Sql {
        let equal = |(column, value): (&String, &Value)| {
            Ok(format!("{} = {}", self.dialect.name(column)?, self.dialect.value(value)?))
        };
        let conditions: Vec<_> = key.iter().map(equal).collect::<Result<_, NotExpressible>>()?;
        Ok(conditions.join(" AND "))
    }

    /// The quoted table of messages.
    fn messages(&self) -> Sql {
        self.dialect.name(&self.profile.messages.table)
    }
}
