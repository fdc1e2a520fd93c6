//! Open WebUI on PostgreSQL: texts in JSON and their copies, keys that are UUIDs, times as numbers.

use rusqlite::types::Value as Cell;

use crate::cluster::Cluster;
use crate::support::Export;

const TABLES: &[&str] = &["chat", "chat_message", "memory"];

const SCHEMA: &str = r#"
CREATE TABLE "user" (id text PRIMARY KEY, name text);
CREATE TABLE chat (id text PRIMARY KEY, user_id text, title text, chat json, created_at bigint, updated_at bigint, share_id text,
  archived boolean, pinned boolean, meta json, folder_id text, current_message_id text);
CREATE TABLE chat_message (id text PRIMARY KEY, chat_id text NOT NULL REFERENCES chat, user_id text, role text NOT NULL, parent_id text,
  content json, output jsonb, model_id text, files json, sources json, embeds json, meta json, done boolean, status_history json, error json,
  usage json, context_summary text, created_at bigint, updated_at bigint);
CREATE TABLE memory (id text PRIMARY KEY, user_id text, type text NOT NULL DEFAULT 'context', path text, content text, meta json,
  updated_at bigint, created_at bigint);
"#;

/// SQL that copies the rows of these tables to another database.
fn inserts(export: &Export, tables: &[&str]) -> String {
    let mut sql = String::new();
    for table in tables {
        for row in export.rows(&format!("SELECT * FROM \"{table}\"")) {
            let value = |cell: &Cell| match cell {
                Cell::Null => "NULL".to_owned(),
                Cell::Integer(number) => format!("'{number}'"),
                Cell::Text(text) => format!("'{}'", text.replace('\'', "''")),
                other => panic!("{other:?}"),
            };
            let values = row.iter().map(value).collect::<Vec<_>>().join(", ");
            sql.push_str(&format!("INSERT INTO \"{table}\" VALUES ({values});\n"));
        }
    }
    sql
}

#[test]
fn all_copies_of_a_text_change_together() {
    let Some(cluster) = Cluster::start() else { return };
    let export = Export::fixture("open_webui");
    let sql = SCHEMA.to_owned() + &inserts(&export, &["user", "chat", "chat_message", "memory"]);
    let database = cluster.database("webui", &sql);
    export.run("decide DB accept --all").ok();
    let emitted = export.run("apply DB --emit-sql postgres");
    emitted.ok().notes("/api/v1/memories/reset");
    assert_eq!(database.must(&emitted.stdout), ["c-1-m4|written"]);
    export.run("apply DB").ok();
    let document = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    for (table, column, key) in
        [("chat", "chat", "c-1"), ("chat_message", "content", "c-1-m4"), ("chat_message", "output", "c-1-m4")]
    {
        let query = format!("SELECT {column} FROM {table} WHERE id = '{key}'");
        assert_eq!(document(&database.must(&query).join("\n")), document(&export.text(&query)), "{table}.{column}");
    }
    let memory = "SELECT user_id, type, content, created_at FROM memory WHERE content LIKE '%metric%'";
    assert_eq!(database.must(memory), ["u-1|user|Rowan prefers metric units.|1772000102"]);
    assert_eq!(
        database.must(
            "SELECT id ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' FROM memory WHERE content LIKE '%metric%'"
        ),
        ["t"]
    );
    let after = database.dump(TABLES);
    assert_eq!(database.must(&emitted.stdout), ["c-1-m4|written before"]);
    assert_eq!(database.dump(TABLES), after);
    // The undo restores the original.
    let back = export.run("undo DB --all --emit-sql postgres");
    back.ok().notes("/api/v1/memories/reset");
    assert_eq!(database.must(&back.stdout), ["c-1-m4|undone"]);
    let original = Export::fixture("open_webui");
    for (table, column, key) in
        [("chat", "chat", "c-1"), ("chat_message", "content", "c-1-m4"), ("chat_message", "output", "c-1-m4")]
    {
        let query = format!("SELECT {column} FROM {table} WHERE id = '{key}'");
        assert_eq!(document(&database.must(&query).join("\n")), document(&original.text(&query)), "{table}.{column}");
    }
    assert_eq!(database.must(memory), [""; 0]);
    assert_eq!(database.must(&back.stdout), ["c-1-m4|not written"]);
    // A column that is no longer JSON counts as a change, not as an error.
    database.must(
        "ALTER TABLE chat_message ALTER output TYPE text; UPDATE chat_message SET output = '{' WHERE id = 'c-1-m4'",
    );
    assert_eq!(database.must(&emitted.stdout), ["c-1-m4|changed since"]);
    let output = original.text("SELECT output FROM chat_message WHERE id = 'c-1-m4'").replace('\'', "''");
    database.must(&format!("UPDATE chat_message SET output = '{output}' WHERE id = 'c-1-m4'"));
    assert_eq!(database.must(&emitted.stdout), ["c-1-m4|written"]);
    // If a copy has another text, no part of the message is written.
    database.must("UPDATE chat SET chat = jsonb_set(chat::jsonb, '{history,messages,m4,content}', '\"Edited.\"')");
    assert_eq!(database.must(&emitted.stdout), ["c-1-m4|changed since"]);
}

/// The fourth message in two parts with a call between them, and two shared copies: one current, one older.
const IN_PARTS: &str = r#"
CREATE TABLE shared_chat (id text PRIMARY KEY, chat_id text NOT NULL, user_id text NOT NULL, title text, chat json, created_at bigint, updated_at bigint);
UPDATE chat_message SET content = json_quote('Let me look.' || char(10) || '<tool_call>{"name": "get_weather", "arguments": {}}</tool_call>Nineteen.'),
  output = '[{"type":"message","content":[{"type":"output_text","text":"Let me look."}]},{"type":"function_call","name":"get_time","arguments":"{}"},
  {"type":"message","content":[{"type":"output_text","text":"<tool_call>{\"name\": \"get_weather\", \"arguments\": {}}</tool_call>Nineteen."}]}]' WHERE id = 'c-1-m4';
UPDATE chat SET chat = json_set(chat, '$.history.messages.m4.content', (SELECT content ->> '$' FROM chat_message WHERE id = 'c-1-m4'),
  '$.history.messages.m4.output', (SELECT json(output) FROM chat_message WHERE id = 'c-1-m4'));
INSERT INTO shared_chat SELECT 's-same', id, user_id, title, chat, 1, 1 FROM chat;
INSERT INTO shared_chat SELECT 's-older', id, user_id, title, json_set(chat, '$.history.messages.m4.content', 'Once.'), 1, 1 FROM chat;
"#;

#[test]
fn a_text_in_parts_and_what_was_shared_change_there_and_back() {
    let Some(cluster) = Cluster::start() else { return };
    let make = || Export::fixture("open_webui").and(IN_PARTS);
    let export = make();
    let shares = "CREATE TABLE shared_chat (id text PRIMARY KEY, chat_id text NOT NULL REFERENCES chat ON DELETE CASCADE, user_id text,
        title text, chat json, created_at bigint, updated_at bigint);";
    let tables = ["user", "chat", "chat_message", "memory", "shared_chat"];
    let database = cluster.database("parts", &(SCHEMA.to_owned() + shares + &inserts(&export, &tables)));
    export.run("decide DB accept --message c-1-m4 --as strip").ok();
    let emitted = export.run("apply DB --emit-sql postgres");
    emitted.ok().prints("-- Left unchanged, since its text differs: shared_chat s-older\n");
    assert_eq!(database.must(&emitted.stdout), ["c-1-m4|written"]);
    export.run("apply DB").ok();
    let document = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let holds_what = |export: &Export| {
        for (table, column, key) in [
            ("chat", "chat", "c-1"),
            ("chat_message", "content", "c-1-m4"),
            ("chat_message", "output", "c-1-m4"),
            ("shared_chat", "chat", "s-same"),
            ("shared_chat", "chat", "s-older"),
        ] {
            let query = format!("SELECT {column} FROM {table} WHERE id = '{key}'");
            let there = document(&database.must(&query).join("\n"));
            assert_eq!(there, document(&export.text(&query)), "{table}.{column} {key}");
        }
    };
    holds_what(&export);
    let back = export.run("undo DB --all --emit-sql postgres");
    assert_eq!(database.must(&back.ok().stdout), ["c-1-m4|undone"]);
    holds_what(&make());
    // A shared copy that is gone does not block the write-back.
    database.must("DELETE FROM shared_chat WHERE id = 's-same'");
    assert_eq!(database.must(&emitted.stdout), ["c-1-m4|written"]);
}

/// PostgreSQL has no equality operator for `json`.
#[test]
fn a_record_with_json_in_it_goes_back() {
    let Some(cluster) = Cluster::start() else { return };
    let export = Export::fixture("open_webui");
    let profile = export.run("profiles show open-webui").ok().stdout.clone();
    let with_meta =
        profile.replace("      same: [", "      constants: { meta: '{\"from\":  \"a review\"}' },\n      same: [");
    assert_ne!(with_meta, profile);
    std::fs::write(export.file("mine.json5"), with_meta).unwrap();
    let run = |line: &str| {
        let file = export.file("mine.json5");
        export.run_with(line, &["--profile", file.to_str().unwrap()]).ok().stdout.clone()
    };
    run("decide DB accept --all");
    let (there, back) = (run("apply DB --emit-sql postgres"), run("undo DB --all --emit-sql postgres"));
    for kind in ["json", "jsonb", "text"] {
        let schema = SCHEMA.replace("content text, meta json,", &format!("content text, meta {kind},"));
        let tables = inserts(&export, &["user", "chat", "chat_message", "memory"]);
        let database = cluster.database(&format!("meta_{kind}"), &(schema + &tables));
        assert_eq!(database.must(&there), ["c-1-m4|written"], "{kind}");
        assert_eq!(database.must("SELECT count(meta) FROM memory"), ["1"], "{kind}");
        assert_eq!(database.must(&back), ["c-1-m4|undone"], "{kind}");
        assert_eq!(database.must("SELECT count(*) FROM memory"), ["1"], "{kind}");
        database.must(&there);
        database.must("UPDATE memory SET meta = '{\"from\": \"somebody\"}' WHERE meta IS NOT NULL");
        assert_eq!(database.must(&back), ["c-1-m4|changed since"], "{kind}");
    }
}
