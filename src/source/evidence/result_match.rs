//! Whether a recorded result contains a payload: as a JSON value, or word for word.

use serde_json::Value;

/// The depth to which JSON in strings within JSON is parsed.
const MAX_DEPTH: usize = 4;
/// The letters and digits that a text needs so that finding it inside a longer text is no coincidence.
const MIN_QUOTED_CHARS: usize = 24;
/// The same for a text that is the whole result.
const MIN_WHOLE_CHARS: usize = 8;
/// The letters and digits that the values of an object need so that finding it inside another is no coincidence.
const MIN_OBJECT_CHARS: usize = 8;
/// The same for an object with a single value.
const MIN_SINGLE_VALUE_CHARS: usize = 16;

/// How a result contains a payload, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ResultMatch {
    /// As a part of a longer text, such as a page that a tool read.
    Quoted,
    /// As a member or an element.
    Contained,
    /// The whole result equals it.
    Equal,
}

/// How `result` contains a payload: as a value equal to `payload`, or as a text that contains it.
pub(super) fn find_match(result: &Value, payload: Option<&Value>, text: Option<&str>) -> Option<ResultMatch> {
    let payload_text = payload.and_then(Value::as_str);
    let sought = PayloadSearch {
        payload: payload.filter(|payload| is_structure(payload)),
        is_found_inside: payload.is_some_and(is_distinctive),
        texts: text.into_iter().chain(payload_text).map(str::trim).collect(),
    };
    sought.in_value(result, MAX_DEPTH)
}

/// What to look for in a result.
struct PayloadSearch<'a> {
    /// The payload, if it is a non-empty object or list.
    payload: Option<&'a Value>,
    /// Whether the payload is long enough to count inside another value.
    is_found_inside: bool,
    texts: Vec<&'a str>,
}

impl PayloadSearch<'_> {
    fn in_value(&self, value: &Value, depth: usize) -> Option<ResultMatch> {
        if self.payload.is_some_and(|payload| same(value, payload)) {
            return Some(ResultMatch::Equal);
        }
        match value {
            Value::String(text) => self.in_text(text, depth),
            value => self.in_parts(value, depth),
        }
    }

    /// Looks in a list or an object: for an equal part, for all members, or for a string that contains the payload.
    fn in_parts(&self, value: &Value, depth: usize) -> Option<ResultMatch> {
        let is_in = |part: &Value| match part {
            Value::String(text) => self.in_text(text, depth).map(|how| how.min(ResultMatch::Contained)),
            part if self.is_found_inside && self.payload.is_some_and(|payload| same(part, payload)) => {
                Some(ResultMatch::Contained)
            }
            part => self.in_parts(part, depth),
        };
        match value {
            Value::Array(items) => items.iter().filter_map(is_in).max(),
            Value::Object(members) => {
                let is_contained =
                    |(name, value): (&String, &Value)| members.get(name).is_some_and(|other| same(other, value));
                let payload = self.payload.and_then(Value::as_object).filter(|_| self.is_found_inside);
                if payload.is_some_and(|payload| payload.iter().all(is_contained)) {
                    return Some(ResultMatch::Contained);
                }
                members.values().filter_map(is_in).max()
            }
            _ => None,
        }
    }

    fn in_text(&self, text: &str, depth: usize) -> Option<ResultMatch> {
        let text = text.trim();
        if self.texts.iter().any(|sought| is_whole(text, sought)) {
            return Some(ResultMatch::Equal);
        }
        let nested = (depth > 0 && text.starts_with(['{', '['])).then(|| serde_json::from_str::<Value>(text).ok());
        if let Some(found) = nested.flatten().and_then(|value| self.in_value(&value, depth - 1)) {
            return Some(found);
        }
        let is_inside = |sought: &&str| letters(sought) >= MIN_QUOTED_CHARS && text.contains(*sought);
        self.texts.iter().any(is_inside).then_some(ResultMatch::Quoted)
    }
}

/// Whether two texts are equal and longer than a mere word.
fn is_whole(text: &str, sought: &str) -> bool {
    text == sought && letters(sought) >= MIN_WHOLE_CHARS
}

fn is_structure(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => false,
    }
}

/// Whether a payload is so short that any tool may have answered it.
pub(super) fn is_indistinct(payload: &Value) -> bool {
    is_structure(payload) && !is_distinctive(payload)
}

/// Whether a value is too long to occur in another one by chance, unlike `{}` or `{"ok": true}`.
fn is_distinctive(value: &Value) -> bool {
    let Scalars { count, letters } = Scalars::of(value);
    is_structure(value) && letters >= if count > 1 { MIN_OBJECT_CHARS } else { MIN_SINGLE_VALUE_CHARS }
}

/// The scalars within a value.
#[derive(Clone, Copy, Default)]
struct Scalars {
    count: usize,
    /// The letters and digits of all texts and numbers.
    letters: usize,
}

impl Scalars {
    fn of(value: &Value) -> Self {
        match value {
            Value::Array(items) => Self::of_all(items),
            Value::Object(members) => Self::of_all(members.values()),
            Value::String(text) => Self { count: 1, letters: letters(text) },
            Value::Number(number) => Self { count: 1, letters: letters(&number.to_string()) },
            Value::Null | Value::Bool(_) => Self { count: 1, letters: 0 },
        }
    }

    fn of_all<'v>(values: impl IntoIterator<Item = &'v Value>) -> Self {
        values.into_iter().map(Self::of).fold(Self::default(), |sum, more| Self {
            count: sum.count + more.count,
            letters: sum.letters + more.letters,
        })
    }
}

/// The number of letters and digits of a text.
fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// Whether two values are equal, where `1` equals `1.0` and surrounding white space is ignored.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::String(one), Value::String(other)) => one.trim() == other.trim(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, value)| other.get(name).is_some_and(|other| same(value, other)))
        }
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(result: &Value, payload: &Value) -> Option<ResultMatch> {
        find_match(result, Some(payload), Some(&payload.to_string()))
    }

    #[test]
    fn a_result_is_the_payload_or_holds_it() {
        let payload = json!({"type": "board", "board_id": 7, "title": "Garden plan"});
        let held = [
            (json!({"board_id": 7.0, "title": " Garden plan", "type": "board"}), ResultMatch::Equal),
            (json!(payload.to_string()), ResultMatch::Equal),
            (json!(format!("  {payload}\n")), ResultMatch::Equal),
            (json!({"type": "board", "board_id": 7, "title": "Garden plan", "revision": 3}), ResultMatch::Contained),
            (json!({"content": [{"type": "text", "text": payload.to_string()}]}), ResultMatch::Contained),
            (json!([{"boards": [payload]}]), ResultMatch::Contained),
            (json!(format!("Made it: {payload} (1 row)")), ResultMatch::Quoted),
            (json!({"page": format!("Made it: {payload} (1 row)")}), ResultMatch::Quoted),
        ];
        for (result, expected) in held {
            assert_eq!(found(&result, &payload), Some(expected), "{result}");
        }
        for result in [
            json!(null),
            json!("board"),
            json!({}),
            json!({"type": "board", "board_id": 8, "title": "Garden plan"}),
            json!({"type": "board", "board_id": 7}),
            json!({"error": "there is no board 7"}),
        ] {
            assert_eq!(found(&result, &payload), None, "{result}");
        }
    }

    /// A short value occurs in anything, and is evidence only if it is the whole result.
    #[test]
    fn what_says_little_is_not_found_inside_of_something() {
        for payload in [json!({"ok": true}), json!({"status": "ok"}), json!({"success": true, "id": 1}), json!([1, 2])]
        {
            let wrapped = json!({"meta": payload, "more": "what else there is to say"});
            assert_eq!(found(&wrapped, &payload), None, "{payload}");
            assert_eq!(found(&payload, &payload), Some(ResultMatch::Equal), "{payload}");
            let block = json!([{"type": "text", "text": payload.to_string()}]);
            assert_eq!(found(&block, &payload), Some(ResultMatch::Contained), "{payload}");
        }
        let more = json!({"ok": true, "id": 3, "note": "what else there is to say"});
        assert_eq!(found(&more, &json!({"ok": true})), None);
        for payload in [json!({}), json!([]), json!(true), json!(7), json!("yes")] {
            assert_eq!(found(&payload, &payload), None, "{payload}");
            assert_eq!(found(&json!({"a": payload}), &payload), None, "{payload}");
        }
    }

    #[test]
    fn a_text_is_compared_without_the_blanks_about_it() {
        let text = "Twelve degrees in Leith, and rain from noon on";
        let match_in = |result: &str| find_match(&json!(result), None, Some(text));
        assert_eq!(match_in(&format!("\n{text} ")), Some(ResultMatch::Equal));
        assert_eq!(match_in(&format!("Forecast: {text}.")), Some(ResultMatch::Quoted));
        assert_eq!(match_in("Twelve degrees in Leith"), None);
        assert_eq!(find_match(&json!("it is done, ok"), None, Some("ok")), None);
        assert_eq!(find_match(&json!("ok"), None, Some("ok")), None);
    }
}
