//! Changing a proposal: switching claims, choosing remedies, editing.

use crate::proposal::{Choice, ClaimEdit, Edit, Finding, Status};
use crate::review::DecisionKind;
use crate::tui::dialogs::Overlay;
use crate::tui::dialogs::dialog::DialogOutcome;
use crate::tui::dialogs::editor::Editor;
use crate::tui::dialogs::remedy::RemedyDialog;
use crate::tui::input::action::Action;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::{Item, Model};
use crate::verdict::Warning;

use super::decide::{self, DecidedFinding};

/// The index of the selected finding, if it can be changed.
pub(crate) fn changeable(model: &Model) -> Option<usize> {
    model.selected().filter(|item| item.status != Status::Written).and(model.selected)
}

pub(crate) fn toggle_claim(model: &mut Model) -> Vec<Effect> {
    let Some(judged) = model.current().and_then(|finding| finding.claims.get(model.claim)) else {
        return Vec::new();
    };
    let choice = (!judged.off).then_some(Choice::Leave);
    set_choice(model, model.claim, choice)
}

pub(crate) fn choose_remedy(model: &mut Model) {
    let claim = model.claim;
    let Some(judged) = model.current().and_then(|finding| finding.claims.get(claim)) else {
        return;
    };
    let now = if judged.off { Some(Choice::Leave) } else { Choice::proposed(judged.remedy) };
    let choices = RemedyDialog::choices(&judged.claim);
    let cursor = now.and_then(|now| choices.iter().position(|choice| *choice == now)).unwrap_or(0);
    if changeable(model).is_some() {
        model.open(RemedyDialog { claim, cursor, choices });
    }
}

/// Sets the remedy of a claim of the selected finding; `None` for the proposed one.
pub(crate) fn set_choice(model: &mut Model, claim: usize, choice: Option<Choice>) -> Vec<Effect> {
    let Some(place) = changeable(model) else {
        return Vec::new();
    };
    let Some(item) = model.items.get(place) else {
        return Vec::new();
    };
    let finding = item.finding();
    let judged = finding.claims.get(claim);
    let as_proposed = judged.filter(|judged| !judged.off).and_then(|judged| Choice::proposed(judged.remedy));
    // A remedy that leaves remains is never proposed, so choosing it counts.
    let leaves = |finding: &Finding| finding.warnings.contains(&Warning::Leftover);
    let mut edit = item.edit().clone();
    edit.claim(claim).choice = choice;
    let revised = item.revised(&edit, &model.settings.rules());
    let is_change = choice != as_proposed || leaves(&finding) || leaves(&revised);
    let is_all_left = revised.claims_on().next().is_none();
    edit.claim(claim).choice = choice.filter(|_| is_change);
    edit.claims.retain(|_, change| *change != ClaimEdit::default());
    let key = item.key.to_string();
    let chosen = choice.map_or("as proposed", Choice::name);
    let was_accepted = item.is_accepted();
    let effects = if was_accepted {
        // The acceptance no longer applies; the change is kept as a draft.
        let draft = Effect::SaveDraft { message: item.key.clone(), edit: edit.clone() };
        let mut effects = decide::store(model, vec![DecidedFinding::new(place, edit)], DecisionKind::Reset);
        effects.push(draft);
        effects
    } else {
        keep(model, place, edit)
    };
    let undecided = if was_accepted { ", undecided again" } else { "" };
    let next = if is_all_left {
        format!("nothing would change: {} rejects it", model.key(&Action::Decide(DecisionKind::Reject)))
    } else {
        format!("{} accepts it so", model.key(&Action::Decide(DecisionKind::Accept)))
    };
    model.notify(format!("{key} claim {}: {chosen}{undecided} · {next}", claim + 1));
    effects
}

/// Keeps an undecided edit as a draft.
pub(crate) fn keep(model: &mut Model, place: usize, edit: Edit) -> Vec<Effect> {
    let Some(message) = model.items.get(place).map(|item| item.key.clone()) else {
        return Vec::new();
    };
    model.change(place, |item| item.keep(edit.clone()));
    vec![Effect::SaveDraft { message, edit }]
}

/// Discards unaccepted changes. The proposal, or what was accepted, applies again.
pub(crate) fn discard_draft(model: &mut Model) -> Vec<Effect> {
    let Some((place, item)) = model.selected.zip(model.selected()) else {
        return Vec::new();
    };
    let (message, is_accepted) = (item.key.clone(), item.is_accepted());
    let edit = if is_accepted { item.edit().clone() } else { Edit::default() };
    let what_applies = if is_accepted { "what was accepted still applies" } else { "the original proposal applies" };
    model.notify(format!("the draft of {message} is discarded: {what_applies}"));
    model.change(place, Item::discard_draft);
    model.refit(&[place]);
    vec![Effect::SaveDraft { message, edit }]
}

/// The most keys typed before they are stored, even without a pause.
const MOST_UNSTORED: usize = 30;

/// Stores what was typed in the editor if it is much.
pub(crate) fn store_much_typed(model: &mut Model) -> Vec<Effect> {
    match model.overlays.last() {
        Some(Overlay::Editor(editor)) if editor.unstored >= MOST_UNSTORED => store_typed(model),
        _ => Vec::new(),
    }
}

/// Stores what was typed in the editor, in case the program is killed.
pub(crate) fn store_typed(model: &mut Model) -> Vec<Effect> {
    let rules = model.settings.rules();
    let mut effects = Vec::new();
    for overlay in &mut model.overlays {
        if let Overlay::Editor(editor) = overlay
            && let Some(item) = model.items.get(editor.place)
            && let Some(edit) = editor.take_unstored(item, &rules)
        {
            effects.push(Effect::SaveDraft { message: item.key.clone(), edit });
        }
    }
    effects
}

pub(crate) fn open_editor(model: &mut Model) {
    let Some(place) = changeable(model) else {
        return;
    };
    let Some(item) = model.items.get(place) else {
        return;
    };
    let editor = Editor::open(place, item, model.claim, &model.settings.rules());
    model.open(editor);
}

/// Saves the edit and accepts the finding, unless the application would refuse it.
pub(crate) fn save(model: &mut Model, editor: &mut Editor) -> DialogOutcome {
    let rules = model.settings.rules();
    let Some(item) = model.items.get(editor.place) else {
        return DialogOutcome::closes(Vec::new());
    };
    let edit = editor.edit(item, &rules);
    let obstacle = editor.fault().or_else(|| item.revised(&edit, &rules).obstacle());
    if let Some(obstacle) = obstacle {
        editor.refused = Some(obstacle);
        return DialogOutcome::stays();
    }
    // If the decision cannot be stored, the edit is a draft again.
    model.change(editor.place, |item| item.keep(edit.clone()));
    DialogOutcome::closes(decide::decide_and_go_on(
        model,
        DecidedFinding::new(editor.place, edit),
        DecisionKind::Accept,
    ))
}

/// Leaves the editor and keeps what was typed.
pub(crate) fn leave_editor(model: &mut Model, editor: &mut Editor) -> Vec<Effect> {
    let Some(item) = model.items.get(editor.place) else {
        return Vec::new();
    };
    if editor.is_changed(item, &model.settings.rules()) {
        let stays = if item.is_accepted() { "; what was accepted still applies" } else { "" };
        let edit_key = model.key(&Action::Edit);
        let discard = model.key(&Action::DiscardDraft);
        model.notify(format!(
            "the changes to {} are kept as a draft{stays} · {edit_key} goes on with them, {discard} discards them",
            item.key
        ));
    }
    keep_typed(model, editor)
}

/// Stores what was typed as the draft of the finding.
pub(crate) fn keep_typed(model: &mut Model, editor: &mut Editor) -> Vec<Effect> {
    let rules = model.settings.rules();
    let Some(item) = model.items.get(editor.place) else {
        return Vec::new();
    };
    let typed = editor.edit(item, &rules);
    let unstored = editor.take_unstored(item, &rules);
    let (message, is_new) = (item.key.clone(), typed != *item.changes());
    if is_new {
        model.change(editor.place, |item| item.keep(typed));
    }
    unstored.map(|edit| Effect::SaveDraft { message, edit }).into_iter().collect()
}
