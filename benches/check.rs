//! The throughput of `ghostcall check` in messages a second, compared with `serde_json` parsing the same lines.
//!
//! `cargo bench --bench check`. All figures come from the same run on one core, so that their ratios hold on any
//! machine. The goal is 50,000 ordinary messages of 1 kB a second.

#![allow(clippy::print_stdout, missing_docs, reason = "the table is the result")]

mod shortest;

use std::hint::black_box;
use std::time::Duration;

use ghostcall::audit::{Gateway, Options};
use ghostcall::registry::Registry;
use ghostcall::source::profile;
use serde_json::{Value, json};
use shortest::shortest;

const LINES: usize = 20_000;
const RUNS: usize = 5;
/// The length of an ordinary message in bytes.
const LENGTH: usize = 1_000;

const PROSE: &str = "She prefers tea over coffee, and says so twice a day: in the morning (early) and at night.\n\n\
                     “Noted”, he wrote, and it's true; nothing else happened that week. ";

/// A kind of message.
struct Kind {
    name: &'static str,
    text: fn(usize) -> String,
}

const KINDS: [Kind; 4] = [
    Kind { name: "ordinary prose", text: prose },
    Kind { name: "prose with markdown and code", text: markdown },
    Kind { name: "a lost memory, then prose", text: leak },
    Kind { name: "one in a hundred is a leak", text: mixed },
];

fn prose(index: usize) -> String {
    filled(&format!("Message {index}. "))
}

fn markdown(index: usize) -> String {
    filled(&format!(
        "## Step {index}\n\n- `let x = {{a: 1}};`\n- [a link](https://example.org/{index})\n\n```rust\nfn f() {{ g() }}\n```\n\n"
    ))
}

fn leak(index: usize) -> String {
    filled(&format!(
        "{{success: true, memory_type: \"journal\", content: \"Number {index}.\"}}You saw right through me. "
    ))
}

fn mixed(index: usize) -> String {
    if index.is_multiple_of(100) { leak(index) } else { prose(index) }
}

/// Fills a message with prose up to its length.
fn filled(start: &str) -> String {
    start.chars().chain(PROSE.chars().cycle()).take(LENGTH).collect()
}

fn lines(kind: &Kind) -> Vec<String> {
    let line = |index| {
        let message = json!({ "id": index, "conversation_id": index / 20, "agent_id": 3, "role": "assistant", "tools_used": [],
                              "created_at": "2026-01-20T17:03:11Z", "content": (kind.text)(index) });
        message.to_string()
    };
    (0..LINES).map(line).collect()
}

#[allow(clippy::cast_precision_loss, reason = "a rate needs no more")]
fn rate(time: Duration) -> f64 {
    LINES as f64 / time.as_secs_f64()
}

fn gateway() -> Gateway {
    let registry = Registry::builtin().expect("the built-in registry reads");
    let profile = profile::gateway().expect("the gateway's profile reads");
    Gateway::new(registry, profile, None, Options::at(jiff::Timestamp::UNIX_EPOCH))
}

fn main() {
    println!(
        "{:<30}{:>18}{:>18}{:>22}",
        "messages of 1 kB a second", "ghostcall check", "serde_json", "time of one in ratio"
    );
    for kind in &KINDS {
        let lines = lines(kind);
        let mut gateway = gateway();
        // Judges each line and writes the answer, as `check` does.
        let ours = shortest(RUNS, || {
            for line in &lines {
                let finding = gateway.judge(line).expect("each line is a message");
                black_box(serde_json::to_vec(&finding).expect("a finding is written"));
            }
        });
        let theirs = shortest(RUNS, || {
            for line in &lines {
                black_box(serde_json::from_str::<Value>(line).expect("each line is JSON"));
            }
        });
        println!("{:<30}{:>18.0}{:>18.0}{:>22.2}", kind.name, rate(ours), rate(theirs), rate(theirs) / rate(ours));
    }
}
