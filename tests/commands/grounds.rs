//! A verdict needs grounds: “no such tool” needs a catalog, and “not executed” needs a source that has other calls.

use serde_json::{Value, json};

use crate::support::Export;

/// The tables of an application: messages and tool calls.
const SCHEMA: &str = "
    CREATE TABLE said (id INTEGER PRIMARY KEY, chat INTEGER, role TEXT, body TEXT, tools TEXT);
    CREATE TABLE ran (id INTEGER PRIMARY KEY, said INTEGER, tool TEXT, args TEXT);";

/// A call as text, of a tool that no pattern knows.
pub(super) const CALL: &str = "<tool_call>{\"name\": \"get_time\", \"arguments\": {\"city\": \"Oslo\"}}</tool_call>";

/// A completion claim.
pub(super) const DONE: &str = "Your reservation has been successfully cancelled.";

/// A database with these rows, and the option for a profile with these evidence sources.
pub(super) fn application(evidence: &str, rows: &str) -> (Export, String) {
    let export = Export::from_sql(SCHEMA).and(rows);
    let profile = format!(
        "{{version: 1, name: 'mine', write: 'none', why: 'a test', needs: [],
          messages: {{table: 'said', key: 'id', conversation: 'chat', role: 'role', text: 'body'}}, evidence: [{evidence}]}}"
    );
    let file = export.file("mine.json5");
    std::fs::write(&file, profile).unwrap();
    let option = format!("--profile {}", file.display());
    (export, option)
}

/// The verdict and the evidence of the first claim of the first finding; both are empty without a finding.
pub(super) fn judged(export: &Export, options: &str) -> (Value, String) {
    let found = export.run(&format!("scan DB --format jsonl {options}")).ok().lines();
    let claim = found.first().map(|finding| finding["claims"][0].clone()).unwrap_or_default();
    let lines = claim["evidence"].as_array().cloned().unwrap_or_default();
    let lines: Vec<_> = lines.iter().filter_map(Value::as_str).collect();
    (claim["verdict"].clone(), lines.join("\n"))
}

pub(super) fn row(id: u32, role: &str, body: &str) -> String {
    format!("INSERT INTO said VALUES ({id}, 1, '{role}', '{body}', NULL);")
}

pub(super) const TABLE: &str = "{from: 'table', table: 'ran', message: 'said', name: 'tool', arguments: 'args'}";
pub(super) const COLUMN: &str = "{from: 'column', column: 'tools'}";
pub(super) const ROLE: &str = "{from: 'messages', roles: ['tool']}";

/// A tool result that the assistant repeats.
pub(super) const RESULT: &str = r#"{"city": "Oslo", "degrees": 3, "wind": "north"}"#;

#[test]
fn a_tool_that_ran_anywhere_exists_and_without_a_list_nobody_knows() {
    let leak =
        row(1, "user", "Hi.") + &row(2, "assistant", CALL) + &row(3, "user", "Ok.") + &row(4, "assistant", "Yes.");
    let ran = |message: u32, tool: &str, args: &str| {
        format!("INSERT INTO ran (said, tool, args) VALUES ({message}, '{tool}', '{args}');")
    };
    for (calls, verdict, output) in [
        (String::new(), "unclear", "no tool catalog; pass --catalog FILE"),
        (ran(4, "look", "{}"), "unclear", "no tool catalog; pass --catalog FILE"),
        // The tool exists, and the table has calls, but none in this turn.
        (ran(4, "get_time", "{}"), "not_executed", "there is a tool get_time: recorded as run in ran"),
        (ran(4, "getTime", "{}"), "not_executed", "there is a tool getTime"),
        (ran(2, "get_time", r#"{"city": "Rome"}"#), "executed", "not with these arguments"),
        (ran(2, "get_time", r#"{"city": "Oslo"}"#), "executed", "with the same arguments"),
    ] {
        let (export, options) = application(TABLE, &(leak.clone() + &calls));
        let (found, lines) = judged(&export, &options);
        assert_eq!(found, verdict, "{calls}: {lines}");
        assert!(lines.contains(output), "{calls}: {lines}");
        assert!(!lines.contains("there is no tool"), "{lines}");
        // A tool that ran exists, even if the catalog lacks it.
        std::fs::write(export.file("tools.json5"), "[{name: 'look'}]").unwrap();
        let catalog = format!("{options} --catalog {}", export.file("tools.json5").display());
        let expected = if output.contains("catalog") { "no_such_tool" } else { verdict };
        assert_eq!(judged(&export, &catalog).0, expected, "{calls}");
    }
}

#[test]
fn a_hundred_calls_of_a_tool_that_is_recorded_are_none_of_them_invented() {
    let rows: String = (0..100)
        .map(|turn| {
            let (asks, answers) = (2 * turn + 1, 2 * turn + 2);
            row(asks, "user", "What time is it?")
                + &row(answers, "assistant", CALL)
                + &format!(
                    "INSERT INTO ran (said, tool, args) VALUES ({answers}, 'get_time', '{{\"city\": \"Oslo\"}}');"
                )
        })
        .collect();
    let (export, options) = application(TABLE, &rows);
    let counted = export.run(&format!("scan DB --stats --format json {options}")).ok().json();
    assert_eq!((&counted["executed"], &counted["false"]), (&json!(100), &json!(0)));
    assert!(!export.run(&format!("scan DB --stats --format table {options}")).ok().stdout.contains("invented"));
    // If nothing is recorded, the verdict is unclear, and no tool counts as invented.
    let (export, options) = application(TABLE, &rows.replace("INTO ran", "OR IGNORE INTO ran"));
    export.sql("DELETE FROM ran");
    let counted = export.run(&format!("scan DB --stats --format json {options}")).ok().json();
    assert_eq!((&counted["unclear"], &counted["false"]), (&json!(100), &json!(0)));
}

#[test]
fn nothing_ran_is_said_by_a_source_that_is_filled() {
    // A pattern knows `web_fetch`, so the verdict depends only on the evidence.
    let call = "<tool_call>{\"name\": \"web_fetch\", \"arguments\": {\"url\": \"x\"}}</tool_call>";
    let leak =
        row(1, "user", "Hi.") + &row(2, "assistant", call) + &row(3, "user", "Ok.") + &row(4, "assistant", "Yes.");
    let other = row(5, "tool", "sunny");
    let fills = "INSERT INTO ran VALUES (1, 4, 'look', '{}');";
    for (evidence, more, verdict, expected) in [
        ("", "", "unclear", "no information on which tools ran"),
        (TABLE, "", "unclear", "tool calls (this database holds none)"),
        (TABLE, fills, "not_executed", "no tool call is recorded for this message"),
        // A call that belongs to no message is not evidence.
        (TABLE, "INSERT INTO ran VALUES (1, 99, 'look', '{}');", "unclear", "tool calls (this database holds none)"),
        (ROLE, "", "unclear", "tool messages (this database holds none)"),
        (ROLE, other.as_str(), "not_executed", "this turn has no tool message"),
        (COLUMN, "", "unclear", "tools_used (this database holds none)"),
        (COLUMN, "UPDATE said SET tools = '[\"look\"]' WHERE id = 4;", "not_executed", "tools_used is empty"),
        // An empty list in the message's own row counts; a missing list does not.
        (COLUMN, "UPDATE said SET tools = '[]' WHERE id = 2;", "not_executed", "tools_used is empty"),
        (COLUMN, "UPDATE said SET tools = '[]' WHERE id = 4;", "unclear", "tools_used (this database holds none)"),
        (COLUMN, "UPDATE said SET tools = '' WHERE id = 2;", "unclear", "tools_used (this database holds none)"),
    ] {
        let (export, options) = application(evidence, &(leak.clone() + more));
        let (found, lines) = judged(&export, &options);
        assert_eq!(found, verdict, "{evidence} {more}: {lines}");
        assert!(lines.contains(expected), "{evidence} {more}: {lines}");
    }
}

#[test]
fn a_sentence_is_false_only_where_something_could_have_shown_that_it_is_true() {
    let asked = row(1, "user", "Cancel my reservation.") + &row(2, "assistant", DONE) + &row(4, "assistant", "Yes.");
    for (evidence, more, verdict) in [
        ("", "", Value::Null),
        (TABLE, "", Value::Null),
        (
            TABLE,
            "INSERT INTO said VALUES (8, 2, 'assistant', 'Hi.', NULL); INSERT INTO ran VALUES (1, 8, 'look', '{}');",
            json!("not_executed"),
        ),
        (COLUMN, "", Value::Null),
        (COLUMN, "UPDATE said SET tools = '[]' WHERE id = 2;", json!("not_executed")),
        // The next row may record the call.
        (
            COLUMN,
            r#"UPDATE said SET tools = '[]' WHERE id = 2; UPDATE said SET tools = '["cancel_reservation"]' WHERE id = 4;"#,
            Value::Null,
        ),
    ] {
        let (export, options) = application(evidence, &(asked.clone() + more));
        assert_eq!(judged(&export, &options).0, verdict, "{evidence} {more}");
    }
}

#[test]
fn a_plan_of_a_catalog_may_use_what_is_recorded_as_run() {
    let plan = "[{\"id\": \"a\", \"tool\": \"get_time\", \"inputs\": {}, \"dependencies\": []}, \
                {\"id\": \"b\", \"tool\": \"look\", \"inputs\": {}, \"dependencies\": [\"a\"]}]";
    let rows = row(1, "user", "Plan it.") + &row(2, "assistant", plan) + &row(4, "assistant", "Yes.");
    let (export, options) = application(TABLE, &rows);
    std::fs::write(export.file("tools.json5"), "[{name: 'look'}]").unwrap();
    let options = format!("{options} --catalog {}", export.file("tools.json5").display());
    assert_eq!(judged(&export, &options).0, "no_such_tool");
    export.sql("INSERT INTO ran VALUES (1, 4, 'get_time', '{}')");
    assert_eq!(judged(&export, &options).0, Value::Null);
}

/// The same with a time for each message.
fn timed(evidence: &str, rows: &str) -> (Export, String) {
    let (export, option) = application(evidence, rows);
    let file = export.file("mine.json5");
    let profile = std::fs::read_to_string(&file).unwrap().replace("text: 'body'", "text: 'body', time: 'at'");
    std::fs::write(file, profile).unwrap();
    (export, option)
}

#[test]
fn what_is_kept_only_since_later_says_nothing_of_what_came_before() {
    let call = "<tool_call>{\"name\": \"web_fetch\", \"arguments\": {\"url\": \"x\"}}</tool_call>";
    // Two chats, ten days apart; only the second has data in the source.
    let rows = "ALTER TABLE said ADD COLUMN at INTEGER;".to_owned()
        + &row(1, "user", "Hi.").replace(", NULL)", ", NULL, 1700000000)")
        + &row(2, "assistant", call).replace(", NULL)", ", NULL, 1700000001)")
        + "INSERT INTO said VALUES (3, 2, 'user', 'Look.', NULL, 1700900000), (4, 2, 'assistant', 'Yes.', NULL, 1700900001);";
    let ran = "INSERT INTO ran VALUES (1, 4, 'look', '{}');";
    let answer = "INSERT INTO said VALUES (5, 2, 'tool', 'sunny', NULL, 1700900002);";
    let list = "UPDATE said SET tools = '[\"look\"]' WHERE id = 4;";
    let parts = "{from: 'parts', calls: 'tools->$[*|type=call]', name: '/name'}";
    let part = "UPDATE said SET tools = '[{\"type\": \"call\", \"name\": \"look\"}]' WHERE id = 4;";
    for (evidence, fills, kind) in [
        (TABLE, ran, "tool calls"),
        (ROLE, answer, "tool messages"),
        (COLUMN, list, "tools_used"),
        (parts, part, "tool calls"),
    ] {
        let (export, options) = timed(evidence, &(rows.clone() + fills));
        let (found, lines) = judged(&export, &options);
        assert_eq!(found, "unclear", "{kind}: {lines}");
        let output = format!("{kind} (this database holds none before 2023-11-25 08:1");
        assert!(lines.contains(&output), "{kind}: {lines}");
        // The source counts for messages after that time.
        let (export, options) =
            timed(evidence, &(rows.clone() + fills + "UPDATE said SET at = at + 1000000 WHERE chat = 1;"));
        assert_eq!(judged(&export, &options).0, "not_executed", "{kind}");
        // Without a time, it is unknown whether a message came before.
        let (export, options) = timed(evidence, &(rows.clone() + fills + "UPDATE said SET at = NULL WHERE chat = 1;"));
        assert_eq!(judged(&export, &options).0, "unclear", "{kind}");
        // If the profile names no time, the source counts for every message.
        let (export, options) = application(evidence, &(rows.clone() + fills));
        assert_eq!(judged(&export, &options).0, "not_executed", "{kind}");
    }
    // A value in the message's own row counts, even if it is empty.
    for (evidence, fills, empty) in [(COLUMN, list, "[]"), (COLUMN, list, ""), (parts, part, "[]")] {
        let kept = format!("UPDATE said SET tools = '{empty}' WHERE id = 2;");
        let (export, options) = timed(evidence, &(rows.clone() + fills + &kept));
        assert_eq!(judged(&export, &options).0, "not_executed", "{evidence}");
    }
    // The default of a column that was added later is not a list, nor is another member of the same document.
    let inner = "{from: 'parts', calls: 'tools->$.calls[*]', name: '/name'}";
    let member = "UPDATE said SET tools = '{\"model\": \"m\", \"calls\": [{\"name\": \"look\"}]}' WHERE id = 4;";
    for (evidence, fills, cell, verdict) in [
        (parts, part, "", "unclear"),
        (inner, member, "{\"model\": \"m\"}", "unclear"),
        (inner, member, "{\"model\": \"m\", \"calls\": null}", "unclear"),
        (inner, member, "{\"model\": \"m\", \"calls\": []}", "not_executed"),
    ] {
        let kept = format!("UPDATE said SET tools = '{cell}' WHERE id = 2;");
        let (export, options) = timed(evidence, &(rows.clone() + fills + &kept));
        let (found, lines) = judged(&export, &options);
        assert_eq!(found, verdict, "{evidence} {cell}: {lines}");
    }
    // A row with a placeholder time, such as the start of an epoch, does not show when a source came into use.
    for time in ["0", "-62135596800", "'1970-01-01 00:00:00'"] {
        let import = format!(
            "INSERT INTO said VALUES (30, 8, 'assistant', 'z', NULL, {time}); INSERT INTO ran VALUES (2, 30, 'look', '{{}}');"
        );
        let (export, options) = timed(TABLE, &(rows.clone() + ran + &import));
        assert_eq!(judged(&export, &options).0, "unclear", "{time}");
    }
    // A row without a time is dated by the end of its conversation.
    let untimed = answer.replace("1700900002)", "NULL)");
    let (export, options) = timed(ROLE, &(rows.clone() + &untimed));
    assert_eq!(judged(&export, &options).0, "unclear");
    let earlier = "UPDATE said SET at = 1600000001 WHERE id IN (3, 4);";
    let (export, options) = timed(ROLE, &(rows.clone() + &untimed + earlier));
    assert_eq!(judged(&export, &options).0, "not_executed");
    // An older source does not fill in for one of its kind that came into use later. Once both are in use, both count.
    let both = format!("{TABLE}, {}", TABLE.replace("'ran'", "'ran_before'"));
    let before = "CREATE TABLE ran_before (id INTEGER PRIMARY KEY, said INTEGER, tool TEXT, args TEXT);
                  INSERT INTO said VALUES (9, 3, 'assistant', 'Once.', NULL, 1600000000);
                  INSERT INTO ran_before VALUES (1, 9, 'look', '{}');";
    let (export, options) = timed(&both, &(rows.clone() + ran + before));
    let (found, lines) = judged(&export, &options);
    assert_eq!(found, "unclear", "{lines}");
    assert!(lines.contains("tool calls (this database holds none before 2023-11-25 08:1"), "{lines}");
    let (export, options) = timed(&both, &(rows + ran + before + earlier));
    assert_eq!(judged(&export, &options).0, "not_executed");
}

/// If one row holds all messages of a chat with their calls, a call counts only for its own turn.
#[test]
fn calls_in_a_list_of_messages_are_those_of_their_turn() {
    let said = |role: &str, text: &str| json!({"role": role, "text": text});
    let calls =
        |arguments: Value| json!({"role": "assistant", "text": "", "calls": [{"name": "get_time", "args": arguments}]});
    let leak = said("assistant", CALL);
    let equal = calls(json!({"city": "Oslo"}));
    let other = calls(json!({"city": "Rome"}));
    let answered = said("assistant", "Here.");
    let asked = said("user", "What time is it?");
    for (place, list, verdict) in [
        ("conversation: 'id', ", json!([asked, equal, leak]), "executed"),
        ("conversation: 'id', ", json!([asked, equal, answered, asked, leak]), "not_executed"),
        ("conversation: 'id', ", json!([asked, other, answered, asked, leak]), "not_executed"),
        ("conversation: 'id', ", json!([asked, leak, asked, equal]), "not_executed"),
        // Without information on turns, it is unknown whether the call belongs to this one.
        ("", json!([asked, equal, answered, asked, leak]), "unclear"),
        ("", json!([asked, leak]), "not_executed"),
    ] {
        let insert = |id: u32, list: &Value| format!("INSERT INTO chat VALUES ({id}, '{list}');");
        let export = Export::from_sql("CREATE TABLE chat (id INTEGER PRIMARY KEY, list TEXT);")
            .and(&insert(1, &list))
            .and(&insert(2, &json!([asked, other, answered])));
        let profile = format!(
            "{{version: 1, name: 'mine', write: 'none', why: 'a test', needs: [],
              messages: {{table: 'chat', key: 'id', {place}role: 'list->$[*].role', text: 'list->$[*].text'}},
              evidence: [{{from: 'parts', calls: 'list->$[*].calls[*]', name: '/name', arguments: '/args'}}]}}"
        );
        let file = export.file("mine.json5");
        std::fs::write(&file, profile).unwrap();
        let (found, lines) = judged(&export, &format!("--profile {}", file.display()));
        assert_eq!(found, verdict, "{place} {list}: {lines}");
    }
}

#[test]
fn a_tool_that_ran_for_the_request_itself_makes_an_application() {
    let asked = "Please exchange the kettle for the red one. The blue one is too small for us.";
    let call = json!({"id": "c", "type": "function", "function": {"name": "get_order_details", "arguments": "{}"}});
    let message = |id, role, content| json!({"id": id, "conversation_id": 1, "role": role, "content": content});
    let mut calling = message(2, "assistant", "");
    calling["tool_calls"] = json!([call]);
    let mut result = message(3, "tool", "{}");
    result["tool_call_id"] = json!("c");
    let [asked, answer] = [message(1, "user", asked), message(4, "assistant", "The kettle has been exchanged.")];
    both_find(&[&asked, &calling, &result, &answer], &[json!(4)]);
    both_find(&[&asked, &answer], &[]);
}

#[test]
fn a_service_that_asked_for_details_reports_success_where_messages_have_no_times() {
    let message = |id, role, content| json!({"id": id, "conversation_id": 1, "role": role, "content": content});
    let mut talk = [
        message(1, "user", "I've noticed something suspicious on my bank account."),
        message(2, "assistant", "Could I get your full name, please?"),
        message(3, "user", "I think it is Tyler Jones, or it could have been Taylor."),
        message(4, "assistant", "Your report has been successfully submitted."),
    ];
    for answer in [1, 3] {
        talk[answer]["tool_calls"] = json!([]);
    }
    both_find(&talk.iter().collect::<Vec<_>>(), &[json!(4)]);
    both_find(&[&talk[0], &talk[3]], &[]);
}

/// Asserts that `check` and a scan of the imported log find claims in exactly these messages.
fn both_find(messages: &[&Value], found: &[Value]) {
    let lines: Vec<String> = messages.iter().map(ToString::to_string).collect();
    let log = lines.join("\n");
    let export = Export::nowhere();
    let of = |lines: Vec<Value>| -> Vec<Value> {
        let claiming = lines.into_iter().filter(|line| line["claims"].as_array().is_some_and(|all| !all.is_empty()));
        claiming.map(|line| line["message_id"].clone()).collect()
    };
    assert_eq!(of(export.feed("check -", &log).ok().lines()), found, "{log}");
    export.feed("import - --out DB", &log).ok();
    assert_eq!(of(export.scan()), found, "{log}");
}
