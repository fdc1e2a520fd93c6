//! A review file that another user may have created or changed is not used.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};

use ghostcall::audit::Options;
use ghostcall::proposal::Edit;
use ghostcall::session::{Access, Session, Setup};
use ghostcall::source::Key;
use jiff::Timestamp;
use rusqlite::Connection;

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

const COMMANDS: [&str; 8] = [
    "scan DB",
    "show DB 101",
    "decide DB reject --message 101",
    "apply DB",
    "apply DB --dry-run",
    "undo DB",
    "log DB",
    "verify DB",
];

/// An export with decisions.
fn decided() -> Export {
    let export = Export::fixture(JSON);
    export.run("decide DB reject --all").ok();
    export
}

#[test]
fn nothing_that_it_brings_along_runs_or_is_believed() {
    for (sql, expected) in [
        (
            "CREATE TRIGGER turned AFTER INSERT ON event BEGIN UPDATE event SET action = 'accept' WHERE seq = new.seq; END",
            "its trigger `turned`",
        ),
        ("CREATE VIEW more AS SELECT * FROM event", "its view `more`"),
        ("CREATE INDEX by_message ON event (message)", "its index `by_message`"),
        ("CREATE TABLE more (a)", "its table `more`"),
        (
            "ALTER TABLE event RENAME TO kept;
             CREATE VIEW event AS SELECT seq, gesture, at, reviewer, message, text_digest, 'accept' AS action, edit, finding,
                                         note, journal_head, target, restores FROM kept",
            "`event`",
        ),
        ("ALTER TABLE event ADD COLUMN also AS (upper(action))", "its table `event`"),
        ("DROP TABLE draft; CREATE VIEW draft AS SELECT '' AS message, '' AS text_digest, '{}' AS edit", "its view `draft`"),
    ] {
        let export = decided();
        Connection::open(export.review()).unwrap().execute_batch(sql).unwrap();
        let (before, review) = (export.dump(), fs::read(export.review()).unwrap());
        for line in COMMANDS {
            let refused = export.run(line).refused();
            assert!(refused.contains("ghostcall did not make") && refused.contains("--review FILE"), "{line}: {refused}");
            assert!(refused.contains(expected) || refused.contains("`kept`"), "{line}: {refused}");
        }
        assert!(export.dump() == before && fs::read(export.review()).unwrap() == review, "{sql}");
    }
}

#[test]
fn one_that_every_user_may_write_is_not_used() {
    for bytes in [true, false] {
        let export = decided();
        if !bytes {
            fs::write(export.review(), b"").unwrap();
        }
        fs::set_permissions(export.review(), fs::Permissions::from_mode(0o666)).unwrap();
        for line in COMMANDS {
            let refused = export.run(line).refused();
            assert!(
                refused.contains("can be written by every user") && refused.contains("--review"),
                "{line}: {refused}"
            );
        }
        // Write access for the group is fine, because a team may share a review.
        fs::set_permissions(export.review(), fs::Permissions::from_mode(0o660)).unwrap();
        export.run("scan DB").ok();
    }
}

#[test]
fn one_that_every_user_may_write_is_not_used_in_a_folder_of_all_either() {
    let export = decided();
    for (path, mode) in [(export.review().as_path(), 0o666), (export.folder(), 0o777)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let files = export.files();
    for line in COMMANDS {
        let refused = export.run(line).refused();
        assert!(refused.contains("can be written by every user") && refused.contains("--review"), "{line}: {refused}");
    }
    assert_eq!(export.files(), files);
    // A folder that every user can write to is no reason to refuse the file.
    fs::set_permissions(export.review(), fs::Permissions::from_mode(0o600)).unwrap();
    export.run("scan DB").ok();
}

#[test]
fn one_that_every_user_comes_to_write_is_stored_in_no_more() {
    let export = decided();
    let setup = Setup::new(export.path(), "ana", Options::at(Timestamp::now()));
    let mut session = Session::open(setup, Access::Hold).unwrap();
    for name in ["export.db.review", "export.db.review-journal"] {
        let (path, before) = (export.file(name), fs::read(export.review()).unwrap());
        let is_log = name.ends_with("-journal");
        if is_log {
            fs::write(&path, b"planted").unwrap();
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
        let refused =
            session.decisions_mut().flag(&[Key::Integer(101)], true, Timestamp::now()).unwrap_err().to_string();
        assert!(refused.contains(name) && refused.contains("can be written by every user"), "{refused}");
        assert!(fs::read(export.review()).unwrap() == before, "{name}");
        if is_log {
            fs::remove_file(&path).unwrap();
        } else {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        }
    }
    session.decisions_mut().flag(&[Key::Integer(101)], true, Timestamp::now()).unwrap();
}

#[test]
fn a_draft_or_a_selection_that_cannot_be_read_is_an_error() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    let setup = Setup::new(export.path(), "ana", Options::at(Timestamp::now()));
    let mut session = Session::open(setup, Access::Hold).unwrap();
    let text = Some("Another text.".to_owned());
    session.set_draft(&Key::Integer(101), &Edit { cleaned: text, ..Edit::NONE }).unwrap();
    drop(session);
    export.run("scan DB").ok();
    for (damage, line, entry) in [
        ("UPDATE meta SET value = '{' WHERE name LIKE 'selection:%'", "apply DB", "the selection of step 1"),
        ("UPDATE draft SET edit = '{'", "scan DB", "the draft for message 101"),
    ] {
        assert_eq!(Connection::open(export.review()).unwrap().execute(damage, []).unwrap(), 1, "{damage}");
        let files = export.files();
        let refused = export.run(line).refused();
        assert!(refused.contains(&format!("{entry} is unreadable")), "{line}: {refused}");
        assert_eq!(export.files(), files);
    }
}

#[test]
fn one_of_another_user_is_not_used() {
    let another = |path: &std::path::Path| chown(path, Some(12_345), None).is_ok();
    for line in COMMANDS {
        let export = Export::fixture(JSON);
        fs::write(export.review(), b"").unwrap();
        if !another(&export.review()) {
            eprintln!("skipped: only root can change the owner of a file");
            return;
        }
        let refused = export.run(line).refused();
        assert!(refused.contains("belongs to another user") && refused.contains("--review"), "{line}: {refused}");
        assert_eq!(fs::metadata(export.review()).unwrap().len(), 0);
        // A rollback journal of another user is refused too, because SQLite would apply it to the review file.
        let export = decided();
        let log = export.file("export.db.review-journal");
        fs::write(&log, b"x").unwrap();
        assert!(another(&log));
        let refused = export.run(line).refused();
        assert!(refused.contains("-journal") && refused.contains("belongs to another user"), "{line}: {refused}");
    }
}

#[test]
fn a_number_that_no_event_has_is_reported() {
    for column in ["seq", "gesture"] {
        for number in [i64::MAX, i64::MAX - 1, i64::MAX / 2] {
            let export = decided();
            let sql = format!("UPDATE event SET {column} = {number} WHERE seq = (SELECT max(seq) FROM event)");
            Connection::open(export.review()).unwrap().execute_batch(&sql).unwrap();
            for line in COMMANDS {
                let refused = export.run(line).refused();
                assert!(refused.contains(&number.to_string()) && refused.contains("altered"), "{line}: {refused}");
            }
        }
    }
}
