//! The journal: opening it and undoing write-backs.

use crate::proposal::{Edit, Status};
use crate::source::{EntryKind, JournalBatch, Key};
use crate::tui::findings::words;
use crate::tui::input::action::{Action, DecisionState};
use crate::tui::input::effect::Effect;
use crate::tui::loaded::journal::{JournalRowKind, LoadedJournal, Restored};
use crate::tui::review::actions::restore::{read_anew, restored};
use crate::tui::review::dialog::DialogOutcome;
use crate::tui::review::model::Model;
use crate::tui::review::notice::Notice;

use super::{JournalDialog, JournalItem, UndoQuestion, status_text};

/// Opens the journal, or refreshes it.
pub(crate) fn journal(model: &mut Model, now: LoadedJournal) {
    match model.dialogs.find_mut::<JournalDialog>() {
        Some(dialog) => dialog.renew(now),
        None => model.open(JournalDialog::of(now)),
    }
}

/// Asks whether to undo the selected write-back, if it is still in force.
pub(super) fn ask(model: &mut Model, dialog: &JournalDialog) -> DialogOutcome {
    match (undo_obstacle(model, dialog), dialog.selected()) {
        (None, Some(JournalItem::Row(row))) => model.open(UndoQuestion::Write(row.clone())),
        (None, Some(JournalItem::Batch(batch))) => model.open(UndoQuestion::Batch(batch.clone())),
        (why, _) => model.refuse(why.unwrap_or_default()),
    }
    DialogOutcome::stays()
}

/// Why the selected item cannot be undone; `None` if it can.
pub(super) fn undo_obstacle(model: &Model, dialog: &JournalDialog) -> Option<String> {
    let row = match dialog.selected() {
        None => return Some("no write-back to undo".to_owned()),
        Some(JournalItem::Batch(batch)) => return batch_obstacle(batch),
        Some(JournalItem::Row(row)) => row,
    };
    match row.did {
        JournalRowKind::Write => None,
        JournalRowKind::Undone(undo) => Some(format!("{} is already undone by {undo}", row.id)),
        JournalRowKind::Undo(taken) => {
            let write = model.settings.key(&Action::PlanWriteBack);
            let reason = format!("{} undid {taken}; to write it again, accept its finding and press {write}", row.id);
            Some(reason)
        }
    }
}

/// Why a batch cannot be undone; `None` if it can.
fn batch_obstacle(batch: &JournalBatch) -> Option<String> {
    match batch.kind {
        EntryKind::Undo => Some(format!("batch {} is an undo; accept its findings to write them again", batch.batch)),
        EntryKind::Write if batch.in_effect == 0 => Some(format!("batch {} is already undone", batch.batch)),
        EntryKind::Write => None,
    }
}

/// Applies the undo of a batch to the model.
pub(crate) fn batch_undone(model: &mut Model, batch: i64, changes: Vec<Restored>, problems: &[String]) -> Vec<Effect> {
    let count = changes.len();
    let (known, gone): (Vec<_>, Vec<_>) =
        changes.into_iter().partition(|change| model.findings.place(&change.message).is_some());
    let states: Vec<_> = known.into_iter().map(|change| decision_state(model, change)).collect();
    let looked_for = gone.into_iter().filter(|change| change.status != Status::Written).map(|change| change.message);
    let looked_for: Vec<Key> = looked_for.collect();
    for message in &looked_for {
        model.findings.remove_written(message);
    }
    let mut effects = restored(model, format!("batch {batch} partly undone"), states);
    effects.extend(read_anew(model, looked_for));
    if problems.is_empty() {
        model.notify(format!("batch {batch} undone: {} pending again", words::count(count, "finding")));
    } else {
        let title = format!("Batch {batch} only partly undone: {}", words::count(count, "finding"));
        model.open_notice(Notice::failure(&title, &problems.join("\n")));
    }
    effects
}

/// The decision state of a restored finding, completed from the model.
fn decision_state(model: &Model, Restored { message, status, edit }: Restored) -> DecisionState {
    let item = model.findings.of(&message);
    let note = item.and_then(|item| item.note().map(str::to_owned));
    let reviewer = item.and_then(|item| item.decision_status().reviewer.map(str::to_owned));
    let (flagged, in_bulk) = item.map(|item| (item.is_flagged(), item.in_bulk)).unwrap_or_default();
    DecisionState { message, status, edit, note, flagged, reviewer, approved_by: None, in_bulk }
}

pub(crate) fn write_undone(model: &mut Model, write: i64, message: Key, status: Status, edit: Edit) -> Vec<Effect> {
    let done = format!("write-back {write} of message {message} undone");
    if model.findings.place(&message).is_none() {
        let mut effects = read_anew(model, Vec::new());
        if status == Status::Written {
            model.notify(done);
            return effects;
        }
        model.findings.remove_written(&message);
        model.notify(format!("{done} · searching it again"));
        effects.extend(model.changed.look_for(vec![message]));
        return effects;
    }
    let status_now = status_text(status, !edit.is_empty());
    let state = decision_state(model, Restored { message, status, edit });
    let mut effects = restored(model, String::new(), vec![state]);
    effects.extend(read_anew(model, Vec::new()));
    model.notify(format!("{done}: {status_now}"));
    effects
}

pub(crate) fn write_not_undone(model: &mut Model, write: i64, reason: &str) {
    let title = format!("Write-back {write} was not undone");
    model.open_notice(Notice::failure(&title, &format!("{reason}\nNothing was changed.")));
}
