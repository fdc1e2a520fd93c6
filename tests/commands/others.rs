//! Patterns, profiles and catalogs from other people cannot write, fetch, run forever or exhaust memory.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Export, Ran};

const JSON: &str = "helix_kit_db_to_sqlite";

/// The condition for complete messages in the profile of the fixture.
const CONDITION: &str = "where: \"coalesce(messages.streaming, 0) IN (0, '0') OR messages.streaming IN ('', 'f') OR messages.streaming = 'false'\"";

/// Writes the profile of the fixture, with one part replaced, next to the database; returns the option for it.
fn profile(export: &Export, from: &str, to: &str) -> String {
    let profile = export.run("profiles show helix-kit").ok().stdout.clone();
    assert!(profile.contains(from), "{from} is not in {profile}");
    let file = export.file("theirs.json5");
    fs::write(&file, profile.replacen(from, to, 1)).unwrap();
    format!("--profile {}", file.display())
}

/// Runs a `check` command on a file; returns the reported errors.
fn checked(export: &Export, command: &str, text: &str) -> Vec<Value> {
    let file = export.file("theirs.json5");
    fs::write(&file, text).unwrap();
    let ran = export.run(&format!("{command} {} --format jsonl", file.display()));
    if ran.code == Some(0) { Vec::new() } else { ran.with_problems().lines() }
}

#[track_caller]
fn reports(mistakes: &[Value], output: &str) {
    assert!(
        mistakes.iter().any(|mistake| mistake["reason"].as_str().unwrap().contains(output)),
        "`{output}`: {mistakes:?}"
    );
    assert!(mistakes.iter().all(|mistake| mistake["line"].as_u64().unwrap() > 0));
}

#[test]
fn no_condition_of_a_profile_writes_or_reaches_out_of_its_place() {
    let export = Export::fixture(JSON);
    let (before, files) = (export.dump(), export.files());
    for condition in [
        "1); DELETE FROM messages; --",
        "1) OR (1",
        "1) /*",
        "1) UNION SELECT sql, sql, sql, sql, sql, sql, sql, sql, sql, sql, sql, sql FROM (sqlite_schema",
        "load_extension('/tmp/theirs.so') IS NULL",
        "EXISTS (SELECT 1 FROM pragma_journal_mode('WAL'))",
        "(WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c) > 1",
        "writefile('/tmp/theirs', 'x')",
        "(DELETE FROM messages RETURNING 1)",
        "1; ATTACH '/tmp/theirs.db' AS theirs",
        "fts3_tokenizer('simple', x'00')",
    ] {
        let condition = Value::from(condition).to_string();
        let all = ["scan DB", "show DB 101", "apply DB", "apply DB --dry-run", "verify DB", "patterns shapes DB"];
        for (from, to, lines) in [
            (CONDITION, format!("where: {condition}"), all.as_slice()),
            ("hidden: \"chats.discarded_at IS NOT NULL\"", format!("hidden: {condition}"), &["scan DB", "apply DB"]),
        ] {
            let option = profile(&export, from, &to);
            for line in lines {
                let ran = export.run(&format!("{line} {option}"));
                assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
                // Without a working `hidden` condition, all messages are read. Some conditions fail only when they are
                // evaluated.
                let is_asked = ["scan DB", "show DB 101"].contains(line) && to.starts_with("where");
                assert!(ran.code == Some(2) || !is_asked, "{line} {to}: {ran:?}");
            }
        }
    }
    fs::remove_file(export.file("theirs.json5")).unwrap();
    // A command that ignored a broken `hidden` condition may have created the review file.
    drop(fs::remove_file(export.review()));
    assert!(before == export.dump());
    assert_eq!(export.files(), files);
}

#[test]
fn a_mistyped_condition_of_ones_own_profile_hides_nothing_by_mistake() {
    let export = Export::fixture(JSON);
    let before = export.dump();
    let hidden = "hidden: \"chats.discarded_at IS NOT NULL\"";
    let option = profile(&export, hidden, "hidden: \"chats.discardd_at IS NOT NULL\"");
    for line in ["scan DB", "decide DB accept --all", "apply DB"] {
        let refused = export.run(&format!("{line} {option}")).refused();
        assert!(refused.contains("invalid condition `chats.discardd_at"), "{line}: {refused}");
    }
    assert!(before == export.dump());
}

#[test]
fn schemas_of_patterns_and_tools_fetch_nothing_and_are_bounded() {
    let export = Export::nowhere();
    let pattern = |schema: &Value| json!({"version": 1, "patterns": [{"name": "x", "class": "echo", "match": schema}]});
    for (schema, expected) in [
        (json!({"$ref": "https://example.org/schema.json"}), "nothing is fetched"),
        (json!({"$ref": "file:///etc/passwd"}), "nothing is fetched"),
        (json!({"properties": {"a": {"pattern": "(a+)\\1"}}}), "not a supported regular expression"),
        (json!({"properties": {"a": {"pattern": "(x{1000}){1000}"}}}), "not a supported regular expression"),
        (json!({"enum": vec![0; 20_000]}), "10000 values"),
    ] {
        reports(&checked(&export, "patterns check", &pattern(&schema).to_string()), expected);
        let tools = export.file("tools.json");
        fs::write(
            &tools,
            json!([{"name": "x", "parameters": {"type": "object", "properties": {"a": schema}}}]).to_string(),
        )
        .unwrap();
        let refused = export.run(&format!("tool x --catalog {}", tools.display())).refused();
        assert!(refused.contains(expected), "{refused}");
    }
}

#[test]
fn files_are_no_longer_deeper_or_fuller_than_they_may_be() {
    let export = Export::fixture(JSON);
    let nested = |open: &str, close: &str| format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
    for command in ["patterns check", "profiles check"] {
        for text in [
            nested("[", "]"),
            nested("{a:", "}"),
            format!("{{version: 1, patterns: {}, renders: {0}}}", nested("[", "]")),
        ] {
            reports(&checked(&export, command, &text), "nested deeper than 100 levels");
        }
        let ran = export.run(&format!("{command} /dev/zero"));
        assert!(ran.refused().contains("longer than 8 MiB"), "{}", ran.stderr);
    }
    let entry = |number: usize| json!({"name": format!("x{number}"), "class": "echo", "match": {}});
    let many = json!({"version": 1, "patterns": (0..2_001).map(entry).collect::<Vec<_>>()}).to_string();
    reports(&checked(&export, "patterns check", &many), "2001 entries");
    let refused = |line: &str| -> Ran { export.run(line) };
    for line in [
        "scan DB --patterns /dev/zero",
        "scan DB --catalog /dev/zero",
        "scan DB --config /dev/zero",
        "plan /dev/zero --catalog /dev/null",
        "gate context /dev/zero",
    ] {
        let output = refused(line).refused();
        assert!(output.contains("longer than") || output.contains("/dev/null"), "{line}: {output}");
    }
}
