//! Messages that are judged again: a scan agrees with a check, and the work is proportional to the text.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::audit::tests::{audit, generated};
use crate::audit::{Gateway, Options};
use crate::proposal::Finding;
use crate::registry::Registry;
use crate::source::{Key, profile};
use crate::verdict::{Remedy, Warning};

/// Texts with `count` calls and sentences, some of which a call of `send_email` makes true.
fn repeated(count: usize) -> [String; 2] {
    let call = "<tool_call>{\"name\":\"web_search\",\"arguments\":{\"q\":\"x\"}}</tool_call>\n";
    let lost = "{success: true, memory_type: \"core\", content: \"Likes tea.\"}\n";
    let emailed = "I've emailed Bob the agenda. ";
    let added = "I've added milk to your shopping list. ";
    [call.repeat(count) + &emailed.repeat(2 * count), lost.to_owned() + &added.repeat(count) + &emailed.repeat(count)]
}

const REQUEST: &str = "Email Bob the agenda. Add milk to my shopping list.";

/// Checks that the steps for each byte do not grow with the text.
fn assert_steady(mut steps: impl FnMut(&str) -> usize) {
    for (small, large) in repeated(50).into_iter().zip(repeated(400)) {
        let (few, many) = (steps(&small) / small.len(), steps(&large) / large.len());
        assert!(many <= few + few / 5 + 1, "{small:.60}: {few} steps a byte, then {many}");
    }
}

#[test]
fn a_message_is_judged_again_with_work_that_grows_as_it_does() {
    assert_steady(|text| {
        let options = Options::at(Timestamp::UNIX_EPOCH);
        let mut gateway = Gateway::new(Registry::builtin().unwrap(), profile::gateway().unwrap(), None, options);
        gateway.judge(&json!({"conversation_id": 1, "role": "user", "content": REQUEST}).to_string()).unwrap();
        let line = json!({"conversation_id": 1, "content": text, "tools_used": ["web_search", "send_email"]});
        crate::work::during(|| assert!(!gateway.judge(&line.to_string()).unwrap().claims.is_empty()))
    });
    // Other threads examine the messages; one thread judges, and its work is counted.
    assert_steady(|text| {
        let folder = tempfile::tempdir().unwrap();
        let path = generated(folder.path(), 2);
        let connection = Connection::open(&path).unwrap();
        connection.execute("UPDATE messages SET content = ?1 WHERE role = 'user'", [REQUEST]).unwrap();
        connection.execute("UPDATE messages SET content = ?1 WHERE role = 'assistant'", [text]).unwrap();
        let calls = "INSERT INTO tool_calls (message_id, name) SELECT messages.id, value FROM messages,
            json_each('[\"web_search\", \"send_email\"]') WHERE role = 'assistant'";
        connection.execute(calls, []).unwrap();
        let mut found = 0;
        let visit = &mut |_| {
            found += 1;
            true
        };
        let steps = crate::work::during(|| assert!(audit(&path).scan(visit).is_ok()));
        assert_eq!(found, 1);
        steps
    });
}

/// The user's message, if any, and the answer of each case in `tests/cases`, also with another sentence after it.
fn cases() -> Vec<(Option<String>, String)> {
    let files = [
        include_str!("../../../tests/cases/leaks.jsonl"),
        include_str!("../../../tests/cases/own.jsonl"),
        include_str!("../../../tests/cases/pairs.jsonl"),
        include_str!("../../../tests/cases/payloads.jsonl"),
        include_str!("../../../tests/cases/traps.jsonl"),
    ];
    let lines = files.into_iter().flat_map(str::lines).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let cases = lines.flat_map(|case| [case["trap"].clone(), case["leak"].clone(), case]);
    let texts = cases.filter_map(|case| {
        let asked = case["asked"].as_str().map(str::to_owned);
        Some((asked, case["text"].as_str()?.to_owned()))
    });
    let said = ["I've emailed Bob the agenda.", "I've saved that to your memories.", "I've set a reminder for 9."];
    let with_sentences = texts.zip(said.into_iter().cycle()).flat_map(|((asked, text), said)| {
        let after = (asked.clone(), format!("{text}\n{said}"));
        [(asked, text), after]
    });
    with_sentences.collect()
}

#[test]
fn a_scan_judges_what_is_left_of_a_message_as_a_check_does() {
    type Judged = (Option<Remedy>, Vec<Warning>);
    let cases = cases();
    for tools in ["[]", "[\"send_email\"]", "[\"save_memory\"]", "[\"web_search\", \"set_reminder\"]"] {
        let folder = tempfile::tempdir().unwrap();
        let path = generated(folder.path(), 2);
        let mut connection = Connection::open(&path).unwrap();
        let rows = connection.transaction().unwrap();
        rows.execute_batch("DELETE FROM messages; DELETE FROM chats; DELETE FROM agents;").unwrap();
        let options = Options::at(Timestamp::UNIX_EPOCH);
        let mut gateway = Gateway::new(Registry::builtin().unwrap(), profile::gateway().unwrap(), None, options);
        let mut checked: BTreeMap<Key, Judged> = BTreeMap::new();
        // Each with its own agent, so that no record is claimed twice.
        for ((asked, text), number) in cases.iter().zip(1_i64..) {
            rows.execute("INSERT INTO chats (id, account_id) VALUES (?1, 1)", [number]).unwrap();
            let agent = "INSERT INTO agents (id, account_id, name, active, enabled_tools)
                VALUES (?1, 1, 'Wren', 1, '[\"SaveMemoryTool\", \"WhiteboardTool\", \"WebTool\"]')";
            rows.execute(agent, [number]).unwrap();
            let message =
                "INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, streaming, created_at)
                VALUES (?1, ?2, ?2, ?3, ?4, ?5, 0, ?6)";
            let time = "2026-01-20T17:00:0";
            if let Some(asked) = asked {
                let line = json!({"conversation_id": number, "role": "user", "content": asked});
                gateway.judge(&line.to_string()).unwrap();
                rows.execute(message, (2 * number, number, "user", asked, "[]", format!("{time}0"))).unwrap();
            }
            let line = json!({
                "id": 2 * number + 1, "conversation_id": number, "agent_id": number, "content": text,
                "tools_used": serde_json::from_str::<Value>(tools).unwrap(), "created_at": format!("{time}9Z"),
            });
            let finding = gateway.judge(&line.to_string()).unwrap();
            if !finding.claims.is_empty() {
                checked.insert(Key::Integer(2 * number + 1), (finding.remedy, finding.warnings));
            }
            rows.execute(message, (2 * number + 1, number, "assistant", text, tools, format!("{time}9"))).unwrap();
        }
        rows.commit().unwrap();
        let mut scanned: BTreeMap<Key, Judged> = BTreeMap::new();
        let visit = &mut |finding: Finding| {
            scanned.insert(finding.message_id.unwrap(), (finding.remedy, finding.warnings));
            true
        };
        audit(&path).scan(visit).unwrap();
        let all: BTreeSet<&Key> = checked.keys().chain(scanned.keys()).collect();
        assert!(all.len() > 500, "{}", all.len());
        let differ = all.into_iter().filter(|key| checked.get(key) != scanned.get(key)).map(|key| {
            let Key::Integer(number) = key else { return key.to_string() };
            let case = &cases[usize::try_from(number / 2 - 1).unwrap()];
            format!("{case:?}: a check says {:?}, a scan {:?}", checked.get(key), scanned.get(key))
        });
        let differ: Vec<String> = differ.collect();
        assert!(differ.is_empty(), "{tools}: {} differ\n{}", differ.len(), differ.join("\n"));
    }
}
