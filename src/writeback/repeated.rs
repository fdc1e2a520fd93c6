//! Findings that only clean a text because another message holds the same lost record. If that record is not recovered,
//! cleaning would destroy its last copy.

use rusqlite::types::Value as Cell;

use super::context::WriteContext;
use super::equal::same_columns;
use super::failure::PlanFailure;
use super::row_insert::RowInsert;
use super::rows::own_cells;
use super::{Approved, Batch, ExclusionReason, VisitApproved};
use crate::claim::ClaimedRecord;
use crate::proposal::{Finding, JudgedClaim, record};
use crate::source::SqliteSource;
use crate::source::profile::{Profile, Records};
use crate::verdict::{Remedy, Warning};

/// The records that a finding removes from the text and leaves to another finding to recover.
fn repeated(finding: &Finding) -> impl Iterator<Item = &ClaimedRecord> {
    let removes_only =
        |judged: &&JudgedClaim| judged.remedy == Remedy::Strip && judged.warnings.contains(&Warning::DuplicateRecord);
    let repeats = finding.claims_on().map(|(_, judged)| judged).filter(removes_only);
    // Within one finding the reviewer sees and decides both.
    let is_elsewhere = |claimed: &&ClaimedRecord| finding.records.iter().all(|record| record.kind != claimed.kind);
    repeats.filter_map(|judged| judged.claim.record.as_ref()).filter(is_elsewhere)
}

/// Refuses to remove a record's text while no row holds the record.
pub(super) fn check_repeated(context: &WriteContext<'_>, finding: &Finding) -> Result<(), PlanFailure> {
    for (claimed, mapping) in mapped(context.database.profile, finding) {
        if !context.equal.exists((&claimed.kind, mapping), &cells_of(claimed, mapping, finding))? {
            return Err(ExclusionReason::RecordMissing { kind: claimed.kind.clone() }.into());
        }
    }
    Ok(())
}

/// The rows that must hold what a finding removes from the text and does not recover itself.
pub(super) fn rows_relied_on(profile: &Profile, finding: &Finding) -> Vec<RowInsert> {
    let rows = mapped(profile, finding).filter(|(_, mapping)| !mapping.same.is_empty());
    rows.map(|(claimed, mapping)| RowInsert {
        table: mapping.table.clone(),
        key: mapping.key,
        values: cells_of(claimed, mapping, finding),
        same: same_columns(mapping),
    })
    .collect()
}

/// The repeated records of a finding, with how the profile stores them.
fn mapped<'a>(profile: &'a Profile, finding: &'a Finding) -> impl Iterator<Item = (&'a ClaimedRecord, &'a Records)> {
    repeated(finding).filter_map(|claimed| Some((claimed, profile.records.get(&claimed.kind)?)))
}

fn cells_of(claimed: &ClaimedRecord, mapping: &Records, finding: &Finding) -> Vec<(String, Cell)> {
    own_cells(mapping, &record::values(&record::stored_fields(claimed, mapping), mapping, &finding.message, None))
}

/// Visits the findings of a batch, those that rely on the record of another one last.
pub(super) fn records_first<B: Batch>(
    batch: &B,
    source: &SqliteSource,
    visit: VisitApproved<'_, B::Error>,
) -> Result<(), B::Error> {
    let mut last = Vec::new();
    let mut continues = true;
    batch.each(source, &mut |approved: Approved| {
        if repeated(&approved.finding).next().is_some() {
            last.push(approved);
        } else {
            continues = visit(approved)?;
        }
        Ok(continues)
    })?;
    for approved in last {
        continues = continues && visit(approved)?;
    }
    Ok(())
}
