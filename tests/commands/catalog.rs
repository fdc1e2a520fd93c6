//! The tool catalog: known tools, invented tools, and suggestions.

use serde_json::{Value, json};

use crate::support::Export;

const TOOLS: &str = "[
    {name: 'web_search', parameters: ['query: string']},
    {name: 'mcp__notes__saveMemory', parameters: ['content: string', 'memory_type: string']},
    {name: 'notify_operator', parameters: ['summary: string', 'reference: string']},
    {name: 'time', parameters: []},
    {name: 'shell', dangerous: true, instead_of: ['run_command']},
]";

/// The answers of `check` to texts without tool calls, with or without the catalog.
fn check(texts: &[&str], with_catalog: bool) -> Vec<Value> {
    let export = Export::nowhere();
    std::fs::write(export.file("tools.json5"), TOOLS).unwrap();
    let catalog = export.file("tools.json5");
    let options = if with_catalog { format!("check --catalog {}", catalog.display()) } else { "check".to_owned() };
    let lines = texts.iter().map(|text| json!({"content": text, "agent_id": 1, "tools_used": []}).to_string() + "\n");
    export.feed(&options, &lines.collect::<String>()).ok().lines()
}

#[test]
fn a_tool_of_the_catalog_is_known_and_another_is_none() {
    let texts = [
        "call:web_search{query:tides}",
        "web_search(query=\"tides\")",
        "<tool_call>{\"name\": \"functions.WebSearch:0\", \"arguments\": {\"query\": \"tides\"}}</tool_call>",
        "call:read_mind{query:tides}",
        // A pattern knows this tool, although the catalog does not.
        "call:web_fetch{url:x}",
    ];
    let summary = |answers: Vec<Value>| -> Vec<_> {
        let first = |answer: &Value| {
            let claim = &answer["claims"][0];
            (claim["tool"].clone(), claim["verdict"].clone())
        };
        answers.iter().map(first).collect()
    };
    let known = |tool: &str| (json!(tool), json!("not_executed"));
    let none = |tool: &str| (json!(tool), json!("no_such_tool"));
    let expected =
        [known("web_search"), known("web_search"), known("web_search"), none("read_mind"), known("web_fetch")];
    assert_eq!(summary(check(&texts, true)), expected);
    // Without a list of all tools, it is unknown whether a tool exists.
    let open = |tool: &str| (json!(tool), json!("unclear"));
    let expected =
        [open("web_search"), (Value::Null, Value::Null), open("WebSearch"), open("read_mind"), known("web_fetch")];
    assert_eq!(summary(check(&texts, false)), expected);
}

#[test]
fn a_tool_of_the_catalog_that_a_pattern_knows_keeps_its_record() {
    let text = "<tool_call>{\"name\": \"saveMemory\", \"arguments\": {\"memory_type\": \"core\", \"content\": \"Tea.\"}}</tool_call>";
    for with_catalog in [true, false] {
        let answer = &check(&[text], with_catalog)[0];
        assert_eq!((&answer["remedy"], &answer["claims"][0]["tool"]), (&json!("recover"), &json!("save_memory")));
    }
}

#[test]
fn the_arguments_of_the_catalog_show_where_a_bare_value_ends() {
    let text = "<call:default_api:notify_operator{summary:Le client, note: fâché, attend.,reference:QX-77}/>";
    let value = check(&[text], true)[0]["claims"][0]["value"].clone();
    assert_eq!(value, json!({"summary": "Le client, note: fâché, attend.", "reference": "QX-77"}));
}

#[test]
fn what_may_have_been_meant_is_suggested_and_nothing_is_renamed() {
    let suggested = |text: &str, with_catalog: bool| {
        let claim = check(&[text], with_catalog)[0]["claims"][0].clone();
        let verdict = if with_catalog { "no_such_tool" } else { "unclear" };
        assert_eq!((&claim["verdict"], &claim["remedy"]), (&json!(verdict), &json!("review")), "{text}");
        (claim["tool"].clone(), claim["suggested_tools"].clone(), claim["evidence"].clone())
    };
    let evidence = json!(["there is no tool search_web", "perhaps web_search was meant: the words are the same"]);
    assert_eq!(suggested("call:search_web{query:x}", true), (json!("search_web"), json!(["web_search"]), evidence));
    assert_eq!(suggested("call:run_command{command:ls}", true).1, json!(["shell"]));
    // The tool is dangerous, so a similar spelling is not enough to suggest it.
    assert_eq!(suggested("call:shel{command:ls}", true).1, json!([]));
    assert_eq!(suggested("call:bake_a_cake{for:Ana}", true).1, json!([]));
    // Without a catalog, suggestions come from the names in patterns and the profile.
    assert_eq!(suggested("call:memory_save{text:Tea}", false).1, json!(["save_memory"]));
}

#[test]
fn elements_of_a_page_are_no_calls_of_tools_of_their_names() {
    for text in ["At <time>09:00</time> then.", "<time>09:00</time>"] {
        assert_eq!(check(&[text], true)[0]["claims"], json!([]), "{text}");
    }
}

#[test]
fn every_command_on_a_database_asks_the_catalog() {
    let export = Export::fixture("helix_kit_db_to_sqlite")
        .and("UPDATE messages SET content = 'On it. call:search_web{query:tides}' WHERE id = 101");
    std::fs::write(export.file("tools.json5"), TOOLS).unwrap();
    let catalog = format!("--catalog {}", export.file("tools.json5").display());
    export.run(&format!("show DB 101 {catalog}")).ok().prints("perhaps web_search was meant: the words are the same");
    let found = export.run(&format!("scan DB {catalog}")).ok().lines();
    let found = found.iter().find(|finding| finding["message_id"] == 101).unwrap();
    assert_eq!(found["claims"][0]["suggested_tools"], json!(["web_search"]));
    let missing = format!("--catalog {}", export.file("none.json5").display());
    for command in ["scan DB", "show DB 101", "decide DB accept --all", "apply DB --dry-run", "check"] {
        assert!(export.run(&format!("{command} {missing}")).refused().contains("none.json5"), "{command}");
    }
}

#[test]
fn one_leak_makes_the_next_of_its_form_likelier() {
    const LEAK: &str = "Noted. <tool_call>{\"name\": \"save_memory\", \"arguments\": {\"memory_type\": \"core\", \"content\": \"Tea.\"}}</tool_call>";
    let other = "{success: true, memory_type: \"core\", content: \"Tea.\"}Noted.";
    let says = |conversation: u32, role: &str, text: &str| {
        json!({"conversation_id": conversation, "role": role, "content": text}).to_string()
    };
    let lines = [
        says(1, "assistant", LEAK),
        says(1, "user", "Go on."),
        says(1, "assistant", LEAK),
        says(1, "assistant", other),
        says(2, "assistant", other),
        says(1, "assistant", other),
    ];
    let answers = Export::nowhere().feed("check", &lines.join("\n")).ok().lines();
    let has = |place: usize| {
        let reasons = answers[place]["claims"][0]["reasons"].as_array().unwrap();
        reasons.iter().any(|reason| reason["name"] == "earlier_leak")
    };
    assert_eq!([0, 2, 3, 4, 5].map(has), [false, true, false, false, true]);
    let confidence = |place: usize| answers[place]["claims"][0]["confidence"].as_f64().unwrap();
    assert!(confidence(2) > confidence(0) && confidence(5) > confidence(4));
}

#[test]
fn an_export_names_earlier_leaks_too_also_those_that_are_written() {
    let reasons = |export: &Export, id: i64| -> Vec<String> {
        let found = export.run("scan DB").ok().lines();
        let found = found.into_iter().find(|finding| finding["message_id"] == id).unwrap();
        let reasons =
            found["claims"].as_array().unwrap().iter().flat_map(|claim| claim["reasons"].as_array().unwrap().clone());
        reasons.map(|reason| reason["name"].as_str().unwrap().to_owned()).collect()
    };
    let export = Export::fixture("helix_kit_db_to_sqlite");
    assert!(!reasons(&export, 101).contains(&"earlier_leak".to_owned()));
    assert!(reasons(&export, 102).contains(&"earlier_leak".to_owned()));
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB").ok();
    assert!(reasons(&export, 102).contains(&"earlier_leak".to_owned()));
}

#[test]
fn a_message_that_is_nothing_but_the_leak_says_so() {
    let alone = |text: &str| {
        let reasons = check(&[text], false)[0]["claims"].as_array().unwrap().last().unwrap()["reasons"].clone();
        reasons.as_array().unwrap().iter().any(|reason| reason["name"] == "whole_message")
    };
    let call = "{\"name\": \"save_memory\", \"arguments\": {\"memory_type\": \"core\", \"content\": \"Tea.\"}}";
    assert!(alone(call) && alone(&format!("{call}\n{call}\n")) && alone(&format!("[2026-01-25 18:48] {call}")));
    // A payload next to words does not count, nor does data that may be an answer.
    assert!(!alone(&format!("{call}Noted.")) && !alone("{\"beds\": [1, 2]}"));
}

#[test]
fn what_the_application_shows_of_calls_that_ran_is_no_finding() {
    let card = "Noted.\n\n[Tool: web_fetch]\nRequest: {\"url\": \"x\"}\nResult: ok";
    let export = Export::nowhere();
    let profile = export.run("profiles show helix-kit").ok().stdout.clone();
    let profile = profile.replacen("version: 1,", "version: 1, renders: [\"tool_card\"],", 1);
    std::fs::write(export.file("mine.json5"), profile).unwrap();
    let remedies = |options: &str| -> Vec<Value> {
        let lines = [json!(["web_fetch"]), json!([])]
            .map(|used| json!({"content": card, "role": "assistant", "tools_used": used}).to_string() + "\n");
        let answers = export.feed(&format!("check{options}"), &lines.concat()).ok().lines();
        answers.iter().map(|answer| answer["remedy"].clone()).collect()
    };
    assert_eq!(remedies(""), [json!("strip"), json!("review")]);
    let options = format!(" --profile {}", export.file("mine.json5").display());
    assert_eq!(remedies(&options), [Value::Null, json!("review")]);
}
