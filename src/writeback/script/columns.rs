//! The values of the columns of a finding's rows, in the format of the target.

use serde_json::Value;

use super::dialect::Column;
use super::finding::{ScriptFinding, Sql};
use crate::source::profile::{ColumnName, OwnerPlaces};
use crate::source::{List, TimeCell};

impl ScriptFinding<'_> {
    /// A value for a column: lists and times are converted to the target's type.
    pub(super) fn value(&self, table: &str, column: &str, value: &Value) -> Sql {
        let place = Column { table, name: column };
        if self.is_list(table, column) {
            return self.dialect.list(place, &self.list(value), value);
        }
        if self.is_time(table, column) { self.dialect.time(place, value) } else { self.dialect.value_for(place, value) }
    }

    /// A value for a column of the message's own row.
    pub(super) fn own_value(&self, column: &str, value: &Value) -> Sql {
        self.dialect.value_for(Column { table: &self.profile.messages.table, name: column }, value)
    }

    pub(super) fn is_list(&self, table: &str, column: &str) -> bool {
        table == self.profile.messages.table && self.tools_column() == Some(column)
    }

    /// The names in a cell with the message's list of tools.
    pub(super) fn list(&self, cell: &Value) -> List {
        List::read_as(self.profile.tools_encoding(), cell.as_str())
    }

    pub(super) fn is_time(&self, table: &str, column: &str) -> bool {
        let messages = &self.profile.messages;
        let is = |name: &ColumnName, default: &str| name.table_or(default) == table && name.column == column;
        let own = messages.time.iter().filter(|time| time.path.is_none()).map(|time| &time.column);
        let records = self.profile.records.values().filter(|records| records.table == table);
        let mut recorded = records.flat_map(|records| records.created.iter().chain(&records.updated));
        own.chain(&messages.touch).any(|name| is(name, &messages.table)) || recorded.any(|name| is(name, table))
    }

    /// Whether the text is in a column of its own in the message's row.
    pub(super) fn has_own_text(&self) -> bool {
        let cell = &self.write.text_cell;
        cell.path.is_none() && cell.table == self.profile.messages.table
    }

    pub(super) fn is_own(&self, time: &TimeCell) -> bool {
        time.table == self.profile.messages.table
    }

    pub(super) fn tools_column(&self) -> Option<&str> {
        self.profile.tools_written.as_ref().map(|written| written.column.column.as_str())
    }

    pub(super) fn plan_column(&self) -> Option<&str> {
        self.profile.writable_plan().map(|column| column.column.as_str())
    }

    /// The columns of the message's owner, with the values that they must still have for the records to be the owner's.
    pub(super) fn owner(&self) -> Vec<(&str, &Value)> {
        let messages = &self.profile.messages;
        let written = self.profile.records.values().find_map(|records| {
            let row = self.write.rows.iter().find(|row| row.table == records.table)?;
            Some(records.owner.columns().iter().map(|column| row.values.get(&column.column)).collect::<Vec<_>>())
        });
        let places = messages.owner.iter().flat_map(OwnerPlaces::places);
        let owners = places.zip(written.unwrap_or_default());
        owners
            .filter(|(place, _)| place.path.is_none() && place.column.table_or(&messages.table) == messages.table)
            .filter_map(|(place, owner)| Some((place.column.column.as_str(), owner?)))
            .collect()
    }
}
