//! What a write-back would do, for the question before it.

use ratatui::text::Line;

use crate::tui::input::action::Action;
use crate::tui::input::context::Context;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::writeback::Writing;

use super::dialog::{Dialog, Outcome};
use super::reading::Reading;
use super::sheet::{Room, Sheet, wrapped};

/// What a write-back would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WritePlan {
    /// Type → how many records would be written.
    pub records: Vec<(String, usize)>,
    /// How many texts would be cleaned.
    pub texts: usize,
    /// How many recorded plans would be changed.
    pub plans: usize,
    /// Why accepted findings would be left out → how many.
    pub left_out: Vec<(String, usize)>,
    /// Where the backup goes; `None` where none is made.
    pub backup: Option<String>,
    /// What else the reviewer should know.
    pub notes: Vec<String>,
}

impl WritePlan {
    /// Whether nothing would be written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts == 0 && self.plans == 0 && self.records.iter().all(|(_, count)| *count == 0)
    }

    fn lines(&self, room: Room<'_>) -> Vec<Line<'static>> {
        let (model, theme) = (room.model, room.theme);
        let mut texts = Vec::new();
        for (kind, count) in self.records.iter().filter(|(_, count)| *count > 0) {
            texts.push((format!("{count:>6} × {kind} written"), theme.text));
        }
        if self.texts > 0 {
            texts.push((format!("{:>6} × text cleaned", self.texts), theme.text));
        }
        if self.plans > 0 {
            texts.push((format!("{:>6} × recorded plan changed", self.plans), theme.text));
        }
        for (reason, count) in &self.left_out {
            texts.push((format!("{count:>6} × left out: {reason}"), theme.warning));
        }
        if self.is_empty() {
            texts.push(("Nothing is accepted that could be written.".to_owned(), theme.strong));
        } else {
            texts.push((String::new(), theme.text));
            texts.push(match &self.backup {
                Some(backup) => (format!("backup first: {backup}"), theme.text),
                None => ("no backup is made".to_owned(), theme.warning),
            });
        }
        texts.extend(self.notes.iter().map(|note| (note.clone(), theme.text)));
        if !self.is_empty() {
            texts.push((String::new(), theme.text));
            let [yes, no] = [Action::Confirm, Action::Leave].map(|action| model.key_in(Context::Plan, &action));
            texts.push((format!("{yes} writes it, in one transaction; {no} leaves"), theme.strong));
        }
        wrapped(texts, room.width(), theme)
    }
}

impl Dialog for Reading<WritePlan> {
    fn context(&self) -> Context {
        Context::Plan
    }

    fn act(&mut self, model: &mut Model, action: Action) -> Outcome {
        if action != Action::Confirm {
            return Outcome::stays();
        }
        if self.what.is_empty() {
            model.tell("there is nothing to write");
            return Outcome::closes(Vec::new());
        }
        model.writing = Some(Writing::default());
        Outcome::closes(vec![Effect::WriteBack])
    }

    fn close(&mut self, model: &mut Model) -> Vec<Effect> {
        model.tell("nothing was written");
        Vec::new()
    }

    fn obstacle(&self, _model: &Model, action: &Action) -> Option<String> {
        (*action == Action::Confirm && self.what.is_empty()).then(|| "there is nothing to write".to_owned())
    }

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
        Some(Sheet { scroll: self.scroll, ..Sheet::new("Write back", self.what.lines(room), room.theme) })
    }

    fn scroll_to(&mut self, line: usize) {
        self.scroll = line;
    }
}
