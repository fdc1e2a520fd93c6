//! The payload reader against messages as chat models write them.

#![allow(clippy::unwrap_used, reason = "a case file that cannot be read fails the test")]

use ghostcall::claim::payload::{self, Payload};
use serde_json::Value;

/// Cases that cannot pass, each with the reason.
const KNOWN_FAILURES: &[(&str, &str)] = &[];

struct Case {
    id: String,
    category: String,
    tier: String,
    text: String,
    /// Start, end and value of each payload.
    expected: Vec<(usize, usize, Value)>,
    /// Other values that a careful person would accept.
    alternatives: Vec<Vec<Value>>,
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn cases() -> Vec<Case> {
    include_str!("cases/payloads.jsonl")
        .lines()
        .map(|line| {
            let case: Value = serde_json::from_str(line).unwrap();
            let expect = &case["expect"];
            Case {
                id: text(&case["id"]),
                category: text(&case["category"]),
                tier: text(&case["tier"]),
                text: text(&case["text"]),
                expected: expect["payloads"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|payload| {
                        (number(&payload["start_byte"]), number(&payload["end_byte"]), payload["value"].clone())
                    })
                    .collect(),
                alternatives: serde_json::from_value(expect["value_alt"].clone()).unwrap_or_default(),
            }
        })
        .collect()
}

/// Equality in which 1 and 1.0 are the same number and a boolean is none.
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

/// Whether only white space, stamps and single commas stand before and between the payloads.
fn all_leading(case: &Case) -> bool {
    let mut end = 0;
    case.expected.iter().enumerate().all(|(index, &(start, next_end, _))| {
        let gap = case.text[end..start].replace(['\u{feff}', '\u{200b}'], "");
        let mut gap = gap.trim();
        if index > 0 {
            gap = gap.strip_prefix(',').unwrap_or(gap).trim();
        }
        end = next_end;
        gap.is_empty() || (gap.starts_with("[20") && gap.ends_with(']') && gap.matches('[').count() == 1)
    })
}

/// What is wrong with what was read, if anything.
fn complaint(case: &Case, read: &[Payload]) -> Option<String> {
    let spans: Vec<_> = read.iter().map(|payload| (payload.span.start, payload.span.end)).collect();
    let wanted: Vec<_> = case.expected.iter().map(|&(start, end, _)| (start, end)).collect();
    if spans != wanted {
        return Some(format!("spans {spans:?}, wanted {wanted:?}"));
    }
    let values: Vec<_> = read.iter().map(|payload| payload.value.clone().unwrap_or_default()).collect();
    let equal = |wanted: &[Value]| {
        wanted.len() == values.len() && values.iter().zip(wanted).all(|(value, wanted)| same(value, wanted))
    };
    let first: Vec<_> = case.expected.iter().map(|(_, _, value)| value.clone()).collect();
    if !equal(&first) && !case.alternatives.iter().any(|other| equal(other)) {
        return Some(format!("values {values:?}"));
    }
    let truncated = read.iter().any(|payload| payload.truncated);
    (truncated != (case.tier == "flag")).then(|| format!("truncated {truncated}"))
}

#[test]
fn messages_that_start_with_payloads() {
    let mut run = 0;
    let mut failures = Vec::new();
    let cases = cases();
    for case in &cases {
        let trap = case.category.starts_with("trap_") && case.text.starts_with('{');
        let leading = !case.expected.is_empty() && all_leading(case);
        if !trap && !leading {
            continue;
        }
        run += 1;
        let complaint = complaint(case, &payload::read_leading(&case.text));
        let known = KNOWN_FAILURES.iter().any(|(id, _)| *id == case.id);
        assert!(!known || complaint.is_some(), "{} passes now", case.id);
        if let Some(complaint) = complaint.filter(|_| !known) {
            failures.push(format!("{}: {complaint}\n  {:?}", case.id, case.text));
        }
    }
    eprintln!("{run} of {} cases start with payloads or traps", cases.len());
    assert!(run > 100, "only {run} cases were run");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Every expected payload can be read where it starts, wherever that is, fences and prose around it or not.
#[test]
fn payloads_anywhere_in_a_message() {
    let mut failures = Vec::new();
    for case in cases() {
        let read: Vec<_> = case.expected.iter().filter_map(|&(start, ..)| payload::read(&case.text, start)).collect();
        if let Some(complaint) = complaint(&case, &read) {
            failures.push(format!("{}: {complaint}\n  {:?}", case.id, case.text));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
