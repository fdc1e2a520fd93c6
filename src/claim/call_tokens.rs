//! Tokens of syntaxes next to claims, which are removed with them.

use std::collections::HashMap;

use super::adjacent::ends_line;
use super::{Claim, Span, payload};
use crate::registry::{CallToken, CallTokens, Class, TokenRole};

/// The tokens of a text outside its payloads, which may contain any.
pub(super) struct Tokens<'t> {
    pub(super) text: &'t str,
    pub(super) all: Vec<CallToken>,
    /// For each token, the index of the one that it opens or closes.
    partners: Vec<Option<usize>>,
}

impl<'t> Tokens<'t> {
    pub(super) fn of(text: &'t str, payloads: &[Span], known: &CallTokens) -> Self {
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

    pub(super) fn span(&self, index: usize) -> Span {
        self.all.get(index).map_or(Span::default(), |token| Span::new(token.place.start, token.place.end))
    }

    pub(super) fn partner(&self, index: usize) -> Option<usize> {
        self.partners.get(index).copied().flatten()
    }

    /// The token that ends before byte `at`, with only white space after it.
    fn before(&self, at: usize, floor: usize) -> Option<usize> {
        let index = self.all.partition_point(|token| token.place.end <= at).checked_sub(1)?;
        let span = self.span(index);
        (span.start >= floor && self.is_blank(span.end, at)).then_some(index)
    }

    /// The token that begins after byte `at`, with only white space before it.
    fn behind(&self, at: usize, ceiling: usize) -> Option<usize> {
        let index = self.all.partition_point(|token| token.place.start < at);
        let span = self.span(index);
        (index < self.all.len() && span.end <= ceiling && self.is_blank(at, span.start)).then_some(index)
    }

    pub(super) fn is_blank(&self, from: usize, to: usize) -> bool {
        payload::skip_blank(self.text.get(from..to).unwrap_or_default()).is_empty()
    }

    /// Whether a token after a claim belongs to the claim, not to what follows.
    fn ends_claim(&self, index: usize) -> bool {
        let Some(token) = self.all.get(index) else { return false };
        let begins = token.role == TokenRole::Opens
            || token.name.starts_with("start_")
            || ["begin", "start", "open", "tool_calls"].iter().any(|word| token.name.ends_with(word));
        let end = token.place.end;
        let holds = self.text.get(end..).is_some_and(|rest| rest.starts_with(['{', '[', '"']));
        let precedes = self.all.get(index + 1).is_some_and(|next| next.place.start == end);
        ends_line(self.text, end) || !(begins || (holds && !precedes))
    }

    /// Whether a token ends a thought without an opener: what comes before it is thought, and must not become part of
    /// the answer.
    fn ends_thought(&self, index: usize) -> bool {
        self.all.get(index).is_some_and(|token| {
            let is_alone = token.role == TokenRole::Closes && self.partner(index).is_none();
            is_alone && token.is_of_thought() && !self.is_blank(0, token.place.start)
        })
    }

    /// A span with the tokens right around it, between `floor` and `ceiling`. Both tokens of a pair are taken, or none.
    fn around(&self, mut span: Span, floor: usize, ceiling: usize) -> Span {
        loop {
            let before = self.before(span.start, floor);
            let behind = self.behind(span.end, ceiling);
            let is_within = |index: usize| {
                let place = self.span(index);
                span.start <= place.start && place.end <= span.end
            };
            let belongs = |index: usize| self.partner(index).map_or_else(|| !self.ends_thought(index), is_within);
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

    /// A span without a closer at its start if the opener comes before the span.
    fn without_closers(&self, span: Span, payload: Span) -> Span {
        let mut start = span.start;
        let closes_what_stays = |index: usize| {
            let opener = self.partner(index).map(|opener| self.span(opener).start);
            opener.map_or_else(|| self.ends_thought(index), |opener| opener < span.start)
        };
        while let Some(index) = self.behind(start, payload.start).filter(|index| closes_what_stays(*index)) {
            start = self.span(index).end;
        }
        if start == span.start {
            return span;
        }
        let rest = self.text.get(start..payload.start).unwrap_or_default();
        Span::new(start + rest.len() - payload::skip_blank(rest).len(), span.end)
    }

    /// The byte after all tokens that follow byte `at`, up to `ceiling`.
    fn past_all(&self, at: usize, ceiling: usize) -> usize {
        let mut end = at;
        while let Some(index) = self.behind(end, ceiling) {
            end = self.span(index).end;
        }
        end
    }
}

/// Extends claims over the tokens right next to them, except for tokens that close what stays.
pub(super) fn take_adjacent(text: &str, claims: &mut Vec<Claim>, known: &CallTokens) {
    if claims.is_empty() {
        return;
    }
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
    let mut dropped = Vec::with_capacity(claims.len());
    let mut first = 0;
    while let Some(begin) = claims.get(first) {
        let floor = first.checked_sub(1).and_then(|before| claims.get(before)).map_or(0, |before| before.span.end);
        // Claims with only tokens between them are treated as one.
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
        let group = claims.get(first..=last).unwrap_or_default();
        // What a call left behind belongs to it.
        let is_mixed = group.iter().any(|claim| !is_debris(claim) && claim.is_payload());
        let is_taken = begin.is_payload() || last > first;
        let hull = if is_taken { tokens.around(hull, floor, ceiling) } else { hull };
        let mut kept = None;
        for index in first..=last {
            let Some(claim) = claims.get(index) else { break };
            let next = claims.get(index + 1).map_or(ceiling, |next| next.span.start);
            let end = if index < last { tokens.past_all(claim.span.end, next) } else { hull.end };
            let is_dropped = is_mixed && is_debris(claim);
            dropped.push(is_dropped);
            if !is_dropped && let Some(claim) = claims.get_mut(index) {
                claim.span.start = if kept.is_none() { hull.start } else { claim.span.start };
                kept = Some(index);
            }
            if let Some(claim) = kept.and_then(|kept| claims.get_mut(kept)) {
                claim.span.end = end.max(claim.span.end);
            }
        }
        first = last + 1;
    }
    let mut dropped = dropped.into_iter();
    claims.retain(|_| !dropped.next().unwrap_or_default());
}

/// Whether a claim consists of tokens only.
fn is_debris(claim: &Claim) -> bool {
    claim.class == Some(Class::Echo) && claim.payload.is_none() && claim.value.is_none()
}

/// Whether only white space and one comma come between two claims.
fn is_separator(between: &str) -> bool {
    let rest = payload::skip_blank(between);
    payload::skip_blank(rest.strip_prefix(',').unwrap_or(rest)).is_empty()
}

#[cfg(test)]
mod tests {
    use crate::claim::{Context, find};
    use crate::registry::Registry;

    fn removed(text: &str) -> Vec<&str> {
        let claims = find(text, &Registry::builtin().unwrap(), Context::default());
        claims.iter().map(|claim| claim.span.of(text)).collect()
    }

    const LOST: &str = "{success: true, memory_type: \"core\", content: \"Tea. <think> </tool_call>\"}";
    const CALL: &str = "{\"name\": \"save_memory\", \"arguments\": {\"memory_type\": \"core\", \"content\": \"Tea\"}}";

    #[test]
    fn tokens_right_next_to_a_claim_go_with_it() {
        for (before, behind) in [
            ("<|tool_calls_section_begin|>", "<|tool_call_end|><|tool_calls_section_end|>"),
            ("<|tool_call|>\n", "<|tool_call|>"),
            ("", "<|function_call|>"),
            ("<|function_call|>", ""),
            ("<|python_start|>", " <|python_end|>"),
            ("<|a|><tool_call>", "<|b|></tool_call>"),
            ("<|im_start|>", "\n<tool_call>\n"),
            ("<think>", "</think>"),
            ("[TOOL_CALL]", "<|x|>[/TOOL_CALL]"),
            ("&lt;tool_call&gt;", "</tool_call>"),
            ("<tool_call>", "&lt;/tool_call&gt;"),
            ("", "</s>"),
            ("<s>[INST]", "[/INST]</s>"),
            ("<bos>", "<end_of_turn><eos>"),
        ] {
            let whole = format!("{before}{LOST}{behind}");
            assert_eq!(removed(&format!("{whole} Noted.")), [whole.trim_end()], "{before} {behind}");
            assert_eq!(removed(&format!("Noted.\n{whole}")), [whole.trim_end()], "{before} {behind}");
        }
    }

    #[test]
    fn the_tokens_of_its_message_go_with_a_call() {
        for text in [
            "<|open|>response<|sep|><|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool=\"get_time\" index=\"1\"<|sep|>\
             <|open|>argument key=\"zone\" type=\"string\"<|sep|>CET<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>\
             <|close|>message<|sep|><|end_of_msg|>",
            "<|start|>assistant to=get_time<|message|><atem:function_calls>\n<atem:invoke name=\"get_time\">\n\
             <atem:parameter name=\"zone\">CET</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>",
        ] {
            assert_eq!(removed(text), [text]);
        }
    }

    #[test]
    fn a_token_that_was_cut_off_goes_with_the_claim_before_it() {
        for cut in ["</tool_cal", "<|im_end", "\n</too", "&lt;/tool_c", "<end_of_tur", "</s"] {
            for call in [LOST.to_owned(), format!("<tool_call>{CALL}</tool_call>")] {
                let text = format!("{call}{cut}");
                assert_eq!(removed(&text), [&text]);
            }
        }
    }

    #[test]
    fn what_a_call_left_behind_is_no_claim_next_to_it() {
        for text in
            [format!("Noted.\n{LOST}\n</tool_call>"), format!("<no_tool_calls>\n{LOST}\n<no_tool_calls>\n</invoke>")]
        {
            assert_eq!(removed(&text), [text.trim_start_matches("Noted.\n")], "{text}");
        }
        assert_eq!(removed("Noted.\n</tool_call>"), ["</tool_call>"]);
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
            }
        }
        assert_eq!(removed(&format!("{CALL}<tool_call>and more")), [CALL]);
        // The thought has no opener: without its end it would become part of the answer.
        assert_eq!(removed(&format!("I should.</think>{CALL}Noted.")), [CALL]);
        assert_eq!(removed(&format!("</think>{CALL}</tool_call>Noted.")), [format!("</think>{CALL}</tool_call>")]);
    }
}
