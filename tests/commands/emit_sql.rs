//! `apply --emit-sql`: what it prints, and what it leaves out.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

#[test]
fn sql_is_printed_and_nothing_is_written() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    let before = (export.dump(), export.files());
    for (dialect, begin) in [("postgres", "\nBEGIN;\n"), ("sqlite", "\nBEGIN IMMEDIATE;\n")] {
        let emitted = export.run(&format!("apply DB --emit-sql {dialect}"));
        emitted.ok().prints("-- Message 101\n").prints("COMMIT;\n").notes("6 findings").notes("Nothing was written");
        assert_eq!(emitted.stdout.matches(begin).count(), 1);
    }
    assert_eq!((export.dump(), export.files()), before);
    assert_eq!(export.status(101), "accepted");
}

#[test]
fn what_changed_since_its_decision_is_left_out_and_reported() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    export.sql("UPDATE messages SET content = content || '!' WHERE id = 101");
    let emitted = export.run("apply DB --emit-sql sqlite");
    emitted.with_problems().notes("left out message 101").notes("5 findings");
    assert!(!emitted.stdout.contains("Message 101"), "{}", emitted.stdout);
}

#[test]
fn a_text_that_postgres_cannot_keep_is_left_out() {
    let export = Export::fixture(JSON).and("UPDATE messages SET content = content || char(0) || 'x' WHERE id = 101");
    export.run("decide DB accept --message 101").ok();
    export
        .run("apply DB --emit-sql postgres")
        .with_problems()
        .notes("PostgreSQL texts cannot hold NUL")
        .notes("0 findings");
    export.run("apply DB --emit-sql sqlite").ok().notes("1 finding");
}

#[test]
fn a_database_that_is_never_written_has_no_sql_either() {
    let refused = Export::fixture("llm_store").run("apply DB --emit-sql sqlite").refused();
    assert!(refused.contains("llm-store"), "{refused}");
    Export::fixture(JSON).run("apply DB --emit-sql mysql").ended(2);
    Export::fixture(JSON).run("apply DB --emit-sql sqlite --dry-run").ended(2);
}

#[test]
fn what_is_written_here_is_printed_too_and_what_is_undone_is_not() {
    let export = Export::fixture(JSON);
    export.run("apply DB --emit-sql sqlite").ok().notes("0 findings").notes("decide first");
    export.run("decide DB accept --message 101 104").ok();
    let before = export.run("apply DB --emit-sql sqlite").ok().stdout.clone();
    export.run("apply DB --no-backup").ok();
    let emitted = export.run("apply DB --emit-sql sqlite");
    emitted.ok().notes("2 findings (2 of them written here already)").prints("-- Message 101");
    let kinds = |script: &str| script.lines().map(|line| line.chars().take(30).collect()).collect::<Vec<String>>();
    assert_eq!(kinds(&before)[6..], kinds(&emitted.stdout)[6..]);
    export.run("undo DB --last 1").ok();
    let rest = export.run("apply DB --emit-sql postgres");
    rest.ok().notes("1 finding (1 of them");
    assert!(rest.stdout.contains("Message 101") != rest.stdout.contains("Message 104"));
    // The script contains what was written, even if the text has changed since or the message is gone.
    export.run("decide DB accept --message 104").ok();
    export.run("apply DB --no-backup").ok();
    export.sql("UPDATE messages SET content = 'Else.' WHERE id = 104; DELETE FROM messages WHERE id = 101");
    export.run("apply DB --emit-sql postgres").ok().notes("2 findings").prints("Labels agreed.");
}

#[test]
fn the_way_back_is_printed_and_nothing_is_undone_here() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101 104").ok();
    export.run("undo DB --emit-sql sqlite").ok().notes("No write-back is in effect here").notes("--all");
    export.run("undo DB --all --emit-sql sqlite").ok().notes("SQL that undoes 2 findings");
    export.run("apply DB --no-backup").ok();
    let before = (export.dump(), export.files());
    for (line, findings) in [("", 2), ("--batch 1", 2), ("--last 1", 1), ("--write 1", 1), ("--all", 2)] {
        let emitted = export.run(&format!("undo DB {line} --emit-sql postgres"));
        emitted.ok().notes("Nothing was undone here");
        assert_eq!(emitted.stdout.matches("-- Message").count(), findings, "{line}");
    }
    assert_eq!((export.dump(), export.files()), before);
    assert_eq!(export.status(101), "written");
    export.run("undo DB --write 77 --emit-sql sqlite").with_problems().notes("no such write-back");
    export.run("undo DB --all --emit-sql sqlite --format json").ended(2);
    export.sql("UPDATE ghostcall_journal SET before = replace(before, 'late April', 'never') WHERE message = '101'");
    export.run("undo DB --all --emit-sql sqlite").with_problems().notes("altered, or out of sequence");
}

#[test]
fn the_shell_of_sqlite_runs_a_script_both_ways_and_ends_where_the_database_is_locked() {
    let Ok(version) = Command::new("sqlite3").arg("--version").output() else {
        eprintln!("skipped: there is no sqlite3");
        return;
    };
    assert!(version.status.success());
    let make = || {
        Export::fixture(JSON).and("UPDATE messages SET content = content || char(9, 233, 8230) || '.x' WHERE id = 101")
    };
    let (export, production) = (make(), make());
    export.run("decide DB accept --message 101 104").ok();
    let shell = |script: &str| {
        let mut child = Command::new("sqlite3")
            .args(["-init", "/dev/null"])
            .arg(production.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The shell stops reading after an error, so writing to it may fail.
        let _ = child.stdin.take().unwrap().write_all(script.as_bytes());
        let output = child.wait_with_output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let before = production.dump();
    let there = export.run("apply DB --emit-sql sqlite").ok().stdout.clone();
    let application = production.connect();
    application.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(shell(&there.replace(".timeout 5000", ".timeout 0")), (false, String::new()));
    application.execute_batch("COMMIT").unwrap();
    assert!(before == production.dump());
    assert_eq!(shell(&there), (true, "101|written\n104|written\n".to_owned()));
    let written = production.dump();
    assert_eq!(shell(&there), (true, "101|written before\n104|written before\n".to_owned()));
    assert!(written == production.dump());
    let back = export.run("undo DB --all --emit-sql sqlite").ok().stdout.clone();
    assert_eq!(shell(&back), (true, "101|undone\n104|undone\n".to_owned()));
    let texts = "SELECT content, tools_used FROM messages ORDER BY id";
    assert_eq!(production.rows(texts), export.rows(texts));
    assert_eq!(shell(&back), (true, "101|not written\n104|not written\n".to_owned()));
}

#[test]
fn a_record_that_got_no_time_from_its_message_is_removed_by_the_way_back() {
    let timeless = "UPDATE messages SET created_at = NULL WHERE id = 101";
    for (change, option) in [(timeless, ""), ("SELECT 1", "--record-time now")] {
        let (export, production) = (Export::fixture(JSON).and(change), Export::fixture(JSON).and(change));
        let memories = || production.rows("SELECT * FROM agent_memories ORDER BY id");
        export.run("decide DB accept --message 101").ok();
        let before = memories();
        for command in ["apply DB", "undo DB --all"] {
            let script = export.run(&format!("{command} --emit-sql sqlite {option}")).ok().stdout.clone();
            production.sql(script.strip_prefix(".bail on\n.timeout 5000\n").unwrap());
            assert_eq!(memories() == before, command == "undo DB --all", "{change} {option} {command}");
        }
    }
}

#[test]
fn a_record_that_something_refers_to_or_that_may_be_referred_to_is_not_removed() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB --no-backup").ok();
    let back = export.run("undo DB --emit-sql sqlite").ok().stdout.clone();
    // The script was printed before this table, which refers to the record, existed.
    let refined =
        "CREATE TABLE refined (id INTEGER PRIMARY KEY, memory INTEGER REFERENCES agent_memories ON DELETE CASCADE)";
    export.sql(&format!("{refined}; INSERT INTO refined SELECT 1, max(id) FROM agent_memories"));
    let before = export.dump();
    export.sql(back.strip_prefix(".bail on\n.timeout 5000\n").unwrap());
    assert!(before == export.dump());
    // This script is printed after the table was created.
    let back = export.run("undo DB --emit-sql sqlite").ok().stdout.clone();
    export.sql(back.strip_prefix(".bail on\n.timeout 5000\n").unwrap());
    assert!(before == export.dump());
    export.sql("DELETE FROM refined");
    export.sql(back.strip_prefix(".bail on\n.timeout 5000\n").unwrap());
    assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content LIKE 'Beans%'"), 0);

    let timeless = Export::fixture(JSON).and("ALTER TABLE agent_memories DROP COLUMN created_at");
    timeless.run("decide DB accept --message 101").ok();
    timeless.run("apply DB --emit-sql sqlite").ok().prints("-- Message 101");
    timeless.run("undo DB --all --emit-sql sqlite").with_problems().notes("undo it there by hand");
}

#[test]
fn a_key_that_would_command_a_terminal_is_shown_in_the_report() {
    let export = Export::from_sql(
        "CREATE TABLE log (id TEXT PRIMARY KEY, said TEXT);
         INSERT INTO log VALUES (char(27) || ']0;owned' || char(7, 10) || 'é\\! x', '{\"type\": \"search_results\", \"query\": \"x\", \"results\": []}Noted.')",
    );
    let profile = "{version: 1, name: 'keys', write: 'strip', needs: [], messages: {table: 'log', key: 'id', text: 'said'}, evidence: []}";
    let file = export.file("keys.json5");
    std::fs::write(&file, profile).unwrap();
    let option = format!("--profile {}", file.display());
    export.run(&format!("decide DB accept --all --as strip {option}")).ok();
    let script = export.run(&format!("apply DB --emit-sql sqlite {option}")).ok().stdout.clone();
    assert!(script.bytes().all(|byte| matches!(byte, b'\n' | b' '..=b'~')), "{script}");
    let sql = script.strip_prefix(".bail on\n.timeout 5000\n").unwrap();
    let (before, _) = sql.split_once("DROP TABLE").unwrap();
    let connection = export.connect();
    connection.execute_batch(before).unwrap();
    let report = "SELECT message || ': ' || outcome FROM temp.ghostcall_report";
    let printed: String = connection.query_row(report, [], |row| row.get(0)).unwrap();
    assert!(printed.ends_with(": written") && !printed.contains(char::is_control), "{printed:?}");
}

#[test]
fn a_text_that_is_a_whole_json_document_is_quoted_as_every_sqlite_does_it() {
    let export = Export::fixture("open_webui");
    export.run("decide DB accept --all").ok();
    for line in ["apply DB --emit-sql sqlite", "undo DB --all --emit-sql sqlite"] {
        let script = export.run(line).ok().stdout.clone();
        assert!(script.contains("\"content\" = json_quote("), "{line}: {script}");
        assert!(!script.contains("'$',"), "{line}: {script}");
    }
}
