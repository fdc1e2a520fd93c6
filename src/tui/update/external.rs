//! The exchange with `$EDITOR`. Coming back accepts nothing, and nothing that was typed is lost.

use crate::source::Key;
use crate::tui::dialogs::draft;
use crate::tui::dialogs::editor::Editor;
use crate::tui::input::effect::Effect;
use crate::tui::input::external_edit::{EditorOutcome, ExternalEdit, Subject};
use crate::tui::review::actions::{change, note};
use crate::tui::review::document::{self, ParsedDocument};
use crate::tui::review::model::Model;
use crate::tui::review::notice::Notice;

/// How often a document with mistakes is handed back to the editor.
const MOST_RETURNS: usize = 20;

/// Opens the document of the selected finding.
pub(crate) fn open(model: &mut Model) -> Vec<Effect> {
    let item = change::changeable(model).and_then(|place| model.findings.get(place));
    item.and_then(|item| document::to_edit(item, &model.settings.rules())).into_iter().collect()
}

/// Takes over what an editor left in its file.
pub(crate) fn ended(model: &mut Model, edit: ExternalEdit, ended: EditorOutcome) -> Vec<Effect> {
    let Subject::Finding(message) = edit.subject.clone() else {
        draft::update::edited(model, ended);
        return Vec::new();
    };
    match ended {
        EditorOutcome::Saved(text) => saved(model, edit, &message, &text),
        EditorOutcome::Failed { reason, text } => failed(model, edit, text.as_deref(), &reason),
    }
}

fn saved(model: &mut Model, edit: ExternalEdit, message: &Key, text: &str) -> Vec<Effect> {
    let typed = document::without_mistake(text);
    let before = document::without_mistake(&edit.given);
    let is_blank = document::is_blank(typed);
    if edit.is_repeated() && (is_blank || typed.trim_end() == before.trim_end()) {
        return abort(model, message, before);
    }
    if is_blank {
        model.notify("empty file; nothing was changed");
        return Vec::new();
    }
    let reading = match read(model, message, typed) {
        Ok(reading) if reading.mistakes.is_empty() => return take(model, message, reading),
        // A program that writes mistakes of its own accord would be started again without end.
        _ if edit.returns >= MOST_RETURNS => return abort(model, message, typed),
        reading => reading,
    };
    let mistake = match &reading {
        Ok(reading) => reading.mistakes.first(),
        Err(mistake) => Some(mistake),
    };
    let again = mistake.map(|mistake| edit.again(document::with_mistake(typed, mistake)));
    again.map(Effect::EditExternally).into_iter().collect()
}

/// Reads the document of a finding.
fn read(model: &Model, message: &Key, text: &str) -> Result<ParsedDocument, document::DocumentMistake> {
    let item = model.findings.of(message);
    let gone =
        document::DocumentMistake { line: 1, column: 1, reason: "the finding is gone".to_owned(), is_kept: false };
    document::read(text, item.ok_or(gone)?, &model.settings.rules())
}

/// Keeps what can be read of a document that is not corrected, and the rest as typed text.
fn abort(model: &mut Model, message: &Key, text: &str) -> Vec<Effect> {
    let keep = |reason: &str| Effect::KeepText {
        subject: Subject::Finding(message.clone()),
        text: text.to_owned(),
        reason: format!("{message}: {reason}"),
    };
    match read(model, message, text) {
        Ok(reading) => {
            let is_kept = reading.mistakes.iter().all(|mistake| mistake.is_kept);
            let mut effects = take(model, message, reading);
            if !is_kept {
                effects.push(keep("what could be read is a draft; the rest is kept as typed."));
            }
            effects
        }
        Err(_) => vec![keep("nothing was changed; the text is kept as typed.")],
    }
}

/// Makes the document the draft of its finding, or the content of the open editor.
fn take(model: &mut Model, message: &Key, reading: ParsedDocument) -> Vec<Effect> {
    let Some((place, item)) = model.findings.place(message).and_then(|place| Some((place, model.findings.get(place)?)))
    else {
        return Vec::new();
    };
    let (is_accepted, is_changed) = (item.is_accepted(), reading.edit != *item.changes());
    let mut effects = Vec::new();
    if is_changed {
        effects.extend(change::keep(model, place, reading.edit));
    }
    let noted = note::set(model, place, &reading.note);
    if !is_changed && noted.is_empty() {
        model.notify("nothing was changed");
        return Vec::new();
    }
    effects.extend(noted);
    if is_changed {
        // The panes show what was accepted, so the draft is shown in the editor.
        let in_editor = refill_editor(model, place) || (is_accepted && open_editor(model, place));
        let stays = if is_accepted { "; what was accepted still applies" } else { "" };
        let accepts = if in_editor { "Ctrl-S" } else { "a" };
        model.notify(format!("{message}: your changes are a draft{stays} · {accepts} accept"));
    }
    effects
}

/// Refills the editor if it is on top. Returns whether it is.
fn refill_editor(model: &mut Model, place: usize) -> bool {
    let Some(focus) = model.dialogs.top_as::<Editor>().map(|editor| editor.focus) else {
        return false;
    };
    model.dialogs.pop();
    open_editor(model, place);
    if let Some(editor) = model.dialogs.top_as_mut::<Editor>() {
        editor.focus_on(focus);
    }
    true
}

fn open_editor(model: &mut Model, place: usize) -> bool {
    let Some(item) = model.findings.get(place) else {
        return false;
    };
    let Some(editor) = Editor::open(place, item, model.claim, &model.settings.rules()) else {
        return false;
    };
    model.open(editor);
    true
}

fn failed(model: &mut Model, edit: ExternalEdit, text: Option<&str>, reason: &str) -> Vec<Effect> {
    let left = text.map(document::without_mistake).filter(|text| !document::is_blank(text));
    let typed = left.unwrap_or_else(|| document::without_mistake(&edit.given));
    if typed == edit.original {
        model.refuse(format!("{reason}: nothing was changed"));
        return Vec::new();
    }
    let reason = format!("{reason}: nothing was changed; the text is kept.");
    vec![Effect::KeepText { text: typed.to_owned(), subject: edit.subject, reason }]
}

pub(crate) fn text_kept(model: &mut Model, path: &str, reason: String) {
    let lines = vec![reason, format!("It is saved in {path}")];
    model.open_notice(Notice { title: "What you typed is kept in a file".to_owned(), lines, failed: true });
}
