//! `profiles check --database`: compares a mapping with a database, and reports what would otherwise go wrong silently.

use std::fs;

use serde_json::Value;

use crate::support::{Export, Ran};

/// Checks a profile against the database of an export.
fn check(export: &Export, profile: &str, format: &str) -> Ran {
    let path = export.file("mine.json5");
    fs::write(&path, profile).unwrap();
    export.run_with(&format!("profiles check --database DB --format {format}"), &[path.to_str().unwrap()])
}

/// The report on one part of a mapping.
fn part(checked: &Value, name: &str) -> Value {
    let parts = checked["parts"].as_array().unwrap();
    parts.iter().find(|part| part["part"] == name).unwrap_or_else(|| panic!("{name}: {checked:#}")).clone()
}

fn outcome(checked: &Value, name: &str) -> (bool, String) {
    let outcomes = checked["outcomes"].as_array().unwrap();
    let found = outcomes.iter().find(|outcome| outcome["outcome"] == name).unwrap();
    (found["possible"].as_bool().unwrap(), found["why"].as_str().unwrap().to_owned())
}

const TABLES: &str = r#"
    CREATE TABLE said (id INTEGER PRIMARY KEY, thread INTEGER, agent INTEGER, speaker TEXT, body TEXT, tools TEXT, at TEXT);
    CREATE TABLE calls (id INTEGER PRIMARY KEY, turn INTEGER, data TEXT);
    CREATE TABLE facts (id INTEGER PRIMARY KEY, agent INTEGER, kind INTEGER, fact TEXT, at TEXT);
    INSERT INTO said VALUES
        (1, 1, NULL, 'human', 'Hello', NULL, '2026-01-05 09:00:00'),
        (2, 1, 7, 'ai', 'It is nine.', '["get_time"]', '2026-01-05 09:00:03'),
        (3, 1, NULL, 'human', 'Thanks', NULL, '2026-01-05 09:00:10'),
        (4, 1, 7, 'ai', 'Gladly.', '[]', '2026-01-05 09:00:13');
    INSERT INTO calls VALUES (1, 2, '{"tool": "get_time", "args": {}}');
    INSERT INTO facts VALUES (1, 7, 1, 'Likes tea.', '2026-01-05 09:00:00');"#;

/// A correct mapping of these tables.
const MINE: &str = "{
    version: 1, name: 'mine', write: 'full', needs: ['said.body'],
    messages: { table: 'said', key: 'id', conversation: 'thread', owner: 'agent', time: 'at', text: 'body',
                role: 'speaker', assistant: ['ai'], user: ['human'] },
    evidence: [{ from: 'column', column: 'tools' },
               { from: 'table', table: 'calls', message: 'turn', name: 'data->$.tool', arguments: 'data->$.args' },
               { from: 'records' }],
    records: { memory: { table: 'facts', owner: 'agent', created: 'at', same: ['owner', 'content'],
               fields: { content: { column: 'fact', required: true },
                         memory_type: { column: 'kind', values: { journal: 0, core: 1 } } } } },
}";

#[test]
fn a_mapping_that_fits_is_reported_with_what_each_part_finds() {
    let export = Export::from_sql(TABLES);
    let before = export.dump();
    let checked = check(&export, MINE, "json").ok().json();
    assert_eq!(checked["problems"], 0);
    assert_eq!(part(&checked, "messages")["rows"], 4);
    let roles = part(&checked, "messages.role")["values"].clone();
    assert_eq!(roles[0], serde_json::json!({"value": "ai", "rows": 2, "meaning": "assistant"}));
    assert_eq!(roles[1]["meaning"], "user");
    assert_eq!(part(&checked, "messages.text")["sample"], "It is nine.");
    assert_eq!(part(&checked, "evidence[0]")["values"][0]["value"], "get_time");
    assert_eq!(part(&checked, "evidence[1]")["values"][0]["value"], "get_time");
    assert_eq!(part(&checked, "records.memory.memory_type")["values"][0]["meaning"], "core");
    assert!(outcome(&checked, "not_executed").1.contains("table calls (1 row)"));
    assert_eq!(outcome(&checked, "recover"), (true, "memory into facts".to_owned()));
    assert!(!outcome(&checked, "no_such_tool").0);
    for format in ["table", "jsonl", "csv"] {
        let ran = check(&export, MINE, format);
        ran.ok().prints("get_time").prints("not_executed");
        assert!(format != "table" || ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
    }
    // The command writes nothing.
    assert_eq!(export.dump(), before);
    assert_eq!(export.files(), ["export.db", "mine.json5"]);
}

#[test]
fn what_a_mapping_gets_wrong_is_reported_where_it_is() {
    let export = Export::from_sql(TABLES);
    for (from, to, place, expected) in [
        ("assistant: ['ai']", "assistant: ['bot']", "messages.role", "no message of the assistant"),
        ("user: ['human']", "user: ['user']", "messages.role", "no message of a person, and `human` unmapped"),
        ("text: 'body'", "text: 'body->$.text'", "messages.text", "no text in 2 assistant messages"),
        ("text: 'body'", "text: 'body->$.text'", "messages.text", "not valid JSON"),
        ("time: 'at'", "time: 'speaker'", "messages.time", "not a valid time"),
        ("time: 'at'", "time: 'since'", "messages.time", "no column said.since"),
        ("conversation: 'thread'", "conversation: 'id'", "messages.conversation", "its own conversation"),
        ("time: 'at', ", "asked: 'speaker', ", "messages.text", "so neither counts"),
        ("column: 'tools' }", "column: 'tools', encoding: 'comma' }", "evidence[0]", "set `encoding`"),
        ("column: 'tools' }", "column: 'tool' }", "evidence[0]", "no column said.tool"),
        ("message: 'turn'", "message: 'data'", "evidence[1]", "refers to no message in any row"),
        ("name: 'data->$.tool'", "name: 'data'", "evidence[1]", "is JSON, not a name"),
        ("name: 'data->$.tool'", "name: 'data->$.name'", "evidence[1]", "no row has a tool name"),
        ("name: 'data->$.tool'", "name: 'tool'", "evidence[1]", "no column calls.tool"),
        ("table: 'calls'", "table: 'called'", "evidence[1]", "no table called"),
        ("arguments: 'data->$.args'", "arguments: 'data->$.arguments'", "evidence[1]", "nothing in `arguments`"),
        (
            "values: { journal: 0, core: 1 }",
            "values: { core: 0 }",
            "records.memory.memory_type",
            "`1` (1 row) is not one",
        ),
        ("owner: 'agent', created", "owner: 'id', created", "records.memory.owner", "no owner of a message"),
        ("column: 'fact'", "column: 'text'", "records.memory", "no column facts.text"),
    ] {
        assert!(MINE.contains(from), "{from}");
        let ran = check(&export, &MINE.replace(from, to), "json");
        let checked = ran.json();
        let problems = part(&checked, place)["problems"].to_string();
        assert!(problems.contains(expected), "{to}: {problems}");
        ran.with_problems();
    }
    // A missing text column is reported with its place in the profile.
    let ran = check(&export, &MINE.replace("text: 'body'", "text: 'words'"), "table");
    ran.with_problems().prints("said.words").prints("mine.json5:3:");
}

#[test]
fn what_people_said_and_in_which_order_must_be_known() {
    let export = Export::from_sql(
        r#"CREATE TABLE said (id TEXT PRIMARY KEY, thread TEXT, role TEXT, body TEXT);
           INSERT INTO said VALUES ('f', 't', 'user', '{"prompt": "Hello"}'), ('a', 't', 'assistant', '{"text": "Hello"}');"#,
    );
    let profile = "{version: 1, name: 'mine', write: 'strip', needs: ['said.body'],
        messages: {table: 'said', key: 'id', conversation: 'thread', role: 'role', text: 'body->$.text'}}";
    let checked = check(&export, profile, "json").with_problems().json();
    assert!(part(&checked, "messages.text")["problems"].to_string().contains("their requests are unknown"));
    assert!(part(&checked, "messages.order")["problems"].to_string().contains("the order of messages is unknown"));
}

#[test]
fn without_evidence_that_holds_something_no_verdict_is_promised() {
    let export = Export::from_sql(TABLES).and("DELETE FROM calls; DELETE FROM facts; UPDATE said SET tools = NULL");
    let checked = check(&export, MINE, "json").ok().json();
    let (possible, why) = outcome(&checked, "not_executed");
    assert!(!possible && why.contains("`unclear`"), "{why}");
    assert!(!outcome(&checked, "recover").0);
    let start = MINE.find("evidence:").unwrap();
    let end = MINE.find("records: {").unwrap();
    let bare = format!("{}{}", &MINE[..start], &MINE[end..]);
    let checked = check(&export, &bare, "json").ok().json();
    assert!(outcome(&checked, "not_executed").1.contains("has no `evidence`"));
}

#[test]
fn a_role_may_be_a_number_or_a_truth_value() {
    let export = Export::from_sql(
        r#"CREATE TABLE said (id INTEGER PRIMARY KEY, thread TEXT, mine, data TEXT, body TEXT);
           INSERT INTO said VALUES
               (1, 't', 1, '{"mine": true}', 'Remember that I like tea.'),
               (2, 't', 0, '{"mine": false, "calls": [{"name": "save_memory", "args": {}}]}', 'Well.'),
               (3, 't', 0, '{"mine": false}', '{success: true, memory_type: "core", content: "Likes tea."}Noted.');"#,
    );
    for role in ["mine", "data->$.mine"] {
        let profile = format!(
            "{{version: 1, name: 'mine', write: 'strip', needs: ['said.mine'],
               messages: {{table: 'said', key: 'id', conversation: 'thread', role: '{role}', assistant: ['0'], user: ['1'], text: 'body'}},
               evidence: [{{from: 'parts', calls: 'data->$.calls[*]', name: '/name', arguments: '/args'}}]}}"
        );
        let checked = check(&export, &profile, "json").ok().json();
        assert_eq!(part(&checked, "messages.text")["rows"], 2, "{role}");
        // The call is in another row of the turn.
        let path = export.file("mine.json5");
        let shown = export.run_with("show DB 3 --format json --profile", &[path.to_str().unwrap()]).ok().json();
        assert_eq!(shown["claims"][0]["verdict"], "unclear", "{role}: {shown:#}");
    }
}

#[test]
fn calls_that_a_path_misses_are_reported_by_what_is_there() {
    let export = Export::from_sql(
        r#"CREATE TABLE said (id INTEGER PRIMARY KEY, role TEXT, parts TEXT);
           INSERT INTO said VALUES
               (1, 'user', '[{"type": "text", "text": "Hello"}]'),
               (2, 'assistant', '[{"type": "tool-getWeather", "input": {}}, {"type": "text", "text": "Cold."}]');"#,
    );
    let profile = |evidence: &str| {
        format!(
            "{{version: 1, name: 'mine', write: 'strip', needs: ['said.parts'],
               messages: {{table: 'said', key: 'id', role: 'role', text: 'parts->$[*|type=text].text'}}, evidence: [{evidence}]}}"
        )
    };
    let missed = "{from: 'parts', calls: 'parts->$[*|type=tool_call]', name: '/name'}";
    let checked = check(&export, &profile(missed), "json").ok().json();
    let notes = part(&checked, "evidence[0]")["notes"].to_string();
    assert!(notes.contains("text 2, tool-getWeather 1"), "{notes}");
    let unnamed = "{from: 'parts', calls: 'parts->$[*]', name: '/toolName'}";
    let problems = part(&check(&export, &profile(unnamed), "json").json(), "evidence[0]")["problems"].to_string();
    assert!(problems.contains("a call has type, text"), "{problems}");
    let cut = "{from: 'parts', calls: 'parts->$[*]', name: '/type', name_prefix: 'tool-'}";
    let checked = check(&export, &profile(cut), "json").ok().json();
    let values = part(&checked, "evidence[0]")["values"].to_string();
    assert!(values.contains(r#""value":"tool-getWeather","rows":1,"meaning":"getWeather""#), "{values}");
}

#[test]
fn every_built_in_profile_fits_its_database() {
    for (fixture, profile) in [
        ("helix_kit_db_to_sqlite", "helix-kit"),
        ("ruby_llm_v1", "ruby-llm-v1"),
        ("ruby_llm_v2", "ruby-llm-v2"),
        ("llm_legacy", "llm-legacy"),
        ("llm_store", "llm-store"),
        ("open_webui", "open-webui"),
        ("open_webui_legacy", "open-webui-legacy"),
        ("plain", "plain"),
    ] {
        let export = Export::fixture(fixture);
        if profile == "open-webui-legacy" {
            // The fixture lacks these rows, which every real database has.
            export.sql("CREATE TABLE user (id TEXT PRIMARY KEY, name TEXT); INSERT INTO user SELECT DISTINCT user_id, 'Ana' FROM chat");
            export.sql(
                r#"UPDATE chat SET chat = json_set(chat, '$.history.messages.q0',
                   json('{"id": "q0", "role": "user", "content": "I cycle to work.", "timestamp": 1750000000}'))"#,
            );
        }
        let ran = export.run(&format!("profiles check {profile} --database DB --format json"));
        assert_eq!(ran.json()["problems"], 0, "{profile}: {}", ran.stdout);
        ran.ok();
    }
}

#[test]
fn copies_that_nobody_can_read_are_a_problem_and_no_text_can_be_changed() {
    let export = Export::fixture("open_webui");
    let check = || export.run("profiles check open-webui --database DB --format json");
    let whole = check().json();
    assert!(outcome(&whole, "strip").0);
    assert!(part(&whole, "messages.snapshots[0]")["place"].as_str().unwrap().contains("shared_chat"));
    export.sql("UPDATE chat SET chat = '{broken'");
    let broken = check().json();
    assert!(part(&broken, "messages.copies[1]")["problems"][0].as_str().unwrap().contains("cannot be read"));
    assert!(!outcome(&broken, "strip").0 && !outcome(&broken, "recover").0, "{broken:#}");
}

#[test]
fn a_copy_is_counted_and_nothing_is_foretold_of_a_write() {
    let export = Export::from_sql(
        r#"
        CREATE TABLE said (id INTEGER PRIMARY KEY, thread INTEGER, speaker TEXT, body TEXT, again TEXT, at TEXT);
        INSERT INTO said VALUES
            (1, 1, 'human', 'Hello', NULL, '2026-01-05 09:00:00'),
            (2, 1, 'ai', 'One. Two.', '["One.", "Two."]', '2026-01-05 09:00:03'),
            (3, 1, 'ai', 'Gladly.', '["Gladly."]', '2026-01-05 09:00:13');"#,
    );
    let mine = "{
        version: 1, name: 'mine', write: 'strip', needs: ['said.body'],
        messages: { table: 'said', key: 'id', conversation: 'thread', time: 'at', text: 'body', role: 'speaker',
                    assistant: ['ai'], user: ['human'], copies: ['again->$[*]'], optional_copies: ['raw->$[*]'] },
        evidence: [],
    }";
    let checked = check(&export, mine, "json").json();
    let copy = part(&checked, "messages.copies[0]");
    assert_eq!((copy["rows"].as_u64(), copy["problems"].as_array()), (Some(2), None));
    assert!(
        copy["notes"][0].as_str().unwrap().contains("1 of 2, in parts in 1") && !copy.to_string().contains("written"),
        "{copy}"
    );
    let missing = part(&checked, "messages.optional_copies[0]");
    assert!(missing["notes"][0].as_str().unwrap().contains("no such column"), "{missing}");
}

#[test]
fn calls_that_are_kept_with_a_question_count_for_its_answer() {
    let tables = |reference: i64| {
        format!(
            r#"CREATE TABLE said (id INTEGER PRIMARY KEY, thread INTEGER, speaker TEXT, body TEXT, at TEXT);
               CREATE TABLE runs (id INTEGER PRIMARY KEY, said INTEGER, tool TEXT);
               INSERT INTO said VALUES
                   (1, 1, 'user', 'I like tea.', '2026-01-05 09:00:00'),
                   (2, 1, 'assistant', '{{success: true, memory_type: "core", content: "Likes tea."}}Noted.', '2026-01-05 09:00:03'),
                   (3, 1, 'user', 'I like rye.', '2026-01-05 09:01:00'),
                   (4, 1, 'assistant', '{{success: true, memory_type: "core", content: "Likes rye."}}Noted.', '2026-01-05 09:01:03');
               INSERT INTO runs VALUES (1, {reference}, 'save_memory');"#
        )
    };
    let mine = "{
        version: 1, name: 'mine', write: 'strip', needs: ['said.body'],
        messages: { table: 'said', key: 'id', conversation: 'thread', role: 'speaker', text: 'body', time: 'at' },
        evidence: [{ from: 'table', table: 'runs', message: 'said', name: 'tool' }],
    }";
    for reference in [1, 2] {
        let export = Export::from_sql(&tables(reference));
        let checked = check(&export, mine, "json").json();
        let problems = part(&checked, "evidence[0]")["problems"].to_string();
        assert_eq!(problems, "null", "{reference}");
        let path = export.file("mine.json5");
        let scanned = export.run_with("scan DB --format jsonl --profile", &[path.to_str().unwrap()]).ok().lines();
        let found: Vec<_> = scanned.iter().map(|found| found["claims"][0]["verdict"].as_str().unwrap()).collect();
        assert_eq!(found, ["unclear", "not_executed"], "{reference}");
    }
}

#[test]
fn keys_of_tools_are_no_names() {
    let export = Export::from_sql(
        r"CREATE TABLE said (id INTEGER PRIMARY KEY, thread INTEGER, role TEXT, body TEXT);
           CREATE TABLE tools (id INTEGER PRIMARY KEY, name TEXT);
           CREATE TABLE runs (id INTEGER PRIMARY KEY, said INTEGER, tool INTEGER);
           INSERT INTO said VALUES (1, 1, 'user', 'I like tea.'), (2, 1, 'assistant', 'Noted.');
           INSERT INTO tools VALUES (3, 'save_memory');
           INSERT INTO runs VALUES (1, 2, 3);",
    );
    let mine = "{
        version: 1, name: 'mine', write: 'strip', needs: ['said.body'],
        messages: { table: 'said', key: 'id', conversation: 'thread', role: 'role', text: 'body' },
        evidence: [{ from: 'table', table: 'runs', message: 'said', name: 'tool' }],
    }";
    let checked = check(&export, mine, "json").json();
    let problems = part(&checked, "evidence[0]")["problems"].to_string();
    assert!(problems.contains("`3` in tool is a number"), "{problems}");
}

#[test]
fn a_mapping_in_which_nobody_asks_is_a_problem() {
    // User texts are strings and assistant texts are lists; the path finds only the lists.
    let export = Export::from_sql(
        r#"CREATE TABLE said (id INTEGER PRIMARY KEY, thread INTEGER, data TEXT);
           INSERT INTO said VALUES
               (1, 1, '{"role": "user", "content": "Hello"}'),
               (2, 1, '{"role": "assistant", "content": [{"type": "output_text", "text": "Hi."}]}');"#,
    );
    let mine = "{
        version: 1, name: 'mine', write: 'strip', needs: ['said.data'],
        messages: { table: 'said', key: 'id', conversation: 'thread', role: 'data->$.role',
                    text: 'data->$.content[*|type=output_text].text' },
        evidence: [{ from: 'parts', calls: 'data->$.calls[*]', name: '/name' }],
    }";
    let checked = check(&export, mine, "json").json();
    let problems = part(&checked, "messages.role")["problems"].to_string();
    assert!(problems.contains("no message of a person"), "{problems}");
}

#[test]
fn what_snapshots_say_is_compared_with_the_messages() {
    let export = Export::from_sql(
        r#"
        CREATE TABLE said (id INTEGER PRIMARY KEY, thread INTEGER, speaker TEXT, body TEXT, at TEXT);
        CREATE TABLE shared (id INTEGER PRIMARY KEY, thread INTEGER, talk TEXT);
        INSERT INTO said VALUES
            (1, 1, 'human', 'Hello', '2026-01-05 09:00:00'),
            (2, 1, 'ai', 'One. Two.', '2026-01-05 09:00:03'),
            (3, 1, 'ai', 'Gladly.', '2026-01-05 09:00:13'),
            (4, 2, 'ai', 'Never shared.', '2026-01-05 09:00:13');
        INSERT INTO shared VALUES
            (7, 1, '{"2": {"text": "One. Two."}, "3": {"text": "Gladly."}}'),
            (8, 1, '{"2": {"text": "One."}, "3": {"text": "Reluctantly."}}');"#,
    );
    let mine = |path: &str| {
        format!(
            "{{
        version: 1, name: 'mine', write: 'strip', needs: ['said.body'],
        messages: {{ table: 'said', key: 'id', conversation: 'thread', time: 'at', text: 'body', role: 'speaker',
                    assistant: ['ai'], user: ['human'], member: 'said.id',
                    snapshots: [{{ table: 'shared', key: 'id', on: 'shared.thread = said.thread', copies: ['{path}'] }}] }},
        evidence: [],
    }}"
        )
    };
    let notes = |path: &str| {
        let checked = check(&export, &mine(path), "json").ok().json();
        let snapshots = part(&checked, "messages.snapshots[0]");
        assert_eq!(snapshots["rows"], 2, "{snapshots}");
        snapshots["notes"].to_string()
    };
    let output = notes("talk->$.{key}.text");
    assert!(output.contains("the message's text in 2 of 4, in parts in 1, another text in 1"), "{output}");
    let output = notes("talk->$.{key}.said");
    assert!(output.contains("no text there for any message"), "{output}");
    export.sql("UPDATE shared SET talk = '{broken' WHERE id = 8");
    let output = notes("talk->$.{key}.text");
    assert!(output.contains("cannot be read") && output.contains("nothing is changed there"), "{output}");
}

/// The SQL and the profile in the help.
fn example(help: &str) -> (String, String) {
    let (_, sql) = help.split_once("`export.db`:\n\n").expect("the database");
    let (sql, rest) = sql.split_once("\n\n").expect("its end");
    let (_, profile) = rest.split_once("`mine.json5`:\n\n").expect("the profile");
    let (profile, _) = profile.split_once("\n\n").expect("its end");
    (sql.to_owned(), profile.to_owned())
}

#[test]
fn the_example_of_the_help_holds_all_kinds_of_evidence_and_decides_as_it_says() {
    let export = Export::nowhere();
    let help = export.run("profiles check --help").ok().stdout.clone();
    let (_, own) = help.split_once("A profile is a JSON5 file").unwrap();
    assert!(own.lines().all(|line| line.chars().count() <= 80), "a terminal breaks a line of it");
    let (sql, profile) = example(&help);
    export.sql(&sql);
    let checked = check(&export, &profile, "json").ok().json();
    let filled = ["column", "table", "parts", "messages", "records", "history"];
    for (index, kind) in filled.into_iter().enumerate() {
        let part = part(&checked, &format!("evidence[{index}]"));
        assert!(profile.contains(&format!("from: \"{kind}\"")) && part["rows"].as_u64() > Some(0), "{kind}: {part}");
    }
    assert!(outcome(&checked, "recover").0, "{checked:#}");
    let path = export.file("mine.json5");
    let scanned = export.run_with("scan DB --format jsonl --profile", &[path.to_str().unwrap()]).ok().lines();
    let found: Vec<_> = scanned.iter().map(|found| (found["message_id"].as_i64(), found["remedy"].as_str())).collect();
    assert_eq!(found, [(Some(4), Some("recover")), (Some(7), Some("strip"))]);
    // The help describes each kind of evidence.
    for kind in filled.into_iter().chain(["neighbours"]) {
        assert!(help.contains(&format!("{{from: '{kind}'")), "{kind}");
    }
}
