//! A row of a table of statistics.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{Judgements, OutcomeCounts};

/// The claims that share a name in a [`super::Dimension`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The name; `None` for claims without one.
    pub name: Option<String>,
    /// For a week: its Monday.
    pub monday: Option<Date>,
    /// Whether it is the name of a tool that does not exist.
    pub is_invented: bool,
    /// The number of claims with each outcome.
    pub outcomes: OutcomeCounts,
    /// For a pattern: the decisions of reviewers.
    pub judgements: Judgements,
    pub(super) by_week: BTreeMap<Date, usize>,
}

impl Row {
    /// The number of claims in each of these weeks.
    #[must_use]
    pub fn over(&self, mondays: &[Date]) -> Vec<usize> {
        mondays.iter().map(|monday| self.by_week.get(monday).copied().unwrap_or_default()).collect()
    }
}
