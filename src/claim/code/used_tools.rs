//! `[Used tools: Tool: X, Input: {…}, Result: […]; Tool: Y, …] reply`: a log of real calls, and its forgeries.
//!
//! Results contain brackets themselves, within strings and outside of them, so the closing bracket is found by reading
//! each part.

use serde_json::Value;

use crate::claim::Span;
use crate::claim::item::{BodyContent, LeakItem, decoded};
use crate::claim::payload::{self, Grammar};
use crate::work;

/// The calls of a log whose opener ends at byte `at`.
pub(in crate::claim) fn used_tools(text: &str, at: usize) -> Option<BodyContent> {
    let mut reader = ToolListReader { text, at };
    let mut items = Vec::new();
    loop {
        reader.skip(&[',', ';']);
        if reader.takes("]") {
            break;
        }
        items.push(reader.call()?);
    }
    (!items.is_empty()).then_some(BodyContent { items, end: reader.at, closed: true, reply: None })
}

struct ToolListReader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> ToolListReader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, also: &[char]) {
        let rest = self.rest();
        self.at += rest.len() - work::trim_start_by(rest, |c| c.is_whitespace() || also.contains(&c)).len();
    }

    fn takes(&mut self, literal: &str) -> bool {
        self.skip(&[]);
        let is_there = self.rest().starts_with(literal);
        if is_there {
            self.at += literal.len();
        }
        is_there
    }

    /// `Tool: X, Input: …, Result: …`; the result may be missing.
    fn call(&mut self) -> Option<LeakItem> {
        self.skip(&[]);
        let start = self.at;
        if !self.takes("Tool:") {
            return None;
        }
        let rest = self.rest();
        let length = work::found(rest, rest.find([',', '\n', ']']))?;
        let name = rest.get(..length)?.trim().to_owned();
        self.at += length;
        self.skip(&[',']);
        if !self.takes("Input:") {
            return None;
        }
        let mut item = self.value()?;
        self.skip(&[',']);
        if self.takes("Result:") {
            let result = self.value()?;
            item.truncated |= result.truncated;
            item.result = result.value;
        }
        item.span = Span::new(start, self.at);
        item.written = Some(name);
        Some(item)
    }

    /// An object, a list, a string, or words up to the next part.
    fn value(&mut self) -> Option<LeakItem> {
        self.skip(&[]);
        let start = self.at;
        let rest = self.rest();
        let first = rest.chars().next()?;
        let is_bracket = matches!(first, '[' | '{');
        let length = match first {
            '[' | '{' | '"' => work::found(rest, bracketed(rest)),
            _ => work::found(rest, rest.find([',', ']', ';', '\n'])),
        };
        // If the end is known, nothing after it is read; otherwise the reader finds it.
        let end = length.map_or(self.text.len(), |length| start + length);
        if is_bracket && let Some(payload) = payload::read_body(Grammar::Object, self.text.get(..end)?, start, &[]) {
            self.at = if length.is_some() { end } else { payload.span.end };
            return Some(LeakItem::of(payload, None));
        }
        self.at = start + length?;
        let span = Span::new(start, self.at);
        let said = span.of(self.text).trim();
        let value = serde_json::from_str(said).unwrap_or_else(|_| Value::from(said));
        Some(LeakItem { span, payload: Some(span), value: Some(decoded(value)), ..LeakItem::default() })
    }
}

/// The length of a text in brackets, skipping strings.
fn bracketed(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut in_string = false;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            '[' | '{' if !in_string => depth += 1,
            ']' | '}' if !in_string => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 && !in_string {
            return Some(at + c.len_utf8());
        }
    }
    None
}
