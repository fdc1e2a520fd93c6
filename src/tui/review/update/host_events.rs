//! News from the host and the scan.

use std::sync::Arc;

use jiff::Timestamp;

use crate::proposal::Status;
use crate::source::Key;
use crate::tui::dialogs::notice::Notice;
use crate::tui::dialogs::write_plan::WriteDialog;
use crate::tui::dialogs::{Overlay, recent};
use crate::tui::input::action::{Action, DecisionState, WritePlan};
use crate::tui::input::effect::Effect;
use crate::tui::review::available;
use crate::tui::review::model::{Item, Model};

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
        if recent::update::show(model, place) {
            message.push_str(" · the filter hid it, so all are shown");
        }
    }
    model.notify(message);
    effects
}

/// Updates the statuses after a write-back, and rereads what is shown of the database.
pub(crate) fn statuses(model: &mut Model, changes: Vec<(Key, Status)>) -> Vec<Effect> {
    let stale = changes.iter().filter(|(_, status)| *status == Status::Stale).map(|(key, _)| key.clone()).collect();
    let effects = read_anew(model, stale);
    let reviewer = Arc::clone(&model.settings.reviewer);
    let places: Vec<usize> = changes.iter().filter_map(|(key, _)| model.place(key)).collect();
    for (key, status) in changes {
        if let Some(place) = model.place(&key) {
            model.change(place, |item| item.set_status(status, Some(Arc::clone(&reviewer))));
        }
    }
    model.refit(&places);
    effects
}

/// Takes over the findings of a repeated search for changed messages, unless a later search looks for them. A message
/// without a finding can no longer be decided.
pub(crate) fn found_again(model: &mut Model, search: u64, mut items: Vec<Item>) {
    items.retain(|item| model.changed.is_awaited(&item.key, search));
    let found = items.iter().map(|item| item.key.clone()).collect();
    model.changed.end(search, &found);
    model.take_in(items);
}

/// Reports that changed messages could not be searched again, if that search is still awaited.
pub(crate) fn not_found_again(model: &mut Model, search: u64, reason: &str) {
    if model.changed.fail(search) {
        failed(model, "Error", reason);
    }
}

/// Rereads what is shown of the database after a write or an undo. `changed` are the findings whose texts changed.
pub(crate) fn read_anew(model: &mut Model, changed: Vec<Key>) -> Vec<Effect> {
    model.looked_at = None;
    let open = model.overlays.iter().filter_map(|overlay| match overlay {
        Overlay::Conversation(dialog) => Some(Effect::OpenConversation(dialog.what.message.clone())),
        Overlay::Journal(_) => Some(Effect::OpenJournal),
        _ => None,
    });
    let mut effects: Vec<_> = open.collect();
    effects.extend(model.changed.look_for(changed));
    effects
}

/// Adds the findings that were written before this scan.
pub(crate) fn written_before(model: &mut Model, items: Vec<Item>, last: Option<Timestamp>) {
    for item in items {
        model.written.add(item, &mut model.statistics);
    }
    model.written.last = last;
}

/// Reports that the last gesture is already written, and how to undo that.
pub(crate) fn not_undone(model: &mut Model, written: &[Key]) {
    let reason = available::written(model, written);
    model.refuse(reason);
}

/// Shows the plan of a write-back. If the reviewer moved on meanwhile, only a toast reports it, so that a key meant for
/// something else does not confirm it.
pub(crate) fn planned(model: &mut Model, plan: WritePlan) {
    // A repeated request opens one dialog.
    let is_open = model.overlays.iter().any(|overlay| matches!(overlay, Overlay::Plan(_)));
    if is_open || model.jobs.writing.is_some() {
        return;
    }
    if model.jobs.awaited_plan.take() == Some(true) {
        let key = model.key(&Action::PlanWriteBack);
        model.notify(format!("what would be written is worked out: {key} shows it"));
        return;
    }
    model.toast = None;
    let dialog = WriteDialog::of(model, plan);
    model.open(dialog);
}

/// Reports that nothing was written.
pub(crate) fn not_written(model: &mut Model, reason: &str) {
    model.jobs.writing = None;
    failed(model, "Nothing was written back", reason);
}

pub(crate) fn wrote(model: &mut Model, lines: Vec<String>) {
    model.jobs.writing = None;
    let notice = Notice { title: "Written back".to_owned(), lines, failed: false };
    model.open_notice(notice);
}

/// Reverts a gesture that could not be stored, so that the screen never shows a decision that does not exist.
pub(crate) fn not_decided(model: &mut Model, reason: &str) {
    let gesture = std::mem::take(&mut model.last_gesture);
    model.jobs.bulk = None;
    let first = gesture.first().map(|before| before.place);
    let places: Vec<usize> = gesture.iter().map(|before| before.place).collect();
    for before in gesture {
        model.change(before.place, |item| before.restore(item));
    }
    // The summary no longer applies.
    model.overlays.retain(|overlay| !matches!(overlay, Overlay::Summary(_)));
    model.refit(&places);
    if first.is_some_and(|place| model.is_shown(place)) {
        model.select(first);
    }
    model.toast = None;
    failed(model, "Not saved", reason);
}

/// Reports evidence that the profile names but the database lacks.
pub(crate) fn not_readable(model: &mut Model, sources: Vec<String>) {
    let consequence = "What these would say is missing from every verdict.";
    let lines = sources.into_iter().chain([String::new(), consequence.to_owned()]).collect();
    model.open_notice(Notice { title: "Some evidence cannot be read".to_owned(), lines, failed: true });
}

pub(crate) fn failed(model: &mut Model, title: &str, reason: &str) {
    let lines = reason.lines().map(str::to_owned).collect();
    let notice = Notice { title: title.to_owned(), lines, failed: true };
    model.open_notice(notice);
}
