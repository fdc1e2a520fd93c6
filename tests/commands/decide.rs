//! Decisions without the terminal UI.

use serde_json::{Value, json};

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

pub(crate) fn export() -> Export {
    Export::fixture(JSON)
}

/// The messages with this status.
pub(crate) fn with(export: &Export, status: &str) -> Vec<i64> {
    let found = export.run(&format!("scan DB --status {status}")).ok().lines();
    found.iter().map(|finding| finding["message_id"].as_i64().unwrap()).collect()
}

#[test]
fn all_takes_what_needs_no_look_at_each_and_reports_what_it_left() {
    let export = export();
    let output = export.run("decide DB accept --all").ok().stdout.clone();
    assert!(output.contains("accepted 6 findings"), "{output}");
    assert!(output.contains("left 2 findings: individual review needed"), "{output}");
    assert_eq!(with(&export, "accepted"), [101, 102, 103, 104, 105, 111]);
    assert_eq!(with(&export, "pending"), [107, 108]);
    let output = export.run("decide DB accept --all").ok().stdout.clone();
    assert!(output.contains("accepted 0 findings") && output.contains("left 6 findings: already decided"), "{output}");
    export.run("apply DB").ok();
    export.run("decide DB reject --all").ok().prints("rejected 0 findings").prints("left 2 findings");
}

#[test]
fn filters_choose_by_pattern_and_remedy_and_both() {
    for (filter, expected) in [
        ("--pattern save_memory", vec![101, 102, 105, 111]),
        ("--pattern whiteboard_echo", vec![103]),
        ("--remedy strip", vec![102, 103, 111]),
        ("--remedy recover", vec![101, 104, 105]),
        ("--pattern save_memory --remedy strip", vec![102, 111]),
        ("--remedy review", vec![]),
        ("--pattern unknown", vec![]),
    ] {
        let export = export();
        export.run(&format!("decide DB skip {filter}")).ok();
        assert_eq!(with(&export, "skipped"), expected, "{filter}");
    }
}

#[test]
fn named_messages_are_decided_as_one_says() {
    let export = export();
    export.run("decide DB reject --message 101 107 101").ok().prints("rejected 2 findings");
    assert_eq!(with(&export, "rejected"), [101, 107]);
    export.run("decide DB accept --message 101").ok();
    export.run("decide DB reset --message 107").ok();
    assert_eq!((export.status(101), export.status(107)), ("accepted".to_owned(), "pending".to_owned()));
    export.run("decide DB reset --all").ok().prints("reset 1 finding").prints("already pending");
    assert!(with(&export, "accepted").is_empty());
}

#[test]
fn another_remedy_can_be_chosen() {
    let export = export();
    export.run("decide DB accept --message 107 --as recover").ok();
    export.run("decide DB accept --message 101 --as strip").ok();
    export.run("decide DB accept --message 108 --as strip").ok();
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT content FROM agent_memories WHERE id = 4"), "Moss prefers evening watering.");
    assert_eq!(export.number("SELECT count(*) FROM agent_memories"), 4);
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 108"), "Hm.");
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 101"), "Late April it is.\n\nI will stop asking.");
    assert_eq!(export.text("SELECT tools_used FROM messages WHERE id = 101"), "[]", "nothing was recovered here");
}

#[test]
fn in_bulk_another_remedy_is_for_all_that_is_taken() {
    let export = export();
    export.run("decide DB accept --all --as strip").ok().prints("accepted 6 findings");
    export.run("apply DB").ok();
    assert_eq!(export.number("SELECT count(*) FROM agent_memories"), 3);
}

#[test]
fn what_is_said_of_a_whole_selection_is_said_of_findings_for_review_too() {
    for (selection, accepted, expected) in [
        ("--remedy review --as strip", vec![107, 108], "accepted 2 findings"),
        ("--pattern save_memory --as strip", vec![101, 102, 105, 107, 108, 111], "accepted 6 findings"),
        ("--remedy review --as recover", vec![107], "left 1 finding: the application would refuse this record"),
        ("--remedy review --as leave", vec![], "left 2 findings: all claims are excluded"),
        // Without a remedy, or with `--all`, findings for review need individual decisions.
        ("--remedy review", vec![], "left 2 findings: individual review needed"),
        ("--all --as strip", vec![101, 102, 103, 104, 105, 111], "left 2 findings: individual review needed"),
    ] {
        let export = export();
        let before = export.run(&format!("decide DB accept {selection} --dry-run")).ok().stdout.clone();
        assert!(before.contains("nothing was decided"), "{before}");
        assert!(accepted.iter().all(|id| before.contains(&format!("{id}: "))), "{selection}: {before}");
        assert!(!export.review().exists(), "a dry run keeps nothing");
        export.run(&format!("decide DB accept {selection}")).ok().prints(expected);
        let mut decided = [with(&export, "accepted"), with(&export, "edited")].concat();
        decided.sort_unstable();
        assert_eq!(decided, accepted, "{selection}");
    }
    let export = export();
    export.run("decide DB accept --remedy review --as strip").ok();
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 107"), "Evenings suit me.");
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 108"), "Hm.");
}

#[test]
fn of_what_else_is_in_a_message_for_review_nothing_is_said() {
    const ASKED: &str = "UPDATE messages SET content = 'Please set a reminder.' WHERE id = 100;";
    // A payload that no pattern matches, and a completion claim.
    for (beside, remedy) in
        [("{\"colour\": \"red\", \"size\": 4}\n", "review"), ("I have set a reminder for you. ", "correct")]
    {
        let sql = format!("{ASKED} UPDATE messages SET content = '{beside}' || content WHERE id = 101;");
        let export = export().and(&sql);
        assert_eq!(export.show(101)["claims"][0]["remedy"], remedy);
        for selection in ["--pattern save_memory".to_owned(), format!("--pattern save_memory --remedy {remedy}")] {
            let output = export.run(&format!("decide DB accept {selection} --as strip")).ok().stdout.clone();
            assert!(output.contains("individual review needed"), "{selection}: {output}");
            assert_eq!(export.status(101), "pending", "{selection}: {beside}");
        }
    }
}

#[test]
fn one_claim_of_several_can_be_left_where_it_is() {
    let export = export();
    export.run("decide DB accept --message 105 --claim 0 --as leave").ok();
    let found = export.show(105);
    assert_eq!(found["status"], "edited");
    assert_eq!((&found["claims"][0]["off"], &found["claims"][1]["off"]), (&json!(true), &Value::Null));
    export.run("apply DB").ok();
    let text = export.text("SELECT content FROM messages WHERE id = 105");
    assert!(text.starts_with("{\"type\": \"search_results\"") && text.ends_with("After the tenth, then."), "{text}");
    assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content LIKE 'Last frost%'"), 1);
}

#[test]
fn the_fields_of_a_record_can_be_changed() {
    let export = export();
    export.run_with("decide DB accept --message 101 --memory-type core --memory", &["Beans: late April."]).ok();
    export.run_with("decide DB accept --message 104 --set", &["content=Labels: {bed}-{row} = fixed"]).ok();
    export.run_with("decide DB accept --message 105 --claim 1 --set", &["memory_type=core"]).ok();
    export.run("apply DB").ok();
    let written = export.rows("SELECT content, memory_type FROM agent_memories WHERE id > 3 ORDER BY id");
    let text = |text: &str| rusqlite::types::Value::Text(text.to_owned());
    let core = rusqlite::types::Value::Integer(1);
    let expected = [
        [text("Beans: late April."), core.clone()],
        [text("Labels: {bed}-{row} = fixed"), core.clone()],
        [text("Last frost here is usually 10 May."), core],
    ];
    assert_eq!(written, expected);
}

#[test]
fn a_record_that_is_edited_into_shape_is_recovered() {
    let export = export();
    let refused = export.run("decide DB accept --message 108").refused();
    assert!(refused.contains("108") && refused.contains("--as"), "{refused}");
    let refused = export.run("decide DB accept --message 108 --as recover").refused();
    assert!(refused.contains("edit it first"), "{refused}");
    export.run("decide DB accept --message 108 --memory-type journal").ok();
    assert_eq!(export.status(108), "edited");
    export.run("apply DB").ok();
    assert_eq!(export.number("SELECT memory_type FROM agent_memories WHERE content = 'not a valid type'"), 0);
}

#[test]
fn a_record_that_the_application_would_refuse_is_refused_here() {
    let export = export();
    for memory in ["", "  \n", "\u{a0}", &"x".repeat(10_001)] {
        let refused = export.run_with("decide DB accept --message 101 --memory", &[memory]).refused();
        let named = if memory.len() > 3 { "content has 10001 characters" } else { "content is empty" };
        assert!(refused.contains("edit it first") && refused.contains(named), "{refused}");
    }
    let refused = export.run("decide DB accept --message 101 --memory-type diary").refused();
    assert!(refused.contains("memory_type `diary` is not one of core, journal"), "{refused}");
    export.run_with("decide DB accept --message 101 --memory", &[&"ü".repeat(10_000)]).ok();
    assert_eq!(with(&export, "edited"), [101], "nothing of what was refused is stored");
}

#[test]
fn the_cleaned_text_can_be_given_an_empty_one_too() {
    let export = export().and(
        "UPDATE messages SET content = '{success: true, memory_type: \"core\", content: \"Alone.\"}' WHERE id = 101",
    );
    let text = export.text("SELECT content FROM messages WHERE id = 101");
    assert!(export.show(101)["warnings"].as_array().unwrap().contains(&"payload_only".into()));
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 101"), text, "the text stays unless one is given");
    assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content = 'Alone.'"), 1);
    export.run("undo DB").ok();
    export.run_with("decide DB accept --message 101 --cleaned", &[""]).ok();
    export.run_with("decide DB accept --message 102 --cleaned", &["The plot is 14B."]).ok();
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 101"), "");
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 102"), "The plot is 14B.");
}

#[test]
fn a_text_may_begin_with_a_hyphen() {
    let export = export();
    export.run_with("decide DB accept --message 101 --memory", &["- beans: late April"]).ok();
    export.run_with("decide DB accept --message 102 --cleaned", &["- noted"]).ok();
    export.run_with("decide DB reject --message 103 --note", &["-- see above"]).ok();
    assert_eq!(export.show(101)["records"][0]["values"]["content"], "- beans: late April");
    assert_eq!(export.show(102)["cleaned"], "- noted");
}

#[test]
fn a_note_is_kept_with_the_decision() {
    let export = export();
    export.run_with("decide DB reject --message 101 --note", &["Ask Wren\nfirst; \u{1b}[31mred"]).ok();
    let decision = &export.show(101)["decision"];
    assert_eq!((&decision["action"], &decision["reviewer"]), (&json!("reject"), &json!("ana")));
    assert_eq!(decision["note"], "Ask Wren\nfirst; \u{1b}[31mred");
    let shown = export.run("show DB 101").ok().stdout.clone();
    assert!(shown.contains("Ask Wren") && !shown.contains('\u{1b}'), "{shown}");
}

#[test]
fn what_cannot_be_decided_is_said_and_nothing_is_stored() {
    let export = export();
    for (line, expected) in [
        ("decide DB accept", "no findings selected"),
        ("decide DB accept --message 9999", "no message 9999"),
        ("decide DB accept --message abc", "no message abc"),
        ("decide DB accept --message 106", "message 106 has no finding"),
        ("decide DB accept --message 95", "message 95 has no finding"),
        ("decide DB accept --message 101 9999", "no message 9999"),
        ("decide DB accept --message 107", "no remedy chosen"),
        ("decide DB accept --message 103 --as recover", "no record"),
        ("decide DB accept --message 101 --as leave", "excluded"),
        ("decide DB accept --message 101 --as correct", "nothing to correct"),
        ("decide DB accept --message 101 --claim 5 --as strip", "no --claim 5"),
        ("decide DB accept --message 105 --claim 1", "--claim 1 needs a change"),
        ("decide DB accept --message 101 --set colour=red", "unknown field `colour`"),
        ("decide DB accept --message 101 --set colour", "FIELD=VALUE"),
        ("decide DB accept --message 103 --set content=x", "no record"),
        ("decide DB accept --message 104 --claim 0 --set content=x", "no record"),
        ("decide DB accept --message 101 104 --memory x", "a single --message"),
        ("decide DB accept --message 101 104 --cleaned x", "a single --message"),
    ] {
        let refused = export.run(line).refused();
        assert!(refused.contains(expected), "{line}: {refused}");
    }
    for line in [
        "decide DB",
        "decide DB endorse --all",
        "decide DB accept --all --message 101",
        "decide DB accept --all --cleaned x",
        "decide DB accept --all --remedy mend",
        "decide DB accept --message 101 --as erase",
    ] {
        export.run(line).ended(2);
    }
    assert!(export.scan().iter().all(|finding| finding["status"] == "pending"));
}

#[test]
fn no_owner_means_strip_or_nothing() {
    let export = export().and("UPDATE messages SET agent_id = NULL WHERE id = 101");
    let found = export.show(101);
    assert!(found["warnings"].as_array().unwrap().contains(&"no_owner".into()), "{found}");
    assert!(export.run("decide DB accept --message 101 --as recover").refused().contains("no agent"));
    export.run("decide DB accept --message 101 --as strip").ok();
    export.run("apply DB").ok();
    assert_eq!(export.number("SELECT count(*) FROM agent_memories"), 3);
}

/// The export with the lost memory of message 101 in message 201, too.
fn with_the_memory_twice() -> Export {
    export().and(
        "INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, streaming, created_at, updated_at)
         SELECT 101 + 100, chat_id, agent_id, role, content || ' Again.', tools_used, 0, '2026-01-20T17:01:30', updated_at
         FROM messages WHERE id = 101",
    )
}

#[test]
fn the_same_record_twice_is_proposed_once() {
    let export = with_the_memory_twice();
    assert!(export.show(201)["warnings"].as_array().unwrap().contains(&"duplicate_record".into()));
    export.run("decide DB accept --all").ok();
    export.run("apply DB").ok();
    assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content LIKE 'Beans%'"), 1);
    assert_eq!(
        export.text("SELECT content FROM messages WHERE id = 201"),
        "Late April it is.\n\nI will stop asking. Again."
    );
}

#[test]
fn the_last_copy_of_a_lost_record_is_not_cleaned_away() {
    let export = with_the_memory_twice();
    let text = export.text("SELECT content FROM messages WHERE id = 201");
    export.run("decide DB reject --message 101").ok();
    export.run("decide DB accept --message 201").ok();
    export.run("apply DB --dry-run").notes("would remove the only copy of a memory");
    export.run("apply DB").notes("would remove the only copy of a memory");
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 201"), text);

    export.run("decide DB accept --message 201 --as recover").ok();
    export.run("apply DB").ok();
    assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content LIKE 'Beans%'"), 1);
}

#[test]
fn who_chooses_to_clean_away_a_record_that_nobody_recovers_may() {
    let export = with_the_memory_twice();
    export.run("decide DB reject --message 101").ok();
    export.run("decide DB accept --message 201 --as strip").ok();
    export.run("apply DB").ok();
    assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content LIKE 'Beans%'"), 0);
    assert!(export.text("SELECT content FROM messages WHERE id = 201").ends_with("Again."));
}

#[test]
fn a_repeated_record_is_written_after_the_one_it_relies_on_whichever_was_decided_first() {
    let export = with_the_memory_twice();
    export.run("decide DB accept --message 201").ok();
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB --dry-run").ok();
    export.run("apply DB").ok();
    assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content LIKE 'Beans%'"), 1);
    assert_eq!(export.number("SELECT count(*) FROM messages WHERE id IN (101, 201) AND content LIKE '%success%'"), 0);
}

#[test]
fn recovering_in_bulk_recovers_nothing_that_is_there() {
    let export = export();
    let memories = export.number("SELECT count(*) FROM agent_memories");
    let proposed: usize = export.scan().iter().filter(|finding| finding["remedy"] == "recover").count();
    export.run("decide DB accept --all --as recover").ok().prints("individual review needed");
    export.run("apply DB").ok();
    let added = export.number("SELECT count(*) FROM agent_memories") - memories;
    assert_eq!(usize::try_from(added), Ok(proposed));
}

#[test]
fn recovering_a_message_leaves_stamps_and_echoes_to_be_stripped() {
    let export = export();
    for message in [104, 105] {
        export.run(&format!("decide DB accept --message {message} --as recover")).ok();
    }
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 104"), "Labels agreed.");
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 105"), "After the tenth, then.");
    assert_eq!(export.number("SELECT count(*) FROM agent_memories"), 5);
}

#[test]
fn messages_with_numbers_as_texts_for_keys_are_found_by_their_number() {
    let export = export().and(
        "CREATE TABLE other AS SELECT * FROM messages WHERE FALSE;
         ALTER TABLE other DROP COLUMN id; ALTER TABLE other ADD COLUMN id TEXT;
         INSERT INTO other (id, chat_id, agent_id, role, content, tools_used, streaming, created_at, updated_at)
         SELECT id, chat_id, agent_id, role, content, tools_used, streaming, created_at, updated_at FROM messages;
         DROP TABLE messages; ALTER TABLE other RENAME TO messages;",
    );
    export.run("show DB 101").ok().prints("Beans");
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB --no-backup").ok();
}
