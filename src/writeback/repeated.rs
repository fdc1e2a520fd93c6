//! Findings that only clean a text because another message holds the same lost record. If that record is not recovered,
//! cleaning would destroy its last copy.

use super::context::WriteContext;
use super::failure::PlanFailure;
use super::rows::own_cells;
use super::{Approved, Batch, ExclusionReason, VisitApproved};
use crate::claim::ClaimedRecord;
use crate::proposal::{Finding, JudgedClaim, record};
use crate::source::SqliteSource;
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
    for claimed in repeated(finding) {
        let Some(mapping) = context.database.profile.records.get(&claimed.kind) else { continue };
        let values = record::values(&record::stored_fields(claimed, mapping), mapping, &finding.message, None);
        if !context.equal.exists((&claimed.kind, mapping), &own_cells(mapping, &values))? {
            return Err(ExclusionReason::RecordMissing { kind: claimed.kind.clone() }.into());
        }
    }
    Ok(())
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
