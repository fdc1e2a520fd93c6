//! Statistics of a review: findings and claims by pattern, tool, model, agent and week, and decisions by reviewer.
//! Pure.
//!
//! Findings count as proposed, regardless of decisions and write-backs. A claim counts once in each [`Dimension`] and
//! has exactly one [`ClaimOutcome`]; a finding has exactly one status.
//!
//! [`Statistics`] is updated incrementally when findings are added or removed.

mod bar;
mod breakdown;
mod group;
mod judgement;
mod outcome;
mod reviewer;
mod row;
mod week;

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::claim::{Claim, ClaimKind};
use crate::proposal::{Edit, Finding, Status};

pub use bar::{bar, shrink};
pub use breakdown::{ClaimBreakdown, FindingBreakdown};
use group::ClaimGroups;
pub use judgement::{ClaimDecision, Judgements, Precision};
pub use outcome::{ClaimOutcome, OutcomeCounts};
pub use reviewer::{DecisionCounts, Reviewer};
pub use row::Row;
pub use week::{monday_of, week_name, week_of};

/// A property by which claims are grouped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Dimension {
    /// The pattern of the claim.
    #[default]
    Pattern,
    /// The tool of the claim. Tools that do not exist come first.
    Tool,
    /// The model that wrote the message.
    Model,
    /// The agent that wrote the message.
    Agent,
    /// The ISO week of the message.
    Week,
}

impl Dimension {
    /// All dimensions, in display order.
    pub const ALL: [Self; 5] = [Self::Pattern, Self::Tool, Self::Model, Self::Agent, Self::Week];

    /// The name in files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The status of a finding, with the decision about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecisionStatus<'a> {
    /// The status in the review.
    pub status: Status,
    /// The reviewer who decided it, or who wrote it if it is written; `None` while it is pending.
    pub reviewer: Option<&'a str>,
    /// The reviewer's changes to the proposal, if known.
    pub edit: Option<&'a Edit>,
    /// Whether it was decided in bulk, so that possibly no reviewer has seen it.
    pub in_bulk: bool,
}

/// Counts of findings and their claims.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    findings: usize,
    outcomes: OutcomeCounts,
    patterns: ClaimGroups,
    tools: ClaimGroups,
    models: ClaimGroups,
    agents: ClaimGroups,
    weeks: BTreeMap<Option<Date>, OutcomeCounts>,
    statuses: DecisionCounts,
    reviewers: BTreeMap<String, DecisionCounts>,
}

impl Statistics {
    /// Counts a finding, its claims and the decision about it.
    pub fn add(&mut self, finding: &Finding, decision: DecisionStatus<'_>) {
        self.add_breakdown(&FindingBreakdown::of(finding), finding.created_at.map(monday_of), decision);
    }

    /// Adds a finding by its breakdown; `week` is the Monday of the message's week, if known.
    pub fn add_breakdown(&mut self, breakdown: &FindingBreakdown, week: Option<Date>, decision: DecisionStatus<'_>) {
        self.findings += 1;
        self.count_status(decision, 1);
        self.count(breakdown, week, 1);
        self.judge(breakdown, decision, 1);
    }

    /// Removes a finding that was added, by its breakdown.
    pub fn remove_breakdown(&mut self, breakdown: &FindingBreakdown, week: Option<Date>, decision: DecisionStatus<'_>) {
        self.findings = self.findings.saturating_sub(1);
        self.count_status(decision, -1);
        self.judge(breakdown, decision, -1);
        self.count(breakdown, week, -1);
    }

    /// Updates the status and decision of a finding that was added.
    pub fn update_decision(
        &mut self,
        breakdown: &FindingBreakdown,
        before: DecisionStatus<'_>,
        after: DecisionStatus<'_>,
    ) {
        self.count_status(before, -1);
        self.judge(breakdown, before, -1);
        self.count_status(after, 1);
        self.judge(breakdown, after, 1);
    }

    /// Adds or removes the decisions about the claims of a finding.
    fn judge(
        &mut self,
        breakdown: &FindingBreakdown,
        DecisionStatus { status, edit, in_bulk, .. }: DecisionStatus<'_>,
        by: isize,
    ) {
        for (index, claim) in breakdown.claims.iter().enumerate() {
            if let Some(judgement) = ClaimDecision::of((status, in_bulk), edit, index) {
                self.patterns.judge(Some(claim.pattern.as_str()), judgement, by);
            }
        }
    }

    fn count_status(&mut self, DecisionStatus { status, reviewer, .. }: DecisionStatus<'_>, by: isize) {
        self.statuses.change(status, by);
        let Some(reviewer) = reviewer.filter(|_| status != Status::Pending) else { return };
        let decisions = self.reviewers.entry(reviewer.to_owned()).or_default();
        decisions.change(status, by);
        if decisions.total() == 0 {
            self.reviewers.remove(reviewer);
        }
    }

    fn count(&mut self, breakdown: &FindingBreakdown, week: Option<Date>, by: isize) {
        for claim in &breakdown.claims {
            let (outcome, is_invented) = (claim.outcome, claim.is_invented);
            self.outcomes.change(outcome, by);
            for (groups, name, is_invented) in [
                (&mut self.patterns, Some(claim.pattern.as_str()), false),
                (&mut self.tools, claim.tool.as_deref(), is_invented),
                (&mut self.models, breakdown.model.as_deref(), false),
                (&mut self.agents, breakdown.agent.as_deref(), false),
            ] {
                groups.change(name, (outcome, is_invented, week), by);
            }
            let outcomes = self.weeks.entry(week).or_default();
            outcomes.change(outcome, by);
            if outcomes.claims() == 0 {
                self.weeks.remove(&week);
            }
        }
    }

    /// The number of findings.
    #[must_use]
    pub fn findings(&self) -> usize {
        self.findings
    }

    /// The outcomes of all claims.
    #[must_use]
    pub fn outcomes(&self) -> OutcomeCounts {
        self.outcomes
    }

    /// The number of findings of each status.
    #[must_use]
    pub fn statuses(&self) -> DecisionCounts {
        self.statuses
    }

    /// The reviewers, by their number of decisions, highest first.
    #[must_use]
    pub fn reviewers(&self) -> Vec<Reviewer<'_>> {
        let mut all: Vec<_> =
            self.reviewers.iter().map(|(name, decisions)| Reviewer { name, decisions: *decisions }).collect();
        all.sort_by_key(|reviewer| std::cmp::Reverse(reviewer.decisions.total()));
        all
    }

    /// The rows of a dimension. Tools that do not exist come first, then names by their number of claims, highest
    /// first, then claims without a name. Weeks are in order, and include those without claims in between.
    #[must_use]
    pub fn rows(&self, dimension: Dimension) -> Vec<Row> {
        match dimension {
            Dimension::Pattern => self.patterns.rows(),
            Dimension::Tool => self.tools.rows(),
            Dimension::Model => self.models.rows(),
            Dimension::Agent => self.agents.rows(),
            Dimension::Week => self.week_rows(),
        }
    }

    /// The patterns with decided claims, by the number of rejections, highest first.
    #[must_use]
    pub fn judged(&self) -> Vec<Row> {
        let mut rows = self.rows(Dimension::Pattern);
        rows.retain(|row| row.judgements.decided() + row.judgements.in_bulk > 0);
        rows.sort_by_key(|row| std::cmp::Reverse(row.judgements.rejected));
        rows
    }

    fn week_rows(&self) -> Vec<Row> {
        let known = self.mondays().into_iter().map(|monday| (Some(monday), self.weeks.get(&Some(monday))));
        let unknown = self.weeks.get_key_value(&None).map(|(_, outcomes)| (None, Some(outcomes)));
        let row = |(monday, outcomes): (Option<Date>, Option<&OutcomeCounts>)| {
            let outcomes = outcomes.copied().unwrap_or_default();
            let by_week = monday.map(|monday| (monday, outcomes.claims())).into_iter().collect();
            let judgements = Judgements::default();
            Row { name: monday.map(week_name), monday, is_invented: false, outcomes, judgements, by_week }
        };
        known.chain(unknown).map(row).collect()
    }

    /// The Mondays of all weeks from the first claim to the last. Over more than 20 years, weeks without claims are
    /// left out.
    #[must_use]
    pub fn mondays(&self) -> Vec<Date> {
        week::filled(self.weeks.keys().flatten().copied())
    }
}

/// The pattern of a claim, or else its kind; `unknown` for a payload without a pattern.
#[must_use]
pub fn pattern_of(claim: &Claim) -> &str {
    match (&claim.pattern, claim.kind) {
        (Some(name), _) => name,
        (None, ClaimKind::Call) => "call",
        (None, ClaimKind::Plan) => "plan",
        (None, ClaimKind::Stamp) => "stamp",
        (None, ClaimKind::Statement) => "statement",
        (None, ClaimKind::Result) => "unknown",
    }
}

/// The name of the agent that wrote the message, or else its key.
#[must_use]
pub fn agent_of(finding: &Finding) -> Option<Cow<'_, str>> {
    let key = || finding.agent_id.as_ref().map(|key| Cow::Owned(key.to_string()));
    finding.agent.as_deref().map(Cow::Borrowed).or_else(key)
}

#[cfg(test)]
mod tests;
