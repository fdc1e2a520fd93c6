//! The copies of a text: in parts, in lists of blocks, in shared chats. Either all of them change or none, and what
//! cannot be written is not accepted.

use serde_json::{Value, json};

use crate::support::Export;

const CALL: &str = "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"unit\": \"temp_c\"}}</tool_call>";

/// The fixture with the fourth message of its chat replaced: in the history, in the list, and in its row.
fn with_message(content: &Value, output: &Value) -> Export {
    let export = Export::fixture("open_webui");
    let mut chat: Value = serde_json::from_str(&export.text("SELECT chat FROM chat")).unwrap();
    let message = &mut chat["history"]["messages"]["m4"];
    message["content"] = content.clone();
    message["output"] = output.clone();
    let message = message.clone();
    chat["messages"] = json!([{ "id": "m3", "role": "user", "content": "Weather?" }, message]);
    let connection = export.connect();
    connection.execute("UPDATE chat SET chat = ?1", [chat.to_string()]).unwrap();
    let row = "UPDATE chat_message SET content = ?1, output = ?2 WHERE id = 'c-1-m4'";
    connection.execute(row, [content.to_string(), output.to_string()]).unwrap();
    drop(connection);
    export
}

fn part(text: &str) -> Value {
    json!({ "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": text }] })
}

fn call() -> Value {
    json!({ "type": "function_call", "call_id": "call_b", "name": "get_time", "arguments": "{}" })
}

/// Text, call, text: the application joins the texts with line breaks.
fn in_parts() -> Export {
    let second = format!("{CALL}Nineteen in Oban.");
    let output = json!([part("Let me look."), call(), part(&second)]);
    with_message(&json!(format!("Let me look.\n{second}")), &output)
}

fn strip(export: &Export) {
    export.run("decide DB accept --message c-1-m4 --as strip").ok();
}

/// Runs a script for SQLite as the shell would.
fn run(export: &Export, script: &str) -> Vec<String> {
    let script = script.strip_prefix(".bail on\n.timeout 5000\n").unwrap();
    let (before, rest) = script.split_once("\nSELECT message, outcome").unwrap();
    let connection = export.connect();
    connection.execute_batch(before).unwrap();
    let (select, end) = rest.split_once(";\n").unwrap();
    let mut statement = connection.prepare(&format!("SELECT message, outcome{select}")).unwrap();
    let outcome = |row: &rusqlite::Row<'_>| Ok(format!("{} {}", row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    let outcomes = statement.query_map([], outcome).unwrap().collect::<Result<_, _>>().unwrap();
    connection.execute_batch(end).unwrap();
    outcomes
}

fn json_at(export: &Export, sql: &str) -> Value {
    serde_json::from_str(&export.text(sql)).unwrap()
}

#[test]
fn each_part_of_a_text_changes_where_the_text_does() {
    let export = in_parts();
    let before = export.dump();
    strip(&export);
    let script = export.run("apply DB --emit-sql sqlite").ok().stdout.clone();
    export.run("apply DB").ok();
    let cleaned = json!([part("Let me look."), call(), part("Nineteen in Oban.")]);
    assert_eq!(json_at(&export, "SELECT output FROM chat_message WHERE id = 'c-1-m4'"), cleaned);
    let chat = json_at(&export, "SELECT chat FROM chat");
    let text = json_at(&export, "SELECT content FROM chat_message WHERE id = 'c-1-m4'");
    assert_eq!(text, "Let me look.\nNineteen in Oban.");
    for message in [&chat["history"]["messages"]["m4"], &chat["messages"][1]] {
        assert_eq!((&message["content"], &message["output"]), (&text, &cleaned));
    }
    assert!(!chat.to_string().contains("temp_c"), "{chat}");
    // The script does the same in the original database.
    let production = in_parts();
    assert_eq!(run(&production, &script), ["c-1-m4 written"]);
    for cell in [
        "chat FROM chat",
        "content FROM chat_message WHERE id = 'c-1-m4'",
        "output FROM chat_message WHERE id = 'c-1-m4'",
    ] {
        let cell = format!("SELECT {cell}");
        assert_eq!(json_at(&production, &cell), json_at(&export, &cell));
    }
    let back = export.run("undo DB --all --emit-sql sqlite").ok().stdout.clone();
    assert_eq!(run(&production, &back), ["c-1-m4 undone"]);
    assert_eq!(json_at(&production, "SELECT chat FROM chat"), json_at(&in_parts(), "SELECT chat FROM chat"));
    export.run("undo DB --all").ok();
    assert_eq!(export.dump(), before);
}

#[test]
fn a_text_in_blocks_is_a_copy_too() {
    let text = format!("{CALL}Nineteen in Oban.");
    let export = with_message(&json!(text), &json!([part(&text)]));
    let blocks = json!([{ "type": "image_url", "image_url": { "url": "x" } }, { "type": "text", "text": text }]);
    let set = "UPDATE chat SET chat = json_set(chat, '$.messages[1].content', json(?1))";
    export.connect().execute(set, [blocks.to_string()]).unwrap();
    let before = export.dump();
    strip(&export);
    export.run("apply DB").ok();
    let chat = json_at(&export, "SELECT chat FROM chat");
    assert_eq!(chat["messages"][1]["content"][1]["text"], "Nineteen in Oban.");
    assert!(!chat.to_string().contains("temp_c"), "{chat}");
    export.run("undo DB --all").ok();
    assert_eq!(export.dump(), before);
    // Blocks without a text count as another text.
    export.sql("UPDATE chat SET chat = json_set(chat, '$.messages[1].content', json('[{\"type\": \"audio\"}]'))");
    let refused = export.run("decide DB accept --message c-1-m4 --as strip").refused();
    assert!(refused.contains("chat.chat->$.messages[*|id={key}].content differs"), "{refused}");
}

#[test]
fn what_cannot_be_written_is_not_accepted() {
    // The application stores the call separately and only shows it in the text, so no part's text would change.
    let shown = "<details type=\"tool_calls\" done=\"true\" name=\"get_time\" arguments=\"{}\">\n<summary>x</summary>\n</details>";
    let text = format!("Let me look.\n{shown}\nIt is late.");
    let export = with_message(&json!(text), &json!([part("Let me look."), part("It is late.")]));
    let before = export.dump();
    let refused = export.run("decide DB accept --message c-1-m4 --as strip").refused();
    assert!(refused.contains("the copy of its text in output->$") && refused.contains("--cleaned TEXT"), "{refused}");
    export.run("show DB c-1-m4").ok().prints("This text cannot be written: the copy of its text in output->$");
    export.run("decide DB accept --all").ok();
    export.run("apply DB").ok();
    assert_eq!(export.dump(), before);
    // An edited text can be written if it shows where each part ends.
    let typed = ["--cleaned", &format!("Let me see.\n{shown}\nIt is late.")];
    export.run_with("decide DB accept --message c-1-m4 --as strip", &typed).ok();
    export.run("apply DB").ok();
    let output = json_at(&export, "SELECT output FROM chat_message WHERE id = 'c-1-m4'");
    assert_eq!(output, json!([part("Let me see."), part("It is late.")]));
}

const SHARES: &str = "
    CREATE TABLE shared_chat (id TEXT PRIMARY KEY, chat_id TEXT NOT NULL REFERENCES chat(id) ON DELETE CASCADE, user_id TEXT NOT NULL,
      title TEXT, chat JSON, created_at BIGINT, updated_at BIGINT);
    INSERT INTO shared_chat SELECT 's-same', id, user_id, title, json_set(chat, '$.share_mode', NULL), 1772000200, 1772000200 FROM chat;
    INSERT INTO shared_chat SELECT 's-older', id, user_id, title,
      json_set(chat, '$.history.messages.m4.content', 'Another answer.'), 1772000101, 1772000101 FROM chat;
    INSERT INTO shared_chat SELECT 's-before', id, user_id, title,
      json_remove(chat, '$.history.messages.m4', '$.messages[1]'), 1772000001, 1772000001 FROM chat;
    INSERT INTO shared_chat SELECT 's-broken', id, user_id, title, '{', 1772000001, 1772000001 FROM chat;
    INSERT INTO chat VALUES ('c-2', 'u-1', 'Other', '{}', 1, 1, NULL, 0, 0, '{}', NULL, NULL);
    INSERT INTO shared_chat SELECT 's-other', 'c-2', user_id, title, chat, 1, 1 FROM chat WHERE id = 'c-1';";

/// A shared chat, by its key.
fn shared(export: &Export, key: &str) -> String {
    export.text(&format!("SELECT chat FROM shared_chat WHERE id = '{key}'"))
}

#[test]
fn what_was_shared_changes_with_the_message_and_an_older_state_is_left() {
    let export = in_parts().and(SHARES);
    let before = export.dump();
    strip(&export);
    let script = export.run("apply DB --emit-sql sqlite").ok().stdout.clone();
    assert!(script.contains("-- Left unchanged, since its text differs: shared_chat s-older\n"), "{script}");
    let printed = "left unchanged, since their text differs: shared_chat s-broken, shared_chat s-older";
    export.run("apply DB --dry-run").ok().notes(printed);
    export.run("apply DB").ok().notes(printed);
    assert!(!shared(&export, "s-same").contains("temp_c"));
    for key in ["s-older", "s-before", "s-broken", "s-other"] {
        assert_eq!(shared(&export, key), shared(&in_parts().and(SHARES), key), "{key}");
    }
    export.run("verify DB").ok();
    export.run("undo DB --all").ok();
    assert_eq!(export.dump(), before);
    // In production, too, a shared chat that changed since stays unchanged.
    let production = in_parts().and(SHARES);
    assert_eq!(run(&production, &script), ["c-1-m4 written"]);
    assert!(!shared(&production, "s-same").contains("temp_c"));
    let production = in_parts().and(SHARES).and("DELETE FROM shared_chat WHERE id = 's-same'");
    assert_eq!(run(&production, &script), ["c-1-m4 written"]);
    let anew =
        "UPDATE shared_chat SET chat = json_set(chat, '$.history.messages.m4.content', 'Anew.') WHERE id = 's-same'";
    let production = in_parts().and(SHARES).and(anew);
    assert_eq!(run(&production, &script), ["c-1-m4 written"]);
    assert!(shared(&production, "s-same").contains("Anew."));
}

#[test]
fn a_share_that_is_gone_since_does_not_keep_the_rest_from_being_undone() {
    let export = in_parts().and(SHARES);
    let before = export.text("SELECT chat FROM chat WHERE id = 'c-1'");
    strip(&export);
    export.run("apply DB").ok();
    export.sql("DELETE FROM shared_chat WHERE id = 's-same'");
    export.run("verify DB").ok();
    let undone = export.run("undo DB --all");
    undone.notes("shared_chat.chat of row {\"id\":\"s-same\"} changed since, and was left unchanged");
    assert_eq!(export.text("SELECT chat FROM chat WHERE id = 'c-1'"), before);
}

#[test]
fn what_is_sent_again_to_the_provider_changes_too() {
    const TEXT: &str = "{\"temp_c\": 19}Nineteen in Oban.";
    let anthropic = json!([{ "type": "server_tool_use", "name": "web_search" }, { "type": "text", "text": TEXT }]);
    let split =
        json!([{ "type": "text", "text": "{\"temp_c\": 19}Nineteen" }, { "type": "text", "text": " in Oban." }]);
    let openai = json!([{ "type": "web_search_call" }, part(TEXT)]);
    let gemini = json!([{ "text": "I think.", "thought": true }, { "functionCall": {} }, { "text": TEXT }]);
    for raw in [anthropic, split, openai, gemini] {
        let export = Export::fixture("ruby_llm_v2");
        export.connect().execute("UPDATE messages SET raw_content = ?1 WHERE id = 5", [raw.to_string()]).unwrap();
        let before = export.dump();
        export.run("decide DB accept --message 5 --as strip").ok();
        export.run("apply DB").ok();
        let written = export.text("SELECT raw_content FROM messages WHERE id = 5");
        assert!(!written.contains("temp_c") && written.contains("Nineteen"), "{written}");
        assert_eq!(export.text("SELECT content FROM messages WHERE id = 5"), "Nineteen in Oban.");
        export.run("undo DB --all").ok();
        assert_eq!(export.dump(), before);
    }
    // A part that would become empty stays: the provider would refuse it, and the conversation with it.
    let split =
        json!([{ "type": "text", "text": "{\"temp_c\": 19}" }, { "type": "text", "text": "Nineteen in Oban." }]);
    let export = Export::fixture("ruby_llm_v2");
    export.connect().execute("UPDATE messages SET raw_content = ?1 WHERE id = 5", [split.to_string()]).unwrap();
    let refused = export.run("decide DB accept --message 5 --as strip").refused();
    assert!(refused.contains("would become empty"), "{refused}");
    // A table without such a column is written as usual.
    let export = Export::fixture("ruby_llm_v2").and("ALTER TABLE messages DROP COLUMN raw_content");
    export.run("decide DB accept --message 5 --as strip").ok();
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 5"), "Nineteen in Oban.");
}

#[test]
fn two_records_that_an_edit_makes_equal_are_not_both_written() {
    let export = Export::fixture("helix_kit_db_to_sqlite");
    let record = |content: &str| format!("{{success: true, memory_type: \"core\", content: \"{content}\"}}");
    let text = format!("{}{}Tea.", record("A."), record("B."));
    export.sql(&format!("UPDATE messages SET content = '{text}' WHERE id = 101"));
    let before = export.dump();
    export.run_with("decide DB accept --message 101 --claim 0 --memory", &["B."]).ok();
    let ran = export.run("apply DB --no-backup");
    assert!(ran.ended(1).stderr.contains("two of its records are equal"), "{}", ran.stderr);
    export.sql("DROP TABLE IF EXISTS ghostcall_journal");
    assert!(export.dump() == before);
    export.run_with("decide DB accept --message 101 --claim 0 --memory", &["C."]).ok();
    export.run("apply DB --no-backup").ok();
    assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content IN ('B.', 'C.')"), 2);
}
