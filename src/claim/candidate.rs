//! What in a text may be a claim: leaked calls and results, and bare payloads.

use super::escaped::may_be_escaped;
use super::leak::{self, Leak};
use super::payload::{self, Payload};
use super::{Span, WantedFormat};
use crate::catalog::KnownTools;
use crate::registry::{Registry, may_end_with_calls};

/// What is known about a text from its conversation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// The user's message before it.
    pub asked: Option<&'a str>,
    /// What the user asked for earlier and may still want.
    pub wanted: WantedFormat,
    /// Whether a stamp alone is a claim.
    pub stamps: bool,
    /// The known tools; by default those of the registry.
    pub tools: Option<&'a KnownTools>,
}

/// Whether a text may contain a claim: a cheap test without false negatives.
#[must_use]
pub fn could_hold(text: &str, registry: &Registry, tools: &KnownTools) -> bool {
    payload::may_open(text)
        || may_be_escaped(text)
        || payload::skip_blank(text).starts_with('[')
        || may_end_with_calls(text)
        || registry.openers().any_in(text)
        || (registry.openers().looks_for_names() && tools.occur_in(text))
}

/// A part of a text that may be a claim.
pub(super) enum ClaimCandidate<'r> {
    /// A call or result in a syntax, or in the shape of one.
    Leak(Leak<'r>),
    /// A payload without a wrapper.
    Payload(Payload),
}

impl ClaimCandidate<'_> {
    pub(super) fn span(&self) -> Span {
        match self {
            Self::Leak(leak) => leak.span,
            Self::Payload(payload) => payload.span,
        }
    }
}

/// The leaks and payloads of a text, in order. Of two that overlap the first one counts: the other is its content.
pub(super) fn parts<'r>(text: &str, registry: &'r Registry, tools: &KnownTools) -> Vec<ClaimCandidate<'r>> {
    let leaks = leak::find(text, registry, tools).into_iter().map(ClaimCandidate::Leak);
    let payloads = payload::read_all(text).into_iter().map(ClaimCandidate::Payload);
    let mut all: Vec<ClaimCandidate<'r>> = leaks.chain(payloads).collect();
    // A leak before a payload at the same place, because it has more information.
    all.sort_by_key(|part| (part.span().start, matches!(part, ClaimCandidate::Payload(_))));
    let mut end = 0;
    let next = all.into_iter().filter_map(|part| {
        if part.span().start < end {
            return None;
        }
        let of_shape = match &part {
            ClaimCandidate::Payload(payload) => leak::of_shape(text, payload, end, registry, tools),
            ClaimCandidate::Leak(_) => None,
        };
        let part = of_shape.map_or(part, ClaimCandidate::Leak);
        end = part.span().end;
        Some(part)
    });
    next.collect()
}
