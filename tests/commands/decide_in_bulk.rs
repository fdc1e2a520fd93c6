//! `decide` for many messages: what a bulk action takes, and what it leaves to a person.

use serde_json::{Value, json};

use crate::decide::{export, with};
use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

#[test]
fn what_was_guessed_is_never_taken_in_bulk_whatever_is_proposed_for_it() {
    const GUESSED: &str = "{type: \"board_list\", boards: [\"Plan\", ...]}Here they are.";
    let export = export().and(&format!("UPDATE messages SET content = '{GUESSED}' WHERE id = 103"));
    let finding = export.run("show DB 103 --format json").ok().json();
    assert_eq!((&finding["remedy"], &finding["claims"][0]["uncertain"]), (&json!("strip"), &json!(true)));
    export.run("decide DB accept --all").ok().prints("left 3 findings: individual review needed");
    export.run("decide DB accept --all --as strip").ok();
    assert_eq!(export.status(103), "pending");
    export.run("decide DB accept --message 103").ok();
    assert_eq!(export.status(103), "accepted");
}

/// An export with a message whose cleaned text keeps part of a call (101), and one whose cleaned text does not (105).
fn leaving() -> Export {
    export().and(
        r#"UPDATE messages SET content = '{success: true, memory_type: "core", content: "Likes tea."}Noted.<|function_call|>' WHERE id = 101;
           UPDATE messages SET content = 'Noted.<|function_call|>{success: true, memory_type: "core", content: "Likes rye."}' WHERE id = 105;"#,
    )
}

/// The remedy of a finding, and whether it warns about a leftover.
fn left_over(found: &Value) -> (&str, bool) {
    let is_left = found["warnings"].as_array().unwrap().contains(&json!("leftover"));
    (found["remedy"].as_str().unwrap(), is_left)
}

#[test]
fn what_would_leave_something_of_a_call_is_taken_by_no_bulk_action() {
    let export = leaving();
    let found = export.show(101);
    assert_eq!(left_over(&found), ("review", true));
    assert_eq!(
        (&found["claims"][0]["remedy"], &found["cleaned"]),
        (&json!("recover"), &json!("Noted.<|function_call|>"))
    );
    assert_eq!(export.show(105)["cleaned"], "Noted.");
    for filter in
        ["--all", "--remedy review", "--pattern save_memory", "--pattern save_memory --as strip", "--all --as recover"]
    {
        let export = leaving();
        export.run(&format!("decide DB accept {filter}")).ok().prints("individual review needed");
        assert_eq!(export.status(101), "pending", "{filter}");
    }
}

#[test]
fn what_would_leave_something_of_a_call_is_written_as_a_person_says() {
    let export = leaving();
    let output = export.run("decide DB accept --message 101").refused();
    assert!(output.contains("stray call markup") && output.contains("--cleaned TEXT"), "{output}");
    export.run("decide DB accept --message 101 --cleaned Noted.").ok();
    assert_eq!(left_over(&export.show(101)), ("recover", false));
    export.run("decide DB reset --message 101").ok();
    export.run("decide DB accept --message 101 --as recover").ok();
    assert_eq!(left_over(&export.show(101)), ("recover", true));
    export.run("decide DB reset --message 101").ok();
    export.run_with("decide DB accept --message 101 --cleaned", &["Noted. </tool_call>"]).ok();
    assert_eq!(left_over(&export.show(101)), ("recover", true), "it is said, and not in the way");
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 101"), "Noted. </tool_call>");
}

#[test]
fn what_would_change_nothing_is_refused_at_once() {
    let alone = r#"{success: true, memory_type: "core", content: "Alone."}"#;
    let export = export().and(&format!("UPDATE messages SET content = '{alone}' WHERE id = 101"));
    let refused = export.run("decide DB accept --message 101 --as strip").refused();
    for output in ["101", "nothing would change", "--cleaned TEXT", "--as recover"] {
        assert!(refused.contains(output), "{output}: {refused}");
    }
    assert_eq!(export.status(101), "pending");
    let output = export.run("decide DB accept --pattern save_memory --as strip").ok().stdout.clone();
    assert!(output.contains("left 1 finding: nothing would change"), "{output}");
    export.run("decide DB accept --message 101 --as strip --cleaned Noted.").ok();
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 101"), "Noted.");
}

#[test]
fn a_memory_type_can_be_given_to_all_that_are_selected() {
    let types = |export: &Export| -> Vec<i64> {
        let rows = export.rows("SELECT memory_type FROM agent_memories WHERE id > 3 ORDER BY id");
        rows.iter()
            .map(|row| if let [rusqlite::types::Value::Integer(kind)] = row.as_slice() { *kind } else { -1 })
            .collect()
    };
    for (selection, expected) in [
        ("--pattern save_memory", "left 2 findings: no memory would be written"),
        ("--message 101 105", "accepted 2 findings"),
    ] {
        for (kind, number) in [("core", 1), ("journal", 0)] {
            let export = export();
            export
                .run(&format!("decide DB accept {selection} --memory-type {kind}"))
                .ok()
                .prints("accepted 2")
                .prints(expected);
            export.run("apply DB").ok();
            assert_eq!(types(&export), [number, number], "{selection}");
        }
    }
    let export = export();
    let refused = export.run("decide DB accept --message 101 102 --memory-type core").refused();
    assert!(refused.contains("message 102: no memory would be written"), "{refused}");
    export.run("decide DB accept --pattern save_memory --memory-type diary").ok().prints("accepted 0 findings");
    assert_eq!(with(&export, "accepted"), Vec::<i64>::new());
}

#[test]
fn what_no_pattern_knows_is_selected_as_unknown() {
    let export = Export::fixture(JSON);
    export.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25)
         INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, created_at, updated_at, model_id_string, streaming)
         SELECT 6000 + i, chat_id, agent_id, role, '{\"lantern\": ' || i || ', \"lit\": true}That is done.',
                tools_used, created_at, updated_at, model_id_string, streaming
         FROM n, messages WHERE id = 101",
    );
    export.run("decide DB accept --pattern unknown").ok().prints("accepted 0 findings");
    export.run("decide DB accept --pattern unknown --as strip --dry-run").ok().prints("25 findings would be accepted");
    export.run("decide DB accept --pattern unknown --as strip").ok().prints("accepted 25 findings");
    assert_eq!(export.status(6001), "edited");
    assert_eq!(export.run("scan DB --pattern unknown --format jsonl").ok().lines().len(), 25);
}
