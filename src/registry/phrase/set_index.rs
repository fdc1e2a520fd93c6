//! Which of many sets of phrases a sentence may hold, by its words: few sentences hold any, and phrases are costly to
//! match.

use hashbrown::HashMap;

use super::{PhraseSet, Token};

/// The phrases of several sets, by the words that they need.
#[derive(Clone, Debug, Default)]
pub(in crate::registry) struct PhraseSetIndex {
    /// For each word, the phrases with it among their rarest required words, and those with it among the words that
    /// another part of them requires.
    by_word: HashMap<String, [Vec<usize>; 2]>,
    /// The phrases that may be made of any words.
    any_words: Vec<usize>,
    /// For each phrase, the index of its set.
    sets: Vec<usize>,
}

impl PhraseSetIndex {
    pub(in crate::registry) fn new<'s>(sets: impl IntoIterator<Item = &'s PhraseSet>) -> Self {
        let mut index = Self::default();
        let sets = sets.into_iter().enumerate();
        let phrases = sets.flat_map(|(place, set)| set.needed_words().map(move |needed| (place, needed)));
        for (phrase, (set, needed)) in phrases.enumerate() {
            index.sets.push(set);
            let Some(parts) = needed else {
                index.any_words.push(phrase);
                continue;
            };
            for (part, words) in parts.into_iter().enumerate() {
                for word in words {
                    index.by_word.entry(word).or_default()[part].push(phrase);
                }
            }
        }
        index
    }

    /// The indexes of the sets of which a sentence with these words may hold a phrase, in ascending order.
    pub(in crate::registry) fn possible(&self, tokens: &[Token<'_>]) -> impl Iterator<Item = usize> + use<> {
        let mut has_required = vec![[false; 2]; self.sets.len()];
        for phrase in &self.any_words {
            has_required[*phrase] = [true; 2];
        }
        for parts in tokens.iter().filter_map(|token| self.by_word.get(token.text.as_ref())) {
            for (part, phrases) in parts.iter().enumerate() {
                for phrase in phrases {
                    has_required[*phrase][part] = true;
                }
            }
        }
        let phrases = has_required.into_iter().zip(&self.sets).filter(|(required, _)| *required == [true; 2]);
        let mut sets: Vec<usize> = phrases.map(|(_, set)| *set).collect();
        sets.dedup();
        sets.into_iter()
    }
}
