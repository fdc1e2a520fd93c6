//! What is left to decide.

use crate::proposal::Status;
use crate::tui::input::action::{Action, Step};

use super::model::{Item, Model, ScanState};

/// Whether there are findings, and every one is decided.
pub(crate) fn is_all_decided(model: &Model) -> bool {
    !model.findings.is_empty() && model.counts().undecided() == 0
}

/// The next undecided finding among the shown ones, and whether the search wrapped around.
pub(crate) fn find_undecided(model: &Model, step: Step) -> Option<(usize, bool)> {
    let position = model.position()?;
    let (before, rest) = model.list.shown().split_at(position);
    let after = rest.get(1..).unwrap_or_default();
    let waits = |place: &&usize| model.findings.is_undecided(**place);
    if model.counts().undecided() == usize::from(model.selected().is_some_and(Item::is_undecided)) {
        return None;
    }
    let (near, far) = match step {
        Step::Next => (after.iter().find(waits), before.iter().find(waits)),
        Step::Previous => (before.iter().rev().find(waits), after.iter().rev().find(waits)),
    };
    near.map(|place| (*place, false)).or_else(|| far.map(|place| (*place, true)))
}

/// The message that nothing shown is undecided, and what to do instead.
pub(crate) fn nothing_left(model: &Model) -> String {
    let waiting = model.counts().undecided();
    let skipped = model.counts().of_status(Status::Skipped);
    match (waiting, &model.scan) {
        (0, ScanState::Running(_)) => "nothing undecided yet; the scan is still running".to_owned(),
        (0, ScanState::Done(_)) => {
            let write = model.settings.key(&Action::PlanWriteBack);
            let filter = model.settings.key(&Action::Filter);
            match skipped {
                0 => format!("all decided · {write} preview write-back"),
                _ => {
                    format!("all decided but {skipped} skipped ({filter} status:skipped) · {write} preview write-back")
                }
            }
        }
        (count, _) => {
            format!("nothing undecided here; the filter hides {count} more ({})", model.settings.key(&Action::Filter))
        }
    }
}
