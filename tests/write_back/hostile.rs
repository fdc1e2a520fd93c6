//! Tables that would distort a write: constraints that replace rows, triggers that discard them, columns that turn
//! texts into numbers, cells that are not lists, keys that are not numbers, rows that depend on a record.

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

const MEMORIES: &str = "agent_id INTEGER, content TEXT, memory_type INTEGER, constitutional INTEGER, discarded_at TEXT,
                        created_at TEXT, updated_at TEXT";

/// The memories in a table with another declaration.
fn with_memories(columns: &str, key: &str) -> Export {
    Export::fixture(JSON).and(&format!(
        "CREATE TABLE other ({columns});
         INSERT INTO other SELECT {key}, agent_id, content, memory_type, constitutional, discarded_at, created_at,
                                  updated_at FROM agent_memories;
         DROP TABLE agent_memories;
         ALTER TABLE other RENAME TO agent_memories;"
    ))
}

/// Asserts that nothing of the message or its record is written, for this reason.
#[track_caller]
fn refuses(export: &Export, decision: &str, why: &str) {
    let before = export.dump();
    export.run(&format!("decide DB accept --message 101 {decision}")).ok();
    export.run("apply DB --no-backup").with_problems().notes(why);
    assert!(before == export.dump(), "something was written");
}

#[test]
fn a_constraint_that_replaces_rows_replaces_none() {
    let columns =
        format!("id INTEGER PRIMARY KEY, {MEMORIES}, UNIQUE (agent_id, memory_type, created_at) ON CONFLICT REPLACE");
    let export = with_memories(&columns, "id").and(
        "INSERT INTO agent_memories SELECT 900, agent_id, 'Precious.', 0, 0, NULL, created_at, created_at
         FROM messages WHERE id = 101",
    );
    refuses(&export, "", "UNIQUE");
}

#[test]
fn a_trigger_that_swallows_the_new_row_is_reported_and_no_other_row_taken_for_it() {
    let export = Export::fixture(JSON).and(
        "CREATE TRIGGER swallow BEFORE INSERT ON agent_memories WHEN NEW.content LIKE 'Beans%'
         BEGIN SELECT RAISE(IGNORE); END",
    );
    let before = export.dump();
    // The new row of message 104, written just before, must not be taken for that of message 101.
    export.run("decide DB accept --message 104").ok();
    export.run("decide DB accept --message 101").ok();
    let report = export.run("apply DB --no-backup");
    report.with_problems().notes("left out message 101").notes("accepts no new row");
    assert_eq!(report.lines().len(), 1);
    export.run("undo DB --all").ok();
    assert!(before == export.dump());
}

#[test]
fn a_column_that_makes_a_number_of_a_text_is_not_written() {
    let columns = format!("id INTEGER PRIMARY KEY, {}", MEMORIES.replace("content TEXT", "content STRING"));
    let export = with_memories(&columns, "id");
    refuses(&export, "--memory 0077", "content");

    let export = Export::fixture(JSON).and(
        "ALTER TABLE messages RENAME COLUMN content TO old;
         ALTER TABLE messages ADD COLUMN content STRING;
         UPDATE messages SET content = old;",
    );
    refuses(&export, "--cleaned 0042", "content");
}

#[test]
fn a_cell_that_is_no_list_of_names_is_not_written_over() {
    for cell in ["X'5b2261225d'", r#"'[{"name": "web"}]'"#, "'[1, 2]'", r#"'{"a": 1}'"#, r#"'["a"'"#, "'[{name: web}]'"]
    {
        let export = Export::fixture(JSON).and(&format!("UPDATE messages SET tools_used = {cell} WHERE id = 101"));
        refuses(&export, "--as recover", "not a list of names");
        export.run("apply DB --no-backup --record-tool none").ok();
    }
}

#[test]
fn keys_that_are_no_numbers_are_not_guessed_and_texts_of_numbers_are_counted_as_numbers() {
    let columns = format!("id TEXT PRIMARY KEY, {MEMORIES}");
    refuses(&with_memories(&columns, "'a1b2-' || id"), "", "keys");

    let export = with_memories(&format!("id TEXT, {MEMORIES}"), "id + 7").and("");
    let before = export.dump();
    assert_eq!(export.text("SELECT max(id) FROM agent_memories"), "9", "10 is there, and 9 the greatest text");
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB --no-backup").ok();
    assert_eq!(export.number("SELECT count(*) - count(DISTINCT id) FROM agent_memories"), 0);
    export.run("undo DB --all").ok();
    assert!(before == export.dump());
}

#[test]
fn a_record_that_other_rows_refer_to_is_not_removed() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB --no-backup").ok();
    export.sql(
        "CREATE TABLE refinements (id INTEGER PRIMARY KEY,
                                   memory_id INTEGER REFERENCES agent_memories (id) ON DELETE CASCADE, text TEXT);
         INSERT INTO refinements SELECT 1, max(id), 'Early May.' FROM agent_memories",
    );
    let before = export.dump();
    export.run("undo DB").with_problems().notes("refinements");
    assert!(before == export.dump());
    export.sql("DELETE FROM refinements");
    export.run("undo DB").ok();
}

#[test]
fn a_profile_that_only_strips_never_writes_a_record() {
    let export = Export::fixture(JSON);
    let profile = export.run("profiles show helix-kit").ok().stdout.replace("write: \"full\"", "write: \"strip\"");
    let file = export.file("strip.json5");
    std::fs::write(&file, profile).unwrap();
    let option = format!("--profile {}", file.display());
    let refused = export.run(&format!("decide DB accept --message 101 --as recover {option}")).refused();
    assert!(refused.contains("no record"), "{refused}");
    export.run(&format!("decide DB accept --message 101 --as strip {option}")).ok();
    export.run(&format!("apply DB --no-backup {option}")).ok();
    assert_eq!(export.number("SELECT count(*) FROM agent_memories"), 3);
}
