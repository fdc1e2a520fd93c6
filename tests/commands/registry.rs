//! Patterns and profiles, as the program prints and reads them.

use std::fs;

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

#[test]
fn the_patterns_are_listed_in_every_format() {
    let export = Export::nowhere();
    let document = export.run("patterns list --format json").ok().json();
    let lines = export.run("patterns list --format jsonl").ok().lines();
    assert_eq!(document, serde_json::Value::from(lines.clone()));
    assert!(lines.len() >= 10);
    for entry in &lines {
        assert!(entry["name"].is_string());
        match entry["entry"].as_str().unwrap() {
            "pattern" => {
                let class = entry["class"].as_str().unwrap();
                assert!(["record", "echo", "effect", "envelope"].contains(&class), "{entry}");
            }
            "statement" => assert!(entry["language"].is_string() && entry["denial"].is_string(), "{entry}"),
            "syntax" => assert!(entry["open"].is_array() && entry["body"].is_array(), "{entry}"),
            other => panic!("{other}"),
        }
    }
    let names: Vec<_> = lines.iter().map(|pattern| pattern["name"].as_str().unwrap()).collect();
    for name in [
        "save_memory", "save_memory_call", "whiteboard_echo", "whiteboard_action", "reply_envelope", "hermes",
        "tool_code",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    let csv = export.run("patterns list --format csv").ok().stdout.clone();
    assert_eq!(csv::Reader::from_reader(csv.as_bytes()).records().count(), lines.len());
    let table = export.run("patterns list --format table").ok().stdout.clone();
    assert!(names.iter().all(|name| table.contains(name)), "{table}");
}

#[test]
fn the_printed_registry_passes_back_and_changes_nothing() {
    let export = Export::fixture(JSON);
    let printed = export.run("patterns list --format json5").ok().stdout.clone();
    let path = export.file("mine.json5");
    fs::write(&path, &printed).unwrap();
    let option = [path.to_str().unwrap()];
    assert_eq!(export.run_with("scan DB --patterns", &option).ok().stdout, export.run("scan DB").ok().stdout);
    let plain = export.run("patterns list --format json").ok().stdout.clone();
    assert_eq!(export.run_with("patterns list --format json --patterns", &option).ok().stdout, plain);
}

#[test]
fn a_pattern_of_a_builtin_name_replaces_it_and_a_new_one_is_added() {
    let export = Export::fixture(JSON);
    let first = export.file("first.json5");
    let second = export.file("second.json5");
    fs::write(
        &first,
        r#"{ version: 1, patterns: [ { name: "save_memory", tool: "save_memory", kind: "result", class: "echo",
             match: { type: "object", required: ["memory_type", "content"] } } ] }"#,
    )
    .unwrap();
    fs::write(
        &second,
        r#"{ version: 1, patterns: [ { name: "beds", kind: "result", class: "echo",
             match: { type: "object", required: ["beds"] } } ] }"#,
    )
    .unwrap();
    let options = [first.to_str().unwrap(), "--patterns", second.to_str().unwrap()];
    let found = export.run_with("scan DB --patterns", &options).ok().lines();
    let of = |id: i64| found.iter().find(|finding| finding["message_id"] == id).expect("it is found");
    assert_eq!((&of(101)["remedy"], &of(101)["records"]), (&"strip".into(), &serde_json::json!([])));
    assert_eq!(of(106)["claims"][0]["pattern"], "beds");
    let count = |args: &str| export.run(args).ok().lines().len();
    let more = export.run_with("patterns list --patterns", &options).ok().lines().len();
    assert_eq!(more, count("patterns list") + 1);
}

#[test]
fn other_patterns_have_another_digest_in_the_journal() {
    let export = Export::fixture(JSON);
    let path = export.file("more.json5");
    let text = r#"{ version: 1, patterns: [ { name: "beds", kind: "result", class: "echo", match: { required: ["beds"] } } ] }"#;
    fs::write(&path, text).unwrap();
    export.run("decide DB accept --message 101 104").ok();
    export.run_with("apply DB --patterns", &[path.to_str().unwrap()]).ok();
    export.run("undo DB").ok();
    let digests = export.rows("SELECT DISTINCT patterns FROM ghostcall_journal");
    assert_eq!(digests.len(), 2);
}

#[test]
fn the_profiles_are_listed_shown_and_detected() {
    let export = Export::fixture(JSON);
    let listed = export.run("profiles list --format jsonl").ok().lines();
    let helix = listed.iter().find(|profile| profile["name"] == "helix-kit").unwrap();
    assert_eq!(helix["write"], "full");
    assert!(helix["needs"].as_array().unwrap().contains(&"messages.tools_used".into()));
    for format in ["table", "csv", "json"] {
        export.run(&format!("profiles list --format {format}")).ok().prints("helix-kit");
    }
    for profile in &listed {
        let name = profile["name"].as_str().unwrap();
        let shown = export.run(&format!("profiles show {name}")).ok().stdout.clone();
        let parsed = ghostcall::source::Profile::parse(name, &shown).unwrap();
        assert_eq!(parsed.name, name);
    }
    for fixture in [JSON, "helix_kit_sequel_pgliteral", "helix_kit_duckdb"] {
        let detected = Export::fixture(fixture).run("profiles detect DB").ok().lines();
        let chosen: Vec<_> = detected.iter().filter(|rank| rank["chosen"] == true).collect();
        assert_eq!(chosen.len(), 1, "{fixture}");
        assert_eq!((&chosen[0]["profile"], &chosen[0]["fits"]), (&"helix-kit".into(), &true.into()), "{fixture}");
    }
}

#[test]
fn a_printed_profile_passes_back_and_changes_nothing() {
    let export = Export::fixture(JSON);
    let path = export.file("mine.json5");
    fs::write(&path, &export.run("profiles show helix-kit").ok().stdout).unwrap();
    let option = [path.to_str().unwrap()];
    assert_eq!(export.run_with("scan DB --profile", &option).ok().stdout, export.run("scan DB").ok().stdout);
    export.run_with("decide DB accept --all --profile", &option).ok();
    export.run("apply DB").ok();
}

#[test]
fn a_profile_for_reading_only_writes_nothing() {
    let export = Export::fixture(JSON);
    let path = export.file("mine.json5");
    let profile = export.run("profiles show helix-kit").ok().stdout.clone();
    let profile = profile.replacen("write: \"full\"", "write: \"none\", why: \"it is encrypted at rest\"", 1);
    fs::write(&path, profile).unwrap();
    let option = [path.to_str().unwrap()];
    let before = export.dump();
    export.run_with("decide DB accept --message 102 --as strip --profile", &option).ok();
    for line in ["apply DB --dry-run --profile", "apply DB --profile"] {
        let refused = export.run_with(line, &option).refused();
        assert!(refused.contains("it is encrypted at rest"), "{refused}");
    }
    assert_eq!(export.dump(), before);
    assert!(!export.files().iter().any(|name| name.contains("backup")));
}

#[test]
fn the_generated_export_is_the_same_for_the_same_seed() {
    let [a, b, c] = ["--seed 7", "--seed 7", "--seed 8"].map(|seed| {
        let export = Export::nowhere();
        export.run(&format!("demo --messages 300 --out DB {seed}")).ok();
        export.dump()
    });
    assert!(a == b, "the same seed");
    assert!(a != c, "another seed");
}

#[test]
fn the_schema_knows_the_builtin_registry_and_its_mistakes() {
    let schema = Export::nowhere().run("patterns schema").ok().json();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let validator = jsonschema::validator_for(&schema).unwrap();
    let builtin: serde_json::Value = json5::from_str(ghostcall::registry::BUILTIN).unwrap();
    let faults: Vec<_> = validator.iter_errors(&builtin).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{faults:?}");
    for wrong in [
        serde_json::json!({}),
        serde_json::json!({"version": 1, "patterns": [{"name": "x", "class": "ehco", "match": {}}]}),
        serde_json::json!({"version": 1, "syntaxes": [{"name": "x", "open": "<x>", "body": "yaml"}]}),
        serde_json::json!({"version": 1, "syntaxes": [{"name": "x", "open": "<x>", "tool": ["name"]}]}),
        serde_json::json!({"version": 1, "colour": 1}),
    ] {
        assert!(!validator.is_valid(&wrong), "{wrong}");
    }
}

#[test]
fn a_file_is_checked_with_its_examples_and_every_mistake_has_a_place() {
    let export = Export::nowhere();
    let path = export.file("mine.json5");
    let check = |text: &str, more: &str| {
        fs::write(&path, text).unwrap();
        export.run_with(&format!("patterns check{more}"), &[path.to_str().unwrap()])
    };
    let good = r#"{ version: 1,
  syntaxes: [ { name: "angle", open: "<<{tool}>>", close: "<</{tool}>>", body: "object",
    examples: { match: ['<<f>>{"a": 1}<</f>>'], not: ["<<f>> is a form"] } } ],
  patterns: [ { name: "beds", class: "echo", match: { required: ["beds"] }, examples: { match: ['{"beds": 1}Two.'] } } ] }"#;
    assert!(check(good, "").ok().stdout.contains("no errors"));
    assert_eq!(check(good, " --format json").ok().json(), serde_json::json!([]));

    let wrong = "{ version: 1,\n  patterns: [\n    { name: 'a', class: 'ehco', match: {} },\n    { name: 'b', class: 'echo', match: {}, colour: 1 },\n  ],\n}";
    let output = check(wrong, "").with_problems().stdout.clone();
    assert!(output.contains("mine.json5:3:25: ") && output.contains("mine.json5:4:"), "{output}");
    assert!(output.contains("`colour`"), "{output}");

    let examples = "{ version: 1,\n  patterns: [ { name: 'beds', class: 'echo', match: { required: ['beds'] },\n    examples: {\n      match: ['{\"bed\": 1}Two.'],\n      not: ['{\"beds\": 1}Two.'] } } ],\n}";
    let output = check(examples, " --format json").with_problems().json();
    let places: Vec<_> =
        output.as_array().unwrap().iter().map(|mistake| (mistake["line"].clone(), mistake["column"].clone())).collect();
    assert_eq!(places, [(4.into(), 15.into()), (5.into(), 13.into())], "{output}");

    for (text, place) in [
        ("{ version: 1, syntaxes: [ { name: 'x', open: '<' } ] }", "1:46"),
        ("{ version: 1,\n syntaxes: [ { name: 'x' } ] }", "2:14"),
        ("{ version: 1,\n syntaxes: [ { name: 'x', open: '{tool}:' } ] }", "2:33"),
        ("{ version: 1, syntaxes: [\n { name: 'x', open: '<x>', body: 'text' } ] }", "2:"),
        ("{ version: 7 }", "1:12"),
        ("{ version: 1,", "1:14"),
    ] {
        let output = check(text, "").with_problems().stdout.clone();
        assert!(output.contains(&format!("mine.json5:{place}")), "{text}: {output}");
    }
    export.run("patterns check /no/such/file.json5").refused();
}

#[test]
fn an_entry_with_the_name_of_an_earlier_one_of_its_file_is_an_error() {
    let export = Export::nowhere();
    let path = export.file("mine.json5");
    let entry = r#"{name: "twice", tool: "t", kind: "result", class: "echo", match: {required: ["x"]},
        examples: {match: ["{x: 1}Hi there."]}}"#;
    fs::write(&path, format!("{{version: 1, patterns: [{entry},\n{entry}]}}")).unwrap();
    let checked = export.run_with("patterns check", &[path.to_str().unwrap()]);
    checked.with_problems().prints("mine.json5:3:").prints("`twice` is the name of an earlier entry");
}

#[test]
fn a_syntax_of_the_user_finds_what_nobody_knew() {
    let export = Export::nowhere();
    let path = export.file("mine.json5");
    let text =
        r#"{ version: 1, syntaxes: [ { name: "at_signs", open: "@@{tool}@@", close: "@@end@@", body: "object" } ] }"#;
    fs::write(&path, text).unwrap();
    let message = serde_json::json!({
        "content": "Noted.\n@@saveMemory@@{memory_type: \"core\", content: \"Tea.\"}@@end@@", "agent_id": 1, "tools_used": [],
    });
    let line = format!("check --patterns {}", path.display());
    let found = export.feed(&line, &message.to_string()).ok().lines();
    let claim = &found[0]["claims"][0];
    assert_eq!(
        (&claim["syntax"], &claim["tool"], &claim["called_as"]),
        (&"at_signs".into(), &"save_memory".into(), &"saveMemory".into())
    );
    assert_eq!((&found[0]["remedy"], &found[0]["cleaned"]), (&"recover".into(), &"Noted.".into()));
    assert_eq!(export.feed("check", &message.to_string()).ok().lines()[0]["claims"], serde_json::json!([]));
}
