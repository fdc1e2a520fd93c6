//! How the work of a write-back grows with its findings.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rusqlite::Connection;
use rusqlite::hooks::{AuthContext, Authorization};

use super::{Approved, Run, SqliteTarget, Target as _};
use crate::audit::{Audit, Options};
use crate::registry::Registry;
use crate::sample::{Plan, generate};
use crate::source::{SqliteSource, text_digest};

/// A database in which every answer begins with a memory that was lost.
fn leaks(path: &Path, answers: u32) {
    generate(path, Plan { messages: answers * 2, seed: 1 }, |_| {}).unwrap();
    let sql = "UPDATE messages
               SET content = '{success: true, memory_type: \"core\", content: \"Thing ' || id || '.\"}Noted. ' || content
               WHERE role = 'assistant'";
    Connection::open(path).unwrap().execute(sql, []).unwrap();
}

/// Everything that would be recovered, as it was found.
fn approved(audit: &Audit) -> Vec<Approved> {
    let mut all = Vec::new();
    let visit = &mut |finding: crate::proposal::Finding| {
        if finding.in_bulk() {
            let message = finding.message_id.clone().unwrap();
            all.push(Approved { message, text_digest: text_digest(&finding.message.text), journal_head: 0, finding });
        }
        true
    };
    audit.scan(visit).unwrap();
    all
}

/// What SQLite was asked to prepare for the write-back of so many answers, and for taking it back: it asks for a right for each
/// part of each statement.
fn prepared(answers: u32) -> [usize; 2] {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("leaks.db");
    leaks(&path, answers);
    let now = "2026-02-03T09:00:00Z".parse().unwrap();
    let source = SqliteSource::open(&path, None, false).unwrap();
    let audit = Audit::new(source, Registry::builtin().unwrap(), None, Options::at(now));
    let batch = approved(&audit);
    assert!(batch.len() > answers as usize / 2, "{}", batch.len());
    let run = Run { reviewer: "tester".to_owned(), now, patterns: String::new() };

    let mut target = SqliteTarget::open(&path, audit.source().profile()).unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let authorizer = move |_: AuthContext<'_>| {
        count.fetch_add(1, Ordering::Relaxed);
        Authorization::Allow
    };
    target.connection.authorizer(Some(authorizer)).unwrap();
    let report = target.write(&batch, &run, &mut |_| true).unwrap();
    assert_eq!(report.done.len(), batch.len());
    let written = asked.swap(0, Ordering::Relaxed);
    let writes: Vec<i64> = report.done.iter().map(|done| done.journal).collect();
    assert_eq!(target.undo(&writes, &run, &mut |_| true).unwrap().done.len(), writes.len());
    [written, asked.swap(0, Ordering::Relaxed)]
}

#[test]
fn nothing_is_prepared_for_a_finding_that_was_prepared_for_another() {
    let few = prepared(40);
    assert_eq!(prepared(160), few);
    assert!(few.into_iter().all(|asked| asked > 0), "{few:?}");
}
