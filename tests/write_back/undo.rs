//! Undo restores everything, or changes nothing if the message has changed since.

use rusqlite::types::Value as Cell;

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";
const CHAT: &str = "SELECT updated_at FROM chats WHERE id = 1";

fn written() -> Export {
    let export = Export::fixture(JSON);
    export.accept_and_apply();
    export
}

/// Asserts that after `change` the write-back of message 101 is reported and not undone.
#[track_caller]
fn assert_left(change: &str, output: &str) {
    let export = written();
    export.sql(change);
    let before = export.dump();
    export.run("undo DB --write 1").with_problems().notes("left out message 101").notes(output);
    assert_eq!(export.dump(), before, "{change}");
    // The others are undone all the same.
    let all = export.run("undo DB --all");
    all.with_problems().notes("left out message 101");
    assert_eq!(all.lines().len(), 5, "{change}");
    assert_eq!(export.number("SELECT count(*) FROM ghostcall_journal"), 6 + 5);
    let about = "SELECT count(*) FROM ghostcall_journal WHERE message = '101'";
    assert_eq!(export.number(about), 1, "the journal tells only what happened");
}

#[test]
fn what_changed_since_is_left_alone_and_named() {
    assert_left("UPDATE messages SET content = content || ' More.' WHERE id = 101", "its text");
    assert_left("UPDATE messages SET tools_used = '[\"save_memory\", \"x\"]' WHERE id = 101", "its tools");
    assert_left("UPDATE messages SET updated_at = '2030-01-01T00:00:00' WHERE id = 101", "its updated_at");
    assert_left("UPDATE agent_memories SET content = 'Edited.' WHERE id = 4", "agent_memories 4");
    assert_left("UPDATE agent_memories SET memory_type = 1 WHERE id = 4", "agent_memories 4");
    assert_left("UPDATE agent_memories SET discarded_at = '2026-04-01T00:00:00' WHERE id = 4", "agent_memories 4");
    assert_left("DELETE FROM agent_memories WHERE id = 4", "agent_memories 4");
    assert_left("DELETE FROM messages WHERE id = 101", "the message is gone");
}

#[test]
fn a_chat_that_moved_on_is_no_reason_to_refuse_and_keeps_its_time() {
    let export = written();
    export.sql("UPDATE chats SET updated_at = '2030-01-01T00:00:00' WHERE id = 1");
    let before = Export::fixture(JSON).dump();
    export.run("undo DB --all").ok();
    assert_eq!(export.text(CHAT), "2030-01-01T00:00:00");
    export.sql("UPDATE chats SET updated_at = '2026-01-24T08:00:00' WHERE id = 1");
    assert_eq!(export.dump(), before, "all else is as it was");
}

#[test]
fn undone_in_any_order_all_is_as_it_was() {
    let before = Export::fixture(JSON).dump();
    for order in [[1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1], [3, 1, 6, 2, 5, 4], [2, 4, 6, 1, 3, 5]] {
        let export = written();
        for write in order {
            export.run(&format!("undo DB --write {write}")).ok();
        }
        assert_eq!(export.dump(), before, "{order:?}");
    }
}

#[test]
fn runs_undone_in_any_order_bring_the_time_of_their_chat_back() {
    // With a fraction, so that each run has a different time.
    let export =
        || Export::fixture(JSON).and("UPDATE chats SET updated_at = '2026-01-24T08:00:00.000001' WHERE id = 1");
    let before = export().dump();
    for order in [[1, 2, 3], [2, 1, 3], [3, 1, 2], [2, 3, 1]] {
        let export = export();
        for message in [101, 104, 105] {
            export.run(&format!("decide DB accept --message {message}")).ok();
            export.run("apply DB").ok();
        }
        for write in order {
            export.run(&format!("undo DB --write {write}")).ok();
        }
        assert_eq!(export.dump(), before, "{order:?}");
    }
}

#[test]
fn an_undo_between_two_moves_of_the_application_loses_neither() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB").ok();
    export.sql("UPDATE chats SET updated_at = '2026-06-01T00:00:00' WHERE id = 1");
    export.run("decide DB accept --message 104").ok();
    export.run("apply DB").ok();
    export.run("undo DB --write 1").ok();
    assert!(export.text(CHAT).as_str() > "2026-06-01T00:00:00", "the second write-back is in effect");
    export.run("undo DB --write 2").ok();
    assert_eq!(export.text(CHAT), "2026-06-01T00:00:00", "the application's own time comes back");
}

#[test]
fn the_last_ones_are_taken_back_latest_first() {
    let export = written();
    let undone = export.run("undo DB --last 1").ok().lines();
    assert_eq!(undone.len(), 1, "one, unless more are asked for");
    assert_eq!(undone[0]["message"], 111);
    let undone = export.run("undo DB --last 3").ok().lines();
    let messages: Vec<_> = undone.iter().map(|done| done["message"].as_i64().unwrap()).collect();
    assert_eq!(messages, [105, 104, 103]);
    export.run("undo DB --last 99").ok();
    assert_eq!(export.dump(), Export::fixture(JSON).dump());
    export.run("undo DB").ok().notes("Nothing to undo");
}

#[test]
fn write_backs_are_named_by_their_numbers_in_the_log() {
    let export = written();
    let undone = export.run("undo DB --write 2 4").ok().lines();
    let messages: Vec<_> = undone.iter().map(|done| done["message"].as_i64().unwrap()).collect();
    assert_eq!(messages, [104, 102]);
    export.run("undo DB --write 2").with_problems().notes("already undone");
    export.run("undo DB --write 77").with_problems().notes("no such write-back");
    export.run("undo DB --write 7").with_problems().notes("no such write-back");
    export.run("undo DB --write 1 77").with_problems().notes("write-back 77");
    assert_eq!(export.status(101), "pending", "the one that is there is taken back");
}

#[test]
fn what_is_in_the_way_is_refused() {
    let export = written();
    assert!(export.run("undo DB --last 0").refused().contains("--last"));
    export.run("undo DB --last 2 --all").ended(2);
    export.run("undo DB --write 1 --all").ended(2);
}

#[test]
fn a_decision_whose_write_was_taken_back_is_pending_with_its_edit_kept() {
    let export = Export::fixture(JSON);
    export.run_with("decide DB accept --message 101 --memory", &["Beans in late April."]).ok();
    assert_eq!(export.status(101), "edited");
    export.run("apply DB").ok();
    assert_eq!(export.status(101), "written");
    export.run("undo DB").ok();
    let found = export.show(101);
    assert_eq!(found["status"], "pending");
    assert_eq!(found["records"][0]["values"]["content"], "Beans in late April.", "the edit is kept as a draft");
    export.run("apply DB").ok().notes("Nothing to write");
    export.run("decide DB accept --message 101").ok();
    assert_eq!(export.status(101), "edited", "what was edited before is accepted with it");
}

#[test]
fn a_sibling_row_goes_with_its_record() {
    let export = Export::fixture(JSON);
    let before = export.dump();
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB --record-tool sibling_row").ok();
    let sibling = export.number("SELECT max(id) FROM messages");
    export.sql(&format!("UPDATE messages SET content = 'Taken up.' WHERE id = {sibling}"));
    export.run("undo DB").with_problems().notes(&format!("messages {sibling}"));
    assert_eq!(export.number("SELECT count(*) FROM agent_memories"), 4, "wholly or not at all");
    export.sql(&format!("UPDATE messages SET content = '' WHERE id = {sibling}"));
    export.run("undo DB").ok();
    assert_eq!(export.dump(), before);
}

#[test]
fn a_record_that_others_refer_to_by_now_is_left_with_all_that_belongs_to_it() {
    let export = written();
    export.sql("CREATE TABLE links (memory_id INTEGER REFERENCES agent_memories(id)); INSERT INTO links VALUES (4);");
    let before = export.dump();
    export.run("undo DB --write 1").with_problems().notes("a row of links refers to agent_memories 4");
    assert_eq!(export.dump(), before);
    assert_eq!(export.number("SELECT count(*) FROM ghostcall_journal"), 6);
    export.run("undo DB --all").with_problems();
    let previous = "SELECT count(*) FROM ghostcall_journal AS a JOIN ghostcall_journal AS b ON b.id = a.id + 1
                    WHERE b.previous <> a.digest";
    assert_eq!(export.number(previous), 0, "the chain has no gap");
}

#[test]
fn a_text_that_was_replaced_with_nothing_comes_back() {
    let export = Export::fixture(JSON);
    let before = export.dump();
    export.run_with("decide DB accept --message 101 --cleaned", &[""]).ok();
    export.run("apply DB").ok();
    assert_eq!(export.cell("SELECT content FROM messages WHERE id = 101"), Cell::Text(String::new()));
    export.run("undo DB").ok();
    assert_eq!(export.dump(), before);
}
