//! What a script checks in the database, and how it avoids interfering with the application.

use crate::cluster::Cluster;
use crate::helix_kit::{TABLES, production};
use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

/// An export with one accepted finding, which recovers a memory and names its tool.
fn accepted() -> Export {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101").ok();
    export
}

fn there(export: &Export) -> String {
    export.run("apply DB --emit-sql postgres").ok().stdout.clone()
}

fn back(export: &Export) -> String {
    export.run("undo DB --all --emit-sql postgres").ok().stdout.clone()
}

#[test]
fn a_list_of_tools_is_written_in_the_type_that_its_column_has() {
    let Some(cluster) = Cluster::start() else { return };
    let export = accepted();
    for (number, (kind, from, named)) in [
        ("text[]", "tools_used", "{save_memory}"),
        ("varchar(40)[]", "tools_used", "{save_memory}"),
        ("json", "to_json(tools_used)", "[\"save_memory\"]"),
        ("jsonb", "to_jsonb(tools_used)", "[\"save_memory\"]"),
        ("text", "to_json(tools_used)::text", "[\"save_memory\"]"),
        ("varchar(255)", "to_json(tools_used)::text", "[\"save_memory\"]"),
        ("names", "tools_used", "{save_memory}"),
    ]
    .into_iter()
    .enumerate()
    {
        let database = production(&cluster, &format!("tools_{number}"), &export);
        database.must(&format!(
            "DROP INDEX index_messages_on_tools_used; CREATE DOMAIN names AS text[];
             ALTER TABLE messages ALTER tools_used DROP DEFAULT, ALTER tools_used TYPE {kind} USING {from}"
        ));
        let tools = "SELECT coalesce(tools_used::text, 'NULL') FROM messages ORDER BY id";
        let before = database.must(tools);
        assert_eq!(database.must(&there(&export)), ["101|written"], "{kind}");
        assert_eq!(database.must("SELECT tools_used::text FROM messages WHERE id = 101"), [named], "{kind}");
        assert_eq!(database.must(&there(&export)), ["101|written before"], "{kind}");
        assert_eq!(database.must(&back(&export)), ["101|undone"], "{kind}");
        assert_eq!(database.must(tools), before, "{kind}");
    }
}

#[test]
fn no_time_is_moved_back_and_what_was_moved_on_meanwhile_is_no_other_message() {
    let Some(cluster) = Cluster::start() else { return };
    let export = accepted();
    let database = production(&cluster, "times", &export);
    let times = "SELECT updated_at FROM chats UNION ALL SELECT updated_at FROM messages WHERE id = 101 ORDER BY 1";
    database.must("UPDATE chats SET updated_at = '2099-01-01'; UPDATE messages SET updated_at = '2099-01-02'");
    let before = database.must(times);
    for (script, outcome) in
        [(there(&export), "101|written"), (there(&export), "101|written before"), (back(&export), "101|undone")]
    {
        assert_eq!(database.must(&script), [outcome]);
        assert_eq!(database.must(times), before, "{outcome}");
    }
    // Older times move forward, both in the write-back and in the undo.
    let moved = "SELECT (SELECT updated_at FROM chats WHERE id = 1) > '2026-01-02', (SELECT updated_at FROM messages WHERE id = 101) > '2026-01-02'";
    for script in [there(&export), back(&export)] {
        database.must("UPDATE chats SET updated_at = '2026-01-01'; UPDATE messages SET updated_at = '2026-01-01'");
        database.must(&script);
        assert_eq!(database.must(moved), ["t|t"]);
    }
}

#[test]
fn where_the_application_holds_a_row_the_script_gives_up_and_nothing_is_written() {
    let Some(cluster) = Cluster::start() else { return };
    let export = accepted();
    let database = production(&cluster, "locked", &export);
    let before = database.dump(TABLES);
    let held = database.held("UPDATE chats SET title = title WHERE id = 1");
    let answer = database.run(&there(&export));
    assert!(!answer.ok && answer.stderr.contains("lock timeout"), "{answer:?}");
    assert_eq!(answer.stdout, "");
    drop(held);
    assert_eq!(database.dump(TABLES), before);
    assert_eq!(database.must(&there(&export)), ["101|written"]);
}

#[test]
fn nothing_is_reported_that_the_end_of_the_transaction_would_refuse() {
    let Some(cluster) = Cluster::start() else { return };
    let export = accepted();
    let database = production(&cluster, "late", &export);
    database.must(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'too late'; END $$;
         CREATE CONSTRAINT TRIGGER late AFTER INSERT ON agent_memories DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION refuse()",
    );
    let before = database.dump(TABLES);
    let answer = database.run(&there(&export));
    assert!(!answer.ok && answer.stderr.contains("too late"), "{answer:?}");
    assert_eq!(answer.stdout, "");
    assert_eq!(database.dump(TABLES), before);
}

#[test]
fn a_script_contains_earlier_write_backs_and_accepted_findings() {
    let Some(cluster) = Cluster::start() else { return };
    let export = accepted();
    let database = production(&cluster, "after", &export);
    let memories = "SELECT agent_id, content, memory_type, constitutional, discarded_at, created_at FROM agent_memories ORDER BY content";
    let planned = production(&cluster, "planned", &export);
    planned.must(&there(&export));
    export.run("apply DB --no-backup").ok();
    export.run("decide DB accept --message 104").ok();
    let emitted = export.run("apply DB --emit-sql postgres");
    emitted.ok().notes("2 findings (1 of them written here already)");
    assert_eq!(database.must(&emitted.stdout), ["101|written", "104|written"]);
    planned.must(&emitted.stdout);
    assert_eq!(database.must(memories), planned.must(memories));
    assert_eq!(database.must(&emitted.stdout), ["101|written before", "104|written before"]);
    let messages = "SELECT content, tools_used FROM messages ORDER BY id";
    assert_eq!(database.must(messages), planned.must(messages));
}
