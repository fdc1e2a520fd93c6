//! A random sample of findings that are to be accepted together. It is decided one by one, and its outcome is shown in
//! the question about the rest. A wrong finding opens its group and blocks that question.

use fixedbitset::FixedBitSet;

use crate::proposal::{Edit, Status};
use crate::review::DecisionKind;
use crate::sampling::{SampleOutcome, USUAL_SIZE, draw};
use crate::tui::dialogs::bulk::{BulkDialog, SampleResult};
use crate::tui::dialogs::clusters::ClustersDialog;
use crate::tui::findings::filter::{Facet, FindingProperty};
use crate::tui::findings::left_out::LeftOutCounts;
use crate::tui::findings::query::Query;
use crate::tui::input::action::{Action, Step};
use crate::tui::input::effect::Effect;

use super::model::{Item, Model};
use super::update::{decide, mark};

/// A sample under review.
#[derive(Clone, Debug)]
pub(crate) struct Sampling {
    /// The question it was drawn for, with the whole population.
    question: BulkDialog,
    /// The drawn findings, each with the edit it is meant to be accepted with.
    drawn: Vec<(usize, Edit)>,
    seed: u64,
    /// How the population was selected, in words.
    filter: String,
    /// The filter before the sample.
    shown_before: Query,
    /// The numbers of decided and of wrong findings when they were last shown.
    last_shown: (usize, usize),
}

/// The query that shows a sample.
fn sample_only() -> Query {
    Query::only(Facet::Quality(FindingProperty::Sampled))
}

/// Whether the finding was decided differently from what was meant; `None` while it is undecided or skipped.
fn is_wrong(item: &Item, meant: &Edit) -> Option<bool> {
    match item.status {
        Status::Accepted | Status::Edited | Status::Written => Some(item.edit() != meant),
        Status::Rejected => Some(true),
        Status::Pending | Status::Skipped | Status::Stale => None,
    }
}

impl Sampling {
    fn outcome(&self, items: &[Item]) -> SampleOutcome {
        let judged = self.drawn.iter().filter_map(|(place, meant)| is_wrong(items.get(*place)?, meant));
        let (decided, wrong) =
            judged.fold((0, 0), |(decided, wrong), is_wrong| (decided + 1, wrong + usize::from(is_wrong)));
        SampleOutcome::of((self.drawn.len(), self.question.places.len()), self.seed, (decided, wrong))
    }

    /// The findings that were decided differently from what was meant.
    fn wrong(&self, items: &[Item]) -> Vec<usize> {
        let is_wrong = |(place, meant): &&(usize, Edit)| items.get(*place).and_then(|item| is_wrong(item, meant));
        self.drawn.iter().filter(|drawn| is_wrong(drawn) == Some(true)).map(|(place, _)| *place).collect()
    }

    /// The findings that are not in the sample.
    fn rest(&self, items: &[Item]) -> Vec<usize> {
        let drawn: FixedBitSet = self.drawn.iter().map(|(place, _)| *place).collect();
        let waits = |place: &usize| items.get(*place).is_some_and(Item::is_undecided);
        self.question.places.iter().copied().filter(|place| !drawn.contains(*place) && waits(place)).collect()
    }
}

/// The filter to restore in the next review: never a sample or what was left out.
pub(crate) fn lasting_filter(model: &Model) -> Query {
    match &model.sampling {
        Some(sampling) => sampling.shown_before.clone(),
        None if model.filter.contains(Facet::Quality(FindingProperty::SetAside)) => Query::default(),
        None => model.filter.clone(),
    }
}

impl Model {
    /// The outcome of the current sample so far.
    pub(crate) fn sample_outcome(&self) -> Option<SampleOutcome> {
        self.sampling.as_ref().map(|sampling| sampling.outcome(&self.items))
    }
}

/// Draws a sample of the findings in a question, and shows only those.
pub(crate) fn begin(model: &mut Model, question: BulkDialog) -> Vec<Effect> {
    let size = question.sample_size().unwrap_or(USUAL_SIZE);
    // The start time of the review, so that each review draws another sample.
    let seed = model.settings.now.as_second().unsigned_abs() % 1_000_000 + model.samples_drawn;
    model.samples_drawn += 1;
    let items = question.places.iter().filter_map(|place| model.items.get(*place));
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
    mark::clear(model);
    let shown_before = std::mem::replace(&mut model.filter, sample_only());
    let first = drawn.iter().map(|(place, _)| *place).min();
    model.sampling = Some(Sampling { question, drawn, seed, filter, shown_before, last_shown: (0, 0) });
    model.apply_filter();
    model.select(first);
    let leave = model.key(&Action::Leave);
    model.notify(format!("{count} of {all} drawn at random, seed {seed}: decide each · {leave} leaves the sample"));
    effects
}

/// Adds a finding to the sample, with the edit it is meant to be accepted with.
fn take_in(model: &mut Model, place: usize, keeps: Option<Edit>) -> Option<Effect> {
    let message = model.items.get(place)?.key.clone();
    model.change(place, |item| {
        item.touch(|touched| touched.sampled = true);
        if let Some(edit) = &keeps {
            item.keep(edit.clone());
        }
    });
    keeps.map(|edit| Effect::SaveDraft { message, edit })
}

/// Ends the sample and restores the filter. Decisions are kept.
pub(crate) fn end(model: &mut Model) -> Vec<Effect> {
    let Some(sampling) = model.sampling.take() else { return Vec::new() };
    let mut effects = Vec::new();
    for (place, meant) in sampling.drawn {
        let Some(item) = model.items.get(place) else { continue };
        // A choice meant for all findings was no edit by the reviewer.
        let drops = sampling.question.choice.is_some() && item.is_undecided() && *item.edit() == meant;
        let message = item.key.clone();
        model.change(place, |item| {
            item.touch(|touched| touched.sampled = false);
            if drops {
                item.keep(Edit::default());
            }
        });
        if drops {
            effects.push(Effect::SaveDraft { message, edit: Edit::default() });
        }
    }
    if model.filter == sample_only() {
        model.filter = sampling.shown_before;
    }
    model.apply_filter();
    effects
}

/// Leaves the sample; `None` if there is none.
pub(crate) fn leave(model: &mut Model) -> Option<Vec<Effect>> {
    let outcome = model.sample_outcome()?;
    let effects = end(model);
    model.notify(format!("left the sample: {} of it stay as decided, nothing else was decided", outcome.decided));
    Some(effects)
}

/// Shows the progress of the sample. Opens the question about the rest when all of it is decided, and the group of a
/// wrong finding.
pub(crate) fn follow(model: &mut Model) -> Vec<Effect> {
    if model.sampling.is_some() && model.filter != sample_only() {
        return end(model);
    }
    let Some(outcome) = model.sample_outcome().filter(|_| model.overlays.is_empty() && model.jobs.bulk.is_none())
    else {
        return Vec::new();
    };
    let now = (outcome.decided, outcome.wrong);
    let Some(sampling) = model.sampling.as_mut().filter(|sampling| sampling.last_shown != now) else {
        return Vec::new();
    };
    let (decided_before, wrong_before) = std::mem::replace(&mut sampling.last_shown, now);
    if let Some(toast) = &mut model.toast {
        let wrong = if outcome.wrong > 0 { format!(", {} wrong", outcome.wrong) } else { String::new() };
        toast.text.push_str(&format!(" · {} of {} of the sample decided{wrong}", outcome.decided, outcome.size));
    }
    let is_through = outcome.decided == outcome.size && decided_before < outcome.size;
    if outcome.wrong > wrong_before || (is_through && outcome.wrong > 0) {
        show_wrong(model, &outcome);
    } else if is_through {
        ask_rest(model);
    }
    Vec::new()
}

/// Shows the group of the latest wrong finding.
fn show_wrong(model: &mut Model, outcome: &SampleOutcome) {
    let Some(sampling) = &model.sampling else { return };
    let wrong = sampling.wrong(&model.items);
    let last = model.last_gesture.iter().map(|before| before.place).find(|place| wrong.contains(place));
    let Some(place) = last.or(wrong.first().copied()) else { return };
    let dialog = ClustersDialog::stopped(model, &sampling.question.places, place, outcome);
    model.open(dialog);
}

/// Asks whether to accept the rest, with the outcome of the sample, or reports why that is not possible.
pub(crate) fn ask_rest(model: &mut Model) {
    let (Some(sampling), Some(outcome)) = (&model.sampling, model.sample_outcome()) else { return };
    let leave = model.key(&Action::Leave);
    if outcome.wrong > 0 {
        model.refuse(format!(
            "{} of the sample wrong: the rest is not accepted together · {leave} leaves the sample",
            outcome.wrong
        ));
        return;
    }
    if outcome.decided < outcome.size {
        let next = model.key(&Action::Undecided(Step::Next));
        model.refuse(format!(
            "{} of {} of the sample decided: {next} goes to the next · {leave} leaves the sample",
            outcome.decided, outcome.size
        ));
        return;
    }
    let (question, filter, rest) = (&sampling.question, sampling.filter.clone(), sampling.rest(&model.items));
    let renewed = match question.choice {
        Some(choice) => mark::choosable(model, &rest, choice),
        None if question.marked => mark::decidable(model, &rest, DecisionKind::Accept, LeftOutCounts::default()),
        None => decide::acceptable(model, &rest),
    };
    let BulkDialog { marked, group, why, .. } = question.clone();
    let sample = Some(SampleResult { outcome: outcome.clone(), filter });
    let dialog = BulkDialog { marked, group, why, sample, ..renewed };
    if dialog.places.is_empty() {
        let leave = model.key(&Action::Leave);
        model.notify(format!("{}: nothing else is left to accept · {leave} leaves the sample", outcome.sentence()));
        return;
    }
    model.open(dialog);
}
