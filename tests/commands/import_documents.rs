//! Importing JSON documents, alone and between lines.

use rusqlite::types::Value as Cell;
use serde_json::{Value, json};

use crate::import::imported;

#[test]
fn a_json_document_is_read_as_its_lines_would_be() {
    let messages = json!([{"role": "user", "content": "Hi!"}, {"role": "assistant", "content": "Hello."}]);
    let conversation = json!({"id": 7, "messages": messages});
    let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap();
    for document in [
        pretty(&messages),
        messages.to_string(),
        format!("\u{feff}\n{}\n", pretty(&messages)),
        pretty(&conversation),
        pretty(&json!([conversation])),
        format!("{}\n{}", pretty(&messages[0]), pretty(&messages[1])),
    ] {
        let (export, ran) = imported("", &document);
        ran.ok();
        let texts = export.rows("SELECT content FROM logged_messages ORDER BY place");
        assert_eq!(texts, [[Cell::Text("Hi!".to_owned())], [Cell::Text("Hello.".to_owned())]], "{document}");
    }
    let (_, ran) = imported("", &pretty(&json!([{"messages": []}, conversation])));
    ran.with_problems().notes("entry 1: ").notes("wrote 1 conversation and 2 messages");
}

#[test]
fn a_document_that_cannot_be_read_is_one_error() {
    let broken = "{\n  \"messages\": [\n    {\"role\": \"user\" \"content\": \"Hi\"}\n  ]\n}\n";
    let (export, ran) = imported("", broken);
    let refused = ran.refused();
    assert!(refused.contains("line 3") && refused.contains("one JSON document per line"), "{refused}");
    assert!(export.files().is_empty());
    // A truncated line counts as one bad line.
    let (_, ran) = imported("", "{\"id\": \n{\"id\": 1, \"content\": \"Hi\"}\n{\"id\": 2, \"content\": \"Hi\"}\n");
    ran.with_problems().notes(":1: ").notes("2 messages").notes("1 bad line left out");
}

#[test]
fn the_end_of_a_line_may_be_missing_and_the_rest_is_kept() {
    let good = [1, 2, 3, 4, 5].map(|id| format!("{{\"id\": {id}, \"content\": \"Hi\"}}\n")).concat();
    for (cut, bad) in [("{\"id\": 0, \"content\": \"H\n\n", 1), ("{\"id\":\nno JSON\n", 2)] {
        let (export, ran) = imported("", &format!("{cut}{good}"));
        let left_out = if bad == 1 { "1 bad line left out" } else { "2 bad lines left out" };
        ran.with_problems().notes(":1: ").notes("5 messages").notes(left_out);
        assert_eq!(export.number("SELECT count(*) FROM logged_messages"), 5, "{cut}");
    }
}

#[test]
fn a_document_between_lines_is_read_or_one_mistake() {
    let message = |id: i64| json!({"id": id, "content": "Hi"});
    let pretty = serde_json::to_string_pretty(&message(2)).unwrap();
    let (export, ran) = imported("", &format!("{}\n{pretty}\n{}\n", message(1), message(3)));
    ran.ok();
    assert_eq!(export.number("SELECT sum(id) FROM logged_messages"), 6);
    let broken = pretty.replace(':', "");
    let (export, ran) = imported("", &format!("{}\n{broken}\n{}\n", message(1), message(3)));
    ran.with_problems().notes(":2: neither").notes("1 bad line left out");
    assert_eq!(export.number("SELECT sum(id) FROM logged_messages"), 4);
    let (_, ran) = imported("", &json!([message(1), 5]).to_string());
    ran.with_problems().notes("entry 2: ").notes("expected a JSON object");
    assert!(!ran.stderr.contains("struct"), "{}", ran.stderr);
}

#[test]
fn a_message_that_cannot_be_kept_costs_its_conversation_no_other() {
    let log =
        json!([{"id": 1, "content": "a"}, {"id": 1, "content": "b"}, {"role": "user"}, {"id": 2, "content": "c"}]);
    let (export, ran) = imported("", &log.to_string());
    ran.with_problems().notes("entry 1: message 3 has no `content`").notes("1 conversation and 3 messages");
    let text = |text: &str| Cell::Text(text.to_owned());
    let kept = export.rows("SELECT id, content FROM logged_messages ORDER BY place");
    let expected = [[Cell::Integer(1), text("a")], [text("line-1/2"), text("b")], [Cell::Integer(2), text("c")]];
    assert_eq!(kept, expected);
}
