//! What the editor does to the review.

use crate::review::DecisionKind;
use crate::tui::input::action::Action;
use crate::tui::input::effect::Effect;
use crate::tui::review::actions::change;
use crate::tui::review::actions::decide::{self, DecidedFinding};
use crate::tui::review::dialog::DialogOutcome;
use crate::tui::review::document;
use crate::tui::review::model::Model;

use super::Editor;

/// The maximum number of keys typed before they are stored, even without a pause.
const MOST_UNSTORED: usize = 30;

/// Stores what was typed in the editor if it is much.
pub(crate) fn store_much_typed(model: &mut Model) -> Vec<Effect> {
    let is_much = model.dialogs.top_as::<Editor>().is_some_and(|editor| editor.unstored >= MOST_UNSTORED);
    if is_much { store_typed(model) } else { Vec::new() }
}

/// Stores what was typed in the editor, in case the program is killed.
pub(crate) fn store_typed(model: &mut Model) -> Vec<Effect> {
    let Some(editor) = model.dialogs.find_mut::<Editor>() else { return Vec::new() };
    let Some(item) = model.findings.get(editor.place) else { return Vec::new() };
    let edit = editor.take_unstored(item, &model.settings.rules());
    edit.map(|edit| Effect::SaveDraft { message: item.key.clone(), edit }).into_iter().collect()
}

/// Opens the editor of the selected finding, if it can be changed.
pub(crate) fn open(model: &mut Model) {
    let Some(place) = change::changeable(model) else {
        return;
    };
    let Some(item) = model.findings.get(place) else {
        return;
    };
    match Editor::open(place, item, model.claim, &model.settings.rules()) {
        Some(editor) => model.open(editor),
        None => model.refuse(item.unreadable()),
    }
}

/// Saves the edit and accepts the finding, unless the application would refuse it.
pub(super) fn save(model: &mut Model, editor: &mut Editor) -> DialogOutcome {
    let rules = model.settings.rules();
    let Some(item) = model.findings.get(editor.place) else {
        return DialogOutcome::closes(Vec::new());
    };
    let edit = editor.edit(item, &rules);
    let refused = || item.revised(&edit, &rules).map_or_else(|| Some(item.unreadable()), |finding| finding.obstacle());
    let obstacle = editor.fault().or_else(refused);
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
pub(super) fn leave(model: &mut Model, editor: &mut Editor) -> Vec<Effect> {
    let Some(item) = model.findings.get(editor.place) else {
        return Vec::new();
    };
    if editor.is_changed(item, &model.settings.rules()) {
        let stays = if item.is_accepted() { "; what was accepted still applies" } else { "" };
        let edit_key = model.settings.key(&Action::Edit);
        let discard = model.settings.key(&Action::DiscardDraft);
        model.notify(format!(
            "changes to {} kept as a draft{stays} · {edit_key} continue · {discard} discard",
            item.key
        ));
    }
    keep_typed(model, editor)
}

/// Stores what was typed as the draft of the finding.
pub(super) fn keep_typed(model: &mut Model, editor: &mut Editor) -> Vec<Effect> {
    let rules = model.settings.rules();
    let Some(item) = model.findings.get(editor.place) else {
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

/// Continues in `$EDITOR` with what is typed so far.
pub(super) fn edit_externally(model: &mut Model, editor: &mut Editor) -> Vec<Effect> {
    let mut effects = keep_typed(model, editor);
    effects.extend(model.findings.get(editor.place).and_then(|item| document::to_edit(item, &model.settings.rules())));
    effects
}
