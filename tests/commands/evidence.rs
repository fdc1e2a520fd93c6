//! The evidence: every source in the profile is queried and yields a line.

use std::fs;

use serde_json::{Value, json};

use crate::support::Export;

/// The evidence for a claim if every source was queried and nothing ran.
const NOTHING: [&str; 5] = [
    "the history shows no such text",
    "no tool call is recorded for this message",
    "tools_used is empty",
    "no neighbouring message used the tool",
    "not asked: tool messages (this database holds none)",
];

/// A lost memory in the sample: the ids of its message and its agent.
fn lost(export: &Export) -> (i64, i64) {
    let found = export.scan();
    let finding = found.iter().find(|finding| finding["remedy"] == "recover").expect("a lost memory");
    (finding["message_id"].as_i64().unwrap(), finding["agent_id"].as_i64().unwrap())
}

fn first_claim(export: &Export, options: &str, id: i64) -> Value {
    export.run(&format!("show DB {id} --format json {options}")).ok().json()["claims"][0].clone()
}

fn evidence(claim: &Value) -> Vec<&str> {
    claim["evidence"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect()
}

#[test]
fn every_source_answers_with_a_line_also_where_it_has_nothing() {
    let export = Export::sample("helix-kit.db");
    let (id, agent) = lost(&export);
    let claim = first_claim(&export, "", id);
    let record = format!("agent {agent} has no such memory");
    let expected: Vec<&str> = std::iter::once(record.as_str()).chain(NOTHING).collect();
    assert_eq!(evidence(&claim), expected);
    let shown = export.run(&format!("show DB {id}")).ok().stdout.clone();
    for line in expected {
        assert!(shown.contains(&format!("  - {line}\n")), "{line}: {shown}");
    }
}

#[test]
fn what_carries_no_record_says_so() {
    let export = Export::sample("helix-kit.db");
    let found = export.scan();
    let echo = found.iter().find(|finding| finding["claims"][0]["pattern"] == "whiteboard_echo").expect("an echo");
    let lines = evidence(&echo["claims"][0]).join("\n");
    let not_asked =
        "not asked: records, history (the claim carries no record); tool messages (this database holds none)";
    assert!(lines.ends_with(not_asked), "{lines}");
    for source in ["tool call", "tools_used", "neighbouring"] {
        assert!(lines.contains(source), "{source}: {lines}");
    }
}

#[test]
fn a_source_that_a_database_lacks_is_reported() {
    let export = Export::sample("helix-kit.db");
    let (id, _) = lost(&export);
    let export = export.and("DROP TABLE audit_logs; ALTER TABLE tool_calls RENAME COLUMN name TO called");
    let claim = first_claim(&export, "", id);
    let output = "not asked: records, tools_used (that alone proves nothing: not all sources can be read); history (this database has \
                no table audit_logs); tool calls (this database has no column tool_calls.name); tool messages (this database \
                holds none)";
    assert_eq!(evidence(&claim).last(), Some(&output));
}

/// Writes the helix-kit profile with other evidence sources, and returns its path.
fn profile(export: &Export, evidence: &str) -> String {
    let profile = export.run("profiles show helix-kit").ok().stdout.clone();
    let (before, rest) = profile.split_once("  evidence: [").expect("it has evidence");
    let (_, after) = rest.split_once("\n  ],\n").expect("its list ends");
    let file = export.file("mine.json5");
    fs::write(&file, format!("{before}  evidence: [{evidence}],\n{after}")).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_source_that_the_profile_does_not_name_is_reported() {
    let export = Export::sample("helix-kit.db");
    let (id, _) = lost(&export);
    let mine = profile(&export, r#"{ from: "records" }, { from: "column", column: "tools_used" }"#);
    let claim = first_claim(&export, &format!("--profile {mine}"), id);
    assert_eq!(claim["verdict"], "not_executed");
    let output = "not asked: history, tool calls, tool messages, neighbours (the profile names none)";
    assert_eq!(evidence(&claim)[1..], ["tools_used is empty", output]);
}

/// SQL that inserts a tool message just before another message, into its turn.
fn tool_message(id: i64) -> String {
    format!(
        "INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, streaming, created_at)
         SELECT 990001, chat_id, agent_id, 'tool', '{{}}', NULL, 0, created_at FROM messages WHERE id = {id};"
    )
}

#[test]
fn a_tool_message_in_the_turn_is_a_source() {
    let export = Export::sample("helix-kit.db");
    let (id, _) = lost(&export);
    let export = export.and("ALTER TABLE messages ADD COLUMN tool_name TEXT").and(&tool_message(id));
    let claim = first_claim(&export, "", id);
    assert_eq!((&claim["verdict"], &claim["remedy"]), (&json!("unclear"), &json!("review")));
    assert_eq!(evidence(&claim)[4], "a tool message in this turn names no tool");

    let mine = profile(&export, r#"{ from: "records" }, { from: "messages", name: "tool_name" }"#);
    for (name, verdict, expected) in [
        ("SaveMemoryTool", "unclear", "this turn has a message of the tool SaveMemoryTool"),
        ("web_fetch", "unclear", "this turn has only messages of other tools: web_fetch"),
    ] {
        export.sql(&format!("UPDATE messages SET tool_name = '{name}' WHERE id = 990001"));
        let claim = first_claim(&export, &format!("--profile {mine}"), id);
        assert_eq!((&claim["verdict"], evidence(&claim)[1]), (&json!(verdict), expected));
    }
    // A tool message of another agent or another turn does not count.
    for other in ["agent_id = agent_id + 1", "created_at = '2020-01-01T00:00:00'"] {
        export.sql(&format!("UPDATE messages SET {other} WHERE id = 990001"));
        let claim = first_claim(&export, &format!("--profile {mine}"), id);
        assert_eq!(
            (&claim["verdict"], evidence(&claim)[1]),
            (&json!("not_executed"), "this turn has no tool message"),
            "{other}"
        );
        export.sql(&format!("DELETE FROM messages WHERE id = 990001; {}", tool_message(id)));
    }
}

#[test]
fn a_gate_shows_which_sources_it_cannot_ask() {
    let export = Export::sample("helix-kit.db");
    let line = r#"{"content": "{success: true, memory_type: \"core\", content: \"Tea.\"}Noted.", "tools_used": []}"#;
    let summary = |options: &str| {
        let answer: Value = serde_json::from_str(&export.feed(&format!("check {options}"), line).ok().stdout).unwrap();
        evidence(&answer["claims"][0]).iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(summary(""), ["tools_used is empty"]);
    let database = "not asked: records, history, neighbours (there is no database here)";
    assert_eq!(summary("--profile helix-kit"), ["tools_used is empty", database]);
}
