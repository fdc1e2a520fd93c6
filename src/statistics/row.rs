//! A row of a dimension.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{Judgements, OutcomeCounts};

/// The claims that have a name in common.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The name; `None` where nothing is known of it.
    pub name: Option<String>,
    /// Of a week, its Monday.
    pub monday: Option<Date>,
    /// Whether it is the name of no tool.
    pub is_invented: bool,
    /// What became of them.
    pub outcomes: OutcomeCounts,
    /// Of a pattern, what reviewers decided about them.
    pub judgements: Judgements,
    pub(super) by_week: BTreeMap<Date, usize>,
}

impl Row {
    /// The number of its claims that were written in each of these weeks.
    #[must_use]
    pub fn over(&self, mondays: &[Date]) -> Vec<usize> {
        mondays.iter().map(|monday| self.by_week.get(monday).copied().unwrap_or_default()).collect()
    }
}
