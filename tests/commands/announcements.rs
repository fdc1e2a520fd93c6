//! Replies that end by announcing an action that does not follow.

use serde_json::{Value, json};

use crate::support::Export;

const SAID: &str = "I will look that up now, one moment.";

/// The answer of `check` to the last of these lines, which form one conversation.
pub(crate) fn last(lines: &[Value]) -> Value {
    let of_conversation = |line: &Value| {
        let mut line = line.clone();
        line["conversation_id"] = json!(1);
        line.to_string()
    };
    let input = lines.iter().map(of_conversation).collect::<Vec<_>>().join("\n");
    Export::nowhere().feed("check -", &input).ok().lines().pop().expect("an answer")
}

pub(crate) fn user(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

/// A tool call in the format of an API.
fn call(id: &str) -> Value {
    let call = json!({"id": id, "type": "function", "function": {"name": "find_train", "arguments": "{}"}});
    json!({"role": "assistant", "content": "", "tool_calls": [call]})
}

#[test]
fn what_is_announced_and_not_done_is_for_a_person() {
    let asked = user("When does the night train leave?");
    let output = last(&[asked.clone(), json!({"role": "assistant", "content": SAID, "tools_used": []})]);
    let claim = &output["claims"][0];
    assert_eq!((&output["remedy"], &claim["kind"]), (&json!("review"), &json!("statement")), "{output}");
    assert_eq!((&claim["class"], &claim["verdict"]), (&json!("announced"), &json!("not_executed")), "{output}");
    assert_eq!((&claim["start"], &claim["end"]), (&json!(0), &json!(SAID.len())));
    for lines in [
        // A tool was called in the reply or earlier in the turn, even if the call failed.
        vec![asked.clone(), json!({"role": "assistant", "content": SAID, "tools_used": ["find_train"]})],
        vec![asked.clone(), call("c"), json!({"role": "assistant", "content": SAID, "tools_used": []})],
        vec![
            asked.clone(),
            call("c"),
            json!({"role": "tool", "tool_call_id": "c", "content": "Error: no connection"}),
            json!({"role": "assistant", "content": SAID, "tools_used": []}),
        ],
        // If a line has text and calls, it is unknown whether the next line continues it.
        vec![asked.clone(), json!({"role": "assistant", "content": SAID, "tool_calls": []})],
        vec![asked.clone(), json!({"role": "assistant", "content": SAID})],
        // The user did not ask for it.
        vec![json!({"role": "assistant", "content": SAID, "tools_used": []})],
        // The reply itself contains what it announces.
        vec![asked, json!({"role": "assistant", "content": format!("{SAID} It leaves at ten."), "tools_used": []})],
    ] {
        assert_eq!(last(&lines)["claims"], json!([]), "{lines:?}");
    }
}

const SCHEMA: &str = "
    CREATE TABLE said (id INTEGER PRIMARY KEY, chat INTEGER, role TEXT, body TEXT);
    CREATE TABLE ran (id INTEGER PRIMARY KEY, said INTEGER, tool TEXT, args TEXT);
    INSERT INTO said VALUES (1, 9, 'user', 'Look.'), (2, 9, 'assistant', 'There it is.');
    INSERT INTO ran VALUES (1, 2, 'look', '{}');";

/// The number of findings in a database with these rows.
fn found(rows: &str) -> usize {
    let export = Export::from_sql(SCHEMA).and(rows);
    let profile = "{version: 1, name: 'mine', write: 'none', why: 'a test', needs: [],
        messages: {table: 'said', key: 'id', conversation: 'chat', role: 'role', text: 'body'},
        evidence: [{from: 'table', table: 'ran', message: 'said', name: 'tool', arguments: 'args'}]}";
    let file = export.file("mine.json5");
    std::fs::write(&file, profile).unwrap();
    export.run(&format!("scan DB --format jsonl --profile {}", file.display())).ok().lines().len()
}

#[test]
fn in_a_database_the_whole_turn_shows_whether_anything_followed() {
    let asked =
        format!("INSERT INTO said VALUES (11, 1, 'user', 'When does it leave?'), (12, 1, 'assistant', '{SAID}')");
    assert_eq!(found(&format!("{asked};")), 1);
    assert_eq!(found(&format!("{asked}, (13, 1, 'user', 'And?');")), 1);
    // Another row of the turn calls a tool or gives the answer.
    assert_eq!(
        found(&format!("{asked}, (13, 1, 'assistant', ''); INSERT INTO ran VALUES (2, 13, 'look', '{{}}');")),
        0
    );
    assert_eq!(found(&format!("{asked}, (13, 1, 'assistant', 'It leaves at ten.');")), 0);
}

#[test]
fn the_truth_gate_takes_it_for_a_claim_where_it_is_told_to() {
    let judged = |options: &str, context: Value| {
        let request = json!({"context": context, "reply": SAID});
        Export::nowhere().feed(&format!("gate reply {options}"), &request.to_string()).json()
    };
    let nothing = json!({"action_detected": false, "action_executed": false});
    assert_eq!(judged("", nothing.clone())["truthful"], json!(true));
    let output = judged("--announcements", nothing);
    assert_eq!((&output["truthful"], &output["claims"][0]["text"]), (&json!(false), &json!(SAID)), "{output}");
    assert!(output["corrected"].as_str().unwrap().starts_with("I have not done that."), "{output}");
    let executed = json!({"action_detected": true, "action_executed": true, "action_type": "FIND_TRAIN"});
    assert_eq!(judged("--announcements", executed)["truthful"], json!(true));
}
