//! The input of an action in a ReAct transcript: `Action Input: {"a": 1}`, or plain text up to the next label.

use serde_json::{Map, Value};

use super::{Payload, Repair, RepairKind, cursor::Cursor, wrapped};
use crate::claim::Span;

/// The label before the input, in lower case.
const LABEL: &str = "action input:";

/// The labels that end the input, in lower case.
const NEXT_LABELS: [&str; 6] = ["observation", "thought:", "action:", "final answer:", "answer:", "action input:"];

/// Reads the input at `at`, with or without its label.
pub(super) fn read(text: &str, at: usize, keys: &[&str]) -> Option<Payload> {
    let cursor = Cursor::new(text);
    let labelled = starts_with_label(cursor.rest(at), LABEL);
    let start = if labelled { cursor.past_line_space(at + LABEL.len()) } else { at };
    let object = cursor.past_space(start);
    if matches!(cursor.byte(object), Some(b'{' | b'['))
        && let Some(payload) = wrapped::object(text, object, keys)
    {
        return Some(payload);
    }
    let rest = cursor.rest(start);
    let mut length = 0;
    for line in rest.split_inclusive('\n') {
        if length > 0 && (line.trim().is_empty() || NEXT_LABELS.iter().any(|label| starts_with_label(line, label))) {
            break;
        }
        length += line.len();
    }
    let input = rest.get(..length)?.trim_end();
    if input.is_empty() {
        return None;
    }
    let value = Map::from_iter([("0".to_owned(), Value::from(unquoted(input)))]);
    Some(Payload {
        span: Span::new(start, start + input.len()),
        value: Some(Value::Object(value)),
        repairs: vec![Repair { kind: RepairKind::BareValue, at: start }],
        guesses: Vec::new(),
        members: Vec::new(),
        uncertain: false,
        truncated: false,
    })
}

fn starts_with_label(line: &str, label: &str) -> bool {
    line.trim_start().get(..label.len()).is_some_and(|start| start.eq_ignore_ascii_case(label))
}

/// The text between quotation marks, unless there are more of them within it.
fn unquoted(input: &str) -> &str {
    input
        .strip_prefix('"')
        .and_then(|inner| inner.strip_suffix('"'))
        .filter(|inner| !inner.contains('"'))
        .unwrap_or(input)
}
