//! A cheap look at short texts: whether they state an outcome without a verb of action, or announce something.

use super::{Analysis, StatementFinder, announced, outcome, sentences};
use crate::literals::{Hit, LiteralFinder};
use crate::registry::{Literal, PhraseSet, Statements};

/// The most bytes of a text with so few words.
const LONGEST: usize = 400;

/// Rules out most texts without such a sentence.
#[derive(Clone, Debug, Default)]
pub(super) struct BriefTexts {
    finder: Option<LiteralFinder>,
    literals: Vec<Literal>,
    reads_unspaced: bool,
}

impl BriefTexts {
    pub(super) fn new(statements: &Statements) -> Self {
        let spaced = statements.words().iter().filter(|words| !words.unspaced);
        let sets = spaced.flat_map(|words| {
            let announced = [&words.announcements.alone, &words.announcements.waiting];
            announced.into_iter().chain(words.outcomes.iter().map(|outcome| &outcome.says))
        });
        let Some(needs) = sets.map(PhraseSet::literals).collect::<Option<Vec<_>>>() else { return Self::default() };
        let mut literals: Vec<Literal> = needs.into_iter().flatten().collect();
        literals.sort();
        literals.dedup();
        Self {
            finder: LiteralFinder::new(literals.iter().map(|literal| literal.text.as_str())),
            literals,
            reads_unspaced: statements.words().iter().any(|words| words.unspaced),
        }
    }

    /// Whether a text may contain such a sentence; without false negatives.
    pub(super) fn may_hold(&self, text: &str) -> bool {
        let is_word = |Hit { start, literal }| {
            let literal: Option<&Literal> = self.literals.get(literal);
            literal.is_some_and(|literal| literal.is_word_at(text, start..start + literal.text.len()))
        };
        is_brief(text)
            && (self.reads_unspaced && text.contains(is_ideograph)
                || self.finder.as_ref().is_some_and(|finder| finder.any(text, is_word)))
    }
}

/// Whether a text has at most [`LONGEST`] bytes.
pub(super) fn is_brief(text: &str) -> bool {
    text.len() <= LONGEST
}

impl StatementFinder {
    /// Whether a short text states an outcome without a verb of action, or ends with an announcement.
    #[must_use]
    pub fn says_briefly(&self, text: &str, statements: &Statements) -> bool {
        self.brief.may_hold(text) && (announced::announces(text, statements) || tells_outcome(text, statements))
    }
}

fn tells_outcome(text: &str, statements: &Statements) -> bool {
    let sentences = sentences(text, &[], statements.languages());
    let is_unspaced = text.contains(is_ideograph);
    statements.words().iter().filter(|words| words.unspaced == is_unspaced && !words.outcomes.is_empty()).any(|words| {
        let Some(language) = statements.language(&words.language) else { return false };
        sentences.iter().any(|sentence| {
            let sentence = sentence.in_words(text, words);
            outcome::stated(&Analysis::new(&sentence, language), words).next().is_some()
        })
    })
}

/// Whether a character is Chinese, written without spaces.
pub(super) fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{4e00}'..='\u{9fff}')
}
