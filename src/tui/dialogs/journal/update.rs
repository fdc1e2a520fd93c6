//! The journal: looking at it, and taking write-backs back.

use crate::proposal::{Edit, Status};
use crate::source::Key;
use crate::tui::dialogs::Overlay;
use crate::tui::dialogs::dialog::Outcome;
use crate::tui::input::action::{Action, Standing};
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::tui::review::update::news::{self, read_anew};

use super::{Did, Journal, JournalDialog, UndoQuestion, standing};

/// Opens the journal, or shows it as it is now.
pub(crate) fn journal(model: &mut Model, now: Journal) {
    let open = model.overlays.iter_mut().find_map(|overlay| match overlay {
        Overlay::Journal(dialog) => Some(dialog),
        _ => None,
    });
    match open {
        Some(dialog) => dialog.renew(now),
        None => model.open(JournalDialog { what: now, cursor: 0 }),
    }
}

/// Asks whether to take the selected write-back back, if it is one that stands.
pub(super) fn ask(model: &mut Model, dialog: &JournalDialog) -> Outcome {
    match (why_it_stands(model, dialog), dialog.selected().cloned()) {
        (None, Some(row)) => model.open(UndoQuestion { row }),
        (why, _) => model.refuse(why.unwrap_or_default()),
    }
    Outcome::stays()
}

/// Why the selected row of the journal cannot be taken back.
pub(super) fn why_it_stands(model: &Model, dialog: &JournalDialog) -> Option<String> {
    let Some(row) = dialog.selected() else {
        return Some("nothing was written that could be taken back".to_owned());
    };
    match row.did {
        Did::Write => None,
        Did::Undone(undo) => Some(format!("{} is taken back already, by {undo}", row.id)),
        Did::Undo(taken) => {
            let write = model.key(&Action::PlanWriteBack);
            let told = format!("{} took {taken} back; to write it again, accept its finding and press {write}", row.id);
            Some(told)
        }
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
    let told = standing(status, !edit.is_empty());
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
