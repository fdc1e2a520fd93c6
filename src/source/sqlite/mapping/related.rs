//! Examines data outside the row of a message: owners, joined rows, and times that a write updates.

use super::super::SqliteSource;
use super::messages::{Mapping, times};
use super::rows::CountedRows;
use super::{MappingPart, copies, counted, length};
use crate::source::profile::Owners;
use crate::source::{Message, SourceError, quote};

/// The parts of the report on owners, joins and times.
pub(super) fn parts(mapping: &mut Mapping<'_>, read: &[Message]) -> Result<Vec<MappingPart>, SourceError> {
    let source = mapping.source();
    let all = [owners(source, read)?, copies::parts(mapping)?, joins(source)?, touched(mapping)?];
    Ok(all.concat())
}

/// The owners of messages, and their enabled tools.
fn owners(source: &SqliteSource, read: &[Message]) -> Result<Vec<MappingPart>, SourceError> {
    let Some(Owners { table, key, enabled, .. }) = &source.profile.owners else { return Ok(Vec::new()) };
    let mut part = MappingPart::new("owners", &format!("{table}.{}", key.column));
    if !source.columns.has(table, key) {
        part.problem(format!("no column {table}.{}", key.column));
        return Ok(vec![part]);
    }
    part.rows = Some(CountedRows::of(source, quote(table)).count()?);
    let named = read.iter().filter(|message| message.owner.key.is_some());
    let (known, unknown): (Vec<_>, Vec<_>) = named.partition(|message| message.owner.exists);
    part.sample = known.iter().find_map(|message| message.owner.name.clone());
    if known.is_empty() && !unknown.is_empty() {
        part.problem("no owner of a message found in it");
    } else if !unknown.is_empty() {
        part.note(format!("not found in it: the owner of {}", counted(length(unknown.len()), "message")));
    }
    let mut parts = vec![part];
    if let Some(enabled) = enabled {
        let mut part = MappingPart::new("owners.enabled", &format!("{table}.{}", enabled.column.column));
        let mut tools: Vec<&str> =
            known.iter().filter_map(|message| message.owner.enabled.as_deref()).flatten().map(String::as_str).collect();
        tools.sort_unstable();
        tools.dedup();
        part.sample = Some(tools.join(", ")).filter(|tools| !tools.is_empty());
        if !source.columns.has(table, &enabled.column) {
            part.problem(format!("no column {table}.{}", enabled.column.column));
        } else if tools.is_empty() {
            part.note("no owner has a list of tools");
        }
        parts.push(part);
    }
    Ok(parts)
}

/// Each joined table: whether its rows are found.
fn joins(source: &SqliteSource) -> Result<Vec<MappingPart>, SourceError> {
    let messages = &source.profile.messages;
    let mut parts = Vec::new();
    for (index, join) in messages.joins.iter().enumerate() {
        let mut part = MappingPart::new(&format!("messages.joins[{index}]"), &format!("{} on {}", join.table, join.on));
        if source.columns.has_table(&join.table) {
            let others: Vec<_> =
                messages.joins.iter().take(index).filter(|join| source.columns.has_table(&join.table)).collect();
            let tables = others.iter().map(|join| format!(" LEFT JOIN {} ON ({})", quote(&join.table), join.on));
            let from = quote(&messages.table) + &tables.collect::<String>();
            let is_found = format!("EXISTS (SELECT 1 FROM {} WHERE {})", quote(&join.table), join.on);
            let rows = CountedRows::of(source, from);
            let (found, all) = (rows.and(&is_found).count()?, rows.count()?);
            part.rows = Some(found);
            if found == 0 && all > 0 {
                part.problem("no message has such a row");
            } else if found < all {
                part.note(format!("{} without such a row", counted(all - found, "message")));
            }
        } else {
            part.missing(&source.profile, "no such table; read without it");
        }
        parts.push(part);
    }
    Ok(parts)
}

/// The times that a write updates.
fn touched(mapping: &Mapping<'_>) -> Result<Vec<MappingPart>, SourceError> {
    let source = mapping.source();
    let messages = &source.profile.messages;
    let mut parts = Vec::new();
    for (index, column) in messages.touch.iter().enumerate() {
        let mut part = MappingPart::new(&format!("messages.touch[{index}]"), column);
        if source.columns.has(&messages.table, column) {
            times(&mut part, mapping.all(), &mapping.pieces.column(column))?;
        } else {
            part.missing(&source.profile, "no such column; not updated");
        }
        parts.push(part);
    }
    Ok(parts)
}
