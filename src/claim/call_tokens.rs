//! The tokens of syntaxes beside claims: those that belong to what is removed, and those that would be left behind.

use std::collections::HashMap;

use super::beside::{begins_line, ends_line};
use super::marks::code_outside;
use super::{Claim, Span, payload};
use crate::registry::{CallToken, CallTokens, Class, TokenRole};

/// The tokens of a text outside of payloads, which may hold any.
struct Tokens<'t> {
    text: &'t str,
    all: Vec<CallToken>,
    /// For each the one that it opens or closes, by its place.
    partners: Vec<Option<usize>>,
}

impl<'t> Tokens<'t> {
    fn of(text: &'t str, payloads: &[Span], known: &CallTokens) -> Self {
        let mut all = known.all(text);
        all.retain(|token| {
            let after = payloads.partition_point(|payload| payload.start <= token.place.start);
            after.checked_sub(1).and_then(|last| payloads.get(last)).is_none_or(|last| last.end <= token.place.start)
        });
        let mut partners = vec![None; all.len()];
        let mut open: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, token) in all.iter().enumerate() {
            match token.role {
                TokenRole::Opens => open.entry(&token.name).or_default().push(index),
                TokenRole::Closes => {
                    if let Some(opener) = open.get_mut(token.name.as_str()).and_then(Vec::pop) {
                        (partners[opener], partners[index]) = (Some(index), Some(opener));
                    }
                }
                TokenRole::Single => {}
            }
        }
        Self { text, all, partners }
    }

    fn span(&self, index: usize) -> Span {
        self.all.get(index).map_or(Span::default(), |token| Span::new(token.place.start, token.place.end))
    }

    fn partner(&self, index: usize) -> Option<usize> {
        self.partners.get(index).copied().flatten()
    }

    /// The token that ends before byte `at` with nothing but blanks behind it.
    fn before(&self, at: usize, floor: usize) -> Option<usize> {
        let index = self.all.partition_point(|token| token.place.end <= at).checked_sub(1)?;
        let span = self.span(index);
        (span.start >= floor && self.is_blank(span.end, at)).then_some(index)
    }

    /// The token that begins behind byte `at` with nothing but blanks before it.
    fn behind(&self, at: usize, ceiling: usize) -> Option<usize> {
        let index = self.all.partition_point(|token| token.place.start < at);
        let span = self.span(index);
        (index < self.all.len() && span.end <= ceiling && self.is_blank(at, span.start)).then_some(index)
    }

    fn is_blank(&self, from: usize, to: usize) -> bool {
        payload::skip_blank(self.text.get(from..to).unwrap_or_default()).is_empty()
    }

    /// Whether a token behind a claim belongs to it, not to what comes next.
    fn ends_claim(&self, index: usize) -> bool {
        let Some(token) = self.all.get(index) else { return false };
        let begins = token.role == TokenRole::Opens
            || ["begin", "start", "open", "tool_calls"].iter().any(|word| token.name.ends_with(word));
        let end = token.place.end;
        let holds = self.text.get(end..).is_some_and(|rest| rest.starts_with(['{', '[', '"']));
        let precedes = self.all.get(index + 1).is_some_and(|next| next.place.start == end);
        ends_line(self.text, end) || !(begins || (holds && !precedes))
    }

    /// A span with the tokens right around it; not before `floor`, not behind `ceiling`. Of a pair both are taken or none.
    fn around(&self, mut span: Span, floor: usize, ceiling: usize) -> Span {
        loop {
            let before = self.before(span.start, floor);
            let behind = self.behind(span.end, ceiling);
            let is_within = |index: usize| {
                let place = self.span(index);
                span.start <= place.start && place.end <= span.end
            };
            let belongs = |index: usize| self.partner(index).is_none_or(is_within);
            if let Some(index) = before.filter(|index| belongs(*index)) {
                span.start = self.span(index).start;
            } else if let Some(index) = behind
                && self.partner(index).map_or_else(|| self.ends_claim(index), is_within)
            {
                span.end = self.span(index).end;
            } else if let (Some(before), Some(behind)) = (before, behind)
                && self.partner(before) == Some(behind)
            {
                span = Span::new(self.span(before).start, self.span(behind).end);
            } else {
                return span;
            }
        }
    }

    /// A span without a closer at its start whose opener stands before it.
    fn without_closers(&self, span: Span, payload: Span) -> Span {
        let mut start = span.start;
        while let Some(index) = self.behind(start, payload.start)
            && let Some(opener) = self.partner(index)
            && self.span(opener).start < span.start
        {
            start = self.span(index).end;
        }
        if start == span.start {
            return span;
        }
        let rest = self.text.get(start..payload.start).unwrap_or_default();
        Span::new(start + rest.len() - payload::skip_blank(rest).len(), span.end)
    }
}

/// Lets the tokens right beside claims go with them, and leaves those that close what stays.
pub(super) fn take_beside(text: &str, claims: &mut Vec<Claim>, known: &CallTokens) {
    let payloads: Vec<Span> = claims.iter().filter_map(|claim| claim.payload).collect();
    let tokens = Tokens::of(text, &payloads, known);
    if tokens.all.is_empty() {
        return;
    }
    for claim in claims.iter_mut() {
        if let Some(payload) = claim.payload {
            claim.span = tokens.without_closers(claim.span, payload);
        }
    }
    let mut first = 0;
    while let Some(begin) = claims.get(first) {
        let floor = first.checked_sub(1).and_then(|before| claims.get(before)).map_or(0, |before| before.span.end);
        // Claims with nothing but tokens between them are one.
        let mut hull = begin.span;
        let mut last = first;
        while let Some(next) = claims.get(last + 1) {
            let passed = tokens.past_all(hull.end, next.span.start);
            if text.get(passed..next.span.start).is_none_or(|between| !is_separator(between)) {
                break;
            }
            hull.end = next.span.end;
            last += 1;
        }
        let ceiling = claims.get(last + 1).map_or(text.len(), |next| next.span.start);
        // What a call left behind belongs to it.
        if let Some(group) = claims.get(first..=last)
            && group.iter().any(|claim| !is_debris(claim) && claim.is_payload())
            && let Some(debris) = group.iter().position(is_debris)
        {
            claims.remove(first + debris);
            continue;
        }
        if begin.is_payload() || last > first {
            let hull = tokens.around(hull, floor, ceiling);
            for between in first..last {
                let next = claims.get(between + 1).map_or(ceiling, |next| next.span.start);
                if let Some(claim) = claims.get_mut(between) {
                    claim.span.end = tokens.past_all(claim.span.end, next);
                }
            }
            if let Some(claim) = claims.get_mut(first) {
                claim.span.start = hull.start;
            }
            if let Some(claim) = claims.get_mut(last) {
                claim.span.end = hull.end;
            }
        }
        first = last + 1;
    }
}

impl Tokens<'_> {
    /// The byte behind all tokens that follow byte `at`, up to `ceiling`.
    fn past_all(&self, at: usize, ceiling: usize) -> usize {
        let mut end = at;
        while let Some(index) = self.behind(end, ceiling) {
            end = self.span(index).end;
        }
        end
    }
}

/// Whether a claim is nothing but tokens.
fn is_debris(claim: &Claim) -> bool {
    claim.class == Some(Class::Echo) && claim.payload.is_none() && claim.value.is_none()
}

fn is_separator(between: &str) -> bool {
    let rest = payload::skip_blank(between);
    payload::skip_blank(rest.strip_prefix(',').unwrap_or(rest)).is_empty()
}

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
    use crate::claim::{Context, find};
    use crate::registry::Registry;

    use super::*;

    fn removed(text: &str) -> Vec<&str> {
        let claims = find(text, &Registry::builtin().unwrap(), Context::default());
        claims.iter().map(|claim| claim.span.of(text)).collect()
    }

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
    fn tokens_right_beside_a_claim_go_with_it() {
        for (before, behind) in [
            ("<|tool_calls_section_begin|>", "<|tool_call_end|><|tool_calls_section_end|>"),
            ("<|tool_call|>\n", "<|tool_call|>"),
            ("", "<|function_call|>"),
            ("<|function_call|>", ""),
            ("<|python_start|>", " <|python_end|>"),
            ("<|a|><tool_call>", "<|b|></tool_call>"),
            ("<|im_start|>", "\n<tool_call>\n"),
            ("</think>", "</tool_call>"),
            ("<think>", "</think>"),
            ("[TOOL_CALL]", "<|x|>[/TOOL_CALL]"),
        ] {
            let whole = format!("{before}{LOST}{behind}");
            assert_eq!(removed(&format!("{whole} Noted.")), [whole.trim_end()], "{before} {behind}");
            assert_eq!(removed(&format!("Noted.\n{whole}")), [whole.trim_end()], "{before} {behind}");
        }
    }

    #[test]
    fn tokens_between_claims_go_with_them() {
        let text = format!("<tool_calls><|a|>{LOST}<|b|>\n<|c|>{LOST}</tool_calls>Noted.");
        assert_eq!(removed(&text).concat(), text.trim_end_matches("Noted."));
    }

    #[test]
    fn what_closes_something_else_stays() {
        for wrapped in [CALL.to_owned(), format!("<tool_call>{CALL}</tool_call>"), LOST.to_owned()] {
            for blank in ["", "\n\n"] {
                let text = format!("<think>I should.</think>{blank}{wrapped} Noted.");
                assert_eq!(removed(&text), [&wrapped], "{text}");
                assert!(!leaves(&text, 1), "{text}");
            }
        }
        assert_eq!(removed(&format!("{CALL}<tool_call>and more")), [CALL]);
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
    fn half_a_call_does_not_go_alone() {
        let text = format!("<tool_call>{CALL}\n\nThat is done.\n</tool_call>");
        assert_eq!(removed(&text).len(), 2, "{text}");
        assert!(!leaves(&text, 2) && leaves(&text, 1));
    }
}
