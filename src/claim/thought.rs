//! Thoughts of a model that stand in its text: payloads in them are drafts.

use super::Span;
use crate::registry::THOUGHTS;
use crate::work;

/// The thoughts in `text` that have begun and ended outside `payloads`, which are in order. One that never ends is none:
/// models forget to end it before they answer.
pub(super) fn thoughts_outside(text: &str, payloads: &[Span]) -> Vec<Span> {
    let mut thoughts = Vec::new();
    let mut begun = None;
    let mut at = 0;
    for payload in payloads.iter().copied().chain([Span::new(text.len(), text.len())]) {
        let gap = text.get(at..payload.start).unwrap_or_default();
        work::count(gap.len() + 1);
        for (offset, _) in gap.match_indices('<') {
            let mark = gap.get(offset + 1..).unwrap_or_default();
            match mark.strip_prefix('/') {
                None if begins_element(mark) => begun = begun.or(Some(at + offset)),
                Some(name) if begins_element(name) => {
                    thoughts.extend(begun.take().map(|start| Span::new(start, at + offset)));
                }
                _ => {}
            }
        }
        at = payload.end.max(at);
    }
    thoughts
}

fn begins_element(text: &str) -> bool {
    let begins = |name: &str| text.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
    THOUGHTS.iter().any(|name| begins(name) && text.get(name.len()..).is_some_and(|rest| rest.starts_with('>')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thoughts<'a>(text: &'a str, payloads: &[Span]) -> Vec<&'a str> {
        thoughts_outside(text, payloads).iter().map(|span| span.of(text)).collect()
    }

    #[test]
    fn a_thought_ends_or_is_none() {
        assert_eq!(thoughts("<think>a</think>b<Thinking>c</THINKING>", &[]), ["<think>a", "<Thinking>c"]);
        assert_eq!(thoughts("<think>a<think>b</think>", &[]), ["<think>a<think>b"]);
        for text in ["<think>a", "a</think>", "<thinker>a</thinker>", "< think>a</think>", "<", "</", "<é"] {
            assert!(thoughts(text, &[]).is_empty(), "{text}");
        }
    }

    #[test]
    fn marks_inside_a_payload_are_no_marks() {
        assert!(thoughts("<think>{a: '</think>'}", &[Span::new(7, 22)]).is_empty());
    }
}
