//! Bad input: one clear line that says what is wrong, status 2, no panic.

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use crate::support::{Export, Ran};

const JSON: &str = "helix_kit_db_to_sqlite";

/// Commands that open a database.
const ALL: [&str; 13] = [
    "scan DB", "show DB 101", "decide DB accept --all", "apply DB", "apply DB --dry-run", "undo DB", "undo DB --all",
    "log DB", "verify DB", "export DB", "sample DB --all", "patterns shapes DB", "profiles detect DB",
];

/// Asserts that every command refuses the export, prints these words, and leaves the folder unchanged.
#[track_caller]
fn assert_refused(export: &Export, printed: &[&str]) {
    let files = export.files();
    for line in ALL {
        let refused = export.run(line).refused();
        assert!(refused.contains("export.db"), "{line} does not name the file: {refused}");
        for word in printed {
            assert!(refused.contains(word), "{line} does not tell `{word}`: {refused}");
        }
        assert_eq!(export.files(), files, "{line}");
    }
}

#[test]
fn what_is_no_database_is_reported_as_what_it_is() {
    assert_refused(&Export::nowhere(), &["no such file"]);
    assert_refused(&Export::from_bytes(b""), &["empty"]);
    assert_refused(&Export::from_bytes(b"id,content\n1,Hello\n"), &["not an SQLite database"]);
    assert_refused(&Export::from_bytes(b"SQLite format 3\0"), &["not an SQLite database"]);
    let folder = Export::nowhere();
    fs::create_dir(folder.path()).unwrap();
    assert_refused(&folder, &["is a directory"]);
    // An encrypted database looks like random bytes.
    let mut noise = 1_u32;
    let mut next = || {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        noise.to_be_bytes()[0]
    };
    let bytes: Vec<u8> = (0..3 * 4096).map(|_| next()).collect();
    assert_refused(&Export::from_bytes(&bytes), &["encrypted"]);
}

#[test]
fn a_database_that_is_cut_off_or_overwritten_is_reported_as_damaged() {
    let export = Export::sample("helix-kit.db");
    let whole = fs::read(export.path()).unwrap();
    let overwritten = |page: usize| {
        let mut bytes = whole.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0xA5);
        Export::from_bytes(&bytes)
    };
    let mut damaged = 0;
    for page in 1..whole.len() / 4096 {
        let export = overwritten(page);
        let ran = export.run("scan DB");
        if ran.code == Some(2) {
            damaged += 1;
            let refused = ran.refused();
            assert!(refused.contains("damaged") && refused.contains(".recover"), "page {page}: {refused}");
        } else {
            ran.ok();
        }
        assert_eq!(export.files(), ["export.db"], "page {page}");
    }
    assert!(damaged > 5, "only {damaged} pages mattered");
    for length in [4096, whole.len() / 2, whole.len() - 4096, 5000] {
        let refused = Export::from_bytes(&whole[..length]).run("scan DB").refused();
        assert!(refused.contains("damaged"), "{length} bytes: {refused}");
    }
}

#[test]
fn nothing_is_written_to_a_database_that_turns_out_to_be_damaged() {
    let export = Export::sample("helix-kit.db");
    export.run("decide DB accept --all").ok();
    let whole = fs::read(export.path()).unwrap();
    for page in 1..whole.len() / 4096 {
        let mut bytes = whole.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0xA5);
        fs::write(export.path(), &bytes).unwrap();
        let ran = export.run("apply DB --no-backup");
        if ran.code == Some(2) {
            ran.refused();
            assert!(fs::read(export.path()).unwrap() == bytes, "page {page}: a refusal, and yet something changed");
        }
        assert_ne!(ran.code, Some(101), "page {page}");
    }
}

#[test]
fn a_copy_that_brought_its_log_but_not_all_of_it_is_reported_with_what_to_do() {
    let export = Export::fixture(JSON).with_wal();
    let writer = export.connect();
    writer.execute_batch("UPDATE messages SET content = 'In the log.' WHERE id = 101").unwrap();
    let copy = Export::nowhere();
    for name in ["export.db", "export.db-wal"] {
        fs::copy(export.file(name), copy.file(name)).unwrap();
    }
    for line in ["scan DB", "decide DB accept --all", "apply DB --dry-run"] {
        let refused = copy.run(line).refused();
        assert!(refused.contains("wal_checkpoint"), "{line}: {refused}");
        assert_eq!(copy.files(), ["export.db", "export.db-wal"], "{line}");
    }
}

#[test]
fn a_database_of_another_application_is_reported_with_what_was_looked_for() {
    let other = Export::from_sql("CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT)");
    for line in ALL {
        let ran = other.run(line);
        let refused = ran.refused();
        for word in ["messages.tools_used", "messages.agent_id", "agent_memories.memory_type", "--profile"] {
            assert!(refused.contains(word), "{line} does not tell `{word}`: {refused}");
        }
    }
    assert_eq!(other.files(), ["export.db"]);
    let detected = other.run("profiles detect DB --format jsonl").lines();
    assert_eq!((&detected[0]["fits"], &detected[0]["chosen"]), (&false.into(), &false.into()));
    let refused = other.run("scan DB --profile helix-kit").refused();
    assert!(refused.contains("helix-kit") && refused.contains("messages"), "{refused}");
    let half = Export::fixture(JSON).and("ALTER TABLE messages DROP COLUMN tools_used");
    let refused = half.run("scan DB").refused();
    assert!(refused.contains("messages.tools_used"), "{refused}");
}

#[test]
fn an_unknown_profile_and_a_broken_one_are_reported() {
    let export = Export::fixture(JSON);
    let refused = export.run("scan DB --profile no-such").refused();
    assert!(refused.contains("unknown profile `no-such`") && refused.contains("helix-kit"), "{refused}");
    assert!(export.run("profiles show no-such").refused().contains("profiles list"));
    let profile = export.run("profiles show helix-kit").ok().stdout.clone();
    let path = export.file("mine.json5");
    let option = path.to_str().unwrap();
    fs::write(&path, &profile).unwrap();
    export.run_with("scan DB --profile", &[option]).ok();
    let broken = profile.replacen("table: \"messages\",", "table: \"messages\", colour: 1,", 1);
    let line = broken.lines().position(|line| line.contains("colour")).unwrap() + 1;
    fs::write(&path, broken).unwrap();
    let refused = export.run_with("scan DB --profile", &[option]).refused();
    assert!(refused.contains(&format!("mine.json5:{line}:")) && refused.contains("colour"), "{refused}");
    fs::write(&path, "{\n  version: 1,\n  name: ]\n}").unwrap();
    let refused = export.run_with("scan DB --profile", &[option]).refused();
    assert!(refused.contains("mine.json5:3:"), "{refused}");
    fs::write(&path, profile.replacen("version: 1", "version: 99", 1)).unwrap();
    let refused = export.run_with("scan DB --profile", &[option]).refused();
    assert!(refused.contains("mine.json5:") && refused.contains("99"), "{refused}");
}

#[test]
fn a_broken_file_of_patterns_is_reported_with_line_and_column() {
    let export = Export::fixture(JSON);
    let path = export.file("mine.json5");
    for (text, place, expected) in [
        ("{\n  version: 1,\n  patterns: [ { name: ] ]\n}", "mine.json5:3:", ""),
        ("{ version: 2, patterns: [] }", "mine.json5:1:", "version"),
        ("{\n  version: 1,\n  patterns: [\n    { name: \"x\", colour: 1 },\n  ],\n}", "mine.json5:4:", "colour"),
        (
            "{\n  version: 1,\n  patterns: [ { name: \"x\", kind: \"result\", class: \"echo\", match: { type: 7 } } ],\n}",
            "mine.json5:",
            "x",
        ),
        ("", "mine.json5:1:", ""),
    ] {
        fs::write(&path, text).unwrap();
        for line in ["scan DB --patterns", "patterns list --patterns", "check --patterns"] {
            let refused = export.run_with(line, &[path.to_str().unwrap()]).refused();
            assert!(refused.contains(place) && refused.contains(expected), "{line} {text}: {refused}");
        }
    }
    export.run("scan DB --patterns /no/such/file.json5").refused();
}

#[test]
fn a_file_that_may_not_be_written_is_left_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    fs::set_permissions(export.path(), fs::Permissions::from_mode(0o444)).unwrap();
    if fs::OpenOptions::new().write(true).open(export.path()).is_ok() {
        eprintln!("skipped: permissions do not bind this user");
        return;
    }
    assert_eq!(export.scan().len(), 8, "reading needs no right to write");
    let refused = export.run("apply DB").refused();
    assert!(refused.contains("no permission to write it"), "{refused}");
}

#[test]
fn a_database_that_another_program_writes_to_is_waited_for_and_then_reported() {
    let fixture = || Export::fixture(JSON);
    let exports = [fixture(), fixture().with_wal()];
    let mut waiting = Vec::new();
    for export in &exports {
        export.run("decide DB accept --all").ok();
        let before = export.dump();
        let writer = export.connect();
        writer.execute_batch("BEGIN IMMEDIATE").unwrap();
        let mut command = export.command("apply DB");
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        waiting.push((export, before, writer, child));
    }
    for (export, before, writer, child) in waiting {
        let refused = Ran::of(child.wait_with_output().unwrap());
        let lines: Vec<_> = refused.ended(2).stderr.lines().collect();
        assert_eq!(lines[..1], ["waiting for the database: another program has it locked…"]);
        assert!(lines[1].contains("locked by another program (waited 5 seconds)") && lines.len() == 2, "{lines:?}");
        writer.execute_batch("ROLLBACK").unwrap();
        drop(writer);
        assert_eq!(export.dump(), before);
        assert_eq!(export.files(), ["export.db", "export.db.review"], "a backup of nothing is thrown away");
        export.run("apply DB").ok();
    }
}

#[test]
fn a_full_disk_leaves_nothing_half_written() {
    for wal in [false, true] {
        let export = Export::generated(600);
        let export = if wal { export.with_wal() } else { export };
        export.run("decide DB accept --all").ok();
        let before = export.dump();
        // Limits the size of every file: the rollback journal fits, new pages of the database do not.
        let blocks = fs::metadata(export.path()).unwrap().len() / 512 + if wal { 0 } else { 8 };
        let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", if wal { 40 } else { blocks });
        let mut command = Command::new("sh");
        export.clean(&mut command);
        command.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_ghostcall")).args(["apply", "--no-backup"]);
        let ran = Ran::of(command.arg(export.path()).output().unwrap());
        ran.refused();
        assert_eq!(export.dump(), before, "write-ahead log: {wal}");
        export.run("apply DB --no-backup").ok();
        export.run("undo DB --all").ok();
        assert_eq!(export.dump(), before);
    }
}

/// A small temporary file system, if the user may mount one.
struct SmallDisk<'a>(&'a std::path::Path);

impl<'a> SmallDisk<'a> {
    fn mount(path: &'a std::path::Path, size: u64) -> Option<Self> {
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(path).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success()).then_some(Self(path))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_disk_that_fills_up_is_reported_and_so_is_one_without_room_for_the_backup() {
    let export = Export::generated(600);
    export.run("decide DB accept --all").ok();
    let before = export.dump();
    let size = fs::metadata(export.path()).unwrap().len();
    let folder = export.file("disk");
    fs::create_dir(&folder).unwrap();
    let Some(disk) = SmallDisk::mount(&folder, size + 64 * 1024) else {
        eprintln!("skipped: no small disk can be mounted");
        return;
    };
    let (small, review) = (folder.join("export.db"), export.review());
    fs::copy(export.path(), &small).unwrap();
    let review = review.to_str().unwrap();
    let apply = ["--review", review, small.to_str().unwrap()];
    let refused = export.run_with("apply", &apply).refused();
    assert!(refused.contains("backup needs") && refused.contains("--no-backup"), "{refused}");
    let refused = export.run_with("apply --no-backup", &apply).refused();
    assert!(refused.contains("the disk is full; nothing was written"), "{refused}");
    let left = crate::support::dump(&rusqlite::Connection::open(&small).unwrap());
    assert_eq!(left, before);
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["export.db"]);
    drop(disk);
}

#[test]
fn whoever_stops_reading_ends_the_program_without_an_error() {
    let export = Export::generated(4000);
    for line in ["scan DB --format jsonl", "scan DB --format json", "scan DB --format csv", "scan DB --format table"] {
        let mut child = export.command(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let ran = Ran::of(child.wait_with_output().unwrap());
        assert!(!ran.stderr.contains("panicked") && !ran.stderr.contains("Broken pipe"), "{line}: {}", ran.stderr);
        ran.ok();
    }
}

#[test]
fn notes_that_nobody_reads_are_no_error() {
    let export = Export::fixture(JSON);
    for (line, code) in [("scan DB", 0), ("scan no-such-file.db", 2), ("decide DB accept --all", 0), ("apply DB", 0)] {
        let mut child = export.command(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        let ran = Ran::of(child.wait_with_output().unwrap());
        ran.ended(code);
    }
}

#[test]
fn ctrl_c_ends_the_program_with_130() {
    let export = Export::nowhere();
    for line in ["check", "read"] {
        let mut command = export.command(line);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"{\"content\": \"Hello.\"}\n").unwrap();
        // Once the answer arrives, the program is ready for the signal.
        let mut answer = [0];
        child.stdout.as_mut().unwrap().read_exact(&mut answer).unwrap();
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let ran = Ran::of(child.wait_with_output().unwrap());
        assert_eq!(ran.ended(130).stderr, "", "{line}");
        drop(input);
    }
}

#[test]
fn without_a_terminal_the_ui_names_the_commands_to_use_instead() {
    let export = Export::fixture(JSON);
    for line in ["review DB", "demo"] {
        let refused = export.run(line).refused();
        assert!(refused.contains("`ghostcall scan`") && refused.contains("`apply`"), "{line}: {refused}");
    }
    let refused = export.run("demo --messages 10 --out DB").refused();
    assert!(refused.contains("already exists"), "{refused}");
    export.run("demo --messages 0 --out x").ended(2);
    let folderless = export.run("demo --messages 10 --out no-such-folder/x.db").refused();
    assert_eq!(folderless.lines().next(), Some("ghostcall: no-such-folder: no such folder"));
}

/// The sample with a view in place of a table, after further SQL.
fn in_view(table: &str, change: &str) -> Export {
    Export::sample("helix-kit.db").and(&format!(
        "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON;
         ALTER TABLE {table} RENAME TO stored; CREATE VIEW {table} AS SELECT * FROM stored; {change}"
    ))
}

/// Rows of a view cannot be changed. The error comes before any write, and the decisions are kept.
#[test]
fn messages_in_a_view_are_reviewed_and_never_written() {
    let export = in_view("messages", "");
    export.run("decide DB accept --remedy recover").ok();
    let (files, dump) = (export.files(), export.dump());
    for line in ["apply DB", "apply DB --dry-run"] {
        let printed = export.run(line).refused();
        assert!(printed.contains("messages is a view, whose rows cannot be changed"), "{line}: {printed}");
    }
    assert_eq!((export.files(), export.dump()), (files, dump), "not even a backup is made");
    let approved = export.run("export DB --format jsonl").ok().lines();
    assert!(!approved.is_empty() && approved.iter().all(|one| one["remedy"] == "recover"));
    // The original database may have a table instead of the view, so SQL is printed.
    export.run("apply DB --emit-sql postgres").ok().prints("UPDATE");
}

#[test]
fn nothing_is_written_where_a_view_would_be_touched_or_a_trigger_would_write() {
    let trigger = "CREATE TRIGGER t INSTEAD OF UPDATE ON messages
                   BEGIN UPDATE stored SET content = NEW.content WHERE id = NEW.id; END;";
    for (view, change) in [("chats", ""), ("messages", trigger)] {
        let export = in_view(view, change);
        export.run("decide DB accept --all").ok();
        let (files, dump) = (export.files(), export.dump());
        let printed = export.run("apply DB").refused();
        assert!(printed.contains(&format!("{view} is a view")), "{printed}");
        assert_eq!((export.files(), export.dump()), (files, dump), "{view}");
    }
}

#[test]
fn records_in_a_view_are_left_out_and_texts_are_written() {
    let export = in_view("agent_memories", "");
    export.run("decide DB accept --all").ok();
    export.run("apply DB").with_problems().notes("agent_memories is a view; no row can be added");
    assert!(export.number("SELECT count(*) FROM ghostcall_journal") > 0);
}
