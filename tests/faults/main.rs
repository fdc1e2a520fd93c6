//! Failures from outside: the program is killed, its disk fills up, its files are damaged, others write at the same
//! time, its terminal disappears. Nothing is lost or half-written, and the next start needs no manual repair.
//!
//! A plain run of each part takes seconds. These variables set larger counts: `GHOSTCALL_KILLS` (200),
//! `GHOSTCALL_DAMAGES` (1000), `GHOSTCALL_ROUNDS` (6 for each process), `GHOSTCALL_LIMIT_STEP` (8 blocks of 512 bytes
//! between two limits on the size of files).

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

mod damage;
mod disk;
mod files;
mod in_effect;
mod kill;
mod others;
mod replaced;
mod signals;

#[path = "../support/mod.rs"]
mod support;

#[allow(dead_code, reason = "the tests of the terminal use the rest")]
#[path = "../terminal/screen.rs"]
mod screen;

/// A number from the environment, or the usual one.
fn number(variable: &str, usual: usize) -> usize {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// Random numbers, the same for the same seed.
pub(crate) struct Chance(u64);

impl Chance {
    fn seeded(seed: u64) -> Self {
        // The generator would stay at zero for ever.
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `limit`, which is not zero.
    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit).unwrap()).unwrap()
    }

    /// A random element.
    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}
