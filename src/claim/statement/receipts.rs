//! Receipts: what a false claim of an action invents to go with it.

use std::collections::HashSet;

use super::extent::{span_of, whole_line};
use crate::claim::Claim;
use crate::claim::frame::Grounds;
use crate::claim::sentence::{Analysis, Sentence};
use crate::registry::{Language, Lexicon};

/// Sentences with a number or a file that only a false action could have produced: they are part of the false claim.
pub(super) fn receipts(
    claims: &[Claim],
    text: &str,
    sentences: &[Sentence<'_>],
    (words, language): (&Lexicon, &Language),
    grounds: &Grounds<'_>,
) -> Vec<Claim> {
    let Some(first) = claims.iter().filter(|claim| claim.changes).min_by_key(|claim| claim.span.start) else {
        return Vec::new();
    };
    let after = sentences.iter().filter(|sentence| sentence.span.start >= first.span.end);
    let claimed: HashSet<usize> = claims.iter().map(|claim| claim.span.start).collect();
    let unclaimed = after.filter(|sentence| !claimed.contains(&sentence.span.start));
    let receipts = unclaimed.filter(|sentence| {
        let sentence = sentence.in_words(text, words);
        let tokens = &sentence.tokens;
        let names = words.receipts.is_in(tokens, words.boundaries());
        let is_new = |code: &str| is_code(code) && !grounds.knows(code);
        names && tokens.iter().filter_map(|token| text.get(token.span.clone())).any(is_new)
            || grounds.is_pointer(&Analysis::new(&sentence, language), words)
    });
    let with = |sentence: &Sentence<'_>| Claim {
        span: whole_line(text, span_of(sentence)),
        replacement: Some(String::new()),
        request: None,
        ..first.clone()
    };
    receipts.map(with).collect()
}

/// Whether a word is a number or a code: "ABC-1234", "QWERTY".
fn is_code(word: &str) -> bool {
    let has_digits = word.bytes().filter(u8::is_ascii_digit).count() >= 3;
    let is_large = word.len() >= 5 && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    has_digits || is_large
}
