use serde_json::{Map, json};

use super::*;
use crate::source::profile;

fn builtin(name: &str) -> Profile {
    Profile::parse(name, profile::named(name).unwrap()).unwrap()
}

/// Why nothing can be planned for a profile without its database; `None` if it can.
fn refusal(profile: &Profile) -> Option<String> {
    TargetLayout::of(profile).err().map(|error| error.to_string())
}

#[test]
fn what_only_the_database_shows_is_not_planned_without_it() {
    for (name, why) in [
        ("open-webui", "several places"),
        ("open-webui-legacy", "several messages in one row"),
        ("llm-store", "is read-only"),
    ] {
        let refused = refusal(&builtin(name)).unwrap();
        assert!(refused.contains(name) && refused.contains(why), "{refused}");
    }
    let mut elsewhere = builtin("helix-kit");
    elsewhere.messages.text.column.table = Some("bodies".to_owned());
    assert!(refusal(&elsewhere).unwrap().contains("another table"));
    for name in ["helix-kit", "chat-log", "plain"] {
        assert_eq!(refusal(&builtin(name)), None, "{name}");
    }
}

#[test]
fn a_passing_database_holds_a_message_as_its_profile_says_once() {
    let folder = tempfile::TempDir::new().unwrap();
    let (judged, target) = (folder.path().join("judged.db"), folder.path().join("target.db"));
    crate::source::chat_log::NewChatLog::begin(&judged).unwrap().finish().unwrap();
    let judged = SqliteSource::open(&judged, None, false).unwrap();
    let mut profile = builtin("helix-kit");
    profile.messages.text.path = "$.said".parse().ok();
    let layout = TargetLayout::of(&profile).unwrap();
    let database = layout.create(&target).unwrap();
    let [key, conversation, owner] = [5, 7, 3].map(Key::Integer);
    let tools = ["web".to_owned()];
    for text in ["Tea.", "Later."] {
        let (conversation, owner, tools) = (Some(&conversation), Some(&owner), Some(&tools[..]));
        layout.add(&database, &judged, JudgedMessage { key: &key, conversation, owner, text, tools }).unwrap();
    }
    let sql = "SELECT m.content || m.tools_used || m.agent_id || m.role || c.id FROM messages m, chats c";
    let row: String = database.query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(row, r#"{"said":"Tea."}["web"]3assistant7"#);
    assert!(layout.may_have(&key) && !layout.may_have(&Key::Composite(vec![key.clone(), owner].into())));
}

#[test]
fn a_record_gets_the_columns_of_the_other_profile() {
    let values =
        json!({ "agent_id": 3, "content": "Tea.", "memory_type": "core", "created_at": "2026-01-20T17:03:11Z" });
    let values: Map<String, Value> = serde_json::from_value(values).unwrap();
    let (kind, table) = ("memory".to_owned(), "memories".to_owned());
    let record = ProposedRecord { claim: 0, kind, table, values };
    let layout = TargetLayout::of(&{
        let mut profile = builtin("helix-kit");
        let records = profile.records.get_mut("memory").unwrap();
        records.owner = KeyColumns::One("bot".parse().unwrap());
        records.fields.get_mut("content").unwrap().column = "body".parse().unwrap();
        records.created = Some("made".parse().unwrap());
        profile
    });
    let renamed = layout.unwrap().records(std::slice::from_ref(&record), &builtin("chat-log"));
    assert_eq!(renamed[0].table, "agent_memories");
    assert_eq!(
        Value::from(renamed[0].values.clone()),
        json!({ "bot": 3, "body": "Tea.", "memory_type": "core", "made": "2026-01-20T17:03:11Z" })
    );
}
