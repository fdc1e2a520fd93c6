//! How far a review has come, kept as it goes on.

use crate::proposal::Status;
use crate::tui::review::model::Item;

/// How many findings there are, and how many of each status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All of them.
    pub total: usize,
    /// How many are flagged for another look.
    pub flagged: usize,
    by_status: [usize; Status::ALL.len()],
}

impl Counts {
    /// Counts a finding.
    pub(crate) fn add(&mut self, item: &Item) {
        self.total += 1;
        self.flagged += usize::from(item.flagged);
        if let Some(count) = self.by_status.get_mut(item.status as usize) {
            *count += 1;
        }
    }

    /// Takes a finding out again.
    pub(crate) fn remove(&mut self, item: &Item) {
        self.total -= 1;
        self.flagged -= usize::from(item.flagged);
        if let Some(count) = self.by_status.get_mut(item.status as usize) {
            *count -= 1;
        }
    }

    /// How many have this status.
    #[must_use]
    pub fn of_status(&self, status: Status) -> usize {
        self.by_status.get(status as usize).copied().unwrap_or_default()
    }

    /// How many are decided: what was skipped is not.
    #[must_use]
    pub fn decided(&self) -> usize {
        self.total - self.undecided() - self.of_status(Status::Skipped)
    }

    /// How many wait for a decision.
    #[must_use]
    pub fn undecided(&self) -> usize {
        self.of_status(Status::Pending) + self.of_status(Status::Stale)
    }
}
