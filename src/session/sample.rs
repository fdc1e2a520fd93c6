//! Random samples of the findings that a bulk action would decide, and their outcome.

use jiff::Timestamp;

use super::{Decisions, SessionError};
use crate::proposal::{Cluster, Edit};
use crate::review::{DecisionKind, NewDecision, Sample};
use crate::sampling::{SampleOutcome, draw};
use crate::source::Key;

/// Draws and stores a sample of the findings that a bulk action would decide, stratified by group.
pub fn draw_sample(
    review: &mut Decisions,
    filter: &str,
    decisions: &[NewDecision],
    (size, seed): (usize, u64),
    now: Timestamp,
) -> Result<Sample, SessionError> {
    let strata: Vec<Cluster> = decisions.iter().map(|decision| Cluster::of(&decision.finding)).collect();
    let drawn = draw(&strata, size, seed).into_iter().filter_map(|place| decisions.get(place));
    let sample = Sample {
        filter: filter.to_owned(),
        seed,
        population: decisions.iter().map(|decision| decision.message.clone()).collect(),
        drawn: drawn.map(|decision| (decision.message.clone(), decision.edit.clone())).collect(),
        reviewer: review.reviewer().to_owned(),
        at: now,
    };
    review.writable()?.keep_sample(&sample)?;
    Ok(sample)
}

/// The last sample drawn from a selection, which is named by its filter.
pub fn stored_sample(decisions: &Decisions, filter: &str) -> Result<Option<Sample>, SessionError> {
    let kept = decisions.review().map(|review| review.sample(filter)).transpose()?;
    Ok(kept.flatten())
}

/// The outcome of a sample so far.
#[must_use]
pub fn sample_outcome(decisions: &Decisions, sample: &Sample) -> SampleOutcome {
    let decided = sample.drawn.iter().filter(|(key, edit)| is_wrong(decisions, key, edit).is_some()).count();
    let wrong = wrong_of(decisions, sample).len();
    SampleOutcome::of((sample.drawn.len(), sample.population.len()), sample.seed, (decided, wrong))
}

/// The sampled findings that were decided otherwise than the bulk action would have decided them.
#[must_use]
pub fn wrong_of<'a>(decisions: &Decisions, sample: &'a Sample) -> Vec<&'a Key> {
    let wrong = sample.drawn.iter().filter(|(key, edit)| is_wrong(decisions, key, edit) == Some(true));
    wrong.map(|(key, _)| key).collect()
}

/// Whether a finding was decided otherwise than `meant`; `None` if it is undecided. A skipped finding counts as
/// undecided, and so does one that was decided in bulk: nobody need have looked at it.
fn is_wrong(decisions: &Decisions, key: &Key, meant: &Edit) -> Option<bool> {
    let is_in_bulk = decisions.review().is_some_and(|review| review.history().is_in_bulk(key));
    let decision = decisions.of(key).filter(|_| !is_in_bulk)?;
    match decision.kind {
        DecisionKind::Accept => Some(decision.edit != *meant),
        DecisionKind::Reject => Some(true),
        DecisionKind::Skip | DecisionKind::Reset => None,
    }
}
