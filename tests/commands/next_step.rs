//! Suggestions: the right command in place of a wrong one, and the next command with the same options.

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

#[test]
fn a_file_in_the_place_of_a_command_is_refused_with_the_command() {
    let export = Export::fixture(JSON);
    let refused = export.run("DB").refused();
    let database = export.path().display().to_string();
    assert!(
        refused.contains(&format!("no command before the file; to review it: `ghostcall review {database}`")),
        "{refused}"
    );
    let log = export.file("chats.jsonl");
    std::fs::write(&log, "{\"role\": \"user\", \"content\": \"hello\"}\n").unwrap();
    let refused = export.run(&log.display().to_string()).refused();
    assert!(refused.contains("`ghostcall import") && refused.contains("a JSON file"), "{refused}");
    let refused = export.run("scann DB").refused();
    assert!(refused.contains("scan") && !refused.contains("no command"), "{refused}");
}

#[test]
fn a_mistake_has_one_hint() {
    let export = Export::fixture(JSON);
    let refused = export.run("scan DB --min-confidence").refused();
    assert!(
        refused.contains("a value is required") && refused.trim_end().ends_with("; see `ghostcall scan --help`"),
        "{refused}"
    );
    assert!(!refused.contains("For more information"), "{refused}");
}

#[test]
fn the_next_command_keeps_what_decides_which_findings_there_are() {
    let export = Export::fixture(JSON);
    let (patterns, tools) = (export.file("mine.json5"), export.file("my tools.json5"));
    std::fs::write(&patterns, "{version: 1, patterns: []}").unwrap();
    std::fs::write(&tools, "[{name: 'save_memory', parameters: {}}]").unwrap();
    let output = export
        .run_with(
            "scan DB --format table --profile helix-kit --stamps --patterns",
            &[&patterns.display().to_string(), "--catalog", &tools.display().to_string()],
        )
        .ok()
        .stdout
        .clone();
    let next = output.lines().find(|line| line.starts_with("Next: ghostcall review ")).expect(&output);
    for kept in [" --profile helix-kit", " --catalog '", "my tools.json5'", " --patterns ", "mine.json5", " --stamps"] {
        assert!(next.contains(kept), "{kept}\n{next}");
    }
    let sampled = export.run_with("sample DB --format table --patterns", &[&patterns.display().to_string()]);
    let next =
        sampled.ok().stdout.lines().find(|line| line.starts_with("Next: ghostcall decide ")).expect("a next step");
    assert!(next.contains(" --patterns ") && !next.contains(" DB "), "{next}");
    let plain = export.run("scan DB --format table").ok().stdout.clone();
    assert!(plain.lines().any(|line| line.starts_with("Next: ") && !line.contains(" --")), "{plain}");
}

#[test]
fn who_wrote_something_reads_how_to_undo_it() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101").ok();
    let output = export.run("apply DB --format table").ok().stdout.clone();
    let undo = output.lines().find_map(|line| line.strip_prefix("Undo: ghostcall ")).expect(&output).to_owned();
    assert!(undo.starts_with("undo ") && undo.ends_with(" --batch 1"), "{undo}");
    export.run(&undo).ok();
}
