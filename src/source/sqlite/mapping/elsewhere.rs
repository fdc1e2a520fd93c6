//! What belongs to messages and stands elsewhere: owners, copies, joined rows, times that move along.

use super::super::pieces::Wanted;
use super::super::{SqliteSource, quote};
use super::messages::{CELLS, Mapping, times};
use super::rows::{Rows, shown};
use super::{MappingPart, counted, length};
use crate::source::json_text;
use crate::source::profile::Owners;
use crate::source::{Message, SourceError};

/// The parts that say where it stands.
pub(super) fn parts(mapping: &mut Mapping<'_>, read: &[Message]) -> Result<Vec<MappingPart>, SourceError> {
    let source = mapping.source();
    let all = [owners(source, read)?, copies(mapping)?, joins(source)?, touched(mapping)?];
    Ok(all.concat())
}

/// The owners of messages, and the tools that they may use.
fn owners(source: &SqliteSource, read: &[Message]) -> Result<Vec<MappingPart>, SourceError> {
    let Some(Owners { table, key, enabled, .. }) = &source.profile.owners else { return Ok(Vec::new()) };
    let mut part = MappingPart::new("owners", &format!("{table}.{}", key.column));
    if !source.columns.has(table, key) {
        part.problem(format!("there is no column {table}.{}", key.column));
        return Ok(vec![part]);
    }
    part.rows = Some(Rows::of(source, quote(table)).count()?);
    let named = read.iter().filter(|message| message.owner.key.is_some());
    let (known, unknown): (Vec<_>, Vec<_>) = named.partition(|message| message.owner.exists);
    part.sample = known.iter().find_map(|message| message.owner.name.clone());
    if known.is_empty() && !unknown.is_empty() {
        part.problem("no owner of a message is found in it");
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
            part.problem(format!("there is no column {table}.{}", enabled.column.column));
        } else if tools.is_empty() {
            part.note("no owner has a list of tools");
        }
        parts.push(part);
    }
    Ok(parts)
}

/// Each place where the text stands again: whether it does.
fn copies(mapping: &mut Mapping<'_>) -> Result<Vec<MappingPart>, SourceError> {
    let source = mapping.source();
    let messages = &source.profile.messages;
    let text = mapping.pieces.value(Some(&messages.text), Wanted::Text);
    let member = messages.member.as_ref().map_or("NULL".to_owned(), |member| format!("({member})"));
    let mut parts = Vec::new();
    for (index, copy) in messages.copies.iter().enumerate() {
        let mut part = MappingPart::new(&format!("messages.copies[{index}]"), copy);
        let cell = mapping.pieces.column(&copy.column);
        let sql = format!(
            "SELECT {text}, {cell}, {member} FROM {} WHERE {} AND trim({text}) <> '' LIMIT {CELLS}",
            mapping.assistant().from,
            mapping.assistant().filter
        );
        let found = source.query(&sql, &[], |row| {
            let [said, document, member] = [shown(row.get_ref(0)?), shown(row.get_ref(1)?), shown(row.get_ref(2)?)];
            let unfolded = messages.unfolding().is_some();
            let all = match (&copy.path, document) {
                (_, None) => Vec::new(),
                (None, Some(document)) => vec![document],
                // The name of an unfolded message is no column: such copies are compared where they are written.
                (Some(_), Some(_)) if unfolded => return Ok(None),
                (Some(path), Some(document)) => json_text::find(&document, path, member.as_deref())
                    .map(|found| found.iter().filter_map(|value| value.text(&document)).collect())
                    .unwrap_or_default(),
            };
            Ok(Some((!all.is_empty(), said.is_some_and(|said| all.contains(&said) || all.concat() == said))))
        })?;
        let (there, equal) = (
            length(found.iter().filter(|(there, _)| *there).count()),
            length(found.iter().filter(|(_, equal)| *equal).count()),
        );
        part.rows = Some(there);
        if !found.is_empty() && there == 0 {
            part.note("no text stands there for any message");
        } else if equal < there {
            part.note(format!(
                "another text than the message's in {} of {there}: such a message is not written",
                there - equal
            ));
        }
        parts.push(part);
    }
    Ok(parts)
}

/// Each table that messages are joined with: whether its rows are found.
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
            let rows = Rows::of(source, from);
            let (found, all) = (rows.and(&is_found).count()?, rows.count()?);
            part.rows = Some(found);
            if found == 0 && all > 0 {
                part.problem("no message has such a row");
            } else if found < all {
                part.note(format!("{} without such a row", counted(all - found, "message")));
            }
        } else {
            part.note("there is no such table: read without it");
        }
        parts.push(part);
    }
    Ok(parts)
}

/// The times that a write moves along.
fn touched(mapping: &Mapping<'_>) -> Result<Vec<MappingPart>, SourceError> {
    let source = mapping.source();
    let messages = &source.profile.messages;
    let mut parts = Vec::new();
    for (index, column) in messages.touch.iter().enumerate() {
        let mut part = MappingPart::new(&format!("messages.touch[{index}]"), column);
        if source.columns.has(&messages.table, column) {
            times(&mut part, mapping.all(), &mapping.pieces.column(column))?;
        } else {
            part.note("there is no such column: nothing is moved along");
        }
        parts.push(part);
    }
    Ok(parts)
}
