//! `profiles check` and `profiles schema`, and databases that lack what a profile requires.

use std::fs;

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

#[test]
fn a_profile_in_use_is_checked_like_one_that_is_to_be_checked() {
    let export = Export::fixture(JSON);
    let path = export.file("mine.json5");
    let option = [path.to_str().unwrap()];
    let profile = export.run("profiles show helix-kit").ok().stdout.clone();
    for (from, to) in [("key: \"id\"", "key: []"), ("name: \"helix-kit\"", "name: \"\"")] {
        fs::write(&path, profile.replacen(from, to, 1)).unwrap();
        let refused = export.run_with("scan DB --profile", &option).refused();
        assert!(refused.contains("mine.json5:") && refused.contains(" than "), "{refused}");
    }
}

#[test]
fn every_mistake_of_a_mapping_is_reported_with_its_place() {
    let export = Export::nowhere();
    let path = export.file("mine.json5");
    let option = [path.to_str().unwrap()];
    let profile = export.run("profiles show open-webui").ok().stdout.clone();
    fs::write(&path, &profile).unwrap();
    export.run_with("profiles check", &option).ok().prints("no errors");
    for (from, to, expected) in [
        ("key: \"uuid4\"", "key: \"uuid7\"", "uuid7"),
        ("role: \"role\"", "roll: \"role\"", "unknown field `roll`"),
        ("role: \"role\"", "role: \"role\", order: \"chat.id\"", "`chat.id` must be a column of `chat_message` itself"),
        ("{ from: \"records\" }", "{ from: \"records\", absent: \"none\" }", "none"),
        ("text: \"content->$\"", "text: \"content->x\"", "not a JSON path"),
        ("calls: \"output->$[*|type=function_call]\"", "calls: \"output->$[*|type=]\"", "not a JSON path"),
        ("member: \"substr(chat_message.id, length(chat_message.chat_id) + 2)\",", "", "unknown `{key}`"),
        ("same: [\"owner\", \"content\"]", "same: [\"owner\", \"contents\"]", "unknown field `contents`"),
        ("default: \"context\"", "default: \"contexts\"", "not one of its values"),
        ("version: 1,", "version: 9,", "newer"),
        ("{ from: \"records\" }", "{ from: \"dreams\" }", "dreams"),
        ("write: \"full\"", "write: \"none\"", "why"),
    ] {
        assert!(profile.contains(from), "{from}");
        let broken = profile.replacen(from, to, 1);
        fs::write(&path, &broken).unwrap();
        let checked = export.run_with("profiles check --format jsonl", &option);
        checked.ended(1);
        let mistake =
            checked.lines().into_iter().find(|mistake| mistake["reason"].as_str().unwrap().contains(expected));
        let mistake = mistake.unwrap_or_else(|| panic!("{to}: {}", checked.stdout));
        let line = broken.lines().nth(usize::try_from(mistake["line"].as_u64().unwrap()).unwrap() - 1).unwrap();
        assert!(to.is_empty() || line.contains(to), "{to}: {mistake}");
    }
    fs::write(&path, "{").unwrap();
    export.run_with("profiles check", &option).ended(1);
    export.run("profiles check nowhere.json5").refused();
}

#[test]
fn the_schema_knows_the_builtin_profiles() {
    let export = Export::nowhere();
    let schema = export.run("profiles schema").ok().json();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let listed = export.run("profiles list --format jsonl").ok().lines();
    assert!(listed.len() >= 8);
    for profile in listed {
        let shown = export.run(&format!("profiles show {}", profile["name"].as_str().unwrap())).ok().stdout.clone();
        let value: serde_json::Value = json5::from_str(&shown).unwrap();
        assert!(validator.is_valid(&value), "{}", profile["name"]);
    }
}

#[test]
fn a_missing_column_is_reported_with_the_place_that_asks_for_it() {
    let export = Export::fixture(JSON);
    let path = export.file("mine.json5");
    let profile = export.run("profiles show helix-kit").ok().stdout.clone();
    let profile = profile.replacen("text: \"content\"", "text: \"words\"", 1);
    fs::write(&path, &profile).unwrap();
    let line = profile.lines().position(|line| line.contains("words")).unwrap() + 1;
    let refused = export.run_with("scan DB --profile", &[path.to_str().unwrap()]).refused();
    assert!(refused.contains("messages.words") && refused.contains(&format!("mine.json5:{line}:")), "{refused}");
}

#[test]
fn two_applications_in_one_database_are_reported_and_chosen() {
    let export =
        Export::fixture(JSON).and("CREATE TABLE responses (id TEXT, response TEXT, conversation_id TEXT, prompt TEXT)");
    let scanned = export.run("scan DB");
    scanned.ok();
    assert!(scanned.stderr.contains("llm-legacy would match too"), "{}", scanned.stderr);
    let detected = export.run("profiles detect DB").ok().lines();
    let of = |name: &str| detected.iter().find(|rank| rank["profile"] == name).unwrap();
    assert_eq!(of("helix-kit")["chosen"], true);
    assert!(of("llm-legacy")["why"].as_str().unwrap().contains("helix-kit requires more"));
    assert!(of("plain")["why"].as_str().unwrap().contains("missing: chat_log.who"));
    assert_eq!(export.run("scan DB --profile llm-legacy").ok().stdout, "");
}

#[test]
fn what_an_export_may_leave_out_is_reported_and_no_problem() {
    let export = Export::fixture("helix_kit_duckdb");
    let evidence = |export: &Export| -> Vec<serde_json::Value> {
        let checked = export.run("profiles check helix-kit --format json --database DB").json();
        let parts = checked["parts"].as_array().unwrap().iter();
        parts.filter(|part| part["part"].as_str().unwrap().starts_with("evidence")).cloned().collect()
    };
    let parts = evidence(&export);
    for (place, missing) in [(1, "table tool_calls"), (2, "column messages.tool_call_id"), (4, "table audit_logs")] {
        let part = &parts[place];
        assert!(part["notes"].to_string().contains(&format!("this database has no {missing}")), "{part}");
        assert_eq!(part["problems"], serde_json::Value::Null, "{part}");
    }
    let export = export.and(
        "CREATE TABLE tool_calls (id INTEGER, message_id INTEGER, name TEXT);
         INSERT INTO tool_calls VALUES (1, 2, 'web_fetch')",
    );
    let part = &evidence(&export)[1];
    assert!(part["notes"].to_string().contains("this database has no column tool_calls.arguments"), "{part}");
    assert_eq!((&part["rows"], &part["problems"]), (&1.into(), &serde_json::Value::Null), "{part}");
}

#[test]
fn a_name_of_several_layouts_is_checked_as_the_one_of_the_database() {
    let export = Export::fixture("ruby_llm_v1");
    let checked = export.run("profiles check ruby-llm --format json --database DB").json();
    assert_eq!(checked["profile"], "ruby-llm-v1");
    let refused = export.run("profiles show ruby-llm").refused();
    assert!(refused.contains("`ruby-llm` stands for ruby-llm-v1, ruby-llm-v2"), "{refused}");
    assert!(export.run("profiles show rub").refused().contains("unknown profile `rub`"));
}

#[test]
fn the_list_says_in_every_format_what_is_written() {
    let export = Export::nowhere();
    let csv = export.run("profiles list --format csv").ok().stdout.clone();
    assert!(csv.starts_with("name,write,needs"), "{csv}");
    assert!(export.run("profiles list --format jsonl").ok().lines().iter().all(|profile| profile["write"].is_string()));
}

#[test]
fn a_built_in_profile_is_checked_as_commands_use_it() {
    let export = Export::fixture(JSON);
    export.sql("ALTER TABLE chats DROP COLUMN discarded_at");
    // An older version of the application is no problem of a built-in profile, but one of a profile of one's own.
    let outcome = export.run("profiles check helix-kit --database DB");
    let checked = outcome.ok();
    assert!(checked.stdout.ends_with("no problems\n"), "{}", checked.stdout);
    let file = export.file("own.json5");
    fs::write(&file, export.run("profiles show helix-kit").ok().stdout.as_str()).unwrap();
    let own = export.run(&format!("profiles check {} --database DB", file.display()));
    own.with_problems();
    assert!(own.stdout.contains("no such column: chats.discarded_at"), "{}", own.stdout);
    assert!(export.run("profiles check gateway --database DB").stdout.contains("gateway on "));
}
