//! Thoughts of a model that are in its text: payloads in them are drafts.

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

/// Whether a text ends with the end of a thought.
pub(super) fn ends_thought(text: &str) -> bool {
    let longest = THOUGHTS.iter().map(|name| name.len() + "</>".len()).max().unwrap_or_default();
    let from = text.len().saturating_sub(longest);
    let tag =
        (from..=text.len()).find_map(|at| text.get(at..)).and_then(|end| end.find("</").and_then(|at| end.get(at..)));
    tag.is_some_and(|tag| begins_with_end_of_thought(tag) && tag.find('>') == Some(tag.len() - 1))
}

/// Whether a text begins with the end of a thought.
pub(super) fn begins_with_end_of_thought(text: &str) -> bool {
    text.strip_prefix("</").is_some_and(begins_element)
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
    fn the_end_of_a_thought_is_told_from_both_sides() {
        for text in ["é</think>", "</Reasoning>", "<x></thought>"] {
            assert!(ends_thought(text), "{text}");
        }
        for text in ["", "</", "</think> ", "<think>", "</thinker>", "é"] {
            assert!(!ends_thought(text), "{text}");
        }
        assert!(begins_with_end_of_thought("</think>x") && !begins_with_end_of_thought("<think>x"));
    }

    #[test]
    fn marks_inside_a_payload_are_no_marks() {
        assert!(thoughts("<think>{a: '</think>'}", &[Span::new(7, 22)]).is_empty());
    }
}
