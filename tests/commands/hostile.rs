//! Data from the database cannot control a terminal, start a formula or break JSON, in any output format.

#[path = "../support/hostile.rs"]
mod poison;

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::{Export, Ran};
use poison::{argument, text};

/// The sample with hostile characters in every text.
fn poisoned() -> Export {
    let export = Export::sample("helix-kit.db");
    poison::poison(&export.connect());
    export
}

/// The first character that a terminal would interpret or hide.
fn raw(text: &str) -> Option<char> {
    text.chars().find(|c| ghostcall::visible::is_hidden(*c) && *c != '\n')
}

#[track_caller]
fn assert_neutral(line: &str, ran: &Ran) {
    assert!(!ran.stderr.contains("panicked"), "{line}: {}", ran.stderr);
    assert_eq!(raw(&ran.stdout), None, "{line}: {:?}", ran.stdout);
    assert_eq!(raw(&ran.stderr), None, "{line}: {:?}", ran.stderr);
}

/// Runs a command with a hostile reviewer name and this output format.
fn run_as(export: &Export, line: &str, format: &str) -> Ran {
    let line = format!("{line} --format {format}");
    let mut command = export.command(&line);
    command.env("GHOSTCALL_REVIEWER", argument("=reviewer"));
    Ran::of(command.output().unwrap())
}

#[track_caller]
fn assert_valid(line: &str, format: &str, stdout: &str) {
    match format {
        "json" => {
            drop(serde_json::from_str::<Value>(stdout).unwrap_or_else(|error| panic!("{line}: {error}: {stdout}")));
        }
        "jsonl" => stdout.lines().for_each(|text| {
            drop(serde_json::from_str::<Value>(text).unwrap_or_else(|error| panic!("{line}: {error}: {text}")));
        }),
        "csv" => assert_no_formula(line, stdout),
        _ => {}
    }
}

#[track_caller]
fn assert_no_formula(line: &str, stdout: &str) {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(stdout.as_bytes());
    for record in reader.records() {
        for cell in &record.unwrap_or_else(|error| panic!("{line}: {error}")) {
            let is_number = cell.parse::<f64>().is_ok();
            assert!(is_number || !cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{line}: {cell:?}");
        }
    }
}

/// Commands that print data from a database.
const LINES: [&str; 15] = [
    "scan DB --status written,pending,accepted",
    "scan DB",
    "scan DB --stats",
    "show DB 131",
    "show DB 180",
    "show DB 188",
    "show DB 196",
    "log DB",
    "verify DB",
    "patterns shapes DB",
    "profiles detect DB",
    "apply DB --dry-run",
    "export DB",
    "undo DB --all",
    "apply DB --no-backup",
];

#[test]
fn nothing_of_a_database_commands_a_terminal_or_starts_a_formula() {
    let export = poisoned();
    for decision in [
        "accept --message 131 --as recover",
        "accept --message 188 --as strip",
        "reject --message 204",
        "accept --message 196 --as strip",
    ] {
        let mut command = export.command(&format!("decide DB {decision} --note"));
        command.arg(argument("=note")).env("GHOSTCALL_REVIEWER", argument("=reviewer"));
        let ran = Ran::of(command.output().unwrap());
        assert_neutral(decision, &ran);
        assert!(ran.code == Some(0) || decision.contains("196"), "{decision}: {}", ran.stderr);
    }
    run_as(&export, "apply DB --no-backup", "jsonl").ok();
    export.sql("UPDATE messages SET content = content || char(155) WHERE id = 131");
    let mut shown = 0;
    for line in LINES {
        for format in ["table", "text", "json", "jsonl", "csv"] {
            let ran = run_as(&export, line, format);
            assert_neutral(line, &ran);
            if ran.code == Some(2) {
                // This command does not have this format.
                assert!(
                    ran.stderr.contains("invalid value") || ran.stderr.contains("--format"),
                    "{line}: {}",
                    ran.stderr
                );
                continue;
            }
            assert_valid(line, format, &ran.stdout);
            shown += 1;
        }
    }
    assert!(shown > 40, "only {shown} forms");
    for dialect in ["postgres", "sqlite"] {
        let ran = export.run(&format!("apply DB --emit-sql {dialect}"));
        assert_neutral(dialect, &ran);
    }
}

#[test]
fn nothing_of_a_file_of_patterns_profiles_or_tools_commands_a_terminal() {
    let export = poisoned();
    let file = |name: &str, value: &Value| {
        let path = export.file(name);
        fs::write(&path, value.to_string()).unwrap();
        path.display().to_string()
    };
    let name = text("=name");
    let patterns = file(
        "patterns.json5",
        &json!({"version": 1, "patterns": [{"name": name, "class": "effect", "tool": name, "source": name,
                "match": {"required": ["ok"]}, "examples": {"match": [name], "not": [name]}}],
                "statements": [{"language": name, "tool": name, "says": [name]}]}),
    );
    let good = file(
        "good.json5",
        &json!({"version": 1, "patterns": [{"name": name, "class": "effect", "tool": name, "source": name,
                "match": {"required": ["ok"]}}]}),
    );
    let profile = file(
        "profile.json5",
        &json!({"version": 1, "name": name, "write": "none", "why": name, "needs": [name],
                "messages": {"table": name, "key": name, "text": name, "where": name, name.clone(): 5}}),
    );
    let tools =
        file("tools.json5", &json!([{"name": name, "description": name, "parameters": {name.clone(): "string"}}]));
    let plan = file("plan.json", &json!([{"id": name, "tool": name, "inputs": {name.clone(): name}, "deps": [name]}]));
    let mut shown = 0;
    for line in [
        format!("patterns check {patterns}"),
        format!("patterns list --patterns {good}"),
        format!("scan DB --patterns {good}"),
        format!("scan DB --patterns {patterns}"),
        format!("patterns shapes DB --patterns {good}"),
        format!("profiles check {profile}"),
        format!("scan DB --profile {profile}"),
        format!("tool x --catalog {tools}"),
        format!("plan {plan} --catalog {tools}"),
        format!("plan {plan} --feedback --catalog {tools}"),
        format!("plan --prompt --catalog {tools}"),
        format!("show DB 188 --catalog {tools}"),
    ] {
        for format in ["table", "text", "json", "jsonl", "csv"] {
            let line = format!("{line} --format {format}");
            let ran = export.run(&line);
            assert_neutral(&line, &ran);
            if ran.code != Some(2) {
                assert_valid(&line, format, &ran.stdout);
                shown += 1;
            }
        }
    }
    assert!(shown > 12, "only {shown} forms");
    export.run_with(&format!("tool --catalog {tools}"), &[&argument("=tool")]).with_problems();
    assert_neutral("tool", &export.run_with(&format!("tool --catalog {tools} --format text"), &[&argument("=tool")]));
}

#[test]
fn nothing_that_is_piped_in_commands_a_terminal() {
    let export = Export::nowhere();
    let name = text("=x");
    let message = json!({"id": name, "content": format!("{{\"error\": {}}}{name}", json!(name)), "agent": name,
                         "tools_used": [name], "conversation_id": name});
    let lone = "{\"content\": \"{error: '\\ud83d'} \\udc00\u{9b}\"}";
    let context = json!({"action_detected": true, "action_executed": false, "action_type": name, "details": {name.clone(): name}});
    let gate = json!({"context": context, "reply": format!("Saved. {name}"), "prompt": name,
                      "plan": {"action": name, "payload": {name.clone(): name}}, "result": null});
    for (line, input) in [
        ("check -", message.to_string()),
        ("check -", lone.to_owned()),
        ("check -", format!("{name}\n[]\n\"{name}\"")),
        ("read -", message.to_string()),
        ("read -", lone.to_owned()),
        ("read -", name.clone()),
        ("gate context -", gate.to_string()),
        ("gate context - --format text", gate.to_string()),
        ("gate prompt - --format jsonl", gate.to_string()),
        ("gate reply - --format text", gate.to_string()),
        ("gate reply - --format json", gate.to_string()),
        ("gate reply -", name.clone()),
    ] {
        let ran = export.feed(line, &format!("{input}\n"));
        assert_neutral(line, &ran);
        if ran.code != Some(2) && !line.ends_with("text") {
            assert_valid(line, if line.ends_with(" json") { "json" } else { "jsonl" }, &ran.stdout);
        }
    }
    let log = export.file("log.jsonl");
    fs::write(&log, format!("{message}\n{name}\n{{\"id\": {}}}\n", json!(name))).unwrap();
    let out = export.file("out.db").display().to_string();
    let ran = export.run(&format!("import {} --out {out}", log.display()));
    assert_neutral("import", &ran);
    ran.with_problems();
}

#[test]
fn no_name_of_a_file_an_option_or_a_variable_commands_a_terminal() {
    let export = poisoned();
    let mut hostile = b"e\x1b]0;owned\x07\n\xc2\x9b2J\xe2\x80\xae\xff=".to_vec();
    hostile.extend(argument("x").replace('/', "").into_bytes().into_iter().take(120));
    let path: PathBuf = export.folder().join(std::ffi::OsStr::from_bytes(&hostile));
    for content in [None, Some(&b"no database at all"[..]), Some(&fs::read(export.path()).unwrap()[..])] {
        match content {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => drop(fs::remove_file(&path)),
        }
        for line in [
            "scan",
            "decide accept --message 131",
            "apply",
            "log",
            "verify",
            "undo --all",
            "patterns shapes",
            "show --format table",
            "profiles check",
            "patterns check",
            "read",
            "gate context",
            "scan export.db --patterns",
            "scan export.db --config",
            "scan export.db --catalog",
            "apply export.db --review",
        ] {
            let mut command = export.command(line);
            command.current_dir(export.folder()).arg(&path);
            if line.starts_with("show") {
                command.arg(argument("131"));
            }
            assert_neutral(line, &Ran::of(command.output().unwrap()));
        }
    }
    for (line, more) in [
        ("show DB", argument("=131")),
        ("scan DB --pattern", argument("x")),
        ("scan DB --profile", argument("x")),
        ("scan DB --status", argument("x")),
        ("decide DB accept --message", argument("x")),
        ("patterns draft DB", argument("x")),
        ("undo DB --write", argument("x")),
        ("tool", argument("x")),
    ] {
        let ran = export.run_with(line, &[&more]);
        assert_neutral(line, &ran);
        assert_ne!(ran.code, Some(101));
    }
    for variable in [
        "GHOSTCALL_PROFILE",
        "GHOSTCALL_CATALOG",
        "GHOSTCALL_REVIEW",
        "GHOSTCALL_RECORD_TIME",
        "GHOSTCALL_COLOR",
        "GHOSTCALL_CONFIG",
        "GHOSTCALL_MIN_CONFIDENCE",
    ] {
        let mut command = export.command("scan DB");
        command.env(variable, argument("x"));
        assert_neutral(variable, &Ran::of(command.output().unwrap()));
    }
}

/// Names of a table and a column that try to end a literal, a statement or a quote.
const TABLE: &str = "m\"; DROP TABLE x; --\u{1b}]0;t\u{7}'\u{9b}";
const COLUMN: &str = "c\") VALUES ('\u{202e}=cmd\r\n--";

/// Similar names without the invisible characters, which a script for the SQLite shell cannot contain.
const SHOWN_TABLE: &str = "m\"; DROP TABLE x; --'";
const SHOWN_COLUMN: &str = "c\") VALUES ('=cmd/*\\";

/// A database with these names, and the option for its profile.
fn hostile_names(table_name: &str, column_name: &str) -> (Export, String) {
    let quote = ghostcall::source::quote;
    let (table, column, facts) = (quote(table_name), quote(column_name), quote(&format!("f{table_name}")));
    let export = Export::from_sql(&format!(
        "CREATE TABLE {table} (id INTEGER PRIMARY KEY, who INTEGER, {column} TEXT, at TEXT);
         CREATE TABLE {facts} (id INTEGER PRIMARY KEY, who INTEGER, {column} TEXT, kind INTEGER, at TEXT);
         CREATE TABLE x (a);
         INSERT INTO {facts} VALUES (1, 2, 'Tea.', 1, '2026-01-01T00:00:00Z');
         INSERT INTO {table} VALUES (7, 1, '{{success: true, memory_type: \"core\", content: \"It''s \"}}Noted.', '2026-01-02T03:04:05Z');"
    ));
    let profile = json!({
        "version": 1, "name": "hostile", "write": "full", "needs": [],
        "messages": {"table": table_name, "key": "id", "owner": "who", "text": column_name, "time": "at"},
        "evidence": [{"from": "records"}],
        "records": {"memory": {"table": format!("f{table_name}"), "owner": "who", "created": "at", "same": ["owner", "content"],
            "fields": {"content": {"column": column_name, "trim": "ascii", "required": true},
                       "memory_type": {"column": "kind", "values": {"journal": 0, "core": 1}}}}},
    });
    let file = export.file("hostile.json5");
    fs::write(&file, profile.to_string()).unwrap();
    let option = format!("--profile {}", file.display());
    (export, option)
}

#[test]
fn hostile_names_of_tables_and_columns_are_names() {
    let (export, option) = hostile_names(TABLE, COLUMN);
    let before = export.dump();
    assert_eq!(export.run(&format!("scan DB --format jsonl {option}")).ok().lines()[0]["remedy"], "recover");
    for line in ["scan DB --format table", "show DB 7 --format table", "apply DB --dry-run --format json"] {
        assert_neutral(line, &export.run(&format!("{line} {option}")));
    }
    export.run(&format!("decide DB accept --message 7 {option}")).ok();
    let script = export.run(&format!("apply DB --emit-sql sqlite {option}"));
    assert_neutral("sqlite", &script);
    script.with_problems().notes("holds an invisible character");
    let script = export.run(&format!("apply DB --emit-sql postgres {option}"));
    assert_neutral("postgres", &script);
    script.ok().prints("U&\"");
    assert!(script.stdout.bytes().all(|byte| matches!(byte, b'\n' | b' '..=b'~')), "{}", script.stdout);
    export.run(&format!("apply DB --no-backup {option}")).ok();
    let quote = ghostcall::source::quote;
    let facts = quote(&format!("f{TABLE}"));
    assert_eq!(export.text(&format!("SELECT {} FROM {facts} WHERE who = 1", quote(COLUMN))), "It's");
    assert_eq!(export.text(&format!("SELECT {} FROM {}", quote(COLUMN), quote(TABLE))), "Noted.");
    for line in ["log DB --format table", "log DB --format jsonl", "verify DB --format table"] {
        assert_neutral(line, &export.run(&format!("{line} {option}")));
    }
    export.run(&format!("undo DB --all {option}")).ok();
    assert!(before == export.dump());
}

#[test]
fn the_script_of_a_hostile_schema_does_what_a_write_back_does() {
    let (written, option) = hostile_names(SHOWN_TABLE, SHOWN_COLUMN);
    let (scripted, other) = hostile_names(SHOWN_TABLE, SHOWN_COLUMN);
    for (export, option) in [(&written, &option), (&scripted, &other)] {
        export.run(&format!("decide DB accept --message 7 {option}")).ok();
    }
    let script = scripted.run(&format!("apply DB --emit-sql sqlite {other}"));
    let sql = script.ok().stdout.strip_prefix(".bail on\n.timeout 5000\n").unwrap();
    scripted.sql(sql);
    written.run(&format!("apply DB --no-backup {option}")).ok();
    assert_eq!(written.dump(), scripted.dump());
}

#[test]
fn names_that_are_not_text_do_no_harm() {
    let scanned = Export::sample("helix-kit.db").run("scan DB --format jsonl").ok().stdout.clone();
    for sql in [
        "CREATE TABLE \"zzqq\" (a)",
        "CREATE TABLE t (\"zzqq\" TEXT)",
        "CREATE TABLE t (\"zzqq\" TEXT); CREATE VIEW v AS SELECT \"zzqq\" AS content FROM t",
    ] {
        let export = Export::sample("helix-kit.db").and(sql);
        let bytes = fs::read(export.path()).unwrap();
        let found: Vec<usize> = (0..bytes.len() - 4).filter(|at| &bytes[*at..*at + 4] == b"zzqq").collect();
        assert!(!found.is_empty());
        let mut changed = bytes;
        for at in &found {
            changed[*at + 2..*at + 4].copy_from_slice(b"\xff\x9b");
        }
        fs::write(export.path(), changed).unwrap();
        assert_eq!(export.run("scan DB --format jsonl").ok().stdout, scanned);
        for line in ["decide DB accept --message 131", "apply DB", "verify DB", "undo DB", "profiles detect DB"] {
            let ran = export.run(line);
            ran.ok();
            assert_neutral(line, &ran);
        }
    }
}

#[test]
fn a_suggested_command_takes_the_path_of_the_database_for_one_word() {
    let export = Export::sample("helix-kit.db");
    for name in ["a b$(touch owned).db", "it's;touch owned.db"] {
        let path = export.file(name);
        fs::copy(export.path(), &path).unwrap();
        let ran = export.run_with("scan --format table", &[path.to_str().unwrap()]);
        let printed = format!("{}{}", ran.ok().stdout, ran.stderr);
        let line = printed.lines().find_map(|line| line.strip_prefix("Next: ghostcall review ")).expect(&printed);
        let output = std::process::Command::new("sh").args(["-c", &format!("printf %s {line}")]).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), path.to_str().unwrap());
    }
}
