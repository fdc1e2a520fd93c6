//! Properties of write-backs, for any small database and any decisions about it.

use std::path::Path;

use ghostcall::audit::Options;
use ghostcall::proposal::{self, Choice, Edit, RecordTime};
use ghostcall::review::{DecisionKind, NewDecision};
use ghostcall::session::{Access, Session, Setup};
use ghostcall::source::profile::RecordTool;
use jiff::Timestamp;
use proptest::prelude::*;
use proptest::sample::select;
use rusqlite::types::Value as Cell;
use serde_json::Value;

use crate::support::{Dump, Export};

/// How an export writes keys, times and lists.
#[derive(Clone, Copy, Debug)]
struct Manner {
    key: &'static str,
    separator: char,
    lists: [&'static str; 7],
}

const JSON: Manner = Manner {
    key: "INTEGER PRIMARY KEY",
    separator: 'T',
    lists: ["NULL", "''", "'[]'", "'[\"web_fetch\"]'", "'[\"save_memory\"]'", "'[\"a,b\", null, \"it''s\"]'", "'{}'"],
};
const POSTGRES: Manner = Manner {
    key: "INTEGER PRIMARY KEY AUTOINCREMENT",
    separator: ' ',
    lists: ["NULL", "''", "'{}'", "'{web_fetch}'", "'{\"Save memory\"}'", "'{\"a,b\",NULL,\"x\\\"y\"}'", "'[]'"],
};
const DUCKDB: Manner = Manner {
    key: "BIGINT",
    separator: ' ',
    lists: ["NULL", "''", "'[]'", "'[web_fetch]'", "'[SaveMemoryTool]'", "'[''a,b'', NULL, x]'", "'web_fetch'"],
};

#[derive(Clone, Debug)]
struct Row {
    chat: i64,
    agent: Option<i64>,
    role: &'static str,
    text: Option<String>,
    list: usize,
    second: u32,
    streaming: bool,
}

#[derive(Clone, Debug)]
struct Decided {
    at: prop::sample::Index,
    kind: DecisionKind,
    choices: Vec<Option<Choice>>,
    field: Option<(&'static str, String)>,
    cleaned: Option<String>,
}

#[derive(Clone, Debug)]
struct Case {
    manner: Manner,
    wal: bool,
    rows: Vec<Row>,
    memories: Vec<(i64, &'static str, i64)>,
    decisions: Vec<Decided>,
    options: (RecordTime, Option<RecordTool>, bool, bool),
    /// What the application changes between the decisions and the write-back.
    meanwhile: Vec<(prop::sample::Index, &'static str)>,
}

const CONTENTS: [&str; 6] =
    ["Beans in April.", "Bed {4}, row: two", "naïve café ☕", " padded ", "", "it's \"quoted\""];

fn payload() -> impl Strategy<Value = String> {
    (select(&CONTENTS[..]), select(&["journal", "core", "diary"][..]), 0..9usize).prop_map(|(content, kind, shape)| {
        let quoted = Value::from(content).to_string();
        match shape {
            0..=2 => format!("{{success: true, memory_type: \"{kind}\", content: {quoted}}}"),
            3 => format!("{{\"memory_type\": \"{kind}\", \"content\": {quoted}}}"),
            4 => format!("{{type: \"board_updated\", board_id: \"kRwPqA\", name: {quoted}}}"),
            5 => format!("{{type: \"whiteboard\", action: \"update\", board_id: \"x\", content: {quoted}}}"),
            6 => format!("{{\"reply\": {quoted}}}"),
            7 => format!("{{success: true, memory_type: \"{kind}\", content: \"cut o"),
            _ => format!("{{\"beds\": [{{\"id\": 1}}], \"note\": {quoted}}}"),
        }
    })
}

fn text() -> impl Strategy<Value = String> {
    let stamp = select(&["", "", "[2026-01-25 18:48] ", " \n", "\u{feff}"][..]);
    let gap = select(&["", " ", "\n\n", ", "][..]);
    let tail = select(&["", "Late April it is.", "\n\nTwo\nlines.\n", " ok {not: json", "\u{0}nul"][..]);
    (stamp, prop::collection::vec(payload(), 0..4), gap, tail)
        .prop_map(|(stamp, payloads, gap, tail)| format!("{stamp}{}{tail}", payloads.join(gap)))
}

fn row() -> impl Strategy<Value = Row> {
    let agent = prop_oneof![4 => Just(Some(1)), 1 => Just(Some(2)), 1 => Just(Some(9)), 1 => Just(None)];
    let role = select(&["assistant", "assistant", "assistant", "assistant", "user", "tool"][..]);
    (1..4i64, agent, role, prop::option::weighted(0.95, text()), 0..7usize, 0..240u32, prop::bool::weighted(0.05))
        .prop_map(|(chat, agent, role, text, list, second, streaming)| Row {
            chat,
            agent,
            role,
            text,
            list,
            second,
            streaming,
        })
}

fn decision() -> impl Strategy<Value = Decided> {
    let kind = prop_oneof![6 => Just(DecisionKind::Accept), 1 => Just(DecisionKind::Reject), 1 => Just(DecisionKind::Skip), 1 => Just(DecisionKind::Reset)];
    let choice = prop::option::weighted(0.4, select(&[Choice::Recover, Choice::Strip, Choice::Leave][..]));
    let field = prop_oneof![
        4 => Just(None),
        1 => select(&CONTENTS[..]).prop_map(|text| Some(("content", text.to_owned()))),
        1 => select(&["core", "journal", "none"][..]).prop_map(|kind| Some(("memory_type", kind.to_owned()))),
    ];
    let cleaned =
        prop::option::weighted(0.2, select(&["", "Rewritten.", "{\"still\": 1}"][..]).prop_map(str::to_owned));
    (any::<prop::sample::Index>(), kind, prop::collection::vec(choice, 0..4), field, cleaned)
        .prop_map(|(at, kind, choices, field, cleaned)| Decided { at, kind, choices, field, cleaned })
}

fn case() -> impl Strategy<Value = Case> {
    let changes = select(
        &[
            "UPDATE messages SET content = content || '!' WHERE id = ?",
            "UPDATE messages SET tools_used = NULL WHERE id = ?",
            "UPDATE messages SET streaming = 1 WHERE id = ?",
            "DELETE FROM messages WHERE id = ?",
            "UPDATE chats SET discarded_at = '2026-01-01T00:00:00' WHERE id = 1 AND ?",
            "INSERT INTO agent_memories (id, agent_id, content, memory_type) SELECT 500 + ?1, 1, 'Beans in April.', 0",
        ][..],
    );
    let memory = (1..3i64, select(&CONTENTS[..]), 0..2i64);
    let tool = prop::option::of(select(&[RecordTool::SameRow, RecordTool::SiblingRow, RecordTool::None][..]));
    (
        select(&[JSON, POSTGRES, DUCKDB][..]),
        any::<bool>(),
        prop::collection::vec(row(), 1..9),
        prop::collection::vec(memory, 0..3),
        prop::collection::vec(decision(), 0..9),
        (select(&[RecordTime::Message, RecordTime::Now][..]), tool, any::<bool>(), any::<bool>()),
        prop::collection::vec((any::<prop::sample::Index>(), changes), 0..2),
    )
        .prop_map(|(manner, wal, rows, memories, decisions, options, meanwhile)| Case {
            manner,
            wal,
            rows,
            memories,
            decisions,
            options,
            meanwhile,
        })
}

fn build(case: &Case) -> Export {
    let Manner { key, separator, lists } = case.manner;
    let export = Export::from_sql(&format!(
        "CREATE TABLE chats (id {key}, title TEXT, manual_responses INTEGER, discarded_at TEXT, updated_at TEXT);
         CREATE TABLE agents (id {key}, name TEXT, enabled_tools TEXT);
         CREATE TABLE messages (id {key}, chat_id BIGINT, agent_id BIGINT, role TEXT, content TEXT, tools_used TEXT,
           streaming BIGINT, created_at TEXT, updated_at TEXT);
         CREATE TABLE agent_memories (id {key}, agent_id BIGINT, content TEXT, memory_type BIGINT,
           constitutional BIGINT, discarded_at TEXT, created_at TEXT, updated_at TEXT);
         INSERT INTO agents VALUES (1, 'Wren', '[\"SaveMemoryTool\"]'), (2, 'Moss', '[]');
         INSERT INTO chats VALUES (1, 'One', 1, NULL, '2026-01-20{separator}17:00:00.500000'),
           (2, 'Two', 0, NULL, NULL), (3, 'Gone', 0, '2026-02-01{separator}00:00:00', '2026-01-20{separator}17:00:00');"
    ));
    let connection = export.connect();
    for (id, row) in (1_i64..).zip(&case.rows) {
        let time = format!("2026-01-20{separator}17:{:02}:{:02}", row.second / 60, row.second % 60);
        let sql = format!("INSERT INTO messages VALUES (?1, ?2, ?3, ?4, ?5, {}, ?6, ?7, ?7)", lists[row.list]);
        let cells = rusqlite::params![id, row.chat, row.agent, row.role, row.text, row.streaming, time];
        connection.execute(&sql, cells).unwrap();
    }
    for (id, (agent, content, kind)) in (1_i64..).zip(&case.memories) {
        let sql = "INSERT INTO agent_memories VALUES (?1, ?2, ?3, ?4, 0, NULL, '2026-01-01T00:00:00', NULL)";
        connection.execute(sql, rusqlite::params![id, agent, content, kind]).unwrap();
    }
    if case.wal { export.with_wal() } else { export }
}

fn open(path: &Path, case: &Case) -> Session {
    let (record_time, record_tool, stamps, include_hidden) = case.options;
    let options =
        Options { record_time: Some(record_time), record_tool, stamps, min_confidence: 0.0, now: Timestamp::now() };
    let setup = Setup { include_hidden, ..Setup::new(path, "ana", options) };
    Session::open(setup, Access::Hold).unwrap()
}

fn decide(session: &mut Session, decisions: &[Decided]) {
    let mut findings = Vec::new();
    session
        .findings()
        .scan(&mut |reviewed| {
            findings.push(reviewed.finding);
            true
        })
        .unwrap();
    if findings.is_empty() {
        return;
    }
    for decided in decisions {
        let finding = &findings[decided.at.index(findings.len())];
        let mut edit = Edit { cleaned: decided.cleaned.clone(), ..Edit::default() };
        for (index, choice) in decided.choices.iter().enumerate().take(finding.claims.len()) {
            edit.claim(index).choice = *choice;
        }
        if let Some((name, text)) = &decided.field {
            edit.claim(0).fields.insert((*name).to_owned(), text.clone());
        }
        let new = NewDecision {
            message: finding.message_id.clone().unwrap(),
            kind: decided.kind,
            finding: proposal::revise(finding.clone(), &edit, &session.audit().rules()),
            edit,
            note: None,
        };
        session.decide(&[new], Timestamp::now()).unwrap();
    }
}

fn table<'a>(dump: &'a Dump, name: &str) -> &'a [Vec<Cell>] {
    &dump.iter().find(|(table, _)| table == name).unwrap().1
}

/// The text of a message.
fn message(dump: &Dump, id: i64) -> Option<&[Cell]> {
    table(dump, "messages").iter().find(|row| row[1] == Cell::Integer(id)).map(Vec::as_slice)
}

/// Each case opens a database half a dozen times: fewer cases than usual, unless `PROPTEST_CASES` says otherwise.
fn config() -> ProptestConfig {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        ProptestConfig::default()
    } else {
        ProptestConfig::with_cases(80)
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_approved_is_written_wholly_or_not_at_all_and_an_undo_restores_every_table(case in case()) {
        let export = build(&case);
        let mut session = open(export.path(), &case);
        decide(&mut session, &case.decisions);
        drop(session);
        for (at, sql) in &case.meanwhile {
            let id = i64::try_from(at.index(case.rows.len()) + 1).unwrap();
            export.connect().execute(sql, [id]).unwrap();
        }
        let before = export.dump();

        let mut session = open(export.path(), &case);
        let approved = crate::approved(&session);
        let mut planned = 0;
        let count_planned = &mut |_, _| {
            planned += 1;
            true
        };
        let not_planned = session.writer().preview(count_planned).unwrap().len();
        let report = session.write_back(false, Timestamp::now()).unwrap();
        prop_assert_eq!(report.done.len() + report.left_out.len(), approved.len(), "each is told");
        prop_assert_eq!(planned + not_planned, approved.len());
        let after = export.dump();
        let mut records = 0;
        for approved in &approved {
            let id = Value::from(&approved.message).as_i64().unwrap();
            if let Some(done) = report.done.iter().find(|done| done.message == approved.message) {
                records += done.records.len();
                let text = approved.finding.new_text().unwrap_or(&approved.finding.message.text);
                prop_assert_eq!(&message(&after, id).unwrap()[5], &Cell::Text(text.to_owned()));
                prop_assert!(done.records.len() >= approved.finding.records.len());
            } else {
                prop_assert_eq!(message(&after, id), message(&before, id), "left out, and touched");
            }
        }
        let count = |dump: &Dump| table(dump, "messages").len() + table(dump, "agent_memories").len();
        prop_assert_eq!(count(&after), count(&before) + records);
        for row in table(&before, "messages") {
            let Cell::Integer(id) = row[1] else { panic!("{row:?}") };
            if !report.done.iter().any(|done| Value::from(&done.message) == id) {
                prop_assert_eq!(message(&after, id), Some(&row[..]), "not approved, and touched");
            }
        }

        // Writing a second time changes nothing.
        let again = session.write_back(false, Timestamp::now()).unwrap();
        prop_assert!(again.done.is_empty(), "{:?}", again.done);
        prop_assert_eq!(&export.dump(), &after);
        drop(session);

        let mut session = open(export.path(), &case);
        let undone = session.undo_writes(&session.journal().writes_in_effect(), Timestamp::now()).unwrap();
        prop_assert_eq!(undone.done.len(), report.done.len(), "{:?}", undone.left_out);
        prop_assert_eq!(&export.dump(), &before);
        let left = crate::approved(&session);
        prop_assert!(left.iter().all(|left| !report.done.iter().any(|done| done.message == left.message)));
    }
}
