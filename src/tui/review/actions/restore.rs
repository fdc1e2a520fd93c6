//! Following what an undo or a redo did.

use crate::proposal::Status;
use crate::source::Key;
use crate::tui::findings::restored::DecisionState;
use crate::tui::input::effect::Effect;
use crate::tui::review::dialog::Dialog;
use crate::tui::review::model::Model;

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
    let mut first = None;
    let mut effects = Vec::new();
    let count = changes.len();
    let written = changes.iter().filter(|change| change.status == Status::Written).count();
    let mut decided = false;
    let mut beside = None;
    let mut places = Vec::new();
    for DecisionState { message, status, edit, note, flagged, reviewer, approved_by, in_bulk } in changes {
        let Some(place) = model.place(&message) else {
            continue;
        };
        let Some(item) = model.items.get(place) else {
            continue;
        };
        // A change of note or flag only does not touch the editor's draft.
        let as_decided = item.status == status && (*item.edit() == edit || status == Status::Pending);
        let is_noted = note.as_deref() != item.note();
        let is_approved = approved_by.as_deref() != item.approved_by();
        let only_beside = as_decided && (is_noted || is_approved || flagged != item.is_flagged());
        if only_beside {
            beside = Some(match (is_noted, is_approved) {
                (true, _) => SideChange::Note,
                (_, true) => SideChange::Approval,
                _ => SideChange::Flag,
            });
        }
        decided |= !only_beside;
        let is_kept = status == Status::Pending && edit.is_empty() && !item.edit().is_empty();
        if !only_beside && is_kept {
            effects.push(Effect::SaveDraft { message, edit: item.edit().clone() });
        }
        model.change(place, |item| {
            item.in_bulk = in_bulk;
            item.set_status(status, reviewer.map(Into::into));
            item.touch(|touched| {
                (touched.note, touched.flagged) = (note, flagged);
                touched.approved_by = approved_by.filter(|_| status.is_accepted());
                if !only_beside {
                    touched.draft = None;
                    if !is_kept {
                        touched.edit = edit;
                    }
                }
            });
        });
        first.get_or_insert(place);
        places.push(place);
    }
    model.refit(&places);
    let mut message = description;
    if let Some((place, item)) = first.and_then(|place| Some((place, model.items.get(place)?))) {
        let flagged = if item.is_flagged() { "flagged" } else { "not flagged" };
        message = match (count, beside.filter(|_| !decided)) {
            (1, Some(SideChange::Note)) => {
                format!("{message}: the note of {}, now {}", item.key, item.note().unwrap_or("none"))
            }
            (1, Some(SideChange::Flag)) => format!("{message}: {} is {flagged} now", item.key),
            (1, Some(SideChange::Approval)) => match item.approved_by() {
                Some(by) => format!("{message}: {} is approved by {by} now", item.key),
                None => format!("{message}: {} is not approved now", item.key),
            },
            (1, None) => format!("{message}: {} is {} now", item.key, item.status.name()),
            (count, Some(SideChange::Flag)) => format!("{message}: {count} findings are {flagged} now"),
            (count, _) => format!("{message}: {count} findings"),
        };
        if written > 0 && count > 1 {
            message.push_str(&format!(", {written} of them stay written"));
        }
        if navigation::show_finding(model, place) {
            message.push_str(" · the filter hid it, so all are shown");
        }
    }
    model.notify(message);
    effects
}

/// Rereads what is shown of the database after a write or an undo. `changed` are the findings whose texts changed.
pub(crate) fn read_anew(model: &mut Model, changed: Vec<Key>) -> Vec<Effect> {
    model.looked_at = None;
    let mut effects: Vec<_> = model.dialogs.iter().filter_map(Dialog::reload).collect();
    effects.extend(model.changed.look_for(changed));
    effects
}
