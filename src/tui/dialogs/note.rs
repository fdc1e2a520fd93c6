//! Notes: what a reviewer wants to remember of a finding, such as why it is put off.

use ratatui::text::Line;
use tui_input::Input;

use crate::review::Act;
use crate::tui::input::action::Action;
use crate::tui::input::context::Context;
use crate::tui::input::effect::Effect;
use crate::tui::review::before::Before;
use crate::tui::review::model::Model;
use crate::tui::review::update::decide::{self, Decided};
use crate::tui::review::update::mark;
use crate::tui::text;
use crate::tui::theme::Theme;

use super::dialog::{Dialog, Outcome};
use super::prompt;

/// A note that is written, not kept yet.
#[derive(Clone, Debug, Default)]
pub struct NotePrompt {
    /// The finding.
    pub(crate) place: usize,
    pub(crate) input: Input,
    pub(crate) purpose: NotePurpose,
}

/// What a note is written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum NotePurpose {
    /// To be remembered.
    #[default]
    Remember,
    /// To say why the finding is skipped.
    Skip,
    /// To say why all that is marked is skipped.
    SkipMarked,
}

impl Dialog for NotePrompt {
    fn context(&self) -> Context {
        if self.purpose == NotePurpose::Remember { Context::Note } else { Context::Reason }
    }

    fn act(&mut self, model: &mut Model, action: Action) -> Outcome {
        if action == Action::Choose { Outcome::closes(take(model, self)) } else { Outcome::stays() }
    }

    fn begin_typing(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }

    fn prompt_line(&self, model: &Model, theme: &Theme, width: usize) -> Option<Line<'static>> {
        Some(prompt::line(&self.sign(model), &self.input, width, theme))
    }
}

impl NotePrompt {
    /// What the note is about, and what it is for.
    fn sign(&self, model: &Model) -> String {
        let key = model.items.get(self.place).map(|item| item.key.to_string()).unwrap_or_default();
        let key = text::shorten(&key, 12);
        match self.purpose {
            NotePurpose::Remember => format!(" note {key}: "),
            NotePurpose::Skip => format!(" skip {key}, because: "),
            NotePurpose::SkipMarked => format!(" skip {} marked, because: ", model.chosen_counts.0),
        }
    }
}

pub(crate) fn open(model: &mut Model) {
    let (Some(place), Some(item)) = (model.selected, model.selected()) else {
        return;
    };
    let input = item.note().unwrap_or_default().into();
    model.open(NotePrompt { place, input, purpose: NotePurpose::Remember });
}

/// Asks why the finding, or what is marked, is skipped.
pub(crate) fn open_skip(model: &mut Model) {
    let (Some(place), Some(item)) = (model.selected, model.selected()) else {
        return;
    };
    let purpose = if model.has_chosen() { NotePurpose::SkipMarked } else { NotePurpose::Skip };
    // Each of several may have a note of its own, which stays.
    let note = item.note().filter(|_| purpose == NotePurpose::Skip);
    let input = note.unwrap_or_default().into();
    model.open(NotePrompt { place, input, purpose });
}

/// Does with what was typed what the prompt is for.
fn take(model: &mut Model, prompt: &NotePrompt) -> Vec<Effect> {
    let typed = prompt.input.value().trim().to_owned();
    match prompt.purpose {
        NotePurpose::Remember => set(model, prompt.place, &typed),
        NotePurpose::Skip => {
            let Some(item) = model.items.get(prompt.place) else {
                return Vec::new();
            };
            let decided = Decided { place: prompt.place, edit: item.edit().clone(), note: Some(typed) };
            decide::decide_and_go_on(model, decided, Act::Skip)
        }
        NotePurpose::SkipMarked => mark::decide_all(model, Act::Skip, (!typed.is_empty()).then_some(typed)),
    }
}

/// Gives a finding another note, as a gesture of its own; an empty note is none.
pub(crate) fn set(model: &mut Model, place: usize, typed: &str) -> Vec<Effect> {
    let undo = model.key(&Action::Undo);
    let Some(item) = model.items.get(place) else {
        return Vec::new();
    };
    let typed = typed.trim().to_owned();
    let note = (!typed.is_empty()).then(|| typed.clone());
    if note.as_deref() == item.note() {
        return Vec::new();
    }
    model.last_gesture = vec![Before::of(place, item)];
    let done = if note.is_some() { "the note is kept" } else { "the note is gone" };
    let told = format!("{}: {done} · {undo} undoes it", item.key);
    let message = item.key.clone();
    model.change(place, |item| item.touch(|touched| touched.note = note));
    // What is shown may depend on it.
    model.refit(&[place]);
    model.tell(told);
    vec![Effect::Note { message, note: typed }]
}

/// A note with something more, said once.
pub(crate) fn joined(note: Option<&str>, more: &str) -> String {
    match note {
        Some(note) if note.contains(more) => note.to_owned(),
        Some(note) => format!("{note} · {more}"),
        None => more.to_owned(),
    }
}
