//! How the work of a write-back grows with its findings.

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rusqlite::Connection;
use rusqlite::hooks::{AuthContext, Authorization};

use super::script::{Dialect, Script};
use super::{Approved, Batch, RunDetails, SqliteTarget, Target as _, VisitApproved, WriteReport, verify};
use crate::audit::{Audit, Options};
use crate::registry::Registry;
use crate::sample::{Layout, Plan, TextKind, generate};
use crate::source::{BatchNote, Decided, EntryKind, Key, Source as _, SourceError, SqliteSource, text_digest};

/// A database in which every answer begins with a lost memory.
fn leaks(path: &Path, answers: u32) {
    generate(path, Plan { messages: answers * 2, seed: 1, text: TextKind::FewSentences }, |_| {}).unwrap();
    let sql = "UPDATE messages
               SET content = '{success: true, memory_type: \"core\", content: \"Thing ' || id || '.\"}Noted. ' || content
               WHERE role = 'assistant'";
    Connection::open(path).unwrap().execute(sql, []).unwrap();
}

/// A batch in memory.
struct BatchInMemory(Vec<Approved>);

impl Batch for BatchInMemory {
    type Error = SourceError;

    fn findings(&self) -> usize {
        self.0.len()
    }

    fn each(&self, _: &SqliteSource, visit: VisitApproved<'_, SourceError>) -> Result<(), SourceError> {
        for approved in &self.0 {
            if !visit(approved.clone())? {
                break;
            }
        }
        Ok(())
    }
}

/// All findings with records to recover, approved as found.
fn approved(audit: &Audit) -> BatchInMemory {
    let mut all = Vec::new();
    let visit = &mut |finding: crate::proposal::Finding| {
        if finding.in_bulk() {
            let message = finding.message_id.clone().unwrap();
            let text_digest = text_digest(&finding.message.text);
            all.push(Approved { message, text_digest, journal_head: 0, decided: Decided::default(), finding });
        }
        true
    };
    audit.scan(visit).unwrap();
    BatchInMemory(all)
}

/// The write-back of everything that can be recovered from a database.
struct TestWriteBack {
    folder: tempfile::TempDir,
    batch: BatchInMemory,
    target: SqliteTarget,
    run: RunDetails,
}

impl TestWriteBack {
    /// A database with `answers` answers.
    fn new(answers: u32) -> Self {
        Self::of(answers, |_| {})
    }

    /// The same without any index, after running some SQL.
    fn without_indexes(answers: u32, change: &str) -> Self {
        Self::of(answers, |path| {
            Layout::WithoutIndexes.apply(path).unwrap();
            Connection::open(path).unwrap().execute_batch(change).unwrap();
        })
    }

    fn of(answers: u32, change: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("leaks.db");
        leaks(&path, answers);
        change(&path);
        let now = "2026-02-03T09:00:00Z".parse().unwrap();
        let source = SqliteSource::open(&path, None, false).unwrap();
        let audit = Audit::new(source, Registry::builtin().unwrap(), None, Options::at(now));
        let batch = approved(&audit);
        assert!(batch.findings() > answers as usize / 2, "{}", batch.findings());
        let run = RunDetails {
            reviewer: "tester".to_owned(),
            now,
            patterns: String::new(),
            profile: None,
            requires_approval: false,
            batch: BatchNote::default(),
        };
        Self { folder, batch, target: SqliteTarget::open(audit.source()).unwrap(), run }
    }

    fn write(&mut self) -> WriteReport {
        self.target.write(&self.batch, &self.run, &mut |_| true).unwrap()
    }

    fn undo(&mut self, report: &WriteReport) -> WriteReport {
        let writes: Vec<i64> = report.done.iter().map(|done| done.journal).collect();
        self.target.undo(&writes, &self.run, &mut |_| true).unwrap()
    }

    /// Counts SQLite's steps from now on.
    fn steps(&mut self) -> Arc<AtomicUsize> {
        let steps = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&steps);
        let handler = move || {
            count.fetch_add(1, Ordering::Relaxed);
            false
        };
        self.target.source.connection_to_watch().progress_handler(10, Some(handler)).unwrap();
        steps
    }

    fn ask<T: rusqlite::types::FromSql>(&self, sql: &str) -> T {
        self.target.source.connection().query_row(sql, [], |row| row.get(0)).unwrap()
    }
}

/// The number of authorizations that SQLite requests for the write-back of `answers` answers and for its undo: it
/// requests one for each part of each statement that it prepares.
fn prepared(answers: u32) -> [usize; 2] {
    let mut desk = TestWriteBack::new(answers);
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let authorizer = move |_: AuthContext<'_>| {
        count.fetch_add(1, Ordering::Relaxed);
        Authorization::Allow
    };
    desk.target.source.connection_to_watch().authorizer(Some(authorizer)).unwrap();
    let report = desk.write();
    assert_eq!(report.done.len(), desk.batch.findings());
    let written = asked.swap(0, Ordering::Relaxed);
    assert_eq!(desk.undo(&report).done.len(), report.done.len());
    [written, asked.swap(0, Ordering::Relaxed)]
}

#[test]
fn nothing_is_prepared_for_a_finding_that_was_prepared_for_another() {
    let few = prepared(40);
    assert_eq!(prepared(160), few);
    assert!(few.into_iter().all(|asked| asked > 0), "{few:?}");
}

/// The number of SQLite's steps to write `answers` answers without any index, to verify that, and to undo it.
fn steps_without_index(answers: u32) -> [usize; 3] {
    // Far more conversations than messages, to show that joined tables are not scanned either.
    let chats = format!(
        "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {answers} * 20)
         INSERT INTO chats (id) SELECT n + 1000000 FROM number;"
    );
    let mut desk = TestWriteBack::without_indexes(answers, &chats);
    // Each message is read when it is written, as in a review.
    let keys: Vec<Key> = desk.batch.0.iter().map(|approved| approved.message.clone()).collect();
    let steps = desk.steps();
    assert!(keys.iter().all(|key| desk.target.source.message(key).unwrap().is_some()));
    let report = desk.write();
    assert_eq!(report.done.len(), desk.batch.findings());
    let written = steps.swap(0, Ordering::Relaxed);
    let verification = verify::verify(&desk.target.source, None).unwrap();
    assert_eq!((verification.in_effect, verification.problems.len()), (report.done.len(), 0));
    let verified = steps.swap(0, Ordering::Relaxed);
    assert_eq!(desk.undo(&report).done.len(), report.done.len());
    [written, verified, steps.swap(0, Ordering::Relaxed)]
}

#[test]
fn without_any_index_the_work_grows_no_faster_than_the_findings() {
    let [few, many] = [100, 400].map(steps_without_index);
    for (few, many) in few.into_iter().zip(many) {
        assert!(many < few * 6, "{few} steps, and {many} for four times as many findings");
    }
}

/// Two records in each answer; the database refuses the second one in every third answer.
const REFUSES_SOME: &str = "
    UPDATE messages SET content = '{success: true, memory_type: \"core\", content: \"Other ' || id || '.\"}' || content
    WHERE role = 'assistant';
    CREATE TRIGGER refuses BEFORE INSERT ON agent_memories
    WHEN new.content LIKE 'Thing%' AND CAST(substr(new.content, 7) AS INTEGER) % 3 = 0
    BEGIN SELECT RAISE(ABORT, 'not this one'); END;";

#[test]
fn a_record_that_is_refused_leaves_no_gap_in_counted_keys() {
    let mut desk = TestWriteBack::without_indexes(60, REFUSES_SOME);
    let before: i64 = desk.ask("SELECT coalesce(max(id), 0) FROM agent_memories");
    let report = desk.write();
    assert!(report.left_out.len() > 5 && report.records() > report.done.len(), "{report:?}");
    let written = i64::try_from(report.records()).unwrap();
    assert_eq!(desk.ask::<i64>("SELECT coalesce(max(id), 0) FROM agent_memories"), before + written);
}

#[test]
fn counted_keys_stay_apart_from_those_that_a_trigger_adds() {
    let adds = "CREATE TRIGGER adds AFTER INSERT ON agent_memories WHEN CAST(substr(new.content, 7) AS INTEGER) % 5 = 0
                BEGIN INSERT INTO agent_memories (id, content) VALUES (new.id + 3, 'Added 1.'); END;";
    let mut desk = TestWriteBack::without_indexes(60, &format!("{REFUSES_SOME}{adds}"));
    let before: i64 = desk.ask("SELECT count(*) FROM agent_memories");
    let written = i64::try_from(desk.write().records()).unwrap();
    let added: i64 = desk.ask("SELECT count(*) FROM agent_memories WHERE content = 'Added 1.'");
    assert!(added > 5, "{added}");
    assert_eq!(desk.ask::<i64>("SELECT count(DISTINCT id) FROM agent_memories"), before + written + added);
}

#[test]
fn it_is_known_after_one_finding_that_something_would_be_written() {
    struct First<'a>(&'a BatchInMemory, Cell<usize>);

    impl Batch for First<'_> {
        type Error = SourceError;

        fn findings(&self) -> usize {
            self.0.findings()
        }

        fn each(&self, source: &SqliteSource, visit: VisitApproved<'_, SourceError>) -> Result<(), SourceError> {
            self.0.each(source, &mut |approved| {
                self.1.set(self.1.get() + 1);
                visit(approved)
            })
        }
    }

    let desk = TestWriteBack::new(40);
    let first = First(&desk.batch, Cell::default());
    assert_eq!(SqliteTarget::refusal(&desk.target.source, &first, &desk.run).unwrap(), None);
    assert_eq!(first.1.get(), 1);
}

#[test]
fn what_a_batch_keeps_for_itself_is_no_change_of_the_database() {
    let idle = "CREATE TRIGGER idle AFTER UPDATE ON messages BEGIN SELECT 1; END;
                CREATE TRIGGER other AFTER INSERT ON agent_memories WHEN new.content = '' BEGIN DELETE FROM chats; END;";
    let with_indexes = |path: &Path| Connection::open(path).unwrap().execute_batch(idle).unwrap();
    for mut desk in [TestWriteBack::of(40, with_indexes), TestWriteBack::without_indexes(40, idle)] {
        let report = desk.write();
        assert_eq!((report.done.len(), report.besides.len()), (desk.batch.findings(), 0), "{:?}", report.besides);
        let undone = desk.undo(&report);
        assert_eq!((undone.done.len(), undone.differs.len()), (report.done.len(), 0), "{:?}", undone.differs);
    }
}

#[test]
fn an_undo_that_is_left_out_first_leaves_the_others_what_they_look_rows_up_by() {
    let mut desk = TestWriteBack::without_indexes(30, "");
    let report = desk.write();
    // A connection without any look-ups so far.
    desk.target = SqliteTarget::open(&desk.target.source).unwrap();
    let last = report.done.last().unwrap().message.clone();
    let change = "UPDATE messages SET content = content || ' More.' WHERE id = ?1";
    assert_eq!(desk.target.source.connection().execute(change, rusqlite::params_from_iter(last.cells())).unwrap(), 1);
    let undone = desk.undo(&report);
    let left_out: Vec<_> = undone.left_out.iter().map(|left| left.message.clone().unwrap()).collect();
    assert_eq!((undone.done.len(), left_out), (report.done.len() - 1, vec![last]), "{:?}", undone.left_out.first());
}

/// Deferred references to a missing agent, one for the memory of every seventh message.
const LINKS: &str = "CREATE TABLE agents_by_key (id INTEGER PRIMARY KEY); INSERT INTO agents_by_key VALUES (1);
     CREATE TABLE links (agent INTEGER REFERENCES agents_by_key (id) DEFERRABLE INITIALLY DEFERRED);
     CREATE TRIGGER link AFTER INSERT ON agent_memories
     BEGIN INSERT INTO links VALUES (CASE WHEN CAST(substr(new.content, 7) AS INTEGER) % 7 = 0 THEN 999 ELSE 1 END); END;";

#[test]
fn what_breaks_a_reference_is_left_out_and_the_others_are_written_without_any_index() {
    let mut desk = TestWriteBack::without_indexes(30, LINKS);
    let report = desk.write();
    assert!(report.left_out.iter().all(|left| left.reason.to_string().contains("would refer to a row")), "{report:?}");
    assert!(!report.left_out.is_empty() && report.done.len() > report.left_out.len(), "{report:?}");
    assert_eq!(report.done.len() + report.left_out.len(), desk.batch.findings());
    assert_eq!(desk.undo(&report).done.len(), report.done.len());
}

#[test]
fn where_a_reference_is_broken_the_work_grows_no_faster_than_the_findings() {
    let steps = |answers: u32| {
        // Far more rows with references than findings change.
        let rows = format!(
            "{LINKS} WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {answers} * 20)
             INSERT INTO links SELECT 1 FROM number;"
        );
        let mut desk = TestWriteBack::without_indexes(answers, &rows);
        let steps = desk.steps();
        assert!(!desk.write().left_out.is_empty());
        steps.swap(0, Ordering::Relaxed)
    };
    let [few, many] = [50, 200].map(steps);
    assert!(many < few * 6, "{few} steps, and {many} for four times as many findings");
}

/// The outcomes that a script for these write-backs reports on another copy of the database.
fn scripted(desk: &TestWriteBack, production: &Connection, kind: EntryKind, writes: &[i64]) -> Vec<String> {
    let source = &desk.target.source;
    let mut script = Script::new(source.profile(), Dialect::Sqlite, kind, &desk.run).unwrap();
    let add = &mut |write: super::PlannedWrite| script.add(&write).is_ok();
    assert_eq!(SqliteTarget::written(source, writes, add).unwrap(), []);
    let mut sql = Vec::new();
    assert_eq!(script.print(&mut sql).unwrap().left_out, []);
    let sql = String::from_utf8(sql).unwrap();
    let (before, rest) = sql.split_once("\nSELECT message, outcome").unwrap();
    let (select, end) = rest.split_once(";\n").unwrap();
    production.execute_batch(before.strip_prefix(".bail on\n.timeout 5000\n").unwrap()).unwrap();
    let mut statement = production.prepare(&format!("SELECT outcome{select}")).unwrap();
    let outcomes = statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
    drop(statement);
    production.execute_batch(end).unwrap();
    outcomes
}

#[test]
fn a_record_of_a_message_whose_text_was_cleaned_by_a_later_write_is_in_the_script() {
    let mut desk = TestWriteBack::new(4);
    desk.batch.0.truncate(1);
    let copy = desk.folder.path().join("production.db");
    std::fs::copy(desk.folder.path().join("leaks.db"), &copy).unwrap();
    let production = Connection::open(copy).unwrap();
    let state = || {
        let sql = "SELECT (SELECT group_concat(content) FROM messages) || (SELECT count(*) FROM agent_memories)";
        production.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap()
    };
    let before = state();
    // The first write recovers what was lost without changing the text; the second one cleans the text.
    let strip = desk.batch.0[0].clone();
    let finding = &mut desk.batch.0[0].finding;
    finding.cleaned.clone_from(&finding.message.text);
    let first = desk.write();
    desk.batch.0 = vec![strip];
    desk.batch.0[0].finding.records.clear();
    desk.batch.0[0].finding.claims[0].remedy = crate::verdict::Remedy::Strip;
    desk.batch.0[0].journal_head = 1;
    let second = desk.write();
    assert_eq!((&first.left_out, &second.left_out), (&vec![], &vec![]));
    assert_eq!([first.records(), first.texts(), second.records(), second.texts()], [1, 0, 0, 1]);
    for _ in 0..2 {
        assert_eq!(scripted(&desk, &production, EntryKind::Write, &[1, 2]), ["written", "written"]);
        let written = state();
        assert_eq!(scripted(&desk, &production, EntryKind::Write, &[1, 2]), ["written before", "written before"]);
        // Without the second write in the script, the first one can be undone although the second is in effect.
        assert_eq!(scripted(&desk, &production, EntryKind::Undo, &[1]), ["undone"]);
        assert_eq!(scripted(&desk, &production, EntryKind::Write, &[1, 2]), ["changed since", "written before"]);
        assert_eq!(scripted(&desk, &production, EntryKind::Undo, &[2]), ["undone"]);
        assert_eq!(scripted(&desk, &production, EntryKind::Write, &[1, 2]), ["written", "written"]);
        assert_eq!(state(), written);
        assert_eq!(scripted(&desk, &production, EntryKind::Undo, &[2, 1]), ["undone", "undone"]);
        assert_eq!(state(), before);
        assert_eq!(scripted(&desk, &production, EntryKind::Undo, &[2, 1]), ["not written", "not written"]);
        assert_eq!(state(), before);
    }
}
