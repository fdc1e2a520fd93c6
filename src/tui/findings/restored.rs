//! Decisions that were made before, as the host tells of them.

use jiff::Timestamp;

use crate::proposal::{Edit, Status};
use crate::review::{Act, Decision};
use crate::source::Key;

/// Whether there is something to take back, and to do again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undoable {
    /// Whether a gesture can be taken back.
    pub undo: bool,
    /// Whether one can be done again.
    pub redo: bool,
}

impl Default for Undoable {
    /// Nothing is known, so both are tried.
    fn default() -> Self {
        Self { undo: true, redo: true }
    }
}

/// How a finding stands after a gesture was taken back, or done again.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The message.
    pub message: Key,
    /// Where it stands.
    pub status: Status,
    /// What was changed about it.
    pub edit: Edit,
    /// What was noted about it.
    pub note: Option<String>,
    /// Whether it is flagged for another look.
    pub flagged: bool,
    /// Who decided it as it stands.
    pub reviewer: Option<String>,
    /// Who else approved that.
    pub approved_by: Option<String>,
}

/// A decision that was made before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentDecision {
    /// The message.
    pub message: Key,
    /// What was decided, in words.
    pub what: &'static str,
    /// By whom.
    pub reviewer: String,
    /// When.
    pub at: Timestamp,
}

impl RecentDecision {
    /// A decision of the review file.
    #[must_use]
    pub fn of(message: &Key, decision: &Decision) -> Self {
        let what = match decision.act {
            Act::Accept if decision.edit.is_empty() => "accepted",
            Act::Accept => "accepted with changes",
            Act::Reject => "rejected",
            Act::Skip => "skipped",
            Act::Reset => "undecided again",
        };
        Self { message: message.clone(), what, reviewer: decision.reviewer.clone(), at: decision.at }
    }
}
