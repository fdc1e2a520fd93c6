//! What is accepted and not yet written, with the messages as they are now; many are read by all processors.

use std::num::NonZero;
use std::thread;

use super::{Session, SessionError};
use crate::proposal::{self, Finding, Rules, Status};
use crate::review::{self, Act, Decision};
use crate::source::{Key, Source as _, SqliteSource, text_digest};
use crate::writeback::Approved;

/// So many decisions are read from the review file together: what it keeps of them need not be in memory all at once.
const TOGETHER: usize = 2048;
/// From so many on it is worth its while to open the database once more for another processor.
const MANY: usize = 256;

/// A message that was accepted, its decision, and what the review file keeps as its finding.
type Accepted<'a> = (&'a Key, &'a Decision, Option<String>);

impl Session {
    /// Everything that is accepted and not yet written, in the order of the decisions; stale ones too, so that they
    /// are told.
    pub fn approved(&self) -> Result<Vec<Approved>, SessionError> {
        let Some(review) = &self.review else { return Ok(Vec::new()) };
        let mut accepted: Vec<_> = (review.history().decisions())
            .filter(|(key, decision)| decision.act == Act::Accept && !self.lapsed.contains(*key))
            .collect();
        accepted.sort_by_key(|(_, decision)| decision.seq);
        let (source, rules) = (self.audit.source(), self.audit.rules());
        let mut others = Vec::new();
        for _ in 1..processors(accepted.len()) {
            others.push(source.opening().open()?);
        }
        let _snapshots = (source.snapshot()?, review.snapshot()?);
        let mut approved = Vec::new();
        for decisions in accepted.chunks(TOGETHER) {
            let mut some: Vec<Accepted<'_>> = Vec::with_capacity(decisions.len());
            for (key, decision) in decisions {
                some.push((key, decision, review.finding_text(decision)?));
            }
            let share = some.len().div_ceil(others.len() + 1);
            let mut shares = some.chunks(share);
            let own = shares.next().unwrap_or_default();
            thread::scope(|scope| {
                let rules = &rules;
                let reads = others.iter_mut().zip(shares).map(|(source, share)| {
                    scope.spawn(move || {
                        let _snapshot = source.snapshot()?;
                        read(source, share, rules)
                    })
                });
                let reads: Vec<_> = reads.collect();
                approved.extend(read(source, own, rules)?);
                for read in reads {
                    approved.extend(read.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
                }
                Ok::<_, SessionError>(())
            })?;
        }
        Ok(approved)
    }
}

fn processors(decisions: usize) -> usize {
    if decisions < MANY { 1 } else { thread::available_parallelism().map_or(1, NonZero::get) }
}

/// Those of some decisions that are to be written.
fn read(source: &SqliteSource, decisions: &[Accepted<'_>], rules: &Rules<'_>) -> Result<Vec<Approved>, SessionError> {
    let mut approved = Vec::with_capacity(decisions.len());
    for (key, decision, finding) in decisions {
        let message = source.message(key)?;
        let digest = match &message {
            Some(message) => text_digest(&message.text),
            // The profile may hide it by now.
            None => source.text(key)?.as_deref().map(text_digest).unwrap_or_default(),
        };
        let status = review::status(Some(decision), source.journal().of(key), &digest);
        if !matches!(status, Status::Accepted | Status::Edited | Status::Stale) {
            continue;
        }
        let finding: Option<Finding> = finding.as_ref().and_then(|text| serde_json::from_str(text).ok());
        let mut finding = finding.unwrap_or_default();
        // Where the profile hides the message by now, it stays empty, and nothing is written.
        finding.message = message.unwrap_or_default();
        approved.push(Approved {
            message: (*key).clone(),
            text_digest: decision.text_digest.clone(),
            journal_head: decision.journal_head,
            finding: proposal::revise(finding, &decision.edit, rules),
        });
    }
    Ok(approved)
}
