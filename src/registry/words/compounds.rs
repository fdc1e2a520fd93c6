//! Words within words: compounds, and words that are joined by an apostrophe or a hyphen.

use super::{Lexicon, WordClass};

/// The fewest letters of a part of a compound; the last part has one more.
const SHORTEST_PART: usize = 3;
/// The most bytes of a word to split: longer ones are hashes or Base64.
const LONGEST_COMPOUND: usize = 80;

impl Lexicon {
    /// Returns the thing at the end of a compound ("Zahnarzttermin"), under the name that tools use.
    #[must_use]
    pub fn compound(&self, word: &str) -> Option<&str> {
        let mut ends = word_ends(word).filter(|_| self.compounds);
        ends.find_map(|end| self.word(end)?.thing.as_deref())
    }

    /// Whether the word at the end of a compound is of a class ("Lernplan").
    #[must_use]
    pub fn ends_in(&self, compound: &str, class: WordClass) -> bool {
        self.compounds && word_ends(compound).any(|end| self.is(end, class))
    }

    /// Splits words that are written together; `None` if it is one word.
    #[must_use]
    pub fn parts<'t>(&self, word: &'t str) -> Option<Vec<&'t str>> {
        let (first, last) = self.joint(word)?;
        let parts = |word| self.parts(word).unwrap_or_else(|| vec![word]);
        Some([parts(first), parts(last)].concat())
    }

    /// Splits a word at its first joint.
    fn joint<'t>(&self, word: &'t str) -> Option<(&'t str, &'t str)> {
        if self.joints.is_empty() || !word.contains(['\'', '-']) || self.by_text.contains_key(word) {
            return None;
        }
        let parted = self.joints.iter().filter_map(|joint| {
            let at = if joint.ends_with('\'') {
                word.starts_with(joint.as_str()).then_some(joint.len())
            } else {
                word.ends_with(joint.as_str()).then(|| word.len() - joint.len())
            };
            word.split_at_checked(at?)
        });
        parted.into_iter().find(|(first, last)| !first.is_empty() && !last.is_empty())
    }
}

/// The suffixes of a word that may be words of their own, longest first; none if it is too long for a word.
pub(crate) fn word_ends(word: &str) -> impl Iterator<Item = &str> {
    let starts = word.char_indices().map(|(at, _)| at).skip(SHORTEST_PART).filter(|_| word.len() <= LONGEST_COMPOUND);
    let ends = starts.filter_map(|at| word.get(at..));
    ends.filter(|end| end.chars().count() > SHORTEST_PART)
}
