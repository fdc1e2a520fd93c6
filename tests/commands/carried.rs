//! `apply --emit-sql --target-profile`: SQL for the original database, from findings that were judged in a log and
//! reviewed elsewhere.

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";
const TO_PRODUCTION: &str = "--emit-sql sqlite --target-profile helix-kit";

/// What a write-back changes, except the times of the last change.
const CHANGED: &str = "SELECT id, content, tools_used FROM messages
    UNION ALL SELECT agent_id, content, memory_type || ' ' || constitutional || ' ' || created_at FROM agent_memories";
const TIMES: &str = "SELECT (SELECT max(updated_at) FROM messages), (SELECT max(updated_at) FROM chats)";

/// A production database, and the imported findings of its log, with the findings of 101 and 104 accepted.
fn production() -> (Export, Export) {
    let production = Export::fixture(JSON);
    let judged = Export::nowhere().feed("check --whole --with-context", &production.log());
    let found = Export::nowhere();
    found.feed("import - --out DB", &judged.ok().stdout).ok();
    found.run("decide DB accept --message 101 104").ok();
    (production, found)
}

/// Runs a script as the SQLite shell does, and returns its report.
fn run(database: &Export, script: &str) -> Vec<String> {
    let statements = script.strip_prefix(".bail on\n.timeout 5000\n").unwrap();
    // The last statement drops the report, so the test reads it before.
    let (body, tail) = statements.split_once("SELECT message, outcome").unwrap();
    let connection = database.connect();
    connection.execute_batch(body).unwrap();
    let (report, rest) = tail.split_once(";\n").unwrap();
    let mut report = connection.prepare(&format!("SELECT message, outcome{report}")).unwrap();
    let line = |row: &rusqlite::Row<'_>| Ok(format!("{} {}", row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    let lines = report.query_map([], line).unwrap().collect::<Result<_, _>>().unwrap();
    drop(report);
    connection.execute_batch(rest).unwrap();
    lines
}

#[test]
fn decisions_are_carried_to_where_the_messages_live_and_back() {
    let (production, found) = production();
    let direct = Export::fixture(JSON);
    direct.run("decide DB accept --message 101 104").ok();
    direct.run("apply DB --no-backup").ok();
    let (before, times) = (production.rows(CHANGED), production.rows(TIMES));
    let there = found.run(&format!("apply DB {TO_PRODUCTION}"));
    there.ok().notes("2 findings for a database of profile helix-kit. Nothing was written here");
    assert!(there.stdout.contains("in which the messages live"), "{}", there.stdout);
    assert_eq!(found.status(101), "accepted");
    assert_eq!(run(&production, &there.stdout), ["101 written", "104 written"]);
    assert_eq!(production.rows(CHANGED), direct.rows(CHANGED));
    assert_ne!(production.rows(TIMES), times);
    let written = production.dump();
    assert_eq!(run(&production, &there.stdout), ["101 written before", "104 written before"]);
    assert!(written == production.dump(), "run again, it changes nothing");
    let back = found.run(&format!("undo DB --all {TO_PRODUCTION}"));
    back.ok().notes("SQL that undoes 2 findings for a database of profile helix-kit. Nothing was undone here");
    assert_eq!(run(&production, &back.stdout), ["101 undone", "104 undone"]);
    assert_eq!(production.rows(CHANGED), before);
}

#[test]
fn what_is_written_in_the_imported_database_is_carried_too() {
    let (production, found) = production();
    let accepted = found.run(&format!("apply DB {TO_PRODUCTION}")).ok().stdout.clone();
    found.run("apply DB --no-backup").ok();
    let written = found.run(&format!("apply DB {TO_PRODUCTION}")).ok().stdout.clone();
    let statements = |script: &str| script[script.find("\nBEGIN IMMEDIATE").unwrap()..].to_owned();
    let without_times = |script: &str| {
        let lines = statements(script);
        lines.lines().filter(|line| !line.contains("updated_at")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_times(&written), without_times(&accepted));
    assert_eq!(run(&production, &written), ["101 written", "104 written"]);
}

#[test]
fn a_message_that_is_not_as_it_was_judged_stays_as_it_is() {
    for (change, outcome) in [
        ("UPDATE messages SET content = content || '!' WHERE id = 101", "changed since"),
        ("UPDATE messages SET agent_id = 2 WHERE id = 101", "changed since"),
        ("UPDATE messages SET tools_used = '[\"web_fetch\"]' WHERE id = 101", "changed since"),
        // Written times copy the format of the message's time, which is different now.
        ("UPDATE messages SET created_at = 1768928591 WHERE id = 101", "changed since"),
        // The write-back would change the time of another conversation.
        ("UPDATE messages SET chat_id = 77 WHERE id = 101", "changed since"),
        ("DELETE FROM messages WHERE id = 101", "gone"),
    ] {
        let (production, found) = production();
        production.sql(&format!("PRAGMA foreign_keys = OFF; {change}"));
        let there = found.run(&format!("apply DB {TO_PRODUCTION}")).ok().stdout.clone();
        let before = production.rows("SELECT * FROM messages WHERE id = 101");
        assert_eq!(run(&production, &there), [format!("101 {outcome}"), "104 written".to_owned()], "{change}");
        assert_eq!(production.rows("SELECT * FROM messages WHERE id = 101"), before, "{change}");
        let recovered =
            "SELECT count(*) FROM agent_memories WHERE content LIKE 'Beans go in late April; told me twice%'";
        assert_eq!(production.number(recovered), 0, "{change}");
    }
}

#[test]
fn however_a_list_of_tools_says_that_there_are_none_it_is_the_same() {
    for none in ["NULL", "'[]'", "''", "'[ ]'"] {
        let (production, found) = production();
        production.sql(&format!("UPDATE messages SET tools_used = {none} WHERE id = 101"));
        let there = found.run(&format!("apply DB {TO_PRODUCTION}")).ok().stdout.clone();
        assert_eq!(run(&production, &there), ["101 written", "104 written"], "{none}");
    }
}

#[test]
fn a_profile_of_ones_own_says_where_messages_and_records_are() {
    let (_, found) = production();
    let production = Export::from_sql(
        "CREATE TABLE said (uid TEXT PRIMARY KEY, bot TEXT, body TEXT);
         CREATE TABLE kept (id INTEGER PRIMARY KEY, bot TEXT, kind TEXT, what TEXT);",
    );
    let ours = found.file("ours.json5");
    let profile = r#"{ version: 1, name: "ours", write: "full", needs: ["said.body"],
        messages: { table: "said", key: "uid", owner: "bot", text: "body" },
        records: { memory: { table: "kept", owner: "bot", same: ["owner", "content"], fields: {
            content: { column: "what", required: true },
            memory_type: { column: "kind", values: { core: "C", journal: "J" } } } } } }"#;
    std::fs::write(&ours, profile).unwrap();
    let before = Export::fixture(JSON);
    for row in before.rows("SELECT id, agent_id, content FROM messages WHERE id IN (101, 104)") {
        let insert = "INSERT INTO said VALUES (?1, ?2, ?3)";
        production.connect().execute(insert, rusqlite::params_from_iter(row)).unwrap();
    }
    let there = found.run(&format!("apply DB --emit-sql sqlite --target-profile {}", ours.display()));
    assert_eq!(run(&production, &there.ok().stdout), ["101 written", "104 written"]);
    before.run("decide DB accept --message 101 104").ok();
    before.run("apply DB --no-backup").ok();
    let cleaned = "SELECT content FROM messages WHERE id IN (101, 104) ORDER BY id";
    assert_eq!(production.rows("SELECT body FROM said ORDER BY uid"), before.rows(cleaned));
    let kept = production.rows("SELECT bot, kind, what FROM kept ORDER BY id");
    let known = "SELECT CAST(agent_id AS TEXT), iif(memory_type = 1, 'C', 'J'), content FROM agent_memories
                 WHERE id > (SELECT max(id) FROM agent_memories) - 2 ORDER BY id";
    assert_eq!(kept, before.rows(known));
    // A record without a time cannot be distinguished from one that the application created.
    let back = found.run(&format!("undo DB --all --emit-sql sqlite --target-profile {}", ours.display()));
    back.with_problems().notes("undo it there by hand");
}

#[test]
fn where_only_the_database_shows_what_to_write_that_is_said() {
    let (_, found) = production();
    let refused = found.run("apply DB --emit-sql postgres --target-profile open-webui").refused();
    assert!(refused.contains("profile open-webui keeps a text in several places"), "{refused}");
    found.run("apply DB --target-profile helix-kit").ended(2);
    found.run("apply DB --emit-sql sqlite --target-profile no-such").ended(2);
    let refused = found.run("undo DB --emit-sql sqlite --target-profile helix-kit").refused();
    assert!(refused.contains("--all"), "{refused}");
    let none = Export::nowhere();
    none.feed("import - --out DB", r#"{"id": 1, "content": "Hello."}"#).ok();
    none.run(&format!("apply DB {TO_PRODUCTION}")).ok().notes("decide first");
}
