//! Documents that should contain messages but are not JSON are counted and reported, not ignored.

use serde_json::Value;

use crate::support::Export;

/// Invalid documents that some programs store as JSON.
const NO_JSON: [&str; 4] =
    ["{\"score\": NaN, \"history\": {}}", "\u{feff}{\"history\": {}}", "{\"history\": {}} trailing", "{history: {}}"];

/// Open WebUI chats in JSON documents, and these invalid documents.
fn chats(broken: &[&str]) -> Export {
    let export = Export::from_sql(
        "CREATE TABLE user (id TEXT, name TEXT);
         CREATE TABLE memory (id TEXT PRIMARY KEY, user_id TEXT, content TEXT, created_at INTEGER, updated_at INTEGER);
         CREATE TABLE chat (id TEXT PRIMARY KEY, user_id TEXT, title TEXT, chat TEXT, created_at INTEGER, updated_at INTEGER,
                            archived INTEGER, meta TEXT);
         INSERT INTO chat VALUES ('c1', 'u', 'One', '{\"history\": {\"messages\": {\"m1\": {\"id\": \"m1\", \"role\": \"assistant\",
            \"content\": \"Done. {success: true, memory_type: \\\"core\\\", content: \\\"x\\\"}\", \"timestamp\": 1700000000}}}}', 1, 1, 0, '{}'),
            ('c2', 'u', 'Nothing', '', 1, 1, 0, '{}'), ('c3', 'u', 'Nothing', NULL, 1, 1, 0, '{}')",
    );
    for (number, text) in broken.iter().enumerate() {
        let sql = "INSERT INTO chat VALUES ('b' || ?1, 'u', 'Broken', ?2, 1, 1, 0, '{}')";
        export.connect().execute(sql, rusqlite::params![i64::try_from(number).unwrap(), text]).unwrap();
    }
    export
}

#[test]
fn documents_that_are_no_json_are_counted_and_reported() {
    let whole = chats(&[]);
    let output = whole.run("scan DB --format table").ok().stdout.clone();
    assert!(output.contains("in 1 assistant message of") && !output.contains("no JSON"), "{output}");
    assert!(whole.run("scan DB --stats --format json").ok().json().get("not_json").is_none());

    let one = chats(&NO_JSON[..1]);
    one.run("scan DB --format table").ok().prints("1 document is not valid JSON and was left out");

    let broken = chats(&NO_JSON);
    for line in ["scan DB --format table", "scan DB --stats --format table"] {
        broken.run(line).ok().prints("4 documents are not valid JSON and were left out");
    }
    for format in ["json", "jsonl", "csv"] {
        broken
            .run(&format!("scan DB --format {format}"))
            .ok()
            .notes("4 documents are not valid JSON and were left out");
    }
    let statistics = broken.run("scan DB --stats --format json").ok().json();
    assert_eq!((&statistics["messages"], &statistics["not_json"]), (&Value::from(1), &Value::from(4)));
    // The count is the same for a view, whose rows have no row numbers.
    broken.sql("ALTER TABLE chat RENAME TO kept; CREATE VIEW chat AS SELECT * FROM kept");
    broken.run("scan DB --format table").ok().prints("4 documents are not valid JSON and were left out");
}

#[test]
fn messages_that_are_no_utf8_are_reported_in_the_statistics_too() {
    let export = Export::fixture("helix_kit_db_to_sqlite").and("UPDATE messages SET content = x'ff41' WHERE id = 101");
    export.run("scan DB --format table").ok().prints("1 message is not valid UTF-8 and was left out");
    export.run("scan DB --stats --format table").ok().prints("1 message is not valid UTF-8 and was left out");
    assert_eq!(export.run("scan DB --stats --format json").ok().json()["not_utf8"], 1);
    export.run("show DB 101").ok().prints("Message 101 has no text, or none in valid UTF-8");
    export.run("decide DB accept --message 101").ended(2).notes("message 101 has no text, or none in valid UTF-8");
}

#[test]
fn a_history_of_which_something_cannot_be_read_proves_nothing() {
    let export = Export::fixture("helix_kit_db_to_sqlite");
    let lines = |export: &Export| export.show(101)["claims"][0]["evidence"].to_string();
    assert!(lines(&export).contains("the history shows no such text"), "{}", lines(&export));
    let broken = export.and("INSERT INTO audit_logs (id, action, data) VALUES (9001, 'update', '{\"before\": NaN}')");
    let output = lines(&broken);
    assert!(!output.contains("the history shows no such text"), "{output}");
    assert!(output.contains("history") && output.contains("invalid JSON in"), "{output}");
}

#[test]
fn a_database_of_documents_is_recognised_by_messages_in_all_of_them() {
    let export = chats(&[]);
    for number in 0..40 {
        let sql = "INSERT INTO chat SELECT 'd' || ?1, user_id, title, replace(replace(chat, 'm1', 'm' || ?1), '1700', 17 || ?1), 1, 1, 0,
                   '{}' FROM chat WHERE id = 'c1'";
        export.connect().execute(sql, [number + 10]).unwrap();
    }
    export.run("decide DB skip --all").ok();
    let review = rusqlite::Connection::open(export.review()).unwrap();
    let sql = "SELECT json_array_length(value, '$.sample') FROM meta WHERE name = 'identity'";
    let known: i64 = review.query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(known, 41, "one of each");
    export.sql("DELETE FROM chat WHERE id < 'd30'");
    export.run("scan DB").ok();
    export.sql("UPDATE chat SET chat = replace(chat, '\"timestamp\": ', '\"timestamp\": 1')");
    assert!(export.run("scan DB").refused().contains("belongs to another database"));
}
