//! Which of many literals stand in a text.
//!
//! Each step of an automaton waits for the one before it. A long text is therefore walked at several places at once: the
//! processor takes their steps side by side.

use std::ops::Range;

use aho_corasick::Anchored;
use aho_corasick::automaton::{Automaton as _, StateID};
use aho_corasick::dfa::DFA;

/// At so many places a text is walked.
const LANES: usize = 8;
/// Of a longer literal only its beginning is looked for, since what is read for one place is read again for the next.
const MOST_BYTES: usize = 12;
/// A shorter text is walked at one place.
const SHORT: usize = 64 * LANES;
/// So many bytes of a long text are looked through before anybody is told.
const BLOCK: usize = 1 << 16;

/// Where a literal may stand: its beginning stands there for certain, in large or small ASCII letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hit {
    /// The byte at which it begins.
    pub(super) start: usize,
    /// The literal, by its number.
    pub(super) literal: usize,
}

/// Finds literals, whatever the case of their ASCII letters.
#[derive(Clone, Debug)]
pub(super) struct LiteralFinder {
    automaton: DFA,
    begin: StateID,
    /// The bytes of the longest beginning that is looked for.
    longest: usize,
}

impl LiteralFinder {
    /// A finder of these, numbered in their order; `None` where they are too many.
    pub(super) fn new<'l>(literals: impl Iterator<Item = &'l str>) -> Option<Self> {
        let beginnings: Vec<&[u8]> =
            literals.map(str::as_bytes).map(|bytes| bytes.get(..MOST_BYTES).unwrap_or(bytes)).collect();
        let longest = beginnings.iter().map(|beginning| beginning.len()).max().unwrap_or(0);
        let automaton = DFA::builder().ascii_case_insensitive(true).prefilter(false).build(&beginnings).ok()?;
        let begin = automaton.start_state(Anchored::No).ok()?;
        Some(Self { automaton, begin, longest })
    }

    /// Whether `counts` holds for a hit; it is asked in the order in which they begin.
    pub(super) fn any(&self, text: &str, mut counts: impl FnMut(Hit) -> bool) -> bool {
        let overlap = self.longest.saturating_sub(1);
        let mut hits = Vec::new();
        for start in (0..text.len()).step_by(BLOCK) {
            let own = BLOCK.min(text.len() - start);
            let end = (start + own + overlap).min(text.len());
            self.collect(text.as_bytes().get(start..end).unwrap_or_default(), own, &mut hits);
            hits.sort_unstable();
            if hits.drain(..).any(|hit| counts(Hit { start: start + hit.start, ..hit })) {
                return true;
            }
        }
        false
    }

    /// The hits that begin within the first `own` bytes.
    fn collect(&self, block: &[u8], own: usize, hits: &mut Vec<Hit>) {
        let overlap = self.longest.saturating_sub(1);
        if own < SHORT {
            return self.walk(block, 0..own, hits);
        }
        // Each place reads on until what began on its own bytes has ended.
        let share = (block.len() - overlap) / LANES;
        let lanes: [&[u8]; LANES] =
            std::array::from_fn(|lane| block.get(lane * share..(lane + 1) * share + overlap).unwrap_or_default());
        let mut states = [self.begin; LANES];
        for at in 0..share + overlap {
            let mut is_special = false;
            for (state, lane) in states.iter_mut().zip(&lanes) {
                *state = self.automaton.next_state(Anchored::No, *state, lane[at]);
                is_special |= self.automaton.is_special(*state);
            }
            if is_special {
                for (lane, state) in states.iter().enumerate() {
                    let first = lane * share;
                    self.note(*state, first + at + 1, &(first..own.min(first + share)), hits);
                }
            }
        }
        self.walk(block, LANES * share..own, hits);
    }

    /// The hits that begin within `own`, found at one place.
    fn walk(&self, block: &[u8], own: Range<usize>, hits: &mut Vec<Hit>) {
        let mut state = self.begin;
        for (at, byte) in block.iter().enumerate().skip(own.start) {
            state = self.automaton.next_state(Anchored::No, state, *byte);
            if self.automaton.is_special(state) {
                self.note(state, at + 1, &own, hits);
            }
        }
    }

    /// Keeps the hits that end where this state is reached, if they begin within `own`.
    fn note(&self, state: StateID, end: usize, own: &Range<usize>, hits: &mut Vec<Hit>) {
        if !self.automaton.is_match(state) {
            return;
        }
        for index in 0..self.automaton.match_len(state) {
            let literal = self.automaton.match_pattern(state, index);
            let start = end - self.automaton.pattern_len(literal);
            if own.contains(&start) {
                hits.push(Hit { start, literal: literal.as_usize() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Every place at which a literal begins, told without an automaton.
    fn told(literals: &[&str], text: &str) -> Vec<Hit> {
        let beginning = |literal: &str| literal.as_bytes()[..literal.len().min(MOST_BYTES)].to_owned();
        let mut all = Vec::new();
        for start in 0..text.len() {
            for (number, literal) in literals.iter().enumerate() {
                let beginning = beginning(literal);
                let there = text.as_bytes().get(start..start + beginning.len());
                if there.is_some_and(|there| there.eq_ignore_ascii_case(&beginning)) {
                    all.push(Hit { start, literal: number });
                }
            }
        }
        all
    }

    fn found(literals: &[&str], text: &str) -> Vec<Hit> {
        let mut all = Vec::new();
        LiteralFinder::new(literals.iter().copied()).unwrap().any(text, |hit| {
            all.push(hit);
            false
        });
        all
    }

    const LITERALS: [&str; 7] = ["ab", "abc", "bca", "é", "aaaaaaaaaaaaaaaaaa", "cab", "a longer literal than that"];

    proptest! {
        #[test]
        fn each_place_is_found_once_and_in_order(text in "[abcé]{0,40}", times in 0_usize..60) {
            let text = text.repeat(times);
            prop_assert_eq!(found(&LITERALS, &text), told(&LITERALS, &text));
        }
    }

    #[test]
    fn what_stands_across_the_border_of_a_block_is_found() {
        for before in BLOCK - 30..BLOCK + 3 {
            let text = format!("{}A longer Literal than that{}", "x".repeat(before), "y".repeat(700));
            assert_eq!(found(&LITERALS, &text), [Hit { start: before, literal: 6 }], "{before}");
        }
    }
}
