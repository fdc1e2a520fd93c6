//! SQL for the database that an export came from has the same effect there as a write-back on the export.

use ghostcall::proposal::{Choice, ClaimEdit, Edit, Finding};
use ghostcall::session::{Access, Session};
use ghostcall::source::Profile;
use ghostcall::writeback::script::Dialect;
use rusqlite::Connection;
use rusqlite::types::Value as Cell;

use crate::{Export, fixture};

/// Every row of every table except those of ghostcall. JSON documents compare by meaning, and all random keys are
/// equal.
pub(crate) fn dump(export: &Export) -> Vec<String> {
    dump_without(export, "")
}

/// The same without `updated_at` and SQLite's own tables, which an undo does not restore.
fn settled(export: &Export) -> Vec<String> {
    let mut settled = dump_without(export, "updated_at");
    settled.retain(|row| !row.starts_with("sqlite_") && !row.contains("_fts_"));
    settled
}

/// The same without the columns of this name.
fn dump_without(export: &Export, left_out: &str) -> Vec<String> {
    let connection = Connection::open(&export.path).expect("it opens");
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'ghostcall%' ORDER BY 1";
    let names: Vec<String> = connection
        .prepare(tables)
        .and_then(|mut statement| statement.query_map([], |row| row.get(0))?.collect())
        .expect("the tables");
    let summary = |cell: Cell| match cell {
        Cell::Text(text) if text.len() == 36 && text.matches('-').count() == 4 && !text.contains("0000") => {
            "a UUID".to_owned()
        }
        Cell::Text(text) => match serde_json::from_str::<serde_json::Value>(&text) {
            Ok(document) => document.to_string(),
            Err(_) => text,
        },
        other => format!("{other:?}"),
    };
    let mut dump = Vec::new();
    for name in names {
        let mut statement = connection.prepare(&format!("SELECT * FROM \"{name}\"")).expect("a table");
        let columns = statement.column_names().enumerate().filter(|(_, column)| *column != left_out);
        let columns: Vec<usize> = columns.map(|(at, _)| at).collect();
        let row = |row: &rusqlite::Row<'_>| {
            columns.iter().map(|column| row.get(*column).map(summary)).collect::<rusqlite::Result<Vec<_>>>()
        };
        let rows = statement.query_map([], row).and_then(Iterator::collect::<rusqlite::Result<Vec<_>>>);
        dump.extend(rows.expect("rows").into_iter().map(|row| format!("{name}: {}", row.join(" | "))));
    }
    dump.sort();
    dump
}

/// Runs a script as a client does; returns the report on each message.
fn run(export: &Export, script: &str) -> Vec<String> {
    let connection = Connection::open(&export.path).expect("it opens");
    let script = without_shell(script);
    let (before, rest) = script.split_once("\nSELECT message, outcome").expect("a last SELECT");
    connection.execute_batch(before).unwrap_or_else(|error| panic!("{error}\n{before}"));
    let (select, end) = rest.split_once(";\n").expect("an end");
    let outcomes = connection
        .prepare(&format!("SELECT message, outcome{select}"))
        .and_then(|mut statement| {
            let outcome =
                |row: &rusqlite::Row<'_>| Ok(format!("{} {}", row.get::<_, String>(0)?, row.get::<_, String>(1)?));
            statement.query_map([], outcome)?.collect()
        })
        .expect("the outcomes");
    connection.execute_batch(end).expect("it ends");
    outcomes
}

/// A script without the commands of SQLite's shell.
fn without_shell(script: &str) -> &str {
    script.strip_prefix(".bail on\n.timeout 5000\n").expect("it begins with what the shell must know first")
}

/// Asserts that a script changes one copy as a write-back changes another, and that a second run changes nothing.
fn does_the_same(make: impl Fn() -> Export, chosen: impl Fn(&Finding) -> bool, edit: &Edit) {
    does_the_same_in(&make(), &make, chosen, edit);
}

/// The same with a given production database. Then undoes the changes, by the accepted findings and by the journal.
fn does_the_same_in(production: &Export, make: impl Fn() -> Export, chosen: impl Fn(&Finding) -> bool, edit: &Edit) {
    let written = make();
    let findings = written.findings();
    let accepted = || findings.iter().filter(|finding| chosen(finding)).cloned();
    let script = written.script(accepted(), edit, Dialect::Sqlite);
    let (before, settled_before) = (dump(production), settled(production));
    let outcomes = run(production, &script);
    assert!(!outcomes.is_empty() && outcomes.iter().all(|outcome| outcome.ends_with(" written")), "{outcomes:?}");
    let number = written.write(accepted(), edit);
    assert_eq!(number, outcomes.len());
    let after = dump(production);
    assert_ne!(after, before);
    assert_eq!(after, dump(&written), "{script}");
    let again = run(production, &script);
    assert!(again.iter().all(|outcome| outcome.ends_with(" written before")), "{again:?}");
    assert_eq!(dump(production), after);
    for back in [make().way_back(accepted(), edit), written.way_back_of_all()] {
        let output = run(production, &back);
        assert_eq!(output.len(), number);
        assert!(output.iter().all(|outcome| outcome.ends_with(" undone")), "{output:?}\n{back}");
        assert_eq!(settled(production), settled_before, "{back}");
        let again = run(production, &back);
        assert!(again.iter().all(|outcome| outcome.ends_with(" not written")), "{again:?}");
        assert_eq!(settled(production), settled_before, "{back}");
        // A script from the journal writes them again.
        let output = run(production, &written.script(std::iter::empty(), edit, Dialect::Sqlite));
        assert!(output.len() == number && output.iter().all(|outcome| outcome.ends_with(" written")), "{output:?}");
    }
}

/// An edit with this choice for the first claim.
fn choose(choice: Choice) -> Edit {
    let edit = ClaimEdit { choice: Some(choice), ..ClaimEdit::default() };
    Edit { claims: [(0, edit)].into(), ..Edit::default() }
}

#[test]
fn the_script_does_in_production_what_a_write_back_does_in_the_export() {
    let all = Edit::default();
    does_the_same(|| Export::detected("helix_kit_db_to_sqlite"), Finding::in_bulk, &all);
    for name in ["helix_kit_sequel_pgliteral", "helix_kit_duckdb"] {
        does_the_same(|| Export::detected(name), |_| true, &choose(Choice::Recover));
    }
    does_the_same(|| Export::detected("plain").with_patterns("plain"), Finding::in_bulk, &all);
    does_the_same(|| Export::detected("open_webui"), Finding::in_bulk, &all);
    does_the_same(|| Export::detected("open_webui_legacy"), Finding::in_bulk, &all);
    let own = || Export::detected("ruby_llm_v1").with_profile("ruby_llm_v1").with_patterns("ruby_llm_v1");
    does_the_same(own, Finding::in_bulk, &all);
    for name in ["ruby_llm_v1", "ruby_llm_v2", "llm_legacy"] {
        does_the_same(|| Export::detected(name), |finding| !finding.cleaned.is_empty(), &choose(Choice::Strip));
    }
}

#[test]
fn a_text_is_right_in_a_database_of_any_encoding() {
    let text =
        "UPDATE messages SET content = content || char(233, 8230, 128512, 9, 39, 34, 92, 10, 27, 133, 8238) || 'x'
                WHERE role = 'assistant' AND content <> ''";
    for encoding in ["UTF-16le", "UTF-16be", "UTF-8"] {
        let production = Export::encoded("helix_kit_db_to_sqlite", encoding).and(text);
        let make = || Export::detected("helix_kit_db_to_sqlite").and(text);
        does_the_same_in(&production, make, Finding::in_bulk, &Edit::default());
    }
}

#[test]
fn a_message_that_changed_meanwhile_stays_unchanged() {
    for (change, outcome) in [
        ("UPDATE chat_log SET said = said || '!' WHERE n = 2", "2 changed since"),
        ("UPDATE chat_log SET owner = 'work' WHERE n = 2", "2 changed since"),
        ("UPDATE chat_log SET tools = 'remember' WHERE n = 2", "2 changed since"),
        ("DELETE FROM chat_log WHERE n = 2", "2 gone"),
    ] {
        let make = || Export::detected("plain").with_patterns("plain");
        let script = make().script(make().findings().into_iter(), &Edit::default(), Dialect::Sqlite);
        let production = make().and(change);
        let before = dump(&production);
        assert_eq!(run(&production, &script), [outcome], "{change}");
        assert_eq!(dump(&production), before, "{change}");
    }
    let make = || Export::detected("open_webui");
    let script = make().script(make().findings().into_iter(), &Edit::default(), Dialect::Sqlite);
    let production = make().and("UPDATE chat SET chat = json_set(chat, '$.history.messages.m4.content', 'Edited.')");
    let before = dump(&production);
    assert_eq!(run(&production, &script), ["c-1-m4 changed since"]);
    assert_eq!(dump(&production), before);
    // A change to another message of the same document does not matter.
    let production = make().and("UPDATE chat SET chat = json_set(chat, '$.history.messages.m3.content', 'Edited.')");
    assert_eq!(run(&production, &script), ["c-1-m4 written"]);
    assert!(production.text("SELECT chat FROM chat").contains("Edited."));
}

#[test]
fn a_record_added_meanwhile_is_not_inserted_again() {
    let make = || Export::detected("plain").with_patterns("plain");
    let script = make().script(make().findings().into_iter(), &Edit::default(), Dialect::Sqlite);
    let equal =
        "INSERT INTO notes_memory (owner, kind, text, at) VALUES ('home', 'long', ' Takes the 8:15. ', 1768900000)";
    let production = make().and(equal);
    assert_eq!(run(&production, &script), ["2 written"]);
    assert_eq!(production.rows("SELECT count(*) FROM notes_memory"), ["Integer(1)"]);
    assert_eq!(production.text("SELECT said FROM chat_log WHERE n = 2"), "Noted.");
}

#[test]
fn where_the_database_refuses_a_part_nothing_is_written() {
    let make = || Export::detected("helix_kit_db_to_sqlite");
    let script =
        make().script(make().findings().into_iter().filter(Finding::in_bulk), &Edit::default(), Dialect::Sqlite);
    for refusal in [
        "CREATE TRIGGER no BEFORE INSERT ON agent_memories WHEN new.content LIKE '%frost%' BEGIN SELECT RAISE(IGNORE); END",
        "CREATE TRIGGER no BEFORE UPDATE ON messages WHEN old.id = 105 BEGIN SELECT RAISE(IGNORE); END",
    ] {
        let production = make().and(refusal);
        let before = dump(&production);
        // The shell of SQLite continues after an error.
        let connection = Connection::open(&production.path).expect("it opens");
        let mut errors = Vec::new();
        for statement in statements(&script) {
            errors.extend(connection.execute_batch(&statement).err().map(|error| error.to_string()));
        }
        assert!(errors[0].contains("nothing was written"), "{errors:?}");
        assert_eq!(dump(&production), before, "{refusal}");
    }
}

#[test]
fn a_second_run_reports_a_twice_written_message_as_done() {
    let make = || Export::detected("plain").with_patterns("plain");
    let (export, production) = (make(), make());
    let first = export.script(export.findings().into_iter(), &Edit::default(), Dialect::Sqlite);
    let payload = export.text("SELECT said FROM chat_log WHERE n = 2").replace("8:15", "9:15").replace('\'', "''");
    let anew = format!("UPDATE chat_log SET said = '{payload}' WHERE n = 2");
    assert_eq!(export.write_all(), 1);
    let export = export.and(&anew);
    assert_eq!(export.write_all(), 1);
    let (there, back) =
        (export.script(std::iter::empty(), &Edit::default(), Dialect::Sqlite), export.way_back_of_all());
    assert_eq!(run(&production, &first), ["2 written"]);
    let production = production.and(&anew);
    assert_eq!(run(&production, &there), ["2 changed since", "2 written"]);
    let written = dump(&production);
    assert_eq!(run(&production, &there), ["2 written before", "2 written before"]);
    assert_eq!(dump(&production), written);
    assert_eq!(run(&production, &back), ["2 undone", "2 changed since"]);
    let production = production.and("UPDATE chat_log SET said = 'Noted.' WHERE n = 2");
    assert_eq!(run(&production, &back), ["2 changed since", "2 undone"]);
    let undone = dump(&production);
    assert_eq!(run(&production, &back), ["2 not written", "2 not written"]);
    assert_eq!(dump(&production), undone);
}

#[test]
fn a_record_that_the_profile_does_not_know_any_more_is_left_out_and_its_message_with_it() {
    let profile = |kind: &str| {
        let text = fixture("ruby_llm_v1.json5").replace("fact: { table", &format!("{kind}: {{ table"));
        Some(Profile::parse("mine.json5", &text).expect("the profile reads"))
    };
    let mut export = Export::detected("ruby_llm_v1").with_profile("ruby_llm_v1").with_patterns("ruby_llm_v1");
    assert!(export.write_all() > 0);
    export.setup.patterns.clear();
    for (kind, is_known) in [("fact", true), ("note", false)] {
        export.setup.profile = profile(kind);
        let session = Session::open(export.setup.clone(), Access::Read).expect("it opens");
        let mut script = Vec::new();
        let output = session.writer().script(Dialect::Sqlite, &mut script).expect("it can be told");
        let script = String::from_utf8(script).expect("SQL is UTF-8");
        assert_eq!((output.left_out.is_empty(), script.contains("INSERT INTO \"memories\"")), (is_known, is_known));
        let why = output.left_out.iter().map(|left| left.reason.to_string()).collect::<String>();
        assert_eq!(why.contains("take the profile that it was written with"), !is_known, "{why}");
    }
}

/// The statements of a script, as a shell splits them.
pub(crate) fn statements(script: &str) -> Vec<String> {
    let mut statements = vec![String::new()];
    for line in without_shell(script).split_inclusive('\n') {
        let statement = statements.last_mut().expect("one at least");
        statement.push_str(line);
        let is_open = statement.matches('\'').count() % 2 == 1 || statement.contains("CREATE TEMPORARY TRIGGER");
        if line.trim_end().ends_with(';') && (!is_open || line.contains("END;")) {
            statements.push(String::new());
        }
    }
    statements
}
