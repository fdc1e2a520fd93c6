//! A message of a chat log, as JSON says it: that of a gateway, of OpenAI or of Anthropic.

use std::fmt;

use jiff::SignedDuration;
use rusqlite::types::{Value as Cell, ValueRef};
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::Value;

use super::call::{self, LoggedAnswer, LoggedCall};
use crate::source::{Key, StoredTime, TimeStyle, failure};

/// A message as it is written down.
#[derive(Debug, Default, Deserialize)]
#[serde(expecting = "a JSON object with `content`")]
pub(crate) struct LogMessage {
    #[serde(default)]
    pub(crate) id: Value,
    role: Option<String>,
    /// `None` where it is missing; it may be `null`, which is what some write for a message that only calls tools.
    #[serde(default, deserialize_with = "present")]
    content: Option<MessageContent>,
    pub(crate) tools_used: Option<Vec<String>>,
    tool_calls: Option<Vec<Value>>,
    /// What OpenAI wrote before there were several calls.
    function_call: Option<Value>,
    /// What tools answered, where a log lists that with the message.
    tool_results: Option<Vec<Value>>,
    /// Where the AI SDK keeps text, calls and results.
    parts: Option<Vec<Value>>,
    /// `function_call` and `function_call_output` of OpenAI's Responses are between messages.
    #[serde(rename = "type", default, deserialize_with = "text_or_nothing")]
    kind: Option<String>,
    #[serde(default, deserialize_with = "text_or_nothing")]
    call_id: Option<String>,
    #[serde(default)]
    arguments: Option<Value>,
    #[serde(default)]
    output: Option<Value>,
    #[serde(default)]
    pub(crate) agent_id: Value,
    pub(crate) agent: Option<String>,
    pub(crate) enabled_tools: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) conversation_id: Value,
    /// Where the message belongs in its conversation: a number or a time.
    #[serde(default)]
    pub(crate) seq: Value,
    /// Whether the conversation ends with it.
    #[serde(default)]
    pub(crate) end: bool,
    pub(crate) model: Option<String>,
    #[serde(default)]
    pub(crate) created_at: Value,
    /// The tool that answers, in a message of the role `tool`.
    pub(crate) name: Option<String>,
    tool_call_id: Option<String>,
    /// Marks by which the logs of Anthropic, MCP, LangChain and others report an error.
    is_error: Option<Value>,
    #[serde(rename = "isError")]
    mcp_error: Option<Value>,
    status: Option<Value>,
    error: Option<Value>,
}

/// What is in a message.
#[derive(Debug)]
enum MessageContent {
    Null,
    Text(String),
    /// `{"type": "text", "text": …}` and others.
    Parts(Vec<Value>),
}

/// What other programs write under the same name is left alone.
fn text_or_nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(value.as_str().map(str::to_owned))
}

fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<MessageContent>, D::Error> {
    deserializer.deserialize_any(ContentVisitor).map(Some)
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = MessageContent;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a text, a list of parts or null")
    }

    fn visit_unit<E>(self) -> Result<MessageContent, E> {
        Ok(MessageContent::Null)
    }

    fn visit_str<E>(self, text: &str) -> Result<MessageContent, E> {
        Ok(MessageContent::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<MessageContent, E> {
        Ok(MessageContent::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<MessageContent, A::Error> {
        let mut all = Vec::new();
        while let Some(part) = parts.next_element()? {
            all.push(part);
        }
        Ok(MessageContent::Parts(all))
    }
}

impl LogMessage {
    /// The role in the log; absent where the assistant speaks.
    pub(crate) fn role(&self) -> Option<&str> {
        if self.kind.as_deref() == Some(call::ANSWER_ITEM) {
            return Some(TOOL);
        }
        let role = self.role.as_deref()?;
        if is_of_tool(role) || NO_TOOLS.contains(&role) {
            return Some(role);
        }
        // Anthropic hands the answers of tools over in the person's name; whatever else is there, the turn goes on.
        let answers_a_call = self.tool_call_id.is_some() && !PERSONS.contains(&role);
        Some(if answers_a_call || self.has_answer_parts() { TOOL } else { role })
    }

    /// Whether there is any content, or calls or answers in its place.
    pub(crate) fn has_content(&self) -> bool {
        self.content.is_some()
            || self.parts.is_some()
            || self.tool_calls.is_some()
            || self.function_call.is_some()
            || self.tools_used.as_ref().is_some_and(|tools| !tools.is_empty())
            || self.tool_results.as_ref().is_some_and(|results| !results.is_empty())
            || self.kind.as_deref().is_some_and(|kind| [call::CALL_ITEM, call::ANSWER_ITEM].contains(&kind))
    }

    /// The text, byte for byte; of several parts each on lines of its own. `None` where there is none.
    pub(crate) fn text(&self) -> Option<String> {
        let content = match &self.content {
            Some(MessageContent::Text(text)) => Some(text),
            Some(MessageContent::Null | MessageContent::Parts(_)) | None => None,
        };
        if let Some(text) = content.filter(|text| !text.is_empty()) {
            return Some(text.clone());
        }
        let texts: Vec<&str> = self.parts().filter_map(part_text).collect();
        // An empty text says nothing about the other parts.
        if texts.is_empty() { content.cloned() } else { Some(texts.join("\n")) }
    }

    /// The tools that it calls, each with its result if the message holds that too; `None` if it has no member for calls.
    pub(crate) fn calls(&self) -> Option<Vec<LoggedCall>> {
        let listed = self.tool_calls.iter().flatten().chain(&self.function_call).map(LoggedCall::read);
        let in_parts = self.parts().filter_map(LoggedCall::of_part);
        let mut calls: Vec<_> = listed.chain(self.item(call::CALL_ITEM)).chain(in_parts).collect();
        if self.role() != Some(TOOL) {
            calls = call::with_answers(calls, self.listed_answers());
        }
        (!calls.is_empty() || self.tool_calls.is_some()).then_some(calls)
    }

    /// What tools answer in it, other than with the calls themselves; `is_tool`: a tool speaks, by its role.
    pub(crate) fn answers(&self, is_tool: bool) -> Vec<LoggedAnswer> {
        if self.kind.as_deref() == Some(call::ANSWER_ITEM) {
            let (call, result) = (self.call_id.clone(), self.output.clone());
            let failed = self.is_marked_as_error() || result.as_ref().is_some_and(failure::is_error);
            return vec![LoggedAnswer { call, tool: None, result, failed }];
        }
        if self.has_answer_parts() || !is_tool {
            return if self.role() == Some(TOOL) { self.listed_answers() } else { Vec::new() };
        }
        let result = self.text().map(Value::String);
        let failed = self.is_marked_as_error() || result.as_ref().is_some_and(failure::is_error);
        vec![LoggedAnswer { call: self.tool_call_id.clone(), tool: self.name.clone(), result, failed }]
    }

    /// Whether a member other than the content marks it as an error.
    fn is_marked_as_error(&self) -> bool {
        let is_true = |mark: &Option<Value>| *mark == Some(Value::Bool(true));
        is_true(&self.is_error)
            || is_true(&self.mcp_error)
            || self.status.as_ref().is_some_and(|status| status == "error")
            || self.error.as_ref().is_some_and(|error| !failure::is_no_error(error))
    }

    /// Whether answers of tools are in its parts.
    pub(crate) fn has_answer_parts(&self) -> bool {
        self.parts().any(|part| LoggedAnswer::read(part).is_some())
    }

    /// The answers in its parts, and those in a list next to its text.
    fn listed_answers(&self) -> Vec<LoggedAnswer> {
        let listed = self.tool_results.iter().flatten().filter_map(LoggedAnswer::listed);
        self.parts().filter_map(LoggedAnswer::read).chain(listed).collect()
    }

    /// The call that the line itself is, where logs write calls between messages.
    fn item(&self, kind: &str) -> Option<LoggedCall> {
        let is_item = self.kind.as_deref() == Some(kind);
        is_item.then(|| LoggedCall::named(self.call_id.clone(), self.name.clone(), self.arguments.clone()))
    }

    fn parts(&self) -> impl Iterator<Item = &Value> {
        let in_content = match &self.content {
            Some(MessageContent::Parts(parts)) => parts.as_slice(),
            _ => &[],
        };
        in_content.iter().chain(self.parts.iter().flatten())
    }
}

/// The role of tools.
const TOOL: &str = "tool";
/// Those under which tools speak, as the profile `chat-log` has them.
const TOOLS: [&str; 2] = [TOOL, "function"];
/// Those of persons, as the profiles `chat-log` and `gateway` have them.
const PERSONS: [&str; 3] = ["user", "human", "customer"];
/// Those of others who are no tool, whatever is in their messages.
const NO_TOOLS: [&str; 3] = ["assistant", "system", "developer"];

/// Whether a tool speaks under a role.
pub(crate) fn is_of_tool(role: &str) -> bool {
    TOOLS.contains(&role)
}

/// The text of a part, without thoughts.
fn part_text(part: &Value) -> Option<&str> {
    let is_thought = part.get("type").and_then(Value::as_str) == Some("reasoning");
    part.as_str().or_else(|| part.get("text")?.as_str()).filter(|_| !is_thought)
}

/// The key that a JSON value is; `None` where it is none.
pub(crate) fn key(value: &Value) -> Option<Key> {
    match value {
        Value::Number(number) => number.as_i64().map(Key::Integer),
        Value::String(text) => Some(Key::Text(text.clone())),
        // A key of several columns.
        Value::Array(_) => serde_json::from_value(value.clone()).ok(),
        Value::Null | Value::Bool(_) | Value::Object(_) => None,
    }
}

/// The cell that holds a time as it is written; `None` where it is unreadable.
pub(crate) fn time_cell(value: &Value) -> Option<Cell> {
    let cell = match value {
        Value::String(text) => Cell::Text(text.clone()),
        Value::Number(number) => Cell::Integer(number.as_i64().or_else(|| milliseconds(number.as_f64()?))?),
        _ => return None,
    };
    moment(&cell).is_some().then_some(cell)
}

/// The instant that a cell says.
pub(crate) fn moment(cell: &Cell) -> Option<StoredTime> {
    StoredTime::read(ValueRef::from(cell))
}

/// Seconds with a fraction, as Python writes times, in whole milliseconds.
fn milliseconds(seconds: f64) -> Option<i64> {
    let microseconds = SignedDuration::try_from_secs_f64(seconds).ok()?.as_micros();
    let milliseconds = i64::try_from((microseconds + 500).div_euclid(1000)).ok()?;
    // A small number would be read as seconds.
    let read = StoredTime::read(ValueRef::Integer(milliseconds))?;
    (read.style == TimeStyle::EpochMilliseconds).then_some(milliseconds)
}
