//! Did it happen, and what follows from that: the table of decisions, as code. Pure.
//!
//! | class | equal | named | other | none | unasked |
//! |---|---|---|---|---|---|
//! | record | strip | review | review | recover, or review with the reason | review |
//! | echo | strip | strip | strip | strip | strip |
//! | effect | strip | strip | review | review | review |
//! | envelope, stamp | strip | strip | strip | strip | strip |
//! | statement | none | none | review, if asked for | correct | none |
//! | statement that announces something | none | none | none | review | none |
//! | unknown, plan with errors | review | review | review | review | review |
//! | call of an unknown name: it exists | as effect | | | | |
//! | the same: it is on no complete list | review | review | review | review | review |
//! | the same: no list is known | strip | strip | review | review | review |
//!
//! What was asked for, is spoken of or is in a code fence is at most `review`, and so is an envelope of a common shape where
//! data was spoken of before.

mod warning;

use serde::{Deserialize, Serialize};

pub use warning::Warning;

use crate::claim::{Claim, ClaimKind};
use crate::registry::Class;
use crate::source::Outcome;

/// Whether what a claim says happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It did not.
    NotExecuted,
    /// The claimed action happened.
    Executed,
    /// It could not: there is no such tool.
    NoSuchTool,
    /// The owner may not use the tool.
    NotEnabled,
    /// The evidence does not decide it.
    Unclear,
}

/// What is proposed. The order is that of their weight in a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// Clean the text only.
    Strip,
    /// Write the lost record, and clean the text.
    Recover,
    /// Amend what cannot be or did not happen.
    Correct,
    /// Suspicious: a person must say what it is.
    Review,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::NotExecuted, Self::Executed, Self::NoSuchTool, Self::NotEnabled, Self::Unclear];

    /// The word of files and filters.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NotExecuted => "not_executed",
            Self::Executed => "executed",
            Self::NoSuchTool => "no_such_tool",
            Self::NotEnabled => "not_enabled",
            Self::Unclear => "unclear",
        }
    }

    /// What it says, in words.
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
    /// The word of files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Strip => "strip",
            Self::Recover => "recover",
            Self::Correct => "correct",
            Self::Review => "review",
        }
    }

    /// Whether a bulk action may take findings with this remedy.
    #[must_use]
    pub fn in_bulk(self) -> bool {
        matches!(self, Self::Strip | Self::Recover)
    }
}

/// What is known of a tool whose name no pattern and no catalog has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existence {
    /// Nothing: no list of all tools is known.
    #[default]
    Unlisted,
    /// It exists: it is recorded as run, or enabled for some agent.
    Known,
    /// It does not: it is missing from a complete list.
    Missing,
}

/// What must hold before a record can be recovered, and whether the tool of a call exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a condition of the table, independent of the others")]
pub struct Conditions {
    /// The profile has such records.
    pub recordable: bool,
    /// There is an owner.
    pub owner_known: bool,
    /// The owner may use the tool.
    pub tool_enabled: bool,
    /// The record keeps the application's rules.
    pub record_valid: bool,
    /// What is known of a tool that neither patterns nor a catalog know.
    pub existence: Existence,
}

/// The judgement on a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether it happened; `None` where nothing is said to have happened.
    pub verdict: Option<Verdict>,
    /// What is proposed.
    pub remedy: Remedy,
    /// What the reviewer should know.
    pub warnings: Vec<Warning>,
}

/// Judges a claim by the table; `None` where it turns out to be none.
#[must_use]
pub fn judge(claim: &Claim, outcome: Outcome, conditions: Conditions) -> Option<Judgement> {
    if claim.kind == ClaimKind::Stamp {
        return Some(Judgement { verdict: None, remedy: Remedy::Strip, warnings: Vec::new() });
    }
    if claim.kind == ClaimKind::Statement {
        return judge_statement(claim, outcome);
    }
    let mut judgement = match claim.class {
        Some(Class::Record) => judge_record(claim, outcome, conditions),
        Some(Class::Echo) => judge_echo(outcome),
        Some(Class::Effect) => judge_effect(outcome),
        Some(Class::Envelope) if claim.whole && outcome == Outcome::Equal => for_a_person(Verdict::Executed),
        Some(Class::Envelope) => Judgement { verdict: None, remedy: Remedy::Strip, warnings: Vec::new() },
        None if claim.no_such_tool => judge_unknown_tool(claim, outcome, conditions.existence),
        // A recorded result that holds the same is where it comes from; what to do with it, a person says.
        None if outcome == Outcome::Equal => for_a_person(Verdict::Executed),
        Some(Class::Announced) | None => for_a_person(Verdict::Unclear),
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
        // Where it ends was guessed: what a removal takes away must be looked at.
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

fn for_a_person(verdict: Verdict) -> Judgement {
    Judgement { verdict: Some(verdict), remedy: Remedy::Review, warnings: Vec::new() }
}

/// A call, or a plan, that names a tool which neither patterns nor a catalog know.
fn judge_unknown_tool(claim: &Claim, outcome: Outcome, existence: Existence) -> Judgement {
    let is_call = claim.kind == ClaimKind::Call;
    match (existence, outcome) {
        (Existence::Missing, _) => for_a_person(Verdict::NoSuchTool),
        (Existence::Known, _) | (Existence::Unlisted, Outcome::Equal | Outcome::Named) if is_call => {
            judge_effect(outcome)
        }
        (Existence::Known | Existence::Unlisted, _) => for_a_person(Verdict::Unclear),
    }
}

fn judge_record(claim: &Claim, outcome: Outcome, conditions: Conditions) -> Judgement {
    if outcome == Outcome::Equal {
        return Judgement { verdict: Some(Verdict::Executed), remedy: Remedy::Strip, warnings: Vec::new() };
    }
    let Conditions { recordable, owner_known, tool_enabled, record_valid, .. } = conditions;
    let obstacles = [
        (recordable, Warning::NoSuchRecord),
        (owner_known, Warning::NoOwner),
        // Without an owner it is unknown what is enabled.
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

/// A confirmation never takes its own doubt away: only a record does.
fn judge_statement(claim: &Claim, outcome: Outcome) -> Option<Judgement> {
    let judged = |verdict, remedy, warnings| Some(Judgement { verdict: Some(verdict), remedy, warnings });
    match outcome {
        // What was announced may yet come: a person says what is to be there.
        Outcome::None if claim.class == Some(Class::Announced) => {
            judged(Verdict::NotExecuted, Remedy::Review, Vec::new())
        }
        Outcome::None => judged(Verdict::NotExecuted, Remedy::Correct, Vec::new()),
        // Something ran; whether it is what was asked for, a person sees.
        Outcome::Other if claim.was_requested() => {
            judged(Verdict::Unclear, Remedy::Review, vec![Warning::OtherToolsUsed])
        }
        Outcome::Other | Outcome::Equal | Outcome::Named | Outcome::Unasked => None,
    }
}

fn judge_echo(outcome: Outcome) -> Judgement {
    let verdict = match outcome {
        Outcome::Equal | Outcome::Named => Verdict::Executed,
        Outcome::Other | Outcome::None | Outcome::Unasked => Verdict::Unclear,
    };
    Judgement { verdict: Some(verdict), remedy: Remedy::Strip, warnings: Vec::new() }
}

fn judge_effect(outcome: Outcome) -> Judgement {
    // Where it did not run, the text is the only copy of what was wanted.
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
