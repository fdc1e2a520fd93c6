//! The review file: append-only, for one database, locked by one process at a time.

use std::io::Read as _;
use std::process::Stdio;

use ghostcall::review::{Holder, Lock};
use rusqlite::Connection;
use rusqlite::types::Value as Cell;

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

fn review(export: &Export) -> Connection {
    Connection::open(export.review()).unwrap()
}

fn events(export: &Export) -> Vec<Vec<Cell>> {
    let connection = review(export);
    let mut statement = connection.prepare("SELECT * FROM event ORDER BY seq").unwrap();
    let width = statement.column_count();
    let rows = statement.query_map([], |row| (0..width).map(|column| row.get(column)).collect()).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

fn word(export: &Export, sql: &str) -> String {
    review(export).query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn it_has_the_tables_that_are_promised() {
    let export = Export::fixture(JSON);
    export.run_with("decide DB accept --message 101 --memory-type core --note", &["why"]).ok();
    assert_eq!(word(&export, "SELECT value FROM meta WHERE name = 'version'"), "1");
    assert!(word(&export, "SELECT value FROM meta WHERE name = 'identity'").contains("helix-kit"));
    let sql = "SELECT message || ' ' || action || ' ' || reviewer || ' ' || gesture FROM event WHERE seq = ";
    assert_eq!(word(&export, &format!("{sql}1")), "101 accept ana 1");
    assert_eq!(word(&export, &format!("{sql}2")), "101 note ana 1");
    assert_eq!(word(&export, "SELECT length(text_digest) || '' FROM event WHERE seq = 1"), "64");
    assert!(word(&export, "SELECT edit FROM event WHERE seq = 1").contains("core"));
    let finding: serde_json::Value =
        serde_json::from_str(&word(&export, "SELECT finding FROM event WHERE seq = 1")).unwrap();
    assert_eq!(finding["message_id"], 101);
    let connection = review(&export);
    connection.prepare("SELECT message, text_digest, edit FROM draft").unwrap();
}

#[test]
fn events_are_only_ever_appended() {
    let export = Export::fixture(JSON);
    let mut known: Vec<Vec<Cell>> = Vec::new();
    for line in [
        "decide DB accept --all",
        "decide DB reject --message 101",
        "decide DB accept --message 101 --as strip",
        "decide DB reset --message 102",
        "apply DB",
        "undo DB --all",
        "decide DB skip --all",
        "scan DB",
        "decide DB reset --all",
    ] {
        export.run(line).ok();
        let now = events(&export);
        assert_eq!(&now[..known.len()], &known[..], "{line}");
        known = now;
    }
    assert_eq!(known.len(), 6 + 1 + 1 + 1 + 6 + 6);
}

#[test]
fn the_head_of_the_journal_is_remembered() {
    let export = Export::fixture(JSON);
    export.accept_and_apply();
    let head = export.text("SELECT digest FROM ghostcall_journal ORDER BY id DESC LIMIT 1");
    assert_eq!(word(&export, "SELECT value FROM meta WHERE name = 'journal_head'"), head);
}

#[test]
fn whoever_holds_it_is_named_to_those_who_wait() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all --reviewer zoe").ok();
    let lock = Lock::acquire(&export.review(), Holder::default).unwrap();
    // All three wait for five seconds at the same time.
    let waiting = ["decide DB reject --message 101", "apply DB", "undo DB"].map(|line| {
        let mut command = export.command(line);
        (line, command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    });
    assert_eq!(export.scan().len(), 8, "readers take no lock");
    export.run("apply DB --dry-run").ok();
    for (line, child) in waiting {
        let refused = crate::support::Ran::of(child.wait_with_output().unwrap()).refused();
        assert!(refused.contains("zoe (process ") && refused.contains("5 seconds"), "{line}: {refused}");
    }
    drop(lock);
    export.run("apply DB").ok();
}

#[test]
fn whoever_waits_long_enough_gets_it() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    let lock = Lock::acquire(&export.review(), Holder::default).unwrap();
    let mut command = export.command("apply DB");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none(), "it waits");
    drop(lock);
    let mut output = String::new();
    child.stderr.take().unwrap().read_to_string(&mut output).unwrap();
    assert!(child.wait().unwrap().success(), "{output}");
    assert_eq!(export.number("SELECT count(*) FROM ghostcall_journal"), 6);
}

#[test]
fn several_at_once_write_each_finding_once() {
    for wal in [false, true] {
        let export = Export::fixture(JSON);
        let export = if wal { export.with_wal() } else { export };
        export.run("decide DB accept --all").ok();
        let children: Vec<_> = (0..4)
            .map(|_| {
                export.command("apply DB --no-backup").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
            })
            .collect();
        let written: usize = children
            .into_iter()
            .map(|child| crate::support::Ran::of(child.wait_with_output().unwrap()).ok().lines().len())
            .sum();
        assert_eq!(written, 6);
        assert_eq!(export.number("SELECT count(*) FROM ghostcall_journal"), 6);
        assert_eq!(export.number("SELECT count(*) FROM agent_memories"), 6);
    }
}

#[test]
fn what_was_written_while_one_waited_is_seen() {
    let export = Export::fixture(JSON);
    export.accept_and_apply();
    let lock = Lock::acquire(&export.review(), Holder::default).unwrap();
    let mut command = export.command("decide DB accept --message 107 --as recover");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut command = export.command("undo DB");
    let undo = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    // Meanwhile two write-backs are undone, as the process that holds the lock could do.
    let other = export.file("other.review");
    std::fs::copy(export.review(), &other).unwrap();
    export.run_with("undo DB --last 2 --review", &[other.to_str().unwrap()]).ok();
    drop(lock);
    for child in [child, undo] {
        crate::support::Ran::of(child.wait_with_output().unwrap()).ok();
    }
    assert_eq!(export.status(107), "edited", "decided after those, and not taken back with them");
    assert_eq!(export.status(104), "pending", "the undo took back the last write-back that stood by then");
}

#[test]
fn one_of_another_database_is_refused() {
    let export = Export::fixture(JSON);
    let other = Export::sample("helix-kit.db");
    other.run("decide DB accept --all").ok();
    std::fs::copy(other.review(), export.review()).unwrap();
    for line in
        ["scan DB", "show DB 101", "decide DB accept --all", "apply DB", "apply DB --dry-run", "undo DB", "log DB"]
    {
        let refused = export.run(line).refused();
        assert!(refused.contains("belongs to another database") && refused.contains("--review"), "{line}: {refused}");
    }
}

#[test]
fn one_of_a_later_export_of_the_same_database_is_taken() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    let later = Export::fixture(JSON)
        .and("DELETE FROM messages WHERE id = 113")
        .and("UPDATE messages SET content = content || ' Edited.' WHERE id = 101")
        .and("INSERT INTO messages (id, chat_id, role, content, created_at) VALUES (300, 1, 'user', 'New.', '2026-05-01T00:00:00')");
    std::fs::copy(export.review(), later.review()).unwrap();
    assert_eq!(later.status(101), "stale");
    assert_eq!(later.status(102), "accepted");
}

#[test]
fn a_database_whose_beginning_was_purged_keeps_its_review() {
    let export = Export::generated(400);
    export.run("decide DB accept --all").ok();
    let accepted = export.run("scan DB --status accepted --format jsonl").ok().lines().len();
    assert!(accepted > 5);
    // A review file of an earlier version identifies the database only by its first messages.
    let identity = word(&export, "SELECT value FROM meta WHERE name = 'identity'");
    let mut identity: serde_json::Value = serde_json::from_str(&identity).unwrap();
    let sample = identity["sample"].as_array_mut().unwrap();
    assert!(sample.len() > 60, "{}", sample.len());
    sample.truncate(16);
    for is_earlier in [true, false] {
        if is_earlier {
            let sql = "UPDATE meta SET value = ?1 WHERE name = 'identity'";
            review(&export).execute(sql, [identity.to_string()]).unwrap();
        }
        export.sql("DELETE FROM messages WHERE id IN (SELECT id FROM messages ORDER BY id LIMIT 40)");
        let left = export.run("scan DB --status accepted --format jsonl").ok().lines().len();
        assert!(left > 0 && left <= accepted, "{left} of {accepted}");
        export.run("decide DB skip --all").ok();
    }
    // A database that is empty, or was filled again with other keys, keeps its review too.
    export.sql("CREATE TABLE kept AS SELECT * FROM messages; DELETE FROM messages");
    export.run("decide DB accept --all").ok();
    export.sql("INSERT INTO messages SELECT * FROM kept; UPDATE messages SET id = id + 100000");
    export.run("scan DB").ok();
}

#[test]
fn another_database_with_the_same_keys_is_recognised_by_what_its_messages_are() {
    let (export, other) = (Export::generated(400), Export::generated(400));
    export.run("decide DB accept --all").ok();
    // The other database lacks the first forty messages; the rest have other conversations and times.
    other.sql("DELETE FROM messages WHERE id IN (SELECT id FROM messages ORDER BY id LIMIT 40)");
    other.sql(
        "PRAGMA foreign_keys = OFF; UPDATE messages SET chat_id = chat_id + 1000, created_at = '2027-01-01T00:00:00Z'",
    );
    std::fs::copy(export.review(), other.review()).unwrap();
    for line in ["scan DB", "decide DB accept --all", "apply DB"] {
        let refused = other.run(line).refused();
        assert!(refused.contains("belongs to another database") && refused.contains("differ"), "{line}: {refused}");
    }
}

#[test]
fn a_review_that_was_opened_over_an_empty_database_is_still_that_of_its_own() {
    let (export, other) = (Export::generated(400), Export::generated(400));
    let sample = |export: &Export| {
        let identity = word(export, "SELECT value FROM meta WHERE name = 'identity'");
        serde_json::from_str::<serde_json::Value>(&identity).unwrap()["sample"].as_array().unwrap().len()
    };
    export.run("decide DB accept --all").ok();
    let known = sample(&export);
    export.sql("PRAGMA foreign_keys = OFF; CREATE TABLE kept AS SELECT * FROM messages; DELETE FROM messages");
    for _ in 0..2 {
        export.run("decide DB accept --all").ok();
        assert_eq!(sample(&export), known);
    }
    other.sql(
        "PRAGMA foreign_keys = OFF; UPDATE messages SET chat_id = chat_id + 1000, created_at = '2027-01-01T00:00:00Z'",
    );
    std::fs::copy(export.review(), other.review()).unwrap();
    for line in ["scan DB", "decide DB accept --all", "apply DB"] {
        let refused = other.run(line).refused();
        assert!(refused.contains("belongs to another database"), "{line}: {refused}");
    }
    // When the messages come back, the sample may grow, but only up to a limit.
    export.sql("INSERT INTO messages SELECT * FROM kept WHERE id > 200");
    export.run("decide DB accept --all").ok();
    assert!(sample(&export) >= known && sample(&export) <= 128, "{known}, {}", sample(&export));
}

#[test]
fn a_newer_one_and_what_is_none_are_refused() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    review(&export).execute("UPDATE meta SET value = '2' WHERE name = 'version'", []).unwrap();
    for line in ["scan DB", "decide DB accept --all", "apply DB"] {
        let refused = export.run(line).refused();
        assert!(refused.contains("newer ghostcall") && refused.contains("update"), "{line}: {refused}");
    }
    for bytes in [&b"not a database at all, only a text of some length to look at"[..], b"x"] {
        std::fs::write(export.review(), bytes).unwrap();
        for line in ["scan DB", "decide DB accept --all", "apply DB"] {
            let refused = export.run(line).refused();
            assert!(refused.contains("not a review file"), "{line}: {refused}");
        }
        assert_eq!(std::fs::read(export.review()).unwrap(), bytes, "it is left as it is");
    }
    let strange = export.path().to_str().unwrap().to_owned();
    let before = std::fs::read(export.path()).unwrap();
    for line in ["scan DB", "decide DB accept --all"] {
        let refused = export.run_with(&format!("{line} --review"), &[&strange]).refused();
        assert!(refused.contains("not a review file"), "{line}: {refused}");
    }
    assert!(std::fs::read(export.path()).unwrap() == before);
    let folder = export.folder().to_str().unwrap().to_owned();
    for line in ["scan DB", "decide DB accept --all"] {
        export.run_with(&format!("{line} --review"), &[&folder]).refused();
    }
    let refused = export.run("decide DB accept --all --review /no/such/folder/x.review").refused();
    assert_eq!(refused.matches("No such file").count(), 1, "{refused}");
    assert!(!refused.contains("os error"), "{refused}");
}

#[test]
fn a_flag_is_an_event_that_is_shown() {
    let export = Export::fixture(JSON);
    export.run("decide DB skip --message 101").ok();
    let mark = |seq: i64, edit: &str| {
        let sql = "INSERT INTO event (seq, gesture, at, reviewer, message, action, edit)
                   VALUES (?1, ?1, '2026-02-03T09:00:00Z', 'ana', '101', 'mark', ?2)";
        review(&export).execute(sql, (seq, edit)).unwrap();
    };
    assert!(export.show(101).get("flagged").is_none());
    mark(2, "\"on\"");
    assert_eq!(export.show(101)["flagged"], true);
    assert!(export.run("show DB 101").ok().stdout.contains("Flagged    to revisit later"));
    let flagged: Vec<_> = export.scan().into_iter().filter(|finding| finding["flagged"] == true).collect();
    assert_eq!(flagged.len(), 1);
    let listed = export.run("scan DB --flagged --format jsonl").ok().stdout.clone();
    assert_eq!((listed.lines().count(), listed.contains("\"message_id\":101")), (1, true));
    export.run("decide DB reset --message 101").ok();
    let output = export.run("decide DB accept --all").ok().stdout.clone();
    assert!(output.contains("left 1 finding: flagged"), "{output}");
    let next = events(&export).len();
    mark(i64::try_from(next).unwrap() + 1, "\"off\"");
    assert!(export.show(101).get("flagged").is_none());
    assert_eq!(export.status(101), "pending", "a flag decides nothing");
}

#[test]
fn a_note_is_shown_though_nothing_is_decided() {
    let export = Export::fixture(JSON);
    export.run_with("decide DB skip --message 101 --note", &["ask Wren"]).ok();
    export.run("decide DB reset --message 101").ok();
    review(&export).execute("UPDATE event SET action = 'of a later version' WHERE action != 'note'", []).unwrap();
    let shown = export.show(101);
    assert_eq!((&shown["decision"], &shown["note"]), (&serde_json::Value::Null, &"ask Wren".into()));
    assert!(export.run("show DB 101").ok().stdout.contains("Note       ask Wren"));
    // A new event does not reuse the number of an event that this version does not know.
    export.run("decide DB reject --message 101").ok();
    assert_eq!((export.status(101).as_str(), events(&export).len()), ("rejected", 4));
}

#[test]
fn an_empty_one_is_taken_as_new() {
    let export = Export::fixture(JSON);
    std::fs::write(export.review(), b"").unwrap();
    assert_eq!(export.scan().len(), 8);
    export.run("decide DB accept --all").ok();
    assert_eq!(events(&export).len(), 6);
}
