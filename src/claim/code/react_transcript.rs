//! A ReAct transcript of thoughts, actions and observations: `Thought: …`, `Action: f`, `Action Input: {…}`,
//! `Observation: …`, and finally `InlineResult: …`. The words after the last label are the reply and stay.

use serde_json::Value;

use crate::claim::Span;
use crate::claim::item::{BodyContent, LeakItem};
use crate::claim::payload::{self, Grammar};
use crate::work;

/// Labels of lines; if one begins with another, the longer one comes first.
const LABELS: [&str; 6] = ["Thought:", "Action Input:", "Action:", "Observation:", "Final Answer:", "Answer:"];

/// The most bytes of a tool's name.
const LONGEST_NAME: usize = 80;

/// The calls of a transcript whose first label ends at byte `at`.
pub(in crate::claim) fn react_transcript(text: &str, at: usize) -> Option<BodyContent> {
    let mut reader = TranscriptReader { text, at };
    let label = LABELS.iter().find(|label| text.get(..at).is_some_and(|before| before.ends_with(*label)))?;
    let mut items: Vec<LeakItem> = Vec::new();
    let mut start = at - label.len();
    let mut label = *label;
    let mut end = None;
    loop {
        match label {
            "Thought:" => reader.pass_prose(),
            "Action:" => {
                let item = reader.action(start)?;
                end = Some(reader.at);
                items.push(item);
            }
            "Observation:" => {
                let from = reader.at;
                reader.pass_prose();
                end = Some(reader.at);
                let said = Span::new(from, reader.at).of(text).trim();
                items.last_mut()?.result = Some(Value::from(said));
            }
            "Answer:" | "Final Answer:" => {
                end = Some(reader.at);
                break;
            }
            // An input without an action.
            _ => break,
        }
        let before = reader.at;
        let Some(next) = reader.label() else { break };
        // A thought belongs to the action after it.
        if !(label == "Thought:" && next == "Action:") {
            start = before;
        }
        label = next;
    }
    let end = end.filter(|_| !items.is_empty())?;
    Some(BodyContent { items, end, closed: true, reply: None })
}

struct TranscriptReader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> TranscriptReader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Reads the label at this place.
    fn label(&mut self) -> Option<&'static str> {
        let rest = self.rest();
        let kept = work::trim_start(rest);
        let label = LABELS.iter().find(|label| kept.starts_with(**label))?;
        self.at += rest.len() - kept.len() + label.len();
        Some(label)
    }

    /// Goes to the next line that begins with a label, or to the next paragraph.
    fn pass_prose(&mut self) {
        let rest = self.rest();
        let mut passed = 0;
        for line in rest.split_inclusive('\n') {
            let begins = line.trim_start();
            let ends = passed > 0 && (begins.is_empty() || LABELS.iter().any(|label| begins.starts_with(label)));
            if ends {
                break;
            }
            passed += line.len();
            work::count(line.len());
        }
        self.at += passed;
    }

    /// A name, and its input on the next line.
    fn action(&mut self, start: usize) -> Option<LeakItem> {
        let rest = self.rest();
        let line = work::found(rest, rest.find('\n'))?;
        let name = rest.get(..line)?.trim().trim_matches(['`', '*', '"']);
        let is_name = !name.is_empty() && name.len() <= LONGEST_NAME && !name.contains(char::is_whitespace);
        if !is_name {
            return None;
        }
        self.at += line;
        if self.label() != Some("Action Input:") {
            return None;
        }
        let input = payload::read_body(Grammar::React, self.text, self.at, &[])?;
        self.at = input.span.end;
        let mut item = LeakItem::of(input, None);
        item.span = Span::new(start, self.at);
        item.written = Some(name.to_owned());
        Some(item)
    }
}
