//! Determines what a write-back would do, without permission to write.

use rusqlite::types::{Value as Cell, ValueRef};

use super::changes::RowsChanged;
use super::context::WriteContext;
use super::failure::PlanFailure;
use super::plan::FindingWrite;
use super::repeated::records_first;
use super::row_insert::RowInsert;
use super::rows::planned_row;
use super::sqlite::{SqliteTarget, leave, plan};
use super::{Approved, Batch, LeftOut, PlannedWrite, RunDetails, cell};
use crate::source::{Journal, SqliteSource, TimeCell};

impl SqliteTarget {
    /// Calls `visit` with each finding of a batch and what would be written for it, until it returns `false`. Returns
    /// those that would be left out.
    pub fn preview<B: Batch>(
        source: &SqliteSource,
        batch: &B,
        run: &RunDetails,
        visit: &mut dyn FnMut(Approved, PlannedWrite) -> bool,
    ) -> Result<Vec<LeftOut>, B::Error> {
        let context = WriteContext::new(source, batch.findings(), RowsChanged::default());
        context.check_evidence(batch, &mut || true)?;
        each_plan(&context, batch, run, &mut |approved, plan| {
            let write = planned(&context, plan).map_err(|error| context.database.failed(&error))?;
            Ok(visit(approved, write))
        })
    }

    /// Why nothing of a batch would be written; `None` if anything would.
    pub fn refusal<B: Batch>(
        source: &SqliteSource,
        batch: &B,
        run: &RunDetails,
    ) -> Result<Option<Vec<LeftOut>>, B::Error> {
        let mut is_written = false;
        let context = WriteContext::new(source, batch.findings(), RowsChanged::default());
        let left_out = each_plan(&context, batch, run, &mut |_, _| {
            is_written = true;
            Ok(false)
        })?;
        Ok((!is_written).then_some(left_out))
    }
}

/// Calls `visit` with each finding of a batch and its plan, until it returns `false`. Returns the findings without a
/// plan.
fn each_plan<B: Batch>(
    context: &WriteContext<'_>,
    batch: &B,
    run: &RunDetails,
    visit: &mut dyn FnMut(Approved, FindingWrite) -> Result<bool, B::Error>,
) -> Result<Vec<LeftOut>, B::Error> {
    context.database.source.allows_writing()?;
    let _snapshot = context.database.source.snapshot()?;
    let failed = |error: rusqlite::Error| B::Error::from(context.database.failed(&error));
    let journal = Journal::read(context.database.connection).map_err(failed)?;
    let mut left_out = Vec::new();
    records_first(batch, context.database.source, &mut |approved| match plan(context, &journal, &approved, run) {
        Ok(plan) => {
            plan.inserts.iter().for_each(|insert| context.equal.note_planned(insert));
            visit(approved, plan)
        }
        Err(PlanFailure::LeftOut(reason)) => {
            left_out.push(leave(approved.message, reason));
            Ok(true)
        }
        Err(PlanFailure::Failed(error)) => Err(failed(error)),
    })?;
    Ok(left_out)
}

fn planned(context: &WriteContext<'_>, plan: FindingWrite) -> rusqlite::Result<PlannedWrite> {
    let WriteContext { database, messages, keys, .. } = context;
    let FindingWrite {
        key,
        text_cell,
        old_text,
        new_text,
        texts,
        snapshots_left,
        tools,
        recorded: new_plan,
        touches,
        inserts,
        relies_on,
    } = plan;
    let json = |cell: &Cell| cell::to_json(ValueRef::from(cell));
    let (tools_before, tools_after) = tools.as_ref().map(|(before, after)| (json(before), json(after))).unzip();
    let (plan_before, plan_after) = new_plan.as_ref().map(|(before, after)| (json(before), json(after))).unzip();
    let (copies_before, copies_after) = texts.into_iter().flat_map(|edit| edit.texts).unzip();
    let described = |inserts: Vec<RowInsert>| {
        inserts.into_iter().map(|insert| planned_row(database, keys, insert)).collect::<rusqlite::Result<Vec<_>>>()
    };
    let (rows, relies_on) = (described(inserts)?, described(relies_on)?);
    let unchanged = messages.unchanged(&key, tools_after.is_none())?;
    Ok(PlannedWrite {
        row: messages.touched_row(messages.name(), &key)?.unwrap_or_default(),
        message: key,
        text_cell,
        text_before: old_text,
        text_after: new_text,
        tools_before,
        tools_after,
        plan_before,
        plan_after,
        copies_before,
        copies_after,
        snapshots_left,
        times: touches.into_iter().map(|touch| TimeCell { value: json(&touch.after), ..touch.before }).collect(),
        rows,
        unchanged,
        relies_on,
        guards: None,
    })
}
