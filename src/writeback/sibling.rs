//! The empty message that lists the recovered tools of a finding.

use std::collections::BTreeSet;

use rusqlite::types::Value as Cell;

use super::failure::PlanFailure;
use super::messages::{MessageRow, MessageTable};
use super::row_insert::RowInsert;
use super::tools::ToolLists;
use super::{Approved, ExclusionReason, RunDetails};
use crate::source::Key;
use crate::source::profile::{ColumnName, ColumnPath, NewKey, OwnerPlaces, Profile, Trim};

/// The empty message next to the finding's message, which lists the recovered tools.
pub(super) fn sibling(
    (messages, tools): (&MessageTable<'_>, &ToolLists<'_>),
    approved: &Approved,
    row: &MessageRow,
    recovered: &[&str],
    run: &RunDetails,
) -> Result<Option<RowInsert>, PlanFailure> {
    let written = messages.database.profile.tools_written.as_ref().and_then(|written| written.sibling.as_ref());
    let (Some(sibling), Some(tools_column)) = (written, messages.tools_column()) else {
        let what = "the profile describes no sibling row; use --record-tool same_row or none".to_owned();
        return Err(ExclusionReason::Obstacle { what }.into());
    };
    if !messages.has_text_of_its_own() {
        let what = "no sibling row can be added, since the text is in JSON; use --record-tool none".to_owned();
        return Err(ExclusionReason::Obstacle { what }.into());
    }
    let (finding, profile) = (&approved.finding, messages.profile);
    let mut values: Vec<(String, Cell)> = Vec::new();
    let own = |place: Option<&ColumnPath>| {
        place.filter(|place| place.path.is_none()).map(|place| place.column.column.clone())
    };
    let key_cell = |key: Option<&Key>| key.and_then(|key| key.cells().into_iter().next()).unwrap_or(Cell::Null);
    let conversation = key_cell(finding.conversation_id.as_ref());
    values.extend(own(profile.conversation.as_ref()).map(|column| (column, conversation)));
    let owner = finding.agent_id.as_ref().map(Key::cells).unwrap_or_default();
    for (number, place) in profile.owner.iter().flat_map(OwnerPlaces::places).enumerate() {
        values.extend(own(Some(place)).map(|column| (column, owner.get(number).cloned().unwrap_or(Cell::Null))));
    }
    let role = profile.assistant.first().map(|role| Cell::Text(role.clone()));
    values.extend(own(profile.role.as_ref()).zip(role));
    values.push((profile.text.column.column.clone(), Cell::Text(sibling.content.clone())));
    let names: Vec<&str> = recovered
        .iter()
        .enumerate()
        .filter(|(at, tool)| !recovered[..*at].contains(tool))
        .map(|(_, tool)| *tool)
        .collect();
    if let Some((_, cell)) = tools.add(tools_column, &Cell::Null, &names)? {
        values.push((tools_column.column.clone(), cell));
    }
    let moved = row.time.and_then(|moment| moment.plus_seconds(sibling.seconds));
    if let (Some(column), Some(moment)) = (messages.time_column(), moved) {
        values.push((column.column.clone(), moment.style.cell(moment.at)));
        let own = profile.touch.iter().filter(|touch| touch.table_or(&profile.table) == profile.table);
        values.extend(own.map(|touch| (touch.column.clone(), moment.style.cell(run.now))));
    }
    values.retain(|(column, _)| messages.database.columns.has_named(&profile.table, column));
    let same = sibling_same(messages.database.profile);
    Ok(Some(RowInsert { table: profile.table.clone(), key: NewKey::Auto, values, same }))
}

/// The columns that make such messages equal.
pub(super) fn sibling_same(profile: &Profile) -> Vec<(String, Trim)> {
    let messages = &profile.messages;
    let places = [&messages.conversation, &messages.role, &messages.time].into_iter().flatten();
    let own = places.filter(|place| place.path.is_none()).map(|place| place.column.column.clone());
    own.chain([messages.text.column.column.clone()]).map(|column| (column, Trim::None)).collect()
}

/// The columns set in the empty message that lists recovered tools.
pub(super) fn sibling_columns(profile: &Profile) -> BTreeSet<String> {
    let messages = &profile.messages;
    let own = |name: &ColumnName| (name.table_or(&messages.table) == messages.table).then(|| name.column.clone());
    let places = [&messages.conversation, &messages.role, &messages.time].into_iter().flatten();
    let owners = messages.owner.iter().flat_map(OwnerPlaces::places);
    let places = places.chain(owners).filter(|place| place.path.is_none()).map(|place| &place.column);
    let tools = profile.tools_written.as_ref().map(|written| &written.column);
    places.chain(tools).chain([&messages.text.column]).chain(&messages.touch).filter_map(own).collect()
}
