//! The tokens of a sentence with what a language knows of them.

use crate::claim::segmentation::in_words;
use crate::registry::{Forms, Lexicon, Token, TokenKind, Word, WordClass, tokens};
use crate::work;

/// The most words read before and after a verb: a text may be one endless clause.
pub(super) const REACH: usize = 60;

/// The tokens of a sentence with what the language knows of them.
pub(super) struct KnownTokens<'a, 't> {
    pub(super) tokens: &'a [Token<'t>],
    pub(super) words: Vec<Option<&'a Word>>,
    /// The words of the language and the rules of its grammar.
    pub(super) rules: &'a Lexicon,
}

impl<'a, 't> KnownTokens<'a, 't> {
    pub(super) fn new(tokens: &'a [Token<'t>], words: &'a Lexicon) -> Self {
        let known = |(at, token): (usize, &Token<'t>)| {
            let word = words.word(token.text.as_ref()).filter(|_| token.kind == TokenKind::Word)?;
            // The "am" of "11 am" is no verb.
            let may_be_clock = word.classes.has(WordClass::Clock) && word.classes.has(WordClass::Is);
            let is_clock = || at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(begins_with_digit);
            (!may_be_clock || !is_clock()).then_some(word)
        };
        Self { tokens, words: tokens.iter().enumerate().map(known).collect(), rules: words }
    }

    /// The verb of which a token is a form, alone or with its particle.
    pub(super) fn verb(&self, at: usize) -> Option<(usize, Forms)> {
        let word = self.word(at)?;
        let parted = || {
            let last = self.tokens.len().min(at + REACH);
            let end = (at + 1..last).find(|place| self.is_mark(*place)).unwrap_or(last);
            work::count(end - at);
            let is_this = |particle: &str, place: usize| self.tokens.get(place).is_some_and(|token| token.is(particle));
            let found = word.parted.iter().filter_map(|verb| {
                let particle = (at + 1..end).rev().find(|place| is_this(&verb.particle, *place))?;
                let follows = || particle == at + 1 || particle == self.phrase_end(at + 1, end);
                let is_meant = if self.is(particle, WordClass::Particle) { follows() } else { self.closes(particle) };
                is_meant.then_some((verb.verb, verb.forms))
            });
            found.reduce(|one, other| if one.0 == other.0 { (one.0, one.1.and(other.1)) } else { one })
        };
        if word.parted.is_empty() { word.verb } else { parted().or(word.verb) }
    }

    /// The particle of a verb at a token, if it is one: "off" in "turned off", "on" in "turned on at 7".
    pub(super) fn particle(&self, at: usize) -> Option<&'a str> {
        let is_particle =
            self.is(at, WordClass::Particle) || self.is(at, WordClass::ClosingParticle) && self.closes(at);
        self.tokens.get(at).filter(|_| is_particle).map(|token| token.text.as_ref())
    }

    /// Whether no object follows a token in its clause.
    fn closes(&self, at: usize) -> bool {
        let follows = [WordClass::Function, WordClass::Preposition, WordClass::Completing];
        self.is_mark(at + 1) || self.is_any(at + 1, &follows)
    }

    pub(super) fn word(&self, at: usize) -> Option<&'a Word> {
        self.words.get(at).copied().flatten()
    }

    pub(super) fn is(&self, at: usize, class: WordClass) -> bool {
        self.word(at).is_some_and(|word| word.classes.has(class))
    }

    pub(super) fn is_any(&self, at: usize, classes: &[WordClass]) -> bool {
        self.word(at).is_some_and(|word| word.classes.has_any(classes))
    }

    /// Whether a token is a number, or a label or a time that begins with one: "7", "14A", "9am".
    pub(super) fn begins_with_digit(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(begins_with_digit)
    }

    pub(super) fn is_mark(&self, at: usize) -> bool {
        self.tokens.get(at).is_none_or(Token::is_mark)
    }
}

fn begins_with_digit(token: &Token<'_>) -> bool {
    token.text.starts_with(|first: char| first.is_ascii_digit())
}

/// The tokens of a text; in a language without spaces, the words that the language knows.
pub(super) fn spoken<'t>(text: &'t str, words: &Lexicon) -> Vec<Token<'t>> {
    in_words(text, tokens(text, 0..text.len(), &[]), words)
}
