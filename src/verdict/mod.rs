//! Did it happen, and what follows from that: the table of decisions, as code. Pure.
//!
//! | class | equal | named | other | none | unasked |
//! |---|---|---|---|---|---|
//! | record | strip | review | review | recover, or review with the reason | review |
//! | echo | strip | strip | strip | strip | strip |
//! | effect | strip | strip | review | review | review |
//! | envelope, stamp | strip | strip | strip | strip | strip |
//! | statement | none | none | review, if asked for | correct | none |
//! | unknown, plan with errors | review | review | review | review | review |
//! | call of an unknown name: it exists | as effect | | | | |
//! | the same: it is on no complete list | review | review | review | review | review |
//! | the same: no list is known | strip | strip | review | review | review |
//!
//! What was asked for, is spoken of or stands in a code fence is at most `review`.

mod warning;

use serde::{Deserialize, Serialize};

pub use warning::Warning;

use crate::claim::{Claim, ClaimKind};
use crate::registry::Class;
use crate::source::Outcome;

/// Whether what a claim says happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It did not.
    NotExecuted,
    /// It did.
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
    /// It exists: it is recorded as run, or enabled for somebody.
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
        None => for_a_person(Verdict::Unclear),
    };
    if claim.asked_for || claim.spoken_of {
        if judgement.verdict == Some(Verdict::Executed) || judgement.verdict.is_none() {
            return None;
        }
        judgement.remedy = Remedy::Review;
    }
    if claim.fenced {
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
        // Without an owner nobody says what is enabled.
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
mod tests {
    use super::*;
    use crate::claim::Span;

    const ALL_FINE: Conditions = Conditions {
        recordable: true,
        owner_known: true,
        tool_enabled: true,
        record_valid: true,
        existence: Existence::Unlisted,
    };

    fn claim(class: Option<Class>) -> Claim {
        Claim {
            span: Span { start: 0, end: 2 },
            class,
            confidence: 0.5,
            value: Some(serde_json::json!({})),
            ..Claim::default()
        }
    }

    const OUTCOMES: [Outcome; 5] = [Outcome::Equal, Outcome::Named, Outcome::Other, Outcome::None, Outcome::Unasked];

    /// One row of the table: verdict and remedy for each outcome.
    fn row(claim: &Claim, conditions: Conditions) -> Vec<Option<(Option<Verdict>, Remedy)>> {
        OUTCOMES
            .iter()
            .map(|outcome| judge(claim, *outcome, conditions).map(|told| (told.verdict, told.remedy)))
            .collect()
    }

    #[test]
    fn each_row_of_the_table() {
        use Remedy::{Recover, Review, Strip};
        use Verdict::{Executed, NotEnabled, NotExecuted, Unclear};
        let rows = [
            (
                Some(Class::Record),
                ALL_FINE,
                [
                    (Some(Executed), Strip),
                    (Some(Unclear), Review),
                    (Some(Unclear), Review),
                    (Some(NotExecuted), Recover),
                    (Some(Unclear), Review),
                ],
            ),
            (
                Some(Class::Record),
                Conditions { tool_enabled: false, ..ALL_FINE },
                [
                    (Some(Executed), Strip),
                    (Some(Unclear), Review),
                    (Some(Unclear), Review),
                    (Some(NotEnabled), Review),
                    (Some(Unclear), Review),
                ],
            ),
            (
                Some(Class::Echo),
                ALL_FINE,
                [
                    (Some(Executed), Strip),
                    (Some(Executed), Strip),
                    (Some(Unclear), Strip),
                    (Some(Unclear), Strip),
                    (Some(Unclear), Strip),
                ],
            ),
            (
                Some(Class::Effect),
                ALL_FINE,
                [
                    (Some(Executed), Strip),
                    (Some(Executed), Strip),
                    (Some(Unclear), Review),
                    (Some(NotExecuted), Review),
                    (Some(Unclear), Review),
                ],
            ),
            (Some(Class::Envelope), ALL_FINE, [(None, Strip); 5]),
            (
                None,
                ALL_FINE,
                [
                    (Some(Executed), Review),
                    (Some(Unclear), Review),
                    (Some(Unclear), Review),
                    (Some(Unclear), Review),
                    (Some(Unclear), Review),
                ],
            ),
        ];
        for (class, conditions, expected) in rows {
            assert_eq!(row(&claim(class), conditions), expected.map(Some), "{class:?} {conditions:?}");
        }
    }

    #[test]
    fn each_condition_that_fails_stops_a_recovery_and_is_told() {
        let cases = [
            (
                Conditions { owner_known: false, tool_enabled: false, ..ALL_FINE },
                Warning::NoOwner,
                Verdict::NotExecuted,
            ),
            (Conditions { tool_enabled: false, ..ALL_FINE }, Warning::ToolNotEnabled, Verdict::NotEnabled),
            (Conditions { record_valid: false, ..ALL_FINE }, Warning::InvalidRecord, Verdict::NotExecuted),
            (
                Conditions { recordable: false, record_valid: false, ..ALL_FINE },
                Warning::NoSuchRecord,
                Verdict::NotExecuted,
            ),
        ];
        for (conditions, warning, verdict) in cases {
            let told = judge(&claim(Some(Class::Record)), Outcome::None, conditions).unwrap();
            assert_eq!((told.verdict, told.remedy), (Some(verdict), Remedy::Review));
            assert_eq!(told.warnings, [warning]);
        }
    }

    #[test]
    fn what_was_guessed_or_cut_off_is_never_recovered_by_itself() {
        let uncertain = Claim { uncertain: true, ..claim(Some(Class::Record)) };
        let truncated = Claim { truncated: true, ..claim(Some(Class::Record)) };
        for (claim, warning) in [(uncertain, Warning::UncertainValue), (truncated, Warning::TruncatedPayload)] {
            let told = judge(&claim, Outcome::None, ALL_FINE).unwrap();
            assert_eq!((told.verdict, told.remedy), (Some(Verdict::NotExecuted), Remedy::Review));
            assert_eq!(told.warnings, [warning]);
        }
        let echo = Claim { truncated: true, ..claim(Some(Class::Echo)) };
        assert_eq!(judge(&echo, Outcome::Named, ALL_FINE).unwrap().remedy, Remedy::Review);
    }

    #[test]
    fn what_the_user_asked_for_is_an_answer_unless_it_claims_what_did_not_run() {
        let asked = |class| Claim { asked_for: true, ..claim(class) };
        let row = |class| -> Vec<_> {
            OUTCOMES.iter().map(|outcome| judge(&asked(class), *outcome, ALL_FINE).map(|told| told.remedy)).collect()
        };
        let review = Some(Remedy::Review);
        assert_eq!(row(Some(Class::Record)), [None, review, review, review, review]);
        assert_eq!(row(Some(Class::Echo)), [None, None, review, review, review]);
        assert_eq!(row(Some(Class::Envelope)), [None; 5]);
    }

    #[test]
    fn only_a_complete_list_says_that_there_is_no_such_tool() {
        use Remedy::{Review, Strip};
        use Verdict::{Executed, NoSuchTool, NotExecuted, Unclear};
        let called = Claim { kind: ClaimKind::Call, no_such_tool: true, ..claim(None) };
        let (ran, open) = ((Some(Executed), Strip), (Some(Unclear), Review));
        for (existence, expected) in [
            (Existence::Unlisted, [ran, ran, open, open, open]),
            (Existence::Known, [ran, ran, open, (Some(NotExecuted), Review), open]),
            (Existence::Missing, [(Some(NoSuchTool), Review); 5]),
        ] {
            let conditions = Conditions { existence, ..ALL_FINE };
            assert_eq!(row(&called, conditions), expected.map(Some), "{existence:?}");
        }
        let plan = Claim { kind: ClaimKind::Plan, ..called };
        assert_eq!(row(&plan, ALL_FINE), [Some(open); 5]);
    }

    #[test]
    fn a_finding_takes_its_weightiest_remedy() {
        assert!(Remedy::Review > Remedy::Recover && Remedy::Recover > Remedy::Strip);
    }
}
