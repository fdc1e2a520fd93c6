//! `read` and `check`: lines in, lines out.

use serde_json::{Value, json};

use crate::support::Export;

fn cases() -> Vec<Value> {
    include_str!("../cases/payloads.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn lines(messages: impl IntoIterator<Item = Value>) -> String {
    let lines: Vec<_> = messages.into_iter().map(|message| message.to_string()).collect();
    lines.join("\n")
}

fn check(options: &str, messages: &[Value]) -> Vec<Value> {
    let answers = Export::nowhere().feed(&format!("check {options}"), &lines(messages.iter().cloned())).ok().lines();
    assert_eq!(answers.len(), messages.len(), "one line for one line");
    answers
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// Whether only white space, stamps and single commas come before and between the payloads.
fn is_leading(case: &Value) -> bool {
    let content = text(&case["text"]).as_bytes();
    let mut end = 0;
    let payloads = list(&case["expect"]["payloads"]);
    let mut gaps = payloads.iter().enumerate().map(|(index, payload)| {
        let place = |name: &str| usize::try_from(payload[name].as_u64().unwrap()).unwrap();
        let gap = String::from_utf8_lossy(&content[end..place("start_byte")]).replace(['\u{feff}', '\u{200b}'], "");
        end = place("end_byte");
        let gap = gap.trim();
        let gap = if index > 0 { gap.strip_prefix(',').unwrap_or(gap).trim() } else { gap };
        gap.is_empty() || (gap.starts_with("[20") && gap.ends_with(']') && gap.matches('[').count() == 1)
    });
    !payloads.is_empty() && gaps.all(|blank| blank)
}

fn fold(text: &str) -> String {
    let text = text.replace(['\u{feff}', '\u{200b}'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Equality that treats 1 and 1.0 as the same number.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => left == right,
    }
}

fn complaint(case: &Value, answer: &Value) -> Option<String> {
    let expect = &case["expect"];
    let read = list(&answer["payloads"]);
    let spans = |list: &[Value], start: &str, end: &str| -> Vec<(Value, Value)> {
        list.iter().map(|payload| (payload[start].clone(), payload[end].clone())).collect()
    };
    let wanted = list(&expect["payloads"]);
    let (found, due) = (spans(&read, "start", "end"), spans(&wanted, "start_byte", "end_byte"));
    if found != due {
        return Some(format!("spans {found:?}, wanted {due:?}"));
    }
    let values: Vec<Value> = read.iter().map(|payload| payload["value"].clone()).collect();
    let first: Vec<Value> = wanted.iter().map(|payload| payload["value"].clone()).collect();
    let alternatives = list(&expect["value_alt"]);
    let equal = |wanted: &[Value]| wanted.len() == values.len() && wanted.iter().zip(&values).all(|(a, b)| same(a, b));
    if !equal(&first) && !alternatives.iter().any(|other| equal(&list(other))) {
        return Some(format!("values {values:?}"));
    }
    let cleaned = fold(text(&answer["cleaned"]));
    let mut accepted = list(&expect["cleaned_alt"]);
    accepted.push(expect["cleaned"].clone());
    let is_clean = accepted.iter().any(|other| fold(text(other)) == cleaned);
    (!is_clean).then(|| format!("cleaned {cleaned:?}, wanted {:?}", expect["cleaned"]))
}

#[test]
fn read_finds_each_leading_payload_with_its_span_and_value() {
    let cases: Vec<_> = cases().into_iter().filter(is_leading).collect();
    let input = lines(cases.iter().map(|case| json!({"id": case["id"], "content": case["text"]})));
    let answers = Export::nowhere().feed("read", &input).ok().lines();
    assert_eq!(answers.len(), cases.len(), "one line for one line");
    let mut wrong = Vec::new();
    for (case, answer) in cases.iter().zip(&answers) {
        assert_eq!(case["id"], answer["id"]);
        wrong.extend(complaint(case, answer).map(|what| format!("{}: {what}", case["id"])));
        let truncated = list(&answer["payloads"]).iter().any(|payload| payload["truncated"] == true);
        assert_eq!(truncated, case["tier"] == "flag", "{}", case["id"]);
    }
    eprintln!("{} cases read", cases.len());
    assert!(cases.len() > 80, "only {} cases", cases.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn read_takes_strings_files_and_wrong_lines_as_they_come() {
    let export = Export::nowhere();
    let input = "\"{ok: true}Yes.\"\n{\"content\": \"No.\"}\nnonsense\n[\"id\", \"content\"]\n{\"id\": 7}\n12\n\n{\"id\": \"x\", \"content\": \"{a: 1}\"}";
    let answers = export.feed("read -", input).ok().lines();
    assert_eq!(answers.len(), 8);
    assert_eq!((&answers[0]["id"], &answers[0]["cleaned"]), (&Value::Null, &json!("Yes.")));
    assert_eq!(answers[0]["payloads"][0]["repairs"], json!(["unquoted_key"]));
    assert_eq!(answers[1], json!({"id": null, "payloads": [], "cleaned": "No."}));
    for (place, answer) in answers.iter().enumerate().take(7).skip(2) {
        assert_eq!(answer["line"], place + 1, "{answer}");
        assert!(answer["error"].is_string(), "{answer}");
    }
    assert_eq!((&answers[7]["id"], &answers[7]["cleaned"]), (&json!("x"), &json!("")));
    std::fs::write(export.path(), "\"{a: 1}b\"\n").unwrap();
    assert_eq!(export.run("read DB").ok().lines()[0]["cleaned"], "b");
    assert!(Export::nowhere().run("read DB").refused().contains("export.db"));
}

#[test]
fn no_trap_is_recovered_stripped_or_corrected() {
    let traps: Vec<_> = cases().into_iter().filter(|case| text(&case["category"]).starts_with("trap_")).collect();
    let messages: Vec<_> =
        traps.iter().map(|case| json!({"id": case["id"], "content": case["text"], "tools_used": []})).collect();
    let mut reviews = Vec::new();
    let mut wrong = Vec::new();
    for answer in check("", &messages) {
        for claim in list(&answer["claims"]) {
            match text(&claim["remedy"]) {
                "review" => reviews.push(text(&answer["message_id"]).to_owned()),
                other => wrong.push(format!("{}: {other}", answer["message_id"])),
            }
        }
    }
    eprintln!("{} traps, {} to review: {}", traps.len(), reviews.len(), reviews.join(" "));
    assert!(traps.len() >= 20, "only {} traps", traps.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const MEMORY: &str = "{success: true, memory_type: \"journal\", content: \"Bring a rope.\"}Noted.";

#[test]
fn check_judges_by_what_the_line_says() {
    let line = |more: Value| {
        let mut message = json!({"id": 5, "agent_id": 3, "content": MEMORY, "created_at": "2026-01-20T17:03:11Z"});
        message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        message
    };
    let call = |arguments: &str| json!({"tool_calls": [{"function": {"name": "save_memory", "arguments": arguments}}]});
    let equal = r#"{"memory_type": "journal", "content": "Bring a rope."}"#;
    let messages = [
        line(json!({"tools_used": []})),
        line(json!({})),
        line(json!({"tools_used": ["save_memory"]})),
        line(json!({"tools_used": ["web_fetch"]})),
        line(call(equal)),
        line(call(r#"{"memory_type": "core", "content": "Else."}"#)),
        line(json!({"tools_used": [], "agent_id": null})),
        line(json!({"role": "user"})),
        line(json!({"content": "Nothing here."})),
    ];
    let answers = check("", &messages);
    let judged: Vec<_> = answers.iter().map(|answer| (&answer["claims"][0]["verdict"], &answer["remedy"])).collect();
    let (none, recover, strip, review) = (&Value::Null, &json!("recover"), &json!("strip"), &json!("review"));
    let (lost, unclear, ran) = (&json!("not_executed"), &json!("unclear"), &json!("executed"));
    let expected = [
        (lost, recover),
        (unclear, review),
        (unclear, review),
        (unclear, review),
        (ran, strip),
        (unclear, review),
        (lost, review),
        (none, none),
        (none, none),
    ];
    assert_eq!(judged, expected);
    assert_eq!(answers[0]["records"][0]["values"]["content"], "Bring a rope.");
    assert_eq!(answers[0]["cleaned"], "Noted.");
    assert_eq!(answers[0]["tools_used_after"], json!(["save_memory"]));
    assert_eq!(answers[8]["claims"], json!([]));
    assert!(list(&answers[3]["warnings"]).contains(&json!("other_tools_used")));
}

#[test]
fn check_remembers_what_the_user_asked_for_and_what_ran_in_the_turn() {
    let says = |conversation: u32, role: &str, content: &str| json!({"conversation_id": conversation, "role": role, "content": content, "tools_used": [], "agent_id": 1});
    let answer = "{\"beds\": [{\"id\": 1}]}";
    let mut call = says(4, "assistant", "One moment.");
    call["tool_calls"] =
        json!([{"name": "save_memory", "arguments": {"memory_type": "journal", "content": "Bring a rope."}}]);
    let messages = [
        says(1, "user", "Give me the beds as JSON, please."),
        says(1, "assistant", answer),
        says(2, "assistant", answer),
        says(3, "user", "Which beds are there?"),
        says(3, "assistant", answer),
        call,
        says(4, "assistant", MEMORY),
        says(4, "user", "And again?"),
        says(4, "assistant", MEMORY),
        says(1, "user", "Thanks."),
        says(1, "assistant", answer),
        says(1, "user", "Just tell me in plain words."),
        says(1, "assistant", answer),
    ];
    let answers = check("", &messages);
    let remedies: Vec<_> = answers.iter().map(|answer| text(&answer["remedy"])).collect();
    let asked = ["", "", "review", "", "review", "", "strip", "", "recover", "", "", "", "review"];
    assert_eq!(remedies, asked, "data is asked for until the user asks otherwise, and what ran is of one turn");
}

#[test]
fn check_answers_what_is_no_message_in_its_place() {
    let input = "nonsense\n[]\n\"text\"\n12\nnull\n\n{\"content\": 5}\n{\"content\": \"Fine.\", \"id\": \"a\"}\n";
    let answers = Export::nowhere().feed("check", input).ok().lines();
    assert_eq!(answers.len(), 8);
    for (place, answer) in answers.iter().enumerate().take(7) {
        assert_eq!(answer["line"], place + 1, "{answer}");
        assert!(!text(&answer["error"]).is_empty(), "{answer}");
    }
    assert_eq!(answers[7]["message_id"], "a");
    let deep = format!("{{\"content\": \"x\", \"tool_calls\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(Export::nowhere().feed("check", &deep).ok().lines().len(), 1);
}

#[test]
fn a_key_that_a_table_wrote_as_a_decimal_is_an_integer_and_another_one_is_an_error() {
    let turn = |key: Value| {
        lines([
            json!({"conversation_id": key, "role": "user", "content": "Please send Bob the agenda."}),
            json!({"conversation_id": key, "content": "I've sent Bob the agenda.", "tools_used": []}),
        ])
    };
    for key in [json!(1), json!(1.0), json!("1.0")] {
        let answers = Export::nowhere().feed("check", &turn(key.clone())).ok().lines();
        assert_eq!(answers[1]["remedy"], "correct", "{key}");
    }
    for key in [json!(1.5), json!(true), json!(1e300)] {
        let answers = Export::nowhere().feed("check", &turn(key.clone())).ok().lines();
        assert_eq!(answers[1]["error"], "`conversation_id` is neither an integer nor a string", "{key}");
    }
}

#[test]
fn bytes_that_are_no_utf_8_are_answered_in_their_place() {
    let export = Export::from_bytes(b"{\"content\": \"\xff\"}\n{\"content\": \"ok\"}");
    for line in ["check DB", "read DB"] {
        let answers = export.run(line).ok().lines();
        assert_eq!((&answers[0]["line"], &answers[0]["error"]), (&json!(1), &json!("not UTF-8")), "{line}");
        assert_eq!(answers.len(), 2);
    }
}

#[test]
fn with_fail_a_finding_ends_in_status_1() {
    let export = Export::nowhere();
    let input = lines([json!({"content": "Nothing."}), json!({"content": MEMORY})]);
    assert_eq!(export.feed("check --fail", &input).with_problems().lines().len(), 2);
    export.feed("check", &input).ok();
    export.feed("check --fail", &lines([json!({"content": "Nothing."})])).ok();
    let export = Export::fixture("helix_kit_db_to_sqlite");
    export.run("scan DB --fail").with_problems();
    export.run("scan DB --fail --pattern unknown").ok();
}

#[test]
fn each_answer_is_handed_on_at_once() {
    use std::io::{BufRead as _, BufReader, Write as _};
    let export = Export::nowhere();
    for command in ["check", "read"] {
        let mut child = export
            .command(command)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for number in 0..3 {
            input.write_all(format!("{{\"id\": {number}, \"content\": \"x\"}}\n").as_bytes()).unwrap();
            // If the answer were held back, this would wait forever.
            let mut answer = String::new();
            output.read_line(&mut answer).unwrap();
            let answer: Value = serde_json::from_str(&answer).unwrap();
            assert_eq!(answer.get("message_id").or(answer.get("id")), Some(&json!(number)));
        }
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn a_conversation_that_goes_on_is_remembered_however_many_others_there_are() {
    use std::fmt::Write as _;
    let export = Export::nowhere();
    let asked = r#"{"role": "user", "conversation_id": "long", "content": "As JSON, please."}"#;
    let answer = r#"{"conversation_id": "long", "content": "{\"beds\": 1}"}"#;
    let mut input = format!("{asked}\n");
    for number in 0..12_000 {
        writeln!(input, r#"{{"role": "user", "conversation_id": {number}, "content": "Hi"}}"#).unwrap();
        if number % 5000 == 0 {
            writeln!(input, "{answer}").unwrap();
        }
    }
    writeln!(input, "{answer}").unwrap();
    let answers = export.feed("check", &input).ok().lines();
    let last = answers.last().unwrap();
    assert_eq!(last["claims"].as_array().unwrap().len(), 0, "{last}");
}

/// `import` and `check` read lines with the same code.
#[test]
fn content_may_be_parts_and_calls_may_be_in_them() {
    let leak = "{\"success\": true, \"memory_type\": \"core\", \"content\": \"Tea.\"}Noted.";
    let text = json!({"type": "text", "text": leak});
    let used = json!({"type": "tool_use", "id": "c", "name": "save_memory", "input": {"memory_type": "core", "content": "Tea."}});
    let line = |message: Value| check("", &[message])[0].clone();
    assert_eq!(line(json!({"content": [text], "agent_id": 1, "tools_used": []}))["remedy"], "recover");
    assert_eq!(line(json!({"content": [text, used], "agent_id": 1}))["claims"][0]["verdict"], "executed");
    // Some tool ran, but it is unknown which.
    let unreadable = line(json!({"content": leak, "agent_id": 1, "tool_calls": [{"what": 1}]}));
    assert_eq!((&unreadable["remedy"], &unreadable["claims"][0]["verdict"]), (&json!("review"), &json!("unclear")));
    // A tool result in a message with the role `user` does not begin a turn.
    let answers = check(
        "",
        &[
            json!({"conversation_id": 1, "content": [used]}),
            json!({"conversation_id": 1, "role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "ok"}]}),
            json!({"conversation_id": 1, "content": leak}),
        ],
    );
    assert_eq!(answers[2]["claims"][0]["verdict"], "executed");
}

#[test]
fn with_fail_a_line_that_cannot_be_read_ends_in_status_1() {
    let export = Export::nowhere();
    let fine = json!({"content": "Nothing.", "id": 1, "conversation_id": 1}).to_string();
    for bad in ["nonsense", "[]", "{\"content\": 5}"] {
        let input = format!("{fine}\n{bad}\n");
        for options in ["", "--whole", "--sorted"] {
            export.feed(&format!("check --fail {options}"), &input).with_problems().prints("\"line\":2");
            export.feed(&format!("check {options}"), &input).ok();
        }
    }
    let bytes = Export::from_bytes(b"{\"content\": \"\xff\"}\n");
    bytes.run("check --fail DB").with_problems();
}
