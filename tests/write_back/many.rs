//! A batch with so many findings that it is read piece by piece.

use ghostcall::audit::Options;
use ghostcall::proposal::Edit;
use ghostcall::review::{DecisionKind, NewDecision};
use ghostcall::sample::{Plan, TextKind, generate};
use ghostcall::session::{Access, Session, Setup};
use ghostcall::source::Key;
use jiff::Timestamp;
use rusqlite::Connection;

use crate::approved;

/// More than is read ahead.
const ANSWERS: u32 = 700;

#[test]
fn many_are_written_in_the_order_of_their_decisions_and_their_journal_is_one_chain() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("leaks.db");
    generate(&path, Plan { messages: ANSWERS * 2, seed: 1, text: TextKind::FewSentences }, |_| {}).unwrap();
    let sql =
        "UPDATE messages SET content = '{success: true, memory_type: \"core\", content: \"Thing ' || id || '.\"}Noted.'
               WHERE role = 'assistant'";
    Connection::open(&path).unwrap().execute(sql, []).unwrap();
    let setup = Setup::new(&path, "ana", Options::at(Timestamp::now()));
    let mut session = Session::open(setup, Access::Hold).unwrap();
    let mut findings = Vec::new();
    let visit = &mut |reviewed: ghostcall::session::Reviewed| {
        findings.extend(reviewed.finding.in_bulk().then_some(reviewed.finding));
        true
    };
    session.findings().scan(visit).unwrap();
    // Decided neither in the order found nor in reverse.
    findings.rotate_left(ANSWERS as usize / 3);
    let keys: Vec<Key> = findings.iter().filter_map(|finding| finding.message_id.clone()).collect();
    assert!(keys.len() > ANSWERS as usize / 2, "{}", keys.len());
    let decision = |finding: ghostcall::proposal::Finding| NewDecision {
        message: finding.message_id.clone().unwrap(),
        kind: DecisionKind::Accept,
        finding,
        edit: Edit::default(),
        note: None,
    };
    let decisions: Vec<NewDecision> = findings.into_iter().map(decision).collect();
    session.decide(&decisions, Timestamp::now()).unwrap();

    let approved = approved(&session).into_iter().map(|approved| approved.message);
    assert_eq!(approved.collect::<Vec<_>>(), keys);
    let report = session.write_back(false, Timestamp::now()).unwrap();
    let done: Vec<_> = report.done.iter().map(|done| (done.message.clone(), done.journal)).collect();
    assert_eq!(done, keys.into_iter().zip(1..).collect::<Vec<_>>());
    let verified = session.verify().unwrap();
    assert_eq!((verified.rows, verified.in_effect, verified.problems), (done.len(), done.len(), Vec::new()));

    let writes = session.journal().writes_in_effect();
    let undone = session.undo_writes(&writes, Timestamp::now()).unwrap();
    assert_eq!(undone.done.len(), done.len());
    let verified = session.verify().unwrap();
    assert_eq!((verified.rows, verified.in_effect, verified.problems), (done.len() * 2, 0, Vec::new()));
}
