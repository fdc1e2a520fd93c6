//! Commands that only read leave no traces: no file next to the database, and not one byte of it changed.

use crate::support::Export;

const LOOKING: [&str; 15] = [
    "scan DB",
    "scan DB --include-discarded --stamps --format table",
    "scan DB --status written",
    "show DB 101",
    "show DB 101 --format json",
    "log DB",
    "export DB",
    "apply DB --dry-run",
    "apply DB --dry-run --format table",
    "profiles detect DB",
    "patterns list",
    "patterns shapes DB",
    "patterns shapes DB --format table",
    "check",
    "read",
];

#[test]
fn looking_leaves_no_trace_in_either_journal_mode() {
    let fixture = || Export::fixture("helix_kit_db_to_sqlite");
    for export in [fixture(), fixture().with_wal()] {
        let before = std::fs::read(export.path()).unwrap();
        for line in LOOKING {
            export.run(line).ok();
            assert_eq!(export.files(), ["export.db"], "{line}");
            assert!(std::fs::read(export.path()).unwrap() == before, "{line} changed the database");
        }
    }
}

#[test]
fn deciding_makes_the_review_file_and_nothing_else() {
    let fixture = || Export::fixture("helix_kit_db_to_sqlite");
    for export in [fixture(), fixture().with_wal()] {
        let before = std::fs::read(export.path()).unwrap();
        export.run("decide DB accept --all").ok();
        assert_eq!(export.files(), ["export.db", "export.db.review"]);
        let review = std::fs::read(export.review()).unwrap();
        for line in LOOKING {
            export.run(line).ok();
            assert_eq!(export.files(), ["export.db", "export.db.review"], "{line}");
            assert!(std::fs::read(export.review()).unwrap() == review, "{line} changed the review file");
        }
        assert!(std::fs::read(export.path()).unwrap() == before);
    }
}

#[test]
fn after_a_write_back_there_is_a_backup_and_nothing_else() {
    let fixture = || Export::fixture("helix_kit_db_to_sqlite");
    for export in [fixture(), fixture().with_wal()] {
        export.accept_and_apply();
        export.run("undo DB --all").ok();
        let files = export.files();
        assert_eq!(files.len(), 3, "{files:?}");
        assert!(files[1].starts_with("export.db.backup-"), "{files:?}");
        let before = std::fs::read(export.path()).unwrap();
        for line in LOOKING {
            export.run(line).ok();
            assert_eq!(export.files(), files, "{line}");
            assert!(std::fs::read(export.path()).unwrap() == before, "{line} changed the database");
        }
    }
}

#[test]
fn looking_for_a_review_file_that_is_not_there_does_not_make_it() {
    let export = Export::fixture("helix_kit_db_to_sqlite");
    let elsewhere = export.file("mine.review");
    let option = elsewhere.to_str().unwrap();
    export.run_with("scan DB --review", &[option]).ok();
    assert_eq!(export.files(), ["export.db"]);
    export.run_with("decide DB accept --all --review", &[option]).ok();
    assert_eq!(export.files(), ["export.db", "mine.review"]);
    export.run_with("apply DB --no-backup --review", &[option]).ok();
    assert_eq!(export.files(), ["export.db", "mine.review"]);
}

#[test]
fn a_log_that_a_living_writer_keeps_is_read_and_left() {
    let export = Export::fixture("helix_kit_db_to_sqlite").with_wal();
    let writer = export.connect();
    writer.execute_batch("UPDATE messages SET content = 'Changed just now.' WHERE id = 101").unwrap();
    let files = export.files();
    assert_eq!(files, ["export.db", "export.db-shm", "export.db-wal"]);
    assert!(!export.remedies().iter().any(|(id, _)| *id == 101), "what is in the log counts");
    assert_eq!(export.files(), files);
    export.run("decide DB accept --message 104").ok();
    export.run("apply DB").ok();
    let text: String = writer.query_row("SELECT content FROM messages WHERE id = 104", [], |row| row.get(0)).unwrap();
    assert_eq!(text, "Labels agreed.");
}
