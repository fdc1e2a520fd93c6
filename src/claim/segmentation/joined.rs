//! Words that are joined to a neighbour in writing: "l'alarme", "cancelei-o".

use std::borrow::Cow;

use crate::registry::{Lexicon, Token, TokenKind};
use crate::work;

/// The tokens, with joined words split into one token each.
pub(super) fn words_of<'t>(text: &'t str, tokens: Vec<Token<'t>>, words: &Lexicon) -> Vec<Token<'t>> {
    work::count(tokens.len());
    let mut found = Vec::with_capacity(tokens.len());
    for token in tokens {
        let is_joined = token.kind == TokenKind::Word && token.text.contains(['\'', '-']);
        match is_joined.then(|| parts(text, &token, words)).flatten() {
            Some(parts) => found.extend(parts),
            None => found.push(token),
        }
    }
    found
}

/// The parts of a token; `None` if it is a single word, or if lower case changes the number of its bytes.
fn parts<'t>(text: &'t str, token: &Token<'t>, words: &Lexicon) -> Option<Vec<Token<'t>>> {
    let written = text.get(token.span.clone())?;
    let parts = words.parts(token.text.as_ref())?;
    if written.chars().count() != token.text.chars().count() {
        return None;
    }
    let mut letters = written.char_indices().map(|(at, _)| at).chain([written.len()]);
    let mut start = letters.next()?;
    parts
        .into_iter()
        .map(|part| {
            let end = letters.nth(part.chars().count().checked_sub(1)?)?;
            let span = token.span.start + start..token.span.start + end;
            start = end;
            Some(Token { kind: TokenKind::Word, text: Cow::Owned(part.to_owned()), span })
        })
        .collect()
}
