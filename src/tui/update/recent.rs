//! The last decisions, and the way back to each.

use crate::source::Key;
use crate::tui::action::RecentDecision;
use crate::tui::model::Model;
use crate::tui::overlay::{Overlay, RecentDialog};
use crate::tui::query::Query;

/// How many are shown at most.
pub(super) const MOST: usize = 10;

pub(super) fn open(model: &mut Model, decisions: Vec<RecentDecision>) {
    if decisions.is_empty() {
        model.tell("nothing is decided yet");
    } else {
        model.overlays.push(Overlay::Recent(RecentDialog { decisions, cursor: 0 }));
    }
}

/// Goes to the finding of the chosen decision.
pub(super) fn go(model: &mut Model, dialog: &RecentDialog) {
    let Some(decision) = dialog.decisions.get(dialog.cursor) else {
        return;
    };
    match model.place(&decision.message) {
        Some(place) => {
            if show(model, place) {
                model.tell("the filter hid it, so all are shown");
            }
        }
        None => refuse_unknown(model, &decision.message),
    }
}

fn refuse_unknown(model: &mut Model, message: &Key) {
    model.refuse(format!("{message} is no finding here, or the scan has not come to it yet"));
}

/// Selects a finding; gives up a filter that hides it, and says whether it did.
pub(super) fn show(model: &mut Model, place: usize) -> bool {
    let hidden = !model.shown.contains(&place);
    if hidden {
        model.filter = Query::default();
        model.apply_filter();
    }
    model.select(Some(place));
    hidden
}
