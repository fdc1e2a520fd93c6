//! The options that change what is found or written, and the backup.

use std::os::unix::fs::PermissionsExt as _;

use rusqlite::types::Value as Cell;

use crate::support::{Export, dump};

const JSON: &str = "helix_kit_db_to_sqlite";

fn accepted(message: i64) -> Export {
    let export = Export::fixture(JSON);
    export.run(&format!("decide DB accept --message {message}")).ok();
    export
}

fn backups(export: &Export) -> Vec<String> {
    export.files().into_iter().filter(|name| name.contains(".backup-")).collect()
}

#[test]
fn a_record_may_be_dated_now() {
    let export = accepted(101);
    let dated = |options: &str| {
        let preview = export.run(&format!("apply DB --dry-run {options}")).ok().lines();
        preview[0]["rows"][0]["values"]["created_at"].as_str().unwrap().to_owned()
    };
    assert_eq!(dated(""), "2026-01-20T17:01:11.123456");
    assert_eq!(dated("--record-time message"), "2026-01-20T17:01:11.123456");
    export.run("apply DB --record-time now").ok();
    let created = export.text("SELECT created_at FROM agent_memories WHERE id = 4");
    assert!(created.as_str() > "2026-01-20T17:01:12", "{created}");
    // It was decided before it was written.
    assert!(created < export.text("SELECT updated_at FROM agent_memories WHERE id = 4"), "{created}");
}

#[test]
fn an_old_journal_entry_expires_only_with_its_own_date() {
    let export = Export::fixture(JSON);
    let warned = |options: &str| {
        let found = export.run(&format!("show DB 101 --format json {options}")).ok().json();
        found["warnings"].as_array().unwrap().contains(&"expired_record".into())
    };
    assert!(warned(""));
    assert!(!warned("--record-time now"));
}

#[test]
fn the_tool_may_be_recorded_in_a_row_next_to_the_message() {
    let export = accepted(101);
    export.run("apply DB --record-tool sibling_row").ok();
    assert_eq!(export.text("SELECT tools_used FROM messages WHERE id = 101"), "[]", "the message keeps its own");
    let sibling = export
        .rows("SELECT chat_id, agent_id, user_id, role, content, tools_used, created_at FROM messages WHERE id > 113");
    let text = |value: &str| Cell::Text(value.to_owned());
    let expected = [
        Cell::Integer(1),
        Cell::Integer(1),
        Cell::Null,
        text("assistant"),
        text(""),
        text("[\"save_memory\"]"),
        text("2026-01-20T17:01:10.123456"),
    ];
    assert_eq!(sibling, [expected]);
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 101"), "Late April it is.\n\nI will stop asking.");
    assert!(!export.remedies().iter().any(|(id, _)| *id == 101 || *id > 113));
    let found = export.run("show DB 101 --format json --record-tool sibling_row").ok().json();
    assert_eq!(found["tools_used_after"], serde_json::json!([]));
}

#[test]
fn the_tool_may_be_recorded_nowhere() {
    let export = accepted(101);
    export.run("apply DB --record-tool none").ok();
    assert_eq!(export.text("SELECT tools_used FROM messages WHERE id = 101"), "[]");
    assert_eq!(export.number("SELECT count(*) FROM messages WHERE id > 113"), 0);
    assert_eq!(export.number("SELECT count(*) FROM agent_memories"), 4);
    assert!(!export.remedies().iter().any(|(id, _)| *id == 101));
}

#[test]
fn options_come_from_the_environment_too_and_the_command_line_wins() {
    let export = accepted(101);
    let tools = |line: &str| {
        let output = export.command(line).env("GHOSTCALL_RECORD_TOOL", "none").output().unwrap();
        let preview: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        preview["tools_after"].clone()
    };
    assert_eq!(tools("apply DB --dry-run"), serde_json::Value::Null);
    assert_eq!(tools("apply DB --dry-run --record-tool same_row"), "[\"save_memory\"]");
}

#[test]
fn without_a_name_the_reviewer_is_who_is_logged_in() {
    let export = Export::fixture(JSON);
    let mut command = export.command("decide DB reject --message 101");
    // Not the name in `USER`, which anybody can set.
    let output = command.env_remove("GHOSTCALL_REVIEWER").env("USER", "somebody else").output().unwrap();
    assert!(output.status.success());
    let login = std::process::Command::new("id").arg("-un").output().unwrap();
    assert_eq!(export.show(101)["decision"]["reviewer"], String::from_utf8(login.stdout).unwrap().trim());
}

#[test]
fn discarded_chats_are_read_and_written_only_when_asked_for() {
    let export = Export::fixture(JSON);
    assert!(!export.remedies().iter().any(|(id, _)| *id == 109));
    assert!(export.run("decide DB accept --message 109").refused().contains("109"));
    export.run("decide DB accept --message 109 --include-discarded").ok();
    let before = export.dump();
    export.run("apply DB").with_problems().notes("left out message 109");
    assert_eq!(export.dump(), before);
    export.run("apply DB --include-discarded").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 109"), "ok");
    export.run("undo DB --all").ok();
    assert_eq!(export.dump(), before, "taking back needs no option");
}

#[test]
fn a_stamp_alone_is_a_finding_only_when_asked_for() {
    let export =
        Export::fixture(JSON).and("UPDATE messages SET content = '[2026-01-27 11:00] Plain answer.' WHERE id = 113;");
    assert!(!export.remedies().iter().any(|(id, _)| *id == 113));
    let found = export.run("scan DB --stamps").ok().lines();
    let stamp = found.iter().find(|found| found["message_id"] == 113).expect("the stamp is listed");
    assert_eq!((&stamp["remedy"], &stamp["cleaned"]), (&"strip".into(), &"Plain answer.".into()));
    assert_eq!(stamp["claims"][0]["kind"], "stamp");
    export.run("decide DB accept --message 113 --stamps").ok();
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 113"), "Plain answer.");
}

#[test]
fn findings_that_are_less_sure_can_be_left_out() {
    let export = Export::fixture(JSON);
    let all = export.scan();
    let sure = |found: &serde_json::Value| {
        // A stamp is certain, but says nothing about the claims after it.
        let claims = found["claims"].as_array().unwrap().iter().filter(|claim| claim["kind"] != "stamp");
        claims.map(|claim| claim["confidence"].as_f64().unwrap()).fold(0.0, f64::max)
    };
    let mut levels: Vec<f64> = all.iter().map(sure).collect();
    levels.sort_by(f64::total_cmp);
    let middle = levels[levels.len() - 1];
    let left = export.run(&format!("scan DB --min-confidence {middle}")).ok().lines();
    assert_eq!(left.len(), levels.iter().filter(|level| **level >= middle).count());
    assert!(export.run("scan DB --min-confidence 1").ok().lines().len() <= left.len());
    for odd in ["lots", "nan", "7", "-1", ""] {
        export.run(&format!("scan DB --min-confidence={odd}")).ended(2);
    }
}

#[test]
fn the_backup_is_the_database_as_it_was() {
    for export in [accepted(101), accepted(101).with_wal()] {
        let before = export.dump();
        let report = export.run("apply DB");
        report.ok();
        let names = backups(&export);
        assert_eq!(names.len(), 1);
        report.notes(&names[0]);
        let path = export.file(&names[0]);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let backup = rusqlite::Connection::open(&path).unwrap();
        assert_eq!(dump(&backup), before);
        let check: String = backup.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(check, "ok");
    }
}

#[test]
fn no_backup_is_made_where_none_is_wanted_or_nothing_is_written() {
    let export = accepted(101);
    export.run("apply DB --dry-run").ok();
    assert!(backups(&export).is_empty());
    export.run("apply DB --no-backup").ok();
    assert!(backups(&export).is_empty());
    export.run("apply DB").ok();
    assert!(backups(&export).is_empty(), "there was nothing to write");
}

#[test]
fn each_run_makes_a_backup_of_its_own() {
    let export = accepted(101);
    export.run("apply DB").ok();
    export.run("decide DB accept --message 104").ok();
    export.run("apply DB").ok();
    assert_eq!(backups(&export).len(), 2);
}

#[test]
fn the_review_file_is_private() {
    let export = accepted(101);
    assert_eq!(std::fs::metadata(export.review()).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_dry_run_shows_the_cells_as_the_database_would_hold_them() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    let preview = export.run("apply DB --dry-run --format json").ok().json();
    let first = preview.as_array().unwrap().iter().find(|write| write["message"] == 101).unwrap();
    assert_eq!(first["text_after"], "Late April it is.\n\nI will stop asking.");
    assert_eq!((&first["tools_before"], &first["tools_after"]), (&"[]".into(), &"[\"save_memory\"]".into()));
    assert_eq!(first["rows"][0]["table"], "agent_memories");
    assert_eq!(first["rows"][0]["values"]["memory_type"], 0, "the number, not the label");
    assert_eq!(first["times"].as_array().map(Vec::len), Some(2));
    assert_eq!(preview.as_array().map(Vec::len), Some(6));
    export.run("apply DB").ok();
    let written = export.text("SELECT tools_used FROM messages WHERE id = 101");
    assert_eq!(first["tools_after"], written.as_str());
}

#[test]
fn what_was_written_in_a_discarded_chat_is_not_reported_again() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --message 109 --include-discarded").ok();
    export.run("apply DB --include-discarded").ok();
    export.run("apply DB").ok().notes("Nothing to write");
}
