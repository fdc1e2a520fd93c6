//! Statistics: what a review found, counted by pattern, tool, model, agent and week, and who decided what. Pure.
//!
//! What was found is counted as it was proposed, whatever a reviewer decided about it, written or not. A claim counts
//! once in each [`Dimension`], and has exactly one [`ClaimOutcome`]; a finding has exactly one status.
//!
//! [`Statistics`] is updated as findings come and go, so that nothing is counted again.

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
pub use reviewer::{Decisions, Reviewer};
pub use row::Row;
pub use week::{monday_of, week_name, week_of};

/// What claims are grouped by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// The pattern that knows them.
    #[default]
    Pattern,
    /// The tool that they speak for; invented names first.
    Tool,
    /// The model that wrote the message.
    Model,
    /// The agent that spoke.
    Agent,
    /// The ISO week of the message.
    Week,
}

impl Dimension {
    /// All of them, in the order in which people read them.
    pub const ALL: [Self; 5] = [Self::Pattern, Self::Tool, Self::Model, Self::Agent, Self::Week];

    /// The word of files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pattern => "pattern",
            Self::Tool => "tool",
            Self::Model => "model",
            Self::Agent => "agent",
            Self::Week => "week",
        }
    }
}

/// The status of a finding, and who last decided it; nobody while it is pending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecisionStatus<'a> {
    /// Where it is.
    pub status: Status,
    /// Who decided it; of a written one, who wrote it.
    pub reviewer: Option<&'a str>,
    /// What was changed about the proposal, where that is known.
    pub edit: Option<&'a Edit>,
    /// Whether it was decided in bulk, so that nobody need have seen it.
    pub in_bulk: bool,
}

/// Findings and their claims, counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    findings: usize,
    outcomes: OutcomeCounts,
    patterns: ClaimGroups,
    tools: ClaimGroups,
    models: ClaimGroups,
    agents: ClaimGroups,
    weeks: BTreeMap<Option<Date>, OutcomeCounts>,
    statuses: Decisions,
    reviewers: BTreeMap<String, Decisions>,
}

impl Statistics {
    /// Counts a finding.
    pub fn add(&mut self, finding: &Finding, decision: DecisionStatus<'_>) {
        self.add_breakdown(&FindingBreakdown::of(finding), finding.created_at.map(monday_of), decision);
    }

    /// Counts a finding of which this is known, of the week of a Monday.
    pub fn add_breakdown(&mut self, breakdown: &FindingBreakdown, week: Option<Date>, decision: DecisionStatus<'_>) {
        self.findings += 1;
        self.count_status(decision, 1);
        self.count(breakdown, week, 1);
        self.judge(breakdown, decision, 1);
    }

    /// Takes a finding that was counted out again.
    pub fn remove(&mut self, finding: &Finding, decision: DecisionStatus<'_>) {
        self.remove_breakdown(&FindingBreakdown::of(finding), finding.created_at.map(monday_of), decision);
    }

    /// The same of a finding of which this is known.
    pub fn remove_breakdown(&mut self, breakdown: &FindingBreakdown, week: Option<Date>, decision: DecisionStatus<'_>) {
        self.findings = self.findings.saturating_sub(1);
        self.count_status(decision, -1);
        self.judge(breakdown, decision, -1);
        self.count(breakdown, week, -1);
    }

    /// Counts a finding elsewhere: it was decided, or is undecided again.
    pub fn restate(&mut self, breakdown: &FindingBreakdown, before: DecisionStatus<'_>, after: DecisionStatus<'_>) {
        self.count_status(before, -1);
        self.judge(breakdown, before, -1);
        self.count_status(after, 1);
        self.judge(breakdown, after, 1);
    }

    /// Counts what was decided about each claim.
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

    /// All their claims.
    #[must_use]
    pub fn outcomes(&self) -> OutcomeCounts {
        self.outcomes
    }

    /// The number of findings of each status.
    #[must_use]
    pub fn statuses(&self) -> Decisions {
        self.statuses
    }

    /// The reviewers, who decided most first.
    #[must_use]
    pub fn reviewers(&self) -> Vec<Reviewer<'_>> {
        let mut all: Vec<_> =
            self.reviewers.iter().map(|(name, decisions)| Reviewer { name, decisions: *decisions }).collect();
        all.sort_by_key(|reviewer| std::cmp::Reverse(reviewer.decisions.total()));
        all
    }

    /// The rows of a dimension: invented tools first, then what has most claims, last what nothing is known of; weeks in
    /// their order, with those without any claim between the first and the last.
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

    /// The patterns of which something was decided, those first that were wrong most often.
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

    /// The Mondays of all weeks from the first with a claim to the last.
    #[must_use]
    pub fn mondays(&self) -> Vec<Date> {
        week::filled(self.weeks.keys().flatten().copied())
    }
}

/// The name of a claim: its pattern; else its kind, or `unknown` for a payload of an unknown shape.
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

/// Who spoke, as people know them: the name, else the key.
#[must_use]
pub fn agent_of(finding: &Finding) -> Option<Cow<'_, str>> {
    let key = || finding.agent_id.as_ref().map(|key| Cow::Owned(key.to_string()));
    finding.agent.as_deref().map(Cow::Borrowed).or_else(key)
}

#[cfg(test)]
mod tests;
