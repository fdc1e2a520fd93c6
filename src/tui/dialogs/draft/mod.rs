//! The draft of a pattern: its text, and what it would match, told anew with every key.

mod view;

use std::sync::Arc;

use ratatui::Frame;
use ratatui::layout::Position;
use ratatui_textarea::{CursorMove, TextArea};

use crate::document::DocumentError;
use crate::explore::{Survey, Trial};
use crate::session::DRAFT;
use crate::tui::input::action::{Action, Motion, Step};
use crate::tui::input::context::Context;
use crate::tui::input::effect::Effect;
use crate::tui::input::key_press::KeyPress;
use crate::tui::review::document::{ExternalEdit, Subject};
use crate::tui::review::model::{Model, Scan};
use crate::tui::screen::hit::Hit;
use crate::tui::text::text_field;

use super::dialog::{Dialog, Outcome};
use super::sheet::Room;

/// A draft is tried on no more payloads with each key.
const AT_ONCE: usize = 1_000;

/// A draft of a pattern that is written.
#[derive(Clone, Debug)]
pub struct DraftDialog {
    pub(crate) survey: Arc<Survey>,
    /// The names of the shapes that it was made of.
    pub(crate) shapes: Vec<String>,
    pub(crate) area: Box<TextArea<'static>>,
    /// What it would match as it stands, or why it cannot be read.
    pub(crate) trial: Result<Trial, DocumentError>,
    /// Whether the text was changed since: of many payloads it is told as soon as typing rests.
    pub(crate) is_due: bool,
    /// Which of the matches is looked at.
    pub(crate) cursor: usize,
    /// Why the last try to save was refused.
    pub(crate) refused: Option<String>,
    /// The text at the opening.
    opened_with: String,
}

impl DraftDialog {
    pub(crate) fn open(survey: Arc<Survey>, shapes: Vec<String>, text: &str) -> Self {
        let area = text_area(text);
        let trial = Trial::of(DRAFT, text, &survey);
        let opened_with = area.lines().join("\n") + "\n";
        Self { survey, shapes, area: Box::new(area), trial, is_due: false, cursor: 0, refused: None, opened_with }
    }

    pub(crate) fn text(&self) -> String {
        self.area.lines().join("\n") + "\n"
    }

    pub(crate) fn is_changed(&self) -> bool {
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

    /// Puts another text in the place of this one.
    pub(crate) fn replace(&mut self, text: &str) {
        *self.area = text_area(text);
        self.try_again();
    }

    fn try_again(&mut self) {
        self.refused = None;
        self.is_due = true;
        if self.survey.seen.len() <= AT_ONCE {
            self.try_now();
        }
    }

    /// Tells what it would match now, if that is due.
    pub(crate) fn try_now(&mut self) {
        if !std::mem::take(&mut self.is_due) {
            return;
        }
        self.trial = Trial::of(DRAFT, &self.text(), &self.survey);
        self.cursor = self.cursor.min(self.matches().len().saturating_sub(1));
    }

    /// Has it saved, if it can be.
    fn save(&mut self, model: &Model) -> Vec<Effect> {
        self.try_now();
        if let Err(mistake) = &self.trial {
            let place = Some((mistake.line, mistake.column));
            self.refuse(mistake.reason.clone(), place);
            return Vec::new();
        }
        if matches!(model.scan, Scan::Running(_)) {
            // What it still finds it finds by the patterns as they were.
            self.refuse("the scan still runs: save it when that is through".to_owned(), None);
            return Vec::new();
        }
        vec![Effect::SavePattern(self.text())]
    }

    /// Tells why it is not saved, and goes to the mistake where that has a place in the text.
    pub(crate) fn refuse(&mut self, reason: String, place: Option<(usize, usize)>) {
        self.refused = Some(reason);
        if let Some((line, column)) = place {
            let number = |number: usize| u16::try_from(number.saturating_sub(1)).unwrap_or(u16::MAX);
            self.area.move_cursor(CursorMove::Jump(number(line), number(column)));
        }
    }
}

impl Dialog for DraftDialog {
    fn context(&self) -> Context {
        Context::Draft
    }

    fn act(&mut self, model: &mut Model, action: Action) -> Outcome {
        match action {
            Action::Save => return Outcome::stays_and(self.save(model)),
            Action::EditExternally => {
                let edit = ExternalEdit::new(Subject::Pattern, self.text());
                return Outcome::stays_and(vec![Effect::EditExternally(edit)]);
            }
            Action::Hit(step) => self.go(step),
            _ => {}
        }
        Outcome::stays()
    }

    /// Keeps a draft that was changed.
    fn close(&mut self, model: &mut Model) -> Vec<Effect> {
        if self.is_changed() {
            model.pattern_drafts.insert(self.shapes.clone(), self.text());
            let key = model.key_in(Context::Shapes, &Action::DraftPattern);
            model.tell(format!("the draft is kept: {key} opens it again"));
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

    fn draw(&self, room: Room<'_>, frame: &mut Frame) {
        view::draw(self, room.theme, frame, room.body);
    }

    #[cfg(test)]
    fn area(&self, room: Room<'_>) -> Option<ratatui::layout::Rect> {
        Some(room.body)
    }

    fn hit(&self, room: Room<'_>, at: Position) -> Option<Hit> {
        view::hit(room.body, at)
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

/// The text as a field that has the keys.
fn text_area(text: &str) -> TextArea<'static> {
    let mut area = text_field::text_area(text.trim_end());
    text_field::show_cursor(&mut area, true);
    text_field::number_lines(&mut area);
    area
}
