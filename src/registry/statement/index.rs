//! All phrases that claim something, by the words that they may begin with and those that they need.

use std::collections::{BTreeSet, HashMap};

use super::need::Literal;
use super::{Phrase, Statements, Token};

/// A phrase: which statement, whether only if asked, which of its phrases.
#[derive(Clone, Copy, Debug)]
pub struct PhraseEntry {
    /// The statement, by its place among all.
    pub statement: usize,
    /// Its language, by its place among all.
    pub language: usize,
    /// Whether it claims something only where the user asked for it.
    pub if_asked: bool,
    /// The phrase among those of the statement.
    phrase: usize,
    /// Its number among all phrases.
    number: usize,
    /// Which of its elements is the rarest.
    rarest: usize,
}

impl PhraseEntry {
    /// The phrase itself.
    #[must_use]
    pub fn phrase<'s>(&self, statements: &'s Statements) -> Option<&'s Phrase> {
        let statement = statements.entries().get(self.statement)?;
        let phrases = if self.if_asked { statement.says_if_asked() } else { statement.says() };
        phrases.get(self.phrase)
    }

    /// Whether the phrase may stand in a line around the word `own`, which is one that it needs.
    #[must_use]
    pub fn may_stand_around(&self, line: &[Token<'_>], own: usize, statements: &Statements) -> bool {
        let language = statements.languages().get(self.language);
        let Some((phrase, language)) = self.phrase(statements).zip(language) else { return false };
        phrase.stands_around(self.rarest, line, own, &language.boundaries)
    }
}

/// What must stand in a line for a phrase to stand in it.
#[derive(Clone, Debug)]
pub struct Needed {
    /// The phrase.
    pub phrase: PhraseEntry,
    /// Literals of which one must be there; `None` where none must.
    pub literals: Option<BTreeSet<Literal>>,
    /// Literals of which one must be there too; none where that is not known.
    pub company: BTreeSet<Literal>,
}

/// Phrases by the words that they may begin with.
#[derive(Clone, Debug, Default)]
struct ByHead {
    by_head: HashMap<String, Vec<PhraseEntry>>,
    /// Those that may begin with any word.
    headless: Vec<PhraseEntry>,
}

impl ByHead {
    fn add(&mut self, entry: PhraseEntry, phrase: &Phrase) {
        let Some(heads) = phrase.heads() else { return self.headless.push(entry) };
        for head in heads {
            match self.by_head.get_mut(head) {
                Some(known) => known.push(entry),
                None => drop(self.by_head.insert(head.clone(), vec![entry])),
            }
        }
    }

    fn beginning_with<'i>(&'i self, word: &str) -> impl Iterator<Item = &'i PhraseEntry> + use<'i> {
        self.by_head.get(word).into_iter().flatten().chain(&self.headless)
    }
}

/// The phrases of all statements. It holds no phrase itself.
#[derive(Clone, Debug, Default)]
pub struct PhraseIndex {
    /// Phrases that count where a clause begins.
    of_clauses: ByHead,
    /// Phrases that count anywhere.
    anywhere: ByHead,
    /// Phrases by the words of which one must stand in the sentence.
    by_need: HashMap<String, Vec<usize>>,
    /// Phrases that need no word.
    needless: Vec<usize>,
    /// All of them.
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
                for (number_there, phrase) in phrases.iter().enumerate() {
                    let number = index.entries.len();
                    index.note_needs(number, phrase);
                    let rarest = phrase.rarest_need().map_or(0, |(place, _)| place);
                    let entry =
                        PhraseEntry { statement: place, language, if_asked, phrase: number_there, number, rarest };
                    let kind = if phrase.begins_clause() { &mut index.of_clauses } else { &mut index.anywhere };
                    kind.add(entry, phrase);
                    index.entries.push(entry);
                }
            }
        }
        index
    }

    fn note_needs(&mut self, number: usize, phrase: &Phrase) {
        let Some(words) = phrase.needs() else { return self.needless.push(number) };
        for word in words {
            match self.by_need.get_mut(word) {
                Some(known) => known.push(number),
                None => drop(self.by_need.insert(word.to_owned(), vec![number])),
            }
        }
    }

    /// What must stand in a line for a phrase of a statement that counts to stand in it, by phrase.
    pub fn needed<'i>(
        &'i self,
        statements: &'i Statements,
        counts: impl Fn(usize) -> bool + 'i,
    ) -> impl Iterator<Item = Needed> + 'i {
        let entries = self.entries.iter().filter(move |entry| counts(entry.statement));
        entries.filter_map(|entry| {
            let (literals, company) = entry.phrase(statements)?.needs_with_company().unzip();
            Some(Needed { phrase: *entry, literals, company: company.flatten().unwrap_or_default() })
        })
    }

    /// Which phrases of the statements that count may stand in a sentence, by the words that they need; `None` where none can.
    #[must_use]
    pub fn possible(&self, sentence: &[Token<'_>], counts: impl Fn(usize) -> bool) -> Option<Vec<bool>> {
        let is_relevant = |number: &&usize| self.entries.get(**number).is_some_and(|entry| counts(entry.statement));
        let needed = sentence.iter().filter_map(|token| self.by_need.get(token.text.as_ref()));
        let mut possible: Option<Vec<bool>> = None;
        for number in needed.flatten().chain(&self.needless).filter(is_relevant) {
            let possible = possible.get_or_insert_with(|| vec![false; self.entries.len()]);
            possible.iter_mut().skip(*number).take(1).for_each(|possible| *possible = true);
        }
        possible
    }

    /// Those of the possible phrases that may begin with a word, first those that count only where a clause begins.
    pub fn beginning_with<'i>(
        &'i self,
        word: &'i str,
        possible: &'i [bool],
        begins: impl Fn(&PhraseEntry) -> bool + 'i,
    ) -> impl Iterator<Item = &'i PhraseEntry> + 'i {
        let of_clauses = self.of_clauses.beginning_with(word).map(|entry| (true, entry));
        let anywhere = self.anywhere.beginning_with(word).map(|entry| (false, entry));
        let is_possible = |entry: &PhraseEntry| possible.get(entry.number).is_some_and(|possible| *possible);
        let all = of_clauses.chain(anywhere).filter(move |(_, entry)| is_possible(entry));
        all.filter(move |(of_clauses, entry)| !of_clauses || begins(entry)).map(|(_, entry)| entry)
    }
}
