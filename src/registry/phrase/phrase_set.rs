//! Sets of phrases that are searched for at once.

use hashbrown::HashMap;

use super::Phrase;
use super::element::SpelledWords;
use super::literal::RequiredLiterals;
use super::matching::Boundaries;
use super::need::whole_words;
use super::opening::Openings;
use super::read::Lists;
use super::token::Token;
use crate::work;

/// The size of a [`HeadFilter`] in 64-bit words; a power of two.
const FILTER_WORDS: usize = 16;

/// A Bloom filter of the words that phrases may begin with, hashed by length, first and last byte.
#[derive(Clone, Debug, Default)]
struct HeadFilter([u64; FILTER_WORDS]);

impl HeadFilter {
    fn add(&mut self, head: &str) {
        let (place, bit) = Self::bit(head);
        self.0[place] |= bit;
    }

    #[inline]
    fn may_hold(&self, word: &str) -> bool {
        let (place, bit) = Self::bit(word);
        self.0[place] & bit != 0
    }

    #[inline]
    fn bit(word: &str) -> (usize, u64) {
        let bytes = word.as_bytes();
        let (first, last) = bytes.first().zip(bytes.last()).unwrap_or((&0, &0));
        let hash = usize::from(*first) * 37 + usize::from(*last) * 11 + word.len() * 151;
        ((hash / 64) % FILTER_WORDS, 1 << (hash % 64))
    }
}

/// Phrases, indexed by the words that they may begin with.
#[derive(Clone, Debug, Default)]
pub struct PhraseSet {
    phrases: Vec<Phrase>,
    by_head: HashMap<String, Vec<usize>>,
    heads: HeadFilter,
    /// Phrases that may begin with any word.
    headless: Vec<usize>,
}

impl PhraseSet {
    /// Compiles phrases as a file writes them.
    ///
    /// # Errors
    /// The index of the first invalid phrase, and the error.
    pub(in crate::registry) fn compile(texts: &[String], lists: &Lists) -> Result<Self, (usize, String)> {
        let mut set = Self::default();
        for (place, text) in texts.iter().enumerate() {
            set.add(Phrase::compile(text, lists).map_err(|reason| (place, reason))?);
        }
        Ok(set)
    }

    /// The words that the phrases may begin with.
    #[cfg(test)]
    pub(crate) fn heads(&self) -> impl Iterator<Item = &String> {
        self.by_head.keys()
    }

    /// The openings of the phrases.
    pub(crate) fn openings(&self) -> Openings {
        let mut openings = Openings::default();
        self.phrases.iter().for_each(|phrase| phrase.open(&mut openings));
        openings
    }

    /// Whether a phrase may begin with any word.
    pub(crate) fn begins_anyhow(&self) -> bool {
        !self.headless.is_empty()
    }

    /// For each phrase, two sets of words, for different parts of it: a sentence with the phrase contains a word of
    /// each. `None` if it may be made of any words.
    pub(crate) fn needed_words(&self) -> impl Iterator<Item = Option<[Vec<String>; 2]>> + '_ {
        self.phrases.iter().map(|phrase| {
            let needed = phrase.rarest_need().and_then(|(place, need)| {
                let first = whole_words(need)?;
                let second = phrase.second_need(place).and_then(whole_words).unwrap_or_else(|| first.clone());
                Some([first, second])
            });
            let heads = || phrase.heads().map(|heads| [(); 2].map(|()| heads.iter().cloned().collect()));
            needed.or_else(heads)
        })
    }

    /// The words that the phrases contain.
    pub(crate) fn spelled(&self) -> SpelledWords<'_> {
        let mut spelled = SpelledWords::default();
        self.phrases.iter().for_each(|phrase| phrase.spell(&mut spelled));
        spelled
    }

    fn add(&mut self, phrase: Phrase) {
        let place = self.phrases.len();
        match phrase.heads() {
            None => self.headless.push(place),
            Some(heads) => {
                for head in heads {
                    self.heads.add(head);
                    self.by_head.entry_ref(head.as_str()).or_default().push(place);
                }
            }
        }
        self.phrases.push(phrase);
    }

    /// Literals of which every line with one of the phrases contains one; `None` if there may be none.
    pub(crate) fn literals(&self) -> Option<RequiredLiterals> {
        let needs: Option<Vec<RequiredLiterals>> =
            self.phrases.iter().map(|phrase| Some(phrase.rarest_need()?.1)).collect();
        needs.map(|needs| needs.into_iter().flatten().collect())
    }

    /// Whether a phrase may begin with a token. The filter rules out most tokens without a hash table lookup.
    #[must_use]
    #[inline]
    pub fn may_begin_with(&self, token: &Token<'_>) -> bool {
        !self.headless.is_empty() || self.heads.may_hold(token.text.as_ref())
    }

    /// The phrases that begin at token `at` with their ends; `begins_clause` admits those that count only at the start
    /// of a clause.
    pub fn found<'s>(
        &'s self,
        tokens: &'s [Token<'_>],
        at: usize,
        begins_clause: bool,
        boundaries: &'s Boundaries,
    ) -> impl Iterator<Item = (&'s Phrase, usize)> + 's {
        work::count(1);
        let head = tokens.get(at).map(|token| token.text.as_ref()).filter(|head| self.heads.may_hold(head));
        let by_head = head.and_then(|head| self.by_head.get(head));
        let places = by_head.into_iter().flatten().chain(&self.headless);
        let phrases = places.filter_map(|place| self.phrases.get(*place));
        let phrases = phrases.filter(move |phrase| begins_clause || !phrase.begins_clause());
        phrases.filter_map(move |phrase| Some((phrase, phrase.end_after_head(tokens, at, boundaries)?)))
    }

    /// The ends of the phrases that begin at token `at`.
    pub fn ends<'s>(
        &'s self,
        tokens: &'s [Token<'_>],
        at: usize,
        boundaries: &'s Boundaries,
    ) -> impl Iterator<Item = usize> + 's {
        self.found(tokens, at, true, boundaries).map(|(_, end)| end)
    }

    /// Whether a phrase begins at token `at`.
    #[must_use]
    pub fn begins(&self, tokens: &[Token<'_>], at: usize, boundaries: &Boundaries) -> bool {
        let may_begin = tokens.get(at).is_some_and(|token| self.may_begin_with(token));
        may_begin && self.ends(tokens, at, boundaries).next().is_some()
    }

    /// Whether a phrase begins at any token.
    #[must_use]
    pub fn is_in(&self, tokens: &[Token<'_>], boundaries: &Boundaries) -> bool {
        (0..tokens.len()).any(|at| self.begins(tokens, at, boundaries))
    }
}
