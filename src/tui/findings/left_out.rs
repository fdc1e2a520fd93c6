//! What a bulk action leaves out.

use std::fmt;

use crate::proposal::Status;
use crate::source::Key;
use crate::verdict::Warning;

/// Why a finding is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeftOutReason {
    /// The filter hides it: only visible findings are decided.
    Hidden,
    /// It has a status that the action does not apply to.
    HasStatus(Status),
    /// It has changes that need another look.
    Changed,
    /// It is flagged for another look, which a bulk action is not.
    Flagged,
    /// The approver accepted it, so another person must approve it.
    Own,
    /// Another reviewer approved it already.
    Approved(String),
    /// A warning makes it doubtful.
    Doubt(Warning),
    /// Something prevents the action.
    Obstacle(String),
}

impl fmt::Display for LeftOutReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Hidden => "hidden by the filter",
            Self::HasStatus(Status::Pending) => "undecided",
            Self::HasStatus(Status::Accepted | Status::Edited) => "already accepted",
            Self::HasStatus(Status::Rejected) => "already rejected",
            Self::HasStatus(Status::Skipped) => "skipped",
            Self::HasStatus(Status::Written) => "already written",
            Self::HasStatus(Status::Stale) => "changed since decided",
            Self::Flagged => "flagged for a later look",
            Self::Changed => "with changes not yet accepted",
            Self::Own => "accepted by yourself; another reviewer must approve it",
            Self::Approved(by) => return write!(out, "already approved by {by}"),
            Self::Doubt(warning) => warning.sentence(),
            Self::Obstacle(why) => why,
        })
    }
}

impl LeftOutReason {
    /// Whether an individual look at the finding may decide it.
    fn wants_a_look(&self) -> bool {
        matches!(self, Self::Changed | Self::Flagged | Self::Doubt(_) | Self::Obstacle(_))
    }
}

/// The findings that are left out, counted by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LeftOutCounts {
    reasons: Vec<(LeftOutReason, usize)>,
    /// The places of those that can be decided one by one.
    pub(crate) to_look_at: Vec<usize>,
    /// The key of the first finding that is left out.
    first: Option<Key>,
}

impl LeftOutCounts {
    pub(crate) fn add(&mut self, reason: LeftOutReason, (place, key): (usize, &Key)) {
        if reason.wants_a_look() {
            self.to_look_at.push(place);
        }
        if self.first.is_none() {
            self.first = Some(key.clone());
        }
        match self.reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => self.reasons.push((reason, 1)),
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.reasons.iter().map(|(_, count)| count).sum()
    }

    /// The reasons with their counts, in the order of appearance.
    pub(crate) fn reasons(&self) -> &[(LeftOutReason, usize)] {
        &self.reasons
    }

    /// A suffix for the result message; empty if nothing is left out.
    pub(crate) fn describe(&self) -> String {
        match (self.reasons.as_slice(), &self.first) {
            ([(reason, 1)], Some(key)) => format!(" · {key} left out: {reason}"),
            ([(reason, count)], _) => format!(" · {count} left out: {reason}"),
            ([], _) => String::new(),
            (reasons, _) => {
                let is_obstacle = |(reason, _): &&(LeftOutReason, usize)| {
                    matches!(reason, LeftOutReason::Obstacle(_) | LeftOutReason::Doubt(_))
                };
                let obstacles: usize = reasons.iter().filter(is_obstacle).map(|(_, count)| count).sum();
                let others = reasons.iter().filter(|reason| !is_obstacle(reason));
                let mut each: Vec<_> = others.map(|(reason, count)| format!("{count} {reason}")).collect();
                if obstacles > 0 {
                    each.push(format!("{obstacles} need individual review"));
                }
                format!(" · {} left out: {}", self.count(), each.join(", "))
            }
        }
    }
}
