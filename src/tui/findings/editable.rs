//! What a reviewer can change about a finding.

use serde_json::Value;

use crate::claim::{Claim, ClaimKind};
use crate::proposal::{self, Choice, ClaimEdit, Edit, Finding, Rules};

/// The choices for a claim. A plan can only be corrected after it was rewritten.
pub(crate) fn choices(claim: &Claim) -> &'static [Choice] {
    let is_read_only = claim.recorded.as_ref().is_some_and(|recorded| !recorded.writable);
    match claim.kind {
        ClaimKind::Plan if is_read_only => &[Choice::Leave],
        ClaimKind::Plan if claim.corrected.is_some() => &[Choice::Correct, Choice::Strip, Choice::Leave],
        ClaimKind::Plan => &[Choice::Strip, Choice::Leave],
        ClaimKind::Statement if claim.record.is_some() => {
            &[Choice::Correct, Choice::Recover, Choice::Strip, Choice::Leave]
        }
        ClaimKind::Statement => &[Choice::Correct, Choice::Strip, Choice::Leave],
        _ => &[Choice::Recover, Choice::Strip, Choice::Leave],
    }
}

/// What a choice means for a claim.
pub(crate) fn meaning(choice: Choice, claim: &Claim) -> &'static str {
    let is_statement = claim.kind == ClaimKind::Statement;
    match choice {
        Choice::Correct if is_statement => "replace it with a true sentence",
        Choice::Recover if is_statement => "write the promised record; keep the sentence",
        Choice::Strip if is_statement => "remove the sentence",
        Choice::Strip if !claim.is_in_text() => "empty the column, write no record",
        Choice::Recover => "write the lost record, and clean the text",
        Choice::Strip => "clean the text, write no record",
        Choice::Correct => "replace it with the corrected plan",
        Choice::Leave => "leave this claim in place",
    }
}

/// Sets the corrected plan; `None` removes it.
pub(crate) fn correct_plan(change: &mut ClaimEdit, typed: Option<String>) {
    // A rewritten plan replaces the old one.
    change.choice = match (&typed, change.choice) {
        (Some(_), _) => Some(Choice::Correct),
        (None, Some(Choice::Correct)) => None,
        (None, choice) => choice,
    };
    change.plan = typed;
}

/// The plan of a claim as editable text.
pub(crate) fn plan_text(plan: &Value) -> String {
    serde_json::to_string_pretty(plan).unwrap_or_default()
}

/// The cleaned text without the reviewer's own text.
pub(crate) fn text_without_edit(proposed: &Finding, edit: &Edit, rules: &Rules<'_>) -> String {
    let without = Edit { cleaned: None, ..edit.clone() };
    proposal::revise(proposed.clone(), &without, rules).text_left().to_owned()
}
