//! A line of a chat log: either one message or a whole conversation.

use std::collections::{HashMap, HashSet};

use rusqlite::types::Value as Cell;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::call::{LoggedAnswer, LoggedCall};
use super::message::{LogMessage, is_of_tool, key, time_cell};
use crate::source::Key;

/// Why a line cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The line is JSON, but not an object.
    #[error("not a message as JSON: not an object")]
    NoObject,
    /// The line is not a JSON object with the fields of a message or of a conversation.
    #[error("not a message as JSON: {}", in_line(.0))]
    NoMessage(#[from] serde_json::Error),
    /// The message has no content.
    #[error("not a message as JSON: missing field `content`")]
    NoContent,
    /// The conversation has no messages.
    #[error("its list of messages is empty")]
    NoMessages,
    /// A message of the conversation, counted from 1, has no content.
    #[error("message {0} has no `content`")]
    NoContentIn(usize),
    /// The named field is not a valid key.
    #[error("`{0}` is neither an integer nor a string")]
    NoKey(&'static str),
    /// The message has no key to find it by later.
    #[error("missing field `id`, which a review elsewhere needs")]
    NoId,
    /// The sequence value is neither a number nor a time.
    #[error("seq {0} is neither a number nor a time")]
    NoSequence(String),
    /// The message belongs before a line that was already read.
    #[error("out of order: seq {0} is earlier than a previous one of its conversation")]
    OutOfOrder(String),
    /// An earlier line of the turn was out of order, so the turn is incomplete.
    #[error("not judged: an earlier line of this turn came out of order")]
    AfterOutOfOrder,
    /// The conversation of the message had already ended.
    #[error("not sorted: conversation {0} already ended")]
    NotSorted(String),
    /// A time cannot be parsed.
    #[error("invalid time {0}: neither RFC 3339 nor seconds or milliseconds since 1970")]
    NoTime(String),
}

impl LineError {
    /// Whether the line is valid but in the wrong order.
    #[must_use]
    pub fn is_of_order(&self) -> bool {
        matches!(self, Self::OutOfOrder(_) | Self::AfterOutOfOrder | Self::NotSorted(_))
    }
}

/// What the user specifies about a log because its lines do not say it.
#[derive(Clone, Debug, Default)]
pub struct LogRules {
    /// The agent of assistant messages that name none.
    pub agent: Option<Key>,
    /// Whether the log holds every call that ran, so that a message without calls made none.
    pub all_calls_logged: bool,
}

/// A parsed line of a chat log: a conversation, or a message of one.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedLine {
    /// The conversation that the line is, or that its message belongs to.
    pub(super) conversation: Option<LoggedConversation>,
    /// The messages, in order.
    pub(super) messages: Vec<LoggedMessage>,
    /// Why messages of the conversation were left out, one reason each.
    left_out: Vec<String>,
}

impl LoggedLine {
    /// The number of messages on the line.
    #[must_use]
    pub fn messages(&self) -> usize {
        self.messages.len()
    }

    /// Why messages of the conversation were left out, one reason each.
    #[must_use]
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct LoggedConversation {
    pub(super) key: Key,
    /// Whether the line is the whole conversation, so that no other line may have its key.
    pub(super) is_whole: bool,
    pub(super) model: Option<String>,
    pub(super) created_at: Option<Cell>,
}

/// A message as stored: a row of the database.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LoggedMessage {
    pub(super) key: Key,
    pub(super) owner: Option<Key>,
    pub(super) owner_name: Option<String>,
    pub(super) enabled_tools: Option<Vec<String>>,
    pub(super) role: String,
    pub(super) text: Option<String>,
    pub(super) model: Option<String>,
    pub(super) tools_used: Option<Vec<String>>,
    pub(super) calls: Option<Vec<LoggedCall>>,
    /// The tool that this message is a result of.
    pub(super) tool: Option<String>,
    pub(super) answered_call: Option<String>,
    pub(super) created_at: Option<Cell>,
}

/// The fields that tell a conversation from a message.
#[derive(Deserialize)]
#[serde(expecting = "a JSON object")]
struct LineShape {
    messages: Option<IgnoredAny>,
    body: Option<IgnoredAny>,
}

/// A conversation in OpenAI's request format, alone or as a request of a batch.
#[derive(Default, Deserialize)]
#[serde(expecting = "a JSON object")]
struct ConversationLine {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    conversation_id: Value,
    #[serde(default)]
    custom_id: Value,
    #[serde(default)]
    agent_id: Value,
    agent: Option<String>,
    model: Option<String>,
    #[serde(default)]
    created_at: Value,
    #[serde(default)]
    created: Value,
    messages: Option<Vec<LogMessage>>,
    body: Option<BatchRequest>,
}

/// The body of a request of a batch.
#[derive(Deserialize)]
#[serde(expecting = "a JSON object")]
struct BatchRequest {
    model: Option<String>,
    messages: Vec<LogMessage>,
}

/// Parses a line; `number` counts from 1 and names messages without a key.
pub fn read_line(line: &str, number: u64, rules: &LogRules) -> Result<LoggedLine, LineError> {
    let line = line.trim();
    // Serde would read a list as the fields in their order.
    if line.starts_with('[') {
        return Err(LineError::NoObject);
    }
    let form: LineShape = serde_json::from_str(line)?;
    if form.messages.is_some() || form.body.is_some() {
        conversation(serde_json::from_str(line)?, number, rules)
    } else {
        read_message(&serde_json::from_str(line)?, number, rules)
    }
}

/// Parses a line with a single message.
pub(crate) fn read_message(message: &LogMessage, number: u64, rules: &LogRules) -> Result<LoggedLine, LineError> {
    if !message.has_content() {
        return Err(LineError::NoContent);
    }
    let conversation = optional_key(&message.conversation_id, "conversation_id")?;
    let conversation =
        conversation.map(|key| LoggedConversation { key, is_whole: false, model: None, created_at: None });
    let key = optional_key(&message.id, "id")?.unwrap_or_else(|| Key::Text(format!("line-{number}")));
    Ok(LoggedLine { conversation, messages: logged(message, &key, rules)?, left_out: Vec::new() })
}

fn conversation(line: ConversationLine, number: u64, rules: &LogRules) -> Result<LoggedLine, LineError> {
    let own = optional_key(&line.id, "id")?.or(optional_key(&line.custom_id, "custom_id")?);
    let shared = optional_key(&line.conversation_id, "conversation_id")?;
    let (asked_model, messages) = match (line.messages, line.body) {
        (Some(messages), _) => (None, messages),
        (None, Some(body)) => (body.model, body.messages),
        (None, None) => (None, Vec::new()),
    };
    if messages.is_empty() {
        return Err(LineError::NoMessages);
    }
    let created_at = optional_time(&line.created_at)?.or(optional_time(&line.created)?);
    let model = line.model.or(asked_model);
    let rules = LogRules { agent: optional_key(&line.agent_id, "agent_id")?.or_else(|| rules.agent.clone()), ..*rules };
    let mut named: HashMap<String, String> = HashMap::new();
    let (mut all, mut left_out) = (Vec::new(), Vec::new());
    let mut keys = HashSet::new();
    for (place, message) in (1_usize..).zip(&messages) {
        if !message.has_content() {
            left_out.push(LineError::NoContentIn(place).to_string());
            continue;
        }
        // If a key occurs twice, the second message is named by its position, not left out: it may hold a call that
        // ran.
        let own = optional_key(&message.id, "id")?.filter(|key| keys.insert(key.clone()));
        let key = own.unwrap_or_else(|| Key::Text(format!("line-{number}/{place}")));
        for mut logged in logged(message, &key, &rules)? {
            if logged.role == ASSISTANT {
                logged.model = logged.model.or_else(|| model.clone());
                logged.owner_name = logged.owner_name.or_else(|| line.agent.clone());
            }
            logged.created_at = logged.created_at.or_else(|| created_at.clone());
            for call in logged.calls.iter().flatten() {
                named.extend(call.id.clone().map(|id| (id, call.name.clone())));
            }
            let answered = logged.answered_call.as_ref().and_then(|id| named.get(id));
            logged.tool = logged.tool.or_else(|| answered.cloned());
            all.push(logged);
        }
    }
    if all.is_empty() {
        return Err(LineError::NoContentIn(1));
    }
    let is_whole = shared.is_none();
    let key = shared.or(own).unwrap_or_else(|| Key::Text(format!("line-{number}")));
    Ok(LoggedLine {
        conversation: Some(LoggedConversation { key, is_whole, model, created_at }),
        messages: all,
        left_out,
    })
}

/// What is wrong with a line, by its column: the parser counts lines from the beginning of this one.
fn in_line(error: &serde_json::Error) -> String {
    error.to_string().replace(&format!(" at line {} column", error.line()), " at column")
}

/// The role of a message that names none.
pub(super) const ASSISTANT: &str = "assistant";

/// The role of a user's words in a message of tool results. The profile does not know the role, so they begin no turn.
pub(super) const ROLE_WITH_ANSWERS: &str = "user_beside_tools";

/// Splits a message into rows: each tool result gets a row of its own, so that each is evidence by itself.
fn logged(message: &LogMessage, key: &Key, rules: &LogRules) -> Result<Vec<LoggedMessage>, LineError> {
    let role = message.role().unwrap_or(ASSISTANT).to_owned();
    let is_assistant = role == ASSISTANT;
    let default_owner = rules.agent.clone().filter(|_| is_assistant);
    let nothing_ran = (is_assistant && rules.all_calls_logged).then(Vec::new);
    let whole = LoggedMessage {
        key: key.clone(),
        owner: optional_key(&message.agent_id, "agent_id")?.or(default_owner),
        owner_name: message.agent.clone(),
        enabled_tools: message.enabled_tools.clone(),
        text: message.text(),
        model: message.model.clone(),
        tools_used: message.tools_used.clone(),
        calls: message.calls().or(nothing_ran),
        tool: None,
        answered_call: None,
        created_at: optional_time(&message.created_at)?,
        role,
    };
    let answers = message.answers(is_of_tool(&whole.role));
    if answers.is_empty() {
        return Ok(vec![whole]);
    }
    // In a message with a tool's own role, the text is the result itself.
    let extra_text = whole.text.clone().filter(|_| message.has_answer_parts());
    let mut rows: Vec<_> = answers.into_iter().map(|answer| answering(&whole, answer)).collect();
    rows.extend(extra_text.map(|text| LoggedMessage {
        text: Some(text),
        role: ROLE_WITH_ANSWERS.to_owned(),
        ..whole.clone()
    }));
    for (place, row) in (1_usize..).zip(&mut rows).skip(1) {
        row.key = Key::Text(format!("{key}/{place}"));
    }
    Ok(rows)
}

/// The row of a tool result.
fn answering(whole: &LoggedMessage, answer: LoggedAnswer) -> LoggedMessage {
    let LoggedAnswer { call, tool, result, failed } = answer;
    let text = result.map(|result| match result {
        Value::String(text) => text,
        other => other.to_string(),
    });
    // The failed call is repeated with its result, because the call itself may be on another line.
    let call = call.or_else(|| failed.then(|| whole.key.to_string()));
    let failure =
        LoggedCall { id: call.clone(), name: tool.clone().unwrap_or_default(), failed, ..LoggedCall::default() };
    let calls = if failed { Some(vec![failure]) } else { None };
    LoggedMessage { text, tool, answered_call: call, calls, ..whole.clone() }
}

/// Reads a key of one column; `None` if the value is null.
fn optional_key(value: &Value, name: &'static str) -> Result<Option<Key>, LineError> {
    match any_key(value, name)? {
        Some(Key::Composite(_)) => Err(LineError::NoKey(name)),
        key => Ok(key),
    }
}

/// Reads a key; `None` if the value is null.
pub(crate) fn any_key(value: &Value, name: &'static str) -> Result<Option<Key>, LineError> {
    if value.is_null() { Ok(None) } else { key(value).map(Some).ok_or(LineError::NoKey(name)) }
}

/// Reads a time; `None` if the value is null.
fn optional_time(value: &Value) -> Result<Option<Cell>, LineError> {
    match time_cell(value) {
        _ if value.is_null() => Ok(None),
        Some(cell) => Ok(Some(cell)),
        None => Err(LineError::NoTime(value.to_string())),
    }
}
