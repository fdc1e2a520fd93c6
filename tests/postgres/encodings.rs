//! Whatever the encoding of a client or server, data cannot turn into another text or a command.

use std::fs;

use crate::cluster::{Cluster, Database};
use crate::helix_kit::production_in;
use crate::support::Export;

const CLIENTS: [&str; 7] = ["UTF8", "LATIN1", "GBK", "SJIS", "BIG5", "UHC", "GB18030"];

/// In some of these client encodings, the last byte of a character absorbs the quote or backslash after it.
const BREAKS_OUT: &str = "Done…' …\\! touch owned #\n表\\! touch owned\n\\! touch owned\né' é\" é\\' \\\\! touch owned\n\
                          :x :'x' :\"x\" `touch owned` $$ $x$ '; --\n'); \\copy x to owned\n\\x41 \\101 café 😀\t\u{1b}\u{7f}.";

/// Every row without the time of its last change, which an undo does not restore, and without the keys of memories,
/// which keep counting.
fn rows(database: &Database<'_>) -> Vec<String> {
    let mut rows = database.must("SELECT to_jsonb(m) - 'updated_at' FROM messages m ORDER BY id");
    rows.extend(database.must("SELECT to_jsonb(m) - 'updated_at' - 'id' FROM agent_memories m ORDER BY content"));
    rows
}

#[test]
fn no_encoding_makes_a_command_or_another_text_of_a_message() {
    let Some(cluster) = Cluster::start() else { return };
    for server in ["UTF8", "SQL_ASCII", "LATIN1"] {
        let text = BREAKS_OUT.replace(|c| server == "LATIN1" && c > 'ÿ', "é");
        let record = serde_json::json!({ "success": true, "memory_type": "core", "content": text });
        let export = Export::fixture("helix_kit_db_to_sqlite");
        let content = format!("{record}{text}");
        export.connect().execute("UPDATE messages SET content = ?1 WHERE id = 101", [&content]).unwrap();
        let database = production_in(&cluster, server, &format!("in_{}", server.to_lowercase()), &export);
        export.run("decide DB accept --message 101").ok();
        let [there, back] = ["apply DB --emit-sql postgres", "undo DB --all --emit-sql postgres"]
            .map(|line| export.run(line).ok().stdout.clone());
        for script in [&there, &back] {
            assert!(script.starts_with("SET client_encoding = 'UTF8';\n"), "{script}");
            assert!(script.bytes().all(|byte| matches!(byte, b'\n' | b' '..=b'~')), "{script}");
        }
        let before = rows(&database);
        let own = if server == "SQL_ASCII" { server } else { "UTF8" };
        let stored = format!(
            "SELECT encode(sha256(convert_to(content, '{own}')), 'hex') FROM
             (SELECT content FROM messages WHERE id = 101 UNION ALL SELECT content FROM agent_memories WHERE id > 5000) AS t"
        );
        let digest = ghostcall::source::text_digest(&text);
        // The server refuses clients with characters that its own encoding lacks.
        let clients = if server == "LATIN1" { &CLIENTS[..2] } else { &CLIENTS };
        for client in clients {
            for strings in ["on", "off"] {
                let folder = tempfile::tempdir().unwrap();
                let options = format!("-c standard_conforming_strings={strings}");
                let variables = [("PGCLIENTENCODING", *client), ("PGOPTIONS", options.as_str())];
                let case = format!("{client} at {server}, {strings}");
                let answer = database.run_in(folder.path(), &variables, &there);
                assert_eq!((answer.ok, answer.stdout.as_str()), (true, "101|written\n"), "{case}: {}", answer.stderr);
                assert_eq!(database.must(&stored), [digest.as_str(), &digest], "{case}");
                let answer = database.run_in(folder.path(), &variables, &back);
                assert_eq!((answer.ok, answer.stdout.as_str()), (true, "101|undone\n"), "{case}: {}", answer.stderr);
                assert_eq!(rows(&database), before, "{case}");
                assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{case}: a command was run");
            }
        }
    }
}

#[test]
fn a_row_whose_bytes_are_no_text_holds_nothing_else_back() {
    let Some(cluster) = Cluster::start() else { return };
    let export = Export::fixture("helix_kit_db_to_sqlite");
    let database = production_in(&cluster, "SQL_ASCII", "bytes", &export);
    for message in [101, 104] {
        export.run(&format!("decide DB accept --message {message}")).ok();
    }
    database.must("UPDATE messages SET content = E'caf\\xe9' WHERE id = 104");
    let script = export.run("apply DB --emit-sql postgres").ok().stdout.clone();
    assert_eq!(database.must(&script), ["101|written", "104|changed since"]);
}

#[test]
fn names_that_no_keyboard_has_are_names() {
    let Some(cluster) = Cluster::start() else { return };
    let (table, column) = ("tab\tle \"é…\\! touch owned", "col:x 表 '\u{1b}!");
    let quote = ghostcall::source::quote;
    let export = Export::from_sql(&format!(
        "CREATE TABLE {table} (id INTEGER PRIMARY KEY, who INTEGER, {column} TEXT, at TEXT);
         CREATE TABLE facts (id INTEGER PRIMARY KEY, who INTEGER, {column} TEXT, kind INTEGER, at TEXT);
         INSERT INTO {table} VALUES (7, 1, '{{success: true, memory_type: \"core\", content: \"Größe.\"}}Noted.', '2026-01-02T03:04:05Z');",
        table = quote(table),
        column = quote(column)
    ));
    let profile = serde_json::json!({
        "version": 1, "name": "names…", "write": "full", "needs": [],
        "messages": {"table": table, "key": "id", "owner": "who", "text": column, "time": "at"},
        "evidence": [{"from": "records"}],
        "records": {"memory": {"table": "facts", "owner": "who", "created": "at", "same": ["owner", "content"],
            "fields": {"content": {"column": column, "trim": "ascii", "required": true},
                       "memory_type": {"column": "kind", "values": {"journal": 0, "core": 1}}}}},
    });
    let file = export.file("names.json5");
    fs::write(&file, profile.to_string()).unwrap();
    let option = format!("--profile {}", file.display());
    let database = cluster.database(
        "names",
        &format!(
            "CREATE TABLE {table} (id bigint PRIMARY KEY, who bigint, {column} text, at timestamp);
             CREATE TABLE facts (id bigserial PRIMARY KEY, who bigint, {column} text, kind integer, at timestamp);
             INSERT INTO {table} VALUES (7, 1, '{{success: true, memory_type: \"core\", content: \"Größe.\"}}Noted.', '2026-01-02T03:04:05Z');",
            table = quote(table),
            column = quote(column)
        ),
    );
    // No agent has any record, so a missing record is not evidence, and the finding needs an individual decision.
    export.run(&format!("decide DB accept --message 7 --as recover {option}")).ok();
    let folder = tempfile::tempdir().unwrap();
    for (line, outcome) in [("apply DB", "7|written\n"), ("undo DB --all", "7|undone\n")] {
        let script = export.run(&format!("{line} --emit-sql postgres {option}")).ok().stdout.clone();
        assert!(script.bytes().all(|byte| matches!(byte, b'\n' | b' '..=b'~')), "{script}");
        let answer = database.run_in(folder.path(), &[("PGCLIENTENCODING", "GBK")], &script);
        assert_eq!((answer.ok, answer.stdout.as_str()), (true, outcome), "{}", answer.stderr);
        let facts = database.must(&format!("SELECT {} FROM facts", quote(column)));
        assert_eq!(facts, if line == "apply DB" { vec!["Größe."] } else { vec![] });
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "a command was run");
}
