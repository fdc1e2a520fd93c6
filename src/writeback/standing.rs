//! Whether what a write left still stands there.

use rusqlite::types::ValueRef;
use serde_json::Value;

use super::place::{NoPlan, Place};
use super::plan::MessageRow;
use super::{Reason, cell};
use crate::source::{Entry, RowChange, WrittenRecord, quote};

impl Place<'_> {
    /// The text of the message with its copies, its tools and its plan must be as a write left them.
    /// Answers with its row.
    pub(super) fn check_message(&self, entry: &Entry) -> Result<MessageRow, NoPlan> {
        let RowChange { text, tools, plan, times: _, copies } = &entry.after;
        let row = match self.row(&entry.message) {
            Ok(row) => row,
            Err(NoPlan::LeftOut(Reason::Gone)) => return Err(changed("the message is gone").into()),
            Err(NoPlan::LeftOut(_)) => return Err(changed("its text").into()),
            Err(other) => return Err(other),
        };
        if text.as_ref().is_some_and(|text| row.text.text != *text) {
            return Err(changed("its text").into());
        }
        self.texts_back(&entry.before.copies, copies)?;
        if let (Some(tools), Some(_)) = (tools, &self.profile.tools_written)
            && cell::to_json(ValueRef::from(&row.tools)) != *tools
        {
            return Err(changed("its tools").into());
        }
        if let Some(plan) = plan {
            // Without its profile nobody knows which column to put back.
            if self.plan_column().is_none() {
                return Err(changed("where its plan is recorded").into());
            }
            if cell::to_json(ValueRef::from(&row.plan)) != *plan {
                return Err(changed("its recorded plan").into());
            }
        }
        Ok(row)
    }

    /// The records of a write must be as it left them.
    pub(super) fn check_records(&self, entry: &Entry) -> Result<(), NoPlan> {
        for record in &entry.records {
            if !stands(self, record)? {
                return Err(changed(&format!("{} {}", record.table, record.key)).into());
            }
        }
        Ok(())
    }
}

pub(super) fn changed(what: &str) -> Reason {
    Reason::ChangedSince { what: what.to_owned() }
}

/// Whether a record is there as it was written.
fn stands(place: &Place<'_>, record: &WrittenRecord) -> rusqlite::Result<bool> {
    let WrittenRecord { table, key_column, key, values } = record;
    let parts = ["stands", table.as_str(), key_column.as_str()].into_iter().chain(values.keys().map(String::as_str));
    let is_row = place.is_row(table, std::iter::once(key_column.as_str()))?;
    let sql = place.sql.of(parts, || {
        let columns: Vec<_> = values.keys().map(|column| quote(column)).collect();
        format!("SELECT {} FROM {} WHERE {is_row}", columns.join(", "), quote(table))
    });
    let mut statement = place.connection.prepare_cached(&sql)?;
    let mut rows = statement.query([cell::from_json(&Value::from(key))])?;
    let Some(row) = rows.next()? else { return Ok(false) };
    for (index, value) in values.values().enumerate() {
        if cell::to_json(row.get_ref(index)?) != *value {
            return Ok(false);
        }
    }
    Ok(rows.next()?.is_none())
}
