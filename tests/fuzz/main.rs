//! Fuzz tests: the parts that read foreign text return, whatever mutation of a saved corpus they get.
//!
//! `GHOSTCALL_FUZZ_ROUNDS` sets the rounds of each target, `GHOSTCALL_FUZZ_SEED` repeats a run:
//! `GHOSTCALL_FUZZ_ROUNDS=10000000 cargo test --release --test fuzz reader`

#![allow(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

mod mutation;
mod proposals;
mod targets;

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mutation::Mutator;
use targets::Target;

/// The rounds of each target in a plain `cargo test`.
const ROUNDS: u64 = 1_500;

fn number(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

/// Runs a target on its corpus unchanged, and then on mutations of it.
fn run(target: &mut dyn Target, corpus: &str) {
    let seed = number("GHOSTCALL_FUZZ_SEED").unwrap_or_else(|| fastrand::u64(..));
    let rounds = number("GHOSTCALL_FUZZ_ROUNDS").unwrap_or(ROUNDS);
    let texts: Vec<String> = corpus.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for text in &texts {
        target.feed(text);
    }
    let mut mutator = Mutator::new(seed, texts);
    let mut taken = 0_u64;
    for round in 0..rounds {
        let text = mutator.next();
        let fed = catch_unwind(AssertUnwindSafe(|| target.feed(&text)));
        taken += u64::from(fed.unwrap_or_else(|_| panic!("seed {seed}, round {round}: {text:?}")));
    }
    eprintln!("{rounds} inputs, {taken} of them taken");
}

macro_rules! fuzz {
    ($($name:ident => $target:expr;)*) => {$(
        #[test]
        fn $name() {
            run(&mut $target, include_str!(concat!("corpus/", stringify!($name), ".jsonl")));
        }
    )*};
}

fuzz! {
    reader => targets::Reader;
    syntaxes => targets::Syntaxes::new();
    registry => targets::RegistryFile;
    profiles => targets::ProfileFile;
    plans => targets::Plans::new();
    catalogs => targets::CatalogFile;
    lines => targets::Lines::new();
    replies => targets::Replies::new();
}
