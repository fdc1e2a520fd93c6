//! The scan, compared with a query of the `sqlite3` shell that reads the same texts, and how its time and memory grow.

use std::path::{Path, PathBuf};

use fastrand::Rng;
use ghostcall::registry::Registry;
use ghostcall::sample::{Layout, Plan, TextKind, generate};
use rusqlite::Connection;

use crate::process::{Run, in_turn, run};

const OWN: &str = env!("CARGO_BIN_EXE_ghostcall");
const LOG_QUERY: &str = "SELECT sum(length(content)) FROM logged_messages WHERE role = 'assistant'";
const QUERY: &str = "SELECT sum(length(content)) FROM messages WHERE role = 'assistant'";

/// Prints the section.
pub(crate) fn report(folder: &Path, messages: u32, runs: u32) {
    println!("scan --format jsonl, beside the sqlite3 shell: {QUERY}, or what reads the answers in another layout\n");
    println!("{:<34}{:>10}{:>12}{:>12}{:>9}{:>12}", "database", "MB", "scan", "shell", "ratio", "memory");
    let path = folder.join("messages.db");
    let measured = |name: &str, messages: u32, text: TextKind, layout: Option<Layout>| {
        generate(&path, Plan { messages, seed: 1, text }, |_| {}).expect("the data is generated");
        layout.map_or(Ok(()), |layout| layout.apply(&path)).expect("it is laid out");
        row(&format!("{messages} messages{name}"), &path, layout.map_or(QUERY, Layout::query), runs);
        let _ = std::fs::remove_file(&path);
    };
    for part in [100, 10, 3, 1] {
        measured("", (messages / part).max(1), TextKind::Realistic, None);
    }
    measured(", few sentences", messages, TextKind::FewSentences, None);
    let worst = worst_words(folder, (messages / 10).max(1));
    row(&format!("{} messages, worst words", (messages / 10).max(1)), &worst, QUERY, runs);
    let _ = std::fs::remove_file(&worst);
    for layout in Layout::ALL {
        measured(&format!(", {layout:?}"), (messages / 10).max(1), TextKind::Realistic, Some(layout));
    }
    for length in [10_000, 1_000_000, 10_000_000] {
        let path = long_messages(folder, length);
        row(&format!("long messages of {length} bytes"), &path, QUERY, runs);
        let _ = std::fs::remove_file(&path);
    }
    println!();
}

/// Prints the section for a chat log: a scan of it as a database, and `check` of its lines, compared with only counting
/// them.
pub(crate) fn report_text(folder: &Path, log: &Path, runs: u32) {
    let path = folder.join("log.db");
    let (database, lines) = (path.to_string_lossy(), log.to_string_lossy());
    println!("{:<34}{:>10}{:>12}{:>12}{:>9}{:>12}", "text", "MB", "ghostcall", "other", "ratio", "memory");
    // The exit status reports invalid lines; the others are imported.
    run(OWN, &["import", &lines, "--out", &database]);
    row("scan, beside the sqlite3 shell", &path, LOG_QUERY, runs);
    let [ours, theirs] = in_turn(runs, || run(OWN, &["check", &lines]), || run("wc", &["-l", &lines]));
    print_row("check, beside wc -l", log, ours, theirs);
}

/// Measures a scan and the shell's query, and prints the row.
fn row(name: &str, path: &Path, query: &str, runs: u32) {
    let database = path.to_str().expect("the folder has a name");
    let scan = || run(OWN, &["scan", database, "--format", "jsonl"]);
    let shell = || run("sqlite3", &[database, query]);
    let [ours, theirs] = in_turn(runs, scan, shell);
    print_row(name, path, ours, theirs);
}

/// Prints the cost of two programs for a file.
fn print_row(name: &str, path: &Path, ours: Option<Run>, theirs: Option<Run>) {
    let size = std::fs::metadata(path).map_or(0, |metadata| metadata.len()) / 1_000_000;
    let Some(ours) = ours else {
        println!("{name:<34}{size:>10}  it failed");
        return;
    };
    let milliseconds = |run: Run| format!("{} ms", run.time.as_millis());
    let (shell, ratio) = match theirs {
        Some(theirs) => (milliseconds(theirs), format!("{:.2}", ours.time.as_secs_f64() / theirs.time.as_secs_f64())),
        None => ("missing".to_owned(), "-".to_owned()),
    };
    let memory = ours.memory.map_or("-".to_owned(), |memory| format!("{} MiB", memory / 1024));
    println!("{name:<34}{size:>10}{:>12}{shell:>12}{ratio:>9}{memory:>12}", milliseconds(ours));
}

/// A database of twenty answers of this length, the first with a payload.
fn long_messages(folder: &Path, length: usize) -> PathBuf {
    let path = folder.join("long.db");
    generate(&path, Plan { messages: 40, seed: 1, text: TextKind::FewSentences }, |_| {})
        .expect("the data is generated");
    let connection = Connection::open(&path).expect("the data is there");
    let prose = "Late April it is, then; the soil is still too cold before that.\n".repeat(length / 64 + 1);
    let sql = "UPDATE messages SET content = CASE id WHEN 2 THEN '{success: true, memory_type: \"core\", content: \"Tea.\"}' ELSE '' END || ?1
               WHERE role = 'assistant'";
    connection.execute(sql, [prose]).expect("the texts are written");
    path
}

/// A database of answers made of words from the registry's phrases in random order: the most expensive text for a scan.
fn worst_words(folder: &Path, messages: u32) -> PathBuf {
    let path = folder.join("worst.db");
    generate(&path, Plan { messages, seed: 1, text: TextKind::FewSentences }, |_| {}).expect("the data is generated");
    let registry = Registry::builtin().expect("the built-in registry reads");
    let entries = registry.statements().entries().iter();
    let words: Vec<&str> =
        entries.flat_map(|entry| &entry.examples.matching).flat_map(|example| example.split_whitespace()).collect();
    let mut random = Rng::with_seed(1);
    let mut connection = Connection::open(&path).expect("the data is there");
    let transaction = connection.transaction().expect("it begins");
    let sql = "UPDATE messages SET content = ?1 WHERE id = ?2 AND role = 'assistant'";
    for id in 1..=messages {
        let text: Vec<&str> = (0..250).map(|_| words[random.usize(..words.len())]).collect();
        transaction.execute(sql, (text.join(" "), id)).expect("the text is written");
    }
    transaction.commit().expect("it is written");
    path
}
