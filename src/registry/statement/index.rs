//! An index of the phrases of all statements, by the words that they need.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

use super::super::phrase::{Literal, Phrase, Token};
use super::Statements;
use crate::work;

/// A phrase of the index.
#[derive(Clone, Copy, Debug)]
pub struct PhraseEntry {
    /// The index of the statement among all.
    pub statement: usize,
    /// The index of the language among all.
    pub language: usize,
    /// Whether the phrase claims something only if the user asked for it.
    pub if_asked: bool,
    /// Whether it counts anywhere, not only at the start of a clause.
    anywhere: bool,
    /// Whether it may begin with any word.
    is_headless: bool,
    /// The index of the phrase in its statement.
    phrase: usize,
}

impl PhraseEntry {
    /// Returns the phrase itself.
    #[must_use]
    pub fn phrase<'s>(&self, statements: &'s Statements) -> Option<&'s Phrase> {
        let statement = statements.entries().get(self.statement)?;
        let phrases = if self.if_asked { statement.says_if_asked() } else { statement.says() };
        phrases.get(self.phrase)
    }

    /// Whether the phrase may begin with a word; `begins_clause` says whether a clause begins there.
    #[must_use]
    pub fn may_begin_with(&self, word: &str, begins_clause: impl Fn(usize) -> bool, statements: &Statements) -> bool {
        let may_begin = |phrase: &Phrase| phrase.heads().is_none_or(|heads| heads.contains(word));
        (self.anywhere || begins_clause(self.language)) && self.phrase(statements).is_some_and(may_begin)
    }

    /// Whether a line may contain the phrase around the word at `own`, which the element at `place` needs.
    #[must_use]
    pub fn may_match_around(&self, place: usize, line: &[Token<'_>], own: usize, statements: &Statements) -> bool {
        let language = statements.languages().get(self.language);
        let Some((phrase, language)) = self.phrase(statements).zip(language) else { return false };
        phrase.matches_around(place, line, own, &language.boundaries)
    }
}

/// What a line must contain for a phrase to be in it.
#[derive(Clone, Debug)]
pub struct Needed {
    /// The phrase that the text may contain.
    pub phrase: PhraseEntry,
    /// Literals of which the line must contain one, and the index of the element that needs them; `None` if there is no
    /// such requirement.
    pub literals: Option<(usize, BTreeSet<Literal>)>,
}

/// The phrases of all statements, as indexes into them.
#[derive(Clone, Debug, Default)]
pub struct PhraseIndex {
    /// Maps a word to the phrases that need it or an alternative.
    by_need: HashMap<String, Vec<usize>>,
    /// Phrases that need no word.
    unconditional: Vec<usize>,
    /// All phrases. Those that count only at the start of a clause, and those with known first words, come first.
    entries: Vec<PhraseEntry>,
}

impl PhraseIndex {
    pub(super) fn new(statements: &Statements) -> Self {
        let mut index = Self::default();
        for (place, statement) in statements.entries().iter().enumerate() {
            let mut languages = statements.languages().iter();
            // A statement in an undefined language uses the words of the first one.
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

    /// What a line must contain for each phrase of the statements that count.
    pub fn needed<'i>(
        &'i self,
        statements: &'i Statements,
        counts: impl Fn(usize) -> bool + 'i,
    ) -> impl Iterator<Item = Needed> + 'i {
        let entries = self.entries.iter().filter(move |entry| counts(entry.statement));
        entries.filter_map(|entry| Some(Needed { phrase: *entry, literals: entry.phrase(statements)?.rarest_need() }))
    }

    /// The phrases of the statements that count which a sentence may contain, by the words that they need.
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
