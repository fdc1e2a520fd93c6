//! What is around a payload: fences, inline code, quotations, its sentence.
//!
//! A payload that is shown, quoted or explained does not claim that anything happened. The payloads themselves are
//! skipped: a fence within one does not count.

use std::borrow::Cow;
use std::cell::Cell;

use super::Span;
use super::adjacent::{begins_line, ends_line};
use super::explanation::{is_framed, tail};
use super::marks::{Code, code_outside};
use super::thought::{begins_with_end_of_thought, ends_thought, thoughts_outside};
use crate::registry::without_end_tokens;
use crate::work;

/// HTML tags for code.
const CODE_TAGS: [&str; 4] = ["<code>", "<pre>", "<samp>", "<kbd>"];

/// The most sequences of payloads before a payload that are left out of its sentence, which hardly has more.
const LEFT_OUT: usize = 2;

/// The code, thoughts and quotations of a text.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    code: Vec<Code>,
    thoughts: Vec<Span>,
    /// The quoted lines, from their marks on.
    quoted: Vec<Span>,
    /// The payloads, with adjoining ones merged.
    glued: Vec<Span>,
    /// The payloads, with those merged that only blanks and commas separate on a line.
    in_a_row: Vec<Span>,
    sequences: Vec<PayloadSequence>,
    /// The text without white space at both ends.
    said: Span,
    /// Where that ends, without the tokens that end a turn.
    turn_end: usize,
    /// The last result for a piece of code: it may be as long as the text and contain thousands of payloads.
    last: Cell<Option<(Span, TextContext)>>,
    /// The last answer about own lines: thousands of payloads may adjoin, with as much white space before them.
    last_lines: Cell<Option<(Span, bool)>>,
}

/// Payloads that only white space separates.
#[derive(Clone, Copy, Debug)]
struct PayloadSequence {
    span: Span,
    /// Where the text before it ends, without white space. Trimmed once for all of its payloads.
    prose_end: usize,
}

/// What is around a payload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a place, independent of the others")]
pub(super) struct TextContext {
    /// It is in a code fence.
    pub(super) fenced: bool,
    /// Nothing else is in its fence.
    pub(super) fills_fence: bool,
    /// It is in inline code, a quotation or a thought.
    pub(super) quoted: bool,
    /// A sentence shows or explains it.
    pub(super) framed: bool,
    /// The beginning of a sentence comes before it.
    pub(super) follows_on: bool,
    /// The rest of a sentence follows it.
    pub(super) goes_on: bool,
    /// It is on lines of its own.
    pub(super) own_lines: bool,
    /// Nothing comes before it.
    pub(super) leading: bool,
    /// Nothing comes after it but more payloads and the end of a turn.
    pub(super) trailing: bool,
    /// Nothing else is in the text.
    pub(super) alone: bool,
}

impl Surroundings {
    /// Describes `text` outside `payloads`, which must be in order.
    pub(super) fn of(text: &str, payloads: &[Span]) -> Self {
        let (code, thoughts) = (code_outside(text, payloads), thoughts_outside(text, payloads));
        let blanks = text.len() - work::trim_start_by(text, is_blank).len();
        let said = Span::new(blanks, work::trim_end_by(text, is_blank).len());
        let quoted = quoted_lines(text, payloads);
        Self {
            code,
            thoughts,
            quoted,
            glued: joined(payloads, |between| between.start == between.end),
            in_a_row: joined(payloads, |between| {
                work::trim_start_by(between.of(text), |c| matches!(c, ' ' | '\t' | ',')).is_empty()
            }),
            sequences: sequences(text, payloads),
            said,
            turn_end: without_end_tokens(said.of(text)).len() + said.start,
            last: Cell::default(),
            last_lines: Cell::default(),
        }
    }

    fn is_thought(&self, span: Span) -> bool {
        last_begun(&self.thoughts, span).is_some_and(|thought| span.end <= thought.end)
    }

    /// Whether a span begins in a block quotation.
    fn is_in_block_quote(&self, span: Span) -> bool {
        last_begun(&self.quoted, span).is_some_and(|line| span.start <= line.end)
    }

    /// The innermost code around a span.
    fn around(&self, span: Span) -> Option<&Code> {
        let after = self.code.partition_point(|code| code.span.start <= span.start);
        let code = self.code.get(after.checked_sub(1)?)?;
        (code.inner.start <= span.start && span.end <= code.inner.end).then_some(code)
    }

    /// What is around a payload.
    pub(super) fn place(&self, text: &str, span: Span) -> TextContext {
        let Some(code) = self.around(span) else {
            let place = self.whole_place(text, span);
            return TextContext { quoted: place.quoted || self.is_quoted(span), ..place };
        };
        let place = match self.last.get() {
            Some((known, place)) if known == code.span => place,
            _ => self.whole_place(text, code.span),
        };
        self.last.set(Some((code.span, place)));
        TextContext {
            fenced: code.is_fence,
            fills_fence: code.is_fence && holds_only(text, code.inner, span),
            quoted: !code.is_fence || place.quoted || self.is_quoted(span),
            framed: place.framed || code.is_program,
            ..place
        }
    }

    /// Whether a payload is quoted, whatever is right around it.
    fn is_quoted(&self, span: Span) -> bool {
        self.is_in_block_quote(span) || self.is_thought(span)
    }

    /// Whether a payload ends with a semicolon within a line of code: neither a line break nor another payload follows.
    fn ends_within_code(&self, text: &str, span: Span) -> bool {
        if !span.of(text).ends_with(';') || ends_line(text, span.end) {
            return false;
        }
        let next = text.len() - work::trim_start(text.get(span.end..).unwrap_or_default()).len();
        last_begun(&self.glued, Span::new(next, next)).is_none_or(|hull| hull.start != next && hull.end <= next)
    }

    /// Whether a sentence continues after a payload. Another payload on the line is skipped: what follows that one
    /// decides.
    fn goes_on(&self, text: &str, whole: Span) -> bool {
        [whole.end, self.row_end(whole)].iter().all(|end| goes_on(text.get(*end..).unwrap_or_default()))
    }

    /// Where a payload ends, with those that follow it on the line.
    fn row_end(&self, whole: Span) -> usize {
        last_begun(&self.in_a_row, whole).map_or(whole.end, |row| row.end.max(whole.end))
    }

    /// A payload merged with those that adjoin it.
    fn with_glued(&self, span: Span) -> Span {
        last_begun(&self.glued, span).filter(|hull| span.end <= hull.end).unwrap_or(span)
    }

    /// The text before a payload, without the payloads there: a word in one of them, such as the name of an argument,
    /// shows or explains nothing. Only the last [`LEFT_OUT`] sequences are left out.
    fn prose_before<'t>(&self, text: &'t str, whole: Span) -> Cow<'t, str> {
        // A sequence may reach beyond `to`, for the payload itself may be in it: then `from` is after `to`, and `get`
        // finds no text between the two.
        let prose = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        let begun = self.sequences.partition_point(|sequence| sequence.span.start < whole.start);
        let mut said = Vec::new();
        let mut to = whole.start;
        for sequence in self.sequences.iter().take(begun).rev().take(LEFT_OUT) {
            said.push(tail(work::trim_end_by(prose(sequence.span.end, to), char::is_whitespace)));
            to = sequence.prose_end;
        }
        if said.is_empty() {
            return prose(0, to).into();
        }
        said.push(tail(prose(0, to)));
        said.reverse();
        said.join(" ").into()
    }

    fn has_own_lines(&self, text: &str, hull: Span) -> bool {
        let known = self.last_lines.get().filter(|(known, _)| *known == hull);
        let (_, own) = known.unwrap_or_else(|| (hull, begins_line(text, hull.start) && ends_line(text, hull.end)));
        self.last_lines.set(Some((hull, own)));
        own
    }

    /// What is around a payload, or around the code that contains it.
    fn whole_place(&self, text: &str, whole: Span) -> TextContext {
        let before = text.get(..whole.start).unwrap_or_default();
        let after = text.get(whole.end..).unwrap_or_default();
        let shown = work::trim_end_by(before, char::is_whitespace);
        // A thought is not part of the reply, which begins after it.
        let begun = text.get(whole.start..).unwrap_or_default();
        let leading = whole.start <= self.said.start || ends_thought(shown) || begins_with_end_of_thought(begun);
        TextContext {
            fenced: false,
            fills_fence: false,
            quoted: CODE_TAGS.iter().any(|tag| shown.ends_with(tag)) || in_quotation_marks(before, after),
            framed: is_framed(&self.prose_before(text, whole), after),
            follows_on: !leading && !begins_sentence(before),
            goes_on: self.goes_on(text, whole) || self.ends_within_code(text, whole),
            own_lines: self.has_own_lines(text, self.with_glued(whole)),
            leading,
            trailing: self.row_end(whole) >= self.turn_end,
            alone: leading && whole.end >= self.said.end,
        }
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}')
}

/// The payloads, with those merged that only white space separates.
fn sequences(text: &str, payloads: &[Span]) -> Vec<PayloadSequence> {
    let is_blank = |between: Span| work::trim_start_by(between.of(text), char::is_whitespace).is_empty();
    let of = |span: Span| {
        let before = text.get(..span.start).unwrap_or_default();
        PayloadSequence { span, prose_end: work::trim_end_by(before, char::is_whitespace).len() }
    };
    joined(payloads, is_blank).into_iter().map(of).collect()
}

/// The payloads, merged where the text between them does not separate them.
fn joined(payloads: &[Span], is_joint: impl Fn(Span) -> bool) -> Vec<Span> {
    let mut hulls: Vec<Span> = Vec::new();
    for payload in payloads {
        match hulls.last_mut() {
            Some(hull) if hull.end <= payload.start && is_joint(Span::new(hull.end, payload.start)) => {
                hull.end = payload.end;
            }
            _ => hulls.push(*payload),
        }
    }
    hulls
}

/// The last of these spans, which must be in order, that begins before `span` or with it.
fn last_begun(spans: &[Span], span: Span) -> Option<Span> {
    let after = spans.partition_point(|begun| begun.start <= span.start);
    after.checked_sub(1).and_then(|last| spans.get(last)).copied()
}

/// The lines of block quotations, each from its mark on; marks within payloads do not count.
fn quoted_lines(text: &str, payloads: &[Span]) -> Vec<Span> {
    work::count(text.len());
    let is_mark = |at: &usize| {
        begins_line(text, *at) && last_begun(payloads, Span::new(*at, *at)).is_none_or(|payload| payload.end <= *at)
    };
    let line = |at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        Span::new(at, at + work::found(rest, rest.find('\n')).unwrap_or(rest.len()))
    };
    memchr::memchr_iter(b'>', text.as_bytes()).filter(is_mark).map(line).collect()
}

fn in_quotation_marks(before: &str, after: &str) -> bool {
    const PAIRS: [(char, char); 6] = [
        ('"', '"'),
        ('\'', '\''),
        ('\u{201c}', '\u{201d}'),
        ('\u{2018}', '\u{2019}'),
        ('\u{ab}', '\u{bb}'),
        ('\u{201e}', '\u{201c}'),
    ];
    let marks = before.chars().next_back().zip(after.chars().next());
    marks.is_some_and(|marks| PAIRS.contains(&marks))
}

/// Whether `whole` contains only white space besides `span`.
fn holds_only(text: &str, whole: Span, span: Span) -> bool {
    let is_blank_between =
        |start, end| text.get(start..end).is_some_and(|between| work::trim_start(between).is_empty());
    is_blank_between(whole.start, span.start) && is_blank_between(span.end, whole.end)
}

/// Whether a sentence can begin after this text.
fn begins_sentence(before: &str) -> bool {
    let kept = work::trim_end_by(before, |c| matches!(c, ' ' | '\t'));
    if is_list_mark(kept) {
        return false;
    }
    if kept.ends_with(['\n', '\r']) {
        return !work::trim_end_by(kept, char::is_whitespace).ends_with([':', ',']);
    }
    let is_closing = |c: char| matches!(c, '*' | '_' | ')' | '"' | '\'' | '\u{201d}' | '\u{2019}');
    let last = work::trim_end_by(kept, is_closing).chars().next_back();
    // Letters, digits and conjunctions continue a sentence; full stops, closing brackets and emoji do not.
    last.is_none_or(|c| {
        !(c.is_alphanumeric() || matches!(c, ',' | ':' | ';' | '-' | '\u{2013}' | '\u{2014}' | '(' | '=' | '|'))
    })
}

/// Whether the last line of a text is only the marker of a list item.
fn is_list_mark(text: &str) -> bool {
    let kept = work::trim_end_by(text, |c| matches!(c, ' ' | '\t'));
    let mark = tail(kept).rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_mark = matches!(mark, "-" | "*" | "+") || mark.strip_suffix(['.', ')']).is_some_and(is_number);
    is_mark && begins_line(text, kept.len() - mark.len())
}

/// Whether this text continues the sentence before it.
fn goes_on(after: &str) -> bool {
    let rest = work::trim_start_by(after, |c| matches!(c, ' ' | '\t'));
    rest.starts_with(|c: char| c.is_lowercase() || matches!(c, ',' | ';' | ')' | '|'))
}

#[cfg(test)]
mod tests;
