//! Calls and results in a syntax: which of them are claims.

use super::claimed::wrapped;
use super::context::WeighContext;
use super::position::{ClaimPosition, says_something};
use crate::catalog::{Suggestion, names};
use crate::claim::confidence::Signal;
use crate::claim::item::{LeakItem, is_identifier};
use crate::claim::leak::{self, Leak};
use crate::claim::surroundings::TextContext;
use crate::claim::{Claim, SuggestedTool};
use crate::registry::{Class, Needs, Syntax};

/// The claims of the items of a leak.
pub(super) fn claims(context: &WeighContext<'_>, leak: &Leak<'_>, place: TextContext) -> Vec<Claim> {
    // A program that is only a call as data, in a text that is only that program, is the call.
    let is_program = !(leak.syntax.is_bare() && place.alone && place.fills_fence);
    let place = TextContext { framed: place.framed && is_program, ..place };
    let marked = leak::has_marker(leak.syntax);
    let is_expression = !marked && !leak.syntax.is_bare();
    let embedded = is_embedded(leak.syntax, place);
    // The name of an unknown tool may be any word of the sentence.
    let is_word =
        || leak::begins_with_name(leak.syntax) && !leak.items.iter().all(|item| is_known(context, item, leak.syntax));
    if embedded && (is_expression || is_word()) {
        return Vec::new();
    }
    // A request for data is no request for a call, unless that is data as well.
    let is_data = leak.syntax.is_bare() && context.request.wants_data();
    let asked_for = is_data || context.request.wants_calls() || context.request.shows(leak.syntax);
    let position = ClaimPosition { place, asked_for, embedded, marked };
    let claims = leak.items.iter().filter_map(|item| of_item(context, item, leak.syntax, position));
    let mut claims: Vec<Claim> = claims.collect();
    if let (Some(reply), Some(first)) = (&leak.reply, claims.first_mut()) {
        first.replacement = Some(reply.clone());
    }
    claims
}

/// Whether prose goes on around a leak. Marks often touch prose on one side; a call without marks that prose continues
/// is mentioned.
fn is_embedded(syntax: &Syntax, place: TextContext) -> bool {
    if leak::has_marker(syntax) {
        place.follows_on && place.goes_on && !place.leading
    } else if syntax.needs == Needs::ToolOrStart {
        place.goes_on
    } else {
        (place.follows_on && !place.leading) || (place.goes_on && (!syntax.is_bare() || !place.leading))
    }
}

/// Whether an item names a tool that is known.
fn is_known(context: &WeighContext<'_>, item: &LeakItem, syntax: &Syntax) -> bool {
    item.written.as_deref().is_some_and(|name| context.tools.resolve(name, &syntax.strip_names).is_some())
}

/// The claim of an item, if it is one.
fn of_item(context: &WeighContext<'_>, item: &LeakItem, syntax: &Syntax, position: ClaimPosition) -> Option<Claim> {
    if syntax.class == Some(Class::Echo) {
        let plain = !position.spoken_of() && !position.place.fenced && !position.asked_for;
        let first = Signal::Debris;
        return plain.then(|| Claim { class: syntax.class, ..wrapped(item, None, position, first, syntax) });
    }
    let Some(written) = &item.written else { return of_nameless(context, item, syntax, position) };
    match context.tools.resolve(written, &syntax.strip_names) {
        Some(tool) => of_known_tool(context, tool, written, item, syntax, position),
        None => of_unknown_tool(context, written, item, syntax, position),
    }
}

/// The claim of a call of a known tool, or of its result.
fn of_known_tool(
    context: &WeighContext<'_>,
    tool: &str,
    written: &str,
    item: &LeakItem,
    syntax: &Syntax,
    position: ClaimPosition,
) -> Option<Claim> {
    let is_result = leak::is_result(syntax);
    let pattern = item.value.as_ref().and_then(|value| {
        if is_result { context.registry.recognise(value) } else { context.registry.recognise_call(tool, value) }
    });
    let effect = (!is_result).then_some(Class::Effect);
    let class = pattern.map(|pattern| pattern.class).or(syntax.class).or(effect);
    if !class.is_none_or(|class| position.counts_known(class)) {
        return None;
    }
    let first = if position.marked { Signal::MarkedKnownTool } else { Signal::KnownTool };
    Some(Claim {
        class,
        tool: Some(tool.to_owned()),
        called_as: (written != tool).then(|| written.to_owned()),
        ..wrapped(item, pattern, position, first, syntax)
    })
}

/// The claim of a call of a tool that is not known, or of its result. A call keeps its name, with suggestions of what
/// may be meant.
fn of_unknown_tool(
    context: &WeighContext<'_>,
    written: &str,
    item: &LeakItem,
    syntax: &Syntax,
    position: ClaimPosition,
) -> Option<Claim> {
    let is_last = || position.is_last() && is_identifier(written);
    if !position.counts_unnamed() || !(position.marked || position.is_separate() || is_last()) {
        return None;
    }
    let name = names::bare(syntax.bare_name(written));
    let first = if position.marked { Signal::MarkedUnknownTool } else { Signal::CallShape };
    let claim = Claim {
        tool: Some(name.to_owned()),
        called_as: (written != name).then(|| written.to_owned()),
        ..wrapped(item, None, position, first, syntax)
    };
    if leak::is_result(syntax) {
        return Some(claim);
    }
    let suggested =
        |found: Suggestion<'_>| SuggestedTool { tool: found.tool.name.clone(), reason: found.reason.to_string() };
    let suggestions: Vec<_> = context.tools.suggest(name, item.value.as_ref()).into_iter().map(suggested).collect();
    Some(Claim {
        no_such_tool: true,
        suggested_tools: Some(suggestions.iter().map(|suggested| suggested.tool.clone()).collect()),
        suggestions,
        ..claim
    })
}

/// The claim of a body without a name, which a pattern may match.
fn of_nameless(context: &WeighContext<'_>, item: &LeakItem, syntax: &Syntax, position: ClaimPosition) -> Option<Claim> {
    let pattern = item.value.as_ref().and_then(|value| context.registry.recognise(value));
    let counts = match pattern {
        Some(pattern) => position.counts_known(pattern.class),
        None => position.counts_unnamed() && syntax.needs == Needs::Nothing && says_something(item.value.as_ref()),
    };
    let first = if pattern.is_some() { Signal::KnownPattern } else { Signal::Marked };
    counts.then(|| wrapped(item, pattern, position, first, syntax))
}
