//! A named profile is remembered, so that later commands do not need it again.

use std::fs;

use crate::support::Export;

/// Tables that no built-in profile describes.
const TABLES: &str = "
    CREATE TABLE said (id INTEGER PRIMARY KEY, thread INTEGER, speaker TEXT, body TEXT, tools TEXT);
    INSERT INTO said VALUES
        (1, 1, 'user', 'Please remember that I like tea.', NULL),
        (2, 1, 'bot', '{success: true, memory_type: \"core\", content: \"Likes tea.\"}I will remember.', '[\"save_memory\"]');";

const MINE: &str = "{
    version: 1, name: 'mine', write: 'strip', needs: ['said.body'],
    messages: { table: 'said', key: 'id', conversation: 'thread', role: 'speaker', assistant: ['bot'], text: 'body' },
    evidence: [{ from: 'column', column: 'tools' }],
}";

/// An export with one write-back that used a custom profile.
fn written() -> Export {
    let export = Export::from_sql(TABLES);
    let path = export.file("mine.json5");
    fs::write(&path, MINE).unwrap();
    let option = [path.to_str().unwrap()];
    export.run_with("decide DB accept --message 2 --as strip --profile", &option).ok();
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT body FROM said WHERE id = 2"), "I will remember.");
    export
}

#[test]
fn the_commands_that_follow_need_not_be_given_the_profile() {
    let export = written();
    let written = export.run("scan DB --status written --format jsonl").ok().lines();
    assert_eq!(written[0]["message_id"], 2);
    export.run("show DB 2").ok();
    export.run("verify DB --format table").ok().prints("1 row, 1 write-back in place");
    export.run("log DB --format table").ok().prints("I will remember.");
    export.run("export DB").ok();
    export.run("undo DB").ok();
    assert!(export.text("SELECT body FROM said WHERE id = 2").starts_with("{success"));
}

#[test]
fn with_a_profile_that_is_another_by_now_one_reads_and_it_is_reported() {
    let export = written();
    let path = export.file("mine.json5");
    fs::write(&path, MINE.replace("'strip'", "'full'")).unwrap();
    for command in
        ["verify DB", "log DB", "scan DB", "scan DB --status written", "show DB 2", "export DB", "patterns shapes DB"]
    {
        let output = export.run(command).ok().stderr.clone();
        assert!(output.contains("mine.json5 changed since") && output.contains("--profile"), "{command}: {output}");
        assert_eq!(output.matches(" changed since").count(), 1, "{command}: {output}");
    }
    // Reading with the changed profile does not make it the remembered one, so writing is refused.
    for command in ["undo DB", "apply DB", "decide DB reset --message 2"] {
        let refused = export.run(command).refused();
        assert!(refused.contains("`mine`") && refused.contains("mine.json5 changed since"), "{command}: {refused}");
        assert!(refused.contains("--profile"), "{command}: {refused}");
    }
    for command in ["undo DB --emit-sql sqlite", "apply DB --dry-run", "apply DB --emit-sql sqlite"] {
        let refused = export.run(command);
        refused.ended(2);
        assert!(
            refused.stdout.is_empty() && refused.stderr.contains("reviewed or written with profile `mine`"),
            "{command}: {}",
            refused.stderr
        );
    }
    assert_eq!(export.text("SELECT body FROM said WHERE id = 2"), "I will remember.");
    export.run_with("undo DB --profile", &[path.to_str().unwrap()]).ok();
    assert!(export.text("SELECT body FROM said WHERE id = 2").starts_with("{success"));
    // The profile named in the undo is now the remembered one, so there is no note any more.
    assert!(!export.run("verify DB").ok().stderr.contains("changed since"));
}

#[test]
fn a_profile_that_changed_and_does_not_fit_any_more_is_named_by_its_path() {
    let export = written();
    let path = export.file("mine.json5");
    fs::write(&path, MINE.replace("text: 'body'", "text: 'words'")).unwrap();
    assert!(export.run("scan DB").refused().contains("said.words"));
    fs::write(&path, "{").unwrap();
    assert!(export.run("scan DB").refused().contains("mine.json5"));
}

#[test]
fn a_profile_whose_file_is_gone_is_asked_for() {
    let export = written();
    let path = export.file("mine.json5");
    fs::remove_file(&path).unwrap();
    assert!(export.run("undo DB").refused().contains("mine.json5 no longer exists"));
    let moved = export.file("moved.json5");
    fs::write(&moved, MINE).unwrap();
    export.run_with("verify DB --profile", &[moved.to_str().unwrap()]).ok();
    export.run_with("undo DB --profile", &[moved.to_str().unwrap()]).ok();
    // The new path is remembered.
    export.run("verify DB").ok();
}

#[test]
fn a_database_whose_review_is_lost_shows_which_profile_it_was_written_with() {
    let export = written();
    fs::remove_file(export.review()).unwrap();
    let refused = export.run("undo DB").refused();
    assert!(refused.contains("`mine`") && refused.contains("--profile"), "{refused}");
    // The journal does not contain the path, because it is private to the reviewer.
    assert!(!export.text("SELECT finding FROM ghostcall_journal").contains("mine.json5"));
    export.run_with("undo DB --profile", &[export.file("mine.json5").to_str().unwrap()]).ok();
}

#[test]
fn no_file_that_a_database_names_becomes_a_profile() {
    let export = written();
    fs::remove_file(export.review()).unwrap();
    let path = export.file("mine.json5").display().to_string();
    export.sql(&format!("UPDATE ghostcall_journal SET finding = json_set(finding, '$.profile.file', '{path}')"));
    // A journal row that was changed is not trusted.
    let refused = export.run("scan DB").refused();
    assert!(!refused.contains("`mine`"), "{refused}");
}

#[test]
fn a_row_that_somebody_put_into_the_journal_keeps_nobody_from_reading() {
    let export = Export::fixture("helix_kit_db_to_sqlite");
    export.accept_and_apply();
    let planted = r#"CREATE TEMP TABLE planted AS SELECT * FROM ghostcall_journal LIMIT 1;
        UPDATE planted SET id = 99, finding = '{"profile": {"name": "x", "digest": "d"}}';
        INSERT INTO ghostcall_journal SELECT * FROM planted;"#;
    export.sql(planted);
    fs::remove_file(export.review()).unwrap();
    export.run("scan DB --format jsonl").ok();
    export.run("profiles detect DB").ok();
}

#[test]
fn a_built_in_profile_that_was_chosen_is_remembered_and_what_is_detected_is_detected_again() {
    let other = "CREATE TABLE responses (id TEXT, response TEXT, conversation_id TEXT, prompt TEXT)";
    let export = Export::fixture("helix_kit_db_to_sqlite").and(other);
    export.run("undo DB --profile llm-legacy").ok();
    assert_eq!(export.run("scan DB --format jsonl").ok().stdout, "");
    // A detected profile is not stored, so that an upgraded application is detected by its new tables.
    let export = Export::fixture("helix_kit_db_to_sqlite");
    export.accept_and_apply();
    assert!(!export.text("SELECT finding FROM ghostcall_journal").contains("helix-kit"));
}
