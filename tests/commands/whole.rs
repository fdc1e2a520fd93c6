//! `check --whole`: each conversation is judged at its end.

use serde_json::{Value, json};

use crate::support::Export;

const DONE: &str = "I have cancelled your subscription.";

fn line(conversation: &str, seq: i64, role: &str, content: &str) -> Value {
    json!({"id": format!("{conversation}{seq}"), "conversation_id": conversation, "seq": seq, "role": role, "content": content,
           "tools_used": []})
}

fn asked(conversation: &str, seq: i64) -> Value {
    line(conversation, seq, "user", "Please cancel my subscription.")
}

fn done(conversation: &str, seq: i64) -> Value {
    line(conversation, seq, "assistant", DONE)
}

fn answered(conversation: &str, seq: i64) -> Value {
    let mut answered = line(conversation, seq, "tool", r#"{"ok": true}"#);
    answered["name"] = "cancel_subscription".into();
    answered
}

/// The messages with findings and the lines with errors, in order, and the exit status.
fn judged(options: &str, lines: &[Value]) -> (Vec<String>, i32) {
    let input = lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let ran = Export::nowhere().feed(&format!("check --whole {options}"), &input);
    let summary = |answer: Value| match &answer["error"] {
        Value::String(_) => format!("line {}", answer["line"]),
        _ => answer["message_id"].as_str().expect("a finding of a message").to_owned(),
    };
    (ran.lines().into_iter().map(summary).collect(), ran.code.expect("an exit status"))
}

fn expected<const N: usize>(output: [&str; N], status: i32) -> (Vec<String>, i32) {
    (output.map(str::to_owned).to_vec(), status)
}

#[test]
fn a_call_that_the_log_shows_after_its_sentence_is_evidence() {
    let late = [asked("a", 1), done("a", 2), answered("a", 3)];
    assert_eq!(judged("", &late), expected([], 0));
    assert_eq!(judged("", &late[..2]), expected(["a2"], 0));
    assert_eq!(judged("--fail", &late[..2]), expected(["a2"], 1));
    // A call in the next turn is not evidence.
    let next = [asked("a", 1), done("a", 2), line("a", 3, "user", "And the weather?"), answered("a", 4)];
    assert_eq!(judged("", &next), expected(["a2"], 0));
}

#[test]
fn findings_come_at_the_end_of_their_conversation() {
    let end = json!({"conversation_id": "b", "end": true});
    let mixed = [asked("a", 1), asked("b", 1), done("b", 2), done("a", 2), end];
    assert_eq!(judged("", &mixed), expected(["b2", "a2"], 0));
    let sorted = [asked("b", 1), done("b", 2), asked("a", 1), done("a", 2)];
    assert_eq!(judged("--sorted", &sorted), expected(["b2", "a2"], 0));
    assert_eq!(judged("--sorted", &[&sorted[..3], &sorted[1..2]].concat()), expected(["b2", "line 4"], 1));
}

#[test]
fn a_conversation_out_of_order_is_not_judged() {
    let [asked, done, answered] = [asked("a", 1), done("a", 3), answered("a", 2)];
    let lines = [asked.clone(), done, answered, self::done("b", 1), asked, self::asked("c", 1), self::done("c", 2)];
    assert_eq!(judged("", &lines), expected(["line 3", "line 5", "c2"], 1));
}

#[test]
fn what_is_found_is_what_a_scan_of_the_import_finds() {
    let log = include_str!("../../sample-data/chats.jsonl");
    let export = Export::nowhere();
    std::fs::write(export.file("chats.jsonl"), log).expect("the log is written");
    for (place, line) in log.lines().enumerate() {
        let Ok(document) = serde_json::from_str::<Value>(line) else { continue };
        // Only `import` reads lines that contain whole conversations.
        if document.get("messages").is_some() || document.get("body").is_some() {
            continue;
        }
        let (name, database) = (format!("{place}.jsonl"), format!("{place}.db"));
        let (file, out) = (export.file(&name), export.file(&database));
        std::fs::write(&file, line).expect("the line is written");
        export.run(&format!("import {} --out {}", file.display(), out.display())).ok();
        let scanned = export.run(&format!("scan {} --format jsonl", out.display()));
        let checked = export.run(&format!("check --whole {}", file.display()));
        assert_eq!(checked.ok().stdout, scanned.ok().stdout, "{line}");
    }
}

#[test]
fn what_cannot_be_kept_is_reported() {
    let (again, mut no_time) = (done("a", 1), done("a", 2));
    no_time["created_at"] = "soon".into();
    let lines = [again.clone(), again, no_time, json!({"end": true}), json!({"conversation_id": "a"}), json!([1])];
    let (output, status) = judged("", &lines);
    assert_eq!(
        (output.as_slice(), status),
        (["line 3", "line 4", "line 5", "line 6", "line 2"].map(str::to_owned).as_slice(), 0)
    );
}
