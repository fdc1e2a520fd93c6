//! What is written back is true: nothing false stays beside a correction, and what becomes true is kept.

use serde_json::{Value, json};

use crate::announcements::{last, user};

const PAYLOAD: &str = "{success: true, memory_type: \"core\", content: \"Birthday is May 5.\"}";

fn reply(text: &str) -> Value {
    json!({"role": "assistant", "content": text, "tools_used": [], "agent_id": 1})
}

#[test]
fn what_only_says_that_a_recovered_record_was_kept_becomes_true() {
    for (asked, said) in [
        ("Please remember my birthday.", "Done! I've added it."),
        ("Remember my birthday", "Noted."),
        ("Merk dir meinen Geburtstag", "Ich habe es hinzugefügt."),
    ] {
        let found = last(&[user(asked), reply(&format!("{PAYLOAD}{said}"))]);
        assert_eq!((&found["remedy"], &found["cleaned"]), (&json!("recover"), &json!(said)), "{found}");
    }
    // What it says of something else stays false.
    let text = format!("{PAYLOAD}I've added your birthday to your calendar.");
    let found = last(&[user("Remember my birthday and add it to my calendar."), reply(&text)]);
    assert_eq!(found["cleaned"], "I have not added your birthday.", "{found}");
}

#[test]
fn a_call_that_failed_keeps_no_record() {
    let call = json!({"id": "c", "type": "function", "function": {"name": "save_memory",
        "arguments": "{\"memory_type\": \"core\", \"content\": \"Birthday is May 5.\"}"}});
    for (result, remedy) in [
        ("{\"success\": true}", "strip"),
        ("{\"success\": false}", "recover"),
        ("{\"status\": \"error\", \"message\": \"disk full\"}", "recover"),
        ("Failed to save the memory", "recover"),
    ] {
        let found = last(&[
            user("My birthday is May 5."),
            json!({"role": "assistant", "content": "", "tool_calls": [call]}),
            json!({"role": "tool", "tool_call_id": "c", "content": result}),
            json!({"role": "assistant", "content": format!("{PAYLOAD}Lovely!"), "agent_id": 1}),
        ]);
        assert_eq!(found["remedy"], remedy, "{result}: {found}");
    }
}

#[test]
fn a_reply_that_reports_more_than_what_is_corrected_is_for_a_person() {
    let asked = user("Please cancel my order.");
    let found = last(&[asked.clone(), reply("I have cancelled your order. The team has been notified.")]);
    assert_eq!((&found["remedy"], &found["warnings"]), (&json!("review"), &json!(["leftover"])), "{found}");
    let found = last(&[asked, reply("I have cancelled your order. Anything else?")]);
    assert_eq!((&found["remedy"], &found["warnings"]), (&json!("correct"), &json!([])), "{found}");
}

/// A call of a tool, and its answer.
fn called(tool: &str) -> [Value; 2] {
    let call = json!({"id": "c", "type": "function", "function": {"name": tool, "arguments": "{}"}});
    [
        json!({"role": "assistant", "content": "", "tool_calls": [call]}),
        json!({"role": "tool", "tool_call_id": "c", "content": "{\"success\": true}"}),
    ]
}

#[test]
fn what_the_user_only_names_next_to_an_order_may_have_been_done_before() {
    for (tool, asked, claims) in [
        ("cancel_order", "Please email me a receipt for the cancellation.", 0),
        ("get_order", "Please email me a receipt for the cancellation.", 1),
        ("cancel_order", "Please cancel my other order, too.", 1),
    ] {
        let [call, answer] = called(tool);
        let answered = json!({"role": "assistant", "content": "Here you are.", "tool_calls": []});
        let said = json!({"role": "assistant", "content": "I've cancelled your order as requested.", "tool_calls": []});
        let found = last(&[user("Cancel my order."), call, answer, answered, user(asked), said]);
        assert_eq!(found["claims"].as_array().map(Vec::len), Some(claims), "{tool}, {asked}: {found}");
    }
}

#[test]
fn tools_that_only_look_after_a_browser_or_show_commits_change_nothing_else() {
    let numbers = "The numbers are of last season. ".repeat(14);
    let task = format!("Fill in the report, please. {numbers}Save it as report.xlsx.");
    let (address, updated) = ("Update the address of my account.", "Done! Your address has been updated.");
    for (tool, asked, said, is_claim) in [
        ("browser_close", address, updated, true),
        ("browser_click", address, updated, false),
        ("git_log", task.as_str(), "The data has been successfully updated.", true),
        ("browser_close", "Close the browser.", "I've closed the browser.", false),
    ] {
        let [call, answer] = called(tool);
        let found = last(&[user(asked), call, answer, json!({"role": "assistant", "content": said, "tool_calls": []})]);
        assert_eq!(found["claims"] != json!([]), is_claim, "{tool}, {said}: {found}");
    }
}
