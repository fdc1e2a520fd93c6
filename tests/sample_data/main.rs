//! The sample databases, compared with the program.
//!
//! `helix-kit.db` is the case that the program was written for: 41 messages among some hundreds. Each message of
//! `traps.db` is easily misjudged; the tables in this folder contain the expected results.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;
use tempfile::TempDir;

mod catalogs;
mod evidence;
mod plans;
mod records;
mod statements;
mod texts;
mod traps;

const JOURNAL: [i64; 29] = [
    131, 180, 188, 196, 204, 220, 226, 230, 236, 245, 265, 271, 277, 291, 308, 323, 327, 370, 376, 393, 397, 399, 409,
    425, 434, 458, 468, 482, 510,
];
const CORE: [i64; 7] = [253, 283, 302, 342, 444, 488, 492];
const ECHO: [i64; 5] = [200, 331, 335, 366, 421];

/// The remedies, weakest first.
const REMEDIES: [&str; 4] = ["strip", "recover", "correct", "review"];

#[test]
fn the_databases_are_made_from_their_sql() {
    for name in ["helix-kit", "traps", "unknown", "plans", "statements"] {
        let sql = fs::read_to_string(sample(&format!("{name}.sql"))).expect("the SQL is readable");
        let fresh = Connection::open_in_memory().expect("a database in memory opens");
        fresh.execute_batch(&sql).expect("the SQL loads");

        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let stored = Connection::open_with_flags(sample(&format!("{name}.db")), flags).expect("the database opens");
        assert_eq!(schema(&stored), schema(&fresh), "the schema of {name}.db");
        for table in tables(&fresh) {
            assert_eq!(rows(&stored, &table), rows(&fresh, &table), "the rows of {table} in {name}.db");
        }
        assert_eq!(pragma(&stored, "page_size"), Cell::Integer(4096), "{name}.db");
        assert_eq!(pragma(&stored, "journal_mode"), Cell::Text("delete".into()), "{name}.db");
    }
}

#[test]
fn the_sample_holds_exactly_41_findings() {
    let findings = scan("helix-kit.db");

    let expected: BTreeSet<i64> = [&JOURNAL[..], &CORE, &ECHO].concat().into_iter().collect();
    assert_eq!(findings.keys().copied().collect::<BTreeSet<_>>(), expected);

    let mut types = BTreeMap::new();
    for (id, finding) in &findings {
        let echo = ECHO.contains(id);
        assert_eq!(finding["remedy"], if echo { "strip" } else { "recover" }, "message {id}");
        assert_eq!(finding["claims"].as_array().map(Vec::len), Some(1), "message {id}");
        // An echo is stripped whether or not its tool ran; nothing here says that it did.
        assert_eq!(finding["claims"][0]["verdict"], if echo { "unclear" } else { "not_executed" }, "message {id}");
        assert_eq!(finding["records"].as_array().map(Vec::len), Some(usize::from(!echo)), "message {id}");
        let cleaned = finding["cleaned"].as_str().expect("cleaned is text");
        assert!(!cleaned.is_empty() && !cleaned.starts_with('{'), "message {id}: {cleaned}");
        for record in finding["records"].as_array().into_iter().flatten() {
            let label = record["values"]["memory_type"].as_str().expect("the type is a label");
            *types.entry(label.to_owned()).or_insert(0) += 1;
            assert_eq!(label == "core", CORE.contains(id), "message {id}");
        }
    }
    assert_eq!(types, BTreeMap::from([("core".to_owned(), 7), ("journal".to_owned(), 29)]));
}

#[test]
fn every_trap_is_judged_as_its_table_says() {
    let findings = scan("traps.db");
    let traps: Vec<_> = [evidence::TRAPS, records::TRAPS, texts::TRAPS].into_iter().flatten().collect();

    let mut wrong: Vec<_> = traps.iter().flat_map(|trap| trap.differences(findings.get(&trap.id))).collect();
    let listed: BTreeSet<_> = traps.iter().filter(|trap| trap.is_listed()).map(|trap| trap.id).collect();
    let ignored: BTreeSet<_> = traps.iter().filter(|trap| !trap.is_listed()).map(|trap| trap.id).collect();
    for (id, finding) in &findings {
        if !listed.contains(id) && !ignored.contains(id) {
            wrong.push(format!("message {id}: listed as {}, and in no table", finding["remedy"]));
        }
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_longest_memory_is_kept_whole() {
    let findings = scan("traps.db");
    let content = findings[&3300]["records"][0]["values"]["content"].as_str().expect("the record has its text");
    assert_eq!(content.chars().count(), 10_000);
    assert!(content.len() > 10_000, "the limit counts characters, not bytes");
}

#[test]
fn findings_agree_with_themselves() {
    for name in ["helix-kit.db", "traps.db"] {
        let wrong: Vec<_> = scan(name).values().flat_map(contradictions).collect();
        assert!(wrong.is_empty(), "{name}, {} contradictions:\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// The general rules that a finding breaks.
fn contradictions(finding: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut unless = |holds: bool, what: &str| {
        if !holds {
            wrong.push(format!("message {}: {what}", finding["message_id"]));
        }
    };
    let claims = finding["claims"].as_array().expect("claims is a list");
    let records = finding["records"].as_array().expect("records is a list");
    let weight = |remedy: &Value| REMEDIES.iter().position(|name| remedy == name);

    let heaviest = claims.iter().map(|claim| weight(&claim["remedy"])).max().flatten();
    unless(heaviest.is_some(), "no claim has a remedy");
    unless(heaviest == weight(&finding["remedy"]), "the remedy is not the weightiest of its claims");

    for (index, claim) in claims.iter().enumerate() {
        let own = records.iter().filter(|record| record["claim"] == index).count();
        match claim["remedy"].as_str() {
            Some("recover") => unless(own == 1, "a claim to recover without its one record"),
            Some("strip") => unless(own == 0, "a claim to strip with a record"),
            _ => {}
        }
    }
    for record in records {
        unless(record["values"]["created_at"] == finding["created_at"], "a record with another time than its message");
    }
    if finding["remedy"] == "recover" {
        // All of January 2026 is more than a week ago, and a core memory never expires.
        let journal = records.iter().any(|record| record["values"]["memory_type"] == "journal");
        let expired = finding["warnings"].as_array().is_some_and(|list| list.contains(&"expired_record".into()));
        unless(journal == expired, "expired_record stands for journal memories and for nothing else");
    }
    wrong
}

/// Scans a sample; returns the findings by message. The database and its folder must stay unchanged.
fn scan(name: &str) -> BTreeMap<i64, Value> {
    let dir = TempDir::new().expect("a folder for the copy");
    let home = TempDir::new().expect("a home without configuration");
    let copy = dir.path().join(name);
    let before = fs::read(sample(name)).expect("the sample is readable");
    fs::write(&copy, &before).expect("the copy is written");

    let mut command = cargo_bin_cmd!("ghostcall");
    command.env_clear().env("HOME", home.path()).current_dir(home.path());
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path);
    }
    let output =
        command.arg("scan").arg(&copy).args(["--format", "jsonl"]).assert().code(0).get_output().stdout.clone();

    assert!(fs::read(&copy).expect("the copy is still there") == before, "the scan changed {name}");
    assert_eq!(names(dir.path()), [OsString::from(name)], "the scan left something beside {name}");

    let mut findings = BTreeMap::new();
    for line in String::from_utf8(output).expect("the output is UTF-8").lines() {
        let finding: Value = serde_json::from_str(line).expect("every line is JSON");
        let id = finding["message_id"].as_i64().expect("the message has a number");
        assert!(findings.insert(id, finding).is_none(), "message {id} is listed twice");
    }
    findings
}

fn names(dir: &Path) -> Vec<OsString> {
    let entries = fs::read_dir(dir).expect("the folder is readable");
    entries.map(|entry| entry.expect("the entry is readable").file_name()).collect()
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data").join(name)
}

fn schema(database: &Connection) -> Vec<Vec<Cell>> {
    query(database, "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
}

fn tables(database: &Connection) -> Vec<String> {
    let names = query(database, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
    let text = |cell: Cell| {
        if let Cell::Text(name) = cell { Some(name) } else { None }
    };
    names.into_iter().flatten().filter_map(text).collect()
}

fn rows(database: &Connection, table: &str) -> Vec<Vec<Cell>> {
    query(database, &format!("SELECT * FROM \"{table}\" ORDER BY rowid"))
}

fn pragma(database: &Connection, name: &str) -> Cell {
    query(database, &format!("PRAGMA {name}")).remove(0).remove(0)
}

fn query(database: &Connection, sql: &str) -> Vec<Vec<Cell>> {
    let mut statement = database.prepare(sql).expect("the query is valid");
    let width = statement.column_count();
    let rows = statement.query_map([], |row| (0..width).map(|column| row.get(column)).collect());
    rows.expect("the query runs").collect::<Result<_, _>>().expect("every row is readable")
}
