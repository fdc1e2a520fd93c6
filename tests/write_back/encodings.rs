//! The same application, exported by three tools: what is found, the exact cells written, and the undo.

use rusqlite::types::Value as Cell;

use crate::support::{Dump, Export};

const JSON: &str = "helix_kit_db_to_sqlite";
const POSTGRES: &str = "helix_kit_sequel_pgliteral";
const DUCKDB: &str = "helix_kit_duckdb";

/// A fixture with messages whose tool list is NULL, or empty so that it does not show the encoding.
fn with_blank_lists(name: &str) -> Export {
    let payload = |text: &str| format!("{{success: true, memory_type: \"core\", content: \"{text}\"}}Noted.");
    let row = |id: i64, tools: &str, time: &str| {
        format!(
            "INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, streaming, created_at, updated_at)
             VALUES ({id}, 1, 1, 'assistant', '{}', {tools}, 0, '{time}', '{time}');",
            payload(&format!("Blank list {id}."))
        )
    };
    let separator = if name == JSON { 'T' } else { ' ' };
    let time = |second: u32| format!("2026-03-01{separator}08:00:{second:02}.500000");
    let question = format!(
        "INSERT INTO messages (id, chat_id, user_id, role, content, tools_used, streaming, created_at, updated_at)
         VALUES (900, 1, 5, 'user', 'In plain words: what do you keep?', NULL, 0, '{0}', '{0}');",
        time(0)
    );
    let export = Export::fixture(name)
        .and(&question)
        .and(&row(901, "NULL", &time(1)))
        .and(&row(902, "'[]'", &time(2)))
        .and(&row(904, "''", &time(4)));
    // In a DuckDB export, `{}` would show another encoding than the rows around it.
    if name == DUCKDB { export } else { export.and(&row(903, "'{}'", &time(3))) }
}

fn list(pairs: &[(i64, &str)]) -> Vec<(i64, String)> {
    pairs.iter().map(|(id, remedy)| (*id, (*remedy).to_owned())).collect()
}

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

/// Accepts the findings and writes them back; some fixtures need a choice for message 1.
fn write_all(export: &Export, name: &str) {
    export.run("decide DB accept --all").ok();
    if name != JSON {
        export.run("decide DB accept --message 1 --as recover").ok();
    }
    export.run("apply DB").ok();
}

/// The columns of a message that a write-back may change.
fn message(export: &Export, id: i64) -> Vec<Cell> {
    export.rows(&format!("SELECT content, tools_used, created_at FROM messages WHERE id = {id}")).remove(0)
}

/// A recovered memory without its `updated_at`.
fn memory(export: &Export, content: &str) -> Vec<Cell> {
    let sql = format!(
        "SELECT agent_id, memory_type, constitutional, discarded_at, created_at FROM agent_memories WHERE content = '{content}'"
    );
    let mut found = export.rows(&sql);
    assert_eq!(found.len(), 1, "{content}");
    found.remove(0)
}

/// Whether two times have the same format: the same length and the same punctuation.
fn is_written_like(time: &str, other: &str) -> bool {
    let manner = |text: &str| -> String { text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect() };
    manner(time) == manner(other)
}

/// Asserts that an undo restores everything.
#[track_caller]
fn assert_undone(export: &Export, before: &Dump) {
    export.run("undo DB --all").ok();
    assert_eq!(&export.dump(), before);
}

#[test]
fn the_rows_of_a_json_export_are_judged_as_their_comments_say() {
    let export = Export::fixture(JSON);
    let expected = [
        (101, "recover"),
        (102, "strip"),
        (103, "strip"),
        (104, "recover"),
        (105, "recover"),
        (107, "review"),
        (108, "review"),
        (111, "strip"),
    ];
    assert_eq!(export.remedies(), list(&expected));
    let claims = |id: i64| -> Vec<(String, String)> {
        let word = |value: &serde_json::Value| value.as_str().unwrap_or("none").to_owned();
        let found = export.show(id);
        found["claims"]
            .as_array()
            .unwrap()
            .iter()
            .map(|claim| (word(&claim["verdict"]), word(&claim["remedy"])))
            .collect()
    };
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(verdict, remedy)| ((*verdict).to_owned(), (*remedy).to_owned())).collect()
    };
    assert_eq!(claims(101), pairs(&[("not_executed", "recover")]));
    assert_eq!(claims(102), pairs(&[("executed", "strip")]));
    assert_eq!(claims(103), pairs(&[("unclear", "strip")]));
    assert_eq!(claims(104), pairs(&[("none", "strip"), ("not_executed", "recover")]));
    assert_eq!(claims(105), pairs(&[("unclear", "strip"), ("not_executed", "recover")]));
    assert_eq!(claims(107), pairs(&[("not_enabled", "review")]));
    assert_eq!(claims(108), pairs(&[("not_executed", "review")]));
    assert_eq!(claims(111), pairs(&[("executed", "strip")]));
    for (id, warning) in [(107, "tool_not_enabled"), (108, "invalid_record")] {
        assert!(export.show(id)["warnings"].as_array().unwrap().contains(&warning.into()), "{id}");
    }
    let hidden = export.run("scan DB --include-discarded").ok().lines();
    let found = hidden.iter().find(|found| found["message_id"] == 109).expect("the discarded chat is read too");
    assert_eq!(found["remedy"], "recover");
    assert_eq!(hidden.len(), 9);
}

#[test]
fn a_neighbour_that_ran_the_tool_makes_a_person_decide() {
    for name in [POSTGRES, DUCKDB] {
        let export = Export::fixture(name);
        assert_eq!(export.remedies(), list(&[(1, "review")]), "{name}: message 2 ran the tool 49 seconds later");
        assert_eq!(export.show(1)["claims"][0]["verdict"], "unclear", "{name}");
        export.sql("UPDATE messages SET tools_used = NULL WHERE id = 2");
        assert_eq!(export.remedies(), list(&[(1, "recover")]), "{name}: nothing ran");
    }
}

#[test]
fn a_json_export_gets_the_exact_cells() {
    let export = with_blank_lists(JSON);
    let before = export.dump();
    let chat_before = export.text("SELECT updated_at FROM chats WHERE id = 1");
    export.accept_and_apply();

    let expected = [
        (101, "Late April it is.\n\nI will stop asking.", "[\"save_memory\"]", "2026-01-20T17:01:11.123456"),
        (102, "Noted, 14B.", "[\"save_memory\"]", "2026-01-20T17:05:00"),
        (103, "The plan is up to date.", "[]", "2026-01-21T08:00:00"),
        (104, "Labels agreed.", "[\"save_memory\"]", "2026-01-25T18:48:30"),
        (105, "After the tenth, then.", "[\"save_memory\"]", "2026-01-26T07:00:00"),
        (111, "Good.", "[]", "2026-01-10T10:00:00"),
        (901, "Noted.", "[\"save_memory\"]", "2026-03-01T08:00:01.500000"),
        (902, "Noted.", "[\"save_memory\"]", "2026-03-01T08:00:02.500000"),
        (904, "Noted.", "[\"save_memory\"]", "2026-03-01T08:00:04.500000"),
    ];
    for (id, content, tools, created) in expected {
        assert_eq!(message(&export, id), [text(content), text(tools), text(created)], "message {id}");
    }
    // Each cell keeps its own encoding, even if all others differ.
    assert_eq!(message(&export, 903)[1], text("{save_memory}"));

    for (content, owner, kind, created) in [
        ("Beans go in late April; told me twice, do not ask again.", 1, 0, "2026-01-20T17:01:11.123456"),
        ("Label format is {bed}-{row}.", 1, 1, "2026-01-25T18:48:30"),
        ("Last frost here is usually 10 May.", 1, 0, "2026-01-26T07:00:00"),
        ("Blank list 901.", 1, 1, "2026-03-01T08:00:01.500000"),
    ] {
        let expected = [Cell::Integer(owner), Cell::Integer(kind), Cell::Integer(0), Cell::Null, text(created)];
        assert_eq!(memory(&export, content), expected, "{content}");
    }
    assert_eq!(export.number("SELECT count(*) FROM agent_memories"), 3 + 7, "what was there, and no more than is due");

    assert!(export.text("SELECT updated_at FROM chats WHERE id = 1") > chat_before);
    assert_eq!(export.text("SELECT updated_at FROM chats WHERE id = 2"), "2026-02-01T00:00:00", "not its chat");
    assert_eq!(export.remedies(), list(&[(107, "review"), (108, "review")]), "nothing written is proposed again");
    assert_undone(&export, &before);
}

#[test]
fn an_export_with_postgres_literals_gets_them_back() {
    let export = with_blank_lists(POSTGRES);
    let before = export.dump();
    write_all(&export, POSTGRES);
    assert_eq!(message(&export, 1), [text("Done."), text("{save_memory}"), text("2026-01-20 17:01:11.123456")]);
    for id in [901, 903, 904] {
        assert_eq!(message(&export, id)[1], text("{save_memory}"), "message {id}");
    }
    assert_eq!(
        message(&export, 2)[1],
        text(r#"{save_memory,"https://example.org/a,b?q=\"x\"","with {brace}","NULL",""}"#),
        "a message without a finding is left alone"
    );
    let expected =
        [Cell::Integer(1), Cell::Integer(0), Cell::Integer(0), Cell::Null, text("2026-01-20 17:01:11.123456")];
    assert_eq!(memory(&export, "Kettle descaled."), expected);
    assert!(export.remedies().is_empty());
    assert_undone(&export, &before);
}

#[test]
fn an_export_with_duckdb_lists_and_no_keys_gets_them_back() {
    let export = with_blank_lists(DUCKDB);
    let before = export.dump();
    write_all(&export, DUCKDB);
    assert_eq!(message(&export, 1), [text("Done."), text("[save_memory]"), text("2026-01-20 17:01:11.123456")]);
    for id in [901, 902, 904] {
        assert_eq!(message(&export, id)[1], text("[save_memory]"), "message {id}");
    }
    let ids = export.rows("SELECT id FROM agent_memories ORDER BY id");
    let counted: Vec<Vec<Cell>> = (1..=4).map(|id| vec![Cell::Integer(id)]).collect();
    assert_eq!(ids, counted, "keys that the database does not count are counted for it");
    let expected =
        [Cell::Integer(1), Cell::Integer(0), Cell::Integer(0), Cell::Null, text("2026-01-20 17:01:11.123456")];
    assert_eq!(memory(&export, "Kettle descaled."), expected);
    assert!(export.remedies().is_empty());
    assert_undone(&export, &before);
}

#[test]
fn two_records_of_one_message_get_two_keys_where_the_database_counts_none() {
    let export = Export::fixture(DUCKDB).and("UPDATE messages SET tools_used = '[]' WHERE id = 1").and(
        "UPDATE messages SET chat_id = 2 WHERE id = 2; UPDATE messages SET content = '{success: true, memory_type: \"core\", content: \"One.\"}' ||
           '{success: true, memory_type: \"core\", content: \"Two.\"}Done.' WHERE id = 1",
    );
    let before = export.dump();
    export.accept_and_apply();
    let rows = export.rows("SELECT id, content FROM agent_memories ORDER BY id");
    assert_eq!(rows, [[Cell::Integer(1), text("One.")], [Cell::Integer(2), text("Two.")]]);
    assert_undone(&export, &before);
}

#[test]
fn tools_that_were_there_stay_in_front_of_the_recovered_one() {
    for (name, cell, after) in [
        (JSON, r#"["https://example.org/a,b?q=\"x\""]"#, r#"["https://example.org/a,b?q=\"x\"", "save_memory"]"#),
        (POSTGRES, r#"{"Web fetch",x}"#, r#"{"Web fetch",x,save_memory}"#),
        (DUCKDB, "['Web fetch', x]", "['Web fetch', x, save_memory]"),
    ] {
        let id = if name == JSON { 101 } else { 1 };
        let export = Export::fixture(name);
        export.connect().execute("UPDATE messages SET tools_used = ?1 WHERE id = ?2", (cell, id)).unwrap();
        let before = export.dump();
        // Other tools ran, so a reviewer must choose to recover it.
        export.run(&format!("decide DB accept --message {id} --as recover")).ok();
        export.run("apply DB").ok();
        assert_eq!(message(&export, id)[1], text(after), "{name}");
        assert_undone(&export, &before);
    }
}

#[test]
fn times_are_written_in_the_manner_of_their_neighbours() {
    for name in [JSON, POSTGRES, DUCKDB] {
        let export = Export::fixture(name);
        let before = export.rows("SELECT id, created_at, updated_at FROM messages ORDER BY id");
        let chat = export.text("SELECT updated_at FROM chats WHERE id = 1");
        write_all(&export, name);
        for row in before {
            let [Cell::Integer(id), Cell::Text(created), Cell::Text(updated)] = &row[..] else { panic!("{row:?}") };
            let now = export.text(&format!("SELECT updated_at FROM messages WHERE id = {id}"));
            assert!(is_written_like(&now, updated), "{name} {id}: {now} is not written like {updated}");
            assert_eq!(&export.text(&format!("SELECT created_at FROM messages WHERE id = {id}")), created);
        }
        let now = export.text("SELECT updated_at FROM chats WHERE id = 1");
        assert!(is_written_like(&now, &chat) && now > chat, "{name}: {now} after {chat}");
        for row in export.rows("SELECT created_at, updated_at FROM agent_memories WHERE updated_at > '2026-03'") {
            let [Cell::Text(created), Cell::Text(updated)] = &row[..] else { panic!("{row:?}") };
            assert!(is_written_like(updated, created), "{name}: {updated} is not written like {created}");
        }
    }
}

#[test]
fn times_as_floating_point_numbers_are_written_as_such_and_unknown_ones_are_left() {
    for (stored, kind) in [("1769000000.25", "real"), ("'last week'", "text")] {
        let retyped = |table: &str| {
            format!(
                "ALTER TABLE {table} DROP COLUMN updated_at; ALTER TABLE {table} ADD COLUMN updated_at {kind};
                 UPDATE {table} SET updated_at = {stored};"
            )
        };
        let export = Export::fixture(JSON).and(&retyped("messages")).and(&retyped("chats"));
        let before = export.dump();
        export.run("decide DB accept --message 101").ok();
        export.run("apply DB").ok();
        let updated = export.rows("SELECT updated_at FROM messages WHERE id = 101").remove(0).remove(0);
        match updated {
            Cell::Real(seconds) => assert!(kind == "real" && seconds > 1_769_000_000.25),
            other => assert_eq!(other, text("last week")),
        }
        export.run("undo DB").ok();
        assert_undone(&export, &before);
    }
}

#[test]
fn applying_twice_writes_once() {
    for name in [JSON, POSTGRES, DUCKDB] {
        let export = Export::fixture(name);
        write_all(&export, name);
        let once = export.dump();
        let journal = export.number("SELECT count(*) FROM ghostcall_journal");
        export.run("apply DB").ok().notes("Nothing to write");
        assert_eq!(export.dump(), once, "{name}");
        assert_eq!(export.number("SELECT count(*) FROM ghostcall_journal"), journal, "{name}");
    }
}

#[test]
fn a_database_with_a_write_ahead_log_is_written_and_restored_alike() {
    for name in [JSON, POSTGRES, DUCKDB] {
        let plain = with_blank_lists(name);
        let logged = with_blank_lists(name).with_wal();
        let before = logged.dump();
        write_all(&plain, name);
        write_all(&logged, name);
        let columns = "SELECT id, content, tools_used, created_at FROM messages ORDER BY id";
        assert_eq!(logged.rows(columns), plain.rows(columns), "{name}");
        assert_eq!(logged.text("PRAGMA journal_mode"), "wal", "{name}");
        assert_undone(&logged, &before);
    }
}

#[test]
fn writing_after_an_undo_comes_to_the_same() {
    let export = with_blank_lists(JSON);
    let before = export.dump();
    export.accept_and_apply();
    let columns = "SELECT id, content, tools_used, created_at FROM messages ORDER BY id";
    let written = export.rows(columns);
    assert_undone(&export, &before);
    assert_eq!(export.status(101), "pending", "what was taken back is undecided again");
    export.accept_and_apply();
    assert_eq!(export.rows(columns), written);
    assert_undone(&export, &before);
}

#[test]
fn an_import_that_made_texts_of_all_truths_and_numbers_is_read_too() {
    for no in ["0", "f", "false", ""] {
        let export = Export::fixture(JSON).and(&format!(
            "ALTER TABLE messages DROP COLUMN streaming;
             ALTER TABLE messages ADD COLUMN streaming TEXT;
             UPDATE messages SET streaming = CASE id WHEN 110 THEN 't' ELSE '{no}' END;"
        ));
        let found = export.remedies();
        assert!(found.contains(&(101, "recover".to_owned())), "{no}: {found:?}");
        assert!(!found.iter().any(|(message, _)| *message == 110), "{no}: {found:?}");
    }
}
