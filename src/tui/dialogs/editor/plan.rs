//! The plan of a claim in the editor: JSON, validated with every key.

use std::sync::Arc;

use crate::claim::ClaimKind;
use crate::proposal::{Finding, JudgedClaim, Rules};
use crate::tui::findings::editable;
use crate::tui::findings::item::Item;
use crate::verdict::Remedy;

use super::{FieldEditor, FieldTarget};

/// Whether a claim is a plan that can be rewritten.
pub(crate) fn is_editable(judged: &JudgedClaim) -> bool {
    judged.claim.kind == ClaimKind::Plan
        && matches!(judged.remedy, Remedy::Correct | Remedy::Review)
        && judged.claim.recorded.as_ref().is_none_or(|recorded| recorded.writable)
}

/// The plan of a claim as a field.
pub(crate) fn field(index: usize, item: &Item, finding: &Finding, rules: &Rules<'_>) -> Option<FieldEditor> {
    let claim = &finding.claims.get(index)?.claim;
    let proposed = editable::plan_text(claim.plan()?);
    let typed = item.changes().claims.get(&index).and_then(|change| change.plan.as_deref());
    let target = FieldTarget::Plan(Arc::new(rules.tools.clone()));
    Some(FieldEditor::new(target, &proposed, typed.unwrap_or(&proposed)))
}
