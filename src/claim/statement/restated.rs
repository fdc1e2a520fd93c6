//! Claims that only say again what was done before the user's last message.

use super::super::frame::{Grounds, language_of_answer};
use super::super::sentence::Sentence;
use super::done::said;
use crate::claim::Claim;
use crate::registry::Statements;

/// Marks the claims of which each sentence says so.
pub(super) fn mark(
    claims: &mut [Claim],
    text: &str,
    sentences: &[Sentence<'_>],
    statements: &Statements,
    grounds: &Grounds<'_>,
) {
    if claims.is_empty() {
        return;
    }
    let said = said(text, sentences);
    let Some((words, _)) = language_of_answer(&said, grounds.asked_last(), statements) else { return };
    for claim in claims.iter_mut().filter(|claim| claim.was_requested()) {
        let is_own =
            |sentence: &&Sentence<'_>| sentence.span.start < claim.span.end && claim.span.start < sentence.span.end;
        let mut own = sentences.iter().filter(is_own);
        claim.restates = own.all(|sentence| grounds.restates(&sentence.in_words(text, words), words));
    }
}
