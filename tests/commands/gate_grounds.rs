//! The live gate: what earlier lines of a stream show about claims in later ones.

use serde_json::{Value, json};

use super::grounds::{CALL, DONE, RESULT, judged};
use crate::support::Export;

/// The verdict of `check` on the first claim of each of these lines, which form one conversation.
fn check(lines: &[Value]) -> Vec<Value> {
    let with_conversation = |line: &Value| {
        let mut line = line.clone();
        line["conversation_id"] = json!(1);
        line.to_string()
    };
    let lines: Vec<_> = lines.iter().map(with_conversation).collect();
    let answers = Export::nowhere().feed("check", &lines.join("\n")).ok().lines();
    answers.iter().map(|answer| answer["claims"][0]["verdict"].clone()).collect()
}

#[test]
fn the_gate_knows_the_tools_of_earlier_lines() {
    let leak = json!({"role": "assistant", "content": CALL, "tools_used": []});
    let named = |more: Value| {
        let lines = [more, json!({"role": "user", "content": "And?"}), leak.clone()];
        check(&lines)[2].clone()
    };
    assert_eq!(named(json!({"role": "assistant", "content": "Hi.", "tools_used": ["look"]})), "unclear");
    for seen in [
        json!({"role": "assistant", "content": "Hi.", "tools_used": ["get_time"]}),
        json!({"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "get_time", "arguments": "{}"}}]}),
        json!({"role": "tool", "name": "get_time", "content": "noon"}),
        json!({"role": "assistant", "parts": [{"type": "tool-get_time", "toolCallId": "a", "state": "output-available"}]}),
    ] {
        assert_eq!(named(seen.clone()), "not_executed", "{seen}");
    }
    // The application's list of enabled tools serves as a catalog.
    let enabled = |tools: Value| {
        check(&[json!({"role": "assistant", "content": CALL, "tools_used": [], "agent_id": 1, "enabled_tools": tools})])
    };
    assert_eq!(enabled(json!(["look"])), ["no_such_tool"]);
    assert_eq!(enabled(json!(["GetTimeTool"])), ["not_executed"]);
    assert_eq!(enabled(json!([])), ["unclear"]);
}

#[test]
fn in_the_gate_the_whole_turn_counts() {
    let asked = json!({"role": "user", "content": "Cancel my reservation."});
    let done = |used: Value| json!({"role": "assistant", "content": DONE, "tools_used": used});
    assert_eq!(check(&[asked.clone(), done(json!([]))])[1], "not_executed");
    for ran in [
        json!({"role": "assistant", "content": "", "tools_used": ["cancel_reservation"]}),
        json!({"role": "assistant", "tools_used": ["cancel_reservation"]}),
        json!({"role": "tool", "name": "cancel_reservation", "content": "ok"}),
        json!({"role": "assistant", "content": null,
               "tool_calls": [{"id": "c", "function": {"name": "cancel_reservation", "arguments": "{}"}}]}),
        json!({"type": "function_call", "call_id": "c", "name": "cancel_reservation", "arguments": "{}"}),
    ] {
        for used in [json!([]), Value::Null] {
            assert_eq!(check(&[asked.clone(), ran.clone(), done(used)])[2], Value::Null, "{ran}");
        }
    }
    // The tools of an earlier turn do not show that nothing ran in this one.
    let other = json!({"role": "assistant", "content": "Hi.", "tools_used": ["look"]});
    assert_eq!(check(&[other, asked.clone(), done(Value::Null)])[2], Value::Null);
    // A failed call did not run.
    let called = json!({"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "cancel_reservation", "input": {}}]});
    let failed = json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "no", "is_error": true}]});
    assert_eq!(check(&[asked, called, failed, done(json!([]))])[3], "not_executed");
}

#[test]
fn a_recorded_result_is_evidence_in_every_form_of_a_log() {
    let asked = json!({"role": "user", "content": "How is the weather?"});
    let called = json!({"role": "assistant", "content": null,
        "tool_calls": [{"id": "c", "function": {"name": "weather", "arguments": "{}"}}]});
    let value: Value = serde_json::from_str(RESULT).unwrap();
    let answers = [
        vec![called.clone(), json!({"role": "tool", "tool_call_id": "c", "content": RESULT})],
        vec![
            json!({"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "weather", "input": {}}]}),
            json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c",
                   "content": [{"type": "text", "text": RESULT}]}]}),
        ],
        vec![
            json!({"type": "function_call", "call_id": "c", "name": "weather", "arguments": "{}"}),
            json!({"type": "function_call_output", "call_id": "c", "output": RESULT}),
        ],
        vec![json!({"role": "assistant", "content": "", "tool_results": [{"name": "weather", "output": RESULT}]})],
        vec![json!({"role": "assistant", "parts": [{"type": "tool-weather", "toolCallId": "c",
                    "state": "output-available", "input": {}, "output": value}]})],
    ];
    for answer in answers {
        let said = |text: &str| json!({"role": "assistant", "content": text});
        let lines: Vec<_> = [asked.clone()].into_iter().chain(answer.clone()).chain([said(RESULT)]).collect();
        assert_eq!(check(&lines).last(), Some(&json!("executed")), "{answer:?}");
        let other = RESULT.replace('3', "4");
        let lines: Vec<_> = [asked.clone()].into_iter().chain(answer.clone()).chain([said(&other)]).collect();
        assert_eq!(check(&lines).last(), Some(&json!("unclear")), "{answer:?}");
        // A scan of the imported log gives the same verdict.
        let export = Export::nowhere();
        let messages: Vec<_> = [asked.clone()].into_iter().chain(answer.clone()).chain([said(RESULT)]).collect();
        let conversation = json!({ "messages": messages });
        std::fs::write(export.file("log.jsonl"), conversation.to_string()).unwrap();
        export.run(&format!("import {} --out DB", export.file("log.jsonl").display())).ok();
        assert_eq!(judged(&export, "").0, "executed", "{answer:?}");
    }
}
