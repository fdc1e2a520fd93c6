//! The draft of a pattern: its text and what it would match, updated with every key.

pub(crate) mod update;
mod view;

use std::sync::Arc;

use ratatui::Frame;
use ratatui::layout::Position;
use ratatui_textarea::{CursorMove, TextArea};

use crate::document::DocumentError;
use crate::explore::{Survey, Trial};
use crate::session::DRAFT;
use crate::tui::findings::words;
use crate::tui::input::action::{Action, Motion, Step};
use crate::tui::input::bindings::{ESC, ctrl, help, show};
use crate::tui::input::context::{KeyContext, Typing};
use crate::tui::input::effect::Effect;
use crate::tui::input::external_edit::{ExternalEdit, Subject};
use crate::tui::input::hit_target::HitTarget;
use crate::tui::input::key_press::KeyPress;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::{Model, ScanState};
use crate::tui::review::registration::Registration;
use crate::tui::widgets::text_field;

pub(crate) const CONTEXT: KeyContext = KeyContext::new("pattern_draft", "Pattern draft").typing(Typing::Lines);

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[ctrl('s')], Action::Save, "save", "save it with your patterns, and scan again"),
        show(CONTEXT, &[ctrl('n')], Action::Hit(Step::Next), "next match", "the next payload that the draft matches"),
        show(
            CONTEXT,
            &[ctrl('p')],
            Action::Hit(Step::Previous),
            "previous",
            "the previous payload that the draft matches",
        ),
        show(CONTEXT, &[ctrl('e')], Action::EditExternally, "$EDITOR", "edit the draft in $EDITOR"),
        show(CONTEXT, &[ESC], Action::Leave, "close", "close; the draft opens again with its shape, unless emptied"),
        help(CONTEXT),
    ],
};

/// With at most this many payloads, a draft is tried with every key.
const AT_ONCE: usize = 1_000;

/// The editor of a draft pattern.
#[derive(Clone, Debug)]
pub(crate) struct DraftDialog {
    pub(crate) survey: Arc<Survey>,
    /// The names of the shapes it is based on.
    pub(crate) shapes: Vec<String>,
    pub(crate) area: Box<TextArea<'static>>,
    /// What it would match, or why it cannot be read.
    pub(crate) trial: Result<Trial, DocumentError>,
    /// Whether the text changed since the last trial. With many payloads the trial waits for a pause in typing.
    pub(crate) is_due: bool,
    /// The index of the selected match.
    pub(crate) cursor: usize,
    /// Why it could not be saved the last time.
    pub(crate) refused: Option<String>,
    /// Whether the reviewer was told what saving it replaces.
    replacing: bool,
    /// Whether it is one of syntaxes: what these read is no payload of the survey.
    is_of_syntaxes: bool,
    /// The text when it was opened.
    opened_with: String,
    /// The context whose keys open it again.
    opened_in: KeyContext,
}

impl DraftDialog {
    pub(crate) fn open(survey: Arc<Survey>, shapes: Vec<String>, text: &str, opened_in: KeyContext) -> Self {
        let area = text_area(text);
        let trial = Trial::of(DRAFT, text, &survey);
        let opened_with = area.lines().join("\n") + "\n";
        let is_of_syntaxes = trial.as_ref().is_ok_and(Trial::is_of_syntaxes);
        Self {
            survey,
            shapes,
            area: Box::new(area),
            trial,
            is_due: false,
            cursor: 0,
            refused: None,
            replacing: false,
            is_of_syntaxes,
            opened_with,
            opened_in,
        }
    }

    pub(crate) fn text(&self) -> String {
        self.area.lines().join("\n") + "\n"
    }

    fn is_changed(&self) -> bool {
        self.text() != self.opened_with
    }

    /// The names of its patterns.
    pub(crate) fn names(&self) -> &[String] {
        self.trial.as_ref().map_or(&[], |trial| &trial.names)
    }

    /// The payloads that it would match.
    pub(crate) fn matches(&self) -> &[usize] {
        self.trial.as_ref().map_or(&[], |trial| &trial.matches)
    }

    fn go(&mut self, step: Step) {
        let motion = if step == Step::Next { Motion::Down } else { Motion::Up };
        self.cursor = motion.from(self.cursor, 1, self.matches().len());
    }

    /// Replaces the text of the draft, and tries the new one.
    pub(crate) fn replace(&mut self, text: &str) {
        *self.area = text_area(text);
        self.try_again();
    }

    fn try_again(&mut self) {
        (self.refused, self.replacing) = (None, false);
        self.is_due = true;
        if self.survey.seen.len() <= AT_ONCE {
            self.try_now();
        }
    }

    /// Updates what it would match, if due.
    fn try_now(&mut self) {
        if !std::mem::take(&mut self.is_due) {
            return;
        }
        self.trial = Trial::of(DRAFT, &self.text(), &self.survey);
        self.cursor = self.cursor.min(self.matches().len().saturating_sub(1));
    }

    /// Requests saving it, if it is valid.
    fn save(&mut self, model: &Model) -> Vec<Effect> {
        self.try_now();
        if let Err(mistake) = &self.trial {
            let place = Some((mistake.line, mistake.column));
            self.refuse(mistake.reason.clone(), place);
            return Vec::new();
        }
        if matches!(model.scan, ScanState::Running(_)) {
            // A running scan still uses the old patterns.
            self.refuse("scan still running; save when it finishes".to_owned(), None);
            return Vec::new();
        }
        if let Some(replaced) = self.replaced().filter(|_| !std::mem::replace(&mut self.replacing, true)) {
            let key = model.settings.keys.key(CONTEXT, &Action::Save);
            self.refuse(format!("it replaces {replaced} in every database; {key} again saves it"), None);
            return Vec::new();
        }
        vec![Effect::SavePattern(self.text())]
    }

    /// What saving it replaces: "`save_memory`, which takes 20 payloads here".
    fn replaced(&self) -> Option<String> {
        let replaced = self.trial.as_ref().ok()?.replaced.iter();
        let takes = |(name, count): (&String, &usize)| match *count {
            0 => format!("`{name}`"),
            count => format!("`{name}`, which takes {} here,", words::count(count, "payload")),
        };
        Some(replaced.map(takes).collect::<Vec<_>>().join(" and ")).filter(|replaced| !replaced.is_empty())
    }

    /// Shows why it is not saved, and moves the cursor to the mistake if it has a position.
    pub(crate) fn refuse(&mut self, reason: String, place: Option<(usize, usize)>) {
        self.refused = Some(reason);
        if let Some((line, column)) = place {
            let number = |number: usize| u16::try_from(number.saturating_sub(1)).unwrap_or(u16::MAX);
            self.area.move_cursor(CursorMove::Jump(number(line), number(column)));
        }
    }
}

impl Dialog<Model> for DraftDialog {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Save => return DialogOutcome::stays_and(self.save(model)),
            Action::EditExternally => {
                let edit = ExternalEdit::new(Subject::Pattern, self.text());
                return DialogOutcome::stays_and(vec![Effect::EditExternally(edit)]);
            }
            Action::Hit(step) => self.go(step),
            _ => {}
        }
        DialogOutcome::stays()
    }

    /// Keeps a changed draft.
    fn close(&mut self, model: &mut Model) -> Vec<Effect> {
        if self.text().trim().is_empty() {
            model.pattern_drafts.remove(&self.shapes);
            model.notify("empty draft discarded");
        } else if self.is_changed() {
            model.pattern_drafts.insert(self.shapes.clone(), self.text());
            let reopens = if self.is_of_syntaxes { Action::AskTemplate } else { Action::DraftPattern };
            let key = model.settings.keys.key(self.opened_in, &reopens);
            let until = if model.settings.read_only { " until you quit" } else { "" };
            model.notify(format!("draft kept{until} · {key} reopen"));
        }
        Vec::new()
    }

    fn type_key(&mut self, key: KeyPress) {
        if text_field::type_into(&mut self.area, key) {
            self.try_again();
        }
    }

    fn paste(&mut self, text: &str) {
        self.area.insert_str(text_field::pasted(text));
        self.try_again();
    }

    fn pattern_draft(&self) -> Option<(Vec<String>, String)> {
        self.is_changed().then(|| (self.shapes.clone(), self.text()))
    }

    fn is_working(&self) -> bool {
        self.is_due
    }

    fn work(&mut self) {
        self.try_now();
    }

    fn draw(&self, context: DialogContext<'_, Model>, frame: &mut Frame) {
        view::draw(self, context.theme, frame, context.body);
    }

    fn hit(&self, context: DialogContext<'_, Model>, at: Position) -> Option<HitTarget> {
        view::hit(self, context.body, at)
    }

    fn click(&mut self, _field: usize, at: Option<(u16, u16)>) {
        if let Some(at) = at {
            text_field::jump(&mut self.area, at);
        }
    }

    fn scroll_field(&mut self, _field: usize, rows: i16) {
        self.area.scroll((rows, 0));
    }
}

/// A focused text field.
fn text_area(text: &str) -> TextArea<'static> {
    let mut area = text_field::text_area(text.trim_end());
    text_field::show_cursor(&mut area, true);
    text_field::number_lines(&mut area);
    area
}
