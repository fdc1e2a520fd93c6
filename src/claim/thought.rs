//! Thoughts of a model in its text: payloads in them are drafts.

use super::Span;
use crate::registry::THOUGHTS;
use crate::work;

/// Marks of thoughts other than elements: the text before a thought, and after it.
const TOKENS: [(&str, &str); 5] = [
    ("[THINK]", "[/THINK]"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|think:start|>", "<|think:end|>"),
    ("<|open|>think<|sep|>", "<|close|>think<|sep|>"),
    ("<|channel>thought", "<channel|>"),
];

/// Thoughts that are messages: the header's text, the token right after it, and the token after the message. That one
/// ends messages of all kinds, so alone it says nothing.
const MESSAGES: [(&str, &str, &str); 2] =
    [("<|channel|>analysis", "<|message|>", "<|end|>"), ("to=self", "<|message|>", "<|eom|>")];

/// The most bytes of a mark.
const LONGEST: usize = 32;

/// Marks between turns, other than control tokens. A model that does not stop writes them, and the next turn.
const TURNS: [&str; 3] = ["<assistant>", "</assistant>", "[e~["];

/// The effect of a mark, and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ThoughtMark {
    Begins(usize),
    Ends(usize),
}

/// A thought whose end is not read yet.
#[derive(Clone, Copy, Debug)]
struct BegunThought {
    start: usize,
    /// The token that ends it, if it is a message.
    message_end: Option<&'static str>,
}

/// The complete thoughts in `text` outside `payloads`, which must be in order. A thought without an end does not count,
/// because models forget to end it before they answer. One without a beginning begins with its turn if an answer
/// follows, because many templates write the beginning.
pub(super) fn thoughts_outside(text: &str, payloads: &[Span]) -> Vec<Span> {
    let mut thoughts = Vec::new();
    let mut begun: Option<BegunThought> = None;
    let mut is_first = true;
    let mut turn = 0;
    let mut at = 0;
    let mut mark_end = 0;
    for payload in payloads.iter().copied().chain([Span::new(text.len(), text.len())]) {
        let gap = text.get(at..payload.start).unwrap_or_default();
        work::count(gap.len() + 1);
        for offset in memchr::memchr2_iter(b'<', b'[', gap.as_bytes()) {
            let start = at + offset;
            if start < mark_end {
                continue;
            }
            let rest = gap.get(offset..).unwrap_or_default();
            match mark_at(rest) {
                Some(ThoughtMark::Begins(length)) => {
                    begun = begun.or(Some(BegunThought { start, message_end: None }));
                    mark_end = start + length;
                }
                Some(ThoughtMark::Ends(length)) => {
                    mark_end = start + length;
                    let unwritten = (is_first && answers(text, start, mark_end)).then_some(turn);
                    let from = begun.take().map(|thought| thought.start).or(unwritten);
                    thoughts.extend(from.map(|from| Span::new(from, start)));
                }
                None => {
                    let said = begun.filter(|thought| thought.message_end.is_some_and(|end| rest.starts_with(end)));
                    thoughts.extend(said.map(|thought| Span::new(thought.start, start)));
                    if separates_turns(rest) {
                        // Another message begins: this one is over, or was no thought.
                        begun = begun.filter(|thought| thought.message_end.is_none());
                        begun = begun.or_else(|| message_begun(text, start));
                        (turn, is_first) = (start, true);
                    }
                    continue;
                }
            }
            is_first = false;
        }
        at = payload.end.max(at);
    }
    thoughts
}

/// The thought that begins as a message with the token at byte `at`.
fn message_begun(text: &str, at: usize) -> Option<BegunThought> {
    let (before, rest) = text.split_at_checked(at)?;
    MESSAGES.iter().find_map(|(header, token, end)| {
        let start = before.strip_suffix(header).filter(|_| rest.starts_with(token))?.len();
        Some(BegunThought { start, message_end: Some(end) })
    })
}

/// Whether a text begins with a mark between turns.
fn separates_turns(text: &str) -> bool {
    let end = text.char_indices().map(|(at, _)| at).take_while(|at| *at <= LONGEST).last().unwrap_or(0);
    let window = text.get(..end).unwrap_or_default();
    let is_token = |[begin, end]: [&str; 2]| {
        let name = window.strip_prefix(begin).and_then(|rest| rest.split_once(end)).map(|(name, _)| name);
        name.is_some_and(|name| !name.is_empty() && !name.contains(char::is_whitespace))
    };
    [["<|", "|>"], ["<\u{ff5c}", "\u{ff5c}>"]].into_iter().any(is_token)
        || TURNS.iter().any(|turn| text.starts_with(turn))
}

/// Whether an answer follows the mark between two places, unless the mark is shown as code.
fn answers(text: &str, start: usize, end: usize) -> bool {
    let is_shown = text.get(..start).is_some_and(|before| before.ends_with('`'));
    !is_shown && text.get(end..).is_some_and(|after| !work::trim_start(after).is_empty())
}

/// Whether a text ends with the end of a thought.
pub(super) fn ends_thought(text: &str) -> bool {
    let from = text.len().saturating_sub(LONGEST);
    let places = (from..text.len()).rev().filter_map(|at| text.get(at..));
    let last = places.into_iter().find(|rest| rest.starts_with(['<', '[']));
    TOKENS.iter().any(|(_, end)| text.ends_with(end))
        || last.is_some_and(|rest| mark_at(rest) == Some(ThoughtMark::Ends(rest.len())))
}

/// Whether a text begins with the end of a thought.
pub(super) fn begins_with_end_of_thought(text: &str) -> bool {
    matches!(mark_at(text), Some(ThoughtMark::Ends(_)))
}

/// The mark at the start of a text: a token, or the tag of an element, with an optional dialect before its name.
fn mark_at(text: &str) -> Option<ThoughtMark> {
    let token = TOKENS.iter().find_map(|(begin, end)| {
        let begins = text.starts_with(begin).then_some(ThoughtMark::Begins(begin.len()));
        begins.or_else(|| text.starts_with(end).then_some(ThoughtMark::Ends(end.len())))
    });
    if token.is_some() {
        return token;
    }
    let window = text.as_bytes().get(..LONGEST.min(text.len()))?;
    let length = memchr::memchr(b'>', window)? + 1;
    let tag = text.get(1..length - 1).filter(|_| text.starts_with('<'))?;
    let (is_closer, name) = tag.strip_prefix('/').map_or((false, tag), |name| (true, name));
    let name = match name.split_once(':') {
        Some((dialect, name)) if dialect.bytes().all(|byte| byte.is_ascii_alphanumeric()) => name,
        _ => name,
    };
    let is_thought = THOUGHTS.iter().any(|thought| name.eq_ignore_ascii_case(thought));
    is_thought.then_some(if is_closer { ThoughtMark::Ends(length) } else { ThoughtMark::Begins(length) })
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
        for text in ["<think>a", "a</think>", "a</think>\n", "<thinker>a</thinker>b", "< think>a", "<", "</", "<é"] {
            assert!(thoughts(text, &[]).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_thought_that_the_template_began_is_one_where_an_answer_follows() {
        assert_eq!(thoughts("a</think>b", &[]), ["a"]);
        assert_eq!(thoughts("a</think>b</think>c", &[]), ["a"]);
        assert_eq!(thoughts("<think>a</think>b</think>c", &[]), ["<think>a"]);
        assert!(thoughts("The tag `</think>` ends it.", &[]).is_empty());
    }

    #[test]
    fn a_thought_without_a_beginning_begins_with_its_turn() {
        for mark in ["<|assistant|>", "<\u{ff5c}Assistant\u{ff5c}>", "</assistant>", "<assistant>", "[e~["] {
            assert_eq!(thoughts(&format!("a{mark}b</think>c"), &[]), [format!("{mark}b")]);
            assert_eq!(thoughts(&format!("a</think>b{mark}c</think>d"), &[]), ["a".to_owned(), format!("{mark}c")]);
            // A thought that the text begins goes on.
            assert_eq!(thoughts(&format!("<think>a{mark}b</think>c"), &[]), [format!("<think>a{mark}b")]);
        }
        for text in ["a<|b", "a<||>b", "a<|b c|>d", "a<b>c", "a [e] b", "a<é"] {
            assert_eq!(thoughts(&format!("{text}</think>e"), &[]), [text]);
        }
    }

    #[test]
    fn tokens_and_dialects_mark_thoughts_too() {
        for (begin, end) in TOKENS.into_iter().chain([("<mm:think>", "</mm:think>")]) {
            assert_eq!(thoughts(&format!("{begin}a{end}b"), &[]), [format!("{begin}a")]);
            assert!(ends_thought(end) && begins_with_end_of_thought(end) && !ends_thought(begin), "{end}");
        }
        assert!(thoughts("<a b:think>a</a b:think>b", &[]).is_empty());
    }

    #[test]
    fn a_message_that_is_a_thought_ends_before_the_next_one() {
        for (header, token, end) in MESSAGES {
            let begin = format!("{header}{token}");
            assert_eq!(thoughts(&format!("{begin}a{end}b</b>"), &[]), [format!("{begin}a")]);
            for text in
                [format!("{begin}a"), format!("a{end}b"), format!("{header}a{token}b{end}"), format!("{token}a{end}")]
            {
                assert!(thoughts(&text, &[]).is_empty(), "{text}");
            }
            // Its end was lost: that of another message does not count.
            let answer = format!("{begin}a<|start|>assistant<|channel|>final<|message|>b{end}c");
            assert!(thoughts(&answer, &[]).is_empty());
            // Nor is a thought of another kind ended.
            assert!(thoughts(&format!("<think>a{end}"), &[]).is_empty());
        }
    }

    #[test]
    fn the_end_of_a_thought_is_distinguished_from_both_sides() {
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
