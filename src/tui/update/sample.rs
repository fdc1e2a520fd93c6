//! What follows from each decision in a sample.

use crate::sampling::SampleOutcome;
use crate::tui::dialogs::clusters::ClustersDialog;
use crate::tui::input::effect::Effect;
use crate::tui::review::actions::sample_end::{end, sample_only};
use crate::tui::review::actions::sampling::{ask_rest, outcome};
use crate::tui::review::model::Model;

/// Shows the progress of the sample. Opens the question about the rest when all of it is decided, and the group of a
/// wrong finding.
pub(crate) fn follow(model: &mut Model) -> Vec<Effect> {
    if model.sampling.is_some() && *model.filter() != sample_only() {
        return end(model);
    }
    let Some(outcome) = outcome(model).filter(|_| model.dialogs.is_empty() && model.jobs.bulk.is_none()) else {
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
    let wrong = sampling.wrong(model.findings.items());
    let last = model.last_gesture.iter().map(|before| before.place).find(|place| wrong.contains(place));
    let Some(place) = last.or(wrong.first().copied()) else { return };
    let dialog = ClustersDialog::stopped(model, &sampling.question.places, place, outcome);
    model.open(dialog);
}
