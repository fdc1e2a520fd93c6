//! Marks and ranges, and decisions about all findings in them as one gesture.

use fixedbitset::FixedBitSet;

use crate::proposal::{Choice, Edit, Status, chosen_for_many};
use crate::review::DecisionKind;
use crate::source::Selection;
use crate::tui::findings::left_out::{LeftOutCounts, LeftOutReason};
use crate::tui::input::action::{Action, Motion, Step};
use crate::tui::input::effect::Effect;
use crate::tui::review::bulk_decision::BulkDecision;
use crate::tui::review::bulk_work::{AT_ONCE, BulkStage, BulkWork};
use crate::tui::review::model::{Item, Model};
use crate::tui::review::undecided;
use crate::verdict::Warning;

use super::decide::{self, DecidedFinding};
use super::{navigation, note, sample_end, set_aside};

/// Toggles the mark of the finding and goes on. A range is marked as a whole.
pub(crate) fn toggle(model: &mut Model) {
    let Some(selected) = model.list.selected() else {
        return;
    };
    if !model.marks.mark_range(&model.findings, &model.list) {
        model.marks.toggle(selected);
        navigation::go(model, Motion::Down, 1);
    }
    let count = model.marks.len();
    let (deciding, leave) = (deciding_keys(model), model.settings.key(&Action::Leave));
    model.notify(format!("{count} marked: {deciding} decide them together · {leave} clear marks"));
}

/// The keys that decide, as a list.
fn deciding_keys(model: &Model) -> String {
    let [accept, reject, skip] = [DecisionKind::Accept, DecisionKind::Reject, DecisionKind::Skip]
        .map(|kind| model.settings.key(&Action::Decide(kind)));
    format!("{accept}, {reject} and {skip}")
}

/// Begins a range at the selected finding, or ends it.
pub(crate) fn range(model: &mut Model) {
    if model.marks.toggle_range(model.list.selected()) {
        let (deciding, mark) = (deciding_keys(model), model.settings.key(&Action::Mark));
        let [down, up] = [Motion::Down, Motion::Up].map(|motion| model.settings.key(&Action::Move(motion)));
        model.notify(format!("range started: {down} and {up} extend · {deciding} decide · {mark} mark"));
    }
}

/// Toggles the marks of all shown findings that propose the same as the selected one.
pub(crate) fn alike(model: &mut Model) {
    let alike = model.list.alike(&model.findings);
    let left_out = unlike(model, &alike);
    match alike.len() {
        0 => model.refuse("no finding is selected"),
        1 => model.refuse(format!("no other finding shown has the same proposal{}", left_out.describe())),
        count if alike.iter().all(|place| model.marks.contains(*place)) => {
            model.marks.unmark(&alike);
            model.notify(format!("{count} unmarked"));
        }
        count => {
            model.marks.mark(&alike);
            let left = left_out.describe();
            model.notify(format!(
                "{count} with the same proposal marked: a, r and s decide them · Esc clear marks{left}"
            ));
        }
    }
}

/// The findings that propose the same as the selected one but are not among these, with reasons.
fn unlike(model: &Model, alike: &[usize]) -> LeftOutCounts {
    let mut left_out = LeftOutCounts::default();
    let Some((at, selected)) = model.list.selected().zip(model.selected()) else {
        return left_out;
    };
    let among: FixedBitSet = alike.iter().copied().collect();
    for place in model.findings.others_alike(at).filter(|place| !among.contains(*place)) {
        let Some(item) = model.findings.get(place) else { continue };
        let reason = match item.status {
            _ if !model.is_shown(place) => LeftOutReason::Hidden,
            status if status != selected.status => LeftOutReason::HasStatus(status),
            _ => LeftOutReason::Changed,
        };
        left_out.add(reason, (place, &item.key));
    }
    left_out
}

/// The marked and shown findings in list order; `None` if nothing is marked.
pub(crate) fn chosen_and_shown(model: &Model, left_out: &mut LeftOutCounts) -> Option<Vec<usize>> {
    if !model.has_chosen() {
        return None;
    }
    let mut chosen = model.marks.chosen(&model.findings, &model.list);
    let shown: Vec<usize> = model.list.shown().iter().copied().filter(|place| chosen.contains(*place)).collect();
    for place in &shown {
        chosen.remove(*place);
    }
    for (place, item) in chosen.ones().filter_map(|place| Some((place, model.findings.get(place)?))) {
        left_out.add(LeftOutReason::Hidden, (place, &item.key));
    }
    Some(shown)
}

/// Decides all marked and shown findings. Asks first if they are many. `why` is added to each note.
pub(crate) fn decide_all(model: &mut Model, kind: DecisionKind, why: Option<String>) -> Vec<Effect> {
    let mut hidden = LeftOutCounts::default();
    let places = chosen_and_shown(model, &mut hidden).unwrap_or_default();
    let mut dialog = decidable(model, &places, kind, hidden);
    dialog.why = why;
    if !set_aside::leaves_some(model, &dialog, "none of the marked findings can be decided like this") {
        return Vec::new();
    }
    if dialog.wants_word() {
        model.open(dialog);
        return Vec::new();
    }
    carry_out(model, &dialog)
}

/// The bulk decision of those of these marked findings that can be decided together.
pub(crate) fn decidable(
    model: &Model,
    places: &[usize],
    kind: DecisionKind,
    left_before: LeftOutCounts,
) -> BulkDecision {
    let mut dialog = BulkDecision { kind, marked: true, left_out: left_before, ..BulkDecision::default() };
    for place in places {
        let Some(item) = model.findings.get(*place) else { continue };
        if model.changed.state(&item.key).is_some() {
            dialog.left_out.add(LeftOutReason::HasStatus(Status::Stale), (*place, &item.key));
            continue;
        }
        let facets = item.facets();
        let (warnings, obstacle, doubt) = match item.changed(&model.settings.rules()) {
            Some(finding) => (finding.warnings.clone(), finding.obstacle(), finding.doubt()),
            None => (facets.warnings.clone(), facets.obstacle.clone(), facets.doubt()),
        };
        match left_out(item, (obstacle, doubt), kind) {
            Some(reason) => dialog.left_out.add(reason, (*place, &item.key)),
            None => dialog.take(*place, &warnings),
        }
    }
    dialog
}

/// Asks before many findings get the same remedy, as far as it applies to each.
pub(crate) fn ask_choice(model: &mut Model, places: &[usize], choice: Choice, group: Option<String>) -> Vec<Effect> {
    let dialog = BulkDecision { group, ..choosable(model, places, choice) };
    let dialog = BulkDecision { marked: dialog.group.is_none(), ..dialog };
    if set_aside::leaves_some(model, &dialog, &format!("none of these can be accepted as {}", choice.name())) {
        model.open(dialog);
    }
    Vec::new()
}

/// The bulk decision of those of these findings that can have this remedy.
pub(crate) fn choosable(model: &Model, places: &[usize], choice: Choice) -> BulkDecision {
    let mut dialog = BulkDecision { choice: Some(choice), ..BulkDecision::default() };
    let rules = model.settings.rules();
    for place in places {
        let Some(item) = model.findings.get(*place) else { continue };
        let chosen = item.finding().ok_or_else(|| item.unreadable());
        let reason = match chosen.and_then(|finding| chosen_for_many(&finding, choice, &rules)) {
            _ if item.status == Status::Written => Some(LeftOutReason::HasStatus(item.status)),
            _ if model.changed.state(&item.key).is_some() => Some(LeftOutReason::HasStatus(Status::Stale)),
            Ok(_) => None,
            Err(why) => Some(LeftOutReason::Obstacle(why)),
        };
        match reason {
            Some(reason) => dialog.left_out.add(reason, (*place, &item.key)),
            None => dialog.take(*place, &item.facets().warnings),
        }
    }
    dialog
}

/// Marks these findings and goes to the first one. Returns whether there is one.
pub(crate) fn look_at_all(model: &mut Model, places: &[usize]) -> bool {
    model.marks.clear();
    model.marks.mark(places);
    let Some(first) = places.first() else { return false };
    model.select(Some(*first));
    let (deciding, remedy) = (deciding_keys(model), model.settings.key(&Action::ChooseRemedy));
    model
        .notify(format!("{} marked: {deciding} decide them together, {remedy} chooses a remedy for all", places.len()));
    true
}

/// Why a marked finding is not decided together with others; `None` if it is.
fn left_out(
    item: &Item,
    (obstacle, doubt): (Option<String>, Option<Warning>),
    kind: DecisionKind,
) -> Option<LeftOutReason> {
    if item.status == Status::Written {
        return Some(LeftOutReason::HasStatus(item.status));
    }
    if kind != DecisionKind::Accept {
        return None;
    }
    // A reviewer who marks many findings has not compared each with its message.
    obstacle.map(LeftOutReason::Obstacle).or_else(|| doubt.map(LeftOutReason::Doubt))
}

/// Decides the findings of a dialog as one gesture. Very many are stored piece by piece.
pub(crate) fn carry_out(model: &mut Model, dialog: &BulkDecision) -> Vec<Effect> {
    let selection = selection_of(model, dialog);
    if dialog.places.len() > AT_ONCE {
        model.jobs.bulk = Some(BulkWork::of(dialog, selection));
        return vec![Effect::BeginGesture];
    }
    let mut left_out = dialog.left_out.clone();
    let places = dialog.places.iter().filter(|place| is_readable(model, **place, &mut left_out));
    let decided: Vec<DecidedFinding> =
        places.filter_map(|place| decided(model, *place, dialog.why.as_deref(), dialog.choice)).collect();
    let count = decided.len();
    let mut effects = decide::store(model, decided, dialog.kind);
    if dialog.sample.is_some() {
        effects.extend(sample_end::end(model));
    }
    effects.push(Effect::Select(selection));
    go_on(model, (dialog.kind, dialog.marked, count), &left_out);
    effects
}

/// Whether a finding can still be read; if not, it is counted as left out, since nobody can decide on it.
fn is_readable(model: &Model, place: usize, left_out: &mut LeftOutCounts) -> bool {
    let Some(item) = model.findings.get(place).filter(|item| item.finding().is_none()) else { return true };
    left_out.add(LeftOutReason::Obstacle("no longer readable; restart ghostcall".to_owned()), (place, &item.key));
    false
}

/// How jointly decided findings were selected, and the result of a sample of them.
fn selection_of(model: &Model, dialog: &BulkDecision) -> Selection {
    let sample = dialog.sample.as_ref().map(|sample| sample.outcome.clone());
    let filter = dialog.sample.as_ref().map_or_else(|| selected_by(model, dialog), |sample| sample.filter.clone());
    Selection { filter, sample }
}

/// How jointly decided findings were selected, in words.
pub(crate) fn selected_by(model: &Model, dialog: &BulkDecision) -> String {
    let filter = match (&dialog.group, model.filter().to_string()) {
        (Some(group), _) => format!("group {group}"),
        (None, _) if dialog.marked => "marked".to_owned(),
        (None, filter) if filter.is_empty() => "all that was shown".to_owned(),
        (None, filter) => filter,
    };
    dialog.choice.map_or_else(|| filter.clone(), |choice| format!("{filter}, as {}", choice.name()))
}

pub(crate) fn decided(
    model: &Model,
    place: usize,
    why: Option<&str>,
    choice: Option<Choice>,
) -> Option<DecidedFinding> {
    let item = model.findings.get(place)?;
    let edit = match choice {
        Some(choice) => chosen_for_many(&*item.finding()?, choice, &model.settings.rules()).ok()?,
        None => item.edit().clone(),
    };
    let note = why.map(|why| note::joined(item.note(), why));
    Some(DecidedFinding { place, edit, note, in_bulk: true })
}

/// Reports a joint decision and goes to the next undecided finding.
fn go_on(model: &mut Model, (kind, marked, count): (DecisionKind, bool, usize), left_out: &LeftOutCounts) {
    if marked {
        model.marks.clear();
    }
    let waits = model.selected().is_some_and(Item::is_undecided);
    let next = undecided::find_undecided(model, Step::Next);
    let done = decide::status(kind, &Edit::default()).name();
    let undo = model.settings.key(&Action::Undo);
    let mut message = format!("{count} {done} · {undo} undo all{}", set_aside::describe(model, left_out));
    match next {
        _ if waits => {}
        Some((next, _)) => model.select(Some(next)),
        None => {
            message.push_str(" · ");
            message.push_str(&undecided::nothing_left(model));
        }
    }
    model.notify(message);
}

/// Stores or shows the next piece of a bulk decision.
pub(crate) fn carry_on(model: &mut Model) -> Vec<Effect> {
    let Some(mut work) = model.jobs.bulk.take() else { return Vec::new() };
    let piece = work.piece();
    let effects = match work.stage {
        BulkStage::Storing if piece.is_empty() => {
            work.show();
            vec![Effect::EndGesture, Effect::Select(work.selection.clone())]
        }
        BulkStage::Storing => {
            let (readable, lost): (Vec<usize>, Vec<usize>) =
                piece.into_iter().partition(|place| is_readable(model, *place, &mut work.left_out));
            work.lost.extend(lost);
            let decided = readable.iter().filter_map(|place| decided(model, *place, work.why.as_deref(), work.choice));
            let decisions = decided.filter_map(|decided| decide::decision(model, &decided, work.kind));
            vec![Effect::DecideMore(decisions.collect())]
        }
        BulkStage::Showing if piece.is_empty() => {
            model.last_gesture.clear();
            let effects = if work.selection.sample.is_some() { sample_end::end(model) } else { Vec::new() };
            model.renew_list();
            go_on(model, (work.kind, work.marked, work.places.len()), &work.left_out);
            return effects;
        }
        BulkStage::Showing => {
            for decided in piece
                .iter()
                .filter_map(|place| decided(model, *place, work.why.as_deref(), work.choice))
                .collect::<Vec<_>>()
            {
                decide::apply(model, decided, work.kind);
            }
            Vec::new()
        }
    };
    model.jobs.bulk = Some(work);
    effects
}

/// Cancels a bulk decision that has not taken effect. Returns whether there was one.
pub(crate) fn abort(model: &mut Model) -> bool {
    let is_open = model.jobs.bulk.as_ref().is_some_and(|work| work.stage == BulkStage::Storing);
    if is_open {
        model.jobs.bulk = None;
        model.notify("cancelled; nothing was decided");
    }
    is_open
}
