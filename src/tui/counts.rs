//! How far a review has come.

use crate::proposal::Status;

use super::model::Item;

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
    /// Counts some findings.
    pub(super) fn of(items: &[Item]) -> Self {
        let mut counts = Self { total: items.len(), ..Self::default() };
        for item in items {
            counts.flagged += usize::from(item.flagged);
            for (count, status) in counts.by_status.iter_mut().zip(Status::ALL) {
                *count += usize::from(item.status == status);
            }
        }
        counts
    }

    /// How many have this status.
    #[must_use]
    pub fn of_status(&self, status: Status) -> usize {
        Status::ALL.iter().zip(self.by_status).filter(|(known, _)| **known == status).map(|(_, count)| count).sum()
    }

    /// How many wait for no decision any more.
    #[must_use]
    pub fn reviewed(&self) -> usize {
        self.total - self.of_status(Status::Pending) - self.of_status(Status::Stale)
    }
}
