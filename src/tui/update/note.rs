//! Notes: what a reviewer wants to remember of a finding.

use crate::tui::action::{Action, Effect};
use crate::tui::model::{Before, Model};
use crate::tui::overlay::{NotePrompt, Overlay};

pub(super) fn open(model: &mut Model) {
    let (Some(place), Some(item)) = (model.selected, model.selected()) else {
        return;
    };
    let input = item.note.clone().unwrap_or_default().into();
    model.overlays.push(Overlay::Note(NotePrompt { place, input }));
}

/// Keeps what was typed, as a gesture of its own; an empty note is none.
pub(super) fn keep(model: &mut Model, prompt: &NotePrompt) -> Vec<Effect> {
    let undo = model.key(&Action::Undo);
    let Some(item) = model.items.get_mut(prompt.place) else {
        return Vec::new();
    };
    let typed = prompt.input.value().trim().to_owned();
    let note = (!typed.is_empty()).then(|| typed.clone());
    if note == item.note {
        return Vec::new();
    }
    model.last_gesture = vec![Before::of(prompt.place, item)];
    let done = if note.is_some() { "the note is kept" } else { "the note is gone" };
    let told = format!("{}: {done} · {undo} undoes it", item.key);
    let message = item.key.clone();
    item.note = note;
    // What is shown may depend on it.
    model.apply_filter();
    model.tell(told);
    vec![Effect::Note { message, note: typed }]
}
