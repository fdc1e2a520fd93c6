//! A message of a chat log, as JSON says it: that of a gateway, of OpenAI or of Anthropic.

use std::fmt;

use jiff::SignedDuration;
use rusqlite::types::{Value as Cell, ValueRef};
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::source::{Key, Moment, RecordedCall, TimeStyle};

/// What a call is taken for whose name cannot be read: some tool ran, and nobody knows which.
const UNREADABLE: &str = "(unreadable)";

/// A message as it is written down.
#[derive(Debug, Default, Deserialize)]
#[serde(expecting = "a JSON object with `content`")]
pub(crate) struct LogMessage {
    #[serde(default)]
    pub(crate) id: Value,
    role: Option<String>,
    /// `None` where it is missing; it may be `null`, which is what some write for a message that only calls tools.
    #[serde(default, deserialize_with = "present")]
    content: Option<Content>,
    pub(crate) tools_used: Option<Vec<String>>,
    tool_calls: Option<Vec<Value>>,
    /// What OpenAI wrote before there were several calls.
    function_call: Option<Value>,
    #[serde(default)]
    pub(crate) agent_id: Value,
    pub(crate) agent: Option<String>,
    pub(crate) enabled_tools: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) conversation_id: Value,
    pub(crate) model: Option<String>,
    #[serde(default)]
    pub(crate) created_at: Value,
    /// The tool that answers, in a message of the role `tool`.
    pub(crate) name: Option<String>,
    tool_call_id: Option<String>,
}

/// What stands in a message.
#[derive(Debug)]
enum Content {
    Null,
    Text(String),
    /// `{"type": "text", "text": …}` and others.
    Parts(Vec<Value>),
}

fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Content>, D::Error> {
    deserializer.deserialize_any(ContentVisitor).map(Some)
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a text, a list of parts or null")
    }

    fn visit_unit<E>(self) -> Result<Content, E> {
        Ok(Content::Null)
    }

    fn visit_str<E>(self, text: &str) -> Result<Content, E> {
        Ok(Content::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Content, E> {
        Ok(Content::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Content, A::Error> {
        let mut all = Vec::new();
        while let Some(part) = parts.next_element()? {
            all.push(part);
        }
        Ok(Content::Parts(all))
    }
}

/// A tool call as it is written down.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct LoggedCall {
    /// By what its answer names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    /// The tool.
    pub(crate) name: String,
    /// The arguments as they stand there: an object, or the text of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) arguments: Option<Value>,
}

impl LoggedCall {
    /// A call as OpenAI, Anthropic or RubyLLM write it down.
    fn read(written: &Value) -> Self {
        let call = written.get("function").filter(|function| function.is_object()).unwrap_or(written);
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        Self {
            id: text(written.get("id")),
            name: text(call.get("name")).unwrap_or_else(|| UNREADABLE.to_owned()),
            arguments: call.get("arguments").or_else(|| call.get("input")).cloned(),
        }
    }

    /// The call as evidence.
    pub(crate) fn recorded(self) -> RecordedCall {
        let arguments = match self.arguments {
            Some(Value::String(text)) => serde_json::from_str(&text).ok(),
            other => other,
        };
        RecordedCall { name: self.name, arguments, ..RecordedCall::default() }
    }
}

impl LogMessage {
    /// Who speaks, by the word of the log; nobody says it where the assistant does.
    pub(crate) fn role(&self) -> Option<&str> {
        // Anthropic hands the answers of tools over in the person's name; whatever else stands there, the turn goes on.
        if self.role.as_deref() == Some("user") && self.parts_of("tool_result").next().is_some() {
            return Some("tool");
        }
        self.role.as_deref()
    }

    /// Whether there is any content, or a call in its place.
    pub(crate) fn has_content(&self) -> bool {
        self.content.is_some() || self.tool_calls.is_some() || self.function_call.is_some()
    }

    /// The text, byte for byte; of several parts each on lines of its own. `None` where there is none.
    pub(crate) fn text(&self) -> Option<String> {
        match self.content.as_ref()? {
            Content::Null => None,
            Content::Text(text) => Some(text.clone()),
            Content::Parts(parts) => {
                let texts: Vec<&str> = parts.iter().filter_map(part_text).collect();
                (!texts.is_empty()).then(|| texts.join("\n"))
            }
        }
    }

    /// The tools that it calls; `None` where it does not speak of calls.
    pub(crate) fn calls(&self) -> Option<Vec<LoggedCall>> {
        let in_parts = self.parts_of("tool_use").map(LoggedCall::read);
        let listed = self.tool_calls.iter().flatten().chain(&self.function_call).map(LoggedCall::read);
        let calls: Vec<_> = listed.chain(in_parts).collect();
        (!calls.is_empty() || self.tool_calls.is_some()).then_some(calls)
    }

    /// The call that it answers.
    pub(crate) fn answered_call(&self) -> Option<String> {
        let in_parts = || self.parts_of("tool_result").find_map(|part| part.get("tool_use_id")?.as_str());
        self.tool_call_id.clone().or_else(|| in_parts().map(str::to_owned))
    }

    fn parts_of(&self, kind: &str) -> impl Iterator<Item = &Value> {
        let parts = match &self.content {
            Some(Content::Parts(parts)) => parts.as_slice(),
            _ => &[],
        };
        parts.iter().filter(move |part| is_of(part, kind))
    }
}

fn part_text(part: &Value) -> Option<&str> {
    part.as_str().or_else(|| part.get("text")?.as_str())
}

fn is_of(part: &Value, kind: &str) -> bool {
    part.get("type").and_then(Value::as_str) == Some(kind)
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

/// The cell that says a time as it is written; `None` where nobody can read it.
pub(crate) fn time_cell(value: &Value) -> Option<Cell> {
    let cell = match value {
        Value::String(text) => Cell::Text(text.clone()),
        Value::Number(number) => Cell::Integer(number.as_i64().or_else(|| milliseconds(number.as_f64()?))?),
        _ => return None,
    };
    moment(&cell).is_some().then_some(cell)
}

/// The instant that a cell says.
pub(crate) fn moment(cell: &Cell) -> Option<Moment> {
    Moment::read(ValueRef::from(cell))
}

/// Seconds with a fraction, as Python writes times, in whole milliseconds.
fn milliseconds(seconds: f64) -> Option<i64> {
    let microseconds = SignedDuration::try_from_secs_f64(seconds).ok()?.as_micros();
    let milliseconds = i64::try_from((microseconds + 500).div_euclid(1000)).ok()?;
    // A small number would be read as seconds.
    let read = Moment::read(ValueRef::Integer(milliseconds))?;
    (read.style == TimeStyle::EpochMilliseconds).then_some(milliseconds)
}
