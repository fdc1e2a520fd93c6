//! Splits tokens into the words of a language that writes several words as one.

mod joined;
mod unspaced;

use crate::registry::{Lexicon, Token};

pub(super) use unspaced::words_of as unspaced_words;

/// The tokens split into the words of a language, where it writes several words as one.
pub(super) fn in_words<'t>(text: &'t str, tokens: Vec<Token<'t>>, words: &Lexicon) -> Vec<Token<'t>> {
    match () {
        () if words.unspaced => unspaced::words_of(text, tokens, words),
        () if words.joints.is_empty() => tokens,
        () => joined::words_of(text, tokens, words),
    }
}
