//! Batches: what one run wrote is listed, named and undone as one.

use serde_json::{Value, json};

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

/// Two batches: one decided by a filter, one message by message.
fn two_batches() -> Export {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --remedy recover --reviewer bo").ok();
    export.run_with("apply DB --reviewer cy", &["--name", "what was lost"]).ok();
    export.run("decide DB accept --all").ok();
    export.run("apply DB").ok();
    export
}

fn batches(export: &Export) -> Vec<Value> {
    export.run("log DB --batches --format jsonl").ok().lines()
}

fn in_effect(export: &Export) -> Vec<usize> {
    batches(export).iter().map(|batch| usize::try_from(batch["standing"].as_i64().unwrap()).unwrap()).collect()
}

#[test]
fn a_batch_says_what_it_is_who_decided_it_and_how() {
    let export = two_batches();
    let all = batches(&export);
    assert_eq!(all.len(), 2);
    let first = &all[0];
    assert_eq!(
        (&first["batch"], &first["kind"], &first["name"]),
        (&json!(1), &json!("write"), &json!("what was lost"))
    );
    assert_eq!((&first["reviewer"], &first["decided_by"]), (&json!("cy"), &json!(["bo"])));
    assert_eq!(first["selections"], json!([{"filter": "--remedy recover"}]));
    assert_eq!(first["remedies"]["recover"], first["findings"]);
    assert_eq!(first["findings"], first["standing"]);
    assert_eq!((&all[1]["name"], &all[1]["selections"]), (&Value::Null, &json!([{"filter": "--all"}])));
    let shown = export.run("log DB --format table");
    let shown = shown.ok();
    for expected in ["decided by", "what was lost: ", "--remedy recover"] {
        assert!(shown.stdout.contains(expected), "{expected}\n{}", shown.stdout);
    }
    let one = export.run("log DB --batch 2 --format jsonl").ok().lines();
    assert!(one.iter().all(|row| row["batch"] == 2) && all[1]["findings"] == one.len(), "{one:?}");
    assert!(export.run("log DB --batch 7").refused().contains("no batch 7"));
}

#[test]
fn undo_takes_the_last_batch_back_and_then_the_one_before() {
    let before = Export::fixture(JSON).dump();
    let export = two_batches();
    let counts = in_effect(&export);
    assert!(counts.iter().all(|count| *count > 1), "{counts:?}");
    export.run("undo DB").ok();
    assert_eq!(in_effect(&export), [counts[0], 0, 0]);
    export.run("undo DB").ok();
    assert_eq!(in_effect(&export)[..2], [0, 0]);
    assert_eq!(export.dump(), before);
    export.run("undo DB").ok().notes("Nothing to undo");
}

#[test]
fn a_batch_is_undone_by_its_number_as_far_as_it_is_in_effect() {
    let export = two_batches();
    let counts = in_effect(&export);
    export.run("undo DB --write 1").ok();
    let undone = export.run("undo DB --batch 1").ok().lines();
    assert_eq!(undone.len(), counts[0] - 1);
    assert_eq!(in_effect(&export)[..2], [0, counts[1]]);
    export.run("undo DB --batch 1").ok().notes("Nothing to undo");
    let refused = export.run("undo DB --batch 9").refused();
    assert!(refused.contains("no batch 9"), "{refused}");
    // The third run was an undo and wrote nothing.
    assert!(export.run("undo DB --batch 3").refused().contains("no batch 3 of write-backs"));
    export.run("undo DB --last 1").ok();
    assert_eq!(in_effect(&export)[1], counts[1] - 1);
}

#[test]
fn a_decision_that_was_reset_lends_a_batch_no_filter() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    export.run("decide DB reset --all").ok();
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB").ok();
    assert_eq!(batches(&export)[0]["selections"], json!([]));
}

#[test]
fn a_journal_of_before_has_batches_too() {
    let export = two_batches();
    // Earlier versions stored neither `decided` nor `batch` with a finding.
    let sql = "SELECT count(*) FROM ghostcall_journal WHERE finding LIKE '%\"decided\":%'";
    assert!(export.number(sql) > 2);
    export.sql("DELETE FROM ghostcall_journal WHERE batch = 2");
    export.sql("UPDATE ghostcall_journal SET finding = json_remove(finding, '$.decided', '$.batch')");
    let all = batches(&export);
    assert_eq!((&all[0]["decided_by"], &all[0]["name"], &all[0]["reviewer"]), (&json!([]), &Value::Null, &json!("cy")));
}
