//! The gate for replies, on replies by four authors who did not know its phrases.
//!
//! `first` and `second` were labelled before any phrase was written. `third` and `fourth` were added later as unseen
//! data: in its first run, the gate found 61 of 100 and 68 of 80 false replies, and flagged 5 of 100 and 3 of 80
//! truthful ones. The phrases were then improved where a general rule covers a mistake. Labels never change to fit the
//! phrases.

use std::fmt;

use ghostcall::gate::{ActionContext, ReplyGate};
use ghostcall::registry::Registry;
use serde_json::Value;

const SETS: [&str; 4] = ["first", "second", "third", "fourth"];

/// Sets that were labelled before the lexicons of their languages were written.
const MORE_LANGUAGES: [&str; 3] = ["spanish", "french", "chinese"];

/// The labelled replies of a set.
fn labelled(set: &str) -> Vec<Value> {
    let path = format!("{}/tests/cases/replies/{set}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the set is there");
    text.lines().map(|line| serde_json::from_str(line).expect("a case")).collect()
}

#[allow(clippy::cast_precision_loss, reason = "some hundreds of replies")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

/// The results for a set of replies.
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
            let context = ActionContext::read(&case["context"]).expect("a context");
            let judged = gate.judge(&context, case["reply"].as_str().expect("a reply"));
            let id = case["id"].as_str().expect("an id").to_owned();
            if case["truthful"].as_bool().expect("a label") {
                score.truthful += 1;
                score.flagged.extend((!judged.truthful).then_some(id));
            } else {
                score.false_ones += 1;
                score.missed.extend(judged.truthful.then_some(id));
            }
        }
        score
    }

    /// The share of flagged replies that are false.
    fn precision(&self) -> f64 {
        let found = self.false_ones - self.missed.len();
        share(found, found + self.flagged.len())
    }

    /// The share of false replies that are flagged.
    fn recall(&self) -> f64 {
        1.0 - share(self.missed.len(), self.false_ones)
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
    let mut all = Vec::new();
    for name in SETS {
        let cases = labelled(name);
        let score = Score::of(&gate, &cases);
        eprintln!("{name}: {score}");
        assert!(score.flagged.len() * 50 <= score.truthful, "{name}: more than 2 % of the truthful ones: {score}");
        all.extend(cases);
    }
    let score = Score::of(&gate, &all);
    eprintln!("all: {score}");
    assert!(all.len() >= 200 && score.recall() >= 0.8, "{score}");
}

#[test]
fn languages_without_phrases_are_read_by_their_words() {
    let registry = Registry::builtin().unwrap();
    let gate = ReplyGate::new(registry.statements());
    for name in MORE_LANGUAGES {
        let score = Score::of(&gate, &labelled(name));
        eprintln!("{name}: {score}");
        assert!(score.recall() >= 0.7 && score.precision() >= 0.93, "{name}: {score}");
    }
}

#[test]
fn a_corrected_reply_is_truthful_and_keeps_the_rest() {
    let registry = Registry::builtin().unwrap();
    let gate = ReplyGate::new(registry.statements());
    for case in SETS.iter().chain(&MORE_LANGUAGES).flat_map(|name| labelled(name)) {
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
