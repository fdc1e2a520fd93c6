//! The reader with any profile: databases of other applications, with built-in profiles or a user's own.

mod columns;
mod evidence;
mod json;
mod later_state;
mod locked;
mod open_webui;
mod rows;
mod script;
mod store;

use std::path::{Path, PathBuf};

use ghostcall::audit::Options;
use ghostcall::proposal::{Choice, ClaimEdit, Edit, Finding};
use ghostcall::review::{DecisionKind, NewDecision};
use ghostcall::session::{Access, Session, Setup};
use ghostcall::source::Profile;
use ghostcall::verdict::{Remedy, Verdict};
use ghostcall::writeback::WriteReport;
use ghostcall::writeback::script::Dialect;
use rusqlite::Connection;

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    std::fs::read_to_string(path).expect("the fixture is there")
}

fn undo_script(session: &Session, with_accepted: bool) -> String {
    let mut script = Vec::new();
    let output = session.writer().undo_script(
        Dialect::Sqlite,
        &session.journal().writes_in_effect(),
        with_accepted,
        &mut script,
    );
    let output = output.expect("it can be told");
    assert!(output.left_out.is_empty(), "{output:?}");
    String::from_utf8(script).expect("SQL is UTF-8")
}

/// The database of a fixture, read with a named application's profile or a user's own.
struct Export {
    _folder: tempfile::TempDir,
    path: PathBuf,
    setup: Setup,
}

impl Export {
    /// A fixture, read with the detected profile.
    fn detected(name: &str) -> Self {
        Self::encoded(name, "UTF-8")
    }

    /// The same in a database of another text encoding.
    fn encoded(name: &str, encoding: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(format!("{name}.db"));
        Connection::open(&path)
            .and_then(|connection| {
                let sql = fixture(&format!("{name}.sql"));
                connection.execute_batch(&format!("PRAGMA encoding = '{encoding}'; {sql}"))
            })
            .expect("the fixture loads");
        let now = "2026-11-21T12:00:00Z".parse().expect("a time");
        let setup = Setup::new(&path, "ana", Options::at(now));
        Self { _folder: folder, path, setup }
    }

    /// The same after these changes.
    fn and(self, sql: &str) -> Self {
        Connection::open(&self.path).and_then(|connection| connection.execute_batch(sql)).expect("the SQL is right");
        self
    }

    /// A database with these tables, read with this profile.
    fn described(sql: &str, profile: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("mine.db");
        Connection::open(&path).and_then(|connection| connection.execute_batch(sql)).expect("the SQL is right");
        let profile = Profile::parse("mine.json5", profile).expect("the profile reads");
        let now = "2026-11-21T12:00:00Z".parse().expect("a time");
        let setup = Setup { profile: Some(profile), ..Setup::new(&path, "ana", Options::at(now)) };
        Self { _folder: folder, path, setup }
    }

    /// The only cell that a query finds, as text.
    fn text(&self, query: &str) -> String {
        let connection = Connection::open(&self.path).expect("it opens");
        connection.query_row(query, [], |row| row.get(0)).expect("a text")
    }

    /// Uses the profile in a file next to the fixture.
    fn with_profile(mut self, name: &str) -> Self {
        let file = format!("{name}.json5");
        self.setup.profile = Some(Profile::parse(&file, &fixture(&file)).expect("the profile reads"));
        self
    }

    /// Uses the patterns in a file next to the fixture.
    fn with_patterns(mut self, name: &str) -> Self {
        self.setup.patterns.push(("mine".to_owned(), fixture(&format!("{name}.patterns.json5"))));
        self
    }

    fn findings(&self) -> Vec<Finding> {
        let session = Session::open(self.setup.clone(), Access::Read).expect("it opens");
        let mut findings = Vec::new();
        session
            .findings()
            .scan(&mut |reviewed| {
                findings.push(reviewed.finding);
                true
            })
            .expect("it is read");
        findings
    }

    /// Each finding as its message, its remedy, and the verdict of its first claim.
    fn summaries(&self) -> Vec<(String, Option<Remedy>, Option<Verdict>)> {
        self.findings().iter().map(summary).collect()
    }

    /// Accepts everything that may be accepted in bulk and writes it; returns the number written.
    fn write_all(&self) -> usize {
        self.write(self.findings().into_iter().filter(Finding::in_bulk), &Edit::default())
    }

    /// Strips the first claim of one message and writes that; returns the number written.
    fn strip(&self, message: &str) -> usize {
        let edit = Edit {
            claims: [(0, ClaimEdit { choice: Some(Choice::Strip), ..ClaimEdit::default() })].into(),
            ..Edit::default()
        };
        let is_it = |finding: &Finding| finding.message_id.as_ref().is_some_and(|key| key.to_string() == message);
        self.write(self.findings().into_iter().filter(is_it), &edit)
    }

    /// Accepts these findings with an edit and writes all of them; returns their number.
    fn write(&self, findings: impl Iterator<Item = Finding>, edit: &Edit) -> usize {
        let report = self.try_to_write(findings, edit);
        assert!(report.left_out.is_empty(), "{:?}", report.left_out);
        report.done.len()
    }

    fn try_to_write(&self, findings: impl Iterator<Item = Finding>, edit: &Edit) -> WriteReport {
        let mut session = self.accept(findings, edit);
        session.write_back(false, self.setup.options.now).expect("written")
    }

    /// SQL for the database that this one was exported from, with these findings accepted.
    fn script(&self, findings: impl Iterator<Item = Finding>, edit: &Edit, dialect: Dialect) -> String {
        let mut script = Vec::new();
        let output = self.accept(findings, edit).writer().script(dialect, &mut script).expect("it can be told");
        assert!(output.left_out.is_empty(), "{output:?}");
        String::from_utf8(script).expect("SQL is UTF-8")
    }

    /// SQL that undoes what the script for these findings wrote.
    fn way_back(&self, findings: impl Iterator<Item = Finding>, edit: &Edit) -> String {
        undo_script(&self.accept(findings, edit), true)
    }

    /// SQL that undoes, in the original database, every write-back that is in effect here.
    fn way_back_of_all(&self) -> String {
        undo_script(&Session::open(self.setup.clone(), Access::Read).expect("it opens"), false)
    }

    fn accept(&self, findings: impl Iterator<Item = Finding>, edit: &Edit) -> Session {
        let mut session = Session::open(self.setup.clone(), Access::Hold).expect("it opens");
        let now = self.setup.options.now;
        let accepted = findings.filter_map(|finding| {
            let message = finding.message_id.clone()?;
            Some(NewDecision { message, kind: DecisionKind::Accept, edit: edit.clone(), finding, note: None })
        });
        session.decide(&accepted.collect::<Vec<_>>(), now).expect("decided");
        session
    }

    /// Asserts that nothing can be written, for this reason, and that nothing changes.
    fn refuses_all(&self, query: &str, why: &str) {
        let before = self.rows(query);
        let report = self.try_to_write(self.findings().into_iter(), &Edit::default());
        assert_eq!((report.done.len(), report.left_out.len()), (0, 1), "{report:?}");
        assert!(report.left_out[0].reason.to_string().contains(why), "{report:?}");
        assert_eq!(self.rows(query), before);
    }

    fn undo_all(&self) {
        let mut session = Session::open(self.setup.clone(), Access::Hold).expect("it opens");
        let writes = session.journal().writes_in_effect();
        let report = session.undo_writes(&writes, self.setup.options.now).expect("taken back");
        assert!(report.left_out.is_empty(), "{:?}", report.left_out);
    }

    fn rows(&self, query: &str) -> Vec<String> {
        let connection = Connection::open(&self.path).expect("it opens");
        let mut statement = connection.prepare(query).expect("the query is right");
        let width = statement.column_count();
        statement
            .query_map([], |row| {
                (0..width)
                    .map(|column| Ok(format!("{:?}", row.get::<_, rusqlite::types::Value>(column)?)))
                    .collect::<rusqlite::Result<Vec<_>>>()
            })
            .and_then(|rows| rows.map(|row| row.map(|cells| cells.join("|"))).collect())
            .expect("rows")
    }
}

fn summary(finding: &Finding) -> (String, Option<Remedy>, Option<Verdict>) {
    let id = finding.message_id.as_ref().map(ToString::to_string).unwrap_or_default();
    (id, finding.remedy, finding.claims.first().and_then(|judged| judged.verdict))
}
