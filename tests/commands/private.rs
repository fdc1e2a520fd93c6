//! Every file that the program creates is readable by its owner only, whatever the umask.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::process::Command;

use crate::support::{Export, Ran};

/// Runs a command with a umask of 0.
fn run_generously(export: &Export, line: &str) -> Ran {
    let mut command = Command::new("/bin/sh");
    export.clean(&mut command);
    let program = env!("CARGO_BIN_EXE_ghostcall");
    let line = line.replace("DB", export.path().to_str().unwrap());
    command.args(["-c", &format!("umask 0; exec {program} {line}")]);
    Ran::of(command.output().unwrap())
}

/// Each file in the folder of the database, with its permissions.
fn rights(export: &Export) -> Vec<(String, u32)> {
    let files = export.files().into_iter();
    files.map(|name| (name.clone(), std::fs::metadata(export.file(&name)).unwrap().mode() & 0o777)).collect()
}

#[test]
fn whatever_is_made_is_its_owners_alone() {
    let export = Export::sample("helix-kit.db");
    std::fs::set_permissions(export.path(), std::fs::Permissions::from_mode(0o666)).unwrap();
    std::fs::write(export.file("log.jsonl"), "{\"content\": \"Hello.\"}\n").unwrap();
    let given = export.files();
    let log = export.file("log.jsonl");
    let chats = export.file("chats.db");
    for line in [
        "decide DB accept --all",
        "apply DB",
        "undo DB --all",
        &format!("import {} --out {}", log.display(), chats.display()),
        &format!("decide DB reject --all --review {}", export.file("other.review").display()),
    ] {
        run_generously(&export, line).ok();
    }
    let made: Vec<_> = rights(&export).into_iter().filter(|(name, _)| !given.contains(name)).collect();
    let kinds = [".review", ".backup-", "chats.db", "other.review"];
    assert!(kinds.iter().all(|kind| made.iter().any(|(name, _)| name.contains(kind))), "{made:?}");
    assert!(made.iter().all(|(_, mode)| *mode == 0o600), "{made:?}");
}

#[test]
fn a_backup_goes_through_no_link_that_somebody_laid() {
    let export = Export::sample("helix-kit.db");
    export.run("decide DB accept --message 131").ok();
    let elsewhere = export.home().join("elsewhere");
    // The name of a backup contains the time, so there are links for each of the next 30 seconds.
    let now = jiff::Timestamp::now();
    for second in 0..30 {
        let stamp = (now + jiff::SignedDuration::from_secs(second)).strftime("%Y%m%dT%H%M%SZ").to_string();
        symlink(&elsewhere, export.file(&format!("export.db.backup-{stamp}.partial"))).unwrap();
    }
    export.run("apply DB").ok();
    assert!(!elsewhere.exists(), "the backup went through a link");
}
