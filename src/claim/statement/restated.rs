//! Claims that only say again what was done before the user's last message.

use super::super::frame::Grounds;
use super::super::sentence::Sentence;
use crate::claim::Claim;
use crate::registry::Lexicon;

/// Marks the claims of which each sentence says so.
pub(super) fn mark(
    claims: &mut [Claim],
    text: &str,
    sentences: &[Sentence<'_>],
    words: &Lexicon,
    grounds: &Grounds<'_>,
) {
    if claims.is_empty() {
        return;
    }
    let Some(earlier) = grounds.earlier_turns(words) else { return };
    for claim in claims.iter_mut().filter(|claim| claim.was_requested()) {
        let first = sentences.partition_point(|sentence| sentence.span.end <= claim.span.start);
        let mut own = sentences.iter().skip(first).take_while(|sentence| sentence.span.start < claim.span.end);
        claim.restates = own.all(|sentence| earlier.say(&sentence.in_words(text, words)));
    }
}
