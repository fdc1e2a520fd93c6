//! Damaged databases and review files: no panic, no hang, a clear error, and no wrong write. Rows without an approved
//! finding stay unchanged.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use ghostcall::audit::Options;
use ghostcall::proposal::Status;
use ghostcall::review::{DecisionKind, NewDecision};
use ghostcall::session::{Access, Session, SessionError, Setup};
use ghostcall::source::each_entry;
use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use crate::damage::{Files, damage};
use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

/// How long the program may take with a damaged file before it counts as hanging. Nothing here takes more than a few
/// seconds.
const HANGS: Duration = Duration::from_secs(120);

/// The files to damage: with and without decisions, a journal, and a log.
fn originals() -> Vec<Files> {
    let read = |export: &Export| Files {
        database: std::fs::read(export.path()).unwrap(),
        review: std::fs::read(export.review()).ok(),
        ..Files::default()
    };
    let decided = Export::fixture(JSON);
    decided.run("decide DB accept --all").ok();
    let written = Export::sample("helix-kit.db");
    written.run("decide DB accept --all").ok();
    written.run("apply DB --no-backup").ok();
    written.run("undo DB --last 9").ok();
    written.run("decide DB accept --all").ok();
    let logged = Export::fixture("open_webui").with_wal();
    logged.run("decide DB accept --all").ok();
    vec![read(&decided), read(&written), read(&Export::sample("helix-kit.db")), read(&logged)]
}

/// What happened to a damaged file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// The file was not opened.
    Refused,
    /// The file was read as far as possible, but not opened for writing.
    ReadOnly,
    /// The accepted findings were written.
    Written,
    /// There was nothing to write.
    Nothing,
}

/// Each row that can be read, by table and row number.
type Rows = BTreeMap<(String, i64), Vec<Cell>>;

/// Reads what can be read, row by row.
fn rows(path: &Path) -> Rows {
    let mut found = Rows::new();
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let Ok(connection) = Connection::open_with_flags(format!("file:{}?immutable=1", path.display()), flags) else {
        return found;
    };
    for table in ["messages", "agent_memories", "agents", "chats", "tool_calls", "audit_logs", "chat", "chat_message"] {
        let Ok(mut statement) = connection.prepare(&format!("SELECT rowid, * FROM {table}")) else { continue };
        let width = statement.column_count();
        let Ok(mut all) = statement.query([]) else { continue };
        while let Ok(Some(row)) = all.next() {
            let cells: Result<Vec<Cell>, _> = (0..width).map(|column| row.get(column)).collect();
            if let (Ok(number), Ok(cells)) = (row.get(0), cells) {
                found.insert((table.to_owned(), number), cells);
            }
        }
    }
    found
}

/// Everything that a reviewer does with a database: read, decide, preview, write, verify, read the journal.
fn use_it(path: &Path) -> Result<(End, Vec<i64>), (End, SessionError)> {
    let now = "2026-02-03T09:00:00Z".parse().unwrap();
    let setup = Setup::new(path, "ana", Options::at(now));
    let refused = |error| (End::Refused, error);
    let read_only = |error| (End::ReadOnly, error);
    let mut pending = Vec::new();
    let reading = Session::open(setup.clone(), Access::Read).map_err(refused)?;
    let scanned = reading.findings().scan(&mut |reviewed| {
        pending.push(reviewed);
        true
    });
    let _ = reading.writer().preview(&mut |_, _| true);
    let _ = reading.verify();
    let _ = each_entry(reading.audit().source().connection(), |_| {});
    drop(reading);
    scanned.map_err(read_only)?;
    let mut session = Session::open(setup, Access::Hold).map_err(read_only)?;
    let accepted: Vec<_> = pending
        .into_iter()
        .filter(|reviewed| reviewed.finding.status == Status::Pending && reviewed.finding.in_bulk())
        .filter(|reviewed| reviewed.finding.obstacle().is_none())
        .filter_map(|reviewed| {
            let message = reviewed.finding.message_id.clone()?;
            Some(NewDecision {
                message,
                kind: DecisionKind::Accept,
                edit: reviewed.edit,
                finding: reviewed.finding,
                note: None,
            })
        })
        .collect();
    session.decide(&accepted, now).map_err(read_only)?;
    let report = session.write_back(false, now).map_err(read_only)?;
    let _ = session.verify();
    let keys = report.done.iter().filter_map(|done| serde_json::Value::from(&done.message).as_i64()).collect();
    Ok((if report.done.is_empty() { End::Nothing } else { End::Written }, keys))
}

/// Asserts that an error is one line that names the file, its profile or its journal.
fn assert_clear(error: &SessionError, path: &Path, what: &str) {
    let output = error.to_string();
    let names = [path.to_str().unwrap(), "profile `", "ghostcall_journal"];
    assert!(names.iter().any(|name| output.contains(name)), "{what}: `{output}` does not say what it is about");
    assert!(!output.contains('\n'), "{what}: {output}");
}

/// Damages files and uses them; returns the result.
fn try_one(originals: &[Files], number: usize) -> End {
    let mut files = originals[number / 16 % originals.len()].clone();
    let what = damage(&mut files, number);
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("export.db");
    files.put(&path);
    let before = rows(&path);
    match use_it(&path) {
        Ok((end, written)) => {
            let after = rows(&path);
            for ((table, row), cells) in &before {
                let is_written = match table.as_str() {
                    "messages" | "chat_message" => {
                        end == End::Written && (written.contains(row) || table != "messages")
                    }
                    // A write-back may change the time of a conversation.
                    "chats" | "chat" => end == End::Written,
                    _ => false,
                };
                assert!(
                    is_written || after.get(&(table.clone(), *row)) == Some(cells),
                    "{what}: {table} {row} was {cells:?}, and is {:?}",
                    after.get(&(table.clone(), *row))
                );
            }
            end
        }
        Err((end, error)) => {
            assert_clear(&error, &path, &what);
            // SQLite replays the journal of a dead writer for anyone who opens the file; that is not a write by the
            // program.
            if files.journal.is_none() {
                assert!(std::fs::read(&path).unwrap() == files.database, "{what}: refused, and yet something changed");
            }
            end
        }
    }
}

#[test]
fn damaged_files_are_read_as_far_as_can_be_or_refused_and_never_written_wrongly() {
    let count = crate::number("GHOSTCALL_DAMAGES", 1000);
    let originals = originals();
    let mut ends: BTreeMap<End, usize> = BTreeMap::new();
    let (progress, news) = channel();
    let threads: Vec<_> = (0..2)
        .map(|first| {
            let (progress, originals) = (progress.clone(), originals.clone());
            std::thread::spawn(move || {
                for number in (first..count).step_by(2) {
                    progress.send((number, None)).unwrap();
                    let end = catch_unwind(AssertUnwindSafe(|| try_one(&originals, number)));
                    progress.send((number, Some(end.map_err(drop)))).unwrap();
                }
            })
        })
        .collect();
    drop(progress);
    let mut at_work = BTreeSet::new();
    let mut failed = Vec::new();
    loop {
        match news.recv_timeout(HANGS) {
            Ok((number, None)) => {
                at_work.insert(number);
            }
            Ok((number, Some(end))) => {
                at_work.remove(&number);
                match end {
                    Ok(end) => *ends.entry(end).or_default() += 1,
                    Err(()) => failed.push(number),
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => panic!("one of these hangs: {at_work:?}"),
        }
    }
    assert!(threads.into_iter().all(|thread| thread.join().is_ok()));
    assert_eq!(failed, [0_usize; 0], "these panicked, or broke a promise (see above)");
    eprintln!("{count} damaged files: {ends:?}");
    assert_eq!(ends.values().sum::<usize>(), count);
    assert!(ends.len() == 4, "not every end was met: {ends:?}");
}

/// The same for the binary, with fewer files, because each run starts several processes.
#[test]
fn the_program_itself_refuses_damaged_files_in_one_line() {
    let originals = originals();
    for number in 0..crate::number("GHOSTCALL_DAMAGES", 1000) / 30 {
        // Other numbers than above, which still include every way.
        let mut files = originals[number % originals.len()].clone();
        let what = damage(&mut files, number * 17);
        let export = Export::nowhere();
        files.put(export.path());
        for line in ["scan DB", "decide DB accept --all", "apply DB --dry-run", "apply DB", "verify DB", "log DB"] {
            let ran = export.run(line);
            match ran.code {
                Some(0 | 1) => {}
                _ => drop(ran.refused()),
            }
            assert!(!ran.stderr.contains("panicked"), "{what}, {line}: {}", ran.stderr);
        }
    }
}

#[test]
fn a_database_cut_off_at_every_page_is_refused_and_left_alone() {
    let export = Export::sample("helix-kit.db");
    export.run("decide DB accept --all").ok();
    let whole = std::fs::read(export.path()).unwrap();
    let review = std::fs::read(export.review()).unwrap();
    for length in (4096..whole.len()).step_by(4096) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("export.db");
        let files = Files { database: whole[..length].to_vec(), review: Some(review.clone()), ..Files::default() };
        files.put(&path);
        let (_, error) = use_it(&path).unwrap_err();
        assert_clear(&error, &path, &format!("{length} bytes left"));
        assert!(std::fs::read(&path).unwrap() == files.database, "{length} bytes left");
    }
}

#[test]
fn a_log_without_its_database_and_a_log_of_another_one_are_no_database() {
    let export = Export::fixture(JSON).with_wal();
    let writer = export.connect();
    writer.execute_batch("UPDATE messages SET content = 'In the log.' WHERE id = 101").unwrap();
    let log = std::fs::read(export.file("export.db-wal")).unwrap();
    let alone = Export::nowhere();
    std::fs::write(alone.file("export.db-wal"), &log).unwrap();
    for line in ["scan DB", "decide DB accept --all", "apply DB", "undo DB", "log DB", "verify DB"] {
        assert!(alone.run(line).refused().contains("no such file"), "{line}");
        assert_eq!(alone.files(), ["export.db-wal"], "{line}");
    }
    // SQLite would apply its frames to any database next to it.
    let other = Export::sample("helix-kit.db");
    let before = std::fs::read(other.path()).unwrap();
    std::fs::write(other.file("export.db-wal"), &log).unwrap();
    for line in ["scan DB", "decide DB accept --all", "apply DB", "undo DB", "log DB", "verify DB"] {
        assert!(other.run(line).refused().contains("unmerged changes in"), "{line}");
        assert_eq!(other.files(), ["export.db", "export.db-wal"], "{line}");
    }
    assert!(std::fs::read(other.path()).unwrap() == before);
}

#[test]
fn a_schema_that_changes_in_the_middle_of_a_review_is_noticed_and_nothing_is_written() {
    for (change, expected) in [
        ("ALTER TABLE messages DROP COLUMN tools_used", "tools_used"),
        ("ALTER TABLE messages RENAME COLUMN content TO body", "content"),
        ("ALTER TABLE messages RENAME TO posts", "messages"),
        ("DROP TABLE agent_memories", "agent_memories"),
        ("ALTER TABLE agent_memories RENAME COLUMN memory_type TO kind", "memory_type"),
        ("DROP TABLE messages", "messages"),
    ] {
        let export = Export::fixture(JSON);
        let now = "2026-02-03T09:00:00Z".parse().unwrap();
        export.run("decide DB accept --all").ok();
        let setup = Setup::new(export.path(), "ana", Options::at(now));
        let mut session = Session::open(setup, Access::Hold).unwrap();
        let mut planned = 0;
        let count = &mut |_, _| {
            planned += 1;
            true
        };
        session.writer().preview(count).unwrap();
        assert_eq!(planned, 6);
        export.sql(&format!("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; {change}"));
        let before = export.dump();
        let error = session.write_back(false, now).unwrap_err().to_string();
        assert!(error.contains(expected), "{change}: {error}");
        assert_eq!(export.dump(), before, "{change}");
        drop(session);
        for line in ["apply DB", "decide DB accept --all", "undo DB"] {
            assert!(export.run(line).refused().contains(expected), "{change}, {line}");
        }
    }
    // New columns and tables do not matter to a review.
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    export.sql("ALTER TABLE messages ADD COLUMN mood TEXT DEFAULT 'calm'; CREATE TABLE more (a)");
    assert_eq!(export.run("apply DB").ok().lines().len(), 6);
}
