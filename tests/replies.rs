//! The gate for replies, against replies that were labelled before a word of its wording was written.
//!
//! `first.jsonl` was looked at while the wording grew, and so was the first half of `second.jsonl`; the other half was
//! not. A miss of a set is no reason to change it.

use std::fmt;

use ghostcall::gate::{ActionContext, ReplyGate};
use ghostcall::registry::Registry;
use serde_json::Value;

/// The labelled replies of a set.
fn labelled(set: &str) -> Vec<Value> {
    let path = format!("{}/tests/cases/replies/{set}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What became of the replies of a set.
#[derive(Default)]
struct Score {
    truthful: usize,
    flagged: Vec<String>,
    false_ones: usize,
    missed: Vec<String>,
}

impl Score {
    fn of(gate: &ReplyGate<'_>, cases: &[Value]) -> Self {
        let mut score = Self::default();
        for case in cases {
            let context = ActionContext::read(&case["context"]).unwrap();
            let judged = gate.judge(&context, case["reply"].as_str().unwrap());
            let id = case["id"].as_str().unwrap().to_owned();
            if case["truthful"].as_bool().unwrap() {
                score.truthful += 1;
                score.flagged.extend((!judged.truthful).then_some(id));
            } else {
                score.false_ones += 1;
                score.missed.extend(judged.truthful.then_some(id));
            }
        }
        score
    }

    /// Of the replies that are flagged, how many are false.
    fn precision(&self) -> f64 {
        let found = self.false_ones - self.missed.len();
        found as f64 / (found + self.flagged.len()) as f64
    }

    /// Of the replies that are false, how many are flagged.
    fn recall(&self) -> f64 {
        1.0 - self.missed.len() as f64 / self.false_ones as f64
    }
}

impl fmt::Display for Score {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (precision, recall) = (self.precision(), self.recall());
        let found = self.false_ones - self.missed.len();
        writeln!(formatter, "precision {precision:.3}, recall {recall:.3}")?;
        writeln!(formatter, "false found: {found} of {}; missed {:?}", self.false_ones, self.missed)?;
        write!(formatter, "truthful flagged: {} of {} {:?}", self.flagged.len(), self.truthful, self.flagged)
    }
}

#[test]
fn false_claims_are_found_and_truthful_replies_pass() {
    let registry = Registry::builtin().unwrap();
    let gate = ReplyGate::new(registry.statements());
    let (first, second) = (labelled("first"), labelled("second"));
    let unseen = second.get(120..).unwrap().to_vec();
    let all: Vec<Value> = first.iter().chain(&second).cloned().collect();
    assert!(all.len() >= 200);
    for (name, cases) in [("first", first), ("second", second), ("never looked at", unseen), ("all", all)] {
        let score = Score::of(&gate, &cases);
        println!("{name}: {score}");
        assert!(score.flagged.len() * 50 <= score.truthful, "{name}: more than 2 % of the truthful ones: {score}");
        let least = if name == "all" { 0.8 } else { 0.7 };
        assert!(score.recall() >= least, "{name}: {score}");
    }
}

#[test]
fn a_corrected_reply_is_truthful_and_keeps_the_rest() {
    let registry = Registry::builtin().unwrap();
    let gate = ReplyGate::new(registry.statements());
    for case in labelled("first").iter().chain(&labelled("second")) {
        let context = ActionContext::read(&case["context"]).unwrap();
        let reply = case["reply"].as_str().unwrap();
        let judged = gate.judge(&context, reply);
        let again = gate.judge(&context, &judged.corrected);
        assert!(again.truthful, "{}: {} {:?}", case["id"], judged.corrected, again.claims);
        if judged.truthful {
            assert_eq!(judged.corrected, reply, "{}", case["id"]);
        }
        for claim in &judged.claims {
            assert_eq!(reply.get(claim.span.start..claim.span.end), Some(claim.text.as_str()), "{}", case["id"]);
        }
    }
}
