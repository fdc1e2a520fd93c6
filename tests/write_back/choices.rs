//! What a reviewer chose is written, even if the choice was made in an earlier command.

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

#[test]
fn the_time_and_the_place_that_were_decided_are_written() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101 --record-time now --record-tool none").ok();
    assert_eq!(export.show(101)["record_tool"], "none", "what is accepted is shown as it will be written");
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT tools_used FROM messages WHERE id = 101"), "[]");
    let created = export.text("SELECT created_at FROM agent_memories ORDER BY id DESC LIMIT 1");
    assert!(!created.starts_with("2026-01-20"), "{created}");
}

#[test]
fn who_writes_may_choose_otherwise() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101 --record-time now").ok();
    export.run("apply DB --record-time message").ok();
    let created = export.text("SELECT created_at FROM agent_memories ORDER BY id DESC LIMIT 1");
    assert_eq!(created, "2026-01-20T17:01:11.123456");
}

#[test]
fn what_was_edited_and_taken_back_is_not_accepted_in_bulk_as_it_was_proposed() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101 --memory Edited.").ok();
    export.run("apply DB").ok();
    export.run("undo DB").ok();
    let output = export.run("decide DB accept --all");
    assert!(output.ok().stdout.contains("left 1 finding: edited, but not decided yet"), "{}", output.stdout);
    assert_eq!(export.status(101), "pending");
}

#[test]
fn a_list_of_tools_in_bytes_is_not_taken_for_an_empty_one() {
    let export = Export::fixture(JSON).and("UPDATE messages SET tools_used = X'5b2261225d' WHERE id = 101");
    let found = export.show(101);
    assert_eq!((&found["claims"][0]["verdict"], &found["remedy"]), (&"unclear".into(), &"review".into()));
}
