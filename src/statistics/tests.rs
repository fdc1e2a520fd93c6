//! The counts of claims by outcome, and of decisions by reviewer.

use super::*;
use crate::proposal::JudgedClaim;
use crate::source::Key;
use crate::verdict::{Remedy, Verdict};

/// Removes a finding that was added.
fn remove(statistics: &mut Statistics, finding: &Finding, decision: DecisionStatus<'_>) {
    let week = finding.created_at.map(monday_of);
    statistics.remove_breakdown(&FindingBreakdown::of(finding), week, decision);
}

fn claim(kind: ClaimKind, pattern: Option<&str>, tool: Option<&str>, verdict: Option<Verdict>) -> JudgedClaim {
    let claim = Claim {
        kind,
        pattern: pattern.map(str::to_owned),
        tool: tool.map(str::to_owned),
        no_such_tool: verdict == Some(Verdict::NoSuchTool),
        ..Claim::default()
    };
    JudgedClaim { claim, remedy: Remedy::Review, verdict, evidence: Vec::new(), warnings: Vec::new(), off: false }
}

fn finding(at: Option<&str>, agent: &str, claims: Vec<JudgedClaim>) -> Finding {
    Finding {
        agent: Some(agent.to_owned()).filter(|agent| !agent.is_empty()),
        agent_id: Some(Key::Integer(3)),
        model: Some("gemini-2.5-pro".to_owned()),
        created_at: at.map(|at| at.parse().unwrap()),
        claims,
        ..Finding::default()
    }
}

fn memory(verdict: Verdict) -> JudgedClaim {
    claim(ClaimKind::Result, Some("save_memory"), Some("save_memory"), Some(verdict))
}

fn invented(name: &str) -> JudgedClaim {
    claim(ClaimKind::Call, None, Some(name), Some(Verdict::NoSuchTool))
}

fn findings() -> Vec<Finding> {
    vec![
        finding(Some("2026-01-20T17:03:11Z"), "Paulina", vec![memory(Verdict::NotExecuted)]),
        finding(Some("2026-01-25T23:59:59Z"), "Juno", vec![memory(Verdict::Executed), memory(Verdict::NotEnabled)]),
        finding(Some("2026-02-09T00:00:00Z"), "Juno", vec![memory(Verdict::Unclear), invented("list_files")]),
        finding(None, "", vec![claim(ClaimKind::Stamp, None, None, None)]),
    ]
}

fn counted() -> Statistics {
    let mut statistics = Statistics::default();
    for finding in findings() {
        statistics.add(&finding, DecisionStatus::default());
    }
    statistics
}

fn fates_of(rows: &[Row]) -> Vec<(Option<&str>, [usize; 4])> {
    rows.iter().map(|row| (row.name.as_deref(), ClaimOutcome::ALL.map(|outcome| row.outcomes.of(outcome)))).collect()
}

#[test]
fn each_claim_has_one_fate() {
    use Verdict::{Executed, NoSuchTool, NotEnabled, NotExecuted, Unclear};
    for (kind, verdict, outcome) in [
        (ClaimKind::Result, Some(Executed), ClaimOutcome::Executed),
        (ClaimKind::Call, Some(Executed), ClaimOutcome::Executed),
        (ClaimKind::Result, Some(NotExecuted), ClaimOutcome::Lost),
        (ClaimKind::Call, Some(NotExecuted), ClaimOutcome::Lost),
        (ClaimKind::Result, Some(NotEnabled), ClaimOutcome::Lost),
        (ClaimKind::Call, Some(NoSuchTool), ClaimOutcome::False),
        (ClaimKind::Plan, Some(NoSuchTool), ClaimOutcome::False),
        (ClaimKind::Plan, Some(Unclear), ClaimOutcome::Unclear),
        (ClaimKind::Result, Some(Unclear), ClaimOutcome::Unclear),
        (ClaimKind::Result, None, ClaimOutcome::Unclear),
        (ClaimKind::Stamp, None, ClaimOutcome::Unclear),
    ] {
        assert_eq!(ClaimOutcome::of(&claim(kind, None, None, verdict)), outcome, "{kind:?} {verdict:?}");
    }
    let outcomes = counted().outcomes();
    assert_eq!(ClaimOutcome::ALL.map(|outcome| outcomes.of(outcome)), [1, 2, 1, 2]);
    assert_eq!((outcomes.claims(), outcomes.not_happened()), (6, 3));
}

#[test]
fn rows_come_by_their_numbers_invented_tools_first_and_the_unknown_last() {
    let statistics = counted();
    assert_eq!(statistics.findings(), 4);
    assert_eq!(
        fates_of(&statistics.rows(Dimension::Pattern)),
        [(Some("save_memory"), [1, 2, 0, 1]), (Some("call"), [0, 0, 1, 0]), (Some("stamp"), [0, 0, 0, 1])]
    );
    let tools = statistics.rows(Dimension::Tool);
    assert_eq!(
        fates_of(&tools),
        [(Some("list_files"), [0, 0, 1, 0]), (Some("save_memory"), [1, 2, 0, 1]), (None, [0, 0, 0, 1])]
    );
    assert_eq!(tools.iter().map(|row| row.is_invented).collect::<Vec<_>>(), [true, false, false]);
    assert_eq!(fates_of(&statistics.rows(Dimension::Model)), [(Some("gemini-2.5-pro"), [1, 2, 1, 2])]);
    assert_eq!(
        fates_of(&statistics.rows(Dimension::Agent)),
        [(Some("Juno"), [1, 1, 1, 1]), (Some("3"), [0, 0, 0, 1]), (Some("Paulina"), [0, 1, 0, 0])]
    );
}

#[test]
fn weeks_are_those_of_iso_8601_and_have_no_gaps() {
    let statistics = counted();
    let weeks = statistics.rows(Dimension::Week);
    assert_eq!(
        fates_of(&weeks),
        [
            // A Sunday belongs to the week of the Monday before it.
            (Some("2026-W04"), [1, 2, 0, 0]),
            (Some("2026-W05"), [0; 4]),
            (Some("2026-W06"), [0; 4]),
            (Some("2026-W07"), [0, 0, 1, 1]),
            (None, [0, 0, 0, 1]),
        ]
    );
    assert_eq!(weeks[0].monday.unwrap().to_string(), "2026-01-19");
    let juno = &statistics.rows(Dimension::Agent)[0];
    assert_eq!(juno.over(&statistics.mondays()), [2, 0, 0, 2]);
    let week = |at: &str| week_of(at.parse().unwrap());
    assert_eq!(week("2025-12-29T00:00:00Z"), "2026-W01");
    assert_eq!(week("2027-01-03T12:00:00Z"), "2026-W53");
}

#[test]
fn one_wrong_clock_makes_no_thousand_weeks() {
    let mut statistics = counted();
    statistics.add(&finding(Some("0001-01-01T00:00:00Z"), "Wren", vec![invented("x")]), DecisionStatus::default());
    assert_eq!(statistics.mondays().len(), 3);
    statistics.add(&finding(Some("-009999-01-02T01:59:59Z"), "Wren", vec![invented("x")]), DecisionStatus::default());
    assert_eq!(statistics.mondays().len(), 4);
}

#[test]
fn what_is_taken_out_leaves_nothing_behind() {
    let mut statistics = Statistics::default();
    let ana = DecisionStatus { status: Status::Accepted, reviewer: Some("ana"), ..DecisionStatus::default() };
    for finding in findings() {
        statistics.add(&finding, ana);
    }
    for finding in findings().iter().rev() {
        remove(&mut statistics, finding, ana);
    }
    assert_eq!(statistics, Statistics::default());
}

#[test]
fn reviewers_are_counted_by_their_last_decisions() {
    let mut statistics = Statistics::default();
    let decision = |status, reviewer| DecisionStatus { status, reviewer, ..DecisionStatus::default() };
    let all = findings();
    statistics.add(&all[0], decision(Status::Accepted, Some("ana")));
    statistics.add(&all[1], decision(Status::Written, Some("bo")));
    statistics.add(&all[2], decision(Status::Skipped, Some("bo")));
    // A pending finding counts for no reviewer, even if one had decided it before.
    statistics.add(&all[3], decision(Status::Pending, Some("ana")));
    let breakdown = FindingBreakdown::of(&all[0]);
    statistics.update_decision(
        &breakdown,
        decision(Status::Accepted, Some("ana")),
        decision(Status::Edited, Some("cy")),
    );
    let decisions: Vec<_> = statistics
        .reviewers()
        .iter()
        .map(|reviewer| (reviewer.name, Reviewer::STATUSES.map(|status| reviewer.decisions.of(status))))
        .collect();
    assert_eq!(decisions, [("bo", [0, 0, 0, 1, 1, 0]), ("cy", [0, 1, 0, 0, 0, 0])]);
    let statuses = statistics.statuses();
    assert_eq!((statuses.total(), statuses.of(Status::Pending), statuses.of(Status::Edited)), (4, 1, 1));
}

#[test]
fn a_pattern_is_judged_by_what_was_decided() {
    let mut statistics = Statistics::default();
    let decision = |status| DecisionStatus { status, reviewer: Some("ana"), ..DecisionStatus::default() };
    let all = findings();
    statistics.add(&all[0], decision(Status::Rejected));
    statistics.add(&all[1], decision(Status::Rejected));
    statistics.add(&all[2], decision(Status::Pending));
    let of = |statistics: &Statistics| {
        let rows = statistics.rows(Dimension::Pattern);
        rows.iter().find(|row| row.name.as_deref() == Some("save_memory")).map(|row| row.judgements).unwrap()
    };
    assert_eq!(of(&statistics), Judgements { rejected: 3, ..Judgements::default() });
    assert!(of(&statistics).is_mostly_rejected());
    statistics.update_decision(&FindingBreakdown::of(&all[1]), decision(Status::Rejected), decision(Status::Written));
    assert_eq!(of(&statistics), Judgements { accepted: 2, rejected: 1, ..Judgements::default() });
    remove(&mut statistics, &all[0], decision(Status::Rejected));
    assert_eq!(of(&statistics), Judgements { accepted: 2, ..Judgements::default() });
    assert!(statistics.rows(Dimension::Tool).iter().all(|row| row.judgements == Judgements::default()));
}
