//! Tool calls and results as applications store them.

use ghostcall::source::{Profile, SqliteSource, evidence_problems};
use ghostcall::verdict::Verdict;

use crate::Export;

/// A tool result, as it is stored and as it appears in a text.
const SAVED: &str = r#"{"success": true, "memory_type": "core", "content": "The plot number is 14B."}"#;
/// A result that no tool returned.
const INVENTED: &str = r#"{"success": true, "memory_type": "core", "content": "The plot number is 15C."}"#;

/// The verdict of the first claim of each finding, and the first line of its evidence.
fn verdicts(export: &Export) -> Vec<(String, Option<Verdict>, String)> {
    let first_claim = |finding: &ghostcall::proposal::Finding| {
        let key = finding.message_id.as_ref().map(ToString::to_string).unwrap_or_default();
        let first = finding.claims.first();
        let line = first.and_then(|claim| claim.evidence.first()).cloned().unwrap_or_default();
        (key, first.and_then(|claim| claim.verdict), line)
    };
    export.findings().iter().map(first_claim).collect()
}

fn expected(key: &str, verdict: Verdict, line: &str) -> (String, Option<Verdict>, String) {
    (key.to_owned(), Some(verdict), line.to_owned())
}

fn quoted(text: &str) -> String {
    text.replace('\'', "''")
}

/// Calls in rows next to the row of the text, as in opencode; the state of some is an error.
#[test]
fn calls_in_sibling_rows_of_the_turn_have_names_arguments_and_results_in_json() {
    let part = |id: u32, message: u32, data: &serde_json::Value| {
        format!("INSERT INTO part VALUES ({id}, 'm{message}', 's', {id}, '{}');", quoted(&data.to_string()))
    };
    let text = |text: String| serde_json::json!({"type": "text", "text": text});
    let tool = |state: serde_json::Value| serde_json::json!({"type": "tool", "tool": "save_memory", "callID": "c", "state": state});
    let ran = tool(serde_json::json!({"status": "completed", "input": {"content": "x"}, "output": SAVED}));
    let failed =
        tool(serde_json::json!({"status": "error", "input": {"content": "x"}, "error": "disk full", "output": SAVED}));
    let rows = [
        part(1, 1, &text("The plot is 14B.".to_owned())),
        part(2, 2, &ran),
        part(3, 2, &text(format!("{SAVED}Noted."))),
        part(4, 2, &text(format!("{INVENTED}Noted."))),
        part(5, 3, &text("And again.".to_owned())),
        part(6, 4, &failed),
        part(7, 4, &text(format!("{SAVED}Noted again."))),
    ];
    let sql = format!(
        "CREATE TABLE message (id TEXT PRIMARY KEY, data TEXT);
         INSERT INTO message VALUES ('m1', '{{\"role\": \"user\"}}'), ('m2', '{{\"role\": \"assistant\"}}'),
             ('m3', '{{\"role\": \"user\"}}'), ('m4', '{{\"role\": \"assistant\"}}');
         CREATE TABLE part (id INTEGER PRIMARY KEY, message_id TEXT, session_id TEXT, created INTEGER, data TEXT);
         {}",
        rows.concat()
    );
    let export = Export::described(
        &sql,
        r#"{ version: 1, name: "mine", write: "strip", needs: ["part.data"],
            messages: { table: "part", key: "id", conversation: "session_id", role: "message.data->$.role", text: "data->$.text",
                        time: "created", where: "json_extract(part.data, '$.type') = 'text'",
                        joins: [{ table: "message", on: "message.id = part.message_id" }] },
            evidence: [{ from: "table", table: "part", message: "id", name: "data->$.tool", arguments: "data->$.state.input",
                         call: "data->$.callID", result: "data->$.state.output", error: "data->$.state.error",
                         where: "json_extract(data, '$.type') = 'tool'" }] }"#,
    );
    assert_eq!(
        verdicts(&export),
        [
            expected("3", Verdict::Executed, "the result of save_memory equals it (part 2)"),
            expected("4", Verdict::Unclear, "a call of save_memory is recorded in this turn, with another result"),
            expected("7", Verdict::NotExecuted, "a call of save_memory failed in this turn (part 6)"),
        ]
    );
}

/// Blocks in messages: a tool result comes in a user message, which does not end the turn.
#[test]
fn a_result_names_its_call_by_its_id_and_a_row_of_results_begins_no_turn() {
    let block = |kind: &str, more: &str| format!(r#"{{"type": "{kind}", {more}}}"#);
    let text = |text: &str| block("text", &format!(r#""text": {}"#, serde_json::json!(text)));
    let request = |id: &str| {
        block("toolRequest", &format!(r#""id": "{id}", "call": {{"name": "save_memory", "arguments": {{}}}}"#))
    };
    let response = |id: &str, error: bool| {
        let result = serde_json::json!([{"type": "text", "text": SAVED}]);
        block("toolResponse", &format!(r#""id": "{id}", "result": {result}, "isError": {error}"#))
    };
    let rows = [
        ("user", text("The plot is 14B.")),
        ("assistant", request("a")),
        ("user", response("a", false)),
        ("assistant", text(&format!("{SAVED}Noted."))),
        ("user", text("Again, please.")),
        ("assistant", text(&format!("{SAVED}Noted."))),
        ("user", text("Once more.")),
        ("assistant", request("b")),
        ("user", response("b", true)),
        ("assistant", text(&format!("{SAVED}Noted."))),
    ];
    let rows: Vec<String> =
        rows.iter().map(|(role, block)| format!("(NULL, 's', '{role}', '[{}]')", quoted(block))).collect();
    let sql = format!(
        "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT);
         INSERT INTO messages VALUES {}",
        rows.join(", ")
    );
    let export = Export::described(
        &sql,
        r#"{ version: 1, name: "mine", write: "strip", needs: ["messages.content_json"],
            messages: { table: "messages", key: "id", conversation: "session_id", role: "role", order: "id",
                        text: "content_json->$[*|type=text].text" },
            evidence: [{ from: "parts", calls: "content_json->$[*|type=toolRequest]", name: "/call/name",
                         arguments: "/call/arguments", call: "/id" },
                       { from: "parts", calls: "content_json->$[*|type=toolResponse]", call: "/id", result: "/result",
                         error: "/isError" }] }"#,
    );
    assert_eq!(
        verdicts(&export),
        [
            expected("[4,0]", Verdict::Executed, "the result of save_memory contains it (message 3)"),
            expected("[6,0]", Verdict::NotExecuted, "no tool call is recorded for this message"),
            expected("[10,0]", Verdict::NotExecuted, "a call of save_memory failed in this turn (message 8)"),
        ]
    );
}

/// Parts whose type names the tool, as the AI SDK writes them. A text part is not a call of a tool "text".
#[test]
fn a_prefix_is_cut_from_names_and_what_lacks_it_is_no_call() {
    let message = |id: u32, role: &str, parts: serde_json::Value| {
        format!("INSERT INTO messages VALUES ({id}, 'c', '{role}', '{}', {id});", quoted(&parts.to_string()))
    };
    let text = |text: String| serde_json::json!({"type": "text", "text": text});
    let tool = |state: &str, output: serde_json::Value, error: serde_json::Value| serde_json::json!({"type": "tool-saveMemory", "toolCallId": "x", "state": state, "output": output, "errorText": error});
    let output: serde_json::Value = serde_json::from_str(SAVED).expect("JSON");
    let rows = [
        message(1, "user", serde_json::json!([text("The plot is 14B.".to_owned())])),
        message(
            2,
            "assistant",
            serde_json::json!([
                {"type": "step-start"},
                tool("output-available", output, serde_json::Value::Null),
                text(format!("{SAVED}Noted.")),
            ]),
        ),
        message(3, "user", serde_json::json!([text("Again.".to_owned())])),
        message(
            4,
            "assistant",
            serde_json::json!([
                {"type": "step-start"},
                tool("output-error", serde_json::Value::Null, serde_json::json!("disk full")),
                text(format!("{SAVED}Noted.")),
            ]),
        ),
        message(5, "user", serde_json::json!([text("Again.".to_owned())])),
        message(6, "assistant", serde_json::json!([{"type": "step-start"}, text(format!("{SAVED}Noted."))])),
    ];
    let sql = format!(
        "CREATE TABLE messages (id INTEGER PRIMARY KEY, chat_id TEXT, role TEXT, parts TEXT, created INTEGER); {}",
        rows.concat()
    );
    let export = Export::described(
        &sql,
        r#"{ version: 1, name: "mine", write: "strip", needs: ["messages.parts"],
            messages: { table: "messages", key: "id", conversation: "chat_id", role: "role", time: "created",
                        text: "parts->$[*|type=text].text" },
            evidence: [{ from: "parts", calls: "parts->$[*]", name: "/type", name_prefix: "tool-", arguments: "/input",
                         call: "/toolCallId", result: "/output", error: "/errorText" }] }"#,
    );
    let found = verdicts(&export);
    let printed: Vec<_> = found.iter().map(|(key, verdict, line)| (key.as_str(), *verdict, line.as_str())).collect();
    assert_eq!(printed[0], ("[2,2]", Some(Verdict::Executed), "the result of saveMemory equals it (message 2)"));
    assert_eq!(printed[2], ("[6,1]", Some(Verdict::NotExecuted), "no tool call is recorded for this message"));
    assert_eq!(printed[1].2, "a call of saveMemory failed in this turn (message 4)");
}

/// The gem stores a tool's result in the next row, which names the call.
#[test]
fn a_tool_row_of_ruby_llm_is_the_result_of_the_call_that_it_names() {
    let says = |id: u32, text: &str| {
        format!(
            "INSERT INTO messages (id, role, content, created_at, updated_at, chat_id) VALUES
                 ({id}, 'assistant', '{}', '2026-03-01 08:00:03', '2026-03-01 08:00:03', 1);",
            quoted(text)
        )
    };
    let answer = format!("UPDATE messages SET content = '{SAVED}' WHERE id = 3;");
    let export = Export::detected("ruby_llm_v1").and(&answer).and(&says(30, SAVED)).and(&says(31, INVENTED));
    let found = verdicts(&export);
    let of = |key: &str| found.iter().find(|(id, ..)| id == key).cloned().expect("a finding");
    assert_eq!(of("30").1, Some(Verdict::Executed));
    assert_ne!(of("31").1, Some(Verdict::Executed));
    let lines: Vec<String> =
        export.findings().iter().flat_map(|finding| &finding.claims).flat_map(|claim| claim.evidence.clone()).collect();
    assert!(lines.contains(&"what the tool remember answered equals it (message 3)".to_owned()), "{lines:#?}");
}

/// llm stores a result in the response after the one with the call, and errors next to it.
#[test]
fn a_result_of_llm_counts_unless_the_tool_failed() {
    let says = format!(
        "UPDATE tool_results SET output = '{SAVED}';
         UPDATE responses SET response = '{SAVED}Stored.' WHERE id = '01jx0000000000000000000012';"
    );
    let of = |export: &Export| {
        let found = verdicts(export);
        found.into_iter().find(|(id, ..)| id == "01jx0000000000000000000012").expect("a finding")
    };
    let export = Export::detected("llm_legacy").and(&says);
    let ran = of(&export);
    assert_eq!((ran.1, ran.2.as_str()), (Some(Verdict::Executed), "the result of remember equals it (tool_results 1)"));
    let failed = of(&export.and("UPDATE tool_results SET exception = 'OSError: disk full'"));
    assert_ne!(failed.1, Some(Verdict::Executed), "{failed:?}");
    // Earlier versions do not store errors.
    let earlier = "ALTER TABLE tool_results DROP COLUMN exception";
    assert_eq!(of(&Export::detected("llm_legacy").and(&says).and(earlier)).1, Some(Verdict::Executed));
}

/// A tool that an earlier row of the turn lists ran in this turn, even if that row has no text. Tools of another agent
/// do not count.
#[test]
fn an_earlier_row_of_the_turn_may_list_the_tool() {
    let export = |owner: &str, created: u32, used: &str| {
        Export::described(
            &format!(
                "CREATE TABLE messages (id INTEGER PRIMARY KEY, chat INTEGER, agent, role TEXT, content TEXT, tools TEXT, created INTEGER);
                 INSERT INTO messages VALUES (1, 1, NULL, 'user', 'Keep that.', '[]', 1768900000),
                     (2, 1, {owner}, 'assistant', '', '{used}', {created}),
                     (3, 1, 7, 'assistant', '{SAVED}Noted.', '[]', 1768900060),
                     (4, 1, NULL, 'user', 'Thanks.', '[]', 1768900070),
                     (5, 1, 7, 'assistant', 'Gladly.', '[\"search\"]', 1768900080)"
            ),
            r#"{ version: 1, name: "mine", write: "strip", needs: ["messages.tools"],
                messages: { table: "messages", key: "id", conversation: "chat", owner: "agent", role: "role", text: "content",
                            time: "created" },
                evidence: [{ from: "column", column: "tools" }] }"#,
        )
    };
    let lines = |export: &Export| export.findings()[0].claims[0].evidence.clone();
    let verdict = |export: &Export| verdicts(export)[0].1;
    for owner in ["7", "NULL"] {
        let named = export(owner, 1_768_900_030, r#"["save_memory"]"#);
        assert_eq!(verdict(&named), Some(Verdict::Unclear), "{owner}");
        assert!(lines(&named).contains(&"message 2 used save_memory in this turn".to_owned()));
    }
    for (owner, created, used) in [
        ("8", 1_768_900_030, r#"["save_memory"]"#),
        ("7", 1_768_800_000, r#"["save_memory"]"#),
        ("7", 1_768_900_030, r#"["search"]"#),
        ("7", 1_768_900_030, "[]"),
    ] {
        assert_eq!(verdict(&export(owner, created, used)), Some(Verdict::NotExecuted), "{owner} {created} {used}");
    }
}

#[test]
fn unreadable_sources_are_reported_but_not_those_of_other_versions() {
    let problems = |evidence: &str| -> Vec<String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("mine.db");
        let sql = "CREATE TABLE messages (id INTEGER PRIMARY KEY, content TEXT); CREATE TABLE runs (message_id, data)";
        rusqlite::Connection::open(&path)
            .and_then(|connection| connection.execute_batch(sql))
            .expect("the SQL is right");
        let profile = format!(
            r#"{{ version: 1, name: "mine", write: "strip", needs: [], evidence: [{evidence}],
                  messages: {{ table: "messages", key: "id", text: "content" }} }}"#
        );
        let profile = Profile::parse("mine.json5", &profile).expect("the profile reads");
        let source = SqliteSource::open(&path, Some(&profile), false).expect("it opens");
        evidence_problems(&source)
            .into_iter()
            .map(|problem| format!("{}: {}", problem.source, problem.reason))
            .collect()
    };
    let nothing: [&str; 0] = [];
    assert_eq!(problems(r#"{ from: "table", table: "runs", message: "message_id", name: "data->$.tool" }"#), nothing);
    assert_eq!(
        problems(r#"{ from: "table", table: "runs", message: "message_id", name: "data->$.tool", result: "output" }"#),
        ["table runs: this database has no column runs.output"]
    );
    assert_eq!(
        problems(r#"{ from: "table", table: "calls", message: "message_id", name: "name" }"#),
        ["table calls: this database has no table calls"]
    );
    assert_eq!(
        problems(r#"{ from: "table", table: "calls", message: "message_id", name: "name", optional: true }"#),
        nothing
    );
    assert_eq!(
        problems(r#"{ from: "column", column: "tools" }"#),
        ["column tools: this database has no column messages.tools"]
    );
    assert_eq!(problems(r#"{ from: "messages" }"#), ["messages of tool: `messages` has no `role`"]);
}

/// A bot that several customers use is a different agent for each: its records are found, and written, by both columns.
#[test]
fn an_owner_of_several_columns_has_records_of_its_own() {
    let profile = r#"{ version: 1, name: "mine", write: "full", needs: ["messages.tools"],
        messages: { table: "messages", key: "id", conversation: "chat", owner: ["customer", "bot"], role: "role", text: "content",
                    time: "created" },
        evidence: [{ from: "column", column: "tools" }, { from: "records" }],
        tools_written: { column: "tools" },
        records: { memory: { table: "memories", owner: ["customer_id", "bot_id"],
            fields: { content: { column: "content", required: true }, memory_type: { column: "kind" } },
            same: ["owner", "memory_type", "content"] } } }"#;
    let export = Export::described(
        &format!(
            "CREATE TABLE messages (id INTEGER PRIMARY KEY, chat INTEGER, customer TEXT, bot INTEGER, role TEXT, content TEXT,
                                    tools TEXT, created INTEGER);
             CREATE TABLE memories (id INTEGER PRIMARY KEY, customer_id TEXT, bot_id INTEGER, content TEXT, kind TEXT);
             INSERT INTO memories VALUES (1, 'Ann', 7, 'The plot number is 14B.', 'core');
             INSERT INTO messages VALUES (1, 1, NULL, NULL, 'user', 'Keep that.', '[]', 1768900000),
                 (2, 1, 'Ann', 7, 'assistant', '{SAVED}Noted.', '[]', 1768900010),
                 (3, 2, 'Ben', 7, 'assistant', '{SAVED}Noted.', '[]', 1768900020),
                 (4, 3, 'Ann', 8, 'assistant', '{INVENTED}Noted.', '[]', 1768900030),
                 (5, 4, NULL, 8, 'assistant', '{INVENTED}Noted.', '[]', 1768900040),
                 (6, 5, 'Ann', 7, 'assistant', 'Look.', '[\"search\"]', 1768900050)"
        ),
        profile,
    );
    let found: Vec<_> = verdicts(&export).into_iter().map(|(key, verdict, _)| (key, verdict)).collect();
    let lost = |key: &str| (key.to_owned(), Some(Verdict::NotExecuted));
    assert_eq!(found, [("2".to_owned(), Some(Verdict::Executed)), lost("3"), lost("4"), lost("5")]);
    let lines = export.findings()[1].claims[0].evidence.clone();
    assert!(lines.iter().any(|line| line.contains("has no such memory")), "{lines:?}");
    // The owner of the fifth message is unknown.
    assert_eq!(export.write_all(), 3);
    assert_eq!(
        export.rows("SELECT customer_id, bot_id, content FROM memories WHERE id > 1 ORDER BY id"),
        [
            r#"Text("Ben")|Integer(7)|Text("The plot number is 14B.")"#,
            r#"Text("Ann")|Integer(8)|Text("The plot number is 15C.")"#
        ]
    );
    assert!(
        export.findings().iter().all(|finding| finding.message_id.as_ref().is_some_and(|key| key.to_string() == "5"))
    );
    export.undo_all();
    assert_eq!(export.rows("SELECT id FROM memories"), ["Integer(1)"]);
    for (from, to, expected) in [
        (r#"["customer_id", "bot_id"]"#, r#""customer_id""#, "as many columns"),
        (r#"["customer", "bot"]"#, r#"["customer", "bot->x"]"#, "not a JSON path"),
        ("evidence:", r#"owners: { table: "bots", key: "id" }, evidence:"#, "remove `owners`"),
    ] {
        let reason = Profile::parse("mine.json5", &profile.replacen(from, to, 1)).expect_err(to).reason;
        assert!(reason.contains(expected), "{to}: {reason}");
    }
}

#[test]
fn errors_in_the_mapping_of_calls_are_reported() {
    let profile = |source: &str| {
        format!(
            r#"{{ version: 1, name: "mine", write: "strip", needs: [],
                  messages: {{ table: "messages", key: "id", text: "content" }},
                  evidence: [{source}] }}"#
        )
    };
    for (source, expected) in [
        (r#"{ from: "table", table: "runs", message: "id", name: "data->tool" }"#, "not a JSON path"),
        (r#"{ from: "table", table: "runs", message: "id", name: "data->$.calls[*].tool" }"#, "a row is one call"),
        (r#"{ from: "table", table: "runs", message: "data->$.id", name: "tool" }"#, "is not a column"),
        (r#"{ from: "table", table: "runs", message: "id", name: "tool", result: "data->$[" }"#, "not a JSON path"),
        (r#"{ from: "table", table: "runs", message: "id", result: "output" }"#, "needs `name`"),
        (r#"{ from: "table", table: "runs", message: "id", name: "tool", within: "row" }"#, "\"row\" is not one of"),
        (r#"{ from: "parts", calls: "data->$[*]", name: "/type", result: "output" }"#, "JSON Pointer"),
        (r#"{ from: "parts", calls: "data->$[*]", result: "/output" }"#, "needs `name`"),
        (r#"{ from: "messages", result: "data->$.a[*]" }"#, "a row is one call"),
        (r#"{ from: "column", column: "data->$.tools" }"#, "is not a column"),
        (r#"{ from: "history", table: "log", json: "data->$.old", texts: ["/a"] }"#, "is not a column"),
    ] {
        let mistakes = Profile::mistakes("mine.json5", &profile(source));
        let first = mistakes.first().map(ToString::to_string).unwrap_or_default();
        assert!(first.contains(expected), "{source}: {first}");
        assert!(first.contains("mine.json5:3:"), "{source}: {first}");
    }
}

/// Since version 0.32, llm stores a result as a separate part in the same thread.
#[test]
fn a_part_with_a_result_of_llm_counts_unless_the_tool_failed() {
    let says = format!(
        "INSERT INTO parts VALUES (7, 'b2:c1a6284f4586576c3ce9fe2ffa9bd49e', 1, 'text', NULL, '{SAVED}Stored.', NULL);
         UPDATE parts SET payload = json_set(payload, '$.output', '{SAVED}') WHERE type = 'tool_result';"
    );
    let of = |export: &Export| {
        let found = verdicts(export);
        found.into_iter().find(|(id, ..)| id == "7").expect("a finding")
    };
    let ran = of(&Export::detected("llm_store").and(&says));
    assert_eq!((ran.1, ran.2.as_str()), (Some(Verdict::Executed), "the result of remember equals it (parts 3)"));
    let failed =
        "UPDATE parts SET payload = json_set(payload, '$.exception', 'OSError: disk full') WHERE type = 'tool_result'";
    let failed = of(&Export::detected("llm_store").and(&says).and(failed));
    assert_ne!(failed.1, Some(Verdict::Executed), "{failed:?}");
}
