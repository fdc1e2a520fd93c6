//! Examines the mapping of records.

use super::super::SqliteSource;
use super::messages::times;
use super::rows::{CountedRows, shown};
use super::{CountedValue, MappingPart, counted};
use crate::source::profile::{ColumnName, RecordField, Records};
use crate::source::{Message, SourceError, quote};

/// The parts of the report on records.
pub(super) fn parts(source: &SqliteSource, read: &[Message]) -> Result<Vec<MappingPart>, SourceError> {
    let mut parts = Vec::new();
    for (kind, records) in &source.profile.records {
        let mut part = MappingPart::new(&format!("records.{kind}"), &records.table);
        if !source.columns.has_table(&records.table) {
            part.problem("no such table");
            parts.push(part);
            continue;
        }
        let rows = CountedRows::of(source, quote(&records.table));
        part.rows = Some(rows.count()?);
        missing(source, records, &mut part);
        parts.push(part);
        parts.extend(owner(source, read, (kind, records), &rows)?);
        parts.extend(fields(source, (kind, records), &rows)?);
        let named =
            [("created", &records.created), ("updated", &records.updated), ("soft_delete", &records.soft_delete)];
        for (name, column) in named.into_iter().filter_map(|(name, column)| Some((name, column.as_ref()?))) {
            if source.columns.has(&records.table, column) {
                let mut part = MappingPart::new(&format!("records.{kind}.{name}"), column);
                times(&mut part, &rows, &quote(&column.column))?;
                parts.push(part);
            }
        }
    }
    Ok(parts)
}

/// The columns that the table lacks.
fn missing(source: &SqliteSource, records: &Records, part: &mut MappingPart) {
    let has = |column: &ColumnName| source.columns.has(&records.table, column);
    let (needed, optional): (Vec<_>, Vec<_>) =
        records.fields.iter().partition(|(name, field)| field.required || records.same.contains(name));
    let needed = records.owner.columns().iter().chain(needed.into_iter().map(|(_, field)| &field.column));
    for column in needed.filter(|column| !has(column)) {
        part.problem(format!("no column {}.{}", records.table, column.column));
    }
    let times = [&records.created, &records.updated, &records.soft_delete];
    let optional = optional.into_iter().map(|(_, field)| &field.column).chain(times.into_iter().flatten());
    for column in optional.filter(|column| !has(column)) {
        let missing = format!("no column {}.{}; written without it", records.table, column.column);
        part.missing(&source.profile, missing);
    }
}

/// Whether the owners of messages own records.
fn owner(
    source: &SqliteSource,
    read: &[Message],
    (kind, records): (&str, &Records),
    rows: &CountedRows<'_>,
) -> Result<Option<MappingPart>, SourceError> {
    if !source.keeps_owner(records) {
        return Ok(None);
    }
    let columns = records.owner.columns();
    let names: Vec<String> = columns.iter().map(ToString::to_string).collect();
    let mut part = MappingPart::new(&format!("records.{kind}.owner"), &names.join(", "));
    let quoted: Vec<String> = columns.iter().map(|column| quote(&column.column)).collect();
    let owners = format!("(SELECT DISTINCT {} FROM {})", quoted.join(", "), rows.from);
    let owners = CountedRows::of(source, owners).count()?;
    part.note(counted(owners, "owner"));
    if source.profile.messages.owner.is_none() {
        part.problem("`messages.owner` is not mapped, so the owners of records are unknown");
    } else if owners > 0 {
        let mut speakers: Vec<_> = read.iter().filter_map(|message| message.owner.key.as_ref()).collect();
        speakers.sort_by_key(ToString::to_string);
        speakers.dedup();
        // One owner with records is enough; there may be many owners.
        let mut is_any = speakers.is_empty();
        for speaker in speakers {
            if !source.query_records((records, speaker), "1", " LIMIT 1", |_| Ok(Some(())))?.is_empty() {
                is_any = true;
                break;
            }
        }
        if !is_any {
            part.problem("no owner of a message owns a record; both must refer to the same thing");
        }
    }
    Ok(Some(part))
}

/// Each field: its values, and those that the mapping does not know.
fn fields(
    source: &SqliteSource,
    (kind, records): (&str, &Records),
    rows: &CountedRows<'_>,
) -> Result<Vec<MappingPart>, SourceError> {
    let mut parts = Vec::new();
    for (name, field) in records.fields.iter().filter(|(_, field)| source.columns.has(&records.table, &field.column)) {
        let mut part = MappingPart::new(&format!("records.{kind}.{name}"), &field.column);
        let column = quote(&field.column.column);
        if field.values.is_some() {
            part.values = rows.values(&column)?;
            for CountedValue { value, rows, meaning } in &mut part.values {
                *meaning = value.as_deref().and_then(|value| label(field, value));
                if let (Some(value), None) = (value, meaning) {
                    let rows = counted(*rows, "row");
                    part.problems
                        .push(format!("`{value}` ({rows}) is not one of `values`; such records are never equal"));
                }
            }
        } else {
            part.sample = rows.some(&column, 1, shown)?.into_iter().flatten().next();
        }
        parts.push(part);
    }
    Ok(parts)
}

/// The label of a value.
fn label(field: &RecordField, cell: &str) -> Option<String> {
    let is_it = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text == cell,
        serde_json::Value::Bool(truth) => cell == if *truth { "1" } else { "0" },
        serde_json::Value::Number(number) => number.to_string() == cell,
        _ => false,
    };
    field.values.iter().flatten().find(|(_, value)| is_it(value)).map(|(label, _)| label.clone())
}
