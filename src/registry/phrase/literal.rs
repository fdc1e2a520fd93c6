//! Literals: words and parts of words that are found without splitting a text into words.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// A word or a part of one, ignoring ASCII case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The text to search for.
    pub text: String,
    /// Whether a word begins with it.
    pub begins: bool,
    /// Whether a word ends with it.
    pub ends: bool,
}

impl Literal {
    /// Whether the occurrence at `place` respects the word boundaries that the literal requires.
    #[must_use]
    pub fn is_word_at(&self, text: &str, place: Range<usize>) -> bool {
        let before = || text.get(..place.start).and_then(|before| before.chars().next_back());
        let after = || text.get(place.end..).and_then(|after| after.chars().next());
        let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !(self.begins && inside(before()) || self.ends && inside(after()))
    }

    /// Whether it is a whole word.
    pub(super) fn is_word(&self) -> bool {
        let may_bind = |c: char| matches!(c, '\'' | '’' | '-');
        let is_inner = |c: char| c.is_alphabetic() || may_bind(c);
        self.begins && self.ends && self.text.chars().all(is_inner) && !self.text.starts_with(may_bind)
    }
}

/// Literals of which the line must contain one.
pub(super) type RequiredLiterals = BTreeSet<Literal>;

/// What an element needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Need {
    pub(super) literals: RequiredLiterals,
    /// How often a line contains one of them, by an estimate.
    pub(super) commonness: u32,
}

impl Need {
    pub(super) fn of(literals: RequiredLiterals) -> Arc<Self> {
        let commonness = commonness(literals.iter().map(|literal| literal.text.as_str()));
        Arc::new(Self { literals, commonness })
    }
}

/// Words that every second sentence contains.
const COMMON: [&str; 57] = [
    "the", "and", "you", "for", "are", "was", "can", "not", "has", "all", "that", "this", "with", "your", "from",
    "been", "will", "they", "what", "when", "then", "them", "were", "into", "some", "over", "just", "also", "down",
    "about", "there", "their", "which", "would", "could", "these", "those", "it's", "that's", "dass", "eine", "einen",
    "nicht", "auch", "oder", "wird", "habe", "sind", "über", "para", "está", "você", "mais", "isso", "esta", "este",
    "como",
];

/// Estimates how often one of some words occurs: short ones are common.
pub(super) fn commonness<'w>(words: impl Iterator<Item = &'w str>) -> u32 {
    const BY_LENGTH: [u32; 7] = [10_000, 3000, 1000, 300, 40, 10, 4];
    let of_length = |text: &str| BY_LENGTH.get(text.chars().count()).copied().unwrap_or(1);
    let of_one = |text: &str| if COMMON.contains(&text) { BY_LENGTH[1] } else { of_length(text) };
    words.map(of_one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_is_found_where_a_word_is() {
        let literal = Literal { text: "will".to_owned(), begins: true, ends: true };
        for (text, is_word) in [("I will.", true), ("goodwill", false), ("willow, will", true), ("willow", false)] {
            let mut places = text.match_indices("will").map(|(at, found)| at..at + found.len());
            assert_eq!(places.any(|place| literal.is_word_at(text, place)), is_word, "{text}");
        }
    }
}
