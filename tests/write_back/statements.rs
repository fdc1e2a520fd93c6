//! False sentences, corrected and undone, and the record that one of them promised.

use serde_json::json;

use crate::support::Export;

fn text(export: &Export, message: i64) -> String {
    export.text(&format!("SELECT content FROM messages WHERE id = {message}"))
}

#[test]
fn sentences_are_corrected_one_by_one_and_taken_back() {
    let export = Export::sample("statements.db");
    let before = export.dump();
    let bulk = export.run("decide DB accept --all");
    let output = format!("{}{}", bulk.ok().stdout, bulk.stderr);
    assert!(output.contains("accepted 1 finding"), "a lost memory, and no sentence: {output}");
    export.run("decide DB reset --all").ok();
    for message in [100, 1100] {
        export.run(&format!("decide DB accept --message {message}")).ok();
    }
    export.run("decide DB accept --message 1000 --as correct").ok();
    export.run("decide DB accept --message 300 --as strip").ok();
    export.run("apply DB").ok();
    assert_eq!(text(&export, 100), "Of course! I have not set a reminder. The cans stand by the shed.");
    assert_eq!(text(&export, 300), "Lovely. How many cloves?");
    assert_eq!(text(&export, 1000), "I looked it up. I have not set a reminder.");
    let tools = export.text("SELECT group_concat(tools_used) FROM messages WHERE id IN (100, 300, 1100)");
    assert_eq!(tools, "[],[],[]", "nothing ran because it was corrected");
    export.run("undo DB --all").ok();
    assert_eq!(export.dump(), before);
}

#[test]
fn a_corrected_text_in_which_another_sentence_is_false_is_written_only_as_a_person_says() {
    let more = "UPDATE messages SET content = content || ' I''ve emailed Bob the agenda.' WHERE id = 100";
    let export = Export::sample("statements.db").and(more);
    let found = export.show(100);
    assert_eq!((&found["remedy"], &found["claims"][0]["remedy"]), (&json!("review"), &json!("correct")));
    assert_eq!(found["warnings"], json!(["leftover"]));
    assert!(export.run("decide DB accept --message 100").refused().contains("would still hold a claim"));
    export.run("decide DB accept --message 100 --as correct").ok();
    export.run("apply DB").ok();
    let corrected = "Of course! I have not set a reminder. The cans stand by the shed. I've emailed Bob the agenda.";
    assert_eq!(text(&export, 100), corrected);
}

#[test]
fn the_record_that_was_promised_makes_the_sentence_true() {
    let export = Export::sample("statements.db");
    let before = export.dump();
    export.run_with("decide DB accept --message 200 --as recover", &["--memory", "Her sister: 4 May."]).ok();
    export.run("apply DB").ok();
    assert_eq!(text(&export, 200), "Got it, I've saved that for you. What does she like?");
    let made = "SELECT content || '|' || memory_type || '|' || created_at FROM agent_memories WHERE id > 3";
    assert_eq!(export.text(made), "Her sister: 4 May.|0|2026-03-02T08:00:00");
    assert_eq!(export.text("SELECT tools_used FROM messages WHERE id = 200"), "[\"save_memory\"]");
    let again = export.run("scan DB --format jsonl").ok().lines();
    assert!(again.iter().all(|finding| finding["message_id"] != 200), "it is true now");
    export.run("undo DB --all").ok();
    assert_eq!(export.dump(), before);
}
