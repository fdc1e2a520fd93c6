//! Texts in JSON and in joined rows, with a user's own profiles.

use ghostcall::source::Profile;
use ghostcall::verdict::{Remedy, Verdict};

use crate::Export;

const PARTS: &str = r#"{
  version: 1, name: "parts", write: "strip", why: "it keeps no memories", needs: ["messages.content_json"],
  messages: { table: "messages", key: "id", conversation: "session_id", owner: "session_id", role: "role",
              text: "content_json->$[*|type=text].text", time: "created_timestamp" },
  evidence: [{ from: "parts", calls: "content_json->$[*|type=toolRequest]", name: "/toolCall/value/name",
               arguments: "/toolCall/value/arguments" }],
}"#;

/// JSON with odd spacing, escaped characters, and a number that a parser would print differently.
const SPREAD: &str = r#"[ {"type" : "text", "text":"{success: true, memory_type: \"core\", content: \"Caf\u00e9\"}Not\u00e9d."},
  {"n": 1.50e+2, "type":"image", "z": null},{"type":"text","text":"Plain words."}  ]"#;

fn parts() -> Export {
    let sql = format!(
        "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INTEGER);
         INSERT INTO messages VALUES
         (1, 's', 'user', '[{{\"type\":\"text\",\"text\":\"Good morning.\"}}]', 1760000000),
         (2, 's', 'assistant', '{SPREAD}', 1760000001),
         (3, 't', 'assistant', 'no JSON', 1760000002), (4, 's', 'assistant', NULL, 1760000003),
         (5, 's', 'assistant', '[{{\"type\":\"text\",\"text\":{{\"success\":true}}}}, 7, \"text\"]', 1760000004),
         (6, 's', 'user', '[{{\"type\":\"text\",\"text\":\"Again.\"}}]', 1760000005),
         (7, 's', 'assistant', '[{{\"type\":\"toolRequest\",\"toolCall\":{{\"value\":{{\"name\":\"save_memory\",\"arguments\":{{\"content\":\"Tea.\",\"memory_type\":\"core\"}}}}}}}}]', 1760000006),
         (8, 's', 'assistant', '[{{\"type\":\"text\",\"text\":\"{{success: true, memory_type: \\\"core\\\", content: \\\"Tea.\\\"}}Kept.\"}}]', 1760000007);"
    );
    Export::described(&sql, PARTS)
}

#[test]
fn each_part_of_a_list_is_a_message_and_changes_alone() {
    let export = parts();
    let key = "[2,0]";
    let first = (key.to_owned(), Some(Remedy::Review), Some(Verdict::NotExecuted));
    let second = ("[8,0]".to_owned(), Some(Remedy::Review), Some(Verdict::Unclear));
    // No record has the same words. In the turn of the second, a call names the tool.
    assert_eq!(export.summaries(), [first, second]);
    let all = "SELECT * FROM messages";
    let before = export.rows(all);
    assert_eq!(export.strip(key), 1);
    let start = SPREAD.find("\"{success").expect("the text");
    let end = SPREAD.find("Not\\u00e9d").expect("the rest");
    let expected = format!("{}\"{}", &SPREAD[..start], &SPREAD[end..]);
    assert_eq!(export.text("SELECT content_json FROM messages WHERE id = 2"), expected);
    export.undo_all();
    assert_eq!(export.rows(all), before);
}

/// Rows without text belong to the conversation too, even at its start or end.
#[test]
fn calls_at_either_end_of_a_conversation_are_evidence() {
    let call = r#"[{"type":"toolRequest","toolCall":{"value":{"name":"save_memory"}}}]"#;
    let leak = r#"[{"type":"text","text":"{success: true, memory_type: \"core\", content: \"Tea.\"}Kept."}]"#;
    let export = Export::described(
        &format!(
            "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INTEGER);
             INSERT INTO messages VALUES
             (1, 'before', 'assistant', '{call}', 1760000000), (2, 'before', 'assistant', '{leak}', 1760000001),
             (3, 'behind', 'assistant', '{leak}', 1760000002), (4, 'behind', 'assistant', '{call}', 1760000003),
             (5, 'none', 'assistant', '{leak}', 1760000004);"
        ),
        PARTS,
    );
    let verdicts: Vec<_> = export.summaries().into_iter().map(|(key, _, verdict)| (key, verdict)).collect();
    let expected = [("[2,0]", Verdict::Unclear), ("[3,0]", Verdict::Unclear), ("[5,0]", Verdict::NotExecuted)];
    assert_eq!(verdicts, expected.map(|(key, verdict)| (key.to_owned(), Some(verdict))));
}

#[test]
fn a_text_in_a_joined_row_is_written_there() {
    let export = Export::described(
        "CREATE TABLE message (id TEXT PRIMARY KEY, session TEXT, data TEXT, updated INTEGER);
         CREATE TABLE body (message TEXT, words TEXT);
         INSERT INTO message VALUES ('a', 's', '{\"role\": \"user\"}', 1760000000), ('b', 's', '{\"role\": \"assistant\"}', 1760000001);
         INSERT INTO body VALUES ('a', 'Good morning.'), ('b', '{success: true, memory_type: \"core\", content: \"Tea.\"}Kept.');",
        r#"{
          version: 1, name: "joined", write: "strip", why: "it keeps no memories", needs: ["body.words"],
          messages: { table: "message", key: "id", conversation: "session", owner: "session", role: "data->$.role", text: "body.words",
                      joins: [{ table: "body", on: "body.message = message.id" }], touch: ["updated"] },
        }"#,
    );
    assert_eq!(export.summaries(), [("b".to_owned(), Some(Remedy::Review), Some(Verdict::Unclear))]);
    let all = "SELECT * FROM message, body ORDER BY message.id, body.message";
    let before = export.rows(all);
    let findings = export.findings();
    let edit = ghostcall::proposal::Edit {
        claims: (0..findings[0].claims.len())
            .map(|claim| {
                (claim, crate::ClaimEdit { choice: Some(crate::Choice::Strip), ..crate::ClaimEdit::default() })
            })
            .collect(),
        ..ghostcall::proposal::Edit::default()
    };
    assert_eq!(export.write(findings.into_iter(), &edit), 1);
    assert_eq!(export.text("SELECT words FROM body WHERE message = 'b'"), "Kept.");
    assert_eq!(export.rows("SELECT updated FROM message WHERE id = 'b'"), ["Integer(1795262400)"]);
    export.undo_all();
    assert_eq!(export.rows(all), before);
}

/// Keys of two columns, tool names on separate lines, milliseconds, and a message identified by both parts of its key.
#[test]
fn a_key_may_have_two_columns() {
    let make = || {
        Export::described(
            "CREATE TABLE lines (thread TEXT, place INTEGER, who TEXT, words TEXT, used TEXT, at INTEGER, PRIMARY KEY (thread, place));
             CREATE TABLE kept (id INTEGER PRIMARY KEY, thread TEXT, what TEXT, kind TEXT, at INTEGER);
             INSERT INTO lines VALUES ('a', 1, 'bot', '{success: true, memory_type: \"core\", content: \"Tea.\"}Kept.', '', 1760000000000),
                                      ('b', 1, 'bot', '{success: true, memory_type: \"core\", content: \"Tea.\"}Kept.', 'look, up', 1760000000001);",
            r#"{
              version: 1, name: "two", write: "full", needs: ["lines.place", "kept.what"],
              messages: { table: "lines", key: ["thread", "place"], conversation: "thread", owner: "thread", role: "who", assistant: ["bot"],
                          text: "words", time: "at" },
              evidence: [{ from: "column", column: "used", encoding: "lines" }, { from: "records" }],
              tools_written: { column: "used" },
              records: { memory: { table: "kept", owner: "thread", created: "at", same: ["owner", "content"],
                         fields: { content: { column: "what" }, memory_type: { column: "kind", values: { core: "for good" } } } } },
            }"#,
        )
    };
    let export = make();
    let found: Vec<_> =
        export.findings().iter().map(|found| (crate::summary(found).0, found.tools_used.clone())).collect();
    let used = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    assert_eq!(found, [("[\"a\",1]".to_owned(), used(&[])), ("[\"b\",1]".to_owned(), used(&["look, up"]))]);
    let before = export.rows("SELECT * FROM lines");
    let edit = ghostcall::proposal::Edit {
        claims: [(0, crate::ClaimEdit { choice: Some(crate::Choice::Recover), ..crate::ClaimEdit::default() })].into(),
        ..ghostcall::proposal::Edit::default()
    };
    assert_eq!(export.write(export.findings().into_iter(), &edit), 2);
    assert_eq!(
        export.rows("SELECT words, used FROM lines"),
        [r#"Text("Kept.")|Text("save_memory")"#, r#"Text("Kept.")|Text("look, up\nsave_memory")"#]
    );
    assert_eq!(
        export.rows("SELECT kind, at FROM kept WHERE thread = 'b'"),
        [r#"Text("for good")|Integer(1760000000001)"#]
    );
    export.undo_all();
    assert_eq!(export.rows("SELECT * FROM lines"), before);
}

/// An impossible mapping is reported with the position in its file.
#[test]
fn a_mistake_in_a_mapping_is_reported_with_its_place() {
    let mistake = |from: &str, to: &str| {
        let error = Profile::parse("mine.json5", &PARTS.replacen(from, to, 1)).expect_err(to);
        (error.line, error.column, error.reason)
    };
    for (from, to, line, expected) in [
        ("text].text", "text].texts[*]", 4, "only one"),
        ("\"role\"", "\"content_json->$[*].role\"", 3, "must begin like that of the text"),
        ("time: \"created_timestamp\"", "copies: [\"a->$.{key}\"]", 4, "`member`"),
        ("content_json->$[*|type=toolRequest]", "content_json", 5, "must be a JSON path"),
        ("\"/toolCall/value/name\"", "\"name\"", 5, "JSON Pointer"),
        ("time: \"created_timestamp\"", "touch: [\"sessions.updated\"]", 4, "which row of sessions"),
        (
            "time: \"created_timestamp\"",
            "touch: [\"s.u\"], joins: [{table: \"s\", on: \"s.id = 1\"}]",
            4,
            "found by one column",
        ),
        ("[*|type=text].text", "[*|type=].text", 4, "not a JSON path"),
        ("time: \"created_timestamp\"", "touch: [\"role\"]", 4, "can have only one use"),
    ] {
        let (at, column, reason) = mistake(from, to);
        assert!(reason.contains(expected), "{to}: {reason}");
        assert_eq!(at, line, "{to}: {column} {reason}");
    }
}
