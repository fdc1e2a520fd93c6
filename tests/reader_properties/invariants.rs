//! Invariants of every reading.

use ghostcall::claim::Span;
use ghostcall::claim::payload::{self, Grammar, Payload, RepairKind};
use proptest::prelude::*;

const GRAMMARS: [Grammar; 5] =
    [Grammar::Object, Grammar::Keywords, Grammar::XmlParameters, Grammar::Bare, Grammar::React];

/// The spans are disjoint, ascending and on character boundaries; together with the text between them they make up the
/// text.
pub(crate) fn check_order(text: &str, spans: &[Span]) -> Result<(), TestCaseError> {
    let mut rebuilt = String::new();
    let mut end = 0;
    for &span in spans {
        prop_assert!(end <= span.start && span.start <= span.end && span.end <= text.len());
        prop_assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
        rebuilt.push_str(&text[end..span.start]);
        rebuilt.push_str(span.of(text));
        end = span.end;
    }
    rebuilt.push_str(&text[end..]);
    prop_assert_eq!(rebuilt, text);
    Ok(())
}

/// The spans are in order, each payload begins and ends with its brackets, and its repairs are within it.
pub(crate) fn check_spans(text: &str, payloads: &[Payload]) -> Result<(), TestCaseError> {
    let spans: Vec<_> = payloads.iter().map(|payload| payload.span).collect();
    check_order(text, &spans)?;
    check_order(text, &payload::with_wrappers(text, &spans))?;
    for payload in payloads {
        let part = payload.span.of(text);
        let (opens, closes) = (part.starts_with(['{', '[', '｛']), part.ends_with(['}', ']', '"', '｝', '］']));
        prop_assert!(opens, "{:?}", part);
        let open = payload.repairs.iter().any(|repair| repair.kind == RepairKind::MissingClose);
        prop_assert!(open || closes, "{:?}", part);
        prop_assert!(payload.value.as_ref().is_none_or(|value| value.is_object() || value.is_array()));
        check_repairs(payload)?;
    }
    Ok(())
}

fn check_repairs(payload: &Payload) -> Result<(), TestCaseError> {
    let span = payload.span;
    prop_assert!(payload.repairs.is_sorted_by_key(|repair| repair.at), "{:?}", payload);
    prop_assert!(payload.repairs.iter().all(|repair| (span.start..=span.end).contains(&repair.at)), "{:?}", payload);
    Ok(())
}

pub(crate) fn check_bodies(text: &str, at: usize) -> Result<(), TestCaseError> {
    for grammar in GRAMMARS {
        for keys in [&[][..], &["a", "key"]] {
            if let Some(payload) = payload::read_body(grammar, text, at, keys) {
                prop_assert!(payload.span.start >= at, "{:?}", grammar);
                check_order(text, &[payload.span])?;
                check_repairs(&payload)?;
            }
        }
    }
    Ok(())
}

pub(crate) fn check_any(text: &str) -> Result<(), TestCaseError> {
    check_spans(text, &payload::read_leading(text))?;
    check_spans(text, &payload::read_all(text))?;
    for (at, _) in text.match_indices(['{', '[', '(', '<', '｛']) {
        if let Some(payload) = payload::read(text, at) {
            prop_assert_eq!(payload.span.start, at);
            check_spans(text, &[payload])?;
        }
        check_bodies(text, at)?;
    }
    check_bodies(text, 0)
}
