//! Findings that are reviewed in another database: `check --with-context`, `import`, and SQL for the original database.

use serde_json::{Value, json};

use crate::support::Export;

const LEAK: &str = r#"{success: true, memory_type: "core", content: "Rides a blue bicycle."}A good choice."#;

fn line(id: i64, conversation: i64, role: &str, content: &str) -> Value {
    json!({"id": id, "conversation_id": conversation, "agent_id": 3, "role": role, "content": content, "tools_used": [],
           "created_at": "2026-04-01T10:00:00Z"})
}

/// Three conversations: one with a lost memory, one without a claim, and one with a false completion claim.
fn lines() -> Vec<Value> {
    vec![
        line(1, 1, "user", "I ride a blue bicycle."),
        line(2, 1, "assistant", LEAK),
        line(3, 2, "user", "How far is the moon?"),
        line(4, 2, "assistant", "About 384,400 km."),
        line(5, 3, "user", "Please cancel my subscription."),
        line(6, 3, "assistant", "I have cancelled your subscription."),
    ]
}

fn text(lines: &[Value]) -> String {
    lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// The findings of these lines, with their context.
fn findings(options: &str, lines: &[Value]) -> Vec<Value> {
    Export::nowhere().feed(&format!("check --whole --with-context {options}"), &text(lines)).ok().lines()
}

/// Imports findings into a database; returns it with the printed notes.
fn imported(findings: &[Value]) -> (Export, String) {
    let found = Export::nowhere();
    let ran = found.feed("import - --out DB", &text(findings));
    let output = ran.ok().stderr.clone();
    (found, output)
}

#[test]
fn a_finding_carries_what_a_review_needs() {
    let found = findings("--sorted", &lines());
    let ids: Vec<_> = found.iter().map(|finding| finding["message_id"].as_i64()).collect();
    assert_eq!(ids, [Some(2), Some(6)]);
    assert_eq!(found[0]["request"], "I ride a blue bicycle.");
    assert_eq!(found[0]["text"], LEAK);
    assert_eq!(found[0]["text_digest"], ghostcall::source::text_digest(LEAK));
    assert_eq!(found[0]["context"], json!({"first": 0, "messages": lines()[..2]}));
}

#[test]
fn decisions_go_back_to_where_the_messages_live() {
    let all = Export::nowhere();
    all.feed("import - --out DB", &text(&lines())).ok();
    let (found, output) = imported(&findings("", &lines()));
    assert!(!output.contains("differently"), "{output}");
    assert_eq!(found.number("SELECT count(*) FROM logged_messages"), 4);
    assert_eq!(found.remedies(), all.remedies());

    found.run("decide DB accept --message 2 6").ok();
    let exported = found.run("export DB").ok().lines();
    assert_eq!(exported[0]["text_digest"], ghostcall::source::text_digest(LEAK));
    assert_eq!(exported[0]["after"]["text"], "A good choice.");

    // The other message changes before the script runs.
    all.sql("UPDATE logged_messages SET content = content || ' Bye.' WHERE id = 6");
    let script = found.run("apply DB --emit-sql sqlite").ok().stdout.clone();
    // Lines that begin with a dot are commands for the SQLite shell.
    all.sql(&script.lines().filter(|line| !line.starts_with('.')).collect::<Vec<_>>().join("\n"));
    let texts = |id: i64| all.text(&format!("SELECT content FROM logged_messages WHERE id = {id}"));
    assert_eq!(
        (texts(2), texts(6)),
        ("A good choice.".to_owned(), "I have cancelled your subscription. Bye.".to_owned())
    );
    assert_eq!(all.text("SELECT content FROM memories"), "Rides a blue bicycle.");
}

#[test]
fn a_message_that_changed_since_it_was_judged_is_left_out() {
    let mut changed = findings("", &lines());
    changed[0]["context"]["messages"][1]["content"] = "A good choice.".into();
    let found = Export::nowhere();
    let ran = found.feed("import - --out DB", &text(&changed));
    ran.with_problems().notes("message 2 changed since it was judged");
    assert_eq!(found.number("SELECT count(*) FROM logged_messages"), 2);
}

#[test]
fn what_needs_its_context_or_its_key_says_so() {
    let alone = Export::nowhere().feed("check --whole", &text(&lines())).ok().lines();
    Export::nowhere().feed("import - --out DB", &text(&alone)).ended(2);
    let mut nameless = lines();
    nameless[1].as_object_mut().expect("an object").remove("id");
    let output = findings("", &nameless);
    assert_eq!(
        (&output[0]["line"], output[0]["error"].as_str().map(|error| error.contains("missing field `id`"))),
        (&json!(2), Some(true))
    );
}

#[test]
fn of_a_long_conversation_the_messages_around_are_carried_once() {
    let mut long = Vec::new();
    for id in 0..600 {
        let (role, content) = if id % 2 == 0 { ("user", "And then?") } else { ("assistant", "Then it rained.") };
        long.push(line(id, 1, role, content));
    }
    for id in [301, 305, 591] {
        long[id]["content"] = LEAK.replace("blue", &format!("blue ({id})")).into();
    }
    let found = findings("", &long);
    let firsts: Vec<_> = found.iter().map(|finding| finding["context"]["first"].as_i64()).collect();
    assert_eq!(firsts, [Some(201), Some(205), Some(491)]);
    let (database, output) = imported(&found);
    assert!(!output.contains("differently"), "{output}");
    // Messages 201 to 405 and 491 to 599.
    assert_eq!(database.number("SELECT count(*) FROM logged_messages"), 205 + 109);
    assert_eq!(database.remedies().len(), 3);

    let mixed = [&found[2..], &found[..1]].concat();
    Export::nowhere().feed("import - --out DB", &text(&mixed)).with_problems().notes("sort them by context.first");
}

#[test]
fn what_only_all_findings_together_show_is_reported() {
    let mut twice = lines();
    twice[3]["content"] = LEAK.into();
    let (database, output) = imported(&findings("", &twice));
    assert!(output.contains("judged differently here: message 4: recover there, strip here"), "{output}");
    assert_eq!(database.remedies()[1], (4, "strip".to_owned()));
}
