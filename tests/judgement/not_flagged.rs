//! Texts that must not be flagged, each paired with a text that must be and differs as little as possible.

use crate::support::Export;
use serde_json::{Value, json};

/// The input of `check`: the user's request, then the message with the tool that ran.
fn lines(conversation: usize, case: &Value) -> Vec<Value> {
    let mut lines = Vec::new();
    if let Some(asked) = case["asked"].as_str() {
        lines.push(json!({"conversation_id": conversation, "role": "user", "content": asked}));
    }
    let mut message = json!({
        "id": conversation, "conversation_id": conversation, "role": case["role"].as_str().unwrap_or("assistant"), "content": case["text"],
        "agent_id": 1, "tools_used": [], "created_at": "2026-01-20T17:03:11Z",
    });
    if case["called"].is_object() {
        message["tool_calls"] = json!([case["called"]]);
        message["tools_used"] = json!([case["called"]["name"]]);
    }
    lines.push(message);
    lines
}

/// The answer of `check` to each case.
fn check(options: &str, cases: &[&Value]) -> Vec<Value> {
    let lines = cases.iter().enumerate().flat_map(|(place, case)| lines(place, case));
    let input: Vec<String> = lines.map(|line| format!("{line}\n")).collect();
    let answers = Export::nowhere().feed(&format!("check{options}"), &input.concat()).ok().lines();
    let answers: Vec<Value> = answers.into_iter().filter(|answer| !answer["message_id"].is_null()).collect();
    assert_eq!(answers.len(), cases.len());
    answers
}

fn complaint(what: &str, case: &Value, answer: &Value, id: &Value) -> Option<String> {
    let claims = answer["claims"].as_array().map_or(0, Vec::len);
    let is_count = case["claims"].is_null() || case["claims"] == json!(claims);
    let is_right = answer["remedy"] == case["remedy"] && is_count;
    (!is_right).then(|| {
        format!("{id}, the {what}: {} with {claims} claims, wanted {}: {answer}", answer["remedy"], case["remedy"])
    })
}

#[test]
fn each_trap_is_ignored_and_the_leak_next_to_it_is_found() {
    let pairs = include_str!("../cases/pairs.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let pairs: Vec<Value> = pairs.collect();
    let mut wrong = Vec::new();
    let catalog = concat!(" --catalog ", env!("CARGO_MANIFEST_DIR"), "/tests/cases/tools.json");
    for (what, options) in [("trap", ""), ("leak", ""), ("trap", catalog), ("leak", catalog)] {
        let cases: Vec<&Value> = pairs.iter().map(|pair| &pair[what]).collect();
        for (pair, answer) in pairs.iter().zip(check(options, &cases)) {
            wrong.extend(complaint(what, &pair[what], &answer, &pair["id"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An export with the tables of helix-kit, one agent, and a conversation that begins with a user message.
fn export(rows: &str) -> Export {
    let layout = include_str!("../fixtures/helix_kit_db_to_sqlite.sql");
    let layout: String = layout.split("INSERT INTO").next().unwrap_or_default().to_owned();
    Export::from_sql(&layout).and(&format!(
        "INSERT INTO chats (id, account_id, created_at) VALUES (1, 10, '2026-01-20T17:00:00');
         INSERT INTO agents (id, account_id, name, active, enabled_tools)
             VALUES (1, 10, 'Wren', 1, '[\"SaveMemoryTool\"]');
         INSERT INTO messages (id, chat_id, role, content, tools_used, streaming, created_at)
             VALUES (1, 1, 'user', 'Good morning.', '[]', 0, '2026-01-20T17:00:00');
         {rows}"
    ))
}

/// A message of the assistant, this many seconds after the user message.
fn answer(second: usize, text: &str) -> String {
    format!(
        "INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, streaming, created_at)
             VALUES ({}, 1, 1, 'assistant', '{text}', '[]', 0, '2026-01-20T17:00:{second:02}');",
        second + 1,
    )
}

/// Classifications in JSON, as an application may request them with a response format.
fn classified(count: usize) -> String {
    let text = |place| format!(r#"{{"label": "mood {place}", "score": {place}}}"#);
    (1..=count).map(|place| answer(place, &text(place))).collect()
}

const LOST: &str = r#"{success: true, memory_type: "core", content: "Likes tea."}"#;

#[test]
fn i_4_the_format_of_a_product_is_reported_once_and_a_leak_in_its_midst_is_found() {
    // Five of six messages make a format. Four messages are too few, and three of six are not most of them.
    let format = export(&classified(5)).and(&answer(6, "Good night."));
    assert_eq!(format.remedies(), []);
    format.run("scan DB --format table").ok().prints("1 conversation answers in JSON by design: 5 messages left alone");
    assert_eq!(export(&classified(4)).remedies().len(), 4);
    let half: String = (4..=6).map(|second| answer(second, "Good night.")).collect();
    assert_eq!(export(&classified(3)).and(&half).remedies().len(), 3);
    // Another shape and a lost record in the same conversation are found.
    let leaks = export(&classified(5)).and(&answer(6, r#"{"label": "calm", "place": "sea"}"#)).and(&answer(7, LOST));
    assert_eq!(leaks.remedies(), [(7, "review".to_owned()), (8, "recover".to_owned())]);
}

#[test]
fn i_4_titles_of_conversations_are_no_messages() {
    let titled = export("UPDATE chats SET title = '{success: true, memory_type: \"core\", content: \"Likes tea.\"}';");
    assert_eq!(titled.remedies(), []);
    assert_eq!(titled.and(&answer(1, LOST)).remedies(), [(2, "recover".to_owned())]);
}

#[test]
fn i_5_a_call_that_is_recorded_without_a_text_is_none_that_leaked() {
    let call = "UPDATE messages SET content = '', tools_used = '[\"save_memory\"]' WHERE id = 2;
        INSERT INTO tool_calls (id, message_id, tool_call_id, name, arguments)
            VALUES (1, 2, 'c-1', 'save_memory', '{\"memory_type\": \"core\", \"content\": \"Likes tea.\"}');";
    assert_eq!(export(&answer(1, LOST)).and(call).remedies(), []);
    assert_eq!(export(&answer(1, LOST)).remedies(), [(2, "recover".to_owned())]);
}

#[test]
fn i_6_what_a_person_a_tool_or_the_system_wrote_is_no_claim() {
    for role in ["user", "tool", "system"] {
        let export = export(&answer(1, LOST)).and(&format!("UPDATE messages SET role = '{role}' WHERE id = 2;"));
        assert_eq!(export.remedies(), [], "{role}");
    }
    assert_eq!(export(&answer(1, LOST)).remedies(), [(2, "recover".to_owned())]);
}

#[test]
fn i_11_drafts_in_the_thoughts_that_are_stored_next_to_a_text_are_no_claims() {
    let thought = format!("UPDATE messages SET thinking_text = '{LOST}' WHERE id = 2;");
    assert_eq!(export(&answer(1, "Noted.")).and(&thought).remedies(), []);
    assert_eq!(export(&answer(1, LOST)).and(&thought).remedies(), [(2, "recover".to_owned())]);
}
