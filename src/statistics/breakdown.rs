//! What of a finding is counted, apart from when it was and where it is: of many findings the same.

use super::{ClaimOutcome, agent_of, pattern_of};
use crate::proposal::{Finding, JudgedClaim};

/// What of a finding is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct FindingBreakdown {
    /// The name of the agent that wrote the message.
    pub agent: Option<String>,
    /// The model that wrote the message.
    pub model: Option<String>,
    /// What became of each claim of the finding.
    pub claims: Vec<ClaimBreakdown>,
}

/// What of a claim is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClaimBreakdown {
    /// What it is called by.
    pub pattern: String,
    /// The tool that it speaks for.
    pub tool: Option<String>,
    /// Whether there is no such tool.
    pub is_invented: bool,
    /// What became of what it says.
    pub outcome: ClaimOutcome,
}

impl FindingBreakdown {
    /// What of a finding is counted.
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
