//! The draft of a pattern: its text, and what it would match, told anew with every key.

pub(crate) mod view;

use std::sync::Arc;

use ratatui_textarea::{CursorMove, TextArea};

use crate::document::DocumentError;
use crate::explore::{Survey, Trial};
use crate::session::DRAFT;
use crate::tui::input::action::{Motion, Step};
use crate::tui::input::key_press::KeyPress;
use crate::tui::text::text_field;

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

    pub(crate) fn go(&mut self, step: Step) {
        let motion = if step == Step::Next { Motion::Down } else { Motion::Up };
        self.cursor = motion.from(self.cursor, 1, self.matches().len());
    }

    pub(crate) fn type_key(&mut self, key: KeyPress) {
        if text_field::type_into(&mut self.area, key) {
            self.try_again();
        }
    }

    /// Puts another text in the place of this one.
    pub(crate) fn replace(&mut self, text: &str) {
        *self.area = text_area(text);
        self.try_again();
    }

    /// Goes to a cell of the text that was clicked.
    pub(crate) fn click(&mut self, (row, column): (u16, u16)) {
        text_field::jump(&mut self.area, (row, column));
    }

    /// Scrolls the text by so many rows.
    pub(crate) fn scroll(&mut self, rows: i16) {
        self.area.scroll((rows, 0));
    }

    pub(crate) fn paste(&mut self, text: &str) {
        self.area.insert_str(text_field::pasted(text));
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

    /// Tells why it is not saved, and goes to the mistake where that has a place in the text.
    pub(crate) fn refuse(&mut self, reason: String, place: Option<(usize, usize)>) {
        self.refused = Some(reason);
        if let Some((line, column)) = place {
            let number = |number: usize| u16::try_from(number.saturating_sub(1)).unwrap_or(u16::MAX);
            self.area.move_cursor(CursorMove::Jump(number(line), number(column)));
        }
    }
}

/// The text as a field that has the keys.
fn text_area(text: &str) -> TextArea<'static> {
    let mut area = text_field::text_area(text.trim_end());
    text_field::show_cursor(&mut area, true);
    area
}
