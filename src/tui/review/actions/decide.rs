//! Deciding one finding, or many.

use std::sync::Arc;

use crate::proposal::{Edit, Status};
use crate::review::{DecisionKind, NewDecision};
use crate::tui::findings::left_out::LeftOutReason;
use crate::tui::input::action::{Action, Step};
use crate::tui::input::effect::Effect;
use crate::tui::review::bulk_decision::BulkDecision;
use crate::tui::review::model::Model;
use crate::tui::review::undecided;

use super::set_aside;

/// A decided finding, with its edit.
pub(crate) struct DecidedFinding {
    pub(crate) place: usize,
    pub(crate) edit: Edit,
    /// Its new note; `None` to keep the old one.
    pub(crate) note: Option<String>,
    /// Whether it is decided in bulk.
    pub(crate) in_bulk: bool,
}

impl DecidedFinding {
    pub(crate) fn new(place: usize, edit: Edit) -> Self {
        Self { place, edit, note: None, in_bulk: false }
    }
}

/// The status after a decision.
pub(crate) fn status(kind: DecisionKind, edit: &Edit) -> Status {
    match kind {
        DecisionKind::Accept if edit.is_empty() => Status::Accepted,
        DecisionKind::Accept => Status::Edited,
        DecisionKind::Reject => Status::Rejected,
        DecisionKind::Skip => Status::Skipped,
        DecisionKind::Reset => Status::Pending,
    }
}

/// Decides the selected finding and goes to the next undecided one. The caller checked for obstacles.
pub(crate) fn decide(model: &mut Model, kind: DecisionKind) -> Vec<Effect> {
    let (Some(place), Some(item)) = (model.list.selected(), model.selected()) else {
        return Vec::new();
    };
    let edit = item.edit().clone();
    decide_and_go_on(model, DecidedFinding::new(place, edit), kind)
}

/// Stores a decision, reports it, and goes to the next undecided finding.
pub(crate) fn decide_and_go_on(model: &mut Model, decided: DecidedFinding, kind: DecisionKind) -> Vec<Effect> {
    let (place, is_noted) = (decided.place, decided.note.as_ref().is_some_and(|note| !note.is_empty()));
    let target = undecided::find_undecided(model, Step::Next);
    let effects = store(model, vec![decided], kind);
    let Some(item) = model.findings.get(place) else {
        return effects;
    };
    let done = match item.status {
        Status::Edited => "accepted with changes",
        status => status.name(),
    };
    let why = if is_noted { " with a note" } else { "" };
    let mut message = format!("{} {done}{why} · {} undo", item.key, model.settings.key(&Action::Undo));
    if let Some((next, wrapped)) = target {
        model.select(Some(next));
        if wrapped {
            message.push_str(" · continued from the top");
        }
    } else {
        message.push_str(" · ");
        message.push_str(&undecided::nothing_left(model));
    }
    model.notify(message);
    effects
}

/// Decides findings as one gesture.
pub(crate) fn store(model: &mut Model, decided: Vec<DecidedFinding>, kind: DecisionKind) -> Vec<Effect> {
    let with_decision = |decided| decision(model, &decided, kind).map(|decision| (decided, decision));
    let (decided, decisions): (Vec<_>, Vec<_>) = decided.into_iter().filter_map(with_decision).unzip();
    let places: Vec<usize> = decided.iter().map(|decided| decided.place).collect();
    model.begin_gesture(&places);
    for decided in decided {
        apply(model, decided, kind);
    }
    model.refilter(&places);
    vec![Effect::Decide(decisions)]
}

/// The decision to store; `None` if the finding can no longer be read, so that nobody saw it.
pub(crate) fn decision(model: &Model, decided: &DecidedFinding, kind: DecisionKind) -> Option<NewDecision> {
    let DecidedFinding { place, edit, note, .. } = decided;
    let item = model.findings.get(*place)?;
    let finding = item.revised(edit, &model.settings.rules())?;
    let note = note.clone().filter(|note| note != item.note().unwrap_or_default());
    let (message, edit) = (item.key.clone(), edit.clone());
    Some(NewDecision { message, kind, edit, finding: Arc::unwrap_or_clone(finding), note })
}

/// Applies a decision to its finding.
pub(crate) fn apply(model: &mut Model, decided: DecidedFinding, kind: DecisionKind) {
    let DecidedFinding { place, edit, note, in_bulk } = decided;
    let reviewer = Arc::clone(&model.settings.reviewer);
    model.change(place, |item| {
        item.set_status(status(kind, &edit), Some(reviewer));
        item.in_bulk = in_bulk;
        let note = note.filter(|note| note != item.note().unwrap_or_default());
        item.touch(|edits| {
            (edits.edit, edits.draft) = (edit, None);
            if let Some(note) = note {
                edits.note = Some(note).filter(|note| !note.is_empty());
            }
        });
    });
}

/// Asks whether to accept all shown findings that may be accepted in bulk.
pub(crate) fn ask_all(model: &mut Model) {
    let dialog = acceptable(model, model.list.shown());
    ask(model, dialog);
}

/// Asks whether to decide a whole group. Returns whether there is something to ask.
pub(crate) fn ask_group(model: &mut Model, places: &[usize], kind: DecisionKind, group: &str) -> bool {
    let mut dialog = if kind == DecisionKind::Accept {
        acceptable(model, places)
    } else {
        BulkDecision { kind, places: places.to_vec(), ..BulkDecision::default() }
    };
    dialog.group = Some(group.to_owned());
    ask(model, dialog)
}

/// The bulk acceptance of those of these findings that may be accepted in bulk.
pub(crate) fn acceptable(model: &Model, places: &[usize]) -> BulkDecision {
    let mut dialog = BulkDecision::default();
    let rules = model.settings.rules();
    for place in places {
        let Some(item) = model.findings.get(*place) else {
            continue;
        };
        let facets = item.facets();
        // An edited pending finding is read; it is left out in any case.
        let changed = (item.status == Status::Pending).then(|| item.changed(&rules)).flatten();
        let obstacle = changed.as_ref().map_or_else(|| facets.obstacle.clone(), |finding| finding.obstacle());
        let reason = match (item.status, obstacle) {
            (Status::Pending, Some(why)) => LeftOutReason::Obstacle(why),
            (Status::Pending, None) if item.is_flagged() => LeftOutReason::Flagged,
            // Undecided changes need another look.
            (Status::Pending, None) if !item.edit().is_empty() => LeftOutReason::Changed,
            (Status::Pending, None) if facets.in_bulk => {
                dialog.take(*place, &facets.warnings);
                continue;
            }
            (Status::Pending, None) => match facets.doubt() {
                Some(doubt) => LeftOutReason::Doubt(doubt),
                None => LeftOutReason::Obstacle("needs individual review".to_owned()),
            },
            (status, _) => LeftOutReason::HasStatus(status),
        };
        dialog.left_out.add(reason, (*place, &item.key));
    }
    dialog
}

/// Opens the question if there is something to ask. Returns whether it did.
fn ask(model: &mut Model, dialog: BulkDecision) -> bool {
    let is_open = set_aside::leaves_some(model, &dialog, "nothing here can be accepted in bulk");
    if is_open {
        model.open(dialog);
    }
    is_open
}
