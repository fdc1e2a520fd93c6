//! All phrases that claim something, by the words that they need.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

use super::need::Literal;
use super::{Phrase, Statements, Token};
use crate::work;

/// A phrase: which statement, whether only if asked, which of its phrases.
#[derive(Clone, Copy, Debug)]
pub struct PhraseEntry {
    /// The statement, by its place among all.
    pub statement: usize,
    /// Its language, by its place among all.
    pub language: usize,
    /// Whether it claims something only where the user asked for it.
    pub if_asked: bool,
    /// Whether it counts anywhere, not only where a clause begins.
    anywhere: bool,
    /// Whether it may begin with any word.
    is_headless: bool,
    /// The phrase among those of the statement.
    phrase: usize,
}

impl PhraseEntry {
    /// The phrase itself.
    #[must_use]
    pub fn phrase<'s>(&self, statements: &'s Statements) -> Option<&'s Phrase> {
        let statement = statements.entries().get(self.statement)?;
        let phrases = if self.if_asked { statement.says_if_asked() } else { statement.says() };
        phrases.get(self.phrase)
    }

    /// Whether the phrase may begin with a word, which is the first of a clause or not.
    #[must_use]
    pub fn may_begin_with(&self, word: &str, begins_clause: impl Fn(usize) -> bool, statements: &Statements) -> bool {
        let may_begin = |phrase: &Phrase| phrase.heads().is_none_or(|heads| heads.contains(word));
        (self.anywhere || begins_clause(self.language)) && self.phrase(statements).is_some_and(may_begin)
    }

    /// Whether the phrase may be in a line around the word `own`, which is one that the element at `place` needs.
    #[must_use]
    pub fn may_stand_around(&self, place: usize, line: &[Token<'_>], own: usize, statements: &Statements) -> bool {
        let language = statements.languages().get(self.language);
        let Some((phrase, language)) = self.phrase(statements).zip(language) else { return false };
        phrase.matches_around(place, line, own, &language.boundaries)
    }
}

/// What must be in a line for a phrase to be in it.
#[derive(Clone, Debug)]
pub struct Needed {
    /// The phrase that may be in the text.
    pub phrase: PhraseEntry,
    /// Literals of which one must be there, and which of its elements needs them; `None` where none must.
    pub literals: Option<(usize, BTreeSet<Literal>)>,
}

/// The phrases of all statements. It holds no phrase itself.
#[derive(Clone, Debug, Default)]
pub struct PhraseIndex {
    /// Phrases by the words of which one must be in the sentence.
    by_need: HashMap<String, Vec<usize>>,
    /// Phrases that need no word.
    unconditional: Vec<usize>,
    /// All of them: first those that count only where a clause begins, and those whose first words are known.
    entries: Vec<PhraseEntry>,
}

impl PhraseIndex {
    pub(super) fn new(statements: &Statements) -> Self {
        let mut index = Self::default();
        for (place, statement) in statements.entries().iter().enumerate() {
            let mut languages = statements.languages().iter();
            // A statement of a language that nobody described is held against the first one's words.
            let language = languages.position(|language| language.name == statement.language).unwrap_or(0);
            for (if_asked, phrases) in [(false, statement.says()), (true, statement.says_if_asked())] {
                for (number, phrase) in phrases.iter().enumerate() {
                    index.entries.push(PhraseEntry {
                        statement: place,
                        language,
                        if_asked,
                        anywhere: !phrase.begins_clause(),
                        is_headless: phrase.heads().is_none(),
                        phrase: number,
                    });
                }
            }
        }
        index.entries.sort_by_key(|entry| (entry.anywhere, entry.is_headless));
        for number in 0..index.entries.len() {
            if let Some(phrase) = index.entries.get(number).and_then(|entry| entry.phrase(statements)) {
                index.note_needs(number, phrase);
            }
        }
        index
    }

    fn note_needs(&mut self, number: usize, phrase: &Phrase) {
        let Some(words) = phrase.needs() else { return self.unconditional.push(number) };
        for word in words {
            match self.by_need.get_mut(word) {
                Some(known) => known.push(number),
                None => drop(self.by_need.insert(word.to_owned(), vec![number])),
            }
        }
    }

    /// What a line must contain where it contains a phrase of a statement that counts, by phrase.
    pub fn needed<'i>(
        &'i self,
        statements: &'i Statements,
        counts: impl Fn(usize) -> bool + 'i,
    ) -> impl Iterator<Item = Needed> + 'i {
        let entries = self.entries.iter().filter(move |entry| counts(entry.statement));
        entries.filter_map(|entry| Some(Needed { phrase: *entry, literals: entry.phrase(statements)?.rarest_need() }))
    }

    /// The phrases of the statements that count which may be in a sentence, by the words that they need.
    #[must_use]
    pub fn possible(&self, sentence: &[Token<'_>], counts: impl Fn(usize) -> bool) -> Vec<PhraseEntry> {
        let needed = sentence.iter().filter_map(|token| self.by_need.get(token.text.as_ref()));
        let needed = needed.inspect(|numbers| work::count(numbers.len()));
        let mut numbers = FixedBitSet::with_capacity(self.entries.len());
        numbers.extend(needed.flatten().chain(&self.unconditional).copied());
        let entries = numbers.ones().filter_map(|number| self.entries.get(number));
        entries.filter(|entry| counts(entry.statement)).copied().collect()
    }
}
