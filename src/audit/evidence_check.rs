//! Judges approved findings again: what their reviewer saw must still hold when they are written.

use super::Audit;
use super::examine::{ExaminedMessage, Examiner};
use crate::claim::{Claim, ClaimKind};
use crate::proposal::{self, Finding, JudgedClaim, Rules};
use crate::source::{Message, SourceError, SqliteSource};
use crate::verdict::{Remedy, Verdict, Warning};

/// Judges findings again over one connection, which may be that of a write-back.
pub struct EvidenceCheck<'a> {
    examiner: Examiner<'a>,
    rules: Rules<'a>,
}

impl<'a> EvidenceCheck<'a> {
    pub(super) fn new(audit: &'a Audit, source: &'a SqliteSource) -> Result<Self, SourceError> {
        // Many findings are looked up one by one.
        source.copy_conversations()?;
        Ok(Self { examiner: Examiner::new(source, &audit.context, None), rules: audit.context.rules(source.profile()) })
    }

    /// Why a finding, whose message is as stored now, cannot be written as it was approved; `None` if it can.
    /// Claims that today's patterns do not find stay as they were judged.
    pub fn difference(&self, finding: &Finding) -> Result<Option<String>, SourceError> {
        let message = &finding.message;
        // What the profile hides is left out anyway.
        if message.key.is_none() {
            return Ok(None);
        }
        let judged = finding.claims_on().map(|(_, judged)| judged).filter(|judged| judged.verdict.is_some());
        let mut doubtful = Vec::new();
        for judged in judged.filter(|judged| proposal::needs_evidence(&judged.claim)) {
            if !self.still_holds(judged, message)? {
                doubtful.push(judged);
            }
        }
        if doubtful.is_empty() {
            return Ok(None);
        }
        let examined = self.examiner.examine(message.clone(), None)?;
        Ok(doubtful.into_iter().find_map(|judged| self.changed(judged, &examined)))
    }

    /// Whether a claim as it was found is judged as before: a shortcut, for most are. What a sentence asks of the evidence
    /// is not stored with it.
    fn still_holds(&self, judged: &JudgedClaim, message: &Message) -> Result<bool, SourceError> {
        if judged.claim.kind == ClaimKind::Statement {
            return Ok(false);
        }
        let evidence = self.examiner.evidence_now(message, &judged.claim)?;
        let now = proposal::judge(judged.claim.clone(), message, &evidence, &self.rules);
        Ok(difference(judged, now.as_ref()).is_none())
    }

    fn changed(&self, judged: &JudgedClaim, examined: &ExaminedMessage) -> Option<String> {
        let mut asked = examined.claims.iter().filter(|claim| proposal::needs_evidence(claim)).zip(&examined.evidence);
        let is_same = |claim: &Claim| claim.kind == judged.claim.kind && claim.span == judged.claim.span;
        let (claim, (evidence, _)) = asked.find(|(claim, _)| is_same(claim))?;
        let now = proposal::judge(claim.clone(), &examined.message, evidence, &self.rules);
        difference(judged, now.as_ref())
    }
}

/// Why a claim cannot be treated as it was approved: the evidence for that is gone. `None` if it still holds. A
/// sentence that is true is no claim any more.
fn difference(before: &JudgedClaim, now: Option<&JudgedClaim>) -> Option<String> {
    let has = |judged: &JudgedClaim, warning| judged.warnings.contains(&warning);
    let was_stored = before.verdict == Some(Verdict::Executed) && before.claim.record.is_some();
    // Text that only goes, goes whatever happened; not if it was to be stored elsewhere. Another tool proves nothing.
    let is_independent = before.remedy == Remedy::Strip && !was_stored;
    if is_independent || now.is_some_and(|now| has(now, Warning::OtherToolsUsed)) {
        return None;
    }
    let verdicts = [before.verdict, now.map_or(Some(Verdict::Executed), |now| now.verdict)];
    if verdicts[0] != verdicts[1] {
        let [before, now] = verdicts.map(|verdict| verdict.map_or("unknown", Verdict::words));
        return Some(format!("the evidence ({before} when it was decided, {now} now)"));
    }
    let is_new = now.is_some_and(|now| has(now, Warning::ChangedSince)) && !has(before, Warning::ChangedSince);
    is_new.then(|| "its record was changed or deleted".to_owned())
}
