//! Parameters whose tags say the type of the value, with objects and lists as elements within it:
//! `<cofl:value name="KEY" type="raw">VALUE</cofl:value>`.

use serde_json::{Map, Value};

use super::super::{Member, Payload, Repair, RepairKind, cursor::Cursor};
use super::opener::{LONGEST_TAG, attribute};
use super::value::{Written, value};
use crate::claim::Span;

/// The beginning of such an element, and its end. They are no setting of a syntax: only one family of models writes the
/// type in the tag, and its prefix alone tells these elements from a `<value>` in the parameters of others.
const OPEN: &str = "<cofl:value ";
const CLOSE: &str = "</cofl:value>";

/// The deepest nesting of elements.
const MOST_NESTED: usize = 32;

/// An element, read up to the byte after it.
struct Element {
    name: Option<String>,
    value: Value,
    end: usize,
}

/// Whether such a parameter begins at `at`.
pub(super) fn begins(cursor: Cursor<'_>, at: usize) -> bool {
    cursor.starts_with(at, OPEN)
}

/// Reads the parameters from `at` on.
pub(super) fn parameters(cursor: Cursor<'_>, at: usize) -> Option<Payload> {
    let mut reader = Reader { cursor, missing: Vec::new() };
    let mut members = Map::new();
    let mut places = Vec::new();
    let mut end = at;
    let mut next = at;
    while let Some(Element { name: Some(name), value, end: after }) = reader.element(next, MOST_NESTED) {
        places.push(Member { name: name.clone(), at: next });
        members.insert(name, value);
        end = after;
        next = cursor.past_space(after);
    }
    if members.is_empty() {
        return None;
    }
    let uncertain = !reader.missing.is_empty();
    Some(Payload {
        span: Span::new(at, end),
        value: Some(Value::Object(members)),
        repairs: reader.missing,
        guesses: Vec::new(),
        members: places,
        uncertain,
        truncated: uncertain && end >= cursor.trimmed_end(),
    })
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    /// The closing tags that are missing.
    missing: Vec<Repair>,
}

impl Reader<'_> {
    /// The element at `at`, which may have others within it, down to this depth.
    fn element(&mut self, at: usize, depth: usize) -> Option<Element> {
        let cursor = self.cursor;
        if depth == 0 || !begins(cursor, at) {
            return None;
        }
        let window = cursor.window(at, LONGEST_TAG);
        let tag = window.get(..window.find('>')?)?;
        let name = attribute(tag, "name").map(str::to_owned);
        let start = at + tag.len() + 1;
        // Without a type, what is written is the value.
        let (value, inner_end) = match attribute(tag, "type").unwrap_or("raw") {
            "dict" => {
                let (elements, end) = self.elements(start, depth - 1);
                (elements.into_iter().filter_map(|element| Some((element.name?, element.value))).collect(), end)
            }
            "list" => {
                let (elements, end) = self.elements(start, depth - 1);
                (elements.into_iter().map(|element| element.value).collect(), end)
            }
            kind => {
                let written = if kind == "raw" { Written::AsText } else { Written::AsJson };
                let end = cursor.find(start, CLOSE).or_else(|| cursor.find(start, "</"));
                let end = end.unwrap_or_else(|| cursor.trimmed_end().max(start));
                (value(cursor.slice(start, end), written).0, end)
            }
        };
        let closed = cursor.past_space(inner_end);
        let end = if cursor.starts_with(closed, CLOSE) {
            closed + CLOSE.len()
        } else {
            self.missing.push(Repair { kind: RepairKind::MissingClose, at: inner_end });
            inner_end
        };
        Some(Element { name, value, end })
    }

    /// The elements from `at` on, and the byte after them. Text between them is skipped, so that it hides none.
    fn elements(&mut self, at: usize, depth: usize) -> (Vec<Element>, usize) {
        let mut elements = Vec::new();
        let mut end = at;
        while let Some(tag) = self.next_tag(end) {
            let Some(element) = self.element(tag, depth) else { return (elements, tag) };
            end = element.end;
            elements.push(element);
        }
        (elements, end)
    }

    /// The next tag after `at`, if it begins or ends an element.
    fn next_tag(&self, at: usize) -> Option<usize> {
        let tag = self.cursor.find(at, "<")?;
        (begins(self.cursor, tag) || self.cursor.starts_with(tag, CLOSE)).then_some(tag)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Option<Payload> {
        parameters(Cursor::new(text), 0)
    }

    #[test]
    fn the_tag_says_how_a_value_is_written() {
        let text = concat!(
            r#"<cofl:value name="zone" type="raw">42</cofl:value> <cofl:value name="days" type="json">[1, 2]</cofl:value>"#,
            r#"<cofl:value name="crew" type="dict"><cofl:value name="mate" type="raw">Bo</cofl:value>"#,
            r#"<cofl:value name="ages" type="list"><cofl:value type="json">31</cofl:value></cofl:value></cofl:value>"#,
        );
        let payload = read(text).unwrap();
        let value = json!({"zone": "42", "days": [1, 2], "crew": {"mate": "Bo", "ages": [31]}});
        assert_eq!((payload.value, payload.span.end, payload.uncertain), (Some(value), text.len(), false));
        let names: Vec<&str> = payload.members.iter().map(|member| member.name.as_str()).collect();
        assert_eq!(names, ["zone", "days", "crew"]);
    }

    #[test]
    fn a_missing_tag_is_reported() {
        let open = r#"<cofl:value name="note" type="raw">Likes tea"#;
        let payload = read(open).unwrap();
        assert_eq!((payload.value, payload.truncated), (Some(json!({"note": "Likes tea"})), true));
        let payload = read(&format!("{open}</cofl:tool_call> Noted.")).unwrap();
        assert_eq!(
            (payload.value, payload.truncated, payload.uncertain),
            (Some(json!({"note": "Likes tea"})), false, true)
        );
    }

    #[test]
    fn a_value_without_a_type_is_text() {
        let payload =
            read(r#"<cofl:value name="x">1</cofl:value> <cofl:value name="y" type="json">2</cofl:value>"#).unwrap();
        assert_eq!((payload.value, payload.uncertain), (Some(json!({"x": "1", "y": 2})), false));
    }

    #[test]
    fn stray_text_hides_no_element() {
        let text = concat!(
            r#"<cofl:value name="x" type="list">stray <cofl:value type="json">1</cofl:value>, "#,
            r#"<cofl:value type="json">2</cofl:value> more</cofl:value><cofl:value name="y" type="raw">3</cofl:value>"#,
        );
        let payload = read(text).unwrap();
        assert_eq!((payload.value, payload.span.end), (Some(json!({"x": [1, 2], "y": "3"})), text.len()));
        // A list that is not closed ends before text.
        let open = r#"<cofl:value name="x" type="list"><cofl:value type="json">1</cofl:value>"#;
        let payload = read(&format!("{open} Noted.")).unwrap();
        assert_eq!((payload.value, payload.span.end, payload.uncertain), (Some(json!({"x": [1]})), open.len(), true));
    }

    #[test]
    fn other_elements_and_deep_ones_are_none() {
        for text in ["<cofl:value is a tag", r#"<cofl:value type="raw">x"#] {
            assert!(read(text).is_none(), "{text}");
        }
        let deep = r#"<cofl:value name="x" type="dict">"#.repeat(9999);
        assert!(read(&deep).is_some_and(|payload| payload.uncertain));
    }
}
