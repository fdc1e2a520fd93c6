//! What the host and the scan tell.

use std::sync::Arc;

use jiff::Timestamp;

use crate::proposal::Status;
use crate::source::Key;
use crate::tui::dialogs::notice::Notice;
use crate::tui::dialogs::write_plan::WriteDialog;
use crate::tui::dialogs::{Overlay, recent};
use crate::tui::input::action::{Action, Standing, WritePlan};
use crate::tui::input::effect::Effect;
use crate::tui::review::available;
use crate::tui::review::model::{Item, Model};

/// What changed beside a decision.
#[derive(Clone, Copy)]
enum Beside {
    Note,
    Flag,
    Approval,
}

/// Takes in what an undo or redo changed, and brings its first finding on screen.
///
/// A decision that is taken back leaves its changes behind as a draft: nobody types a memory twice.
pub(crate) fn restored(model: &mut Model, description: String, changes: Vec<Standing>) -> Vec<Effect> {
    let mut first = None;
    let mut effects = Vec::new();
    let count = changes.len();
    let written = changes.iter().filter(|change| change.status == Status::Written).count();
    let mut decided = false;
    let mut beside = None;
    let mut places = Vec::new();
    for Standing { message, status, edit, note, flagged, reviewer, approved_by } in changes {
        let Some(place) = model.place(&message) else {
            continue;
        };
        let Some(item) = model.items.get(place) else {
            continue;
        };
        // Where only note or flag is another, a draft of the editor is not done with.
        let as_decided = item.status == status && (*item.edit() == edit || status == Status::Pending);
        let is_noted = note.as_deref() != item.note();
        let is_approved = approved_by.as_deref() != item.approved_by();
        let only_beside = as_decided && (is_noted || is_approved || flagged != item.flagged);
        if only_beside {
            beside = Some(match (is_noted, is_approved) {
                (true, _) => Beside::Note,
                (_, true) => Beside::Approval,
                _ => Beside::Flag,
            });
        }
        decided |= !only_beside;
        let is_kept = status == Status::Pending && edit.is_empty() && !item.edit().is_empty();
        if !only_beside && is_kept {
            effects.push(Effect::SaveDraft { message, edit: item.edit().clone() });
        }
        model.change(place, |item| {
            item.flagged = flagged;
            item.stand(status, reviewer.map(Into::into));
            item.touch(|touched| {
                touched.note = note;
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
    let mut told = description;
    if let Some((place, item)) = first.and_then(|place| Some((place, model.items.get(place)?))) {
        let flagged = if item.flagged { "flagged" } else { "not flagged" };
        told = match (count, beside.filter(|_| !decided)) {
            (1, Some(Beside::Note)) => {
                format!("{told}: the note of {}, now {}", item.key, item.note().unwrap_or("none"))
            }
            (1, Some(Beside::Flag)) => format!("{told}: {} is {flagged} now", item.key),
            (1, Some(Beside::Approval)) => match item.approved_by() {
                Some(by) => format!("{told}: {} is approved by {by} now", item.key),
                None => format!("{told}: {} is not approved now", item.key),
            },
            (1, None) => format!("{told}: {} is {} now", item.key, item.status.name()),
            (count, Some(Beside::Flag)) => format!("{told}: {count} findings are {flagged} now"),
            (count, _) => format!("{told}: {count} findings"),
        };
        if written > 0 && count > 1 {
            told.push_str(&format!(", {written} of them stay written"));
        }
        if recent::update::show(model, place) {
            told.push_str(" · the filter hid it, so all are shown");
        }
    }
    model.tell(told);
    effects
}

/// Takes in how findings stand now that something was written; what shows of the database is read anew.
pub(crate) fn statuses(model: &mut Model, changes: Vec<(Key, Status)>) -> Vec<Effect> {
    let stale = changes.iter().filter(|(_, status)| *status == Status::Stale).map(|(key, _)| key.clone()).collect();
    let effects = read_anew(model, stale);
    let reviewer = Arc::clone(&model.setting.reviewer);
    let places: Vec<usize> = changes.iter().filter_map(|(key, _)| model.place(key)).collect();
    for (key, status) in changes {
        if let Some(place) = model.place(&key) {
            model.change(place, |item| item.stand(status, Some(Arc::clone(&reviewer))));
        }
    }
    model.refit(&places);
    effects
}

/// Takes in what was found anew of the messages that no later search looks for; what is found in one no more is not decided
/// as it was.
pub(crate) fn found_again(model: &mut Model, search: u64, mut items: Vec<Item>) {
    items.retain(|item| model.changed.is_awaited(&item.key, search));
    let found = items.iter().map(|item| item.key.clone()).collect();
    model.changed.end(search, &found);
    model.take_in(items);
}

/// Tells that messages could not be looked for anew, where any are still looked for by that search.
pub(crate) fn not_found_again(model: &mut Model, search: u64, reason: &str) {
    if model.changed.fail(search) {
        failed(model, "It did not work", reason);
    }
}

/// Asks anew for what shows of the database, where something was written or taken back there; `changed` are findings of texts
/// that are others by now.
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

/// Counts what was written before the findings were looked for.
pub(crate) fn written_before(model: &mut Model, items: Vec<Item>, last: Option<Timestamp>) {
    for item in items {
        model.written.add(item, &mut model.statistics);
    }
    model.written.last = last;
}

/// Tells that the last gesture is written, and who takes that back.
pub(crate) fn not_undone(model: &mut Model, written: &[Key]) {
    let told = available::written(model, written);
    model.refuse(told);
}

/// Shows what would be written. Who went on meanwhile is only told of it: a key that was meant for something else must
/// not confirm it.
pub(crate) fn planned(model: &mut Model, plan: WritePlan) {
    // Who asked twice is answered once.
    let is_open = model.overlays.iter().any(|overlay| matches!(overlay, Overlay::Plan(_)));
    if is_open || model.writing.is_some() {
        return;
    }
    if model.awaited_plan.take() == Some(true) {
        let key = model.key(&Action::PlanWriteBack);
        model.tell(format!("what would be written is worked out: {key} shows it"));
        return;
    }
    model.toast = None;
    let dialog = WriteDialog::of(model, plan);
    model.open(dialog);
}

/// Tells that nothing was written; who gave it up knows why.
pub(crate) fn not_written(model: &mut Model, reason: &str) {
    model.writing = None;
    failed(model, "Nothing was written back", reason);
}

pub(crate) fn wrote(model: &mut Model, lines: Vec<String>) {
    model.writing = None;
    let notice = Notice { title: "Written back".to_owned(), lines, failed: false };
    model.open_notice(notice);
}

/// Takes back here what could not be stored there: the screen never shows a decision that does not exist.
pub(crate) fn not_decided(model: &mut Model, reason: &str) {
    let gesture = std::mem::take(&mut model.last_gesture);
    model.bulk = None;
    let first = gesture.first().map(|before| before.place);
    let places: Vec<usize> = gesture.iter().map(|before| before.place).collect();
    for before in gesture {
        model.change(before.place, |item| before.restore(item));
    }
    // What it told is not so.
    model.overlays.retain(|overlay| !matches!(overlay, Overlay::Summary(_)));
    model.refit(&places);
    if first.is_some_and(|place| model.is_shown(place)) {
        model.select(first);
    }
    model.toast = None;
    failed(model, "It was not stored", reason);
}

/// What the profile names and this database has not, before anything is judged without it.
pub(crate) fn not_readable(model: &mut Model, sources: Vec<String>) {
    let told = "What these would say is missing from every verdict.";
    let lines = sources.into_iter().chain([String::new(), told.to_owned()]).collect();
    model.open_notice(Notice { title: "Some evidence cannot be read".to_owned(), lines, failed: true });
}

pub(crate) fn failed(model: &mut Model, title: &str, reason: &str) {
    let lines = reason.lines().map(str::to_owned).collect();
    let notice = Notice { title: title.to_owned(), lines, failed: true };
    model.open_notice(notice);
}
