//! `scan --stats`: numbers instead of findings.

use serde_json::{Value, json};

use crate::support::Export;

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// The name and the counts of each row: claims, executed, lost, false, unclear.
fn rows(document: &Value, dimension: &str) -> Vec<(String, [u64; 5])> {
    let rows = document[format!("by_{dimension}")].as_array().unwrap();
    let row = |row: &Value| {
        let name = row["name"].as_str().unwrap_or_default().to_owned();
        (name, ["claims", "executed", "lost", "false", "unclear"].map(|column| number(&row[column])))
    };
    rows.iter().map(row).collect()
}

#[test]
fn the_sample_is_counted_by_everything_that_claims_have_in_common() {
    let export = Export::sample("helix-kit.db");
    let found = export.scan();
    let claims: usize = found.iter().map(|finding| finding["claims"].as_array().unwrap().len()).sum();
    let document = export.run("scan DB --stats --format json").ok().json();
    assert_eq!((number(&document["findings"]), number(&document["claims"])), (41, claims as u64));
    assert_eq!(rows(&document, "pattern")[0], ("save_memory".to_owned(), [36, 0, 36, 0, 0]));
    for dimension in ["pattern", "tool", "model", "agent", "week"] {
        let rows = rows(&document, dimension);
        let all: u64 = rows.iter().map(|(_, [claims, ..])| claims).sum();
        assert_eq!(all, claims as u64, "{dimension}");
        for (name, [claims, executed, lost, untrue, unclear]) in rows {
            assert_eq!(claims, executed + lost + untrue + unclear, "{dimension} {name}");
        }
    }
    let weeks = document["by_week"].as_array().unwrap();
    for pair in weeks.windows(2) {
        assert_eq!(pair[0]["until"], pair[1]["from"], "there is no gap");
    }
    assert!(weeks[0]["from"].as_str().unwrap().ends_with("T00:00:00Z"), "{}", weeks[0]);
    for agent in document["by_agent"].as_array().unwrap() {
        let over: u64 = agent["over_weeks"].as_array().unwrap().iter().map(number).sum();
        assert_eq!((over, agent["over_weeks"].as_array().unwrap().len()), (number(&agent["claims"]), weeks.len()));
    }
    assert_eq!(document["by_status"]["pending"], 41);
    assert_eq!(document["reviewers"], json!([]));
    assert_eq!(export.run("scan DB --stats").ok().lines(), [document], "one line, where nobody reads it");
}

#[test]
fn an_invented_tool_comes_first_and_is_reported_as_one() {
    let call = r#"<tool_call>{"name": "list_files", "arguments": {"path": "/"}}</tool_call>"#;
    let export = Export::sample("helix-kit.db");
    let id = export.scan()[0]["message_id"].as_i64().unwrap();
    let export = export.and(&format!("UPDATE messages SET content = '{call}' WHERE id = {id}"));
    let document = export.run("scan DB --stats --format json").ok().json();
    let first = &document["by_tool"][0];
    assert_eq!((&first["name"], &first["invented"], &first["false"]), (&json!("list_files"), &json!(true), &json!(1)));
    let table = export.run("scan DB --stats --format table").ok().stdout.clone();
    let tool = table.lines().position(|line| line.starts_with("tool")).unwrap();
    assert!(table.lines().nth(tool + 1).unwrap().starts_with("list_files (invented)"), "{table}");
}

#[test]
fn decisions_are_counted_by_reviewer_and_what_is_written_stays_in_the_numbers() {
    let export = Export::sample("helix-kit.db");
    let before = export.run("scan DB --stats --format json").ok().json();
    export.run("decide DB accept --remedy recover --reviewer ana").ok();
    export.run("decide DB reject --remedy strip --reviewer bo").ok();
    let decided = export.run("scan DB --stats --format json").ok().json();
    let of = |name: &str, document: &Value| -> Value {
        let reviewers = document["reviewers"].as_array().unwrap();
        reviewers.iter().find(|reviewer| reviewer["name"] == name).cloned().unwrap_or_default()
    };
    let accepted = number(&of("ana", &decided)["accepted"]);
    assert!(accepted > 20, "{decided}");
    assert_eq!(number(&of("bo", &decided)["rejected"]), 5);
    export.run("apply DB --no-backup --reviewer cy").ok();
    let written = export.run("scan DB --stats --format json").ok().json();
    assert_eq!(
        (number(&of("cy", &written)["written"]), &written["by_status"]["written"]),
        (accepted, &json!(accepted))
    );
    assert_eq!(of("ana", &written), Value::Null);
    for same in ["findings", "claims", "lost", "by_pattern", "by_tool", "by_agent", "by_week"] {
        assert_eq!(written[same], before[same], "{same}: what is repaired was found all the same");
    }
    let pending = export.run("scan DB --stats --status pending --format json").ok().json();
    assert_eq!(number(&pending["findings"]), 41 - accepted - 5);
    let only = export.run("scan DB --stats --status written --format json").ok().json();
    assert_eq!((number(&only["findings"]), &only["messages"]), (accepted, &before["messages"]));
}

#[test]
fn every_filter_of_the_scan_counts_what_it_lists() {
    let export = Export::sample("traps.db");
    for filter in
        ["", "--remedy recover", "--pattern save_memory", "--min-confidence 0.8", "--flagged", "--status pending"]
    {
        let listed = export.run(&format!("scan DB {filter} --format jsonl")).ok().lines();
        let document = export.run(&format!("scan DB {filter} --stats --format json")).ok().json();
        assert_eq!(number(&document["findings"]), listed.len() as u64, "{filter}");
        let code = i32::from(!listed.is_empty());
        export.run(&format!("scan DB {filter} --stats --fail")).ended(code);
    }
    let verdicts: Vec<Value> =
        export.scan().iter().flat_map(|finding| finding["claims"].as_array().unwrap().clone()).collect();
    let count = |verdict: &str| verdicts.iter().filter(|claim| claim["verdict"] == verdict).count() as u64;
    let document = export.run("scan DB --stats --format json").ok().json();
    assert_eq!(number(&document["executed"]), count("executed"));
    assert_eq!(number(&document["lost"]), count("not_executed") + count("not_enabled"));
    assert_eq!(number(&document["false"]), count("no_such_tool"));
}

#[test]
fn csv_is_one_long_table() {
    let csv = Export::sample("helix-kit.db").run("scan DB --stats --format csv").ok().stdout.clone();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(header, ["dimension", "name", "claims", "executed", "lost", "false", "unclear"]);
    let rows: Vec<csv::StringRecord> = reader.into_records().collect::<Result<_, _>>().unwrap();
    for dimension in ["pattern", "tool", "model", "agent", "week"] {
        let claims: u64 =
            rows.iter().filter(|row| &row[0] == dimension).map(|row| row[2].parse::<u64>().unwrap()).sum();
        assert!(claims >= 41, "{dimension}: {claims}");
    }
}

#[test]
fn a_table_fits_80_columns_and_needs_no_colour() {
    for sample in ["helix-kit.db", "traps.db", "unknown.db"] {
        let table = Export::sample(sample).run("scan DB --stats --format table").ok().stdout.clone();
        let widest = table.lines().map(unicode_width::UnicodeWidthStr::width).max().unwrap();
        assert!(widest <= 80, "{widest}: {table}");
        assert!(table.contains('▇') || table.contains('░'), "{table}");
        assert!(!table.contains('\u{1b}'), "{table}");
    }
    let none = Export::sample("unknown.db").and("UPDATE messages SET content = 'Hi.'");
    none.run("scan DB --stats --format table").ok().prints("0 findings with 0 claims in 7 messages");
    assert_eq!(none.run("scan DB --stats --format json").ok().json()["by_week"], json!([]));
}

#[test]
fn patterns_are_judged_by_what_was_decided_about_them() {
    let export = Export::sample("helix-kit.db");
    for (act, remedy) in [("accept", "recover"), ("reject", "strip")] {
        let found = export.scan();
        let keys =
            found.iter().filter(|finding| finding["remedy"] == remedy).map(|finding| finding["message_id"].to_string());
        let keys: Vec<_> = keys.collect();
        export.run(&format!("decide DB {act} --message {} --reviewer ana", keys.join(" "))).ok();
    }
    let of = |name: &str| {
        let document = export.run("scan DB --stats --format json").ok().json();
        let rows = document["precision"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == name).unwrap().clone()
    };
    let memories = of("save_memory");
    assert!(number(&memories["accepted"]) > 20 && memories["edited"] == 0, "{memories}");
    assert!(memories["low"].as_f64() < memories["precision"].as_f64(), "{memories}");
    let echoes = of("whiteboard_echo");
    assert!(number(&echoes["rejected"]) > 0 && echoes["precision"] == 0.0, "{echoes}");
    let table = export.run("scan DB --stats --format table").ok().stdout.clone();
    assert!(table.contains("precision (95%)"), "{table}");
    assert!(table.contains("whiteboard_echo is mostly rejected: 5 of 5"), "{table}");
    // A write-back does not change the counts.
    let before = of("save_memory");
    export.run("apply DB --no-backup").ok();
    assert_eq!(of("save_memory"), before);
}

#[test]
fn a_precision_rests_on_what_was_decided_one_by_one() {
    let export = Export::sample("helix-kit.db");
    let memories = |export: &Export| {
        let document = export.run("scan DB --stats --format json").ok().json();
        let rows = document["precision"].as_array().unwrap().clone();
        rows.into_iter().find(|row| row["name"] == "save_memory").unwrap()
    };
    export.run("decide DB reject --message 131").ok();
    export.run("decide DB accept --remedy recover").ok();
    let decided = memories(&export);
    assert_eq!([&decided["accepted"], &decided["rejected"], &decided["in_bulk"]], [&json!(0), &json!(1), &json!(35)]);
    assert_eq!(decided["precision"], 0.0, "one of one that somebody looked at was wrong");
    export.run("decide DB accept --message 180").ok();
    assert_eq!(memories(&export)["precision"], 0.5);
    let table = export.run("scan DB --stats --format table").ok().stdout.clone();
    assert!(table.contains("in bulk") && table.contains("one by one"), "{table}");
    // A write-back does not change which decisions were made in bulk.
    let before = memories(&export);
    export.run("apply DB --no-backup").ok();
    assert_eq!((&memories(&export), number(&before["in_bulk"])), (&before, 34));
}
