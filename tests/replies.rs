//! The gate for replies, against replies by four authors that none of its wording was known to.
//!
//! `first` and `second` were labelled before a word of the wording was written; `third` and `fourth` came later, to measure what
//! nobody had looked at: at first sight 61 of 100 and 68 of 80 false ones were found, 5 of 100 and 3 of 80 truthful ones flagged.
//! What they showed was then mended as far as a rule could say it. No label is ever changed to fit the wording.

use std::fmt;

use ghostcall::gate::{ActionContext, ReplyGate};
use ghostcall::registry::Registry;
use serde_json::Value;

const SETS: [&str; 4] = ["first", "second", "third", "fourth"];

/// Labelled before a word of these languages was written.
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

    /// Of the replies that are flagged, how many are false.
    fn precision(&self) -> f64 {
        let found = self.false_ones - self.missed.len();
        share(found, found + self.flagged.len())
    }

    /// Of the replies that are false, how many are flagged.
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
