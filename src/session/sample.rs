//! Random samples of the findings that a bulk action would decide, and their outcome.

use jiff::Timestamp;

use super::{Session, SessionError};
use crate::proposal::{Cluster, Edit};
use crate::review::{DecisionKind, NewDecision, ReviewFile, Sample};
use crate::sampling::{SampleOutcome, draw};
use crate::source::Key;

impl Session {
    /// Draws and stores a sample of the findings that a bulk action would decide, stratified by group.
    pub fn draw_sample(
        &mut self,
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
            reviewer: self.setup.reviewer.clone(),
            at: now,
        };
        self.writable_review()?.keep_sample(&sample)?;
        Ok(sample)
    }

    /// The last sample drawn from a selection, which is named by its filter.
    pub fn sample(&self, filter: &str) -> Result<Option<Sample>, SessionError> {
        let kept = self.review().map(|review| review.sample(filter)).transpose()?;
        Ok(kept.flatten())
    }

    /// The outcome of a sample so far.
    #[must_use]
    pub fn sample_outcome(&self, sample: &Sample) -> SampleOutcome {
        let decided = sample.drawn.iter().filter(|(key, edit)| self.is_wrong(key, edit).is_some()).count();
        let wrong = self.wrong_of(sample).len();
        SampleOutcome::of((sample.drawn.len(), sample.population.len()), sample.seed, (decided, wrong))
    }

    /// The sampled findings that were decided otherwise than the bulk action would have decided them.
    #[must_use]
    pub fn wrong_of<'a>(&self, sample: &'a Sample) -> Vec<&'a Key> {
        let wrong = sample.drawn.iter().filter(|(key, edit)| self.is_wrong(key, edit) == Some(true));
        wrong.map(|(key, _)| key).collect()
    }

    /// Whether a finding was decided otherwise than `meant`; `None` if it is undecided. A skipped finding counts as
    /// undecided.
    fn is_wrong(&self, key: &Key, meant: &Edit) -> Option<bool> {
        let decision = self.review().map(ReviewFile::history)?.decision(key)?;
        match decision.kind {
            DecisionKind::Accept => Some(decision.edit != *meant),
            DecisionKind::Reject => Some(true),
            DecisionKind::Skip | DecisionKind::Reset => None,
        }
    }
}
