//! The choice of what to do with a claim.

use ratatui::text::Line;

use crate::claim::{Claim, ClaimKind};
use crate::proposal::Choice;
use crate::tui::input::action::Action;
use crate::tui::input::context::KeyContext;
use crate::tui::review::model::Model;
use crate::tui::review::update::{change, mark};
use crate::tui::text;

use super::dialog::{Dialog, DialogOutcome};
use super::sheet::{Sheet, SheetContext};

/// The choice of a remedy.
#[derive(Clone, Copy, Debug)]
pub struct RemedyDialog {
    pub(crate) claim: usize,
    pub(crate) cursor: usize,
    /// The choices in order.
    pub(crate) choices: &'static [Choice],
}

impl RemedyDialog {
    /// The choices for a claim. A plan can only be corrected after it was rewritten.
    pub(crate) fn choices(claim: &Claim) -> &'static [Choice] {
        let is_read_only = claim.recorded.as_ref().is_some_and(|recorded| !recorded.writable);
        match claim.kind {
            ClaimKind::Plan if is_read_only => &[Choice::Leave],
            ClaimKind::Plan if claim.corrected.is_some() => &[Choice::Correct, Choice::Strip, Choice::Leave],
            ClaimKind::Plan => &[Choice::Strip, Choice::Leave],
            ClaimKind::Statement if claim.record.is_some() => {
                &[Choice::Correct, Choice::Recover, Choice::Strip, Choice::Leave]
            }
            ClaimKind::Statement => &[Choice::Correct, Choice::Strip, Choice::Leave],
            _ => &[Choice::Recover, Choice::Strip, Choice::Leave],
        }
    }

    /// What a choice means for a claim.
    pub(crate) fn meaning(choice: Choice, claim: &Claim) -> &'static str {
        let is_statement = claim.kind == ClaimKind::Statement;
        match choice {
            Choice::Correct if is_statement => "put the truth in the place of the sentence",
            Choice::Recover if is_statement => "write the record that was promised: the sentence stays",
            Choice::Strip if is_statement => "take the sentence out",
            Choice::Strip if !claim.is_in_text() => "empty the column, write no record",
            Choice::Recover => "write the lost record, and clean the text",
            Choice::Strip => "clean the text, write no record",
            Choice::Correct => "put the corrected plan in its place",
            Choice::Leave => "leave this claim in place",
        }
    }
}

/// The choice of one remedy for many findings.
#[derive(Clone, Debug)]
pub struct RemedyForAll {
    pub(crate) places: Vec<usize>,
    /// The title of their group; `None` if they are the marked findings.
    pub(crate) group: Option<String>,
    pub(crate) cursor: usize,
}

impl RemedyForAll {
    /// The choices for many findings. Leaving a text unchanged is a rejection, so it is not one of them.
    const CHOICES: [(Choice, &'static str); 2] = [
        (Choice::Strip, "clean the texts, write no record"),
        (Choice::Recover, "write the lost records, and clean the texts"),
    ];
}

impl Dialog for RemedyForAll {
    fn context(&self) -> KeyContext {
        KeyContext::Remedy
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => self.cursor = motion.among(self.cursor, Self::CHOICES.len()),
            Action::Choose => {
                let Some((choice, _)) = Self::CHOICES.get(self.cursor) else { return DialogOutcome::stays() };
                return DialogOutcome::closes(mark::ask_choice(model, &self.places, *choice, self.group.clone()));
            }
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn sheet<'a>(&'a self, room: SheetContext<'a>) -> Option<Sheet<'a>> {
        let row = |(place, (choice, meaning)): (usize, &(Choice, &str))| {
            let row = text::fit(&format!(" {} {meaning}", text::fit(choice.name(), 8)), room.width());
            Line::styled(row, if place == self.cursor { room.theme.selected } else { room.theme.text })
        };
        let lines = Self::CHOICES.iter().enumerate().map(row).collect();
        Some(Sheet::new(format!("What to do with these {}", self.places.len()), lines, room.theme))
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        (line < Self::CHOICES.len()).then_some(line)
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> DialogOutcome {
        self.cursor = choice;
        DialogOutcome::stays()
    }
}

impl Dialog for RemedyDialog {
    fn context(&self) -> KeyContext {
        KeyContext::Remedy
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => self.cursor = motion.among(self.cursor, self.choices.len()),
            Action::Choose => {
                let choice = self.choices.get(self.cursor).copied();
                return DialogOutcome::closes(change::set_choice(model, self.claim, choice));
            }
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn sheet<'a>(&'a self, room: SheetContext<'a>) -> Option<Sheet<'a>> {
        let judged = room.model.current().and_then(|finding| finding.claims.get(self.claim));
        let row = |(place, choice): (usize, &Choice)| {
            let meaning = judged.map_or("", |judged| Self::meaning(*choice, &judged.claim));
            let row = text::fit(&format!(" {} {meaning}", text::fit(choice.name(), 8)), room.width());
            Line::styled(row, if place == self.cursor { room.theme.selected } else { room.theme.text })
        };
        let lines = judged.map_or_else(Vec::new, |_| self.choices.iter().enumerate().map(row).collect());
        Some(Sheet::new("What to do with this claim", lines, room.theme))
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        (line < self.choices.len()).then_some(line)
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> DialogOutcome {
        self.cursor = choice;
        DialogOutcome::stays()
    }
}
