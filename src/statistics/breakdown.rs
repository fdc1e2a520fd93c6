//! The part of a finding that is counted, apart from its time and status. Many findings share the same.

use super::{ClaimOutcome, agent_of, pattern_of};
use crate::proposal::{Finding, JudgedClaim};

/// The part of a finding that is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct FindingBreakdown {
    /// The name of the agent that wrote the message.
    pub agent: Option<String>,
    /// The model that wrote the message.
    pub model: Option<String>,
    /// Its claims, in the order of the finding.
    pub claims: Vec<ClaimBreakdown>,
}

/// The part of a claim that is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClaimBreakdown {
    /// The pattern or kind, see [`pattern_of`].
    pub pattern: String,
    /// The tool that it names or stands for, if known.
    pub tool: Option<String>,
    /// Whether its tool does not exist.
    pub is_invented: bool,
    /// Whether it is executed, lost, false or unclear.
    pub outcome: ClaimOutcome,
}

impl FindingBreakdown {
    /// The part of a finding that is counted.
    #[must_use]
    pub fn of(finding: &Finding) -> Self {
        let claims = finding.claims.iter().map(ClaimBreakdown::of).collect();
        Self { agent: agent_of(finding).map(Into::into), model: finding.model.clone(), claims }
    }
}

impl ClaimBreakdown {
    fn of(judged: &JudgedClaim) -> Self {
        let claim = &judged.claim;
        Self {
            pattern: pattern_of(claim).to_owned(),
            tool: claim.tool.clone(),
            is_invented: claim.no_such_tool,
            outcome: ClaimOutcome::of(judged),
        }
    }
}
