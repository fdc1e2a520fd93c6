//! However the review ends or pauses, the shell gets its terminal back, and decisions are kept.

use ghostcall::audit::Options;
use ghostcall::session::{Access, Session, Setup};
use ghostcall::tui::terminal::{self, Signals, TerminalInput};
use ghostcall::tui::{self, Action, Effect, Host, Model, SessionHost, Theme};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use rustix::process::Signal;

use super::screen::Export;

#[test]
fn a_signal_ends_the_review_and_keeps_everything() {
    for (signal, status) in [(Signal::TERM, 143), (Signal::HUP, 129)] {
        let export = Export::sample();
        let mut review = export.review(100, 30, &[]);
        review.wait_for("208 messages read").keys("a").wait_for("131 accepted");
        review.keys("e").wait_for("Ctrl-S save").keys("half a sen").wait_for("half a sen").signal(signal);
        assert_eq!(review.wait_for_end(), status);
        review.wait_until("everything is left", |_| review.was_left());
        assert!(review.has_its_modes());
        let review = export.review(100, 30, &[]);
        review.wait_for("1/41 reviewed").wait_for("Findings 2/41").keys("e").wait_for("Ctrl-S save");
        review.wait_for("half a sen").keys("\x1b");
        review.wait_until("the editor's end", |screen| !screen.contains("Ctrl-S save")).keys("q");
        assert_eq!(review.ended(), 0);
    }
}

#[test]
fn ctrl_c_quits_with_the_status_of_an_interrupt() {
    let export = Export::sample();
    let mut review = export.review(100, 30, &[]);
    review.wait_for("208 messages read").keys("a").wait_for("131 accepted");
    review.keys("e").wait_for("Ctrl-S save").keys("half a sen").wait_for("half a sen").keys("\x03");
    assert_eq!(review.wait_for_end(), 130);
    let review = export.review(100, 30, &[]);
    review.wait_for("1/41 reviewed").keys("e").wait_for("Ctrl-S save").wait_for("half a sen").keys("\x1b");
    review.wait_until("the editor's end", |screen| !screen.contains("Ctrl-S save")).keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn the_review_pauses_and_comes_back_whole() {
    let export = Export::sample();
    let program = env!("CARGO_BIN_EXE_ghostcall");
    // A shell with job control, like a reviewer's.
    let lines = format!("set -m; {program} review export.db; echo paused $?; read line; fg; echo ended $?");
    let mut shell = export.run("/bin/sh", &["-c", &lines], &[("SILENT", "1")]);
    shell.wait_for("208 messages read").wait_for("▸·  131");
    // In the middle of a word.
    shell.keys("e").wait_for("Ctrl-S save").keys("half a sen").wait_for("half a sen").keys("\x1a");
    shell.wait_for("paused 1").wait_until("everything is left", |_| shell.was_left());
    assert!(shell.has_its_modes());
    assert!(!shell.text().contains("half a sen"), "{}", shell.text());
    shell.resize(120, 40).keys("\n").wait_for("half a sen").wait_for("Ctrl-S save");
    shell.wait_until("nothing of the shell", |screen| !screen.contains("paused"));
    assert!(!shell.has_its_modes());
    shell.keys("\x1b").wait_for("kept as a draft").wait_for("Evidence").paste("a").wait_for("pasted text ignored");
    shell.keys("q").wait_for("ended 0");
    assert_eq!(shell.wait_for_end(), 0);
    assert!(shell.was_left() && shell.has_its_modes());
}

#[test]
fn the_screen_is_restored_after_a_foreign_stop_signal() {
    let export = Export::sample();
    let review = export.review(100, 30, &[]);
    review.wait_for("208 messages read").wait_for("▸·  131").signal(Signal::STOP).signal(Signal::CONT);
    // It enters the alternate screen again.
    review.wait_until("it is back", |_| String::from_utf8_lossy(&review.raw()).matches("\x1b[?1049h").count() == 2);
    review.wait_for("▸·  131").keys("a").wait_for("131 accepted").keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn the_cursor_position_is_not_required() {
    let export = Export::sample();
    let review = export.review(100, 30, &[("SILENT", "1")]);
    review.wait_for("208 messages read").resize(80, 24).keys("a").wait_for("131 accepted").resize(120, 40);
    review.wait_for("Evidence").keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_panic_leaves_the_terminal_sane_its_message_readable_and_decisions_safe() {
    let export = Export::sample();
    let program = std::env::current_exe().unwrap();
    let arguments = ["--exact", "ending::a_review_that_panics", "--ignored", "--nocapture"];
    let mut review = export.run(program.to_str().unwrap(), &arguments, &[]);
    review.wait_for("208 messages read").keys("a").wait_for("131 accepted").keys("H");
    assert_ne!(review.wait_for_end(), 0);
    review.wait_for("the host of this test broke");
    assert!(review.was_left() && review.has_its_modes());
    assert!(!review.text().contains("1/41 reviewed"), "{}", review.text());
    let review = export.review(100, 30, &[]);
    review.wait_for("1/41 reviewed").wait_for("▸·  180").keys("q");
    assert_eq!(review.ended(), 0);
}

/// A host that panics when it should list the recent decisions.
struct Breaking(SessionHost);

impl Host for Breaking {
    fn run(&mut self, effect: Effect) -> Vec<Action> {
        assert!(!matches!(effect, Effect::Recent(_)), "the host of this test broke");
        self.0.run(effect)
    }
}

#[test]
#[ignore = "another test runs it, in a terminal of its own"]
fn a_review_that_panics() {
    let setup = Setup::new("export.db", "ana", Options::at("2026-02-03T09:00:00Z".parse().unwrap()));
    let mut host = SessionHost::new(Session::open(setup, Access::Hold).unwrap(), true);
    let model = Model::new(host.settings());
    let mut input = TerminalInput::new(host.start_scan(), Signals::default());
    let _screen = terminal::TerminalSession::enter(true).unwrap();
    let mut terminal = Terminal::new(CrosstermBackend::new(std::io::stdout())).unwrap();
    tui::run(&mut terminal, model, &Theme::plain(), &mut input, &mut Breaking(host)).unwrap();
}

#[test]
fn who_quits_reads_what_is_decided_what_waits_and_how_to_go_on() {
    let export = Export::sample();
    let review = export.review(80, 24, &[]);
    review
        .wait_for("208 messages read")
        .keys("aars")
        .wait_for("3/41 reviewed")
        .keys("q")
        .wait_for("Next: ghostcall review");
    let output = review.text().split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "3 of 41 findings decided: 2 accepted, 1 rejected; 1 skipped.",
        "2 accepted findings not written yet: ghostcall apply ",
        "Next: ghostcall review ",
    ] {
        assert!(output.contains(part), "{part}\n{output}");
    }
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_terminal_without_a_cursor_is_refused_with_a_word() {
    let export = Export::sample();
    let review = export.review(80, 24, &[("TERM", "dumb")]);
    review.wait_for("TERM is `dumb`");
    assert_eq!(review.ended(), 2);
}

#[test]
fn a_killed_review_comes_back_with_its_filter() {
    let export = Export::sample();
    let review = export.review(100, 30, &[]);
    review.wait_for("208 messages read").keys("fagent:paulina\r").wait_for("agent:paulina");
    let view = || -> Option<String> {
        let connection = rusqlite::Connection::open(export.file("export.db.review")).unwrap();
        connection.query_row("SELECT value FROM meta WHERE name = 'view:ana'", [], |row| row.get(0)).ok()
    };
    review.wait_until("the stored view", |_| view().is_some_and(|view| view.contains("agent:paulina")));
    review.kill();
    let review = export.review(100, 30, &[]);
    review.wait_for("shown as you left it: agent:paulina").keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_screen_that_another_program_wrote_on_is_repainted() {
    let export = Export::sample();
    let review = export.review(100, 30, &[]);
    review.wait_for("208 messages read").scribble("\x1b[10;1HBroadcast message").wait_for("Broadcast message");
    // A repaint clears the screen before it draws: only its last row shows that it is whole.
    let is_repainted = |screen: &str, last: &str| !screen.contains("Broadcast message") && screen.contains(last);
    review.keys("\x0c").wait_until("the repainted screen", |screen| is_repainted(screen, "? help"));
    review.keys("e").wait_for("Ctrl-S save").scribble("\x1b[10;1HBroadcast message").wait_for("Broadcast message");
    review.keys("\x0c").wait_until("the repainted editor", |screen| is_repainted(screen, "F1 help"));
    review.keys("\x1b").wait_for("Evidence").wait_until("the editor's end", |screen| !screen.contains("F1 help"));
    review.keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_write_back_says_that_it_waits_for_another_program() {
    let export = Export::sample();
    let other = rusqlite::Connection::open(export.path()).unwrap();
    let review = export.review(100, 30, &[]);
    review.wait_for("208 messages read").keys("a").wait_for("131 accepted").keys("w").wait_for("y write ·");
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    review.keys("y").wait_for("waiting for the database");
    other.execute_batch("ROLLBACK").unwrap();
    review.wait_for("1 finding written").keys("\x1b");
    review.wait_until("the review", |screen| !screen.contains("Written back")).keys("q");
    assert_eq!(review.ended(), 0);
}
