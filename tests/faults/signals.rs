//! Signals, terminals that disappear or never answer, and closed pipes.

use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};

use crate::screen;
use crate::support::{Export, Ran};

const JSON: &str = "helix_kit_db_to_sqlite";

/// Asserts that the review continues with this many decisions.
#[track_caller]
fn assert_kept(export: &screen::Export, decisions: usize) {
    let review = export.review(100, 30, &[]);
    review.wait_for("208 messages read").wait_for(&format!("{decisions}/41 reviewed")).keys("q");
    assert_eq!(review.ended(), 0);
}

/// A terminal that only the test reads, so that it disappears when the test drops it.
struct Window {
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    shown: Box<dyn Read + Send>,
    parser: vt100::Parser,
    child: Box<dyn Child + Send + Sync>,
}

impl Window {
    fn open(export: &screen::Export, program: &str, arguments: &[&str]) -> Self {
        let size = PtySize { rows: 30, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env_clear();
        command.cwd(export.path().parent().unwrap());
        command.env("PATH", "/usr/bin:/bin");
        command.env("HOME", export.path().parent().unwrap());
        command.env("TERM", "xterm-256color");
        command.env("GHOSTCALL_REVIEWER", "ana");
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let (keyboard, shown) = (pair.master.take_writer().unwrap(), pair.master.try_clone_reader().unwrap());
        Self {
            master: pair.master,
            keyboard,
            shown,
            parser: vt100::Parser::new(30.try_into().unwrap(), 100.try_into().unwrap(), 0),
            child,
        }
    }

    fn keys(&mut self, keys: &str) -> &mut Self {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self
    }

    fn wait_for(&mut self, text: &str) -> &mut Self {
        let mut bytes = [0; 4096];
        while !self.parser.screen().contents().contains(text) {
            let count = self.shown.read(&mut bytes).unwrap_or(0);
            assert_ne!(count, 0, "`{text}` never came:\n{}", self.parser.screen().contents());
            self.parser.process(&bytes[..count]);
        }
        self
    }

    /// Closes the terminal and waits for the program; returns its exit status.
    fn close(self) -> u32 {
        let Self { master, keyboard, shown, parser: _, mut child } = self;
        drop((keyboard, shown, master));
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(30) {
            if let Some(status) = child.try_wait().unwrap() {
                return status.exit_code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        child.kill().unwrap();
        panic!("it never ended");
    }
}

#[test]
fn a_terminal_that_vanishes_ends_the_review_and_keeps_everything() {
    for typing in [false, true] {
        let export = screen::Export::sample();
        let mut window = Window::open(&export, env!("CARGO_BIN_EXE_ghostcall"), &["review", "export.db"]);
        window.wait_for("208 messages read").keys("ar").wait_for("2/41 reviewed");
        if typing {
            window.keys("e").wait_for("Ctrl-S save").keys("half a sen").wait_for("half a sen");
        }
        let status = window.close();
        assert_eq!(status, 129);
        assert_kept(&export, 2);
        if typing {
            let review = export.review(100, 30, &[]);
            review.wait_for("208 messages read").keys("e").wait_for("half a sen").wait_for("Ctrl-S save").keys("\x1b");
            review.wait_until("the editor's end", |screen| !screen.contains("Ctrl-S save")).keys("q");
            assert_eq!(review.ended(), 0);
        }
    }
}

#[test]
fn a_terminal_that_vanishes_without_a_hang_up_ends_the_review_too() {
    // A process in another session gets no signal from the terminal; only its reads fail.
    let export = screen::Export::sample();
    let lines = format!("setsid --wait {} review export.db", env!("CARGO_BIN_EXE_ghostcall"));
    let mut window = Window::open(&export, "/bin/sh", &["-c", &format!("trap '' HUP; {lines}")]);
    window.wait_for("208 messages read").keys("a").wait_for("1/41 reviewed");
    assert_eq!(window.close(), 2);
    assert_kept(&export, 1);
}

#[test]
fn a_terminal_of_one_cell_and_one_that_never_answers_are_survived() {
    for size in [(1, 1), (1, 50), (200, 1), (2, 2)] {
        let export = screen::Export::sample();
        let mut review = export.review(size.0, size.1, &[("SILENT", "1")]);
        // Too small a terminal shows nothing to wait for.
        review.wait_until("the review's start", |_| !review.has_its_modes());
        std::thread::sleep(Duration::from_millis(300));
        review.keys("?\x1b").resize(80, 24).wait_for("208 messages read").keys("a").wait_for("1/41 reviewed");
        review.resize(size.0, size.1).keys("s");
        std::thread::sleep(Duration::from_millis(100));
        review.keys("q");
        assert_eq!(review.wait_for_end(), 0, "{size:?}");
        review.wait_until("everything is left", |_| review.was_left());
        assert!(review.has_its_modes());
        assert_kept(&export, 1);
    }
}

#[test]
fn a_signal_at_any_moment_leaves_the_terminal_and_what_was_decided() {
    // From the first moment: before the program takes the terminal, during the scan, and with a dialog open.
    for (place, wait) in [0, 5, 20, 60, 150, 400].into_iter().enumerate() {
        for signal in [Signal::TERM, Signal::HUP] {
            let export = screen::Export::sample();
            let mut review = export.review(100, 30, &[]);
            std::thread::sleep(Duration::from_millis(wait));
            if place % 2 == 1 {
                review.keys("aw");
            }
            review.signal(signal);
            let status = review.wait_for_end();
            assert!([128 + u32::try_from(signal.as_raw()).unwrap(), 1].contains(&status), "{signal:?}: {status}");
            if review.raw().windows(8).any(|part| part == b"\x1b[?1049h") {
                review.wait_until("everything is left", |_| review.was_left());
            }
            assert!(review.has_its_modes(), "{signal:?} after {wait} ms");
            let review = export.review(100, 30, &[]);
            review.wait_for("208 messages read").keys("\x1bq");
            assert_eq!(export.files().len(), 2, "{:?}", export.files());
        }
    }
}

#[test]
fn a_signal_in_the_middle_of_a_command_leaves_nothing_to_repair() {
    let export = Export::generated(1000);
    export.run("decide DB accept --all").ok();
    let before = export.dump();
    for (line, signal) in
        [("apply DB --no-backup", Signal::TERM), ("apply DB --no-backup", Signal::INT), ("apply DB", Signal::HUP)]
    {
        for wait in [0, 15, 60, 150] {
            let mut child = export.command(line).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(wait));
            let process = Pid::from_raw(child.id().try_into().unwrap()).unwrap();
            kill_process(process, signal).unwrap();
            child.wait().unwrap();
            export.run("apply DB --no-backup").ok();
            export.run("verify DB").ok();
            export.run("undo DB --all").ok();
            assert_eq!(export.dump(), before, "{line}, {signal:?} after {wait} ms");
            export.run("decide DB accept --all").ok();
        }
    }
}

/// Every command that prints something, with its exit status when the output is read to the end.
const PRINTING: [(&str, i32); 35] = [
    ("--help", 0),
    ("--version", 0),
    ("decide --help", 0),
    ("scan DB", 0),
    ("scan DB --format json", 0),
    ("scan DB --format csv", 0),
    ("scan DB --format table", 0),
    ("scan DB --stats", 0),
    ("scan DB --stats --format table", 0),
    ("scan DB --fail", 1),
    ("show DB 101", 0),
    ("show DB 101 --format table", 0),
    ("decide DB skip --all", 0),
    ("decide DB reset --all", 0),
    ("decide DB accept --all", 0),
    ("apply DB --dry-run", 0),
    ("apply DB --emit-sql postgres", 0),
    ("export DB", 0),
    ("apply DB --format table", 0),
    ("log DB", 0),
    ("log DB --format csv", 0),
    ("verify DB --format table", 0),
    ("undo DB --format table", 0),
    ("undo DB --all", 0),
    ("patterns list", 0),
    ("patterns list --format json5", 0),
    ("patterns schema", 0),
    ("patterns shapes DB", 0),
    ("profiles list", 0),
    ("profiles show helix-kit", 0),
    ("profiles schema", 0),
    ("profiles detect DB", 0),
    ("completions bash", 0),
    ("man", 0),
    ("read", 0),
];

/// Runs a command whose output is not read.
fn unread(export: &Export, line: &str, input: &str) -> Ran {
    let mut command = export.command(line);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let ran = Ran::of(child.wait_with_output().unwrap());
    let _ = writer.join().unwrap();
    ran
}

#[track_caller]
fn assert_quiet(ran: &Ran, line: &str, code: i32) {
    for word in ["panicked", "Broken pipe", "os error"] {
        assert!(!ran.stderr.contains(word), "{line}: {}", ran.stderr);
    }
    assert_eq!(ran.code, Some(code), "{line}: {}", ran.stderr);
}

#[test]
fn a_reader_that_had_enough_ends_every_command_quietly_and_changes_nothing_of_its_judgement() {
    let export = Export::fixture(JSON);
    for (line, code) in PRINTING {
        assert_quiet(&unread(&export, line, "{\"content\": \"Hi {a: 1}\"}\n"), line, code);
    }
    let sample = |name: &str| format!("{}/sample-data/{name}", env!("CARGO_MANIFEST_DIR"));
    let catalog = sample("planner-tools.json");
    let false_reply = "{\"context\": {\"action_detected\": false, \"action_executed\": false}, \"reply\": \"Sure! Reminder created!\"}\n";
    let leak = "{\"content\": \"{success: true, memory_type: \\\"core\\\", content: \\\"Tea.\\\"}Noted.\"}\n";
    for (line, input, code) in [
        (format!("plan {} --catalog {catalog}", sample("plan.json")), "", 1),
        (format!("plan {} --catalog {catalog} --feedback", sample("plan.json")), "", 1),
        (format!("plan --prompt --catalog {catalog}"), "", 0),
        (format!("tool create_folder --catalog {catalog}"), "", 1),
        ("gate reply".to_owned(), false_reply, 1),
        ("gate prompt".to_owned(), "{\"prompt\": \"Be kind.\", \"context\": {\"action_detected\": false}}\n", 0),
        ("gate context".to_owned(), "{\"plan\": {\"action\": \"NOOP\"}, \"result\": null}\n", 0),
        ("check --fail".to_owned(), leak, 1),
        ("check".to_owned(), leak, 0),
    ] {
        assert_quiet(&unread(&export, &line, input), &line, code);
    }
    // Findings left out, and problems found, count even if the output is not read.
    export.run("decide DB accept --all").ok();
    export.sql("UPDATE messages SET content = content || ' More.' WHERE id = 101");
    assert_quiet(&unread(&export, "apply DB", ""), "apply DB", 1);
    export.sql("UPDATE messages SET content = content || ' More.' WHERE id = 102");
    assert_quiet(&unread(&export, "verify DB", ""), "verify DB", 1);
    assert_quiet(&unread(&export, "undo DB --all", ""), "undo DB --all", 1);
    let mistaken = export.file("mine.json5");
    std::fs::write(&mistaken, "{version: 1, patterns: [{name: 3}]}").unwrap();
    for what in ["patterns", "profiles"] {
        let line = format!("{what} check {}", mistaken.display());
        assert_quiet(&unread(&export, &line, ""), &line, 1);
    }
}
