//! The rows to insert for a finding: recovered records, and the empty message that lists their tools.

use std::rc::Rc;

use rusqlite::types::Value as Cell;
use rusqlite::{OptionalExtension as _, params_from_iter};
use serde_json::Value;

use super::context::{PlanFailure, WriteContext};
use super::equal::same_columns;
use super::plan::{MessageRow, RowInsert};
use super::{Approved, ExclusionReason, KeySource, PlannedRow, RunDetails, cell};
use crate::proposal::{ProposedRecord, record};
use crate::source::profile::{ColumnName, ColumnPath, NewKey, OwnerPlaces, Records, Trim};
use crate::source::{Key, StoredTime, TimeStyle, quote};
use crate::verdict::{Verdict, Warning};

impl WriteContext<'_> {
    pub(super) fn record(
        &self,
        approved: &Approved,
        proposed: &ProposedRecord,
        message_style: TimeStyle,
        run: &RunDetails,
    ) -> Result<RowInsert, PlanFailure> {
        let Some(mapping) = self.profile.records.get(&proposed.kind) else {
            return Err(ExclusionReason::Obstacle { what: "the profile describes no such records".to_owned() }.into());
        };
        if self.schema.is_view(self.connection, &mapping.table)? {
            let what = format!("{} is a view; no row can be added", mapping.table);
            return Err(ExclusionReason::Obstacle { what }.into());
        }
        let judged = approved.finding.claims.get(proposed.claim);
        // The reviewer knows that the evidence shows this record, or that it is proposed elsewhere.
        let insists = judged.is_some_and(|judged| {
            judged.verdict == Some(Verdict::Executed) || judged.warnings.contains(&Warning::DuplicateRecord)
        });
        let mut values: Vec<(String, Cell)> = Vec::new();
        let logical = |column: &ColumnName| proposed.values.get(&column.column).unwrap_or(&Value::Null);
        values.extend(
            mapping.owner.columns().iter().map(|owner| (owner.column.clone(), cell::from_json(logical(owner)))),
        );
        for (name, field) in &mapping.fields {
            let text = logical(&field.column).as_str();
            if let Some(reason) = record::fault(text.unwrap_or_default(), field) {
                return Err(ExclusionReason::Obstacle { what: format!("{name} {reason}; edit it first") }.into());
            }
            let cell = match (text, &field.values) {
                (Some(text), Some(labels)) => labels.get(text).map_or(Cell::Null, cell::from_json),
                (Some(text), None) => Cell::Text(field.trim.apply(text).to_owned()),
                // An optional field that the payload lacks.
                (None, _) => Cell::Null,
            };
            values.push((field.column.column.clone(), cell));
        }
        if !insists && let Some(key) = self.equal_record((&proposed.kind, mapping), &values)? {
            return Err(ExclusionReason::RecordExists { table: mapping.table.clone(), key }.into());
        }
        let style = self.record_style(mapping, message_style)?;
        if let Some(created) = &mapping.created {
            let at = logical(created).as_str().and_then(|text| text.parse().ok()).unwrap_or(run.now);
            values.push((created.column.clone(), style.cell(at)));
        }
        values.extend(mapping.updated.iter().map(|updated| (updated.column.clone(), style.cell(run.now))));
        values.extend(mapping.constants.iter().map(|(name, value)| (name.clone(), cell::from_json(value))));
        values.retain(|(column, _)| self.columns.has_named(&mapping.table, column));
        Ok(RowInsert { table: mapping.table.clone(), key: mapping.key, values, same: same_columns(mapping) })
    }

    /// The column that identifies a record.
    pub(super) fn record_name(&self, table: &str) -> Result<Rc<str>, PlanFailure> {
        let name = self.schema.record_name(self.connection, table)?;
        name.ok_or_else(|| ExclusionReason::Obstacle { what: no_row_name(table) }.into())
    }

    /// Whether the database assigns keys to the new rows of a table.
    fn gives_keys(&self, table: &str) -> rusqlite::Result<bool> {
        let has_id = self.schema.record_name(self.connection, table)?.is_some_and(|name| &*name == "id");
        Ok(!has_id || self.schema.counts_ids(self.connection, table)?)
    }

    /// Where a new row gets its key.
    pub(super) fn key_source(&self, insert: &RowInsert) -> rusqlite::Result<KeySource> {
        Ok(match insert.key {
            NewKey::Uuid4 => KeySource::Uuid4,
            NewKey::Auto if self.gives_keys(&insert.table)? => KeySource::Database,
            NewKey::Auto => KeySource::Counted,
        })
    }

    /// Describes a row before it is inserted.
    pub(super) fn planned_row(&self, insert: RowInsert) -> rusqlite::Result<PlannedRow> {
        let key = self.key_source(&insert)?;
        let RowInsert { table, key: _, values, same } = insert;
        let values = values.iter().map(|(column, cell)| (column.clone(), cell::to_json(cell.into()))).collect();
        let records = self.profile.records.values().filter(|records| records.table == table);
        let soft_delete =
            records.filter_map(|records| records.soft_delete.as_ref()).find(|column| self.columns.has(&table, column));
        let soft_delete = soft_delete.map(|column| column.column.clone());
        let mut references = self.schema.references(self.connection, &table)?.to_vec();
        for reference in references.iter_mut().filter(|reference| reference.to.is_none()) {
            reference.to = self.schema.record_name(self.connection, &table)?.map(|name| name.to_string());
        }
        Ok(PlannedRow { table, values, same, key, soft_delete, references })
    }

    /// The key of the next row, if the database does not assign one: exports by DuckDB have no primary keys.
    pub(super) fn next_key(&self, table: &str) -> Result<Option<i64>, PlanFailure> {
        if self.gives_keys(table)? {
            return Ok(None);
        }
        let greatest = match self.schema.greatest_key(table).filter(|_| self.is_batch) {
            Some((known, row)) => self.greatest_number(table, Some(row))?.max(known),
            None => self.greatest_key(table)?,
        };
        // No other process adds rows during the transaction, and new rows come after all others.
        if let Some(number) = self.schema.row_number(self.connection, table)? {
            let sql = format!("SELECT max({}) FROM {}", quote(&number), quote(table));
            let last: Option<i64> = self.connection.prepare_cached(&sql)?.query_row([], |row| row.get(0))?;
            // After the greatest possible number, SQLite reuses any free one.
            if let Some(last) = last.filter(|last| *last < i64::MAX) {
                self.schema.keep_greatest_key(table, (greatest, last));
            }
        }
        greatest.checked_add(1).map(Some).ok_or_else(|| no_next_key(table))
    }

    /// The greatest key of a table; 0 if it is empty.
    fn greatest_key(&self, table: &str) -> Result<i64, PlanFailure> {
        let sql = format!("SELECT max(id) FROM {}", quote(table));
        // SQLite sorts texts after all numbers, so if the greatest key is a number, all are.
        match self.connection.query_row(&sql, [], |row| row.get(0))? {
            Cell::Null => Ok(0),
            Cell::Integer(number) => Ok(number),
            Cell::Text(_) => self.greatest_number(table, None),
            Cell::Real(_) | Cell::Blob(_) => Err(no_next_key(table)),
        }
    }

    /// The same for the rows after one, where keys may be texts that hold a number.
    fn greatest_number(&self, table: &str, after: Option<i64>) -> Result<i64, PlanFailure> {
        let number = self.schema.row_number(self.connection, table)?;
        let condition = after.zip(number).map_or(String::new(), |(_, number)| format!("WHERE {} > ?1", quote(&number)));
        let sql = format!(
            "SELECT coalesce(max(CAST(id AS INTEGER)), 0),
                    coalesce(max(CAST(CAST(id AS INTEGER) AS TEXT) <> CAST(id AS TEXT)), 0)
             FROM {} {condition}",
            quote(table)
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let (greatest, others): (i64, bool) =
            statement.query_row(params_from_iter(after), |row| Ok((row.get(0)?, row.get(1)?)))?;
        if others { Err(no_next_key(table)) } else { Ok(greatest) }
    }

    /// A new random key: a version 4 UUID from SQLite's random numbers.
    pub(super) fn new_uuid(&self) -> rusqlite::Result<String> {
        let digits: String = self.connection.query_row("SELECT lower(hex(randomblob(16)))", [], |row| row.get(0))?;
        let variant = digits.get(16..17).and_then(|digit| u8::from_str_radix(digit, 16).ok()).unwrap_or_default();
        let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default();
        Ok(format!(
            "{}-{}-4{}-{:x}{}-{}",
            part(0, 8),
            part(8, 12),
            part(13, 16),
            8 | (variant & 3),
            part(17, 20),
            part(20, 32)
        ))
    }

    /// The format of times in a table of records, with the precision of the message's time, so that nothing is cut off.
    fn record_style(&self, mapping: &Records, message: TimeStyle) -> rusqlite::Result<TimeStyle> {
        let Some(column) = mapping.created.as_ref().filter(|column| self.columns.has(&mapping.table, column)) else {
            return Ok(message);
        };
        let found = self.schema.time_style(&mapping.table, || {
            let column = quote(&column.column);
            let sql = format!("SELECT {column} FROM {} WHERE {column} IS NOT NULL LIMIT 1", quote(&mapping.table));
            let mut statement = self.connection.prepare_cached(&sql)?;
            let first = statement.query_row([], |row| Ok(StoredTime::read(row.get_ref(0)?))).optional()?.flatten();
            Ok(first.map(|moment| moment.style))
        })?;
        Ok(match (found, message) {
            (Some(TimeStyle::Iso { separator, zone, .. }), TimeStyle::Iso { digits, .. }) => {
                TimeStyle::Iso { separator, digits, zone }
            }
            (Some(style), _) => style,
            (None, _) => message,
        })
    }

    /// The empty message next to the finding's message, which lists the recovered tools.
    pub(super) fn sibling(
        &self,
        approved: &Approved,
        row: &MessageRow,
        recovered: &[&str],
        run: &RunDetails,
    ) -> Result<Option<RowInsert>, PlanFailure> {
        let written = self.profile.tools_written.as_ref();
        let (Some(sibling), Some(tools)) = (written.and_then(|written| written.sibling.as_ref()), self.tools_column())
        else {
            let what = "the profile describes no sibling row; use --record-tool same_row or none".to_owned();
            return Err(ExclusionReason::Obstacle { what }.into());
        };
        let messages = &self.profile.messages;
        if !self.has_text_of_its_own() {
            let what = "no sibling row can be added, since the text is in JSON; use --record-tool none".to_owned();
            return Err(ExclusionReason::Obstacle { what }.into());
        }
        let finding = &approved.finding;
        let mut values: Vec<(String, Cell)> = Vec::new();
        let own = |place: Option<&ColumnPath>| {
            place.filter(|place| place.path.is_none()).map(|place| place.column.column.clone())
        };
        let key_cell = |key: Option<&Key>| key.and_then(|key| key.cells().into_iter().next()).unwrap_or(Cell::Null);
        let conversation = key_cell(finding.conversation_id.as_ref());
        values.extend(own(messages.conversation.as_ref()).map(|column| (column, conversation)));
        let owner = finding.agent_id.as_ref().map(Key::cells).unwrap_or_default();
        for (number, place) in messages.owner.iter().flat_map(OwnerPlaces::places).enumerate() {
            values.extend(own(Some(place)).map(|column| (column, owner.get(number).cloned().unwrap_or(Cell::Null))));
        }
        let role = messages.assistant.first().map(|role| Cell::Text(role.clone()));
        values.extend(own(messages.role.as_ref()).zip(role));
        values.push((messages.text.column.column.clone(), Cell::Text(sibling.content.clone())));
        let names: Vec<&str> = recovered
            .iter()
            .enumerate()
            .filter(|(at, tool)| !recovered[..*at].contains(tool))
            .map(|(_, tool)| *tool)
            .collect();
        if let Some((_, cell)) = self.tools(&Cell::Null, &names)? {
            values.push((tools.column.clone(), cell));
        }
        let moved = row.time.and_then(|moment| moment.plus_seconds(sibling.seconds));
        if let (Some(column), Some(moment)) = (self.time_column(), moved) {
            values.push((column.column.clone(), moment.style.cell(moment.at)));
            let own = messages.touch.iter().filter(|touch| touch.table_or(&messages.table) == messages.table);
            values.extend(own.map(|touch| (touch.column.clone(), moment.style.cell(run.now))));
        }
        values.retain(|(column, _)| self.columns.has_named(&messages.table, column));
        let same = self.sibling_same();
        Ok(Some(RowInsert { table: messages.table.clone(), key: NewKey::Auto, values, same }))
    }

    /// The columns that make such messages equal.
    pub(super) fn sibling_same(&self) -> Vec<(String, Trim)> {
        let messages = &self.profile.messages;
        let places = [&messages.conversation, &messages.role, &messages.time].into_iter().flatten();
        let own = places.filter(|place| place.path.is_none()).map(|place| place.column.column.clone());
        own.chain([messages.text.column.column.clone()]).map(|column| (column, Trim::None)).collect()
    }
}

/// Why the rows of a table cannot be identified.
pub(super) fn no_row_name(table: &str) -> String {
    format!(
        "nothing names the rows of {table}: it has no column `id`, and no number of its rows that can be asked for (of rowid, \
         _rowid_, oid); no row is added to it"
    )
}

fn no_next_key(table: &str) -> PlanFailure {
    ExclusionReason::Obstacle { what: format!("the keys of {table} are not numbers") }.into()
}
