//! The sentences of `statements.db`: which of them claim something that did not happen.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::scan;

/// Remedy, kind, tool and confidence of a finding's one claim.
fn summary(finding: &Value) -> (Value, Value, Value, Value) {
    assert_eq!(finding["claims"].as_array().map(Vec::len), Some(1), "{finding}");
    let claim = &finding["claims"][0];
    (finding["remedy"].clone(), claim["kind"].clone(), claim["tool"].clone(), claim["confidence"].clone())
}

#[test]
fn false_sentences_are_found_and_true_ones_are_not() {
    let row = |remedy: &str, kind: &str, tool: &str, confidence: f64| {
        (json!(remedy), json!(kind), json!(tool), json!(confidence))
    };
    let expected: BTreeMap<i64, _> = [
        (100, row("correct", "statement", "create_reminder", 0.8)),
        (200, row("correct", "statement", "save_memory", 0.8)),
        (300, row("correct", "statement", "save_memory", 0.3)),
        (900, row("recover", "result", "save_memory", 0.85)),
        (1000, row("correct", "statement", "create_reminder", 0.8)),
        (1100, row("correct", "statement", "create_reminder", 0.8)),
        (1200, row("correct", "statement", "create_reminder", 0.8)),
    ]
    .into();
    let found: BTreeMap<i64, _> = scan("statements.db").iter().map(|(id, finding)| (*id, summary(finding))).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_false_sentence_is_replaced_by_the_truth_in_its_language() {
    let findings = scan("statements.db");
    let cleaned = |id: i64| findings[&id]["cleaned"].clone();
    assert_eq!(cleaned(100), "Of course! I have not set a reminder. The cans stand by the shed.");
    assert_eq!(cleaned(1100), "Gern! Ich habe keine Erinnerung gesetzt. Schönen Tag noch.");
    assert_eq!(cleaned(1000), "I looked it up. I have not set a reminder.");
    assert_eq!(cleaned(1200), "Claro! Não criei um lembrete. Mais alguma coisa?");
    let claim = &findings[&200]["claims"][0];
    assert_eq!((&claim["value"], &claim["payload"]), (&Value::Null, &Value::Null));
    assert_eq!(claim["request"], "Please remember that my sister's birthday is on 4 May.");
    assert_eq!(claim["evidence"][0], "no memory of agent 1 was made around that time");
}
