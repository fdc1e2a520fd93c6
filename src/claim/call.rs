//! Splits the value of a body into its calls: names, arguments and results at the places given by the syntax.

use serde_json::{Map, Value};

use super::Span;
use super::item::{BodyContent, LeakItem, decoded, share};
use super::payload::{self, Payload};
use crate::registry::{PatternKind, Syntax};

/// The most objects that are tried to find the first element of a list in the text.
const MOST_TRIED: usize = 8;

/// The calls or results of a payload; `None` if it has none.
pub(super) fn split(text: &str, payload: &Payload, syntax: &Syntax) -> Option<BodyContent> {
    let end = payload.span.end;
    let Some(value) = &payload.value else {
        return Some(BodyContent { items: vec![LeakItem::of(payload.clone(), None)], end, ..BodyContent::default() });
    };
    // A bare shape was already checked.
    if !syntax.is_bare() && !syntax.tool.is_empty() && !syntax.admits(value) {
        return None;
    }
    let listed = syntax.calls.iter().find_map(|pointer| value.pointer(pointer)).unwrap_or(value);
    let elements: Vec<&Value> = match listed {
        Value::Array(elements) => elements.iter().collect(),
        one => vec![one],
    };
    let (replies, calls): (Vec<&Value>, Vec<&Value>) =
        elements.into_iter().partition(|element| reply_of(element, syntax).is_some());
    // If there is a reply, its siblings of other kinds, such as thoughts, are no calls.
    let calls: Vec<&Value> =
        calls.into_iter().filter(|call| syntax.reply.is_none() || name_of(call, syntax).is_some()).collect();
    let reply: Vec<&str> = replies.iter().filter_map(|element| reply_of(element, syntax)).collect();
    let reply = (!reply.is_empty()).then(|| reply.join("\n\n"));
    let whole = without_value(payload);
    let one = |call: &Value| LeakItem { ..with_parts(whole.clone(), call, syntax) };
    let items = match calls.as_slice() {
        [] => return None,
        [call] => vec![one(call)],
        several => match locate(text, payload.span, several).or_else(|| locate_by_members(text, payload, several)) {
            Some(spans) => spans
                .into_iter()
                .zip(several)
                .map(|(span, call)| LeakItem { span, payload: Some(span), ..one(call) })
                .collect(),
            // The text does not show which is which, so a person must decide.
            None => several.first().map(|call| LeakItem { uncertain: true, ..one(call) }).into_iter().collect(),
        },
    };
    Some(BodyContent { items, end, closed: false, reply })
}

/// The item of a payload without its value, to avoid copying a list for each of its elements.
fn without_value(payload: &Payload) -> LeakItem {
    LeakItem {
        span: payload.span,
        payload: Some(payload.span),
        repairs: payload.repair_kinds(),
        uncertain: payload.uncertain,
        truncated: payload.truncated,
        ..LeakItem::default()
    }
}

/// The elements of a list, each with its share of the span.
pub(super) fn elements(text: &str, payload: &Payload) -> Option<Vec<LeakItem>> {
    let listed: Vec<&Value> = payload.value.as_ref()?.as_array()?.iter().collect();
    let spans = locate(text, payload.span, &listed)?;
    let whole = without_value(payload);
    let element = |(span, value): (Span, &&Value)| LeakItem {
        span,
        payload: Some(span),
        value: Some((*value).clone()),
        ..whole.clone()
    };
    let mut items: Vec<LeakItem> = spans.into_iter().zip(&listed).map(element).collect();
    share(&mut items, payload.span);
    (!items.is_empty()).then_some(items)
}

/// An item with the name, arguments and result of one call.
fn with_parts(item: LeakItem, call: &Value, syntax: &Syntax) -> LeakItem {
    if syntax.kind == PatternKind::Result {
        return result_parts(item, call);
    }
    if syntax.tool_is_key
        && let Some((name, arguments)) = only_member(call)
    {
        return LeakItem { written: Some(name.to_owned()), value: Some(decoded(arguments.clone())), ..item };
    }
    let Some(name) = name_of(call, syntax) else { return LeakItem { value: Some(call.clone()), ..item } };
    let arguments = syntax.arguments.iter().find_map(|pointer| call.pointer(pointer));
    let value = match arguments {
        Some(Value::Null) => Value::Object(Map::new()),
        Some(arguments) => decoded(arguments.clone()),
        None if syntax.arguments.is_empty() => call.clone(),
        None => Value::Object(Map::new()),
    };
    let result = syntax.result.iter().find_map(|pointer| call.pointer(pointer)).cloned();
    LeakItem { written: Some(name.to_owned()), value: Some(value), result, ..item }
}

/// The arguments within a single argument that the tool does not take: `{"input": {"zone": "CET"}}`. `known` are the
/// tool's arguments.
pub(super) fn enclosed(value: &Value, known: &[String]) -> Option<Value> {
    let is_known = |name: &String| known.contains(name);
    let (_, inner) = only_member(value).filter(|(name, _)| !known.is_empty() && !is_known(name))?;
    let inner = decoded(inner.clone());
    let is_all_known = inner.as_object().is_some_and(|members| !members.is_empty() && members.keys().all(is_known));
    is_all_known.then_some(inner)
}

/// The only member of an object.
fn only_member(value: &Value) -> Option<(&String, &Value)> {
    value.as_object().filter(|members| members.len() == 1)?.iter().next()
}

/// `{"get_file_response": {"result": …}}` names its tool.
fn result_parts(item: LeakItem, value: &Value) -> LeakItem {
    match only_member(value).and_then(|(key, inner)| Some((key.strip_suffix("_response")?, inner))) {
        Some((name, inner)) if !name.is_empty() => {
            LeakItem { written: Some(name.to_owned()), value: Some(inner.clone()), ..item }
        }
        _ => LeakItem { value: Some(value.clone()), ..item },
    }
}

fn name_of<'v>(call: &'v Value, syntax: &Syntax) -> Option<&'v str> {
    syntax.tool.iter().find_map(|pointer| call.pointer(pointer)?.as_str()).filter(|name| !name.is_empty())
}

fn reply_of<'v>(element: &'v Value, syntax: &Syntax) -> Option<&'v str> {
    let reply = syntax.reply.as_ref()?;
    let kind = element.pointer(&reply.kind)?.as_str()?;
    element.pointer(&reply.text)?.as_str().filter(|_| kind == reply.is)
}

/// The spans of the elements by their members, since an element without a bracket cannot be read by itself.
fn locate_by_members(text: &str, payload: &Payload, elements: &[&Value]) -> Option<Vec<Span>> {
    let lengths: Vec<usize> =
        elements.iter().map(|element| element.as_object().map(Map::len)).collect::<Option<_>>()?;
    if lengths.contains(&0) || lengths.iter().sum::<usize>() != payload.members.len() {
        return None;
    }
    let mut members = 0;
    let mut starts = Vec::new();
    for length in lengths {
        let first = payload.members.get(members)?.at;
        starts.push(text.get(..first)?.rfind('{').filter(|start| *start >= payload.span.start)?);
        members += length;
    }
    let ends = starts.iter().skip(1).copied().chain([payload.span.end]);
    let ends: Vec<usize> = ends.collect();
    let is_ordered = starts.iter().zip(&ends).all(|(start, end)| start < end);
    is_ordered.then(|| starts.into_iter().zip(ends).map(|(start, end)| Span::new(start, end)).collect())
}

/// The spans of the elements of a list within a span of the text.
fn locate(text: &str, within: Span, elements: &[&Value]) -> Option<Vec<Span>> {
    let mut spans = Vec::new();
    let mut at = within.start;
    for element in elements {
        let span = locate_object(text, Span::new(at, within.end), element)?;
        at = span.end;
        spans.push(span);
    }
    spans.last().is_some_and(|last| last.end <= within.end).then_some(spans)
}

/// The span of the first object that is read as `value`, which must begin within a span of the text.
fn locate_object(text: &str, within: Span, value: &Value) -> Option<Span> {
    let mut at = within.start;
    for _ in 0..MOST_TRIED {
        let start = at + text.get(at..within.end)?.find('{')?;
        match payload::read(text, start) {
            Some(payload) if payload.value.as_ref() == Some(value) => return Some(payload.span),
            _ => at = start + 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn arguments_that_are_in_one_that_the_tool_does_not_take_are_opened() {
        let known = ["zone", "day"].map(str::to_owned);
        let opened = |value: Value| enclosed(&value, &known);
        assert_eq!(opened(json!({"input": {"zone": "CET"}})), Some(json!({"zone": "CET"})));
        assert_eq!(opened(json!({"input": "{\"zone\": \"CET\"}"})), Some(json!({"zone": "CET"})));
        for kept in [
            json!({"day": {"zone": "CET"}}),
            json!({"input": {"zone": "CET", "colour": 1}}),
            json!({"input": {"zone": "CET"}, "colour": 1}),
            json!({"input": {}}),
            json!({"input": "CET"}),
        ] {
            assert_eq!(opened(kept.clone()), None, "{kept}");
        }
        assert_eq!(enclosed(&json!({"input": {"zone": "CET"}}), &[]), None);
    }

    #[test]
    fn elements_whose_bracket_is_missing_are_found_by_their_members() {
        let text = r#"[{"a": 1, {"a": 2}, {"a": 3}]"#;
        let read = payload::read_body(payload::Grammar::Object, text, 0, &[]).unwrap();
        let elements: Vec<&Value> = read.value.as_ref().and_then(Value::as_array).unwrap().iter().collect();
        let spans = locate_by_members(text, &read, &elements).unwrap();
        let places: Vec<&str> = spans.iter().map(|span| span.of(text)).collect();
        assert_eq!(places, [r#"{"a": 1, "#, r#"{"a": 2}, "#, r#"{"a": 3}]"#]);
    }
}
