//! The last decisions, and the way back to each.

use crate::source::Key;
use crate::tui::findings::query::Query;
use crate::tui::input::action::RecentDecision;
use crate::tui::review::model::{Item, Model};

use super::RecentDialog;

/// The most decisions shown.
pub(crate) const MOST: usize = 10;

pub(crate) fn open(model: &mut Model, decisions: Vec<RecentDecision>) {
    if decisions.is_empty() {
        model.notify("nothing is decided yet");
    } else {
        model.open(RecentDialog { decisions, cursor: 0 });
    }
}

/// Goes to the finding of the chosen decision.
pub(super) fn go(model: &mut Model, dialog: &RecentDialog) {
    let Some(decision) = dialog.decisions.get(dialog.cursor) else {
        return;
    };
    match model.place(&decision.message) {
        Some(place) => go_to(model, place),
        None => model.refuse(unknown(&decision.message.to_string())),
    }
}

/// Goes to a finding, and reports if the filter was cleared for it.
pub(crate) fn go_to(model: &mut Model, place: usize) {
    if show(model, place) {
        model.notify("the filter hid it, so all are shown");
    }
}

/// The index of the finding whose message key reads like this.
pub(crate) fn place_of(model: &Model, key: &str) -> Option<usize> {
    let number = key.parse().ok().and_then(|number| model.place(&Key::Integer(number)));
    let is_written_so = |place: &usize| model.items.get(*place).is_some_and(|item| item.key.to_string() == key);
    let known = number.filter(is_written_so).or_else(|| model.place(&Key::Text(key.to_owned())));
    // Only a composite key is written differently from its value.
    let is_composite = |item: &Item| matches!(item.key, Key::Composite(_));
    let may_be_composite = model.items.first().is_some_and(is_composite);
    known.or_else(|| model.items.iter().position(|item| may_be_composite && item.key.to_string() == key))
}

/// The message that a key has no finding.
pub(crate) fn unknown(key: &str) -> String {
    format!("{key} is no finding here, or the scan has not come to it yet")
}

/// Selects a finding. Clears a filter that hides it, and returns whether it did.
pub(crate) fn show(model: &mut Model, place: usize) -> bool {
    let hidden = !model.is_shown(place);
    if hidden {
        model.filter = Query::default();
        model.apply_filter();
    }
    model.select(Some(place));
    hidden
}
