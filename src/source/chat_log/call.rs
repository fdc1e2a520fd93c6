//! Tool calls and their results in chat logs, in the formats of OpenAI, Anthropic, the AI SDK and RubyLLM.

use serde::Serialize;
use serde_json::Value;

use crate::source::{RecordedCall, failure};

/// The name of a call whose own name is unreadable: some unknown tool ran.
const UNREADABLE: &str = "(unreadable)";
/// The `type` of a call that OpenAI's Responses API logs as an item of its own, between messages.
pub(super) const CALL_ITEM: &str = "function_call";
/// The `type` of the item with the result of such a call.
pub(super) const ANSWER_ITEM: &str = "function_call_output";

/// The states in which the AI SDK has not run a call yet: its input is still streaming, or it awaits approval.
const PENDING_STATES: [&str; 6] =
    ["input-streaming", "input-available", "approval-requested", "approval-responded", "partial-call", "call"];

/// A tool call as logged.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct LoggedCall {
    /// The id that its result refers to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    /// The tool's name; empty if it comes from a result that does not name the tool.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    /// The arguments as logged: an object, or an object encoded as a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) arguments: Option<Value>,
    /// The tool's result, if the log holds it with the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<Value>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) failed: bool,
}

/// The result of a tool call as logged.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LoggedAnswer {
    /// The id of the call that it answers.
    pub(crate) call: Option<String>,
    pub(crate) tool: Option<String>,
    pub(crate) result: Option<Value>,
    /// Whether the result is an error.
    pub(crate) failed: bool,
}

impl LoggedCall {
    /// Reads a call in the format of OpenAI, Anthropic or RubyLLM.
    pub(super) fn read(written: &Value) -> Self {
        let call = written.get("function").filter(|function| function.is_object()).unwrap_or(written);
        let arguments = ["arguments", "input", "args"].into_iter().find_map(|name| call.get(name)).cloned();
        Self::named(text(written, &["id", "call_id"]), text(call, &["name"]), arguments)
    }

    /// Makes a call; without a name it is a call of an unknown tool.
    pub(super) fn named(id: Option<String>, name: Option<String>, arguments: Option<Value>) -> Self {
        let name = name.unwrap_or_else(|| UNREADABLE.to_owned());
        Self { id, name, arguments, ..Self::default() }
    }

    /// Reads a part of a message; `None` unless the part is a call that ran.
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
            // The AI SDK puts the tool's name into the `type` of the part.
            other => {
                let name = other.strip_prefix("tool-").filter(|name| !name.is_empty())?;
                part.get("toolCallId").or_else(|| part.get("state"))?;
                Self::of_sdk(part, Some(name.to_owned()))
            }
        }
    }

    /// Reads a call of the AI SDK with the outcome that its state implies; `None` if the call has not run yet.
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

    /// Converts the call to evidence.
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
    /// Reads a part of a message; `None` unless the part is a result.
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

    /// Reads an entry of a list of results that is separate from the message's content.
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

/// Attaches each result to its call. A result without a matching call becomes a call that was not logged itself.
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

/// Unwraps a result: joins a list of text parts, and removes the `type` and `value` wrapper of the AI SDK.
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

/// Whether a result reports, by its flags or by its contents, that the call failed.
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
