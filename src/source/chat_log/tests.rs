//! Parsing of lines, and what reaches the database.

use proptest::prelude::*;
use rusqlite::Connection;
use rusqlite::types::Value as Cell;
use serde_json::json;

use super::line::{LoggedLine, LoggedMessage};
use super::{AddError, ImportSummary, LineError, LogRules, NewChatLog, read_line};
use crate::source::Key;

fn read(line: &str) -> Result<LoggedLine, LineError> {
    read_line(line, 7, &LogRules::default())
}

/// The only message of a line.
fn message(line: &str) -> LoggedMessage {
    let mut messages = read(line).unwrap().messages;
    assert_eq!(messages.len(), 1, "{line}");
    messages.remove(0)
}

fn texts(line: &str) -> Vec<Option<String>> {
    read(line).unwrap().messages.into_iter().map(|message| message.text).collect()
}

/// The error for a line.
fn refused(line: &str) -> String {
    read(line).unwrap_err().to_string()
}

/// A database made of these lines, with the result for each.
fn database(lines: &[&str]) -> (Connection, ImportSummary, Vec<Result<(), AddError>>) {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut log = NewChatLog::begin(file.path()).unwrap();
    let added = (1..).zip(lines).map(|(number, line)| {
        let line = read_line(line, number, &LogRules::default()).unwrap();
        log.add(&line)
    });
    let added = added.collect();
    let written = log.finish().unwrap();
    (Connection::open(file.path()).unwrap(), written, added)
}

fn cells(connection: &Connection, sql: &str) -> Vec<Cell> {
    let mut statement = connection.prepare(sql).unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn the_assistant_goes_by_several_names() {
    for role in ["assistant", "model", "ai", "bot", "gpt", "Assistant"] {
        let line = json!({"role": role, "content": "Hi."}).to_string();
        let read = read_line(&line, 1, &LogRules::default()).unwrap();
        assert_eq!(read.messages[0].role, "assistant", "{role}");
    }
}

#[test]
fn a_message_says_what_check_reads() {
    let line = json!({"id": 12, "role": "assistant", "content": "Hi.", "tools_used": [], "agent_id": "ada", "agent": "Ada",
        "enabled_tools": ["a"], "conversation_id": 3, "created_at": 1_793_614_800, "model": "m",
        "tool_calls": [{"name": "a", "input": {"b": 1}}]});
    let message = message(&line.to_string());
    assert_eq!((message.key, message.owner), (Key::Integer(12), Some(Key::Text("ada".to_owned()))));
    assert_eq!((message.text.as_deref(), message.role.as_str()), (Some("Hi."), "assistant"));
    assert_eq!((message.tools_used, message.created_at), (Some(Vec::new()), Some(Cell::Integer(1_793_614_800))));
    assert_eq!(serde_json::to_value(message.calls).unwrap(), json!([{"name": "a", "arguments": {"b": 1}}]));
}

#[test]
fn what_a_message_does_not_say_is_not_known() {
    let message = message(r#"{"content": "Hi."}"#);
    assert_eq!((message.key, message.role.as_str()), (Key::Text("line-7".to_owned()), "assistant"));
    assert_eq!((message.owner, message.tools_used, message.calls, message.created_at), (None, None, None, None));
    let rules = LogRules { agent: Some(Key::Integer(4)), all_calls_logged: true };
    let message = read_line(r#"{"content": "Hi."}"#, 1, &rules).unwrap().messages.remove(0);
    assert_eq!((message.owner, message.calls), (Some(Key::Integer(4)), Some(Vec::new())));
    let person = read_line(r#"{"content": "Hi.", "role": "user"}"#, 1, &rules).unwrap().messages.remove(0);
    assert_eq!((person.owner, person.calls), (None, None));
}

#[test]
fn a_conversation_is_read_alone_and_in_a_request() {
    let messages = json!([{"role": "user", "content": "A"}, {"content": "B", "id": "b"}]);
    for (line, key, is_whole, model) in [
        (json!({"messages": messages}), Key::Text("line-7".to_owned()), true, None),
        (json!({"messages": messages, "id": 4, "model": "m"}), Key::Integer(4), true, Some("m")),
        (json!({"messages": messages, "id": 4, "conversation_id": "c"}), Key::Text("c".to_owned()), false, None),
        (
            json!({"custom_id": "r", "body": {"model": "m", "messages": messages}}),
            Key::Text("r".to_owned()),
            true,
            Some("m"),
        ),
    ] {
        let read = read(&line.to_string()).unwrap();
        let conversation = read.conversation.unwrap();
        assert_eq!((conversation.key, conversation.is_whole), (key, is_whole), "{line}");
        let keys: Vec<_> = read.messages.iter().map(|message| message.key.to_string()).collect();
        assert_eq!(keys, ["line-7/1", "b"]);
        // A user's message has no model.
        let models: Vec<_> = read.messages.iter().map(|message| message.model.as_deref()).collect();
        assert_eq!(models, [None, model], "{line}");
    }
}

#[test]
fn content_is_a_text_or_parts_or_nothing_next_to_a_call() {
    let call = json!([{"id": "c", "type": "function", "function": {"name": "a", "arguments": "{}"}}]);
    for (line, text) in [
        (json!({"content": "a\u{0}b\r\n "}), Some("a\u{0}b\r\n ")),
        (json!({"content": ""}), Some("")),
        (json!({"content": null}), None),
        (json!({"tool_calls": call}), None),
        (json!({"function_call": {"name": "a", "arguments": "{}"}}), None),
        (json!({"content": []}), None),
        (json!({"content": [{"type": "text", "text": " a "}]}), Some(" a ")),
        (
            json!({"content": ["a", {"type": "image_url", "image_url": {"url": "u"}}, {"type": "output_text", "text": "b"}]}),
            Some("a\nb"),
        ),
    ] {
        assert_eq!(texts(&line.to_string()), [text.map(str::to_owned)], "{line}");
    }
}

#[test]
fn the_answer_of_a_tool_is_recognised_by_the_call_that_it_answers() {
    let line = json!({"messages": [
        {"content": null, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "save", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c1", "content": "ok"},
        {"role": "tool", "tool_call_id": "c2", "content": "ok"},
        {"role": "function", "name": "look", "content": "ok"},
        {"role": "user", "name": "Ana", "content": "Hi."},
        {"content": [{"type": "text", "text": "I look."}, {"type": "tool_use", "id": "c3", "name": "look", "input": {"a": 1}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c3", "content": "ok"}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c3"}, {"type": "text", "text": "And?"}]},
    ]});
    let messages = read(&line.to_string()).unwrap().messages;
    let roles: Vec<_> = messages.iter().map(|message| (message.role.as_str(), message.tool.as_deref())).collect();
    let of_a_tool = |name| ("tool", name);
    assert_eq!(roles[1..3], [of_a_tool(Some("save")), of_a_tool(None)]);
    assert_eq!(roles[3..5], [("function", Some("look")), ("user", None)]);
    // Words next to a result do not begin a turn; otherwise the call before it would be outside the turn.
    assert_eq!(roles[6..], [of_a_tool(Some("look")), of_a_tool(Some("look")), ("user_beside_tools", None)]);
    assert_eq!(
        serde_json::to_value(&messages[5].calls).unwrap(),
        json!([{"id": "c3", "name": "look", "arguments": {"a": 1}}])
    );
    let texts: Vec<_> = messages[5..].iter().map(|message| message.text.as_deref()).collect();
    assert_eq!(texts, [Some("I look."), Some("ok"), None, Some("And?")]);
}

/// The rows of a message: role, tool, text, and whether the call failed.
fn rows(message: &serde_json::Value) -> Vec<(String, Option<String>, Option<String>, bool)> {
    let rows = read(&message.to_string()).unwrap().messages;
    let failed = |row: &LoggedMessage| row.calls.iter().flatten().any(|call| call.failed);
    rows.into_iter().map(|row| (row.role.clone(), row.tool.clone(), row.text.clone(), failed(&row))).collect()
}

#[test]
fn each_answer_of_a_tool_is_a_row_with_what_it_says() {
    let answer = |text: &str, failed| ("tool".to_owned(), None, Some(text.to_owned()), failed);
    let blocks = json!([{"type": "text", "text": "{\"n\": 3}"}]);
    let line = json!({"role": "user", "id": 12, "content": [
        {"type": "tool_result", "tool_use_id": "a", "content": blocks},
        {"type": "tool_result", "tool_use_id": "b", "content": "no such file", "is_error": true},
    ]});
    assert_eq!(rows(&line), [answer("{\"n\": 3}", false), answer("no such file", true)]);
    let keys: Vec<_> = read(&line.to_string()).unwrap().messages.into_iter().map(|row| row.key).collect();
    assert_eq!(keys, [Key::Integer(12), Key::Text("12/2".to_owned())]);
    let item = json!({"type": "function_call_output", "call_id": "a", "output": "sunny"});
    assert_eq!(rows(&item), [answer("sunny", false)]);
    // A message without results keeps its role.
    let words = json!({"role": "user", "type": "message", "content": [{"type": "text", "text": "tool_result"}]});
    assert_eq!(rows(&words), [("user".to_owned(), None, Some("tool_result".to_owned()), false)]);
}

#[test]
fn calls_are_with_their_results_where_a_log_has_both() {
    let calls = |line: serde_json::Value| serde_json::to_value(message(&line.to_string()).calls).unwrap();
    let sdk = json!({"role": "assistant", "parts": [
        {"type": "text", "text": "I look."},
        {"type": "tool-getWeather", "toolCallId": "a", "state": "output-available", "input": {"city": "Oslo"},
         "output": {"t": 3}},
        {"type": "dynamic-tool", "toolName": "save", "toolCallId": "b", "state": "output-error", "errorText": "full"},
        {"type": "tool-call", "toolCallId": "c", "toolName": "roll", "input": {}},
        {"type": "tool-", "state": "x"},
    ]});
    assert_eq!(
        calls(sdk),
        json!([{"id": "a", "name": "getWeather", "arguments": {"city": "Oslo"}, "result": {"t": 3}},
               {"id": "b", "name": "save", "failed": true}, {"id": "c", "name": "roll", "arguments": {}}])
    );
    let item = json!({"type": "function_call", "call_id": "a", "name": "look", "arguments": "{}"});
    assert_eq!(calls(item), json!([{"id": "a", "name": "look", "arguments": "{}"}]));
    let listed = json!({"content": "Done.", "tool_calls": [{"id": "a", "name": "look"}],
        "tool_results": [{"tool_call_id": "a", "name": "look", "output": "ok"}, {"name": "save", "exception": "full"}]});
    assert_eq!(calls(listed), json!([{"id": "a", "name": "look", "result": "ok"}, {"name": "save", "failed": true}]));
}

#[test]
fn a_call_that_cannot_be_read_counts_as_one_that_nobody_knows() {
    let message = message(r#"{"content": "", "tool_calls": [{"what": 1}, 3]}"#);
    let calls = message.calls.unwrap();
    assert!(calls.iter().all(|call| call.name == "(unreadable)"), "{calls:?}");
    assert_eq!(calls.len(), 2);
}

#[test]
fn times_stay_as_they_are_and_unknown_ones_are_reported() {
    let time = |value: &str| message(&format!(r#"{{"content": "", "created_at": {value}}}"#)).created_at;
    for text in ["2026-11-02T09:15:00Z", "2026-11-02 09:15:00.5", "2026-11-02T09:15:00+02:00"] {
        assert_eq!(time(&format!("{text:?}")), Some(Cell::Text(text.to_owned())));
    }
    for (written, number) in
        [("1793614800", 1_793_614_800), ("1793614800123", 1_793_614_800_123), ("1793614800.1234", 1_793_614_800_123)]
    {
        assert_eq!(time(written), Some(Cell::Integer(number)));
    }
    assert_eq!(time("null"), None);
    for written in
        ["\"yesterday\"", "\"2026-11-02\"", "true", "{}", "1e300", "-1e300", "0.5", "9223372036854775807", "\"\""]
    {
        let error = refused(&format!(r#"{{"content": "", "created_at": {written}}}"#));
        assert!(error.contains("invalid time"), "{written}: {error}");
    }
    let created = json!({"created": 1_793_614_800, "messages": [{"content": "a"}]});
    assert_eq!(message(&created.to_string()).created_at, Some(Cell::Integer(1_793_614_800)));
}

#[test]
fn bad_lines_say_what_is_wrong() {
    for (line, expected) in [
        ("", "EOF"),
        ("no", "expected ident"),
        ("[1]", "not an object"),
        ("3", "JSON"),
        ("{}", "content"),
        (r#"{"id": 1, "role": "user"}"#, "content"),
        (r#"{"content": 3}"#, "a text, a list of parts or null"),
        (r#"{"content": {"a": 1}}"#, "a text, a list of parts or null"),
        (r#"{"content": "a", "content": "b"}"#, "duplicate"),
        (r#"{"content": "\ud800"}"#, "hex escape"),
        (r#"{"content": "a", "id": 1.5}"#, "`id` is neither"),
        (r#"{"content": "a", "id": true}"#, "`id` is neither"),
        (r#"{"content": "a", "id": [1, 2]}"#, "`id` is neither"),
        (r#"{"content": "a", "id": 18446744073709551615}"#, "`id` is neither"),
        (r#"{"content": "a", "conversation_id": {}}"#, "`conversation_id` is neither"),
        (r#"{"content": "a", "agent_id": 0.1}"#, "`agent_id` is neither"),
        (r#"{"content": "a", "role": 1}"#, "invalid type"),
        (r#"{"content": "a", "tools_used": "save"}"#, "invalid type"),
        (r#"{"messages": []}"#, "empty"),
        (r#"{"messages": null, "body": {"messages": []}}"#, "empty"),
        (r#"{"messages": 3}"#, "invalid type"),
        (r#"{"body": {}}"#, "missing field `messages`"),
        (r#"{"messages": [{"role": "user"}, {}]}"#, "message 1 has no `content`"),
        (r#"{"content": "a"} {"content": "b"}"#, "trailing"),
    ] {
        assert!(refused(line).contains(expected), "{line}: {}", refused(line));
    }
    let deep = format!(r#"{{"content": {}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert!(refused(&deep).contains("recursion limit"));
}

#[test]
fn a_message_that_cannot_be_kept_costs_no_other() {
    let line = read(r#"{"messages": [{"content": "a"}, {"role": "user"}, {"id": 1, "content": "b"}]}"#).unwrap();
    assert_eq!((line.messages(), line.left_out()), (2, &["message 2 has no `content`".to_owned()][..]));
    // Of two messages with the same key, the second may hold a call that ran: both are stored.
    let twice =
        read(r#"{"messages": [{"id": 1, "content": "a"}, {"id": 1, "tool_calls": [{"name": "x"}]}, {"id": "1"}]}"#);
    let twice = twice.unwrap();
    let keys: Vec<_> = twice.messages.iter().map(|message| message.key.to_string()).collect();
    assert_eq!((keys, twice.left_out().len()), (vec!["1".to_owned(), "line-7/2".to_owned()], 1));
}

#[test]
fn keys_keep_their_type() {
    let lines = [r#"{"id": 12, "content": "a"}"#, r#"{"id": "12", "content": "b"}"#, r#"{"id": "x", "content": "c"}"#];
    let (connection, written, added) = database(&lines);
    assert!(added.iter().all(Result::is_ok));
    assert_eq!(written, ImportSummary { messages: 3, ..ImportSummary::default() });
    let text = |text: &str| Cell::Text(text.to_owned());
    let keys = cells(&connection, "SELECT id FROM logged_messages ORDER BY place");
    assert_eq!(keys, [Cell::Integer(12), text("12"), text("x")]);
}

#[test]
fn a_line_is_there_wholly_or_not_at_all() {
    let lines = [
        r#"{"id": 1, "content": "a", "conversation_id": "c"}"#,
        r#"{"id": "d", "messages": [{"content": "b", "agent_id": 5}, {"id": 1, "content": "c"}]}"#,
        r#"{"id": "c", "messages": [{"content": "d"}]}"#,
        r#"{"conversation_id": "c", "messages": [{"content": "e"}]}"#,
        r#"{"id": 1, "content": "f"}"#,
        r#"{"id": "d", "messages": [{"content": "g"}]}"#,
    ];
    let (connection, written, added) = database(&lines);
    let errors: Vec<_> = added.iter().map(|added| added.as_ref().err().map(ToString::to_string)).collect();
    let before = |what: &str| Some(format!("duplicate {what}"));
    let expected = [None, before("id 1"), before("conversation \"c\""), None, before("id 1"), None];
    assert_eq!(errors, expected);
    assert_eq!(written, ImportSummary { conversations: 2, messages: 3, unknown_roles: Vec::new() });
    let texts = cells(&connection, "SELECT content FROM logged_messages ORDER BY place");
    assert_eq!(texts, ["a", "e", "g"].map(|text| Cell::Text(text.to_owned())));
    assert_eq!(cells(&connection, "SELECT id FROM agents"), []);
}

#[test]
fn an_agent_is_called_as_it_was_last_and_may_do_what_every_line_allows() {
    let lines = [
        json!({"content": "", "agent_id": 1, "agent": "Ada", "enabled_tools": ["a", "b"]}),
        json!({"content": "", "agent_id": 1}),
        json!({"content": "", "agent_id": 1, "agent": "Ada B.", "enabled_tools": ["b", "c"]}),
        json!({"content": "", "agent_id": 2}),
    ]
    .map(|line| line.to_string());
    let (connection, _, _) = database(&lines.each_ref().map(String::as_str));
    let text = |text: &str| Cell::Text(text.to_owned());
    assert_eq!(cells(&connection, "SELECT name FROM agents"), [text("Ada B."), Cell::Null]);
    assert_eq!(cells(&connection, "SELECT enabled_tools FROM agents"), [text("[\"b\"]"), Cell::Null]);
}

/// A document that may be a line: made of known and unknown field names.
fn any_value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        ".*".prop_map(Into::into),
        "(user|assistant|tool|text|tool_use|tool_result)".prop_map(Into::into),
    ];
    let name =
        "(id|role|content|text|type|messages|body|tool_calls|function|name|arguments|created_at|agent_id|tools_used|.)";
    leaf.prop_recursive(4, 30, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::from),
            prop::collection::btree_map(name, inner, 0..6)
                .prop_map(|members| members.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

proptest! {
    #[test]
    fn no_line_panics(line in ".*") {
        let _ = read(&line);
    }

    #[test]
    fn no_document_panics_and_what_is_read_can_be_kept(value in any_value()) {
        if let Ok(line) = read(&value.to_string()) {
            let file = tempfile::NamedTempFile::new().unwrap();
            let mut log = NewChatLog::begin(file.path()).unwrap();
            let added = log.add(&line);
            prop_assert!(!matches!(added, Err(AddError::Database(_))), "{:?}", added);
            let messages = if added.is_ok() { line.messages() } else { 0 };
            prop_assert_eq!(usize::try_from(log.finish().unwrap().messages).unwrap(), messages);
        }
    }

    /// Each valid line is stored exactly once, in order, with its text byte for byte.
    #[test]
    fn every_good_line_is_there_once(texts in prop::collection::vec((".*", prop::option::of(0..6_i64)), 1..12)) {
        let lines: Vec<_> = texts.iter().map(|(text, id)| json!({"id": id, "content": text}).to_string()).collect();
        let (connection, _, added) = database(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let mut seen = Vec::new();
        let is_new = |id: &Option<i64>| match id {
            Some(id) if seen.contains(id) => false,
            other => {
                seen.extend(*other);
                true
            }
        };
        let expected: Vec<bool> = texts.iter().map(|(_, id)| id).map(is_new).collect();
        prop_assert_eq!(added.iter().map(Result::is_ok).collect::<Vec<_>>(), expected.clone());
        let kept = texts.iter().zip(&expected).filter(|(_, kept)| **kept);
        let kept: Vec<_> = kept.map(|((text, _), _)| Cell::Text(text.clone())).collect();
        prop_assert_eq!(cells(&connection, "SELECT content FROM logged_messages ORDER BY place"), kept);
    }
}
