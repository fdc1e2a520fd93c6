//! Replies that a model wraps in a JSON object: the inner text is the reply, unless the object may be data.

use serde_json::{Value, json};

use crate::support::Export;

/// The answer of `check` to a reply that follows these lines.
fn check(options: &str, before: &[Value], reply: &Value) -> Value {
    let mut lines: Vec<Value> = before.to_vec();
    lines.push(json!({"role": "assistant", "content": reply.to_string(), "tools_used": []}));
    for line in &mut lines {
        line["conversation_id"] = json!(1);
    }
    let input = lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n") + "\n";
    let answers = Export::nowhere().feed(&format!("check {options} -"), &input).ok().lines();
    answers.last().cloned().expect("an answer")
}

fn user(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

fn summary(answer: &Value) -> (&str, &str, &Value) {
    let text = |name: &str| answer[name].as_str().unwrap_or_default();
    (text("remedy"), text("cleaned"), &answer["claims"][0]["pattern"])
}

#[test]
fn the_inner_text_of_each_envelope_is_what_is_left() {
    for (member, pattern) in
        [("message", "message_envelope"), ("response", "response_envelope"), ("text", "text_envelope")]
    {
        let answer = check("", &[user("When does the tide turn?")], &json!({member: "At six. Take a coat."}));
        assert_eq!(summary(&answer), ("strip", "At six. Take a coat.", &json!(pattern)), "{answer}");
        let claim = &answer["claims"][0];
        assert_eq!((&claim["class"], &claim["verdict"]), (&json!("envelope"), &Value::Null));
    }
}

#[test]
fn what_the_inner_text_claims_is_judged_before_it_is_offered() {
    let asked = [user("Add milk to my shopping list.")];
    let answer = check("", &asked, &json!({"message": "I've added milk to your shopping list."}));
    assert_eq!((answer["remedy"].as_str(), &answer["warnings"][0]), (Some("review"), &json!("leftover")), "{answer}");
    let harmless = check("", &asked, &json!({"message": "Shall I add milk to your shopping list?"}));
    assert_eq!(summary(&harmless).0, "strip", "{harmless}");
}

#[test]
fn what_could_be_the_arguments_of_a_tool_is_for_a_person() {
    let export = Export::nowhere();
    let catalog = export.file("tools.json");
    let reply = json!({"text": "Good morning."});
    for (parameters, remedy) in [
        (json!(["text: string"]), "review"),
        (json!(["text: string", "voice: string = calm"]), "review"),
        (json!(["text: string", "voice: string"]), "review"),
        (json!(["to: string", "text: string?"]), "review"),
        (json!(["message: string"]), "strip"),
    ] {
        std::fs::write(&catalog, json!([{"name": "speak", "parameters": parameters}]).to_string()).unwrap();
        let answer = check(&format!("--catalog {}", catalog.display()), &[user("Hello!")], &reply);
        assert_eq!(summary(&answer).0, remedy, "{parameters}: {answer}");
    }
}

#[test]
fn what_a_tool_answered_in_the_turn_is_no_wrapped_reply() {
    let result = json!({"message": "The harbour is closed."});
    let call = json!({"id": "c", "type": "function", "function": {"name": "look", "arguments": "{}"}});
    let lines = |answered: &Value| {
        let called = json!({"role": "assistant", "content": "", "tool_calls": [call]});
        [user("Look."), called, json!({"role": "tool", "tool_call_id": "c", "content": answered.to_string()})]
    };
    let same = check("", &lines(&result), &result);
    assert_eq!((summary(&same).0, &same["claims"][0]["verdict"]), ("review", &json!("executed")), "{same}");
    let other = check("", &lines(&json!({"sea": "calm"})), &result);
    assert_eq!(summary(&other).0, "strip", "{other}");
}

#[test]
fn where_anything_speaks_for_data_it_is_an_answer() {
    let wrapped = json!({"text": "The build is done."});
    let remedy = |before: &[Value]| check("", before, &wrapped)["remedy"].clone();
    let system = |role: &str, text: &str| json!({"role": role, "content": text});
    let plain = || user("Is it done?");
    for before in [
        vec![user("What should I POST to the Slack webhook to say the build is done?")],
        vec![user("Gib mir den Body für die Anfrage")],
        vec![user("The request body, please."), user("For the build.")],
        vec![system("system", "Always answer with a JSON object."), plain()],
        vec![system("developer", "Respond in JSON: {\"text\": string}"), plain()],
    ] {
        assert_eq!(remedy(&before), Value::Null, "{before:?}");
    }
    // An earlier question about data makes the case unclear.
    let answered = json!({"role": "assistant", "content": "It answers with a code.", "tools_used": []});
    assert_eq!(remedy(&[user("What does the server return?"), answered.clone(), plain()]), "review");
    // A trap: similar words, but nobody asks for data.
    let kind = system("system", "You are a kind assistant. Respond to every request.");
    assert_eq!(remedy(&[kind, user("Hello!"), answered, plain()]), "strip");
}

#[test]
fn a_database_shows_the_same() {
    let row = |id: i64, role: &str, body: &str| format!("INSERT INTO said VALUES ({id}, 1, '{role}', '{body}', '[]');");
    let reply = row(9, "assistant", &json!({"text": "The build is done."}).to_string());
    let remedy = |rows: &[String]| -> Value {
        let export = Export::from_sql(SCHEMA).and(&(rows.concat() + &reply));
        remedies(&export).into_iter().next().unwrap_or_default()
    };
    let plain = || row(8, "user", "Is it done?");
    assert_eq!(remedy(&[plain()]), "strip");
    assert_eq!(remedy(&[row(8, "user", "The webhook body?")]), Value::Null);
    assert_eq!(remedy(&[row(7, "user", "The webhook body?"), plain()]), Value::Null);
    assert_eq!(remedy(&[row(6, "user", "The webhook body?"), row(7, "assistant", "Yes?"), plain()]), "review");
    assert_eq!(remedy(&[row(1, "system", "Always answer in JSON."), plain()]), Value::Null);
}

const SCHEMA: &str = "CREATE TABLE said (id INTEGER PRIMARY KEY, chat INTEGER, role TEXT, body TEXT, tools TEXT);";

/// A conversation with these numbers of wrapped and plain replies.
fn conversation(wrapped: usize, plain: usize) -> Export {
    let bodies = (0..wrapped).map(|place| json!({"response": format!("Answer {place}.")}).to_string());
    let bodies = bodies.chain((0..plain).map(|place| format!("Plain answer {place}.")));
    let rows = bodies
        .enumerate()
        .map(|(place, body)| format!("INSERT INTO said VALUES ({}, 1, 'assistant', '{body}', '[]');", place + 1));
    Export::from_sql(SCHEMA).and(&rows.collect::<String>())
}

/// The remedy of each finding in an export.
fn remedies(export: &Export) -> Vec<Value> {
    let profile = "{version: 1, name: 'mine', write: 'none', why: 'a test', needs: [],
        messages: {table: 'said', key: 'id', conversation: 'chat', role: 'role', text: 'body'}, evidence: []}";
    let file = export.file("mine.json5");
    std::fs::write(&file, profile).unwrap();
    let found = export.run(&format!("scan DB --format jsonl --profile {}", file.display())).ok().lines();
    found.iter().map(|finding| finding["remedy"].clone()).collect()
}

#[test]
fn a_conversation_whose_form_it_is_keeps_it() {
    assert!(remedies(&conversation(5, 1)).is_empty());
    assert_eq!(remedies(&conversation(4, 0)), ["strip"; 4]);
    assert_eq!(remedies(&conversation(3, 3)), ["strip"; 3]);
}
