//! The program killed while it writes: whatever the moment, each finding is written wholly or not at all.
//!
//! `GHOSTCALL_KILLS` sets how many kills there are in total (200 unless it says otherwise).

#![allow(clippy::unwrap_used, reason = "a database that cannot be read fails the test")]

use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, RandomState};
use std::process::Stdio;
use std::time::{Duration, Instant};

use ghostcall::source::{Entry, EntryKind, each_entry};
use rusqlite::types::Value as Cell;
use serde_json::Value;

#[path = "support/mod.rs"]
mod support;

use support::{Dump, Export};

const MESSAGES: u32 = 3000;

/// How many kills there are for each of the two commands in each of the two journal modes.
fn rounds() -> usize {
    let total = std::env::var("GHOSTCALL_KILLS").ok().and_then(|number| number.parse().ok()).unwrap_or(200_usize);
    total.div_ceil(4)
}

/// A generated export in which all that a bulk action takes is accepted.
struct Site {
    export: Export,
    original: Dump,
    texts: BTreeMap<i64, String>,
    found: usize,
    accepted: usize,
    chance: Chance,
    /// How many kills came before the command had ended by itself.
    hits: usize,
}

/// When to kill: numbers that differ from run to run.
struct Chance(u64);

impl Chance {
    fn new() -> Self {
        Self(RandomState::new().hash_one(1) | 1)
    }

    /// A moment before `limit`.
    fn moment(&mut self, limit: Duration) -> Duration {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Duration::from_micros(self.0 % u64::try_from(limit.as_micros()).unwrap().max(1))
    }
}

/// When a command is killed.
#[derive(Clone, Copy, Debug)]
enum When {
    /// After this while.
    After(Duration),
    /// So long after one of these files has grown: SQLite is at work on them.
    Writing(Duration),
}

/// Starts a command and kills it; answers whether that came before its end.
fn kill(export: &Export, line: &str, when: When, files: &[&str]) -> bool {
    let size = |name: &&str| std::fs::metadata(export.file(name)).map_or(0, |file| file.len());
    let before: Vec<u64> = files.iter().map(size).collect();
    let mut command = export.command(line);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    match when {
        When::After(wait) => std::thread::sleep(wait),
        When::Writing(wait) => {
            while child.try_wait().unwrap().is_none() && files.iter().map(size).collect::<Vec<_>>() == before {
                std::thread::sleep(Duration::from_micros(50));
            }
            std::thread::sleep(wait);
        }
    }
    let ended = child.try_wait().unwrap().is_some();
    child.kill().unwrap();
    child.wait().unwrap();
    !ended
}

/// How many findings are accepted and not yet written, and how many are written.
struct State {
    accepted: usize,
    written: usize,
}

impl Site {
    fn new(wal: bool) -> Self {
        let export = Export::generated(MESSAGES);
        let export = if wal { export.with_wal() } else { export };
        let original = export.dump();
        export.run("decide DB accept --all").ok();
        let texts = texts(&export);
        let found = export.scan().len();
        let accepted = export.run("scan DB --status accepted").ok().lines().len();
        assert!(accepted > 30, "only {accepted} findings: too few to be interrupted");
        Self { export, original, texts, found, accepted, chance: Chance::new(), hits: 0 }
    }

    /// Starts a command and kills it: at any moment of the time that it takes, or while it writes.
    fn kill(&mut self, line: &str, round: usize, takes: Duration) -> State {
        let when = if round.is_multiple_of(2) {
            When::After(self.chance.moment(takes + takes / 10))
        } else {
            When::Writing(self.chance.moment(takes / 4))
        };
        self.hits += usize::from(kill(&self.export, line, when, &["export.db-journal", "export.db-wal"]));
        self.check(&format!("{line}, killed {when:?}"))
    }

    /// After a kill the next command needs no repair, and what stands there is whole.
    fn check(&self, what: &str) -> State {
        let found = self.export.scan();
        let with = |status: &str| found.iter().filter(|finding| finding["status"] == status).count();
        let (accepted, pending) = (with("accepted"), with("pending"));
        let connection = self.export.connect();
        let check: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(check, "ok", "{what}");
        let mut standing: BTreeMap<i64, Entry> = BTreeMap::new();
        let mut previous = String::new();
        each_entry(&connection, |entry| {
            assert_eq!(entry.previous, previous, "{what}: the chain is broken at {}", entry.id);
            assert_eq!(entry.digest, entry.computed_digest(), "{what}: {}", entry.id);
            previous.clone_from(&entry.digest);
            let message = Value::from(&entry.message).as_i64().unwrap();
            match entry.kind {
                EntryKind::Write => {
                    assert!(standing.insert(message, entry).is_none(), "{what}: {message} is written twice");
                }
                EntryKind::Undo => {
                    assert!(standing.remove(&message).is_some(), "{what}: {message} is taken back twice");
                }
            }
        })
        .unwrap();
        let state = State { accepted, written: standing.len() };
        assert_eq!(accepted + state.written + pending, self.found, "{what}: no finding is lost");
        self.check_cells(what, &standing);
        state
    }

    /// Each message, and each memory, is as the standing rows of the journal say; the others are as they were.
    fn check_cells(&self, what: &str, standing: &BTreeMap<i64, Entry>) {
        for (id, text) in texts(&self.export) {
            let expected = standing.get(&id).and_then(|entry| entry.after.text.as_ref()).unwrap_or(&self.texts[&id]);
            assert_eq!(&text, expected, "{what}: message {id}");
        }
        let memories: usize = standing.values().map(|entry| entry.records.len()).sum();
        let (_, original) = self.original.iter().find(|(table, _)| table == "agent_memories").unwrap();
        let now = self.export.number("SELECT count(*) FROM agent_memories");
        assert_eq!(usize::try_from(now).unwrap(), original.len() + memories, "{what}");
        let contents = self.export.rows("SELECT content FROM agent_memories");
        for record in standing.values().flat_map(|entry| &entry.records) {
            let content = Cell::Text(record.values["content"].as_str().unwrap().to_owned());
            assert_eq!(contents.iter().filter(|row| row[0] == content).count(), 1, "{what}: {content:?}");
        }
    }

    /// The database and its review file, with nobody at work on them.
    fn files(&self) -> [Vec<u8>; 2] {
        [self.export.path(), &self.export.review()].map(|path| std::fs::read(path).unwrap())
    }

    /// Puts both files back as they were.
    fn restore(&self, files: &[Vec<u8>; 2]) {
        for name in self.export.files() {
            std::fs::remove_file(self.export.file(&name)).unwrap();
        }
        for (path, bytes) in [self.export.path(), &self.export.review()].into_iter().zip(files) {
            std::fs::write(path, bytes).unwrap();
        }
    }

    /// Runs a command to its end; answers how long it took.
    fn finish(&self, line: &str) -> Duration {
        let start = Instant::now();
        self.export.run(line).ok();
        let took = start.elapsed();
        self.check(line);
        took
    }
}

fn texts(export: &Export) -> BTreeMap<i64, String> {
    let connection = export.connect();
    let mut statement = connection.prepare("SELECT id, content FROM messages").unwrap();
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
}

fn kill_again_and_again(wal: bool) {
    let mut site = Site::new(wal);
    let decided = site.files();
    let applying = site.finish("apply DB");
    let written = site.files();
    let undoing = site.finish("undo DB --all");

    site.restore(&decided);
    for round in 0..rounds() {
        let backup = if round % 3 == 0 { "" } else { "--no-backup" };
        let state = site.kill(&format!("apply DB {backup}"), round, applying);
        assert_eq!(state.accepted + state.written, site.accepted, "no decision is lost");
        if state.accepted == 0 {
            // It was done before the kill: begin anew.
            site.restore(&decided);
        }
    }
    site.finish("apply DB --no-backup");
    for round in 0..rounds() {
        let state = site.kill("undo DB --all", round, undoing);
        assert_eq!(state.accepted, 0, "what is taken back is undecided again");
        if state.written == 0 {
            site.restore(&written);
        }
    }
    site.finish("undo DB --all");
    assert_eq!(site.export.dump(), site.original, "all is as it was");
    eprintln!("{} of {} kills came before the end", site.hits, 2 * rounds());
}

#[test]
fn killed_with_a_rollback_journal_all_is_written_or_nothing() {
    kill_again_and_again(false);
}

#[test]
fn killed_with_a_write_ahead_log_all_is_written_or_nothing() {
    kill_again_and_again(true);
}

#[test]
fn killed_while_deciding_the_decisions_of_a_gesture_are_all_there_or_none() {
    let export = Export::generated(MESSAGES);
    let before = std::fs::read(export.path()).unwrap();
    let all = export.run("scan DB").ok().lines().len();
    let mut chance = Chance::new();
    let start = Instant::now();
    export.run("decide DB accept --all").ok();
    let deciding = start.elapsed();
    for round in 0..rounds() {
        let _ = std::fs::remove_file(export.review());
        let when = if round.is_multiple_of(2) {
            When::After(chance.moment(deciding + deciding / 10))
        } else {
            When::Writing(chance.moment(deciding / 4))
        };
        kill(&export, "decide DB accept --all", when, &["export.db.review-journal"]);
        let decided = export.run("scan DB --status accepted").ok().lines().len();
        let pending = export.run("scan DB --status pending").ok().lines().len();
        assert_eq!(decided + pending, all);
        export.run("decide DB accept --all").ok();
        let after = export.run("scan DB --status accepted").ok().lines().len();
        assert!(decided == 0 || decided == after, "{decided} of {after}");
        assert_eq!(std::fs::read(export.path()).unwrap(), before, "deciding does not touch the database");
    }
}
