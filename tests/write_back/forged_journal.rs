//! Rows of the journal that somebody altered: none is followed, and none hides evidence.

use ghostcall::source::{JournalEntry, each_entry};

use crate::support::{Dump, Export};
use crate::triggers::written;

const JSON: &str = "helix_kit_db_to_sqlite";

/// Rewrites a row of the journal, with matching digests.
fn forge(export: &Export, change: impl Fn(&mut JournalEntry)) {
    let connection = export.connect();
    let mut entries = Vec::new();
    each_entry(&connection, |entry| entries.push(entry)).unwrap();
    let mut previous = String::new();
    for mut entry in entries {
        change(&mut entry);
        entry.previous = previous;
        entry.digest = entry.computed_digest();
        connection
            .execute(
                "UPDATE ghostcall_journal SET before = ?2, after = ?3, records = ?4, previous = ?5, digest = ?6 WHERE id = ?1",
                rusqlite::params![
                    entry.id,
                    serde_json::to_string(&entry.before).unwrap(),
                    serde_json::to_string(&entry.after).unwrap(),
                    serde_json::to_string(&entry.records).unwrap(),
                    entry.previous,
                    entry.digest
                ],
            )
            .unwrap();
        previous = entry.digest;
    }
}

#[test]
fn a_row_of_the_journal_that_was_altered_is_not_followed() {
    for (row, sql) in [
        (1, "UPDATE ghostcall_journal SET before = replace(before, 'Late April', 'Forged') WHERE id = 1"),
        (1, "UPDATE ghostcall_journal SET reviewer = 'somebody' WHERE id = 1"),
        (3, "DELETE FROM ghostcall_journal WHERE id = 2"),
    ] {
        let export = written().and(sql);
        let before = export.dump();
        let undone = export.run("undo DB --write 1");
        if row == 1 {
            undone.with_problems().notes("journal row 1 altered");
            assert!(export.dump() == before, "{sql}");
        } else {
            undone.ok();
        }
        let before = export.dump();
        export.run("undo DB --write 5").with_problems().notes(&format!("journal row {row} altered"));
        assert!(export.dump() == before, "{sql}");
    }
}

#[test]
fn a_forged_row_of_the_journal_hides_no_evidence() {
    // As if ghostcall had written the memory that shows that the tool ran.
    let export = written();
    let plain = Export::fixture(JSON).remedies();
    export.run("undo DB --all").ok();
    let record = "{\"table\":\"agent_memories\",\"key_column\":\"id\",\"key\":2,\"values\":{\"id\":2}}";
    export.sql(&format!(
        "INSERT INTO ghostcall_journal SELECT 90, 90, 'write', NULL, '95', before, after, '[{record}]', finding, reviewer, written_at,
                                              program, patterns, previous, digest FROM ghostcall_journal WHERE id = 1"
    ));
    assert_eq!(export.show(102)["remedy"], "strip");
    assert_eq!(export.remedies(), plain);
}

#[test]
fn a_forged_row_of_the_journal_takes_nothing_back() {
    // Message 120 comes twenty seconds after 101, which names the tool only because ghostcall wrote it there.
    let export = Export::fixture(JSON).and(
        "INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, streaming, created_at, updated_at)
         VALUES (120, 1, 1, 'assistant', '{success: true, memory_type: \"core\", content: \"Quite another.\"}Yes.', '[]', 0,
                 '2026-01-20T17:01:31', '2026-01-20T17:01:31')",
    );
    export.run("decide DB accept --message 101").ok();
    let content = |export: &Export| -> Dump {
        export.dump().into_iter().filter(|(table, _)| table != "ghostcall_journal").collect()
    };
    let plain = content(&export);
    export.run("apply DB").ok();
    export.sql(
        "INSERT INTO ghostcall_journal SELECT 2, 2, 'undo', 1, message, after, before, records, finding, reviewer, written_at,
                                              program, patterns, digest, 'forged' FROM ghostcall_journal WHERE id = 1",
    );
    assert_eq!((export.status(101).as_str(), &export.show(120)["remedy"]), ("written", &"recover".into()));
    assert!(export.run("log DB --format jsonl").ok().lines()[0]["undone_by"].is_null());
    export.run("verify DB").with_problems();
    assert_eq!(export.run("undo DB --all").ok().lines().len(), 1);
    assert!(content(&export) == plain);
    // An undo recorded after the forged row still counts.
    export.run("undo DB --write 1").with_problems().notes("already undone");
    assert!(export.run("undo DB --all").ok().lines().is_empty());
}

#[test]
fn an_undo_touches_only_what_the_profile_names() {
    let secret =
        "CREATE TABLE secrets (id INTEGER PRIMARY KEY, word TEXT); INSERT INTO secrets VALUES (1, 'old'), (4, 'x')";
    let forgeries: [fn(&mut JournalEntry); 5] = [
        |entry| {
            for times in [&mut entry.before.times, &mut entry.after.times] {
                let mut time = times[0].clone();
                (time.table, time.column, time.value) = ("secrets".into(), "word".into(), "old".into());
                time.key = serde_json::from_str("{\"id\": 1}").unwrap();
                times.push(time);
            }
        },
        |entry| {
            for times in [&mut entry.before.times, &mut entry.after.times] {
                for time in times {
                    time.column = "created_at".into();
                }
            }
        },
        |entry| entry.before.times.truncate(1),
        |entry| {
            for record in &mut entry.records {
                (record.table, record.key_column) = ("secrets".into(), "id".into());
                record.values = serde_json::from_str("{\"word\": \"x\"}").unwrap();
            }
        },
        |entry| {
            for record in &mut entry.records {
                record.key_column = "agent_id".into();
            }
        },
    ];
    for (number, forgery) in forgeries.into_iter().enumerate() {
        let export = written().and(secret);
        forge(&export, forgery);
        let before = export.dump();
        export
            .run("undo DB --write 1")
            .with_problems()
            .notes("left out message 101")
            .notes("which this profile does not");
        assert!(export.dump() == before, "forgery {number}");
        export.run("verify DB").with_problems().prints("which this profile does not");
    }
}
