//! What other programs may rely on: the fields of a finding with their types, the formats, the names.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

/// Whether a value has one of these types, written as in the tables below.
fn is(value: &Value, kind: &str) -> bool {
    kind.split('|').any(|kind| match kind {
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "text" => value.is_string(),
        "time" => value.as_str().is_some_and(|text| text.ends_with('Z') && text.parse::<jiff::Timestamp>().is_ok()),
        "object" => value.is_object(),
        "list" => value.is_array(),
        "texts" => value.as_array().is_some_and(|list| list.iter().all(Value::is_string)),
        "null" => value.is_null(),
        "true" => *value == json!(true),
        other => panic!("no type {other}"),
    })
}

const FINDING: [(&str, &str); 14] = [
    ("message_id", "integer"),
    ("conversation_id", "integer"),
    ("agent_id", "integer|null"),
    ("agent", "text|null"),
    ("model", "text|null"),
    ("created_at", "time"),
    ("remedy", "text"),
    ("status", "text"),
    ("claims", "list"),
    ("cleaned", "text"),
    ("records", "list"),
    ("tools_used", "texts"),
    ("tools_used_after", "texts"),
    ("warnings", "texts"),
];

const CLAIM: [(&str, &str); 14] = [
    ("kind", "text"),
    ("start", "integer"),
    ("end", "integer"),
    ("payload", "object|null"),
    ("syntax", "text|null"),
    ("remedy", "text"),
    ("pattern", "text|null"),
    ("tool", "text|null"),
    ("called_as", "text|null"),
    ("confidence", "number"),
    ("value", "object|null"),
    ("repairs", "texts"),
    ("verdict", "text|null"),
    ("evidence", "texts"),
];

#[track_caller]
fn assert_fields(value: &Value, fields: &[(&str, &str)]) {
    for (name, kind) in fields {
        let field = value.get(name).unwrap_or_else(|| panic!("no `{name}` in {value}"));
        assert!(is(field, kind), "`{name}` is {field}, not {kind}");
    }
}

#[track_caller]
fn assert_one_of(value: &Value, words: &[&str]) {
    assert!(value.as_str().is_some_and(|word| words.contains(&word)), "{value} is none of {words:?}");
}

#[track_caller]
fn assert_finding(finding: &Value) {
    assert_fields(finding, &FINDING);
    assert_one_of(&finding["remedy"], &["recover", "strip", "correct", "review"]);
    assert_one_of(&finding["status"], &["pending", "accepted", "edited", "rejected", "skipped", "written", "stale"]);
    for claim in finding["claims"].as_array().unwrap() {
        assert_fields(claim, &CLAIM);
        assert_one_of(&claim["kind"], &["result", "call", "plan", "statement", "stamp"]);
        assert_one_of(&claim["remedy"], &["recover", "strip", "correct", "review"]);
        if claim["kind"] != "stamp" {
            let words = ["not_executed", "executed", "no_such_tool", "not_enabled", "unclear"];
            assert_one_of(&claim["verdict"], &words);
            assert_fields(&claim["payload"], &[("start", "integer"), ("end", "integer")]);
        }
        assert!((0.0..=1.0).contains(&claim["confidence"].as_f64().unwrap()));
    }
    for record in finding["records"].as_array().unwrap() {
        assert_fields(record, &[("claim", "integer"), ("type", "text"), ("table", "text"), ("values", "object")]);
    }
}

#[test]
fn a_finding_has_the_fields_that_are_promised_whatever_its_remedy() {
    for export in [Export::fixture(JSON), Export::sample("traps.db"), Export::sample("helix-kit.db")] {
        let found = export.run("scan DB --stamps --include-discarded").ok().lines();
        assert!(found.len() > 8);
        found.iter().for_each(assert_finding);
        // One of each kind is shown.
        let mut kinds = HashSet::new();
        for finding in &found {
            let claims = finding["claims"].as_array().unwrap();
            let judged: Vec<_> = claims.iter().map(|claim| (&claim["kind"], &claim["verdict"])).collect();
            if !kinds.insert(format!("{} {judged:?}", finding["remedy"])) {
                continue;
            }
            let id = finding["message_id"].as_i64().unwrap();
            let shown = export.run(&format!("show DB {id} --format json --stamps --include-discarded")).ok().json();
            for (name, _) in FINDING {
                // These fields may differ, because a duplicate record depends on the other findings.
                if !["warnings", "remedy", "claims", "records", "tools_used_after"].contains(&name) {
                    assert_eq!(shown[name], finding[name], "message {id}: {name}");
                }
            }
        }
    }
}

#[test]
fn a_finding_to_recover_one_to_strip_and_one_to_review() {
    let export = Export::fixture(JSON);
    let found = export.scan();
    let of = |id: i64| found.iter().find(|finding| finding["message_id"] == id).unwrap();
    let recover = of(101);
    let claim = &recover["claims"][0];
    assert_eq!((&claim["start"], &claim["end"]), (&json!(0), &json!(138)));
    assert_eq!(claim["payload"], json!({"start": 0, "end": 138}));
    assert_eq!((&claim["kind"], &claim["syntax"]), (&json!("result"), &json!("object")));
    assert_eq!((&claim["pattern"], &claim["tool"]), (&json!("save_memory"), &json!("save_memory")));
    assert_eq!(claim["repairs"], json!(["unquoted_key"]));
    assert_eq!(claim["value"]["expires_around"], "2026-01-27");
    assert_eq!(recover["created_at"], "2026-01-20T17:01:11.123456Z");
    assert_eq!((&recover["agent"], &recover["model"]), (&json!("Wren"), &json!("google/gemini-pro")));
    let record = json!([{"claim": 0, "type": "memory", "table": "agent_memories", "values": {
        "agent_id": 1, "content": "Beans go in late April; told me twice, do not ask again.",
        "memory_type": "journal", "created_at": "2026-01-20T17:01:11.123456Z"}}]);
    assert_eq!(recover["records"], record);
    assert_eq!((&recover["tools_used"], &recover["tools_used_after"]), (&json!([]), &json!(["save_memory"])));
    assert!(recover["warnings"].as_array().unwrap().contains(&json!("expired_record")));
    let strip = of(102);
    assert_eq!((&strip["remedy"], &strip["records"]), (&json!("strip"), &json!([])));
    assert_eq!((&strip["tools_used"], &strip["tools_used_after"]), (&json!(["save_memory"]), &json!(["save_memory"])));
    let review = of(107);
    assert_eq!((&review["remedy"], &review["claims"][0]["verdict"]), (&json!("review"), &json!("not_enabled")));
    let call = &of(104)["claims"][1];
    assert_eq!((&call["kind"], &call["pattern"]), (&json!("call"), &json!("save_memory_call")));
    let stamp = &of(104)["claims"][0];
    assert_eq!((&stamp["kind"], &stamp["value"], &stamp["verdict"]), (&json!("stamp"), &Value::Null, &Value::Null));
}

#[test]
fn show_adds_the_text_the_decision_and_the_journal() {
    let export = Export::fixture(JSON);
    let shown = export.show(101);
    assert_fields(&shown, &[("text", "text"), ("decision", "null"), ("journal", "list")]);
    export.run("decide DB accept --message 101 --memory-type core").ok();
    export.run("apply DB").ok();
    let shown = export.show(101);
    assert_finding(&shown);
    assert_eq!((&shown["status"], &shown["decision"]["action"]), (&json!("written"), &json!("accept")));
    assert_fields(&shown["decision"], &[("reviewer", "text"), ("at", "time"), ("edit", "object")]);
    assert_eq!(shown["journal"][0]["kind"], "write");
    assert_eq!(shown["text"], "Late April it is.\n\nI will stop asking.", "the current text");
    let nothing = export.show(113);
    assert_eq!((&nothing["claims"], &nothing["remedy"]), (&json!([]), &Value::Null));
    let refused = export.run("show DB 9999").refused();
    assert!(refused.contains("no message 9999"), "{refused}");
}

#[test]
fn keys_keep_the_type_that_the_database_gives_them() {
    let export = Export::fixture(JSON).and("ALTER TABLE messages RENAME TO old").and(
        "CREATE TABLE messages (id TEXT PRIMARY KEY, chat_id INTEGER, agent_id INTEGER, user_id INTEGER, role TEXT,
           content TEXT, tools_used TEXT, streaming INTEGER, created_at TEXT, updated_at TEXT);
         INSERT INTO messages SELECT 'a-' || id, chat_id, agent_id, user_id, role, content, tools_used, streaming, created_at, updated_at
           FROM old WHERE role = 'assistant';",
    );
    let found = export.scan();
    assert_eq!(found[0]["message_id"], "a-101");
    let before = export.dump();
    export.run("decide DB accept --message a-101 a-104").ok();
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 'a-104'"), "Labels agreed.");
    assert_eq!(export.text("SELECT message FROM ghostcall_journal WHERE id = 1"), "\"a-101\"");
    export.run("undo DB --all").ok();
    assert_eq!(export.dump(), before);
}

#[test]
fn the_formats_hold_the_same_findings() {
    let export = Export::fixture(JSON);
    let lines = export.scan();
    let document = export.run("scan DB --format json").ok().json();
    assert_eq!(document, Value::from(lines.clone()));
    let csv = export.run("scan DB --format csv").ok().stdout.clone();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names: Vec<_> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(names[..5], ["message_id", "created_at", "agent", "remedy", "status"]);
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), lines.len());
    for (row, finding) in rows.iter().zip(&lines) {
        assert_eq!(&row[0], finding["message_id"].to_string());
        assert_eq!(&row[3], finding["remedy"].as_str().unwrap());
    }
    let table = export.run("scan DB --format table").ok().stdout.clone();
    assert!(table.contains("8 findings in 11 assistant messages"), "{table}");
    for line in ["scan DB --pattern unknown", "log DB", "apply DB --dry-run", "undo DB"] {
        assert_eq!(export.run(&format!("{line} --format json")).ok().stdout.trim_end(), "[]", "{line}");
        assert_eq!(export.run(&format!("{line} --format jsonl")).ok().stdout, "", "{line}");
    }
}

#[test]
fn csv_quotes_what_needs_it_and_no_cell_is_a_formula() {
    let export = Export::fixture(JSON)
        .and("UPDATE agents SET name = '=HYPERLINK(\"x\"), Wren' WHERE id = 1")
        .and("UPDATE messages SET content = replace(content, 'Noted, 14B.', '+1, he said \"yes\";' || char(10) || 'done') WHERE id = 102");
    let csv = export.run("scan DB --format csv").ok().stdout.clone();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(&rows[0][2], "'=HYPERLINK(\"x\"), Wren");
    assert_eq!(&rows[1][7], "'+1, he said \"yes\";⏎done");
    assert!(rows.iter().all(|row| row.len() == 8));
}

#[test]
fn nothing_in_the_data_commands_the_terminal() {
    let export = Export::fixture(JSON)
        .and("UPDATE agents SET name = char(27) || ']0;owned' || char(7) || 'Wren' WHERE id = 1")
        .and("UPDATE messages SET content = content || char(27) || '[2J' || char(155) || char(8238) || char(13) || 'x' WHERE id < 112");
    export.run("decide DB accept --all").ok();
    for line in ["scan DB --format table", "show DB 101", "apply DB --dry-run --format table", "scan DB --format csv"] {
        let shown = export.run(line).ok().stdout.clone();
        let raw = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!shown.contains(raw), "{line}: {shown:?}");
    }
    let json = export.run("scan DB");
    json.ok();
    assert!(!json.stdout.contains('\u{1b}'), "escaped in JSON");
    assert!(json.lines()[0]["cleaned"].as_str().unwrap().contains('\u{1b}'), "and yet the same");
    export.run("apply DB --no-backup").ok();
    let shown = export.run("log DB --format table").ok().stdout.clone();
    assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "{shown:?}");
}

#[test]
fn results_go_to_standard_output_and_all_else_to_standard_error() {
    let export = Export::fixture(JSON);
    let scan = export.run("scan DB --format jsonl");
    assert!(scan.ok().stderr.contains("8 findings"), "{}", scan.stderr);
    assert_eq!(scan.lines().len(), 8);
    export.run("decide DB accept --all").ok();
    let apply = export.run("apply DB --format jsonl");
    assert_eq!(apply.ok().lines().len(), 6);
    apply.notes("Wrote 6 findings: 3 new records and 6 cleaned texts").notes("ghostcall undo");
    let undo = export.run("undo DB --all --format jsonl");
    assert_eq!(undo.ok().lines().len(), 6);
    undo.notes("Undid 6 write-backs");
}

#[test]
fn a_misspelled_pattern_is_refused_and_the_nearest_suggested() {
    let export = Export::fixture(JSON);
    for command in
        ["scan DB", "scan DB --fail", "scan DB --stats", "decide DB accept", "decide DB approve", "sample DB"]
    {
        let refused = export.run(&format!("{command} --pattern save_memroy")).refused();
        assert!(refused.contains("unknown pattern `save_memroy`; did you mean `save_memory`?"), "{command}: {refused}");
        let refused = export.run(&format!("{command} --pattern nosuch")).refused();
        assert!(refused.contains("unknown pattern `nosuch`; `ghostcall patterns list` lists"), "{command}: {refused}");
    }
    // The rules of a language name what its sentences claim, and a pattern that was written may be gone.
    export.run("scan DB --pattern create_en").ok();
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB").ok();
    export.sql("UPDATE ghostcall_journal SET finding = replace(finding, '\"save_memory\"', '\"of_earlier\"')");
    assert_eq!(export.run("scan DB --status written --pattern of_earlier").ok().lines().len(), 1);
}
