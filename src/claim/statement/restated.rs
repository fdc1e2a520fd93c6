//! Claims that only say again what was done before the user's last message.

use std::cell::LazyCell;

use super::super::frame::Grounds;
use super::super::sentence::{Analysis, PhrasePosition, Sentence};
use crate::claim::Claim;
use crate::registry::{Language, Lexicon, WordClass};

/// Marks the claims of which each sentence says so, and those that a reply tells as old: "I've already taken care of that.
/// The booking is confirmed under Ana Lee."
pub(super) fn mark(
    claims: &mut [Claim],
    text: &str,
    sentences: &[Sentence<'_>],
    (words, language): (&Lexicon, &Language),
    grounds: &Grounds<'_>,
) {
    if claims.is_empty() {
        return;
    }
    let earlier = grounds.earlier_turns(words);
    let said = LazyCell::new(|| grounds.said_so_far());
    let told_as_old = first_told_as_old(sentences, text, (words, language), grounds);
    for claim in claims.iter_mut().filter(|claim| claim.was_requested()) {
        let first = sentences.partition_point(|sentence| sentence.span.end <= claim.span.start);
        let own = || sentences.iter().skip(first).take_while(|sentence| sentence.span.start < claim.span.end);
        let own = || own().map(|sentence| sentence.in_words(text, words));
        let is_old = told_as_old.is_some_and(|old| old <= first);
        claim.restates = is_old && own().all(|sentence| are_numbers_in(&said, &sentence))
            || earlier.as_ref().is_some_and(|earlier| own().all(|sentence| earlier.say(&sentence)));
    }
}

/// Whether the numbers of a sentence are all in a text.
fn are_numbers_in(text: &str, sentence: &Sentence<'_>) -> bool {
    let numbers = sentence.tokens.iter().flat_map(|token| token.text.split(|letter: char| !letter.is_ascii_digit()));
    numbers.filter(|number| !number.is_empty()).all(|number| text.contains(number))
}

/// The first sentence that tells something as done before, among calls of tools. Where the same word tells what was just
/// done, none does.
fn first_told_as_old(
    sentences: &[Sentence<'_>],
    text: &str,
    (words, language): (&Lexicon, &Language),
    grounds: &Grounds<'_>,
) -> Option<usize> {
    if !grounds.has_tools() || words.subject_in_verb || words.subjectless || words.unspaced {
        return None;
    }
    sentences.iter().position(|sentence| {
        let sentence = sentence.in_words(text, words);
        let analysis = Analysis::new(&sentence, language);
        let is_old = |at: usize, word: &str| {
            words.is(word, WordClass::Already)
                && PhrasePosition { sentence: &analysis, start: at, end: at + 1 }.is_meant()
        };
        !analysis.is_question() && sentence.tokens.iter().enumerate().any(|(at, token)| is_old(at, &token.text))
    })
}
