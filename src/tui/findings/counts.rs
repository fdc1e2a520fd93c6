//! The progress of a review, updated with each change.

use super::item::Item;
use crate::proposal::Status;

/// How many findings there are, and how many of each status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of findings.
    pub total: usize,
    /// The number of findings that are flagged for another look.
    pub flagged: usize,
    by_status: [usize; Status::ALL.len()],
}

impl Counts {
    /// Counts a finding, its flag and its status.
    pub(crate) fn add(&mut self, item: &Item) {
        self.total += 1;
        self.flagged += usize::from(item.is_flagged());
        if let Some(count) = self.by_status.get_mut(item.status as usize) {
            *count += 1;
        }
    }

    /// Removes a finding from the counts.
    pub(crate) fn remove(&mut self, item: &Item) {
        self.total -= 1;
        self.flagged -= usize::from(item.is_flagged());
        if let Some(count) = self.by_status.get_mut(item.status as usize) {
            *count -= 1;
        }
    }

    /// The number of findings with this status.
    #[must_use]
    pub fn of_status(&self, status: Status) -> usize {
        self.by_status.get(status as usize).copied().unwrap_or_default()
    }

    /// The number of decided findings; skipped ones are not decided.
    #[must_use]
    pub fn decided(&self) -> usize {
        self.total - self.undecided() - self.of_status(Status::Skipped)
    }

    /// The number of findings that wait for a decision.
    #[must_use]
    pub fn undecided(&self) -> usize {
        self.of_status(Status::Pending) + self.of_status(Status::Stale)
    }
}
