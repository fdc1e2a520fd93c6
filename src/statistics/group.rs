//! Claims grouped by a name.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{ClaimDecision, ClaimOutcome, Judgements, OutcomeCounts, Row};

/// The claims with the same name.
#[derive(Clone, Debug, Default, PartialEq)]
struct ClaimGroup {
    outcomes: OutcomeCounts,
    /// How reviewers decided about them.
    judgements: Judgements,
    /// The number of claims with a tool that does not exist.
    invented: usize,
    /// The number of claims in each week, by its Monday.
    weeks: BTreeMap<Date, usize>,
}

/// Claims by name, such as that of a tool; `None` for claims without one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ClaimGroups(BTreeMap<Option<String>, ClaimGroup>);

impl ClaimGroups {
    /// Adds a claim (`by` is 1), or removes it (`by` is −1).
    pub(super) fn change(
        &mut self,
        name: Option<&str>,
        (outcome, is_invented, week): (ClaimOutcome, bool, Option<Date>),
        by: isize,
    ) {
        let name = name.map(str::to_owned);
        let group = self.0.entry(name.clone()).or_default();
        group.outcomes.change(outcome, by);
        if is_invented {
            group.invented = group.invented.saturating_add_signed(by);
        }
        if let Some(week) = week {
            let count = group.weeks.entry(week).or_default();
            *count = count.saturating_add_signed(by);
            if *count == 0 {
                group.weeks.remove(&week);
            }
        }
        if group.outcomes.claims() == 0 {
            self.0.remove(&name);
        }
    }

    /// Adds a decision about a claim, or removes it.
    pub(super) fn judge(&mut self, name: Option<&str>, judgement: ClaimDecision, by: isize) {
        if let Some(group) = self.0.get_mut(&name.map(str::to_owned)) {
            group.judgements.change(judgement, by);
        }
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        let row = |(name, group): (&Option<String>, &ClaimGroup)| Row {
            name: name.clone(),
            monday: None,
            is_invented: group.invented > 0,
            outcomes: group.outcomes,
            judgements: group.judgements,
            by_week: group.weeks.clone(),
        };
        let mut rows: Vec<Row> = self.0.iter().map(row).collect();
        rows.sort_by_key(|row| (row.name.is_none(), !row.is_invented, Reverse(row.outcomes.claims())));
        rows
    }
}
