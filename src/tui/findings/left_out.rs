//! What an action on many findings leaves out.

use std::fmt;

use crate::proposal::Status;
use crate::source::Key;
use crate::verdict::Warning;

/// Why a finding is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The filter hides it: nobody decides what does not show.
    Hidden,
    /// It stands where the action does not take it from.
    Stands(Status),
    /// Changes to it were begun, and want another look.
    Changed,
    /// It is flagged: another look is no look at all in bulk.
    Flagged,
    /// Who would approve it accepted it.
    Own,
    /// Another reviewer approved it already.
    Approved(String),
    /// There is a doubt about it.
    Doubt(Warning),
    /// Something stands against it.
    Obstacle(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Hidden => "hidden by the filter",
            Self::Stands(Status::Pending) => "undecided",
            Self::Stands(Status::Accepted | Status::Edited) => "accepted already",
            Self::Stands(Status::Rejected) => "rejected already",
            Self::Stands(Status::Skipped) => "skipped",
            Self::Stands(Status::Written) => "written already",
            Self::Stands(Status::Stale) => "changed since the decision",
            Self::Flagged => "flagged for another look",
            Self::Changed => "with changes that are not decided yet",
            Self::Own => "accepted by yourself: somebody else approves it",
            Self::Approved(by) => return write!(out, "approved already, by {by}"),
            Self::Doubt(warning) => warning.sentence(),
            Self::Obstacle(why) => why,
        })
    }
}

impl Reason {
    /// Whether a look at the finding by itself may decide it.
    fn wants_a_look(&self) -> bool {
        matches!(self, Self::Changed | Self::Flagged | Self::Doubt(_) | Self::Obstacle(_))
    }
}

/// What is left out: why, and how many for each reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LeftOut {
    reasons: Vec<(Reason, usize)>,
    /// Those that can be decided one by one.
    pub(crate) to_look_at: Vec<usize>,
    /// The first one.
    first: Option<Key>,
}

impl LeftOut {
    pub(crate) fn add(&mut self, reason: Reason, (place, key): (usize, &Key)) {
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

    /// The reasons and how many each has, in the order in which they were met.
    pub(crate) fn reasons(&self) -> &[(Reason, usize)] {
        &self.reasons
    }

    /// In one line, behind what was done; nothing where nothing is left out.
    pub(crate) fn told(&self) -> String {
        match (self.reasons.as_slice(), &self.first) {
            ([(reason, 1)], Some(key)) => format!(" · {key} left out: {reason}"),
            ([(reason, count)], _) => format!(" · {count} left out: {reason}"),
            ([], _) => String::new(),
            (reasons, _) => {
                let is_obstacle =
                    |(reason, _): &&(Reason, usize)| matches!(reason, Reason::Obstacle(_) | Reason::Doubt(_));
                let obstacles: usize = reasons.iter().filter(is_obstacle).map(|(_, count)| count).sum();
                let others = reasons.iter().filter(|reason| !is_obstacle(reason));
                let mut each: Vec<_> = others.map(|(reason, count)| format!("{count} {reason}")).collect();
                if obstacles > 0 {
                    each.push(format!("{obstacles} must be looked at"));
                }
                format!(" · {} left out: {}", self.count(), each.join(", "))
            }
        }
    }
}
