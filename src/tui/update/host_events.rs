//! News from the host and the scan.

use std::sync::Arc;

use jiff::Timestamp;

use crate::proposal::Status;
use crate::source::Key;
use crate::tui::dialogs::summary::Summary;
use crate::tui::dialogs::write_plan::WriteDialog;
use crate::tui::input::action::Action;
use crate::tui::input::effect::Effect;
use crate::tui::loaded::write_plan::WritePlan;
use crate::tui::review::actions::restore::read_anew;
use crate::tui::review::available;
use crate::tui::review::model::{Item, Model};
use crate::tui::review::notice::Notice;

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
        model.fail("Error", reason);
    }
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
    if model.dialogs.find::<WriteDialog>().is_some() || model.jobs.writing.is_some() {
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
    model.fail("Nothing was written back", reason);
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
    model.dialogs.close::<Summary>();
    model.refit(&places);
    if first.is_some_and(|place| model.is_shown(place)) {
        model.select(first);
    }
    model.toast = None;
    model.fail("Not saved", reason);
}

/// Reports evidence that the profile names but the database lacks.
pub(crate) fn not_readable(model: &mut Model, sources: Vec<String>) {
    let consequence = "What these would say is missing from every verdict.";
    let lines = sources.into_iter().chain([String::new(), consequence.to_owned()]).collect();
    model.open_notice(Notice { title: "Some evidence cannot be read".to_owned(), lines, failed: true });
}
