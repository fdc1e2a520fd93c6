//! Exploring: shapes, their messages, and the drafts of patterns for them.

use std::sync::Arc;

use crate::explore::Survey;
use crate::tui::dialogs::draft::DraftDialog;
use crate::tui::dialogs::{conversation, recent};
use crate::tui::input::effect::Effect;
use crate::tui::input::external_edit::EditorOutcome;
use crate::tui::review::dialog::DialogOutcome;
use crate::tui::review::model::Model;

use super::{MembersDialog, ShapesDialog};

pub(crate) fn open(model: &mut Model) -> Vec<Effect> {
    model.open(ShapesDialog::default());
    vec![Effect::Survey]
}

/// Shows the survey, unless its dialog was closed meanwhile.
pub(crate) fn surveyed(model: &mut Model, survey: Arc<Survey>) {
    if let Some(dialog) = model.dialogs.find_mut::<ShapesDialog>() {
        dialog.survey = Some(survey);
    }
}

/// Shows the messages of the selected shape.
pub(super) fn open_members(model: &mut Model, dialog: &ShapesDialog) {
    if let (Some(survey), Some(_)) = (&dialog.survey, dialog.selected()) {
        model.open(MembersDialog { survey: Arc::clone(survey), shape: dialog.cursor, cursor: 0 });
    }
}

/// Goes to the finding of the selected message. Without a finding it shows the conversation.
pub(super) fn go_to_message(model: &mut Model, dialog: &MembersDialog) -> DialogOutcome {
    let Some(key) = dialog.selected().map(|seen| seen.message.clone()) else { return DialogOutcome::stays() };
    let Some(place) = model.findings.place(&key) else {
        return DialogOutcome::stays_and(conversation::request(model, key));
    };
    model.dialogs.clear();
    recent::go_to(model, place);
    DialogOutcome::closes(Vec::new())
}

/// Reopens the draft for some shapes, or requests one from the host.
pub(super) fn draft(model: &mut Model, survey: Option<&Arc<Survey>>, shapes: Vec<usize>) -> Vec<Effect> {
    let Some(survey) = survey.filter(|_| !shapes.is_empty()) else {
        model.refuse("there is no shape to draft a pattern for");
        return Vec::new();
    };
    let names: Vec<String> =
        shapes.iter().filter_map(|place| survey.shapes.get(*place)).map(|shape| shape.id.clone()).collect();
    if go_on_with(model, survey, &names) {
        return Vec::new();
    }
    vec![Effect::DraftPattern { survey: Arc::clone(survey), shapes }]
}

/// Reopens the draft of the typed template, or requests one from the host.
pub(super) fn draft_template(model: &mut Model, path: &str) -> Vec<Effect> {
    let Some(survey) = model.dialogs.top_as::<ShapesDialog>().and_then(|dialog| dialog.survey.clone()) else {
        model.refuse("still reading the database; try again when it finishes");
        return Vec::new();
    };
    path.clone_into(&mut model.template);
    if path.is_empty() || go_on_with(model, &survey, &[path.to_owned()]) {
        return Vec::new();
    }
    vec![Effect::DraftTemplate { survey, path: path.to_owned() }]
}

/// Reopens the kept draft of these shapes; returns whether there was one.
fn go_on_with(model: &mut Model, survey: &Arc<Survey>, names: &[String]) -> bool {
    let Some(text) = model.pattern_drafts.get(names).cloned() else { return false };
    drafted(model, Arc::clone(survey), names.to_vec(), &text);
    model.notify("your draft, unchanged");
    true
}

pub(crate) fn drafted(model: &mut Model, survey: Arc<Survey>, shapes: Vec<String>, text: &str) {
    model.open(DraftDialog::open(survey, shapes, text));
}

/// Takes over the draft from `$EDITOR`. Its mistakes are shown below the text.
pub(crate) fn edited(model: &mut Model, ended: EditorOutcome) {
    let (text, failure) = match ended {
        EditorOutcome::Saved(text) => (Some(text), None),
        EditorOutcome::Failed { reason, text } => (text, Some(reason)),
    };
    let text = text.filter(|text| !text.trim().is_empty());
    if let Some(reason) = failure {
        model.refuse(reason);
    } else if text.is_none() {
        model.notify("empty file; draft unchanged");
    }
    if let (Some(draft), Some(text)) = (model.dialogs.top_as_mut::<DraftDialog>(), text) {
        draft.replace(&text);
    }
}

/// Restarts the scan with the new pattern.
pub(crate) fn saved(model: &mut Model, names: &[String], path: &str) {
    if let Some(draft) = model.dialogs.find::<DraftDialog>() {
        model.pattern_drafts.remove(&draft.shapes);
    }
    model.dialogs.clear();
    model.start_over();
    model.notify(format!("scanning again with {}, saved to {path}", names.join(", ")));
}

pub(crate) fn refused(model: &mut Model, reason: String, place: Option<(usize, usize)>) {
    match model.dialogs.top_as_mut::<DraftDialog>() {
        Some(draft) => draft.refuse(reason, place),
        None => model.refuse(reason),
    }
}
