//! Items: the calls and results in the body of a syntax, and what they show of being a call.

use serde_json::Value;

use super::Span;
use super::payload::{self, Payload, RepairKind};

/// The most times that arguments may be encoded as a string within a string.
const MOST_ENCODED: usize = 2;

/// A call or a result.
#[derive(Clone, Debug, Default)]
pub(super) struct LeakItem {
    /// Its share of the text that a removal takes away.
    pub(super) span: Span,
    pub(super) payload: Option<Span>,
    /// The tool's name as written.
    pub(super) written: Option<String>,
    /// The arguments of a call, or the value of a result.
    pub(super) value: Option<Value>,
    /// The result that came with a call.
    pub(super) result: Option<Value>,
    pub(super) repairs: Vec<RepairKind>,
    pub(super) uncertain: bool,
    pub(super) truncated: bool,
}

/// The items of a body.
#[derive(Clone, Debug, Default)]
pub(super) struct BodyContent {
    pub(super) items: Vec<LeakItem>,
    /// The byte after the body.
    pub(super) end: usize,
    /// Whether its closer was read too.
    pub(super) closed: bool,
    /// The reply that was among the calls.
    pub(super) reply: Option<String>,
}

impl BodyContent {
    /// The content with a single item.
    pub(super) fn one(item: LeakItem, end: usize) -> Self {
        Self { items: vec![item], end, ..Self::default() }
    }
}

/// HTML elements that a tool may have the name of. With only text in it, it is the element.
const ELEMENTS: [&str; 36] = [
    "address", "article", "audio", "button", "canvas", "caption", "code", "data", "details", "dialog", "figure",
    "form", "header", "image", "img", "input", "label", "link", "map", "mark", "menu", "object", "output", "picture",
    "progress", "script", "search", "section", "source", "style", "summary", "table", "template", "time", "title",
    "video",
];

impl LeakItem {
    /// The item that a payload is.
    pub(super) fn of(payload: Payload, written: Option<&str>) -> Self {
        Self {
            span: payload.span,
            payload: Some(payload.span),
            written: written.map(str::to_owned),
            repairs: payload.repair_kinds(),
            uncertain: payload.uncertain,
            truncated: payload.truncated,
            value: payload.value.map(decoded),
            result: None,
        }
    }

    /// The item of arguments between parentheses. A single one that is an object is the arguments themselves.
    pub(super) fn of_arguments(payload: Payload) -> Self {
        let mut item = Self::of(payload, None);
        if let Some(Value::Object(members)) = &item.value
            && members.len() == 1
            && let Some(only @ Value::Object(_)) = members.get("0")
        {
            item.value = Some(only.clone());
        }
        item
    }

    /// Whether arguments have names; text alone counts as one argument.
    pub(super) fn names_arguments(&self) -> bool {
        let is_element = || self.written.as_ref().is_some_and(|name| ELEMENTS.contains(&name.to_lowercase().as_str()));
        match &self.value {
            Some(Value::Object(members)) => members.keys().any(|key| !key.bytes().all(|byte| byte.is_ascii_digit())),
            Some(Value::String(_)) => !is_element(),
            _ => false,
        }
    }

    /// Whether a call of an identifier explicitly has no arguments: `{}`.
    pub(super) fn gives_none(&self) -> bool {
        self.has_none() && self.payload.is_some()
    }

    /// Whether it is a whole call of an identifier without arguments.
    pub(super) fn has_none(&self) -> bool {
        let is_empty = matches!(&self.value, Some(Value::Object(members)) if members.is_empty());
        is_empty && !self.truncated && self.written.as_deref().is_some_and(is_identifier)
    }

    /// Whether a call's arguments are read as written, without a guess.
    pub(super) fn is_plain(&self) -> bool {
        const LOOSE: [RepairKind; 4] =
            [RepairKind::UnquotedKey, RepairKind::BareValue, RepairKind::Expression, RepairKind::MissingClose];
        // A month `07` is a number as well, and a path `C:\charts` a text.
        const WHOLE: [RepairKind; 2] = [RepairKind::OddNumber, RepairKind::InvalidEscape];
        let is_whole = !self.repairs.is_empty() && self.repairs.iter().all(|repair| WHOLE.contains(repair));
        let is_guessed = self.uncertain && (self.truncated || !is_whole);
        let is_loose = is_guessed || self.repairs.iter().any(|repair| LOOSE.contains(repair));
        matches!(&self.value, Some(Value::Object(_))) && !is_loose
    }
}

/// Whether a name occurs in programs and not in prose: `get_time`, `getTime`.
pub(super) fn is_identifier(name: &str) -> bool {
    let is_joined = name.trim_matches('_').contains('_')
        || name.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    is_joined
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a name consists of lower-case letters.
pub(super) fn is_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Gives each item its share of the whole: the head goes to the first and the tail to the last, so that removing all
/// items removes everything.
pub(super) fn share(items: &mut [LeakItem], whole: Span) {
    let starts: Vec<usize> = items.iter().map(|item| item.span.start).collect();
    for (index, item) in items.iter_mut().enumerate() {
        let start = if index == 0 { whole.start } else { item.span.start };
        let end = starts.get(index + 1).copied().unwrap_or(whole.end);
        item.span = Span::new(start, end.max(start));
    }
}

/// Decodes arguments that are JSON within a string, once or twice.
pub(super) fn decoded(value: Value) -> Value {
    let mut value = value;
    for _ in 0..MOST_ENCODED {
        let Value::String(text) = &value else { break };
        let Some(inner) = parsed(text.trim()) else { break };
        value = inner;
    }
    value
}

fn parsed(text: &str) -> Option<Value> {
    if !text.starts_with(['{', '[', '"']) {
        return None;
    }
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        return (!value.is_number()).then_some(value);
    }
    let payload = payload::read(text, 0)?;
    (payload.span.end == text.len()).then_some(payload.value).flatten()
}
