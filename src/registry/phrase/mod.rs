//! Phrases: how something is said, with the places where wordings differ.
//!
//! | in a phrase | stands for |
//! |---|---|
//! | `word`, `word*`, `*word` | this word, a word that begins or ends so |
//! | `(a\|b c)` | one of these |
//! | `[a]`, `[a\|b]` | this, one of these, or nothing |
//! | `{list}` | one of the phrases of the language's list |
//! | `...` | up to eight words of the same clause |
//! | `<code>`, `<thing>` | code, code or a quotation |
//! | `<number>`, `<file>` | a word that begins with a digit, that names a file |
//! | `!(a\|b c)` | none of these is here |
//! | `^` at the beginning | here a clause begins |
//! | `$` at the end | here a clause ends |

mod element;
mod literal;
mod matching;
mod need;
mod opening;
mod phrase_set;
mod read;
mod set_index;
mod token;

use std::sync::Arc;

use hashbrown::HashSet;

use crate::work;
use element::{Choices, PhraseElement, SpelledWords, heads_of};
pub use literal::Literal;
use literal::{RequiredLiterals, commonness};
pub use matching::Boundaries;
use matching::{Matching, most_words};
use need::{rarest_need, second_need};
use opening::Openings;
pub use phrase_set::PhraseSet;
pub(super) use read::Lists;
use read::PhraseReader;
pub(super) use set_index::PhraseSetIndex;
pub use token::{Token, TokenKind, each_token, folded, lacks_blank, single_quotation, tokens};

/// A compiled phrase, which matches a sequence of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    elements: Vec<PhraseElement>,
    /// Whether it counts only at the start of a clause.
    begins_clause: bool,
    /// The words that it may begin with; `None` if any word may.
    heads: Option<Arc<HashSet<String>>>,
}

impl Phrase {
    /// Compiles a phrase as a file writes it.
    ///
    /// # Errors
    /// Describes the syntax error.
    pub(super) fn compile(text: &str, lists: &Lists) -> Result<Self, String> {
        let text = text.trim();
        let (begins_clause, rest) = match text.strip_prefix('^') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut reader = PhraseReader { rest, lists };
        let mut branches = reader.branches(None, 0)?;
        let elements = match branches.len() {
            1 => branches.pop().unwrap_or_default(),
            _ => vec![PhraseElement::OneOf(Choices::of(branches))],
        };
        if elements.is_empty() {
            return Err("a phrase needs a word".to_owned());
        }
        let heads = heads_of(&elements);
        Ok(Self { elements, begins_clause, heads })
    }

    /// Whether it counts only at the start of a clause.
    #[must_use]
    pub fn begins_clause(&self) -> bool {
        self.begins_clause
    }

    /// Words of which a sentence with the phrase contains one, from the element with the rarest ones; `None` if there
    /// is no such element.
    #[must_use]
    pub fn needs(&self) -> Option<HashSet<&str>> {
        let sets = self.elements.iter().filter_map(|element| match element {
            PhraseElement::Word(word) => Some(HashSet::from([word.as_str()])),
            PhraseElement::OneOf(choices) if !choices.optional => {
                choices.heads().map(|heads| heads.iter().map(String::as_str).collect())
            }
            _ => None,
        });
        sets.min_by_key(|set| commonness(set.iter().copied()))
    }

    /// Adds the words of the phrase.
    pub(super) fn spell<'p>(&'p self, spelled: &mut SpelledWords<'p>) {
        spelled.add(&self.elements);
    }

    /// Adds the openings of the phrase.
    pub(super) fn open(&self, openings: &mut Openings) {
        openings.add(&self.elements);
    }

    /// The rarest literals of which a line with the phrase contains one, with the index of their element.
    pub(super) fn rarest_need(&self) -> Option<(usize, RequiredLiterals)> {
        rarest_need(&self.elements)
    }

    /// Literals of which the line contains one as well, for another element than the one at `place`.
    pub(super) fn second_need(&self, place: usize) -> Option<RequiredLiterals> {
        second_need(&self.elements, place)
    }

    /// Whether a line contains the phrase, apart from optional elements at its start, so that the element at `place`
    /// holds the word at `own`. A necessary condition for a match. The part that begins with the element is tried
    /// first, as it mostly decides.
    pub(super) fn matches_around(&self, place: usize, line: &[Token<'_>], own: usize, boundaries: &Boundaries) -> bool {
        let matches = |from: usize, to: usize| {
            let elements = self.elements.get(from..).unwrap_or_default();
            let words = self.elements.get(from..=to).map(most_words).unwrap_or_default();
            let matching = Matching { tokens: line, boundaries };
            (first_within(line, own, words)..=own).any(|at| matching.sequence(elements, at, &mut Some).is_some())
        };
        let can_be_left_out = |element: &&PhraseElement| match element {
            PhraseElement::Gap | PhraseElement::Not(_) => true,
            PhraseElement::OneOf(choices) => choices.optional,
            _ => false,
        };
        let first = self.elements.iter().take(place).take_while(can_be_left_out).count();
        matches(place, place) && (first == place || matches(first, place))
    }

    /// The words that it may begin with; `None` if any word may.
    #[must_use]
    pub fn heads(&self) -> Option<&HashSet<String>> {
        self.heads.as_deref()
    }

    /// Returns where the phrase ends if it begins at token `at`.
    ///
    /// `boundaries` are the words that a gap does not cross.
    #[must_use]
    pub fn end(&self, tokens: &[Token<'_>], at: usize, boundaries: &Boundaries) -> Option<usize> {
        let begins = |heads: &HashSet<String>| tokens.get(at).is_some_and(|token| heads.contains(token.text.as_ref()));
        if self.heads().is_some_and(|heads| !begins(heads)) {
            return None;
        }
        self.end_after_head(tokens, at, boundaries)
    }

    /// Like [`Phrase::end`], for a token that the phrase is known to begin with.
    pub(super) fn end_after_head(&self, tokens: &[Token<'_>], at: usize, boundaries: &Boundaries) -> Option<usize> {
        Matching { tokens, boundaries }.sequence(&self.elements, at, &mut |end| Some(end))
    }
}

/// The first position from which `words` words reach the one at `own`.
fn first_within(line: &[Token<'_>], own: usize, words: usize) -> usize {
    let before = line.get(..own).unwrap_or_default().iter().enumerate().rev();
    let before = before.inspect(|_| work::count(1));
    before.filter(|(_, token)| !token.is_mark()).nth(words).map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn end(phrase: &str, text: &str) -> Option<usize> {
        let did = vec!["i've [just|now]".to_owned(), "i have".to_owned()];
        let lists = Lists::compile(&BTreeMap::from([("did".to_owned(), did)])).unwrap();
        let breaks = ["you", "and"].map(str::to_owned).into();
        let boundaries = Boundaries { breaks, auxiliaries: ["are".to_owned()].into() };
        let tokens = tokens(text, 0..text.len(), &[]);
        Phrase::compile(phrase, &lists).unwrap().end(&tokens, 0, &boundaries)
    }

    #[test]
    fn words_lists_and_choices() {
        assert_eq!(end("{did} (saved|put away) it", "I’ve just put away it."), Some(5));
        assert_eq!(end("{did} (saved|put away) it", "I have saved it"), Some(4));
        assert_eq!(end("{did} saved it", "I had saved it"), None);
        assert_eq!(end("remind* me", "Reminding me"), Some(2));
    }

    #[test]
    fn a_gap_stays_in_its_clause() {
        let phrase = "added ... to [your] list";
        assert_eq!(end(phrase, "added milk, eggs, bread to your list"), Some(9));
        assert_eq!(end(phrase, "added to list"), Some(3));
        assert_eq!(end(phrase, "added milk: to your list"), None);
        assert_eq!(end(phrase, "added milk. To your list"), None);
        assert_eq!(end(phrase, "added milk you can write to your list"), None);
        assert_eq!(end(phrase, &format!("added {} to your list", "very ".repeat(9))), None);
    }

    #[test]
    fn an_end_is_the_end_of_a_clause() {
        assert_eq!(end("saved $", "Saved!"), Some(1));
        assert_eq!(end("saved $", "saved, as you said"), Some(1));
        assert_eq!(end("saved $", "saved and sent"), Some(1));
        assert_eq!(end("saved $", "saved games"), None);
        assert_eq!(end("saved games $", "saved games are here"), None);
    }

    #[test]
    fn the_words_that_it_may_begin_with_are_known() {
        let lists = Lists::default();
        let heads = |phrase| Phrase::compile(phrase, &lists).unwrap().heads().cloned();
        let set = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect::<HashSet<_>>());
        assert_eq!(heads("[oh] saved it"), set(&["oh", "saved"]));
        assert_eq!(heads("(a b|c) d"), set(&["a", "c"]));
        assert_eq!(heads("save* it"), None);
    }

    #[test]
    fn mistakes_are_reported() {
        let lists = Lists::default();
        let endless = BTreeMap::from([("loop".to_owned(), vec!["{loop}".to_owned()])]);
        assert!(Lists::compile(&endless).unwrap_err().1.contains("too deeply"));
        for (phrase, reason) in [
            ("", "needs a word"),
            ("^", "needs a word"),
            ("(a", "`)` is missing"),
            ("[a", "`]` is missing"),
            ("{a", "`}` is missing"),
            ("{a}", "unknown list `a`"),
            ("a)", "is not allowed here"),
        ] {
            let error = Phrase::compile(phrase, &lists).unwrap_err();
            assert!(error.contains(reason), "{phrase}: {error}");
        }
    }
}
