//! Finds and replaces texts inside a JSON document without changing any other byte.
//!
//! A parser checks the document first. The walk along its bytes then preserves the order of members and the notation of
//! numbers and escapes.

mod document;

use std::ops::Range;

use serde::de::IgnoredAny;

use super::profile::{JsonPath, PathFilter, PathStep};
use crate::work;

pub(crate) use document::JsonDocument;

/// Why a document cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum JsonTextError {
    /// The document is not JSON, or is nested too deeply.
    #[error("invalid JSON")]
    NoJson,
    /// A member on the path occurs twice, so it is unknown which one counts.
    #[error("duplicate member in its JSON")]
    Twice,
}

/// A value found by a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundValue {
    /// The path to it, without wildcards.
    pub(crate) path: JsonPath,
    /// Its position in the document, in bytes.
    pub(crate) span: Range<usize>,
}

impl FoundValue {
    /// The decoded string; `None` if the value is not a string, or has half of a surrogate pair.
    #[must_use]
    pub(crate) fn text(&self, document: &str) -> Option<String> {
        serde_json::from_str(document.get(self.span.clone())?).ok()
    }
}

/// All values that `path` leads to; `key` replaces its `{key}`.
pub(crate) fn find(document: &str, path: &JsonPath, key: Option<&str>) -> Result<Vec<FoundValue>, JsonTextError> {
    check(document)?;
    let walk = JsonWalker { text: document };
    find_with(walk, path, |at, step| walk.step(at, step, key))
}

fn check(document: &str) -> Result<(), JsonTextError> {
    work::count(document.len());
    serde_json::from_str::<IgnoredAny>(document).map(drop).map_err(|_| JsonTextError::NoJson)
}

/// The values to which a path leads, where `take` takes each step.
fn find_with(
    walk: JsonWalker<'_>,
    path: &JsonPath,
    take: impl Fn(usize, &PathStep) -> Result<Vec<(PathStep, usize)>, JsonTextError>,
) -> Result<Vec<FoundValue>, JsonTextError> {
    let mut places = vec![(Vec::new(), walk.past_space(0))];
    for step in &path.steps {
        let mut next = Vec::new();
        for (path, at) in places {
            for (concrete, at) in take(at, step)? {
                next.push((extended(&path, concrete), at));
            }
        }
        places = next;
    }
    let found = |(steps, at)| FoundValue { path: JsonPath { steps }, span: at..walk.past_value(at) };
    Ok(places.into_iter().map(found).collect())
}

fn extended(path: &[PathStep], step: PathStep) -> Vec<PathStep> {
    path.iter().cloned().chain([step]).collect()
}

/// Replaces the values at these spans, which must not overlap, by JSON literals.
#[must_use]
pub(crate) fn replace(document: &str, mut values: Vec<(Range<usize>, String)>) -> String {
    values.sort_by_key(|(span, _)| span.start);
    let mut replaced = String::with_capacity(document.len());
    let mut at = 0;
    for (span, value) in values {
        replaced.push_str(document.get(at..span.start).unwrap_or_default());
        replaced.push_str(&value);
        at = span.end;
    }
    replaced.push_str(document.get(at..).unwrap_or_default());
    replaced
}

/// Encodes a text as a JSON literal in the style of the document: if that is pure ASCII, other characters are escaped.
#[must_use]
pub(crate) fn literal(text: &str, document: &str) -> String {
    let written = serde_json::Value::from(text).to_string();
    if written.is_ascii() || !document.is_ascii() {
        return written;
    }
    let mut escaped = String::with_capacity(written.len());
    let mut units = [0; 2];
    for c in written.chars() {
        if c.is_ascii() {
            escaped.push(c);
        } else {
            c.encode_utf16(&mut units).iter().for_each(|unit| escaped.push_str(&format!("\\u{unit:04x}")));
        }
    }
    escaped
}

/// Walks along the bytes of a valid JSON document.
#[derive(Clone, Copy)]
struct JsonWalker<'a> {
    text: &'a str,
}

impl JsonWalker<'_> {
    fn byte(self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn past_space(self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    }

    /// The position after the string that begins at `at`.
    fn past_string(self, at: usize) -> usize {
        let mut at = at + 1;
        loop {
            match self.byte(at) {
                Some(b'\\') => at += 2,
                Some(b'"') => return at + 1,
                Some(_) => at += 1,
                None => return self.text.len(),
            }
        }
    }

    /// The position after the value that begins at `start`.
    fn past_value(self, start: usize) -> usize {
        let mut at = start;
        let mut depth = 0_usize;
        loop {
            match self.byte(at) {
                Some(b'"') => at = self.past_string(at),
                Some(b'{' | b'[') => (depth, at) = (depth + 1, at + 1),
                Some(b'}' | b']') => (depth, at) = (depth.saturating_sub(1), at + 1),
                Some(b',' | b':') => at += 1,
                Some(byte) if byte.is_ascii_whitespace() => at += 1,
                Some(_) => at = self.past_word(at),
                None => return self.text.len(),
            }
            if depth == 0 {
                work::count(at - start);
                return at;
            }
        }
    }

    /// The value at `at` in the notation of a filter: a string without its quotes, anything else as written.
    fn value(self, at: usize) -> String {
        let written = self.text.get(at..self.past_value(at)).unwrap_or_default();
        serde_json::from_str(written).unwrap_or_else(|_| written.to_owned())
    }

    /// The position after a number, `true`, `false` or `null`.
    fn past_word(self, at: usize) -> usize {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || b",:]}".contains(byte);
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        at + rest.iter().position(ends).unwrap_or(rest.len())
    }

    /// The values that a step from the value at `at` leads to, with their positions.
    fn step(self, at: usize, step: &PathStep, key: Option<&str>) -> Result<Vec<(PathStep, usize)>, JsonTextError> {
        match step {
            PathStep::Member(name) => self.member(at, name),
            PathStep::Key => key.map_or(Ok(Vec::new()), |name| self.member(at, name)),
            PathStep::Element(place) => {
                let element = self.elements(at).into_iter().nth(*place);
                Ok(element.map(|at| (PathStep::Element(*place), at)).into_iter().collect())
            }
            PathStep::Each(filter) => {
                let mut found = Vec::new();
                for (place, at) in self.elements(at).into_iter().enumerate() {
                    let counts = filter.as_ref().map_or(Ok(true), |filter| self.has(at, filter, key))?;
                    found.extend(counts.then_some((PathStep::Element(place), at)));
                }
                Ok(found)
            }
        }
    }

    /// The member of this name of the object at `at`, with its position.
    fn member(self, at: usize, name: &str) -> Result<Vec<(PathStep, usize)>, JsonTextError> {
        let mut places = self.members(at).into_iter().filter(|(member, _)| member == name);
        let Some((name, at)) = places.next() else { return Ok(Vec::new()) };
        match places.next() {
            None => Ok(vec![(PathStep::Member(name), at)]),
            Some(_) => Err(JsonTextError::Twice),
        }
    }

    /// Whether the element at `at` passes a filter.
    fn has(self, at: usize, filter: &PathFilter, key: Option<&str>) -> Result<bool, JsonTextError> {
        let Some(value) = filter.value.as_deref().or(key) else { return Ok(false) };
        let found = self.member(at, &filter.member)?;
        Ok(found.first().is_some_and(|(_, at)| self.value(*at) == value))
    }

    /// The members of the object at `at`: name, and position of the value. Empty if it is not an object.
    fn members(self, at: usize) -> Vec<(String, usize)> {
        let mut members = Vec::new();
        if self.byte(at) != Some(b'{') {
            return members;
        }
        let mut at = self.past_space(at + 1);
        while self.byte(at) == Some(b'"') {
            let end = self.past_string(at);
            let name = serde_json::from_str(self.text.get(at..end).unwrap_or_default());
            let value = self.past_space(self.past_space(end) + 1);
            members.extend(name.ok().map(|name| (name, value)));
            at = self.past_comma(self.past_value(value));
        }
        members
    }

    /// The positions of the elements of the list at `at`. Empty if it is not a list.
    fn elements(self, at: usize) -> Vec<usize> {
        let mut elements = Vec::new();
        if self.byte(at) != Some(b'[') {
            return elements;
        }
        let mut at = self.past_space(at + 1);
        while self.byte(at).is_some_and(|byte| byte != b']') {
            elements.push(at);
            at = self.past_comma(self.past_value(at));
        }
        elements
    }

    fn past_comma(self, at: usize) -> usize {
        let at = self.past_space(at);
        if self.byte(at) == Some(b',') { self.past_space(at + 1) } else { at }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    fn path(text: &str) -> JsonPath {
        text.parse().unwrap()
    }

    /// Also searches twice with [`JsonDocument`], to check that its cache changes no result.
    fn find(document: &str, path: &JsonPath, key: Option<&str>) -> Result<Vec<FoundValue>, JsonTextError> {
        let found = super::find(document, path, key);
        let kept = JsonDocument::new(document.to_owned());
        assert_eq!(
            (kept.find(path, key), kept.find(path, key)),
            (found.clone(), found.clone()),
            "{path} in {document}"
        );
        found
    }

    fn texts(document: &str, written: &str, key: Option<&str>) -> Vec<String> {
        let found = find(document, &path(written), key).unwrap();
        found.iter().map(|value| value.text(document).unwrap()).collect()
    }

    const CHAT: &str = r#" {"n": 1.50e+2, "history" : {"messages": { "a": {"content":"one","x":[1 , {"y":null}]},
        "b\u002d1": {"content":"tw\u00f6 \"]}{[\"", "output":[{"type":"message","content":[{"type":"output_text","text":"tw\u00f6"}]},
                     {"type":"call","text":"no"}]} }}, "messages":[{"id":"a","content":"one"},{"id":"b-1","content":"two"}],"z":[] }"#;

    #[test]
    fn texts_are_found_by_every_kind_of_step() {
        assert_eq!(texts(CHAT, "$.history.messages.a.content", None), ["one"]);
        assert_eq!(texts(CHAT, "$.history.messages.{key}.content", Some("b-1")), ["twö \"]}{[\""]);
        let output = "$.history.messages.{key}.output[*|type=message].content[*|type=output_text].text";
        assert_eq!(texts(CHAT, output, Some("b-1")), ["twö"]);
        assert_eq!(texts(CHAT, "$.messages[*|id={key}].content", Some("b-1")), ["two"]);
        assert_eq!(texts(CHAT, "$.messages[*].content", None), ["one", "two"]);
        assert_eq!(texts(CHAT, "$.messages[1].content", None), ["two"]);
        for nowhere in ["$.messages[9]", "$.z[*]", "$.n.m", "$.history[0]", "$.no", "$.messages.{key}"] {
            assert_eq!(texts(CHAT, nowhere, Some("c")), [] as [String; 0], "{nowhere}");
        }
    }

    #[test]
    fn a_document_that_is_kept_is_walked_once_however_many_texts_are_looked_for() {
        let messages: Vec<Value> =
            (0..200).map(|n| serde_json::json!({"id": n.to_string(), "content": "tea"})).collect();
        let members: serde_json::Map<_, _> =
            messages.iter().map(|one| (one["id"].as_str().unwrap().to_owned(), one.clone())).collect();
        let text = serde_json::json!({"history": members, "messages": messages}).to_string();
        let kept = JsonDocument::new(text.clone());
        let look = || {
            for key in (0..200).map(|n: usize| n.to_string()) {
                for place in ["$.history.{key}.content", "$.messages[*|id={key}].content"] {
                    assert_eq!(kept.find(&path(place), Some(&key)).unwrap().len(), 1);
                }
            }
        };
        assert!(work::during(look) < 6 * text.len());
        assert!(work::during(look) < text.len(), "only what is found is looked at");
    }

    #[test]
    fn the_reported_path_leads_to_the_same_value() {
        let found = find(CHAT, &path("$.messages[*|id=b-1].content"), None).unwrap();
        assert_eq!(found[0].path.to_string(), "$.messages[1].content");
        assert_eq!(find(CHAT, &found[0].path, None).unwrap(), found);
    }

    #[test]
    fn what_is_replaced_leaves_every_other_byte_where_it_was() {
        let found = find(CHAT, &path("$.history.messages.{key}.content"), Some("b-1")).unwrap();
        let changed = replace(CHAT, vec![(found[0].span.clone(), literal("ü\n", CHAT))]);
        assert_eq!(changed, CHAT.replace(r#""tw\u00f6 \"]}{[\"""#, r#""\u00fc\n""#));
    }

    #[test]
    fn a_text_is_escaped_as_its_document_is() {
        assert_eq!(literal("ü😀", "{}"), r#""\u00fc\ud83d\ude00""#);
        assert_eq!(literal("ü", "{\"é\": 1}"), "\"ü\"");
        assert_eq!(literal("\u{1}\"\\", "{}"), r#""\u0001\"\\""#);
    }

    #[test]
    fn what_is_no_json_or_doubtful_is_refused() {
        for broken in ["", "{", "{a: 1}", "[1,]", "\"\\ud800", "nul"] {
            assert_eq!(find(broken, &path("$.a"), None), Err(JsonTextError::NoJson), "{broken}");
        }
        assert_eq!(find(&"[".repeat(100_000), &path("$.a"), None), Err(JsonTextError::NoJson));
        assert_eq!(find(r#"{"a": 1, "a": 2}"#, &path("$.a"), None), Err(JsonTextError::Twice));
        let twice = r#"[{"id": 1}, {"id": 2, "id": 3}]"#;
        assert_eq!(find(twice, &path("$[*|id=1]"), None), Err(JsonTextError::Twice));
        let half = r#"{"a": "\ud800"}"#;
        let found = find(half, &path("$.a"), None).unwrap_or_default();
        assert!(found.iter().all(|value| value.text(half).is_none()));
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            ".*".prop_map(Value::from)
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map("[a-c\"\\\\]{1,2}", inner, 0..5)
                    .prop_map(|members| members.into_iter().collect::<serde_json::Map<_, _>>().into())
            ]
        })
    }

    proptest! {
        /// In any document, compact or pretty-printed, the walk finds the same elements as a parser, and a replacement
        /// changes nothing else.
        #[test]
        fn a_walk_agrees_with_a_parser(items in prop::collection::vec(any_json(), 1..6), spread: bool, text in ".*") {
            let whole = Value::from(items.clone());
            let document = if spread { serde_json::to_string_pretty(&whole).unwrap() } else { whole.to_string() };
            let found = find(&document, &path("$[*]"), None).unwrap();
            prop_assert_eq!(found.len(), items.len());
            for (place, (value, item)) in found.iter().zip(&items).enumerate() {
                let read: Value = serde_json::from_str(&document[value.span.clone()]).unwrap();
                prop_assert_eq!(&read, item);
                let changed = replace(&document, vec![(value.span.clone(), literal(&text, &document))]);
                let mut expected = items.clone();
                expected[place] = Value::from(text.clone());
                prop_assert_eq!(serde_json::from_str::<Value>(&changed).unwrap(), Value::from(expected));
            }
        }
    }
}
