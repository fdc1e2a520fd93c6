//! Finds the claims of a text: what it contains, and what of that may be a claim.

use super::call_tokens;
use super::candidate::{ClaimCandidate, Context, could_hold, parts};
use super::escaped::Unescaped;
use super::payload;
use super::stamp::leading_stamps;
use super::surroundings::{Surroundings, TextContext};
use super::weigh::{self, WeighContext};
use super::{Claim, Signal, Span};
use crate::registry::Registry;

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
    let weighed_with = WeighContext::new(text, registry, tools, context);
    let mut claims = Vec::new();
    let mut end = 0;
    let mut leading = true;
    for part in parts {
        let span = part.span();
        let gap = Span::new(end, span.start);
        leading = leading && is_empty_gap(text, gap);
        let place = surroundings.place(text, span);
        let place = TextContext { leading: leading || place.leading, ..place };
        let found = weigh::claims(&weighed_with, part, place);
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

/// Whether only white space, stamps and one comma or semicolon come between two parts.
fn is_empty_gap(text: &str, gap: Span) -> bool {
    let after_stamps = leading_stamps(text, gap).last().map_or(gap.start, |stamp| stamp.end);
    let rest = payload::skip_blank(text.get(after_stamps..gap.end).unwrap_or_default());
    let rest = if gap.start > 0 { payload::skip_blank(rest.strip_prefix([',', ';']).unwrap_or(rest)) } else { rest };
    let stamped = leading_stamps(rest, Span::new(0, rest.len())).last().map_or(0, |stamp| stamp.end);
    payload::skip_blank(rest.get(stamped..).unwrap_or_default()).is_empty()
}
