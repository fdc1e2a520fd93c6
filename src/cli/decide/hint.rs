//! What would make a finding acceptable that is not.

use super::{Arguments, edit, plan};
use crate::proposal::{self, Choice, Edit, Finding, Rules};
use crate::review::NewDecision;
use crate::verdict::Warning;

/// The options with which the finding of a refused decision can be accepted; else that it can be rejected.
pub(super) fn acceptance(
    arguments: &Arguments,
    proposed: &Finding,
    refused: &NewDecision,
    rules: &Rules<'_>,
) -> String {
    let finding = &refused.finding;
    let is_possible = |edit: &Edit| proposal::revise(proposed.clone(), edit, rules).obstacle().is_none();
    let with = |choice: Choice, claims: Vec<usize>| {
        let mut edit = refused.edit.clone();
        for claim in &claims {
            edit.claim(*claim).choice = Some(choice);
        }
        !claims.is_empty() && is_possible(&edit)
    };
    let mut options = Vec::new();
    if plan::places(finding).any(|place| !finding.claims.get(place).is_some_and(|judged| judged.off)) {
        options.push("--plan JSON".to_owned());
    }
    let is_about_text = finding.obstacle() == finding.copy_obstacle() || finding.doubt() == Some(Warning::Leftover);
    if is_about_text || finding.changes_nothing() {
        // A new text alone does not say what becomes of a claim for which a remedy must be chosen.
        let texted = Edit { cleaned: Some("…".to_owned()), ..refused.edit.clone() };
        let mut stripped = texted.clone();
        for claim in edit::meant_by(Choice::Strip, proposed) {
            stripped.claim(claim).choice = Some(Choice::Strip);
        }
        let needs_remedy = !is_possible(&texted) && is_possible(&stripped);
        options.push(if needs_remedy { "--cleaned TEXT --as strip" } else { "--cleaned TEXT" }.to_owned());
    }
    let remedies = [Choice::Recover, Choice::Strip, Choice::Correct].into_iter().filter(|choice| {
        let meant = arguments.claim.map_or_else(|| edit::meant_by(*choice, proposed), |claim| vec![claim]);
        with(*choice, meant)
    });
    let remedies: Vec<_> = remedies.map(Choice::name).collect();
    if !remedies.is_empty() {
        options.push(format!("--as {}", remedies.join("|")));
    }
    let left = (0..proposed.claims.len()).find(|claim| with(Choice::Leave, vec![*claim]));
    options.extend(left.map(|claim| format!("--claim {claim} --as leave")));
    if finding.claims_on().any(|(_, judged)| judged.claim.record.is_some()) && !is_about_text {
        options.push("--set FIELD=VALUE".to_owned());
    }
    if options.is_empty() || finding.claims_on().next().is_none() {
        return "`decide reject` leaves the message unchanged".to_owned();
    }
    options.join(", ")
}
