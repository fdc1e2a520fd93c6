//! The claim that an item of a text makes, once it counts as one.

use serde_json::Value;

use super::position::ClaimPosition;
use crate::claim::confidence::{Signal, confidence, reasons};
use crate::claim::item::LeakItem;
use crate::claim::{Claim, ClaimKind, ClaimedRecord, Span};
use crate::registry::{Pattern, Syntax};

/// The claim of an item that a syntax wraps.
pub(super) fn wrapped(
    item: &LeakItem,
    pattern: Option<&Pattern>,
    position: ClaimPosition,
    first: Signal,
    syntax: &Syntax,
) -> Claim {
    let kind = pattern.map_or(syntax.kind, |pattern| if item.written.is_some() { syntax.kind } else { pattern.kind });
    Claim { kind: kind.into(), ..claim(item, pattern, position, first, syntax.confidence, &syntax.name) }
}

/// The claim of an item: `first` is the main reason to believe it, and `base` the confidence to begin with, if it is not
/// that of the reason.
pub(super) fn claim(
    item: &LeakItem,
    pattern: Option<&Pattern>,
    position: ClaimPosition,
    first: Signal,
    base: Option<f64>,
    syntax: &str,
) -> Claim {
    let ClaimPosition { place, asked_for, embedded, .. } = position;
    let doubts = [
        (asked_for, Signal::AskedFor),
        (place.fenced, Signal::Fenced),
        (place.quoted, Signal::Quoted),
        (place.framed, Signal::Framed),
        (embedded, Signal::Embedded),
        (item.uncertain, Signal::Guessed),
        (item.truncated, Signal::CutOff),
    ];
    let reasons = reasons(first, base, &doubts);
    let of_pattern = |read: fn(&Pattern, &Value) -> Option<String>| read(pattern?, item.value.as_ref()?);
    Claim {
        kind: pattern.map(|pattern| pattern.kind).unwrap_or_default().into(),
        span: item.span,
        payload: item.payload,
        syntax: Some(syntax.to_owned()),
        pattern: pattern.map(|pattern| pattern.name.clone()),
        class: pattern.map(|pattern| pattern.class),
        whole: pattern.is_some_and(|pattern| pattern.whole),
        tool: pattern.and_then(|pattern| pattern.tool.clone()),
        confidence: confidence(&reasons),
        reasons,
        replacement: of_pattern(wrapped_reply),
        record: pattern.zip(item.value.as_ref()).and_then(|(pattern, value)| record(pattern, value)),
        value: item.value.clone(),
        result: item.result.clone(),
        repairs: item.repairs.clone(),
        uncertain: item.uncertain,
        truncated: item.truncated,
        asked_for,
        fenced: place.fenced,
        spoken_of: position.spoken_of(),
        ..Claim::default()
    }
}

/// The reply that a payload holds, at the place that its pattern names.
fn wrapped_reply(pattern: &Pattern, value: &Value) -> Option<String> {
    value.pointer(pattern.inner.as_deref()?)?.as_str().map(str::to_owned)
}

/// The record that a payload describes.
fn record(pattern: &Pattern, value: &Value) -> Option<ClaimedRecord> {
    let shape = pattern.record.as_ref()?;
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let fields = shape.fields.iter().filter_map(|(name, pointer)| Some((name.clone(), text(value.pointer(pointer)?))));
    Some(ClaimedRecord { kind: shape.kind.clone(), fields: fields.collect() })
}

impl Claim {
    /// The claim of a stamp copied from the prompt.
    pub(in crate::claim) fn stamp(span: Span) -> Self {
        let reasons = reasons(Signal::Debris, Some(0.95), &[]);
        Self { kind: ClaimKind::Stamp, span, confidence: confidence(&reasons), reasons, ..Self::default() }
    }
}
