//! The language of a text, as its words show it.

use super::request::{READ, boundary};
use super::unspaced::words_of;
use crate::registry::{Language, Lexicon, Statements, Token, TokenKind, Word, tokens};
use crate::work;

/// Latin letters that count as much as one ideograph.
const LATIN_LETTERS: usize = 3;

/// The bytes at the beginning of a text that are enough to recognise the first language, if they leave no doubt.
const SAMPLE: usize = 400;

/// The fewest words that make a language certain.
const SURE: usize = 10;

/// The words and rules of the language that knows most of a text.
pub(in crate::claim) fn language_of<'s>(text: &str, statements: &'s Statements) -> Option<(&'s Lexicon, &'s Language)> {
    language_of_answer(text, None, statements)
}

/// The same for an answer: if it is too short to decide, it is in the language of the question.
pub(in crate::claim) fn language_of_answer<'s>(
    text: &str,
    asked: Option<&str>,
    statements: &'s Statements,
) -> Option<(&'s Lexicon, &'s Language)> {
    let is_unspaced = is_unspaced(text);
    let mut candidates = statements.words().iter().filter(|words| words.unspaced == is_unspaced);
    let first = candidates.next()?;
    // Most texts are in the first language: if it knows most of the words, the others are not tried.
    let is_sure = |words: usize, (score, _): (usize, usize)| words >= SURE && score * 10 >= words * 8;
    let sample = tokens(text, 0..boundary(text, SAMPLE), &[]);
    if is_sure(sample.len(), score(text, &sample, first)) {
        return Some((first, statements.language(&first.language)?));
    }
    let tokens = if text.len() > SAMPLE { tokens(text, 0..boundary(text, READ), &[]) } else { sample };
    let of_first = score(text, &tokens, first);
    let is_sure = is_sure(tokens.len(), of_first);
    let asked = asked.filter(|_| tokens.len() < SURE).and_then(|asked| Some(language_of(asked, statements)?.0));
    let rank =
        |words: &Lexicon, score: (usize, usize)| (score, asked.is_some_and(|asked| asked.language == words.language));
    let others = candidates.filter(|_| !is_sure).map(|words| (rank(words, score(text, &tokens, words)), words));
    // Among equals the first language wins.
    let best = others.rev().max_by_key(|(rank, _)| *rank).filter(|(best, _)| *best > rank(first, of_first));
    let words = best.map_or(first, |(_, words)| words);
    Some((words, statements.language(&words.language)?))
}

/// How much of a text a language knows, and how many of its words.
fn score(text: &str, tokens: &[Token<'_>], words: &Lexicon) -> (usize, usize) {
    work::count(tokens.len());
    if words.unspaced { (known_letters(text, tokens, words), 0) } else { known_words(tokens, words) }
}

/// How much of a text a language knows, with function words counted twice, and how many of its words.
fn known_words(tokens: &[Token<'_>], words: &Lexicon) -> (usize, usize) {
    let weight = |word: &Word| {
        2 * usize::from(word.classes.is_function()) + usize::from(word.verb.is_some() || word.thing.is_some())
    };
    let (mut sum, mut count) = (0, 0);
    let mut add = |word: &str| {
        let weight = words.word(word).map_or_else(|| usize::from(words.tells(word)), weight);
        sum += weight;
        count += usize::from(weight > 0);
    };
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Word) {
        match words.parts(token.text.as_ref()) {
            None => add(token.text.as_ref()),
            Some(parts) => parts.into_iter().for_each(&mut add),
        }
    }
    (sum, count)
}

/// The letters of a text without spaces that belong to words of a language.
fn known_letters(text: &str, tokens: &[Token<'_>], words: &Lexicon) -> usize {
    let split = words_of(text, tokens.to_vec(), words);
    let known = split.iter().filter(|token| words.word(token.text.as_ref()).is_some());
    known.map(|token| token.text.chars().count()).sum()
}

/// Whether a text is mainly in Chinese characters, without spaces and without kana.
fn is_unspaced(text: &str) -> bool {
    let mut ideographs = 0_usize;
    let mut others = 0_usize;
    for letter in text.chars().take(READ) {
        match letter {
            '\u{4e00}'..='\u{9fff}' => ideographs += 1,
            '\u{3040}'..='\u{30ff}' => return false,
            _ => others += usize::from(letter.is_alphabetic()),
        }
    }
    // A word of Latin letters is as long as several of Chinese.
    ideographs > 1 && ideographs * LATIN_LETTERS >= others
}
