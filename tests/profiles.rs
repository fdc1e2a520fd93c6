//! The reader follows any profile: databases of other layouts, described by files of a user's own.

use std::path::{Path, PathBuf};

use ghostcall::audit::Options;
use ghostcall::proposal::Finding;
use ghostcall::review::{Act, NewDecision};
use ghostcall::session::{Access, Session, Setup};
use ghostcall::source::Profile;
use ghostcall::verdict::{Remedy, Verdict};
use rusqlite::Connection;

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    std::fs::read_to_string(path).expect("the fixture is there")
}

/// A database of a fixture, with its profile and, where there are some, its patterns.
struct Export {
    _folder: tempfile::TempDir,
    path: PathBuf,
    setup: Setup,
}

impl Export {
    fn new(name: &str, patterns: bool) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(format!("{name}.db"));
        Connection::open(&path)
            .and_then(|connection| connection.execute_batch(&fixture(&format!("{name}.sql"))))
            .expect("the fixture loads");
        let file = format!("{name}.json5");
        let profile = Profile::parse(&file, &fixture(&file)).expect("the profile reads");
        let patterns =
            if patterns { vec![("mine".to_owned(), fixture(&format!("{name}.patterns.json5")))] } else { vec![] };
        let now = "2026-11-21T12:00:00Z".parse().expect("a time");
        let setup = Setup { profile: Some(profile), patterns, ..Setup::new(&path, "ana", Options::at(now)) };
        Self { _folder: folder, path, setup }
    }

    fn findings(&self) -> Vec<Finding> {
        let session = Session::open(self.setup.clone(), Access::Read).expect("it opens");
        let mut findings = Vec::new();
        session
            .scan(&mut |reviewed| {
                findings.push(reviewed.finding);
                true
            })
            .expect("it is read");
        findings
    }

    /// Accepts all that may be accepted, writes it, and answers how much was written.
    fn write_all(&self) -> usize {
        let mut session = Session::open(self.setup.clone(), Access::Hold).expect("it opens");
        let now = self.setup.options.now;
        let accepted: Vec<_> = self
            .findings()
            .into_iter()
            .filter(Finding::in_bulk)
            .filter_map(|finding| {
                let message = finding.message_id.clone()?;
                Some(NewDecision {
                    message,
                    act: Act::Accept,
                    edit: ghostcall::proposal::Edit::default(),
                    finding,
                    note: None,
                })
            })
            .collect();
        session.decide(&accepted, now).expect("decided");
        session.write_back(false, now).expect("written").done.len()
    }

    fn undo_all(&self) {
        let mut session = Session::open(self.setup.clone(), Access::Hold).expect("it opens");
        let writes = session.standing_writes();
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

#[test]
fn a_plain_log_with_epoch_seconds_and_a_comma_list() {
    let export = Export::new("plain", true);
    let findings = export.findings();
    let [finding] = findings.as_slice() else { panic!("one finding, not {findings:?}") };
    assert_eq!(summary(finding), ("2".to_owned(), Some(Remedy::Recover), Some(Verdict::NotExecuted)));

    let (log, notes) = ("SELECT * FROM chat_log ORDER BY n", "SELECT * FROM notes_memory ORDER BY id");
    let before = (export.rows(log), export.rows(notes));
    assert_eq!(export.write_all(), 1);
    assert_eq!(
        export.rows("SELECT owner, kind, text, at FROM notes_memory"),
        [r#"Text("home")|Text("long")|Text("Takes the 8:15.")|Integer(1768900005)"#]
    );
    assert_eq!(export.rows("SELECT said, tools FROM chat_log WHERE n = 2"), [r#"Text("Noted.")|Text("remember")"#]);
    export.undo_all();
    assert_eq!((export.rows(log), export.rows(notes)), before);
}

#[test]
fn calls_in_a_table_of_their_own_are_evidence() {
    let export = Export::new("ruby_llm_v1", true);
    let findings = export.findings();
    // Message 7 holds a leaked call in a wrapper: its arguments are the record.
    let [finding, wrapped] = findings.as_slice() else { panic!("two findings, not {findings:?}") };
    assert_eq!(summary(finding), ("6".to_owned(), Some(Remedy::Recover), Some(Verdict::NotExecuted)));
    assert_eq!(summary(wrapped), ("7".to_owned(), Some(Remedy::Recover), Some(Verdict::NotExecuted)));
    assert_eq!(export.write_all(), 2);
    assert_eq!(
        export.rows("SELECT chat_id, kind, body, created_at FROM memories WHERE id = 2"),
        [r#"Integer(1)|Text("fact")|Text("The MOT is due in May.")|Text("2026-03-01 08:09:02.000000")"#]
    );
    // Nothing is recorded as called: the call would be replayed to the provider.
    assert_eq!(export.rows("SELECT count(*) FROM tool_calls"), ["Integer(1)"]);
    assert_eq!(export.rows("SELECT updated_at FROM chats"), [r#"Text("2026-11-21 12:00:00.000000")"#]);
    export.undo_all();
    assert_eq!(export.rows("SELECT updated_at FROM chats"), [r#"Text("2026-03-01 08:10:00.000000")"#]);
}

#[test]
fn calls_of_other_owners_in_the_same_table_are_told_apart() {
    let export = Export::new("ruby_llm_v2", false);
    let findings = export.findings();
    let [finding] = findings.as_slice() else { panic!("one finding, not {findings:?}") };
    // An invented result that no pattern knows, in a turn in which another tool did run.
    assert_eq!(summary(finding), ("5".to_owned(), Some(Remedy::Review), Some(Verdict::Unclear)));
}

#[test]
fn text_keys_and_tables_without_roles_are_read() {
    let export = Export::new("llm_legacy", false);
    let findings = export.findings();
    let [finding] = findings.as_slice() else { panic!("one finding, not {findings:?}") };
    let expected = ("01jx0000000000000000000013".to_owned(), Some(Remedy::Review), Some(Verdict::Unclear));
    assert_eq!(summary(finding), expected);
    assert_eq!(serde_json::to_value(&finding.message_id).expect("JSON"), "01jx0000000000000000000013");
}
