//! Decisions of the past, as the host reports them.

use jiff::Timestamp;

use crate::proposal::{Edit, Status};
use crate::review::{Decision, DecisionKind};
use crate::source::Key;

/// Whether undo and redo are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undoable {
    /// Whether there is a gesture to undo.
    pub undo: bool,
    /// Whether there is a gesture to redo.
    pub redo: bool,
}

impl Default for Undoable {
    /// Unknown, so both are tried.
    fn default() -> Self {
        Self { undo: true, redo: true }
    }
}

/// The state of a finding after undo or redo.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionState {
    /// The key of the message.
    pub message: Key,
    /// The status of the decision.
    pub status: Status,
    /// The reviewer's changes to the proposal, as they are now.
    pub edit: Edit,
    /// The reviewer's note on the finding; `None` without one.
    pub note: Option<String>,
    /// Whether it is flagged for another look.
    pub flagged: bool,
    /// The reviewer who made the current decision.
    pub reviewer: Option<String>,
    /// The other reviewer who approved it.
    pub approved_by: Option<String>,
    /// Whether it was decided in bulk.
    pub in_bulk: bool,
}

/// A decision of the past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentDecision {
    /// The key of the message.
    pub message: Key,
    /// What was decided, in words.
    pub what: &'static str,
    /// The reviewer who decided.
    pub reviewer: String,
    /// When it was decided.
    pub at: Timestamp,
}

impl RecentDecision {
    /// Converts a decision of the review file.
    #[must_use]
    pub fn of(message: &Key, decision: &Decision) -> Self {
        let what = match decision.kind {
            DecisionKind::Accept if decision.edit.is_empty() => "accepted",
            DecisionKind::Accept => "accepted with changes",
            DecisionKind::Reject => "rejected",
            DecisionKind::Skip => "skipped",
            DecisionKind::Reset => "undecided again",
        };
        Self { message: message.clone(), what, reviewer: decision.reviewer.clone(), at: decision.at }
    }
}
