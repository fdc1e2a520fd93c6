//! Corrected plans, written back and undone: in the text, and in the column where a profile finds them.

use crate::support::{Export, Ran};
use serde_json::{Value, json};

const RIGHT: &str = r#"{"steps":[{"id":"s","tool":"compose_email","inputs":{"subject":"a","body":"b"}}]}"#;

fn sample(name: &str) -> String {
    format!("{}/sample-data/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs a command with the planner's tools, and the profile that names the column.
fn run(export: &Export, line: &str, more: &[&str]) -> Ran {
    let (catalog, own) = (sample("planner-tools.json"), export.file("own.json5"));
    let profile = if own.exists() { own.display().to_string() } else { sample("planner.json5") };
    export.run_with(line, &[more, &["--catalog", catalog.as_str(), "--profile", profile.as_str()]].concat())
}

/// A copy of the sample with a changed profile.
fn with_profile(change: impl Fn(&str) -> String) -> Export {
    let export = Export::sample("plans.db");
    let profile = std::fs::read_to_string(sample("planner.json5")).unwrap();
    std::fs::write(export.file("own.json5"), change(&profile)).unwrap();
    export
}

fn correct(export: &Export, message: i64) -> Ran {
    run(export, &format!("decide DB accept --message {message}"), &["--plan", RIGHT])
}

fn text(export: &Export, message: i64) -> String {
    export.text(&format!("SELECT content FROM messages WHERE id = {message}"))
}

fn plan(export: &Export, message: i64) -> String {
    export.text(&format!("SELECT coalesce(plan, '(none)') FROM messages WHERE id = {message}"))
}

#[test]
fn corrected_plans_are_written_and_taken_back_byte_for_byte() {
    let export = Export::sample("plans.db");
    let before = export.dump();
    for message in [100, 300, 500] {
        correct(&export, message).ok();
    }
    run(&export, "decide DB accept --message 200 --as strip", &[]).ok();
    assert_eq!(run(&export, "show DB 100 --format json", &[]).ok().json()["status"], "edited");
    let planned = run(&export, "apply DB --dry-run --format jsonl", &[]).ok().lines();
    // Formatted like the old plans, with a space after each comma and colon.
    let spaced = RIGHT.replace(':', ": ").replace("\",", "\", ");
    assert_eq!(planned[2]["plan_after"], json!(spaced));
    assert_eq!(export.dump(), before, "a dry run changes nothing");

    let written = run(&export, "apply DB --format jsonl", &[]).ok().lines();
    let changed: Vec<_> = written.iter().map(|done| (&done["text_changed"], &done["plan_changed"])).collect();
    let (yes, no, none) = (&json!(true), &json!(false), &Value::Null);
    assert_eq!(changed, [(yes, none), (yes, none), (no, yes), (yes, none)]);
    assert_eq!(text(&export, 100), format!("{spaced}On it! I make the folder first."));
    assert!(
        text(&export, 300).contains("```json\n{\n  \"steps\": [\n    {\n      \"id\": \"s\","),
        "in its fence, pretty"
    );
    assert_eq!(text(&export, 200), "This is what I will do:\n\nShall I begin?");
    assert_eq!(
        (plan(&export, 500), text(&export, 500)),
        (spaced, "Gladly. It will be with her in a minute.".to_owned())
    );
    assert_eq!(
        run(&export, "scan DB --format jsonl", &[]).ok().lines(),
        Vec::<Value>::new(),
        "nothing is found any more"
    );
    let mut log = run(&export, "log DB --format jsonl", &[]).ok().lines();
    log.retain(|line| line["kind"] == "write");
    assert!(log[2]["before"]["plan"].as_str().unwrap().contains("send_email"), "{}", log[2]);

    run(&export, "undo DB --all", &[]).ok();
    assert_eq!(export.dump(), before);
    assert_eq!(run(&export, "show DB 500 --format json", &[]).ok().json()["status"], "pending");
}

#[test]
fn a_plan_that_changed_meanwhile_is_not_written() {
    let export = Export::sample("plans.db");
    correct(&export, 100).ok();
    correct(&export, 500).ok();
    export.sql("UPDATE messages SET content = content || ' More.' WHERE id = 100");
    export.sql("UPDATE messages SET plan = replace(plan, 'shot', 'picture') WHERE id = 500");
    let before = export.dump();
    let output = run(&export, "apply DB", &[]);
    output.with_problems();
    assert!(output.stderr.contains("message 100: changed since decided: its text"), "{}", output.stderr);
    let stale = "message 500: changed since decided: its recorded plan";
    assert!(output.stderr.contains(stale), "{}", output.stderr);
    assert_eq!(export.dump(), before);
}

#[test]
fn what_changed_since_it_was_written_is_not_taken_back() {
    let export = Export::sample("plans.db");
    correct(&export, 500).ok();
    run(&export, "apply DB", &[]).ok();
    export.sql("UPDATE messages SET plan = '{}' WHERE id = 500");
    let output = run(&export, "undo DB", &[]);
    output.with_problems();
    assert!(output.stderr.contains("changed since it was written: its recorded plan"), "{}", output.stderr);
    assert_eq!(plan(&export, 500), "{}");
}

#[test]
fn a_recorded_plan_is_stripped_where_its_column_may_be_empty() {
    let export = Export::sample("plans.db");
    let before = export.dump();
    run(&export, "decide DB accept --message 500 --as strip", &[]).ok();
    run(&export, "apply DB", &[]).ok();
    assert_eq!(plan(&export, 500), "(none)");
    run(&export, "undo DB", &[]).ok();
    assert_eq!(export.dump(), before);

    let export = Export::sample("plans.db").and(
        "CREATE TABLE again (id INTEGER PRIMARY KEY, chat_id INTEGER, agent_id INTEGER, user_id INTEGER, role TEXT,
           content TEXT, model_id_string TEXT, plan TEXT NOT NULL DEFAULT '', created_at TEXT, updated_at TEXT);
         INSERT INTO again SELECT id, chat_id, agent_id, user_id, role, content, model_id_string, coalesce(plan, ''),
           created_at, updated_at FROM messages;
         DROP TABLE messages; ALTER TABLE again RENAME TO messages;",
    );
    let before = export.dump();
    run(&export, "decide DB accept --message 500 --as strip", &[]).ok();
    let output = run(&export, "apply DB", &[]);
    output.with_problems();
    assert!(output.stderr.contains("plan must not be NULL; correct the plan, or leave it"), "{}", output.stderr);
    assert_eq!(export.dump(), before);
    correct(&export, 500).ok();
    run(&export, "apply DB", &[]).ok();
    assert!(plan(&export, 500).contains("compose_email"));
}

#[test]
fn a_plan_inside_of_a_json_column_is_only_read() {
    let export = with_profile(|profile| profile.replace("plan: \"plan\"", "plan: \"plan->$.current\""))
        .and("UPDATE messages SET plan = json_object('current', json(plan), 'other', 1) WHERE plan IS NOT NULL");
    let found = run(&export, "show DB 500 --format json", &[]).ok().json();
    let claim = &found["claims"][0];
    assert_eq!((&claim["tool"], &claim["recorded"]["writable"]), (&json!("send_email"), &json!(false)));
    for more in [&["--plan", RIGHT][..], &["--as", "strip"]] {
        let output = run(&export, "decide DB accept --message 500", more).refused();
        assert!(output.contains("the plan in plan->$.current is read-only"), "{output}");
    }
    run(&export, "show DB 500", &[]).ok().prints("recorded in plan->$.current (read-only");
    run(&export, "decide DB reject --message 500", &[]).ok();
    // A text that is not JSON holds no plan.
    export.sql("UPDATE messages SET plan = 'nothing' WHERE id = 600");
    assert_eq!(run(&export, "scan DB --format jsonl", &[]).ok().lines().len(), 4);
}

#[test]
fn a_profile_that_may_not_write_records_only_reads_plans_too() {
    let export = with_profile(|profile| profile.replace("write: \"full\"", "write: \"strip\""));
    let found = run(&export, "show DB 500 --format json", &[]).ok().json();
    assert_eq!(found["claims"][0]["recorded"]["writable"], false);
    let _ = correct(&export, 500).refused();
    correct(&export, 100).ok();
}

#[test]
fn what_a_profile_names_and_the_database_lacks_is_reported() {
    let export = with_profile(|profile| profile.replace("plan: \"plan\"", "plan: \"plans\""));
    run(&export, "scan DB", &[]).ok().notes("no column plans; read without it");
    let export = with_profile(|profile| profile.replace("plan: \"plan\"", "plan: \"plan->current\""));
    let output = run(&export, "scan DB", &[]).refused();
    assert!(output.contains("own.json5:16:") && output.contains("is not a JSON path"), "{output}");
}

#[test]
fn the_tools_of_the_moment_decide_what_is_written() {
    let export = Export::sample("plans.db");
    correct(&export, 100).ok();
    std::fs::write(export.file("fewer.json5"), "[{name: 'organize_files'}]").unwrap();
    let (fewer, profile) = (export.file("fewer.json5").display().to_string(), sample("planner.json5"));
    let output = export.run_with("apply DB", &["--catalog", fewer.as_str(), "--profile", profile.as_str()]);
    output.with_problems();
    assert!(
        output.stderr.contains("the corrected plan cannot run: Step 's': Tool 'compose_email'"),
        "{}",
        output.stderr
    );
}
