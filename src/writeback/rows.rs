//! The rows of recovered records.

use rusqlite::OptionalExtension as _;
use rusqlite::types::Value as Cell;
use serde_json::{Map, Value};

use super::database::Database;
use super::equal::{EqualRecords, is_among, same_columns};
use super::failure::PlanFailure;
use super::keys::RowKeys;
use super::row_insert::RowInsert;
use super::{Approved, ExclusionReason, PlannedRow, RunDetails, cell};
use crate::proposal::{ProposedRecord, record};
use crate::source::profile::{ColumnName, Records};
use crate::source::{StoredTime, TimeStyle, quote};
use crate::verdict::{Verdict, Warning};

/// The row to insert for a proposed record, next to those `planned` for the records before it.
pub(super) fn record_row(
    (database, equal): (&Database<'_>, &EqualRecords<'_>),
    approved: &Approved,
    (proposed, planned): (&ProposedRecord, &[RowInsert]),
    message_style: TimeStyle,
    run: &RunDetails,
) -> Result<RowInsert, PlanFailure> {
    let Some(mapping) = database.profile.records.get(&proposed.kind) else {
        return Err(ExclusionReason::Obstacle { what: "the profile describes no such records".to_owned() }.into());
    };
    if database.schema.is_view(&mapping.table)? {
        let what = format!("{} is a view; no row can be added", mapping.table);
        return Err(ExclusionReason::Obstacle { what }.into());
    }
    let judged = approved.finding.claims.get(proposed.claim);
    // The reviewer knows that the evidence shows this record, or that it is proposed elsewhere.
    let insists = judged.is_some_and(|judged| {
        judged.verdict == Some(Verdict::Executed) || judged.warnings.contains(&Warning::DuplicateRecord)
    });
    let text = |column: &ColumnName| proposed.values.get(&column.column).and_then(Value::as_str);
    for (name, field) in &mapping.fields {
        if let Some(reason) = record::fault(text(&field.column).unwrap_or_default(), field) {
            return Err(ExclusionReason::Obstacle { what: format!("{name} {reason}; edit it first") }.into());
        }
    }
    let mut values = own_cells(mapping, &proposed.values);
    if !insists && let Some(key) = equal.find((&proposed.kind, mapping), &values)? {
        return Err(ExclusionReason::RecordExists { table: mapping.table.clone(), key }.into());
    }
    if !insists && is_among(planned, mapping, &values) {
        let what = "two of its records are equal; edit one, or leave its claim".to_owned();
        return Err(ExclusionReason::Obstacle { what }.into());
    }
    let style = record_style(database, mapping, message_style)?;
    if let Some(created) = &mapping.created {
        let at = text(created).and_then(|text| text.parse().ok()).unwrap_or(run.now);
        values.push((created.column.clone(), style.cell(at)));
    }
    values.extend(mapping.updated.iter().map(|updated| (updated.column.clone(), style.cell(run.now))));
    values.extend(mapping.constants.iter().map(|(name, value)| (name.clone(), cell::from_json(value))));
    values.retain(|(column, _)| database.columns.has_named(&mapping.table, column));
    Ok(RowInsert { table: mapping.table.clone(), key: mapping.key, values, same: same_columns(mapping) })
}

/// The cells of a record's owner and fields, from its logical values.
pub(super) fn own_cells(mapping: &Records, values: &Map<String, Value>) -> Vec<(String, Cell)> {
    let logical = |column: &ColumnName| values.get(&column.column).unwrap_or(&Value::Null);
    let owner = mapping.owner.columns().iter().map(|owner| (owner.column.clone(), cell::from_json(logical(owner))));
    let fields = mapping.fields.values().map(|field| {
        let cell = match (logical(&field.column).as_str(), &field.values) {
            (Some(text), Some(labels)) => labels.get(text).map_or(Cell::Null, cell::from_json),
            (Some(text), None) => Cell::Text(field.trim.apply(text).to_owned()),
            // An optional field that the payload lacks.
            (None, _) => Cell::Null,
        };
        (field.column.column.clone(), cell)
    });
    owner.chain(fields).collect()
}

/// Describes a row before it is inserted.
pub(super) fn planned_row(
    database: &Database<'_>,
    keys: &RowKeys<'_>,
    insert: RowInsert,
) -> rusqlite::Result<PlannedRow> {
    let key = keys.source(&insert)?;
    let RowInsert { table, key: _, values, same } = insert;
    let values = values.iter().map(|(column, cell)| (column.clone(), cell::to_json(cell.into()))).collect();
    let records = database.profile.records.values().filter(|records| records.table == table);
    let soft_delete =
        records.filter_map(|records| records.soft_delete.as_ref()).find(|column| database.columns.has(&table, column));
    let soft_delete = soft_delete.map(|column| column.column.clone());
    let mut references = database.schema.references(&table)?.to_vec();
    for reference in references.iter_mut().filter(|reference| reference.to.is_none()) {
        reference.to = database.schema.record_name(&table)?.map(|name| name.to_string());
    }
    Ok(PlannedRow { table, values, same, key, soft_delete, references })
}

/// The format of times in a table of records, with the precision of the message's time, so that nothing is cut off.
fn record_style(database: &Database<'_>, mapping: &Records, message: TimeStyle) -> rusqlite::Result<TimeStyle> {
    let Some(column) = mapping.created.as_ref().filter(|column| database.columns.has(&mapping.table, column)) else {
        return Ok(message);
    };
    let found = database.schema.time_style(&mapping.table, || {
        let column = quote(&column.column);
        let sql = format!("SELECT {column} FROM {} WHERE {column} IS NOT NULL LIMIT 1", quote(&mapping.table));
        let mut statement = database.connection.prepare_cached(&sql)?;
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
