//! The statements for one finding.
//!
//! The first one looks whether the message is as the export has it and notes the outcome; each of the others does its part only
//! where that says so; the last one sees that all of it stands there.

use serde_json::{Map, Value};

use super::REPORT;
use super::dialect::{Dialect, Unsayable};
use crate::source::profile::{ColumnName, Profile};
use crate::source::{List, TextCell, TimeCell, quote};
use crate::visible;
use crate::writeback::{KeySource, PlannedRow, PlannedWrite};

/// A finding of a script.
pub(super) struct Finding<'a> {
    /// Its number in the script.
    pub(super) number: usize,
    pub(super) write: &'a PlannedWrite,
    pub(super) profile: &'a Profile,
    pub(super) dialect: Dialect,
}

/// A state of the database that a condition asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// As the export has it.
    Before,
    /// As the finding leaves it.
    After,
}

type Sql = Result<String, Unsayable>;

impl Finding<'_> {
    /// The statements, in order.
    pub(super) fn statements(&self) -> Result<Vec<String>, Unsayable> {
        let mut statements = vec![self.look()?];
        for row in &self.write.rows {
            statements.push(self.insert(row)?);
        }
        statements.extend(self.update_row()?);
        let before = self.cells_elsewhere(State::Before);
        for (before, after) in before.iter().zip(self.cells_elsewhere(State::After)) {
            statements.push(self.update_cell(before, &after)?);
        }
        for time in self.write.times.iter().filter(|time| !self.is_own(time)) {
            statements.push(self.update_time(time)?);
        }
        statements.push(self.see()?);
        // Texts say of themselves what would be hidden in them; names have no way to.
        let hides = |statement: &String| statement.chars().any(|c| c != '\n' && visible::is_hidden(c));
        if statements.iter().any(hides) { Err(Unsayable::Name) } else { Ok(statements) }
    }

    /// Notes what is to be done about the message.
    fn look(&self) -> Sql {
        let (table, row) = (quote(&self.profile.messages.table), self.row(&self.write.row)?);
        let message = self.dialect.text(&self.write.message.to_string())?;
        Ok(format!(
            "INSERT INTO {REPORT} (number, message, outcome) SELECT {}, {message}, \
             CASE (SELECT count(*) FROM {table} WHERE {row}) WHEN 0 THEN 'gone' \
             WHEN 1 THEN CASE WHEN {} THEN 'written before' WHEN {} THEN 'written' ELSE 'changed since' END \
             ELSE 'key not unique' END;",
            self.number,
            self.state(State::After)?,
            self.state(State::Before)?
        ))
    }

    /// Inserts a row, unless an equal one is there.
    fn insert(&self, row: &PlannedRow) -> Sql {
        let (mut columns, mut values) = (Vec::new(), Vec::new());
        if let Some(key) = self.new_key(row) {
            columns.push(quote("id"));
            values.push(key);
        }
        for (column, value) in &row.values {
            columns.push(quote(column));
            values.push(self.value(&row.table, column, value)?);
        }
        Ok(format!(
            "INSERT INTO {} ({}) SELECT {} WHERE {} AND NOT {};",
            quote(&row.table),
            columns.join(", "),
            values.join(", "),
            self.is_to_write(),
            self.exists(row)?
        ))
    }

    /// The key of a new row, where the database does not give one by itself.
    fn new_key(&self, row: &PlannedRow) -> Option<String> {
        match (row.key, self.dialect) {
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
                Some(format!("(SELECT coalesce(max(id), 0) + 1 FROM {})", quote(&row.table)))
            }
            // What counts the rows of a table stays behind when the table is exported.
            (KeySource::Counted, Dialect::Postgres) | (KeySource::Database, _) => None,
        }
    }

    /// Sets the cells of the message's own row, if it is still as it was looked at.
    fn update_row(&self) -> Result<Option<String>, Unsayable> {
        let write = self.write;
        let mut sets = Vec::new();
        if let (true, Some(text)) = (self.has_own_text(), &write.text_after) {
            let cell = TextCell { value: text.clone(), ..write.text_cell.clone() };
            sets.push(self.dialect.set(&cell)?);
        }
        if let (Some(column), Some(tools)) = (self.tools_column(), &write.tools_after) {
            sets.push(format!("{} = {}", quote(column), self.value(&self.profile.messages.table, column, tools)?));
        }
        if let (Some(column), Some(plan)) = (self.plan_column(), &write.plan_after) {
            sets.push(format!("{} = {}", quote(column), self.dialect.value(plan)?));
        }
        for time in write.times.iter().filter(|time| self.is_own(time)) {
            sets.push(format!("{} = {}", quote(&time.column), self.dialect.time(&time.value)?));
        }
        if sets.is_empty() {
            return Ok(None);
        }
        let table = quote(&self.profile.messages.table);
        let (sets, condition, row) = (sets.join(", "), self.is_to_write(), self.row_state(State::Before)?);
        Ok(Some(format!("UPDATE {table} SET {sets} WHERE {condition} AND {row};")))
    }

    /// Sets a text that stands in another row, or in JSON, if it is still as it was looked at.
    fn update_cell(&self, before: &TextCell, after: &TextCell) -> Sql {
        let (table, set, row) = (quote(&after.table), self.dialect.set(after)?, self.row(&after.key)?);
        let holds = self.dialect.holds(before)?;
        Ok(format!("UPDATE {table} SET {set} WHERE {} AND {row} AND {holds};", self.is_to_write()))
    }

    /// Moves a time of another row.
    fn update_time(&self, time: &TimeCell) -> Sql {
        let (table, column, row) = (quote(&time.table), quote(&time.column), self.row(&time.key)?);
        let value = self.dialect.time(&time.value)?;
        Ok(format!("UPDATE {table} SET {column} = {value} WHERE {} AND {row};", self.is_to_write()))
    }

    /// Notes where the database does not hold what was written.
    fn see(&self) -> Sql {
        let number = self.number;
        let after = self.state(State::After)?;
        Ok(format!(
            "UPDATE {REPORT} SET outcome = 'refused' WHERE number = {number} AND outcome = 'written' AND NOT ({after});"
        ))
    }

    /// SQL that holds where the message is to be written.
    fn is_to_write(&self) -> String {
        format!("(SELECT outcome FROM {REPORT} WHERE number = {}) = 'written'", self.number)
    }

    /// SQL that holds where everything that the finding changes is in this state.
    fn state(&self, state: State) -> Sql {
        let table = quote(&self.profile.messages.table);
        let mut conditions = vec![format!("EXISTS (SELECT 1 FROM {table} WHERE {})", self.row_state(state)?)];
        for cell in self.cells_elsewhere(state) {
            let (table, row, holds) = (quote(&cell.table), self.row(&cell.key)?, self.dialect.holds(&cell)?);
            conditions.push(format!("EXISTS (SELECT 1 FROM {table} WHERE {row} AND {holds})"));
        }
        for row in self.write.rows.iter().filter(|_| state == State::After) {
            conditions.push(self.exists(row)?);
        }
        Ok(conditions.join(" AND "))
    }

    /// SQL that holds for the message's own row in this state.
    fn row_state(&self, state: State) -> Sql {
        let write = self.write;
        let mut conditions = vec![self.row(&write.row)?];
        if self.has_own_text() {
            let after = write.text_after.as_ref().filter(|_| state == State::After);
            let value = after.unwrap_or(&write.text_before).clone();
            conditions.push(self.dialect.holds(&TextCell { value, ..write.text_cell.clone() })?);
        }
        let at = |before: &Option<Value>, after: &Option<Value>| match state {
            State::Before => before.clone(),
            State::After => after.clone(),
        };
        if let (Some(column), Some(tools)) = (self.tools_column(), at(&write.tools_before, &write.tools_after)) {
            let array = self.profile.tools_written.as_ref().and_then(|written| written.postgres);
            conditions.push(self.dialect.is_list(column, &self.list(&tools), &tools, array)?);
        }
        if let (Some(column), Some(plan)) = (self.plan_column(), at(&write.plan_before, &write.plan_after)) {
            conditions.push(self.dialect.is_document(column, &plan)?);
        }
        if let Some((column, owner)) = self.owner() {
            conditions.push(self.dialect.is(&quote(column), &self.dialect.value(owner)?));
        }
        Ok(conditions.join(" AND "))
    }

    /// The texts that stand elsewhere than in a column of the message's own: where the text stays, only that itself.
    fn cells_elsewhere(&self, state: State) -> Vec<TextCell> {
        let write = self.write;
        if write.text_after.is_none() {
            let is_asked = state == State::Before && !self.has_own_text();
            return is_asked.then(|| write.text_cell.clone()).into_iter().collect();
        }
        match state {
            State::Before => write.copies_before.clone(),
            State::After => write.copies_after.clone(),
        }
    }

    /// SQL that holds where a row equal to this one is there.
    fn exists(&self, row: &PlannedRow) -> Sql {
        let mut conditions = Vec::new();
        for (column, trim) in &row.same {
            let Some(value) = row.values.get(column) else { continue };
            let value = self.value(&row.table, column, value)?;
            conditions.push(self.dialect.is(&self.dialect.trimmed(column, *trim), &value));
        }
        Ok(format!("EXISTS (SELECT 1 FROM {} WHERE {})", quote(&row.table), conditions.join(" AND ")))
    }

    /// SQL that holds for a row, which is named by its columns.
    fn row(&self, key: &Map<String, Value>) -> Sql {
        let equal = |(column, value): (&String, &Value)| {
            self.dialect.value(value).map(|value| format!("{} = {value}", quote(column)))
        };
        let conditions: Vec<_> = key.iter().map(equal).collect::<Result<_, _>>()?;
        Ok(conditions.join(" AND "))
    }

    /// A value for a column: lists and times in the manner of the target.
    fn value(&self, table: &str, column: &str, value: &Value) -> Sql {
        let messages = &self.profile.messages;
        let written = self.profile.tools_written.as_ref().filter(|_| table == messages.table);
        if let Some(written) = written.filter(|written| written.column.column == column) {
            return self.dialect.list(&self.list(value), value, written.postgres);
        }
        if self.is_time(table, column) { self.dialect.time(value) } else { self.dialect.value(value) }
    }

    /// The names that a cell of the message's own list holds.
    fn list(&self, cell: &Value) -> List {
        List::read_as(self.profile.tools_encoding(), cell.as_str())
    }

    fn is_time(&self, table: &str, column: &str) -> bool {
        let messages = &self.profile.messages;
        let is = |name: &ColumnName, default: &str| name.table_or(default) == table && name.column == column;
        let own = messages.time.iter().filter(|time| time.path.is_none()).map(|time| &time.column);
        let records = self.profile.records.values().filter(|records| records.table == table);
        let mut recorded = records.flat_map(|records| records.created.iter().chain(&records.updated));
        own.chain(&messages.touch).any(|name| is(name, &messages.table)) || recorded.any(|name| is(name, table))
    }

    /// Whether the text is all that a column of the message's own row holds.
    fn has_own_text(&self) -> bool {
        let cell = &self.write.text_cell;
        cell.path.is_none() && cell.table == self.profile.messages.table
    }

    fn is_own(&self, time: &TimeCell) -> bool {
        time.table == self.profile.messages.table
    }

    fn tools_column(&self) -> Option<&str> {
        self.profile.tools_written.as_ref().map(|written| written.column.column.as_str())
    }

    fn plan_column(&self) -> Option<&str> {
        self.profile.writable_plan().map(|column| column.column.as_str())
    }

    /// The column of the message's owner, and who that must still be for the records to be theirs.
    fn owner(&self) -> Option<(&str, &Value)> {
        let messages = &self.profile.messages;
        let place = messages.owner.as_ref().filter(|place| place.path.is_none())?;
        if place.column.table_or(&messages.table) != messages.table {
            return None;
        }
        let owner = self.profile.records.values().find_map(|records| {
            let row = self.write.rows.iter().find(|row| row.table == records.table)?;
            row.values.get(&records.owner.column)
        })?;
        Some((&place.column.column, owner))
    }
}
