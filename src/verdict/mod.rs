//! The decision table: did a claimed action happen, and what remedy follows. Pure.
//!
//! The columns are the [`Outcome`]s of the evidence; "–" means that there is no finding.
//!
//! | class | equal | named | other | none | unasked |
//! |---|---|---|---|---|---|
//! | record | strip | review | review | recover; review if a condition fails | review |
//! | echo | strip | strip | strip | strip | strip |
//! | effect | strip | strip | review | review | review |
//! | envelope, stamp | strip | strip | strip | strip | strip |
//! | completion claim | – | – | review if requested, else – | correct | – |
//! | announcement | – | – | – | review | – |
//! | unknown, plan with errors | review | review | review | review | review |
//! | call of an unlisted tool that exists | strip | strip | review | review | review |
//! | call of a tool that a complete list lacks | review | review | review | review | review |
//! | call of an unknown tool, without a complete list | strip | strip | review | review | review |
//!
//! A claim that was requested, quoted or is in a code fence gets at most `review`. So does an envelope of a common
//! shape if data was mentioned earlier in the conversation.

mod warning;

use serde::{Deserialize, Serialize};

pub use warning::Warning;

use crate::claim::{Claim, ClaimKind};
use crate::registry::Class;
use crate::source::Outcome;

/// Whether a claimed action happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// The claimed action did not happen.
    NotExecuted,
    /// The claimed action happened.
    Executed,
    /// There is no such tool, so it could not happen.
    NoSuchTool,
    /// The agent may not use the tool, so it could not happen.
    NotEnabled,
    /// The evidence is not conclusive.
    Unclear,
}

/// The proposed remedy for a claim, in order of weight: a finding has the weightiest one of its claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Remedy {
    /// Clean the text only.
    Strip,
    /// Write the lost record, and clean the text.
    Recover,
    /// Replace what is false or cannot run.
    Correct,
    /// The reviewer must choose.
    Review,
}

impl Verdict {
    /// All verdicts, in display order.
    pub const ALL: [Self; 5] = [Self::NotExecuted, Self::Executed, Self::NoSuchTool, Self::NotEnabled, Self::Unclear];

    /// The name in files and filters.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The verdict in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::NotExecuted => "not executed",
            Self::Executed => "executed",
            Self::NoSuchTool => "no such tool",
            Self::NotEnabled => "tool not enabled",
            Self::Unclear => "unclear",
        }
    }
}

impl Remedy {
    /// All remedies, from the lightest on.
    pub const ALL: [Self; 4] = [Self::Strip, Self::Recover, Self::Correct, Self::Review];

    /// The name in files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether a bulk action may accept findings with this remedy.
    #[must_use]
    pub fn in_bulk(self) -> bool {
        matches!(self, Self::Strip | Self::Recover)
    }
}

/// Whether a tool exists whose name neither a pattern nor a catalog has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existence {
    /// Unknown: there is no complete list of tools.
    #[default]
    Unlisted,
    /// It exists: it ran according to the database, or is enabled for some agent.
    Known,
    /// It does not exist: a complete list lacks it.
    Missing,
}

/// The conditions for recovering a record, and whether the tool of a call exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a condition of the table, independent of the others")]
pub struct Conditions {
    /// Whether the profile describes how to write such records.
    pub recordable: bool,
    /// Whether the message has an agent to own the record.
    pub owner_known: bool,
    /// Whether the agent may use the tool.
    pub tool_enabled: bool,
    /// Whether the record keeps the rules of the application.
    pub record_valid: bool,
    /// Whether a tool exists that neither a pattern nor a catalog has.
    pub existence: Existence,
}

/// The judgement of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether it happened; `None` where nothing is claimed to have happened.
    pub verdict: Option<Verdict>,
    /// The proposed remedy; [`Remedy::Review`] if the reviewer must choose.
    pub remedy: Remedy,
    /// The warnings for the reviewer.
    pub warnings: Vec<Warning>,
}

impl Judgement {
    /// A judgement without warnings.
    fn new(verdict: Option<Verdict>, remedy: Remedy) -> Self {
        Self { verdict, remedy, warnings: Vec::new() }
    }

    /// The reviewer must choose.
    fn to_review(verdict: Verdict) -> Self {
        Self::new(Some(verdict), Remedy::Review)
    }
}

/// Judges a claim by the table; `None` if it is not a claim after all.
#[must_use]
pub fn judge(claim: &Claim, outcome: Outcome, conditions: Conditions) -> Option<Judgement> {
    if claim.kind == ClaimKind::Stamp {
        return Some(Judgement::new(None, Remedy::Strip));
    }
    if claim.kind == ClaimKind::Statement {
        return judge_statement(claim, outcome);
    }
    let mut judgement = match claim.class {
        Some(Class::Record) => judge_record(claim, outcome, conditions),
        Some(Class::Echo) => judge_echo(outcome),
        Some(Class::Effect) => judge_effect(outcome),
        Some(Class::Envelope) if claim.whole && outcome == Outcome::Equal => Judgement::to_review(Verdict::Executed),
        Some(Class::Envelope) => Judgement::new(None, Remedy::Strip),
        None if claim.no_such_tool => judge_unknown_tool(claim, outcome, conditions.existence),
        // An equal tool result is where the payload comes from. The reviewer decides what to do with it.
        None if outcome == Outcome::Equal => Judgement::to_review(Verdict::Executed),
        Some(Class::Announced) | None => Judgement::to_review(Verdict::Unclear),
    };
    if claim.asked_for || claim.spoken_of {
        if judgement.verdict == Some(Verdict::Executed) || judgement.verdict.is_none() {
            return None;
        }
        judgement.remedy = Remedy::Review;
    }
    if claim.fenced || claim.after_data {
        judgement.remedy = Remedy::Review;
    }
    if claim.truncated {
        // The end of the claim was guessed, so a reviewer must check what is removed.
        judgement.remedy = Remedy::Review;
        judgement.warnings.push(Warning::TruncatedPayload);
    }
    if claim.value.is_none() && claim.payload.is_some() {
        judgement.remedy = Remedy::Review;
        judgement.warnings.push(Warning::UnreadablePayload);
    }
    if claim.uncertain {
        judgement.warnings.push(Warning::UncertainValue);
    }
    Some(judgement)
}

/// Judges a call or plan with a tool that neither a pattern nor a catalog has.
fn judge_unknown_tool(claim: &Claim, outcome: Outcome, existence: Existence) -> Judgement {
    let is_call = claim.kind == ClaimKind::Call;
    match (existence, outcome) {
        (Existence::Missing, _) => Judgement::to_review(Verdict::NoSuchTool),
        (Existence::Known, _) | (Existence::Unlisted, Outcome::Equal | Outcome::Named) if is_call => {
            judge_effect(outcome)
        }
        (Existence::Known | Existence::Unlisted, _) => Judgement::to_review(Verdict::Unclear),
    }
}

fn judge_record(claim: &Claim, outcome: Outcome, conditions: Conditions) -> Judgement {
    if outcome == Outcome::Equal {
        return Judgement::new(Some(Verdict::Executed), Remedy::Strip);
    }
    let Conditions { recordable, owner_known, tool_enabled, record_valid, .. } = conditions;
    let obstacles = [
        (recordable, Warning::NoSuchRecord),
        (owner_known, Warning::NoOwner),
        // Without an agent, it is unknown which tools are enabled.
        (tool_enabled || !owner_known, Warning::ToolNotEnabled),
        (record_valid || !recordable, Warning::InvalidRecord),
    ];
    let mut warnings: Vec<_> = obstacles.iter().filter(|(holds, _)| !holds).map(|(_, warning)| *warning).collect();
    let certain = !claim.uncertain && !claim.truncated;
    let (verdict, remedy) = match outcome {
        Outcome::None if warnings.is_empty() && certain => (Verdict::NotExecuted, Remedy::Recover),
        Outcome::None if warnings.contains(&Warning::ToolNotEnabled) => (Verdict::NotEnabled, Remedy::Review),
        Outcome::None => (Verdict::NotExecuted, Remedy::Review),
        Outcome::Named | Outcome::Other | Outcome::Unasked | Outcome::Equal => (Verdict::Unclear, Remedy::Review),
    };
    if outcome == Outcome::Other {
        warnings.push(Warning::OtherToolsUsed);
    }
    Judgement { verdict: Some(verdict), remedy, warnings }
}

/// Judges a completion claim. There is no bulk remedy: either it is corrected, or a reviewer decides.
fn judge_statement(claim: &Claim, outcome: Outcome) -> Option<Judgement> {
    match outcome {
        // An announced action may still follow, so the reviewer decides about the text.
        Outcome::None if claim.class == Some(Class::Announced) => Some(Judgement::to_review(Verdict::NotExecuted)),
        Outcome::None => Some(Judgement::new(Some(Verdict::NotExecuted), Remedy::Correct)),
        // Something ran. The reviewer decides whether it was the requested action.
        Outcome::Other if claim.was_requested() => {
            Some(Judgement { warnings: vec![Warning::OtherToolsUsed], ..Judgement::to_review(Verdict::Unclear) })
        }
        Outcome::Other | Outcome::Equal | Outcome::Named | Outcome::Unasked => None,
    }
}

fn judge_echo(outcome: Outcome) -> Judgement {
    let verdict = match outcome {
        Outcome::Equal | Outcome::Named => Verdict::Executed,
        Outcome::Other | Outcome::None | Outcome::Unasked => Verdict::Unclear,
    };
    Judgement::new(Some(verdict), Remedy::Strip)
}

fn judge_effect(outcome: Outcome) -> Judgement {
    // If it did not run, the text is the only trace of what was requested.
    let (verdict, remedy) = match outcome {
        Outcome::Equal | Outcome::Named => (Verdict::Executed, Remedy::Strip),
        Outcome::None => (Verdict::NotExecuted, Remedy::Review),
        Outcome::Other | Outcome::Unasked => (Verdict::Unclear, Remedy::Review),
    };
    let warnings = if outcome == Outcome::Other { vec![Warning::OtherToolsUsed] } else { Vec::new() };
    Judgement { verdict: Some(verdict), remedy, warnings }
}

#[cfg(test)]
mod tests;
