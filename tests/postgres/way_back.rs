//! `undo --emit-sql` undoes what was written to production, and nothing else.

use crate::cluster::{Cluster, Database};
use crate::helix_kit::production;
use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

/// The rows of production without the times of the last change and the keys of memories.
fn rows(database: &Database<'_>) -> Vec<String> {
    let mut rows = database.must("SELECT to_jsonb(m) - 'updated_at' FROM messages m ORDER BY id");
    rows.extend(
        database.must("SELECT to_jsonb(m) - 'updated_at' - 'id' FROM agent_memories m ORDER BY content, created_at"),
    );
    rows
}

#[test]
fn all_is_as_it_was_whether_it_was_written_here_or_only_accepted() {
    let Some(cluster) = Cluster::start() else { return };
    let export = Export::sample("helix-kit.db");
    let database = production(&cluster, "back", &export);
    let before = rows(&database);
    export.run("decide DB accept --all").ok();
    let there = export.run("apply DB --emit-sql postgres").ok().stdout.clone();
    let by_decisions = export.run("undo DB --all --emit-sql postgres").ok().stdout.clone();
    let (files, dump) = (export.files(), export.dump());
    assert!(database.must(&by_decisions).iter().all(|line| line.ends_with("|not written")));
    export.run("undo DB --emit-sql postgres").ok().notes("No write-back is in effect here");
    assert_eq!((export.files(), export.dump()), (files, dump));
    export.run("apply DB --no-backup").ok();
    let by_journal = export.run("undo DB --all --emit-sql postgres").ok().stdout.clone();
    for back in [&by_decisions, &by_journal] {
        assert!(database.must(&there).iter().all(|line| line.ends_with("|written")));
        assert_ne!(rows(&database), before);
        let output = database.must(back);
        assert!(output.iter().all(|line| line.ends_with("|undone")), "{output:?}");
        assert_eq!(rows(&database), before);
        assert!(database.must(back).iter().all(|line| line.ends_with("|not written")));
        assert_eq!(rows(&database), before);
    }
    // The options select the same write-backs as in the export, even one that is already undone in the export.
    let last = export.run("undo DB --last 2 --emit-sql postgres").ok().stdout.clone();
    database.must(&there);
    assert_eq!(database.must(&last).len(), 2);
    export.run("undo DB --write 1").ok();
    let first = export.run("undo DB --write 1 --emit-sql postgres");
    assert_eq!(database.must(&first.ok().stdout).len(), 1);
    assert!(
        !export
            .run("apply DB --emit-sql postgres")
            .stdout
            .contains(first.stdout.lines().find(|line| line.starts_with("-- Message")).unwrap())
    );
}

#[test]
fn what_somebody_changed_or_refers_to_stays() {
    let Some(cluster) = Cluster::start() else { return };
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101").ok();
    let there = export.run("apply DB --emit-sql postgres").ok().stdout.clone();
    let back = export.run("undo DB --all --emit-sql postgres").ok().stdout.clone();
    for (number, change) in [
        "UPDATE messages SET content = content || ' ' WHERE id = 101",
        "UPDATE messages SET tools_used = '{save_memory,web}' WHERE id = 101",
        "UPDATE agent_memories SET content = content || '!' WHERE id > 5000",
        "UPDATE agent_memories SET discarded_at = now() WHERE id > 5000",
        "UPDATE agent_memories SET memory_type = 1 WHERE id > 5000",
        // The application has an equal memory, instead of the recovered one or in addition to it.
        "UPDATE agent_memories SET created_at = now() WHERE id > 5000",
        "INSERT INTO agent_memories (agent_id, content, memory_type, created_at, updated_at)
         SELECT agent_id, content, memory_type, created_at, updated_at FROM agent_memories WHERE id > 5000",
        "CREATE TABLE refined (id bigint, memory_id bigint REFERENCES agent_memories ON DELETE CASCADE);
         INSERT INTO refined SELECT 1, id FROM agent_memories WHERE id > 5000",
        "CREATE TABLE \"Re fined\" (a bigint, \"to: it\" bigint REFERENCES agent_memories ON DELETE SET NULL);
         INSERT INTO \"Re fined\" SELECT 1, id FROM agent_memories WHERE id > 5000",
    ]
    .into_iter()
    .enumerate()
    {
        let database = production(&cluster, &format!("changed_{number}"), &export);
        assert_eq!(database.must(&there), ["101|written"]);
        database.must(change);
        let before = rows(&database);
        assert_eq!(database.must(&back), ["101|changed since"], "{change}");
        assert_eq!(rows(&database), before, "{change}");
    }
}

#[test]
fn who_begins_to_refer_to_a_record_meanwhile_keeps_it() {
    let Some(cluster) = Cluster::start() else { return };
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101").ok();
    let there = export.run("apply DB --emit-sql postgres").ok().stdout.clone();
    let back = export.run("undo DB --all --emit-sql postgres").ok().stdout.clone();
    let database = production(&cluster, "meanwhile", &export);
    database.must(&there);
    database.must("CREATE TABLE refined (id bigint, memory_id bigint REFERENCES agent_memories ON DELETE CASCADE)");
    let before = rows(&database);
    let held = database.held("INSERT INTO refined SELECT 1, id FROM agent_memories WHERE id > 5000");
    let answer = database.run(&back);
    assert!(!answer.ok && answer.stderr.contains("lock timeout"), "{answer:?}");
    drop(held);
    assert_eq!(rows(&database), before);
    assert_eq!(database.must(&back), ["101|undone"]);
}

#[test]
fn a_blank_message_that_names_a_tool_goes_with_the_record() {
    let Some(cluster) = Cluster::start() else { return };
    for (number, option) in ["--record-tool sibling_row", "--record-tool none"].into_iter().enumerate() {
        let export = Export::fixture(JSON);
        let database = production(&cluster, &format!("sibling_{number}"), &export);
        let before = rows(&database);
        export.run("decide DB accept --message 101 104").ok();
        let there = export.run(&format!("apply DB --emit-sql postgres {option}")).ok().stdout.clone();
        let by_decisions = export.run(&format!("undo DB --all --emit-sql postgres {option}")).ok().stdout.clone();
        export.run(&format!("apply DB --no-backup {option}")).ok();
        let by_journal = export.run("undo DB --all --emit-sql postgres").ok().stdout.clone();
        let from_journal = export.run("apply DB --emit-sql postgres").ok().stdout.clone();
        let blank = "SELECT count(*) FROM messages WHERE id > 5000";
        for (there, back) in [(&there, &by_decisions), (&from_journal, &by_journal), (&there, &by_journal)] {
            assert!(database.must(there).iter().all(|line| line.ends_with("|written")), "{option}");
            assert_eq!(database.must(blank), [if number == 0 { "2" } else { "0" }], "{option}");
            assert!(database.must(back).iter().all(|line| line.ends_with("|undone")), "{option}");
            assert_eq!(rows(&database), before, "{option}");
        }
    }
}

#[test]
fn what_a_column_keeps_in_a_manner_of_its_own_goes_back_too() {
    let Some(cluster) = Cluster::start() else { return };
    for (number, change) in [
        // The column rounds times to fewer digits than the export has.
        "ALTER TABLE agent_memories ALTER created_at TYPE timestamp(0)",
        "ALTER TABLE agent_memories ALTER created_at TYPE timestamp(3) with time zone",
        "ALTER TABLE agent_memories ALTER created_at TYPE text",
        "ALTER TABLE messages ALTER updated_at TYPE text",
    ]
    .into_iter()
    .enumerate()
    {
        let export = Export::fixture(JSON)
            .and("UPDATE messages SET created_at = substr(created_at, 1, 19) || '.654321' WHERE id = 101");
        let database = production(&cluster, &format!("manner_{number}"), &export);
        database.must(change);
        let before = rows(&database);
        export.run("decide DB accept --message 101").ok();
        let there = export.run("apply DB --emit-sql postgres").ok().stdout.clone();
        let back = export.run("undo DB --all --emit-sql postgres").ok().stdout.clone();
        assert_eq!(database.must(&there), ["101|written"], "{change}");
        assert_eq!(database.must(&there), ["101|written before"], "{change}");
        for time in database.must("SELECT created_at::text FROM agent_memories WHERE id > 5000") {
            assert!(!time.contains('Z'), "{time}: as the export has it");
        }
        assert_eq!(database.must(&back), ["101|undone"], "{change}");
        assert_eq!(rows(&database), before, "{change}");
        assert_eq!(database.must(&back), ["101|not written"], "{change}");
    }
}
