//! What a removal would leave behind of a call: tokens, brackets, members, half a fence.

use super::beside::{begins_line, ends_line};
use super::call_tokens::{Tokens, is_separator};
use super::escaped::Unescaped;
use super::marks::code_outside;
use super::{Span, payload};
use crate::registry::{CallToken, CallTokens, TokenRole};

/// A place of a text that is removed, or left on purpose.
#[derive(Clone, Copy, Debug)]
pub struct Treated {
    /// All of it.
    pub span: Span,
    /// What in it may hold anything.
    pub payload: Option<Span>,
    /// Whether it is removed.
    pub removed: bool,
}

/// Whether a removal leaves a part of a call behind: brackets and members right beside it, or a token that stands alone outside of
/// sentences and code, whose other half goes, or that is cut in two.
///
/// `treated` are in order; what is left on purpose is no remainder.
#[must_use]
pub fn leaves_remains(text: &str, treated: &[Treated], known: &CallTokens) -> bool {
    let Some(unescaped) = Unescaped::of(text) else { return leaves_in_plain(text, treated, known) };
    let resolved = treated.iter().map(|treated| Treated {
        span: unescaped.resolved(treated.span),
        payload: treated.payload.map(|payload| unescaped.resolved(payload)),
        ..*treated
    });
    leaves_in_plain(&unescaped.text, &resolved.collect::<Vec<_>>(), known)
}

fn leaves_in_plain(text: &str, treated: &[Treated], known: &CallTokens) -> bool {
    let payloads: Vec<Span> = treated.iter().filter_map(|treated| treated.payload).collect();
    let tokens = Tokens::of(text, &payloads, known);
    if leaves_brackets(text, treated) || leaves_fence(text, treated) {
        return true;
    }
    if tokens.all.is_empty() {
        return false;
    }
    let spans: Vec<Span> = treated.iter().map(|treated| treated.span).collect();
    let code = code_outside(text, &spans);
    let treatment = |index: usize| {
        let place = tokens.span(index);
        let after = treated.partition_point(|treated| treated.span.start <= place.start);
        let last = after.checked_sub(1).and_then(|last| treated.get(last));
        last.filter(|last| place.end <= last.span.end)
    };
    let is_removed = |index: usize| treatment(index).is_some_and(|treated| treated.removed);
    (0..tokens.all.len()).any(|index| {
        let is_cut = || {
            let token = tokens.span(index);
            let border = |at: usize| token.start < at && at < token.end;
            let from = treated.partition_point(|treated| treated.span.end <= token.start);
            let near = treated.get(from..).unwrap_or_default().iter().take_while(|near| near.span.start < token.end);
            near.filter(|near| near.removed).any(|near| border(near.span.start) || border(near.span.end))
        };
        let is_torn = is_removed(index) && tokens.partner(index).is_some_and(|partner| !is_removed(partner));
        let is_code = || {
            let start = tokens.span(index).start;
            let after = code.partition_point(|code| code.span.start <= start);
            after.checked_sub(1).and_then(|last| code.get(last)).is_some_and(|code| start < code.span.end)
        };
        let is_of_thought = || tokens.all.get(index).is_some_and(CallToken::is_of_thought);
        let stays = || treatment(index).is_none() && !is_of_thought();
        is_torn || is_cut() || (stays() && !tokens.is_whole(index) && !tokens.is_mentioned(index) && !is_code())
    })
}

/// Brackets around data and calls.
const BRACKETS: [(char, char); 3] = [('{', '}'), ('[', ']'), ('(', ')')];
/// So far before a closing bracket the one that opens it is looked for, in bytes.
const REACH: usize = 1_000;

/// Whether a part of what is removed stays beside it: a bracket whose other half is not there, or a member of an object.
fn leaves_brackets(text: &str, treated: &[Treated]) -> bool {
    let mut end = 0;
    let mut places = treated.iter().filter(|treated| treated.removed).peekable();
    while let Some(first) = places.next() {
        // What stands beside one another goes together.
        let (mut whole, mut is_data) = (first.span, first.payload.is_some());
        while let Some(next) = places.next_if(|next| text.get(whole.end..next.span.start).is_some_and(is_separator)) {
            whole.end = next.span.end;
            is_data |= next.payload.is_some();
        }
        let before = text.get(end..whole.start).unwrap_or_default().trim_end();
        let behind = payload::skip_blank(text.get(whole.end..).unwrap_or_default());
        let next = behind.chars().next();
        let closes = BRACKETS.iter().find(|(_, close)| next == Some(*close));
        let opens = BRACKETS.iter().find(|(open, _)| before.ends_with(*open));
        let is_left = match (opens, closes) {
            (Some(opens), Some(closes)) => opens != closes,
            (Some(_), None) => true,
            (None, Some((open, close))) => !is_open(before, *open, *close),
            (None, None) => next == Some('>') || payload::begins_member(behind),
        };
        if is_data && is_left {
            return true;
        }
        end = whole.end;
    }
    false
}

/// Whether one of the two lines of a code fence goes, and the other one stays.
fn leaves_fence(text: &str, treated: &[Treated]) -> bool {
    let is_removed = |at: usize| {
        let after = treated.partition_point(|treated| treated.span.start <= at);
        let last = after.checked_sub(1).and_then(|last| treated.get(last));
        last.is_some_and(|last| last.removed && at < last.span.end)
    };
    let marks = ["```", "~~~"].into_iter().flat_map(|mark| text.match_indices(mark));
    let fences = marks.map(|(at, _)| at).filter(|at| begins_line(text, *at));
    let (removed, kept): (Vec<usize>, Vec<usize>) = fences.partition(|at| is_removed(*at));
    removed.len() % 2 == 1 && kept.len() % 2 == 1
}

/// Whether the last bracket of a kind in a text is one that opens.
fn is_open(text: &str, open: char, close: char) -> bool {
    let mut closed = 0_usize;
    for c in text.char_indices().rev().take_while(|(at, _)| text.len() - at <= REACH).map(|(_, c)| c) {
        if c == close {
            closed += 1;
        } else if c == open {
            match closed.checked_sub(1) {
                Some(fewer) => closed = fewer,
                None => return true,
            }
        }
    }
    false
}

impl Tokens<'_> {
    /// Whether a token is half of an element that holds something: what that is, the reading of the whole text says.
    fn is_whole(&self, index: usize) -> bool {
        self.partner(index).is_some_and(|partner| {
            let (first, last) = (self.span(index.min(partner)), self.span(index.max(partner)));
            !self.is_blank(first.end, last.start)
        })
    }

    /// Whether a token is a word of a sentence, or stands between quotation marks.
    fn is_mentioned(&self, index: usize) -> bool {
        let Some(token) = self.all.get(index) else { return false };
        let before = self.text.get(..token.place.start).unwrap_or_default();
        let behind = self.text.get(token.place.end..).unwrap_or_default();
        let last = before.chars().next_back();
        let is_quoted = last.is_some_and(|c| matches!(c, '"' | '\'' | '“' | '‘' | '«' | '(' | '`' | '\\'));
        let word = before.trim_end_matches([' ', '\t']);
        let follows_word = word.len() < before.len()
            && word
                .chars()
                .next_back()
                .is_some_and(|c| c.is_alphanumeric() || matches!(c, ',' | ':' | ';' | '(' | '-'));
        let goes_on = token.role != TokenRole::Single || !ends_line(self.text, token.place.end);
        let is_free = behind.chars().next().is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '{' | '<' | '['));
        is_quoted || (follows_word && goes_on && is_free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Context, find};
    use crate::registry::Registry;

    /// Whether removing the first claims of a text, so many, leaves tokens; the others stay on purpose.
    fn leaves(text: &str, removed: usize) -> bool {
        let registry = Registry::builtin().unwrap();
        let claims = find(text, &registry, Context::default());
        let treated = claims.iter().enumerate().map(|(index, claim)| Treated {
            span: claim.span,
            payload: claim.payload,
            removed: index < removed,
        });
        let treated: Vec<_> = treated.collect();
        leaves_remains(text, &treated, registry.call_tokens())
    }

    const LOST: &str = "{success: true, memory_type: \"core\", content: \"Tea. <think> </tool_call>\"}";
    const CALL: &str = "{\"name\": \"save_memory\", \"arguments\": {\"memory_type\": \"core\", \"content\": \"Tea\"}}";

    #[test]
    fn what_closes_something_else_is_not_torn() {
        for wrapped in [CALL.to_owned(), format!("<tool_call>{CALL}</tool_call>"), LOST.to_owned()] {
            let text = format!("<think>I should.</think>{wrapped} Noted.");
            assert!(!leaves(&text, 1), "{text}");
        }
    }

    #[test]
    fn what_is_left_behind_is_told() {
        for text in [
            format!("{LOST} Noted.<|function_call|>"),
            format!("<tool_call> </tool_call> is {LOST} Noted."),
            format!("{LOST}) Noted."),
            format!("int({LOST} Noted."),
            format!("<tool_call>{LOST}</tool_call>, \"mood\": \"calm\"}}Noted."),
            format!("{LOST}> Noted."),
            "```tool_code\n[default_api.save_memory(content=\"Tea\", memory_type=\"core\"), default_api.lo\n```"
                .to_owned(),
            format!("<|tool_call_begin|>oops {LOST}"),
            "Sure.<tool_call>list the memories\n</tool_call>".to_owned(),
            format!("<tool_call>oops, no.\n{CALL}</tool_call>"),
        ] {
            assert!(leaves(&text, 9), "{text}");
        }
        for text in [
            format!("{LOST} The tag <tool_call> begins one, and `</tool_call>` ends it: \"<|call|>\"."),
            format!("{LOST}\n```xml\n<tool_call>\n```\nNoted."),
            format!("<think>a</think>{LOST}<think>b</think> Noted."),
            format!("{LOST} Noted, a < b."),
            format!("Noted (as you said: {LOST}), [and {LOST} ] so."),
            format!("{LOST}, \"yes\", and so on."),
            format!("For example: <tool_call>{{...}}</tool_call>\n\n{LOST}"),
        ] {
            assert!(!leaves(&text, 9), "{text}");
        }
    }

    #[test]
    fn in_an_escaped_text_it_is_told_too() {
        let escaped = |text: &str| text.replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        assert!(leaves(&escaped(&format!("{LOST} Noted.<|function_call|>")), 9));
        assert!(!leaves(&escaped(&format!("<|a|>{LOST}<|b|> Noted.")), 9));
    }

    #[test]
    fn half_a_call_does_not_go_alone() {
        let text = format!("<tool_call>{CALL}\n\nThat is done.\n</tool_call>");
        assert!(!leaves(&text, 2) && leaves(&text, 1));
    }
}
