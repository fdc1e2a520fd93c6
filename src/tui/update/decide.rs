//! Deciding: one finding, or all that are shown.

use crate::proposal::{self, Edit, Status};
use crate::review::{Act, NewDecision};
use crate::tui::action::{Effect, Step};
use crate::tui::model::{Before, Item, Model, Scan};
use crate::tui::overlay::{BulkDialog, Overlay};
use crate::tui::summary::Summary;
use crate::tui::view;

use super::look;

/// The status that follows from a decision.
pub(super) fn status(act: Act, edit: &Edit) -> Status {
    match act {
        Act::Accept if edit.is_empty() => Status::Accepted,
        Act::Accept => Status::Edited,
        Act::Reject => Status::Rejected,
        Act::Skip => Status::Skipped,
        Act::Reset => Status::Pending,
    }
}

/// Decides the selected finding, and goes to the next undecided one.
pub(super) fn decide(model: &mut Model, act: Act) -> Vec<Effect> {
    let (Some(place), Some(item), Some(current)) = (model.selected, model.selected(), &model.current) else {
        model.refuse("there is no finding to decide");
        return Vec::new();
    };
    let (key, edit) = (item.key.to_string(), item.edit.clone());
    if item.status == Status::Written {
        refuse_written(model, &key);
        return Vec::new();
    }
    if act == Act::Accept
        && let Some(obstacle) = current.obstacle()
    {
        let advice = view::advice_of_obstacle(model);
        model.refuse(format!("{key} is not accepted: {obstacle} ({advice})"));
        return Vec::new();
    }
    decide_and_go_on(model, place, act, edit)
}

pub(super) fn refuse_written(model: &mut Model, key: &str) {
    model.refuse(format!("{key} is written already: U in the journal (l) takes it back"));
}

/// Stores a decision that nothing stands against, tells it, and goes on.
pub(super) fn decide_and_go_on(model: &mut Model, place: usize, act: Act, edit: Edit) -> Vec<Effect> {
    let target = look::find_undecided(model, Step::Next);
    let effects = store(model, vec![(place, edit)], act);
    let Some(item) = model.items.get(place) else {
        return effects;
    };
    let done = match item.status {
        Status::Edited => "accepted with changes",
        status => status.name(),
    };
    let mut told = format!("{} {done} · u undoes it", item.key);
    if let Some((next, wrapped)) = target {
        model.select(Some(next));
        if wrapped {
            told.push_str(" · went on from the top");
        }
    } else {
        told.push_str(" · ");
        told.push_str(&look::nothing_left(model));
    }
    model.tell(told);
    effects
}

/// Decides findings as one gesture.
pub(super) fn store(model: &mut Model, decided: Vec<(usize, Edit)>, act: Act) -> Vec<Effect> {
    let mut decisions = Vec::new();
    model.last_gesture.clear();
    let rules = model.setting.rules();
    for (place, edit) in decided {
        let Some(item) = model.items.get_mut(place) else {
            continue;
        };
        model.last_gesture.push(Before::of(place, item));
        (item.status, item.edit, item.draft) = (status(act, &edit), edit.clone(), None);
        let finding = proposal::revise(&item.finding, &edit, &rules);
        decisions.push(NewDecision { message: item.key.clone(), act, edit, finding, note: None });
    }
    model.apply_filter();
    vec![Effect::Decide(decisions)]
}

/// Opens the question before all that are shown and may be accepted in bulk are accepted.
pub(super) fn ask_all(model: &mut Model) {
    let mut dialog = BulkDialog::default();
    let rules = model.setting.rules();
    for place in &model.shown {
        let Some(item) = model.items.get(*place) else {
            continue;
        };
        if item.status != Status::Pending {
            dialog.decided += 1;
        } else if item.edit.is_empty() && proposal::revise(&item.finding, &item.edit, &rules).in_bulk() {
            // Changes that were begun and not decided want another look.
            dialog.places.push(*place);
        } else {
            dialog.refused += 1;
        }
    }
    if dialog.places.is_empty() {
        let (decided, refused) = (dialog.decided, dialog.refused);
        model.refuse(format!("nothing here can be accepted in bulk: {decided} decided, {refused} must be looked at"));
        return;
    }
    model.overlays.push(Overlay::Bulk(dialog));
}

/// Tells what the review came to, once its last undecided finding is decided, the scan is through, and nothing else
/// lies over the review.
pub(super) fn sum_up(model: &mut Model, waited: bool, effects: &[Effect]) {
    let has_decided = waited && effects.iter().any(|effect| matches!(effect, Effect::Decide(_)));
    model.summary_is_due = (model.summary_is_due || has_decided) && is_all_decided(model);
    let is_through = matches!(model.scan, Scan::Done(_));
    if model.summary_is_due && is_through && model.overlays.is_empty() {
        open_summary(model);
    }
}

pub(super) fn is_all_decided(model: &Model) -> bool {
    !model.items.is_empty() && !model.items.iter().any(Item::is_undecided)
}

pub(super) fn open_summary(model: &mut Model) {
    model.summary_is_due = false;
    let summary = Box::new(Summary::of(model));
    model.overlays.push(Overlay::Summary(summary));
}
