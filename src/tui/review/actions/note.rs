//! The notes of findings.

use crate::tui::input::action::Action;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;

/// Sets the note of a finding as its own gesture. An empty note removes it.
pub(crate) fn set(model: &mut Model, place: usize, typed: &str) -> Vec<Effect> {
    let undo = model.settings.key(&Action::Undo);
    let Some(item) = model.findings.get(place) else {
        return Vec::new();
    };
    let typed = typed.trim().to_owned();
    let note = (!typed.is_empty()).then(|| typed.clone());
    if note.as_deref() == item.note() {
        return Vec::new();
    }
    let done = if note.is_some() { "note saved" } else { "note removed" };
    let line = format!("{}: {done} · {undo} undo", item.key);
    let message = item.key.clone();
    model.begin_gesture(&[place]);
    model.change(place, |item| item.touch(|edits| edits.note = note));
    // The filter may depend on it.
    model.refilter(&[place]);
    model.notify(line);
    vec![Effect::Note { message, note: typed }]
}

/// Appends a text to a note unless the note already holds it.
pub(crate) fn joined(note: Option<&str>, more: &str) -> String {
    match note {
        Some(note) if note.contains(more) => note.to_owned(),
        Some(note) => format!("{note} · {more}"),
        None => more.to_owned(),
    }
}
