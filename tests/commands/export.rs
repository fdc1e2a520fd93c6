//! `export`: accepted findings, before and after, for any other system.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::support::Export;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sample-data/chats.jsonl");

fn sample() -> Export {
    let export = Export::nowhere();
    export.run(&format!("import {SAMPLE} --out DB")).with_problems();
    export
}

fn exported(export: &Export) -> Vec<Value> {
    export.run("export DB --format jsonl").ok().lines()
}

fn digest(text: &str) -> String {
    format!("{:x}", Sha256::digest(text.as_bytes()))
}

#[test]
fn only_what_somebody_approved_is_exported() {
    let export = sample();
    assert_eq!(exported(&export), [] as [Value; 0]);
    export.run("decide DB reject --message 4").ok();
    export.run("decide DB skip --message line-9/5").ok();
    export.run("decide DB accept --message a1c4").ok();
    export.run("decide DB reset --message a1c4").ok();
    export.run("export DB").ok().notes("0 findings written, 0 accepted");
    assert_eq!(export.run("export DB --format json").ok().json(), json!([]));
}

#[test]
fn an_approved_recovery_is_reported_before_and_after() {
    let export = sample();
    let files = export.files();
    export.run_with("decide DB accept --message 2 --note", &["Ana knows."]).ok();
    export.run_with("decide DB accept --message 4 --cleaned", &["Noted."]).ok();
    let all = exported(&export);
    let keys: Vec<_> = all.iter().map(|one| (&one["message_id"], one["status"].as_str().unwrap())).collect();
    assert_eq!(keys, [(&json!(2), "accepted"), (&json!(4), "edited")]);
    let first = &all[0];
    let text = "{success: true, memory_type: \"core\", content: \"Takes tea with oat milk.\"}Oat milk it is.";
    assert_eq!(first["before"], json!({"text": text, "tools_used": []}));
    assert_eq!(first["after"], json!({"text": "Oat milk it is.", "tools_used": ["save_memory"]}));
    assert_eq!(first["text_digest"], digest(text));
    assert_eq!((&first["conversation_id"], &first["agent_id"]), (&json!("tea"), &json!("juno")));
    assert_eq!((&first["reviewer"], &first["note"]), (&json!("ana"), &json!("Ana knows.")));
    assert!(first["decided_at"].as_str().unwrap().ends_with('Z'));
    assert_eq!((&first["written_at"], &first["remedy"]), (&Value::Null, &json!("recover")));
    let values = json!({"agent_id": "juno", "content": "Takes tea with oat milk.", "memory_type": "core",
                        "created_at": "2026-11-02T09:15:04Z"});
    assert_eq!(first["records"], json!([{"claim": 0, "type": "memory", "table": "memories", "values": values}]));
    assert_eq!(first["claims"][0]["pattern"], "save_memory");
    assert_eq!(all[1]["after"]["text"], "Noted.");
    assert_eq!(export.files().len(), files.len() + 1, "nothing but the review file is there besides");
}

#[test]
fn what_is_written_is_exported_until_it_is_taken_back() {
    let export = sample();
    export.run("decide DB accept --message 2").ok();
    export.run("decide DB accept --message line-8 --as recover").ok();
    let accepted = exported(&export);
    export.run("apply DB").ok();
    let written = exported(&export);
    for (accepted, written) in accepted.iter().zip(&written) {
        assert_eq!(written["status"], "written");
        for name in ["message_id", "before", "after", "records", "text_digest", "reviewer", "decided_at", "claims"] {
            assert_eq!(written[name], accepted[name], "{name}");
        }
        assert_eq!(written["written_records"][0]["table"], "memories");
        assert!(written["journal"].is_i64() && written["written_at"].is_string());
    }
    // If the list of tools was unknown, it contains the recovered tool afterwards.
    assert_eq!(written[1]["before"]["tools_used"], Value::Null);
    assert_eq!(written[1]["after"]["tools_used"], json!(["save_memory"]));
    export.run("decide DB accept --message 4").ok();
    let statuses: Vec<_> = exported(&export).iter().map(|one| one["status"].clone()).collect();
    assert_eq!(statuses, ["written", "written", "accepted"]);
    // Without the review file, the journal still has the write-backs, but not the time of the decisions.
    std::fs::remove_file(export.review()).unwrap();
    let alone = exported(&export);
    assert_eq!((alone.len(), &alone[0]["decided_at"], &alone[0]["reviewer"]), (2, &Value::Null, &json!("ana")));
    export.run("undo DB --all").ok();
    assert_eq!(exported(&export), [] as [Value; 0]);
}

#[test]
fn what_changed_since_is_left_out_and_reported() {
    let export = sample();
    export.run("decide DB accept --message 2").ok();
    export.run("decide DB accept --message 4").ok();
    export.sql("UPDATE logged_messages SET content = content || ' By the way.' WHERE id = 2");
    let ran = export.run("export DB");
    ran.with_problems().notes("left out message 2: changed since decided").notes("; 1 left out");
    let keys: Vec<_> = ran.lines().iter().map(|one| one["message_id"].clone()).collect();
    assert_eq!(keys, [json!(4)]);
}

/// The text of a message that is only a payload stays, so before and after are the same.
#[test]
fn a_text_that_stays_is_the_same_before_and_after() {
    let text = "{success: true, memory_type: \"core\", content: \"Tea.\"}";
    let export = Export::nowhere();
    let line = json!({"id": 1, "agent_id": 1, "tools_used": [], "content": text});
    export.feed("import - --out DB", &line.to_string()).ok();
    export.run("decide DB accept --message 1").ok();
    for _ in 0..2 {
        let all = exported(&export);
        assert_eq!((&all[0]["before"]["text"], &all[0]["after"]["text"]), (&json!(text), &json!(text)));
        assert_eq!(all[0]["text_digest"], digest(text));
        export.run("apply DB").ok();
    }
}

#[test]
fn a_database_that_is_only_read_is_exported_too() {
    let export = Export::fixture("llm_store");
    let found = export.scan();
    let key = &found[0]["message_id"];
    export.run(&format!("decide DB accept --message {key} --as strip")).ok();
    let all = exported(&export);
    assert_eq!((&all[0]["message_id"], &all[0]["status"]), (key, &json!("edited")));
    assert_ne!(all[0]["before"]["text"], all[0]["after"]["text"]);
    export.sql("UPDATE parts SET text = text || '!' WHERE id = 6");
    export.run("export DB").with_problems().notes("changed since decided");
}

#[test]
fn any_export_can_be_exported() {
    let export = Export::sample("helix-kit.db");
    export.run("decide DB accept --all").ok();
    let accepted = exported(&export);
    let planned = export.run("apply DB --dry-run --format jsonl").ok().lines();
    assert_eq!(accepted.len(), planned.len());
    for (one, plan) in accepted.iter().zip(&planned) {
        assert_eq!((&one["message_id"], &one["before"]["text"]), (&plan["message"], &plan["text_before"]));
        let after = if plan["text_after"].is_null() { &plan["text_before"] } else { &plan["text_after"] };
        assert_eq!(&one["after"]["text"], after);
        assert_eq!(one["text_digest"], digest(one["before"]["text"].as_str().unwrap()));
    }
}
