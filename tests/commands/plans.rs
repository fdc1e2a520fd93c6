//! Plans as findings, in `check`, `show` and `decide`.

use serde_json::{Value, json};

use crate::support::{Export, Ran};

const INVENTED: &str = r#"{"steps": [{"id": "s1", "tool": "create_folder", "inputs": {}, "deps": []}]}"#;

fn catalog() -> String {
    format!("{}/sample-data/planner-tools.json", env!("CARGO_MANIFEST_DIR"))
}

fn run(export: &Export, line: &str, more: &[&str]) -> Ran {
    export.run_with(line, &[more, &["--catalog", catalog().as_str()]].concat())
}

#[test]
fn the_ids_of_steps_are_texts_or_numbers() {
    let export = Export::nowhere();
    let plan = |steps: Value| export.feed(&format!("plan - --format json --catalog {}", catalog()), &steps.to_string());
    let step =
        |id: Value, dependencies: Value| json!({"id": id, "tool": "take_screenshot", "dependencies": dependencies});
    let good = json!([step(json!(0), json!([])), step(json!(1), json!([0])), step(json!("2"), json!(["1", 0]))]);
    assert_eq!(plan(good.clone()).ok().json()["errors"], json!([]));
    // A valid plan in a message is not a finding either.
    let line = json!({"content": good.to_string()}).to_string();
    let answers = export.feed(&format!("check - --catalog {}", catalog()), &line).ok().lines();
    assert_eq!(answers[0]["claims"], json!([]));
    let bad = json!([step(json!(0), json!([7])), step(json!(0), json!([0])), step(json!(2), json!([true]))]);
    let output = plan(bad).with_problems().json();
    let output: Vec<_> =
        output["errors"].as_array().unwrap().iter().map(|error| (&error["step_id"], &error["error_type"])).collect();
    let expected = [
        (json!(0), json!("missing_dependency")),
        (json!(0), json!("duplicate_step_id")),
        (json!(0), json!("self_dependency")),
        (json!(2), json!("invalid_plan_structure")),
    ];
    assert_eq!(output, expected.each_ref().map(|(id, kind)| (id, kind)));
}

#[test]
fn the_gate_finds_plans_in_messages_as_they_come() {
    let lines = [
        json!({"id": 1, "content": format!("{INVENTED}On it!")}),
        json!({"id": 2, "content": INVENTED.replace("create_folder", "take_screenshot")}),
        json!({"id": 3, "role": "user", "content": "As JSON, please.", "conversation_id": 7}),
        json!({"id": 4, "content": INVENTED, "conversation_id": 7}),
    ];
    let input = lines.map(|line| line.to_string() + "\n").concat();
    let export = Export::nowhere();
    let answers = export.feed(&format!("check --catalog {}", catalog()), &input).ok().lines();
    let claim = &answers[0]["claims"][0];
    assert_eq!((&claim["kind"], &claim["tool"]), (&json!("plan"), &json!("create_folder")));
    assert_eq!((&claim["verdict"], &claim["remedy"]), (&json!("no_such_tool"), &json!("review")));
    assert_eq!(claim["suggested_tools"], json!(["organize_files"]));
    // `check` reports the same errors as `plan`.
    let plan = export.feed(&format!("plan - --format json --catalog {}", catalog()), INVENTED).with_problems().json();
    assert_eq!(claim["errors"], plan["errors"]);
    for answer in &answers[1..] {
        assert_eq!(answer["claims"], json!([]), "{answer}");
    }
    let without = export.feed("check", &input).ok().lines();
    assert!(without.iter().all(|answer| answer["claims"] == json!([])));
}

#[test]
fn show_prints_the_steps_in_words() {
    let shown = run(&Export::sample("plans.db"), "show DB 100", &[]).ok().stdout.clone();
    for line in [
        "Claim 1    plan · bytes 0–224 · review · no such tool",
        "  1. step_1: create_folder",
        "     error: Tool 'create_folder' does not exist; perhaps organize_files was meant",
        "     use instead: organize_files (the catalog names it as the answer to this name)",
        "  2. step_2: organize_files after step_1",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}\n{shown}");
    }
}

#[test]
fn a_corrected_plan_is_validated_before_it_is_accepted() {
    let export = Export::sample("plans.db");
    for (plan, expected) in [
        (r#"[{"id": "a", "tool": "make_it"}]"#, "has 1 error: Step 'a': Tool 'make_it' does not exist"),
        (
            r#"[{"id": "a", "tool": "organize_files", "deps": ["b"]}, {"tool": 3}]"#,
            "has 3 errors: Step 'a' depends on 'b'",
        ),
        ("{steps: [", "Invalid JSON: line 1, column 10"),
        ("@no-such-file.json", "no-such-file.json"),
    ] {
        let refused = run(&export, "decide DB accept --message 100", &["--plan", plan]).refused();
        assert!(refused.contains(expected), "{refused}");
    }
    assert_eq!(run(&export, "show DB 100 --format json", &[]).ok().json()["status"], "pending");
    std::fs::write(export.file("right.json5"), "[{id: 'a', tool: 'take_screenshot'}]").expect("the file is written");
    let file = format!("@{}", export.file("right.json5").display());
    run(&export, "decide DB accept --message 100 --claim 0", &["--plan", &file]).ok();
    let shown = run(&export, "show DB 100 --format json", &[]).ok().json();
    assert_eq!((&shown["status"], &shown["remedy"]), (&json!("edited"), &json!("correct")));
    assert_eq!(shown["cleaned"], r#"[{"id": "a", "tool": "take_screenshot"}]On it! I make the folder first."#);
    assert_eq!(shown["claims"][0]["corrected"], json!([{"id": "a", "tool": "take_screenshot"}]));
    assert_eq!(shown["claims"][0]["errors"], Value::Null, "the corrected plan has none");
}

#[test]
fn what_does_not_go_together_is_reported() {
    let export = Export::sample("plans.db");
    let right = r#"[{"id": "a", "tool": "take_screenshot"}]"#;
    for (line, more, expected) in [
        ("decide DB accept --message 100", &[][..], "no remedy chosen for this plan"),
        ("decide DB accept --message 100 --as correct", &[], "no corrected plan yet"),
        ("decide DB accept --message 100 --as strip", &["--plan", right], "--as cannot be strip"),
        ("decide DB accept --message 100 200", &["--plan", right], "apply to a single --message"),
        ("decide DB accept --all", &["--plan", right], "--plan and --cleaned apply to a single --message"),
        ("decide DB accept --message 100 --claim 4", &["--plan", right], "no --claim 4"),
        ("decide DB accept --message 100", &["--set", "content=x"], "the claim has no record"),
    ] {
        let refused = run(&export, line, more).refused();
        assert!(refused.contains(expected), "{line}: {refused}");
    }
    let helix = Export::sample("helix-kit.db");
    for more in [&["--plan", right][..], &["--as", "correct"]] {
        let refused = run(&helix, "decide DB accept --message 131", more).refused();
        assert!(refused.contains("to correct"), "{refused}");
    }
}

#[test]
fn no_plan_is_accepted_in_bulk() {
    let export = Export::sample("plans.db");
    for line in ["decide DB accept --all", "decide DB accept --all --as correct", "decide DB accept --remedy review"] {
        let output = run(&export, line, &[]).ok().stdout.clone();
        assert!(output.contains("accepted 0 findings\nleft 3 findings: individual review needed"), "{line}: {output}");
    }
}
