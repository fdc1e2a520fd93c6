//! How phrases begin: with a word that may be the whole phrase, or with one that needs others after it.

use super::element::{Choices, PhraseElement, collect_heads};
use super::matching::most_words;
use super::need::{rarest_of, whole_words};

/// The words that phrases may begin with.
#[derive(Debug, Default)]
pub(crate) struct Openings {
    /// Words that may be a whole phrase.
    pub(crate) alone: Vec<String>,
    /// Other words, each with words of which one must follow.
    pub(crate) led: Vec<(String, Vec<String>)>,
    /// The most words of a phrase.
    pub(crate) most_words: usize,
}

impl Openings {
    /// Adds the openings of a phrase.
    pub(super) fn add(&mut self, elements: &[PhraseElement]) {
        self.most_words = self.most_words.max(most_words(elements));
        self.add_sequence(elements);
    }

    fn add_sequence(&mut self, elements: &[PhraseElement]) {
        let Some((first, rest)) = elements.split_first() else { return };
        match first {
            PhraseElement::Word(word) => self.add_word(word, [rest]),
            PhraseElement::OneOf(choices) => self.add_choices(choices, rest),
            PhraseElement::Not(_) => self.add_sequence(rest),
            // Begins with any word.
            _ => {}
        }
    }

    fn add_choices(&mut self, choices: &Choices, rest: &[PhraseElement]) {
        for word in &choices.words {
            self.add_word(word, [rest]);
        }
        for (word, branches) in &choices.by_word {
            for branch in branches {
                self.add_word(word, [branch.get(1..).unwrap_or_default(), rest]);
            }
        }
        for branch in &choices.others {
            let mut heads = hashbrown::HashSet::new();
            collect_heads(branch, &mut heads);
            self.alone.extend(heads);
        }
        if choices.optional {
            self.add_sequence(rest);
        }
    }

    /// Adds a first word with what follows it.
    fn add_word<const N: usize>(&mut self, word: &str, after: [&[PhraseElement]; N]) {
        match rarest_of(after).and_then(whole_words) {
            Some(needed) => self.led.push((word.to_owned(), needed)),
            None => self.alone.push(word.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::phrase_set::PhraseSet;
    use super::super::read::Lists;

    #[test]
    fn a_first_word_needs_what_comes_after_it() {
        let phrases = [
            "yes",
            "that suits",
            "(go [right] ahead|fine)",
            "[well] (do it|sure)",
            "it !(is) [is]",
            "(can you|will) stay",
        ];
        let texts: Vec<_> = phrases.iter().map(|phrase| (*phrase).to_owned()).collect();
        let mut openings = PhraseSet::compile(&texts, &Lists::default()).unwrap().openings();
        openings.alone.sort();
        openings.led.sort();
        assert_eq!(openings.alone, ["fine", "it", "sure", "yes"]);
        let led: Vec<_> = openings.led.iter().map(|(word, after)| (word.as_str(), after.join(" "))).collect();
        // Of what must follow "can", "stay" is rarer than "you".
        let expected =
            [("can", "stay"), ("do", "it"), ("go", "ahead"), ("that", "suits"), ("well", "do sure"), ("will", "stay")];
        assert_eq!(led, expected.map(|(word, after)| (word, after.to_owned())));
        assert_eq!(openings.most_words, 3);
    }
}
