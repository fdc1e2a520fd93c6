//! Marks and ranges, and decisions about all that is in them, as one gesture.

use crate::proposal::{self, Edit, Status};
use crate::review::Act;
use crate::tui::action::{Action, Effect, Motion, Step};
use crate::tui::model::{Item, Model};
use crate::tui::overlay::{BulkDialog, Overlay};

use super::{decide, look};

/// Marks the finding, or takes the mark away, and goes on; a range is marked as a whole.
pub(super) fn toggle(model: &mut Model) {
    let Some(selected) = model.selected else {
        return;
    };
    let range = model.range();
    if model.range_start.take().is_some() {
        model.marks.extend(range);
    } else {
        if !model.marks.remove(&selected) {
            model.marks.insert(selected);
        }
        look::go(model, Motion::Down);
    }
    let count = model.marks.len();
    let (deciding, leave) = (deciding_keys(model), model.key(&Action::Leave));
    model.tell(format!("{count} marked: {deciding} decide them together, {leave} takes the marks away"));
}

/// The keys that decide, as a list.
fn deciding_keys(model: &Model) -> String {
    let [accept, reject, skip] = [Act::Accept, Act::Reject, Act::Skip].map(|act| model.key(&Action::Decide(act)));
    format!("{accept}, {reject} and {skip}")
}

/// Begins a range at the selected finding, or ends it.
pub(super) fn range(model: &mut Model) {
    if model.range_start.take().is_none() {
        model.range_start = model.selected;
        let (deciding, mark) = (deciding_keys(model), model.key(&Action::Mark));
        let [down, up] = [Motion::Down, Motion::Up].map(|motion| model.key(&Action::Move(motion)));
        model.tell(format!("a range begins here: {down} and {up} extend it, {deciding} decide it, {mark} marks it"));
    }
}

/// Takes marks and range away; whether there were any.
pub(super) fn clear(model: &mut Model) -> bool {
    let had = model.range_start.is_some() || !model.marks.is_empty();
    (model.range_start, model.marks) = (None, std::collections::BTreeSet::new());
    had
}

/// Decides all that is marked and shown; asks before, where that is much.
pub(super) fn decide_all(model: &mut Model, act: Act) -> Vec<Effect> {
    let chosen = model.chosen();
    let shown: Vec<usize> = model.shown.iter().copied().filter(|place| chosen.contains(place)).collect();
    let hidden = chosen.len() - shown.len();
    let mut dialog = BulkDialog { act, hidden, marked: true, ..BulkDialog::default() };
    for place in shown {
        let Some(item) = model.items.get(place) else {
            continue;
        };
        match obstacle(model, item, act) {
            None => dialog.places.push(place),
            Some(reason) => {
                dialog.refused += 1;
                dialog.reason.get_or_insert_with(|| format!("{}: {reason}", item.key));
            }
        }
    }
    if dialog.places.is_empty() {
        let left = left_out(&dialog);
        model.refuse(format!("nothing that is marked can be decided so{left}"));
        return Vec::new();
    }
    if dialog.wants_word() {
        model.overlays.push(Overlay::Bulk(dialog));
        return Vec::new();
    }
    carry_out(model, &dialog)
}

/// Why a finding cannot be decided so.
fn obstacle(model: &Model, item: &Item, act: Act) -> Option<String> {
    if item.status == Status::Written {
        return Some("written already".to_owned());
    }
    let finding = || proposal::revise(&item.finding, &item.edit, &model.setting.rules());
    (act == Act::Accept).then(|| finding().obstacle()).flatten()
}

/// Decides what a dialog holds, as one gesture, and goes on.
pub(super) fn carry_out(model: &mut Model, dialog: &BulkDialog) -> Vec<Effect> {
    let edit = |place: &usize| model.items.get(*place).map(|item| (*place, item.edit.clone()));
    let decided: Vec<(usize, Edit)> = dialog.places.iter().filter_map(edit).collect();
    let count = decided.len();
    let effects = decide::store(model, decided, dialog.act);
    if dialog.marked {
        clear(model);
    }
    let waits = model.selected().is_some_and(Item::is_undecided);
    let next = look::find_undecided(model, Step::Next);
    let done = decide::status(dialog.act, &Edit::default()).name();
    let mut told = format!("{count} {done}{} · {} undoes it all", left_out(dialog), model.key(&Action::Undo));
    match next {
        _ if waits => {}
        Some((next, _)) => model.select(Some(next)),
        None => {
            told.push_str(" · ");
            told.push_str(&look::nothing_left(model));
        }
    }
    model.tell(told);
    effects
}

/// What is left out, and why.
fn left_out(dialog: &BulkDialog) -> String {
    let count = dialog.decided + dialog.refused + dialog.hidden;
    let mut told = if count > 0 || !dialog.marked { format!(", {count} left out") } else { String::new() };
    if dialog.hidden > 0 {
        told.push_str(&format!(", {} of them hidden by the filter", dialog.hidden));
    }
    if let Some(reason) = &dialog.reason {
        told.push_str(&format!(" ({reason})"));
    }
    told
}
