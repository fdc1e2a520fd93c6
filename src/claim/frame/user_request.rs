//! Something that a user asks for, and the clause that asks for it.

use std::ops::Range;

use super::action_kinds::is_strong;
use super::known_tokens::KnownTokens;
use crate::registry::{ActionKinds, Language, Token};

/// The user's agreement is expected within this number of words.
pub(super) const ASSENT: usize = 14;

/// The most words of a message that may ask for a thing by naming it ("kitchen lights on").
pub(super) const NAMED: usize = 10;

/// Something that a user asks for.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a request, independent of the others")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UserRequest {
    /// Its base form; empty where only a thing is named.
    pub(super) verb: String,
    pub(super) kinds: ActionKinds,
    pub(super) nouns: Vec<String>,
    /// Whether a reply can fulfil it by itself, as a text.
    pub(super) is_text: bool,
    /// Whether a noun expresses it ("the cancellation").
    pub(super) by_noun: bool,
    /// Whether it is only possible outside the conversation.
    pub(super) is_external: bool,
    /// Whether the user asks for a person, and so for nothing else that can be transferred.
    pub(super) is_handover: bool,
}

impl UserRequest {
    /// Whether a report that it was done is a claim. If the user wants a text, only strong kinds of action are; outside
    /// an application, only what is impossible within a conversation.
    pub(super) fn counts(&self, wants_text: bool, in_application: bool) -> bool {
        if wants_text {
            self.is_external && is_strong(self.kinds)
        } else {
            self.is_external || (in_application && !self.is_text)
        }
    }
}

pub(super) fn begins_clause(tokens: &[Token<'_>], language: &Language, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return true };
    tokens.get(before).is_some_and(|token| token.is_mark() || language.joins.contains(token.text.as_ref()))
}

/// The tokens between the marks around a token.
pub(super) fn clause(known: &KnownTokens<'_, '_>, at: usize) -> Range<usize> {
    let start = (0..at).rev().find(|place| known.is_mark(*place)).map_or(0, |mark| mark + 1);
    let end = (at + 1..known.tokens.len()).find(|place| known.is_mark(*place)).unwrap_or(known.tokens.len());
    start..end
}

pub(super) fn negated(known: &KnownTokens<'_, '_>, language: &Language, before: Range<usize>) -> bool {
    let negates = |at| language.negations.begins(known.tokens, at, &language.boundaries) && !asks_whether(known, at);
    before.into_iter().any(negates)
}

/// Whether a verb is repeated with a negation, which asks in Chinese: "能不能取消".
fn asks_whether(known: &KnownTokens<'_, '_>, at: usize) -> bool {
    let text = |at: usize| known.tokens.get(at).map(|token| token.text.as_ref());
    let (Some(negation), Some(verb)) = (text(at), at.checked_sub(1).and_then(text)) else { return false };
    let mut letters = negation.chars();
    known.rules.unspaced && letters.next().is_some() && letters.as_str().starts_with(verb)
}
