//! Determines the cells and rows to write for an approved finding.

use rusqlite::types::{Value as Cell, ValueRef};
use serde_json::Map;

use super::context::WriteContext;
use super::failure::PlanFailure;
use super::messages::{MessageRow, MessageTable, moment};
use super::recorded::recorded_plan;
use super::repeated::{check_repeated, rows_relied_on};
use super::row_insert::RowInsert;
use super::rows::record_row;
use super::sibling::sibling;
use super::texts::{CellEdit, TextEdits};
use super::{Approved, ExclusionReason, RunDetails, cell};
use crate::proposal::Finding;
use crate::source::profile::RecordTool;
use crate::source::{Key, TextCell, TimeCell, TimeStyle, ToolNames, text_digest};

/// A time cell to update.
pub(super) struct TimeUpdate {
    pub(super) before: TimeCell,
    pub(super) after: Cell,
}

impl TimeUpdate {
    /// Whether the cell already holds its new value, because of the write of another message of the conversation.
    pub(super) fn is_there(&self) -> bool {
        cell::to_json(ValueRef::from(&self.after)) == self.before.value
    }
}

/// Everything to write for one finding.
pub(super) struct FindingWrite {
    pub(super) key: Key,
    /// The cell with the text.
    pub(super) text_cell: TextCell,
    pub(super) old_text: String,
    pub(super) new_text: Option<String>,
    /// The other cells with the text: in JSON, and copies.
    pub(super) texts: Vec<CellEdit>,
    /// The snapshots with another text, which are not changed.
    pub(super) snapshots_left: Vec<String>,
    pub(super) tools: Option<(Cell, Cell)>,
    /// The cell with the recorded plan, before and after.
    pub(super) recorded: Option<(Cell, Cell)>,
    pub(super) touches: Vec<TimeUpdate>,
    pub(super) inserts: Vec<RowInsert>,
    /// The rows that must hold what the text loses.
    pub(super) relies_on: Vec<RowInsert>,
}

impl FindingWrite {
    /// Determines what to write, after checking everything against the present database.
    pub(super) fn plan(context: &WriteContext<'_>, approved: &Approved, run: &RunDetails) -> Result<Self, PlanFailure> {
        let (finding, messages) = (&approved.finding, &context.messages);
        let row = messages.row(&approved.message)?;
        if text_digest(&row.text.text) != approved.text_digest {
            return Err(ExclusionReason::Stale.into());
        }
        if finding.message.key.is_none() {
            return Err(ExclusionReason::Hidden.into());
        }
        if let Some(what) = finding.obstacle() {
            return Err(ExclusionReason::Obstacle { what }.into());
        }
        if let Some(what) = changed_around(context.database.source.names(), finding) {
            return Err(ExclusionReason::StaleEvidence { what }.into());
        }
        check_repeated(context, finding)?;
        let style = row.time.map_or(DEFAULT_STYLE, |moment| moment.style);
        let mut inserts = Vec::new();
        for record in &finding.records {
            let insert = record_row((&context.database, &context.equal), approved, (record, &inserts), style, run)?;
            inserts.push(insert);
        }
        let recovered: Vec<&str> = finding
            .records
            .iter()
            .filter_map(|record| finding.claims.get(record.claim)?.claim.tool.as_deref())
            .collect();
        let tools = match finding.tool_place(context.database.profile) {
            RecordTool::SameRow => match messages.tools_column() {
                Some(column) => context.tools.add(column, &row.tools, &recovered)?,
                None => None,
            },
            RecordTool::SiblingRow if !recovered.is_empty() => {
                inserts.extend(sibling((messages, &context.tools), approved, &row, &recovered, run)?);
                None
            }
            RecordTool::SiblingRow | RecordTool::None => None,
        };
        let new_text = finding.new_text().filter(|text| *text != row.text.text).map(str::to_owned);
        let recorded = recorded_plan(messages, finding, &row.plan)?;
        if new_text.is_none() && tools.is_none() && recorded.is_none() && inserts.is_empty() {
            let what = "nothing to write: the text stays, and there is no record".to_owned();
            return Err(ExclusionReason::Obstacle { what }.into());
        }
        let texts = match &new_text {
            Some(text) => TextEdits::of(messages, &approved.message, &row.text, text, &finding.text_changes())?,
            None => TextEdits::default(),
        };
        let TextEdits { cells: texts, left: snapshots_left } = texts;
        context.refuse_changed_evidence(&approved.message)?;
        let touches = touches(messages, &approved.message, &row, run)?;
        let (key, text_cell, old_text) = (approved.message.clone(), row.text.as_cell(), row.text.text);
        let relies_on = rows_relied_on(context.database.profile, finding);
        Ok(Self {
            key,
            text_cell,
            old_text,
            new_text,
            texts,
            snapshots_left,
            tools,
            recorded,
            touches,
            inserts,
            relies_on,
        })
    }
}

/// What else has changed since a record was approved: its owner, or whether it already exists.
fn changed_around(names: &ToolNames, finding: &Finding) -> Option<String> {
    let message = &finding.message;
    if !finding.records.is_empty() && finding.agent_id != message.owner.key {
        return Some("its agent".to_owned());
    }
    let mut recovered = finding
        .records
        .iter()
        .filter_map(|record| finding.claims.get(record.claim).and_then(|judged| judged.claim.tool.as_deref()));
    let is_in =
        |tools: &Option<Vec<String>>, tool: &str| tools.iter().flatten().any(|recorded| names.means(recorded, tool));
    recovered
        .find(|tool| is_in(&message.tools_used, tool) && !is_in(&finding.tools_used, tool))
        .map(|tool| format!("{tool} was recorded with it"))
}

/// The time cells to update.
fn touches(
    messages: &MessageTable<'_>,
    message: &Key,
    row: &MessageRow,
    run: &RunDetails,
) -> rusqlite::Result<Vec<TimeUpdate>> {
    let style = row.time.map_or(DEFAULT_STYLE, |moment| moment.style);
    let mut touches = Vec::new();
    let (own, database) = (messages.name(), &messages.database);
    for column in &messages.profile.touch {
        if !database.columns.has(own, column) {
            continue;
        }
        let table = column.table_or(own);
        let (key, value) = if table == own {
            (messages.own_row(message), row.other(&column.column).cloned())
        } else {
            let joined = messages.joined_by(table).and_then(|(theirs, ours)| Some((theirs, row.other(&ours.column)?)));
            let Some((theirs, ours)) = joined.filter(|(_, ours)| !ours.is_null()) else { continue };
            let key = Map::from_iter([(theirs.column.clone(), ours.clone())]);
            let value = database.cell((table, &key), &column.column)?;
            (key, value)
        };
        let Some(value) = value else { continue };
        let stored = moment(&value);
        // What is in another format is left unchanged.
        if stored.is_none() && !value.is_null() {
            continue;
        }
        let style = stored.map_or(style, |moment| moment.style);
        let before = TimeCell { table: table.to_owned(), column: column.column.clone(), key, value };
        touches.push(TimeUpdate { before, after: style.cell(run.now) });
    }
    Ok(touches)
}

/// The format for times if neither the message nor its neighbours have one.
const DEFAULT_STYLE: TimeStyle = TimeStyle::Iso { separator: ' ', digits: 6, zone: crate::source::UtcNotation::Naive };
