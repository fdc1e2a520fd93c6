//! What is removed together with a payload: a fence, a tag or quotes that would be left empty.

use super::cursor::{Cursor, is_space};
use crate::claim::Span;
use crate::work;

/// The most wrappers within each other.
const MAX_NESTED: usize = 4;

/// Bytes before a payload that are searched for an opening tag or fence.
const WINDOW: usize = 64;

/// The spans, each with the fence, the tag or the quotes that would be left empty around it. Text between two spans in
/// one wrapper belongs to the first of them.
#[must_use]
pub fn with_wrappers(text: &str, spans: &[Span]) -> Vec<Span> {
    let cursor = Cursor::new(text);
    let mut extended = spans.to_vec();
    let mut first = 0;
    while first < extended.len() {
        let mut last = first;
        while last + 1 < extended.len() && is_separator(cursor.slice(extended[last].end, extended[last + 1].start)) {
            last += 1;
        }
        let floor = if first > 0 { extended[first - 1].end } else { 0 };
        let ceiling = extended.get(last + 1).map_or(text.len(), |next| next.start);
        let mut hull = Span::new(extended[first].start, extended[last].end);
        for _ in 0..MAX_NESTED {
            match wrapper_around(cursor, hull) {
                Some(wider) if wider.start >= floor && wider.end <= ceiling => hull = wider,
                _ => break,
            }
        }
        extended[first].start = hull.start;
        extended[last].end = hull.end;
        first = last + 1;
    }
    extended
}

fn is_separator(between: &str) -> bool {
    matches!(work::trim_end_by(work::trim_start_by(between, is_space), is_space), "" | ",")
}

/// The span together with the wrapper right around it.
fn wrapper_around(cursor: Cursor<'_>, span: Span) -> Option<Span> {
    let window = cursor.window_before(span.start, WINDOW);
    let before = window.trim_end_matches(is_space);
    let before_end = span.start - (window.len() - before.len());
    let after = cursor.past_space(span.end);
    let glued = before.len() == window.len() && after == span.end;
    fence(cursor, before_end, after)
        .or_else(|| tag(cursor, before, before_end, after))
        .or_else(|| marks(cursor, before, span).filter(|_| glued))
        .or_else(|| item(cursor, span))
}

/// Quotes, emphasis or brackets right around the span.
fn marks(cursor: Cursor<'_>, before: &str, span: Span) -> Option<Span> {
    const PAIRS: [(&str, &str); 8] =
        [("**", "**"), ("__", "__"), ("`", "`"), ("\"", "\""), ("'", "'"), ("*", "*"), ("(", ")"), ("[", "]")];
    PAIRS
        .iter()
        .find(|(open, close)| before.ends_with(open) && cursor.starts_with(span.end, close))
        .map(|(open, close)| Span::new(span.start - open.len(), span.end + close.len()))
}

/// The marker of a list item or a quotation that contains nothing else.
fn item(cursor: Cursor<'_>, span: Span) -> Option<Span> {
    let mark = cursor.line_before(span.start, WINDOW)?.trim();
    let number = mark.strip_suffix(['.', ')']).unwrap_or_default();
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let start = work::trim_end_by(cursor.slice(0, span.start), char::is_whitespace).len().checked_sub(mark.len())?;
    ((numbered || matches!(mark, "-" | "*" | "+" | ">" | "•")) && cursor.line_after(span.end))
        .then(|| Span::new(start, span.end))
}

/// A code fence: its opening line before the span, and its closing line or the end of the text after it.
fn fence(cursor: Cursor<'_>, before_end: usize, after: usize) -> Option<Span> {
    let line = cursor.line_before(before_end, WINDOW)?;
    let marker = ["```", "~~~"].into_iter().find(|marker| line.trim_start().starts_with(marker))?;
    let language = line.trim_start().trim_start_matches(['`', '~']);
    if language.contains(is_space) || language.contains('`') {
        return None;
    }
    let end = match cursor.byte(after) {
        None => after,
        Some(_) if cursor.starts_with(after, marker) => after + marker.len(),
        Some(_) => return None,
    };
    Some(Span::new(before_end - line.trim_start().len(), end))
}

/// An element: `<name …>` before the span, `</name>` after it.
fn tag(cursor: Cursor<'_>, before: &str, before_end: usize, after: usize) -> Option<Span> {
    let inner = before.strip_suffix('>')?;
    let tag = inner.get(inner.rfind('<')? + 1..)?;
    let name = tag.split(is_space).next().filter(|name| !name.is_empty() && !name.starts_with('/'))?;
    let closer = format!("</{name}>");
    let start = before_end - tag.len() - 2;
    cursor.starts_with(after, &closer).then(|| Span::new(start, after + closer.len()))
}
