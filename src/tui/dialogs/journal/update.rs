//! The journal: looking at it, and taking write-backs back.

use crate::proposal::{Edit, Status};
use crate::source::{EntryKind, JournalBatch, Key};
use crate::tui::dialogs::Overlay;
use crate::tui::dialogs::dialog::Outcome;
use crate::tui::findings::words;
use crate::tui::input::action::{Action, Standing};
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::tui::review::update::news::{self, read_anew};

use super::{Did, Journal, JournalDialog, Part, Restored, UndoQuestion, standing};

/// Opens the journal, or shows it as it is now.
pub(crate) fn journal(model: &mut Model, now: Journal) {
    let open = model.overlays.iter_mut().find_map(|overlay| match overlay {
        Overlay::Journal(dialog) => Some(dialog),
        _ => None,
    });
    match open {
        Some(dialog) => dialog.renew(now),
        None => model.open(JournalDialog::of(now)),
    }
}

/// Asks whether to take the selected write-back back, if it is one that stands.
pub(super) fn ask(model: &mut Model, dialog: &JournalDialog) -> Outcome {
    match (why_it_stands(model, dialog), dialog.selected()) {
        (None, Some(Part::Row(row))) => model.open(UndoQuestion::Write(row.clone())),
        (None, Some(Part::Batch(batch))) => model.open(UndoQuestion::Batch(batch.clone())),
        (why, _) => model.refuse(why.unwrap_or_default()),
    }
    Outcome::stays()
}

/// Why the selected row of the journal cannot be taken back.
pub(super) fn why_it_stands(model: &Model, dialog: &JournalDialog) -> Option<String> {
    let row = match dialog.selected() {
        None => return Some("nothing was written that could be taken back".to_owned()),
        Some(Part::Batch(batch)) => return why_batch_stands(batch),
        Some(Part::Row(row)) => row,
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

/// Why a batch cannot be taken back.
fn why_batch_stands(batch: &JournalBatch) -> Option<String> {
    match batch.kind {
        EntryKind::Undo => Some(format!("batch {} took something back: accept it anew to write it again", batch.batch)),
        EntryKind::Write if batch.standing == 0 => Some(format!("batch {} is taken back already", batch.batch)),
        EntryKind::Write => None,
    }
}

/// Takes in that all that stood of a batch was taken back, as far as it could be.
pub(crate) fn batch_taken_back(
    model: &mut Model,
    batch: i64,
    changes: Vec<Restored>,
    problems: &[String],
) -> Vec<Effect> {
    let count = changes.len();
    let (known, gone): (Vec<_>, Vec<_>) =
        changes.into_iter().partition(|change| model.place(&change.message).is_some());
    let standings: Vec<_> = known.into_iter().map(|change| standing_of(model, change)).collect();
    let looked_for = gone.into_iter().filter(|change| change.status != Status::Written).map(|change| change.message);
    let looked_for: Vec<Key> = looked_for.collect();
    for message in &looked_for {
        model.written.remove(message, &mut model.statistics);
    }
    let mut effects = news::restored(model, String::new(), standings);
    effects.extend(read_anew(model, looked_for));
    if problems.is_empty() {
        model.tell(format!("batch {batch} taken back: {} pending again", words::count(count, "finding")));
    } else {
        let title = format!("Taken back of batch {batch}: {}, not all", words::count(count, "finding"));
        news::failed(model, &title, &problems.join("\n"));
    }
    effects
}

/// Where the finding of a message stands, with what else is known of it here.
fn standing_of(model: &Model, Restored { message, status, edit }: Restored) -> Standing {
    let item = model.place(&message).and_then(|place| model.items.get(place));
    let note = item.and_then(|item| item.note().map(str::to_owned));
    let reviewer = item.and_then(|item| item.standing().reviewer.map(str::to_owned));
    let flagged = item.is_some_and(|item| item.flagged);
    Standing { message, status, edit, note, flagged, reviewer, approved_by: None }
}

pub(crate) fn taken_back(model: &mut Model, write: i64, message: Key, status: Status, edit: Edit) -> Vec<Effect> {
    let done = format!("write-back {write} of message {message} taken back");
    if model.place(&message).is_none() {
        let mut effects = read_anew(model, Vec::new());
        if status == Status::Written {
            model.tell(done);
            return effects;
        }
        model.written.remove(&message, &mut model.statistics);
        model.tell(format!("{done} · it is looked for again"));
        effects.extend(model.changed.look_for(vec![message]));
        return effects;
    }
    let told = standing(status, !edit.is_empty());
    let standing = standing_of(model, Restored { message, status, edit });
    let mut effects = news::restored(model, String::new(), vec![standing]);
    effects.extend(read_anew(model, Vec::new()));
    model.tell(format!("{done}: {told}"));
    effects
}

pub(crate) fn not_taken_back(model: &mut Model, write: i64, reason: &str) {
    let title = format!("Write-back {write} was not taken back");
    news::failed(model, &title, &format!("{reason}\nEverything stands as it did."));
}
