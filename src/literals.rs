//! Finds which of many literals occur in a text, ignoring the case of ASCII letters.
//!
//! Only windows of four bytes at every second byte are examined. Wherever a literal occurs, such a window has four of
//! its bytes, or three and any other. A bit set of the windows of all literals rules out most positions. Unlike the
//! steps of an automaton, the lookups do not depend on each other.

use aho_corasick::{AhoCorasick, AhoCorasickBuilder};
use hashbrown::HashMap;
use memchr::memmem;

use crate::work;

/// The bytes that are looked up together.
type ByteWindow = [u8; 4];

/// Windows begin at every STEP-th byte.
const STEP: usize = 2;
/// The number of windows in a block, which are checked together.
const WINDOWS: usize = 8;
/// The length of a block in bytes.
const BLOCK: usize = WINDOWS * STEP + 2;
/// Shorter literals, in bytes, are searched for one by one if they have no letters, and by an automaton otherwise.
const SHORTEST: usize = 3;
/// Literals up to this length, in bytes, have a window with a wildcard, which sets many bits. If there are more than
/// `MOST_SHORT`, an automaton finds them too.
const SHORT: usize = 4;
const MOST_SHORT: usize = 256;
/// The size of a bit set in words of 32 bits. It is small enough to stay in the cache.
const BIT_SET_WORDS: usize = 1 << 12;
/// Multipliers of the two hash functions for windows. The upper bits of the product depend on all bytes.
const MULTIPLIER: u32 = 0x9E37_79B1;
const OTHER_MULTIPLIER: u32 = 0x85EB_CA77;
/// The bit that differs between upper and lower case ASCII letters. It is set in all bytes of a window.
const CASE: u8 = 0x20;
/// Wildcard for any byte in the window of a short literal.
const ANY: u8 = 0;

/// An occurrence of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hit {
    /// The index of its first byte.
    pub(crate) start: usize,
    /// The index of the literal.
    pub(crate) literal: usize,
}

/// Finds literals in texts.
#[derive(Clone, Debug)]
pub(crate) struct LiteralFinder {
    literals: Vec<Box<[u8]>>,
    /// A bit for the hash of each window of a literal.
    bits: Box<[u32; BIT_SET_WORDS]>,
    /// A second bit set with another hash function, against collisions.
    other_bits: Box<[u32; BIT_SET_WORDS]>,
    /// For each window as a number, a wildcard as [`ANY`]: its literals, and the offset of each from the window.
    literals_by_window: HashMap<u32, Vec<(usize, isize)>>,
    /// Finds the short literals, with the index of each.
    short: Option<(AhoCorasick, Vec<usize>)>,
    /// The short literals without letters, with the index of each: usually a few marks such as `<|`.
    signs: Vec<(memmem::Finder<'static>, usize)>,
}

impl LiteralFinder {
    /// Builds a finder for literals, which are indexed in their order; `None` if they are too many for the automaton.
    pub(crate) fn new<'l>(literals: impl IntoIterator<Item = &'l str>) -> Option<Self> {
        let literals: Vec<Box<[u8]>> = literals.into_iter().map(|literal| literal.as_bytes().into()).collect();
        let many_short = literals.iter().filter(|literal| literal.len() <= SHORT).count() > MOST_SHORT;
        let shortest = if many_short { SHORT + 1 } else { SHORTEST };
        let is_sign = |literal: &[u8]| literal.len() < SHORTEST && !literal.iter().any(u8::is_ascii_alphabetic);
        let short = literals.iter().enumerate().filter(|(_, literal)| literal.len() < shortest);
        let (signs, short): (Vec<_>, Vec<_>) =
            short.map(|(number, literal)| (number, &**literal)).partition(|(_, literal)| is_sign(literal));
        let signs = signs.into_iter().map(|(number, sign)| (memmem::Finder::new(sign).into_owned(), number)).collect();
        let (short, texts): (Vec<usize>, Vec<&[u8]>) = short.into_iter().unzip();
        let automaton = AhoCorasickBuilder::new().ascii_case_insensitive(true).build(texts).ok()?;
        let short = (!short.is_empty()).then_some((automaton, short));
        let [bits, other_bits] = [(); 2].map(|()| Box::new([0; BIT_SET_WORDS]));
        let literals_by_window = HashMap::new();
        let mut finder = Self { literals: Vec::new(), bits, other_bits, literals_by_window, short, signs };
        for (number, literal) in literals.iter().enumerate().filter(|(_, literal)| literal.len() >= shortest) {
            for (window, after) in windows(literal) {
                finder.add(window, (number, after));
            }
        }
        finder.literals = literals;
        Some(finder)
    }

    fn add(&mut self, window: ByteWindow, owner: (usize, isize)) {
        self.literals_by_window.entry(u32::from_le_bytes(window)).or_default().push(owner);
        let Some(any) = window.iter().position(|byte| *byte == ANY) else { return self.add_bits(window) };
        for byte in (0..=u8::MAX).filter(|byte| byte & CASE == CASE) {
            let mut window = window;
            window[any] = byte;
            self.add_bits(window);
        }
    }

    fn add_bits(&mut self, window: ByteWindow) {
        for (bits, factor) in [(&mut self.bits, MULTIPLIER), (&mut self.other_bits, OTHER_MULTIPLIER)] {
            let (place, bit) = bit_of(window, factor);
            bits[place] |= bit;
        }
    }

    /// Whether `counts` is true for any occurrence. The occurrences come in no particular order.
    pub(crate) fn any(&self, text: &str, mut counts: impl FnMut(Hit) -> bool) -> bool {
        let bytes = text.as_bytes();
        work::count(bytes.len());
        let mut start = 0;
        while let Some(block) = bytes.get(start..).and_then(<[u8]>::first_chunk::<BLOCK>) {
            for window in 0..WINDOWS {
                let at = window * STEP;
                let window = [block[at], block[at + 1], block[at + 2], block[at + 3]];
                if self.may_be_literal(window) && self.any_at(bytes, start + at, &mut counts) {
                    return true;
                }
            }
            start += WINDOWS * STEP;
        }
        let mut rest = (start..bytes.len()).step_by(STEP);
        rest.any(|at| self.may_be_literal(window_at(bytes, at)) && self.any_at(bytes, at, &mut counts))
            || self.any_short(text, &mut counts)
    }

    /// All occurrences, in order.
    #[must_use]
    pub(crate) fn all(&self, text: &str) -> Vec<Hit> {
        let mut all = Vec::new();
        self.any(text, |hit| {
            all.push(hit);
            false
        });
        all.sort_unstable();
        all
    }

    /// Whether any literal occurs in the text.
    #[must_use]
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.any(text, |_| true)
    }

    #[inline]
    fn may_be_literal(&self, window: ByteWindow) -> bool {
        let is_in = |bits: &[u32; BIT_SET_WORDS], factor| {
            let (place, bit) = bit_of(window, factor);
            bits[place] & bit != 0
        };
        is_in(&self.bits, MULTIPLIER) && is_in(&self.other_bits, OTHER_MULTIPLIER)
    }

    /// Whether `counts` is true for any literal that has its window at `at`.
    #[inline(never)]
    fn any_at(&self, bytes: &[u8], at: usize, counts: &mut impl FnMut(Hit) -> bool) -> bool {
        let window @ [first, second, third, fourth] = window_at(bytes, at).map(|byte| byte | CASE);
        let windows = [window, [ANY, second, third, fourth], [first, second, third, ANY]];
        let owners = windows.iter().filter_map(|window| self.literals_by_window.get(&u32::from_le_bytes(*window)));
        owners.flatten().any(|(literal, after)| {
            work::count(1);
            let place = at.checked_add_signed(*after).zip(self.literals.get(*literal));
            place.is_some_and(|(start, wanted)| {
                let there = bytes.get(start..start + wanted.len());
                there.is_some_and(|there| there.eq_ignore_ascii_case(wanted))
                    && counts(Hit { start, literal: *literal })
            })
        })
    }

    fn any_short(&self, text: &str, counts: &mut impl FnMut(Hit) -> bool) -> bool {
        let mut signs = self
            .signs
            .iter()
            .flat_map(|(sign, number)| starts(sign, text.as_bytes()).map(|start| Hit { start, literal: *number }));
        if signs.any(&mut *counts) {
            return true;
        }
        let Some((automaton, numbers)) = &self.short else { return false };
        automaton.find_overlapping_iter(text).any(|hit| {
            work::count(1);
            let literal = numbers.get(hit.pattern().as_usize());
            literal.is_some_and(|literal| counts(Hit { start: hit.start(), literal: *literal }))
        })
    }
}

/// Where a sign begins; occurrences may overlap.
fn starts(sign: &memmem::Finder<'_>, bytes: &[u8]) -> impl Iterator<Item = usize> {
    let mut from = 0;
    std::iter::from_fn(move || {
        work::count(1);
        let start = from + sign.find(bytes.get(from..)?)?;
        from = start + 1;
        Some(start)
    })
}

/// The window at `at`, padded with spaces beyond the end of the text.
fn window_at(bytes: &[u8], at: usize) -> ByteWindow {
    let mut window = [b' '; 4];
    let there = bytes.get(at..).unwrap_or_default();
    window.iter_mut().zip(there).for_each(|(place, byte)| *place = *byte);
    window
}

/// Two windows of a literal, with the offset of the literal from each: wherever the literal begins, one of them is at a
/// byte that is examined. Empty for a literal that is too short.
fn windows(literal: &[u8]) -> Vec<(ByteWindow, isize)> {
    let folded: Vec<u8> = literal.iter().map(|byte| byte | CASE).collect();
    match *folded.as_slice() {
        [a, b, c] => vec![([a, b, c, ANY], 0), ([ANY, a, b, c], 1)],
        [a, b, c, d] => vec![([a, b, c, d], 0), ([ANY, a, b, c], 1)],
        _ => {
            let pairs = folded.windows(5).zip(0_isize..);
            let rarest = pairs.min_by_key(|(pair, _)| pair.iter().copied().map(commonness).sum::<usize>());
            let Some((pair, at)) = rarest else { return Vec::new() };
            let windows = pair.windows(4).filter_map(|window| window.try_into().ok());
            windows.zip([-at, -at - 1]).collect()
        }
    }
}

/// How common a byte is in prose: its place among the letters by their frequency. A window that is rare is seldom
/// compared in vain.
fn commonness(folded: u8) -> usize {
    const FROM_RARE_TO_COMMON: &[u8] = b"qzjxkvbypgwfmucdlhrsinoate ";
    FROM_RARE_TO_COMMON.iter().position(|letter| *letter == folded).map_or(0, |place| place + 1)
}

/// The word and the bit for a window in a bit set, ignoring case. Other windows may share them.
#[inline]
fn bit_of(window: ByteWindow, factor: u32) -> (usize, u32) {
    let folded = u32::from_le_bytes(window) | u32::from_le_bytes([CASE; 4]);
    let number = folded.wrapping_mul(factor);
    let place = number >> (u32::BITS - BIT_SET_WORDS.trailing_zeros());
    (place as usize, 1 << (number >> 15 & 31))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All occurrences, found by trying every position.
    fn hits(literals: &[&str], text: &str) -> Vec<Hit> {
        let mut all = Vec::new();
        for start in 0..text.len() {
            for (number, literal) in literals.iter().enumerate() {
                let there = text.as_bytes().get(start..start + literal.len());
                if there.is_some_and(|there| there.eq_ignore_ascii_case(literal.as_bytes())) {
                    all.push(Hit { start, literal: number });
                }
            }
        }
        all
    }

    const LITERALS: [&str; 13] =
        ["ab", "abc", "bca", "é", "cab", "abca", "éa", "aaaaaaaaaa", "a longer one", "bc bc", "{\"a", "\"\"", "{"];

    proptest! {
        #[test]
        fn each_place_is_found_once(text in "[abcABCé {\"]{0,60}") {
            let finder = LiteralFinder::new(LITERALS).unwrap();
            prop_assert_eq!(finder.all(&text), hits(&LITERALS, &text));
            prop_assert_eq!(finder.is_in(&text), !hits(&LITERALS, &text).is_empty());
        }

        #[test]
        fn any_literals_are_found_in_any_text(
            literals in prop::collection::vec("\\PC{1,7}", 1..9),
            texts in prop::collection::vec("\\PC{0,9}", 9),
        ) {
            let literals: Vec<&str> = literals.iter().map(String::as_str).collect();
            let text: String = literals.iter().zip(&texts).map(|(literal, text)| literal.to_uppercase() + text).collect();
            prop_assert_eq!(LiteralFinder::new(literals.iter().copied()).unwrap().all(&text), hits(&literals, &text));
        }
    }

    #[test]
    fn what_is_at_either_end_is_found() {
        let finder = LiteralFinder::new(["got", "have", "saved"]).unwrap();
        for (text, starts) in [
            ("got", vec![0]),
            (" got", vec![1]),
            ("Have", vec![0]),
            ("I have", vec![2]),
            ("saved got", vec![0, 6]),
            ("we have all that we have", vec![3, 20]),
            ("", vec![]),
        ] {
            let found: Vec<usize> = finder.all(text).iter().map(|hit| hit.start).collect();
            assert_eq!(found, starts, "{text}");
        }
    }

    #[test]
    fn many_short_literals_are_found_as_few_are_and_take_little_room() {
        let literals: Vec<String> = (0..2_000).map(|number| format!("{number:03}")).collect();
        let literals: Vec<&str> = literals.iter().map(String::as_str).collect();
        let finder = LiteralFinder::new(literals.iter().copied()).unwrap();
        let text = "of 007, 1234, 1999 and 2000";
        assert_eq!(finder.all(text), hits(&literals, text));
        assert!(finder.literals_by_window.len() < 4 * literals.len(), "{}", finder.literals_by_window.len());
    }

    #[test]
    fn without_literals_nothing_is_found() {
        assert!(!LiteralFinder::new([]).unwrap().is_in("anything at all"));
    }
}
