//! What a removal would leave behind of a call: tokens, brackets, members, half a fence.

mod brackets;

use memchr::memmem;

use super::adjacent::{begins_line, ends_line};
use super::call_tokens::Tokens;
use super::escaped::Unescaped;
use super::marks::{Code, code_outside};
use super::{Span, payload};
use crate::registry::{CallToken, CallTokens, TokenRole};

/// A place in a text that is removed, or kept on purpose.
#[derive(Clone, Copy, Debug)]
pub struct TreatedSpan {
    /// The bytes of the whole place.
    pub span: Span,
    /// The bytes in it that may contain anything.
    pub payload: Option<Span>,
    /// Whether it is removed, not kept on purpose.
    pub removed: bool,
    /// Whether another text replaces it.
    pub replaced: bool,
}

/// Whether a removal leaves part of a call behind: brackets or members right next to it, or a token outside of
/// sentences and code that is cut in two or whose other half is removed.
///
/// `treated` must be in order; what is kept on purpose is no remainder.
#[must_use]
pub fn has_leftovers(text: &str, treated: &[TreatedSpan], known: &CallTokens) -> bool {
    let Some(unescaped) = Unescaped::of(text) else { return leaves_in_plain(text, treated, known) };
    let resolved = treated.iter().map(|treated| TreatedSpan {
        span: unescaped.resolved(treated.span),
        payload: treated.payload.map(|payload| unescaped.resolved(payload)),
        ..*treated
    });
    leaves_in_plain(&unescaped.text, &resolved.collect::<Vec<_>>(), known)
}

fn leaves_in_plain(text: &str, treated: &[TreatedSpan], known: &CallTokens) -> bool {
    let payloads: Vec<Span> = treated.iter().filter_map(|treated| treated.payload).collect();
    let spans: Vec<Span> = treated.iter().map(|treated| treated.span).collect();
    let code = code_outside(text, &spans);
    if leaves_members(text, treated) || leaves_fence(text, treated) || brackets::are_left(text, treated, &code) {
        return true;
    }
    let remainder = Remainder { treated, tokens: Tokens::of(text, &payloads, known), code };
    (0..remainder.tokens.all.len()).any(|index| remainder.is_leftover(index))
}

/// The treated place that begins last up to byte `at`.
fn last_treated(treated: &[TreatedSpan], at: usize) -> Option<&TreatedSpan> {
    let after = treated.partition_point(|treated| treated.span.start <= at);
    treated.get(after.checked_sub(1)?)
}

/// The tokens of a text of which places are removed or kept on purpose.
struct Remainder<'a> {
    treated: &'a [TreatedSpan],
    tokens: Tokens<'a>,
    /// The code outside these places.
    code: Vec<Code>,
}

impl Remainder<'_> {
    /// Whether a token is, or would be, part of a call of which the rest is gone.
    fn is_leftover(&self, index: usize) -> bool {
        let is_torn =
            || self.is_removed(index) && self.tokens.partner(index).is_some_and(|partner| !self.is_removed(partner));
        let is_of_thought = || self.tokens.all.get(index).is_some_and(CallToken::is_of_thought);
        // An escaped token is shown, not used, unless it is next to a removal.
        let is_meant = || !self.tokens.is_escaped(index) || self.is_next_to_removal(index);
        let stays = || self.treatment(index).is_none() && !is_of_thought() && is_meant();
        let is_explained =
            || self.tokens.is_half_of_element(index) || self.tokens.is_mentioned(index) || self.is_code(index);
        is_torn() || self.is_cut(index) || (stays() && !is_explained())
    }

    /// The treated place that holds a token.
    fn treatment(&self, index: usize) -> Option<&TreatedSpan> {
        let token = self.tokens.span(index);
        last_treated(self.treated, token.start).filter(|last| token.end <= last.span.end)
    }

    fn is_removed(&self, index: usize) -> bool {
        self.treatment(index).is_some_and(|treated| treated.removed)
    }

    /// Whether a removal begins or ends within a token.
    fn is_cut(&self, index: usize) -> bool {
        let token = self.tokens.span(index);
        let is_within = |at: usize| token.start < at && at < token.end;
        let from = self.treated.partition_point(|treated| treated.span.end <= token.start);
        let near = self.treated.iter().skip(from).take_while(|near| near.span.start < token.end);
        near.filter(|near| near.removed).any(|near| is_within(near.span.start) || is_within(near.span.end))
    }

    fn is_code(&self, index: usize) -> bool {
        let start = self.tokens.span(index).start;
        let after = self.code.partition_point(|code| code.span.start <= start);
        after.checked_sub(1).and_then(|last| self.code.get(last)).is_some_and(|code| start < code.span.end)
    }

    /// Whether only white space separates a token from removed data.
    fn is_next_to_removal(&self, index: usize) -> bool {
        let token = self.tokens.span(index);
        let next = self.treated.partition_point(|treated| treated.span.start < token.end);
        let data = |index: usize| self.treated.get(index).filter(|near| near.removed && near.payload.is_some());
        data(next).is_some_and(|near| self.tokens.is_blank(token.end, near.span.start))
            || next.checked_sub(1).and_then(data).is_some_and(|near| self.tokens.is_blank(near.span.end, token.start))
    }
}

/// Whether part of what is removed stays right after it: a member of an object, or the end of a tag.
fn leaves_members(text: &str, treated: &[TreatedSpan]) -> bool {
    treated.iter().filter(|treated| treated.removed && treated.payload.is_some()).any(|treated| {
        let behind = text.get(treated.span.end..).unwrap_or_default();
        let same_line = behind.trim_start_matches([' ', '\t']);
        // A tag that was cut off after its bracket.
        let is_cut = ["<", "</", "<|", "</|"]
            .into_iter()
            .filter_map(|cut| same_line.strip_prefix(cut))
            .any(|rest| payload::skip_blank(rest).is_empty());
        same_line.starts_with('>') || is_cut || payload::begins_member(behind)
    })
}

/// Whether only one of the two lines of a code fence is removed.
fn leaves_fence(text: &str, treated: &[TreatedSpan]) -> bool {
    let is_removed = |at: usize| last_treated(treated, at).is_some_and(|last| last.removed && at < last.span.end);
    // A fence that was opened within a line: "Look: ```tool_code".
    let follows_fence = |removed: &TreatedSpan| {
        let before = text.get(..removed.span.start).unwrap_or_default().trim_end().trim_end_matches(is_language);
        let fence = before.strip_suffix("```").map(str::len);
        fence.is_some_and(|fence| !begins_line(text, fence) && !is_removed(fence))
    };
    if treated.iter().filter(|treated| treated.removed && treated.payload.is_some()).any(follows_fence) {
        return true;
    }
    let marks = ["```", "~~~"].into_iter().flat_map(|mark| memmem::find_iter(text.as_bytes(), mark));
    let fences = marks.filter(|at| begins_line(text, *at));
    let (removed, kept): (Vec<usize>, Vec<usize>) = fences.partition(|at| is_removed(*at));
    kept.len() % 2 == 1 && (removed.len() % 2 == 1 || kept.iter().any(|at| is_adjacent_fence(text, *at, treated)))
}

/// Whether a letter may be part of the name of a language.
fn is_language(letter: char) -> bool {
    matches!(letter, '_' | '+' | '-') || letter.is_ascii_alphanumeric()
}

/// Whether only the name of its language comes between a fence and removed data.
fn is_adjacent_fence(text: &str, fence: usize, treated: &[TreatedSpan]) -> bool {
    let next = treated.partition_point(|treated| treated.span.start < fence);
    let data = |index: usize| treated.get(index).filter(|near| near.removed && near.payload.is_some());
    let is_opener = |c: char| matches!(c, '`' | '~') || is_language(c);
    let between = |near: &TreatedSpan| text.get(fence..near.span.start).unwrap_or_default();
    let opens = data(next).is_some_and(|near| between(near).trim_start_matches(is_opener).trim().is_empty());
    let last = next.checked_sub(1).and_then(data);
    opens || last.and_then(|last| text.get(last.span.end..fence)).is_some_and(|between| between.trim().is_empty())
}

impl Tokens<'_> {
    /// Whether the brackets of a token are escaped in a text that is not escaped throughout.
    fn is_escaped(&self, index: usize) -> bool {
        self.all
            .get(index)
            .and_then(|token| self.text.get(token.place.start..))
            .is_some_and(|rest| rest.starts_with(['&', '\\']))
    }

    /// Whether a token is half of an element: its content is judged by the reading of the whole text.
    fn is_half_of_element(&self, index: usize) -> bool {
        self.partner(index).is_some_and(|partner| {
            let (first, last) = (self.span(index.min(partner)), self.span(index.max(partner)));
            !self.is_blank(first.end, last.start)
        })
    }

    /// Whether a token is part of a sentence or between quotation marks.
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

    /// Whether removing the first `removed` claims of a text leaves tokens; the other claims are kept on purpose.
    fn leaves(text: &str, removed: usize) -> bool {
        let registry = Registry::builtin().unwrap();
        let claims = find(text, &registry, Context::default());
        let treated = claims.iter().enumerate().map(|(index, claim)| TreatedSpan {
            span: claim.span,
            payload: claim.payload,
            removed: index < removed,
            replaced: false,
        });
        let treated: Vec<_> = treated.collect();
        has_leftovers(text, &treated, registry.call_tokens())
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
    fn what_is_left_behind_is_reported() {
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
    fn a_bracket_that_a_removal_leaves_alone_is_reported() {
        let wrapped = format!("<tool_call>{CALL}</tool_call>");
        for call in [LOST, &wrapped] {
            for (before, behind) in [
                ("", ", mood: calm} Noted."),
                ("", ", 'mood': 'calm'} Noted."),
                ("", "\"mood\": \"calm\"} Noted."),
                ("", "; \"mood\": \"calm\"} Noted."),
                ("", "\n\"mood\": \"calm\"} Noted."),
                ("", "\"} Noted."),
                ("", "`} Noted."),
                ("", ",} Noted."),
                ("", "%] Noted."),
                ("", " }, { Noted."),
                ("", ", {success: tr"),
                ("", " Noted, and [{'a': so"),
                ("\"a\": 1}, ", " Noted."),
                ("Noted. {\n\n", ""),
            ] {
                let text = format!("{before}{call}{behind}");
                assert!(leaves(&text, 9), "{text}");
            }
        }
        for text in [
            format!("{wrapped}, {{\"name\": \"sa Noted."),
            format!("{{{wrapped}}} Noted."),
            format!("{{{wrapped}, {wrapped}}} Noted."),
            format!("{{\"calls\": [{wrapped}]}} Noted."),
        ] {
            assert!(leaves(&text, 9), "{text}");
        }
    }

    #[test]
    fn brackets_of_prose_are_not_of_a_call() {
        for behind in [
            "\n\n> As you said, tea.\n\nNoted.",
            "\n> As you said, tea.",
            " Noted :] yes :-} and ;}",
            "\n\n1) one\n2) two",
            " See [docs](http://a.b/c) (really) [1].",
            " For x in (0, 1] and [0, 1) it is {x | x > 1}.",
            " Use `}` or `{` to close, or the sign \"}\".",
            "\n\n```json\n{\n\n \"a\": 1}\n}\n```\nNoted.",
            "\n- [ ] task\n- [x] done",
            " Noted.\n\nThis } is another paragraph, and [{\"this\" one more.",
        ] {
            let text = format!("Well. {LOST}{behind}");
            assert!(!leaves(&text, 9), "{text}");
        }
    }

    #[test]
    fn the_work_on_brackets_is_linear() {
        let registry = Registry::builtin().unwrap();
        let steps = |times: usize| {
            let part = format!("{{[(a{LOST}b)]}} ");
            let text = part.repeat(times);
            let data = |index: usize| {
                let span = Span::new(index * part.len() + 4, (index + 1) * part.len() - 5);
                TreatedSpan { span, payload: Some(span), removed: true, replaced: false }
            };
            let treated: Vec<_> = (0..times).map(data).collect();
            crate::work::during(|| assert!(!has_leftovers(&text, &treated, registry.call_tokens())))
        };
        assert!(steps(400) < 5 * steps(100));
    }

    #[test]
    fn an_open_fence_next_to_a_removal_and_stray_marks_of_turns_are_reported() {
        for text in [
            format!("```json\n{LOST} Noted."),
            format!("```\n\n{LOST}\n\nNoted."),
            format!("{LOST}</"),
            format!("{LOST} Noted.</s>"),
            format!("{LOST} Noted.<end_of_turn>"),
            format!("{LOST} Noted.<|im_end"),
            format!("{LOST}\n<start_of_turn>model"),
            format!("{LOST}&lt;tool_call&gt;and"),
        ] {
            assert!(leaves(&text, 9), "{text}");
        }
        for text in [
            format!("{LOST}\n```json\n[]\n```\nNoted."),
            format!("```json\n[]\n```\n{LOST} Noted."),
            format!("{LOST} <s>old</s> Noted."),
            format!("{LOST} The tag &lt;tool_call&gt; is one.\n\n&lt;/tool_call&gt; ends it."),
            format!("{LOST} So a < b, and <"),
        ] {
            assert!(!leaves(&text, 9), "{text}");
        }
    }

    #[test]
    fn in_an_escaped_text_it_is_reported_too() {
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
