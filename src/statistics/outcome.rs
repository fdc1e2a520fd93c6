//! The outcome of a claim.

use serde::Serialize;

use crate::claim::ClaimKind;
use crate::proposal::JudgedClaim;
use crate::verdict::Verdict;

/// The outcome of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ClaimOutcome {
    /// The claimed action happened: verdict `executed`.
    Executed,
    /// A call or result that did not or could not run (`not_executed`, `not_enabled`): what the model wanted to store
    /// or do is lost.
    Lost,
    /// A claim that cannot be true since there is no such tool (`no_such_tool`), or a completion claim about something
    /// that did not happen.
    False,
    /// Verdict `unclear`, or no verdict since nothing is claimed to have happened (stamps, envelopes).
    Unclear,
}

impl ClaimOutcome {
    /// All outcomes, in display order.
    pub const ALL: [Self; 4] = [Self::Executed, Self::Lost, Self::False, Self::Unclear];

    /// The outcome of a claim.
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

    /// The name in files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
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
    /// The number of all claims.
    #[must_use]
    pub fn claims(self) -> usize {
        ClaimOutcome::ALL.into_iter().map(|outcome| self.of(outcome)).sum()
    }

    /// The number of claims with this outcome.
    #[must_use]
    pub fn of(self, outcome: ClaimOutcome) -> usize {
        match outcome {
            ClaimOutcome::Executed => self.executed,
            ClaimOutcome::Lost => self.lost,
            ClaimOutcome::False => self.untrue,
            ClaimOutcome::Unclear => self.unclear,
        }
    }

    /// The number of claimed actions that did not happen: lost and false claims.
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
