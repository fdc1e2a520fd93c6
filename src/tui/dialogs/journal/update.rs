//! The journal: looking at it, and taking write-backs back.

use crate::proposal::{Edit, Status};
use crate::source::Key;
use crate::tui::dialogs::{Overlay, journal};
use crate::tui::input::action::{Motion, Standing};
use crate::tui::input::effect::Effect;
use crate::tui::review::available;
use crate::tui::review::model::Model;
use crate::tui::review::update::news::{self, read_anew};
use crate::tui::screen::{self, Extent};

use super::{Journal, JournalDialog, UndoQuestion};

/// Opens the journal, or shows it as it is now.
pub(crate) fn journal(model: &mut Model, now: Journal) {
    let open = model.overlays.iter_mut().find_map(|overlay| match overlay {
        Overlay::Journal(dialog) => Some(dialog),
        _ => None,
    });
    match open {
        Some(dialog) => dialog.renew(now),
        None => model.overlays.push(Overlay::Journal(JournalDialog { what: now, cursor: 0 })),
    }
}

pub(crate) fn go(model: &mut Model, motion: Motion) {
    let Extent { rows, .. } = screen::overlay_extent(model);
    if let Some(Overlay::Journal(dialog)) = model.overlays.last_mut() {
        dialog.go(motion, (rows / 2).max(1));
    }
}

/// Asks whether to take the selected write-back back, if it is one that stands.
pub(crate) fn ask(model: &mut Model) {
    let Some(Overlay::Journal(dialog)) = model.overlays.last() else {
        return;
    };
    match (available::taking_back(model, dialog), dialog.selected().cloned()) {
        (None, Some(row)) => model.overlays.push(Overlay::TakeBack(UndoQuestion { row })),
        (why, _) => model.refuse(why.unwrap_or_default()),
    }
}

pub(crate) fn taken_back(model: &mut Model, write: i64, message: Key, status: Status, edit: Edit) -> Vec<Effect> {
    let done = format!("write-back {write} of message {message} taken back");
    let Some(place) = model.place(&message) else {
        let mut effects = read_anew(model, Vec::new());
        if status == Status::Written {
            model.tell(done);
            return effects;
        }
        model.written.remove(&message, &mut model.statistics);
        model.tell(format!("{done} · it is looked for again"));
        effects.extend(model.changed.look_for(vec![message]));
        return effects;
    };
    let told = journal::standing(status, !edit.is_empty());
    let (note, flagged) =
        model.items.get(place).map(|item| (item.note().map(str::to_owned), item.flagged)).unwrap_or_default();
    let reviewer = model.items.get(place).and_then(|item| item.standing().reviewer.map(str::to_owned));
    let standing = Standing { message, status, edit, note, flagged, reviewer };
    let mut effects = news::restored(model, String::new(), vec![standing]);
    effects.extend(read_anew(model, Vec::new()));
    model.tell(format!("{done}: {told}"));
    effects
}

pub(crate) fn not_taken_back(model: &mut Model, write: i64, reason: &str) {
    let title = format!("Write-back {write} was not taken back");
    news::failed(model, &title, &format!("{reason}\nEverything stands as it did."));
}
