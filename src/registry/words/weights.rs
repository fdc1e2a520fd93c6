//! Weights of words, which identify the language of a text.

use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashMap;

use super::{Lexicon, Word, WordClass};
use crate::registry::phrase::folded;

/// The most bytes of a short word, which is compared as a number.
const SHORT: usize = 16;
/// The bit in each byte that distinguishes upper from lower case letters of ASCII.
const CASE: u128 = u128::from_le_bytes([0x20; SHORT]);
/// The bit in each byte that is set only beyond ASCII.
const HIGH: u128 = u128::from_le_bytes([0x80; SHORT]);

/// The weights of all known words.
#[derive(Clone, Debug, Default)]
pub struct WordWeights {
    /// Maps each short word of ASCII, as a number, to its row: most words are such words.
    short: HashMap<u128, usize>,
    /// Maps each other word to its row.
    others: HashMap<String, usize>,
    /// One row for each word, with a weight for each language.
    weights: Vec<u8>,
    languages: usize,
}

impl WordWeights {
    pub(in crate::registry) fn new(lexicons: &[Arc<Lexicon>]) -> Self {
        let mut all = Self { languages: lexicons.len(), ..Self::default() };
        for (language, words) in lexicons.iter().enumerate() {
            let known = words.iter().map(|(text, _)| text).chain(words.outcome_words.iter().map(String::as_str));
            for text in known {
                let next = all.short.len() + all.others.len();
                let row = match short_word(text, &(0..text.len())) {
                    Some(word) => *all.short.entry(word).or_insert(next),
                    None => *all.others.entry_ref(text).or_insert(next),
                };
                all.weights.resize((all.short.len() + all.others.len()) * all.languages, 0);
                all.weights[row * all.languages + language] = words.weight(text);
            }
        }
        all
    }

    /// For each language in order, how strongly a word in lower case indicates it, from 0 (unknown) to 3. Empty for a
    /// word that no language knows.
    #[must_use]
    pub fn of(&self, word: &str) -> &[u8] {
        match short_word(word, &(0..word.len())) {
            Some(word) => self.row(self.short.get(&word)),
            None => self.row(self.others.get(word)),
        }
    }

    /// The same for a word of a text, as it is written there.
    #[must_use]
    #[inline]
    pub fn at(&self, text: &str, word: &Range<usize>) -> &[u8] {
        match short_word(text, word) {
            Some(word) => self.row(self.short.get(&word)),
            None => self.row(self.others.get(folded(text.get(word.clone()).unwrap_or_default()).as_str())),
        }
    }

    fn row(&self, row: Option<&usize>) -> &[u8] {
        let row = row.and_then(|row| self.weights.get(row * self.languages..));
        row.and_then(|row| row.get(..self.languages)).unwrap_or_default()
    }
}

/// A short word of ASCII as a number, whatever its case. No two words share a number: all signs within words, except
/// for `@` and `_`, have the bit of lower case, and no other sign becomes one of these two.
#[inline]
fn short_word(text: &str, word: &Range<usize>) -> Option<u128> {
    let length = word.end - word.start;
    if length > SHORT {
        return None;
    }
    let behind = text.as_bytes().get(word.start..).unwrap_or_default();
    let mut letters = [0; SHORT];
    match behind.first_chunk::<SHORT>() {
        Some(first) => letters = *first,
        None => letters.iter_mut().zip(behind).for_each(|(letter, byte)| *letter = *byte),
    }
    let kept = u128::MAX.checked_shl(8 * u32::try_from(length).unwrap_or_default()).map_or(u128::MAX, |rest| !rest);
    let letters = u128::from_le_bytes(letters) & kept;
    (letters & HIGH == 0).then_some(letters | CASE & kept)
}

impl Lexicon {
    /// Function words count twice as much as others. Determiners count a little more: they distinguish related languages
    /// ("o temporizador" is Portuguese).
    fn weight(&self, word: &str) -> u8 {
        let weight = |word: &Word| {
            4 * u8::from(word.classes.is_function())
                + u8::from(word.classes.has(WordClass::Determiner))
                + 2 * u8::from(word.verb.is_some() || word.thing.is_some())
        };
        self.word(word).map_or_else(|| 2 * u8::from(self.outcome_words.contains(word)), weight)
    }
}
