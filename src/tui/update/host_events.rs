//! News from the host and the scan.

use std::sync::Arc;

use crate::proposal::Status;
use crate::source::Key;
use crate::tui::dialogs::summary::Summary;
use crate::tui::dialogs::write_plan::WriteDialog;
use crate::tui::dialogs::{conversation, copy, draft, journal, recent, shapes};
use crate::tui::input::action::Action;
use crate::tui::input::effect::Effect;
use crate::tui::loaded::write_plan::WritePlan;
use crate::tui::review::actions::restore::{read_anew, restored};
use crate::tui::review::available;
use crate::tui::review::model::{Item, Model, ScanState};
use crate::tui::review::notice::Notice;
use crate::tui::review::start;

use super::external;

/// Takes in news from the host or the scan; hands back any other action.
pub(super) fn apply(model: &mut Model, action: Action) -> Result<Vec<Effect>, Box<Action>> {
    match action {
        Action::Found(items) => {
            model.add_findings(items);
            start::begin(model);
        }
        Action::FoundAgain { search, items } => found_again(model, search, items),
        Action::NotFoundAgain { search, reason } => not_found_again(model, search, &reason),
        Action::Scanned(percent) => {
            if let ScanState::Running(running) = &mut model.scan {
                running.percent = Some(percent);
            }
        }
        Action::WrittenBefore { items, last } => model.findings.add_written(items, last),
        Action::WrittenNow { message, now } => {
            if let Some(finding) = &mut model.current {
                finding.set_written(&message, *now);
            }
        }
        Action::Request { message, said } => {
            if let Some(finding) = &mut model.current {
                finding.set_request(&message, said);
            }
        }
        Action::NotUndone(written) => not_undone(model, &written),
        Action::ScanDone(tally) => {
            model.scan = ScanState::Done(tally);
            // The groups of alike findings now have their final sizes.
            model.renew_list();
            start::begin(model);
        }
        Action::Restored { description, changes } => return Ok(restored(model, description, changes)),
        Action::Undoable(undoable) => model.undoable = undoable,
        Action::Statuses(changes) => return Ok(statuses(model, changes)),
        Action::Decided(decisions) => recent::open(model, decisions),
        Action::Planned(plan) => return Ok(planned(model, *plan)),
        Action::PlanEnded => return Ok(vec![Effect::TakeUpPlan]),
        Action::Writing(writing) => model.jobs.writing = model.jobs.writing.and(Some(writing)),
        Action::WritingBegan(writing) => model.jobs.writing = Some(writing),
        Action::WritingEnded => {
            model.jobs.writing = None;
            return Ok(vec![Effect::TakeUpWriteBack]);
        }
        Action::NotWritten(reason) => not_written(model, &reason),
        Action::Wrote(lines) => wrote(model, lines),
        Action::Conversation(conversation) => conversation::open(model, conversation),
        Action::Journal(journal) => journal::update::journal(model, journal),
        Action::WriteUndone { write, message, status, edit } => {
            return Ok(journal::update::write_undone(model, write, message, status, edit));
        }
        Action::BatchUndone { batch, changes, problems } => {
            return Ok(journal::update::batch_undone(model, batch, changes, &problems));
        }
        Action::WriteNotUndone { write, reason } => journal::update::write_not_undone(model, write, &reason),
        Action::Surveyed(survey) => shapes::update::surveyed(model, survey),
        Action::TemplateRefused(reason) => model.refuse(reason),
        Action::PatternDrafted { survey, shapes: names, text } => {
            draft::update::drafted(model, survey, names, &text, shapes::CONTEXT);
        }
        Action::PatternSaved { names, path } => draft::update::saved(model, &names, &path),
        Action::PatternRefused { reason, place } => draft::update::refused(model, reason, place),
        Action::Copied { what, copied } => copy::copied(model, &what, &copied),
        Action::NotDecided(reason) => not_decided(model, &reason),
        Action::NotReadable(sources) => not_readable(model, sources),
        Action::NotAsLeft(what) => model.open_notice(Notice::failure("Database changed outside this review", &what)),
        Action::Failed(reason) => {
            if model.jobs.awaited_plan.take().is_some() {
                // It said that the plan is being made.
                model.toast = None;
            }
            model.open_notice(Notice::failure("Error", &reason));
        }
        Action::EditedExternally(edit, ended) => return Ok(external::ended(model, edit, ended)),
        Action::TextKept { path, reason } => external::text_kept(model, &path, reason),
        action => return Err(Box::new(action)),
    }
    Ok(Vec::new())
}

/// Updates the statuses after a write-back, and rereads what is shown of the database.
fn statuses(model: &mut Model, changes: Vec<(Key, Status)>) -> Vec<Effect> {
    let stale = changes.iter().filter(|(_, status)| *status == Status::Stale).map(|(key, _)| key.clone()).collect();
    let effects = read_anew(model, stale);
    let reviewer = Arc::clone(&model.settings.reviewer);
    let places: Vec<usize> = changes.iter().filter_map(|(key, _)| model.findings.place(key)).collect();
    for (key, status) in changes {
        if let Some(place) = model.findings.place(&key) {
            model.change(place, |item| item.set_status(status, Some(Arc::clone(&reviewer))));
        }
    }
    model.refilter(&places);
    effects
}

/// Takes over the findings of a repeated search for changed messages, unless a later search looks for them. A message
/// without a finding can no longer be decided.
fn found_again(model: &mut Model, search: u64, mut items: Vec<Item>) {
    items.retain(|item| model.changed.is_awaited(&item.key, search));
    let found = items.iter().map(|item| item.key.clone()).collect();
    model.changed.end(search, &found);
    model.add_findings(items);
}

/// Reports that changed messages could not be searched again, if that search is still awaited.
fn not_found_again(model: &mut Model, search: u64, reason: &str) {
    if model.changed.fail(search) {
        model.open_notice(Notice::failure("Error", reason));
    }
}

/// Reports that the last gesture is already written, and how to undo that.
fn not_undone(model: &mut Model, written: &[Key]) {
    let reason = available::written(model, written);
    model.refuse(reason);
}

/// Shows the plan of a write-back. If the reviewer moved on meanwhile, only a toast reports it, so that a key meant for
/// something else does not confirm it.
///
/// The list shows from then on which findings the preview leaves out because their messages changed.
fn planned(model: &mut Model, plan: WritePlan) -> Vec<Effect> {
    // A repeated request opens one dialog.
    if model.dialogs.find::<WriteDialog>().is_some() || model.jobs.writing.is_some() {
        return Vec::new();
    }
    let changed: Vec<_> = plan.changed.iter().map(|message| (message.clone(), Status::Stale)).collect();
    let effects = if changed.is_empty() { Vec::new() } else { statuses(model, changed) };
    if model.jobs.awaited_plan.take() == Some(true) {
        let key = model.settings.key(&Action::PlanWriteBack);
        model.notify(format!("write-back preview ready: {key} shows it"));
        return effects;
    }
    model.toast = None;
    let dialog = WriteDialog::of(model, plan);
    model.open(dialog);
    effects
}

/// Reports that nothing was written.
fn not_written(model: &mut Model, reason: &str) {
    model.jobs.writing = None;
    model.open_notice(Notice::failure("Nothing was written back", reason));
}

fn wrote(model: &mut Model, lines: Vec<String>) {
    model.jobs.writing = None;
    let notice = Notice { title: "Written back".to_owned(), lines, failed: false };
    model.open_notice(notice);
}

/// Reverts a gesture that could not be stored, so that the screen never shows a decision that does not exist.
fn not_decided(model: &mut Model, reason: &str) {
    let gesture = std::mem::take(&mut model.last_gesture);
    model.jobs.bulk = None;
    let first = gesture.first().map(|before| before.place);
    let places: Vec<usize> = gesture.iter().map(|before| before.place).collect();
    for before in gesture {
        model.change(before.place, |item| before.restore(item));
    }
    // The summary no longer applies.
    model.dialogs.close::<Summary>();
    model.refilter(&places);
    if first.is_some_and(|place| model.is_shown(place)) {
        model.select(first);
    }
    model.toast = None;
    model.open_notice(Notice::failure("Not saved", reason));
}

/// Reports evidence that the profile names but the database lacks.
fn not_readable(model: &mut Model, sources: Vec<String>) {
    let consequence = "All verdicts are made without this evidence.";
    let lines = sources.into_iter().chain([String::new(), consequence.to_owned()]).collect();
    model.open_notice(Notice { title: "Some evidence cannot be read".to_owned(), lines, failed: true });
}
