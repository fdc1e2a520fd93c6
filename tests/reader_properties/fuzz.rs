//! A fuzzer for stable Rust: the texts of the cases, cut, joined and damaged. `GHOSTCALL_FUZZ_ROUNDS` sets the number
//! of rounds; `GHOSTCALL_FUZZ_SEED` repeats a run.

use std::env;

use ghostcall::claim::payload;
use serde_json::Value;

use crate::invariants::check_any;

const ROUNDS: u64 = 1_500;

/// Longer cases only cost time.
const LONGEST: usize = 400;

/// Text that a mutation inserts.
const SPLINTERS: &[&str] = &[
    "{", "}", "[", "]", "(", ")", "\"", "'", "\\", ":", ",", "\n", "\n\n", "\"\"\"", "<|\"|>", "&quot;", "```", "</",
    "/>", "=", "=>", "// ", "/*", "\u{feff}", "é", "🎉", "\u{ff1a}", "{{", "}}", "[{", "\\u", "\\n", "a:", "None",
];

fn texts() -> Vec<String> {
    [include_str!("../cases/payloads.jsonl"), include_str!("../cases/own.jsonl")]
        .iter()
        .flat_map(|cases| cases.lines())
        .filter_map(|line| serde_json::from_str::<Value>(line).ok()?.get("text")?.as_str().map(str::to_owned))
        .filter(|text| text.len() <= LONGEST)
        .collect()
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

/// A random position in the text, on a character boundary.
fn place(random: &mut fastrand::Rng, text: &str) -> usize {
    let mut at = random.usize(..=text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn mutate(random: &mut fastrand::Rng, texts: &[String]) -> String {
    let any = |random: &mut fastrand::Rng| texts[random.usize(..texts.len())].clone();
    let mut text = any(random);
    for _ in 0..random.usize(1..5) {
        let (first, second) = (place(random, &text), place(random, &text));
        let (start, end) = (first.min(second), first.max(second));
        match random.u8(..5) {
            0 => text.replace_range(start..end.min(text.len()), ""),
            1 => text.insert_str(start, SPLINTERS[random.usize(..SPLINTERS.len())]),
            2 => text.truncate(start),
            3 => text.insert_str(start, &any(random)),
            _ => {
                let copy = text[start..end].to_owned();
                text.insert_str(start, &copy);
            }
        }
    }
    text
}

#[test]
fn damaged_cases_keep_the_rules() {
    let seed = number("GHOSTCALL_FUZZ_SEED").unwrap_or_else(|| fastrand::u64(..));
    let rounds = number("GHOSTCALL_FUZZ_ROUNDS").unwrap_or(ROUNDS);
    let mut random = fastrand::Rng::with_seed(seed);
    let texts = texts();
    for round in 0..rounds {
        let text = mutate(&mut random, &texts);
        if text.len() > 4 * LONGEST {
            continue;
        }
        if let Err(error) = check_any(&text) {
            panic!("seed {seed}, round {round}: {error}\n{text:?}");
        }
        let lossy: Vec<u8> = text.bytes().map(|byte| if random.u8(..40) == 0 { random.u8(..) } else { byte }).collect();
        drop(payload::read_all(&String::from_utf8_lossy(&lossy)));
    }
}
