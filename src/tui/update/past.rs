//! The journal: looking at it, and taking write-backs back.

use crate::proposal::{Edit, Status};
use crate::source::Key;
use crate::statistics;
use crate::tui::action::{Motion, Standing};
use crate::tui::available;
use crate::tui::effect::Effect;
use crate::tui::journal::{self, Journal, JournalDialog, UndoQuestion};
use crate::tui::model::Model;
use crate::tui::overlay::Overlay;
use crate::tui::view::{self, Extent};

use super::news;

/// Opens the journal, or shows it as it is now.
pub(super) fn journal(model: &mut Model, now: Journal) {
    let open = model.overlays.iter_mut().find_map(|overlay| match overlay {
        Overlay::Journal(dialog) => Some(dialog),
        _ => None,
    });
    match open {
        Some(dialog) => dialog.renew(now),
        None => model.overlays.push(Overlay::Journal(JournalDialog { what: now, cursor: 0 })),
    }
}

pub(super) fn go(model: &mut Model, motion: Motion) {
    let Extent { rows, .. } = view::overlay_extent(model);
    if let Some(Overlay::Journal(dialog)) = model.overlays.last_mut() {
        dialog.go(motion, (rows / 2).max(1));
    }
}

/// Asks whether to take the selected write-back back, if it is one that stands.
pub(super) fn ask(model: &mut Model) {
    let Some(Overlay::Journal(dialog)) = model.overlays.last() else {
        return;
    };
    match (available::taking_back(model, dialog), dialog.selected().cloned()) {
        (None, Some(row)) => model.overlays.push(Overlay::TakeBack(UndoQuestion { row })),
        (why, _) => model.refuse(why.unwrap_or_default()),
    }
}

pub(super) fn taken_back(model: &mut Model, write: i64, message: Key, status: Status, edit: Edit) -> Vec<Effect> {
    let done = format!("write-back {write} of message {message} taken back");
    let Some(place) = model.place(&message) else {
        count_as_undone(model, &message, status);
        model.tell(format!("{done} · the next review finds it again"));
        return Vec::new();
    };
    let told = journal::standing(status, !edit.is_empty());
    let (note, flagged) =
        model.items.get(place).map(|item| (item.note().map(str::to_owned), item.flagged)).unwrap_or_default();
    let reviewer = model.items.get(place).and_then(|item| item.standing().reviewer.map(str::to_owned));
    let standing = Standing { message, status, edit, note, flagged, reviewer };
    let effects = news::restored(model, String::new(), vec![standing]);
    model.tell(format!("{done}: {told}"));
    effects
}

/// Counts what was written before, and is so no more, among the undecided: the next review finds it there.
fn count_as_undone(model: &mut Model, message: &Key, status: Status) {
    if status != Status::Written
        && let Some(reviewer) = model.written.remove(message)
    {
        let before = statistics::Standing { status: Status::Written, reviewer: Some(&reviewer) };
        model.statistics.restate(before, statistics::Standing::default());
    }
}

pub(super) fn not_taken_back(model: &mut Model, write: i64, reason: &str) {
    let title = format!("Write-back {write} was not taken back");
    news::failed(model, &title, &format!("{reason}\nEverything stands as it did."));
}
