//! The choice of what to do with a claim.

use ratatui::text::Line;

use crate::claim::{Claim, ClaimKind};
use crate::proposal::Choice;
use crate::tui::input::action::Action;
use crate::tui::input::context::Context;
use crate::tui::review::model::Model;
use crate::tui::review::update::{change, mark};
use crate::tui::text;

use super::dialog::{Dialog, Outcome};
use super::sheet::{Room, Sheet};

/// The choice of a remedy.
#[derive(Clone, Copy, Debug)]
pub struct RemedyDialog {
    pub(crate) claim: usize,
    pub(crate) cursor: usize,
    /// The choices, in their order.
    pub(crate) choices: &'static [Choice],
}

impl RemedyDialog {
    /// What can be done with a claim: a plan is corrected once somebody wrote it anew.
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
            Choice::Strip if !claim.stands_in_text() => "empty the column, write no record",
            Choice::Recover => "write the lost record, and clean the text",
            Choice::Strip => "clean the text, write no record",
            Choice::Correct => "put the corrected plan in its place",
            Choice::Leave => "leave this claim where it stands",
        }
    }
}

/// The choice of one remedy for many findings.
#[derive(Clone, Debug)]
pub struct RemedyForAll {
    pub(crate) places: Vec<usize>,
    /// The group that they are, by its title; `None` where they are marked.
    pub(crate) group: Option<String>,
    pub(crate) cursor: usize,
}

impl RemedyForAll {
    /// What can be chosen for many at once: what is left where it stands is rejected.
    const CHOICES: [(Choice, &'static str); 2] = [
        (Choice::Strip, "clean the texts, write no record"),
        (Choice::Recover, "write the lost records, and clean the texts"),
    ];
}

impl Dialog for RemedyForAll {
    fn context(&self) -> Context {
        Context::Remedy
    }

    fn act(&mut self, model: &mut Model, action: Action) -> Outcome {
        match action {
            Action::Move(motion) => self.cursor = motion.among(self.cursor, Self::CHOICES.len()),
            Action::Choose => {
                let Some((choice, _)) = Self::CHOICES.get(self.cursor) else { return Outcome::stays() };
                return Outcome::closes(mark::ask_choice(model, &self.places, *choice, self.group.clone()));
            }
            _ => {}
        }
        Outcome::stays()
    }

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
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

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> Outcome {
        self.cursor = choice;
        Outcome::stays()
    }
}

impl Dialog for RemedyDialog {
    fn context(&self) -> Context {
        Context::Remedy
    }

    fn act(&mut self, model: &mut Model, action: Action) -> Outcome {
        match action {
            Action::Move(motion) => self.cursor = motion.among(self.cursor, self.choices.len()),
            Action::Choose => {
                let choice = self.choices.get(self.cursor).copied();
                return Outcome::closes(change::set_choice(model, self.claim, choice));
            }
            _ => {}
        }
        Outcome::stays()
    }

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
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

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> Outcome {
        self.cursor = choice;
        Outcome::stays()
    }
}
