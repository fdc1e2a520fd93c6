//! Items of a leak, and what they show of being a call.

use serde_json::Value;

use crate::claim::Span;
use crate::claim::payload::RepairKind;

/// A call or a result.
#[derive(Clone, Debug, Default)]
pub(in crate::claim) struct LeakItem {
    /// Its share of the text that a removal takes away.
    pub(in crate::claim) span: Span,
    pub(in crate::claim) payload: Option<Span>,
    /// The tool's name as written.
    pub(in crate::claim) written: Option<String>,
    /// The arguments of a call, or the value of a result.
    pub(in crate::claim) value: Option<Value>,
    /// The result that came with a call.
    pub(in crate::claim) result: Option<Value>,
    pub(in crate::claim) repairs: Vec<RepairKind>,
    pub(in crate::claim) uncertain: bool,
    pub(in crate::claim) truncated: bool,
}

/// HTML elements that a tool may have the name of. With only text in it, it is the element.
const ELEMENTS: [&str; 36] = [
    "address", "article", "audio", "button", "canvas", "caption", "code", "data", "details", "dialog", "figure",
    "form", "header", "image", "img", "input", "label", "link", "map", "mark", "menu", "object", "output", "picture",
    "progress", "script", "search", "section", "source", "style", "summary", "table", "template", "time", "title",
    "video",
];

impl LeakItem {
    /// Whether arguments have names; text alone counts as one argument.
    pub(in crate::claim) fn names_arguments(&self) -> bool {
        let is_element = || self.written.as_ref().is_some_and(|name| ELEMENTS.contains(&name.to_lowercase().as_str()));
        match &self.value {
            Some(Value::Object(members)) => members.keys().any(|key| !key.bytes().all(|byte| byte.is_ascii_digit())),
            Some(Value::String(_)) => !is_element(),
            _ => false,
        }
    }

    /// Whether a call of an identifier explicitly has no arguments: `{}`.
    pub(in crate::claim) fn gives_none(&self) -> bool {
        self.has_none() && self.payload.is_some()
    }

    /// Whether it is a whole call of an identifier without arguments.
    pub(in crate::claim) fn has_none(&self) -> bool {
        let is_empty = matches!(&self.value, Some(Value::Object(members)) if members.is_empty());
        is_empty && !self.truncated && self.written.as_deref().is_some_and(is_identifier)
    }

    /// Whether a call's arguments are read as written, without a guess.
    pub(in crate::claim) fn is_plain(&self) -> bool {
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
pub(in crate::claim) fn is_identifier(name: &str) -> bool {
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
