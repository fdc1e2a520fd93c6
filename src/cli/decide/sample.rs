//! The outcome of the sample of a selection, checked before the rest is decided in bulk.

use anyhow::bail;

use super::{Arguments, DecideAction, filter};
use crate::review::NewDecision;
use crate::sampling::SampleOutcome;
use crate::session::{Session, sample_outcome, stored_sample, wrong_of};

/// The outcome of the sample drawn from this selection, if these findings are its rest.
pub(super) fn of_bulk(
    arguments: &Arguments,
    session: &Session,
    decisions: &[NewDecision],
) -> anyhow::Result<Option<SampleOutcome>> {
    if arguments.action != DecideAction::Accept || !arguments.message.is_empty() {
        return Ok(None);
    }
    let Some(sample) = stored_sample(session.decisions(), &filter::in_words(arguments))? else { return Ok(None) };
    // Findings added since were not in the population of the sample.
    if decisions.is_empty() || !decisions.iter().all(|decision| sample.population.contains(&decision.message)) {
        return Ok(None);
    }
    let outcome = sample_outcome(session.decisions(), &sample);
    if outcome.wrong > 0 && !arguments.despite_sample {
        let wrong = wrong_of(session.decisions(), &sample);
        bail!(
            "{}; the rest was not decided: check findings like {}, narrow the selection, or use --despite-sample",
            outcome.sentence(),
            wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        );
    }
    Ok(Some(outcome))
}
