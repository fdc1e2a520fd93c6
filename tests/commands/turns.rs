//! The turn as a whole: what its rows, calls and results show about a claim.

use serde_json::Value;

use crate::support::Export;

const SCHEMA: &str = "
    CREATE TABLE said (id INTEGER PRIMARY KEY, chat INTEGER, role TEXT, body TEXT, tools TEXT, at INTEGER, who TEXT, called TEXT);
    CREATE TABLE ran (id INTEGER PRIMARY KEY, said INTEGER, tool TEXT, args TEXT, cid TEXT, res TEXT, err TEXT);
    INSERT INTO said VALUES (901, 9, 'user', 'Look.', NULL, 5, NULL, NULL), (902, 9, 'assistant', 'Done.', NULL, 6, NULL, NULL);
    INSERT INTO ran VALUES (900, 902, 'look', '{}', 'z', 'ok', NULL);";

/// A call as text, and a completion claim.
const CALL: &str = "<tool_call>{\"name\": \"web_fetch\", \"arguments\": {\"url\": \"x\"}}</tool_call>";
const DONE: &str = "Your reservation has been successfully cancelled.";

const TABLE: &str = "{from: 'table', table: 'ran', message: 'said', name: 'tool', arguments: 'args', call: 'cid', result: 'res', error: 'err'}";
const COLUMN: &str = "{from: 'column', column: 'tools'}";

/// Verdict and evidence of each claim; `more` is added to `messages` in the profile.
fn judged(evidence: &str, more: &str, rows: &str) -> Vec<(String, String)> {
    let export = Export::from_sql(SCHEMA).and(rows);
    let profile = format!(
        "{{version: 1, name: 'mine', write: 'none', why: 'a test', needs: [],
          messages: {{table: 'said', key: 'id', conversation: 'chat', role: 'role', text: 'body'{more}}}, evidence: [{evidence}]}}"
    );
    let file = export.file("mine.json5");
    std::fs::write(&file, profile).unwrap();
    let found = export.run(&format!("scan DB --format jsonl --profile {}", file.display())).ok().lines();
    let claims = found.iter().flat_map(|finding| finding["claims"].as_array().unwrap().clone());
    let summary = |claim: Value| {
        let lines = claim["evidence"].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned());
        (claim["verdict"].as_str().unwrap_or("none").to_owned(), lines.collect::<Vec<_>>().join("\n"))
    };
    claims.map(summary).collect()
}

fn verdicts(evidence: &str, more: &str, rows: &str) -> Vec<String> {
    judged(evidence, more, rows).into_iter().map(|(verdict, _)| verdict).collect()
}

/// A message; `rest` has its columns from `tools` on.
fn row(id: u32, role: &str, body: &str, rest: &str) -> String {
    format!("INSERT INTO said VALUES ({id}, 1, '{role}', '{body}', {rest});")
}

const NOTHING: &str = "NULL, NULL, NULL, NULL";

fn ran(message: u32, tool: &str, rest: &str) -> String {
    format!("INSERT INTO ran (said, tool, args, cid, res, err) VALUES ({message}, '{tool}', {rest});")
}

#[test]
fn a_call_id_that_is_used_again_is_another_call() {
    let asked = row(1, "user", "Cancel my reservation.", NOTHING) + &row(2, "assistant", DONE, NOTHING);
    let failed = ran(2, "weather", "'{}', 'call_0', NULL, 'timeout'");
    let none: [&str; 0] = [];
    assert_eq!(
        verdicts(TABLE, "", &(asked.clone() + &failed + &ran(2, "cancel_reservation", "'{}', 'call_0', 'ok', NULL"))),
        none
    );
    assert_eq!(verdicts(TABLE, "", &(asked + &failed)), ["not_executed"]);
}

#[test]
fn every_row_of_the_turn_may_list_the_tool() {
    let asked = row(1, "user", "Cancel my reservation.", "NULL, 1000, NULL, NULL");
    let done = |at: u32| row(3, "assistant", DONE, &format!("'[]', {at}, NULL, NULL"));
    let lists = |id: u32, at: u32| row(id, "assistant", "", &format!("'[\"cancel_reservation\"]', {at}, NULL, NULL"));
    let again = row(4, "user", "And now?", "NULL, 1030, NULL, NULL");
    let none: [&str; 0] = [];
    let time = ", time: 'at'";
    assert_eq!(verdicts(COLUMN, time, &(asked.clone() + &done(1020) + &lists(5, 1021))), none);
    // A user began the turn, so a long pause does not end it: the tool may be slow.
    assert_eq!(verdicts(COLUMN, time, &(asked.clone() + &lists(2, 1010) + &done(9000))), none);
    // The tools of the next turn say nothing about this one.
    assert_eq!(verdicts(COLUMN, time, &(asked + &done(1020) + &again + &lists(5, 1040))), ["not_executed"]);
}

#[test]
fn a_later_row_that_lists_the_tool_shows_that_a_shown_call_ran() {
    let asked = row(1, "user", "Fetch it.", NOTHING) + &row(2, "assistant", CALL, "'[]', NULL, NULL, NULL");
    let listed = row(3, "assistant", "Here.", "'[\"web_fetch\"]', NULL, NULL, NULL");
    let found = judged(COLUMN, "", &(asked + &listed));
    assert_eq!(found[0].0, "executed", "{found:?}");
    assert!(found[0].1.contains("message 3 used web_fetch in this turn"), "{found:?}");
}

#[test]
fn a_pause_ends_a_turn_that_no_person_began() {
    let rows = |at: u64| {
        row(1, "assistant", "", "NULL, 1700000000, NULL, NULL")
            + &ran(1, "web_fetch", "'{\"url\":\"x\"}', 'a', 'ok', NULL")
            + &row(2, "assistant", CALL, &format!("NULL, {at}, NULL, NULL"))
    };
    assert_eq!(verdicts(TABLE, ", time: 'at'", &rows(1_700_000_060)), ["executed"]);
    assert_eq!(verdicts(TABLE, ", time: 'at'", &rows(1_709_000_000)), ["not_executed"]);
}

#[test]
fn a_call_may_be_in_the_row_of_the_person_who_asked() {
    let rows = row(1, "user", "Cancel my reservation.", NOTHING) + &row(2, "assistant", DONE, NOTHING);
    let none: [&str; 0] = [];
    assert_eq!(verdicts(TABLE, "", &(rows.clone() + &ran(1, "cancel_reservation", "'{}', 'a', 'ok', NULL"))), none);
    assert_eq!(
        verdicts(TABLE, "", &(rows + &ran(902, "cancel_reservation", "'{}', 'a', 'ok', NULL"))),
        ["not_executed"]
    );
}

#[test]
fn a_person_who_hands_over_results_and_speaks_begins_a_turn() {
    let parts = "{from: 'parts', calls: 'tools->$[*|type=tool_use]', name: '/name', arguments: '/input', call: '/id'},
                 {from: 'parts', calls: 'tools->$[*|type=tool_result]', call: '/tool_use_id', result: '/content', error: '/is_error'}";
    let rows = |words: &str, result: &str| {
        row(1, "user", "Cancel my reservation.", NOTHING)
            + &row(
                2,
                "assistant",
                "",
                "'[{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"cancel_reservation\",\"input\":{}}]', NULL, NULL, NULL",
            )
            + &row(
                3,
                "user",
                words,
                &format!("'[{{\"type\":\"tool_result\",\"tool_use_id\":\"a\",{result}}}]', NULL, NULL, NULL"),
            )
            + &row(4, "assistant", DONE, "'[]', NULL, NULL, NULL")
    };
    let none: [&str; 0] = [];
    assert_eq!(verdicts(parts, "", &rows("", "\"content\":\"ok\"")), none);
    assert_eq!(verdicts(parts, "", &rows("", "\"content\":\"no\",\"is_error\":true")), ["not_executed"]);
    // The request in the same row is for another action.
    assert_eq!(
        verdicts(parts, "", &rows("Now cancel the second reservation too.", "\"content\":\"ok\"")),
        ["not_executed"]
    );
    // The result still belongs to the previous turn.
    let before = rows("Now cancel the second reservation too.", "\"content\":\"no\",\"is_error\":true")
        + &format!("UPDATE said SET body = '{DONE}' WHERE id = 2; UPDATE said SET body = '' WHERE id = 4;");
    assert_eq!(verdicts(parts, "", &before), ["not_executed"]);
}

#[test]
fn a_tool_message_of_nobody_is_that_of_the_agent_before_it() {
    let messages = "{from: 'messages', roles: ['tool'], result: 'body', name: 'called'}";
    let rows = |first: &str| {
        row(1, "user", "Hi.", "NULL, NULL, 'u', NULL")
            + &row(2, "assistant", "", &format!("NULL, NULL, '{first}', NULL"))
            + &row(3, "tool", "page content", "NULL, NULL, NULL, 'web_fetch'")
            + &row(4, "assistant", CALL, "NULL, NULL, 'B', NULL")
    };
    let owner = ", owner: 'who'";
    assert_eq!(verdicts(messages, owner, &rows("B")), ["executed"]);
    let found = judged(messages, owner, &rows("A"));
    assert_eq!(found[0].0, "unclear", "{found:?}");
    assert!(found[0].1.contains("what ran in this turn may be another agent's (message 3)"), "{found:?}");
}

#[test]
fn lines_of_evidence_do_not_contradict_each_other() {
    let saved = r#"{"success": true, "memory_type": "core", "content": "The plot number is 14B."}"#;
    let messages = "{from: 'messages', roles: ['tool'], result: 'body', name: 'called'}";
    let rows = |answered: &str| {
        row(1, "user", "Keep that.", NOTHING)
            + &row(2, "assistant", "", NOTHING)
            + &ran(2, "note", "'{}', 'a', NULL, NULL")
            + &row(3, "tool", answered, "NULL, NULL, NULL, 'note'")
            + &row(4, "assistant", &format!("{saved}Noted."), NOTHING)
    };
    let found = judged(&format!("{TABLE}, {messages}"), "", &rows(saved));
    assert!(found[0].1.contains("what the tool note answered equals it (message 3)"), "{found:?}");
    assert!(!found[0].1.contains("only other tools"), "{found:?}");
    assert_eq!(found[0].0, "executed", "{found:?}");
    // The same words within other text do not prove that the memory was saved.
    let inside = judged(messages, "", &rows(&format!("log: {saved} end")).replace("'note')", "NULL)"));
    assert_eq!(inside[0].0, "unclear", "{inside:?}");
}

/// Rails stores a tool result in a separate row that refers to the row of the call.
#[test]
fn a_save_that_failed_is_none() {
    let export = Export::sample("helix-kit.db");
    let found = export.scan();
    let lost = found.iter().find(|finding| finding["remedy"] == "recover").expect("a lost memory");
    let id = lost["message_id"].as_i64().unwrap();
    let (content, kind) = (
        lost["claims"][0]["record"]["fields"]["content"].as_str().unwrap().replace('\'', "''"),
        lost["claims"][0]["record"]["fields"]["memory_type"].as_str().unwrap().to_owned(),
    );
    let answered = |answer: &str| {
        let arguments = serde_json::json!({"content": content, "memory_type": kind}).to_string();
        let sql = format!(
            "ALTER TABLE messages ADD COLUMN tool_call_id INTEGER;
             INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, streaming, created_at, tool_call_id)
             SELECT 990001, chat_id, agent_id, 'tool', '{answer}', NULL, 0, created_at, 990007 FROM messages WHERE id = {id};
             INSERT INTO tool_calls (id, message_id, name, arguments) VALUES (990007, {id}, 'save_memory', '{arguments}');"
        );
        let export = Export::sample("helix-kit.db").and(&sql);
        let claim = export.run(&format!("show DB {id} --format json")).ok().json()["claims"][0].clone();
        (claim["verdict"].as_str().unwrap().to_owned(), claim["evidence"].to_string())
    };
    let (verdict, lines) = answered(r#"{"success": true}"#);
    assert_eq!(verdict, "executed", "{lines}");
    let (verdict, lines) = answered(r#"{"error": "Validation failed"}"#);
    assert_eq!(verdict, "not_executed", "{lines}");
    assert!(lines.contains("a call of save_memory failed in this turn"), "{lines}");
}
