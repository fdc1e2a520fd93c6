//! Exploring: shapes, their messages, and the way to a draft of a pattern for them.

use std::sync::Arc;

use crate::explore::Survey;
use crate::tui::dialogs::{conversation, draft, recent};
use crate::tui::input::effect::Effect;
use crate::tui::review::dialog::DialogOutcome;
use crate::tui::review::model::Model;

use super::{CONTEXT, MembersDialog, ShapesDialog};

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
    draft::update::drafted(model, Arc::clone(survey), names.to_vec(), &text, CONTEXT);
    model.notify("your draft, unchanged");
    true
}
