//! The payload reader on messages as chat models write them, through `ghostcall read`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a case file that cannot be read fails the test; the table is its result"
)]

use std::collections::BTreeMap;

use assert_cmd::Command;
use serde_json::Value;

/// Cases that are known to fail, each with the reason.
const KNOWN_FAILURES: &[(&str, &str)] = &[];

/// The percentage of unambiguous cases that must pass.
const WANTED: usize = 98;

/// Equality that treats 1 and 1.0 as the same number, and no boolean as a number.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left_number), Value::Number(right_number)) => {
            left == right || left_number.as_f64() == right_number.as_f64()
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, left)| right.get(key).is_some_and(|right| same(left, right)))
        }
        _ => left == right,
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_trap(case: &Value) -> bool {
    case["category"].as_str().unwrap().starts_with("trap_")
}

/// The first difference from what the case expects.
fn complaint(case: &Value, read: &Value) -> Option<String> {
    let expect = &case["expect"];
    let wanted = expect["payloads"].as_array().unwrap();
    let found = read["payloads"].as_array().unwrap();
    let spans: Vec<_> = found.iter().map(|payload| (payload["start"].clone(), payload["end"].clone())).collect();
    let wanted_spans: Vec<_> =
        wanted.iter().map(|payload| (payload["start_byte"].clone(), payload["end_byte"].clone())).collect();
    if spans != wanted_spans {
        return Some(format!("spans {spans:?}, wanted {wanted_spans:?}"));
    }
    let values: Vec<_> = found.iter().map(|payload| payload["value"].clone()).collect();
    let first: Vec<_> = wanted.iter().map(|payload| payload["value"].clone()).collect();
    let others: Vec<Vec<Value>> = serde_json::from_value(expect["value_alt"].clone()).unwrap_or_default();
    let equal =
        |wanted: &Vec<Value>| wanted.len() == values.len() && values.iter().zip(wanted).all(|(l, r)| same(l, r));
    if !equal(&first) && !others.iter().any(equal) {
        return Some(format!("values {}", Value::from(values)));
    }
    let cleaned = folded(read["cleaned"].as_str().unwrap());
    let others: Vec<String> = serde_json::from_value(expect["cleaned_alt"].clone()).unwrap_or_default();
    if cleaned != folded(expect["cleaned"].as_str().unwrap()) && !others.iter().any(|other| folded(other) == cleaned) {
        return Some(format!("cleaned {cleaned:?}"));
    }
    let truncated = found.iter().any(|payload| payload["truncated"] == true);
    (truncated != (case["tier"] == "flag")).then(|| format!("truncated {truncated}"))
}

/// Runs the cases of a file and prints a table by category. Returns the number of cases that ran, and the failures.
fn run(cases: &str) -> (usize, Vec<String>) {
    let input: String = cases
        .lines()
        .map(|line| {
            let case: Value = serde_json::from_str(line).unwrap();
            serde_json::json!({"id": case["id"], "content": case["text"]}).to_string() + "\n"
        })
        .collect();
    let output = Command::cargo_bin("ghostcall").unwrap().arg("read").write_stdin(input).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), cases.lines().count());
    let mut table: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut run = 0;
    for (case, answer) in cases.lines().zip(answers.lines()) {
        let case: Value = serde_json::from_str(case).unwrap();
        let read: Value = serde_json::from_str(answer).unwrap();
        let id = case["id"].as_str().unwrap();
        // The reader does not judge whether data in a sentence or in code is a claim.
        if is_trap(&case) && case["tier"] == "ambiguous" {
            continue;
        }
        run += 1;
        let row = table.entry(case["category"].as_str().unwrap().to_owned()).or_default();
        row.1 += 1;
        match complaint(&case, &read) {
            None => row.0 += 1,
            Some(_) if KNOWN_FAILURES.iter().any(|(known, _)| *known == id) => {}
            Some(complaint) => failures.push(format!("{id}: {complaint}\n  {}", case["text"])),
        }
    }
    for (category, (right, all)) in &table {
        println!("{category:<24}{right:>4} of {all}");
    }
    println!("{:<24}{:>4} of {run}", "all", table.values().map(|(right, _)| right).sum::<usize>());
    (run, failures)
}

#[test]
fn the_cases_that_all_readers_share() {
    let (count, failures) = run(include_str!("../cases/payloads.jsonl"));
    assert!(count > 130, "only {count} cases were run");
    println!("{}", failures.join("\n"));
    assert!(failures.len() * 100 <= count * (100 - WANTED), "{}", failures.join("\n"));
}

#[test]
fn our_own_cases() {
    let (count, failures) = run(include_str!("../cases/own.jsonl"));
    assert!(count > 180, "only {count} cases were run");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
