//! Tables with columns named like SQLite's row number.

use rusqlite::types::Value as Cell;

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

/// The memories in a table without an `id`, with these columns before the others.
fn with_memories(columns: &str, cells: &str) -> Export {
    Export::fixture(JSON).and(&format!(
        "CREATE TABLE other ({columns}, agent_id INTEGER, content TEXT, memory_type INTEGER, constitutional INTEGER,
                             discarded_at TEXT, created_at TEXT, updated_at TEXT);
         INSERT INTO other SELECT {cells}, agent_id, content, memory_type, constitutional, discarded_at, created_at, updated_at
                           FROM agent_memories;
         DROP TABLE agent_memories;
         ALTER TABLE other RENAME TO agent_memories;"
    ))
}

fn memories(export: &Export) -> Vec<Vec<Cell>> {
    export.rows("SELECT * FROM agent_memories ORDER BY content")
}

/// Asserts that a write-back only adds memories, and that an undo restores everything.
#[track_caller]
fn comes_and_goes(export: &Export, what: &str) {
    let (before, dump) = (memories(export), export.dump());
    export.accept_and_apply();
    let written = memories(export);
    assert_eq!(written.len(), before.len() + 3, "{what}");
    assert!(before.iter().all(|row| written.contains(row)), "{what}: an old memory is gone");
    export.run("verify DB").ok();
    export.run("undo DB --all").ok();
    assert_eq!(memories(export), before, "{what}");
    assert!(export.dump() == dump, "{what}");
}

#[test]
fn a_record_is_found_again_whatever_columns_shadow_the_number_of_its_row() {
    for (columns, cells) in [
        // Values that are the numbers of the next rows.
        ("rowid INTEGER", "id + 3"),
        ("RowID INTEGER, _rowid_ TEXT", "id + 3, id + 3"),
        ("rowid, oid, _rowid_, number INTEGER PRIMARY KEY", "id + 3, id + 4, id + 5, id"),
        ("id INTEGER PRIMARY KEY, rowid, oid, _rowid_", "id, id + 3, id + 4, id + 5"),
        // Keys that the program numbers itself.
        ("id BIGINT, rowid, oid, _rowid_", "id, 7, 7, 7"),
        ("id BIGINT, rowid", "id, -id"),
    ] {
        comes_and_goes(&with_memories(columns, cells), columns);
    }
}

#[test]
fn a_table_whose_rows_have_no_name_is_refused_in_one_line() {
    let export = with_memories("rowid, _rowid_, OID", "1, 2, 3");
    let before = export.dump();
    for line in ["scan DB", "decide DB accept --all", "apply DB"] {
        let output = export.run(line);
        let output = if line == "apply DB" { output.stderr.clone() } else { output.refused() };
        assert!(
            line == "apply DB" || output.contains("rows of agent_memories cannot be identified"),
            "{line}: {output}"
        );
    }
    assert!(export.dump() == before);
}

#[test]
fn a_table_without_row_numbers_takes_a_record_where_its_key_is_given() {
    let export = Export::fixture(JSON).and(
        "CREATE TABLE other (id INTEGER NOT NULL PRIMARY KEY, agent_id INTEGER, content TEXT, memory_type INTEGER,
                             constitutional INTEGER, discarded_at TEXT, created_at TEXT, updated_at TEXT) WITHOUT ROWID;
         INSERT INTO other SELECT * FROM agent_memories;
         DROP TABLE agent_memories;
         ALTER TABLE other RENAME TO agent_memories;",
    );
    let before = memories(&export);
    export.accept_and_apply();
    assert_eq!(memories(&export).len(), before.len() + 3);
    export.run("undo DB --all").ok();
    assert_eq!(memories(&export), before);
}

#[test]
fn messages_are_read_and_written_whatever_columns_shadow_the_numbers_of_their_rows() {
    let findings = |export: &Export| {
        let mut found = export.remedies();
        found.sort();
        found
    };
    let plain = findings(&Export::fixture(JSON));
    for (columns, values) in [
        ("rowid INTEGER", "214 - id"),
        ("rowid INTEGER, _rowid_ INTEGER", "214 - id, 101"),
        ("rowid INTEGER, _rowid_ INTEGER, oid INTEGER", "214 - id, 101, NULL"),
    ] {
        for key in ["INTEGER PRIMARY KEY", "BIGINT"] {
            let sql = Export::fixture(JSON).text("SELECT sql FROM sqlite_schema WHERE name = 'messages'");
            let sql = sql.replace("messages (id INTEGER PRIMARY KEY", &format!("other (id {key}"));
            let sql = sql.replace("updated_at TEXT)", &format!("updated_at TEXT, {columns})"));
            let export = Export::fixture(JSON).and(&format!(
                "PRAGMA foreign_keys = OFF; {sql}; INSERT INTO other SELECT *, {values} FROM messages; DROP TABLE messages;
                 PRAGMA legacy_alter_table = ON; ALTER TABLE other RENAME TO messages;"
            ));
            assert_eq!(findings(&export), plain, "{columns}, {key}");
            let before = export.rows("SELECT * FROM messages ORDER BY id");
            export.accept_and_apply();
            assert_eq!(export.text("SELECT content FROM messages WHERE id = 103"), "The plan is up to date.");
            export.run("undo DB --all").ok();
            assert_eq!(export.rows("SELECT * FROM messages ORDER BY id"), before, "{columns}, {key}");
        }
    }
}
