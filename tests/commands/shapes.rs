//! `patterns shapes` and `patterns draft`: from unknown shapes to a pattern.

use std::fs;

use serde_json::Value;

use crate::support::Export;

/// The id of the unknown shape in the sample.
const SHAPE: &str = "8bbc29";

#[test]
fn the_shapes_are_reported_in_every_format() {
    let export = Export::sample("unknown.db");
    let lines = export.run("patterns shapes DB --format jsonl").ok().lines();
    assert_eq!(export.run("patterns shapes DB --format json").ok().json(), Value::from(lines.clone()));
    let [shape] = lines.as_slice() else { panic!("{lines:?}") };
    let expected = serde_json::json!({
        "id": SHAPE, "syntax": "object", "kind": "object", "count": 7, "unknown": 7, "findings": 5, "patterns": {},
        "members": {"bed": "string", "litres": "number", "logged": "boolean", "weather": "string"},
        "first_seen": "2026-02-01T08:00:00Z", "last_seen": "2026-02-12T08:00:00Z",
        "models": [{"name": "google/gemini-2.5-pro", "count": 5, "share": 0.714}, {"name": "x-ai/grok-4", "count": 2, "share": 0.286}],
        "agents": [{"name": "Juno", "count": 5, "share": 0.714}, {"name": "Corvin", "count": 2, "share": 0.286}],
        "example": {"message_id": 100, "text": "{logged: true, bed: \"roses\", litres: 4, weather: \"dry\"}"},
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&shape[key], value, "{key}");
    }
    let over_time: Vec<u64> = shape["over_time"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    assert_eq!((over_time.len(), over_time.iter().sum::<u64>()), (24, 7));
    let csv = export.run("patterns shapes DB --format csv").ok().stdout.clone();
    let rows: Vec<_> = csv::Reader::from_reader(csv.as_bytes()).into_records().collect::<Result<_, _>>().unwrap();
    assert_eq!((rows.len(), &rows[0][0], &rows[0][3]), (1, SHAPE, "7"));
    let table = export.run("patterns shapes DB --format table").ok().stdout.clone();
    for part in
        ["7 payloads, 5 findings", "litres: number", "pattern  none", "Juno 71%", "grok-4 29%", "█", "100: {logged"]
    {
        assert!(table.contains(part), "{part}: {table}");
    }
    assert!(table.contains(&format!("{SHAPE} > mine.json5")), "what comes next is told: {table}");
}

#[test]
fn unknown_shapes_come_first_and_known_ones_name_their_patterns() {
    let lines = Export::sample("traps.db").run("patterns shapes DB --format jsonl").ok().lines();
    let unknown: Vec<bool> = lines.iter().map(|shape| shape["unknown"] != 0).collect();
    assert!(unknown.is_sorted_by(|a, b| a >= b) && unknown.contains(&false) && unknown.contains(&true), "{unknown:?}");
    for shape in lines.iter().filter(|shape| shape["unknown"] == 0) {
        assert!(!shape["patterns"].as_object().unwrap().is_empty(), "{shape}");
    }
    let none = Export::sample("unknown.db").and("UPDATE messages SET content = 'Hi.'");
    assert_eq!(none.run("patterns shapes DB --format json").ok().json(), serde_json::json!([]));
    none.run("patterns shapes DB --format table").ok().prints("0 shapes in 7 assistant messages");
}

#[test]
fn a_draft_passes_the_check_and_finds_what_it_was_made_of() {
    let export = Export::sample("unknown.db");
    let file = export.file("mine.json5");
    let name = file.to_str().unwrap();
    for line in [
        format!("patterns draft DB {SHAPE}"),
        "patterns draft DB 8bb --name watering".to_owned(),
        format!("patterns draft DB {SHAPE} {SHAPE}"),
    ] {
        let draft = export.run(&line).ok().stdout.clone();
        fs::write(&file, &draft).unwrap();
        export.run_with("patterns check", &[name]).ok().prints("no errors");
        let shapes = export.run_with("patterns shapes DB --format jsonl --patterns", &[name]).ok().lines();
        assert_eq!((&shapes[0]["unknown"], &shapes[0]["findings"]), (&0.into(), &6.into()), "{draft}");
        // Data that a user asked for is not a claim; all other messages are proposed for review.
        let found = export.run_with("scan DB --format jsonl --patterns", &[name]).ok().lines();
        assert!(found.len() == 6 && found.iter().all(|found| found["remedy"] == "review"), "{found:?}");
    }
    let draft = export.run(&format!("patterns draft DB {SHAPE} --name watering")).ok().stdout.clone();
    assert!(draft.contains(r#"name: "watering""#), "{draft}");
}

#[test]
fn several_shapes_make_one_pattern_with_optional_keys_and_unions() {
    let export = Export::sample("unknown.db").and(
        "UPDATE messages SET content = replace(content, ', weather: \"dry\"', '') WHERE id = 200;
         UPDATE messages SET content = replace(content, 'weather: \"dry\"', 'weather: null') WHERE id = 300",
    );
    let ids: Vec<String> = export
        .run("patterns shapes DB --format jsonl")
        .ok()
        .lines()
        .iter()
        .map(|shape| shape["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids.len(), 3);
    let draft = export.run(&format!("patterns draft DB {}", ids.join(" "))).ok().stdout.clone();
    let value: Value = json5::from_str(&draft).unwrap();
    let schema = &value["patterns"][0]["match"];
    assert_eq!(schema["required"], serde_json::json!(["logged", "bed", "litres"]), "{draft}");
    assert_eq!(schema["properties"]["weather"], serde_json::json!({"enum": ["dry", null]}), "{draft}");
    assert!(value["patterns"][1].is_null(), "{draft}");
}

#[test]
fn the_catalog_names_the_tool_of_a_draft() {
    let export = Export::sample("unknown.db");
    let catalog = export.file("tools.json5");
    let tools = "[{name: 'log_watering', parameters: ['bed: string', 'litres: number', 'weather?: string']},
                  {name: 'flood', dangerous: true, parameters: ['logged', 'bed', 'litres', 'weather']}]";
    fs::write(&catalog, tools).unwrap();
    let draft =
        |line: &str| export.run_with(&format!("patterns draft DB {SHAPE} {line}"), &[catalog.to_str().unwrap()]);
    draft("--catalog").ok().prints(r#"tool: "log_watering""#).prints("a guess");
    assert!(!draft("--catalog").stdout.contains("flood"));
}

#[test]
fn a_shape_that_is_not_there_is_refused_with_what_to_do() {
    let export = Export::sample("unknown.db");
    let refused = export.run("patterns draft DB zzz").refused();
    assert!(refused.contains("starts with zzz") && refused.contains("ghostcall patterns shapes"), "{refused}");
    export.run("patterns draft DB").refused();
    export.run("patterns draft /no/such/file.db 8bbc29").refused();
    export.run("patterns shapes /no/such/file.db").refused();
}

#[test]
fn nothing_of_a_message_reaches_the_terminal_raw() {
    let export = Export::sample("unknown.db").and(
        r#"UPDATE messages SET content = '{"be\u001b[2Jd*/\"]}": "' || char(155) || char(8238) || '\u001b]0;x\u0007' || char(8232) ||
           '", "to\u0000\n// ]}ol": "=1+1\r\n"}Ha.' WHERE role = 'assistant';
           UPDATE agents SET name = 'Ju' || char(27) || '[31mno';
           UPDATE messages SET model_id_string = char(27) || ']0;x' || char(7)"#,
    );
    let shapes = export.run("patterns shapes DB --format jsonl").ok().lines();
    let id = shapes[0]["id"].as_str().unwrap();
    let mut outputs = Vec::new();
    for line in
        ["patterns shapes DB --format table", "patterns shapes DB --format csv", &format!("patterns draft DB {id}")]
    {
        outputs.push(export.run(line).ok().stdout.clone());
    }
    for output in &outputs {
        let raw: Vec<char> = output.chars().filter(|c| *c != '\n' && ghostcall::visible::is_hidden(*c)).collect();
        assert!(raw.is_empty(), "{raw:?} in {output:?}");
    }
    let file = export.file("mine.json5");
    fs::write(&file, outputs.last().unwrap()).unwrap();
    export.run_with("patterns check", &[file.to_str().unwrap()]).ok();
    let after = export.run_with("patterns shapes DB --format jsonl --patterns", &[file.to_str().unwrap()]).ok().lines();
    assert!(after.iter().all(|shape| shape["unknown"] == 0), "{after:?}");
}
