//! Parameters as elements: `<parameter=KEY>VALUE</parameter>` and similar dialects.

mod opener;
mod typed;
mod value;

use serde_json::{Map, Value};

use super::{KnownArguments, Member, Payload, Repair, RepairKind, cursor::Cursor, wrapped};
use crate::claim::Span;
use crate::registry::ParameterMarks;
use crate::work;
use opener::{KIMI_CLOSE, LONGEST_TAG, Opener, PAIR_KEY, TAG_MARK, marked_opener, opener};
use value::{Written, past_character_data, value};
pub(crate) use value::{container, nested_elements};

/// The most bytes of a value that are searched for keys and values which it quotes.
const LONGEST_QUOTATION: usize = 4096;

/// Reads the parameters at byte `at`, after optional white space, of a call whose arguments may be known.
pub(crate) fn parameters(text: &str, at: usize, known: KnownArguments<'_>) -> Option<Payload> {
    read(text, Cursor::new(text).past_space(at), known)
}

/// Reads the elements from `at` on. Values are raw text and may contain anything, even a closing tag: a value ends at a
/// closing tag that is followed by markup or by the end of the text.
pub(super) fn read(text: &str, at: usize, known: KnownArguments<'_>) -> Option<Payload> {
    let cursor = Cursor::new(text);
    if matches!(cursor.byte(at), Some(b'{' | b'[')) {
        return wrapped::object(text, at, known.names);
    }
    if typed::begins(cursor, at) {
        return typed::parameters(cursor, at);
    }
    elements(cursor, at, known, opener)
}

/// Reads the parameters from byte `at` on, after optional white space, with names and values between `marks`. If the
/// mark after a value is missing, one of `closers`, which close the call, ends the value.
pub(crate) fn marked_parameters(
    text: &str,
    at: usize,
    known: KnownArguments<'_>,
    marks: &ParameterMarks,
    closers: &[String],
) -> Option<Payload> {
    let cursor = Cursor::new(text);
    elements(cursor, cursor.past_space(at), known, |cursor, at| marked_opener(cursor, at, marks, closers))
}

/// Reads elements for as long as `opener` finds another one.
fn elements<'t>(
    cursor: Cursor<'t>,
    at: usize,
    known: KnownArguments<'_>,
    opener: impl Fn(Cursor<'t>, usize) -> Option<Opener<'t>>,
) -> Option<Payload> {
    let mut payload = Payload {
        span: Span::new(at, at),
        value: None,
        repairs: Vec::new(),
        guesses: Vec::new(),
        members: Vec::new(),
        uncertain: false,
        truncated: false,
    };
    let mut members = ElementMembers::default();
    let mut next = at;
    loop {
        while let Some(after) = past_bare_key(cursor, next) {
            payload.repairs.push(Repair { kind: RepairKind::MissingValue, at: next });
            payload.uncertain = true;
            payload.span.end = after;
            next = cursor.past_space(after);
        }
        let Some(mut opener) = opener(cursor, next) else { break };
        let is_plain = !opener.sure;
        // The name of an argument shows that it is a parameter.
        opener.sure |= known.names.contains(&opener.key.as_ref());
        let Some((end, after)) = value_end(cursor, &opener, &mut payload) else { break };
        let written = Written::of(opener.text, known, &opener.key);
        let raw = cursor.slice(opener.value, end);
        // Without the tag before a value, the white space around it is the layout of the tags.
        let raw = if opener.missing == Some(RepairKind::MissingOpen) { raw.trim() } else { raw };
        let (value, repair) = value(raw, written);
        payload.repairs.extend(repair.map(|kind| Repair { kind, at: opener.value }));
        if let Some(kind) = opener.missing {
            payload.repairs.push(Repair { kind, at: next });
            payload.uncertain = true;
        }
        if members.add(&opener.key, value, is_plain) {
            payload.repairs.push(Repair { kind: RepairKind::DuplicateKey, at: next });
            payload.uncertain = true;
        }
        payload.members.push(Member { name: opener.key.into_owned(), at: next });
        payload.span.end = after;
        next = cursor.past_space(after);
    }
    if members.values.is_empty() && !cursor.starts_with(next, "</") {
        return None;
    }
    payload.repairs.sort_by_key(|repair| repair.at);
    payload.value = Some(Value::Object(unwrapped(members.values)));
    Some(payload)
}

/// The members of an object that are written as elements.
#[derive(Default)]
struct ElementMembers {
    values: Map<String, Value>,
    /// The names that occur with several values.
    repeated: Vec<String>,
}

impl ElementMembers {
    /// Adds a member, `is_plain` if nothing shows that it is a parameter. Returns whether its name occurred before.
    fn add(&mut self, name: &str, value: Value, is_plain: bool) -> bool {
        let Some(first) = self.values.get_mut(name) else {
            self.values.insert(name.to_owned(), value);
            return false;
        };
        match first {
            Value::Array(values) if self.repeated.iter().any(|known| known == name) => values.push(value),
            // Repeated elements are how markup writes a list; of a parameter, servers take the last value.
            first if is_plain && *first != value => {
                *first = vec![first.take(), value].into();
                self.repeated.push(name.to_owned());
            }
            first => *first = value,
        }
        true
    }
}

/// The byte after an `<arg_key>k</arg_key>` without a value, followed by another one or by the end of the call.
fn past_bare_key(cursor: Cursor<'_>, at: usize) -> Option<usize> {
    const OPENER: &str = "<arg_key>";
    const CLOSER: &str = "</arg_key>";
    let window = cursor.window(at, LONGEST_TAG);
    let after = at + window.strip_prefix(OPENER).and(window.find(CLOSER))? + CLOSER.len();
    let next = cursor.past_space(after);
    (cursor.starts_with(next, "</") || cursor.starts_with(next, OPENER)).then_some(after)
}

/// The ends of the value and of its element.
fn value_end(cursor: Cursor<'_>, opener: &Opener<'_>, payload: &mut Payload) -> Option<(usize, usize)> {
    if let Some(end) = opener.unclosed {
        payload.repairs.push(Repair { kind: RepairKind::MissingClose, at: end });
        payload.uncertain = true;
        return Some((end, end));
    }
    let closer = opener.closer.as_str();
    let pair = next_pair(cursor, opener);
    let first = pair.or_else(|| cursor.find(past_character_data(cursor, opener.value), closer));
    if let Some(end) = pair.or_else(|| begun_again(cursor, opener, first)) {
        payload.repairs.push(Repair { kind: RepairKind::MissingClose, at: end });
        payload.uncertain = true;
        return Some((end, end));
    }
    let mut found = first;
    while let Some(end) = found {
        let after = end + closer.len();
        let next = cursor.past_space(after);
        let markup_follows = matches!(cursor.byte(next), None | Some(b'<'))
            || [TAG_MARK, &opener.again].iter().any(|mark| cursor.starts_with(next, mark));
        if markup_follows || !opener.sure {
            return Some((end, after));
        }
        // Only within this element: if another one is opened first, prose follows this closing tag.
        found = cursor.find(after, closer).filter(|&next| !cursor.slice(after, next).contains(&opener.again));
    }
    if let Some(end) = first {
        return Some((end, end + closer.len()));
    }
    if !opener.sure {
        return None;
    }
    let end = unclosed_end(cursor, opener).unwrap_or_else(|| cursor.trimmed_end().max(opener.value));
    payload.repairs.push(Repair { kind: RepairKind::MissingClose, at: end });
    payload.uncertain = true;
    payload.truncated = end >= cursor.trimmed_end();
    Some((end, end))
}

/// The end of a value without a closing tag: the next closing tag with markup after it, because a value may quote one, or
/// else the next one.
fn unclosed_end(cursor: Cursor<'_>, opener: &Opener<'_>) -> Option<usize> {
    if opener.closer.starts_with(KIMI_CLOSE) {
        return cursor.find(opener.value, KIMI_CLOSE);
    }
    let first = cursor.find(opener.value, "</")?;
    let nearby = cursor.window(first, LONGEST_QUOTATION);
    work::count(nearby.len());
    let ends_call = |tag: &usize| {
        let after = nearby.get(*tag..).and_then(|tag| tag.split_once('>')).map(|(_, after)| after.trim_start());
        after.is_some_and(|after| after.starts_with('<'))
    };
    let last = nearby.match_indices("</").map(|(tag, _)| tag).find(ends_call);
    Some(first + last.unwrap_or(0))
}

/// The members of the only member, if that has the name of a call's arguments.
fn unwrapped(members: Map<String, Value>) -> Map<String, Value> {
    match members.get("arguments") {
        Some(Value::Object(arguments)) if members.len() == 1 => arguments.clone(),
        _ => members,
    }
}

/// The start of the next key with its value, if that comes before the closing tag of this value. A value may also quote
/// keys and values: then it has a closing tag of its own after them.
fn next_pair(cursor: Cursor<'_>, opener: &Opener<'_>) -> Option<usize> {
    if !opener.again.ends_with(PAIR_KEY) {
        return None;
    }
    let next = cursor.find(opener.value, &opener.again)?;
    let is_open = !cursor.slice(opener.value, next).contains(&opener.closer);
    let is_pair = || opener::opener(cursor, next).is_some_and(|pair| pair.missing.is_none());
    (is_open && is_pair() && !closes_after_pairs(cursor, opener)).then_some(next)
}

/// Whether more values are closed than begun after the beginning of this one. The pairs that a value quotes are not
/// within each other.
fn closes_after_pairs(cursor: Cursor<'_>, opener: &Opener<'_>) -> bool {
    let begin = opener.closer.replacen("</", "<", 1);
    let nearby = cursor.window(opener.value, LONGEST_QUOTATION);
    let mut is_quoting = false;
    for (at, _) in nearby.match_indices('<') {
        let tag = nearby.get(at..).unwrap_or_default();
        let begins = tag.starts_with(&begin);
        let closes = tag.starts_with(&opener.closer);
        if begins && is_quoting || closes && !is_quoting {
            work::count(at);
            return closes;
        }
        is_quoting = begins || is_quoting && !closes;
    }
    work::count(nearby.len());
    false
}

/// The start of the next element, if it begins a line before the closing tag: then this one was never closed.
fn begun_again(cursor: Cursor<'_>, opener: &Opener<'_>, closer: Option<usize>) -> Option<usize> {
    let value = opener.sure.then(|| cursor.slice(opener.value, closer.unwrap_or(cursor.end())))?;
    let next = value.find(&format!("\n{}", opener.again))? + 1;
    let tag = value.get(next + opener.again.len()..).filter(|tag| tag.starts_with(['=', ' ', '>']));
    tag.map(|_| opener.value + next)
}
