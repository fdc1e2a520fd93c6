//! Matches phrases with sentences.

use hashbrown::HashSet;

use super::element::{Choices, PhraseElement};
use super::token::{Token, TokenKind};
use crate::work;

/// The most words of a gap.
const GAP: usize = 8;

/// The words that a gap does not cross: they begin a clause, or are its verb.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Boundaries {
    /// Words that begin a clause.
    pub breaks: HashSet<String>,
    /// Verbs that make a clause of their own ("is", "can").
    pub auxiliaries: HashSet<String>,
}

impl Boundaries {
    fn hold(&self, word: &str) -> bool {
        self.breaks.contains(word) || self.auxiliaries.contains(word)
    }
}

/// Whether a token matches an element of one token.
fn is_of(element: &PhraseElement, token: &Token<'_>) -> bool {
    let text = token.text.as_ref();
    let is_word = token.kind == TokenKind::Word;
    match element {
        PhraseElement::Prefix(prefix) => is_word && text.starts_with(prefix.as_str()),
        PhraseElement::Suffix(suffix) => is_word && text.ends_with(suffix.as_str()) && text.len() > suffix.len(),
        PhraseElement::Code => token.kind == TokenKind::Thing && text.starts_with('`'),
        PhraseElement::Thing => token.kind == TokenKind::Thing,
        PhraseElement::Number => is_word && text.starts_with(|first: char| first.is_ascii_digit()),
        PhraseElement::File => is_word && text.contains(['.', '/']) && text.contains(char::is_alphabetic),
        _ => false,
    }
}

/// The most words that a sequence of elements may match. Recurses as deep as phrases are nested.
pub(super) fn most_words(elements: &[PhraseElement]) -> usize {
    let of_one = |element: &PhraseElement| match element {
        PhraseElement::Gap => GAP,
        PhraseElement::Not(_) | PhraseElement::End => 0,
        PhraseElement::OneOf(choices) => {
            let branches = choices.by_word.values().flatten().chain(&choices.others);
            branches.map(|branch| most_words(branch)).max().unwrap_or_default().max(1)
        }
        _ => 1,
    };
    elements.iter().map(of_one).sum()
}

/// The words to match phrases with.
pub(super) struct Matching<'a, 't> {
    pub(super) tokens: &'a [Token<'t>],
    pub(super) boundaries: &'a Boundaries,
}

impl Matching<'_, '_> {
    /// Returns the end of the first match of `elements` at `at` for which `rest` matches what follows. Recurses once
    /// per element.
    pub(super) fn sequence(
        &self,
        elements: &[PhraseElement],
        at: usize,
        rest: &mut dyn FnMut(usize) -> Option<usize>,
    ) -> Option<usize> {
        work::count(1);
        let Some((first, others)) = elements.split_first() else { return rest(at) };
        match first {
            PhraseElement::Word(word) => {
                let token = self.tokens.get(at).filter(|token| token.is(word));
                token.and_then(|_| self.sequence(others, at + 1, rest))
            }
            PhraseElement::Prefix(_)
            | PhraseElement::Suffix(_)
            | PhraseElement::Code
            | PhraseElement::Thing
            | PhraseElement::Number
            | PhraseElement::File => {
                let token = self.tokens.get(at).filter(|token| is_of(first, token));
                token.and_then(|_| self.sequence(others, at + 1, rest))
            }
            PhraseElement::OneOf(choices) => {
                let found = self.one_of(choices, at, &mut |end| self.sequence(others, end, rest));
                let without = || choices.optional.then_some(()).and_then(|()| self.sequence(others, at, rest));
                found.or_else(without)
            }
            PhraseElement::Not(choices) => {
                let is_there = self.one_of(choices, at, &mut Some).is_some();
                if is_there { None } else { self.sequence(others, at, rest) }
            }
            PhraseElement::Gap => self.gap(others, at, rest),
            PhraseElement::End => self.ends_clause(at).then(|| self.sequence(others, at, rest)).flatten(),
        }
    }

    /// Tries alternatives at `at`; returns the first for which `rest` matches what follows.
    fn one_of(&self, choices: &Choices, at: usize, rest: &mut dyn FnMut(usize) -> Option<usize>) -> Option<usize> {
        let word = self.tokens.get(at).filter(|token| token.kind == TokenKind::Word).map(|token| token.text.as_ref());
        let longer = word.and_then(|word| choices.by_word.get(word)).into_iter().flatten();
        let longer = longer.chain(&choices.others).find_map(|branch| self.sequence(branch, at, rest));
        longer.or_else(|| {
            let is_one = word.is_some_and(|word| choices.words.contains(word));
            is_one.then(|| rest(at + 1)).flatten()
        })
    }

    fn gap(&self, others: &[PhraseElement], at: usize, rest: &mut dyn FnMut(usize) -> Option<usize>) -> Option<usize> {
        let mut end = at;
        let mut words = 0;
        loop {
            if let Some(found) = self.sequence(others, end, rest) {
                return Some(found);
            }
            let token = self.tokens.get(end)?;
            match token.kind {
                // A list continues after its comma, a clause does not.
                TokenKind::Pause if token.text == "," && words > 0 => {}
                TokenKind::End | TokenKind::Pause => return None,
                TokenKind::Word if self.boundaries.hold(token.text.as_ref()) => return None,
                TokenKind::Word | TokenKind::Thing => words += 1,
            }
            if words > GAP {
                return None;
            }
            end += 1;
        }
    }

    fn ends_clause(&self, at: usize) -> bool {
        self.tokens.get(at).is_none_or(|token| {
            token.is_mark() || (token.kind == TokenKind::Word && self.boundaries.breaks.contains(token.text.as_ref()))
        })
    }
}
