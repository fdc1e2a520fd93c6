//! What the host and the scan tell.

use crate::proposal::Status;
use crate::source::Key;
use crate::tui::action::{Standing, WritePlan};
use crate::tui::conversation::{Conversation, ConversationDialog};
use crate::tui::effect::Effect;
use crate::tui::model::{Item, Model};
use crate::tui::overlay::{Notice, Overlay, Reading};

use super::recent;

/// What changed beside a decision.
#[derive(Clone, Copy)]
enum Beside {
    Note,
    Flag,
}

/// Takes in what an undo or redo changed, and brings its first finding on screen.
///
/// A decision that is taken back leaves its changes behind as a draft: nobody types a memory twice.
pub(super) fn restored(model: &mut Model, description: String, changes: Vec<Standing>) -> Vec<Effect> {
    let mut first = None;
    let mut effects = Vec::new();
    let count = changes.len();
    let mut decided = false;
    let mut beside = None;
    for Standing { message, status, edit, note, flagged, reviewer } in changes {
        let Some(place) = model.place(&message) else {
            continue;
        };
        if let Some(item) = model.items.get_mut(place) {
            // Where only note or flag is another, a draft of the editor is not done with.
            let as_decided = item.status == status && (item.edit == edit || status == Status::Pending);
            let only_beside = as_decided && (note != item.note || flagged != item.flagged);
            if only_beside {
                beside = Some(if flagged == item.flagged { Beside::Note } else { Beside::Flag });
            }
            (item.note, item.flagged) = (note, flagged);
            item.stand(status, reviewer, &mut model.statistics);
            if !only_beside {
                decided = true;
                item.draft = None;
                if status == Status::Pending && edit.is_empty() && !item.edit.is_empty() {
                    effects.push(Effect::SaveDraft { message, edit: item.edit.clone() });
                } else {
                    item.edit = edit;
                }
            }
            first.get_or_insert(place);
        }
    }
    model.apply_filter();
    let mut told = description;
    if let Some((place, item)) = first.and_then(|place| Some((place, model.items.get(place)?))) {
        let flagged = if item.flagged { "flagged" } else { "not flagged" };
        told = match (count, beside.filter(|_| !decided)) {
            (1, Some(Beside::Note)) => {
                format!("{told}: the note of {}, now {}", item.key, item.note.as_deref().unwrap_or("none"))
            }
            (1, Some(Beside::Flag)) => format!("{told}: {} is {flagged} now", item.key),
            (1, None) => format!("{told}: {} is {} now", item.key, item.status.name()),
            (count, Some(Beside::Flag)) => format!("{told}: {count} findings are {flagged} now"),
            (count, _) => format!("{told}: {count} findings"),
        };
        if recent::show(model, place) {
            told.push_str(" · the filter hid it, so all are shown");
        }
    }
    model.tell(told);
    effects
}

pub(super) fn statuses(model: &mut Model, changes: Vec<(Key, Status)>) {
    for (key, status) in changes {
        let place = model.place(&key);
        if let Some(item) = place.and_then(|place| model.items.get_mut(place)) {
            item.stand(status, Some(model.setting.reviewer.clone()), &mut model.statistics);
        }
    }
    model.apply_filter();
}

/// Counts what was written before the findings were looked for.
pub(super) fn written_before(model: &mut Model, items: Vec<Item>) {
    for item in items {
        model.statistics.add(&item.finding, item.standing());
        model.written.insert(item.key, item.reviewer.unwrap_or_default());
    }
}

pub(super) fn planned(model: &mut Model, plan: WritePlan) {
    model.overlays.push(Overlay::Plan(Reading::new(plan)));
}

pub(super) fn conversation(model: &mut Model, conversation: Conversation) {
    let dialog = ConversationDialog::new(conversation, model);
    model.overlays.push(Overlay::Conversation(Box::new(dialog)));
}

pub(super) fn wrote(model: &mut Model, lines: Vec<String>) {
    let notice = Notice { title: "Written back".to_owned(), lines, failed: false };
    model.open_notice(notice);
}

/// Takes back here what could not be stored there: the screen never shows a decision that does not exist.
pub(super) fn not_decided(model: &mut Model, reason: &str) {
    let gesture = std::mem::take(&mut model.last_gesture);
    let first = gesture.first().map(|before| before.place);
    for before in gesture {
        if let Some(item) = model.items.get_mut(before.place) {
            before.restore(item, &mut model.statistics);
        }
    }
    // What it told is not so.
    model.overlays.retain(|overlay| !matches!(overlay, Overlay::Summary(_)));
    model.apply_filter();
    if first.is_some_and(|place| model.shown.contains(&place)) {
        model.select(first);
    }
    model.toast = None;
    failed(model, "It was not stored", reason);
}

pub(super) fn failed(model: &mut Model, title: &str, reason: &str) {
    let lines = reason.lines().map(str::to_owned).collect();
    let notice = Notice { title: title.to_owned(), lines, failed: true };
    model.open_notice(notice);
}
