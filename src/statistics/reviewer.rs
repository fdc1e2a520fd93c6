//! Findings by status, in all and for each reviewer.

use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};

use crate::proposal::Status;

/// The number of findings with each status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecisionCounts([usize; Status::ALL.len()]);

impl DecisionCounts {
    /// The number of findings with this status.
    #[must_use]
    pub fn of(self, status: Status) -> usize {
        self.each().find(|(known, _)| *known == status).map_or(0, |(_, count)| count)
    }

    /// The number of all findings.
    #[must_use]
    pub fn total(self) -> usize {
        self.0.iter().sum()
    }

    /// Each status with its number of findings, in display order.
    pub fn each(self) -> impl Iterator<Item = (Status, usize)> {
        Status::ALL.into_iter().zip(self.0)
    }

    pub(super) fn change(&mut self, status: Status, by: isize) {
        for (count, known) in self.0.iter_mut().zip(Status::ALL) {
            if known == status {
                *count = count.saturating_add_signed(by);
            }
        }
    }
}

impl Serialize for DecisionCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (status, count) in self.each() {
            map.serialize_entry(status.name(), &count)?;
        }
        map.end()
    }
}

/// A reviewer, and the current status of the findings that they decided last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reviewer<'a> {
    /// The name of the reviewer.
    pub name: &'a str,
    /// The number of findings with each status; none is pending.
    pub decisions: DecisionCounts,
}

impl Reviewer<'_> {
    /// The statuses that a decided finding can have.
    pub const STATUSES: [Status; 6] =
        [Status::Accepted, Status::Edited, Status::Rejected, Status::Skipped, Status::Written, Status::Stale];
}
