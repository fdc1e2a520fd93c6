//! The decision table, row by row.

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

/// A row of the table: verdict and remedy for each outcome.
fn row(claim: &Claim, conditions: Conditions) -> Vec<Option<(Option<Verdict>, Remedy)>> {
    OUTCOMES
        .iter()
        .map(|outcome| judge(claim, *outcome, conditions).map(|judged| (judged.verdict, judged.remedy)))
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
fn each_condition_that_fails_stops_a_recovery_and_is_reported() {
    let cases = [
        (Conditions { owner_known: false, tool_enabled: false, ..ALL_FINE }, Warning::NoOwner, Verdict::NotExecuted),
        (Conditions { tool_enabled: false, ..ALL_FINE }, Warning::ToolNotEnabled, Verdict::NotEnabled),
        (Conditions { record_valid: false, ..ALL_FINE }, Warning::InvalidRecord, Verdict::NotExecuted),
        (
            Conditions { recordable: false, record_valid: false, ..ALL_FINE },
            Warning::NoSuchRecord,
            Verdict::NotExecuted,
        ),
    ];
    for (conditions, warning, verdict) in cases {
        let judged = judge(&claim(Some(Class::Record)), Outcome::None, conditions).unwrap();
        assert_eq!((judged.verdict, judged.remedy), (Some(verdict), Remedy::Review));
        assert_eq!(judged.warnings, [warning]);
    }
}

#[test]
fn what_was_guessed_or_cut_off_is_never_recovered_by_itself() {
    let uncertain = Claim { uncertain: true, ..claim(Some(Class::Record)) };
    let truncated = Claim { truncated: true, ..claim(Some(Class::Record)) };
    for (claim, warning) in [(uncertain, Warning::UncertainValue), (truncated, Warning::TruncatedPayload)] {
        let judged = judge(&claim, Outcome::None, ALL_FINE).unwrap();
        assert_eq!((judged.verdict, judged.remedy), (Some(Verdict::NotExecuted), Remedy::Review));
        assert_eq!(judged.warnings, [warning]);
    }
    let echo = Claim { truncated: true, ..claim(Some(Class::Echo)) };
    assert_eq!(judge(&echo, Outcome::Named, ALL_FINE).unwrap().remedy, Remedy::Review);
}

#[test]
fn what_the_user_asked_for_is_an_answer_unless_it_claims_what_did_not_run() {
    let asked = |class| Claim { asked_for: true, ..claim(class) };
    let row = |class| -> Vec<_> {
        OUTCOMES.iter().map(|outcome| judge(&asked(class), *outcome, ALL_FINE).map(|judged| judged.remedy)).collect()
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
