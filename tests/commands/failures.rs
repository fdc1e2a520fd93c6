//! Only a result without an error, for a call by the same agent, shows that a tool ran. `check` and `scan` agree.

use serde_json::{Value, json};

use crate::support::Export;

/// Calls as text, of a tool that the catalog has and of one that it lacks, and the catalog.
const BOOK: &str = "<tool_call>{\"name\": \"book\", \"arguments\": {\"id\": \"7\"}}</tool_call>";
const RESERVE: &str = "<tool_call>{\"name\": \"reserve\", \"arguments\": {\"id\": \"7\"}}</tool_call>";
const TOOLS: &str = "[{name: 'search', parameters: {type: 'object', properties: {q: {type: 'string'}}}}, \
                      {name: 'book', parameters: {type: 'object', properties: {id: {type: 'string'}}}}]";
const MEMORY: &str = r#"{"success": true, "memory_type": "journal", "content": "Ana likes green tea in the morning."}"#;
const CANCELLED: &str = "Your reservation has been successfully cancelled.";

/// Verdict and remedy of the first claim of the last line, by `check` and by a scan of the imported log.
fn judged(lines: &[Value]) -> [(Value, Value); 2] {
    let numbered = lines.iter().zip(1..).map(|(line, number)| {
        let mut line = line.clone();
        line["id"] = number.into();
        if line["conversation_id"].is_null() {
            line["conversation_id"] = 1.into();
        }
        line.to_string()
    });
    let log = numbered.collect::<Vec<_>>().join("\n");
    let export = Export::nowhere();
    let (tools, file) = (export.file("tools.json5"), export.file("log.jsonl"));
    std::fs::write(&tools, TOOLS).unwrap();
    std::fs::write(&file, &log).unwrap();
    let option = format!("--catalog {}", tools.display());
    let first = |finding: Option<&Value>| {
        let claim = finding.map(|finding| finding["claims"][0].clone()).unwrap_or_default();
        (claim["verdict"].clone(), claim["remedy"].clone())
    };
    let checked = export.feed(&format!("check {option}"), &log).ok().lines();
    export.run(&format!("import {} --out DB", file.display())).ok();
    let scanned = export.run(&format!("scan DB --format jsonl {option}")).ok().lines();
    let scanned = scanned.iter().find(|finding| finding["message_id"] == lines.len());
    [first(checked.last()), first(scanned)]
}

fn verdicts(lines: &[Value]) -> [Value; 2] {
    judged(lines).map(|(verdict, _)| verdict)
}

fn called(tool: &str) -> Value {
    json!({"role": "assistant", "content": null,
           "tool_calls": [{"id": "c", "type": "function", "function": {"name": tool, "arguments": "{\"id\": \"7\"}"}}]})
}

fn said(text: &str) -> Value {
    json!({"role": "assistant", "content": text})
}

fn asked(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

#[test]
fn what_no_tool_says_is_no_result() {
    let noted = json!({"role": "assistant", "agent_id": 3, "tools_used": [], "content": format!("{MEMORY} Noted!")});
    // The assistant may be repeating what a person wrote, so the remedy is review.
    for (role, remedy) in [
        ("user", "review"),
        ("human", "review"),
        ("customer", "review"),
        ("bot", "recover"),
        ("ai", "recover"),
        ("system", "recover"),
    ] {
        let pasted = json!({"role": role, "content": MEMORY});
        let expected = [(); 2].map(|()| (json!("not_executed"), json!(remedy)));
        assert_eq!(judged(&[asked("I like tea."), pasted, noted.clone()]), expected, "{role}");
    }
    // An answer to a call is a result, whatever the role is named.
    let call = json!({"role": "assistant", "agent_id": 3, "content": null,
                      "tool_calls": [{"id": "c", "function": {"name": "save_memory", "arguments": "{}"}}]});
    for answer in [
        json!({"role": "tool", "name": "save_memory", "content": MEMORY}),
        json!({"role": "function", "name": "save_memory", "content": MEMORY}),
        json!({"role": "ipython", "tool_call_id": "c", "content": MEMORY}),
        json!({"role": "human", "content": [{"type": "tool_result", "tool_use_id": "c", "content": MEMORY}]}),
        json!({"type": "function_call_output", "call_id": "c", "output": MEMORY}),
    ] {
        let executed = json!("executed");
        let lines = [asked("I like tea."), call.clone(), answer.clone(), noted.clone()];
        assert_eq!(verdicts(&lines), [executed.clone(), executed], "{answer}");
    }
}

#[test]
fn a_human_begins_a_turn() {
    let lines = |role: &str| {
        let cancelled = json!({"role": "assistant", "content": CANCELLED, "tools_used": []});
        [called("cancel_reservation"), json!({"role": role, "content": "Cancel my reservation ABC."}), cancelled]
    };
    for role in ["user", "human", "customer"] {
        assert_eq!(verdicts(&lines(role)), [json!("not_executed"), json!("not_executed")], "{role}");
    }
}

#[test]
fn a_call_that_an_error_answered_did_not_run() {
    let answers = |content: &str| json!({"role": "tool", "tool_call_id": "c", "content": content});
    let marked = json!({"role": "tool", "tool_call_id": "c", "content": "sold out", "isError": true});
    let in_parts = json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c",
                          "content": [{"type": "text", "text": "{\"error\": \"sold out\"}"}]}]});
    let item = json!({"type": "function_call_output", "call_id": "c", "output": "Error: sold out"});
    let failures = [answers("{\"error\": \"sold out\"}"), answers("Error: sold out"), marked, in_parts, item];
    for failure in failures {
        let lines = [asked("Book 7."), called("book"), failure.clone(), said(BOOK)];
        assert_eq!(verdicts(&lines), [json!("not_executed"), json!("not_executed")], "{failure}");
        let lines = [asked("Cancel my reservation."), called("cancel_reservation"), failure.clone(), said(CANCELLED)];
        assert_eq!(verdicts(&lines), [json!("not_executed"), json!("not_executed")], "{failure}");
        // A failed call does not show that the tool exists.
        let lines = [asked("Book 7."), called("reserve"), failure.clone(), said(RESERVE)];
        assert_eq!(verdicts(&lines), [json!("no_such_tool"), json!("no_such_tool")], "{failure}");
        let mut lines = lines.to_vec();
        lines.push(json!({"role": "assistant", "content": RESERVE, "tools_used": [], "conversation_id": 2}));
        assert_eq!(verdicts(&lines), [json!("no_such_tool"), json!("no_such_tool")], "{failure}");
    }
    for answer in [answers("{\"error\": null, \"id\": 7}"), answers("{\"error\": false}"), answers("No error: booked")]
    {
        let lines = [asked("Book 7."), called("book"), answer.clone(), said(BOOK)];
        assert_eq!(verdicts(&lines), [json!("executed"), json!("executed")], "{answer}");
        let lines = [asked("Book 7."), called("reserve"), answer.clone(), asked("And?"), said(RESERVE)];
        assert!(!verdicts(&lines).contains(&json!("no_such_tool")), "{answer}");
    }
}

#[test]
fn a_tool_exists_when_it_answered_or_its_turn_is_over() {
    let elsewhere = json!({"role": "assistant", "content": RESERVE, "tools_used": [], "conversation_id": 2});
    let check = |lines: &[Value]| verdicts(lines)[0].clone();
    let call = called("reserve");
    let answer = json!({"role": "tool", "tool_call_id": "c", "content": "ok"});
    assert_eq!(check(&[call.clone(), elsewhere.clone()]), "no_such_tool");
    assert_eq!(check(&[call.clone(), asked("And?"), elsewhere.clone()]), "not_executed");
    assert_eq!(check(&[call, answer, elsewhere.clone()]), "not_executed");
    // Tools that a user's line lists did not run.
    let listed = json!({"role": "user", "content": "Run it.", "tools_used": ["reserve"]});
    assert_eq!(check(&[listed, elsewhere]), "no_such_tool");
}

#[test]
fn a_call_that_waits_did_not_run() {
    for state in ["input-streaming", "input-available", "approval-requested", "approval-responded", "call"] {
        let part = json!({"type": "tool-book", "toolCallId": "c", "state": state, "input": {"id": "7"}});
        let line = json!({"role": "assistant", "content": [part, {"type": "text", "text": BOOK}]});
        assert_eq!(verdicts(&[asked("Book 7."), line]), [json!("unclear"), json!("unclear")], "{state}");
    }
    let part = json!({"type": "tool-book", "toolCallId": "c", "state": "output-available", "input": {"id": "7"}, "output": "ok"});
    let line = json!({"role": "assistant", "content": [part, {"type": "text", "text": BOOK}]});
    assert_eq!(verdicts(&[asked("Book 7."), line]), [json!("executed"), json!("executed")]);
}

#[test]
fn the_text_in_the_parts_counts_where_the_content_is_empty() {
    let part = json!([{"type": "text", "text": BOOK}]);
    let line = json!({"role": "assistant", "content": "", "parts": part, "tools_used": []});
    assert_eq!(verdicts(&[asked("Book 7."), line]), [json!("not_executed"), json!("not_executed")]);
}

#[test]
fn a_call_of_another_agent_is_no_evidence() {
    let by = |owner: i64| {
        let mut call = called("book_room");
        call["agent_id"] = owner.into();
        let booked =
            json!({"role": "assistant", "content": "I have booked the room for you.", "tools_used": [], "agent_id": 6});
        verdicts(&[asked("Book the room."), call, booked])
    };
    assert_eq!(by(5), [json!("not_executed"), json!("not_executed")]);
    assert_eq!(by(6), [Value::Null, Value::Null]);
}

#[test]
fn a_save_of_helix_kit_that_failed_is_none() {
    let saved = r#"{"success": true, "memory_type": "core", "content": "The shed key hangs on the left."}"#;
    let call = format!(
        "<tool_call>{}</tool_call>",
        json!({"name": "save_memory",
        "arguments": {"content": "The shed key hangs on the left.", "memory_type": "core"}})
    );
    let judged = |answer: &str, said: &str, older: bool| {
        let export = Export::fixture("helix_kit_db_to_sqlite");
        if !older {
            export.sql("ALTER TABLE messages ADD COLUMN tool_call_id INTEGER");
        }
        export.sql("INSERT INTO chats (id, title, manual_responses) VALUES (77, 'The shed', 0)");
        let rows = [
            (901, "user", "Keep that.", "NULL"),
            (902, "assistant", "", "1"),
            (903, "tool", answer, "NULL"),
            (904, "assistant", said, "1"),
        ];
        for (id, role, text, owner) in rows {
            let text = text.replace('\'', "''");
            export.sql(&format!(
                "INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, streaming, created_at, updated_at)
                 VALUES ({id}, 77, {owner}, '{role}', '{text}', '[]', 0, '2026-03-01T10:00:00', '2026-03-01T10:00:00')"
            ));
        }
        export.sql(&format!(
            "INSERT INTO tool_calls (id, message_id, tool_call_id, name, arguments) VALUES (71, 902, 'abc', 'save_memory', '{}')",
            json!({"content": "The shed key hangs on the left.", "memory_type": "core"})
        ));
        if !older {
            export.sql("UPDATE messages SET tool_call_id = 71 WHERE id = 903");
        }
        let found = export.show(904);
        (found["claims"][0]["verdict"].clone(), found["remedy"].clone())
    };
    let failed = r#"{"error": "Validation failed"}"#;
    for said in [format!("{saved}Noted."), format!("{call}Noted.")] {
        assert_eq!(judged(failed, &said, false), (json!("not_executed"), json!("recover")), "{said}");
        assert_eq!(judged(saved, &said, false), (json!("executed"), json!("strip")), "{said}");
    }
    // An older export does not link results to calls, so the recorded call alone is the evidence.
    assert_eq!(judged(saved, &format!("{saved}Noted."), true).0, "executed");
}
