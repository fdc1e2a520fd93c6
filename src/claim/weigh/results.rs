//! Results and plans without a syntax around them: which payloads are claims.

use serde_json::{Map, Value};

use super::claimed::claim;
use super::context::WeighContext;
use super::position::ClaimPosition;
use crate::claim::confidence::Signal;
use crate::claim::item::LeakItem;
use crate::claim::payload::Payload;
use crate::claim::surroundings::TextContext;
use crate::claim::{Claim, call, plan};
use crate::plan::PlanError;
use crate::registry::{Class, Pattern};

/// The claims of a payload.
pub(super) fn claims(context: &WeighContext<'_>, payload: Payload, place: TextContext) -> Vec<Claim> {
    // At the start of a text the reply may follow in lower case.
    let embedded = !place.leading && (place.follows_on || place.goes_on);
    let position = ClaimPosition { place, asked_for: context.request.wants_data(), embedded, marked: false };
    if let Some(claims) = of_list(context, &payload, position) {
        return claims;
    }
    let pattern = pattern_of(context, &payload, place);
    if pattern.is_none()
        && let Some(errors) = plan::errors(&payload, context.tools)
    {
        return of_plan(payload, errors, position).into_iter().collect();
    }
    let position =
        ClaimPosition { asked_for: position.asked_for || may_be_wanted(context, &payload, pattern), ..position };
    let counts = match pattern {
        // An answer that any tool or API could give means nothing in the middle of a text.
        Some(pattern) if pattern.class == Class::Echo && pattern.tool.is_none() && !place.leading => false,
        Some(pattern) => position.counts_known(pattern.class),
        None => position.counts_unknown(&payload),
    };
    if !counts {
        return Vec::new();
    }
    let item = LeakItem::of(payload, None);
    let first = match pattern {
        Some(pattern) if pattern.class == Class::Effect && pattern.tool.is_none() => Signal::Directive,
        Some(_) => Signal::KnownPattern,
        None => Signal::UnknownPayload,
    };
    vec![claim(&item, pattern, position, first, None, "object")]
}

/// The pattern of a payload, or of the part of one that was cut off.
fn pattern_of<'a>(context: &WeighContext<'a>, payload: &Payload, place: TextContext) -> Option<&'a Pattern> {
    let (value, registry) = (payload.value.as_ref()?, context.registry);
    let whole = || registry.recognise_whole(value).filter(|_| is_whole(context, payload, place));
    let begun = || registry.recognise_begun(value).filter(|_| payload.truncated);
    registry.recognise(value).or_else(whole).or_else(begun)
}

/// Whether the user may want to see a payload, although the message does not ask for data.
fn may_be_wanted(context: &WeighContext<'_>, payload: &Payload, pattern: Option<&Pattern>) -> bool {
    let request = &context.request;
    match pattern {
        None => request.lists(payload.value.as_ref()) || request.may_want_data(),
        Some(pattern) => pattern.whole && request.mentions_data(),
    }
}

/// Whether a payload is the whole message, and neither an argument of a tool nor something that the user showed.
fn is_whole(context: &WeighContext<'_>, payload: &Payload, place: TextContext) -> bool {
    let members = payload.value.as_ref().and_then(Value::as_object);
    let mut names = members.into_iter().flat_map(Map::keys);
    place.alone
        && !payload.truncated
        && !names.any(|name| context.tools.is_argument(name) || context.request.quotes(name))
}

/// The claims of a list of results if a pattern matches each of them.
fn of_list(context: &WeighContext<'_>, payload: &Payload, position: ClaimPosition) -> Option<Vec<Claim>> {
    let elements = payload.value.as_ref()?.as_array()?;
    let patterns: Vec<_> = elements.iter().map(|element| context.registry.recognise(element)).collect::<Option<_>>()?;
    let items = call::elements(context.text, payload)?;
    let pairs = items.iter().zip(patterns).filter(|(_, pattern)| position.counts_known(pattern.class));
    let of_pair = |(item, pattern)| claim(item, Some(pattern), position, Signal::KnownPattern, None, "object");
    Some(pairs.map(of_pair).collect())
}

/// The claim of a plan that cannot run.
fn of_plan(payload: Payload, errors: Vec<PlanError>, position: ClaimPosition) -> Option<Claim> {
    let place = position.place;
    // A plan is usually announced: on lines of its own it is not part of that sentence.
    let embedded = position.embedded && !place.own_lines && !place.fenced;
    let position = ClaimPosition { embedded, ..position };
    if position.asked_for || position.spoken_of() || !plan::is_refused(&errors) {
        return None;
    }
    let item = LeakItem::of(payload, None);
    let claim = claim(&item, None, position, plan::signal(&errors), None, "object");
    Some(plan::with_errors(claim, errors))
}
