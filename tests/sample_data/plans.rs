//! The plans of `plans.db`: which of them cannot run with the tools of a catalog.

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::{Value, json};

use super::sample;

/// Message, tool that does not exist, verdict, and the errors of each finding.
fn found(options: &[&str]) -> Vec<(i64, Value, Value, Vec<String>)> {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("plans.db");
    std::fs::copy(sample("plans.db"), &database).expect("the sample is copied");
    let mut command = cargo_bin_cmd!("ghostcall");
    command.env("HOME", folder.path()).env("XDG_CONFIG_HOME", folder.path());
    command.arg("scan").arg(&database).args(["--format", "jsonl"]);
    for (option, file) in options.iter().map(|option| option.split_once('=').expect("an option with its file")) {
        command.arg(option).arg(sample(file));
    }
    let answer = command.output().expect("the program starts");
    let lines = String::from_utf8(answer.stdout).expect("UTF-8");
    let finding = |line: &str| {
        let finding: Value = serde_json::from_str(line).expect("a finding");
        let claim = &finding["claims"][0];
        assert_eq!((&claim["kind"], &finding["remedy"]), (&json!("plan"), &json!("review")), "{line}");
        let errors = claim["errors"].as_array().expect("errors").iter();
        let errors = errors.map(|error| error["error_type"].as_str().unwrap_or_default().to_owned()).collect();
        (finding["message_id"].as_i64().unwrap_or_default(), claim["tool"].clone(), claim["verdict"].clone(), errors)
    };
    lines.lines().map(finding).collect()
}

fn row(message: i64, tool: Value, errors: &[&str]) -> (i64, Value, Value, Vec<String>) {
    let verdict = if tool.is_null() { "unclear" } else { "no_such_tool" };
    (message, tool, json!(verdict), errors.iter().map(|error| (*error).to_owned()).collect())
}

#[test]
fn plans_that_cannot_run_are_found_and_nothing_else() {
    let invented = |message, tool: &str| row(message, json!(tool), &["hallucinated_tool"]);
    let circle = row(200, Value::Null, &["forward_dependency", "dependency_cycle"]);
    let forward = row(300, Value::Null, &["forward_dependency"]);
    let (catalog, profile) = ("--catalog=planner-tools.json", "--profile=planner.json5");
    let in_texts = vec![invented(100, "create_folder"), circle.clone(), forward.clone()];
    assert_eq!(found(&[catalog]), in_texts, "without the profile nobody knows of the column");
    let all = [in_texts, vec![invented(500, "send_email")]].concat();
    assert_eq!(found(&[catalog, profile]), all);
    assert_eq!(found(&[profile]), [circle, forward], "without a catalog any tool may exist");
}
