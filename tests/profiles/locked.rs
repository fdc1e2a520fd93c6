//! A script for SQLite, in a client that continues after every error, while the application has the database locked.

use ghostcall::proposal::{Edit, Finding};
use ghostcall::writeback::script::Dialect;
use rusqlite::Connection;

use crate::Export;
use crate::script::{dump, statements};

fn production() -> Export {
    Export::detected("helix_kit_db_to_sqlite")
}

/// Runs statements one by one, calling `meanwhile` before each; returns the report.
fn run(production: &Export, statements: &[String], mut meanwhile: impl FnMut(usize)) -> Vec<String> {
    let connection = Connection::open(&production.path).expect("it opens");
    connection.busy_timeout(std::time::Duration::ZERO).expect("it waits for nothing");
    let mut report = Vec::new();
    for (at, sql) in statements.iter().enumerate() {
        meanwhile(at);
        // A shell without `.bail` prints an error and continues.
        let Ok(mut statement) = connection.prepare(sql) else {
            let _ = connection.execute_batch(sql);
            continue;
        };
        let Ok(mut rows) = statement.query([]) else { continue };
        while let Ok(Some(row)) = rows.next() {
            if let (Ok(message), Ok(outcome)) = (row.get::<_, String>(0), row.get::<_, String>(1)) {
                report.push(format!("{message} {outcome}"));
            }
        }
    }
    report
}

/// The number of runs that were partial or reported something untrue. In each run the lock is held until another
/// statement.
fn wrong_runs(statements: &[String], mode: &str, lock: &str) -> usize {
    let expected = production();
    let output = run(&expected, statements, |_| {});
    assert!(output.len() > 3 && output.iter().all(|line| line.ends_with(" written")), "{output:?}");
    let (before, after) = (dump(&production()), dump(&expected));
    let is_wrong = |until: &usize| {
        let production = production().and(&format!("PRAGMA journal_mode = {mode}"));
        let application = Connection::open(&production.path).expect("it opens");
        application.execute_batch(lock).expect("it is free");
        let report = run(&production, statements, |at| {
            if at == *until {
                application.execute_batch("ROLLBACK").expect("it ends");
            }
        });
        drop(application);
        let now = dump(&production);
        !(now == before && report.is_empty() || now == after && report == output)
    };
    (0..=statements.len()).filter(is_wrong).count()
}

#[test]
fn a_script_that_gets_no_lock_writes_nothing_and_says_nothing() {
    let make = production();
    let findings = make.findings().into_iter().filter(Finding::in_bulk);
    let statements = statements(&make.script(findings, &Edit::default(), Dialect::Sqlite));
    for (mode, lock) in [
        ("DELETE", "BEGIN IMMEDIATE"),
        ("DELETE", "BEGIN EXCLUSIVE"),
        ("DELETE", "BEGIN; SELECT count(*) FROM messages"),
        ("WAL", "BEGIN IMMEDIATE"),
    ] {
        assert_eq!(wrong_runs(&statements, mode, lock), 0, "{mode}, {lock}");
    }
    // Without the guard that fails every statement outside the transaction, some runs go wrong.
    let unguarded: Vec<_> = statements.iter().filter(|sql| !sql.contains("ghostcall_unlocked")).cloned().collect();
    assert_eq!(unguarded.len() + 1, statements.len());
    assert!(wrong_runs(&unguarded, "DELETE", "BEGIN IMMEDIATE") > 0);
}

#[test]
fn what_the_end_of_the_transaction_would_refuse_is_neither_written_nor_reported() {
    let make = production();
    let findings = make.findings().into_iter().filter(Finding::in_bulk);
    let statements = statements(&make.script(findings, &Edit::default(), Dialect::Sqlite));
    // A foreign key that the application enforces, as this client does.
    let production = production().and("PRAGMA foreign_keys = OFF; DELETE FROM agents WHERE id = 1");
    let before = dump(&production);
    assert_eq!(run(&production, &statements, |_| {}), [""; 0]);
    assert_eq!(dump(&production), before);
}

#[test]
fn a_table_of_the_application_is_not_taken_for_the_report() {
    let make = production();
    let findings = make.findings().into_iter().filter(Finding::in_bulk);
    let statements = statements(&make.script(findings, &Edit::default(), Dialect::Sqlite));
    // A refused statement rolls back everything, including the script's report.
    let production = production().and(
        "CREATE TABLE ghostcall_report (number INTEGER PRIMARY KEY, message TEXT, outcome TEXT);
         INSERT INTO ghostcall_report WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 9) SELECT n, n, 'written' FROM n;
         CREATE TRIGGER no BEFORE UPDATE ON messages WHEN old.id = 102 BEGIN SELECT RAISE(IGNORE); END",
    );
    let before = dump(&production);
    assert_eq!(run(&production, &statements, |_| {}), [""; 0]);
    assert_eq!(dump(&production), before);
}
