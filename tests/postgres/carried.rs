//! Findings judged in a log and reviewed elsewhere, written to the PostgreSQL database that contains the messages.

use crate::cluster::Cluster;
use crate::helix_kit::production;
use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

/// What a write-back changes, except the times of the last change.
const CHANGED: &str = "SELECT id || ' ' || content || ' ' || coalesce(tools_used::text, '{}') FROM messages
    UNION ALL SELECT agent_id || ' ' || content || ' ' || memory_type || ' ' || constitutional || ' ' || created_at FROM agent_memories
    ORDER BY 1";

#[test]
fn decisions_on_findings_become_what_decisions_on_an_export_become() {
    let Some(cluster) = Cluster::start() else { return };
    let export = Export::fixture(JSON);
    let judged = Export::nowhere().feed("check --whole --with-context", &export.log());
    let found = Export::nowhere();
    found.feed("import - --out DB", &judged.ok().stdout).ok();
    for decided in [&export, &found] {
        decided.run("decide DB accept --message 101 104").ok();
    }
    let [direct, carried] = ["direct", "carried"].map(|name| production(&cluster, name, &export));
    let before = carried.must(CHANGED);
    direct.must(&export.run("apply DB --emit-sql postgres").ok().stdout);
    let there = found.run("apply DB --emit-sql postgres --target-profile helix-kit").ok().stdout.clone();
    carried.must("UPDATE messages SET tools_used = NULL WHERE id = 101; UPDATE chats SET updated_at = '2026-01-01'");
    assert_eq!(carried.must(&there), ["101|written", "104|written"]);
    assert_eq!(carried.must(CHANGED), direct.must(CHANGED));
    assert_eq!(carried.must("SELECT count(*) > 0 FROM chats WHERE updated_at > '2026-01-02'"), ["t"]);
    assert_eq!(carried.must(&there), ["101|written before", "104|written before"]);
    let back = found.run("undo DB --all --emit-sql postgres --target-profile helix-kit").ok().stdout.clone();
    assert_eq!(carried.must(&back), ["101|undone", "104|undone"]);
    assert_eq!(carried.must(CHANGED), before);
    carried.must("UPDATE messages SET content = content || '!' WHERE id = 101");
    assert_eq!(carried.must(&there), ["101|changed since", "104|written"]);
}

#[test]
fn a_list_of_tools_is_known_in_whichever_type_its_column_has() {
    let Some(cluster) = Cluster::start() else { return };
    let export = Export::fixture(JSON);
    let judged = Export::nowhere().feed("check --whole --with-context", &export.log());
    let found = Export::nowhere();
    found.feed("import - --out DB", &judged.ok().stdout).ok();
    found.run("decide DB accept --message 101").ok();
    let there = found.run("apply DB --emit-sql postgres --target-profile helix-kit").ok().stdout.clone();
    for (number, (kind, from, named)) in [
        ("text[]", "tools_used", "{save_memory}"),
        ("jsonb", "to_jsonb(tools_used)", "[\"save_memory\"]"),
        ("text", "nullif(to_json(tools_used)::text, '[]')", "[\"save_memory\"]"),
    ]
    .into_iter()
    .enumerate()
    {
        let database = production(&cluster, &format!("tools_{number}"), &export);
        database.must(&format!(
            "DROP INDEX index_messages_on_tools_used;
             ALTER TABLE messages ALTER tools_used DROP DEFAULT, ALTER tools_used DROP NOT NULL, ALTER tools_used TYPE {kind} USING {from}"
        ));
        assert_eq!(database.must(&there), ["101|written"], "{kind}");
        assert_eq!(database.must("SELECT tools_used::text FROM messages WHERE id = 101"), [named], "{kind}");
        assert_eq!(database.must(&there), ["101|written before"], "{kind}");
    }
}
