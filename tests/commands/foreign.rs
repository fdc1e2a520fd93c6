//! Tables and views that cannot be read do no harm unless ghostcall needs them.

use rusqlite::Connection;

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

/// What an application with its own SQLite extensions may leave in a database.
const FOREIGN: [(&str, &str); 7] = [
    (
        "a module that is not here",
        "CREATE TABLE broken (a, sql); INSERT INTO broken VALUES (1, 'CREATE VIRTUAL TABLE broken USING nosuchmodule(a)')",
    ),
    (
        "a tokenizer that is not here",
        "CREATE TABLE broken (a, sql); INSERT INTO broken VALUES (1, 'CREATE VIRTUAL TABLE broken USING fts5(a, tokenize=''nosuchtokenizer'')')",
    ),
    ("a view of a table that is gone", "CREATE VIEW broken AS SELECT x FROM gone"),
    (
        "a view that calls a function of the application",
        "CREATE VIEW broken AS SELECT nosuch(content) AS c FROM messages",
    ),
    (
        "views of each other",
        "CREATE VIEW broken AS SELECT 1 AS a; CREATE VIEW other AS SELECT a FROM broken; DROP VIEW broken; CREATE VIEW broken AS SELECT a FROM other",
    ),
    (
        "a rule that calls a function of the application",
        "CREATE TABLE broken (a, CHECK (a > 0)); INSERT INTO broken VALUES (1); -- then `nosuch(a)`",
    ),
    ("an order that is not here", "CREATE TABLE broken (a TEXT)"),
];

/// An export with such a table or view, named `broken`.
fn with(kind: &str, sql: &str) -> Export {
    let export = Export::fixture(JSON).and(sql);
    let connection = export.connect();
    let rewrite = |sql: &str| {
        // Changes the schema as if a program with the missing extension had created it.
        connection
            .execute_batch(&format!("PRAGMA writable_schema = ON; {sql}; PRAGMA writable_schema = OFF;"))
            .unwrap();
    };
    match kind {
        "a module that is not here" | "a tokenizer that is not here" => {
            let sql: String = connection.query_row("SELECT sql FROM broken", [], |row| row.get(0)).unwrap();
            let quoted = sql.replace('\'', "''");
            rewrite(&format!("UPDATE sqlite_schema SET sql = '{quoted}', rootpage = 0 WHERE name = 'broken'"));
        }
        "a rule that calls a function of the application" => {
            rewrite("UPDATE sqlite_schema SET sql = replace(sql, 'a > 0', 'nosuch(a)') WHERE name = 'broken'");
        }
        "an order that is not here" => {
            rewrite(
                "UPDATE sqlite_schema SET sql = replace(sql, 'a TEXT', 'a TEXT COLLATE nosuch') WHERE name = 'broken'",
            );
        }
        _ => {}
    }
    drop(connection);
    export
}

#[test]
fn what_cannot_be_read_and_is_not_asked_for_is_in_nobodys_way() {
    let plain = Export::fixture(JSON);
    let scanned = plain.run("scan DB --format jsonl").ok().stdout.clone();
    for (kind, sql) in FOREIGN {
        let export = with(kind, sql);
        let broken = Connection::open(export.path()).unwrap();
        let is_broken = broken.prepare("SELECT * FROM broken ORDER BY 1").is_err();
        assert_eq!(is_broken, !kind.starts_with("a rule"), "{kind}");
        drop(broken);
        assert_eq!(export.run("scan DB --format jsonl").ok().stdout, scanned, "{kind}");
        export.run("profiles detect DB").ok();
        export.run("show DB 101").ok();
        export.run("patterns shapes DB").ok();
        export.run("scan DB --profile helix-kit").ok();
        export.run("decide DB accept --all").ok();
        export.run("apply DB --dry-run").ok();
        assert_eq!(export.run("apply DB").ok().lines().len(), 6, "{kind}");
        export.run("verify DB").ok();
        export.run("undo DB --all").ok();
        export.run("verify DB").ok();
        assert_eq!(
            export.text("SELECT content FROM messages WHERE id = 101"),
            plain.text("SELECT content FROM messages WHERE id = 101")
        );
    }
}

#[test]
fn what_cannot_be_read_and_is_needed_is_named_with_the_reason() {
    for table in ["messages", "agent_memories", "tool_calls"] {
        let export = Export::fixture(JSON);
        export.sql(&format!(
            "ALTER TABLE {table} RENAME TO kept; CREATE VIEW {table} AS SELECT * FROM kept; DROP TABLE kept"
        ));
        for line in ["scan DB", "scan DB --profile helix-kit", "decide DB accept --all", "apply DB"] {
            let ran = export.run(line);
            ran.ended(2);
            let output = ran.stderr.lines().last().unwrap_or_default();
            assert!(
                output.contains(&format!("{table}, which profile")) && output.contains("is unreadable (no such table"),
                "{line}: {output}"
            );
        }
        assert!(!export.review().exists());
    }
}

#[test]
fn damage_is_found_next_to_what_cannot_be_read() {
    let (kind, sql) = FOREIGN[1];
    let export = with(kind, sql);
    export.run("decide DB accept --all").ok();
    let page = export.number("SELECT rootpage FROM sqlite_schema WHERE name = 'agent_memories'");
    let size = usize::try_from(export.number("PRAGMA page_size")).unwrap();
    let mut bytes = std::fs::read(export.path()).unwrap();
    let begin = (usize::try_from(page).unwrap() - 1) * size;
    // An impossible number of cells on the page.
    bytes[begin + 3..begin + 5].copy_from_slice(&[0x7f, 0xff]);
    std::fs::write(export.path(), bytes).unwrap();
    let refused = export.run("apply DB --no-backup").refused();
    assert!(refused.contains("damaged"), "{refused}");
}

#[test]
fn a_table_in_the_sql_of_a_newer_sqlite_is_not_called_damage() {
    let export = Export::fixture(JSON).and("CREATE TABLE newer (a)");
    export.sql(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE newer (a) CLUSTERED' WHERE name = 'newer'",
    );
    for line in ["scan DB", "decide DB accept --all", "apply DB", "profiles detect DB"] {
        let refused = export.run(line).refused();
        assert!(refused.contains("newer SQLite") && refused.contains("(newer)"), "{line}: {refused}");
        assert!(!refused.contains(".recover"), "{line}: {refused}");
    }
    assert!(!export.review().exists());
}
