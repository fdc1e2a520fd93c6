//! Following what an undo or a redo did.

use crate::proposal::Status;
use crate::source::Key;
use crate::tui::findings::past_decisions::DecisionState;
use crate::tui::input::effect::Effect;
use crate::tui::review::dialog::Dialog;
use crate::tui::review::model::{Item, Model};

use super::navigation;

/// A change other than a decision.
#[derive(Clone, Copy)]
enum SideChange {
    Note,
    Flag,
    Approval,
}

/// Applies what an undo or redo changed, and shows its first finding.
///
/// The edit of an undone decision is kept as a draft.
pub(crate) fn restored(model: &mut Model, description: String, changes: Vec<DecisionState>) -> Vec<Effect> {
    let count = changes.len();
    let written = changes.iter().filter(|change| change.status == Status::Written).count();
    let (mut places, mut side_changes, mut effects) = (Vec::new(), Vec::new(), Vec::new());
    for change in changes {
        let Some(place) = model.findings.place(&change.message) else { continue };
        let (side_change, effect) = restore(model, place, change);
        places.push(place);
        side_changes.push(side_change);
        effects.extend(effect);
    }
    model.refilter(&places);
    let mut message = description;
    if let Some((place, item)) = places.first().and_then(|place| Some((*place, model.findings.get(*place)?))) {
        // There were decisions too, unless all of these only change a claim of a decision.
        let side_change = side_changes.iter().all(Option::is_some).then(|| side_changes.pop().flatten()).flatten();
        message = format!("{message}: {}", what_changed(item, count, side_change));
        if written > 0 && count > 1 {
            message.push_str(&format!(", {written} of them stay written"));
        }
        if navigation::show_finding(model, place) {
            message.push_str(" · filter cleared to show it");
        }
    }
    model.notify(message);
    effects
}

/// Restores a finding; returns what changed if no decision did, and the draft to store.
fn restore(model: &mut Model, place: usize, state: DecisionState) -> (Option<SideChange>, Option<Effect>) {
    let DecisionState { message, status, edit, note, flagged, reviewer, approved_by, in_bulk } = state;
    let Some(item) = model.findings.get(place) else { return (None, None) };
    // A change of note or flag only does not touch the editor's draft.
    let as_decided = item.status == status && (*item.edit() == edit || status == Status::Pending);
    let side_change = match () {
        () if !as_decided => None,
        () if note.as_deref() != item.note() => Some(SideChange::Note),
        () if approved_by.as_deref() != item.approved_by() => Some(SideChange::Approval),
        () => (flagged != item.is_flagged()).then_some(SideChange::Flag),
    };
    let is_kept = status == Status::Pending && edit.is_empty() && !item.edit().is_empty();
    let draft = (side_change.is_none() && is_kept).then(|| Effect::SaveDraft { message, edit: item.edit().clone() });
    model.change(place, |item| {
        item.in_bulk = in_bulk;
        item.set_status(status, reviewer.map(Into::into));
        item.touch(|edits| {
            (edits.note, edits.flagged) = (note, flagged);
            edits.approved_by = approved_by.filter(|_| status.is_accepted());
            if side_change.is_none() {
                edits.draft = None;
                if !is_kept {
                    edits.edit = edit;
                }
            }
        });
    });
    (side_change, draft)
}

/// What an undo or redo changed, in words; `item` is the first of the findings.
fn what_changed(item: &Item, count: usize, side_change: Option<SideChange>) -> String {
    let flagged = if item.is_flagged() { "flagged" } else { "not flagged" };
    match (count, side_change) {
        (1, Some(SideChange::Note)) => format!("the note of {}, now {}", item.key, item.note().unwrap_or("none")),
        (1, Some(SideChange::Flag)) => format!("{} is {flagged} now", item.key),
        (1, Some(SideChange::Approval)) => match item.approved_by() {
            Some(by) => format!("{} is approved by {by} now", item.key),
            None => format!("{} is not approved now", item.key),
        },
        (1, None) => format!("{} is {} now", item.key, item.status.name()),
        (count, Some(SideChange::Flag)) => format!("{count} findings are {flagged} now"),
        (count, _) => format!("{count} findings"),
    }
}

/// Rereads what is shown of the database after a write or an undo. `changed` are the findings whose texts changed.
pub(crate) fn read_anew(model: &mut Model, changed: Vec<Key>) -> Vec<Effect> {
    model.current = None;
    let mut effects: Vec<_> = model.dialogs.iter().filter_map(Dialog::reload).collect();
    effects.extend(model.changed.look_for(changed));
    effects
}
