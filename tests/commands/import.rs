//! `import` creates a database from chat logs in JSON Lines.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use rusqlite::types::Value as Cell;
use serde_json::{Value, json};

use crate::support::{Export, Ran};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sample-data/chats.jsonl");

/// Imports these lines, and returns the database and the result of the command.
pub(super) fn imported(options: &str, lines: &str) -> (Export, Ran) {
    let export = Export::nowhere();
    let ran = export.feed(&format!("import - --out DB {options}"), lines);
    (export, ran)
}

fn lines(documents: &[Value]) -> String {
    documents.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
}

fn sample() -> Export {
    let export = Export::nowhere();
    let ran = export.run(&format!("import {SAMPLE} --out DB"));
    ran.with_problems().notes(":11: duplicate id 1");
    ran.notes("wrote 5 conversations and 15 messages to").notes("1 bad line left out");
    export
}

fn remedies(export: &Export) -> Vec<(Value, Value)> {
    export.scan().into_iter().map(|finding| (finding["message_id"].clone(), finding["remedy"].clone())).collect()
}

#[test]
fn the_sample_log_becomes_a_database_that_is_recognised_by_its_columns() {
    let export = sample();
    assert_eq!(export.dump(), sample().dump(), "the same log makes the same database");
    let detected = export.run("profiles detect DB --format jsonl").ok().lines();
    let fits: Vec<_> = detected.iter().filter(|rank| rank["fits"] == true).map(|rank| &rank["profile"]).collect();
    assert_eq!(fits, ["chat-log"]);
    let expected = [
        (json!(2), json!("recover")),
        (json!(4), json!("strip")),
        (json!("a1c4"), json!("recover")),
        (json!("line-8"), json!("review")),
        (json!("line-9/5"), json!("strip")),
    ];
    assert_eq!(remedies(&export), expected);
    let found = export.scan();
    assert_eq!((&found[0]["agent"], &found[0]["model"]), (&json!("Juno"), &json!("gemini-2.5-pro")));
    assert_eq!(found[0]["records"][0]["values"]["agent_id"], "juno");
    // The log does not contain the tools of this message, so they are unknown.
    assert_eq!((&found[3]["tools_used"], &found[3]["claims"][0]["verdict"]), (&Value::Null, &json!("unclear")));
    assert_eq!(found[4]["conversation_id"], "batch-1");
}

#[test]
fn a_log_that_holds_every_call_says_that_nothing_ran() {
    let line = json!({"content": "{success: true, memory_type: \"core\", content: \"Tea.\"}Noted."});
    for (options, remedy, verdict) in [
        ("", "review", "unclear"),
        ("--agent ada", "review", "unclear"),
        ("--all-calls-logged", "review", "not_executed"),
        ("--agent ada --all-calls-logged", "recover", "not_executed"),
    ] {
        let (export, ran) = imported(options, &line.to_string());
        ran.ok();
        let found = export.scan();
        assert_eq!(
            (&found[0]["remedy"], &found[0]["claims"][0]["verdict"]),
            (&json!(remedy), &json!(verdict)),
            "{options}"
        );
    }
    let (export, _) = imported("--agent 7 --all-calls-logged", &line.to_string());
    assert_eq!(export.scan()[0]["agent_id"], 7);
}

/// Texts of all kinds, each in its own conversation and by its own agent, with every form of tool information that a
/// log may have.
fn conversations() -> Vec<Value> {
    let files = [
        include_str!("../cases/leaks.jsonl"),
        include_str!("../cases/traps.jsonl"),
        include_str!("../cases/payloads.jsonl"),
        include_str!("../cases/catalog.jsonl"),
    ];
    let cases = files.iter().flat_map(|file| file.lines()).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let call = json!({"function": {"name": "save_memory", "arguments": "{\"memory_type\": \"core\", \"content\": \"Likes tea.\"}"}});
    let mut all = Vec::new();
    for (number, case) in (0..).zip(cases) {
        let chat = format!("chat {number}");
        if let Some(asked) = case["asked"].as_str() {
            all.push(json!({"role": "user", "content": asked, "conversation_id": chat}));
        }
        let mut message = json!({"id": number, "content": case["text"], "conversation_id": chat, "agent_id": format!("a{number}"),
            "created_at": "2026-11-02T09:15:00Z"});
        match number % 6 {
            0 | 1 => message["tools_used"] = json!([]),
            2 => message["tools_used"] = json!(["SaveMemoryTool"]),
            3 => message["tools_used"] = json!(["web_fetch"]),
            4 => message["tool_calls"] = json!([call]),
            5 if number % 12 == 5 => {
                all.push(json!({"role": "tool", "name": "whiteboard", "content": "ok", "conversation_id": chat}));
            }
            _ => {}
        }
        all.push(message);
    }
    all
}

/// The parts of a finding that do not depend on the evidence source.
fn essence(finding: &Value) -> Value {
    let claims = finding["claims"].as_array().unwrap().iter().map(|claim| {
        let names = ["kind", "pattern", "tool", "verdict", "remedy", "start", "end", "value", "syntax", "called_as"];
        names.map(|name| claim[name].clone()).into()
    });
    let claims: Vec<Value> = claims.collect();
    let names =
        ["remedy", "cleaned", "records", "tools_used", "tools_used_after", "warnings", "agent_id", "created_at"];
    json!([claims, names.map(|name| finding[name].clone())])
}

/// The cases avoid what only a database shows: calls in the rest of a turn, the agent of a call, duplicate records,
/// and conversations that answer in JSON by design.
#[test]
fn a_scan_finds_what_check_finds() {
    let all = conversations();
    let log = lines(&all);
    let checked = Export::nowhere().feed("check", &log).ok().lines();
    let found = |answers: Vec<Value>| -> BTreeMap<i64, Value> {
        let claiming =
            answers.iter().filter(|answer| answer["claims"].as_array().is_some_and(|claims| !claims.is_empty()));
        claiming.map(|answer| (answer["message_id"].as_i64().unwrap(), essence(answer))).collect()
    };
    let (export, ran) = imported("", &log);
    ran.ok();
    let (checked, scanned) = (found(checked), found(export.scan()));
    assert!(checked.len() > 150, "{}", checked.len());
    for (id, finding) in &checked {
        assert_eq!(scanned.get(id), Some(finding), "message {id}: {}", all.iter().find(|m| m["id"] == *id).unwrap());
    }
    assert_eq!(scanned.len(), checked.len());
}

/// In logs of model APIs, a message without calls has no list of calls.
#[test]
fn a_conversation_that_lists_its_calls_made_no_others() {
    let call = json!([{"id": "c1", "type": "function", "function": {"name": "get_order", "arguments": "{}"}}]);
    let log = |lists_calls: bool| {
        let mut first = json!({"id": 1, "role": "assistant", "content": "", "conversation_id": 1});
        if lists_calls {
            first["tool_calls"] = call.clone();
        }
        let mut said =
            vec![json!({"id": 0, "role": "user", "content": "Where is my order?", "conversation_id": 1}), first];
        if lists_calls {
            let answer = json!({"id": 2, "role": "tool", "tool_call_id": "c1", "content": "{}", "conversation_id": 1});
            said.push(answer);
        }
        let rest = [
            ("assistant", "It is on its way. Shall I cancel it?"),
            ("user", "Yes, please."),
            ("assistant", "Your order has been cancelled."),
            ("user", "And the other one? Cancel that, too."),
            ("assistant", "The other order has already been delivered."),
        ];
        said.extend(
            (3..)
                .zip(rest)
                .map(|(id, (role, content))| json!({"id": id, "role": role, "content": content, "conversation_id": 1})),
        );
        lines(&said)
    };
    let claiming = |answers: Vec<Value>| -> Vec<(Value, Value)> {
        let found =
            answers.iter().filter(|answer| answer["claims"].as_array().is_some_and(|claims| !claims.is_empty()));
        found.map(|answer| (answer["message_id"].clone(), answer["claims"][0]["verdict"].clone())).collect()
    };
    for (lists_calls, expected) in [(true, vec![(json!(5), json!("not_executed"))]), (false, vec![])] {
        let log = log(lists_calls);
        let (export, ran) = imported("", &log);
        ran.ok();
        assert_eq!(claiming(export.scan()), expected, "imported");
        for command in ["check", "check --whole"] {
            assert_eq!(claiming(Export::nowhere().feed(command, &log).ok().lines()), expected, "{command}");
        }
    }
}

/// The keys are unordered and there are no times, so only the order of the lines counts.
#[test]
fn a_conversation_is_read_in_the_order_of_the_log() {
    let leak = "{\"theme\": \"dark\"}";
    let said =
        |id: &str, role: &str, content: &str| json!({"id": id, "role": role, "content": content, "conversation_id": 1});
    let log = lines(&[
        said("z", "user", "Show me my settings as JSON, please."),
        said("m", "assistant", leak),
        said("a", "user", "Thank you. And now in plain words!"),
        said("k", "assistant", leak),
    ]);
    let (export, _) = imported("", &log);
    assert_eq!(remedies(&export), [(json!("k"), json!("review"))]);
}

#[test]
fn the_call_of_a_turn_is_evidence_whoever_writes_it_down() {
    let text = "{\"success\": true, \"memory_type\": \"core\", \"content\": \"Tea.\"}Noted.";
    let arguments = json!({"memory_type": "core", "content": "Tea."});
    let user = json!({"role": "user", "content": "I like tea."});
    for before in [
        json!([{"content": null, "tool_calls": [{"id": "c", "function": {"name": "save_memory", "arguments": arguments.to_string()}}]}]),
        json!([{"content": null, "function_call": {"name": "save_memory", "arguments": arguments.to_string()}}]),
        json!([{"content": [{"type": "tool_use", "id": "c", "name": "save_memory", "input": arguments}]},
               {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "ok"}]}]),
    ] {
        let mut messages = vec![user.clone()];
        messages.extend(before.as_array().unwrap().iter().cloned());
        messages.push(json!({"content": text}));
        let (export, _) = imported("--agent ada --all-calls-logged", &json!({"messages": messages}).to_string());
        let found = export.scan();
        assert_eq!(
            (found[0]["remedy"].as_str(), &found[0]["claims"][0]["verdict"]),
            (Some("strip"), &json!("executed"))
        );
    }
    // A tool's answer without its call is not enough, with or without the name of the tool.
    for (answer, remedy) in [
        (json!({"role": "tool", "name": "save_memory", "content": "ok"}), "review"),
        (json!({"role": "tool", "content": "ok"}), "review"),
    ] {
        let messages = json!({"messages": [user, answer, {"content": text}]});
        let (export, _) = imported("--agent ada --all-calls-logged", &messages.to_string());
        assert_eq!(remedies(&export)[0].1, remedy, "{answer}");
    }
}

#[test]
fn an_unknown_role_is_reported() {
    let export = Export::nowhere();
    let path = export.file("log.jsonl");
    fs::write(&path, "{\"role\": \"agent\", \"content\": \"a\"}\n{\"role\": \"gpt\", \"content\": \"b\"}\n").unwrap();
    let ran = export.run(&format!("import {} --out DB", path.display()));
    assert_eq!(ran.code, Some(0));
    assert!(ran.stderr.contains("1 message of the unknown role `agent`: neither judged"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("gpt"), "{}", ran.stderr);
}

#[test]
fn bad_lines_are_reported_and_the_rest_is_there() {
    let mut log = vec![b"\xef\xbb\xbf{\"content\": \"first\"}\r\n\n  \n".to_vec()];
    log.extend((0..4).map(|number| format!("{{\"content\": {number}}}\n").into_bytes()));
    log.push(b"{\"content\": \"\xff\"}\n{\"created_at\": \"soon\", \"content\": \"\"}\n[]\n".to_vec());
    log.push(b"{\"content\": \"a\\u0000b\\u001b[2J\"}".to_vec());
    let export = Export::nowhere();
    let path = export.file("log.jsonl");
    fs::write(&path, log.concat()).unwrap();
    let ran = export.run(&format!("import {} --out DB", path.display()));
    ran.with_problems();
    let output: Vec<_> = ran.stderr.lines().collect();
    assert_eq!(output.len(), 7, "{}", ran.stderr);
    assert!(output[0].contains("log.jsonl:4: ") && output[4].contains("log.jsonl:8: not UTF-8"), "{}", ran.stderr);
    assert!(output[5].ends_with("2 more bad lines: 9, 10"), "{}", ran.stderr);
    assert!(
        output[6].contains("0 conversations and 2 messages") && output[6].contains("7 bad lines"),
        "{}",
        ran.stderr
    );
    let texts = export.rows("SELECT id, content FROM logged_messages ORDER BY place");
    let text = |text: &str| Cell::Text(text.to_owned());
    assert_eq!(texts, [[text("line-1"), text("first")], [text("line-11"), text("a\0b\u{1b}[2J")]]);
}

#[test]
fn nothing_is_overwritten_and_nothing_half_made_is_left() {
    let export = Export::nowhere();
    let good = "{\"content\": \"a\"}";
    for (input, expected) in [("", "no messages found"), ("[\n1\n]", "no messages found"), ("{}", "no messages found")]
    {
        let ran = export.feed("import - --out DB", input);
        ran.ended(2).notes(expected);
        assert_eq!(export.files(), [] as [String; 0], "{input}");
    }
    export.feed("import - --out DB", good).ok();
    assert_eq!(export.files(), ["export.db"]);
    let before = fs::read(export.path()).unwrap();
    let refused = export.feed("import - --out DB", good).refused();
    assert!(refused.contains("already exists"), "{refused}");
    assert_eq!(fs::read(export.path()).unwrap(), before);
    assert!(export.run("import nowhere.jsonl --out new.db").refused().contains("nowhere.jsonl"));
    assert!(export.feed("import - --out no-such-folder/new.db", good).refused().contains("no-such-folder"));
    export.run("import --out DB").ended(2);
    export.run("import -").ended(2);
}

#[test]
fn whoever_is_killed_leaves_nothing_under_the_name() {
    let export = Export::nowhere();
    let mut child = export.command("import - --out DB").stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"{\"content\": \"a\"}\n").unwrap();
    while export.files().is_empty() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    drop(input);
    assert!(!export.path().exists(), "{:?}", export.files());
    export.feed("import - --out DB", "{\"content\": \"a\"}").ok();
    assert_eq!(export.number("SELECT count(*) FROM logged_messages"), 1);
}

#[test]
fn a_lost_memory_is_recovered_into_the_new_database_and_taken_back() {
    let export = sample();
    let before = export.dump();
    export.accept_and_apply();
    let memories = export.rows("SELECT agent_id, memory_type, content, created_at FROM memories ORDER BY id");
    let text = |text: &str| Cell::Text(text.to_owned());
    let expected = [
        [text("juno"), text("core"), text("Takes tea with oat milk."), text("2026-11-02T09:15:04Z")],
        [Cell::Integer(7), text("core"), text("Has a cat called Miso."), text("2026-11-03T18:40:12.250Z")],
    ];
    assert_eq!(memories, expected);
    assert_eq!(export.text("SELECT content FROM logged_messages WHERE id = 2"), "Oat milk it is.");
    assert_eq!(export.text("SELECT tools_used FROM logged_messages WHERE id = 2"), "[\"save_memory\"]");
    assert_eq!(remedies(&export), [(json!("line-8"), json!("review"))]);
    // A reviewer may recover the record even if the tools are unknown.
    export.run("decide DB accept --message line-8 --as recover").ok();
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT tools_used FROM logged_messages WHERE id = 'line-8'"), "[\"save_memory\"]");
    export.run("undo DB --all").ok();
    assert_eq!(export.dump(), before);
}

/// A record that ghostcall recovered is not proposed again.
#[test]
fn an_equal_memory_is_recovered_once() {
    let leak = |id: i64| {
        json!({"id": id, "agent_id": 1, "tools_used": [],
            "content": "{success: true, memory_type: \"core\", content: \"Tea.\"}Noted."})
    };
    let (export, _) = imported("", &lines(&[leak(1), leak(2)]));
    export.run("decide DB accept --message 1").ok();
    export.run("apply DB").ok();
    assert_eq!(remedies(&export), [(json!(2), json!("strip"))]);
    export.accept_and_apply();
    assert_eq!(export.number("SELECT count(*) FROM memories"), 1);
}
