//! Notes on findings, such as why one is skipped.

use ratatui::text::Line;
use tui_input::Input;

use crate::review::DecisionKind;
use crate::tui::input::action::Action;
use crate::tui::input::bindings::{ENTER, ESC, help, show};
use crate::tui::input::context::{KeyContext, Typing};
use crate::tui::input::effect::Effect;
use crate::tui::review::actions::decide::{self, DecidedFinding};
use crate::tui::review::actions::{mark, note};
use crate::tui::review::dialog::{Dialog, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::widgets::prompt;

pub(crate) const NOTE: KeyContext = KeyContext::new("note", "Note").typing(Typing::Line);
pub(crate) const REASON: KeyContext = KeyContext::new("skip_with_reason", "Skip with a reason").typing(Typing::Line);

pub(crate) static REGISTRATION: Registration = Registration {
    context: NOTE,
    open: None,
    bindings: &[
        show(NOTE, &[ENTER], Action::Choose, "save", "save the note; an empty one removes it"),
        show(NOTE, &[ESC], Action::Leave, "cancel", "keep the note unchanged"),
        help(NOTE),
        show(REASON, &[ENTER], Action::Choose, "skip", "skip, and save the reason as the note"),
        show(REASON, &[ESC], Action::Leave, "cancel", "skip nothing"),
        help(REASON),
    ],
};

/// The prompt of a note.
#[derive(Clone, Debug, Default)]
pub(crate) struct NotePrompt {
    /// The index of the finding.
    pub(crate) place: usize,
    pub(crate) input: Input,
    pub(crate) purpose: NotePurpose,
}

/// The purpose of a note.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum NotePurpose {
    /// A note on the finding, without a decision.
    #[default]
    Remember,
    /// To say why the finding is skipped.
    Skip,
    /// To say why all that is marked is skipped.
    SkipMarked,
}

impl Dialog<Model> for NotePrompt {
    fn context(&self) -> KeyContext {
        if self.purpose == NotePurpose::Remember { NOTE } else { REASON }
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        if action == Action::Choose { DialogOutcome::closes(take(model, self)) } else { DialogOutcome::stays() }
    }

    fn input_line(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }

    fn prompt_line(&self, model: &Model, theme: &Theme, width: usize) -> Option<Line<'static>> {
        Some(prompt::line(&self.sign(model), &self.input, width, theme))
    }
}

impl NotePrompt {
    /// The sign in front of the note: its finding and its purpose.
    fn sign(&self, model: &Model) -> String {
        let key = model.findings.get(self.place).map(|item| item.key.to_string()).unwrap_or_default();
        let key = text::shorten(&key, 12);
        match self.purpose {
            NotePurpose::Remember => format!(" note {key}: "),
            NotePurpose::Skip => format!(" skip {key}, because: "),
            NotePurpose::SkipMarked => format!(" skip {} marked, because: ", model.marks.counts().all),
        }
    }
}

pub(crate) fn open(model: &mut Model) {
    let (Some(place), Some(item)) = (model.list.selected(), model.selected()) else {
        return;
    };
    let input = item.note().unwrap_or_default().into();
    model.open(NotePrompt { place, input, purpose: NotePurpose::Remember });
}

/// Asks why the selected or the marked findings are skipped.
pub(crate) fn open_skip(model: &mut Model) {
    let (Some(place), Some(item)) = (model.list.selected(), model.selected()) else {
        return;
    };
    let purpose = if model.has_chosen() { NotePurpose::SkipMarked } else { NotePurpose::Skip };
    // Several findings keep their own notes.
    let note = item.note().filter(|_| purpose == NotePurpose::Skip);
    let input = note.unwrap_or_default().into();
    model.open(NotePrompt { place, input, purpose });
}

/// Applies the typed note.
fn take(model: &mut Model, prompt: &NotePrompt) -> Vec<Effect> {
    let typed = prompt.input.value().trim().to_owned();
    match prompt.purpose {
        NotePurpose::Remember => note::set(model, prompt.place, &typed),
        NotePurpose::Skip => {
            let Some(item) = model.findings.get(prompt.place) else {
                return Vec::new();
            };
            let decided =
                DecidedFinding { note: Some(typed), ..DecidedFinding::new(prompt.place, item.edit().clone()) };
            decide::decide_and_go_on(model, decided, DecisionKind::Skip)
        }
        NotePurpose::SkipMarked => mark::decide_all(model, DecisionKind::Skip, (!typed.is_empty()).then_some(typed)),
    }
}
