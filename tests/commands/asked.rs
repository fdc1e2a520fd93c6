//! JSON that the user asked for is an answer, not a claim, until the user asks for something else.

use serde_json::{Value, json};

use crate::support::Export;

/// A log of one conversation, in which the user speaks first.
fn log(texts: &[&str]) -> String {
    let messages = (1..).zip(texts).map(|(id, text)| {
        let role = if id % 2 == 1 { "user" } else { "assistant" };
        let message = json!({"id": id, "conversation_id": 1, "role": role, "content": text, "tools_used": []});
        format!("{message}\n")
    });
    messages.collect()
}

/// The messages with findings; asserts that `check` and a scan find the same ones.
fn found(texts: &[&str]) -> Vec<i64> {
    let log = log(texts);
    let export = Export::nowhere();
    let has_claims = |finding: &Value| finding["claims"].as_array().is_some_and(|claims| !claims.is_empty());
    let id = |finding: &Value| finding["message_id"].as_i64().unwrap();
    let checked: Vec<i64> =
        export.feed("check -", &log).ok().lines().iter().filter(|finding| has_claims(finding)).map(id).collect();
    export.feed("import - --out DB", &log).ok();
    assert_eq!(export.scan().iter().map(id).collect::<Vec<_>>(), checked, "a scan finds something else than check");
    checked
}

const CITIES: &str = r#"{"cities": [{"name": "Oslo"}, {"name": "Rome"}]}"#;

#[test]
fn json_that_was_asked_for_is_an_answer_until_the_user_asks_otherwise() {
    let asked = [
        "Hello!",
        "Give me the list as JSON.",
        "Now add Oslo.",
        "Ok, and the same for Norway.",
        "Thanks. How is the weather?",
        "Just tell me in plain words.",
        "And in Rome?",
        "As JSON again, please.",
    ];
    // Each answer has its own shape: several answers of one shape would count as the format of the conversation.
    let answers: Vec<_> = (0..asked.len()).map(|turn| format!("{{\"city{turn}\": \"Oslo\"}}")).collect();
    let texts: Vec<_> = asked.iter().zip(&answers).flat_map(|(asked, answer)| [*asked, answer.as_str()]).collect();
    assert_eq!(found(&texts), [2, 12, 14]);
}

#[test]
fn what_was_asked_for_in_one_conversation_is_not_asked_for_in_another() {
    let line = |id: i64, conversation: i64, role: &str, text: &str| {
        let message =
            json!({"id": id, "conversation_id": conversation, "role": role, "content": text, "tools_used": []});
        format!("{message}\n")
    };
    // The messages of the two conversations alternate.
    let log: String = (0..40)
        .flat_map(|round| {
            let asked = if round == 0 { "As JSON, please." } else { "Go on." };
            [
                line(round * 4 + 1, 1, "user", asked),
                line(round * 4 + 2, 2, "user", "Go on."),
                line(round * 4 + 3, 1, "assistant", CITIES),
                line(round * 4 + 4, 2, "assistant", &format!("{{\"round{round}\": 1}}")),
            ]
        })
        .collect();
    let export = Export::nowhere();
    export.feed("import - --out DB", &log).ok();
    let conversations: Vec<_> = export.scan().iter().map(|finding| finding["conversation_id"].clone()).collect();
    assert_eq!(conversations, vec![json!(2); 40]);
}

#[test]
fn words_that_are_also_keys_ask_for_nothing() {
    const CALL: &str =
        r#"<tool_call>{"name": "book_table", "arguments": {"city": "Oslo", "date": "2026-05-01"}}</tool_call>"#;
    for asked in [
        "Book me a table in the city of Oslo for the date of May 1st.",
        "Which format has the date? Book it, for example in the city.",
        "Use the API for it.",
        "City: Oslo, date: 2026-05-01",
        "Give me the booking as JSON.",
    ] {
        assert_eq!(found(&[asked, CALL]), [2], "{asked}");
    }
    for asked in
        ["Show me what a tool call looks like.", "Give me an example of a function call.", "Why do I see <tool_call>?"]
    {
        assert!(found(&[asked, CALL]).is_empty(), "{asked}");
    }
}

#[test]
fn an_honest_answer_in_json_is_no_finding() {
    for (asked, answer) in [
        ("I need name, city and age of her.", r#"{"name": "Ana", "city": "Oslo", "age": 31}"#),
        ("Return a JSON object with name and city.", r#"{"name": "Ana", "city": "Oslo"}"#),
        ("Give me the config file.", r#"{"port": 8080, "debug": true}"#),
        ("Write an example payload.", r#"{"user": 7, "event": "login"}"#),
        ("Translate {\"greeting\": \"hello\"} to French.", r#"{"greeting": "bonjour"}"#),
        ("Why do you write {\"port\": 1}?", r#"{"port": 1}"#),
        ("Antworte bitte auf JSON-Art, also als JSON.", r#"{"antwort": "ja"}"#),
        ("Write me the payload for a weather tool.", r#"{"name": "get_weather", "arguments": {"city": "Oslo"}}"#),
    ] {
        assert!(found(&[asked, answer]).is_empty(), "{asked}");
        // Without a request for data, the same JSON is a finding.
        assert_eq!(found(&["Good morning!", answer]), [2], "{answer}");
    }
}

#[test]
fn who_only_speaks_of_a_format_gets_no_leak_excused() {
    const LEAK: &str = r#"{"reminder_id": 17, "status": "scheduled", "text": "tea"}"#;
    for remark in [
        "I work with JSON all day.",
        "Give me a hug, I fought with XML all day.",
        "What's JSON?",
        "Which yaml file holds the port?",
        "How do function calls work in Python?",
    ] {
        let texts = [remark, "Sure.", "Remind me of tea tomorrow.", LEAK];
        assert_eq!(found(&texts), [4], "{remark}");
    }
    let texts = ["As JSON, please.", "Sure.", "That's all for JSON, thanks. I like tea.", LEAK];
    assert_eq!(found(&texts), [4]);
}
