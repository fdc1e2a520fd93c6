//! The program killed while it decides, writes back and undoes: at any moment, each finding is written completely or
//! not at all, and no stored decision is lost.
//!
//! A test has no disk on which every transaction is slow. Instead, another connection takes SQLite's write lock
//! repeatedly, for random milliseconds. The program's busy handler waits for it as for a slow disk, so kills hit the
//! program while it waits.

use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, RandomState};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::in_effect::{assert_never_twice, assert_whole, texts};
use crate::support::{Dump, Export};
use crate::{Chance, screen};

const MESSAGES: u32 = 3000;

/// The number of kills of each of eight kinds: write-back and undo on three kinds of database, deciding with and
/// without a screen.
fn rounds() -> usize {
    crate::number("GHOSTCALL_KILLS", 200).div_ceil(8)
}

/// When to kill: numbers that differ from run to run.
fn chance() -> Chance {
    Chance::seeded(RandomState::new().hash_one(1))
}

/// A random duration below `limit`.
fn moment(chance: &mut Chance, limit: Duration) -> Duration {
    Duration::from_micros(chance.next() % u64::try_from(limit.as_micros()).unwrap().max(1))
}

/// The kind of database that the killed program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Disk {
    /// With a rollback journal.
    Plain,
    /// With a write-ahead log whose frames are not merged: the application has it open.
    Log,
    /// With another connection that takes the write lock again and again.
    Slow,
}

/// Another connection to a database, until this is dropped.
struct Neighbour {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    _reader: Option<Connection>,
}

impl Neighbour {
    fn of(export: &Export, disk: Disk) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let reader = (disk == Disk::Log).then(|| {
            let connection = export.connect();
            connection.execute_batch("PRAGMA wal_autocheckpoint = 0; UPDATE chats SET title = title").unwrap();
            connection
        });
        let thread = (disk == Disk::Slow).then(|| {
            let (connection, stop, mut chance) = (export.connect(), Arc::clone(&stop), chance());
            std::thread::spawn(move || {
                while !stop.load(Ordering::SeqCst) {
                    // This waits while the program itself writes.
                    if connection.execute_batch("BEGIN IMMEDIATE").is_ok() {
                        std::thread::sleep(moment(&mut chance, Duration::from_millis(40)));
                        connection.execute_batch("ROLLBACK").unwrap();
                    }
                    std::thread::sleep(moment(&mut chance, Duration::from_millis(10)));
                }
            })
        });
        Self { stop, thread, _reader: reader }
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// A generated export with everything accepted that a bulk action accepts.
struct Site {
    export: Export,
    disk: Disk,
    original: Dump,
    texts: BTreeMap<i64, String>,
    found: usize,
    accepted: usize,
    chance: Chance,
    /// How many kills came before the command ended by itself.
    hits: usize,
}

/// When a command is killed.
#[derive(Clone, Copy, Debug)]
enum When {
    /// After this time.
    After(Duration),
    /// This long after one of SQLite's files has changed size, which shows that a transaction is running.
    Writing(Duration),
}

/// Starts a command and kills it; returns whether it was still running.
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
    fn new(disk: Disk) -> Self {
        let export = Export::generated(MESSAGES);
        let export = if disk == Disk::Log { export.with_wal() } else { export };
        let original = export.dump();
        export.run("decide DB accept --all").ok();
        let texts = texts(&export);
        let found = export.scan().len();
        let accepted = export.run("scan DB --status accepted").ok().lines().len();
        assert!(accepted > 30, "only {accepted} findings: too few to be interrupted");
        Self { export, disk, original, texts, found, accepted, chance: chance(), hits: 0 }
    }

    /// Starts a command and kills it at a random moment, or while it writes.
    fn kill(&mut self, line: &str, round: usize, takes: Duration) -> State {
        let when = if round.is_multiple_of(2) {
            When::After(moment(&mut self.chance, takes + takes / 10))
        } else {
            When::Writing(moment(&mut self.chance, takes / 4))
        };
        let neighbour = Neighbour::of(&self.export, self.disk);
        self.hits += usize::from(kill(&self.export, line, when, &["export.db-journal", "export.db-wal"]));
        let state = self.check(&format!("{line}, killed {when:?}"));
        drop(neighbour);
        state
    }

    /// Asserts that the next start needs no manual repair, no finding is lost, and every write is complete.
    fn check(&self, what: &str) -> State {
        let found = self.export.scan();
        let with = |status: &str| found.iter().filter(|finding| finding["status"] == status).count();
        let (accepted, pending) = (with("accepted"), with("pending"));
        let in_effect = assert_never_twice(&self.export.connect(), what);
        let state = State { accepted, written: in_effect.len() };
        assert_eq!(accepted + state.written + pending, self.found, "{what}: no finding is lost");
        assert_whole(&self.export, what, &in_effect, &self.texts, &self.original);
        state
    }

    /// The bytes of the database and its review file, while no process works on them.
    fn files(&self) -> [Vec<u8>; 2] {
        [self.export.path(), &self.export.review()].map(|path| std::fs::read(path).unwrap())
    }

    /// Restores both files.
    fn restore(&self, files: &[Vec<u8>; 2]) {
        for name in self.export.files() {
            std::fs::remove_file(self.export.file(&name)).unwrap();
        }
        for (path, bytes) in [self.export.path(), &self.export.review()].into_iter().zip(files) {
            std::fs::write(path, bytes).unwrap();
        }
    }

    /// Runs a command to its end; returns how long it took.
    fn finish(&self, line: &str) -> Duration {
        let start = Instant::now();
        self.export.run(line).ok();
        let took = start.elapsed();
        self.check(line);
        took
    }
}

fn kill_again_and_again(disk: Disk) {
    let mut site = Site::new(disk);
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
            // Everything is written: start again.
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
    eprintln!("{disk:?}: {} of {} kills came before the end", site.hits, 2 * rounds());
}

#[test]
fn killed_with_a_rollback_journal_all_is_written_or_nothing() {
    kill_again_and_again(Disk::Plain);
}

#[test]
fn killed_with_a_write_ahead_log_that_is_not_merged_all_is_written_or_nothing() {
    kill_again_and_again(Disk::Log);
}

#[test]
fn killed_where_writing_waits_for_others_all_is_written_or_nothing() {
    kill_again_and_again(Disk::Slow);
}

#[test]
fn killed_while_deciding_the_decisions_of_a_gesture_are_all_there_or_none() {
    let export = Export::generated(MESSAGES);
    let before = std::fs::read(export.path()).unwrap();
    let found = export.run("scan DB").ok().lines();
    let (all, first) = (found.len(), &found[0]["message_id"]);
    let mut chance = chance();
    let start = Instant::now();
    export.run("decide DB accept --all").ok();
    let deciding = start.elapsed();
    let after = export.run("scan DB --status accepted").ok().lines().len();
    for round in 0..rounds() {
        let _ = std::fs::remove_file(export.review());
        // An earlier decision, which must survive whatever happens to later ones.
        export.run(&format!("decide DB skip --message {first}")).ok();
        let skipped = export.run("scan DB --status skipped").ok().lines().len();
        assert_eq!(skipped, 1);
        let when = if round.is_multiple_of(2) {
            When::After(moment(&mut chance, deciding + deciding / 10))
        } else {
            When::Writing(moment(&mut chance, deciding / 4))
        };
        kill(&export, "decide DB accept --all", when, &["export.db.review-journal"]);
        let with = |status: &str| export.run(&format!("scan DB --status {status}")).ok().lines().len();
        let (decided, pending) = (with("accepted"), with("pending"));
        assert_eq!(with("skipped"), skipped, "a decision made before the kill is lost");
        assert_eq!(decided + pending + skipped, all);
        export.run("decide DB accept --all").ok();
        assert!(decided == 0 || decided == with("accepted"), "{decided} of {after}");
        assert_eq!(std::fs::read(export.path()).unwrap(), before, "deciding does not touch the database");
    }
}

/// The number of decided findings, as the first row of the screen shows it.
fn reviewed(screen: &str) -> usize {
    let Some((before, _)) = screen.split_once("/41 reviewed") else { return 0 };
    before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[test]
fn killed_in_the_middle_of_a_review_every_decision_that_was_shown_is_there() {
    let mut chance = chance();
    for round in 0..rounds() {
        let export = screen::Export::sample();
        if round.is_multiple_of(2) {
            let connection = Connection::open(export.path()).unwrap();
            connection.execute_batch("PRAGMA journal_mode = WAL").unwrap();
        }
        let review = export.review(80, 24, &[]);
        review.wait_for("0/41 reviewed").wait_for("208 messages read");
        for key in 0..chance.below(30) {
            review.keys(if key % 3 == 0 { "r" } else { "s" });
        }
        std::thread::sleep(moment(&mut chance, Duration::from_millis(60)));
        let shown = reviewed(&review.text());
        review.kill();
        let again = export.review(80, 24, &[]);
        again.wait_for("208 messages read").wait_for("/41 reviewed");
        let kept = reviewed(&again.text());
        assert!(kept >= shown, "{shown} decisions were shown, and {kept} are there");
        again.keys("q");
        assert_eq!(again.ended(), 0);
    }
}

/// The unfinished files in the folder of an export.
fn unfinished(export: &Export) -> Vec<String> {
    export.files().into_iter().filter(|name| name.contains(".partial")).collect()
}

#[test]
fn what_a_kill_leaves_of_a_backup_is_removed_by_the_next_start() {
    let export = Export::generated(20_000);
    export.run("decide DB accept --all").ok();
    // A backup takes only a moment, so it may need several tries to hit one.
    for _ in 0..50 {
        let mut child = export.command("apply DB").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while child.try_wait().unwrap().is_none() && unfinished(&export).is_empty() {}
        child.kill().unwrap();
        child.wait().unwrap();
        if !unfinished(&export).is_empty() {
            break;
        }
        export.run("undo DB --all").ok();
    }
    assert!(!unfinished(&export).is_empty(), "no kill hit the backup");
    // A scan changes nothing.
    export.run("scan DB").ok();
    assert!(!unfinished(&export).is_empty());
    export.run("decide DB accept --all").ok();
    assert_eq!(unfinished(&export), [] as [String; 0]);
}

#[test]
fn nothing_is_removed_but_what_a_kill_left_of_our_own() {
    let export = Export::generated(40);
    let write = |name: &str| std::fs::write(export.file(name), "x").unwrap();
    let left = ["export.db.backup-20260101T000000Z.partial", "export.db.backup-20260101T000000Z.partial-journal"];
    let kept = [
        "export.db.backup-20260101T000000Z",
        "export.db.backup-mine.partial",
        "other.db.backup-20260101T000000Z.partial",
        "export.db.backup-20260102T000000Z.partial",
        "mine.partial",
        ".ghostcall-mine.db.partial",
    ];
    left.iter().chain(&kept).for_each(|name| write(name));
    // Another process holds the lock on this one.
    let held = std::fs::File::open(export.file(kept[3])).unwrap();
    held.try_lock().unwrap();
    export.run("decide DB accept --all").ok();
    let files = export.files();
    assert!(left.iter().all(|name| !files.contains(&(*name).to_owned())), "{files:?}");
    assert!(kept.iter().all(|name| files.contains(&(*name).to_owned())), "{files:?}");
    // The same for a new database.
    write(".ghostcall-aB3dE6.partial");
    write(".ghostcall-aB3dE6.partial-journal");
    let out = export.file("new.db");
    export.run_with("demo --messages 20 --out", &[out.to_str().unwrap()]).ok();
    let left: Vec<String> = export.files().into_iter().filter(|name| name.starts_with(".ghostcall")).collect();
    assert_eq!(left, [".ghostcall-mine.db.partial"]);
}
