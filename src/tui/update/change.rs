//! Changing what is proposed: claims on and off, another remedy, the editor.

use crate::proposal::{Choice, ClaimEdit, Edit, Status};
use crate::review::Act;
use crate::tui::action::{Action, Effect};
use crate::tui::editor::Editor;
use crate::tui::model::Model;
use crate::tui::overlay::{Overlay, RemedyDialog};
use crate::verdict::Remedy;

use super::decide;

/// What proposes itself for a claim, as a choice; `None` where a person must say it.
fn proposed(remedy: Remedy) -> Option<Choice> {
    match remedy {
        Remedy::Recover => Some(Choice::Recover),
        Remedy::Strip => Some(Choice::Strip),
        Remedy::Review => None,
    }
}

/// The selected finding's place, if it can be changed.
fn changeable(model: &Model) -> Option<usize> {
    model.selected().filter(|item| item.status != Status::Written).and(model.selected)
}

pub(super) fn toggle_claim(model: &mut Model) -> Vec<Effect> {
    let Some(judged) = model.current.as_ref().and_then(|finding| finding.claims.get(model.claim)) else {
        return Vec::new();
    };
    let choice = (!judged.off).then_some(Choice::Leave);
    set_choice(model, model.claim, choice)
}

pub(super) fn choose_remedy(model: &mut Model) {
    let claim = model.claim;
    let Some(judged) = model.current.as_ref().and_then(|finding| finding.claims.get(claim)) else {
        return;
    };
    let now = if judged.off { Some(Choice::Leave) } else { proposed(judged.remedy) };
    let cursor = now.and_then(|now| RemedyDialog::CHOICES.iter().position(|choice| *choice == now)).unwrap_or(0);
    if changeable(model).is_some() {
        model.overlays.push(Overlay::Remedy(RemedyDialog { claim, cursor }));
    }
}

/// Gives a claim of the selected finding another remedy; `None` for the proposed one.
pub(super) fn set_choice(model: &mut Model, claim: usize, choice: Option<Choice>) -> Vec<Effect> {
    let Some(place) = changeable(model) else {
        return Vec::new();
    };
    let Some(item) = model.items.get(place) else {
        return Vec::new();
    };
    let judged = item.finding.claims.get(claim);
    let as_proposed = judged.filter(|judged| !judged.off).and_then(|judged| proposed(judged.remedy));
    let mut edit = item.edit.clone();
    edit.claim(claim).choice = choice.filter(|choice| Some(*choice) != as_proposed);
    edit.claims.retain(|_, change| *change != ClaimEdit::default());
    let key = item.key.to_string();
    let chosen = choice.map_or("as proposed", Choice::name);
    let was_accepted = matches!(item.status, Status::Accepted | Status::Edited);
    let effects = if was_accepted {
        // What was accepted is not this any more.
        decide::store(model, vec![(place, edit)], Act::Reset)
    } else {
        keep(model, place, edit)
    };
    let undecided = if was_accepted { ", undecided again" } else { "" };
    model.tell(format!(
        "{key} claim {}: {chosen}{undecided} · {} accepts it so",
        claim + 1,
        model.key(&Action::Decide(Act::Accept))
    ));
    effects
}

/// Keeps changes that are not decided.
fn keep(model: &mut Model, place: usize, edit: Edit) -> Vec<Effect> {
    let Some(item) = model.items.get_mut(place) else {
        return Vec::new();
    };
    if matches!(item.status, Status::Accepted | Status::Edited) {
        item.draft = Some(edit.clone());
    } else {
        item.edit = edit.clone();
    }
    vec![Effect::SaveDraft { message: item.key.clone(), edit }]
}

pub(super) fn open_editor(model: &mut Model) {
    let Some(place) = changeable(model) else {
        return;
    };
    let Some(item) = model.items.get(place) else {
        return;
    };
    let editor = Editor::open(place, item, model.claim, &model.setting.rules());
    model.overlays.push(Overlay::Editor(Box::new(editor)));
}

/// Saves what the editor holds and accepts the finding; refused while something stands against it.
pub(super) fn save(model: &mut Model, mut editor: Editor) -> Vec<Effect> {
    let rules = model.setting.rules();
    let Some(item) = model.items.get(editor.place) else {
        return Vec::new();
    };
    let edit = editor.edit(item, &rules);
    let obstacle = editor.fault().or_else(|| crate::proposal::revise(&item.finding, &edit, &rules).obstacle());
    if let Some(obstacle) = obstacle {
        editor.refused = Some(obstacle);
        model.overlays.push(Overlay::Editor(Box::new(editor)));
        return Vec::new();
    }
    decide::decide_and_go_on(model, editor.place, Act::Accept, edit)
}

/// Leaves the editor; what was typed is kept.
pub(super) fn leave_editor(model: &mut Model, editor: &Editor) -> Vec<Effect> {
    let Some(item) = model.items.get(editor.place) else {
        return Vec::new();
    };
    let edit = editor.edit(item, &model.setting.rules());
    if edit == *item.draft.as_ref().unwrap_or(&item.edit) {
        return Vec::new();
    }
    let edit_key = model.key(&Action::Edit);
    let stays = match item.status {
        Status::Accepted | Status::Edited => "; what was accepted still stands",
        _ => "",
    };
    model.tell(format!("the changes to {} are kept as a draft{stays} · {edit_key} goes on with them", item.key));
    keep(model, editor.place, edit)
}
