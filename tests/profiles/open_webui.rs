//! Open WebUI: the same text in several places, blocks that the application writes into it, keys that are UUIDs.

use ghostcall::proposal::{Edit, Finding};
use ghostcall::verdict::{Remedy, Verdict};
use serde_json::Value;

use crate::Export;

const ALL: &str = "SELECT * FROM chat_message, chat ORDER BY chat_message.id";
const METRIC: &str = "Metric from now on.";

fn lost(message: &str) -> (String, Option<Remedy>, Option<Verdict>) {
    (message.to_owned(), Some(Remedy::Recover), Some(Verdict::NotExecuted))
}

/// A document with a text replaced wherever it occurs.
fn with_text(document: &str, old: &str, new: &str) -> Value {
    let quoted = |text: &str| Value::from(text).to_string();
    serde_json::from_str(&document.replace(&quoted(old), &quoted(new))).expect("JSON")
}

#[test]
fn a_block_without_its_call_is_recovered_and_every_copy_is_cleaned() {
    let export = Export::detected("open_webui");
    assert_eq!(export.summaries(), [lost("c-1-m4")]);
    let old = export.findings()[0].message.text.clone();
    let document = "SELECT chat FROM chat";
    let output = "SELECT output FROM chat_message WHERE id = 'c-1-m4'";
    let before = (export.rows(ALL), export.text(document), export.text(output));

    let report = export.try_to_write(export.findings().into_iter().filter(Finding::in_bulk), &Edit::default());
    assert_eq!((report.done.len(), report.left_out.len()), (1, 0), "{report:?}");
    assert!(report.afterwards[0].contains("/api/v1/memories/reset"), "{report:?}");

    assert_eq!(export.text("SELECT content FROM chat_message WHERE id = 'c-1-m4'"), format!("\"{METRIC}\""));
    for (document, before) in [(document, &before.1), (output, &before.2)] {
        let after = export.text(document);
        assert!(!after.contains("details"), "{after}");
        assert_eq!(serde_json::from_str::<Value>(&after).expect("JSON"), with_text(before, &old, METRIC));
    }
    assert_eq!(
        export.rows("SELECT user_id, type, path, content, created_at, updated_at FROM memory WHERE rowid = 2"),
        [
            r#"Text("u-1")|Text("user")|Null|Text("Rowan prefers metric units.")|Integer(1772000102)|Integer(1795262400)"#
        ]
    );
    let key = export.text("SELECT id FROM memory WHERE rowid = 2");
    let groups: Vec<_> = key.split('-').map(str::len).collect();
    assert_eq!((groups, &key[14..15], "89ab".contains(&key[19..20])), (vec![8, 4, 4, 4, 12], "4", true), "{key}");
    assert_eq!(export.rows("SELECT updated_at FROM chat"), ["Integer(1795262400)"]);
    assert!(export.findings().is_empty(), "written once, found no more");

    export.undo_all();
    assert_eq!((export.rows(ALL), export.text(document), export.text(output)), before);
    assert_eq!(export.rows("SELECT count(*) FROM memory"), ["Integer(1)"]);
}

#[test]
fn a_copy_that_says_something_else_keeps_everything_as_it_is() {
    let export = Export::detected("open_webui").and(
        "UPDATE chat SET chat = json_set(chat, '$.history.messages.m4.content', 'The server wrote something else.')",
    );
    let printed = "chat.chat->$.history.messages.{key}.content differs";
    assert!(!export.findings()[0].in_bulk(), "nobody is offered what cannot be written");
    assert!(export.findings()[0].obstacle().is_some_and(|why| why.contains(printed)), "{:?}", export.findings()[0]);
    export.refuses_all(ALL, printed);
    // The copy contains it once, but between other words.
    let export = Export::detected("open_webui")
        .and("UPDATE chat_message SET output = replace(output, 'Metric from', 'Metres from') WHERE id = 'c-1-m4'");
    export.refuses_all(ALL, "output->$[*|type=message].content[*|type=output_text].text differs");
    // Between the same words it is removed, whatever the rest of the copy says.
    let export = Export::detected("open_webui").and(
        "UPDATE chat_message SET output = replace(output, 'from now on.', 'from now on. Bye.') WHERE id = 'c-1-m4'",
    );
    assert_eq!(export.write_all(), 1);
    assert!(
        export.text("SELECT output FROM chat_message WHERE id = 'c-1-m4'").contains("\"Metric from now on. Bye.\"")
    );
    export.undo_all();
    assert!(export.text("SELECT output FROM chat_message WHERE id = 'c-1-m4'").contains("Metric from now on. Bye."));
}

#[test]
fn what_the_application_wrote_for_a_call_that_ran_is_no_finding() {
    // The call of message 2, as the application itself shows it in the text.
    let block = r#"<details type="tool_calls" done="true" id="call_a1" name="add_memory" arguments="{&quot;content&quot;:&quot;Rowan is allergic to walnuts.&quot;,&quot;type&quot;:&quot;user&quot;}" result="{}" files="">
<summary>Tool Executed</summary>
</details>
Stored, no walnuts."#;
    let literal = Value::from(block).to_string();
    let export = Export::detected("open_webui")
        .and(&format!("UPDATE chat_message SET content = '{literal}' WHERE id = 'c-1-m2'"));
    assert_eq!(export.summaries(), [lost("c-1-m4")]);
}

fn unclear(message: &str) -> (String, Option<Remedy>, Option<Verdict>) {
    (message.to_owned(), Some(Remedy::Review), Some(Verdict::Unclear))
}

/// Version 0.7 stores calls only in the text. The upgrade copies the texts and leaves `output` empty: JSON `null` or
/// SQL NULL.
#[test]
fn a_block_of_before_the_upgrade_may_have_run() {
    for nothing in ["NULL", "'null'"] {
        let export = Export::detected("open_webui").and(&format!(
            "UPDATE chat_message SET output = {nothing} WHERE id = 'c-1-m4'; UPDATE memory SET content = 'Rowan reads.'"
        ));
        assert_eq!(export.summaries(), [unclear("c-1-m4")], "{nothing}");
        let found = &export.findings()[0];
        assert!(!found.in_bulk());
        let printed = found.claims[0].evidence.join("\n");
        assert!(printed.contains("keeps nothing else"), "{printed}");
    }
    // A block without a call id was not written by the application.
    let export = Export::detected("open_webui").and(
        "UPDATE chat_message SET output = NULL, content = replace(content, ' id=\\\"call_a2\\\"', '') WHERE id = 'c-1-m4'",
    );
    assert_eq!(export.summaries(), [lost("c-1-m4")]);
}

/// An old answer that is continued in a newer version gets an `output` with the old text, but without its calls.
#[test]
fn an_old_answer_that_was_continued_may_have_run() {
    let later = "INSERT INTO chat_message (id, chat_id, user_id, role, content, output, done, created_at, updated_at)
        VALUES ('c-1-m9', 'c-1', 'u-1', 'assistant', '\"Good night.\"', 'null', 1, 1772000200, 1772000200)";
    assert_eq!(Export::detected("open_webui").and(later).summaries(), [unclear("c-1-m4")]);
    // A message that is empty, unfinished or older proves nothing.
    for (from, to) in [("Good night.", ""), ("'null', 1,", "'null', 0,"), ("1772000200", "1772000101")] {
        let export = Export::detected("open_webui").and(&later.replace(from, to));
        assert_eq!(export.summaries(), [lost("c-1-m4")], "{to}");
    }
}

#[test]
fn a_text_that_was_changed_since_is_not_taken_back() {
    let export = Export::detected("open_webui");
    assert_eq!(export.write_all(), 1);
    let export = export
        .and("UPDATE chat SET chat = json_set(chat, '$.history.messages.m4.output[0].content[0].text', 'Edited.')");
    let mut session =
        ghostcall::session::Session::open(export.setup.clone(), ghostcall::session::Access::Hold).expect("it opens");
    let writes = session.journal().writes_in_effect();
    let report = session.undo_writes(&writes, export.setup.options.now).expect("it is tried");
    assert!(report.done.is_empty(), "{report:?}");
    assert!(report.left_out[0].reason.to_string().contains("chat.chat->$.history.messages.m4.output[0]"), "{report:?}");
    assert_eq!(export.text("SELECT content FROM chat_message WHERE id = 'c-1-m4'"), format!("\"{METRIC}\""));
}

#[test]
fn in_one_document_each_message_has_a_key_of_its_own() {
    let export = Export::detected("open_webui_legacy");
    let key = r#"["c-9","b2"]"#;
    // The call of b1 ran: its memory exists. The block of b2 lacks the id that the application always writes.
    assert_eq!(export.summaries(), [lost(key)]);
    let before = (export.text("SELECT chat FROM chat"), export.rows("SELECT * FROM chat"));
    let old = export.findings()[0].message.text.clone();
    assert_eq!(export.write_all(), 1);
    let after = export.text("SELECT chat FROM chat");
    assert_eq!(serde_json::from_str::<Value>(&after).expect("JSON"), with_text(&before.0, &old, "Kept as well."));
    assert_eq!(
        export.rows("SELECT user_id, content, created_at FROM memory WHERE rowid = 2"),
        [r#"Text("u-1")|Text("Rowan has a folding bike.")|Integer(1750009003)"#]
    );
    assert_eq!(export.rows("SELECT updated_at FROM chat"), ["Integer(1795262400)"]);
    assert!(export.findings().is_empty(), "written once, found no more");
    export.undo_all();
    assert_eq!((export.text("SELECT chat FROM chat"), export.rows("SELECT * FROM chat")), before);
}

/// The only memory is another user's: the application keeps memories, but none for this user.
const OF_ANOTHER: &str = "UPDATE memory SET user_id = 'u-9', content = 'Plays the viola.'";

#[test]
fn a_block_as_the_application_writes_it_may_be_its_own() {
    let export = Export::detected("open_webui_legacy").and(OF_ANOTHER);
    let found = export.summaries();
    assert_eq!(found[0], (r#"["c-9","b1"]"#.to_owned(), Some(Remedy::Review), Some(Verdict::Unclear)));
    assert_eq!(found[1], lost(r#"["c-9","b2"]"#));
    let printed = export.findings()[0].claims[0].evidence.join("\n");
    assert!(printed.contains("keeps nothing else"), "{printed}");
}

/// Two messages of one document are written and undone in any order; the time of the document changes with the last.
#[test]
fn messages_of_one_document_are_taken_back_in_any_order() {
    let export = Export::detected("open_webui_legacy").and(
        "UPDATE chat SET chat = json_set(chat, '$.history.messages.b1.content',
            replace(json_extract(chat, '$.history.messages.b1.content'), ' id=\"call_9f3\"', ''))",
    );
    let export = export.and(OF_ANOTHER);
    let before = export.rows("SELECT * FROM chat");
    assert_eq!(export.write_all(), 2);
    let mut session =
        ghostcall::session::Session::open(export.setup.clone(), ghostcall::session::Access::Hold).expect("it opens");
    for write in [1, 2] {
        let report = session.undo_writes(&[write], export.setup.options.now).expect("taken back");
        assert!(report.left_out.is_empty(), "{:?}", report.left_out);
    }
    assert_eq!(export.rows("SELECT * FROM chat"), before);
}
