//! The tools that are recorded as run anywhere in a database, or listed as enabled, and therefore exist.

use std::collections::BTreeMap;

use rusqlite::types::ValueRef;
use serde_json::Value;

use super::call_entry::{cut, status_of_cell, value_in, value_of};
use super::readable::is_readable;
use super::{SqliteSource, parts, tool_messages, tools, utf8};
use crate::source::failure::{self, ErrorStatus};
use crate::source::list::List;
use crate::source::profile::{ColumnPath, EvidenceSource};
use crate::source::{SourceError, ToolFound, json_text, quote};

/// The tool for a name that neither patterns nor a catalog know, if it is recorded as run or enabled anywhere.
pub(super) fn existing_tool(source: &SqliteSource, tool: &str) -> Result<Option<ToolFound>, SourceError> {
    let found = recorded_tools(source)?.iter().find(|(name, _)| source.names.means(name, tool));
    Ok(found.map(|(name, evidence)| ToolFound { name: name.clone(), evidence: evidence.clone() }))
}

/// All tools recorded as run, or enabled for any owner.
fn recorded_tools(source: &SqliteSource) -> Result<&BTreeMap<String, String>, SourceError> {
    if let Some(known) = source.grounds.tools.get() {
        return Ok(known);
    }
    let mut found = BTreeMap::new();
    for evidence in &source.profile.evidence {
        tools_of(source, evidence, &mut found)?;
    }
    enabled_tools(source, &mut found)?;
    Ok(source.grounds.tools.get_or_init(|| found))
}

/// Adds the tools that a source of evidence records as run, each with where.
fn tools_of(
    source: &SqliteSource,
    evidence: &EvidenceSource,
    found: &mut BTreeMap<String, String>,
) -> Result<(), SourceError> {
    let mut add = |name: &str, place: &str| {
        if !found.contains_key(name) {
            found.insert(name.to_owned(), format!("recorded as run in {place}"));
        }
    };
    match evidence {
        EvidenceSource::Column { column, .. } => {
            let Some(cell) = source.sql.tools().filter(|_| source.sql.has_tools()) else { return Ok(()) };
            let sql = source.sql.distinct(cell);
            source.first(&sql, |row| {
                for name in &tools(&source.profile, row.get_ref(0)?) {
                    add(name, &column.to_string());
                }
                Ok(None::<()>)
            })?;
        }
        EvidenceSource::Table { table, name: Some(_), condition, .. } if is_readable(source, evidence) => {
            let condition = condition.as_ref().map(|condition| format!(" WHERE {condition}")).unwrap_or_default();
            let select = |cells: &str| format!("SELECT DISTINCT {cells} FROM {}{condition}", quote(table));
            each_that_ran(source, evidence, table, |cells| Some(select(cells)), |name| add(name, table))?;
        }
        EvidenceSource::Parts { calls, .. } => {
            let column = calls.column.to_string();
            each_part(source, evidence, &mut |name| {
                add(name, &column);
                true
            })?;
        }
        EvidenceSource::Messages { roles, name: Some(name), .. } if is_readable(source, evidence) => {
            let select = |cells: &str| source.sql.of_roles(&format!("DISTINCT {cells}"), roles);
            let column = name.to_string();
            each_that_ran(source, evidence, &source.profile.messages.table, select, |tool| add(tool, &column))?;
        }
        _ => {}
    }
    Ok(())
}

/// Calls `visit` for the tool of each recorded call or result that did not fail: a call may have failed because the
/// tool does not exist. `select` makes the statement that reads the given cells.
fn each_that_ran(
    source: &SqliteSource,
    evidence: &EvidenceSource,
    table: &str,
    select: impl FnOnce(&str) -> Option<String>,
    mut visit: impl FnMut(&str),
) -> Result<(), SourceError> {
    let (EvidenceSource::Table { name, name_prefix, result, error, .. }
    | EvidenceSource::Messages { name, name_prefix, result, error, .. }) = evidence
    else {
        return Ok(());
    };
    let is_there = |place: &&ColumnPath| source.columns.has(table, &place.column);
    let cell = |place: &Option<ColumnPath>| {
        place.as_ref().filter(is_there).map_or_else(|| "NULL".to_owned(), |place| value_in(table, place))
    };
    let answer = cell(result);
    // Results may be long: only those are read that may be an error, or that SQLite cannot search for one.
    let unread = error.as_ref().map(|_| format!(" OR NOT json_valid({answer})")).unwrap_or_default();
    let may_fail = format!("CASE WHEN instr({answer}, 'rror') > 0{unread} THEN {answer} END");
    let Some(sql) = select(&format!("{}, {}, {may_fail}", cell(name), cell(error))) else { return Ok(()) };
    source.first(&sql, |row| {
        let answer = value_of(row.get_ref(2)?);
        let failed = failure::of_call(status_of_cell(row.get_ref(1)?), answer.as_ref()) == ErrorStatus::Error
            || tool_messages::reports_error(answer.as_ref(), result.as_ref(), error.as_ref());
        let tool = cut(utf8(row.get_ref(0)?), name_prefix.as_deref()).flatten();
        tool.filter(|tool| !failed && !tool.is_empty()).into_iter().for_each(&mut visit);
        Ok(None::<()>)
    })?;
    Ok(())
}

/// Calls `visit` for the tool of each call in the rows of messages that did not fail, until it returns `false`.
pub(super) fn each_part(
    source: &SqliteSource,
    evidence: &EvidenceSource,
    visit: &mut dyn FnMut(&str) -> bool,
) -> Result<(), SourceError> {
    let EvidenceSource::Parts { calls, name: Some(pointer), name_prefix, result, error, .. } = evidence else {
        return Ok(());
    };
    let Some(path) = calls.path.as_ref().filter(|_| is_readable(source, evidence)) else { return Ok(()) };
    let table = calls.column.table_or(&source.profile.messages.table);
    let cell = quote(&calls.column.column);
    let words = parts::may_hold_calls(&cell, path, Some(pointer));
    let sql = format!("SELECT {cell} FROM {} WHERE {cell} IS NOT NULL{words}", quote(table));
    source.first(&sql, |row| {
        let Some(document) = utf8(row.get_ref(0)?) else { return Ok(None) };
        // A document that is no JSON names no tool.
        let values = json_text::find(document, path, None).unwrap_or_default();
        let names = values.iter().filter_map(|value| {
            let value: Value = serde_json::from_str(document.get(value.span.clone())?).ok()?;
            let at = |pointer: &Option<String>| pointer.as_ref().and_then(|pointer| value.pointer(pointer));
            let name = cut(value.pointer(pointer)?.as_str(), name_prefix.as_deref()).flatten()?;
            // A call may have failed because the tool does not exist.
            let status = at(error).map_or(ErrorStatus::NoError, failure::status_of);
            let failed = failure::of_call(status, at(result)) == ErrorStatus::Error;
            (!failed).then(|| name.to_owned())
        });
        for name in names {
            if !visit(&name) {
                return Ok(Some(()));
            }
        }
        Ok(None)
    })?;
    Ok(())
}

/// The tools enabled for any owner: they exist, even if other owners may not use them.
fn enabled_tools(source: &SqliteSource, found: &mut BTreeMap<String, String>) -> Result<(), SourceError> {
    let Some(owners) = &source.profile.owners else { return Ok(()) };
    let Some(enabled) = &owners.enabled else { return Ok(()) };
    if !source.columns.has(&owners.table, &enabled.column) {
        return Ok(());
    }
    let column = format!("{}.{}", owners.table, enabled.column.column);
    let sql = format!("SELECT DISTINCT {} FROM {}", quote(&enabled.column.column), quote(&owners.table));
    source.first(&sql, |row| {
        if row.get_ref(0)? == ValueRef::Null {
            return Ok(None::<()>);
        }
        for name in List::read(utf8(row.get_ref(0)?)).names() {
            found.entry(source.names.resolve(name)).or_insert_with(|| format!("listed in {column}"));
        }
        Ok(None)
    })?;
    Ok(())
}
