//! Concurrent work on one file: eight processes that decide, write and undo, and the application itself. Each waits its
//! turn or reports who has the review locked; nothing is lost, done twice or written blindly.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ghostcall::source::{EntryKind, JournalEntry, each_entry};
use rusqlite::Connection;
use rusqlite::types::Value as Cell;

use crate::Chance;
use crate::in_effect::{assert_never_twice, assert_whole, message, texts};
use crate::support::{Export, Ran};

/// The number of concurrent processes.
const PROCESSES: u64 = 8;

/// Whether a command failed because of another process, which is a valid result.
fn had_to_wait(ran: &Ran) -> bool {
    if ran.code != Some(2) {
        return false;
    }
    let output = ran.refused();
    assert!(output.contains("in use by") || output.contains("locked by another program"), "{output}");
    true
}

/// `accepted 5 findings` → 5.
fn printed_number(ran: &Ran) -> i64 {
    ran.stdout.split(' ').nth(1).and_then(|number| number.parse().ok()).unwrap()
}

#[test]
fn eight_processes_at_once_lose_nothing_and_do_nothing_twice() {
    let rounds = crate::number("GHOSTCALL_ROUNDS", 6);
    for wal in [false, true] {
        let export = Export::generated(1000);
        let export = Arc::new(if wal { export.with_wal() } else { export });
        let (original, original_texts) = (export.dump(), texts(&export));
        let threads: Vec<_> = (0..PROCESSES)
            .map(|seed| {
                let export = Arc::clone(&export);
                std::thread::spawn(move || {
                    let mut chance = Chance::seeded(seed + 1);
                    // Accepted, written, undone, and refused because of others.
                    let mut counts = [0_i64; 4];
                    for _ in 0..rounds {
                        let lines = [
                            "decide DB accept --all", "apply DB --no-backup", "undo DB --last 3",
                            "decide DB reset --all",
                        ];
                        let (kind, line) = *chance.of(&[
                            (0, lines[0]),
                            (0, lines[0]),
                            (1, lines[1]),
                            (1, lines[1]),
                            (2, lines[2]),
                            (3, lines[3]),
                        ]);
                        let ran = export.run(line);
                        assert!(!ran.stderr.contains("panicked"), "{line}: {}", ran.stderr);
                        if had_to_wait(&ran) {
                            counts[3] += 1;
                            continue;
                        }
                        assert!([Some(0), Some(1)].contains(&ran.code), "{line}: {}", ran.stderr);
                        match kind {
                            0 => counts[0] += printed_number(&ran),
                            1 | 2 => {
                                let done = ran.stdout.lines().filter(|line| line.starts_with('{')).count();
                                counts[kind] += i64::try_from(done).unwrap();
                            }
                            _ => {}
                        }
                    }
                    counts
                })
            })
            .collect();
        let mut all = [0; 4];
        for thread in threads {
            for (sum, count) in all.iter_mut().zip(thread.join().unwrap()) {
                *sum += count;
            }
        }
        let [accepted, written, taken_back, waited] = all;
        eprintln!("{accepted} accepted, {written} written, {taken_back} taken back, {waited} told to wait");
        let review = Connection::open(export.review()).unwrap();
        let stored: i64 =
            review.query_row("SELECT count(*) FROM event WHERE action = 'accept'", [], |row| row.get(0)).unwrap();
        assert_eq!(stored, accepted, "every decision that was told is stored");
        let journal = |kind: &str| {
            let has = export.number("SELECT count(*) FROM sqlite_schema WHERE name = 'ghostcall_journal'") == 1;
            let count = || export.number(&format!("SELECT count(*) FROM ghostcall_journal WHERE kind = '{kind}'"));
            if has { count() } else { 0 }
        };
        assert_eq!((journal("write"), journal("undo")), (written, taken_back));
        let in_effect = assert_never_twice(&export.connect(), "eight at once");
        assert_whole(&export, "eight at once", &in_effect, &original_texts, &original);
        export.run("verify DB").ok();
        assert!(export.files().iter().all(|name| !name.ends_with("-journal")), "{:?}", export.files());
    }
}

#[test]
fn looking_at_a_file_frees_no_lock_that_this_process_holds_on_it() {
    // On Unix, closing a file releases all locks of the process on it, and a scan may read the file while the review
    // stores a decision.
    let export = Export::generated(40);
    export.run("decide DB accept --all").ok();
    for path in [export.path(), &export.review()] {
        let connection = Connection::open(path).unwrap();
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        drop(ghostcall::source::open_read_only(path).unwrap());
        let refused = export.run("apply DB");
        assert!(refused.ended(2).stderr.contains("locked by another program"), "{}", refused.stderr);
    }
}

/// The number of the text that the application wrote last, by message; `None` for a deleted one.
#[derive(Default)]
struct Written {
    last: BTreeMap<i64, Option<u64>>,
}

fn leak(number: u64) -> String {
    format!("{{success: true, memory_type: \"journal\", content: \"Memory {number}.\"}}Words {number}.")
}

fn words(number: u64) -> String {
    format!("Words {number}.")
}

/// The number in the `Words` sentence of a text.
fn number_of(text: &str) -> Option<u64> {
    text.rsplit_once("Words ")?.1.trim_end_matches('.').parse().ok()
}

/// Writes as an application does until `stop` is set: changes texts, adds messages and deletes some.
fn application(path: &std::path::Path, stop: &AtomicBool) -> Written {
    let connection = Connection::open(path).unwrap();
    connection.busy_timeout(Duration::from_secs(20)).unwrap();
    let ids: Vec<i64> = {
        let mut statement = connection.prepare("SELECT id FROM messages WHERE role = 'assistant'").unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let mut chance = Chance::seeded(77);
    let mut written = Written::default();
    let mut number = 0;
    let mut next_id = 1_000_000;
    while !stop.load(Ordering::SeqCst) {
        number += 1;
        let id = *chance.of(&ids[..60]);
        match chance.below(6) {
            0 => {
                connection.execute("DELETE FROM tool_calls WHERE message_id = ?1", [id]).unwrap();
                connection.execute("DELETE FROM messages WHERE id = ?1", [id]).unwrap();
                written.last.insert(id, None);
            }
            1 => {
                next_id += 1;
                let sql = "INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, streaming, created_at, updated_at)
                           SELECT ?1, chat_id, agent_id, role, ?2, '[]', 0, created_at, updated_at FROM messages
                           WHERE role = 'assistant' AND agent_id IS NOT NULL LIMIT 1";
                connection.execute(sql, rusqlite::params![next_id, leak(number)]).unwrap();
                written.last.insert(next_id, Some(number));
            }
            _ => {
                let sql = "UPDATE messages SET content = ?2, tools_used = '[]' WHERE id = ?1";
                if connection.execute(sql, rusqlite::params![id, leak(number)]).unwrap() == 1 {
                    written.last.insert(id, Some(number));
                }
            }
        }
        std::thread::sleep(Duration::from_millis(2 + chance.next() % 6));
    }
    written
}

#[test]
fn while_the_application_writes_only_what_was_approved_is_written() {
    for wal in [false, true] {
        let export = Export::generated(400);
        let export = Arc::new(if wal { export.with_wal() } else { export });
        let stop = Arc::new(AtomicBool::new(false));
        let writer = {
            let (export, stop) = (Arc::clone(&export), Arc::clone(&stop));
            std::thread::spawn(move || application(export.path(), &stop))
        };
        let reviewers: Vec<_> = (0..2)
            .map(|_| {
                let export = Arc::clone(&export);
                std::thread::spawn(move || {
                    let mut refused = 0;
                    for _ in 0..crate::number("GHOSTCALL_ROUNDS", 6) {
                        for line in ["decide DB accept --all", "apply DB --no-backup", "scan DB", "undo DB --last 4"] {
                            let ran = export.run(line);
                            assert!(!ran.stderr.contains("panicked"), "{line}: {}", ran.stderr);
                            if had_to_wait(&ran) {
                                refused += 1;
                            } else {
                                assert!([Some(0), Some(1)].contains(&ran.code), "{line}: {}", ran.stderr);
                            }
                        }
                    }
                    refused
                })
            })
            .collect();
        let refused: usize = reviewers.into_iter().map(|thread| thread.join().unwrap()).sum();
        stop.store(true, Ordering::SeqCst);
        let written = writer.join().unwrap();
        let in_effect = assert_not_blind(&export.connect());
        eprintln!("{} texts, {} writes in effect, {refused} commands refused", written.last.len(), in_effect.len());
        assert_agrees(&export, &written, &in_effect);
    }
}

/// Asserts that each write turned a text into what was approved for that very text. Returns the writes in effect.
fn assert_not_blind(connection: &Connection) -> BTreeMap<i64, JournalEntry> {
    let mut in_effect = BTreeMap::new();
    each_entry(connection, |entry| match entry.kind {
        EntryKind::Write => {
            if let (Some(before), Some(after)) = (&entry.before.text, &entry.after.text)
                && let Some(number) = number_of(before)
            {
                assert_eq!(before, &leak(number), "{}", entry.id);
                assert_eq!(after, &words(number), "{}", entry.id);
                assert!(entry.records.len() <= 1);
                for record in &entry.records {
                    assert_eq!(record.values["content"], format!("Memory {number}."), "{}", entry.id);
                }
            }
            in_effect.insert(entry.id, entry);
        }
        EntryKind::Undo => assert!(in_effect.remove(&entry.undoes.unwrap()).is_some(), "taken back twice"),
    })
    .unwrap();
    in_effect
}

/// Asserts that each text is what the application wrote last, or what a write in effect made of it.
fn assert_agrees(export: &Export, written: &Written, in_effect: &BTreeMap<i64, JournalEntry>) {
    let now = texts(export);
    for (id, number) in &written.last {
        let Some(number) = number else {
            assert!(!now.contains_key(id), "{id} was removed, and is back");
            continue;
        };
        let text = &now[id];
        if *text == words(*number) {
            let made = in_effect.values().any(|entry| message(entry) == *id && entry.after.text.as_ref() == Some(text));
            assert!(made, "{id}: nobody wrote `{text}`");
        } else {
            assert_eq!(text, &leak(*number), "{id}: the last word of the application is lost");
        }
    }
    // Every memory of a write in effect exists once, and there are no others.
    let contents = export.rows("SELECT content FROM agent_memories WHERE content LIKE 'Memory %'");
    let mut expected: Vec<Cell> = in_effect
        .values()
        .flat_map(|entry| &entry.records)
        .filter_map(|record| record.values["content"].as_str())
        .filter(|content| content.starts_with("Memory "))
        .map(|content| Cell::Text(content.to_owned()))
        .collect();
    let mut found: Vec<Cell> = contents.into_iter().map(|mut row| row.remove(0)).collect();
    let key = |cell: &Cell| format!("{cell:?}");
    expected.sort_by_key(key);
    found.sort_by_key(key);
    assert_eq!(found, expected);
    let check: String = export.connect().query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
}

/// Opens, rewrites and closes the database repeatedly until `stop` is set.
fn vacuum(path: &std::path::Path, stop: &AtomicBool) {
    let mut chance = Chance::seeded(5);
    while !stop.load(Ordering::SeqCst) {
        let connection = Connection::open(path).unwrap();
        connection.busy_timeout(Duration::from_secs(20)).unwrap();
        let size = *chance.of(&[1024, 2048, 4096, 8192]);
        // Another page size moves everything in the file.
        let sql = format!(
            "PRAGMA journal_mode = DELETE; PRAGMA page_size = {size}; VACUUM; PRAGMA journal_mode = WAL; VACUUM"
        );
        // This fails while the program reads the database.
        drop(connection.execute_batch(&sql));
    }
}

#[test]
fn a_database_that_is_written_anew_is_not_called_damaged() {
    let export = Export::generated(1500).with_wal();
    let scanned = export.run("scan DB --format jsonl").ok().stdout.clone();
    let stop = Arc::new(AtomicBool::new(false));
    let application = {
        let (path, stop) = (export.path().to_owned(), Arc::clone(&stop));
        std::thread::spawn(move || vacuum(&path, &stop))
    };
    let mut counts = [0; 2];
    for _ in 0..crate::number("GHOSTCALL_ROUNDS", 6) * 4 {
        for line in ["scan DB --format jsonl", "profiles detect DB", "log DB"] {
            let ran = export.run(line);
            if ran.code == Some(0) {
                assert!(!line.starts_with("scan") || ran.stdout == scanned, "{line} missed something");
                counts[0] += 1;
                continue;
            }
            ran.ended(2);
            let output = ran.stderr.lines().last().unwrap_or_default();
            let is_for_its_sake =
                output.contains("changed by another program") || output.contains("locked by another program");
            assert!(is_for_its_sake, "{line}: {output}");
            counts[1] += 1;
        }
    }
    stop.store(true, Ordering::SeqCst);
    application.join().unwrap();
    eprintln!("{} read it, {} were told to wait", counts[0], counts[1]);
    assert_eq!(export.scan().len(), scanned.lines().count());
}
