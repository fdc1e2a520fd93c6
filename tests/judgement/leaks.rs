//! Calls that models write as text, in many shapes, and texts that only resemble them, judged by `check`.

use serde_json::{Value, json};

use crate::support::Export;

fn cases(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("every case is JSON")).collect()
}

/// The answers of `check` to the texts of the cases, if no tool ran.
fn check(cases: &[Value]) -> Vec<Value> {
    check_with("", cases)
}

/// The same with the catalog `cases/tools.json`.
fn check_by_catalog(cases: &[Value]) -> Vec<Value> {
    check_with(concat!(" --catalog ", env!("CARGO_MANIFEST_DIR"), "/tests/cases/tools.json"), cases)
}

fn check_with(options: &str, cases: &[Value]) -> Vec<Value> {
    let mut input = String::new();
    for (conversation, case) in cases.iter().enumerate() {
        if let Some(asked) = case["asked"].as_str() {
            let line = json!({"conversation_id": conversation, "role": "user", "content": asked});
            input.push_str(&format!("{line}\n"));
        }
        let line = json!({
            "id": case["id"], "conversation_id": conversation, "agent_id": 1, "content": case["text"],
            "tools_used": [], "created_at": "2026-01-20T17:03:11Z",
        });
        input.push_str(&format!("{line}\n"));
    }
    let answers = Export::nowhere().feed(&format!("check{options}"), &input).ok().lines();
    let answers: Vec<_> = answers.into_iter().filter(|answer| !answer["message_id"].is_null()).collect();
    assert_eq!(answers.len(), cases.len(), "one answer for each case");
    answers
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The differences from what a case expects.
fn complaint(case: &Value, answer: &Value) -> Vec<String> {
    let claims = list(&answer["claims"]);
    let first = claims.first().unwrap_or(&Value::Null);
    let tools: Vec<_> = claims.iter().map(|claim| claim["tool"].clone()).collect();
    let mut pairs = vec![
        ("claims", json!(claims.len())),
        ("remedy", answer["remedy"].clone()),
        ("cleaned", answer["cleaned"].clone()),
    ];
    pairs.push(("tools", Value::from(tools)));
    for name in ["syntax", "tool", "called_as", "value", "verdict", "result", "pattern"] {
        pairs.push((name, first[name].clone()));
    }
    let wrong = pairs.into_iter().filter(|(name, found)| case.get(*name).is_some_and(|expected| expected != found));
    wrong.map(|(name, found)| format!("{}: {name} {found}, wanted {}", case["id"], case[name])).collect()
}

#[test]
fn each_shape_of_a_leak_is_found_read_and_judged() {
    let cases = cases(include_str!("../cases/leaks.jsonl"));
    let answers = check(&cases);
    let wrong: Vec<String> = cases.iter().zip(&answers).flat_map(|(case, answer)| complaint(case, answer)).collect();
    eprintln!("{} shapes", cases.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_shape_of_a_leak_is_judged_by_the_tools_that_exist() {
    let cases = cases(include_str!("../cases/catalog.jsonl"));
    let answers = check_by_catalog(&cases);
    let wrong: Vec<String> = cases.iter().zip(&answers).flat_map(|(case, answer)| complaint(case, answer)).collect();
    eprintln!("{} shapes by a catalog", cases.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn removing_all_claims_of_a_wrapper_removes_all_of_it() {
    let cases = cases(include_str!("../cases/leaks.jsonl"));
    for (case, answer) in cases.iter().zip(&check(&cases)) {
        let text = case["text"].as_str().unwrap();
        let mut end = 0;
        for claim in list(&answer["claims"]) {
            let place = |name: &str| usize::try_from(claim[name].as_u64().unwrap()).unwrap();
            assert!(place("start") >= end && place("start") < place("end"), "{}", case["id"]);
            assert!(text.get(place("start")..place("end")).is_some(), "{}", case["id"]);
            end = place("end");
        }
    }
}

#[test]
fn each_claim_says_why_it_is_as_sure_as_it_is() {
    let cases = cases(include_str!("../cases/leaks.jsonl"));
    for answer in check(&cases) {
        for claim in list(&answer["claims"]) {
            let sum: f64 = list(&claim["reasons"]).iter().map(|reason| reason["weight"].as_f64().unwrap()).sum();
            let output = claim["confidence"].as_f64().unwrap();
            assert!((sum.clamp(0.05, 1.0) - output).abs() < 0.006, "{claim}");
        }
    }
}

#[test]
fn nothing_that_only_looks_like_a_leak_is_written_or_stripped() {
    let traps = cases(include_str!("../cases/traps.jsonl"));
    for (name, answers) in [("no catalog", check(&traps)), ("a catalog", check_by_catalog(&traps))] {
        judge_traps(name, &traps, &answers);
    }
}

fn judge_traps(name: &str, traps: &[Value], answers: &[Value]) {
    let mut wrong = Vec::new();
    let mut reviews = Vec::new();
    for (trap, answer) in traps.iter().zip(answers) {
        for claim in list(&answer["claims"]) {
            let output = format!("{}: {} {} {}", trap["id"], claim["remedy"], claim["syntax"], claim["pattern"]);
            if claim["remedy"] == "review" { reviews.push(output) } else { wrong.push(output) }
        }
    }
    eprintln!("{} traps with {name}, {} claims to review:\n{}", traps.len(), reviews.len(), reviews.join("\n"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(reviews.len() <= MOST_REVIEWS, "{} reviews", reviews.len());
}

/// How many claims in traps may be proposed for review, because they could be lost records.
const MOST_REVIEWS: usize = 18;
