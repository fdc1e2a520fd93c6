//! The statistics as they are looked at.

pub(crate) mod update;
mod view;

use crate::statistics::{Dimension, Statistics};
use crate::tui::findings::query::Field;
use crate::tui::input::action::{Action, Motion, Step};
use crate::tui::input::context::Context;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::tui::screen;

use super::dialog::{Dialog, Outcome};
use super::sheet::{self, Lines, Room, Sheet};

/// What is counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Claims, by something that they have in common.
    Claims(Dimension),
    /// Decisions, by who made them.
    Reviewers,
    /// Decisions, by the pattern that they judge.
    Precision,
}

impl Default for Section {
    fn default() -> Self {
        Self::Claims(Dimension::default())
    }
}

impl Section {
    /// All of them, in the order in which they are gone through.
    pub const ALL: [Self; 7] = [
        Self::Claims(Dimension::Pattern),
        Self::Claims(Dimension::Tool),
        Self::Claims(Dimension::Model),
        Self::Claims(Dimension::Agent),
        Self::Claims(Dimension::Week),
        Self::Reviewers,
        Self::Precision,
    ];

    /// What a row of it is.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Claims(dimension) => dimension.name(),
            Self::Reviewers => "reviewer",
            Self::Precision => "precision",
        }
    }

    /// By what a filter asks for a row of it.
    pub(crate) fn field(self) -> Field {
        match self {
            Self::Claims(Dimension::Pattern) | Self::Precision => Field::Pattern,
            Self::Claims(Dimension::Tool) => Field::Tool,
            Self::Claims(Dimension::Model) => Field::Model,
            Self::Claims(Dimension::Agent) => Field::Agent,
            Self::Claims(Dimension::Week) => Field::Week,
            Self::Reviewers => Field::Reviewer,
        }
    }

    fn step(self, step: Step) -> Self {
        let count = Self::ALL.len();
        let place = Self::ALL.iter().position(|section| *section == self).unwrap_or_default();
        let next = match step {
            Step::Next => place + 1,
            Step::Previous => place + count - 1,
        };
        Self::ALL.get(next % count).copied().unwrap_or_default()
    }

    /// The names of its rows; `None` for what nothing is known of.
    fn names(self, statistics: &Statistics) -> Vec<Option<String>> {
        match self {
            Self::Claims(dimension) => statistics.rows(dimension).into_iter().map(|row| row.name).collect(),
            Self::Reviewers => statistics.reviewers().iter().map(|reviewer| Some(reviewer.name.to_owned())).collect(),
            Self::Precision => statistics.judged().into_iter().map(|row| row.name).collect(),
        }
    }
}

/// What a row is called; `None` where nothing is known of that.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Named(Option<String>);

/// The statistics as they are looked at.
#[derive(Clone, Debug, Default)]
pub struct StatisticsDialog {
    pub(crate) section: Section,
    /// The row that was gone to; it is looked at wherever it stands as others come in.
    chosen: Option<Named>,
}

impl StatisticsDialog {
    /// The row that is looked at: its place, and its name.
    pub(crate) fn selected(&self, statistics: &Statistics) -> Option<(usize, Option<String>)> {
        let names = self.section.names(statistics);
        let place = self.chosen.as_ref().and_then(|chosen| names.iter().position(|name| *name == chosen.0));
        let place = place.unwrap_or_default();
        names.into_iter().nth(place).map(|name| (place, name))
    }

    /// Looks at another row, pages being `page` long.
    fn go(&mut self, statistics: &Statistics, motion: Motion, page: usize) {
        let count = self.section.names(statistics).len();
        let place = self.selected(statistics).map_or(0, |(place, _)| place);
        self.point(statistics, motion.from(place, page, count));
    }

    /// Looks at the row of this place.
    fn point(&mut self, statistics: &Statistics, place: usize) {
        self.chosen = self.section.names(statistics).into_iter().nth(place).map(Named);
    }

    /// Goes to the next or previous section.
    fn turn(&mut self, step: Step) {
        *self = Self { section: self.section.step(step), chosen: None };
    }

    /// How many rows there are.
    fn count(&self, statistics: &Statistics) -> usize {
        self.section.names(statistics).len()
    }
}

impl Dialog for StatisticsDialog {
    fn context(&self) -> Context {
        Context::Statistics
    }

    fn act(&mut self, model: &mut Model, action: Action) -> Outcome {
        match action {
            Action::Move(motion) => {
                let page = screen::dialog_extent(model, self).rows.max(1);
                self.go(&model.statistics, motion, page);
            }
            Action::Section(step) => self.turn(step),
            Action::ChooseCopy => {
                let what = format!("the statistics by {}", self.section.name());
                return Outcome::stays_and(vec![Effect::Copy { what, text: view::as_text(model, self) }]);
            }
            Action::Choose => return update::show_only(model, self),
            _ => {}
        }
        Outcome::stays()
    }

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
        let (model, theme) = (room.model, room.theme);
        let head = view::head(model, self, (room.whole_width(), room.rows()), theme);
        let lines = view::lines(model, self, room.whole_width(), theme);
        let place = self.selected(&model.statistics).map_or(0, |(place, _)| place);
        let top = sheet::centred(place, 1, room.rows().saturating_sub(head.len()));
        Some(Sheet { head, ..Sheet::full(view::heading(model), Lines::All(lines), top, theme) })
    }

    fn choice_in(&self, model: &Model, line: usize) -> Option<usize> {
        (line < self.count(&model.statistics)).then_some(line)
    }

    fn point_at(&mut self, model: &mut Model, choice: usize) -> Outcome {
        self.point(&model.statistics, choice);
        Outcome::stays()
    }
}
