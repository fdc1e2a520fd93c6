//! The statistics as they are looked at.

pub(crate) mod update;
pub(crate) mod view;

use crate::statistics::{Dimension, Statistics};
use crate::tui::findings::query::Field;
use crate::tui::input::action::{Motion, Step};

/// What is counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Claims, by something that they have in common.
    Claims(Dimension),
    /// Decisions, by who made them.
    Reviewers,
}

impl Default for Section {
    fn default() -> Self {
        Self::Claims(Dimension::default())
    }
}

impl Section {
    /// All of them, in the order in which they are gone through.
    pub const ALL: [Self; 6] = [
        Self::Claims(Dimension::Pattern),
        Self::Claims(Dimension::Tool),
        Self::Claims(Dimension::Model),
        Self::Claims(Dimension::Agent),
        Self::Claims(Dimension::Week),
        Self::Reviewers,
    ];

    /// What a row of it is.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Claims(dimension) => dimension.name(),
            Self::Reviewers => "reviewer",
        }
    }

    /// By what a filter asks for a row of it.
    pub(crate) fn field(self) -> Field {
        match self {
            Self::Claims(Dimension::Pattern) => Field::Pattern,
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
    pub(crate) fn go(&mut self, statistics: &Statistics, motion: Motion, page: usize) {
        let count = self.section.names(statistics).len();
        let place = self.selected(statistics).map_or(0, |(place, _)| place);
        self.point(statistics, motion.from(place, page, count));
    }

    /// Looks at the row of this place.
    pub(crate) fn point(&mut self, statistics: &Statistics, place: usize) {
        self.chosen = self.section.names(statistics).into_iter().nth(place).map(Named);
    }

    /// Goes to the next or previous section.
    pub(crate) fn turn(&mut self, step: Step) {
        *self = Self { section: self.section.step(step), chosen: None };
    }

    /// How many rows there are.
    pub(crate) fn count(&self, statistics: &Statistics) -> usize {
        self.section.names(statistics).len()
    }
}
