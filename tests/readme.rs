//! The README and the guide are correct: the commands, keys and tests that they name exist, and the examples work.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use ghostcall::tui::{BINDINGS, KeyMap};

const README: &str = include_str!("../README.md");
const REVIEW: &str = include_str!("../src/guide/review.md");
const DATABASES: &str = include_str!("../src/guide/databases.md");
const PATTERNS: &str = include_str!("../src/guide/patterns.md");
const GATEWAYS: &str = include_str!("../src/guide/gateways.md");
const SAFETY: &str = include_str!("../src/guide/safety.md");
const ARCHITECTURE: &str = include_str!("../src/README.md");
const INTERFACE: &str = include_str!("../src/guide/interface.md");

/// The pages whose commands are checked.
const PAGES: [&str; 12] = [
    README,
    REVIEW,
    DATABASES,
    PATTERNS,
    GATEWAYS,
    SAFETY,
    include_str!("../src/guide/production.md"),
    include_str!("../src/guide/engines.md"),
    include_str!("../src/guide/speed.md"),
    include_str!("../src/guide/decisions.md"),
    include_str!("../src/guide/formats.md"),
    ARCHITECTURE,
];

/// The words after `ghostcall` of every command in a shell block.
fn commands() -> Vec<Vec<&'static str>> {
    let blocks = |page: &'static str| page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    PAGES
        .into_iter()
        .flat_map(blocks)
        .flat_map(str::lines)
        .map(|line| line.split('#').next().unwrap_or_default())
        .filter_map(|line| line.split_once("ghostcall ").map(|(_, words)| words.split_whitespace().collect()))
        .collect()
}

fn help(command: &[&str]) -> String {
    let help = Command::new(env!("CARGO_BIN_EXE_ghostcall")).args(command).arg("--help").output().expect("it runs");
    String::from_utf8(help.stdout).expect("text")
}

#[test]
fn every_command_and_option_of_the_pages_exists() {
    let commands = commands();
    assert!(commands.len() >= 40, "{commands:?}");
    for words in commands {
        let mut command = words.get(..1).expect("a command");
        let mut printed = help(command);
        // A command with subcommands, such as `patterns list`.
        if printed.contains("Commands:") {
            command = words.get(..2).expect("a command of it");
            printed = help(command);
        }
        assert!(printed.contains("Usage:"), "there is no `ghostcall {}`", command.join(" "));
        for option in words.iter().filter(|word| word.starts_with("--")) {
            assert!(printed.contains(option), "`ghostcall {}` has no {option}", command.join(" "));
        }
    }
}

#[test]
fn every_file_that_the_architecture_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let spans = ARCHITECTURE.split("```").step_by(2).flat_map(|text| text.split('`').skip(1).step_by(2));
    let is_path = |span: &&str| (span.contains('/') || span.contains(".rs")) && !span.contains([' ', '*', ':']);
    let paths: Vec<_> = spans.filter(is_path).collect();
    assert!(paths.len() >= 20, "{paths:?}");
    for path in paths {
        assert!(root.join(path).exists() || root.join("src").join(path).exists(), "there is no `{path}`");
    }
}

/// The command at the start of a help line; continuation lines are indented further.
fn command_name(line: &str) -> Option<&str> {
    line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?.split_whitespace().next()
}

#[test]
fn every_command_of_the_contract_exists_and_no_other() {
    let rows = INTERFACE.lines().filter_map(|line| line.strip_prefix("| `ghostcall "));
    let named: BTreeSet<&str> = rows.filter_map(|row| row.split([' ', '`']).next()).collect();
    let printed = help(&[]);
    let listed = printed.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("the commands");
    let mut existing: BTreeSet<&str> = listed.lines().filter_map(command_name).collect();
    existing.remove("help");
    // `man` shares a row with `completions`.
    assert!(existing.remove("man") && INTERFACE.contains("`ghostcall man`"));
    assert_eq!(named, existing);
}

#[test]
fn every_key_of_the_guide_and_the_readme_is_bound() {
    let keys = |page: &'static str, title: &str| {
        page.split(title).nth(1).and_then(|rest| rest.split("\n## ").next()).expect("the section is there")
    };
    let tables = [keys(README, "## A first session"), keys(REVIEW, "## The keys")];
    let cells =
        tables.iter().flat_map(|table| table.lines()).filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let bound: BTreeSet<String> = BINDINGS.iter().flat_map(|binding| binding.keys).map(ToString::to_string).collect();
    let mut count = 0;
    for key in cells.flat_map(|cell| cell.split([' ', ','])).map(|word| word.trim_matches('`')) {
        if !matches!(key, "" | "key" | "|") {
            assert!(bound.contains(key), "`{key}` is bound to nothing");
            count += 1;
        }
    }
    assert!(count >= 20, "{count} keys");
}

/// The text of all Rust files in a folder and its subfolders.
fn sources(folder: &str) -> String {
    let mut all = String::new();
    let mut left = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push_str(&fs::read_to_string(&path).expect("a text"));
        }
    }
    all
}

#[test]
fn every_promise_names_a_test_that_there_is() {
    let rows = SAFETY.lines().filter(|line| line.starts_with("| ") && !line.ends_with("| test |"));
    let promises = rows.filter_map(|row| row.trim_end_matches('|').trim_end().rsplit_once(" | "));
    let sources = sources("src") + &sources("tests");
    let mut count = 0;
    for (promise, test) in promises {
        let name = test.trim().trim_matches('`');
        assert!(sources.contains(&format!("fn {name}(")), "there is no test `{name}` for: {promise}");
        count += 1;
    }
    assert!(count >= 50, "{count} promises");
}

#[test]
fn the_key_map_of_the_guide_may_be_used() {
    let example: serde_json::Value = json5::from_str(block(REVIEW, "json5", "keys:")).expect("it is JSON5");
    assert_ne!(KeyMap::configured(&[&example["keys"]]), Ok(KeyMap::default()));
    assert!(KeyMap::configured(&[&example["keys"]]).is_ok());
}

#[test]
fn the_statement_of_the_guide_may_be_used() {
    let mut registry = ghostcall::registry::Registry::builtin().expect("the built-in registry reads");
    registry.add("gateways.md", block(GATEWAYS, "json5", "statements:")).expect("it is a registry file");
    let gate = ghostcall::gate::ReplyGate::new(registry.statements());
    let context = serde_json::json!({"action_detected": false, "action_executed": false});
    let context = ghostcall::gate::ActionContext::read(&context).expect("a context");
    let judged = gate.judge(&context, "I've watered the beans.");
    assert!(judged.corrected.starts_with("I have not watered anything."), "{}", judged.corrected);
}

/// The code block of a page that is in this language and contains these words.
fn block(page: &'static str, language: &str, words: &str) -> &'static str {
    let opening = format!("```{language}\n");
    let blocks: Vec<_> = page.split(opening.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect();
    blocks.into_iter().find(|block| block.contains(words)).expect("the example is there")
}

#[test]
fn the_profile_of_the_guide_recovers_what_was_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let (database, profile) = (folder.path().join("export.db"), folder.path().join("mine.json5"));
    fs::write(&profile, block(DATABASES, "json5", "needs:")).expect("the profile is written");
    let connection = rusqlite::Connection::open(&database).expect("it opens");
    connection.execute_batch(block(DATABASES, "sql", "CREATE TABLE facts")).expect("the tables are made");
    connection
        .execute_batch(
            r#"INSERT INTO turns VALUES
            ('a', 't', 'me', '{"text": "I take the 8:15."}', 1772000000),
            ('b', 't', 'bot', '{"text": "{success: true, memory_type: \"core\", content: \"Takes the 8:15.\"}Noted.", "tools": []}', 1772000001),
            ('c', 'u', 'me', '{"text": "I like tea."}', 1772000002),
            ('d', 'u', 'bot', '{"text": "{success: true, memory_type: \"core\", content: \"Likes tea.\"}Noted.",
                "tools": [{"name": "save_memory", "args": {"content": "Likes tea.", "memory_type": "core"}}]}', 1772000003);
            INSERT INTO facts VALUES ('f', 'u', 1, 'Likes tea.', 1772000003);"#,
        )
        .expect("the rows are written");
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ghostcall"));
        command.env_clear().env("HOME", folder.path()).current_dir(folder.path()).args(line.split(' '));
        let output = command.output().expect("it runs");
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    assert!(run("profiles check mine.json5").contains("no errors"));
    let checked = run("profiles check mine.json5 --database export.db");
    assert!(checked.contains("no problems") && checked.contains("save_memory 1"), "{checked}");
    let scanned = run("scan export.db --profile mine.json5 --format jsonl");
    let found = scanned.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a finding"));
    let found: Vec<_> = found.map(|finding| (finding["message_id"].clone(), finding["remedy"].clone())).collect();
    assert_eq!(found, [("b".into(), "recover".into()), ("d".into(), "strip".into())]);
    run("decide export.db accept --all --profile mine.json5 --reviewer ana");
    run("apply export.db --profile mine.json5 --reviewer ana");
    let read = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, String>(0)).expect("a text");
    assert_eq!(read("SELECT body FROM turns WHERE id = 'b'"), r#"{"text": "Noted.", "tools": []}"#);
    assert_eq!(
        read("SELECT kind || ' ' || fact || ' ' || at FROM facts WHERE thread = 't'"),
        "1 Takes the 8:15. 1772000001"
    );
}

/// The commands of the five steps.
fn five_steps() -> Vec<&'static str> {
    let part = PATTERNS.split("in five steps").nth(1).and_then(|rest| rest.split("```sh\n").nth(1)).expect("the steps");
    let lines = part.split("```").next().expect("the block ends").lines();
    lines.map(|line| line.split('#').next().unwrap_or_default().trim()).filter(|line| !line.is_empty()).collect()
}

/// A folder with the sample, the program, and a script that acts as the editor and makes the guide's changes.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data/unknown.db");
    fs::create_dir(folder.path().join("sample-data")).expect("a folder for the sample");
    fs::copy(sample, folder.path().join("sample-data/unknown.db")).expect("the sample is copied");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_ghostcall"), folder.path().join("ghostcall")).expect("a link");
    let editor = folder.path().join("editor");
    let changes =
        r#"s/kind: "result"/tool: "log_watering", kind: "result"/; s/weather: {[^}]*}/weather: { type: "string" }/"#;
    let script = format!("#!/bin/sh\nsed '{changes}' \"$1\" > edited && mv edited \"$1\"\n");
    fs::write(&editor, script).expect("the editor is written");
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).expect("it may run");
    folder
}

#[test]
fn the_five_steps_lead_from_an_unknown_shape_to_a_working_pattern() {
    let folder = workplace();
    let path = std::env::var("PATH").unwrap_or_default();
    let run = |line: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(folder.path()).env_clear().env("HOME", folder.path());
        command.env("EDITOR", folder.path().join("editor"));
        let output = command.env("PATH", format!("{}:{path}", folder.path().display())).output().expect("it runs");
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let steps = five_steps();
    assert_eq!(steps.len(), 5, "{steps:?}");
    let [shapes, draft, edit, check, scan] = [0, 1, 2, 3, 4].map(|step| steps[step]);
    let printed = run(&format!("{shapes} --format table"));
    assert!(printed.starts_with("8bbc29  object  7 payloads, 5 findings\n"), "{printed}");
    run(draft);
    let before = fs::read_to_string(folder.path().join("mine.json5")).expect("the draft");
    assert!(run(check).contains("no errors"), "a draft is checked as it is");
    run(edit);
    let after = fs::read_to_string(folder.path().join("mine.json5")).expect("the edited draft");
    for change in [r#"tool: "log_watering""#, r#"weather: { type: "string" }"#] {
        assert!(PATTERNS.contains(change) && after.contains(change) && !before.contains(change), "{change}\n{after}");
    }
    assert!(run(check).contains("no errors"));
    let findings: Vec<serde_json::Value> = run(&format!("{scan} --format jsonl"))
        .lines()
        .map(|line| serde_json::from_str(line).expect("a finding"))
        .collect();
    let printed: Vec<_> = findings.iter().map(|found| (found["message_id"].clone(), found["remedy"].clone())).collect();
    let expected = [100, 200, 300, 400, 500, 600]
        .map(|id| (serde_json::json!(id), serde_json::json!(if id == 300 { "strip" } else { "review" })));
    assert_eq!(printed, expected);
    assert!(findings.iter().all(|found| found["claims"][0]["tool"] == "log_watering"));
}
