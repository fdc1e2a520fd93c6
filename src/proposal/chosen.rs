//! One remedy, chosen by a person for many findings at once.

use super::{Choice, Edit, Finding, Rules, revise};
use crate::claim::ClaimKind;
use crate::verdict::{Remedy, Verdict, Warning};

/// The changes by which a finding of a selection gets the remedy that was chosen for all of it, or why it must be looked at by itself.
///
/// Sentences are decided one by one, and so is what had to be guessed. Nothing is recovered that is there, or that somebody took away
/// on purpose.
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

/// The changes by which what is proposed for review is recovered; nothing where a record may be there, or was taken away on purpose.
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
