//! The nouns of a range of tokens, as tools name them.

use std::ops::Range;

use super::known_tokens::KnownTokens;
use crate::catalog::first_name_word;
use crate::registry::{TokenKind, WordClass};

/// The fewest letters of a word that is a noun although no language knows it.
const SHORTEST: usize = 3;
/// The same in a language without spaces.
const SHORTEST_UNSPACED: usize = 2;

/// Things that are written, under the names that tools use: "I've created an email:" introduces one.
pub(super) const WRITTEN: [&str; 4] = ["email", "message", "invitation", "notification"];

/// What a name may stand between.
const MARKS_OF_NAMES: [char; 8] = ['`', '\'', '"', '“', '”', '‘', '’', '„'];

/// What is sent to a person to inform them.
pub(super) const MESSAGE: &str = "message";

impl KnownTokens<'_, '_> {
    /// The noun that a token is, if it is one.
    pub(super) fn noun(&self, at: usize) -> Option<String> {
        // Tools call a file a file, whatever its name is.
        if self.is_file(at) {
            return Some("file".to_owned());
        }
        let token = self.tokens.get(at).filter(|token| token.kind == TokenKind::Word)?;
        let text = token.text.as_ref();
        match self.word(at) {
            Some(word) if word.thing.is_some() => word.thing.clone(),
            Some(word) if word.classes.is_function() => None,
            // A number, or a label that begins with one ("14A").
            _ if self.begins_with_digit(at) => None,
            _ if text.chars().count() < self.shortest_noun() || !text.chars().any(char::is_alphabetic) => None,
            _ => match self.rules.compound(text) {
                Some(thing) => Some(thing.to_owned()),
                None => first_name_word(text),
            },
        }
    }

    /// Whether a token is the name of a file: "results.md".
    pub(super) fn is_file(&self, at: usize) -> bool {
        let written = self.tokens.get(at).map_or("", |token| token.text.as_ref()).trim_matches(MARKS_OF_NAMES);
        let is_ending =
            |ending: &str| self.rules.is(ending, WordClass::File) || self.rules.is(ending, WordClass::TextFile);
        written.rsplit_once('.').is_some_and(|(name, ending)| {
            name.ends_with(char::is_alphanumeric) && !written.contains(char::is_whitespace) && is_ending(ending)
        })
    }

    /// Whether a word next to one that would name a text makes a thing of it: "promo code", "código de descuento".
    pub(super) fn is_coded(&self, at: usize) -> bool {
        let follows = || {
            self.is(at + 1, WordClass::Attributive)
                || self.is(at + 1, WordClass::Preposition) && self.is(at + 2, WordClass::Attributive)
        };
        self.is(at, WordClass::Text) && (at > 0 && self.is(at - 1, WordClass::Attributive) || follows())
    }

    fn shortest_noun(&self) -> usize {
        if self.rules.unspaced { SHORTEST_UNSPACED } else { SHORTEST }
    }

    /// The nouns of a range, without the token `but`.
    pub(super) fn nouns(&self, places: Range<usize>, but: usize) -> Vec<String> {
        let mut nouns: Vec<String> = Vec::new();
        for noun in places.filter(|at| *at != but).filter_map(|at| self.noun(at)) {
            if !nouns.contains(&noun) {
                nouns.push(noun);
            }
        }
        nouns
    }

    /// The end of the noun phrase that begins at a token: at the first preposition, mark or other word that cannot
    /// belong to it.
    pub(super) fn phrase_end(&self, start: usize, end: usize) -> usize {
        // "That" after a noun describes it: "the order that you placed".
        let describes = |at: usize| self.is(at, WordClass::Relative) && self.noun(at - 1).is_some();
        let ends = |at: usize| {
            self.is_mark(at)
                || at > start && describes(at)
                || (at > start
                    && self.is_any(
                        at,
                        &[
                            WordClass::Preposition,
                            WordClass::Infinitive,
                            WordClass::Agent,
                            WordClass::Relative,
                            WordClass::Completing,
                            WordClass::Adverb,
                            WordClass::Author,
                            WordClass::You,
                            WordClass::Have,
                            WordClass::Is,
                            WordClass::Was,
                            WordClass::Became,
                            WordClass::AuthorHave,
                            WordClass::AuthorIs,
                            WordClass::AuthorWill,
                            WordClass::Will,
                        ],
                    )
                    && !self.is(at, WordClass::Determiner))
        };
        (start..end).find(|at| ends(*at)).unwrap_or(end)
    }

    /// The head of a noun phrase before its first preposition: the last noun, or the first one in a language whose
    /// adjectives follow the noun. Without spaces, it is the last noun of the whole phrase. Known things come first.
    pub(super) fn head(&self, phrase: Range<usize>) -> Option<String> {
        let names_thing = |at: &usize| self.word(*at).is_some_and(|word| word.thing.is_some());
        if self.rules.unspaced {
            let thing = phrase.clone().rev().find(names_thing);
            return thing.map_or_else(|| phrase.rev().find_map(|at| self.noun(at)), |at| self.noun(at));
        }
        let end = self.phrase_end(phrase.start, phrase.end);
        if self.rules.subject_in_verb {
            let thing = (phrase.start..end).find(names_thing);
            return thing.map_or_else(|| (phrase.start..end).find_map(|at| self.noun(at)), |at| self.noun(at));
        }
        let thing = (phrase.start..end).rev().find(names_thing);
        thing.map_or_else(|| (phrase.start..end).rev().find_map(|at| self.noun(at)), |at| self.noun(at))
    }
}

/// Whether a word is a number by which an application knows something: "W3361211", "82686104", but neither "2019" nor "7pm".
pub(super) fn is_number_of_thing(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let others = word.len() - digits;
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') && (digits >= 5 || digits >= 3 && others > 0)
}
