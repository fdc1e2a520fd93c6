//! The values of parameters: raw text that may hold JSON, a Python literal or nested elements.

use serde_json::Value;

use super::super::{KnownArguments, RepairKind, cursor::Cursor, word, wrapped};
use super::opener::TAG_MARK;
use crate::claim::escaped::Unescaped;

/// The deepest nesting of MiniMax elements.
const MOST_NESTED: usize = 8;

/// The text between these is character data, whatever it looks like.
const CHARACTER_DATA: [&str; 2] = ["<![CDATA[", "]]>"];

/// What is known about how a value is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// Its tag says that it is text.
    AsText,
    /// Its tag says that it is JSON.
    AsJson,
    /// The tool takes it as text.
    ForText,
    /// The tool's schema says nothing about its type: a single value is text, which loses nothing of it (`1.10`).
    Untyped,
    Unknown,
}

impl Written {
    /// How the value of the argument `key` is written; its tag may say whether it is text.
    pub(super) fn of(tag: Option<bool>, known: KnownArguments<'_>, key: &str) -> Self {
        match tag {
            Some(true) => Self::AsText,
            Some(false) => Self::AsJson,
            None if known.texts.contains(&key) => Self::ForText,
            None if known.untyped.contains(key) => Self::Untyped,
            None => Self::Unknown,
        }
    }
}

/// The value of raw text, and the repair that it needed: JSON or Python if the whole text is that and nothing says
/// otherwise, else the text.
pub(super) fn value(raw: &str, written: Written) -> (Value, Option<RepairKind>) {
    let plain = without_line_breaks(raw);
    if written == Written::AsText {
        return (plain.into(), None);
    }
    let trimmed = plain.trim();
    let [open, close] = CHARACTER_DATA;
    if let Some(data) = trimmed.strip_prefix(open).and_then(|data| data.strip_suffix(close)) {
        return (data.into(), None);
    }
    let read = || {
        let scalar = trimmed.len() <= 32 && !trimmed.starts_with(['"', '{', '[']) && written != Written::Untyped;
        let json = if scalar || written == Written::AsJson { serde_json::from_str(trimmed).ok() } else { None };
        let read = json.map(|value| (value, None)).or_else(|| container(trimmed));
        read.or_else(|| marked_elements(trimmed, MOST_NESTED).map(|nested| (nested, None)))
    };
    let is_text = matches!(written, Written::ForText | Written::Untyped);
    let read = match literal(trimmed) {
        Some((value, repair)) if value.is_null() || !is_text => Some((value, repair)),
        _ if written == Written::ForText => None,
        _ => read(),
    };
    if let Some(read) = read {
        return read;
    }
    match Unescaped::of_value(plain) {
        Some(unescaped) => (unescaped.text.into(), Some(unescaped.repair)),
        None => (plain.into(), None),
    }
}

/// The value of nested elements with MiniMax M3's mark before each tag: a list if all are items, else an object.
fn marked_elements(text: &str, depth: usize) -> Option<Value> {
    const ITEM: &str = "item";
    let elements = (depth > 0).then(|| elements_of(text, TAG_MARK)).flatten()?;
    let read = |inside: &str| {
        let inside = inside.trim();
        let is_nested = inside.starts_with(TAG_MARK);
        if is_nested { marked_elements(inside, depth - 1) } else { Some(value(inside, Written::Unknown).0) }
    };
    if elements.iter().all(|(name, _)| *name == ITEM) {
        return elements.into_iter().map(|(_, inside)| read(inside)).collect();
    }
    let members = elements.into_iter().map(|(name, inside)| Some((name.to_owned(), read(inside)?)));
    members.collect::<Option<_>>().map(Value::Object)
}

/// The names and contents of the elements that a whole text consists of: `<a>1</a><b>2</b>`.
pub(crate) fn nested_elements(text: &str) -> Option<Vec<(&str, &str)>> {
    elements_of(text, "")
}

/// The same with a mark before each tag.
fn elements_of<'t>(text: &'t str, mark: &str) -> Option<Vec<(&'t str, &'t str)>> {
    let mut elements = Vec::new();
    let mut rest = text;
    while let Some(element) = rest.strip_prefix(mark).and_then(|element| element.strip_prefix('<')) {
        // An attribute would be lost.
        let (name, inner) = element.split_once('>').filter(|(name, _)| !name.contains(char::is_whitespace))?;
        let (inside, after) = split_at_closer(inner, name, mark)?;
        elements.push((name, inside));
        rest = after.trim_start();
    }
    (rest.is_empty() && !elements.is_empty()).then_some(elements)
}

/// The text before and after the tag that closes an element. Other elements of the same name may be nested in it.
fn split_at_closer<'t>(text: &'t str, name: &str, mark: &str) -> Option<(&'t str, &'t str)> {
    let (opener, closer) = (format!("{mark}<{name}>"), format!("{mark}</{name}>"));
    let mut open = 1_usize;
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        let close = rest.find(&closer)?;
        open += rest.get(..close)?.matches(&opener).count();
        open -= 1;
        if open == 0 {
            return Some((text.get(..at + close)?, rest.get(close + closer.len()..)?));
        }
        at += close + closer.len();
    }
}

/// The value of a literal of JSON or Python, and the repair that it needed.
fn literal(word: &str) -> Option<(Value, Option<RepairKind>)> {
    let (value, strict) = word::literal(word)?;
    let is_python = matches!(word, "True" | "False" | "None");
    (strict || is_python).then(|| (value, (!strict).then_some(RepairKind::PythonLiteral)))
}

/// The text without the line breaks between it and its tags. After a value of several lines that begins right after its
/// tag, the line break is the value's own.
fn without_line_breaks(raw: &str) -> &str {
    let plain = raw.strip_prefix('\n').unwrap_or(raw);
    let ended = plain.strip_suffix('\n').unwrap_or(plain);
    if plain.len() < raw.len() || !ended.contains('\n') { ended } else { plain }
}

/// The object or list that a whole text is, in JSON or Python notation, and the repair that it needed.
pub(crate) fn container(text: &str) -> Option<(Value, Option<RepairKind>)> {
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let json = serde_json::from_str(text).ok().map(|value| (value, None));
    json.or_else(|| printed(text).map(|(value, repair)| (value, Some(repair))))
}

/// The value of a dictionary or list that Python printed, or that was written as a JSON string, and which of the two.
fn printed(text: &str) -> Option<(Value, RepairKind)> {
    // Read as a member of an object, because a list by itself may be prose.
    let member = format!("{{\"value\": {text}}}");
    let payload = wrapped::object(&member, 0, &[])?;
    let is_whole = !payload.uncertain && payload.span.end == member.len();
    let ways = [
        (RepairKind::PythonLiteral, &[RepairKind::SingleQuotes, RepairKind::PythonLiteral][..]),
        (RepairKind::EscapedQuotes, &[RepairKind::EscapedQuotes]),
    ];
    let way = ways.iter().find(|(_, forgiven)| payload.repairs.iter().all(|repair| forgiven.contains(&repair.kind)));
    let value = payload.value.and_then(|mut member| member.get_mut("value").map(Value::take));
    value.filter(|_| is_whole).zip(way.map(|(kind, _)| *kind))
}

/// The byte after the character data at `at`; `at` itself if there is none.
pub(super) fn past_character_data(cursor: Cursor<'_>, at: usize) -> usize {
    let [open, close] = CHARACTER_DATA;
    let end = cursor.starts_with(at, open).then(|| cursor.find(at, close)).flatten();
    end.map_or(at, |end| end + close.len())
}
