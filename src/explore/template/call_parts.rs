//! Locates the parts of a call in a text: its name, and its arguments with their notation.

use std::ops::Range;

use serde_json::Value;

use super::probe::ProbeCall;
use crate::claim::payload;

/// How a call's arguments are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ArgumentForm {
    /// An object that contains name and arguments at these pointers, or a list of such objects at the first one.
    Object { calls: String, tool: String, arguments: String },
    /// An object whose key is the name, or a list of such objects.
    NameIsKey,
    /// The arguments as an object, after the name.
    Arguments,
    /// A call expression, `name(key=value)`. Not valid if it merely resembles one and cannot be parsed.
    Expression { is_valid: bool },
    /// Each key and each value between literals.
    Pairs(Pair),
}

/// The literals around keys and values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    /// The literal before each key.
    pub(super) open: String,
    /// Between key and value.
    pub(super) key_end: String,
    /// The literal after each value.
    pub(super) close: String,
}

/// A call in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CallParts {
    pub(super) body: ArgumentForm,
    /// From the name, or the object that contains it, to the end of the arguments.
    pub(super) whole: Range<usize>,
    /// What is between the name and the arguments.
    pub(super) joint: String,
}

impl CallParts {
    /// Finds the call at or after byte `from` of a text.
    pub(super) fn of(text: &str, from: usize, call: &ProbeCall) -> Option<Self> {
        Self::object(text, from, call).or_else(|| {
            let names = text.get(from..)?.match_indices(call.tool).map(|(at, _)| from + at);
            // The name may also be in a header: its last occurrence before the arguments counts.
            let first_key = call.arguments.keys().next()?;
            let key = from + text.get(from..)?.find(first_key.as_str())?;
            let name = names.take_while(|name| *name < key).last()?;
            let after = name + call.tool.len();
            let readings = [Self::arguments(text, name, after, call), Self::expression(text, name, after, call)];
            readings.into_iter().flatten().next().or_else(|| Self::pairs(text, name, after, call))
        })
    }

    fn object(text: &str, from: usize, call: &ProbeCall) -> Option<Self> {
        let name = from + text.get(from..)?.find(call.tool)?;
        let brackets = text.get(from..name)?.match_indices(['{', '[']).map(|(at, _)| from + at);
        brackets.into_iter().find_map(|start| {
            let (value, end) = literal(text, start)?;
            let (element, calls) = element_of(&value)?;
            let is_key = element.get(call.tool).is_some_and(|value| is_arguments(value, call));
            let pointers = || {
                let tool = pointer_to(element, &|value| value.as_str() == Some(call.tool))?;
                let arguments = pointer_to(element, &|value| is_arguments(value, call))?;
                Some(ArgumentForm::Object { calls, tool, arguments })
            };
            let body = if is_key { ArgumentForm::NameIsKey } else { pointers()? };
            Some(Self { body, whole: start..end, joint: String::new() })
        })
    }

    fn arguments(text: &str, name: usize, after: usize, call: &ProbeCall) -> Option<Self> {
        let start = after + text.get(after..)?.find(['{', '"'])?;
        let (value, end) = literal(text, start)?;
        let joint = text.get(after..start)?.to_owned();
        is_arguments(&value, call).then_some(Self { body: ArgumentForm::Arguments, whole: name..end, joint })
    }

    fn expression(text: &str, name: usize, after: usize, call: &ProbeCall) -> Option<Self> {
        text.get(after..).filter(|rest| rest.starts_with('('))?;
        let places = places(text, after, call)?;
        let end = places.last()?.1.end;
        let closed = end + text.get(end..)?.find(')')? + 1;
        let is_quoted = |value: &Range<usize>| text.get(..value.start).is_some_and(|text| text.ends_with(['"', '\'']));
        let has_comma = |pair: &[(Range<usize>, Range<usize>)]| match pair {
            [(_, value), (key, _)] => text.get(value.end..key.start).is_some_and(|between| between.contains(',')),
            _ => true,
        };
        let is_valid = places.iter().all(|(_, value)| is_quoted(value)) && places.windows(2).all(has_comma);
        Some(Self { body: ArgumentForm::Expression { is_valid }, whole: name..closed, joint: String::new() })
    }

    fn pairs(text: &str, name: usize, after: usize, call: &ProbeCall) -> Option<Self> {
        let places = places(text, after, call)?;
        let [(first_key, first_value), (second_key, second_value), ..] = places.as_slice() else { return None };
        let between = text.get(first_value.end..second_key.start)?;
        let before = text.get(after..first_key.start)?;
        let behind = text.get(second_value.end..)?;
        let (open, close) = around(before, between, behind);
        let pair = Pair {
            open: open.to_owned(),
            key_end: text.get(first_key.end..first_value.start)?.to_owned(),
            close: close.to_owned(),
        };
        let joint = before.strip_suffix(open)?.to_owned();
        let end = second_value.end + close.len();
        Some(Self { body: ArgumentForm::Pairs(pair), whole: name..end, joint })
    }
}

/// Returns what comes before each key and after each value, given the texts before the first key, between the two
/// pairs, and after the second.
fn around<'t>(before: &'t str, between: &'t str, after: &'t str) -> (&'t str, &'t str) {
    use super::tokens::{common_end, common_start, end_of, start_of};
    let from = end_of(before, before.len() - common_end(before, between));
    let to = start_of(between, common_start(between, after));
    let open = before.get(from..).unwrap_or_default();
    // If both begin inside a mark, the text from the start of that mark is the opening.
    let open = open.rfind('<').and_then(|mark| open.get(mark..)).unwrap_or(open).trim_start();
    let close = between.get(..to).unwrap_or_default();
    // Text that both could claim belongs to the opening of the next pair.
    let close = if open.len() + close.len() > between.len() {
        between.get(..between.len() - open.len()).unwrap_or_default()
    } else {
        close
    };
    (open, close.trim_end())
}

/// Finds the keys and values of a call after byte `from`.
fn places(text: &str, from: usize, call: &ProbeCall) -> Option<Vec<(Range<usize>, Range<usize>)>> {
    let mut at = from;
    let mut next = |word: &str| {
        let start = at + text.get(at..)?.find(word)?;
        at = start + word.len();
        Some(start..at)
    };
    call.arguments.iter().map(|(key, value)| Some((next(key)?, next(value.as_str()?)?))).collect()
}

/// Reads a JSON or Python literal at byte `at`. Returns the value and the offset after it.
fn literal(text: &str, at: usize) -> Option<(Value, usize)> {
    let rest = text.get(at..)?;
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    if let Some(Ok(value)) = values.next() {
        return Some((value, at + values.byte_offset()));
    }
    let inside = rest.trim_start_matches(['{', '[', ' ', '\n']);
    let payload = inside.starts_with(['\'', '"']).then(|| payload::read(text, at)).flatten()?;
    (payload.span.start == at && !payload.uncertain && !payload.truncated).then_some((payload.value?, payload.span.end))
}

/// Returns the first call in a value, and the pointer to the list that contains it.
fn element_of(value: &Value) -> Option<(&Value, String)> {
    match value {
        Value::Array(elements) => Some((elements.first()?, String::new())),
        Value::Object(members) => {
            let listed = members.iter().find_map(|(key, value)| Some((key, value.as_array()?.first()?)));
            let listed = listed.filter(|(_, element)| element.is_object());
            Some(listed.map_or((value, String::new()), |(key, element)| (element, format!("/{key}"))))
        }
        _ => None,
    }
}

fn is_arguments(value: &Value, call: &ProbeCall) -> bool {
    match value {
        Value::Object(members) => *members == call.arguments,
        Value::String(text) => {
            serde_json::from_str::<Value>(text).is_ok_and(|value| value.is_object() && is_arguments(&value, call))
        }
        _ => false,
    }
}

/// Returns the JSON Pointer to the first value inside an object that satisfies `wanted`.
fn pointer_to(value: &Value, wanted: &dyn Fn(&Value) -> bool) -> Option<String> {
    value.as_object()?.iter().find_map(|(key, member)| {
        let here = || format!("/{key}");
        if wanted(member) {
            return Some(here());
        }
        pointer_to(member, wanted).map(|inner| here() + &inner)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::template::probe::Probe;

    fn call_parts(text: &str) -> Option<CallParts> {
        CallParts::of(text, 0, Probe::one().calls.first().unwrap())
    }

    #[test]
    fn a_call_is_recognised_by_where_its_name_and_arguments_are() {
        let object = |calls: &str, tool: &str, arguments: &str| {
            let [calls, tool, arguments] = [calls, tool, arguments].map(str::to_owned);
            ArgumentForm::Object { calls, tool, arguments }
        };
        let pair = |open: &str, key_end: &str, close: &str| {
            let [open, key_end, close] = [open, key_end, close].map(str::to_owned);
            ArgumentForm::Pairs(Pair { open, key_end, close })
        };
        for (text, body, joint) in [
            (
                r#"<a>{"name": "fetch_tides", "arguments": {"harbour": "Oban", "vessel": "Grey Lady"}}</a>"#,
                object("", "/name", "/arguments"),
                "",
            ),
            (
                r#"[{"function": {"name": "fetch_tides", "arguments": "{\"harbour\": \"Oban\", \"vessel\": \"Grey Lady\"}"}}]"#,
                object("", "/function/name", "/function/arguments"),
                "",
            ),
            (
                r#"{"calls": [{"to": "fetch_tides", "with": {"harbour": "Oban", "vessel": "Grey Lady"}}]}"#,
                object("/calls", "/to", "/with"),
                "",
            ),
            (
                "{'name': 'fetch_tides', 'arguments': {'harbour': 'Oban', 'vessel': 'Grey Lady'}}",
                object("", "/name", "/arguments"),
                "",
            ),
            (r#"[{"fetch_tides": {"harbour": "Oban", "vessel": "Grey Lady"}}]"#, ArgumentForm::NameIsKey, ""),
            (
                r#"to fetch_tides: fetch_tides<|x|>{"harbour": "Oban", "vessel": "Grey Lady"}"#,
                ArgumentForm::Arguments,
                "<|x|>",
            ),
            (r#"fetch_tides(harbour="Oban", vessel="Grey Lady")"#, ArgumentForm::Expression { is_valid: true }, ""),
            ("fetch_tides(harbour=Oban, vessel=Grey Lady)", ArgumentForm::Expression { is_valid: false }, ""),
            (r#"fetch_tides(harbour="Oban"vessel="Grey Lady")"#, ArgumentForm::Expression { is_valid: false }, ""),
            ("<f=fetch_tides>\n<p=harbour>Oban</p>\n<p=vessel>Grey Lady</p>\n</f>", pair("<p=", ">", "</p>"), ">\n"),
            ("call:fetch_tides{harbour:<q>Oban<q>,vessel:<q>Grey Lady<q>}", pair("", ":<q>", "<q>"), "{"),
        ] {
            let found = call_parts(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.body, found.joint.as_str()), (body, joint), "{text}");
        }
    }

    #[test]
    fn what_lacks_a_value_is_no_call() {
        for text in ["", "fetch_tides", "fetch_tides harbour vessel", "harbour: Oban, vessel: Grey Lady, fetch_tides"] {
            assert_eq!(call_parts(text), None, "{text}");
        }
    }
}
