//! The report of the sample export: some findings written, some decided, the rest pending.

use std::path::Path;

use ghostcall::audit::Options;
use ghostcall::proposal::Edit;
use ghostcall::report::Report;
use ghostcall::review::{DecisionKind, NewDecision};
use ghostcall::session::{self, Access, Session, Setup};
use jiff::Timestamp;

/// The report of the sample, decided by one reviewer, approved and written back by another.
fn page() -> String {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("helix-kit.db");
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data/helix-kit.db"), &database).unwrap();
    let at = |minute: i64| "2026-11-20T10:00:00Z".parse::<Timestamp>().unwrap() + jiff::Span::new().minutes(minute);
    let open =
        |reviewer: &str| Session::open(Setup::new(&database, reviewer, Options::at(at(0))), Access::Hold).unwrap();
    let mut findings = Vec::new();
    let mut session = open("ana");
    session
        .findings()
        .scan(&mut |reviewed| {
            findings.push(reviewed.finding);
            true
        })
        .unwrap();
    let acts = [
        DecisionKind::Accept,
        DecisionKind::Accept,
        DecisionKind::Accept,
        DecisionKind::Reject,
        DecisionKind::Accept,
        DecisionKind::Skip,
    ];
    let mut accepted = Vec::new();
    for (minute, (finding, kind)) in (1..).zip(findings.into_iter().zip(acts)) {
        let message = finding.message_id.clone().unwrap();
        accepted.extend((kind == DecisionKind::Accept).then(|| message.clone()));
        let note =
            (kind == DecisionKind::Reject).then(|| "the user had withdrawn it in another conversation".to_owned());
        let decision = NewDecision { message, kind, edit: Edit::default(), finding, note };
        session.decide(&[decision], at(minute)).unwrap();
    }
    drop(session);
    let mut session = open("bo");
    session.decisions_mut().approve(&accepted, at(10)).unwrap();
    session.write_once(false, at(11), &mut |_| true).unwrap();
    let findings = session::reported(session.findings(), None).unwrap();
    Report { database: "helix-kit.db".to_owned(), batch: None, made_at: at(12).to_string(), findings }.to_html()
}

#[test]
fn the_report_of_the_sample_is_the_one_that_is_kept() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data/report.html");
    let now = page();
    if std::fs::read_to_string(&path).unwrap_or_default() != now {
        std::fs::write(&path, &now).unwrap();
        panic!("sample-data/report.html was out of date: it is written anew, look at it and commit it");
    }
}
