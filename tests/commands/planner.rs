//! `plan` and `tool`: what a planner may plan, and what an executor may call.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::{Export, Ran};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data").join(name)
}

/// Runs a command with the planner's catalog and this standard input.
fn planner(line: &str, input: &str) -> Ran {
    Export::nowhere().feed(&format!("{line} --catalog {}", sample("planner-tools.json").display()), input)
}

fn plan(plan: &Value) -> Ran {
    planner("plan --format json", &plan.to_string())
}

#[test]
fn a_plan_that_can_run_is_valid() {
    let inputs = json!({"category": "music files", "target_folder": "music_stuff"});
    let steps = json!([{"id": "step_1", "tool": "organize_files", "inputs": inputs}]);
    for steps in [steps.clone(), json!({ "steps": steps })] {
        let ran = plan(&steps);
        assert_eq!(ran.ok().json(), json!({"valid": true, "errors": []}));
        ran.notes("The plan can run: no errors, 0 warnings.");
    }
}

#[test]
fn a_plan_may_be_in_the_fence_that_models_write() {
    let steps = json!([{"id": "step_1", "tool": "take_screenshot"}]);
    for text in [format!("```json\n{steps}\n```\n"), format!("\n```\n{steps}\n```")] {
        planner("plan", &text).ok();
    }
    let refused = planner("plan", "nonsense").refused();
    assert!(refused.contains("a plan is a list of steps in JSON"), "{refused}");
    assert!(planner("plan", "```json\n[\n").refused().contains("standard input:1:1"));
}

#[test]
fn a_plan_that_cannot_run_is_reported_with_every_error() {
    let ran = plan(&json!([
        {"id": "step_1", "tool": "create_folder", "inputs": {"name": "test"}, "deps": ["step_2"]},
        {"id": "step_2", "tool": "organize_files", "inputs": {"category": 5}, "deps": ["step_1", "step_99"]}]));
    let report = ran.with_problems().json();
    assert_eq!(report["valid"], false);
    let errors = report["errors"].as_array().unwrap();
    let output: Vec<_> = errors.iter().map(|error| (error["step_id"].clone(), error["error_type"].clone())).collect();
    let expected = [
        ("step_1", "hallucinated_tool"),
        ("step_1", "forward_dependency"),
        ("step_1", "dependency_cycle"),
        ("step_2", "missing_parameter"),
        ("step_2", "invalid_parameter"),
        ("step_2", "missing_dependency"),
    ];
    assert_eq!(output, expected.map(|(id, kind)| (json!(id), json!(kind))));
    for error in errors {
        let severity = if error["error_type"] == "missing_parameter" { "warning" } else { "error" };
        assert_eq!(error["severity"], severity);
        assert!(error["message"].is_string() && error["suggested_tools"].is_array(), "{error}");
    }
    assert_eq!(errors[0]["suggested_tools"], json!(["organize_files"]));
    assert!(errors[2]["message"].as_str().unwrap().contains("step_1 -> step_2 -> step_1"));
    ran.notes("The plan cannot run: 5 errors, 1 warning.");
}

#[test]
fn warnings_alone_are_no_problem() {
    let report = plan(&json!([{"id": "a", "tool": "compose_email", "inputs": {"to": "ana"}}])).ok().json();
    assert_eq!((&report["valid"], report["errors"].as_array().unwrap().len()), (&json!(true), 3));
}

#[test]
fn the_errors_are_printed_in_every_format() {
    let text = fs::read_to_string(sample("plan.json")).unwrap();
    let document = planner("plan - --format json", &text).with_problems().json();
    assert_eq!(
        planner("plan", &text).with_problems().lines(),
        std::slice::from_ref(&document),
        "JSON Lines where nobody looks"
    );
    let csv = planner("plan --format csv", &text).with_problems().stdout.clone();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let columns: Vec<_> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(columns, ["step_id", "severity", "error_type", "message", "suggested_tools"]);
    assert_eq!(reader.records().count(), document["errors"].as_array().unwrap().len());
    planner("plan --format table", &text).with_problems().prints("hallucinated_tool").prints("organize_files");
}

#[test]
fn the_planner_is_told_what_to_do_next() {
    let text = fs::read_to_string(sample("plan.json")).unwrap();
    let output = planner("plan --feedback", &text);
    output
        .with_problems()
        .prints("VALIDATION FAILED")
        .prints("'create_folder' does not exist")
        .prints("Available tools");
    let fine = planner("plan --feedback", "[{\"id\": \"a\", \"tool\": \"take_screenshot\"}]");
    fine.ok().prints("VALIDATION PASSED");
    planner("plan --prompt", "").ok().prints("AVAILABLE TOOLS").prints("\"list_files\"").prints("NOT EXIST");
}

#[test]
fn the_catalog_may_be_in_the_configuration() {
    let export = Export::nowhere();
    fs::copy(sample("tools.json5"), export.file("tools.json5")).unwrap();
    fs::write(export.file("team.json5"), "{catalog: 'tools.json5'}").unwrap();
    let config = export.file("team.json5");
    let output = export.run(&format!("tool SaveMemory --config {}", config.display())).ok().json();
    assert_eq!((&output["name"], &output["called_as"]), (&json!("save_memory"), &json!("SaveMemory")));
    let other = sample("planner-tools.json");
    export.run(&format!("tool SaveMemory --config {} --catalog {}", config.display(), other.display())).with_problems();
    assert!(export.run("plan plan.json").refused().contains("--catalog"));
}

#[test]
fn a_tool_that_does_not_exist_is_answered_as_an_executor_answers() {
    let answer = planner("tool create_folder", "").with_problems().json();
    let expected = [
        ("error", json!(true)),
        ("error_type", json!("ToolNotFound")),
        ("error_message", json!("Tool 'create_folder' not found")),
        ("retry_possible", json!(false)),
        ("suggested_tools", json!(["organize_files"])),
    ];
    for (name, value) in expected {
        assert_eq!(answer[name], value);
    }
    assert_eq!(planner("tool launch_rocket", "").with_problems().json()["suggested_tools"], json!([]));
    planner("tool create_folder --format text", "").with_problems().prints("Use instead: organize_files");
}

#[test]
fn a_tool_that_exists_is_printed_with_what_it_takes() {
    let output = planner("tool search_documents --format json", "").ok().json();
    assert_eq!(output["name"], "search_documents");
    assert_eq!(output["parameters"]["required"], json!(["query"]));
    assert!(output.get("called_as").is_none());
    planner("tool search_documents --format text", "").ok().prints("search_documents(query: string, limit?: integer)");
}

#[test]
fn the_arguments_of_a_call_are_checked() {
    let catalog = sample("planner-tools.json");
    let call = |args: &str| {
        let line = format!("tool search_documents --catalog {}", catalog.display());
        Export::nowhere().run_with(&line, &["--args", args])
    };
    call("{\"query\": \"tides\"}").ok();
    let output = call("{\"limit\": \"3\"}").with_problems().json();
    assert_eq!((&output["error_type"], &output["retry_possible"]), (&json!("InvalidArguments"), &json!(true)));
    let paths: Vec<_> = output["errors"].as_array().unwrap().iter().map(|error| &error["path"]).collect();
    assert!(paths.contains(&&json!("")) && paths.contains(&&json!("/limit")), "{output}");
    call("[]").with_problems();
    assert!(call("{").refused().contains("--args:1:2"));
}

#[test]
fn what_cannot_be_read_is_reported_with_its_place() {
    let export = Export::nowhere();
    let file = |name: &str, bytes: &[u8]| {
        let path = export.file(name);
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let catalog = sample("planner-tools.json").display().to_string();
    let broken = file("broken.json", b"[{\"id\": \"a\",\n  \"tool\": }]");
    for (line, expected) in [
        (format!("plan {broken} --catalog {catalog}"), "broken.json:2:"),
        (format!("plan {} --catalog {catalog}", file("empty.json", b"")), "empty.json:1:1"),
        (format!("plan {} --catalog {catalog}", file("binary.json", b"\xff\xfe")), "not UTF-8"),
        (format!("plan {} --catalog {catalog}", file("deep.json", &b"[".repeat(100_000))), "nested deeper"),
        (format!("plan {} --catalog {catalog}", file("twice.json", b"[{\"tool\": \"a\", \"tool\": \"b\"}]")), "twice"),
        (format!("plan nowhere.json --catalog {catalog}"), "nowhere.json"),
        (format!("plan {broken} --catalog nowhere.json5"), "nowhere.json5"),
        (format!("tool a --catalog {broken}"), "broken.json:2:"),
        (format!("tool a --catalog {}", file("tools.json5", b"[{name: 'a'},\n {name: 'a'}]")), "tools.json5:2:2"),
        ("tool a".to_owned(), "--catalog"),
    ] {
        let refused = export.run(&line).refused();
        assert!(refused.contains(expected), "{line}: {refused}");
    }
}

#[test]
fn no_name_of_a_plan_or_a_tool_commands_the_terminal() {
    let name = "\u{1b}]0;x\u{7}\u{202e}";
    let text = json!([{"id": name, "tool": name}]).to_string();
    for line in ["plan --format table", "plan --format csv", "plan --feedback"] {
        let shown = planner(line, &text).with_problems().stdout.clone();
        assert!(!shown.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'), "{line}: {shown:?}");
    }
    let line = format!("tool --format text --catalog {}", sample("planner-tools.json").display());
    let shown = Export::nowhere().run_with(&line, &[name]).with_problems().stdout.clone();
    assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown:?}");
}
