//! Applications that store each text in its own column.

use ghostcall::source::profile::WriteMode;
use ghostcall::verdict::{Remedy, Verdict};

use crate::{Export, summary};

const FOR_A_PERSON: (Option<Remedy>, Option<Verdict>) = (Some(Remedy::Review), Some(Verdict::Unclear));

#[test]
fn a_plain_log_with_epoch_seconds_and_a_comma_list() {
    let export = Export::detected("plain").with_patterns("plain");
    assert_eq!(export.summaries(), [("2".to_owned(), Some(Remedy::Recover), Some(Verdict::NotExecuted))]);

    let (log, notes) = ("SELECT * FROM chat_log ORDER BY n", "SELECT * FROM notes_memory ORDER BY id");
    let before = (export.rows(log), export.rows(notes));
    assert_eq!(export.write_all(), 1);
    assert_eq!(
        export.rows("SELECT owner, kind, text, at FROM notes_memory"),
        [r#"Text("home")|Text("long")|Text("Takes the 8:15.")|Integer(1768900005)"#]
    );
    assert_eq!(export.rows("SELECT said, tools FROM chat_log WHERE n = 2"), [r#"Text("Noted.")|Text("remember")"#]);
    assert!(export.findings().is_empty(), "written once, found no more");
    export.undo_all();
    assert_eq!((export.rows(log), export.rows(notes)), before);
}

/// Each message lists its own tools; only one that follows at once may list those of this message.
#[test]
fn a_later_list_speaks_for_a_record_only_where_it_is_close_by() {
    let verdict = |sql: &str| Export::detected("plain").with_patterns("plain").and(sql).summaries()[0].2;
    assert_eq!(verdict("UPDATE chat_log SET at = 1768900060 WHERE n = 3"), Some(Verdict::Unclear));
    assert_eq!(verdict("UPDATE chat_log SET at = 1768900070 WHERE n = 3"), Some(Verdict::NotExecuted));
    let earlier = "UPDATE chat_log SET n = 4, at = 1768903000 WHERE n = 2";
    assert_eq!(verdict(earlier), Some(Verdict::Unclear));
    assert_eq!(verdict(&earlier.replace("1768903000", "1768990000")), Some(Verdict::NotExecuted));
}

#[test]
fn ruby_llm_keeps_no_memories_so_a_person_decides_and_strips() {
    let export = Export::detected("ruby_llm_v1");
    let found = export.summaries();
    assert_eq!(found[0], ("6".to_owned(), FOR_A_PERSON.0, FOR_A_PERSON.1));
    assert_eq!((found[1].0.as_str(), found[1].1, found.len()), ("7", Some(Remedy::Review), 2));
    let all = "SELECT * FROM messages, chats ORDER BY messages.id";
    let before = export.rows(all);
    assert_eq!(export.strip("6"), 1);
    assert_eq!(export.rows("SELECT content FROM messages WHERE id = 6"), [r#"Text("Got it, May.")"#]);
    assert_eq!(export.rows("SELECT updated_at FROM chats"), [r#"Text("2026-11-21 12:00:00.000000")"#]);
    export.undo_all();
    assert_eq!(export.rows(all), before);
}

#[test]
fn a_copy_of_a_profile_shows_where_the_application_keeps_its_own_memories() {
    let export = Export::detected("ruby_llm_v1").with_profile("ruby_llm_v1").with_patterns("ruby_llm_v1");
    // Message 7 contains a call in a wrapper; its arguments are the record.
    let lost = |message: &str| (message.to_owned(), Some(Remedy::Recover), Some(Verdict::NotExecuted));
    assert_eq!(export.summaries(), [lost("6"), lost("7")]);
    assert_eq!(export.write_all(), 2);
    assert_eq!(
        export.rows("SELECT chat_id, kind, body, created_at FROM memories WHERE id = 2"),
        [r#"Integer(1)|Text("fact")|Text("The MOT is due in May.")|Text("2026-03-01 08:09:02.000000")"#]
    );
    // The call is not recorded, because it would be replayed to the provider.
    assert_eq!(export.rows("SELECT count(*) FROM tool_calls"), ["Integer(1)"]);
    export.undo_all();
    assert_eq!(export.rows("SELECT updated_at FROM chats"), [r#"Text("2026-03-01 08:10:00.000000")"#]);
}

#[test]
fn calls_of_other_owners_in_the_same_table_are_told_apart() {
    let export = Export::detected("ruby_llm_v2");
    // An invented result that no pattern matches, in a turn in which another tool ran.
    assert_eq!(export.summaries(), [("5".to_owned(), FOR_A_PERSON.0, FOR_A_PERSON.1)]);
    let all = "SELECT * FROM messages, chats ORDER BY messages.id";
    let before = export.rows(all);
    assert_eq!(export.strip("5"), 1);
    assert_eq!(export.rows("SELECT content FROM messages WHERE id = 5"), [r#"Text("Nineteen in Oban.")"#]);
    export.undo_all();
    assert_eq!(export.rows(all), before);
}

const LLM: &str = "01jx0000000000000000000013";

#[test]
fn the_index_of_a_log_follows_what_is_written() {
    let export = Export::detected("llm_legacy");
    let findings = export.findings();
    assert_eq!(findings.iter().map(summary).collect::<Vec<_>>(), [(LLM.to_owned(), FOR_A_PERSON.0, FOR_A_PERSON.1)]);
    assert_eq!(serde_json::to_value(&findings[0].message_id).expect("JSON"), LLM);
    let all = "SELECT * FROM responses ORDER BY id";
    let indexed = "SELECT count(*) FROM responses_fts WHERE responses_fts MATCH 'response: fact'";
    let before = (export.rows(all), export.rows(indexed));
    assert_eq!(before.1, ["Integer(1)"]);
    assert_eq!(export.strip(LLM), 1);
    let response = format!("SELECT response FROM responses WHERE id = '{LLM}'");
    assert_eq!(export.rows(&response), [r#"Text("Right, I have noted the stopcock.")"#]);
    assert_eq!(export.rows(indexed), ["Integer(0)"]);
    export.undo_all();
    assert_eq!((export.rows(all), export.rows(indexed)), before);
}

/// A log has question and answer in one row: data that the user asked for is an answer, and a call for an earlier
/// question proves nothing.
#[test]
fn what_the_same_row_asks_for_is_no_finding() {
    let export = Export::detected("llm_legacy").and(
        "INSERT INTO responses (id, prompt, response, conversation_id, datetime_utc) VALUES
         ('01jx0000000000000000000014', 'Give me the boiler as JSON.', '{\"boiler\": {\"month\": \"March\"}}',
          '01jx0000000000000000000001', '2025-06-01T09:02:00.000001+00:00'),
         ('01jx0000000000000000000015', 'Give me the boiler as JSON.', '{\"boiler\": {\"month\": \"March\"}}',
          NULL, '2025-06-01T09:02:00.000001+00:00')",
    );
    assert_eq!(export.findings().len(), 1);
}

#[test]
fn what_a_profile_may_not_write_says_why() {
    for profile in ghostcall::source::profile::all().expect("they read") {
        assert!(profile.write == WriteMode::Full || profile.why.is_some(), "{}", profile.name);
    }
}
