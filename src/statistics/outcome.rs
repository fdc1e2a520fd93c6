//! What became of what a claim says.

use serde::Serialize;

use crate::claim::ClaimKind;
use crate::proposal::JudgedClaim;
use crate::verdict::Verdict;

/// What became of what a claim says: exactly one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimOutcome {
    /// It happened: verdict `executed`.
    Executed,
    /// A call or a result that did not run, or could not (`not_executed`, `not_enabled`): what was meant to be kept or
    /// done is gone.
    Lost,
    /// It cannot be true, since the tool does not exist (`no_such_tool`), or is not: a sentence that claims what did not run.
    False,
    /// Unknown: verdict `unclear`, or none, since nothing is said to have happened (stamps, envelopes).
    Unclear,
}

impl ClaimOutcome {
    /// All of them, in the order in which people read them.
    pub const ALL: [Self; 4] = [Self::Executed, Self::Lost, Self::False, Self::Unclear];

    /// What became of a claim.
    #[must_use]
    pub fn of(judged: &JudgedClaim) -> Self {
        match (judged.verdict, judged.claim.kind) {
            (Some(Verdict::Executed), _) => Self::Executed,
            (Some(Verdict::NoSuchTool), _)
            | (Some(Verdict::NotExecuted | Verdict::NotEnabled), ClaimKind::Statement) => Self::False,
            (
                Some(Verdict::NotExecuted | Verdict::NotEnabled),
                ClaimKind::Call | ClaimKind::Result | ClaimKind::Plan | ClaimKind::Stamp,
            ) => Self::Lost,
            (Some(Verdict::Unclear) | None, _) => Self::Unclear,
        }
    }

    /// The word of files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Executed => "executed",
            Self::Lost => "lost",
            Self::False => "false",
            Self::Unclear => "unclear",
        }
    }
}

/// The number of claims of each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OutcomeCounts {
    executed: usize,
    lost: usize,
    #[serde(rename = "false")]
    untrue: usize,
    unclear: usize,
}

impl OutcomeCounts {
    /// All claims, whatever became of them.
    #[must_use]
    pub fn claims(self) -> usize {
        ClaimOutcome::ALL.into_iter().map(|outcome| self.of(outcome)).sum()
    }

    /// The number of claims of this outcome.
    #[must_use]
    pub fn of(self, outcome: ClaimOutcome) -> usize {
        match outcome {
            ClaimOutcome::Executed => self.executed,
            ClaimOutcome::Lost => self.lost,
            ClaimOutcome::False => self.untrue,
            ClaimOutcome::Unclear => self.unclear,
        }
    }

    /// The number of claims that did not happen: the lost and the false ones.
    #[must_use]
    pub fn not_happened(self) -> usize {
        self.lost + self.untrue
    }

    pub(super) fn change(&mut self, outcome: ClaimOutcome, by: isize) {
        let count = match outcome {
            ClaimOutcome::Executed => &mut self.executed,
            ClaimOutcome::Lost => &mut self.lost,
            ClaimOutcome::False => &mut self.untrue,
            ClaimOutcome::Unclear => &mut self.unclear,
        };
        *count = count.saturating_add_signed(by);
    }
}
