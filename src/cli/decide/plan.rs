//! `decide --plan`: accepts a corrected plan after validating it.

use anyhow::{Context as _, bail};

use crate::claim::ClaimKind;
use crate::cli::input;
use crate::cli::output::count;
use crate::plan::PlanError;
use crate::proposal::{self, Choice, Edit, Finding, Rules};

/// Reads the plan in an option, or in the file named after `@`.
pub(super) fn read(option: &str) -> anyhow::Result<String> {
    match option.strip_prefix('@') {
        Some(file) => input::text(Some(file)).with_context(|| "--plan"),
        None => Ok(option.to_owned()),
    }
}

/// Replaces the plan of a claim: the named one, or else the only one.
pub(super) fn correct(
    edit: &mut Edit,
    typed: String,
    finding: &Finding,
    claim: Option<usize>,
    rules: &Rules<'_>,
) -> anyhow::Result<()> {
    let plans: Vec<usize> = places(finding).filter(|place| claim.is_none_or(|claim| claim == *place)).collect();
    let place = match plans.as_slice() {
        [place] => *place,
        [] => bail!("no plan to correct"),
        several => bail!("the message has {} plans; choose one with --claim N", several.len()),
    };
    let change = edit.claim(place);
    if change.choice.is_some_and(|choice| choice != Choice::Correct) {
        bail!("--plan corrects the plan, so --as cannot be strip or leave");
    }
    (change.choice, change.plan) = (Some(Choice::Correct), Some(typed));
    let revised = proposal::revise(finding.clone(), edit, rules);
    let errors = revised.claims.get(place).into_iter().flat_map(|judged| &judged.claim.errors);
    let fatal: Vec<_> = errors.filter(|error| error.is_fatal()).map(PlanError::describe).collect();
    if !fatal.is_empty() {
        let number = count(fatal.len(), "error", "errors");
        bail!("the corrected plan has {number}: {}", fatal.join("; "));
    }
    Ok(())
}

/// The indexes of the claims with plans.
pub(super) fn places(finding: &Finding) -> impl Iterator<Item = usize> {
    let claims = finding.claims.iter().enumerate();
    claims.filter(|(_, judged)| judged.claim.kind == ClaimKind::Plan).map(|(place, _)| place)
}
