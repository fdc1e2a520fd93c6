//! Writes a corrected plan in place of the recorded one.

use rusqlite::types::Value as Cell;

use super::failure::PlanFailure;
use super::messages::MessageTable;
use super::{ExclusionReason, cell};
use crate::claim::RecordedPlan;
use crate::proposal::{Finding, JudgedClaim};
use crate::source::profile::ColumnName;
use crate::verdict::Remedy;

/// The cell with the recorded plan, before and after; `None` if it does not change.
pub(super) fn recorded_plan(
    messages: &MessageTable<'_>,
    finding: &Finding,
    now: &Cell,
) -> Result<Option<(Cell, Cell)>, PlanFailure> {
    let mut claims = finding.claims_on().filter_map(|(_, judged)| Some((judged, judged.claim.recorded.as_ref()?)));
    let Some((judged, recorded)) = claims.next() else { return Ok(None) };
    let column = messages.plan_column().filter(|column| column.to_string() == recorded.column);
    let Some(column) = column else {
        let what = format!("{} cannot be written: the profile does not say where plans are recorded", recorded.column);
        return Err(ExclusionReason::Obstacle { what }.into());
    };
    if *now != Cell::Text(recorded.text.clone()) {
        return Err(ExclusionReason::StalePlan.into());
    }
    let after = after(messages, judged, recorded, column)?;
    Ok(Some((now.clone(), after)))
}

fn after(
    messages: &MessageTable<'_>,
    judged: &JudgedClaim,
    recorded: &RecordedPlan,
    column: &ColumnName,
) -> Result<Cell, PlanFailure> {
    match (judged.remedy, &judged.claim.replacement) {
        (Remedy::Correct, Some(corrected)) => Ok(Cell::Text(corrected.clone())),
        (Remedy::Strip, _) if takes_null(messages, column)? => Ok(Cell::Null),
        (Remedy::Strip, _) => {
            let what = format!("{column} must not be NULL; correct the plan, or leave it");
            Err(ExclusionReason::Obstacle { what }.into())
        }
        _ => {
            let what = format!("no remedy chosen for the plan in {}", recorded.column);
            Err(ExclusionReason::Obstacle { what }.into())
        }
    }
}

fn takes_null(messages: &MessageTable<'_>, column: &ColumnName) -> rusqlite::Result<bool> {
    let sql =
        "SELECT NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE name = ?2 AND (\"notnull\" <> 0 OR pk > 0))";
    messages.database.connection.query_row(sql, [messages.name(), &column.column], |row| row.get(0))
}

/// Refuses a cell whose value differs from the written one: a column's affinity or a trigger may change it.
pub(super) fn check_written(column: &str, meant: &Cell, found: &serde_json::Value) -> Result<(), PlanFailure> {
    if cell::to_json(meant.into()) == *found {
        return Ok(());
    }
    Err(ExclusionReason::Refused { what: format!("{column} does not hold the plan that was written") }.into())
}
