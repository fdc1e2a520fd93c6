//! Which outcomes a sentence may state, by its words: few sentences state any, and phrases are costly to match.

use hashbrown::HashMap;

use super::OutcomePhrase;
use crate::registry::phrase::Token;

/// The phrases of all outcomes, by the words that they need.
#[derive(Clone, Debug, Default)]
pub(super) struct OutcomeIndex {
    /// For each word, the phrases with it among their rarest required words, and those with it among the words that
    /// another part of them requires.
    by_word: HashMap<String, [Vec<usize>; 2]>,
    /// The phrases that may be made of any words.
    any_words: Vec<usize>,
    /// For each phrase, the index of its outcome.
    outcomes: Vec<usize>,
}

impl OutcomeIndex {
    pub(super) fn new(outcomes: &[OutcomePhrase]) -> Self {
        let mut index = Self::default();
        let phrases_of = |(place, outcome): (usize, &OutcomePhrase)| {
            let needed: Vec<_> = outcome.says.needed_words().collect();
            needed.into_iter().map(move |needed| (place, needed))
        };
        for (phrase, (outcome, needed)) in outcomes.iter().enumerate().flat_map(phrases_of).enumerate() {
            index.outcomes.push(outcome);
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

    /// The indexes of the outcomes that a sentence with these words may state, in ascending order.
    pub(super) fn possible(&self, tokens: &[Token<'_>]) -> impl Iterator<Item = usize> {
        let mut has_required = vec![[false; 2]; self.outcomes.len()];
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
        let phrases = has_required.into_iter().zip(&self.outcomes).filter(|(required, _)| *required == [true; 2]);
        let mut outcomes: Vec<usize> = phrases.map(|(_, outcome)| *outcome).collect();
        outcomes.dedup();
        outcomes.into_iter()
    }
}
