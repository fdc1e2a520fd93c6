//! For every input, however repetitive, `read`, `check` and `gate reply` take work that is linear in the text.
//!
//! The repeated pieces come from the registry: openers, closers and what is next to them, the words that phrases of all
//! languages begin with, word lists of the languages, all examples, and general markup. Each piece is repeated alone
//! and in a pair with one of `PARTNERS`. With `GHOSTCALL_ALL_PAIRS=1`, all pairs of pieces are tried; with
//! `GHOSTCALL_PIECE_STEP=3`, every third of the texts.

mod pieces;

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde_json::json;

use super::during;
use crate::audit::{Gateway, Options};
use crate::claim::payload;
use crate::gate::{ActionContext, ReplyGate};
use crate::proposal;
use crate::registry::Registry;
use crate::sample::Realistic;
use crate::source::profile;
use pieces::pieces;

/// Lengths in bytes. Texts of each length are compared with texts that are `TIMES` as long.
const SIZES: [usize; 2] = [1 << 10, 24 << 10];
const TIMES: usize = 4;

/// The pieces that each piece is paired with, in turn.
const PARTNERS: [&str; 20] = [
    "x", " ", "\n", "\n\n", ", ", ". ", "\"", "'", "`", "```\n", "(", ")", "{\"a\":", "{\"a\":\"x} ", "}", "[", "<a>",
    ": ", "I've saved it", "save_memory(a=1) ",
];

/// The worst words take at most this many times the steps that answers take.
const WORST: usize = 5;

/// In bytes. Longer pieces are only repeated alone.
const LONGEST: usize = 40;

/// `pieces`, repeated in turn, after repetitions of `before` unless that is empty.
struct Repeated<'p> {
    before: Vec<&'p str>,
    pieces: Vec<&'p str>,
}

impl Repeated<'_> {
    /// A text of at least `size` bytes.
    fn text(&self, size: usize) -> String {
        let whole = self.pieces.concat();
        let half: String = self.before.concat();
        if half.is_empty() {
            return whole.repeat(size / whole.len() + 1);
        }
        half.repeat(size / 2 / half.len() + 1) + &whole.repeat(size / 2 / whole.len() + 1)
    }

    fn describe(&self) -> String {
        format!("{:?} {:?}", self.before.concat(), self.pieces.concat())
    }
}

fn tries_all() -> bool {
    std::env::var_os("GHOSTCALL_ALL_PAIRS").is_some()
}

/// Every `step()`th text is tried.
fn step() -> usize {
    let step = std::env::var("GHOSTCALL_PIECE_STEP").ok().and_then(|step| step.parse().ok());
    step.filter(|step| *step > 0).unwrap_or(1)
}

fn repeated(pieces: &[String]) -> Vec<Repeated<'_>> {
    let all = tries_all();
    let mut repeated = Vec::new();
    for (number, piece) in pieces.iter().enumerate() {
        repeated.push(Repeated { before: Vec::new(), pieces: vec![piece] });
        let partners: Vec<&str> = if all {
            pieces.iter().map(String::as_str).collect()
        } else if piece.len() > LONGEST {
            Vec::new()
        } else {
            vec![PARTNERS[number % PARTNERS.len()]]
        };
        for (turn, partner) in partners.into_iter().enumerate() {
            if all || (turn + number / PARTNERS.len()).is_multiple_of(2) {
                repeated.push(Repeated { before: Vec::new(), pieces: vec![piece, partner] });
            }
            if all || !(turn + number / PARTNERS.len()).is_multiple_of(2) {
                repeated.push(Repeated { before: vec![partner], pieces: vec![piece] });
            }
        }
    }
    repeated
}

/// Asserts that the work of a command is linear in its text, for every repeated piece. In short texts, a budget that is
/// used up looks like superlinear growth; then longer texts decide.
fn assert_linear(command: &str, of: impl FnMut(&str) -> String) {
    assert_share_is_linear(command, (0, 1), of);
}

/// Like [`assert_linear`], for one of several shares of the pieces. Each test of the same command takes another share.
fn assert_share_is_linear(command: &str, (share, shares): (usize, usize), mut of: impl FnMut(&str) -> String) {
    let registry = Registry::builtin().unwrap();
    let pieces = pieces(&registry);
    let mut steps = |text: &str| {
        let mut answer = 0;
        during(|| answer = of(text).len()) + answer
    };
    let mut grow_too_fast = Vec::new();
    let shares = if tries_all() { 1 } else { shares };
    // A piece alone and its pair follow each other. Both kinds must be in every share.
    let is_of_share = |(number, _): &(usize, Repeated<'_>)| (number + number / shares) % shares == share % shares;
    for (_, repeated) in repeated(&pieces).into_iter().enumerate().filter(is_of_share).step_by(step()) {
        let grows = |size: usize, steps: &mut dyn FnMut(&str) -> usize| {
            let (small, large) = (repeated.text(size), repeated.text(size * TIMES));
            let (few, many) = (steps(&small), steps(&large));
            // Per byte, so that it does not matter where a text ends.
            let (few, many) = (few / small.len() + 1, many / large.len());
            (many > few + few / 5 + 4).then(|| format!("{few} steps a byte, then {many}"))
        };
        let growth: Option<Vec<_>> = SIZES.iter().map(|size| grows(*size, &mut steps)).collect();
        grow_too_fast.extend(growth.map(|growth| format!("{}: {}", repeated.describe(), growth.join("; "))));
    }
    assert!(grow_too_fast.is_empty(), "{command}:\n{}", grow_too_fast.join("\n"));
}

#[test]
fn reading_payloads_takes_work_that_grows_as_the_text_does() {
    assert_linear("read", |text| {
        let payloads = payload::read_all(text);
        let spans: Vec<_> = payloads.iter().map(|payload| payload.span).collect();
        let removals: Vec<_> = payload::with_wrappers(text, &spans).into_iter().map(|span| (span, "")).collect();
        proposal::clean(text, &removals)
    });
}

/// Returns the output of `check` for a text that follows a request, in a turn in which `tools` ran.
fn check(tools: &[&str]) -> impl FnMut(&str) -> String {
    let options = Options::at(Timestamp::UNIX_EPOCH);
    let mut gateway = Gateway::new(Registry::builtin().unwrap(), profile::gateway().unwrap(), None, options);
    let asked = "Please save it, remember that I like tea, remind me at 9, and send it to Bob.";
    let line = json!({"conversation_id": 1, "role": "user", "content": asked});
    gateway.judge(&line.to_string()).unwrap();
    let tools = json!(tools);
    move |text| {
        let line = json!({"conversation_id": 1, "role": "assistant", "content": text, "tools_used": tools});
        serde_json::to_string(&gateway.judge(&line.to_string()).unwrap()).unwrap()
    }
}

#[test]
fn checking_a_message_takes_work_that_grows_as_the_text_does() {
    assert_share_is_linear("check", (0, 2), check(&[]));
}

#[test]
fn checking_a_message_next_to_tools_that_ran_takes_work_that_grows_as_the_text_does() {
    let registry = Registry::builtin().unwrap();
    let said = registry.statements().entries().iter().filter_map(|statement| statement.tool.as_deref());
    let called = registry.patterns().iter().filter_map(|pattern| pattern.tool.as_deref());
    let tools: BTreeSet<&str> = said.chain(called).collect();
    assert_share_is_linear("check", (1, 2), check(&Vec::from_iter(tools)));
}

#[test]
fn judging_a_reply_takes_work_that_grows_as_the_text_does() {
    let registry = Registry::builtin().unwrap();
    let gate = ReplyGate::new(registry.statements());
    let request = json!({"plan": {"action": "SAVE_MEMORY", "payload": {}}, "result": null});
    let context = ActionContext::of_request(&request).unwrap();
    assert_linear("gate reply", |text| serde_json::to_string(&gate.judge(&context, text)).unwrap());
}

/// At least `size` bytes of words from the examples, in random order. In no other text can more words be part of a
/// claim.
fn worst_words(registry: &Registry, size: usize) -> String {
    let entries = registry.statements().entries().iter();
    let words: Vec<&str> =
        entries.flat_map(|entry| &entry.examples.matching).flat_map(|example| example.split_whitespace()).collect();
    let mut random = fastrand::Rng::with_seed(1);
    let mut text = String::new();
    while text.len() < size {
        text.push_str(words[random.usize(..words.len())]);
        text.push(' ');
    }
    text
}

/// At least `size` bytes of realistic answers.
fn answers(size: usize) -> String {
    let (mut realistic, mut random) = (Realistic::new(), fastrand::Rng::with_seed(1));
    let mut text = String::new();
    while text.len() < size {
        realistic.question(&mut random);
        text.push_str(&realistic.answer(&mut random));
        text.push_str("\n\n");
    }
    text
}

/// The steps per byte that `check` takes for a text.
fn steps_a_byte(check: &mut impl FnMut(&str) -> String, text: &str) -> usize {
    during(|| drop(check(text))) / text.len()
}

#[test]
fn neither_the_worst_words_nor_answers_take_more_work_a_byte_in_longer_texts() {
    let registry = Registry::builtin().unwrap();
    let mut check = check(&[]);
    let (worst, answers) = (|size| worst_words(&registry, size), answers);
    let texts: [(&str, &dyn Fn(usize) -> String); 2] = [("the worst words", &worst), ("answers", &answers)];
    let of_each = texts.map(|(name, text)| {
        let [few, many] = [16 << 10, 128 << 10].map(|size| steps_a_byte(&mut check, &text(size)));
        assert!(many <= few + few / 5 + 4, "{name}: {few} steps a byte, then {many}");
        many
    });
    let [worst, usual] = of_each;
    assert!(worst <= usual * WORST, "{worst} steps a byte for the worst words, {usual} for answers");
}
