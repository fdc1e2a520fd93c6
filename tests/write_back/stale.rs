//! What changed between a decision and its write-back.

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

fn decided() -> Export {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    export
}

#[test]
fn a_message_that_changed_since_is_stale_and_the_others_are_written() {
    let export = decided();
    export.sql("UPDATE messages SET content = content || ' P.S. Or May.' WHERE id = 101");
    let text = export.text("SELECT content FROM messages WHERE id = 101");
    assert_eq!(export.status(101), "stale");
    export.run("apply DB --dry-run").with_problems().notes("left out message 101: changed since decided");
    let report = export.run("apply DB");
    report.with_problems().notes("left out message 101: changed since decided");
    assert_eq!(report.lines().len(), 5);
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 101"), text);
    assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content LIKE 'Beans%'"), 0);
    let stale = export.run("scan DB --status stale").ok().lines();
    assert_eq!(stale.iter().map(|found| &found["message_id"]).collect::<Vec<_>>(), [101]);

    // Decided again, it is written in its current form.
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB").ok();
    let now = export.text("SELECT content FROM messages WHERE id = 101");
    assert_eq!(now, "Late April it is.\n\nI will stop asking. P.S. Or May.");
}

#[test]
fn a_rejected_message_that_changed_since_is_stale_too_and_never_written() {
    let export = Export::fixture(JSON);
    export.run("decide DB reject --message 101").ok();
    export.sql("UPDATE messages SET content = content || ' P.S.' WHERE id = 101");
    assert_eq!(export.status(101), "stale");
    export.run("apply DB").ok().notes("Nothing to write");
}

#[test]
fn a_message_that_is_gone_is_named() {
    let export = decided();
    export.sql("DELETE FROM messages WHERE id = 101");
    let report = export.run("apply DB");
    report.with_problems().notes("left out message 101: message deleted");
    assert_eq!(report.lines().len(), 5);
    export.run("decide DB reset --message 101").ok().prints("reset 1 finding");
    export.run("apply DB").ok().notes("Nothing to write");
    assert!(export.run("decide DB reset --message 101").refused().contains("no message 101"));
}

#[test]
fn what_is_no_longer_read_or_has_lost_its_agent_is_named_as_that() {
    for (change, what) in [
        ("UPDATE messages SET role = 'user' WHERE id = 101", "not of an assistant"),
        ("DELETE FROM agents", "no agent to own the record"),
    ] {
        let export = decided();
        export.sql(&format!("PRAGMA foreign_keys = OFF; {change}"));
        export.run("apply DB --dry-run").with_problems().notes("left out message 101").notes(what);
    }
}

#[test]
fn a_text_that_became_null_is_stale() {
    let export = decided();
    export.sql("UPDATE messages SET content = NULL WHERE id = 101");
    export.run("apply DB").with_problems().notes("left out message 101: changed since decided");
}

#[test]
fn an_equal_memory_that_came_to_be_meanwhile_is_not_written_twice() {
    for discarded in ["NULL", "'2026-02-02T00:00:00'"] {
        let export = decided();
        export.sql(&format!(
            "INSERT INTO agent_memories VALUES
             (50, 1, '  Beans go in late April; told me twice, do not ask again. ', 0, 0, {discarded}, '2026-02-01T00:00:00', '2026-02-01T00:00:00')"
        ));
        export.run("apply DB").with_problems().notes("identical record added meanwhile (agent_memories 50)");
        assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content LIKE '%Beans%'"), 1);
        assert!(export.text("SELECT content FROM messages WHERE id = 101").starts_with('{'), "nor is its text touched");
        assert_eq!(export.show(101)["claims"][0]["remedy"], "strip", "by now the evidence says that it is there");
    }
}

#[test]
fn a_memory_of_another_agent_or_type_is_not_equal() {
    let export = decided();
    export.sql(
        "INSERT INTO agent_memories VALUES
         (50, 2, 'Beans go in late April; told me twice, do not ask again.', 0, 0, NULL, '2026-02-01T00:00:00', NULL),
         (51, 1, 'Beans go in late April; told me twice, do not ask again.', 1, 0, NULL, '2026-02-01T00:00:00', NULL)",
    );
    export.run("apply DB").ok();
    assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content LIKE 'Beans%'"), 3);
}

#[test]
fn tools_that_were_recorded_meanwhile_are_kept() {
    let export = decided();
    export.sql("UPDATE messages SET tools_used = '[\"web_fetch\"]' WHERE id = 101");
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT tools_used FROM messages WHERE id = 101"), "[\"web_fetch\", \"save_memory\"]");
}

#[test]
fn a_chat_that_was_discarded_meanwhile_takes_its_messages_out_of_the_write_back() {
    let export = decided();
    export.sql("UPDATE chats SET discarded_at = '2026-05-01T00:00:00' WHERE id = 1");
    let before = export.dump();
    let report = export.run("apply DB");
    report.with_problems().notes("left out message 102").notes("left out message 103").notes("--include-discarded");
    assert!(report.lines().is_empty());
    assert_eq!(export.dump(), before, "no text is emptied");
    export.run("apply DB --include-discarded").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 103"), "The plan is up to date.");
}

#[test]
fn a_message_that_is_being_written_again_is_left_alone() {
    let export = decided();
    export.sql("UPDATE messages SET streaming = 1 WHERE id IN (101, 103)");
    let before = export.rows("SELECT * FROM messages WHERE id IN (101, 103)");
    export.run("apply DB").with_problems().notes("left out message 101").notes("left out message 103");
    assert_eq!(export.rows("SELECT * FROM messages WHERE id IN (101, 103)"), before);
}

#[test]
fn a_written_message_that_the_application_changes_afterwards_is_not_written_again() {
    let export = decided();
    export.run("apply DB").ok();
    export.sql("UPDATE messages SET content = 'Corrected by hand.' WHERE id = 101");
    let before = export.dump();
    export.run("apply DB").ok().notes("Nothing to write");
    assert_eq!(export.dump(), before);
}

#[test]
fn a_written_message_that_holds_a_new_payload_is_proposed_decided_and_written_anew() {
    let export = decided();
    export.run("apply DB").ok();
    let second = r#"{success: true, memory_type: "core", content: "New."}Hi."#;
    export.sql(&format!("UPDATE messages SET content = '{second}' WHERE id = 101"));
    assert_eq!(export.status(101), "pending");
    export.run("apply DB").ok().notes("Nothing to write");
    export.run("decide DB accept --message 101").ok();
    assert_eq!(export.status(101), "accepted");
    export.run("apply DB").ok().notes("Wrote 1 finding");
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 101"), "Hi.");
    export.run("apply DB").ok().notes("Nothing to write");

    // The second write is undone; the first is not, because the application has changed the text since.
    export.run("undo DB").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 101"), second);
    assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content = 'New.'"), 0);
    export.run("undo DB --all").with_problems().notes("left out message 101: changed since it was written");
}

#[test]
fn a_record_goes_to_the_agent_and_on_the_evidence_that_were_approved() {
    for (change, expected) in [
        ("agent_id = 2", "changed since decided: its agent"),
        ("tools_used = '[\"save_memory\"]'", "save_memory was recorded"),
    ] {
        let export = decided();
        export.sql(&format!("UPDATE messages SET {change} WHERE id = 101"));
        let memories = "SELECT count(*) FROM agent_memories WHERE content LIKE 'Beans%'";
        export.run("apply DB").with_problems().notes("left out message 101").notes(expected);
        assert_eq!(export.number(memories), 0);
    }
}

#[test]
fn what_the_evidence_shows_otherwise_now_is_not_written() {
    let statements = "UPDATE messages SET tools_used = '[\"create_reminder\"]' WHERE id = 100";
    let call = "INSERT INTO tool_calls (message_id, tool_call_id, name, arguments, created_at, updated_at)
                SELECT 131, 'call_9', 'save_memory', json_object('memory_type', 'journal', 'content', 'Something else'),
                       created_at, created_at FROM messages WHERE id = 131";
    for (sample, message, change) in [("statements.db", 100, statements), ("helix-kit.db", 131, call)] {
        let export = Export::sample(sample);
        export.run(&format!("decide DB accept --message {message}")).ok();
        let text = format!("SELECT content FROM messages WHERE id = {message}");
        let before = export.text(&text);
        export.sql(change);
        for command in ["apply DB --dry-run", "apply DB"] {
            export.run(command).with_problems().notes("changed since decided: the evidence (not executed when");
        }
        assert_eq!(export.text(&text), before, "{sample}");
    }
}

#[test]
fn a_text_that_relied_on_a_stored_record_stays_where_the_record_is_gone() {
    let export = Export::sample("helix-kit.db");
    let stored = "INSERT INTO agent_memories (agent_id, content, memory_type, created_at, updated_at)
                  SELECT 1, substr(content, instr(content, 'content: \"') + 10,
                                   instr(content, '\"}') - instr(content, 'content: \"') - 10),
                         0, created_at, created_at FROM messages WHERE id = 131";
    export.sql(stored);
    export.run("decide DB accept --message 131").ok();
    export.sql("DELETE FROM agent_memories WHERE id = (SELECT max(id) FROM agent_memories)");
    let text = "SELECT content FROM messages WHERE id = 131";
    let before = export.text(text);
    export.run("apply DB").with_problems().notes("the evidence (executed when it was decided");
    assert_eq!(export.text(text), before);
}
