//! Approval by a second reviewer: where it is required, only approved findings are written.

use serde_json::json;

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

#[test]
fn only_what_another_reviewer_approved_is_written() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101 102 104 --reviewer ana").ok();
    export.run("decide DB approve --message 101 --reviewer bo").ok().prints("approved 1 finding");
    let dry = export.run("apply DB --require-approval --dry-run");
    dry.with_problems().notes("left out message 104: not approved by another reviewer yet");
    export.run("apply DB --require-approval --reviewer cy").with_problems().notes("left out message 102");
    assert_eq!([101, 102, 104].map(|key| export.status(key)), ["written", "accepted", "accepted"]);
    let batch = &export.run("log DB --batches --format jsonl").ok().lines()[0];
    assert_eq!(
        (&batch["decided_by"], &batch["approved_by"], &batch["reviewer"]),
        (&json!(["ana"]), &json!(["bo"]), &json!("cy"))
    );
    export.run("log DB --format table").ok().prints("approved by bo");
    let kinds: Vec<_> = export.run("log DB --format jsonl").ok().lines();
    assert!(kinds.iter().any(|line| line["kind"] == "approve" && line["reviewer"] == "bo" && line["message"] == 101));
    // Without `--require-approval`, every accepted finding is written.
    export.run("apply DB").ok();
    assert_eq!(export.status(102), "written");
}

#[test]
fn nobody_approves_their_own_and_what_is_left_is_counted() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101 --reviewer ana").ok();
    export.run("decide DB accept --message 102 --reviewer bo").ok();
    export.run("decide DB reject --message 104 --reviewer ana").ok();
    let refused = export.run("decide DB approve --message 101 --reviewer ana").refused();
    assert!(refused.contains("you accepted it yourself"), "{refused}");
    let refused = export.run("decide DB approve --message 101 --reviewer Ana").refused();
    assert!(refused.contains("you accepted it yourself"), "{refused}");
    assert!(export.run("decide DB approve --message 104 --reviewer bo").refused().contains("not accepted (rejected)"));
    assert!(export.run("decide DB approve --all --note x").refused().contains("changes nothing in a decision"));
    let output = export.run("decide DB approve --all --dry-run --reviewer ana");
    output.ok().prints("1 finding would be approved").prints("you accepted it yourself");
    export.run("decide DB approve --all --reviewer ana").ok().prints("approved 1 finding");
    export.run("decide DB approve --all --reviewer cy").ok().prints("already approved by ana");
}

#[test]
fn who_approves_sees_the_record_that_will_be_written() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101 --record-time now --record-tool none --reviewer ana").ok();
    let exported = export.run("export DB").ok().lines()[0].clone();
    let shown = export.run("show DB 101 --format json --reviewer bo").json();
    let listed = export.run("scan DB --format jsonl").ok().lines();
    let listed = listed.iter().find(|finding| finding["message_id"] == 101).unwrap();
    for finding in [&shown, listed] {
        assert_eq!(finding["records"], exported["records"], "{finding}");
        assert_eq!(finding["tools_used_after"], finding["tools_used"]);
        assert_eq!(finding["record_time"], "now");
    }
}

#[test]
fn a_decision_that_is_made_anew_wants_a_new_approval() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101 --reviewer ana").ok();
    export.run("decide DB approve --message 101 --reviewer bo").ok();
    export.run("decide DB accept --message 101 --as strip --reviewer ana").ok();
    export.run("apply DB --require-approval").with_problems().notes("not approved");
    export.run("decide DB approve --all --reviewer bo").ok().prints("approved 1 finding");
    export.run("apply DB --require-approval").ok().notes("Wrote 1 finding");
}

#[test]
fn the_rule_can_be_in_the_configuration() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101 --reviewer ana").ok();
    let file = export.file("team.json5");
    std::fs::write(&file, "{require_approval: true}").unwrap();
    let line = format!("apply DB --config {}", file.display());
    export.run(&line).with_problems().notes("not approved by another reviewer yet");
    export.run("decide DB approve --message 101 --reviewer bo").ok();
    export.run(&line).ok();
}

#[test]
fn a_reviewer_without_a_name_is_who_is_logged_in() {
    let export = Export::fixture("helix_kit_db_to_sqlite");
    export.run_with("decide DB accept --message 101 --reviewer", &["  "]).ok();
    export.run_with("decide DB approve --all --reviewer", &[" \t"]).ok().prints("you accepted it yourself");
    export.run_with("decide DB accept --message 104 --reviewer", &["ana\nben"]).ok();
    export.run("show DB 104").ok().prints("by ana");
    assert!(!export.run("show DB 104").ok().stdout.contains("\nben"));
}
