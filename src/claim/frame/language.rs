//! The language of a text, as its words show it.

use std::sync::Arc;

use crate::claim::segmentation::unspaced_words;
use crate::registry::{Language, Lexicon, Statements, Token, TokenKind, each_token, folded, tokens};
use crate::work;

/// The most bytes of a message that are read. A longer one holds material, and asks at its beginning or its end.
pub(super) const READ: usize = 2_000;

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
    language_at(place_of_language(text, asked, statements)?, statements)
}

/// The words and rules of the language with an index.
pub(super) fn language_at(place: usize, statements: &Statements) -> Option<(&Lexicon, &Language)> {
    let words = statements.words().get(place)?;
    Some((words, statements.language(&words.language)?))
}

/// The index of the language of a text, or of the question before it.
pub(super) fn place_of_language(text: &str, asked: Option<&str>, statements: &Statements) -> Option<usize> {
    let is_unspaced = is_unspaced(text);
    let all = statements.words().iter().map(Arc::as_ref).enumerate();
    let candidates: Vec<_> = all.filter(|(_, words)| words.unspaced == is_unspaced).collect();
    let first = candidates.first()?;
    // Most texts are in the first language: if it knows most of the words, the others are not tried.
    let is_sure = |words: usize, (score, _): Score| words >= SURE && score * 5 >= words * 8;
    let (words, sample) = scores(text, SAMPLE, std::slice::from_ref(first), statements);
    if is_sure(words, *sample.first()?) {
        return Some(first.0);
    }
    let (words, scores) = scores(text, READ, &candidates, statements);
    let asked = asked.filter(|_| words < SURE).and_then(|asked| Some(language_of(asked, statements)?.0));
    let is_asked = |words: &Lexicon| asked.is_some_and(|asked| asked.language == words.language);
    let is_first_sure = is_sure(words, *scores.first()?);
    let ranked = candidates.iter().zip(scores).map(|((place, words), score)| ((score, is_asked(words)), *place));
    // Among equals the first language wins.
    let tried = ranked.take(if is_first_sure { 1 } else { usize::MAX });
    let best = tried.reduce(|best, other| if other.0 > best.0 { other } else { best });
    Some(best.map_or(first.0, |(_, place)| place))
}

/// How much of a text a language knows, and how many of its words.
type Score = (usize, usize);

/// How many tokens the first bytes of a text have, and their scores in languages, each with its place.
fn scores(text: &str, most: usize, languages: &[(usize, &Lexicon)], statements: &Statements) -> (usize, Vec<Score>) {
    let read = 0..boundary(text, most);
    if languages.iter().any(|(_, words)| words.unspaced) {
        let tokens = tokens(text, read, &[]);
        work::count(tokens.len() * languages.len());
        return (tokens.len(), languages.iter().map(|(_, words)| (known_letters(text, &tokens, words), 0)).collect());
    }
    let weights = statements.word_weights();
    let mut scores = vec![(0, 0); languages.len()];
    let add = |(sum, count): &mut Score, weights: &[u8], place: usize| {
        let weight = weights.get(place).copied().unwrap_or_default();
        *sum += usize::from(weight);
        *count += usize::from(weight > 0);
    };
    let mut count = 0;
    each_token(text, read, |kind, span, is_plain| {
        count += 1;
        if kind != TokenKind::Word {
            return;
        }
        let whole = weights.at(text, &span);
        // A shortcut: words of plain letters are joined to no others.
        let word = (!is_plain).then(|| folded(text.get(span).unwrap_or_default()));
        let word = word.as_deref().filter(|word| word.contains(['\'', '-']));
        for (score, (place, words)) in scores.iter_mut().zip(languages) {
            match word.and_then(|word| words.parts(word)) {
                None => add(score, whole, *place),
                Some(parts) => parts.into_iter().for_each(|part| add(score, weights.of(part), *place)),
            }
        }
    });
    work::count(count * languages.len());
    (count, scores)
}

/// The letters of a text without spaces that belong to words of a language.
fn known_letters(text: &str, tokens: &[Token<'_>], words: &Lexicon) -> usize {
    let split = unspaced_words(text, tokens.to_vec(), words);
    let known = split.iter().filter(|token| words.word(token.text.as_ref()).is_some());
    known.map(|token| token.text.chars().count()).sum()
}

/// Whether a text is mainly in Chinese characters, without spaces and without kana.
fn is_unspaced(text: &str) -> bool {
    let mut ideographs = 0_usize;
    let mut others = 0_usize;
    // A shortcut: most texts have no such letters.
    if text.as_bytes().get(..READ).unwrap_or(text.as_bytes()).is_ascii() {
        return false;
    }
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

/// The start of the character at a byte; the end of a shorter text.
pub(super) fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|place| text.is_char_boundary(*place)).unwrap_or_default()
}
