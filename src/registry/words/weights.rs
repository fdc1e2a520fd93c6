//! Weights of words, which identify the language of a text.

use hashbrown::HashMap;

use super::{Lexicon, Word};

/// The weights of all known words.
#[derive(Clone, Debug, Default)]
pub struct WordWeights {
    /// Maps each word to its row.
    rows: HashMap<String, usize>,
    /// One row for each word, with a weight for each language.
    weights: Vec<u8>,
    languages: usize,
}

impl WordWeights {
    pub(in crate::registry) fn new(lexicons: &[Lexicon]) -> Self {
        let mut all = Self { languages: lexicons.len(), ..Self::default() };
        for (language, words) in lexicons.iter().enumerate() {
            let known = words.iter().map(|(text, _)| text).chain(words.outcome_words.iter().map(String::as_str));
            for text in known {
                let next = all.rows.len();
                let row = *all.rows.entry_ref(text).or_insert(next);
                all.weights.resize(all.rows.len() * all.languages, 0);
                all.weights[row * all.languages + language] = words.weight(text);
            }
        }
        all
    }

    /// For each language in order, how strongly a word in lower case indicates it, from 0 (unknown) to 3. Empty for a
    /// word that no language knows.
    #[must_use]
    pub fn of(&self, word: &str) -> &[u8] {
        let row = self.rows.get(word).and_then(|row| self.weights.get(row * self.languages..));
        row.and_then(|row| row.get(..self.languages)).unwrap_or_default()
    }
}

impl Lexicon {
    /// Function words count twice; words known only from outcome phrases count once.
    fn weight(&self, word: &str) -> u8 {
        let weight = |word: &Word| {
            2 * u8::from(word.classes.is_function()) + u8::from(word.verb.is_some() || word.thing.is_some())
        };
        self.word(word).map_or_else(|| u8::from(self.outcome_words.contains(word)), weight)
    }
}
