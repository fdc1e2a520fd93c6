//! Finds the claims of a text: what it contains, and what of that may be a claim.

use super::call_tokens;
use super::escaped::{Unescaped, may_be_escaped};
use super::leak::{self, Leak};
use super::payload::{self, Payload};
use super::stamp::leading_stamps;
use super::surroundings::{Surroundings, TextContext};
use super::weigh::Weigher;
use super::{Claim, Signal, Span, WantedFormat};
use crate::catalog::KnownTools;
use crate::registry::Registry;

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
        || registry.openers().any_in(text)
        || (registry.openers().looks_for_names() && tools.is_spotted(text))
}

/// A part of a text that may be a claim.
pub(super) enum ClaimCandidate<'r> {
    /// A call or result in a syntax, or in the shape of one.
    Leak(Leak<'r>),
    /// A payload without a wrapper.
    Payload(Payload),
}

impl ClaimCandidate<'_> {
    fn span(&self) -> Span {
        match self {
            Self::Leak(leak) => leak.span,
            Self::Payload(payload) => payload.span,
        }
    }
}

/// The claims of `text`, in its order; their spans do not overlap.
#[must_use]
pub fn find(text: &str, registry: &Registry, context: Context<'_>) -> Vec<Claim> {
    let Some(unescaped) = Unescaped::of(text) else { return find_plain(text, registry, context) };
    let claims = find_plain(&unescaped.text, registry, context).into_iter().map(|mut claim| {
        claim.span = unescaped.original(claim.span);
        claim.payload = claim.payload.map(|payload| unescaped.original(payload));
        if !claim.repairs.contains(&unescaped.repair) {
            claim.repairs.insert(0, unescaped.repair);
        }
        claim
    });
    claims.collect()
}

fn find_plain(text: &str, registry: &Registry, context: Context<'_>) -> Vec<Claim> {
    let tools = context.tools.unwrap_or(registry.tools());
    if !could_hold(text, registry, tools) {
        return Vec::new();
    }
    let parts = parts(text, registry, tools);
    let spans: Vec<Span> = parts.iter().map(ClaimCandidate::span).collect();
    let surroundings = Surroundings::of(text, &spans);
    let weigher = Weigher::new(text, registry, tools, context);
    let mut claims = Vec::new();
    let mut end = 0;
    let mut leading = true;
    for part in parts {
        let span = part.span();
        let gap = Span::new(end, span.start);
        leading = leading && is_empty_gap(text, gap);
        let place = surroundings.place(text, span);
        let place = TextContext { leading: leading || place.leading, ..place };
        let found = weigher.claims(part, place);
        if !found.is_empty() {
            claims.extend(leading_stamps(text, gap).into_iter().map(Claim::stamp));
        }
        claims.extend(found);
        end = span.end;
    }
    if claims.is_empty() && context.stamps {
        let whole = Span::new(0, text.len());
        claims.extend(leading_stamps(text, whole).into_iter().map(Claim::stamp));
    }
    take_emptied_wrappers(text, &mut claims);
    call_tokens::take_adjacent(text, &mut claims, registry.call_tokens());
    note_whole_message(text, &mut claims);
    claims
}

/// Marks the claims that are the whole text. Data alone may be an answer, and a claim that is replaced by a reply
/// leaves that reply.
fn note_whole_message(text: &str, claims: &mut [Claim]) {
    let ends = std::iter::once(0).chain(claims.iter().map(|claim| claim.span.end));
    let starts = claims.iter().map(|claim| claim.span.start).chain([text.len()]);
    let is_blank =
        |(end, start): (usize, usize)| payload::skip_blank(text.get(end..start).unwrap_or_default()).is_empty();
    if !ends.zip(starts).all(is_blank) || claims.iter().any(|claim| claim.replacement.is_some()) {
        return;
    }
    let is_unknown = |claim: &Claim| claim.reasons.iter().any(|reason| reason.signal == Signal::UnknownPayload);
    for claim in claims.iter_mut().filter(|claim| claim.is_payload() && !is_unknown(claim)) {
        claim.add_reason(Signal::WholeMessage);
    }
}

/// Extends claims over fences and tags that would be empty without them.
fn take_emptied_wrappers(text: &str, claims: &mut [Claim]) {
    let spans: Vec<Span> = claims.iter().map(|claim| claim.span).collect();
    for (claim, span) in claims.iter_mut().zip(payload::with_wrappers(text, &spans)) {
        claim.span = span;
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
        let part = match part {
            _ if part.span().start < end => return None,
            ClaimCandidate::Leak(leak) => ClaimCandidate::Leak(leak),
            ClaimCandidate::Payload(payload) => match leak::of_shape(text, &payload, end, registry, tools) {
                Some(leak) => ClaimCandidate::Leak(leak),
                None => ClaimCandidate::Payload(payload),
            },
        };
        end = part.span().end;
        Some(part)
    });
    next.collect()
}

/// Whether only white space, stamps and one comma or semicolon come between two parts.
fn is_empty_gap(text: &str, gap: Span) -> bool {
    let after_stamps = leading_stamps(text, gap).last().map_or(gap.start, |stamp| stamp.end);
    let rest = payload::skip_blank(text.get(after_stamps..gap.end).unwrap_or_default());
    let rest = if gap.start > 0 { payload::skip_blank(rest.strip_prefix([',', ';']).unwrap_or(rest)) } else { rest };
    let stamped = leading_stamps(rest, Span::new(0, rest.len())).last().map_or(0, |stamp| stamp.end);
    payload::skip_blank(rest.get(stamped..).unwrap_or_default()).is_empty()
}
