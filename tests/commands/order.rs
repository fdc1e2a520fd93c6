//! The order of the lines that `check` reads: a line out of order gets an error, never a wrong verdict.

use serde_json::{Value, json};

use crate::support::Export;

const DONE: &str = "I have cancelled your subscription.";

fn line(conversation: &str, seq: i64, role: &str, content: &str) -> Value {
    json!({"conversation_id": conversation, "seq": seq, "role": role, "content": content, "tools_used": []})
}

/// A request, a tool result, and the completion claim that it confirms.
fn turn(conversation: &str, first: i64) -> [Value; 3] {
    let mut answered = line(conversation, first + 1, "tool", r#"{"ok": true}"#);
    answered["name"] = "cancel_subscription".into();
    [
        line(conversation, first, "user", "Please cancel my subscription."),
        answered,
        line(conversation, first + 2, "assistant", DONE),
    ]
}

/// The answer to each line (`error`, the verdict of its claim, or nothing), and the exit status.
fn answers(options: &str, lines: &[Value]) -> (Vec<String>, i32) {
    let input = lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let ran = Export::nowhere().feed(&format!("check {options}"), &input);
    let summary = |answer: Value| match (&answer["error"], &answer["claims"][0]["verdict"]) {
        (Value::String(_), _) => "error".to_owned(),
        (_, Value::String(verdict)) => verdict.clone(),
        _ => String::new(),
    };
    (ran.lines().into_iter().map(summary).collect(), ran.code.expect("an exit status"))
}

#[test]
fn a_late_line_is_an_error_and_so_is_the_rest_of_its_turn() {
    let [asked, answered, done] = turn("a", 1);
    let in_order = [asked.clone(), answered.clone(), done.clone()];
    assert_eq!(answers("", &in_order), (vec![String::new(); 3], 0));
    // Without the tool's answer, the completion claim would be judged false.
    assert_eq!(answers("", &[asked.clone(), done.clone()]).0, ["", "not_executed"]);
    let other = line("a", 9, "assistant", DONE);
    let (output, status) = answers("", &[answered, asked, other]);
    assert_eq!((output.as_slice(), status), (["", "error", "error"].map(str::to_owned).as_slice(), 1));
}

#[test]
fn the_next_turn_is_judged_again_and_other_conversations_all_the_time() {
    let [asked, answered, done] = turn("a", 1);
    let [next, .., claimed] = turn("a", 11);
    let lines = [&turn("b", 1)[..2], &[asked, done, answered], &turn("b", 1)[2..], &[next, claimed]].concat();
    let (output, status) = answers("", &lines);
    assert_eq!(output, ["", "", "", "not_executed", "error", "", "", "not_executed"]);
    assert_eq!(status, 1);
}

#[test]
fn a_conversation_that_ended_is_forgotten() {
    let [asked, _, done] = turn("a", 1);
    let end = json!({"conversation_id": "a", "end": true});
    let (output, status) = answers("", &[asked.clone(), end.clone(), done.clone()]);
    assert_eq!((output.as_slice(), status), (["", "", ""].map(str::to_owned).as_slice(), 0), "nothing was asked for");
    assert_eq!(answers("--sorted", &[asked, end, done]), (["", "", "error"].map(str::to_owned).to_vec(), 1));
    assert_eq!(answers("", &[json!({"end": true})]).0, ["error"], "nobody knows which");
}

#[test]
fn sorted_input_comes_conversation_by_conversation() {
    let sorted = [turn("a", 1), turn("b", 1)].concat();
    assert_eq!(answers("--sorted", &sorted), (vec![String::new(); 6], 0));
    let mixed = [&turn("a", 1)[..2], &turn("b", 1), &turn("a", 1)[2..]].concat();
    let (output, status) = answers("--sorted", &mixed);
    assert_eq!((output.last().map(String::as_str), status), (Some("error"), 1));
    assert_eq!(answers("", &mixed), (vec![String::new(); 6], 0));
}

#[test]
fn a_place_in_the_order_is_a_number_or_a_time() {
    let mut soon = line("a", 1, "assistant", DONE);
    soon["seq"] = "soon".into();
    assert_eq!(answers("", &[soon]), (vec!["error".to_owned()], 0));
}
