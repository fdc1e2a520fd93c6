//! A full disk at each write in turn: a rising limit on the size of files, a small disk, a file or folder without write
//! permission. The error is clear, nothing is half-written, and the next start works.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use rusqlite::Connection;

use crate::screen;
use crate::support::{Dump, Export, Ran, dump};

const JSON: &str = "helix_kit_db_to_sqlite";

/// The unit of `ulimit -f`, in bytes.
const BLOCK: usize = 512;

/// Runs a command in a shell that lets no file grow beyond this many blocks.
fn limited(export: &Export, blocks: usize, line: &str, more: &[&str]) -> Ran {
    let mut command = Command::new("sh");
    export.clean(&mut command);
    command.current_dir(export.folder());
    command.args(["-c", "ulimit -f \"$0\"; exec \"$@\"", &blocks.to_string(), env!("CARGO_BIN_EXE_ghostcall")]);
    command.args(line.split_whitespace().map(|word| if word == "DB" { "export.db" } else { word })).args(more);
    Ran::of(command.output().unwrap())
}

/// All files of a folder with their contents.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect();
    all.sort();
    all
}

/// Restores all files of a folder.
fn restore(folder: &Path, files: &[(String, Vec<u8>)]) {
    for (name, _) in contents(folder) {
        fs::remove_file(folder.join(name)).unwrap();
    }
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

/// Runs a command under rising limits until it succeeds. Each failure ends with one clear error and leaves the database
/// unchanged and no other file behind, and the program works without the limit. Returns the number of failures.
#[track_caller]
fn at_each_write(export: &Export, line: &str, ends: i32, may_leave: &[&str]) -> usize {
    let before = export.dump();
    let files = contents(export.folder());
    let step = crate::number("GHOSTCALL_LIMIT_STEP", 8);
    let mut refusals = 0;
    for blocks in (0..).step_by(step) {
        let ran = limited(export, blocks, line, &[]);
        if ran.code == Some(ends) {
            break;
        }
        let what = format!("{line}, no file larger than {} bytes", blocks * BLOCK);
        // Reports of invalid lines precede the error.
        let printed = ran.ended(2).stderr.lines().last().unwrap().to_owned();
        let is_clear = printed.contains("write limit reached") || printed.contains("File too large");
        assert!(printed.starts_with("ghostcall: ") && is_clear, "{what}: {}", ran.stderr);
        refusals += 1;
        // If even the old bytes cannot be restored, the journal that holds them stays until the next opening.
        if line.contains("DB") {
            export.scan();
        }
        assert_eq!(export.dump(), before, "{what}");
        // Byte for byte, unless there is a log, which SQLite may merge at any time.
        let now = contents(export.folder());
        let of = |all: &[(String, Vec<u8>)], name: &str| all.iter().find(|(own, _)| own == name).cloned();
        if of(&files, "export.db-wal").is_none() && !line.contains("--out") {
            assert!(of(&files, "export.db") == of(&now, "export.db"), "{what}: other bytes");
        }
        for (name, _) in &now {
            let is_known = files.iter().any(|(known, _)| known == name) || may_leave.contains(&name.as_str());
            assert!(is_known, "{what}: {name} is left behind");
        }
        restore(export.folder(), &files);
        assert!(blocks < 8192, "{what}: it never ends");
    }
    eprintln!("{line}: {refusals} limits");
    refusals
}

/// An export with all proposals accepted in bulk.
fn decided(wal: bool) -> Export {
    let export = Export::fixture(JSON);
    let export = if wal { export.with_wal() } else { export };
    export.run("decide DB accept --all").ok();
    export
}

#[test]
fn deciding_where_no_file_may_grow_stores_all_decisions_or_none() {
    assert!(at_each_write(&Export::fixture(JSON), "decide DB accept --all", 0, &["export.db.review"]) > 2);
    let export = Export::fixture(JSON);
    export.run("decide DB skip --message 101").ok();
    at_each_write(&export, "decide DB accept --all", 0, &[]);
    export.run("decide DB accept --all").ok();
    at_each_write(&export, "decide DB reject --message 101 --note Why.", 0, &[]);
    assert_eq!(export.status(101), "rejected");
}

#[test]
fn writing_back_where_no_file_may_grow_writes_all_or_nothing() {
    for wal in [false, true] {
        assert!(at_each_write(&decided(wal), "apply DB --no-backup", 0, &[]) > 2);
        let export = decided(wal);
        export.run("apply DB --no-backup").ok();
        assert!(at_each_write(&export, "undo DB --all", 0, &[]) > 2);
        assert_eq!(export.number("SELECT count(*) FROM ghostcall_journal WHERE kind = 'undo'"), 6);
    }
    assert!(at_each_write(&decided(false), "apply DB", 0, &[]) > 2);
}

#[test]
fn new_files_are_made_wholly_or_not_at_all() {
    let log = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data/chats.jsonl")).unwrap();
    let export = Export::fixture(JSON);
    fs::write(export.file("chats.jsonl"), log).unwrap();
    assert!(at_each_write(&export, "import chats.jsonl --out chats.db", 1, &[]) > 2);
    assert!(at_each_write(&export, "demo --messages 100 --out demo.db", 0, &[]) > 2);
}

#[test]
fn results_that_cannot_be_printed_are_reported() {
    let export = decided(false);
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for line in ["scan DB", "scan DB --format json", "scan DB --format csv", "export DB", "log DB --format json"] {
        export.run("apply DB --no-backup --dry-run").ok();
        let child = export.command(line).stdout(full()).stderr(Stdio::piped()).spawn().unwrap();
        let ran = Ran::of(child.wait_with_output().unwrap());
        assert!(ran.refused().contains("No space left"), "{line}: {}", ran.stderr);
    }
    // The work is done; only its report failed.
    let child = export.command("decide DB reject --all").stdout(full()).stderr(Stdio::piped()).spawn().unwrap();
    assert!(Ran::of(child.wait_with_output().unwrap()).refused().contains("decided, but"));
    export.run("decide DB accept --all").ok();
    let child = export.command("apply DB --no-backup").stdout(full()).stderr(Stdio::piped()).spawn().unwrap();
    let printed = Ran::of(child.wait_with_output().unwrap()).refused();
    assert!(printed.contains("done, but") && printed.contains("ghostcall log"), "{printed}");
    assert_eq!(export.number("SELECT count(*) FROM ghostcall_journal"), 6);
    for blocks in [0, 1, 4] {
        let out = fs::File::create(export.file("approved.jsonl")).unwrap();
        let mut command = Command::new("sh");
        export.clean(&mut command);
        command.args(["-c", "ulimit -f \"$0\"; exec \"$@\"", &blocks.to_string(), env!("CARGO_BIN_EXE_ghostcall")]);
        command.arg("export").arg(export.path()).stdout(out).stderr(Stdio::piped());
        let printed = Ran::of(command.output().unwrap()).refused();
        assert!(printed.contains("File too large"), "{printed}");
    }
}

/// A review in a terminal that lets no file grow beyond this many blocks.
fn limited_review(export: &screen::Export, blocks: usize) -> screen::Screen {
    let lines = format!("ulimit -f {blocks}; exec {} review export.db", env!("CARGO_BIN_EXE_ghostcall"));
    export.run("/bin/sh", &["-c", &lines], &[])
}

#[test]
fn a_review_on_a_full_disk_says_so_shows_no_decision_that_is_not_stored_and_leaves_the_terminal() {
    let export = screen::Export::sample();
    let review = export.review(100, 30, &[]);
    review.wait_for("208 messages read").keys("a").wait_for("1/41 reviewed").keys("q");
    assert_eq!(review.ended(), 0);
    let size = usize::try_from(fs::metadata(export.file("export.db.review")).unwrap().len()).unwrap();
    let database = fs::read(export.path()).unwrap();

    let mut review = limited_review(&export, size / BLOCK);
    review.wait_for("208 messages read").wait_for("1/41 reviewed");
    // Some decisions still fit; one does not.
    for _ in 0..40 {
        review.keys("a");
    }
    review.wait_for("Not saved").wait_for("write limit reached").keys("\x1b");
    review.wait_until("the notice's end", |screen| !screen.contains("Not saved"));
    let shown = review.text();
    review.keys("q");
    assert_ne!(review.wait_for_end(), 101);
    review.wait_until("everything is left", |_| review.was_left());
    assert!(review.has_its_modes());
    assert!(fs::read(export.path()).unwrap() == database);

    let review = export.review(100, 30, &[]);
    let reviewed = shown.split_once("/41 reviewed").unwrap().0.rsplit(' ').next().unwrap();
    review.wait_for("208 messages read").wait_for(&format!("{reviewed}/41 reviewed"));
    // A write-back finds no room either, and reports it.
    review.keys("q");
    assert_eq!(review.ended(), 0);
    let room = (database.len() / BLOCK).max(size / BLOCK + 64);
    let mut review = limited_review(&export, room);
    review.wait_for("208 messages read").keys("w").wait_for("y write ·").keys("y").wait_for("Nothing was written back");
    review.wait_for("write limit reached").keys("\x1b");
    review.wait_until("the notice's end", |screen| !screen.contains("Nothing was written back")).keys("q");
    assert_eq!(review.wait_for_end(), 0);
    review.wait_until("everything is left", |_| review.was_left());
    assert!(review.has_its_modes());
    assert!(fs::read(export.path()).unwrap() == database, "nothing was written");
}

#[test]
fn a_pattern_that_finds_no_room_leaves_no_file() {
    let export = screen::Export::of("unknown.db");
    let review = export.review(100, 30, &[]);
    review.wait_for("7 messages read").keys("q");
    assert_eq!(review.ended(), 0);
    let folder = export.file(".config/ghostcall/patterns");
    let size = usize::try_from(fs::metadata(export.file("export.db.review")).unwrap().len()).unwrap();
    let review = limited_review(&export, size / BLOCK);
    review.wait_for("7 messages read").keys("p").wait_for("no pattern").keys("e").wait_for("matches 7 payloads");
    // The draft grows longer than a file may be.
    let comment = format!("// {}\n", "x".repeat(76)).repeat(size / 80 + 1);
    review.keys(&format!("\x1b[200~{comment}\x1b[201~")).wait_for("xxxxxxxx").wait_for("matches 7 payloads");
    review.keys("\x13").wait_for("File too").keys("\x1b\x1b");
    review.wait_until("the draft's end", |screen| !screen.contains("matches 7 payloads")).keys("qq");
    assert_eq!(review.ended(), 0);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is left there");
}

/// A small file system, if mounting one is allowed.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    fn mount(path: &'a Path, size: u64) -> Option<Self> {
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(path).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success()).then_some(Self(path))
    }

    fn remount(&self, how: &str) {
        assert!(Command::new("mount").args(["-o", how]).arg(self.0).status().unwrap().success());
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

/// The contents of a database.
fn dump_of(path: &Path) -> Dump {
    dump(&Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap())
}

#[test]
fn a_disk_that_is_full_at_any_moment_loses_nothing() {
    const PAGE: u64 = 4096;
    let export = decided(false);
    let folder = export.file("disk");
    fs::create_dir(&folder).unwrap();
    let (before, bytes) = (export.dump(), fs::metadata(export.path()).unwrap().len());
    let review = fs::metadata(export.review()).unwrap().len();
    let Some(disk) = SmallDisk::mount(&folder, 64 << 20) else {
        eprintln!("skipped: no disk can be mounted");
        return;
    };
    let small = folder.join("export.db");
    let path = small.to_str().unwrap();
    for line in ["apply --no-backup", "decide reset --all", "apply"] {
        let mut refusals = 0;
        for free in 0.. {
            let _ = fs::remove_file(folder.join("export.db-journal"));
            fs::copy(export.path(), &small).unwrap();
            fs::copy(export.review(), folder.join("export.db.review")).unwrap();
            disk.remount(&format!("remount,size={}", (bytes.div_ceil(PAGE) + review.div_ceil(PAGE) + free) * PAGE));
            // The database comes before the other arguments of a command.
            let words: Vec<&str> = line.split(' ').collect();
            let ran = export.run_with(words[0], &[&[path], &words[1..]].concat());
            disk.remount("remount,size=64m");
            if ran.code == Some(0) {
                break;
            }
            let printed = ran.refused();
            let is_clear = printed.contains("the disk is full") || printed.contains("backup needs");
            assert!(is_clear, "{line}, {free} pages free: {printed}");
            refusals += 1;
            assert_eq!(dump_of(&small), before, "{line}, {free} pages free");
            export.run_with("scan", &[path]).ok();
            let names = contents(&folder).into_iter().map(|(name, _)| name);
            assert_eq!(names.collect::<Vec<_>>(), ["export.db", "export.db.review"], "{line}, {free} pages free");
            assert!(free < 500, "it never ends");
        }
        assert!(refusals > 0, "{line}");
        eprintln!("{line}: {refusals} sizes of a disk");
        for (name, _) in contents(&folder) {
            fs::remove_file(folder.join(name)).unwrap();
        }
    }
    drop(disk);
}

#[test]
fn files_without_write_permission_are_reported_and_left_alone() {
    let export = decided(false);
    let folder = export.file("disk");
    fs::create_dir(&folder).unwrap();
    let (database, review) = (folder.join("export.db"), folder.join("export.db.review"));
    let path = database.to_str().unwrap();
    let is_bound = |path: &Path| fs::OpenOptions::new().append(true).open(path).is_err();
    let check = |with_review: bool, what: &str| {
        let before = contents(&folder);
        let wanted: &[&[&str]] = &[&["decide", path, "skip", "--all"], &["apply", path], &["undo", path, "--all"]];
        for words in wanted {
            let printed = export.run_with("", words).refused();
            let is_clear = ["no permission", "Permission denied", "Read-only file system", "Operation not permitted"];
            assert!(is_clear.iter().any(|clear| printed.contains(clear)), "{what}, {words:?}: {printed}");
            assert!(contents(&folder) == before, "{what}, {words:?}: something changed");
        }
        export.run_with("scan", &[path]).ok();
        let previewed = export.run_with("apply --dry-run", &[path]).ok().lines().len();
        assert_eq!(previewed, if with_review { 6 } else { 0 }, "{what}");
    };
    // A read-only disk stops every user; permissions do not stop root.
    for with_review in [true, false] {
        if let Some(disk) = SmallDisk::mount(&folder, 64 << 20) {
            fs::copy(export.path(), &database).unwrap();
            if with_review {
                fs::copy(export.review(), &review).unwrap();
            }
            disk.remount("remount,ro");
            check(with_review, "a disk for reading only");
            drop(disk);
        }
        fs::copy(export.path(), &database).unwrap();
        if with_review {
            fs::copy(export.review(), &review).unwrap();
        }
        let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        for (name, _) in contents(&folder) {
            mode(&folder.join(name), 0o444);
        }
        mode(&folder, 0o555);
        if is_bound(&database) {
            check(with_review, "a folder for reading only");
        } else {
            eprintln!("permissions do not bind this user");
        }
        mode(&folder, 0o755);
        for (name, _) in contents(&folder) {
            fs::remove_file(folder.join(name)).unwrap();
        }
    }
}
