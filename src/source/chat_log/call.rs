//! Calls of tools and their answers, as logs write them down: OpenAI's, Anthropic's, the AI SDK's, RubyLLM's.

use serde::Serialize;
use serde_json::Value;

use crate::source::{RecordedCall, failure};

/// The name of a call whose own name cannot be read: some unknown tool ran.
const UNREADABLE: &str = "(unreadable)";
/// A call that is between messages.
pub(super) const CALL_ITEM: &str = "function_call";
/// The answer to such a one.
pub(super) const ANSWER_ITEM: &str = "function_call_output";

/// The states of the AI SDK in which a call has not run: it is being written, or waits for somebody.
const PENDING_STATES: [&str; 6] =
    ["input-streaming", "input-available", "approval-requested", "approval-responded", "partial-call", "call"];

/// A tool call as it is written down.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct LoggedCall {
    /// The id by which its answer refers to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    /// The tool; empty where an answer does not name it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    /// The arguments as they are there: an object, or the text of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) arguments: Option<Value>,
    /// What it answered, where that is with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<Value>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) failed: bool,
}

/// What a tool answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LoggedAnswer {
    /// The call that it answers.
    pub(crate) call: Option<String>,
    pub(crate) tool: Option<String>,
    pub(crate) result: Option<Value>,
    /// Whether that is an error.
    pub(crate) failed: bool,
}

impl LoggedCall {
    /// A call as OpenAI, Anthropic or RubyLLM write it down.
    pub(super) fn read(written: &Value) -> Self {
        let call = written.get("function").filter(|function| function.is_object()).unwrap_or(written);
        let arguments = ["arguments", "input", "args"].into_iter().find_map(|name| call.get(name)).cloned();
        Self::named(text(written, &["id", "call_id"]), text(call, &["name"]), arguments)
    }

    /// A call with this name, if it is one.
    pub(super) fn named(id: Option<String>, name: Option<String>, arguments: Option<Value>) -> Self {
        let name = name.unwrap_or_else(|| UNREADABLE.to_owned());
        Self { id, name, arguments, ..Self::default() }
    }

    /// The call that a part of a message is.
    pub(super) fn of_part(part: &Value) -> Option<Self> {
        match kind(part)? {
            "tool_use" | "server_tool_use" | "tool_call" | CALL_ITEM => {
                Some(Self { id: text(part, &["call_id", "id"]), ..Self::read(part) })
            }
            "tool-call" | "dynamic-tool" => Self::of_sdk(part, text(part, &["toolName"])),
            "tool-result" => None,
            "tool-invocation" => {
                let invocation = part.get("toolInvocation")?;
                Self::of_sdk(invocation, text(invocation, &["toolName"]))
            }
            // The AI SDK writes the tool's name into the kind of the part.
            other => {
                let name = other.strip_prefix("tool-").filter(|name| !name.is_empty())?;
                part.get("toolCallId").or_else(|| part.get("state"))?;
                Self::of_sdk(part, Some(name.to_owned()))
            }
        }
    }

    /// A call of the AI SDK, with the outcome that its state gives. `None` where it has not run, or that is unknown.
    fn of_sdk(part: &Value, name: Option<String>) -> Option<Self> {
        let arguments = part.get("input").or_else(|| part.get("args")).cloned();
        let state = part.get("state").and_then(Value::as_str);
        let output = part.get("output").or_else(|| part.get("result")).filter(|output| !output.is_null());
        if state.is_some_and(|state| PENDING_STATES.contains(&state)) && output.is_none() {
            return None;
        }
        let answered = matches!(state, Some("output-available" | "result"));
        let result = output.filter(|_| answered).map(plain);
        let failed = matches!(state, Some("output-error" | "output-denied" | "error"))
            || result.as_ref().is_some_and(failure::is_error);
        Some(Self { result, failed, ..Self::named(text(part, &["toolCallId"]), name, arguments) })
    }

    /// The call as evidence.
    pub(crate) fn recorded(self) -> RecordedCall {
        let arguments = match self.arguments {
            Some(Value::String(text)) => serde_json::from_str(&text).ok(),
            other => other,
        };
        let record = self.id.map(|id| format!("call {id}"));
        RecordedCall {
            name: self.name,
            arguments,
            result: self.result,
            failed: self.failed,
            record,
            ..RecordedCall::default()
        }
    }
}

impl LoggedAnswer {
    /// The answer that a part of a message is.
    pub(super) fn read(part: &Value) -> Option<Self> {
        let kind = kind(part)?;
        let answer = |call: &[&str], tool: Option<String>, result: Option<&Value>| {
            let result = result.map(plain);
            let failed = is_failed(part, result.as_ref());
            Self { call: text(part, call), tool, result, failed }
        };
        match kind {
            ANSWER_ITEM => Some(answer(&["call_id"], None, part.get("output"))),
            "tool-result" => {
                let result = part.get("output").or_else(|| part.get("result"));
                Some(answer(&["toolCallId"], text(part, &["toolName"]), result))
            }
            _ if kind.ends_with("tool_result") => Some(answer(&["tool_use_id"], None, part.get("content"))),
            _ => None,
        }
    }

    /// An answer in a list outside the text.
    pub(super) fn listed(written: &Value) -> Option<Self> {
        let result = ["output", "result", "content"].into_iter().find_map(|name| written.get(name)).map(plain);
        written.as_object()?;
        let failed = is_failed(written, result.as_ref());
        Some(Self {
            call: text(written, &["tool_call_id", "call_id", "id"]),
            tool: text(written, &["name", "tool"]),
            result,
            failed,
        })
    }
}

/// The calls, each with the answer to it; an answer to no call of these is one of a call that was not written down.
pub(super) fn with_answers(mut calls: Vec<LoggedCall>, answers: Vec<LoggedAnswer>) -> Vec<LoggedCall> {
    for LoggedAnswer { call, tool, result, failed } in answers {
        let is_answered = |known: &&mut LoggedCall| match (&call, &known.id) {
            (Some(call), Some(id)) => call == id,
            _ => known.result.is_none() && tool.as_deref() == Some(known.name.as_str()),
        };
        if let Some(known) = calls.iter_mut().find(is_answered) {
            known.failed |= failed;
            known.result = result.or(known.result.take());
        } else {
            calls.push(LoggedCall { result, failed, ..LoggedCall::named(call, tool, None) });
        }
    }
    calls
}

/// What an answer says, without the list of parts in which some write a text, or the kind that the AI SDK puts about it.
fn plain(result: &Value) -> Value {
    let said =
        |part: &Value| (kind(part) == Some("text")).then(|| part.get("text")?.as_str().map(str::to_owned)).flatten();
    match result {
        Value::Array(parts) if !parts.is_empty() => {
            let texts: Option<Vec<String>> = parts.iter().map(said).collect();
            texts.map_or_else(|| result.clone(), |texts| Value::String(texts.join("\n")))
        }
        Value::Object(members) if members.len() == 2 && matches!(kind(result), Some("text" | "json")) => {
            members.get("value").unwrap_or(result).clone()
        }
        other => other.clone(),
    }
}

/// Whether an answer reports, by its marks or by its contents, that the call failed.
fn is_failed(answer: &Value, result: Option<&Value>) -> bool {
    let raised = answer.get("exception").is_some_and(|value| !failure::is_no_error(value));
    let of_kind = answer.get("output").and_then(kind).is_some_and(|kind| kind.starts_with("error"));
    let inner = answer.get("content").and_then(kind).is_some_and(|kind| kind.ends_with("_error"));
    failure::is_error(answer) || raised || of_kind || inner || result.is_some_and(failure::is_error)
}

fn kind(part: &Value) -> Option<&str> {
    part.get("type")?.as_str()
}

fn text(value: &Value, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| value.get(name)?.as_str()).map(str::to_owned)
}
