//! The throughput of `ghostcall gate reply` in replies a second, compared with a plain regular expression on the same
//! text.
//!
//! `cargo bench --bench reply`. All figures come from the same run on one core, so that their ratios hold on any
//! machine. The expression searches for English words that are typical of completion claims, and judges nothing.

#![allow(clippy::print_stdout, missing_docs, reason = "the table is the result")]

mod shortest;

use std::hint::black_box;
use std::time::Duration;

use ghostcall::gate::{ActionContext, ReplyGate};
use ghostcall::registry::Registry;
use regex::Regex;
use serde_json::Value;
use shortest::shortest;

const RUNS: usize = 5;
const TIMES: usize = 20;
const WORDS: &str = r"(?i)\b(?:i've|i have|has been|is now|successfully|done|saved|created|set|scheduled|added|sent|booked|cancelled|updated|deleted|turned)\b";

/// The labelled replies of the tests with their contexts.
fn replies() -> Vec<(ActionContext, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/replies/");
    let texts = ["first", "second", "third", "fourth"]
        .map(|set| std::fs::read_to_string(format!("{folder}{set}.jsonl")).expect("the labelled replies are there"));
    let cases = texts.iter().flat_map(|text| text.lines());
    let case = |line: &str| {
        let case: Value = serde_json::from_str(line).expect("a case");
        let context = ActionContext::read(&case["context"]).expect("a context");
        (context, case["reply"].as_str().unwrap_or_default().to_owned())
    };
    cases.map(case).collect()
}

#[allow(clippy::cast_precision_loss, reason = "a rate needs no more")]
fn main() {
    let registry = Registry::builtin().expect("the built-in registry reads");
    let gate = ReplyGate::new(registry.statements());
    let plain = Regex::new(WORDS).expect("the expression reads");
    let replies = replies();
    let ours = shortest(RUNS, || {
        for (context, reply) in replies.iter().cycle().take(replies.len() * TIMES) {
            black_box(gate.judge(context, reply));
        }
    });
    let theirs = shortest(RUNS, || {
        for (_, reply) in replies.iter().cycle().take(replies.len() * TIMES) {
            black_box(plain.find_iter(reply).count());
        }
    });
    let rate = |time: Duration| (replies.len() * TIMES) as f64 / time.as_secs_f64();
    let bytes: usize = replies.iter().map(|(_, reply)| reply.len()).sum();
    println!("{} replies of {} bytes on average", replies.len(), bytes / replies.len());
    println!("{:<24}{:>14.0} replies a second", "ghostcall gate reply", rate(ours));
    println!("{:<24}{:>14.0} replies a second", "one regular expression", rate(theirs));
    println!("{:<24}{:>14.1}", "time of one in ratio", rate(theirs) / rate(ours));
}
