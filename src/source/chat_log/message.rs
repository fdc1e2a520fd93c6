//! A message of a chat log in JSON, in the format of a gateway, of OpenAI or of Anthropic.

use std::fmt;

use jiff::SignedDuration;
use rusqlite::types::{Value as Cell, ValueRef};
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::Value;

use super::call::{self, LoggedAnswer, LoggedCall};
use crate::source::{Key, StoredTime, TimeStyle, failure};

/// A message as logged.
#[derive(Debug, Default, Deserialize)]
#[serde(expecting = "a JSON object with `content`")]
pub(crate) struct LogMessage {
    #[serde(default)]
    pub(crate) id: Value,
    role: Option<String>,
    /// `None` if the field is missing. It may be `null`, as some logs write for a message that only calls tools.
    #[serde(default, deserialize_with = "present")]
    content: Option<MessageContent>,
    pub(crate) tools_used: Option<Vec<String>>,
    tool_calls: Option<Vec<Value>>,
    /// OpenAI's older field for a single call.
    function_call: Option<Value>,
    /// The results of tools, if the log lists them with the message.
    tool_results: Option<Vec<Value>>,
    /// The field in which the AI SDK stores text, calls and results.
    parts: Option<Vec<Value>>,
    /// `function_call` and `function_call_output` are the items between messages of OpenAI's Responses API.
    #[serde(rename = "type", default, deserialize_with = "text_or_nothing")]
    kind: Option<String>,
    #[serde(default, deserialize_with = "text_or_nothing")]
    call_id: Option<String>,
    arguments: Option<Value>,
    output: Option<Value>,
    #[serde(default)]
    pub(crate) agent_id: Value,
    pub(crate) agent: Option<String>,
    pub(crate) enabled_tools: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) conversation_id: Value,
    /// The message's position in its conversation: a number or a time.
    #[serde(default)]
    pub(crate) seq: Value,
    /// Whether the conversation ends with this message.
    #[serde(default)]
    pub(crate) end: bool,
    pub(crate) model: Option<String>,
    #[serde(default)]
    pub(crate) created_at: Value,
    /// The tool whose result a message of the role `tool` is.
    pub(crate) name: Option<String>,
    tool_call_id: Option<String>,
    /// The flags by which logs of Anthropic, MCP, LangChain and others report an error.
    is_error: Option<Value>,
    #[serde(rename = "isError")]
    mcp_error: Option<Value>,
    status: Option<Value>,
    error: Option<Value>,
}

/// The `content` field of a message.
#[derive(Debug)]
enum MessageContent {
    Null,
    Text(String),
    /// Objects such as `{"type": "text", "text": …}`.
    Parts(Vec<Value>),
}

/// Ignores a value that is not a string: other programs use the same field names for their own data.
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
    /// The role as logged; `None` means the assistant, under whatever name.
    pub(crate) fn role(&self) -> Option<&str> {
        if self.kind.as_deref() == Some(call::ANSWER_ITEM) {
            return Some(TOOL);
        }
        let role = self.role.as_deref()?;
        if ASSISTANTS.iter().any(|name| name.eq_ignore_ascii_case(role)) {
            return None;
        }
        if is_of_tool(role) || NO_TOOLS.contains(&role) {
            return Some(role);
        }
        // Anthropic logs tool results under the user's role. Such a message does not begin a turn, whatever else it
        // holds.
        let answers_a_call = self.tool_call_id.is_some() && !PERSONS.contains(&role);
        Some(if answers_a_call || self.has_answer_parts() { TOOL } else { role })
    }

    /// Whether the message has content, calls or results.
    pub(crate) fn has_content(&self) -> bool {
        self.content.is_some()
            || self.parts.is_some()
            || self.tool_calls.is_some()
            || self.function_call.is_some()
            || self.tools_used.as_ref().is_some_and(|tools| !tools.is_empty())
            || self.tool_results.as_ref().is_some_and(|results| !results.is_empty())
            || self.kind.as_deref().is_some_and(|kind| [call::CALL_ITEM, call::ANSWER_ITEM].contains(&kind))
    }

    /// The text, byte for byte; several parts are joined by newlines. `None` if there is none.
    pub(crate) fn text(&self) -> Option<String> {
        let content = match &self.content {
            Some(MessageContent::Text(text)) => Some(text),
            Some(MessageContent::Null | MessageContent::Parts(_)) | None => None,
        };
        if let Some(text) = content.filter(|text| !text.is_empty()) {
            return Some(text.clone());
        }
        let texts: Vec<&str> = self.parts().filter_map(part_text).collect();
        // An empty `content` does not rule out text in the other parts.
        if texts.is_empty() { content.cloned() } else { Some(texts.join("\n")) }
    }

    /// The calls of the message, each with its result if the message holds that too; `None` if the message has no field
    /// for calls.
    pub(crate) fn calls(&self) -> Option<Vec<LoggedCall>> {
        let listed = self.tool_calls.iter().flatten().chain(&self.function_call).map(LoggedCall::read);
        let in_parts = self.parts().filter_map(LoggedCall::of_part);
        let mut calls: Vec<_> = listed.chain(self.item(call::CALL_ITEM)).chain(in_parts).collect();
        if self.role() != Some(TOOL) {
            calls = call::with_answers(calls, self.listed_answers());
        }
        (!calls.is_empty() || self.tool_calls.is_some()).then_some(calls)
    }

    /// The results in the message, other than those stored with its own calls; `is_tool` says whether the role is a
    /// tool's.
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

    /// Whether a field other than the content marks the message as an error.
    fn is_marked_as_error(&self) -> bool {
        let is_true = |mark: &Option<Value>| *mark == Some(Value::Bool(true));
        is_true(&self.is_error)
            || is_true(&self.mcp_error)
            || self.status.as_ref().is_some_and(|status| status == "error")
            || self.error.as_ref().is_some_and(|error| !failure::is_no_error(error))
    }

    /// Whether its parts hold tool results.
    pub(crate) fn has_answer_parts(&self) -> bool {
        self.parts().any(|part| LoggedAnswer::read(part).is_some())
    }

    /// The results in its parts and in the list next to its text.
    fn listed_answers(&self) -> Vec<LoggedAnswer> {
        let listed = self.tool_results.iter().flatten().filter_map(LoggedAnswer::listed);
        self.parts().filter_map(LoggedAnswer::read).chain(listed).collect()
    }

    /// The call of a line that is an item between messages.
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
/// The roles of tools, as in the profile `chat-log`.
const TOOLS: [&str; 2] = [TOOL, "function"];
/// The roles of users, as in the profiles `chat-log` and `gateway`.
const PERSONS: [&str; 3] = ["user", "human", "customer"];
/// The names of the assistant's role: Gemini's own is `model`, LangChain's `ai`, ShareGPT's `gpt`.
const ASSISTANTS: [&str; 5] = ["assistant", "model", "ai", "bot", "gpt"];
/// The roles that are never a tool's, whatever the message holds.
const NO_TOOLS: [&str; 2] = ["system", "developer"];

/// Whether a role, other than the assistant's, has a meaning here.
pub(super) fn is_known(role: &str) -> bool {
    is_of_tool(role) || PERSONS.contains(&role) || NO_TOOLS.contains(&role)
}

/// Whether a role is a tool's.
pub(crate) fn is_of_tool(role: &str) -> bool {
    TOOLS.contains(&role)
}

/// The text of a part; `None` for reasoning.
fn part_text(part: &Value) -> Option<&str> {
    let is_thought = part.get("type").and_then(Value::as_str) == Some("reasoning");
    part.as_str().or_else(|| part.get("text")?.as_str()).filter(|_| !is_thought)
}

/// Converts a JSON value to a key; `None` if it is not a valid one.
pub(crate) fn key(value: &Value) -> Option<Key> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| whole(number.as_f64()?)).map(Key::Integer),
        Value::String(text) => Some(Key::Text(text.clone())),
        // A key of several columns.
        Value::Array(_) => serde_json::from_value(value.clone()).ok(),
        Value::Null | Value::Bool(_) | Value::Object(_) => None,
    }
}

/// The integer that tools for tables write as `1.0`; `None` if it is none, or too large to be exact.
#[allow(clippy::cast_possible_truncation, reason = "the number is whole and within the range")]
fn whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() < EXACT).then_some(number as i64)
}

/// Converts a logged time to a cell, keeping its format; `None` if it cannot be parsed.
pub(crate) fn time_cell(value: &Value) -> Option<Cell> {
    let cell = match value {
        Value::String(text) => Cell::Text(text.clone()),
        Value::Number(number) => Cell::Integer(number.as_i64().or_else(|| milliseconds(number.as_f64()?))?),
        _ => return None,
    };
    moment(&cell).is_some().then_some(cell)
}

/// The instant in a cell.
pub(crate) fn moment(cell: &Cell) -> Option<StoredTime> {
    StoredTime::read(ValueRef::from(cell))
}

/// Rounds fractional seconds, as Python logs times, to whole milliseconds.
fn milliseconds(seconds: f64) -> Option<i64> {
    let microseconds = SignedDuration::try_from_secs_f64(seconds).ok()?.as_micros();
    let milliseconds = i64::try_from((microseconds + 500).div_euclid(1000)).ok()?;
    // The reader would take a small number for seconds.
    let read = StoredTime::read(ValueRef::Integer(milliseconds))?;
    (read.style == TimeStyle::EpochMilliseconds).then_some(milliseconds)
}
