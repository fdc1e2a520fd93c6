//! Whether the profile's sources of evidence can be read in this database, and why not.

use super::SqliteSource;
use crate::source::Columns;
use crate::source::profile::{ColumnName, EvidenceSource, Profile};

/// A source of evidence that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceProblem {
    /// The label of the source: `table tool_calls`.
    pub source: String,
    /// Why it cannot be read.
    pub reason: String,
}

/// The sources of the profile that cannot be read in this database, so that their evidence is unknown.
#[must_use]
pub fn evidence_problems(source: &SqliteSource) -> Vec<SourceProblem> {
    let problem = |place: &EvidenceSource| {
        let reason = unreadable(&source.profile, &source.columns, place)?;
        Some(SourceProblem { source: place.label(), reason })
    };
    let mut problems: Vec<SourceProblem> = Vec::new();
    for problem in source.profile.evidence.iter().filter_map(problem) {
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }
    problems
}

/// Whether a required source cannot be read.
pub(super) fn is_missed(source: &SqliteSource, place: &EvidenceSource) -> bool {
    unreadable(&source.profile, &source.columns, place).is_some()
}

/// Whether a source can be read here. An optional source of other versions of the application cannot, without being a
/// problem.
pub(super) fn is_readable(source: &SqliteSource, place: &EvidenceSource) -> bool {
    let is_elsewhere = match place {
        EvidenceSource::Table { table, .. } | EvidenceSource::History { table, .. } => !source.columns.has_table(table),
        _ => false,
    };
    !is_elsewhere && unreadable(&source.profile, &source.columns, place).is_none()
}

/// Why a source, even an optional one, cannot be read here.
pub(super) fn why_not(source: &SqliteSource, place: &EvidenceSource) -> Option<String> {
    match place {
        EvidenceSource::Table { table, .. } | EvidenceSource::History { table, .. }
            if !source.columns.has_table(table) =>
        {
            Some(format!("this database has no table {table}"))
        }
        _ => unreadable(&source.profile, &source.columns, place),
    }
}

/// Why a source cannot be read.
fn unreadable(profile: &Profile, columns: &Columns, place: &EvidenceSource) -> Option<String> {
    let messages = profile.messages.table.as_str();
    let lacks = |table: &str, wanted: &[Option<&ColumnName>]| lacking(columns, table, wanted);
    match place {
        EvidenceSource::Column { column, .. } => lacks(messages, &[Some(column)]),
        EvidenceSource::Table { table, optional: true, .. } | EvidenceSource::History { table, optional: true, .. }
            if !columns.has_table(table) =>
        {
            None
        }
        EvidenceSource::Table { table, message, name, arguments, call, result, error, optional, .. } => {
            let tool_place = name.as_ref().or(call.as_ref());
            let [arguments, call, result, error] =
                [arguments, call, result, error].map(|place| place.as_ref().filter(|_| !optional));
            let places = [tool_place, arguments, call, result, error].map(|place| place.map(|place| &place.column));
            lacks(table, &[&[Some(message)], &places[..]].concat())
        }
        EvidenceSource::Messages { name, call, result, error, optional, .. } => {
            if profile.messages.role.is_none() {
                return Some("`messages` has no `role`".to_owned());
            }
            let places = [name, call, result, error].map(|place| place.as_ref().filter(|_| !optional));
            lacks(messages, &places.map(|place| place.map(|place| &place.column)))
        }
        EvidenceSource::Parts { calls, .. } => lacks(messages, &[Some(&calls.column)]),
        EvidenceSource::Records { .. } => profile.records.values().find_map(|records| {
            let fields = records.fields.iter().filter(|(name, _)| records.same.contains(name));
            let fields = fields.map(|(_, field)| Some(&field.column));
            lacks(&records.table, &records.owner.columns().iter().map(Some).chain(fields).collect::<Vec<_>>())
        }),
        EvidenceSource::History { table, json, .. } => lacks(table, &[Some(json)]),
        EvidenceSource::Neighbours { .. } => {
            let time = profile.messages.time.as_ref().map(|time| &time.column);
            match time {
                None => Some("`messages` has no `time`".to_owned()),
                time => lacks(messages, &[time]),
            }
        }
    }
}

/// The columns that a readable, optional source names and this database lacks, in words.
pub(super) fn missing_optional_columns(source: &SqliteSource, place: &EvidenceSource) -> Vec<String> {
    let (table, places) = match place {
        EvidenceSource::Table { table, name, arguments, call, result, error, optional: true, .. } => {
            (table, [name, arguments, call, result, error])
        }
        EvidenceSource::Messages { name, call, result, error, optional: true, .. } => {
            (&source.profile.messages.table, [name, call, result, error, &None])
        }
        _ => return Vec::new(),
    };
    let columns = places.into_iter().flatten().map(|place| &place.column);
    columns.filter_map(|column| lacking(&source.columns, table, &[Some(column)])).collect()
}

/// The first of these columns, or their table, that the database lacks, in words.
fn lacking(columns: &Columns, table: &str, wanted: &[Option<&ColumnName>]) -> Option<String> {
    let column = wanted.iter().flatten().find(|column| !columns.has(table, column))?;
    let table = column.table_or(table);
    if columns.has_table(table) {
        Some(format!("this database has no column {table}.{}", column.column))
    } else {
        Some(format!("this database has no table {table}"))
    }
}
