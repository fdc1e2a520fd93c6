//! File names: a link leads to the database itself, and no name is read as a URI.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::support::{Export, Ran};

const JSON: &str = "helix_kit_db_to_sqlite";

/// Runs a command in the folder of the export, so that files can be named by relative paths.
fn run_there(export: &Export, line: &str) -> Ran {
    let mut command: Command = export.command(line);
    Ran::of(command.current_dir(export.folder()).output().unwrap())
}

/// A link to the database of an export, in a separate folder.
fn link(export: &Export) -> std::path::PathBuf {
    let folder = export.file("links");
    fs::create_dir(&folder).unwrap();
    symlink(export.path(), folder.join("link.db")).unwrap();
    folder.join("link.db")
}

#[test]
fn a_database_is_the_same_one_through_a_link() {
    let export = Export::fixture(JSON).with_wal();
    let link = link(&export);
    let through = |line: &str| export.run(&line.replace("LINK", link.to_str().unwrap()));
    // The last change of the application is still in the write-ahead log.
    let application = export.connect();
    application.execute_batch("UPDATE messages SET content = 'Changed just now.' WHERE id = 101").unwrap();
    let scanned = export.run("scan DB --format jsonl").ok().stdout.clone();
    assert!(!scanned.contains("\"message_id\":101"));
    assert_eq!(through("scan LINK --format jsonl").ok().stdout, scanned, "rows of the log are missed");
    through("decide LINK accept --all").ok();
    assert_eq!(export.status(102), "accepted", "the review is that of the database");
    through("apply LINK").ok();
    assert_eq!(
        through("log LINK --format jsonl").ok().lines().len(),
        export.run("log DB --format jsonl").ok().lines().len()
    );
    assert_ne!(through("log LINK --format jsonl").ok().lines().len(), 0);
    through("verify LINK").ok();
    through("undo LINK --all").ok();
    assert_eq!(export.run("scan DB --format jsonl --status written").ok().stdout, "");
    // All new files are next to the database, not next to the link.
    assert_eq!(fs::read_dir(link.parent().unwrap()).unwrap().count(), 1);
    assert!(export.files().iter().any(|name| name.starts_with("export.db.backup-")), "{:?}", export.files());
    drop(application);
}

#[test]
fn a_review_next_to_a_link_is_not_passed_over() {
    let export = Export::fixture(JSON);
    let link = link(&export);
    export.run("decide DB accept --all").ok();
    let beside = link.with_file_name("link.db.review");
    fs::rename(export.review(), &beside).unwrap();
    let through = |line: &str| export.run(&line.replace("LINK", link.to_str().unwrap()));
    for line in ["scan LINK", "decide LINK accept --all", "apply LINK", "log LINK"] {
        let refused = through(line).refused();
        let own = export.review().canonicalize().unwrap_or_else(|_| export.review());
        assert!(refused.contains(own.to_str().unwrap()) && refused.contains("--review FILE"), "{line}: {refused}");
    }
    assert!(!export.review().exists());
    let option = ["--review", beside.to_str().unwrap()];
    let listed = export.run_with(&format!("scan {} --status accepted --format jsonl", link.display()), &option);
    assert_eq!(listed.ok().lines().len(), 6);
    fs::rename(&beside, export.review()).unwrap();
    assert_eq!(through("scan LINK --status accepted --format jsonl").ok().lines().len(), 6);
}

#[test]
fn no_name_is_taken_for_a_uri_or_for_memory() {
    for name in ["file:x.db", ":memory:", "file:x.db?mode=ro", "file::memory:"] {
        let export = Export::fixture(JSON);
        fs::copy(export.path(), export.file("x.db")).unwrap();
        let other = fs::read(export.file("x.db")).unwrap();
        fs::rename(export.path(), export.file(name)).unwrap();
        run_there(&export, &format!("decide {name} accept --all")).ok();
        run_there(&export, &format!("apply {name}")).ok();
        let written = run_there(&export, &format!("scan {name} --status written --format jsonl"));
        assert_eq!(written.ok().lines().len(), 6, "{name}");
        assert!(fs::read(export.file("x.db")).unwrap() == other, "{name}: another file was written");
        let backup = format!("{name}.backup-");
        assert!(export.files().iter().any(|file| file.starts_with(&backup)), "{name}: {:?}", export.files());
    }
}

#[test]
fn neither_is_the_name_of_a_review_or_of_a_new_database() {
    for name in [":memory:", "file:x.review", "file:other?mode=memory"] {
        let export = Export::fixture(JSON);
        run_there(&export, &format!("decide DB accept --all --review {name}")).ok();
        assert!(export.file(name).metadata().unwrap().len() > 0, "{name}");
        let listed = run_there(&export, &format!("scan DB --status accepted --format jsonl --review {name}"));
        assert_eq!(listed.ok().lines().len(), 6, "{name}: what was decided is stored");
        assert_eq!(export.files().len(), 2, "{:?}", export.files());
        fs::write(export.file("log.jsonl"), "{\"content\": \"Noted.\"}\n").unwrap();
        for line in ["import log.jsonl --out", "demo --messages 20 --out"] {
            let made = format!("{name}.{}", line.len());
            run_there(&export, &format!("{line} {made}")).ok();
            run_there(&export, &format!("scan {made}")).ok();
            assert!(export.file(&made).metadata().unwrap().len() > 0, "{line} {made}");
        }
    }
}

#[test]
fn a_pipe_or_a_device_is_no_database_and_no_review() {
    let export = Export::fixture(JSON);
    let pipe = export.file("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let before = export.dump();
    for path in [pipe.to_str().unwrap(), "/dev/null", "/dev/zero"] {
        for line in ["scan DB", "show DB 101", "decide DB accept --all", "apply DB", "undo DB", "log DB", "verify DB"] {
            let refused = export.run_with(&format!("{line} --review"), &[path]).refused();
            assert!(refused.contains("not a review file") && refused.contains("--review"), "{line} {path}: {refused}");
        }
        for line in ["scan", "apply", "profiles detect", "verify"] {
            let refused = export.run(&format!("{line} {path}")).refused();
            assert!(refused.contains("is a pipe or a device"), "{line} {path}: {refused}");
        }
    }
    assert_eq!(export.dump(), before);
    // A pipe in place of the default review file.
    fs::rename(&pipe, export.review()).unwrap();
    assert!(export.run("scan DB").refused().contains("not a review file"));
}
