//! `gate context`, `gate prompt` and `gate reply`: one document or many lines, answered in order.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::Export;

fn feed(line: &str, input: &str) -> crate::support::Ran {
    Export::nowhere().feed(line, input)
}

/// A turn of each kind, with whether its action was executed, and the reason.
fn turns() -> Vec<(Value, bool, &'static str)> {
    let reminder = json!({"action": "CREATE_REMINDER", "payload": {"when": "9am"}});
    vec![
        (json!({"plan": {"action": "NOOP"}, "result": null}), false, "no_action_detected"),
        (json!({"plan": {"action": "CLARIFY", "payload": {"question": "When?"}}}), false, "needs_clarification"),
        (json!({"plan": reminder, "result": null}), false, "not_executed"),
        (json!({"plan": reminder, "result": {"status": "error", "errors": ["no time"]}}), false, "execution_failed"),
        (json!({"plan": reminder, "result": {"status": "ok", "artifacts": {"id": "rem_1"}}}), true, "executed_ok"),
    ]
}

#[test]
fn each_line_is_answered_by_a_line() {
    let lines: Vec<_> = turns().iter().map(|(turn, ..)| turn.to_string()).collect();
    let answers = feed("gate context -", &lines.join("\n")).ok().lines();
    assert_eq!(answers.len(), 5);
    for (answer, (turn, executed, reason)) in answers.iter().zip(turns()) {
        assert_eq!((&answer["action_executed"], &answer["reason"]), (&json!(executed), &json!(reason)), "{turn}");
        let names: Vec<_> = answer.as_object().unwrap().keys().collect();
        assert_eq!(names, ["action_detected", "action_executed", "action_type", "reason", "details"]);
    }
    let prompts: Vec<_> =
        answers.iter().map(|context| json!({"prompt": "Be kind.", "context": context}).to_string()).collect();
    let prompts = feed("gate prompt --format jsonl", &prompts.join("\n")).ok().lines();
    for (prompt, words) in prompts.iter().zip([
        "NO ACTION WAS DETECTED OR EXECUTED",
        "Question: When?",
        "AN ACTION WAS DETECTED (CREATE_REMINDER) BUT NOT EXECUTED",
        "Execution failed with errors: [\"no time\"]",
        "ACTION WAS SUCCESSFULLY EXECUTED: CREATE_REMINDER",
    ]) {
        let prompt = prompt["prompt"].as_str().unwrap();
        assert!(prompt.starts_with("Be kind.\n\n## ACTION EXECUTION STATUS (CRITICAL - READ THIS)\n"), "{prompt}");
        assert!(prompt.contains(words), "{prompt}");
    }
}

#[test]
fn a_document_may_be_on_several_lines() {
    for (turn, executed, _) in turns() {
        let text = format!("\n{turn:#}\n");
        let context = feed("gate context --format json", &text).ok().json();
        assert_eq!(context["action_executed"], executed);
        let request = json!({"prompt": "Be kind.", "context": context});
        for text in [format!("{request:#}"), request.to_string()] {
            let prompt = feed("gate prompt", &text).ok().stdout.clone();
            assert!(prompt.starts_with("Be kind.\n\n## ACTION EXECUTION STATUS"), "{prompt}");
        }
    }
    feed("gate context --format text", &turns()[4].0.to_string()).ok().prints("action executed: true");
}

#[test]
fn a_line_that_is_no_request_is_reported_in_its_place() {
    let good = turns()[0].0.to_string();
    let input = format!("nonsense\n{good}\n\n{{\"plan\": 5}}\n[]\n{{\"plan\n{good}\n");
    let answers = feed("gate context", &input).with_problems().lines();
    let lines: Vec<_> = answers.iter().map(|answer| answer["line"].as_u64()).collect();
    assert_eq!(lines, [Some(1), None, Some(4), Some(5), Some(6), None]);
    assert!(answers[2]["error"].as_str().unwrap().contains("plan.action"));
}

#[test]
fn a_line_that_is_too_long_is_an_error_and_the_next_one_is_answered() {
    let long = format!("{{\"x\": \"{}\"}}", "x".repeat(64 << 20));
    let input = [r#"{"plan": {"action": "A"}}"#, &long, r#"{"plan": {"action": "B"}}"#].join("\n");
    let answers = feed("gate context", &input).with_problems().lines();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[1], json!({"line": 2, "error": "longer than 64 MiB"}));
    assert_eq!(answers[2]["action_type"], "B");
}

#[test]
fn an_input_without_any_answer_is_refused() {
    for (line, input, expected) in [
        ("gate context", "", "empty"),
        ("gate context", " \n\n", "empty"),
        ("gate context", "nonsense", "standard input:1"),
        ("gate context", "{\"plan\": {}}", "missing field `plan.action`"),
        ("gate context", "{\n\"plan\": {}\n}", "missing field `plan.action`"),
        ("gate context", "{\n\"plan\": oops\n}", "standard input:2:9"),
        ("gate context nowhere.jsonl", "", "nowhere.jsonl"),
        ("gate prompt", "{\"prompt\": \"x\"}", "missing field `context`"),
        ("gate prompt", "{\"prompt\": 5, \"context\": {}}", "`prompt` is not a string"),
        ("gate prompt", "{\"prompt\": \"x\", \"context\": null}", "`context`: missing field `action_detected`"),
        ("gate prompt", "{\"context\": {}}", "missing field `prompt`"),
    ] {
        let refused = feed(line, input).refused();
        assert!(refused.contains(expected), "{line} {input:?}: {refused}");
    }
}

#[test]
fn a_turn_is_answered_before_the_next_one_comes() {
    let export = Export::nowhere();
    let mut command = export.command("gate context");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (turn, _, reason) in turns() {
        writeln!(stdin, "{turn}").unwrap();
        assert!(answers.next().unwrap().unwrap().contains(reason));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// A reply with the context of a turn in which no action was detected.
fn request(reply: &str) -> String {
    let context = json!({"action_detected": false, "action_executed": false, "action_type": null,
        "reason": "no_action_detected", "details": {}});
    json!({"context": context, "reply": reply}).to_string()
}

#[test]
fn a_false_reply_is_reported_corrected_and_has_status_1() {
    let output = feed("gate reply", &request("Sure! Reminder created! Anything else?"));
    let judged = &output.with_problems().lines()[0];
    assert_eq!(judged["truthful"], false);
    let claim = json!({"start": 6, "end": 23, "text": "Reminder created!", "action": "create_reminder",
        "verdict": "not_executed"});
    assert_eq!(judged["claims"], json!([claim]));
    let corrected = judged["corrected"].as_str().unwrap();
    assert!(corrected.starts_with("Sure! I have not set a reminder. ") && corrected.ends_with(" Anything else?"));

    let text = feed("gate reply --format text", &request("Reminder created!"));
    text.with_problems();
    assert!(text.stdout.starts_with("Did not happen: Reminder created!\n\nCorrected:\n"), "{}", text.stdout);
}

#[test]
fn a_truthful_reply_passes_as_it_is() {
    for reply in ["Shall I set a reminder?", "I couldn't set a reminder.", "You've set a reminder.", ""] {
        let judged = feed("gate reply", &request(reply)).ok().json();
        assert_eq!(judged, json!({"truthful": true, "claims": [], "corrected": reply}));
    }
}

#[test]
fn replies_are_judged_line_by_line() {
    let lines = [request("Saved."), "{".to_owned(), json!({"reply": "x"}).to_string(), request("Hello.")];
    let output = feed("gate reply", &lines.join("\n"));
    let answers = output.with_problems().lines();
    assert_eq!(answers.len(), 4);
    assert_eq!((&answers[0]["truthful"], &answers[3]["truthful"]), (&json!(false), &json!(true)));
    assert_eq!(answers[1]["line"], 2);
    assert_eq!(answers[2], json!({"line": 3, "error": "missing field `context`"}));
    let refused = feed("gate reply", "{\"context\": {}, \"reply\": 7}");
    assert_eq!(refused.refused().lines().count(), 1);
}

#[test]
fn a_file_of_ones_own_adds_wordings_and_languages() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.json5");
    let own = "{version: 1, statements: [{language: 'fr', tool: 'create_reminder', says: ['rappel créé'],
        unless: ['pas'], denial: \"Je n'ai créé aucun rappel.\"}]}";
    std::fs::write(&file, own).unwrap();
    let line = format!("gate reply --patterns {}", file.display());
    let output = feed(&line, &request("Voilà ! Rappel créé pour 9 h."));
    assert!(output.with_problems().lines()[0]["corrected"].as_str().unwrap().contains("Je n'ai créé aucun rappel."));
    std::fs::write(&file, "{version: 1, statements: [{language: 'en', says: ['(saved']}]}").unwrap();
    let refused = feed(&line, &request("x"));
    let refused = refused.refused();
    assert!(refused.contains("own.json5:1:") && refused.contains("`)` is missing"), "{refused}");
}

#[test]
fn a_gate_that_could_not_read_a_line_does_not_pass() {
    let context = turns()[0].0.to_string();
    let known = feed("gate context", &context).ok().json();
    let prompt = serde_json::json!({"prompt": "x", "context": known}).to_string();
    let reply = serde_json::json!({"context": known, "reply": "Good morning."}).to_string();
    for (command, good) in [("gate context", context), ("gate prompt", prompt), ("gate reply", reply)] {
        feed(command, &format!("{good}\n{good}\n")).ok();
        for bad in ["nonsense", "{}"] {
            let answered = feed(command, &format!("{good}\n{bad}\n{good}\n"));
            answered.with_problems().prints("\"line\":2");
        }
    }
}
