//! What a proposal would leave behind: the tokens of calls.

use super::{Finding, JudgedClaim, Rules, becomes_true};
use crate::claim::{ClaimKind, Treated, leaves_remains};

/// Whether the removals of a finding leave tokens of calls in its text. What is switched off stays on purpose.
pub(super) fn is_left_by(finding: &Finding, rules: &Rules<'_>) -> bool {
    let is_removed = |judged: &JudgedClaim| !judged.off && !becomes_true(judged);
    let in_text = || finding.claims.iter().filter(|judged| judged.claim.stands_in_text());
    if !in_text().any(is_removed) {
        return false;
    }
    let treated = in_text().map(|judged| Treated {
        span: judged.claim.span,
        payload: judged.claim.payload,
        removed: is_removed(judged),
    });
    let treated: Vec<_> = treated.collect();
    // A corrected plan stands in the wrapper of the old one.
    let replaced = in_text().filter(|judged| is_removed(judged) && judged.claim.kind != ClaimKind::Plan);
    let mut replacements = replaced.filter_map(|judged| judged.claim.replacement.as_deref());
    leaves_remains(&finding.message.text, &treated, rules.call_tokens) || replacements.any(|text| is_in(text, rules))
}

/// Whether stray tokens of calls stand in a text.
pub(super) fn is_in(text: &str, rules: &Rules<'_>) -> bool {
    leaves_remains(text, &[], rules.call_tokens)
}
