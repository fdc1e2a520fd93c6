//! Whether what a write left still stands there.

use rusqlite::params_from_iter;
use serde_json::{Map, Value};

use super::place::{NoPlan, Place, is_row, read_message_cell};
use super::{Reason, cell};
use crate::source::{Entry, RowChange, WrittenRecord, quote};

impl Place<'_> {
    /// The text of the message with its copies, its tools and its plan must be as a write left them.
    /// Answers with the text.
    pub(super) fn check_message(&self, entry: &Entry) -> Result<String, NoPlan> {
        let RowChange { text, tools, plan, times: _, copies } = &entry.after;
        let text_now = match self.stored_text(&entry.message) {
            Ok(stored) => stored.text,
            Err(NoPlan::LeftOut(Reason::Gone)) => return Err(changed("the message is gone").into()),
            Err(NoPlan::LeftOut(_)) => return Err(changed("its text").into()),
            Err(other) => return Err(other),
        };
        if text.as_ref().is_some_and(|text| text_now != *text) {
            return Err(changed("its text").into());
        }
        self.texts_back(&entry.before.copies, copies)?;
        let tools_column = self.profile.tools_written.as_ref().map(|written| &written.column.column);
        if let (Some(tools), Some(column)) = (tools, tools_column)
            && read_message_cell(self, &entry.message, column)? != *tools
        {
            return Err(changed("its tools").into());
        }
        if let Some(plan) = plan {
            // Without its profile nobody knows which column to put back.
            let Some(column) = self.plan_column() else { return Err(changed("where its plan is recorded").into()) };
            if read_message_cell(self, &entry.message, &column.column)? != *plan {
                return Err(changed("its recorded plan").into());
            }
        }
        Ok(text_now)
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
    let key = Map::from_iter([(record.key_column.clone(), Value::from(&record.key))]);
    let (condition, cells) = is_row(&key, 1);
    let columns: Vec<_> = record.values.keys().map(|column| quote(column)).collect();
    let sql = format!("SELECT {} FROM {} WHERE {condition}", columns.join(", "), quote(&record.table));
    let mut statement = place.connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params_from_iter(cells))?;
    let Some(row) = rows.next()? else { return Ok(false) };
    for (index, value) in record.values.values().enumerate() {
        if cell::to_json(row.get_ref(index)?) != *value {
            return Ok(false);
        }
    }
    Ok(rows.next()?.is_none())
}
