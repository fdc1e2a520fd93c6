//! The text around calls, found by comparing a reply that has two of them, or from a single call where a template
//! writes only one.

use std::ops::Range;

use super::call_parts::CallParts;
use super::probe::ProbeCall;
use super::reply::ProbeReply;
use super::tokens::{self, common_end, common_start};

/// The text around each call, and around all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Edges {
    /// The text before each call, without white space at its start.
    pub(super) opener: String,
    /// Between a call's name and its arguments.
    pub(super) joint: String,
    /// The text after each call that belongs to it, such as a closing tag.
    pub(super) closer: String,
    /// Before the first call, up to and including the opener.
    pub(super) head: String,
    /// The remaining text before, between and after the calls.
    pub(super) before: Vec<String>,
    pub(super) after: Vec<String>,
}

/// A call found in a reply.
struct LocatedCall<'a> {
    parts: CallParts,
    call: &'a ProbeCall,
}

impl Edges {
    /// Returns the text around the only call of a reply.
    pub(super) fn of_one(reply: &ProbeReply) -> Option<(CallParts, Self)> {
        let call = reply.calls.first()?;
        let call_parts = CallParts::of(&reply.text, 0, call)?;
        let Range { start, end } = call_parts.whole.clone();
        let head = placeless(reply.text.get(..start)?, call, "{id}");
        let tail = placeless(reply.text.get(end..)?, call, "{tool}");
        let edges = Self {
            opener: head.trim_start().to_owned(),
            joint: placeless(&call_parts.joint, call, "{id}"),
            closer: tail,
            head,
            ..Self::default()
        };
        Some((call_parts, edges))
    }

    /// Returns the text around the calls of a reply with two; `None` if they share one object.
    pub(super) fn of_two(reply: &ProbeReply) -> Option<(CallParts, Self)> {
        let [one, two] = reply.calls.as_slice() else { return None };
        let first = LocatedCall { parts: CallParts::of(&reply.text, 0, one)?, call: one };
        let second = LocatedCall { parts: CallParts::of(&reply.text, first.parts.whole.end, two)?, call: two };
        let head = reply.text.get(..first.parts.whole.start)?;
        let between = reply.text.get(first.parts.whole.end..second.parts.whole.start)?;
        let tail = reply.text.get(second.parts.whole.end..)?;
        let head = placeless(head, first.call, "{id}");
        let between = placeless(&placeless(between, first.call, "{tool}"), second.call, "{id}");
        let tail = placeless(tail, second.call, "{tool}");
        let opener = opener_of(&head, &between);
        let closer = closer_of(&between, &tail, opener.trim_start().len());
        let joint = joint_of(&first, &second);
        let rest = |text: &str| named_words(text);
        let between_rest = between.strip_suffix(opener.as_str()).unwrap_or(&between);
        let separator = between_rest.strip_prefix(closer.as_str()).unwrap_or_default();
        let before = rest(head.strip_suffix(opener.as_str()).unwrap_or_default());
        let mut after = rest(separator);
        after.extend(rest(tail.strip_prefix(closer.as_str()).unwrap_or_default()));
        let edges = Self { opener: opener.trim_start().to_owned(), joint, closer, head, before, after };
        Some((first.parts, edges))
    }
}

/// Returns what comes before both calls.
fn opener_of(head: &str, between: &str) -> String {
    let plain = same_end(head, between).to_owned();
    let (head, between) = (numberless(head), numberless(between));
    let numbered = same_end(&head, &between);
    if numbered.replace(NUMBER, "").len() > plain.len() { numbered.to_owned() } else { plain }
}

/// Returns the common end of two texts, starting at a mark or a word.
fn same_end<'t>(one: &'t str, other: &str) -> &'t str {
    let length = common_end(one, other);
    let whole = |text: &str| text.len() - tokens::end_of(text, text.len() - length);
    let length = whole(one).min(whole(other));
    one.get(one.len() - length..).unwrap_or_default()
}

/// Returns what comes after both calls, without the opener of the second one.
fn closer_of(between: &str, tail: &str, opener: usize) -> String {
    let free = between.get(..between.len().saturating_sub(opener)).unwrap_or_default();
    let end = tokens::start_of(between, common_start(between, tail)).min(free.len());
    let end = tokens::start_of(tail, end);
    between.get(..end).unwrap_or_default().trim_end().to_owned()
}

fn joint_of(first: &LocatedCall<'_>, second: &LocatedCall<'_>) -> String {
    let one = placeless(&first.parts.joint, first.call, "{id}");
    let two = placeless(&second.parts.joint, second.call, "{id}");
    if one == two {
        return one;
    }
    let (one, two) = (numberless(&one), numberless(&two));
    if one == two {
        return one;
    }
    let start = common_start(&one, &two);
    let end = common_end(one.get(start..).unwrap_or_default(), two.get(start..).unwrap_or_default());
    let after = one.get(one.len() - end..).unwrap_or_default();
    format!("{}{{any}}{after}", one.get(..start).unwrap_or_default())
}

/// The placeholder for a number that differs from call to call.
const NUMBER: &str = "{id}";

/// Replaces each number that is not part of a word with a placeholder.
fn numberless(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, after) = rest.split_at_checked(start).unwrap_or((rest, ""));
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (number, after) = after.split_at_checked(end).unwrap_or((after, ""));
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let is_inside = before.ends_with(is_word) || after.starts_with(is_word);
        kept.push_str(before);
        kept.push_str(if is_inside { number } else { NUMBER });
        rest = after;
    }
    kept + rest
}

/// Replaces the name of a call's tool and the number of the call with placeholders.
fn placeless(text: &str, call: &ProbeCall, placeholder: &str) -> String {
    let text = text.replace(call.tool, placeholder);
    super::reply::IDS.iter().fold(text, |text, id| text.replace(id, NUMBER))
}

/// The marks of a text for the lists of an entry, each with the word right after it (`<|close|>call`); plain words are
/// not specific enough.
pub(super) fn named_words(text: &str) -> Vec<String> {
    let mut marks: Vec<String> = Vec::new();
    for token in tokens::split(text) {
        let is_word = token.chars().all(char::is_alphanumeric);
        match marks.last_mut() {
            Some(mark) if is_word && mark.ends_with("|>") && text.contains(&format!("{mark}{token}")) => {
                mark.push_str(token);
            }
            _ => marks.push(token.to_owned()),
        }
    }
    let mut found: Vec<String> = Vec::new();
    for token in marks {
        let token = token.replace(NUMBER, "{word}");
        let is_mark = token.chars().any(|c| !c.is_alphanumeric()) && token.len() > 1
            || matches!(token.as_str(), "," | ";" | "[" | "]");
        if is_mark && !found.contains(&token) {
            found.push(token);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::template::probe::Probe;

    fn edges(head: &str, between: &str, tail: &str) -> Edges {
        let object = |call: &ProbeCall| serde_json::json!({"name": call.tool, "arguments": call.arguments}).to_string();
        let calls = Probe::two().calls;
        let written: Vec<String> = calls.iter().map(object).collect();
        let text = format!("{head}{}{between}{}{tail}", written[0], written[1]);
        Edges::of_two(&ProbeReply { about: "", text, calls }).unwrap().1
    }

    #[test]
    fn the_edges_of_each_call_are_distinguished_from_those_of_all() {
        for (head, between, tail, opener, closer, before, after) in [
            ("<all>\n<a>\n", "\n</a>\n<a>\n", "\n</a>\n</all>", "<a>\n", "\n</a>", &["<all>"][..], &["</all>"][..]),
            ("<a>", "<a>", "", "<a>", "", &[], &[]),
            ("<a>", "<a><a>", "<a>", "<a>", "<a>", &[], &[]),
            ("<list>", ", ", "</list>", "", "", &["<list>"], &[",", "</list>"]),
            ("<call 7310>", "</call><call 7311>", "</call>", "<call {id}>", "</call>", &[], &[]),
            ("[A] ", "[B][A] ", "[B]", "[A] ", "[B]", &[], &[]),
            ("<|a|>all<|b|>x ", "<|c|>x ", "<|c|>all", "x ", "<|c|>", &["<|a|>all", "<|b|>"], &[]),
        ] {
            let found = edges(head, between, tail);
            assert_eq!((found.opener.as_str(), found.closer.as_str()), (opener, closer), "{head} {between} {tail}");
            assert_eq!(
                (found.before, found.after),
                (before.iter().map(|&s| s.to_owned()).collect(), after.iter().map(|&s| s.to_owned()).collect()),
                "{head} {between} {tail}"
            );
        }
    }

    #[test]
    fn only_numbers_that_stand_alone_have_a_placeholder() {
        assert_eq!(numberless("a1 2b <v3> :0<x> \"12\""), "a1 2b <v3> :{id}<x> \"{id}\"");
    }
}
