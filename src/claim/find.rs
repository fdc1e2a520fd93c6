//! From a text to its claims.

use serde_json::Value;

use super::payload::{self, Payload};
use super::stamp::leading_stamps;
use super::{Claim, ClaimKind, ClaimedRecord, Span, asks_for_data};
use crate::registry::{Class, Pattern, Registry};

/// What stands around a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// What the user said last before it.
    pub asked: Option<&'a str>,
    /// Whether a stamp is a claim though nothing else is.
    pub stamps: bool,
}

/// Whether a text is worth a closer look: a cheap test that no claim fails.
#[must_use]
pub fn could_hold(text: &str) -> bool {
    payload::skip_blank(text).starts_with(['{', '['])
}

/// What `text` claims, in the order of the text; spans do not overlap.
#[must_use]
pub fn find(text: &str, registry: &Registry, context: Context<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut end = 0;
    let payloads = payload::read_leading(text);
    let asked_for = !payloads.is_empty() && context.asked.is_some_and(asks_for_data);
    for payload in payloads {
        let span = payload.span;
        let gap = Span { start: end, end: span.start };
        end = span.end;
        let Some(claim) = judge_payload(payload, registry, asked_for) else {
            continue;
        };
        claims.extend(leading_stamps(text, gap).into_iter().map(stamp));
        claims.push(claim);
    }
    if claims.is_empty() && context.stamps {
        let whole = Span { start: 0, end: text.len() };
        claims.extend(leading_stamps(text, whole).into_iter().map(stamp));
    }
    claims
}

/// The claim that a payload makes; `None` where it is no claim at all.
fn judge_payload(payload: Payload, registry: &Registry, asked_for: bool) -> Option<Claim> {
    let pattern = payload.value.as_ref().and_then(|value| registry.recognise(value));
    let says_nothing = payload.value.as_ref().and_then(Value::as_object).is_some_and(serde_json::Map::is_empty);
    if pattern.is_none() && (asked_for || says_nothing) {
        return None;
    }
    let confidence = confidence(pattern, &payload, asked_for);
    let repairs = payload.repair_kinds();
    let Payload { span, value, uncertain, truncated, .. } = payload;
    let of_pattern = |read: fn(&Pattern, &Value) -> Option<String>| read(pattern?, value.as_ref()?);
    Some(Claim {
        kind: pattern.map_or(ClaimKind::Result, |pattern| pattern.kind.into()),
        span,
        payload: Some(span),
        syntax: Some("object".to_owned()),
        pattern: pattern.map(|pattern| pattern.name.clone()),
        class: pattern.map(|pattern| pattern.class),
        tool: pattern.and_then(|pattern| pattern.tool.clone()),
        called_as: None,
        confidence,
        replacement: of_pattern(wrapped_reply),
        record: pattern.zip(value.as_ref()).and_then(|(pattern, value)| record(pattern, value)),
        value,
        repairs,
        uncertain,
        truncated,
        asked_for,
    })
}

fn stamp(span: Span) -> Claim {
    Claim {
        kind: ClaimKind::Stamp,
        span,
        payload: None,
        syntax: None,
        pattern: None,
        class: None,
        tool: None,
        called_as: None,
        confidence: 0.95,
        value: None,
        repairs: Vec::new(),
        uncertain: false,
        truncated: false,
        asked_for: false,
        replacement: None,
        record: None,
    }
}

fn wrapped_reply(pattern: &Pattern, value: &Value) -> Option<String> {
    value.pointer(pattern.inner.as_deref()?)?.as_str().map(str::to_owned)
}

fn record(pattern: &Pattern, value: &Value) -> Option<ClaimedRecord> {
    let shape = pattern.record.as_ref()?;
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let fields = shape.fields.iter().filter_map(|(name, pointer)| Some((name.clone(), text(value.pointer(pointer)?))));
    Some(ClaimedRecord { kind: shape.kind.clone(), fields: fields.collect() })
}

/// How sure it is that a payload at the start of a text is a claim.
fn confidence(pattern: Option<&Pattern>, payload: &Payload, asked_for: bool) -> f64 {
    let base = match pattern.map(|pattern| pattern.class) {
        Some(Class::Record | Class::Echo | Class::Effect | Class::Envelope) => 0.85,
        None => 0.3,
    };
    let doubts = [(asked_for, 0.4), (payload.uncertain, 0.2), (payload.truncated, 0.2)];
    let doubt: f64 = doubts.iter().filter(|(applies, _)| *applies).map(|(_, weight)| weight).sum();
    // Two digits: a confidence is a rank, not a measurement.
    ((base - doubt).max(0.05) * 100.0).round() / 100.0
}
