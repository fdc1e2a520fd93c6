//! What the user's messages say about structured text.

use super::*;

fn data(message: &str) -> Option<RequestDuration> {
    said(message).data
}

#[test]
fn who_asks_for_data_wants_it_from_now_on() {
    for message in [
        "Give me the beds as JSON, please.",
        "Return a JSON object with name and city.",
        "in valid JSON format",
        "Now JSON, please.",
        "The output must be valid JSON.",
        "Respond only with JSON.",
        "Not as text, but as JSON!",
        "You did not give me JSON.",
        "Give me the config file.",
        "Write an example payload.",
        "Show me the XML.",
        "Return an object with the fields name and city.",
        "a JSON-schema for it, in YAML",
        "Responde em JSON.",
        "Gib mir das im JSON-Format.",
        "Translate {\"greeting\": \"hello\"} to French.",
        "translate { \"name\": \"x\" }",
        "Fill this form:\n{name: \"\", city: \"\"}",
        "Don't explain, JSON only.",
        "No explanations, just JSON",
        "Not a table, JSON.",
        "JSON only: the beds",
        "The beds -> json",
        "I'd prefer JSON.",
        "Can I have that in JSON format?",
        "Never answer in anything other than JSON",
        "JSON-encode this list",
        "Dame la lista en formato JSON",
        "Дай список в формате JSON",
        "Give me that in a machine-readable format",
        "Make the answer machine readable, please.",
        "Respond in machine-readable form only.",
        "Gib mir das in maschinenlesbarer Form",
    ] {
        assert_eq!(data(message), Some(RequestDuration::FromNowOn), "{message}");
    }
}

#[test]
fn who_shows_or_wonders_about_data_sees_it_once() {
    for message in [
        "Why do you write {success: true}?",
        "Why is that JSON?",
        "Why no JSON?",
        "{a: 1} came back.",
        "Add {name: 1} to it.",
        "What would the JSON of such a memory be?",
        "What is in the config?",
        "What's JSON?",
        "Which yaml file holds the port?",
        "How do I export my data as CSV?",
        "Our server speaks in XML, which is old.",
        "The report came in CSV.",
    ] {
        assert_eq!(data(message), Some(RequestDuration::ThisTurn), "{message}");
    }
}

#[test]
fn who_wants_plain_words_ends_it() {
    for message in [
        "Just tell me in plain words.",
        "No JSON, please.",
        "Don't answer in JSON any more.",
        "Stop sending JSON!",
        "Say it in your own words instead of JSON.",
        "Show it as a table.",
        "And now in one sentence?",
        "Perfect. That's all for JSON.",
        "Enough of the JSON.",
        "Let's talk about something else.",
        "Why is that JSON? Just tell me in plain words.",
    ] {
        assert_eq!(data(message), Some(RequestDuration::None), "{message}");
    }
    let both = "Explain it in plain words, and give me the JSON too.";
    assert_eq!(data(both), Some(RequestDuration::FromNowOn));
}

#[test]
fn other_talk_says_nothing_of_data() {
    for message in [
        "The beans want planting in late April.",
        "Jason called.",
        "I feel {sad} today",
        "",
        ":-{ : }",
        "Now add Oslo.",
        "And the same for Norway!",
        "Find the weather for city Oslo and date 2026-05-01.",
        "Which API do I call for this?",
        "Can you give an example of a complex project?",
        "Design a template table for our subscriptions.",
        "Use an appropriate format for the letter.",
        "My email is sophia@example.com.",
        "Save the list to config.json and call Ana.",
        "Update the config and restart the server.",
        "I need to change the config on the server.",
        "The JSON parser is broken, remind me tomorrow.",
        "Remind me about the payload of the rocket.",
        "It has text and a sentence too many.",
        "Add a sentence to it.",
        "Describe the object in the picture.",
        "The header was application/json.",
        "We do not need a config for that any more.",
        "It has no use for the payload.",
        "I work in JSON all day.",
        "Give me a hug, I fought with XML all day.",
        "It was in a CSV",
        "I got it working in JSON, yay",
        "I know YAML, JSON, XML.",
        "I like YAML",
        "I will be in the csv meeting with the toml guys",
        "See you later, config guru.",
        "Add a bed described in one sentence",
        "The machine was barely readable.",
        "My passport is machine readable.",
        "Describe each in two sentences",
        "The keys in plain English please",
    ] {
        assert_eq!(data(message), None, "{message}");
    }
}

#[test]
fn a_call_is_shown_to_who_asks_how_one_looks() {
    for message in [
        "Show me an example of a call.",
        "How is the format of a tool call?",
        "What does a function call look like?",
        "Write a tool_call for the weather, only as text.",
    ] {
        assert!(said(message).calls, "{message}");
    }
    for message in [
        "Call the weather tool for Oslo.",
        "Use the function to call Ana, and give me the time.",
        "Please make the call and show me my calendar.",
        "Give me the weather as JSON.",
    ] {
        assert!(!said(message).calls, "{message}");
    }
}

#[test]
fn an_endless_sentence_is_read_in_time() {
    let message = "json ".repeat(20_000);
    assert_eq!(data(&message), None);
}
