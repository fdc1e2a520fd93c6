//! Exploring: shapes, their messages, and the drafts of patterns for them.

use std::sync::Arc;

use crate::explore::Survey;
use crate::tui::dialogs::draft::DraftDialog;
use crate::tui::dialogs::{Overlay, TemplatePrompt, recent};
use crate::tui::input::action::{Action, Motion, Step};
use crate::tui::input::effect::Effect;
use crate::tui::review::document::Ended;
use crate::tui::review::model::{Model, Scan};
use crate::tui::screen;

use super::{MembersDialog, ShapesDialog};

pub(crate) fn open(model: &mut Model) -> Vec<Effect> {
    model.overlays.push(Overlay::Shapes(ShapesDialog::default()));
    vec![Effect::Survey]
}

/// Shows the shapes, unless the view was left meanwhile.
pub(crate) fn surveyed(model: &mut Model, survey: Arc<Survey>) {
    let open = model.overlays.iter_mut().find_map(|overlay| match overlay {
        Overlay::Shapes(dialog) => Some(dialog),
        _ => None,
    });
    if let Some(dialog) = open {
        dialog.survey = Some(survey);
    }
}

pub(crate) fn go(model: &mut Model, motion: Motion) {
    let page = screen::shapes_page(model).max(1);
    match model.overlays.last_mut() {
        Some(Overlay::Shapes(dialog)) => dialog.go(motion, page),
        Some(Overlay::Members(dialog)) => dialog.go(motion, page),
        _ => {}
    }
}

/// Shows the messages of the shape that is looked at.
pub(crate) fn open_members(model: &mut Model) {
    let Some(Overlay::Shapes(ShapesDialog { survey: Some(survey), cursor, .. })) = model.overlays.last() else {
        return;
    };
    if survey.shapes.get(*cursor).is_some() {
        let dialog = MembersDialog { survey: Arc::clone(survey), shape: *cursor, cursor: 0 };
        model.overlays.push(Overlay::Members(dialog));
    }
}

/// Goes to the finding of the message that is looked at; where it has none, shows its conversation.
pub(crate) fn go_to_message(model: &mut Model) -> Vec<Effect> {
    let Some(Overlay::Members(dialog)) = model.overlays.last() else { return Vec::new() };
    let Some(key) = dialog.selected().map(|seen| seen.message.clone()) else { return Vec::new() };
    let Some(place) = model.place(&key) else { return model.ask_for_conversation(key) };
    model.overlays.clear();
    recent::update::go_to(model, place);
    Vec::new()
}

/// Shows the conversation around the message that is looked at.
pub(crate) fn show_conversation(model: &mut Model) -> Vec<Effect> {
    let Some(Overlay::Members(dialog)) = model.overlays.last() else { return Vec::new() };
    let message = dialog.selected().map(|seen| seen.message.clone());
    message.map_or_else(Vec::new, |message| model.ask_for_conversation(message))
}

/// Goes on with the draft for what is chosen, or asks the host for one.
pub(crate) fn draft(model: &mut Model) -> Vec<Effect> {
    let (survey, shapes) = match model.overlays.last() {
        Some(Overlay::Shapes(dialog)) => (dialog.survey.clone(), dialog.chosen()),
        Some(Overlay::Members(dialog)) => (Some(Arc::clone(&dialog.survey)), vec![dialog.shape]),
        _ => return Vec::new(),
    };
    let Some(survey) = survey.filter(|_| !shapes.is_empty()) else {
        model.refuse("there is no shape to draft a pattern for");
        return Vec::new();
    };
    let names: Vec<String> =
        shapes.iter().filter_map(|place| survey.shapes.get(*place)).map(|shape| shape.id.clone()).collect();
    match model.pattern_drafts.get(&names).cloned() {
        Some(text) => {
            open_draft(model, survey, names, &text);
            model.tell("your draft, as you left it");
            Vec::new()
        }
        None => vec![Effect::DraftPattern { survey, shapes }],
    }
}

/// Asks for the file of a chat template.
pub(crate) fn ask_template(model: &mut Model) {
    model.overlays.push(Overlay::Template(TemplatePrompt::default()));
}

/// Goes on with the draft of the template that was typed, or asks the host for one.
pub(crate) fn draft_template(model: &mut Model, prompt: &TemplatePrompt) -> Vec<Effect> {
    let path = prompt.input.value().trim().to_owned();
    let Some(Overlay::Shapes(ShapesDialog { survey: Some(survey), .. })) = model.overlays.last() else {
        model.refuse("the database is still read: try again when that is through");
        return Vec::new();
    };
    let survey = Arc::clone(survey);
    if path.is_empty() {
        return Vec::new();
    }
    let names = vec![path.clone()];
    match model.pattern_drafts.get(&names).cloned() {
        Some(text) => {
            open_draft(model, survey, names, &text);
            model.tell("your draft, as you left it");
            Vec::new()
        }
        None => vec![Effect::DraftTemplate { survey, path }],
    }
}

pub(crate) fn drafted(model: &mut Model, survey: Arc<Survey>, shapes: Vec<String>, text: &str) {
    open_draft(model, survey, shapes, text);
}

fn open_draft(model: &mut Model, survey: Arc<Survey>, shapes: Vec<String>, text: &str) {
    model.overlays.push(Overlay::Draft(Box::new(DraftDialog::open(survey, shapes, text))));
}

pub(crate) fn go_to_match(model: &mut Model, step: Step) {
    if let Some(Overlay::Draft(draft)) = model.overlays.last_mut() {
        draft.go(step);
    }
}

/// Takes in what `$EDITOR` left of a draft; what is wrong with it shows below its text.
pub(crate) fn edited(model: &mut Model, ended: Ended) {
    let (text, failure) = match ended {
        Ended::Saved(text) => (Some(text), None),
        Ended::Failed { reason, text } => (text, Some(reason)),
    };
    let text = text.filter(|text| !text.trim().is_empty());
    if let Some(reason) = failure {
        model.refuse(reason);
    } else if text.is_none() {
        model.tell("the file was empty: the draft is what it was");
    }
    if let (Some(Overlay::Draft(draft)), Some(text)) = (model.overlays.last_mut(), text) {
        draft.replace(&text);
    }
}

/// Keeps a draft that was changed.
pub(crate) fn leave_draft(model: &mut Model, draft: &DraftDialog) {
    if draft.is_changed() {
        model.pattern_drafts.insert(draft.shapes.clone(), draft.text());
        let key = model.key_in(crate::tui::input::context::Context::Shapes, &Action::DraftPattern);
        model.tell(format!("the draft is kept: {key} opens it again"));
    }
}

pub(crate) fn save(model: &mut Model) -> Vec<Effect> {
    let Some(Overlay::Draft(draft)) = model.overlays.last_mut() else { return Vec::new() };
    draft.try_now();
    if let Err(mistake) = &draft.trial {
        let place = Some((mistake.line, mistake.column));
        draft.refuse(mistake.reason.clone(), place);
        return Vec::new();
    }
    let text = draft.text();
    if matches!(model.scan, Scan::Running(_)) {
        // What it still finds it finds by the patterns as they were.
        refused(model, "the scan still runs: save it when that is through".to_owned(), None);
        return Vec::new();
    }
    vec![Effect::SavePattern(text)]
}

/// Finds everything anew under the new pattern.
pub(crate) fn saved(model: &mut Model, names: &[String], path: &str) {
    for overlay in std::mem::take(&mut model.overlays) {
        if let Overlay::Draft(draft) = overlay {
            model.pattern_drafts.remove(&draft.shapes);
        }
    }
    model.start_over();
    model.tell(format!("{} saved to {path} · scanning again", names.join(", ")));
}

pub(crate) fn refused(model: &mut Model, reason: String, place: Option<(usize, usize)>) {
    match model.overlays.last_mut() {
        Some(Overlay::Draft(draft)) => draft.refuse(reason, place),
        _ => model.refuse(reason),
    }
}
