//! Applies one remedy to many findings at once.

use super::{Choice, Edit, Finding, Rules, revise};
use crate::claim::ClaimKind;
use crate::verdict::{Remedy, Verdict, Warning};

/// The edit that gives a finding the remedy that was chosen for a whole selection, or why the finding needs individual
/// review.
///
/// Completion claims are decided individually, and so are guessed values. No record is recovered that may exist
/// already, or that was deleted on purpose.
pub fn chosen_for_many(finding: &Finding, choice: Choice, rules: &Rules<'_>) -> Result<Edit, String> {
    if finding.claims.iter().any(|judged| judged.claim.kind == ClaimKind::Statement) {
        return Err("completion claims are decided one by one".to_owned());
    }
    if let Some(doubt) = finding.doubt() {
        return Err(doubt.sentence().to_owned());
    }
    let edit = if choice == Choice::Recover {
        recovery_for_many(finding).ok_or("the record may exist, or be unwanted; review it")?
    } else {
        let mut edit = Edit::default();
        for (index, judged) in finding.claims.iter().enumerate() {
            if Choice::proposed(judged.remedy) != Some(choice) {
                edit.claim(index).choice = Some(choice);
            }
        }
        edit
    };
    let chosen = if edit.is_empty() { finding.obstacle() } else { revise(finding.clone(), &edit, rules).obstacle() };
    chosen.map_or(Ok(edit), Err)
}

/// The edit that recovers the claims of a finding that are proposed for review. `None` if a record may exist already,
/// or was changed or deleted since.
#[must_use]
pub fn recovery_for_many(finding: &Finding) -> Option<Edit> {
    let mut edit = Edit::default();
    for (index, judged) in finding.claims.iter().enumerate().filter(|(_, judged)| judged.remedy == Remedy::Review) {
        if judged.verdict == Some(Verdict::Executed) || judged.warnings.contains(&Warning::ChangedSince) {
            return None;
        }
        edit.claim(index).choice = Some(Choice::Recover);
    }
    Some(edit)
}
