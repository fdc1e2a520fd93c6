//! A random sample of findings that are to be accepted together. It is decided one by one, and its outcome is shown in
//! the question about the rest. A wrong finding opens its group and blocks that question.

use crate::proposal::Edit;
use crate::review::DecisionKind;
use crate::sampling::{SampleOutcome, USUAL_SIZE, draw};
use crate::tui::findings::filter_choice::FilterChoice;
use crate::tui::findings::left_out::LeftOutCounts;
use crate::tui::findings::property::FindingProperty;
use crate::tui::findings::query::Query;
use crate::tui::input::action::{Action, Step};
use crate::tui::input::effect::Effect;
use crate::tui::review::bulk_decision::{BulkDecision, SampleResult};
use crate::tui::review::model::Model;
use crate::tui::review::sample::Sampling;

use super::sample_end::{end, sample_only};
use super::{decide, mark};

/// The filter to restore in the next review: never a sample or what was left out.
pub(crate) fn lasting_filter(model: &Model) -> Query {
    match &model.sampling {
        Some(sampling) => sampling.shown_before.clone(),
        None if model.filter().contains(FilterChoice::Property(FindingProperty::SetAside)) => Query::default(),
        None => model.filter().clone(),
    }
}

/// The outcome of the current sample so far.
pub(crate) fn outcome(model: &Model) -> Option<SampleOutcome> {
    model.sampling.as_ref().map(|sampling| sampling.outcome(model.findings.items()))
}

/// Draws a sample of the findings in a question, and shows only those.
pub(crate) fn begin(model: &mut Model, question: BulkDecision) -> Vec<Effect> {
    let size = question.sample_size().unwrap_or(USUAL_SIZE);
    // The start time of the review, so that each review draws another sample.
    let seed = model.settings.now.as_second().unsigned_abs() % 1_000_000 + model.samples_drawn;
    model.samples_drawn += 1;
    let items = question.places.iter().filter_map(|place| model.findings.get(*place));
    let strata: Vec<_> = items.map(|item| &item.facets().cluster).collect();
    let places: Vec<usize> =
        draw(&strata, size, seed).into_iter().filter_map(|place| question.places.get(place).copied()).collect();
    let meant = |place: usize| mark::decided(model, place, None, question.choice).map(|decided| (place, decided.edit));
    let drawn: Vec<(usize, Edit)> = places.into_iter().filter_map(meant).collect();
    let mut effects = Vec::new();
    for (place, meant) in &drawn {
        let keeps = question.choice.is_some().then(|| meant.clone());
        effects.extend(take_in(model, *place, keeps));
    }
    let filter = mark::selected_by(model, &question);
    let (count, all) = (drawn.len(), question.places.len());
    model.marks.clear();
    let shown_before = model.filter().clone();
    let first = drawn.iter().map(|(place, _)| *place).min();
    model.sampling = Some(Sampling { question, drawn, seed, filter, shown_before, last_shown: (0, 0) });
    model.filter_by(sample_only());
    model.select(first);
    let leave = model.settings.key(&Action::Leave);
    model.notify(format!("{count} of {all} drawn at random, seed {seed}: decide each · {leave} leave sample"));
    effects
}

/// Adds a finding to the sample, with the edit it is meant to be accepted with.
fn take_in(model: &mut Model, place: usize, keeps: Option<Edit>) -> Option<Effect> {
    let message = model.findings.get(place)?.key.clone();
    model.change(place, |item| {
        item.touch(|edits| edits.sampled = true);
        if let Some(edit) = &keeps {
            item.keep(edit.clone());
        }
    });
    keeps.map(|edit| Effect::SaveDraft { message, edit })
}

/// Leaves the sample; `None` if there is none.
pub(crate) fn leave(model: &mut Model) -> Option<Vec<Effect>> {
    let outcome = outcome(model)?;
    let effects = end(model);
    model.notify(format!("left the sample: {} of its decisions kept, nothing else decided", outcome.decided));
    Some(effects)
}

/// Asks whether to accept the rest, with the outcome of the sample, or reports why that is not possible.
pub(crate) fn ask_rest(model: &mut Model) {
    let (Some(sampling), Some(outcome)) = (&model.sampling, outcome(model)) else { return };
    let leave = model.settings.key(&Action::Leave);
    if outcome.wrong > 0 {
        model.refuse(format!(
            "{} of the sample wrong: the rest is not accepted together · {leave} leave sample",
            outcome.wrong
        ));
        return;
    }
    if outcome.decided < outcome.size {
        let next = model.settings.key(&Action::Undecided(Step::Next));
        model.refuse(format!(
            "{} of {} of the sample decided: {next} goes to the next · {leave} leave sample",
            outcome.decided, outcome.size
        ));
        return;
    }
    let (question, filter, rest) = (&sampling.question, sampling.filter.clone(), sampling.rest(model.findings.items()));
    let renewed = match question.choice {
        Some(choice) => mark::choosable(model, &rest, choice),
        None if question.marked => mark::decidable(model, &rest, DecisionKind::Accept, LeftOutCounts::default()),
        None => decide::acceptable(model, &rest),
    };
    let BulkDecision { marked, group, why, .. } = question.clone();
    let sample = Some(SampleResult { outcome: outcome.clone(), filter });
    let dialog = BulkDecision { marked, group, why, sample, ..renewed };
    if dialog.places.is_empty() {
        let leave = model.settings.key(&Action::Leave);
        model.notify(format!("{}: nothing else is left to accept · {leave} leave sample", outcome.sentence()));
        return;
    }
    model.open(dialog);
}
