//! What the host and the external editor report about a draft.

use std::sync::Arc;

use crate::explore::Survey;
use crate::tui::input::context::KeyContext;
use crate::tui::input::external_edit::EditorOutcome;
use crate::tui::review::model::Model;

use super::DraftDialog;

/// Opens the draft of a pattern for these shapes. The keys of `opened_in` open it again.
pub(crate) fn drafted(model: &mut Model, survey: Arc<Survey>, shapes: Vec<String>, text: &str, opened_in: KeyContext) {
    model.open(DraftDialog::open(survey, shapes, text, opened_in));
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

/// Shows why the draft was not saved, at its place in the text if there is one.
pub(crate) fn refused(model: &mut Model, reason: String, place: Option<(usize, usize)>) {
    match model.dialogs.top_as_mut::<DraftDialog>() {
        Some(draft) => draft.refuse(reason, place),
        None => model.refuse(reason),
    }
}
