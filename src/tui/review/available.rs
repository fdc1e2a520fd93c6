//! Which actions are available now, and why the others are not.

use crate::proposal::{Finding, Status};
use crate::review::DecisionKind;
use crate::source::Key;
use crate::tui::input::action::{Action, Step};
use crate::tui::review::changed_messages::RescanState;
use crate::writeback::{Writing, WritingStage};

use super::bulk_work::BulkWork;
use super::dialog::Dialog;
use super::model::{Item, Model, ScanState};
use super::{approval, undecided};

/// Why nothing can be decided in a read-only review.
pub(crate) const READ_ONLY: &str = "read-only: restart without --read-only to decide";

/// Why an action has no effect now, given the dialog that has the keys; `None` if it has one.
pub(crate) fn obstacle(model: &Model, dialog: Option<&dyn Dialog<Model>>, action: &Action) -> Option<String> {
    match dialog {
        None => in_review(model, action),
        Some(dialog) => dialog.obstacle(model, action),
    }
}

/// Why nothing is decided or written now.
pub(crate) fn busy(model: &Model) -> Option<String> {
    if model.settings.read_only {
        return Some(READ_ONLY.to_owned());
    }
    let work = work(model)?;
    Some(format!("{work} · {} cancel", model.settings.key(&Action::Leave)))
}

/// The progress of work under way.
pub(crate) fn work(model: &Model) -> Option<String> {
    let writing = |Writing { stage, done, all }: Writing| {
        let percent = (done * 100).checked_div(all).unwrap_or(0);
        match stage {
            WritingStage::Backup => format!("writing back: making the backup, {percent}%"),
            WritingStage::Waiting => "waiting for the database: another program has it locked".to_owned(),
            WritingStage::Findings => format!("writing back: {done} of {all}; nothing is saved until all are written"),
            WritingStage::Undo => "undoing a write-back; nothing changes before it ends".to_owned(),
        }
    };
    model.jobs.bulk.as_ref().map(BulkWork::progress).or_else(|| model.jobs.writing.map(writing))
}

/// Why an action has no effect in the review; `None` if it has one.
pub(crate) fn in_review(model: &Model, action: &Action) -> Option<String> {
    let why = match action {
        action if action.decides() && busy(model).is_some() => return busy(model),
        // While a written finding is selected, undo means its write-back.
        Action::Undo if model.shows_written() && !model.has_chosen() => {
            return model.selected().map(|item| written(model, std::slice::from_ref(&item.key)));
        }
        Action::Undo if !model.undoable.undo => "nothing to undo".to_owned(),
        Action::Redo if !model.undoable.redo => "nothing to redo".to_owned(),
        Action::Decide(kind) if !model.has_chosen() => return deciding(model, *kind),
        Action::SkipWithReason if !model.has_chosen() => return deciding(model, DecisionKind::Skip),
        Action::ChooseRemedy if model.has_chosen() => return None,
        Action::Approve if !model.has_chosen() && model.list.selected().is_some() => return approval::obstacle(model),
        Action::ShowLeftOut if model.findings.set_aside().is_empty() => {
            "the last bulk action left out nothing to decide".to_owned()
        }
        Action::DiscardDraft if !model.selected().is_some_and(Item::has_draft) => "there is no draft here".to_owned(),
        Action::Edit | Action::EditExternally | Action::ChooseRemedy | Action::ToggleClaim | Action::DiscardDraft => {
            return changing(model);
        }
        Action::AcceptAll if model.list.is_filtering() => {
            "still searching the texts; the list is incomplete".to_owned()
        }
        Action::Move(_) | Action::Mark | Action::Range | Action::AcceptAll | Action::Search
            if model.list.shown().is_empty() =>
        {
            nothing_shown(model)
        }
        Action::Approve
        | Action::Note
        | Action::Flag
        | Action::MarkAlike
        | Action::ChooseCopy
        | Action::ShowConversation
            if model.list.selected().is_none() =>
        {
            nothing_shown(model)
        }
        Action::Undecided(step) => return going_to_undecided(model, *step),
        Action::Hit(_) => return going_to_hit(model),
        Action::Claim(_) => match model.current().map(|finding| finding.claims.len()) {
            None => model.selected().map_or_else(|| nothing_shown(model), Item::unreadable),
            Some(0 | 1) => "this finding has only one claim".to_owned(),
            Some(_) => return None,
        },
        _ => return None,
    };
    Some(why)
}

/// The message that no finding is shown, with the likely reason.
fn nothing_shown(model: &Model) -> String {
    if model.findings.is_empty() {
        return if model.is_scanning() { "no findings yet: the scan is running" } else { "no findings" }.to_owned();
    }
    format!("the filter hides all findings ({})", model.settings.key(&Action::Filter))
}

/// The selected finding as it was read; `None` if it cannot be read any more.
fn read<'a>(model: &'a Model, item: &Item) -> Option<&'a Finding> {
    model.current().filter(|current| current.message_id.as_ref() == Some(&item.key))
}

fn deciding(model: &Model, kind: DecisionKind) -> Option<String> {
    let Some(item) = model.selected() else {
        return Some(nothing_shown(model));
    };
    if item.status == Status::Written {
        return Some(written(model, std::slice::from_ref(&item.key)));
    }
    if let Some(why) = changed(model, item) {
        return Some(why);
    }
    let Some(current) = read(model, item) else {
        return Some(item.unreadable());
    };
    let obstacle = (kind == DecisionKind::Accept).then(|| current.obstacle()).flatten()?;
    Some(format!("cannot accept {} yet: {obstacle} ({})", item.key, ways_out(model)))
}

/// What can be done if a finding cannot be accepted as it is.
pub(crate) fn ways_out(model: &Model) -> String {
    let keys = [Action::Edit, Action::ChooseRemedy, Action::ToggleClaim, Action::Decide(DecisionKind::Reject)];
    let [edit, choose, switch, reject] = keys.map(|to| model.settings.key(&to));
    if model.current().is_some_and(|finding| finding.claims_on().next().is_none()) {
        return format!("{reject} reject, leaving the text · {switch} include a claim");
    }
    format!("{edit} edit · {choose} remedy · {switch} exclude · {reject} reject")
}

fn changing(model: &Model) -> Option<String> {
    let Some(item) = model.selected() else {
        return Some(nothing_shown(model));
    };
    let is_written = (item.status == Status::Written).then(|| written(model, std::slice::from_ref(&item.key)));
    let unreadable = || read(model, item).is_none().then(|| item.unreadable());
    is_written.or_else(|| changed(model, item)).or_else(unreadable)
}

/// The message that a finding's text changed, and what follows from that.
pub(crate) fn changed(model: &Model, item: &Item) -> Option<String> {
    Some(match model.changed.state(&item.key)? {
        RescanState::LookedFor(_) => format!("{} changed since the scan; searching it again", item.key),
        RescanState::NotFound => format!("{} changed since the scan: it was deleted, or has no claims now", item.key),
        RescanState::Failed => {
            format!("{} changed since the scan and could not be searched again; select it again to retry", item.key)
        }
    })
}

/// The message that findings are written, and how to undo that.
pub(crate) fn written(model: &Model, messages: &[Key]) -> String {
    let (journal, back) = (model.settings.key(&Action::ShowJournal), model.settings.key_of_dialog(&Action::UndoWrite));
    let subject = match messages {
        [one] => format!("{one} is already written"),
        several => format!("all {} last decided are already written", several.len()),
    };
    format!("{subject} · {journal} journal, {back} there to undo")
}

fn going_to_undecided(model: &Model, step: Step) -> Option<String> {
    // The summary opens once everything is decided.
    let is_summed_up = undecided::is_all_decided(model) && matches!(model.scan, ScanState::Done(_));
    if is_summed_up || undecided::find_undecided(model, step).is_some() {
        return None;
    }
    Some(if model.selected().is_some_and(Item::is_undecided) {
        "this is the only undecided finding here".to_owned()
    } else {
        undecided::nothing_left(model)
    })
}

fn going_to_hit(model: &Model) -> Option<String> {
    match model.search.current() {
        None => Some(format!("no search; {} starts one", model.settings.key(&Action::Search))),
        Some(search) if search.hits.is_empty() => Some("no finding shown contains it any more".to_owned()),
        Some(_) => None,
    }
}
