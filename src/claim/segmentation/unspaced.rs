//! Splits text without spaces into the longest words that the language knows.

use std::borrow::Cow;

use crate::registry::{Lexicon, Token, TokenKind};
use crate::work;

/// Tokens with each run without spaces split into known words and the text between them.
pub(in crate::claim) fn words_of<'t>(text: &'t str, tokens: Vec<Token<'t>>, words: &Lexicon) -> Vec<Token<'t>> {
    let mut found = Vec::with_capacity(tokens.len());
    for token in tokens {
        if token.kind == TokenKind::Word && !token.text.is_ascii() {
            split(text, &token, words, &mut found);
        } else {
            found.push(token);
        }
    }
    found
}

fn split<'t>(text: &'t str, run: &Token<'t>, words: &Lexicon, found: &mut Vec<Token<'t>>) {
    let written = text.get(run.span.clone()).unwrap_or_default();
    let mut push = |start: usize, end: usize| {
        if let Some(word) = written.get(start..end).filter(|word| !word.is_empty()) {
            let span = run.span.start + start..run.span.start + end;
            found.push(Token { kind: TokenKind::Word, text: Cow::Borrowed(word), span });
        }
    };
    let (mut unknown, mut at) = (0, 0);
    while at < written.len() {
        match longest(written.get(at..).unwrap_or_default(), words) {
            Some(length) => {
                push(unknown, at);
                push(at, at + length);
                at += length;
                unknown = at;
            }
            None => at += written.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8),
        }
    }
    push(unknown, at);
}

/// The bytes of the longest known word at the beginning of a text.
fn longest(rest: &str, words: &Lexicon) -> Option<usize> {
    let ends = rest.char_indices().take(words.longest()).map(|(at, letter)| at + letter.len_utf8());
    let mut ends: Vec<usize> = ends.collect();
    work::count(ends.len());
    ends.reverse();
    ends.into_iter().find(|end| rest.get(..*end).is_some_and(|word| words.word(word).is_some()))
}
